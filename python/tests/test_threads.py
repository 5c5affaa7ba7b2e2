"""Threads step worlds of their own at the same time: calls give the lock of the interpreter away."""
import resource
import threading
import time

import numpy as np
import pytest

from support import Parallel, cores, in_two_threads, load_api, model_path

api = load_api()


def worker(m, d, steps, start=None):
  if start:
    start.wait()
  api.mj_step(m, d, steps)


def in_threads(model, count, steps):
  """Data after the steps, each in a thread, and the seconds that all took."""
  data = [api.MjData(model) for _ in range(count)]
  start = threading.Barrier(count + 1)
  threads = [threading.Thread(target=worker, args=(model, d, steps, start)) for d in data]
  for thread in threads:
    thread.start()
  start.wait()
  begin = time.perf_counter()
  for thread in threads:
    thread.join()
  return data, time.perf_counter() - begin


def test_same_numbers_as_alone():
  m = api.MjModel.from_xml_path(model_path('humanoid'))
  alone = api.MjData(m)
  api.mj_step(m, alone, 200)
  for d in in_threads(m, 4, 200)[0]:
    assert np.array_equal(d.qpos, alone.qpos) and np.array_equal(d.qvel, alone.qvel)


def test_lock_is_given_away():
  """While a thread is in one long call, this one goes on."""
  m = api.MjModel.from_xml_path(model_path('humanoid'))
  d = api.MjData(m)
  thread = threading.Thread(target=worker, args=(m, d, 3000))
  thread.start()
  turns = 0
  while thread.is_alive():
    turns += 1
    time.sleep(0.0005)
  thread.join()
  assert turns > 20


def test_errors_belong_to_their_thread():
  m = api.MjModel.from_xml_path(model_path('arm'))
  wrong = []

  def fail(good):
    for _ in range(300):
      try:
        api.mj_stateSize(m, 1 if good else -1)
        wrong.append('no exception') if not good else None
      except api.FatalError:
        wrong.append('exception') if good else None
  threads = [threading.Thread(target=fail, args=(i % 2 == 0,)) for i in range(4)]
  for thread in threads:
    thread.start()
  for thread in threads:
    thread.join()
  assert not wrong


def test_loading_in_threads():
  def make(results):
    for _ in range(10):
      m = api.MjModel.from_xml_path(model_path('arm'))
      d = api.MjData(m)
      api.mj_step(m, d, 5)
      results.append(d.qpos.tolist())
  results = []
  threads = [threading.Thread(target=make, args=(results,)) for _ in range(3)]
  for thread in threads:
    thread.start()
  for thread in threads:
    thread.join()
  assert len(results) == 30 and all(r == results[0] for r in results)


@pytest.mark.skipif(not hasattr(api, 'set_mjcb_control'), reason='there are no hooks')
def test_hook_is_called_from_a_thread():
  m = api.MjModel.from_xml_path(model_path('arm'))
  seen = []
  api.set_mjcb_control(lambda model, data: seen.append(data.time))
  try:
    in_threads(m, 2, 5)
  finally:
    api.set_mjcb_control(None)
  assert len(seen) >= 10


HUMANOID = api.MjModel.from_xml_path(model_path('humanoid'))
WORLDS = [api.MjData(HUMANOID) for _ in range(2)]


def step_world(i, end):
  """Steps that a world makes from rest until a time."""
  m, d, count = HUMANOID, WORLDS[i], 0
  api.mj_resetData(m, d)
  while time.monotonic() < end:
    api.mj_step(m, d, 20)
    count += 20
  return count


def step_alone(end):
  return step_world(0, end)


@pytest.mark.skipif(cores() < 2, reason='there is one core')
def test_two_threads_are_faster():
  Parallel(step_alone, lambda end: in_two_threads(step_world, end), 'test_threads', 'step_alone').check()


@pytest.mark.skipif(not hasattr(resource, 'RUSAGE_THREAD'), reason='threads are not told apart')
def test_long_calls_do_not_wait():
  """Whatever else the machine does: threads in long calls do not wait for each other.

  One that waits for the lock of the interpreter wakes every 5 ms to ask for it.
  """
  waits, ready = [], threading.Barrier(2)

  def stepping(d):
    ready.wait()
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw
    api.mj_step(HUMANOID, d, 20000)
    waits.append(resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw - before)
  threads = [threading.Thread(target=stepping, args=(d,)) for d in WORLDS]
  for thread in threads:
    thread.start()
  for thread in threads:
    thread.join()
  print('waits of each thread:', *waits)
  assert max(waits) < 20
