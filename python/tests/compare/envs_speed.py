"""Steps per second of vector environments: sinew.envs, and Gymnasium and EnvPool on MuJoCo.

  PYTHONPATH=BUILD/python python envs_speed.py [--seconds 4] [--rounds 3] [TASK ...]

Needs gymnasium[mujoco] and mujoco; EnvPool is measured if it is installed. A step is one action in one world.
Contenders run in turns, each in a process of its own with random actions on all processors; the best of the rounds
counts. Episodes end and begin anew as they do in training. The second table has steps per second of processor time,
of all threads and processes (Linux): what remains of the first on a machine that has other things to do.
"""
import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time
import warnings

TASKS = ['Ant', 'HalfCheetah', 'Humanoid', 'Hopper']
# worlds: more of them do not make the others faster
CONTENDERS = {'sinew': 1024, 'sync': 16, 'async': 16, 'envpool': 256}


def make(name, task, n):
  """An environment, the function that makes actions, and the function that steps."""
  import numpy as np  # pylint: disable=import-outside-toplevel
  warnings.simplefilter('ignore')
  if name == 'envpool':
    import envpool  # pylint: disable=import-outside-toplevel
    version = next(v for v in ('v5', 'v4') if f'{task}-{v}' in envpool.list_all_envs())
    env = envpool.make(f'{task}-{version}', env_type='gymnasium', num_envs=n, num_threads=os.cpu_count())
    space = env.action_space
    rng = np.random.default_rng(0)
    env.reset()
    return env, [rng.uniform(space.low, space.high, (n,) + space.shape) for _ in range(8)]
  import gymnasium  # pylint: disable=import-outside-toplevel
  if name == 'sinew':
    import sinew.envs  # noqa: F401  pylint: disable=import-outside-toplevel,unused-import
    env = gymnasium.make_vec(f'Sinew/{task}-v5', num_envs=n)
  else:
    env = gymnasium.make_vec(f'{task}-v5', num_envs=n, vectorization_mode=name)
  env.action_space.seed(0)
  env.reset(seed=0)
  return env, [env.action_space.sample() for _ in range(8)]


def processor_seconds():
  """Of this process, its threads and its children."""
  total = time.process_time()
  tick = os.sysconf('SC_CLK_TCK')
  try:
    with open(f'/proc/self/task/{os.getpid()}/children', encoding='ascii') as file:
      children = file.read().split()
    for child in children:
      with open(f'/proc/{child}/stat', encoding='ascii') as file:
        total += sum(map(int, file.read().rsplit(')', 1)[1].split()[11:13])) / tick
  except OSError:
    pass
  return total


def measure(name, task, seconds):
  """Steps per second, and per second of the processor, after a while of warming up."""
  n = CONTENDERS[name]
  env, actions = make(name, task, n)
  rate = 0.0, 0.0
  for limit in (seconds / 4, seconds):
    count, begin, spent = 0, time.perf_counter(), processor_seconds()
    while time.perf_counter() - begin < limit:
      env.step(actions[count % len(actions)])
      count += 1
    rate = n * count / (time.perf_counter() - begin), n * count / (processor_seconds() - spent)
  env.close()
  return rate


def run(name, task, seconds):
  env = dict(os.environ, MUJOCO_GL='disable')
  command = [sys.executable, os.path.abspath(__file__), '--measure', name, task, '--seconds', str(seconds)]
  done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
  lines = [line for line in done.stdout.splitlines() if line.startswith('{')]
  if not lines:
    print(f'{name} does not run {task}: {done.stderr.strip().splitlines()[-1:]}', file=sys.stderr)
    return 0.0, 0.0
  return json.loads(lines[-1])['rate']


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument('tasks', nargs='*', default=TASKS)
  parser.add_argument('--seconds', type=float, default=4)
  parser.add_argument('--rounds', type=int, default=3)
  parser.add_argument('--measure')
  args = parser.parse_args()
  if args.measure:
    print(json.dumps({'rate': measure(args.measure, args.tasks[0], args.seconds)}))
    return
  names = [n for n in CONTENDERS if n != 'envpool' or importlib.util.find_spec('envpool')]
  best = {task: dict.fromkeys(names, (0.0, 0.0)) for task in args.tasks}
  for task in args.tasks:
    for _ in range(args.rounds):
      for name in names:
        best[task][name] = tuple(map(max, best[task][name], run(name, task, args.seconds)))
  for kind, title in enumerate(('steps/s', 'steps/cpu-s')):
    print(f'{title:16}' + ''.join(f'{name:>12}' for name in names) + ''.join(f'{"x " + n:>11}' for n in names[1:]))
    for task, found in best.items():
      rate = {name: found[name][kind] for name in names}
      ratios = ''.join(f'{rate["sinew"] / rate[n]:11.1f}' if rate[n] else f'{"-":>11}' for n in names[1:])
      print(f'{task:16}' + ''.join(f'{rate[n]:12.0f}' for n in names) + ratios)


if __name__ == '__main__':
  main()
