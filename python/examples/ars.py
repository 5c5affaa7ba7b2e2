"""A runner learns to gallop by trial: augmented random search (Mania, Guy, Recht 2018) on sinew.Batch.

  python ars.py [ROUNDS]                      a planar runner, in a batch of this program
  python ars.py [ROUNDS] --task HalfCheetah   a task of Gymnasium, on sinew.envs

The policy is a matrix: action = M (observation - mean) / deviation. Every round tries the matrix with random changes,
forwards and backwards, each in a world of its own, and moves it along those changes that made a difference. All worlds
step in one call, so a round is a loop over time, not over worlds; a gait takes a minute or two.
"""
from __future__ import annotations

import argparse
import time
from typing import Any, Callable, Sequence

import numpy as np
from numpy.typing import NDArray

import sinew

Numbers = NDArray[np.float64]

# a body in a plane on two legs of three links: made for this program, stable enough to run with a matrix
RUNNER = '''
<mujoco model="runner">
  <option timestep="0.01" integrator="implicitfast"/>
  <default>
    <joint type="hinge" axis="0 1 0" limited="true" armature="0.05" damping="3" stiffness="60"/>
    <geom type="capsule" size="0.05" friction="0.8" condim="3" contype="0" conaffinity="1" density="900"/>
    <motor ctrllimited="true" ctrlrange="-1 1"/>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="50 5 1" contype="1" conaffinity="0"/>
    <body name="torso" pos="0 0 0.62">
      <joint name="x" type="slide" axis="1 0 0" limited="false" armature="0" damping="0" stiffness="0"/>
      <joint name="z" type="slide" axis="0 0 1" limited="false" armature="0" damping="0" stiffness="0"/>
      <joint name="pitch" limited="false" armature="0" damping="0" stiffness="0"/>
      <geom fromto="-0.45 0 0 0.45 0 0"/>
      <body name="back" pos="-0.42 0 0">
        <joint name="back_hip" range="-40 60"/>
        <geom fromto="0 0 0 0.12 0 -0.24"/>
        <body pos="0.12 0 -0.24">
          <joint name="back_knee" range="-50 45"/>
          <geom fromto="0 0 0 -0.16 0 -0.2" size="0.045"/>
          <body pos="-0.16 0 -0.2">
            <joint name="back_ankle" range="-25 45" stiffness="40"/>
            <geom fromto="0 0 0 0.14 0 -0.08" size="0.045"/>
          </body>
        </body>
      </body>
      <body name="front" pos="0.42 0 0">
        <joint name="front_hip" range="-60 40"/>
        <geom fromto="0 0 0 -0.1 0 -0.25"/>
        <body pos="-0.1 0 -0.25">
          <joint name="front_knee" range="-60 50"/>
          <geom fromto="0 0 0 0.1 0 -0.2" size="0.045"/>
          <body pos="0.1 0 -0.2">
            <joint name="front_ankle" range="-30 30" stiffness="40"/>
            <geom fromto="0 0 0 0.12 0 -0.06" size="0.045"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="back_hip" gear="90"/> <motor joint="back_knee" gear="70"/> <motor joint="back_ankle" gear="45"/>
    <motor joint="front_hip" gear="90"/> <motor joint="front_knee" gear="60"/> <motor joint="front_ankle" gear="30"/>
  </actuator>
</mujoco>
'''


class Runner:
  """The runner in many worlds; the reward is its speed less the price of its torques, as for HalfCheetah."""
  SKIP = 5
  PRICE = 0.1

  def __init__(self, count: int) -> None:
    model = sinew.MjModel.from_xml_string(RUNNER)
    self.batch = sinew.Batch(model, count)
    self.seconds = self.SKIP * model.opt.timestep
    self.look = self.batch.gather('qpos[1:], qvel')
    self.nobs, self.nact = self.look.size, model.nu
    self.obs = np.zeros(self.look.shape)

  def reset(self, seed: int) -> Numbers:
    """Worlds begin with noise of their own."""
    self.batch.reset(qpos_noise=0.05, qvel_noise=0.05, seed=seed)
    return self.look(out=self.obs)

  def step(self, actions: Numbers) -> tuple[Numbers, Numbers]:
    """Actions of all worlds -> observations, rewards."""
    before = self.batch.qpos[:, 0].copy()
    self.batch.step(self.SKIP, actions)
    speed = (self.batch.qpos[:, 0] - before) / self.seconds
    return self.look(out=self.obs), speed - self.PRICE * np.square(actions).sum(axis=1)


class Task:
  """The same for a task of Gymnasium; a world that has ended earns nothing more."""

  def __init__(self, count: int, name: str) -> None:
    from sinew.envs import VectorEnv  # pylint: disable=import-outside-toplevel
    self.env = VectorEnv(name, count, copy=False)
    self.nobs, self.nact = self.env.single_observation_space.shape[0], self.env.single_action_space.shape[0]

  def reset(self, seed: int) -> Numbers:
    self.alive = np.ones(self.env.num_envs)
    return self.env.reset(seed=seed)[0]

  def step(self, actions: Numbers) -> tuple[Numbers, Numbers]:
    obs, reward, terminated, truncated, _ = self.env.step(actions)
    earned = reward * self.alive
    self.alive *= ~(terminated | truncated)
    return obs, earned


class Normal:
  """Mean and deviation of all observations so far (Chan, Golub, LeVeque 1979)."""

  def __init__(self, n: int) -> None:
    self.count, self.mean, self.square = 1e-4, np.zeros(n), np.full(n, 1e-4)

  def add(self, rows: Numbers) -> None:
    """Rows of observations."""
    count, mean = len(rows), rows.mean(axis=0)
    change, total = mean - self.mean, self.count + count
    self.square += np.square(rows - mean).sum(axis=0) + np.square(change) * self.count * count / total
    self.mean += change * count / total
    self.count = total

  def deviation(self) -> Numbers:
    return np.maximum(np.sqrt(self.square / self.count), 1e-2)


def returns(worlds: Runner | Task, matrices: Numbers, normal: Normal, steps: int, seed: int, learn: bool = True) -> Numbers:
  """Sums of rewards of a matrix for each world."""
  obs = worlds.reset(seed)
  mean, scale = normal.mean.copy(), 1 / normal.deviation()
  total = np.zeros(len(matrices))
  for _ in range(steps):
    if learn:
      normal.add(obs)
    actions = np.einsum('waj,wj->wa', matrices, (obs - mean) * scale).clip(-1, 1)
    obs, reward = worlds.step(actions)
    total += reward
  return total


def search(make: Callable[[int], Runner | Task], rounds: int, directions: int = 32, best: int = 8, noise: float = 0.05, pace: float = 0.03,
           steps: int = 200, seed: int = 0, say: Callable[[str], Any] = print) -> tuple[Numbers, Normal, list[float]]:
  """The matrix, the statistics of observations, and mean returns of all rounds."""
  rng = np.random.default_rng(seed)
  worlds = make(2 * directions)
  normal = Normal(worlds.nobs)
  matrix = np.zeros((worlds.nact, worlds.nobs))
  record: list[float] = []
  begin = time.perf_counter()
  for k in range(rounds):
    change = rng.standard_normal((directions,) + matrix.shape)
    trials = np.concatenate([matrix + noise * change, matrix - noise * change])
    total = returns(worlds, trials, normal, steps, seed=k)
    plus, minus = total[:directions], total[directions:]
    top = np.argsort(-np.maximum(plus, minus))[:best]
    used = np.concatenate([plus[top], minus[top]])
    matrix += pace / (best * max(used.std(), 1e-6)) * np.einsum('k,kaj->aj', (plus - minus)[top], change[top])
    record.append(float(total.mean()))
    if k % 10 == 9:
      rate = (k + 1) * steps * 2 * directions / (time.perf_counter() - begin)
      say(f'round {k + 1:4}: mean return {record[-1]:8.1f}, best {total.max():8.1f}, {rate:8.0f} steps/s')
  return matrix, normal, record


def main(arguments: Sequence[str] | None = None, say: Callable[[str], Any] = print) -> float:
  """Learns, and returns the mean return of an episode of 1000 steps with what was learnt."""
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument('rounds', nargs='?', type=int, default=150)
  parser.add_argument('--task', help='a task of Gymnasium: HalfCheetah, Hopper, ...')
  options = parser.parse_args(arguments)
  make: Callable[[int], Runner | Task] = (lambda count: Task(count, options.task)) if options.task else Runner
  matrix, normal, _ = search(make, options.rounds, say=say)
  worlds = make(16)
  mean = float(returns(worlds, np.tile(matrix, (16, 1, 1)), normal, 1000, seed=10**6, learn=False).mean())
  say(f'mean return of 16 episodes of 1000 steps: {mean:.1f}')
  return mean


if __name__ == '__main__':
  main()
