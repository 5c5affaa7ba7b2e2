#!/usr/bin/env python3
"""Sleep saves the work of what sleeps: a step of 1,000 bodies of which 10 are awake takes at most three
times the instructions of a step of the 10 alone. Counted by callgrind, so that the figure repeats
whatever else the machine does; bench_sleep prints times.

usage: check_sleep_cost.py BENCH_SLEEP
Exits with 77, which ctest takes as skipped, where valgrind is not installed.
"""
import re
import shutil
import subprocess
import sys

MOST = 3.0
FEW, MANY = 20, 60  # steps of two runs: their difference has no first step, which lays bodies down
# scene of bench/sleep_scene.h: its name, trees in all, trees awake
SCENES = [("boxes on a floor", 1000, 10), ("balls in the air", 1000, 10), ("arms of four links", 250, 3),
          ("boxes among posts", 1000, 10)]


def instructions(program, *arguments):
    """of mj_step"""
    run = subprocess.run(["valgrind", "--tool=callgrind", "--toggle-collect=mj_step", "--callgrind-out-file=/dev/null",
                          program, *map(str, arguments)], capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not found:
        sys.exit(f"callgrind failed: {run.stderr[-500:]}")
    return int(found[1])


def step(program, scene, total, awake):
    few, many = (instructions(program, scene, total, awake, n) for n in (FEW, MANY))
    return (many - few) / (MANY - FEW)


def main(program):
    if not shutil.which("valgrind"):
        print("check_sleep_cost: valgrind is not installed")
        return 77
    failed = 0
    for scene, (name, total, awake) in enumerate(SCENES):
        ratio = step(program, scene, total, awake) / step(program, scene, awake, awake)
        failed += not ratio <= MOST
        print(f"{name:20} {ratio:.2f} times the instructions of what is awake")
    print(f"{len(SCENES) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main(sys.argv[1]))
