#!/usr/bin/env python3
"""A step costs as much per body in a scene of many bodies as in one of few: from 30 to 600 free bodies that
are at rest, the instructions per body grow by at most a tenth. Counted by callgrind, so that the figure
repeats whatever else the machine does; bench_scaling prints times.

usage: check_scaling.py BENCH_SCALING
Exits with 77, which ctest takes as skipped, where valgrind is not installed.
"""
import re
import shutil
import subprocess
import sys

MOST = 1.1
FEW, MANY = 30, 600  # bodies
FIRST, LAST = 3, 6  # steps of two runs: their difference has no first step
SCENES = ["balls in the air", "boxes on a floor", "columns of ten balls"]  # of bench/scaling_scene.h


def instructions(program, *arguments):
    """of mj_step"""
    run = subprocess.run(["valgrind", "--tool=callgrind", "--toggle-collect=mj_step", "--callgrind-out-file=/dev/null",
                          program, *map(str, arguments)], capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not found:
        sys.exit(f"callgrind failed: {run.stderr[-500:]}")
    return int(found[1])


def per_body(program, scene, bodies):
    first, last = (instructions(program, scene, bodies, n) for n in (FIRST, LAST))
    return (last - first) / (LAST - FIRST) / bodies


def main(program):
    if not shutil.which("valgrind"):
        print("check_scaling: valgrind is not installed")
        return 77
    failed = 0
    for scene, name in enumerate(SCENES):
        few, many = per_body(program, scene, FEW), per_body(program, scene, MANY)
        failed += not many / few <= MOST
        print(f"{name:20} {few:.0f} instructions per body of {FEW}, {many:.0f} of {MANY}")
    print(f"{len(SCENES) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main(sys.argv[1]))
