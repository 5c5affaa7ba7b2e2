"""An acrobot, two links with a motor at the hip only, swings up: iterative LQR.

Each iteration linearises the steps of a trajectory by sinew.transition, goes back through them with a
quadratic model of the cost to come (Tassa, Erez and Todorov 2012),
  Qx = A'Vx,  Qu = r u + B'Vx,  Qxx = A'Vxx A,  Qux = B'Vxx A,  Quu = r + B'Vxx B,
  k = -Quu^-1 Qu,  K = -Quu^-1 Qux,
and forward again with u + a k + K (x - x_old), a from a line search. Regularisation adds mu to Vxx in
Qux and Quu: it keeps the new trajectory near the old one where the model is poor.

  python ilqr.py
"""
import pathlib

import numpy as np
from numpy.typing import NDArray

import sinew

Numbers = NDArray[np.float64]
MODELS = pathlib.Path(__file__).resolve().parents[2] / 'models'
STEPS, EFFORT, GOOD = 300, 0.2, 0.2  # 3 s; cost of the control; a cost to be content with
FINAL = np.array([100.0, 100, 10, 10])  # of the state at the end: angles, velocities
UP = np.array([np.pi, 0, 0, 0])


class Problem:
  """The acrobot and the cost: half of r u^2 over the steps, half of FINAL (x - UP)^2 at the end."""

  def __init__(self) -> None:
    self.m = sinew.MjModel.from_xml_path(str(MODELS / 'acrobot.xml'))
    self.d = sinew.MjData(self.m)
    self.r = EFFORT * self.m.opt.timestep
    nx = 2 * self.m.nv
    self.A, self.B = np.zeros((STEPS, nx, nx)), np.zeros((STEPS, nx, self.m.nu))

  def set(self, x: Numbers, u: Numbers) -> None:
    self.d.qpos, self.d.qvel, self.d.ctrl = x[:2], x[2:], u

  def cost(self, x: Numbers, u: Numbers) -> float:
    return float(0.5 * self.r * (u ** 2).sum() + 0.5 * FINAL @ (x[-1] - UP) ** 2)

  def roll_out(self, x: Numbers, u: Numbers, k: Numbers, K: Numbers, a: float) -> tuple[Numbers, Numbers]:
    """States and controls with the feedback of the backward pass."""
    xs, us = np.empty_like(x), np.empty_like(u)
    xs[0] = x[0]
    for t in range(STEPS):
      us[t] = np.minimum(np.maximum(u[t] + a * k[t] + K[t] @ (xs[t] - x[t]), -1), 1)  # the motor's range
      self.set(xs[t], us[t])
      sinew.mj_step(self.m, self.d)
      xs[t + 1, :2], xs[t + 1, 2:] = self.d.qpos, self.d.qvel
    return xs, us

  def linearize(self, x: Numbers, u: Numbers) -> None:
    for t in range(STEPS):
      self.set(x[t], u[t])
      sinew.transition(self.m, self.d, out=(self.A[t], self.B[t]))

  def go_back(self, x: Numbers, u: Numbers, mu: float) -> tuple[Numbers, Numbers]:
    """k and K of each step."""
    k, K = np.zeros_like(u), np.zeros((STEPS, self.m.nu, x.shape[1]))
    Vx, Vxx = FINAL * (x[-1] - UP), np.diag(FINAL)
    for t in reversed(range(STEPS)):
      A, B = self.A[t], self.B[t]
      near = Vxx + mu * np.eye(len(Vx))
      Qx, Qu = A.T @ Vx, self.r * u[t] + B.T @ Vx
      Qxx, Qux, Quu = A.T @ Vxx @ A, B.T @ Vxx @ A, self.r + B.T @ Vxx @ B
      step = -np.hstack([Qu[:, None], B.T @ near @ A]) / (self.r + B.T @ near @ B)
      if abs(u[t, 0]) < 1 or u[t, 0] * (u[t, 0] + step[0, 0]) < 1:  # at its bound it moves inward only
        k[t], K[t] = step[:, 0], step[:, 1:]
      Vx = Qx + K[t].T @ (Quu @ k[t] + Qu) + Qux.T @ k[t]
      Vxx = Qxx + K[t].T @ Quu @ K[t] + K[t].T @ Qux + Qux.T @ K[t]
    return k, K


def optimize(problem: Problem, iterations: int = 100) -> tuple[Numbers, Numbers, float]:
  """States, controls and cost."""
  x, u = np.zeros((STEPS + 1, 4)), 0.1 * np.sin(4 * problem.m.opt.timestep * np.arange(STEPS))[:, None]
  x, u = problem.roll_out(x, u, np.zeros_like(u), np.zeros((STEPS, 1, 4)), 0)
  cost, mu = problem.cost(x, u), 1e-2
  for i in range(iterations):
    if cost < GOOD:
      break
    problem.linearize(x, u)
    k, K = problem.go_back(x, u, mu)
    before = cost
    for a in 0.5 ** np.arange(10):
      trial = problem.roll_out(x, u, k, K, a)
      if problem.cost(*trial) < cost:
        (x, u), cost = trial, problem.cost(*trial)
        break
    mu = max(mu / 3, 1e-8) if cost < before else 10 * mu
    if cost < before:
      print(f'iteration {i + 1:3}: cost {cost:10.4f}')
  return x, u, cost


def main() -> tuple[Numbers, Numbers, float, float]:
  problem = Problem()
  x, u, cost = optimize(problem)
  m, d = problem.m, problem.d
  sinew.mj_resetData(m, d)
  for control in u:  # the plan alone, without feedback
    d.ctrl = control
    sinew.mj_step(m, d)
  sinew.mj_forward(m, d)
  height = float(d.site('tip').xpos[2] - d.joint('shoulder').xanchor[2])
  print(f'cost {cost:.4f}; the tip is {height:.3f} m above the bar, 1.435 m are possible')
  return x, u, cost, height


if __name__ == '__main__':
  main()
