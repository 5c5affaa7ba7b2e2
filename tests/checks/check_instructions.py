#!/usr/bin/env python3
"""Guards the speed of steps: instructions of mj_step on our own models, against those of tests/golden/instructions.txt.

usage: check_instructions.py [--update] BUILD_FOLDER
Counts by callgrind come again to the last digit, so a slower step is seen however busy the machine is; up to 3% more
are let pass, and a count that fell by more asks for --update, so that what was gained is kept. They belong to a
compiler and to AVX2: exits with 77, and says why, where either differs or valgrind is not there.
"""
import argparse
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests/golden/instructions.txt"
MODELS = ["arm", "cartpole", "dominoes", "hand", "hopper", "humanoid", "muscle_arm", "quadruped"]
STEPS, WARM_UP = 40, 60
TOLERANCE = 0.03
SKIPPED = 77


def load_bench():
    loader = importlib.machinery.SourceFileLoader("bench_run", str(ROOT / "bench/run"))
    sys.dont_write_bytecode = True
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench_run", loader))
    loader.exec_module(module)
    return module


def compiler_of(build):
    cache = (build / "CMakeCache.txt").read_text()
    path = re.search(r"^CMAKE_C_COMPILER:\w+=(.*)$", cache, re.M).group(1)
    version = subprocess.run([path, "--version"], capture_output=True, text=True).stdout.split("\n")[0]
    return re.sub(r"^\S*cc\S* ", "gcc ", version)  # whichever of its names it was called by


def read_golden():
    """compiler, {model: instructions}"""
    compiler, counts = "", {}
    for line in GOLDEN.read_text().splitlines():
        if line.startswith("# compiler: "):
            compiler = line[len("# compiler: "):]
        elif line and line[0] != "#":
            name, count = line.split()
            counts[name] = float(count)
    return compiler, counts


def write_golden(compiler, counts):
    lines = ["# Instructions of one mj_step, AVX2: the mean of steps 60 to 100 of each model of models/, by callgrind.",
             "# Made by: tools/guard.sh --update", f"# compiler: {compiler}"]
    GOLDEN.write_text("\n".join(lines + [f"{name} {count:.0f}" for name, count in counts.items()]) + "\n")


def skip(why):
    print(f"check_instructions: {why}; nothing was compared")
    return SKIPPED


def count(build):
    bench = load_bench()
    models = [ROOT / f"models/{name}.xml" for name in MODELS]
    with tempfile.TemporaryDirectory() as folder:
        counts = bench.count_instructions(pathlib.Path(folder), bench.find_library(build), models, STEPS, WARM_UP)
    return counts and {model.stem: n for model, n in counts.items()}


def compare(golden, counts):
    failed = 0
    for name in MODELS:
        ratio = counts[name] / golden[name] if name in golden else float("inf")
        bad = abs(ratio - 1) > TOLERANCE
        failed += bad
        verdict = "" if not bad else "  SLOWER" if ratio > 1 else "  faster: keep it by tools/guard.sh --update"
        print(f"{name:12} {counts[name]:10.0f}  golden {golden.get(name, 0):10.0f}  {100 * (ratio - 1):+.2f}%{verdict}")
    print(f"{len(MODELS) - failed} passed, {failed} failed")
    return failed > 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--update", action="store_true")
    parser.add_argument("build", type=pathlib.Path)
    args = parser.parse_args()
    info = pathlib.Path("/proc/cpuinfo")
    if not info.exists() or " avx2 " not in info.read_text():
        return skip("this CPU has no AVX2")
    compiler = compiler_of(args.build)
    if not args.update and compiler != read_golden()[0]:
        return skip(f"the counts are those of {read_golden()[0]}, this is {compiler}")
    os.environ["SINEW_CPU"] = "avx2"
    counts = count(args.build)
    if counts is None:
        return skip("valgrind is not here")
    if args.update:
        return write_golden(compiler, counts)
    return compare(read_golden()[1], counts)


if __name__ == "__main__":
    sys.exit(main())
