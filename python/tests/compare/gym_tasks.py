"""Gymnasium's MuJoCo tasks on Sinew and on the reference.

  python gym_tasks.py PYTHONPATH_OF_SINEW [STEPS] [--sines LIBRARY]

Needs gymnasium[mujoco] and mujoco==3.12.0 from PyPI. Plays every task of versions 4 and 5 for 1000 steps
with the same actions and compares observations and rewards (see tasks.py). Then Gymnasium's checker of
environments looks at every task of version 5. Exit code 1 if a task fails or agrees for too few steps, or
if the checker says of Sinew what it does not say of the reference.
"""
import sys
import warnings

import tasks

TASKS = ('Ant HalfCheetah Hopper Humanoid HumanoidStandup InvertedDoublePendulum InvertedPendulum Pusher Reacher '
         'Swimmer Walker2d').split()


def names(versions=(4, 5)):
  return [f'{t}-v{v}' for v in versions for t in TASKS]


def nudge(env, size):
  """Changes the velocities by next to nothing."""
  state = env.unwrapped.data
  env.unwrapped.set_state(state.qpos.copy(), state.qvel + size)


def play(task, steps, size):
  """Observations, rewards and ends of an episode; begun anew when it ends."""
  import gymnasium  # pylint: disable=import-outside-toplevel
  warnings.simplefilter('ignore')
  env = gymnasium.make(task)
  env.action_space.seed(1)
  rows = [env.reset(seed=1)[0].tolist()]
  if size:
    nudge(env, size)
  for _ in range(steps):
    observation, reward, terminated, truncated, _ = env.step(env.action_space.sample())
    rows.append([float(reward), bool(terminated)] + observation.tolist())
    if terminated or truncated:
      observation, _ = env.reset()
      rows[-1] += observation.tolist()
  env.close()
  return rows


def check(task, *_):
  """What the checker warns of; it raises an error where it objects."""
  import gymnasium  # pylint: disable=import-outside-toplevel
  from gymnasium.utils import env_checker  # pylint: disable=import-outside-toplevel
  with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    env = gymnasium.make(task, disable_env_checker=True)
    env_checker.check_env(env.unwrapped, skip_render_check=True)
    env.close()
  return sorted({str(w.message) for w in caught})


def draw(task, *_):
  """Shapes of a frame and of its depths; an error if the picture is empty or stays as it is."""
  import gymnasium  # pylint: disable=import-outside-toplevel
  warnings.simplefilter('ignore')
  shapes = []
  for mode in ('rgb_array', 'depth_array'):
    env = gymnasium.make(task, render_mode=mode, width=128, height=96)
    env.reset(seed=1)
    first = env.render()
    for _ in range(10):
      env.step(env.action_space.sample())
    last = env.render()
    env.close()
    if len(set(first.ravel().tolist())) < 10 or (first == last).all():
      raise ValueError(f'{mode} shows nothing')
    shapes.append([list(first.shape), str(first.dtype)])
  return shapes


def check_all(path):
  """Prints what the checker says; True for each task that it accepts as it accepts the reference's."""
  expected, found = (tasks.run(__file__, p, '--check') for p in (None, path))
  good = []
  for task in names((5,)):
    said = found.get(task, 'the process ended')
    good.append(isinstance(said, list) and said == expected[task])
    print(f'{task:28} {"passes" if good[-1] else "fails"} the checker' + ('' if good[-1] else f': {said}'))
  return good


if __name__ == '__main__':
  if sys.argv[1:] in (['--check'], ['--draw']):
    tasks.play_all(names((5,)), check if sys.argv[1] == '--check' else draw, 0, 0.0)
  else:
    tasks.main(globals(), names, play, 1000, check_all)
