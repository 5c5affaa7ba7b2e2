"""Rollouts: shapes and rules of the reference, and the same numbers as single steps."""
import time

import numpy as np
import pytest

from support import Parallel, cores, load_api, model_path

api = load_api()
ro = pytest.importorskip(api.__name__ + '.rollout')
FULL = api.mjtState.mjSTATE_FULLPHYSICS
INPUTS = '''<mujoco><size nuserdata="2"/><worldbody><body mocap="true" pos="1 2 3"/>
  <body pos="0 1 1"><joint name="h"/><geom size=".1" pos="0.3 0 0"/></body></worldbody>
  <equality><joint joint1="h"/></equality><actuator><motor joint="h"/></actuator>
  <sensor><clock/></sensor></mujoco>'''


def start(m):
  state = np.zeros(api.mj_stateSize(m, FULL))
  api.mj_getState(m, api.MjData(m), state, FULL)
  return state


@pytest.fixture(name='arm', scope='module')
def fixture_arm():
  m = api.MjModel.from_xml_path(model_path('arm'))
  return m, start(m)


def shapes(result):
  return [r.shape for r in result]


def test_shapes(arm):
  m, s = arm
  n, k = s.size, m.nsensordata
  d = api.MjData(m)
  many = np.tile(s, (3, 1))
  cases = [((s,), {}, 1, 1), ((s,), {'nstep': 4}, 1, 4), ((many,), {'nstep': 4}, 3, 4),
           ((s, np.zeros((4, m.nu))), {}, 1, 4), ((many, np.zeros((4, m.nu))), {}, 3, 4),
           ((s, np.zeros((5, 4, m.nu))), {}, 5, 4), ((s, np.zeros((1, m.nu))), {'nstep': 4}, 1, 4),
           ((s,), {'initial_warmstart': np.zeros((3, m.nv))}, 3, 1), ((s,), {'state': np.zeros((2, 5, n))}, 2, 5),
           ((s,), {'sensordata': np.zeros((4, 5, k))}, 4, 5), ((s,), {'nstep': 0}, 1, 1)]
  for args, options, nbatch, nstep in cases:
    assert shapes(ro.rollout(m, d, *args, **options)) == [(nbatch, nstep, n), (nbatch, nstep, k)]
  assert shapes(ro.rollout([m, m], d, s, nstep=2)) == [(2, 2, n), (2, 2, k)]


def test_wrong_shapes(arm):
  m, s = arm
  d = api.MjData(m)
  many = np.tile(s, (3, 1))
  for args, options, text in [
      ((m, d, s[:3]), {}, 'trailing dimension of initial_state'),
      ((m, d, many[:2], np.zeros((3, 4, m.nu))), {}, 'dimension 0 inferred as 2 but control has 3'),
      ((m, d, s, np.zeros((3, 4, m.nu + 1))), {}, 'trailing dimension of control'),
      ((m, d, s, np.zeros((3, 4, m.nu))), {'nstep': 5}, 'dimension 1 inferred as 5 but control has 4'),
      ((m, d, many), {'nstep': 2, 'state': np.zeros((2, 2, s.size))}, 'dimension 0 inferred as 3 but state has 2'),
      (([m, m], d, many), {}, 'nbatch inferred as 3 but model is length 2'),
      ((m, [], s), {}, 'empty'), ((m, d, 'x'), {}, 'initial_state must be'), ((m, d, s), {'nstep': 2.0}, 'integer'),
      ((m, d, s), {'control_spec': int(api.mjtState.mjSTATE_QPOS)}, 'mjSTATE_USER'),
      ((m, d, s, np.zeros((2, 3, 4, m.nu))), {}, 'at most 3 dimensions')]:
    with pytest.raises(ValueError, match=text):
      ro.rollout(*args, **options)


@pytest.mark.parametrize('name', ['arm', 'humanoid', 'hand'])
@pytest.mark.parametrize('threads', [1, 3])
def test_same_as_single_steps(name, threads):
  m = api.MjModel.from_xml_path(model_path(name))
  rng = np.random.default_rng(0)
  states = np.tile(start(m), (7, 1))
  states[:, 1 + m.nq:1 + m.nq + m.nv] = 0.1 * rng.standard_normal((7, m.nv))
  control = 0.3 * rng.standard_normal((7, 20, m.nu))
  data = [api.MjData(m) for _ in range(threads)]
  got, sensed = ro.rollout(m, data, states, control)
  for i in range(7):
    d = api.MjData(m)
    api.mj_setState(m, d, states[i], FULL)
    for j in range(20):
      d.ctrl = control[i, j]
      api.mj_step(m, d)
      want = np.zeros(states.shape[1])
      api.mj_getState(m, d, want, FULL)
      assert np.array_equal(got[i, j], want) and np.array_equal(sensed[i, j], d.sensordata)


def test_inputs_of_the_data():
  """What is not of the control is reset; what is of it, and not given, stays."""
  m = api.MjModel.from_xml_string(INPUTS)
  bits = api.mjtState

  def after(spec):
    d = api.MjData(m)
    d.ctrl, d.qfrc_applied, d.xfrc_applied, d.eq_active, d.mocap_pos, d.userdata = 5, 1, 2, 0, 9, 4
    ro.rollout(m, d, start(m), nstep=3, control_spec=int(spec))
    return [d.ctrl[0], d.qfrc_applied[0], d.xfrc_applied[1, 0], bool(d.eq_active[0]), d.mocap_pos[0, 0], d.userdata[0]]
  assert after(bits.mjSTATE_CTRL) == [5, 0, 0, True, 1, 4]
  assert after(0) == [0, 0, 0, True, 1, 4]
  assert after(bits.mjSTATE_QFRC_APPLIED) == [0, 1, 0, True, 1, 4]
  assert after(bits.mjSTATE_USER) == [5, 1, 2, False, 9, 4]


def test_trajectory_ends_at_a_warning():
  m = api.MjModel.from_xml_string(INPUTS)
  control = np.zeros((1, 8, 1))
  control[0, 3] = np.nan
  state, sensed = ro.rollout(m, api.MjData(m), start(m), control)
  assert state[0, :, 0] == pytest.approx([0.002, 0.004, 0.006] + [0.008] * 5)
  assert sensed[0, :, 0] == pytest.approx([0, 0.002, 0.004] + [0.006] * 5)


def test_given_arrays_are_filled(arm):
  m, s = arm
  state = np.zeros((1, 2, s.size))
  assert ro.rollout(m, api.MjData(m), s, nstep=2, state=state)[0] is state
  assert state[0, 1, 0] == pytest.approx(2 * m.opt.timestep)


def test_pool(arm):
  m, s = arm
  many = np.tile(s, (5, 1))
  with ro.Rollout(nthread=2) as pool:
    pool.rollout(m, [api.MjData(m), api.MjData(m)], many, nstep=2)
    with pytest.raises(ValueError, match='nthread'):
      pool.rollout(m, api.MjData(m), many, nstep=2)
  with pytest.raises(RuntimeError):
    pool.rollout(m, [api.MjData(m), api.MjData(m)], many, nstep=2)
  with ro.Rollout(nthread=0) as alone, pytest.raises(ValueError):
    alone.rollout(m, [api.MjData(m), api.MjData(m)], many)
  ro.rollout(m, [api.MjData(m), api.MjData(m)], many, nstep=2, persistent_pool=True)
  assert ro.persistent_rollout is not None
  ro.shutdown_persistent_pool()
  assert ro.persistent_rollout is None


HUMANOID = api.MjModel.from_xml_path(model_path('humanoid'))


def roll_until(end, threads, pool):
  """Trajectories that are done until a time."""
  data = [api.MjData(HUMANOID) for _ in range(threads)]
  states = np.tile(start(HUMANOID), (8, 1))
  count = 0
  while time.monotonic() < end:
    pool.rollout(HUMANOID, data, states, nstep=50)
    count += len(states)
  return count


def roll_alone(end):
  return roll_until(end, 1, ro.Rollout())


@pytest.mark.skipif(cores() < 2, reason='there is one core')
def test_two_threads_are_faster():
  with ro.Rollout(nthread=2) as pool:
    Parallel(roll_alone, lambda end: roll_until(end, 2, pool), 'test_rollout', 'roll_alone').check()


@pytest.mark.skipif(not hasattr(getattr(api, '_core', None), '_rollout'), reason='of the package itself')
def test_inner_call_checks_its_arguments(arm):
  """Whatever is wrong with the tables of the C function is an exception."""
  m, s = arm
  n, k = s.size, m.nsensordata
  d = api.MjData(m)
  good = {'models': (m,), 'data': d, 'first': 0, 'last': 2, 'spec': 0, 'initial': np.tile(s, (2, 1)),
          'warmstart': None, 'control': None, 'state': np.zeros((2, 3, n)), 'sensordata': np.zeros((2, 3, k)),
          'stop': np.zeros(1, dtype=np.int32)}
  api._core._rollout(**good)
  other = api.MjModel.from_xml_path(model_path('pendulum'))
  bad = {'models': [(), [m], (3,), (other,), (m, other)], 'data': [None, api.MjData(other)], 'first': [-1, 3, 'x'],
         'last': [3, 10**9, None], 'spec': ['x', -1], 'initial': [None, s, np.zeros((1, n)), np.zeros((2, n + 1)), 'x',
                                                                  np.zeros((2, n), np.float32), np.zeros((2, 2 * n))[:, ::2]],
         'warmstart': [np.zeros((2, m.nv + 1)), np.zeros(2)], 'control': [np.zeros((2, 3, 1)), np.zeros((2, 2, 0))],
         'state': [None, np.zeros((2, 3, n - 1)), np.zeros((1, 3, n)), np.broadcast_to(0.0, (2, 3, n))],
         'sensordata': [None, np.zeros((2, 2, k)), np.zeros((2, 3, k + 1))], 'stop': [None, 0, np.zeros(1), np.zeros(2, np.int32)]}
  for name, values in bad.items():
    for value in values:
      with pytest.raises((TypeError, ValueError, OverflowError, api.FatalError)):
        api._core._rollout(**{**good, name: value})
  good['stop'][0] = 1
  good['state'][:] = 7
  api._core._rollout(**good)
  assert (good['state'] == 7).all()
