"""Gymnasium's MuJoCo tasks on Sinew and on the reference.

  python gym_tasks.py PYTHONPATH_OF_SINEW [STEPS]

Needs gymnasium and mujoco==3.12.0 from PyPI. Runs every task of versions 4 and 5 in two processes
with the same actions, `import mujoco` being Sinew in one; prints after how many steps observations or
rewards differ by more than 1e-9. Contacts make motions chaotic: for comparison the reference is run
against itself, from velocities that differ by 1e-14 in the beginning. Exit code 1 if a task fails, or
differs within its first 50 steps and long before that.
"""
import json
import os
import subprocess
import sys
import warnings

TASKS = ('Ant HalfCheetah Hopper Humanoid HumanoidStandup InvertedDoublePendulum InvertedPendulum Pusher Reacher '
         'Swimmer Walker2d').split()
TOLERANCE = 1e-9
AT_LEAST = 50
NUDGE = 1e-14


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


def play_all(steps, size, versions=(4, 5)):
  """One line of JSON for each task: its name and its rows, or its error."""
  for task in (f'{t}-v{v}' for v in versions for t in TASKS):
    try:
      print(json.dumps([task, play(task, steps, size)]), flush=True)
    except Exception as error:  # pylint: disable=broad-except
      print(json.dumps([task, f'{type(error).__name__}: {error}']), flush=True)


def run(prefix, path, steps, size=0.0):
  """What play_all prints, under Sinew if a path is given."""
  env = dict(os.environ)
  if path:
    env['PYTHONPATH'] = os.pathsep.join([path, env.get('PYTHONPATH', '')])
  command = [sys.executable] + prefix + [os.path.abspath(__file__), '--play', str(steps), str(size)]
  done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
  return dict(json.loads(line) for line in done.stdout.splitlines() if line.startswith('["'))


def differ(a, b):
  return len(a) != len(b) or any(abs(x - y) > TOLERANCE * max(1, abs(x)) for x, y in zip(a, b))


def agreeing(a, b):
  """Steps that agree, and whether all do."""
  for i, (x, y) in enumerate(zip(a, b)):
    if differ(x, y):
      return i, False
  return len(a) - 1, len(a) == len(b)


def report(task, a, b, nudged):
  """Prints one task; True if it is as it should be."""
  if isinstance(a, str):
    print(f'{task:28} is not played by the reference: {a[:80]}')
    return True
  if not isinstance(b, list):
    print(f'{task:28} fails: {str(b)[:120]}')
    return False
  steps, all_of_them = agreeing(a, b)
  alone, always = agreeing(a, nudged)
  print(f'{task:28} agrees for {"all" if all_of_them else "the first"} {steps} steps, '
        f'the reference with itself for {"all" if always else "the first"} {alone}')
  return all_of_them or steps >= min(AT_LEAST, alone // 2)


def main():
  if len(sys.argv) > 2 and sys.argv[1] == '--play':
    play_all(int(sys.argv[2]), float(sys.argv[3]))
    return
  if len(sys.argv) < 2:
    sys.exit(__doc__)
  steps = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
  reference = run([], None, steps)
  ours = run(['-m', 'sinew.as_mujoco'], sys.argv[1], steps)
  nudged = run([], None, steps, NUDGE)
  good = [report(task, reference[task], ours.get(task, 'the process ended'), nudged[task]) for task in reference]
  print(f'{sum(good)} of {len(good)} tasks')
  sys.exit(0 if good and all(good) else 1)


if __name__ == '__main__':
  main()
