"""Calls every function of the package with bad arguments; nothing but exceptions may come of it.

  python fuzz_calls.py COUNT SEED PROGRESS [FIRST]

Before each call its number and text go to the file PROGRESS, so that a crash can be told and made
again: COUNT = number + 1, FIRST = number.
"""
import copy
import faulthandler
import gc
import importlib
import os
import random
import sys

import numpy as np

from support import MODELS, module_name

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'compare'))
import dump  # noqa: E402  pylint: disable=wrong-import-position

EXPECTED = (TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError, MemoryError,
            RuntimeError, BufferError, UnicodeError, OSError)
SMALL = ('nstep', 'nthread')  # counts of work: large ones are not wrong, only long
FRESH = 40                    # calls until models and data are made anew


class Odd:
  """Objects that claim to be a number, a sequence or an array and are not."""

  def __index__(self):
    raise ValueError('no index')

  def __len__(self):
    return 3

  def __getitem__(self, i):
    raise IndexError(i)


class World:
  """Good objects and bad ones."""

  def __init__(self, api, names):
    self.api = api
    self.models = [api.MjModel.from_xml_path(os.path.join(MODELS, n)) for n in names]
    self.renew()

  def renew(self):
    self.m = [copy.copy(m) for m in self.models]
    self.d = [self.api.MjData(m) for m in self.m]
    for m, d in zip(self.m, self.d):
      self.api.mj_step(m, d)

  def raw(self, rng):
    """An object whose constructor has not run, if Python gives one."""
    kind = getattr(self.api, rng.choice(['MjModel', 'MjData', 'MjOption', 'MjContact', 'MjLROpt']))
    try:
      return kind.__new__(kind)
    except TypeError:
      return None


def odd_array(rng):
  """An array of any shape, type and order."""
  shape = rng.choice([(), (0,), (1,), (2,), (3,), (4,), (6,), (7,), (9,), (1, 3), (3, 1), (3, 3), (0, 3), (2, 3),
                      (3, 7), (2, 2, 2), (64,), (1000,)])
  dtype = rng.choice([np.float64] * 4 + [np.float32, np.int32, np.int64, np.uint8, bool, complex, object, 'S3', '>f8'])
  array = np.zeros(shape, dtype)
  if dtype in (np.float64, np.float32) and rng.random() < 0.3:
    array[...] = rng.choice([np.nan, np.inf, -np.inf, 1e308, -1, 1e-320])
  change = rng.randrange(6)
  if change == 0 and array.ndim:
    array = array[::-1]
  elif change == 1 and array.ndim:
    array = np.repeat(array, 2, axis=0)[::2]
  elif change == 2:
    array.flags.writeable = False
  elif change == 3 and array.ndim == 2:
    array = np.asfortranarray(array)
  return array


def odd_value(rng, world, name=''):
  """An argument that is wrong nearly everywhere."""
  api = world.api
  kind = rng.randrange(12)
  if kind < 4:
    return odd_array(rng)
  if kind == 4:
    numbers = [-1, 0, 1, 2, 7, 100] + ([] if name in SMALL else
                                       [1000, 2**31 - 1, -2**31, 2**31, 2**32, 2**63, -2**63 - 1, 10**30])
    return rng.choice(numbers)
  if kind == 5:
    return rng.choice([float('nan'), float('inf'), -float('inf'), 0.5, -0.0, 1e308, 1j])
  if kind == 6:
    return rng.choice(['', 'x', 'world', 'a\0b', 'x' * 3000, '\ud800', '%s%n', b'world', b'\xff', bytearray(3)])
  if kind == 7:
    return rng.choice([None, True, False, Odd(), object(), int, len, Ellipsis, slice(0, 2), NotImplemented])
  if kind == 8:
    return rng.choice([[], [1, 2, 3], [[1], [2, 3]], (), {}, {'a': 1}, range(3), [None], 'abc', iter([1.0]), {1.0}])
  if kind == 9:
    return rng.choice(world.m + world.d)
  if kind == 10:
    return world.raw(rng)
  return rng.choice([api.MjContact(), api.MjOption(), api.mjtJoint.mjJNT_HINGE, world.m[0].opt, world.m[0].stat,
                     world.d[0].contact, world.d[0].qpos, world.m[0].body(0), api])


def near_value(rng, world, name, good):
  """An argument of the right kind that is wrong: other sizes, numbers, names, data of other models."""
  if isinstance(good, np.ndarray):
    return near_array(rng, good)
  if isinstance(good, bool) or good is None:
    return odd_value(rng, world, name)
  if isinstance(good, int):
    return rng.choice([-2, -1, 0, 1, 2, 3, 5] + ([] if name in SMALL else [64, 10**4, 2**31 - 1, -2**31]))
  if isinstance(good, float):
    return rng.choice([float('nan'), float('inf'), -1e308, 0, -1, 1e-320])
  if isinstance(good, str):
    return rng.choice(['', 'x' * 3000, 'a\0b', '\u00e9', '/no/such/folder/file', '%n'])
  return rng.choice([x for x in world.m + world.d if type(x) is type(good)] or [None])


def near_array(rng, good):
  """The array with other numbers, one more or less, in another order or type."""
  kind = rng.randrange(7)
  if kind == 0 and good.dtype.kind == 'f':
    return np.full_like(good, rng.choice([np.nan, np.inf, -1e308, 0, -1, 1e-320]))
  if kind == 1 and good.dtype.kind == 'i':
    return np.full_like(good, rng.choice([-1, 2**31 - 1, -2**31, 10**4]))
  if kind == 2:
    return np.zeros([n + rng.choice([-1, 0, 1]) if n else 1 for n in good.shape], good.dtype)
  if kind == 3:
    return np.zeros(rng.choice([(good.size,), (good.size, 1), (1, good.size), (good.size + 1,), (0,)]), good.dtype)
  if kind == 4:
    return good.astype(rng.choice([np.float32, np.int64, np.int32, '>f8', object]))
  if kind == 5 and good.ndim:
    return np.repeat(good, 2, axis=-1)[..., ::2]
  fixed = good.copy()
  fixed.flags.writeable = False
  return fixed


def good_arguments(row, world, i, rng):
  """Arguments that the function takes."""
  numbers = dump.Numbers(rng.randrange(2**30))
  m, d = world.m[i], world.d[i]
  return {p: dump.as_type(dump.argument(w, world.api, m, d, numbers), w) for p, w in row[1]}


def function_names(api):
  """Functions of the package; hooks have a test of their own."""
  return [n for n in sorted(dir(api)) if n.startswith(('mj_', 'mju_', 'mjd_')) and callable(getattr(api, n))]


def make_call(rng, world, names, table):
  """One call: good arguments with some replaced, or any arguments at all."""
  name = rng.choice(names)
  if name in table and rng.random() < 0.85:
    args = good_arguments((name, table[name]), world, rng.randrange(len(world.m)), rng)
    for p in rng.sample(sorted(args), min(len(args), rng.choice([0, 1, 1, 1, 2, 3]))):
      args[p] = near_value(rng, world, p, args[p]) if rng.random() < 0.6 else odd_value(rng, world, p)
    if rng.random() < 0.05:
      args.pop(rng.choice(sorted(args)), None) if args else None
    if rng.random() < 0.5:
      return name, [], args
    return name, list(args.values()), {}
  values = [odd_value(rng, world, SMALL[0]) for _ in range(rng.randrange(9))]
  return name, values, {'nothing': 1} if rng.random() < 0.05 else {}


# members that hold addresses and counts of other members: a program that changes them breaks its model
FLOATS = ('qpos', 'qvel', 'ctrl', 'act', 'time', 'xfrc_applied', 'body_mass', 'body_pos', 'geom_size', 'dof_damping',
          'timestep', 'gravity', 'iterations', 'solver', 'integrator', 'cone', 'jacobian', 'disableflags', 'fovy',
          'extent', 'dist', 'frame', 'friction', 'no_such_member', 'nq', 'model', 'opt', 'contact', 'names')


def make_access(rng, world):
  """One access to a member: assignment, index, name, copy."""
  i = rng.randrange(len(world.m))
  m, d = world.m[i], world.d[i]
  owner = rng.choice([m, d, m.opt, m.vis, m.vis.global_, m.stat, d.contact, d.warning, d.timer, m.body(0), d.body(0)])
  value = odd_value(rng, world)
  kind = rng.randrange(5)
  if kind == 0:
    name = rng.choice(FLOATS)
    return f'setattr {type(owner).__name__}.{name}', lambda: setattr(owner, name, value)
  if kind == 1:
    return f'{type(owner).__name__}[]', lambda: owner[value]
  if kind == 2:
    access = rng.choice(['body', 'joint', 'geom', 'site', 'actuator', 'sensor', 'tendon', 'key'])
    return f'{type(owner).__name__}.{access}()', lambda: getattr(owner, access)(value)
  if kind == 3:
    make = rng.choice(['MjModel', 'MjData', 'MjOption', 'mjtJoint', 'MjContact'])
    return f'{make}()', lambda: getattr(world.api, make)(value)
  load = rng.choice(['from_xml_string', 'from_xml_path', 'from_binary_path'])
  more = [odd_value(rng, world)] if rng.random() < 0.5 else []
  return f'{load}', lambda: getattr(world.api.MjModel, load)(value, *more)


def describe(name, args, kwargs):
  texts = [repr(a) for a in args] + [f'{k}={v!r}' for k, v in kwargs.items()]
  return f'{name}({", ".join(t[:120] for t in texts)})'


def one_call(rng, world, names, table):
  """Text and action of the next call."""
  if rng.random() < 0.2:
    return make_access(rng, world)
  name, args, kwargs = make_call(rng, world, names, table)
  function = getattr(world.api, name)
  return describe(name, args, kwargs), lambda: function(*args, **kwargs)


def run(count, seed, progress, first=0):
  """Makes the calls; the number of those that raised."""
  api = importlib.import_module(module_name())
  table = dict(dump.read_table())
  names = function_names(api)
  world = World(api, ['arm.xml', 'hand.xml', 'dominoes.xml'])
  raised = 0
  with open(progress, 'wb', buffering=0) as file:
    for i in range(first, count):
      rng = random.Random(seed * 10**7 + i)
      if i % FRESH == 0:
        world.renew()
        gc.collect() if i % (25 * FRESH) == 0 else None
      note(file, f'call {i} of seed {seed}: to be made')
      text, action = one_call(rng, world, names, table)
      note(file, f'call {i} of seed {seed}: {text}')
      raised += attempt(action, EXPECTED + (api.FatalError,))
  return raised


def note(file, text):
  """Replaces what the file says."""
  os.pwrite(file.fileno(), text.encode('utf-8', 'replace').ljust(2000)[:2000], 0)


def attempt(action, expected):
  """True if the action raised one of the exceptions that it may."""
  try:
    action()
  except expected:
    return True
  return False


def main():
  faulthandler.enable()
  count, seed, progress = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
  raised = run(count, seed, progress, int(sys.argv[4]) if len(sys.argv) > 4 else 0)
  print(f'{count} calls, {raised} exceptions', file=sys.stderr)


if __name__ == '__main__':
  main()
