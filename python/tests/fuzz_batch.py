"""Calls methods of batches, of what they gather and of environments with bad arguments; nothing but exceptions may
come of it.

  python fuzz_batch.py COUNT SEED PROGRESS [FIRST]

As fuzz_calls.py: the file PROGRESS tells the call that a crash was in.
"""
import faulthandler
import random
import sys

import numpy as np

import sinew
from fuzz_calls import EXPECTED, World, attempt, describe, near_value, note, odd_value

FRESH = 60   # calls until batches are made anew
WORLDS = 5
NAMES = ['qpos', 'xpos', 'ncon', 'time', 'body_mass', 'opt.gravity', 'geom_friction', 'cfrc_ext', 'qpos[1:]', 'xpos:world',
         'efc_J', 'sensordata', 'energy', 'opt', 'qvel, ctrl', 'opt.timestep', 'jnt_range', 'actuator_gear']


def good_calls(b, rng):
  """(function, arguments that it takes) of one method."""
  m = b.model
  nx = 2 * m.nv + m.na
  mask = np.array([rng.random() < 0.7 for _ in range(WORLDS)])
  look = b.gather('qpos, qvel')
  return rng.choice([
      (b.step, {'nstep': 2, 'ctrl': np.ones((WORLDS, m.nu)), 'mask': mask}),
      (b.step, {'nstep': 2, 'ctrl': np.ones((WORLDS, 2, m.nu))}),
      (b.step, {'nstep': 2, 'mask': mask, 'control': lambda batch, step: batch.array(rng.choice(NAMES)) is None}),
      (b.forward, {'mask': mask}),
      (b.reset, {'mask': mask, 'key': None, 'qpos': b.qpos.copy(), 'qvel': b.qvel.copy(), 'qpos_noise': 0.1,
                 'qvel_noise': 0.1, 'normal': True, 'seed': 3}),
      (b.transition, {'mode': 'analytic', 'sensors': False}),
      (b._transition, {'mode': 0, 'A': np.zeros((WORLDS, nx, nx)), 'B': np.zeros((WORLDS, nx, m.nu))}),
      (look, {'out': np.zeros(look.shape, rng.choice([np.float32, np.float64])), 'dtype': None}),
      (lambda nworld, nthread, nlane: sinew.Batch(m, nworld, nthread, nlane), {'nworld': 3, 'nthread': 2, 'nlane': 0}),
      (lambda name, value: setattr(b, name, value), {'name': rng.choice(['qpos', 'ctrl', 'time', 'model', 'eq_active']),
                                                     'value': 0.5}),
      (lambda name, value: b.parameter(name).fill(value), {'name': rng.choice(NAMES), 'value': 0.5}),
      (b.array, rng.choice(NAMES)), (b.parameter, rng.choice(NAMES)), (b.gather, rng.choice(NAMES))])


def env_calls(env, b, rng):
  """The same of the environment under the vector environments."""
  m = b.model
  obs, info, mask = np.zeros((WORLDS, env.nobs)), np.zeros((WORLDS, 4)), np.ones(WORLDS, bool)
  flags = [np.zeros(WORLDS, bool) for _ in range(2)]
  options = {'ctrl_cost_weight': 0.5, 'forward_reward_weight': 1.0, 'exclude_current_positions_from_observation': True}
  return rng.choice([
      (env.step, [np.zeros((WORLDS, m.nu), np.float32), mask, obs, np.zeros(WORLDS), *flags, info]),
      (env.reset, [b.qpos.copy(), b.qvel.copy(), mask, obs, info]),
      (sinew._core._Env, [b, 'HalfCheetah', 5, 1000, True, options])])


def spoiled(args, rng, world):
  """Arguments with some of them replaced by others that are wrong."""
  keys = sorted(args) if isinstance(args, dict) else list(range(len(args)))
  for key in rng.sample(keys, min(len(keys), rng.choice([0, 1, 1, 2]))):
    name = key if key in ('nstep', 'nthread') else 'nstep' if key == 'nworld' else ''
    args[key] = near_value(rng, world, name, args[key]) if rng.random() < 0.6 else odd_value(rng, world, name)
  return args


def one_call(rng, world, b, env):
  """Text and action of the next call."""
  function, args = good_calls(b, rng) if rng.random() < 0.8 else env_calls(env, b, rng)
  name = getattr(function, '__name__', type(function).__name__)
  if isinstance(args, str):
    args = [args]
  args = spoiled(args, rng, world)
  if isinstance(args, dict):
    return describe(name, [], args), lambda: function(**args)
  return describe(name, args, {}), lambda: function(*args)


def run(count, seed, progress, first=0):
  """Makes the calls; the number of those that raised."""
  world = World(sinew, ['arm.xml', 'hand.xml', 'dominoes.xml'])
  raised, b, env = 0, None, None
  with open(progress, 'wb', buffering=0) as file:
    for i in range(first, count):
      rng = random.Random(seed * 10**7 + i)
      if i % FRESH == 0 or b is None:
        world.renew()
        b = sinew.Batch(rng.choice(world.m), WORLDS, 2)
        env = sinew._core._Env(b, 'HalfCheetah', 2, 10, True, {})
      note(file, f'call {i} of seed {seed}: to be made')
      text, action = one_call(rng, world, b, env)
      note(file, f'call {i} of seed {seed}: {text}')
      raised += attempt(action, EXPECTED + (sinew.FatalError,))
  return raised


def main():
  faulthandler.enable()
  count, seed, progress = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
  raised = run(count, seed, progress, int(sys.argv[4]) if len(sys.argv) > 4 else 0)
  print(f'{count} calls, {raised} exceptions', file=sys.stderr)


if __name__ == '__main__':
  main()
