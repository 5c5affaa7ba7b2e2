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
    for args in ([], ["nonsense"], ["info"], ["run"], ["dump"], ["run", "models/pendulum.xml", "--bogus", "1"],
                 ["run", "models/pendulum.xml", "--time", "-1"], ["about", "x"]):
        r = run(*args)
        check(f"usage error {args}", r.returncode == 2 and r.stderr and not r.stdout, repr(r))
    for args in (["--help"], ["info", "--help"], ["run", "--help"], ["dump", "--help"], ["--version"], ["about"]):
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


with tempfile.TemporaryDirectory() as name:
    usage()
    info()
    simulate(pathlib.Path(name))
    controls(pathlib.Path(name))
    dump()
print("\n".join(faults + [f"{passed} passed, {len(faults)} failed"]))
sys.exit(1 if faults else 0)
