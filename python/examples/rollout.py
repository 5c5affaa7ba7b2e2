"""A cart learns to swing up its pole by trial: many trajectories at once, on all processors.

Each round tries controls that are drawn near the best ones of the last round (the cross-entropy
method). rollout steps one trajectory on each thread; mj_step gives the interpreter's lock away, so
threads do run at the same time.

  python rollout.py [THREADS]
"""
import os
import pathlib
import sys
import time

import numpy as np
from numpy.typing import NDArray

import sinew
from sinew.rollout import Rollout

MODELS = pathlib.Path(__file__).resolve().parents[2] / 'models'
STEPS, KNOTS, ROUNDS, TRIALS, ELITE = 300, 15, 12, 64, 8


def heights(m: sinew.MjModel, states: NDArray[np.float64]) -> NDArray[np.float64]:
  """How far up the pole is at the end of each trajectory, -1 to 1, less something for motion."""
  first = 1  # the state begins with the time
  q, v = states[:, -1, first:first + m.nq], states[:, -1, first + m.nq:first + m.nq + m.nv]
  return np.cos(q[:, 1]) - 0.02 * v[:, 1] ** 2 - 0.1 * q[:, 0] ** 2


def main(threads: int | str = os.cpu_count() or 1) -> tuple[float, NDArray[np.float64]]:
  nthread = int(threads)
  m = sinew.MjModel.from_xml_path(str(MODELS / 'cartpole.xml'))
  data = [sinew.MjData(m) for _ in range(nthread)]  # one for each thread
  d = data[0]
  sinew.mj_resetDataKeyframe(m, d, m.key('down').id)
  start = np.zeros(sinew.mj_stateSize(m, sinew.mjtState.mjSTATE_FULLPHYSICS))
  sinew.mj_getState(m, d, start, sinew.mjtState.mjSTATE_FULLPHYSICS)

  random = np.random.default_rng(1)
  mean, spread = np.zeros(KNOTS), np.full(KNOTS, 0.7)
  best, plan, began = -np.inf, np.zeros((STEPS, 1)), time.perf_counter()
  with Rollout(nthread=nthread if nthread > 1 else 0) as pool:  # threads are kept from round to round
    for i in range(ROUNDS):
      knots = np.clip(mean + spread * random.standard_normal((TRIALS, KNOTS)), -1, 1)
      controls = np.repeat(knots, STEPS // KNOTS, axis=1)[:, :, None]
      states, _ = pool.rollout(m, data, start, controls)
      score = heights(m, states)
      order = np.argsort(score)[::-1]
      mean, spread = knots[order[:ELITE]].mean(axis=0), knots[order[:ELITE]].std(axis=0) + 0.02
      if score[order[0]] > best:
        best, plan = float(score[order[0]]), controls[order[0]]
      print(f'round {i + 1:2}: best {best:.3f}')
  steps = ROUNDS * TRIALS * STEPS
  seconds = time.perf_counter() - began
  print(f'{steps} steps on {nthread} threads in {seconds:.2f} s: {steps / seconds:.0f} steps per second')
  return best, plan


if __name__ == '__main__':
  main(*sys.argv[1:])
