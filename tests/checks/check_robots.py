#!/usr/bin/env python3
"""Compares every array of mjModel with the reference, bit by bit, on the shared models.

  check_robots.py MODEL_ARRAYS   the program of tests/checks/model_arrays.c

The reference's arrays are in tests/golden/robots.txt as hashes, made by the command on its first
line; the second line names the arrays, every other one is a model and their hashes. To see the
numbers that differ: node tools/oracle/robots.mjs compare MODEL_ARRAYS ../shared/models PATTERN
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ROOT.parent / 'shared/models'
MOST_SHOWN = 40


def lines(text):
    """words of each line by its first word"""
    split = (line.split() for line in text.splitlines() if not line.startswith('#'))
    return {words[0]: words[1:] for words in split}


def main(program):
    if not MODELS.is_dir():
        print('check_robots: ../shared/models is not here; nothing to compare with')
        return 0
    golden = lines((ROOT / 'tests/golden/robots.txt').read_text())
    names = golden.pop('arrays')
    there = [model for model in golden if (MODELS / model).is_file()]
    run = subprocess.run([pathlib.Path(program).resolve(), *there], cwd=MODELS, capture_output=True, text=True)
    ours = lines(run.stdout)
    found = []
    if ours.pop('arrays', None) != names:
        found.append('mjModel has other arrays than tests/golden/robots.txt')
    for model in there:
        if model not in ours:
            found.append(f'{model}: does not load')
            continue
        found += [f'{model}: {name} differs' for name, a, b in zip(names, ours[model], golden[model])
                  if a != b]
    for text in found[:MOST_SHOWN]:
        print(text)
    if run.returncode:
        print(run.stderr)
    print(f'check_robots: {len(there)} of {len(golden)} models, {len(names)} arrays each, '
          f'{len(found)} differences')
    return 1 if found or run.returncode or not there else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
