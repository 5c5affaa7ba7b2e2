"""A cart balances its pole with gains that are computed, not guessed.

The step is linearised at the upright balance, x' = A x + B u, and the gain K that makes the sum of
x'Qx + u'Ru least follows from the discrete Riccati equation
  P = Q + A'P(A - B K),   K = (R + B'P B)^-1 B'P A,
iterated until P stands still. Then the nonlinear model is pushed and must come back.

  python lqr.py [PICTURE.svg]       the picture needs matplotlib
"""
import pathlib
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sinew

Matrix = NDArray[np.floating[Any]]
MODELS = pathlib.Path(__file__).resolve().parents[2] / 'models'
Q, R = np.diag([1, 10, 0.1, 0.1]), np.diag([0.5])  # cart, pole, their velocities; the force


def lqr(A: Matrix, B: Matrix, Q: Matrix, R: Matrix) -> Matrix:
  """The gain of u = -K x that is best in the long run."""
  P = Q
  for _ in range(100000):
    K = np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)
    P, old = Q + A.T @ P @ (A - B @ K), P
    if np.abs(P - old).max() < 1e-9:
      return K
  raise ValueError('the model cannot be stabilised from here')


def gain(m: sinew.MjModel) -> Matrix:
  """Of the upright balance."""
  d = sinew.MjData(m)
  sinew.mj_resetDataKeyframe(m, d, m.key('up').id)
  A, B = sinew.transition(m, d)
  K = lqr(A, B, Q, R)
  rate = np.abs(np.linalg.eigvals(A - B @ K)).max() / np.abs(np.linalg.eigvals(A)).max()
  print(f'gains {K.round(3)}; the largest eigenvalue becomes {rate:.4f} of what it was')
  return K


def balance(m: sinew.MjModel, K: Matrix, seconds: float = 8.0) -> tuple[Matrix, sinew.MjData]:
  """Time, cart, pole, force of each step, from a lean of 0.2 rad."""
  d = sinew.MjData(m)
  d.joint('slider').qpos = -0.5
  d.joint('hinge').qpos = 0.2
  d.joint('hinge').qvel = 0.3
  record = []
  while d.time < seconds:
    d.ctrl = -K @ np.concatenate([d.qpos, d.qvel])
    record.append([d.time, *d.qpos, np.clip(d.ctrl[0], -1, 1) * m.actuator('push').gear[0]])
    sinew.mj_step(m, d)
  print(f'after {d.time:.0f} s the cart is off by {abs(d.qpos[0]):.1e} m, the pole by {abs(d.qpos[1]):.1e} rad')
  return np.array(record), d


def draw(record: Matrix, path: str | pathlib.Path) -> None:
  """Three panels over time."""
  import matplotlib
  matplotlib.use('agg')
  matplotlib.rcParams.update({'svg.fonttype': 'none', 'svg.hashsalt': 'sinew'})  # small, the same each time
  from matplotlib import pyplot
  figure, panels = pyplot.subplots(3, 1, sharex=True, figsize=(7, 4.2))
  for panel, values, label in zip(panels, record.T[1:], ['cart (m)', 'pole (rad)', 'force (N)']):
    panel.plot(record[:, 0], values, color='#1f5fa8')
    panel.axhline(0, color='#bbbbbb', linewidth=0.6)
    panel.set_ylabel(label)
  panels[-1].set_xlim(0, 4)
  panels[-1].set_xlabel('time (s)')
  figure.align_ylabels()
  figure.tight_layout()
  figure.savefig(path, metadata={'Date': None, 'Creator': None} if str(path).endswith('.svg') else None)
  pyplot.close(figure)


def main(picture: str | pathlib.Path | None = None) -> tuple[Matrix, sinew.MjData]:
  m = sinew.MjModel.from_xml_path(str(MODELS / 'cartpole.xml'))
  record, d = balance(m, gain(m))
  if picture:
    draw(record, picture)
  return record, d


if __name__ == '__main__':
  main(*sys.argv[1:])
