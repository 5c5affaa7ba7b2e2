"""Steps of many worlds: the reference's and our mj_step over worlds with a data each, and a batch on one thread.

  python batch_speed.py MODEL... [--worlds 128] [--warmup 1000] [--rounds 12]

Needs sinew and mujoco==3.12.0 in one interpreter. Worlds start from keyframe 0 with noise of their own and have controls of their own;
after the warm-up all three go on from the same states, in turns; the best round counts. Prints microseconds of a step of one
world, and how much faster the batch is. SINEW_LANES=4 measures AVX2 on a machine with AVX-512.
"""
import argparse
import os
import time

import mujoco
import numpy as np

import sinew

STEPS = 5


def scatter(batch, rng):
  m = batch.model
  batch.reset(key=0 if m.nkey else None, qvel_noise=0.1, seed=1)
  low, high = np.where(m.actuator_ctrllimited[:, None], m.actuator_ctrlrange, [[-1, 1]]).T if m.nu else (0, 0)
  batch.ctrl[:] = rng.uniform(0.5 * (low + high) - 0.3 * (high - low), 0.5 * (low + high) + 0.3 * (high - low), batch.ctrl.shape)


def worlds(api, path, batch):
  """A model, and a data for each world in its state."""
  m = api.MjModel.from_xml_path(path)
  out = []
  for w in range(len(batch)):
    d = api.MjData(m)
    for name in ('qpos', 'qvel', 'act', 'ctrl', 'qacc_warmstart'):
      getattr(d, name)[:] = getattr(batch, name)[w]
    out.append(d)
  return m, out


def measure(path, nworld, warmup, rounds):
  batch = sinew.Batch(sinew.MjModel.from_xml_path(path), nworld, nthread=1)
  scatter(batch, np.random.default_rng(0))
  batch.step(warmup)
  ways = []
  for api in (mujoco, sinew):
    m, data = worlds(api, path, batch)
    ways.append(lambda m=m, data=data, step=api.mj_step: [step(m, d, STEPS) for d in data])
  ways.append(lambda: batch.step(STEPS))
  best = [1e9] * 3
  for _ in range(rounds):
    for i, way in enumerate(ways):
      start = time.process_time()
      way()
      best[i] = min(best[i], (time.process_time() - start) / nworld / STEPS * 1e6)
  name = os.path.relpath(path, os.path.join(path, '..', '..'))
  print(f'{name:36}{best[0]:9.2f}{best[1]:9.2f}{best[2]:9.2f}{best[0] / best[2]:8.2f}{best[1] / best[2]:8.2f}   '
        f'{batch.nlane} lanes', flush=True)


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument('models', nargs='+')
  parser.add_argument('--worlds', type=int, default=128)
  parser.add_argument('--warmup', type=int, default=1000)
  parser.add_argument('--rounds', type=int, default=12)
  args = parser.parse_args()
  print(f'{"":36}{"reference":>9}{"mj_step":>9}{"batch":>9}{"x ref":>8}{"x own":>8}')
  for path in args.models:
    measure(path, args.worlds, args.warmup, args.rounds)


if __name__ == '__main__':
  main()
