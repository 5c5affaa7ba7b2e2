#!/usr/bin/env python3
"""Steps per second of Sinew and, if it is given, of another engine with the same API, side by side.

usage: bench/side_by_side.py [--build build/release] [--reference FOLDER] [--seconds 6] [MODEL.xml ...]

FOLDER has the reference's headers (include/mujoco/mujoco.h) and its library (libmujoco.so*), in itself or in
lib/: the folder of its Python package, or of its release. Without models: those of models/. The engines take
turns, a process each, and of each window of steps the fastest counts (bench_steps.c), so the figures are
those of a machine that is left alone, as nearly as can be had. Prints a table for docs/performance.md.
"""
import argparse
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WINDOW, ROUND, TURN = 1e-4, 3e-3, 0.2  # seconds of a window, of a round, of a turn
MOST_WINDOWS, LEAST_WINDOWS = 1000, 8


def find_library(folder):
    """the shared library of a release or Python package of the reference"""
    found = [f for sub in (".", "lib") for f in sorted((folder / sub).glob("libmujoco.so*"))]
    if not found:
        sys.exit(f"{folder}: no libmujoco.so in it or in its lib/; name the folder that has include/ and the library")
    return found[-1]


def compile_for(out, includes, library):
    command = ["cc", "-O2", *[f"-I{i}" for i in includes], str(ROOT / "bench/bench_steps.c"), "-o", str(out),
               str(library), f"-Wl,-rpath,{library.parent.resolve()}", "-lm"]
    subprocess.run(command, check=True)
    return out


def run(program, model, nstep, nwindow, rounds):
    """dofs, seconds of each window; in the program's folder, for the reference leaves log files"""
    command = [str(program), str(model.resolve()), str(nstep), str(nwindow), str(rounds)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=program.parent)
    if result.returncode:
        sys.exit(result.stderr.strip())
    dofs, *times = result.stdout.split()
    return int(dofs), [float(t) for t in times]


def measure(programs, model, seconds):
    """dofs, seconds per step of each program"""
    dofs, probe = run(programs[0], model, 20, 1, 3)
    one = probe[0] / 20
    nstep = max(1, int(WINDOW / one))
    nwindow = min(MOST_WINDOWS, max(LEAST_WINDOWS, int(ROUND / (one * nstep))))
    rounds = max(1, int(TURN / (one * nstep * nwindow)))
    best = [[math.inf] * nwindow for _ in programs]
    for turn in range(max(2, int(seconds / TURN / len(programs)))):
        for k in range(len(programs)):
            which = (k + turn) % len(programs)
            times = run(programs[which], model, nstep, nwindow, rounds)[1]
            best[which] = [min(a, b) for a, b in zip(best[which], times)]
    return dofs, [sum(b) / (nwindow * nstep) for b in best]


def write_table(programs, models, seconds):
    other = len(programs) > 1
    print("| model | dofs | steps a second |" + (" reference | times faster |" if other else ""))
    print("|---|---|---|" + ("---|---|" if other else ""))
    logs = []
    for model in models:
        dofs, times = measure(programs, model, seconds)
        name = model.resolve().parent.name if model.stem.startswith("scene") else model.stem
        row = f"| {name} | {dofs} | {1 / times[0]:,.0f} |"
        if other:
            logs.append(math.log(times[1] / times[0]))
            row += f" {1 / times[1]:,.0f} | {times[1] / times[0]:.2f} |"
        print(row, flush=True)
    if logs:
        print(f"| geometric mean | | | | {math.exp(sum(logs) / len(logs)):.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--reference", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("model", type=pathlib.Path, nargs="*")
    args = parser.parse_args()
    models = args.model or sorted((ROOT / "models").glob("*.xml"))
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder)
        programs = [compile_for(out / "sinew", [ROOT / "include", ROOT / "compat"], args.build / "libsinew.so")]
        if args.reference:
            library = find_library(args.reference)
            programs.append(compile_for(out / "reference", [args.reference / "include"], library))
        write_table(programs, models, args.seconds)


if __name__ == "__main__":
    main()
