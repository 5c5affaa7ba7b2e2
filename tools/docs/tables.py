#!/usr/bin/env python3
"""The tables of numbers in the manual: experiments with the program, written between <!-- numbers: NAME --> and <!-- end -->.

usage: tables.py PROGRAM           writes them, but those that are times
       tables.py --times PROGRAM   writes those that are times
       tables.py --check PROGRAM   exits with 1 if what stands there is not that; of times: that there are any
Simulations give the same bits on every machine, so their numbers are compared as they are.
"""
import csv
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import blocks  # pylint: disable=wrong-import-position

ROOT = blocks.ROOT
PENDULUM = '''<mujoco><option timestep="{}" integrator="{}"><flag energy="enable"/></option>
<worldbody><body pos="0 0 2"><joint axis="0 1 0"/><geom type="capsule" size="0.02" fromto="0 0 0 0 0 -1" contype="0"/>
<body pos="0 0 -1"><joint axis="0 1 0"/><geom type="capsule" size="0.03" fromto="0 0 0 0.2 0 -0.8" contype="0"/></body></body></worldbody>
<keyframe><key name="start" qpos="1.2 0.4"/></keyframe></mujoco>'''
BALL = '''<mujoco><option timestep="0.001"/><worldbody><geom type="plane" size="1 1 1" solref="{0}"/><body pos="0 0 0.55">
<joint name="z" type="slide" axis="0 0 1"/><geom type="sphere" size="0.05" solref="{0}"/></body></worldbody></mujoco>'''


class Lab:
  """The program in a folder of its own."""

  def __init__(self, program, folder):
    self.program, self.folder = program, pathlib.Path(folder)

  def write(self, text, name='model.xml'):
    (self.folder / name).write_text(text)
    return self.folder / name

  def sinew(self, *words):
    return subprocess.run([self.program, *words], check=True, capture_output=True, text=True, cwd=self.folder).stdout

  def record(self, text, fields, seconds, *words):
    """rows of numbers by column"""
    out = self.sinew('run', self.write(text), '--time', str(seconds), '--fields', fields, '--out', '-', *words)
    rows = list(csv.DictReader(io.StringIO(out)))
    return {name: [float(row[name]) for row in rows] for name in rows[0]}

  def depth(self, text):
    """of the deepest contact after 2 s, mm"""
    contacts = json.loads(self.sinew('dump', self.write(text), '--time', '2', '--fields', 'contact', '--json'))
    contacts = contacts.get('fields', contacts)['contact']
    return -1000 * min(contact['dist'] for contact in contacts)


def stack():
  return next(block.code for block in blocks.blocks(ROOT / 'docs/contacts.md') if block.file == 'stack.xml')


def energy(lab):
  for timestep in ('0.01', '0.002', '0.0005'):
    cells = []
    for integrator in ('Euler', 'implicitfast', 'implicit', 'RK4'):
      got = lab.record(PENDULUM.format(timestep, integrator), 'energy', 10, '--key', 'start', '--every', '1')
      total = [a + b for a, b in zip(got['energy:potential'], got['energy:kinetic'])]
      drift = max(abs(value - total[1]) for value in total[1:]) / max(got['energy:kinetic'])
      cells.append(f'{drift:.2g}')
    yield [timestep, *cells]


def solvers(lab):
  for solver in ('Newton', 'CG', 'PGS'):
    text = stack().replace('cone="elliptic"/>', f'cone="elliptic" solver="{solver}"><flag warmstart="disable"/></option>')
    # at rest, where each step takes the same iterations: how many steps are counted depends on the machine
    got = json.loads(lab.sinew('bench', lab.write(text), '--settle', '10000', '--seconds', '0.2', '--json'))['models'][0]
    yield [f'`{solver}`', f'{got["iterations"]:.0f}', f'{lab.depth(text):.3f}']


def depth(lab):
  for solref, solimp in (('0.02 1', '0.9 0.95 0.001'), ('0.01 1', '0.9 0.95 0.001'), ('0.005 1', '0.9 0.95 0.001'),
                         ('0.02 1', '0.95 0.99 0.001'), ('0.005 1', '0.99 0.999 0.001'), ('0.1 1', '0.9 0.95 0.001')):
    text = stack().replace('0.02 1', solref).replace('0.9 0.95 0.001', solimp)
    yield [f'`{solref}`', f'`{solimp}`', f'{lab.depth(text):.3f}']


def bounce(lab):
  for ratio in ('0.1', '0.3', '0.6', '1'):
    heights = lab.record(BALL.format(f'0.02 {ratio}'), 'xpos', 1.5, '--every', '1')
    heights = next(values for name, values in heights.items() if name.startswith('xpos') and name.endswith('z') and max(values) > 0.4)
    down = next(k for k in range(1, len(heights) - 1) if heights[k] < 0.06 and heights[k + 1] > heights[k])
    yield [f'`0.02 {ratio}`', f'{max(0, max(heights[down:]) - 0.05):.3f}']


VARIANTS = {
    'as it is': ('<option ', '<option '),
    '`cone="pyramidal"`': (' cone="elliptic"', ' cone="pyramidal"'),
    '`solver="CG"`': ('<option ', '<option solver="CG" '),
    '`solver="PGS"`': ('<option ', '<option solver="PGS" '),
    '`integrator="Euler"`': ('integrator="implicitfast"', 'integrator="Euler"'),
    '`integrator="implicit"`': ('integrator="implicitfast"', 'integrator="implicit"'),
    '`integrator="RK4"`': ('integrator="implicitfast"', 'integrator="RK4"'),
    '`noslip_iterations="3"`': ('<option ', '<option noslip_iterations="3" '),
    '`jacobian="sparse"`': ('<option ', '<option jacobian="sparse" '),
}
EFFECTS = {
    'as it is': '`implicitfast`, elliptic cones, Newton', '`cone="pyramidal"`': 'friction in a pyramid', '`solver="CG"`': 'more and cheaper iterations',
    '`solver="PGS"`': 'near the optimum only', '`integrator="Euler"`': 'damping of actuators explicit',
    '`integrator="implicit"`': 'Coriolis forces implicit', '`integrator="RK4"`': 'fourth order; four evaluations',
    '`noslip_iterations="3"`': 'slip is stopped after the solution', '`jacobian="sparse"`': 'nothing: the same optimum',
}


def cost(lab):
  text = (ROOT / 'models/humanoid.xml').read_text()
  files = []
  for k, (old, new) in enumerate(VARIANTS.values()):
    assert old in text, old
    files.append(lab.write(text.replace(old, new, 1), f'variant{k}.xml'))
  got = json.loads(lab.sinew('bench', *files, '--variants', '--settle', '3000', '--seconds', '2', '--json'))['models']
  for name, row in zip(VARIANTS, got):
    yield [name, f'{row["steps_per_second"] / got[0]["steps_per_second"]:.2f}', EFFECTS[name]]


TABLES = {'energy': ('simulation.md', energy), 'solvers': ('contacts.md', solvers), 'depth': ('contacts.md', depth),
          'bounce': ('contacts.md', bounce), 'cost': ('simulation.md', cost)}
TIMES = {'cost'}


def main():
  words = sys.argv[1:]
  check, times = words[:1] == ['--check'], words[:1] == ['--times']
  if len(words) != 1 + (check or times):
    sys.exit(__doc__)
  faults = 0
  with tempfile.TemporaryDirectory() as folder:
    lab = Lab(pathlib.Path(words[-1]).resolve(), folder)
    for name, (page, make) in TABLES.items():
      path = ROOT / 'docs' / page
      text = path.read_text()
      found = re.search(rf'<!-- numbers: {name} -->\n(\|.*\n\|[-|]+\n)((?:\|.*\n)*)<!-- end -->\n', text)
      if not found:
        sys.exit(f'docs/{page}: no place for the numbers {name!r}')
      if check and name in TIMES:
        faults += found[2] == ''
        continue
      if not check and times != (name in TIMES):
        continue
      rows = ''.join('| ' + ' | '.join(cells) + ' |\n' for cells in make(lab))
      if check and rows != found[2]:
        print(f'docs/{page}: the numbers {name!r} are\n{rows}and not\n{found[2]}')
        faults += 1
      elif not check:
        path.write_text(text[:found.start(2)] + rows + text[found.end(2):])
  return 1 if faults else 0


if __name__ == '__main__':
  sys.exit(main())
