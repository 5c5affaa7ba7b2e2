"""Tasks of a package that uses mujoco, played on Sinew and on the reference: what gym_tasks.py and
dm_tasks.py share.

A script has names of tasks and a function play(task, steps, size): rows of numbers, one for the beginning
and one for each step; velocities differ by size in the beginning. main() runs the script in processes of
its own, `import mujoco` being Sinew in some of them, and tells for how many steps numbers agree to 1e-9:
  Sinew    Sinew and the reference
  itself   the reference and the reference with velocities that differ by 1e-14: contacts make motions chaotic
  sines    Sinew and the reference, both with the same sines (sines.c), if there is a library of these
  bits     of the latter, steps without any difference
A task is as it should be if it agrees for 50 steps, or half as many as the reference does with itself; and
with the same sines for all steps on x86-64, elsewhere for 50: there the reference's compiler is another.
"""
import argparse
import importlib.util
import json
import os
import platform
import subprocess
import sys

TOLERANCE = 1e-9
AT_LEAST = 50
NUDGE = 1e-14


def add_older():
  """Adds what packages for older versions miss, and Sinew has, to the reference."""
  import mujoco  # pylint: disable=import-outside-toplevel
  if hasattr(mujoco.MjData, 'qM'):
    return
  file = os.path.join(os.path.dirname(__file__), '..', '..', 'sinew', '_older.py')
  spec = importlib.util.spec_from_file_location('older', file)
  older = importlib.util.module_from_spec(spec)
  spec.loader.exec_module(older)
  older.add(mujoco)
  # numbers of NumPy are equal to the values that they have
  mujoco.mjtJoint.__eq__ = lambda value, other: int(value) == int(other)


def play_all(names, play, steps, size):
  """Prints one line of JSON for each task: its name and its rows, or its error."""
  for task in names:
    try:
      print(json.dumps([task, play(task, steps, size)]), flush=True)
    except Exception as error:  # pylint: disable=broad-except
      print(json.dumps([task, f'{type(error).__name__}: {error}']), flush=True)


def run(script, path, *arguments, sines=None):
  """What a script prints about each task, under Sinew if a path is given."""
  env = dict(os.environ, MUJOCO_GL='disable', PYTHONHASHSEED='0')  # some tasks draw from a set of names: its order is that of hashes
  if '--draw' in arguments:
    del env['MUJOCO_GL']
  if path:
    env['PYTHONPATH'] = os.pathsep.join([path, env.get('PYTHONPATH', '')])
  if sines:
    env['LD_PRELOAD'] = os.path.abspath(sines)
  prefix = ['-m', 'sinew.as_mujoco'] if path else []
  command = [sys.executable] + prefix + [os.path.abspath(script)] + [str(a) for a in arguments]
  done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
  return dict(json.loads(line) for line in done.stdout.splitlines() if line.startswith('["'))


def differ(a, b, tolerance):
  return len(a) != len(b) or any(not abs(x - y) <= tolerance * max(1, abs(x)) for x, y in zip(a, b))


def agreeing(a, b, tolerance=TOLERANCE):
  """Steps that agree; -1 if not even the beginning does."""
  for i, (x, y) in enumerate(zip(a, b)):
    if differ(x, y, tolerance):
      return i - 1
  return min(len(a), len(b)) - 1


class Comparison:
  """The tasks of a script, played by both packages."""

  def __init__(self, script, path, steps, sines):
    def play(path, size=0.0, sines=None):
      return run(script, path, '--play', steps, size, sines=sines)

    self.steps = steps
    self.reference, self.ours, self.nudged = play(None), play(path), play(None, NUDGE)
    self.same = (play(None, sines=sines), play(path, sines=sines)) if sines else None

  def is_good(self, figures):
    ours, itself, same = (figures + figures[:1])[:3]
    need = self.steps if platform.machine() == 'x86_64' else min(AT_LEAST, self.steps)
    # 0: one step parts the reference from itself, and a reset may simulate some: then the run with the same sines decides
    enough = -1 if itself == 0 and self.same else min(AT_LEAST, itself // 2)
    return ours >= enough and (not self.same or same >= need)

  def report(self, task):
    """Prints one task; True if it is as it should be, None if the reference does not play it."""
    expected, found = self.reference[task], self.ours.get(task, 'the process ended')
    if isinstance(expected, str):
      print(f'{task:28} is not played by the reference: {expected[:80]}')
      return None
    if isinstance(found, str):
      print(f'{task:28} fails: {found[:120]}')
      return False
    figures = [agreeing(expected, found), agreeing(expected, self.nudged[task])]
    if self.same:
      figures += [agreeing(self.same[0][task], self.same[1][task], t) for t in (TOLERANCE, 0)]
    good = self.is_good(figures)
    print(f'{task:28}' + ''.join(f'{n if n >= 0 else "-":>8}' for n in figures) + ('' if good else '  too few'))
    return good

  def report_all(self):
    """True for each task that is as it should be, of those that the reference plays."""
    titles = ['Sinew', 'itself'] + (['sines', 'bits'] if self.same else [])
    print(f'{"steps that agree":28}' + ''.join(f'{t:>8}' for t in titles))
    good = [g for g in map(self.report, self.reference) if g is not None]
    print(f'{sum(good)} of {len(good)} tasks are as they should be')
    return good


def main(module, names, play, steps, more=None):
  """The program of a script; module: its doc string and file, steps: by default, more: what it does besides."""
  if sys.argv[1:2] == ['--play']:
    play_all(names(), play, int(sys.argv[2]), float(sys.argv[3]))
    return
  parser = argparse.ArgumentParser(description=module['__doc__'], formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument('path', help='PYTHONPATH of Sinew')
  parser.add_argument('steps', nargs='?', type=int, default=steps)
  parser.add_argument('--sines', help='shared library of sines.c')
  given = parser.parse_args()
  good = Comparison(module['__file__'], given.path, given.steps, given.sines).report_all()
  good += more(given.path) if more else []
  sys.exit(0 if good and all(good) else 1)
