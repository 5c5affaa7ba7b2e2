#!/usr/bin/env python3
"""Runs the sinew program as a user would: help, exit codes, messages, tables, CSV, NPY, SVG and JSON.

usage: check_cli.py PROGRAM; ends with "N passed, M failed".
"""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import xml.dom.minidom

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = sys.argv[1]
faults, passed = [], 0


def run(*args):
    return subprocess.run([PROGRAM, *map(str, args)], cwd=ROOT, capture_output=True, text=True)


def check(name, ok, what=""):
    global passed
    if ok:
        passed += 1
    else:
        faults.append(f"FAILED: {name} {what}")


def read_npy(path):
    data = path.read_bytes()
    size = struct.unpack("<H", data[8:10])[0]
    head = eval(data[10:10 + size])  # a dict of literals that the program wrote
    values = struct.unpack(f"<{head['shape'][0] * head['shape'][1]}d", data[10 + size:])
    return head["shape"], values


def usage():
    for args in ([], ["nonsense"], ["info"], ["run"], ["dump"], ["check"], ["check", "models/arm.xml", "--bogus"],
                 ["check", "models/arm.xml", "--steps", "-1"], ["compile"], ["compile", "models/pendulum.xml", "x.bin"],
                 ["run", "models/pendulum.xml", "--bogus", "1"],
                 ["run", "models/pendulum.xml", "--time", "-1"], ["about", "x"]):
        r = run(*args)
        check(f"usage error {args}", r.returncode == 2 and r.stderr and not r.stdout, repr(r))
    for args in (["--help"], ["info", "--help"], ["run", "--help"], ["dump", "--help"], ["compile", "--help"], ["check", "--help"],
                 ["--version"], ["about"]):
        r = run(*args)
        check(f"help {args}", r.returncode == 0 and r.stdout and not r.stderr, repr(r))
    check("help has examples", "example" in run("run", "--help").stdout)


def info():
    r = run("info", "models/humanoid.xml")
    check("info", r.returncode == 0 and "tree" in r.stdout and "actuators" in r.stdout and "total" in r.stdout)
    r = run("info", "tests/data/broken/attribute_geom.xml")
    r = r if r.returncode == 1 else run("info", sorted((ROOT / "tests/data/broken").glob("*.xml"))[0])
    check("info of a broken file", r.returncode == 1 and r.stderr.startswith("sinew: ") and not r.stdout, repr(r))
    r = run("info", "no/such/file.xml")
    check("info of no file", r.returncode == 1 and "no/such/file.xml" in r.stderr)


def simulate(folder):
    csv, npy, svg = folder / "a.csv", folder / "a.npy", folder / "a.svg"
    common = ["run", "models/pendulum.xml", "--time", "2", "--key", "raised", "--fields", "qpos,qvel[0],energy", "--every", "10"]
    r = run(*common, "--out", csv, "--plot", svg)
    check("run", r.returncode == 0 and "steps per second" in r.stdout and "energy" in r.stdout, repr(r))
    rows = csv.read_text().strip().split("\n")
    check("csv heading", rows[0] == "time,qpos:pivot,qvel:pivot,energy:potential,energy:kinetic", rows[0])
    check("csv rows", len(rows) == 1 + 101 and all(len(x.split(",")) == 5 for x in rows))
    first, last = [float(x) for x in rows[1].split(",")], [float(x) for x in rows[-1].split(",")]
    check("it swings and loses energy", first[1] == 2.0944 and abs(last[0] - 2) < 1e-9 and
          0.8 * sum(first[3:]) < sum(last[3:]) < sum(first[3:]), f"{first} {last}")
    run(*common, "--out", npy)
    shape, values = read_npy(npy)
    text = [float(x) for row in rows[1:] for x in row.split(",")]
    check("npy equals csv", shape == (101, 5) and list(values) == text)
    again = folder / "b.csv"
    run(*common, "--out", again)
    check("two runs give the same file", again.read_bytes() == csv.read_bytes())
    root = xml.dom.minidom.parse(str(svg)).documentElement
    check("svg", root.tagName == "svg" and len(root.getElementsByTagName("polyline")) == 4 and
          "time (s)" in svg.read_text() and "(rad)" in svg.read_text())


def controls(folder):
    file = folder / "ctrl.csv"
    file.write_text("time,torque\n0,0\n0.5,1.5\n")
    out = folder / "c.csv"
    r = run("run", "models/pendulum.xml", "--time", "1", "--ctrl", file, "--fields", "ctrl", "--every", "1", "--out", out)
    values = [float(x.split(",")[1]) for x in out.read_text().strip().split("\n")[1:]] if r.returncode == 0 else []
    check("controls from a file", values[100:101] == [0.0] and values[-1:] == [1.5], repr(r))
    file.write_text("0,1,2\n")
    r = run("run", "models/pendulum.xml", "--ctrl", file)
    check("controls of the wrong width", r.returncode == 1 and "ctrl.csv:1" in r.stderr, repr(r))
    r = run("run", "models/pendulum.xml", "--time", "0.1", "--ctrl", "noise")
    check("noise", r.returncode == 0)
    for args in (["--key", "nobody"], ["--fields", "qposs"], ["--fields", "qpos[9]"], ["--out", folder / "x.txt"]):
        r = run("run", "models/pendulum.xml", "--time", "0.01", *args)
        check(f"run {args}", r.returncode == 1 and r.stderr.startswith("sinew: "), repr(r))


def dump():
    r = run("dump", "models/pendulum.xml", "--json")
    data = json.loads(r.stdout) if r.returncode == 0 else {}
    check("dump --json", data.get("qpos") == [0] and len(data.get("xpos", [])) == 6 and data.get("time") == 0)
    r = run("dump", "models/pendulum.xml", "--fields", "qpos,xpos")
    check("dump --fields", r.returncode == 0 and r.stdout.startswith("qpos (nq x 1)") and "xpos" in r.stdout)
    r = run("dump", "models/pendulum.xml", "--fields", "nothing")
    check("dump of no field", r.returncode == 1 and "nothing" in r.stderr)


def compile_model(folder):
    binary, flat, again = folder / "a.snb", folder / "a.xml", folder / "b.snb"
    r = run("compile", "models/humanoid.xml", binary)
    check("compile to binary", r.returncode == 0 and str(binary) in r.stdout and not r.stderr, repr(r))
    r = run("compile", "models/humanoid.xml", flat)
    check("compile to XML", r.returncode == 0 and flat.read_text().startswith("<mujoco model="), repr(r))
    run("compile", flat, again)
    check("saved XML is the same model", again.read_bytes() == binary.read_bytes())
    run("compile", binary, again)
    check("binary to binary", again.read_bytes() == binary.read_bytes())
    want = run("dump", "models/humanoid.xml", "--json").stdout
    check("dump of a binary model", want and run("dump", binary, "--json").stdout == want)
    r = run("info", binary)
    check("info of a binary model", r.returncode == 0 and "tree" in r.stdout, repr(r))
    r = run("run", binary, "--time", "0.1")
    check("run of a binary model", r.returncode == 0 and "steps per second" in r.stdout, repr(r))
    r = run("compile", binary, flat)
    check("binary to XML", r.returncode == 1 and "binary" in r.stderr and not r.stdout, repr(r))
    r = run("compile", "models/humanoid.xml", folder / "none/a.snb")
    check("compile to nowhere", r.returncode == 1 and "cannot write" in r.stderr, repr(r))
    r = run("compile", "no/such.xml", again)
    check("compile nothing", r.returncode == 1 and "no/such.xml" in r.stderr, repr(r))
    binary.write_bytes(binary.read_bytes()[:-7])
    r = run("info", binary)
    check("a binary model that is cut off", r.returncode == 1 and "cut off" in r.stderr, repr(r))
    r = run("info", "no/such.snb")
    check("no binary model", r.returncode == 1 and "does not exist" in r.stderr, repr(r))


# file -> findings: severity, rule, line, words of the message
FINDINGS = {
    "clean": [],
    "mass": [("warning", "mass", 7, "ratio of 1.0e+07")],
    "inertia": [("warning", "mass", 7, "inertia 1e-09")],
    "thin_inertia": [("note", "thin-inertia", 3, "1.99999")],
    "stiff_spring": [("warning", "stiff-spring", 5, "turns 1.41 rad")],
    "stiff_tendon": [("warning", "stiff-spring", 10, "takes 1.5 times")],
    "stiff_damper": [("warning", "stiff-spring", 5, "takes 1.5 times")],
    "stiff_servo": [("warning", "stiff-servo", 10, "turns 1.41 rad")],
    "servo_damping": [("warning", "stiff-servo", 10, "kv 150")],
    "solref": [("note", "solref", 4, "0.004")],
    "solref_unsafe": [("warning", "solref", 7, "refsafe")],
    "no_actuator_limit": [("note", "no-actuator-limit", 9, "limited")],
    "no_joint_limit": [("note", "no-joint-limit", 21, "3 joints")],
    "start_range": [("warning", "keyframe", 4, "starts at 0")],
    "keyframe": [("warning", "keyframe", 13, "is at 1.5"), ("note", "keyframe", 14, "control 2")],
    "static": [("note", "static", 16, "'post'"), ("warning", "static", 13, "fixed to the world")],
    "neighbours": [("warning", "neighbours", 15, "'upper'")],
    "overlap": [("warning", "overlap", 6, "by 0.05 m")],
    "overlap_key": [("warning", "overlap", 10, "by 0.08 m")],
    "friction": [("warning", "friction", 3, "sliding")],
    "unused": [("note", "unused", 5, "material"), ("note", "unused", 4, "texture"), ("note", "unused", 7, "mesh"),
               ("note", "unused", 6, "hfield")],
    "trial": [("warning", "stiff-spring", 7, "31.6 rad"), ("warning", "trial", 7, "it moves at"),
              ("warning", "trial", 7, "acceleration")],
    "loader": [("warning", "loader", 0, "loader.xml:6")],
}


def checks():
    names = sorted(x.stem for x in (ROOT / "tests/data/check").glob("*.xml"))
    check("every model of tests/data/check is expected", names == sorted(FINDINGS), repr(names))
    for name, expected in FINDINGS.items():
        path = f"tests/data/check/{name}.xml"
        r = run("check", path, "--json")
        found = json.loads(r.stdout)["findings"] if r.stdout else None
        got = [(f["severity"], f["rule"], f["line"]) for f in found or []]
        check(f"check {name}", got == [e[:3] for e in expected] and not r.stderr, repr((got, r.stderr)))
        for f, e in zip(found or [], expected):
            check(f"message of {name}", e[3] in f["message"] and (f["advice"] or e[1] == "loader"), repr(f))
            check(f"file of {name}", f["file"] == (path if e[2] else ""), repr(f))
        bad = any(e[0] == "warning" for e in expected)
        check(f"exit code of check {name}", r.returncode == (1 if bad else 0), str(r.returncode))
        r = run("check", path)
        check(f"text of check {name}", r.stdout.count("what to do: ") == sum(e[1] != "loader" for e in expected) and
              all(f"[{e[1]}]" in r.stdout and e[3] in r.stdout and (not e[2] or f"{path}:{e[2]}: {e[0]}: <" in r.stdout)
                  for e in expected), r.stdout)
    r = run("check", "tests/data/check/trial.xml", "--steps", "0", "--json")
    check("check without a trial", [f["rule"] for f in json.loads(r.stdout)["findings"]] == ["stiff-spring"], r.stdout)
    for path in sorted((ROOT / "models").glob("*.xml")):
        r = run("check", f"models/{path.name}")
        check(f"models/{path.name} has no warnings", r.returncode == 0, r.stdout)
    with tempfile.TemporaryDirectory() as folder:
        binary = pathlib.Path(folder) / "stiff.snb"
        run("compile", "tests/data/check/stiff_spring.xml", binary)
        r = run("check", binary)
        check("check of a binary model", r.returncode == 1 and "joint 'spring': stiffness 2e+04" in r.stdout, repr(r))
    r = run("check", "no/such/file.xml")
    check("check of no file", r.returncode == 1 and "no/such/file.xml" in r.stderr and not r.stdout)


with tempfile.TemporaryDirectory() as name:
    usage()
    info()
    simulate(pathlib.Path(name))
    controls(pathlib.Path(name))
    dump()
    checks()
    compile_model(pathlib.Path(name))
print("\n".join(faults + [f"{passed} passed, {len(faults)} failed"]))
sys.exit(1 if faults else 0)
