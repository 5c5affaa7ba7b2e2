"""Proximal policy optimisation (Schulman et al. 2017) in one file, on sinew.envs: needs gymnasium and torch.

  python ppo.py [--task HalfCheetah] [--steps 2000000] [--worlds 256]

All worlds step in one call, so the loop is that of one world with arrays in place of numbers. A world that has ended
is reset by the next step, whose action does not count: such rows carry no weight in what is learnt.
"""
from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
import time
from typing import TYPE_CHECKING, Any, Callable, Sequence

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
  from sinew.envs import VectorEnv

torch: Any = importlib.import_module('torch') if importlib.util.find_spec('torch') else None
Numbers = NDArray[np.float64]
Tensor = Any  # of torch, which may not be there


class Normal:
  """Running mean and deviation, for observations and returns."""

  def __init__(self, n: int) -> None:
    self.count, self.mean, self.square = 1e-4, np.zeros(n), np.full(n, 1e-4)

  def add(self, rows: Numbers) -> None:
    count, mean = len(rows), rows.mean(axis=0)
    change, total = mean - self.mean, self.count + count
    self.square += np.square(rows - mean).sum(axis=0) + np.square(change) * self.count * count / total
    self.mean += change * count / total
    self.count = total

  def deviation(self) -> Numbers:
    return np.asarray(np.sqrt(self.square / self.count) + 1e-6)

  def __call__(self, rows: Numbers) -> NDArray[np.float32]:
    return np.clip((rows - self.mean) / self.deviation(), -10, 10).astype(np.float32)


def network(sizes: Sequence[int], gain: float) -> Any:
  """Layers with tanh between them, the last one scaled by gain."""
  layers: list[Any] = []
  for i, (n, m) in enumerate(zip(sizes, sizes[1:])):
    last = i == len(sizes) - 2
    layer = torch.nn.Linear(n, m)
    torch.nn.init.orthogonal_(layer.weight, gain if last else 2 ** 0.5)
    torch.nn.init.zeros_(layer.bias)
    layers += [layer] if last else [layer, torch.nn.Tanh()]
  return torch.nn.Sequential(*layers)


class Agent:
  """A policy (normal, with a deviation of its own for each action) and a value."""

  def __init__(self, nobs: int, nact: int, rate: float = 3e-4) -> None:
    self.policy, self.value = network([nobs, 64, 64, nact], 0.01), network([nobs, 64, 64, 1], 1.0)
    self.spread = torch.nn.Parameter(torch.full((nact,), -0.5))
    self.weights = [*self.policy.parameters(), *self.value.parameters(), self.spread]
    self.adam = torch.optim.Adam(self.weights, lr=rate, eps=1e-5)

  def act(self, obs: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Actions, their log-probabilities, values."""
    with torch.no_grad():
      choice = self.choices(obs)
      actions = choice.sample()
      return actions, choice.log_prob(actions).sum(-1), self.value(obs)[:, 0]

  def choices(self, obs: Tensor) -> Any:
    return torch.distributions.Normal(self.policy(obs), self.spread.exp())

  def learn(self, batch: Sequence[Tensor], epochs: int = 8, parts: int = 16, clip: float = 0.2, entropy: float = 0.0) -> None:
    """Some passes over what was seen."""
    obs, actions, before, advantage, target, weight = batch
    for _ in range(epochs):
      for rows in torch.randperm(len(obs)).chunk(parts):
        choice = self.choices(obs[rows])
        ratio = (choice.log_prob(actions[rows]).sum(-1) - before[rows]).exp()
        gain = torch.minimum(ratio * advantage[rows], ratio.clip(1 - clip, 1 + clip) * advantage[rows])
        error = (self.value(obs[rows])[:, 0] - target[rows]) ** 2
        w = weight[rows] / weight[rows].sum().clip(1)
        loss = ((0.5 * error - gain - entropy * choice.entropy().sum(-1)) * w).sum()
        self.adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.weights, 0.5)
        self.adam.step()


def advantages(rewards: Tensor, values: Tensor, ended: Tensor, last: Tensor, discount: float = 0.99, trace: float = 0.95) -> Tensor:
  """Generalised advantage estimation (Schulman et al. 2016), backwards in time."""
  out, sum_ = torch.zeros_like(values), torch.zeros_like(last)
  for t in reversed(range(len(rewards))):
    after = values[t + 1] if t + 1 < len(rewards) else last
    error = rewards[t] + discount * after * ~ended[t] - values[t]
    sum_ = error + discount * trace * sum_ * ~ended[t]
    out[t] = sum_
  return out


class Collector:
  """Steps the worlds and keeps what the agent needs to learn."""

  def __init__(self, env: VectorEnv, agent: Agent, seed: int) -> None:
    self.env, self.agent = env, agent
    self.normal, self.scale = Normal(env.single_observation_space.shape[0]), Normal(1)
    self.obs = env.reset(seed=seed)[0]
    n = env.num_envs
    self.fresh = np.zeros(n, bool)  # worlds that the next step resets
    self.running, self.gains = np.zeros(n), np.zeros(n)
    self.finished: list[float] = []

  def seen(self) -> Tensor:
    self.normal.add(self.obs)
    return torch.from_numpy(self.normal(self.obs))

  def count(self, reward: Numbers, ended: NDArray[np.bool_]) -> None:
    """Sums of rewards, of episodes for the record and discounted for their scale."""
    self.running += reward
    self.gains = self.gains * 0.99 + reward
    self.scale.add(self.gains[:, None])
    self.finished += self.running[ended].tolist()
    self.running[ended], self.gains[ended] = 0, 0

  def collect(self, steps: int) -> list[Tensor]:
    """(obs, actions, log-probabilities, advantages, targets, weights), flat."""
    rows = []
    for _ in range(steps):
      obs = self.seen()
      actions, chance, value = self.agent.act(obs)
      self.obs, reward, terminated, truncated, _ = self.env.step(actions.numpy().clip(-1, 1))
      ended, weight = terminated | truncated, ~self.fresh
      self.count(reward, ended)
      scaled = (reward / self.scale.deviation()).clip(-10, 10).astype(np.float32)
      rows.append((obs, actions, chance, value, torch.from_numpy(scaled), torch.from_numpy(ended.copy()),
                   torch.from_numpy(weight.astype(np.float32))))
      self.fresh = ended.copy()
    obs, actions, chance, values, rewards, ended, weight = map(torch.stack, zip(*rows))
    with torch.no_grad():
      last = self.agent.value(torch.from_numpy(self.normal(self.obs)))[:, 0]
    advantage = advantages(rewards, values, ended, last)
    target = advantage + values
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    return [x.flatten(0, 1) for x in (obs, actions, chance, advantage, target, weight)]


def main(arguments: Sequence[str] | None = None, say: Callable[[str], Any] = print) -> float | None:
  """Learns, and returns the mean return of the last episodes; None without torch."""
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument('--task', default='HalfCheetah')
  parser.add_argument('--steps', type=int, default=2_000_000)
  parser.add_argument('--worlds', type=int, default=256)
  parser.add_argument('--horizon', type=int, default=32)
  parser.add_argument('--seed', type=int, default=0)
  options = parser.parse_args(arguments)
  if torch is None:
    say('This example needs torch: pip install torch. ars.py learns with numpy alone.')
    return None
  from sinew.envs import VectorEnv  # pylint: disable=import-outside-toplevel,redefined-outer-name
  torch.manual_seed(options.seed)
  torch.set_num_threads(1)  # the networks are small: more threads wait for each other
  env = VectorEnv(options.task, options.worlds)
  agent = Agent(env.single_observation_space.shape[0], env.single_action_space.shape[0])
  worlds = Collector(env, agent, options.seed)
  begin, done, mean = time.perf_counter(), 0, 0.0
  while done < options.steps:
    for group in agent.adam.param_groups:
      group['lr'] = 3e-4 * (1 - done / options.steps)
    agent.learn(worlds.collect(options.horizon))
    done += options.horizon * options.worlds
    if worlds.finished and done // (options.horizon * options.worlds) % 10 == 0:
      mean = float(np.mean(worlds.finished[-100:]))
      say(f'{done:9} steps: mean return {mean:8.1f}, {done / (time.perf_counter() - begin):7.0f} steps/s')
  return float(np.mean(worlds.finished[-100:])) if worlds.finished else mean


if __name__ == '__main__':
  main(sys.argv[1:])
