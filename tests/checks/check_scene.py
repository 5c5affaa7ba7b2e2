#!/usr/bin/env python3
"""Compares scenes (mjv_) with those of the reference: geoms, lights, cameras, mouse, selection.

  check_scene.py PROBE COMPARE             programs of tests/checks/scene_probe.c and scene_compare.c
  check_scene.py --golden PROBE COMPARE    writes tests/golden/scene.tsv with the reference

Sums over the scenes of our own models are compared with tests/golden/scene.tsv. Where SINEW_REFERENCE
names a folder with the reference's include/ and library, every number is compared, of the shared models
too: integers and texts exactly, others to a millionth of their scale. Models that do not load here, and
those of APART, are left out.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / 'tests/golden/scene.tsv'
SHARED = ROOT.parent / 'shared/models'
COUNT = 90  # settings of each model: all flags, labels and frames, then random ones
SUMMED = ['models/humanoid.xml', 'models/dominoes.xml', 'models/muscle_arm.xml', 'models/slider_crank.xml',
          'tests/scenes/scene_kinds.xml', 'tests/scenes/sleep.xml', 'tests/scenes/tactile.xml']
# models whose states differ between builds of the reference, or by docs/conformance.md
APART = {'stonehenge.xml': 'contacts', 'bowl.xml': 'contacts', 'sleep_ways.xml': 'paths of sleeping tendons'}


def summary(probe):
    run = [subprocess.run([probe, '-s', ROOT / model, str(COUNT)], capture_output=True, text=True, check=True,
                          cwd=tempfile.gettempdir()).stdout for model in SUMMED]
    return ''.join(run)


def same_line(ours, golden):
    """A line has model, setting, geoms, hash, and three pairs of sum and size."""
    a, b = ours.split('\t'), golden.split('\t')
    if a[:4] != b[:4] or len(a) != len(b):
        return False
    # single precision ends after seven digits
    return all(abs(float(a[k]) - float(b[k])) <= 1e-6 * max(1, float(b[k + 1])) for k in range(4, len(b), 2))


def check_golden(probe):
    golden = [line for line in GOLDEN.read_text().splitlines() if not line.startswith('#')]
    ours = summary(probe).splitlines()
    wrong = [b for a, b in zip(ours, golden) if not same_line(a, b)]
    for line in wrong[:10]:
        print('differs:', line)
    wrong += [1] * abs(len(ours) - len(golden))
    print(f'check_scene: {len(golden)} settings of {len(SUMMED)} models, {len(wrong)} differ')
    return not wrong


def build_reference(folder, path):
    """the probe with the reference's library"""
    library = next(iter(sorted(pathlib.Path(folder).rglob('libmujoco.so*'))), None)
    include = pathlib.Path(folder) / 'include'
    if not library or not include.is_dir():
        sys.exit(f'check_scene: {folder} has no include/ and libmujoco.so')
    subprocess.run(['cc', '-O1', '-o', path, ROOT / 'tests/checks/scene_probe.c', f'-I{include}', library,
                    f'-Wl,-rpath,{library.parent}', '-lm'], check=True)


def check_all(probe, compare, reference):
    models = sorted([*ROOT.glob('models/*.xml'), *ROOT.glob('tests/scenes/*.xml'), *SHARED.rglob('*.xml')])
    wrong = compared = 0
    for model in models:
        loads = subprocess.run([probe, model, '0'], capture_output=True, check=False).returncode == 0
        if model.name in APART or not loads:
            print(f'{model.name}: {APART.get(model.name, "does not load")}; left out')
            continue
        commands = [f"'{program}' '{model}' {COUNT}" for program in (probe, reference)]
        # the reference writes a log where it runs
        run = subprocess.run([compare, *commands], capture_output=True, text=True, check=False,
                             cwd=os.path.dirname(reference))
        compared += 1
        if run.returncode:
            wrong += 1
            print(f'{model}:\n{run.stdout}')
    print(f'check_scene: {compared} models with the reference itself, {wrong} differ')
    return not wrong


def main(args):
    golden = args[0] == '--golden'
    probe, compare = (str(pathlib.Path(arg).resolve()) for arg in args[-2:])
    folder = os.environ.get('SINEW_REFERENCE')
    if not folder:
        if golden:
            sys.exit('check_scene: SINEW_REFERENCE must name the folder of the reference')
        print('check_scene: SINEW_REFERENCE is not set; sums are compared with tests/golden/scene.tsv alone')
        return 0 if check_golden(probe) else 1
    with tempfile.TemporaryDirectory() as temporary:
        reference = os.path.join(temporary, 'probe')
        build_reference(folder, reference)
        if golden:
            head = '# SINEW_REFERENCE=(MuJoCo 3.12.0) tests/checks/check_scene.py --golden scene_probe scene_compare\n'
            GOLDEN.write_text(head + summary(reference))
            return 0
        return 0 if check_golden(probe) & check_all(probe, compare, reference) else 1


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
