"""Functions of the program that the library calls: for messages, and for memory."""
import ctypes
import sys

import numpy as np
import pytest

import sinew
from support import model_path


@pytest.fixture
def m():
  return sinew.MjModel.from_xml_path(model_path('pendulum'))


@pytest.fixture
def clean():
  before = sinew.MjLogConfig.get()
  yield
  before.set()
  sinew.mju_setLogHandler(None)
  sinew.set_mju_user_warning(None)
  sinew.set_mju_user_malloc(None)
  sinew.set_mju_user_free(None)


def warn(m):
  """A call that warns."""
  d = sinew.MjData(m)
  d.qpos[0] = np.nan
  sinew.mj_step(m, d)


def test_handler_gets_warnings(m, clean):
  seen = []
  assert sinew.mju_setLogHandler(seen.append) is None
  warn(m)
  assert len(seen) == 1 and isinstance(seen[0], sinew.MjLogMessage)
  assert seen[0].level == sinew.mjtLogLevel.mjLOG_WARNING and 'QPOS' in seen[0].subject.upper()
  assert sinew.mju_setLogHandler(None) == seen.append
  warn(m)
  assert len(seen) == 1


def test_handler_and_warning_hook(m, clean):
  texts, messages = [], []
  sinew.set_mju_user_warning(texts.append)
  sinew.mju_setLogHandler(messages.append)
  warn(m)
  assert texts == [messages[0].subject] and sinew.get_mju_user_warning() == texts.append


def test_exception_of_a_handler(m, clean):
  def fail(message):
    raise KeyError(message.subject)
  sinew.mju_setLogHandler(fail)
  with pytest.raises(KeyError, match='(?i)qpos'):
    warn(m)
  with pytest.raises(TypeError):
    sinew.mju_setLogHandler(3)


def test_configuration(clean):
  config = sinew.MjLogConfig.get()
  config.topics, config.logfile = 5, 'messages.txt'
  assert sinew.mju_getLogConfig().topics != 5
  config.set()
  assert sinew.mju_getLogConfig() == config and 'messages.txt' in repr(config)
  config.topics = 0
  sinew.mju_setLogConfig(config)
  assert sinew.MjLogConfig.get().topics == 0
  with pytest.raises(OverflowError):
    config.topics = 2**40
  with pytest.raises(TypeError):
    sinew.mju_setLogConfig(3)


@pytest.mark.skipif(not sys.platform.startswith('linux'), reason='functions of the C library by name')
def test_memory_of_the_program(clean):
  """Models and data live in memory that functions of ctypes give, and it comes back to them."""
  c = ctypes.CDLL(None)
  c.aligned_alloc.restype = ctypes.c_void_p
  c.aligned_alloc.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
  c.free.argtypes = [ctypes.c_void_p]
  held = set()

  @ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)
  def take(size):
    address = c.aligned_alloc(64, size)
    held.add(address)
    return address

  @ctypes.CFUNCTYPE(None, ctypes.c_void_p)
  def back(address):
    held.discard(address)
    c.free(address)
  sinew.set_mju_user_malloc(take)
  sinew.set_mju_user_free(back)
  assert sinew.get_mju_user_malloc() is take and sinew.get_mju_user_free() is back
  m = sinew.MjModel.from_xml_path(model_path('pendulum'))
  d = sinew.MjData(m)
  sinew.mj_step(m, d, 10)
  assert held and d.time > 0
  most = len(held)
  del m, d
  assert len(held) < most
  sinew.set_mju_user_malloc(c.malloc)
  sinew.set_mju_user_malloc(None)
  with pytest.raises(TypeError, match='C function pointer'):
    sinew.set_mju_user_malloc(lambda size: 0)
