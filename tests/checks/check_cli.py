#!/usr/bin/env python3
"""Runs the sinew program as a user would: help, exit codes, messages, tables, CSV, NPY, SVG and JSON; signals,
terminals and full disks.

usage: check_cli.py PROGRAM; ends with "N passed, M failed".
"""
import cmath
import json
import math
import os
import pathlib
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
COMMANDS = ["info", "check", "run", "rollout", "render", "bench", "dump", "linearize", "compile", "about", "help"]
PENDULUM, ARM = "models/pendulum.xml", "models/arm.xml"
DIVERGES = "tests/data/check/trial.xml"
faults, passed = [], 0


def run(*args, **kwargs):
    return subprocess.run([PROGRAM, *map(str, args)], cwd=ROOT, capture_output=True, text=True, **kwargs)


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


def columns(path):
    """CSV -> name of a column -> numbers"""
    rows = [line.split(",") for line in pathlib.Path(path).read_text().strip().split("\n")]
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


# ---- command lines

# arguments -> words of the message
WRONG = [
    ([], "which command?"),
    (["nonsense"], "no command 'nonsense'"),
    (["rnu", PENDULUM], "did you mean 'run'?"),
    (["help", "inof"], "did you mean 'info'?"),
    (["info"], "MODEL is missing"),
    (["run"], "MODEL is missing"),
    (["compile", PENDULUM], "OUT is missing"),
    (["compile", PENDULUM, "x.bin"], ".xml or .snb"),
    (["about", "x"], "'x' is one argument too many"),
    (["run", PENDULUM, ARM], f"'{ARM}' is one argument too many"),
    (["check", ARM, "--bogus"], "no option '--bogus'"),
    (["run", PENDULUM, "--tmie", "1"], "did you mean '--time'?"),
    (["run", PENDULUM, "--tmie=1"], "no option '--tmie'; did you mean '--time'?"),
    (["run", PENDULUM, "--time"], "--time needs a value"),
    (["run", PENDULUM, "--time="], "--time needs a value"),
    (["run", PENDULUM, "--time", "--key"], "--time needs a value"),
    (["run", PENDULUM, "--time", "-1"], "'-1' is not a number above 0"),
    (["run", PENDULUM, "--time", "5s"], "'5s' is not a number"),
    (["run", PENDULUM, "--time", "nan"], "'nan' is not a number"),
    (["run", PENDULUM, "--time", "1e14"], "too many"),
    (["run", PENDULUM, "--every", "0"], "'0' is not a whole number, 1 or more"),
    (["run", PENDULUM, "--every", "1.5"], "'1.5' is not a whole number"),
    (["run", PENDULUM, "--allow-divergence=1"], "takes no value"),
    (["check", ARM, "--steps", "1e10"], "whole number"),
    (["check", ARM, "--steps", "10000000000"], "at most 1000000000"),
    (["check", ARM, "--steps", "-1"], "'-1' is not a whole number, 0 or more"),
    (["help", "--completion", "csh"], "'csh' is not one of: bash zsh fish"),
    (["run", PENDULUM, "--out", "x.txt"], ".csv or .npy"),
    (["run", PENDULUM, "--plot", "x.png"], "rsvg-convert"),
    (["run", PENDULUM, "--out", "-", "--plot", "-"], "both write '-'"),
    (["run", PENDULUM, "--key", "rased"], "did you mean 'raised'?"),
    (["run", PENDULUM, "--key", "3"], "no keyframe '3'"),
    (["dump", PENDULUM, "--key", "nobody"], "sinew info"),
    (["run", PENDULUM, "--fields", "qposs"], "did you mean 'qpos'?"),
    (["run", PENDULUM, "--fields", "nothing"], "no field 'nothing'"),
    (["run", PENDULUM, "--fields", "qpos[9]"], "no 'qpos[9]'"),
    (["run", PENDULUM, "--fields", "qpos:pivt"], "did you mean 'qpos:pivot'?"),
    (["run", "models/humanoid.xml", "--fields", "qpos:left_kne"], "did you mean 'qpos:left_knee'?"),
    (["run", "models/humanoid.xml", "--fields", "xpos:torsoo.z"], "did you mean 'xpos:torso.z'?"),
    (["run", PENDULUM, "--fields", "xpos:p*.w"], "xpos has world, pendulum"),
    (["run", PENDULUM, "--fields", "efc_force"], "sinew dump"),
    (["dump", PENDULUM, "--fields", "qpos,contcat"], "did you mean 'contact'?"),
    (["bench"], "MODEL is missing"),
    (["bench", *[PENDULUM] * 33], "MODEL takes 32 files at most"),
    (["bench", PENDULUM, "--threads", "0"], "'0' is not a whole number, 1 or more"),
    (["bench", PENDULUM, "--threads", "5000"], "at most 1024"),
    (["bench", PENDULUM, "--seconds", "0"], "'0' is not a number above 0"),
    (["bench", PENDULUM, "--settle", "-1"], "'-1' is not a whole number, 0 or more"),
    (["bench", PENDULUM, "--settle", "2000000000"], "at most 1000000000"),
    (["linearize"], "MODEL is missing"),
    (["linearize", PENDULUM, "--mode", "exact"], "'exact' is not one of: analytic hybrid fd"),
    (["linearize", PENDULUM, "--key", "rased"], "did you mean 'raised'?"),
    (["linearize", PENDULUM, "--out"], "--out needs a value"),
    (["linearize", PENDULUM, "--out", "--all"], "--out needs a value"),
    (["linearize", PENDULUM, "--out", "x_A.npy", "x_B.mat"], "'x_B.mat' must end in .npy, .csv or .txt"),
    (["linearize", PENDULUM, "--out", "x.npy"], "A, B, C or D, as in arm_A.npy"),
    (["linearize", PENDULUM, "--out", "x_A.npy", "--out=x_A.npy"], "'x_A.npy' is there twice"),
    (["linearize", PENDULUM, "--out", *["x_A.npy"] * 33], "--out takes 32 files at most"),
    (["linearize", "--out", "x_A.npy", PENDULUM], "MODEL is missing"),
]


def usage():
    for args, words in WRONG:
        r = run(*args)
        lines = r.stderr.split("\n")
        known = args and args[0] in COMMANDS and args != ["help", "inof"]
        who = "sinew " + args[0] if known else "sinew"
        check(f"usage error {args}", r.returncode == 2 and not r.stdout and words in lines[0] and
              lines[0].startswith(who + ": ") and lines[1:] == [f"try '{who} --help'", ""], repr(r))
    check("nothing was written by wrong lines", not list(ROOT.glob("x.*")))
    for args in [["--help"], ["-h"], ["help"], ["--version"], ["about"]] + \
            [[c, "--help"] for c in COMMANDS] + [["help", c] for c in COMMANDS] + [["run", "-h", "--bogus"]]:
        r = run(*args)
        check(f"help {args}", r.returncode == 0 and r.stdout and not r.stderr, repr(r))
        check(f"lines of help {args}", all(len(x) <= 100 and x == x.rstrip() for x in r.stdout.split("\n")), r.stdout)
    for c in COMMANDS:
        check(f"help {c} is {c} --help", run("help", c).stdout == run(c, "--help").stdout)
    check("help has examples and defaults", "examples:" in run("run", "--help").stdout and
          "(default 5)" in run("run", "--help").stdout)
    r = run("run", "--time=0.01", "--key=raised", "--fields=qpos", "--out=-", "--", PENDULUM)
    check("--name=value and --", r.returncode == 0 and r.stdout.startswith("time,qpos:pivot\n0,2.0944\n"), repr(r))
    r = run("info", "--", "--help")
    check("a model that begins with a dash", r.returncode == 1 and "--help" in r.stderr, repr(r))


def generated(folder):
    """one table of options: help, manual page and completions name the same ones"""
    manual = run("help", "--man").stdout
    shells = {shell: run("help", "--completion", shell).stdout for shell in ("bash", "zsh", "fish")}
    for c in COMMANDS:
        options = re.findall(r"^  (--[a-z0-9-]+)", run(c, "--help").stdout, re.M)
        check(f"options of {c}", "--help" in options)
        section = manual.split(f".SS sinew {c} ")[1].split("\n.S")[0]
        roff = [x.replace("\\-", "-") for x in re.findall(r"^\\fB(\S+?)\\fR", section, re.M)]
        check(f"manual page of {c}", roff == options, repr((roff, options)))
        check(f"bash completion of {c}", f"options='{' '.join(options)}'" in shells["bash"])
        part = shells["zsh"].split(f"\n    {c})\n")[1].split(";;")[0]
        check(f"zsh completion of {c}", re.findall(r"^        '(--[a-z0-9-]+)", part, re.M) == options, part)
        fish = re.findall(rf"__fish_seen_subcommand_from {c}' -l (\S+)", shells["fish"])
        check(f"fish completion of {c}", ["--" + x for x in fish] == options, repr(fish))
    for word in ("EXIT STATUS", "\n.B 130\n", "sensordata:wrist_*"):
        check(f"manual page has {word!r}", word in manual.replace("\\-", "-"))
    page = folder / "sinew.1"
    page.write_text(manual)
    if shutil.which("groff"):
        r = subprocess.run(["groff", "-man", "-Tascii", "-ww", "-z", page], capture_output=True, text=True)
        check("groff accepts the manual page", r.returncode == 0 and not r.stderr, r.stderr)
    (folder / "sinew.bash").write_text(shells["bash"])
    for words, expected in ((["ru"], "run"), (["run", "x", "--t"], "--time"), (["run", "models/car"], "models/cartpole.xml"),
                            (["run", "x", "--ctrl", "no"], "noise"), (["help", "--completion", "=", "z"], "zsh"),
                            (["help", "co"], "compile"), (["linearize", "x", "--mode", "hy"], "hybrid"),
                            (["linearize", "x", "--out", "models/car"], "models/cartpole.xml")):
        script = f'source {folder}/sinew.bash; COMP_WORDS=(sinew {" ".join(words)}); COMP_CWORD={len(words)}; _sinew; ' \
                 'printf "%s\\n" "${COMPREPLY[@]}"'
        r = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True)
        check(f"bash completes {words}", r.stdout.split() == [expected], repr(r))


# ---- info

def info(folder):
    r = run("info", "models/humanoid.xml")
    check("info", r.returncode == 0 and "tree" in r.stdout and "actuators" in r.stdout and "total" in r.stdout)
    r = run("info", ARM)
    check("info has kinds and keyframes", all(re.search(x, r.stdout) for x in (
        r"joint1 +position +at joint 'joint1'", r"touch_left +touch, 1 number", r"keyframes\n  home +time 0")), r.stdout)
    r = run("info", ARM, "--json")
    data = json.loads(r.stdout) if r.returncode == 0 else {}
    check("info --json", [k["name"] for k in data.get("keyframes", [])] == ["home", "reach"] and
          data["sizes"]["nv"] == len(data["joints"]) + 5 and data["timestep"] == 0.002, repr(data.get("sizes")))
    kinds = {s["name"]: s["kind"] for s in data.get("sensors", [])}
    check("kinds of sensors", kinds.get("wrist_force") == "force" and kinds.get("tool_quat") == "framequat", repr(kinds))
    file = folder / "kinds.xml"
    file.write_text("""<mujoco><worldbody><body name="b"><joint name="j"/><geom size=".1"/><site name="s"/></body></worldbody>
      <actuator><motor joint="j"/><position joint="j" timeconst=".1"/><velocity joint="j"/><damper joint="j" ctrlrange="0 1"/>
      <intvelocity joint="j" actrange="-1 1"/><cylinder joint="j"/><muscle joint="j" lengthrange="0 1"/>
      <adhesion body="b" ctrlrange="0 1"/><general joint="j" biastype="affine" gaintype="affine"/></actuator></mujoco>""")
    data = json.loads(run("info", file, "--json").stdout)
    check("kinds of actuators", [a["kind"] for a in data["actuators"]] == [
        "motor", "position", "velocity", "damper", "intvelocity", "cylinder", "muscle", "adhesion", "general"], repr(data["actuators"]))
    broken = sorted((ROOT / "tests/data/broken").glob("*.xml"))[0]
    r = run("info", broken)
    check("info of a broken file", r.returncode == 1 and r.stderr.startswith("sinew: ") and not r.stdout, repr(r))
    r = run("info", "no/such/file.xml")
    check("info of no file", r.returncode == 1 and "no/such/file.xml" in r.stderr)


# ---- run

def urdf():
    """the reading of URDF: mimics are equalities, or are left out as in the reference"""
    gripper = "tests/data/urdf/own/gripper.urdf"
    for args, equalities in ((["--urdf", "standard"], True), (["--urdf=reference"], False),
                             (["--urdf", "reference"], False), ([], True)):
        r = run("info", gripper, *args)
        check(f"urdf {args}", r.returncode == 0 and ("equalities" in r.stdout) == equalities, repr(r))
        check(f"urdf {args} warns", ("SINEW_URDF=reference" in r.stderr) == equalities, r.stderr)
        r = run("check", gripper, *args)
        check(f"check, urdf {args}", ("SINEW_URDF=reference" in r.stdout) == equalities, repr(r))
    for args in (["--urdf", "other"], ["--urdf"]):
        r = run("info", gripper, *args)
        check(f"urdf {args}", r.returncode == 2 and "--urdf" in r.stderr, repr(r))


def simulate(folder):
    csv, npy, svg = folder / "a.csv", folder / "a.npy", folder / "a.svg"
    common = ["run", PENDULUM, "--time", "2", "--key", "raised", "--fields", "qpos,qvel[0],energy", "--every", "10"]
    r = run(*common, "--out", csv, "--plot", svg)
    check("run", r.returncode == 0 and PENDULUM in r.stdout and "steps per second" in r.stdout and "energy" in r.stdout and
          re.search(r"in \S+ s \(CPU time \S+ s\)", r.stdout), repr(r))
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
    r = run(*common, "--out", "-")
    check("--out - is the same table", r.stdout == csv.read_text() and "steps per second" in r.stderr, repr(r.stderr))
    r = run(*common, "--plot", "-")
    check("--plot - is the plot", r.stdout == svg.read_text() and "steps per second" in r.stderr, repr(r.stderr))
    r = run("run", ARM, "--time", "0.01", "--fields", "energy:potential", "--out", "-")
    check("energy is computed when it is recorded", float(r.stdout.split("\n")[1].split(",")[1]) > 100, r.stdout)


def files_first(folder):
    """what cannot be written is said before anything is simulated"""
    for args in (["--out", folder / "none/a.csv"], ["--plot", folder / "none/a.svg"], ["--ctrl", folder / "none.csv"]):
        start = time.monotonic()
        r = run("run", "models/dominoes.xml", "--time", "100000", *args, timeout=60)
        check(f"run {args} fails at once", r.returncode == 1 and r.stderr.startswith("sinew: ") and not r.stdout and
              time.monotonic() - start < 30, repr(r))
    for name, args in (("full.csv", ["run", PENDULUM, "--out"]), ("full.npy", ["run", PENDULUM, "--out"]),
                       ("full.svg", ["run", PENDULUM, "--plot"]), ("full.snb", ["compile", PENDULUM]),
                       ("full.xml", ["compile", PENDULUM]), ("full_A.npy", ["linearize", PENDULUM, "--out"])):
        (folder / name).symlink_to("/dev/full")
        r = run(*args, folder / name)
        check(f"{args[0]}: full disk, {name}", r.returncode == 1 and "cannot write" in r.stderr and name in r.stderr, repr(r))
    for args in (["info", ARM], ["info", ARM, "--json"], ["dump", ARM], ["linearize", ARM], ["linearize", ARM, "--json"], ["check", ARM], ["check", ARM, "--json"], ["help", "--man"],
                 ["--version"], ["run", PENDULUM, "--out", "-"], ["run", PENDULUM]):
        with open("/dev/full", "w") as full:
            r = subprocess.run([PROGRAM, *args], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
        check(f"full standard output {args}", r.returncode == 1 and "cannot write" in r.stderr, repr(r))


def names(folder):
    """columns carry names"""
    model = folder / "names.xml"
    model.write_text("""<mujoco>
      <worldbody>
        <body name="float"><freejoint/><geom size=".1"/>
          <body name="head"><joint name="neck" type="ball"/><geom size=".1"/>
            <body><joint axis="1 0 0"/><joint axis="0 1 0"/><geom size=".1" pos=".1 0 0"/>
              <site name="a,b"/></body></body></body>
        <body name="goal" mocap="true"/>
      </worldbody>
      <actuator><motor name="turn" joint="neck" gear="1 0 0"/><motor site="a,b"/></actuator>
      <sensor><accelerometer name="acc" site="a,b"/><framequat name="q" objtype="body" objname="head"/><clock name="clock"/>
        <clock/><user name="u" dim="2" datatype="real"/></sensor>
    </mujoco>""")

    def heading(fields):
        return run("run", model, "--time", "0.01", "--fields", fields, "--out", "-").stdout.split("\n")[0]
    quat = lambda x: ",".join(f"{x}.{c}" for c in ("qw", "qx", "qy", "qz"))
    vec = lambda x: ",".join(f"{x}.{c}" for c in "xyz")
    turn = lambda x: ",".join(f"{x}.r{c}" for c in "xyz")
    for fields, expected in (
            ("qpos", f"{vec('qpos:float')},{quat('qpos:float')},{quat('qpos:neck')},qpos[11],qpos[12]"),
            ("qvel", f"{vec('qvel:float')},{turn('qvel:float')},{turn('qvel:neck')},qvel[9],qvel[10]"),
            ("ctrl,actuator_force", "ctrl:turn,ctrl[1],actuator_force:turn,actuator_force[1]"),
            ("sensordata", f"{vec('sensordata:acc')},{quat('sensordata:q')},sensordata:clock,sensordata[8],"
                           "sensordata:u[0],sensordata:u[1]"),
            ("xpos:head,xpos[3],xquat:goal", f"{vec('xpos:head')},{vec('xpos[3]')},{quat('xquat:goal')}"),
            ("mocap_pos", vec("mocap_pos:goal")),
            ("site_xpos:*.z", '"site_xpos:a,b.z"'),
            ("xfrc_applied:head", f"{vec('xfrc_applied:head')},{turn('xfrc_applied:head')}"),
            ("cvel:head", f"{turn('cvel:head')},{vec('cvel:head')}"),
            ("qvel:float.z,qvel[0],ncon,energy", "qvel:float.z,qvel:float.x,ncon,energy:potential,energy:kinetic"),
            ("sensordata:?", f"{quat('sensordata:q')},sensordata:u[0],sensordata:u[1]"),
            ("q*:neck.q?", quat("qpos:neck")),
            ("xmat:head", ",".join(f"xmat:head.{a}{b}" for a in "xyz" for b in "xyz"))):
        check(f"names of {fields}", heading(fields) == "time," + expected, heading(fields))


def controls(folder):
    file, out = folder / "ctrl.csv", folder / "c.csv"

    def record(text, model=PENDULUM, seconds="1", fields="ctrl"):
        file.write_text(text)
        return run("run", model, "--time", seconds, "--ctrl", file, "--fields", fields, "--every", "1", "--out", out)
    r = record("time,torque\n0,0\n0.5,1.5\n")
    values = columns(out)["ctrl:torque"]
    check("controls from a file", values[100] == 0 and values[-1] == 1.5, repr(r))
    r = record('"time", "grip" ,ctrl:joint3,qpos:joint1\r\n0,0.01,0.5,7\r\n0.5,0.02,-0.5,7\r\n', ARM)
    got = columns(out)
    check("controls by their names, in any order", r.returncode == 0 and got["ctrl:grip"][-1] == 0.02 and
          got["ctrl:joint3"][0] == 0.5 and got["ctrl:joint3"][-1] == -0.5 and not any(got["ctrl:joint1"]), repr(r))
    for text, words in (("0,1,2\n", "ctrl.csv:1"), ("time,trque\n0,1\n", "did you mean 'torque'?"), ("time,torque\n0\n", "ctrl.csv:2: there are fewer"), ("time,torque\n0,\n", "ctrl.csv:2: cell 2"),
                        ("time,torque\n0,1,2\n", "ctrl.csv:2: there are more"), ("time,torque\n1,0\n0,0\n", "ctrl.csv:3"),
                        ("time,torque,torque\n0,1,1\n", "two columns"), ("time,qpos:pivot\n0,1\n", "names no control"),
                        ("time,torque\n", "no rows"), ("", "ctrl.csv"), ("0,x\n", "ctrl.csv:1: cell 2")):
        r = record(text)
        check(f"controls {text!r}", r.returncode == 1 and words in r.stderr and not r.stdout, repr(r))
    odd = folder / "odd.xml"
    odd.write_text("""<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
      <actuator><motor name='a "b", c' joint="j"/></actuator></mujoco>""")
    r = record('time,"a ""b"", c"\n0,2\n', odd)
    check("quoted names", r.returncode == 0 and out.read_text().startswith('time,"ctrl:a ""b"", c"\n0,2\n'), repr(r))
    first, second = folder / "n1.csv", folder / "n2.csv"
    common = ["run", ARM, "--time", "0.5", "--fields", "qpos,ctrl", "--every", "1", "--out"]
    run(*common, first, "--ctrl", "noise")
    run(*common, second, "--ctrl", first)
    check("a record serves as controls", first.read_bytes() == second.read_bytes() and max(columns(first)["ctrl:joint1"]) > 0)


def interrupt(folder):
    for number, name in ((signal.SIGINT, "i.csv"), (signal.SIGTERM, "i.npy")):
        out = folder / name
        p = subprocess.Popen([PROGRAM, "run", "models/humanoid.xml", "--time", "100000", "--every", "10", "--out", str(out)],
                             cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        check(f"nothing is there before {name} is whole", not list(folder.glob(f"{name}*")))
        p.send_signal(number)
        text, errors = p.communicate(timeout=60)
        check(f"exit code after signal {int(number)}", p.returncode == 128 + number and "interrupted after" in errors, repr((text, errors)))
        rows = int(re.search(r"(\d+) rows", text).group(1)) if "rows" in text else -1
        have = len(columns(out)["time"]) if name.endswith("csv") else read_npy(out)[0][0]
        check(f"what was recorded is complete in {name}", rows == have and rows > 0, repr((rows, have)))


def divergence(folder):
    out = folder / "d.csv"
    r = run("run", DIVERGES, "--time", "0.5", "--every", "1", "--out", out)
    check("divergence", r.returncode == 3 and "diverged 24 times, first at 0.02 s" in r.stdout, repr(r))
    check("divergences in time", r.stderr.startswith("sinew: at 0.02 s the simulation diverged (qacc[0], joint 'spring')") and
          r.stderr.count("the simulation diverged (") == 5 and "sinew check" in r.stderr, r.stderr)
    times = columns(out)["time"]
    check("times are monotone", len(times) == 51 and all(a < b for a, b in zip(times, times[1:])) and abs(times[-1] - 0.5) < 1e-9)
    r = run("run", DIVERGES, "--time", "0.5", "--allow-divergence")
    check("divergence that is allowed", r.returncode == 0 and "diverged 24 times" in r.stdout, repr(r))
    r = run("dump", DIVERGES, "--time", "0.5", "--fields", "qpos", "--json")
    check("dump after a divergence", r.returncode == 3 and abs(json.loads(r.stdout)["time"] - 0.5) < 1e-9, repr(r))
    still = folder / "still.xml"
    still.write_text((ROOT / DIVERGES).read_text().replace("<option", '<option><flag autoreset="disable"/></option><option', 1))
    r = run("run", still, "--time", "0.5", "--every", "1", "--out", out)
    check("divergence without a reset", r.returncode == 3 and "starts again" not in r.stderr and
          abs(columns(out)["time"][-1] - 0.5) < 1e-9, repr(r))
    r = run("run", "tests/data/check/sign.xml")
    check("a negative timestep", r.returncode == 1 and "timestep is -0.002" in r.stderr and not r.stdout, repr(r))


def terminal():
    """progress is shown on a terminal, and only there"""
    master, slave = pty.openpty()
    p = subprocess.Popen([PROGRAM, "run", "models/humanoid.xml", "--time", "100000"], cwd=ROOT, stdout=subprocess.PIPE, stderr=slave)
    os.close(slave)
    shown = b""
    while b"s left" not in shown:
        shown += os.read(master, 1000)
    p.send_signal(signal.SIGINT)
    p.communicate(timeout=60)
    os.close(master)
    check("progress", p.returncode == 130 and re.search(rb"\d s simulated, \d+%, \d+ steps per second, \d+ s left", shown), repr(shown))


def plots(folder):
    svg = folder / "p.svg"

    def plot(model, fields, *args):
        r = run("run", model, "--time", "0.2", "--fields", fields, "--plot", svg, *args)
        root = xml.dom.minidom.parse(str(svg)).documentElement
        return r, [t.firstChild.data for t in root.getElementsByTagName("text")], root.getElementsByTagName("polyline")
    r, texts, lines = plot(PENDULUM, "qpos,qvel,energy")
    check("svg", r.returncode == 0 and len(lines) == 4 and {"time (s)", "qpos (rad)", "qvel (rad/s)", "energy (J)"} <= set(texts), repr(texts))
    r, texts, lines = plot("models/humanoid.xml", "qpos")
    check("panels by unit", [t for t in texts if t.startswith("qpos")] == ["qpos (m)", "qpos", "qpos (rad)"] and
          {"root.x", "root.qw"} <= set(texts), repr(texts))
    check("what was left out", len(lines) == 3 + 4 + 14 and "11 more are not shown" in texts and
          "not in the plot: 11 of 25 in qpos (rad)" in r.stdout, repr((texts, r.stdout)))
    r, texts, lines = plot(ARM, "sensordata:wrist_*", "--key", "home")
    check("plot by pattern", [t for t in texts if t.startswith("sensordata")] == ["sensordata (N)", "sensordata (N m)"] and
          len(lines) == 6 and "wrist_force.x" in texts and "not in the plot" not in r.stdout, repr(texts))
    r, texts, lines = plot("models/hand.xml", "sensordata:*_length,ten_length,actuator_force")
    check("units of tendons and actuators", {"sensordata (m)", "ten_length (m)", "ten_length", "actuator_force (N)", "actuator_force (N m)",
                                             "actuator_force"} <= set(texts), repr(texts))
    many = folder / "many.xml"
    many.write_text("<mujoco><option gravity='0 0 0'/><worldbody>" + "".join(
        f"<body><joint name='j{i:02}' type='slide' axis='1 0 0'/><geom size='.1' pos='{i} 0 0' contype='0'/></body>" for i in range(20)) +
        "</worldbody><keyframe><key name='k' qpos='" + " ".join(["1"] * 19 + ["1000"]) + "'/></keyframe></mujoco>")
    r, texts, lines = plot(many, "qpos", "--key", "k")
    numbers = [float(t) for t in texts if re.fullmatch(r"-?[0-9.e+]+", t)]
    check("scaled by what is shown", len(lines) == 14 and max(numbers) < 2 and "6 more are not shown" in texts, repr(texts))
    r, texts, lines = plot(many, "qpos:j19", "--key", "k")
    check("scaled by what was chosen", len(lines) == 1 and any(float(t) > 900 for t in texts if re.fullmatch(r"[0-9.]+", t)), repr(texts))


# ---- dump

def dump():
    r = run("dump", PENDULUM, "--json")
    data = json.loads(r.stdout) if r.returncode == 0 else {}
    check("dump --json", data.get("qpos") == [0] and len(data.get("xpos", [])) == 6 and data.get("time") == 0 and data.get("ncon") == 0)
    check("names in JSON", data["names"]["qpos"] == ["pivot"] and data["names"]["xpos"][3] == "pendulum.x")
    check("every array has as many names", all(len(v) == len(data[k]) for k, v in data["names"].items() if k != "M"))
    r = run("dump", PENDULUM, "--fields", "xpos,qpos")
    check("dump --fields", r.returncode == 0 and r.stdout.startswith("time 0\nxpos (nbody x 3)\n  world ") and
          re.search(r"\nqpos \(nq x 1\)\n  pivot +0\n$", r.stdout), r.stdout)
    r = run("dump", PENDULUM, "--key", "raised", "--fields", "qpos", "--json")
    check("dump --key", json.loads(r.stdout)["qpos"] == [2.0944])
    record = run("run", "models/humanoid.xml", "--time", "0.5", "--fields", "qpos,ncon,nefc", "--every", "250", "--out", "-").stdout
    last = [float(x) for x in record.strip().split("\n")[-1].split(",")]
    r = run("dump", "models/humanoid.xml", "--time", "0.5", "--fields", "qpos,ncon,nefc,contacts,M,efc_force", "--json")
    data = json.loads(r.stdout)
    check("dump --time", abs(data["time"] - 0.5) < 1e-9 and max(abs(a - b) for a, b in zip(data["qpos"], last[1:])) < 1e-6)
    check("contacts", data["ncon"] == len(data["contact"]) > 0 and len(data["efc_force"]) == data["nefc"] > 0 and
          {c["geom1"] for c in data["contact"]} == {"floor"} and all(c["force"][0] > 0 and c["dist"] < 0 for c in data["contact"]), r.stdout[:2000])
    nv = len(data["names"]["M"])
    m = data["M"]
    check("M is dense and symmetric", len(m) == nv * nv and nv == 31 and all(m[i * nv + j] == m[j * nv + i] for i in range(nv) for j in range(nv)) and
          all(m[i * nv + i] > 0 for i in range(nv)), str(nv))
    mass = json.loads(run("info", "models/humanoid.xml", "--json").stdout)["mass"]
    check("M of the root is the mass", all(abs(m[i * nv + i] - mass) < 1e-9 for i in range(3)), str(mass))
    r = run("dump", "models/humanoid.xml", "--time", "0.5", "--fields", "ncon,contact")
    check("contacts as text", re.search(r"^ncon \d+\ncontact \(ncon x 1\)\n  floor - ", r.stdout.split("\n", 1)[1]), r.stdout[:500])


# ---- linearize

# a cart on a spring with a damper; a twin that nothing drives and nothing sees; a slow filter
LINEAR = """<mujoco><option timestep=".01" gravity="0 0 0"/><worldbody>
  <body><joint name="cart" type="slide" stiffness="8" damping=".4"/><geom size=".1" mass="2" contype="0"/></body>
  <body><joint name="lost" type="slide" stiffness="18" damping=".6"/><geom size=".1" mass="2" contype="0"/></body>
  </worldbody><actuator><general name="push" joint="cart" dyntype="filter" dynprm="3" gainprm="5"/></actuator>
  <sensor><jointpos joint="cart"/></sensor></mujoco>"""


def linearize(folder):
    # text, but for what depends on how derivatives are taken
    for name, args in (("cartpole_up", ["models/cartpole.xml", "--key", "up"]), ("slider_crank", ["models/slider_crank.xml", "--time", "0.5"])):
        r = run("linearize", *args)
        text = re.sub(r"derivatives: .*", "derivatives: ...", r.stdout)
        text = re.sub(r"(is 1 to )\S+\)", r"\1...)", text)
        golden = ROOT / f"tests/golden/cli/linearize_{name}.txt"
        check(f"linearize {name} is {golden.name}", r.returncode == 0 and text == golden.read_text(), r.stdout + r.stderr)
    # numbers, by hand: Euler with implicit damping
    file = folder / "linear.xml"
    file.write_text(LINEAR)
    h, mass = 0.01, 2
    expected = [1 - h / 3]
    for k, b in ((8, 0.4), (18, 0.6)):
        v = [-k * h / (mass + h * b), 1 - b * h / (mass + h * b)]
        mean, det = (1 + h * v[0] + v[1]) / 2, v[1]
        expected += [mean + cmath.sqrt(mean * mean - det), mean - cmath.sqrt(mean * mean - det)]
    for mode in ("analytic", "hybrid", "fd"):
        r = run("linearize", file, "--mode", mode, "--json")
        data = json.loads(r.stdout)
        got = []
        for m in data["modes"]:
            z = complex(*m["z"])
            got += [z, z.conjugate()] if z.imag else [z]
            rate = cmath.log(z) / h
            check(f"rate of {z}, {mode}", abs(rate - complex(*m["rate"])) < 1e-6 and
                  abs(m["frequency"] - rate.imag / 2 / math.pi) < 1e-6 and abs(m["damping"] + rate.real / abs(rate)) < 1e-6 and
                  abs(m["time_constant"] * rate.real + 1) < 1e-6, repr(m))
        worst = max(min(abs(e - z) for z in got) for e in expected)
        check(f"eigenvalues, {mode}", len(got) == 5 and worst < 1e-8 and data["stability"] == "stable", repr((worst, data)))
        for key, names in (("controllability", {"qpos:lost", "qvel:lost"}), ("observability", {"qpos:lost", "qvel:lost"})):
            part = data[key]
            check(f"{key}, {mode}", part["rank"] == 3 and set(part["left_states"]) == names and len(part["left_modes"]) == 1 and
                  abs(complex(*part["left_modes"][0]["z"]) - expected[3]) < 1e-8, repr(part))
        check(f"names, {mode}", data["states"] == ["qpos:cart", "qpos:lost", "qvel:cart", "qvel:lost", "act:push"] and
              data["controls"] == ["ctrl:push"] and data["asked"] == mode and data["qacc"] == 0 and
              [m["states"] for m in data["modes"] if len(m["states"]) == 1 and m["z"][1]] == [["cart"], ["lost"]], repr(data))
    matrices(folder, file)
    r = run("linearize", "models/cartpole.xml", "--key", "up", "--ctrl", "noise")
    check("a control that pushes is no equilibrium", "not an equilibrium" in r.stdout and r.returncode == 0, repr(r))
    r = run("linearize", "models/humanoid.xml")
    check("modes that are not shown are counted", re.search(r"and \d+ modes that decay faster; --all", r.stdout), r.stdout)
    check("--all", len(run("linearize", "models/humanoid.xml", "--all").stdout.split("\n")) > 40)
    r = run("linearize", DIVERGES, "--time", "5")
    check("linearize after a divergence", r.returncode == 3 and "diverged" in r.stderr, repr(r))
    for text, words in (("<worldbody><geom size='.1'/></worldbody>", "nothing moves"),
                        ("<worldbody><body><joint/><geom size='.1'/></body></worldbody><sensor><clock delay='.01' nsample='5'/></sensor>",
                         "delay")):
        file.write_text(f"<mujoco>{text}</mujoco>")
        r = run("linearize", file)
        check(f"linearize refuses: {words}", r.returncode == 1 and words in r.stderr and not r.stdout, repr(r))


def matrices(folder, file):
    names = [f"m_{x}.{kind}" for kind in ("npy", "csv", "txt") for x in "ABCD"]
    r = run("linearize", file, "--out", *[folder / x for x in names[:5]], "--all", "--out", *[folder / x for x in names[5:]])
    check("linearize --out", r.returncode == 0 and all((folder / x).exists() for x in names), repr(r))
    for x, shape in (("A", (5, 5)), ("B", (5, 1)), ("C", (1, 5)), ("D", (1, 1))):
        got, values = read_npy(folder / f"m_{x}.npy")
        check(f"shape of {x}", got == shape, repr(got))
        text = (folder / f"m_{x}.txt").read_text()
        check(f"{x} as text", [float(v) for v in text.split()] == list(values) and len(text.split("\n")) == shape[0] + 1, text)
        heading, rows = (folder / f"m_{x}.csv").read_text().split("\n", 1)
        check(f"{x} as CSV", heading == ("ctrl:push" if x in "BD" else "qpos:cart,qpos:lost,qvel:cart,qvel:lost,act:push") and
              [float(v) for v in rows.replace("\n", ",").split(",")[:-1]] == list(values), rows)
    shape, b = read_npy(folder / "m_B.npy")
    check("B is that of a filter", max(abs(b[i]) for i in range(4)) < 1e-9 and abs(b[4] - 0.01 / 3) < 1e-9, repr(b))
    r = run("linearize", file, "--out", folder / "none/m_A.npy")
    check("linearize to nowhere", r.returncode == 1 and "cannot write" in r.stderr and not r.stdout, repr(r))


# ---- compile

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
    "overlap": [("warning", "overlap", 6, "by 0.05 m at the start, and will be pushed apart")],
    "overlap_foot": [("warning", "overlap", 9, "geom 'floor' and a geom of body 'foot' overlap by 0.01 m at the start, and will be pushed apart; "
                      "so do 2 other pairs of geoms of these bodies")],
    "overlap_key": [("warning", "overlap", 10, "by 0.08 m")],
    "friction": [("warning", "friction", 3, "sliding")],
    "stiff_flex": [("warning", "stiff-flex", 4, "turns 1.69 rad")],
    "flex_overlap": [("warning", "flex-overlap", 4, "0.015 m deep in geom 'floor'"),
                     ("warning", "flex-overlap", 7, "0.05 m deep in itself")],
    "flex_effect": [("warning", "flex-effect", 3, "passive"), ("warning", "flex-effect", 7, "damping"),
                    ("warning", "flex-effect", 11, "never stretched")],
    "flex_clean": [],
    "unused": [("note", "unused", 5, "material"), ("note", "unused", 4, "texture"), ("note", "unused", 7, "mesh"),
               ("note", "unused", 6, "hfield")],
    "trial": [("warning", "stiff-spring", 7, "31.6 rad"), ("warning", "trial", 7, "it moves at"),
              ("warning", "trial", 7, "acceleration")],
    "loader": [("warning", "loader", 6, "root element")],
    "sign": [("warning", "timestep", 0, "-0.002"), ("warning", "sign", 5, "damping is negative"), ("warning", "sign", 10, "kp is -5"),
             ("warning", "sign", 11, "kv is -2")],
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
              all(f"[{e[1]}]" in r.stdout and e[3] in r.stdout and (not e[2] or f"{path}:{e[2]}: {e[0]}: " in r.stdout)
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


def bench():
    arguments = ["bench", PENDULUM, "models/quadruped.xml", "--seconds", "0.05"]
    r = run(*arguments)
    lines = r.stdout.split("\n")
    check("bench", r.returncode == 0 and not r.stderr and len(lines) == 4 and lines[0].split()[:3] == ["model", "dofs", "steps/s"] and
          [x.split()[0] for x in lines[1:3]] == arguments[1:3], repr(r))
    r = run(*arguments, "--variants")
    check("bench of what is no variant", r.returncode == 1 and "'models/quadruped.xml' is no variant" in r.stderr and not r.stdout, repr(r))
    with tempfile.TemporaryDirectory() as folder:
        other = pathlib.Path(folder) / "other.xml"
        other.write_text((ROOT / "models/dominoes.xml").read_text().replace("<option ", '<option solver="PGS" ', 1))
        r = run("bench", "models/dominoes.xml", other, "--variants", "--settle", "20", "--seconds", "0.05", "--json")
        got = [m["contacts"] for m in json.loads(r.stdout)["models"]]
        check("bench --variants: the same contacts", abs(got[0] - got[1]) < 0.1 * got[0], repr(got))
    r = run(*arguments, "--profile")
    check("bench --profile", r.returncode == 0 and r.stdout.count("solver") == 2 and r.stdout.count("rest") == 2, repr(r))
    r = run(*arguments, "--profile", "--json", "--threads", "2")
    data = json.loads(r.stdout)
    check("bench --json", data["threads"] == 2 and [m["dofs"] for m in data["models"]] == [1, 18], r.stdout)
    for m in data["models"]:
        stages = sum(v for k, v in m["profile"].items() if k != "step")
        check("bench: stages make a step", abs(stages - m["profile"]["step"]) < 0.01 * m["profile"]["step"], repr(m))
        check("bench: real time", abs(m["microseconds"] * m["steps_per_second"] - 1e6) < 1 and m["real_time"] > 0, repr(m))
    check("bench: four feet on the ground", abs(data["models"][1]["contacts"] - 4) < 0.1 and data["models"][1]["iterations"] > 1, r.stdout)
    r = run("bench", PENDULUM, "no/such.xml")
    check("bench of no file", r.returncode == 1 and "no/such.xml" in r.stderr and not r.stdout, repr(r))


def load_errors():
    """check --json prints JSON whatever happens"""
    for path in sorted((ROOT / "tests/data/broken").glob("*.xml"))[:20]:
        r = run("check", path, "--json")
        found = json.loads(r.stdout)["findings"]
        check(f"check --json {path.name}", r.returncode == 1 and not r.stderr and found[-1]["severity"] == "error" and
              found[-1]["rule"] == "loader" and found[-1]["message"], repr(r))
        check(f"place of the error in {path.name}", not found[-1]["line"] or found[-1]["file"].endswith(".xml"), repr(found))
    for path in ("no/such.xml", "no/such.snb"):
        r = run("check", path, "--json")
        check(f"check --json {path}", r.returncode == 1 and "does not exist" in json.loads(r.stdout)["findings"][0]["message"], repr(r))


def demo():
    r = subprocess.run(["sh", "tools/demo.sh", pathlib.Path(PROGRAM).parent], cwd=ROOT, capture_output=True, text=True)
    check("demo", r.returncode == 0 and not r.stderr and "models/dominoes.xml: 1000 steps" in r.stdout and
          len(re.findall(r"MuJoCo 3.12.0, [0-9,]+ steps per second, Sinew [0-9,]+, [0-9.]+ times", r.stdout)) == 2, repr(r))


with tempfile.TemporaryDirectory() as name:
    here = pathlib.Path(name)
    usage()
    generated(here)
    info(here)
    urdf()
    simulate(here)
    files_first(here)
    names(here)
    controls(here)
    interrupt(here)
    divergence(here)
    terminal()
    plots(here)
    dump()
    linearize(here)
    checks()
    bench()
    load_errors()
    compile_model(here)
    demo()
print("\n".join(faults + [f"{passed} passed, {len(faults)} failed"]))
sys.exit(1 if faults else 0)
