"""What the tests share: the module under test and the models of the repository."""
import glob
import os
import subprocess
import sys
import threading
import time

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.normpath(os.path.join(HERE, '..', '..', 'models'))


def module_name():
  """Name of the package that is tested; another one of the same API may be named instead."""
  return os.environ.get('SINEW_MODULE', 'sinew')


def load_api():
  """The package that is tested."""
  return pytest.importorskip(module_name())


def model_path(name):
  return os.path.join(MODELS, name + '.xml')


def model_names():
  return sorted(os.path.splitext(os.path.basename(p))[0] for p in glob.glob(os.path.join(MODELS, '*.xml')))


def resident_bytes():
  """Memory that the process has in use now."""
  with open('/proc/self/statm', encoding='ascii') as file:
    return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')


# ---- two at once

WINDOW = 0.1  # seconds of a measurement
ROUNDS = 30
ENOUGH = 3  # rounds with two idle cores
IDLE = 1.75  # two processes reach this if two cores are idle
SPEEDUP = 1.5  # of two threads then


def serve(work):
  """The other process: works until the time that each line of the input says, and answers with the amount."""
  for line in sys.stdin:
    print(work(float(line)), flush=True)


class Parallel:
  """What two threads, and two processes in their place, do in the time of one alone.

  work(end) -> amount that is done until time.monotonic() is end; both(end) -> the same by two threads
  at once; module and name say where another process finds work. The processes tell whether two cores
  are idle: windows of the three ways take turns, and a round in which the processes are slowed by
  other programs says nothing about the threads.
  """

  def __init__(self, work, both, module, name):
    self.work, self.both = work, both
    script = f'import sys; sys.path.insert(0, {HERE!r}); import support, {module}; support.serve({module}.{name})'
    self.other = subprocess.Popen([sys.executable, '-c', script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    self.rounds = []
    self._processes(time.monotonic())  # it is there and has loaded all

  def _processes(self, end):
    print(end, file=self.other.stdin, flush=True)
    return self.work(end) + float(self.other.stdout.readline())

  def _round(self):
    """Amounts of one alone, of two threads and of two processes."""
    self.rounds.append([way(time.monotonic() + WINDOW) for way in (self.work, self.both, self._processes)])

  def _idle(self):
    """(threads, processes) as multiples of the best alone, in rounds with two idle cores."""
    alone = max(r[0] for r in self.rounds)
    found = [(r[1] / alone, r[2] / alone) for r in self.rounds]
    return [f for f in found if f[1] > IDLE]

  def check(self):
    """Asserts the speed of two threads in one round at least; skips where there are no two idle cores."""
    idle = []
    while len(self.rounds) < ROUNDS and (len(idle) < ENOUGH or max(idle)[0] <= SPEEDUP):
      self._round()
      idle = self._idle()
    self.other.stdin.close()
    self.other.wait()
    if len(idle) < ENOUGH:
      pytest.skip('there are no two idle cores')
    threads, processes = max(idle)
    print(f'two threads: {threads:.2f} of one, two processes: {processes:.2f}')
    assert threads > SPEEDUP


def in_two_threads(work, end):
  """The amount that work(i, end) does for i = 0 and 1 at the same time."""
  amounts = [0, 0]

  def run(i):
    amounts[i] = work(i, end)
  threads = [threading.Thread(target=run, args=(i,)) for i in (0, 1)]
  for thread in threads:
    thread.start()
  for thread in threads:
    thread.join()
  return sum(amounts)


def cores():
  return len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count()
