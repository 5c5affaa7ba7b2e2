#!/usr/bin/env python3
"""Files that `sinew` writes are replaced as a whole: a run that fails, is killed or finds the disk full leaves what was
there. Links, permissions, pipes and devices; rollouts, whose file is FILE.part until it is complete.

usage: check_durability.py PROGRAM; ends with "N passed, M failed".
"""
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
HUMANOID, PENDULUM, ARM = (str(ROOT / "models" / name) for name in ("humanoid.xml", "pendulum.xml", "arm.xml"))
faults, passed = [], 0


def check(name, ok, what=""):
    global passed
    if ok:
        passed += 1
    else:
        faults.append(f"FAILED: {name} {what}")


def limit(size):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def run(here, *args, **kwargs):
    return subprocess.run([PROGRAM, *map(str, args)], cwd=here, capture_output=True, text=True, **kwargs)


def start(here, *args):
    return subprocess.Popen([PROGRAM, *map(str, args)], cwd=here, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def names(here):
    return sorted(p.name for p in here.iterdir())


def until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


# a command line for each kind of file, its output last
WRITERS = [("run", HUMANOID, "--time", 1, "--out", "a.csv"), ("run", HUMANOID, "--time", 1, "--out", "a.npy"),
           ("run", HUMANOID, "--time", 1, "--plot", "a.svg"), ("render", HUMANOID, "a.png"),
           ("render", HUMANOID, "--time", 0.2, "--size", "64x48", "a.y4m"), ("render", HUMANOID, "--time", 0.2, "--size", "64x48", "a.apng"),
           ("compile", HUMANOID, "a.snb"), ("compile", HUMANOID, "a.xml"), ("linearize", HUMANOID, "--out", "A.npy"),
           ("rollout", HUMANOID, "--worlds", 4, "--steps", 50, "--force", "--out", "a.npy")]


def full_disks(here):
    """a limit of file sizes is what a full disk is to a program"""
    for line in WRITERS:
        out = here / line[-1]
        out.write_text("precious")
        r = run(here, *line, preexec_fn=limit(1000))
        check(f"{line[0]} {out.name}: no room", r.returncode == 1 and "cannot write" in r.stderr.lower() and out.name in r.stderr and
              out.read_text() == "precious" and names(here) == [out.name], repr((r, names(here))))
        r = run(here, *line)
        check(f"{line[0]} {out.name}: room", r.returncode == 0 and out.stat().st_size > 1000 and names(here) == [out.name], repr((r, names(here))))
        out.unlink()


def mounted_disk(here):
    disk = here / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "none", disk], capture_output=True).returncode:
        disk.rmdir()
        return print("check_durability: no disk can be mounted here; limits of file sizes stand for it")
    try:
        run(disk, "compile", PENDULUM, "a.snb")
        (disk / "r.npy").write_text("precious")
        model = (disk / "a.snb").read_bytes()
        r = run(disk, "rollout", HUMANOID, "--worlds", 1000, "--steps", 100, "--force", "--out", "r.npy")
        check("a small disk: rollout", r.returncode == 1 and "No space" in r.stderr and (disk / "r.npy").read_text() == "precious", repr(r))
        (disk / "fill").write_bytes(bytes(280000))
        r = run(disk, "compile", HUMANOID, "a.snb")
        check("a full disk: compile", r.returncode == 1 and "No space" in r.stderr and (disk / "a.snb").read_bytes() == model and
              names(disk) == ["a.snb", "fill", "r.npy"], repr((r, names(disk))))
    finally:
        subprocess.run(["umount", disk])
        disk.rmdir()


def kills(here):
    for line in (("run", HUMANOID, "--time", 10000, "--out", "a.csv"),
                 ("render", HUMANOID, "--time", 1000, "--size", "64x48", "a.y4m"),
                 ("rollout", HUMANOID, "--worlds", 50, "--steps", 1000000, "--every", 1000, "--checkpoint", 0, "--force", "--out", "a.npy")):
        out = here / line[-1]
        out.write_text("precious")
        p = start(here, *line)
        until(lambda: len(names(here)) > 1, 0.7)
        p.send_signal(signal.SIGKILL)
        p.wait()
        left = [n for n in names(here) if n != out.name]
        check(f"{line[0]} {out.name}: killed", out.read_text() == "precious" and all(n.endswith(".part") for n in left), repr(left))
        for n in names(here):
            (here / n).unlink()


def places(here):
    """links, permissions, pipes, devices, the descriptors that a shell opened"""
    (here / "data").mkdir()
    (here / "data" / "old.csv").write_text("precious")
    os.chmod(here / "data" / "old.csv", 0o640)
    write = ("run", PENDULUM, "--time", 0.1, "--out")
    for link, target in (("link.csv", "data/old.csv"), ("twice.csv", "link.csv"), ("new.csv", "data/new.csv")):
        (here / link).symlink_to(target)
        r = run(here, *write, link)
        check(f"through a link: {link}", r.returncode == 0 and (here / link).is_symlink() and os.readlink(here / link) == target and
              (here / link).read_text().startswith("time,"), repr(r))
    check("permissions stay", (here / "data" / "old.csv").stat().st_mode & 0o777 == 0o640)
    check("no litter", names(here / "data") == ["new.csv", "old.csv"], repr(names(here / "data")))
    (here / "loop.csv").symlink_to("loop.csv")
    r = run(here, *write, "loop.csv")
    check("a loop of links", r.returncode == 1 and "cannot write 'loop.csv'" in r.stderr, repr(r))
    (here / "folder.csv").mkdir()
    for path in ("folder.csv", "none/a.csv"):
        r = run(here, *write, path)
        check(f"not a file: {path}", r.returncode == 1 and f"cannot write '{path}'" in r.stderr, repr(r))
    os.mkfifo(here / "pipe.csv")
    got = []
    reader = threading.Thread(target=lambda: got.append((here / "pipe.csv").read_text()))
    reader.start()
    r = run(here, *write, "pipe.csv")
    reader.join(20)
    check("a pipe", r.returncode == 0 and got and got[0].startswith("time,") and (here / "pipe.csv").is_fifo(), repr((r, got)))
    (here / "out.csv").symlink_to("/dev/stdout")
    with open(here / "said.txt", "a") as said:  # the file that the shell has open is not replaced by another
        code = subprocess.run([PROGRAM, *map(str, write), "out.csv"], cwd=here, stdout=said).returncode
        same = os.fstat(said.fileno()).st_ino == (here / "said.txt").stat().st_ino
    text = (here / "said.txt").read_text()
    check("/dev/stdout as a plain file", code == 0 and same and "time," in text and (here / "out.csv").is_symlink(), repr(text[:100]))
    (here / "full.csv").symlink_to("/dev/full")
    r = run(here, *write, "full.csv")
    check("/dev/full", r.returncode == 1 and "No space" in r.stderr and (here / "full.csv").is_symlink(), repr(r))
    if os.geteuid():  # root may write anything
        os.chmod(here / "data" / "old.csv", 0o440)
        r = run(here, *write, "data/old.csv")
        check("a file that may not be written", r.returncode == 1 and "Permission denied" in r.stderr, repr(r))


def rollouts(here):
    base = ["rollout", PENDULUM, "--worlds", 20, "--steps", 200]
    out, part = here / "r.npy", here / "r.npy.part"
    run(here, *base, "--out", "r.npy")
    first = out.read_bytes()
    r = run(here, *base, "--seed", 1, "--ctrl", "noise", "--out", "r.npy")
    check("a result is kept", r.returncode == 1 and "'r.npy' is there already: --force replaces it" in r.stderr and out.read_bytes() == first and
          not part.exists(), repr(r))
    r = run(here, *base, "--ctrl", "noise", "--out", "r.npy", "--force")
    check("--force", r.returncode == 0 and out.read_bytes() != first and names(here) == ["r.npy"], repr(r))
    second = out.read_bytes()
    # another run of the same file, while one is on its way
    long = ["rollout", HUMANOID, "--worlds", 20, "--steps", 1000000, "--every", 1000, "--checkpoint", 0, "--out", "r.npy", "--force"]
    p = start(here, *long)
    check("a file on its way", until(part.exists), repr(names(here)))
    time.sleep(0.3)
    r = run(here, *base, "--out", "r.npy", "--force")
    check("two at once", r.returncode == 1 and "another process" in r.stderr and part.exists() and out.read_bytes() == second, repr(r))
    p.send_signal(signal.SIGKILL)
    p.wait()
    check("killed before its first checkpoint", out.read_bytes() == second and names(here) == ["r.npy", "r.npy.part"], repr(names(here)))
    out.unlink()
    r = run(here, *base, "--ctrl", "noise", "--out", "r.npy", "--resume")
    check("begins where nothing can be resumed", r.returncode == 0 and out.read_bytes() == second and names(here) == ["r.npy"], repr(r))
    # interrupted: what is there, and what was there before
    p = start(here, *long)
    check("on its way again", until(part.exists), repr(names(here)))
    time.sleep(0.3)
    p.send_signal(signal.SIGINT)
    check("interrupted", p.wait() == 130 and out.read_bytes() == second and names(here) == ["r.npy", "r.npy.ckpt", "r.npy.part"], repr(names(here)))
    r = run(here, *long[:-1], "--resume")
    check("resumed without --force", r.returncode == 1 and "--force replaces it" in r.stderr and out.read_bytes() == second, repr(r))
    r = run(here, *base, "--out", "r.npy", "--force")
    check("--force begins again", r.returncode == 0 and out.read_bytes() == first and names(here) == ["r.npy"], repr((r, names(here))))
    # a link to another folder
    (here / "far").mkdir()
    (here / "l.npy").symlink_to("far/l.npy")
    r = run(here, *base, "--out", "l.npy")
    check("a rollout through a link", r.returncode == 0 and (here / "l.npy").is_symlink() and names(here / "far") == ["l.npy"], repr(r))


for task in (full_disks, mounted_disk, kills, places, rollouts):
    with tempfile.TemporaryDirectory() as name:
        task(pathlib.Path(name))
print("\n".join(faults + [f"{passed} passed, {len(faults)} failed"]))
sys.exit(1 if faults else 0)
