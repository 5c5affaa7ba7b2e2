"""The tasks of dm_control's suite on Sinew and on the reference.

  python dm_tasks.py PYTHONPATH_OF_SINEW [STEPS] [--sines LIBRARY]

Needs dm_control (1.0.45 is the release for it) and mujoco==3.12.0 from PyPI. Plays every task for 200
steps with random actions and without pictures, and compares observations and rewards (see tasks.py). Exit
code 1 if a task fails or agrees for too few steps.
"""
import numpy as np

import tasks

SEED = 1
MOST = 1e3  # actions without bounds are bounded by +-1


def names():
  from dm_control import suite  # pylint: disable=import-outside-toplevel
  return [f'{domain}-{task}' for domain, task in suite.ALL_TASKS]


def numbers(step):
  """Reward and observations of a time step."""
  parts = [[step.reward or 0.0]] + [np.ravel(value) for value in step.observation.values()]
  return [float(x) for part in parts for x in part]


def play(task, steps, size):
  """Rewards and observations; begun anew when an episode ends."""
  from dm_control import mujoco, suite  # pylint: disable=import-outside-toplevel
  # quadruped-escape hands its terrain to the graphics card, if there is one: it asks by making a context
  mujoco.Physics.contexts = None
  env = suite.load(*task.split('-'), task_kwargs={'random': SEED})
  spec = env.action_spec()
  low, high = (np.where(np.abs(b) > MOST, np.sign(b), b) for b in (spec.minimum, spec.maximum))
  rng = np.random.RandomState(SEED)
  rows = [numbers(env.reset())]
  env.physics.data.qvel[:] += size
  for _ in range(steps):
    step = env.step(rng.uniform(low, high, spec.shape))
    rows.append(numbers(step))
    if step.last():
      rows[-1] += numbers(env.reset())
  env.close()
  return rows


if __name__ == '__main__':
  tasks.main(globals(), names, play, 200)
