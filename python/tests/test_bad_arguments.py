"""Bad arguments of every kind give exceptions and never a crash."""
import os
import subprocess
import sys

import numpy as np
import pytest

from support import HERE, load_api, model_path

api = load_api()
CALLS = int(os.environ.get('SINEW_FUZZ_CALLS', '4000'))
LIMIT = 600 + CALLS // 50  # seconds


@pytest.fixture(name='arm')
def fixture_arm():
  m = api.MjModel.from_xml_path(model_path('arm'))
  return m, api.MjData(m)


@pytest.mark.parametrize('seed', [1, 2])
def test_random_calls(seed, tmp_path):
  """SINEW_FUZZ_CALLS=50000 makes 1e5 of them."""
  progress = tmp_path / 'progress'
  command = [sys.executable, os.path.join(HERE, 'fuzz_calls.py'), str(CALLS), str(seed), str(progress)]
  env = dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in sys.path if p))
  done = subprocess.run(command, cwd=tmp_path, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                        text=True, timeout=LIMIT, check=False)
  last = progress.read_bytes().decode('utf-8', 'replace').strip() if progress.exists() else 'start'
  assert done.returncode == 0, f'{last}\n{done.stderr[-3000:]}'
  print(done.stderr.strip().splitlines()[-1])


def test_none_for_model_and_data(arm):
  m, d = arm
  for args in ((None, d), (m, None), (d, m), (m,), (), (m, d, 1.5), (m, d, None), (m, d, 1, 2)):
    with pytest.raises(TypeError):
      api.mj_step(*args)
  with pytest.raises(TypeError):
    api.MjData(None)


def test_data_of_another_model(arm):
  m, _ = arm
  other = api.MjData(api.MjModel.from_xml_path(model_path('humanoid')))
  for function in (api.mj_step, api.mj_forward, api.mj_kinematics, api.mj_resetData):
    with pytest.raises((TypeError, ValueError, api.FatalError)):
      function(m, other)


def test_sizes_are_checked(arm):
  m, d = arm
  with pytest.raises(TypeError, match='nv'):
    api.mj_mulM(m, d, np.zeros(m.nv + 1), np.zeros(m.nv))
  with pytest.raises(TypeError, match='3, nv'):
    api.mj_jac(m, d, np.zeros((2, m.nv)), None, np.zeros(3), 1)
  with pytest.raises(TypeError):
    api.mju_add3(np.zeros(4), np.zeros(3), np.zeros(3))
  with pytest.raises(TypeError):
    api.mj_getState(m, d, np.zeros(3), 1)


def test_outputs_are_never_converted():
  for bad in ([0, 0, 0], np.zeros(3, np.float32), np.zeros(6)[::2], (0, 0, 0), None):
    with pytest.raises(TypeError):
      api.mju_add3(bad, np.ones(3), np.ones(3))
  fixed = np.zeros(3)
  fixed.flags.writeable = False
  with pytest.raises((TypeError, ValueError)):
    api.mju_add3(fixed, np.ones(3), np.ones(3))


def test_inputs_are_converted():
  res = np.zeros(3)
  for good in ([1, 2, 3], (1, 2, 3), range(1, 4), np.array([1, 2, 3]), np.arange(1, 4, 0.5)[::2],
               np.array([[1.0], [2], [3]])):
    api.mju_add3(res, good, good)
    assert res.tolist() == [2, 4, 6]


def test_errors_of_the_engine(arm):
  m, d = arm
  with pytest.raises(api.FatalError):
    api.mj_stateSize(m, -1)
  with pytest.raises(api.FatalError):
    api.mj_setKeyframe(m, d, 999)
  with pytest.raises(api.FatalError):
    api.mju_euler2Quat(np.zeros(4), np.zeros(3), 'abc')


def test_loading_errors():
  for text in ('<mujoco>', '', 'nothing', '<mujoco><worldbody><body><joint/></body></worldbody></mujoco>'):
    with pytest.raises(ValueError):
      api.MjModel.from_xml_string(text)
  for load in (api.MjModel.from_xml_path, api.MjModel.from_binary_path):
    with pytest.raises(ValueError):
      load('/no/such/file.xml')


def test_hooks_take_callables_only(arm):
  m, d = arm
  for name in (n for n in dir(api) if n.startswith('set_mjcb_')):
    with pytest.raises(TypeError):
      getattr(api, name)(3)
    getattr(api, name)(None)
  api.mj_step(m, d)


@pytest.mark.skipif(not hasattr(api, 'set_mjcb_control'), reason='there are no hooks')
def test_exception_of_a_hook(arm):
  m, d = arm

  def fail(_m, _d):
    raise ZeroDivisionError('from the hook')
  api.set_mjcb_control(fail)
  try:
    with pytest.raises(ZeroDivisionError):
      api.mj_step(m, d)
  finally:
    api.set_mjcb_control(None)
  api.mj_step(m, d)
