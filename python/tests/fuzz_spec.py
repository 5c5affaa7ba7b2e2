"""Edits of MjSpec at random, good ones and bad ones; nothing but exceptions may come of it.

  python fuzz_spec.py COUNT SEED PROGRESS [FIRST]

A program of EDITS edits starts from specs of its own, so that a crash is made again by the edits of its program:
FIRST is the first of them. Before each edit its number and text go to the file PROGRESS.
"""
import faulthandler
import gc
import importlib
import os
import random
import sys

import numpy as np

from fuzz_calls import EXPECTED, Odd, attempt, note
from support import MODELS, module_name

EDITS = 60
MODELS_USED = ('arm.xml', 'hand.xml', 'humanoid.xml', 'pendulum.xml')
MOST_NODES = 80
# files are read and written by other tests
LEFT_OUT = {'to_file', 'encode', 'to_zip', 'from_zip', 'from_file'}
NAMES = ['', 'world', 'main', 'x', 'y', 'z', 'a\0b', 'x' * 300, '\ud800', 'p_', '/']


class World:
  """Specs, and elements that were seen; some of them are deleted or of other specs."""

  def __init__(self, api, rng):
    self.api = api
    path = os.path.join(MODELS, rng.choice(MODELS_USED))
    self.specs = [api.MjSpec(), api.MjSpec.from_file(path)]
    self.nodes = [s.worldbody for s in self.specs] + self.specs
    self.compiled = []

  def see(self, value, rng):
    """Keeps what an edit has given."""
    for item in value if isinstance(value, (list, tuple)) else [value]:
      name = type(item).__name__
      if name == 'MjSpec' and len(self.specs) < 5:
        self.specs.append(item)
      if name.startswith(('Mjs', 'MjSpec')):
        if len(self.nodes) >= MOST_NODES:
          self.nodes.pop(rng.randrange(len(self.nodes)))
        self.nodes.append(item)
      if name == 'MjModel':
        self.compiled = [item]


def any_value(rng, world):
  kind = rng.randrange(9)
  if kind < 2:
    return rng.choice(world.nodes)
  if kind == 2:
    return rng.choice([-1, 0, 1, 2, 7, 100, 2**31 - 1, -2**31, 2**40, True, None])
  if kind == 3:
    return rng.choice([float('nan'), float('inf'), -1e308, 0.5, -0.1, 1e-9, 1.0])
  if kind == 4:
    return rng.choice(NAMES)
  if kind == 5:
    return rng.choice([[], [1], [1, 2], [0.1] * 3, [1, 0, 0, 0], [1] * 6, [0.1] * 10, ['x', 'y'], [[1], [2, 3]], {}, (),
                       {'a': b'x'}, b'abc', Odd(), object(), int])
  if kind == 6:
    return np.full(rng.choice([0, 1, 3, 4, 6, (2, 3)]), rng.choice([0.1, np.nan, 1e300, -1.0]))
  if kind == 7:
    return rng.choice([world.api.mjtGeom.mjGEOM_BOX, world.api.mjtJoint.mjJNT_FREE, world.api.mjtObj.mjOBJ_GEOM])
  return rng.choice(['x', 'y', 'z'])


def current_value(rng, world, node, name):
  """A value of the kind that an attribute has, if it can be told."""
  try:
    value = getattr(node, name)
  except EXPECTED:
    return any_value(rng, world)
  if isinstance(value, np.ndarray):
    return np.array([rng.choice([0, 0.1, 1, -1]) for _ in range(value.size)])
  if isinstance(value, str):
    return rng.choice(NAMES[:6])
  if isinstance(value, (bool, int, float)):
    return rng.choice([0, 1, 2, 0.1])
  return value


def arguments(rng, world, node, name):
  """Some arguments, by position and by keyword."""
  args = [any_value(rng, world) for _ in range(rng.choice([0, 0, 1, 1, 2, 3]))]
  kw = {}
  if name.startswith('add_') and rng.random() < 0.8:
    args = args[:1] if rng.random() < 0.2 else []
    for key in rng.sample(['name', 'pos', 'size', 'type', 'euler', 'mass', 'target', 'objname', 'stiffness', 'rgba',
                           'userdata', 'file', 'textures', 'qpos', 'geomname1', 'name1', 'fromto', 'plugin', 'plugin_name',
                           'active', 'gridlayout', 'vertbody', 'elem'], rng.randrange(4)):
      kw[key] = any_value(rng, world)
  elif name == 'make_flex' and rng.random() < 0.9:
    args, kw = [rng.choice(NAMES)], {'count': [rng.choice([0, 1, 2, 3, -1]) for _ in range(3)], 'radius': 0.01}
    for key in rng.sample(['type', 'dim', 'dof', 'spacing', 'cellcount', 'pos', 'mass', 'file', 'equality'], 3):
      kw[key] = rng.choice(['grid', 'box', 'trilinear', 1, 2, any_value(rng, world)])
  elif name == 'activate_plugin' and rng.random() < 0.8:
    args = ['mujoco.elasticity.cable']
  elif name in ('attach', 'attach_body', 'attach_frame', 'delete', 'set_frame') and rng.random() < 0.8:
    args = [rng.choice(world.nodes + world.specs)]
    if name == 'attach':
      kw = {rng.choice(['site', 'frame']): rng.choice(world.nodes + NAMES), 'prefix': rng.choice(NAMES[3:6])}
    elif name != 'delete' and name != 'set_frame' and rng.random() < 0.7:
      args.append(rng.choice(NAMES[3:6]))
  return args, kw


def one_edit(rng, world):
  """Text and action of the next edit."""
  node = rng.choice(world.nodes)
  if rng.random() < 0.04 and world.compiled:
    return 'bind', lambda: world.compiled[0].bind(node)
  name = rng.choice([n for n in dir(node) if n not in LEFT_OUT and not n.startswith('_')] or ['__len__'])
  text = f'{type(node).__name__}.{name}'
  try:
    method = callable(getattr(node, name))
  except EXPECTED:
    method = False
  if method:
    args, kw = arguments(rng, world, node, name)
    return f'{text}({args!r}, {kw!r})', lambda: getattr(node, name)(*args, **kw)
  if rng.random() < 0.4:
    return text, lambda: getattr(node, name)
  value = current_value(rng, world, node, name) if rng.random() < 0.6 else any_value(rng, world)
  return f'{text} = {value!r}', lambda: setattr(node, name, value)


def run(count, seed, progress, first=0):
  """Makes the edits; the number of those that raised."""
  api = importlib.import_module(module_name())
  raised = 0
  with open(progress, 'wb', buffering=0) as file:
    world = None
    for i in range(first, count):
      rng = random.Random(seed * 10**7 + i)
      if i % EDITS == 0 or world is None:
        world = World(api, rng)
        gc.collect() if i % (20 * EDITS) == 0 else None
      text, action = one_edit(rng, world)
      note(file, f'edit {i} of seed {seed}: {text}')
      raised += attempt(lambda: world.see(action(), rng), EXPECTED + (api.FatalError, NotImplementedError))
  return raised


def main():
  faulthandler.enable()
  count, seed, progress = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
  raised = run(count, seed, progress, int(sys.argv[4]) if len(sys.argv) > 4 else 0)
  print(f'{count} edits, {raised} exceptions', file=sys.stderr)


if __name__ == '__main__':
  main()
