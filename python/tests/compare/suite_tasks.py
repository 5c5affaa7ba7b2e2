"""robosuite's tasks on Sinew and on the reference.

  python suite_tasks.py PYTHONPATH_OF_SINEW [STEPS] [--sines LIBRARY]

Needs robosuite (1.5.2) and mujoco==3.12.0 from PyPI. Plays every task with a Panda, and Lift with every other
robot, for 50 steps with random actions, and compares observations and rewards (see tasks.py). Then it draws
what a camera sees, as colours, depths and segments. robosuite was written for an older mujoco: what it misses
in 3.12.0 is added to the reference. Exit code 1 if a task fails or agrees for too few steps.
"""
import sys

import numpy as np

import tasks

SEED = 1
ROBOTS = ('Baxter GR1ArmsOnly IIWA Jaco Kinova3 PandaDexRH PandaOmron Sawyer SpotWithArmFloating Tiago UR5e XArm7').split()
QUIET = {'has_renderer': False, 'has_offscreen_renderer': False, 'use_camera_obs': False}


def names():
  tasks.add_older()
  import robosuite  # pylint: disable=import-outside-toplevel
  return [f'{task}-Panda' for task in sorted(robosuite.ALL_ENVIRONMENTS)] + [f'Lift-{robot}' for robot in ROBOTS]


def make(task, **options):
  import robosuite  # pylint: disable=import-outside-toplevel
  name, robot = task.split('-')
  robots = [robot] * 2 if name.startswith('TwoArm') else robot
  return robosuite.make(name, robots=robots, seed=SEED, horizon=10000, **options)


def numbers(observation, reward=0.0):
  parts = [[reward]] + [np.ravel(observation[key]) for key in sorted(observation)]
  return [float(x) for part in parts for x in part]


def play(task, steps, size):
  """Observations and rewards."""
  env = make(task, **QUIET)
  rows = [numbers(env.reset())]
  env.sim.data.qvel[:] += size
  rng = np.random.RandomState(SEED)
  low, high = (np.clip(bound, -1, 1) for bound in env.action_spec)  # some are infinite
  for _ in range(steps):
    observation, reward, _, _ = env.step(rng.uniform(low, high))
    rows.append(numbers(observation, reward))
  env.close()
  return rows


def draw(task, *_):
  """Shapes of pictures, depths and segments; an error if one is empty."""
  env = make(task, has_renderer=False, has_offscreen_renderer=True, use_camera_obs=True, camera_heights=48,
             camera_widths=64, camera_depths=True, camera_segmentations='element')
  env.reset()
  observation, _, _, _ = env.step(np.zeros(env.action_dim))
  found = {key: value for key, value in observation.items() if key.startswith('agentview')}
  env.close()
  for key, value in found.items():
    if len(np.unique(value)) < 5:
      raise ValueError(f'{key} shows nothing')
  return [[key, list(value.shape)] for key, value in sorted(found.items())]


def draw_all(path):
  """Prints what is drawn; True for each task that shows something."""
  good = []
  for task, said in tasks.run(__file__, path, '--draw').items():
    good.append(isinstance(said, list) and len(said) == 3)
    print(f'{task:28} {"is drawn" if good[-1] else "is not drawn"}' + ('' if good[-1] else f': {said}'))
  return good or [False]


if __name__ == '__main__':
  if sys.argv[1:] == ['--draw']:
    tasks.play_all(['Lift-Panda', 'Door-Sawyer'], draw, 0, 0.0)
  else:
    tasks.main(globals(), names, play, 50, draw_all)
