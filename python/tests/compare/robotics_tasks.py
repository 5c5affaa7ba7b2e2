"""The tasks of gymnasium-robotics on Sinew and on the reference.

  python robotics_tasks.py PYTHONPATH_OF_SINEW [STEPS] [--sines LIBRARY]

Needs gymnasium-robotics (1.4.2) and mujoco==3.12.0 from PyPI. Plays one task of every kind for 100 steps with
the same actions and compares observations and rewards (see tasks.py). The package compares enumerations with
numbers of NumPy, which the reference does not take: there they are made equal. Exit code 1 if a task fails or
agrees for too few steps.
"""
import warnings

import numpy as np

import tasks

TASKS = ('FetchPickAndPlace-v4 FetchPush-v4 FetchReach-v4 FetchSlide-v4 HandReach-v3 HandManipulateBlock-v1 '
         'HandManipulateEgg-v1 HandManipulatePen-v1 HandManipulateBlock_ContinuousTouchSensors-v1 AdroitHandDoor-v1 '
         'AdroitHandHammer-v1 AdroitHandPen-v1 AdroitHandRelocate-v1 FrankaKitchen-v1 PointMaze_UMaze-v3 '
         'AntMaze_UMaze-v5').split()


def names():
  return TASKS


def flat(observation):
  """Numbers of an observation, whose parts may have parts."""
  if isinstance(observation, dict):
    return [x for key in sorted(observation) for x in flat(observation[key])]
  return [float(x) for x in np.ravel(observation)]


def play(task, steps, size):
  """Observations, rewards and ends of an episode; begun anew when it ends."""
  tasks.add_older()
  import gymnasium  # pylint: disable=import-outside-toplevel
  import gymnasium_robotics  # pylint: disable=import-outside-toplevel
  warnings.simplefilter('ignore')
  gymnasium.register_envs(gymnasium_robotics)
  env = gymnasium.make(task)
  env.action_space.seed(1)
  rows = [flat(env.reset(seed=1)[0])]
  state = getattr(env.unwrapped, 'data', None)
  if state is not None:
    state.qvel[:] += size
  for _ in range(steps):
    observation, reward, terminated, truncated, _ = env.step(env.action_space.sample())
    rows.append([float(reward), bool(terminated)] + flat(observation))
    if terminated or truncated:
      rows[-1] += flat(env.reset()[0])
  env.close()
  return rows


if __name__ == '__main__':
  tasks.main(globals(), names, play, 100)
