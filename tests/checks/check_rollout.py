#!/usr/bin/env python3
"""Runs `sinew rollout` as a user would: against `sinew run`, on 1, 2 and 3 threads, killed and resumed, with controls
from files, on full disks and with files that are damaged or are not there.

usage: check_rollout.py PROGRAM [MPI_PROGRAM]; ends with "N passed, M failed".
With the second program the same is asked of 1, 2 and 3 processes under mpirun, instead of threads; 77 where there is
no mpirun.
"""
import array
import hashlib
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
HUMANOID, PENDULUM, ARM = "models/humanoid.xml", "models/pendulum.xml", "models/arm.xml"
faults, passed = [], 0


def check(name, ok, what=""):
    global passed
    if ok:
        passed += 1
    else:
        faults.append(f"FAILED: {name} {what}")


def limit(size):
    """files of at most that many bytes: what a full disk does"""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def run(*args, **kwargs):
    return subprocess.run([PROGRAM, *map(str, args)], cwd=ROOT, capture_output=True, text=True, **kwargs)


def rollout(*args, **kwargs):
    """replaces what is there, if it does not go on from a checkpoint; fresh() does not"""
    return fresh(*args, *(() if "--resume" in args or "--out" not in args else ("--force",)), **kwargs)


def fresh(*args, **kwargs):
    return run("rollout", *args, **kwargs)


def part(path):
    return path.with_name(path.name + ".part")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None


# ---- NPY

def load(path):
    """-> shape, numbers"""
    data = path.read_bytes()
    size = int.from_bytes(data[8:10], "little")
    head = eval(data[10:10 + size])  # a dict of literals that the program wrote
    return head["shape"], array.array("d" if head["descr"] == "<f8" else "f", data[10 + size:])


def save(path, shape, values, descr="<f8", fortran=False, version=1, cut=0):
    text = repr({"descr": descr, "fortran_order": fortran, "shape": tuple(shape)})
    length = 2 if version == 1 else 4
    text += " " * (-(8 + length + len(text) + 1) % 64) + "\n"
    data = b"\x93NUMPY" + bytes([version, 0]) + len(text).to_bytes(length, "little") + text.encode()
    data += array.array("f" if descr == "<f4" else "d", values).tobytes()
    path.write_bytes(data[:len(data) - cut])


def row(loaded, world, record):
    (_, records, width), values = loaded
    at = (world * records + record) * width
    return list(values[at:at + width])


# ---- numbers

def against_run(here):
    """a world is what `sinew run` simulates"""
    for model, key, fields in ((HUMANOID, "0", "qpos,qvel,sensordata,xpos,ncon"), (ARM, "home", "qpos,qvel,qfrc_actuator,energy"),
                               ("models/muscle_arm.xml", None, "qpos,act,ten_length"), (PENDULUM, "raised", "qvel,qpos,sensordata,energy")):
        start = ["--key", key] if key else []
        h = json.loads(run("info", model, "--json").stdout)["timestep"]
        r = run("run", model, *start, "--time", 60 * h, "--every", 1, "--fields", fields, "--out", here / "run.npy")
        check(f"run {model}", r.returncode == 0, repr(r))
        shape, one = load(here / "run.npy")
        r = rollout(model, *start, "--worlds", 3, "--steps", 60, "--fields", fields, "--out", here / "many.npy")
        many = load(here / "many.npy")
        check(f"rollout {model}", r.returncode == 0 and many[0] == (3, 61, shape[1] - 1) and
              not (here / "many.npy.ckpt").exists(), repr((r, many[0], shape)))
        expected = [list(one[k * shape[1] + 1:(k + 1) * shape[1]]) for k in range(61)]
        check(f"worlds of {model} are the bits of run", all(row(many, w, k) == expected[k] for w in range(3) for k in range(61)))
        rollout(model, *start, "--worlds", 2, "--steps", 60, "--every", 7, "--fields", fields, "--out", here / "some.npy", "--float32")
        some = load(here / "some.npy")
        check(f"--every and --float32, {model}", some[0] == (2, 9, shape[1] - 1) and
              all(row(some, 1, k) == list(array.array("f", expected[7 * k])) for k in range(9)), repr(some[0]))


NOISY = [HUMANOID, "--steps", 120, "--ctrl", "noise", "--noise", 0.01, "--randomize", "mass=0.8:1.2,friction=0.5:1.5,gain=0.9:1.1",
         "--every", 3, "--seed", 5]


def same_everywhere(here):
    """threads, and what other worlds there are, change nothing"""
    hashes = set()
    for threads in (1, 2, 3):
        r = rollout(*NOISY, "--worlds", 20, "--threads", threads, "--out", here / "t.npy")
        check(f"{threads} threads", r.returncode == 0, repr(r))
        hashes.add(digest(here / "t.npy"))
    check("1, 2 and 3 threads: one hash", len(hashes) == 1, repr(hashes))
    twenty = load(here / "t.npy")
    rollout(*NOISY, "--worlds", 7, "--out", here / "seven.npy")
    seven = load(here / "seven.npy")
    check("7 worlds are the first of 20", all(row(seven, w, k) == row(twenty, w, k) for w in range(7) for k in range(41)))
    check("worlds differ", len({tuple(row(twenty, w, 40)) for w in range(20)}) == 20)
    rollout(*NOISY, "--worlds", 20, "--seed", 6, "--out", here / "other.npy")
    check("another seed", digest(here / "other.npy") not in hashes)
    start = load(here / "t.npy")
    first = [row(start, w, 0) for w in range(20)]
    hinges = [[x[i] for x in first] for i in range(7, 28)]
    check("noise of the start", all(-0.01 <= x <= 0.01 for h in hinges for x in h) and all(len(set(h)) == 20 for h in hinges) and
          all(x[3:7] == [1, 0, 0, 0] for x in first), repr(first[0]))


def controls(here):
    """noise that was recorded and comes from a file gives the same states"""
    base = [ARM, "--worlds", 4, "--steps", 50]
    rollout(*base, "--ctrl", "noise", "--fields", "qpos,qvel", "--out", here / "a.npy")
    rollout(*base, "--ctrl", "noise", "--fields", "ctrl", "--out", here / "ctrl.npy")
    (_, records, nu), values = load(here / "ctrl.npy")
    model = json.loads(run("info", ARM, "--json").stdout)
    ranges = [values[i::nu] for i in range(nu)]
    check("noise has a range", all(max(x) > min(x) for x in ranges) and len(model["actuators"]) == nu)
    file = here / "moves.npy"
    steps = [values[(w * records + 1) * nu:(w + 1) * records * nu] for w in range(4)]
    save(file, (4, 50, nu), [x for world in steps for x in world])
    r = rollout(*base, "--ctrl", file, "--fields", "qpos,qvel", "--out", here / "b.npy")
    check("controls of worlds and steps", r.returncode == 0 and digest(here / "a.npy") == digest(here / "b.npy"), repr(r))
    save(file, (4, 50, nu), [x for world in steps for x in world], version=2)
    rollout(*base, "--ctrl", file, "--fields", "qpos,qvel", "--every", 50, "--out", here / "b.npy")
    check("format 2.0, calls of many steps", row(load(here / "b.npy"), 3, 1) == row(load(here / "a.npy"), 3, 50))
    save(file, (50, nu), steps[2])
    rollout(*base, "--ctrl", file, "--fields", "qpos,qvel", "--out", here / "b.npy")
    check("controls of steps", all(row(load(here / "b.npy"), w, 50) == row(load(here / "a.npy"), 2, 50) for w in range(4)))
    save(file, (nu,), [0.25] * nu, "<f4")
    rollout(*base, "--ctrl", file, "--fields", "ctrl", "--out", here / "b.npy")
    check("constant controls of float32", set(row(load(here / "b.npy"), 1, 7)) == {0.25})
    rollout(*base, "--ctrl", "noise", "--ctrl-hold", 10, "--fields", "ctrl", "--out", here / "b.npy")
    held = load(here / "b.npy")
    check("--ctrl-hold", all(row(held, 1, 10 * k + 1) == row(held, 1, 10 * k + 10) != row(held, 1, 10 * k + 11) for k in range(4)))
    rollout(*base, "--ctrl", "noise", "--ctrl-std", 0, "--key", "home", "--fields", "ctrl", "--out", here / "b.npy")
    rollout(*base, "--key", "home", "--fields", "ctrl", "--out", here / "c.npy")
    check("noise is about the keyframe", row(load(here / "b.npy"), 1, 9) == row(load(here / "c.npy"), 1, 9))
    for name, kwargs, words in (
            ("shape", dict(shape=(3, 50, nu)), "has the shape (3, 50"), ("steps", dict(shape=(49, nu)), f"it must be ({nu}), (50, {nu}) or (4, 50, {nu})"),
            ("order", dict(shape=(50, nu), fortran=True), "by columns"), ("type", dict(shape=(50, nu), descr="<i8"), "other numbers than float64"),
            ("cut", dict(shape=(50, nu), cut=8), "is cut off"), ("dims", dict(shape=(1, 1, 50, nu)), "more than 3 dimensions")):
        shape = kwargs["shape"]
        count = 1
        for n in shape:
            count *= n
        save(file, values=[0] * count, **kwargs)
        r = rollout(*base, "--ctrl", file, "--out", here / "no.npy")
        check(f"controls of a wrong {name}", r.returncode == 1 and words in r.stderr and "moves.npy" in r.stderr and not r.stdout and
              not (here / "no.npy").exists(), repr(r))
    file.write_bytes(b"time,a\n")
    for what, words in ((file, "is no .npy file"), (here / "none.npy", "No such file"), (here, "is no plain file")):
        r = rollout(*base, "--ctrl", what)
        check(f"controls of {what.name}", r.returncode == 1 and words in r.stderr, repr(r))


def parameters(here):
    """factors act as an edited model does"""
    (here / "half.xml").write_text((ROOT / PENDULUM).read_text().replace("<option ", '<option gravity="0 0 -4.905" ', 1))
    common = ["--worlds", 3, "--steps", 100, "--key", "raised"]
    rollout(here / "half.xml", *common, "--out", here / "a.npy")
    r = rollout(PENDULUM, *common, "--randomize", "gravity=0.5:0.5", "--out", here / "b.npy")
    check("half the gravity", r.returncode == 0 and digest(here / "a.npy") == digest(here / "b.npy"), repr(r))
    rollout(PENDULUM, *common, "--randomize", "opt.gravity=0.5:0.5", "--out", here / "b.npy")
    check("by the name of the field", digest(here / "a.npy") == digest(here / "b.npy"))
    rollout(PENDULUM, *common, "--randomize", "damping=0.5:2", "--out", here / "a.npy")
    rollout(PENDULUM, *common, "--randomize", "friction=0.5:2,damping=0.5:2", "--out", here / "b.npy")
    check("a factor depends on its name alone", digest(here / "a.npy") == digest(here / "b.npy"))
    check("worlds have factors of their own", len({tuple(row(load(here / "a.npy"), w, 100)) for w in range(3)}) == 3)
    for text, words in (("mas=1:2", "did you mean 'mass'?"), ("mass", "not of the form"), ("mass=1", "not of the form"), ("mass=1:2,", ""),
                        ("mass=2:1", "not less"), ("mass=0:1", "above 0"), ("mass=1:2,mass=1:2", "twice"), ("body_mas=1:2", "did you mean 'body_mass'?"),
                        ("geom_type=1:2", "nothing that worlds may differ in"), ("mass=nan:1", "not less")):
        r = rollout(PENDULUM, "--worlds", 2, "--steps", 1, "--randomize", text)
        check(f"--randomize {text}", (r.returncode == 2 and words in r.stderr and not r.stdout) if words else r.returncode == 0, repr(r))


def summary(here):
    args = [HUMANOID, "--worlds", 10, "--steps", 50, "--ctrl", "noise", "--fields", "qpos:root.z,qvel:abdomen_*,ncon", "--out", here / "s.npy"]
    r = rollout(*args)
    check("summary", r.returncode == 0 and not r.stderr and "10 worlds, 50 steps" in r.stdout and "times real time" in r.stdout and
          "10 worlds x 51 records x 5 numbers (float64)" in r.stdout and "deviation" in r.stdout, repr(r))
    data = json.loads(rollout(*args, "--json").stdout)
    (worlds, records, width), values = load(here / "s.npy")
    for i, column in enumerate(data["columns"]):
        numbers = values[i::width]
        mean = sum(numbers) / len(numbers)
        deviation = (sum((x - mean) ** 2 for x in numbers) / len(numbers)) ** 0.5
        check(f"mean and deviation of {column['name']}", abs(column["mean"] - mean) < 1e-11 * (1 + abs(mean)) and
              abs(column["deviation"] - deviation) < 1e-11 * (1 + deviation) and column["min"] == min(numbers) and
              column["max"] == max(numbers), repr((column, mean, deviation)))
    check("summary as JSON", [c["name"] for c in data["columns"]][:2] == ["qpos:root.z", "qvel:abdomen_z"] and data["worlds"] == 10 and
          data["done"] == data["steps"] == 50 and data["records"] == 51 and data["steps_per_second"] > 0 and data["warnings"] == [] and
          data["diverged_worlds"] == 0, repr(data))
    few = json.loads(rollout(HUMANOID, "--worlds", 2, "--steps", 0, "--json").stdout)
    check("no steps", few["done"] == 0 and few["records"] == 1 and few["out"] is None, repr(few))
    diverges = "tests/data/check/trial.xml"
    r = rollout(diverges, "--worlds", 3, "--steps", 400)
    check("divergence", r.returncode == 3 and "3 of 3 worlds diverged and started again" in r.stdout and "bad numbers in q" in r.stdout and
          "--allow-divergence" in r.stderr, repr(r))
    r = rollout(diverges, "--worlds", 3, "--steps", 400, "--json", "--allow-divergence")
    data = json.loads(r.stdout)
    check("divergence as JSON", r.returncode == 0 and data["diverged_worlds"] == 3 and data["warnings"][0]["worlds"] == 3, repr(r))


# ---- interruptions

LONG = [HUMANOID, "--worlds", 24, "--steps", 900, "--ctrl", "noise", "--randomize", "mass=0.8:1.2", "--every", 2, "--checkpoint", 0.05]


def stopped(command, out, number, wait):
    """starts, waits for the first checkpoint and some more, sends a signal -> exit code, stderr"""
    ckpt = out.with_name(out.name + ".ckpt")
    p = subprocess.Popen(list(map(str, command)), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 60
    while not ckpt.exists() and p.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(wait)
    p.send_signal(number)
    return p.wait(), p.stderr.read()


def fnv(*parts):
    value = 0xcbf29ce484222325
    for byte in b"".join(parts):
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return value.to_bytes(8, "little")


def forged(data):
    """checkpoints whose hashes are right and whose numbers are not -> name, bytes"""
    word = [int.from_bytes(data[8 * i:8 * i + 8], "little") for i in range(8)]
    text, step, worlds, state, sums = word[2:7]
    at = 64 + text + sums

    def head(i, value):
        changed = data[:8 * i] + (value % (1 << 64)).to_bytes(8, "little") + data[8 * i + 8:56]
        return changed + fnv(changed, data[64:at]) + data[64:]
    for value in (-1, -2, 1 << 62, 901, 900 + (1 << 32), -(1 << 63)):
        yield f"step {value}", head(3, value)
    for i, name in ((2, "text"), (4, "worlds"), (5, "state"), (6, "sums")):
        for value in (0, word[i] - 1, word[i] + 1, 1 << 63, -1):
            yield f"{name} {value}", head(i, value)
    for value in (float("nan"), -1.0, 1e300, 0.5):
        body = data[64:64 + text] + array.array("d", [value]).tobytes() + data[64 + text + 8:at]
        yield f"count {value}", data[:56] + fnv(data[:56], body) + body + data[at:]
    for value in (-1, -(1 << 63), (1 << 63) - 1):  # the last warning of the first world
        row = data[at:at + state - 16] + (value % (1 << 64)).to_bytes(8, "little")
        yield f"warnings {value}", data[:at] + row + fnv(row) + data[at + state:]


def interruptions(here):
    whole, out, ckpt = here / "whole.npy", here / "cut.npy", here / "cut.npy.ckpt"
    rollout(*LONG, "--out", whole, "--checkpoint", 0)
    expected = digest(whole)
    rng = random.Random()
    for number in (signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGUSR1):
        code, text = stopped([PROGRAM, "rollout", *LONG, "--out", out], out, number, rng.uniform(0, 0.2))
        name = signal.Signals(number).name
        if code == 0:  # it was done before the signal came
            check(f"{name} came late", digest(out) == expected)
            out.unlink()
            continue
        check(f"exit code after {name}", code == (-9 if number == signal.SIGKILL else 128 + number), str(code))
        check(f"message after {name}", number == signal.SIGKILL or "--resume goes on" in text, text)
        check(f"no file that looks complete after {name}", not out.exists() and part(out).exists())
        r = fresh(*LONG, "--out", out)
        check(f"the checkpoint is not overwritten after {name}", r.returncode == 1 and "--resume goes on with it" in r.stderr, repr(r))
        r = rollout(*LONG, "--out", out, "--resume", "--threads", rng.choice((1, 2, 3)))
        check(f"resumed after {name}", r.returncode == 0 and "resumed at step" in r.stdout and digest(out) == expected and
              not ckpt.exists() and not (here / "cut.npy.ckpt.new").exists() and not part(out).exists(), repr(r))
        out.unlink()
    stopped([PROGRAM, "rollout", *LONG, "--out", out], out, signal.SIGKILL, 0)
    check("a checkpoint is there", ckpt.exists())
    kept = ckpt.read_bytes()
    for args, words in ((["--seed", 1], "it has 'seed 0', this one 'seed 1'"), (["--worlds", 25], "'worlds 24'"), (["--steps", 500], "'steps 900'"),
                        (["--ctrl", "zero"], "'ctrl noise"), (["--randomize", "mass=0.8:1.3"], "'randomize mass=0.8:1.2'"),
                        (["--float32"], "'numbers float64'"), (["--noise", 1], "'noise 0'"), (["--fields", "qvel"], "'fields qpos")):
        r = rollout(*LONG, "--out", out, "--resume", *args)
        check(f"resume with other {args}", r.returncode == 1 and words in r.stderr and "another run" in r.stderr, repr(r))
    other = [ARM if x == HUMANOID else x for x in LONG]
    check("resume with another model", "another run: it has 'model" in rollout(*other, "--out", out, "--resume").stderr)
    for name, data, words in (("end", kept[:-1] + bytes([kept[-1] ^ 1]), "is damaged"), ("head", kept[:70] + b"?" + kept[71:], "is damaged"),
                              ("length", kept[:-100], "is damaged"), ("kind", b"x" * 1000, "is no checkpoint"), ("nothing", b"", "is no checkpoint")):
        ckpt.write_bytes(data)
        r = rollout(*LONG, "--out", out, "--resume")
        check(f"damaged checkpoint: {name}", r.returncode == 1 and words in r.stderr and not r.stdout, repr(r))
    for name, data in forged(kept):
        ckpt.write_bytes(data)
        r = rollout(*LONG, "--out", out, "--resume")
        check(f"forged checkpoint: {name}", r.returncode == 1 and "is damaged" in r.stderr and not r.stdout, repr(r))
    ckpt.write_bytes(kept)
    part(out).rename(here / "away.npy")
    r = rollout(*LONG, "--out", out, "--resume")
    check("resume without the file", r.returncode == 1 and "No such file" in r.stderr and "--force begins again" in r.stderr and
          ckpt.exists(), repr(r))
    (here / "away.npy").rename(part(out))
    r = rollout(*LONG, "--out", out, "--resume")
    check("resume after all that", r.returncode == 0 and digest(out) == expected, repr(r))
    r = rollout(*LONG, "--out", out, "--resume")
    check("a file that is there is kept", r.returncode == 1 and "--force replaces it" in r.stderr and digest(out) == expected, repr(r))
    r = fresh(*LONG, "--out", out, "--resume", "--force")
    check("resume without a checkpoint begins", r.returncode == 0 and "resumed" not in r.stdout and digest(out) == expected, repr(r))


def full_disks(here):
    base = [PENDULUM, "--worlds", 50, "--steps", 2000, "--ctrl", "noise"]
    out, ckpt = here / "full.npy", here / "full.npy.ckpt"
    rollout(*base, "--out", out)
    expected, size = digest(out), out.stat().st_size
    out.unlink()
    r = rollout(*base, "--out", out, preexec_fn=limit(size // 2))
    check("no room for the file", r.returncode == 1 and "cannot write" in r.stderr and "full.npy': File too large" in r.stderr and
          "1.601 MB are needed" in r.stderr and not r.stdout and not out.exists() and not part(out).exists(), repr(r))
    out.symlink_to("/dev/full")
    r = rollout(*base, "--out", out)
    check("a device", r.returncode == 1 and "cannot write" in r.stderr and "no plain file" in r.stderr and out.is_symlink(), repr(r))
    out.unlink()
    r = rollout(*base, "--out", here / "none" / "a.npy")
    check("no folder", r.returncode == 1 and "No such file" in r.stderr, repr(r))
    # the disk is full when half of the run is on it
    code, _ = stopped([PROGRAM, "rollout", *LONG, "--out", out], out, signal.SIGKILL, 0)
    if code:
        r = rollout(*LONG, "--out", out, "--resume", preexec_fn=limit(part(out).stat().st_size // 2))
        check("a disk that is full later", r.returncode == 1 and "full.npy': File too large" in r.stderr and "--resume goes on" in r.stderr and
              ckpt.exists(), repr(r))
        r = rollout(*LONG, "--out", out, "--resume")
        check("and has room again", r.returncode == 0 and digest(out) == digest(here / "whole.npy"), repr(r))
    small = [PENDULUM, "--worlds", 2000, "--steps", 1500, "--every", 1500, "--fields", "qpos", "--checkpoint", 0.05, "--out", out]
    r = rollout(*small, preexec_fn=limit(100000))
    check("no room for checkpoints", r.returncode == 0 and "no checkpoint at step" in r.stderr and "full.npy.ckpt.new': File too large" in r.stderr and
          not ckpt.exists() and not (here / "full.npy.ckpt.new").exists(), repr(r))
    with open("/dev/full", "w") as full:
        r = subprocess.run([PROGRAM, "rollout", PENDULUM, "--worlds", "2", "--steps", "2"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    check("full standard output", r.returncode == 1 and "cannot write" in r.stderr, repr(r))


def odd_lines(here):
    for args, words in ((["--out", "x.csv"], "must end in .npy"), (["--resume"], "--resume needs --out"), (["--worlds", 0], "1 or more"),
                        (["--worlds", "3000000000"], "at most"), (["--key", "rased"], "did you mean 'raised'?"), (["--fields", "qposs"], "did you mean 'qpos'?"),
                        (["--fields", "act"], "no such numbers"), (["--fields", "efc_force"], "cannot be recorded"), (["--noise", -1], "0 or more")):
        r = rollout(PENDULUM, *args)
        check(f"rollout {args}", r.returncode == 2 and words in r.stderr and not r.stdout, repr(r))
    r = rollout("no/such.xml", "--out", here / "no.npy")
    check("no model", r.returncode == 1 and "no/such.xml" in r.stderr and not (here / "no.npy").exists(), repr(r))
    sleepy = here / "sleepy.xml"
    sleepy.write_text("""<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="1 1 1"/>
      <body pos="0 0 .2"><freejoint/><geom size=".1"/></body></worldbody></mujoco>""")
    r = rollout(sleepy, "--worlds", 3, "--steps", 100, "--out", here / "sleepy.npy")
    check("worlds that sleep have no checkpoints", r.returncode == 0 and "trees of this model may sleep" in r.stderr, repr(r))


# ---- many processes

def mpi(program, here):
    launcher = ["mpirun", "--oversubscribe", *(["--allow-run-as-root"] if os.geteuid() == 0 else [])]
    rollout(*NOISY, "--worlds", 20, "--out", here / "one.npy")
    expected = digest(here / "one.npy")

    def team(k, *args, **kwargs):
        force = ["--force"] if "--out" in args and "--resume" not in args else []
        return subprocess.run([*launcher, "-n", str(k), program, *map(str, args), *force], cwd=ROOT, capture_output=True, text=True, timeout=120, **kwargs)
    means = set()
    for k in (1, 2, 3):
        r = team(k, "rollout", *NOISY, "--worlds", 20, "--out", here / "m.npy", "--json")
        check(f"{k} processes", r.returncode == 0 and digest(here / "m.npy") == expected, repr(r))
        data = json.loads(r.stdout) if r.returncode == 0 else {"ranks": 0, "columns": []}
        check(f"summary of {k} processes", data["ranks"] == k)
        means.add(json.dumps(data["columns"]))
    check("1, 2 and 3 processes: one summary", len(means) == 1)
    longer = [2000 if x == 900 else x for x in LONG]
    rollout(*longer, "--out", here / "whole.npy", "--checkpoint", 0)
    expected = digest(here / "whole.npy")
    out = here / "cut.npy"
    command = [*launcher, "-n", 3, program, "rollout", *longer, "--out", out]
    for number, k in ((signal.SIGKILL, 2), (signal.SIGUSR1, 1), (signal.SIGTERM, 2)):
        code, text = stopped(command, out, number, random.uniform(0, 0.2)) if number != signal.SIGKILL else killed_rank(command, out)
        name = signal.Signals(number).name
        if not (here / "cut.npy.ckpt").exists():  # it was done before the signal came
            check(f"{name} came late", digest(out) == expected, text)
            out.unlink()
            continue
        check(f"{name}: exit code", code != 0, text)
        r = team(k, "rollout", *longer, "--out", out, "--resume")
        check(f"{name}: resumed by {k} processes", r.returncode == 0 and "resumed at step" in r.stdout and digest(out) == expected and
              not part(out).exists(), repr(r))
        r = team(2, "rollout", *longer, "--out", out, "--resume")
        check("2 processes keep a file that is there", r.returncode == 1 and r.stderr.count("--force replaces it") == 1, repr(r))
        out.unlink()
    # MPI needs files of some megabytes itself
    big = [PENDULUM, "--worlds", 500, "--steps", 1000, "--fields", "qpos,qvel,xpos,xquat,xmat", "--out", here / "big.npy"]
    r = team(2, "rollout", *big, preexec_fn=limit(100 << 20))
    check("no room for the file of 2 processes", r.returncode == 1 and "File too large" in r.stderr and not (here / "big.npy").exists(), repr(r))
    r = team(2, "rollout", PENDULUM, "--worlds", 1)
    check("more processes than worlds", r.returncode == 2 and r.stderr.count("too few for 2 processes") == 1, repr(r))
    r = team(2, "rollout", "no/such.xml")
    check("no model for 2 processes", r.returncode == 1 and r.stderr.count("no/such.xml") == 1, repr(r))
    r = team(2, "info", PENDULUM)
    check("other commands run once", r.returncode == 0 and r.stdout.count("dofs") == 1, repr(r))


def killed_rank(command, out):
    """kill -9 for one of the processes: a child of mpirun"""
    ckpt = out.with_name(out.name + ".ckpt")
    p = subprocess.Popen(list(map(str, command)), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 60
    while not ckpt.exists() and p.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(random.uniform(0, 0.2))
    children = pathlib.Path(f"/proc/{p.pid}/task/{p.pid}/children").read_text().split() if p.poll() is None else []
    if children:
        os.kill(int(random.choice(children)), signal.SIGKILL)
    return p.wait(), p.stderr.read()


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    if len(sys.argv) > 2:
        if not shutil.which("mpirun"):
            print("check_rollout: mpirun is not installed, many processes are left out")
            sys.exit(77)
        mpi(str(pathlib.Path(sys.argv[2]).resolve()), folder)
    else:
        against_run(folder)
        same_everywhere(folder)
        controls(folder)
        parameters(folder)
        summary(folder)
        odd_lines(folder)
        interruptions(folder)
        full_disks(folder)
print("\n".join(faults + [f"{passed} passed, {len(faults)} failed"]))
sys.exit(1 if faults else 0)
