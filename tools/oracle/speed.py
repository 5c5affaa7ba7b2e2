#!/usr/bin/env python3
"""Steps per second of the reference and of Sinew on the sample models -> tools/oracle/speed.tsv.

usage: speed.py SINEW_PROGRAM "CPU, in words" > tools/oracle/speed.tsv     (Python with mujoco 3.12.0)
Both simulate the same seconds from the same start, without control, in one thread; what counts is CPU
time, the best of REPEATS runs in turn. Figures travel badly between machines, ratios better.
"""
import pathlib
import re
import subprocess
import sys
import time

import mujoco

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
REPEATS = 15
# where tools/demo.sh starts, and for how long; else 10 s from the start
DEMO = {"pendulum": ("raised", 10), "dominoes": ("-", 2)}


def reference(m, d, key, steps):
    mujoco.mj_resetData(m, d)
    if key != "-":
        mujoco.mj_resetDataKeyframe(m, d, m.key(key).id)
    start = time.thread_time()
    mujoco.mj_step(m, d, steps)
    return steps / (time.thread_time() - start)


def ours(program, path, key, seconds):
    args = [program, "run", str(path), "--time", str(seconds)] + (["--key", key] if key != "-" else [])
    out = subprocess.run(args, capture_output=True, text=True, check=True).stdout
    steps, cpu = re.search(r": (\d+) steps of .*CPU time (\S+) s", out).groups()
    return int(steps) / float(cpu)


def rounded(x):
    return int(float(f"{x:.3g}"))


def main():
    program, cpu = sys.argv[1:]
    print(f"# steps per second by CPU time, best of {REPEATS}; MuJoCo {mujoco.__version__}, native; {cpu}")
    print("# made by tools/oracle/speed.py")
    print("model\tkey\tseconds\treference\tsinew")
    for path in sorted((ROOT / "models").glob("*.xml")):
        m = mujoco.MjModel.from_xml_path(str(path))
        d = mujoco.MjData(m)
        key, seconds = DEMO.get(path.stem, ("-", 10))
        best = [0, 0]
        for _ in range(REPEATS):
            best[0] = max(best[0], reference(m, d, key, round(seconds / m.opt.timestep)))
            best[1] = max(best[1], ours(program, path, key, seconds))
        print(f"models/{path.name}\t{key}\t{seconds}\t{rounded(best[0])}\t{rounded(best[1])}")


main()
