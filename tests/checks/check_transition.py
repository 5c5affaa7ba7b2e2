#!/usr/bin/env python3
"""Derivatives of steps against differences of steps, on the shared models.

  check_transition.py SWEEP   the program of tests/diff/sweep_transition.c
A model agrees if the worst entry of all its turns does: to 1e-6, or to 5e-6 with contacts, limits or
dry friction. With SINEW_LONG set every model but the largest has all its turns
(three integrators, two cones).
"""
import collections
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / 'shared'
PATTERNS = ['models/gym/*.xml', 'models/dmc/*.xml', 'models/mujoco/*/*.xml', 'models/menagerie/*/scene*.xml',
            'conformance/diff/*.xml', 'conformance/random/*.xml']
SMOOTH, ONE_SIDED = 1e-6, 5e-6
LEAST_AGREEING = 150

Turn = collections.namedtuple('Turn', 'integrator cone mode rows error columns changed what')


def turns(text):
    """{model: [Turn]}, {model: reason}"""
    found, left_out = collections.defaultdict(list), {}
    for line in text.splitlines():
        model, integrator, cone, *rest = line.split('\t')
        if len(rest) == 1:
            left_out[model] = rest[0]
            continue
        mode, rows, error, columns, changed, what = rest
        if columns == changed:
            left_out[model] = 'no column to compare'
            continue
        found[model].append(Turn(integrator, cone, mode, int(rows), float(error), int(columns), int(changed), what))
    return found, left_out


def bound(turn):
    return ONE_SIDED if turn.rows else SMOOTH


def summary(found, left_out):
    """prints a line for each model; returns how many agree, and how many of these by formulas"""
    agreeing = formulas = 0
    for model, of in sorted(found.items()):
        worst = max(of, key=lambda turn: turn.error / bound(turn))
        agrees = worst.error <= bound(worst)
        agreeing += agrees
        formulas += agrees and all(turn.mode == 'analytic' for turn in of)
        modes = ', '.join(sorted({turn.mode for turn in of}))
        print(f'{"ok  " if agrees else "BAD "} {model}: {worst.error:.1e} ({worst.integrator}, {worst.cone}: {worst.what}); '
              f'{len(of)} turns by {modes}; {sum(t.changed for t in of)} of {sum(t.columns for t in of)} columns left out')
    for model, reason in sorted(left_out.items()):
        print(f'     {model}: {reason}')
    return agreeing, formulas


def main(program):
    if not SHARED.is_dir():
        print('check_transition: ../shared is not here; nothing to compare with')
        return 0
    models = [str(path.relative_to(SHARED)) for pattern in PATTERNS for path in sorted(SHARED.glob(pattern))]
    options = ['--all'] if os.environ.get('SINEW_LONG') else []
    run = subprocess.run([pathlib.Path(program).resolve(), *options, *models], cwd=SHARED, capture_output=True, text=True)
    found, left_out = turns(run.stdout)
    agreeing, formulas = summary(found, left_out)
    large = [model for model in models if model not in found and model not in left_out]
    if large:
        print('     too large:', *large)
    by_formulas = any(turn.mode == 'analytic' for of in found.values() for turn in of)
    count = sum(len(of) for of in found.values())
    print(f'check_transition: {agreeing} of {len(found)} models agree ({SMOOTH:g}, with contacts {ONE_SIDED:g}), '
          f'{formulas} by formulas alone; {count} turns; {len(models) - len(found)} models not compared')
    if run.returncode:
        print(run.stderr)
    return 1 if run.returncode or (by_formulas and formulas < LEAST_AGREEING) else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
