"""sinew.transition and its kin: numbers against differences, shapes, arrays that are handed in."""
import copy
import pickle

import numpy as np
import pytest

from support import model_path

import sinew

# contacts at rest, a ball joint, a tendon, activations; dampers are linear and gains constant
RICH = '''<mujoco><option timestep="0.004" integrator="implicitfast"/><worldbody>
  <geom name="floor" type="plane" size="1 1 1"/>
  <body pos="0 0 0.0997"><freejoint/><geom name="foot" type="sphere" size="0.1"/></body>
  <body name="arm" pos="1 0 1"><joint name="ball" type="ball" damping="0.1"/>
    <geom name="rod" type="capsule" size="0.03" fromto="0 0 0 0.4 0 0"/>
    <body name="hand" pos="0.4 0 0"><joint name="hinge" axis="0 1 0" stiffness="2" damping="0.2"/>
      <geom size="0.05" pos="0.2 0 0"/><site name="tip" pos="0.3 0 0"/></body></body></worldbody>
  <tendon><fixed name="string" stiffness="3" damping="0.1"><joint joint="hinge" coef="2"/></fixed></tendon>
  <actuator><motor name="turn" joint="hinge"/>
    <general name="slow" joint="hinge" dyntype="filter" dynprm="0.1" gainprm="0.5"/></actuator>
  <sensor><framepos objtype="site" objname="tip"/><accelerometer site="tip"/><actuatorfrc actuator="slow"/></sensor>
  <keyframe><key qpos="0 0 0.0997 1 0 0 0  0.9 0.1 0.3 -0.2 0.5" qvel="0 0 0 0 0 0 0.3 -0.2 0.5 1" act="0.3"
    ctrl="0.2 -0.4"/></keyframe></mujoco>'''


def rich():
  m = sinew.MjModel.from_xml_string(RICH)
  d = sinew.MjData(m)
  sinew.mj_resetDataKeyframe(m, d, 0)
  sinew.mj_normalizeQuat(m, d.qpos)
  return m, d


def cartpole(key='tilted'):
  m = sinew.MjModel.from_xml_path(model_path('cartpole'))
  d = sinew.MjData(m)
  sinew.mj_resetDataKeyframe(m, d, m.key(key).id)
  d.qvel[:] = [0.3, -0.2]
  d.ctrl[:] = 0.1
  return m, d


def moved(m, d, column, eps):
  """The state after a step and the sensors before it, with one number of (dq, qvel, act, ctrl) changed."""
  e = copy.copy(d)
  nv = m.nv
  part, place = min(column // nv, 2), column % nv if column < 2 * nv else column - 2 * nv
  if part == 0:
    change = np.zeros(nv)
    change[place] = eps
    sinew.mj_integratePos(m, e.qpos, change, 1)
  elif part == 1:
    e.qvel[place] += eps
  elif place < m.na:
    e.act[place] += eps
  else:
    e.ctrl[place - m.na] += eps
  sinew.mj_step(m, e)
  return e


def differences(m, d, eps=1e-6):
  """A and B beside each other, C and D too, by centred differences of mj_step."""
  columns, sensors = [], []
  for column in range(2 * m.nv + m.na + m.nu):
    low, high = moved(m, d, column, -eps), moved(m, d, column, eps)
    dq = np.zeros(m.nv)
    sinew.mj_differentiatePos(m, dq, 1, low.qpos, high.qpos)
    columns.append(np.concatenate([dq, high.qvel - low.qvel, high.act - low.act]) / (2 * eps))
    sensors.append((high.sensordata - low.sensordata) / (2 * eps))
  return np.array(columns).T, np.array(sensors).T


def close(a, b, tolerance):
  """Within a part of the largest entry."""
  assert a.shape == b.shape
  return np.abs(a - b).max() < tolerance * max(1, np.abs(b).max())


@pytest.mark.parametrize('make', [cartpole, rich])
@pytest.mark.parametrize('mode', ['analytic', 'hybrid', 'fd'])
def test_differences(make, mode):
  m, d = make()
  before = d.qpos.copy(), d.qvel.copy(), d.time
  t = sinew.transition(m, d, mode, sensors=True)
  state, sensor = differences(m, d)
  assert close(np.hstack([t.A, t.B]), state, 1e-5)
  assert close(np.hstack([t.C, t.D]), sensor, 1e-5)
  assert (d.qpos == before[0]).all() and (d.qvel == before[1]).all() and d.time == before[2]


@pytest.mark.parametrize('make', [cartpole, rich])
def test_reference_function(make):
  """mjd_transitionFD gives the same where dampers are linear and gains constant."""
  m, d = make()
  A, B, C, D = sinew.transition(m, d, sensors=True)
  fd = [np.zeros_like(x) for x in (A, B, C, D)]
  sinew.mj_forward(m, d)
  sinew.mjd_transitionFD(m, d, 1e-6, True, *fd)
  for exact, other in zip((A, B, C, D), fd):
    assert close(exact, other, 1e-5)


def test_result():
  m, d = cartpole()
  t = sinew.transition(m, d)
  A, B = t
  assert A is t.A and B is t.B and t.C is None and t.D is None and t.mode == 'analytic' and len(t) == 2
  assert A.shape == (4, 4) and B.shape == (4, 1)
  full = sinew.transition(m, d, 'fd', sensors=True)
  assert len(full) == 4 and full.C.shape == (7, 4) and full.D.shape == (7, 1) and full.mode == 'fd'
  again = pickle.loads(pickle.dumps(full))
  assert again.mode == 'fd' and (again.D == full.D).all() and 'mode' in repr(again)
  assert sinew.transition(m, d, sinew.sn_DiffMode.sn_DIFF_HYBRID).mode == 'hybrid'


def test_mode_that_was_used():
  """What formulas do not cover is taken from differences."""
  m, d = cartpole()
  m.opt.integrator = sinew.mjtIntegrator.mjINT_RK4
  t = sinew.transition(m, d)
  assert t.mode == 'fd' and close(np.hstack(t), differences(m, d)[0], 1e-5)


def test_out():
  m, d = cartpole()
  first = sinew.transition(m, d, sensors=True)
  old = first.A.copy()
  d.qpos[1] = 0.5
  second = sinew.transition(m, d, out=first)
  assert all(a is b for a, b in zip(first, second)) and not (second.A == old).all()
  trajectory = np.zeros((3, 4, 4))
  assert sinew.transition(m, d, out=(trajectory[1], None)).B is None
  assert close(trajectory[1], second.A, 1e-15) and not trajectory[0].any()


@pytest.mark.parametrize('call, kind, words', [
    (lambda m, d: sinew.transition(m, d, 'exact'), ValueError, 'analytic, hybrid, fd'),
    (lambda m, d: sinew.transition(m, d, 7), sinew.FatalError, 'mode 7'),
    (lambda m, d: sinew.transition(d, m), TypeError, 'MjModel'),
    (lambda m, d: sinew.transition(m, d, out=(np.zeros((4, 4)),)), ValueError, r'\(A, B\)'),
    (lambda m, d: sinew.transition(m, d, sensors=True, out=(None, None)), ValueError, r'\(A, B, C, D\)'),
    (lambda m, d: sinew.transition(m, d, out=(np.zeros((4, 3)), None)), TypeError, r'\(4, 4\)'),
    (lambda m, d: sinew.transition(m, d, out=(np.zeros((4, 4), np.float32), None)), TypeError, 'float64'),
    (lambda m, d: sinew.inverse_derivatives(m, d, out=(None,) * 8), TypeError, 'earlier result'),
    (lambda m, d: sinew.parameter_derivatives(m, d, ['nothing']), ValueError, 'no array'),
    (lambda m, d: sinew.parameter_derivatives(m, d, ['body_parentid']), ValueError, 'no array'),
    (lambda m, d: sinew.parameter_derivatives(m, d, [('body_mass', 'pool')]), KeyError, "no body named 'pool'"),
    (lambda m, d: sinew.parameter_derivatives(m, d, [('body_mass', 9)]), IndexError, 'out of bounds'),
    (lambda m, d: sinew.parameter_derivatives(m, d, [('mat_rgba', 'x', 'y')]), ValueError, 'no array'),
])
def test_wrong_arguments(call, kind, words):
  with pytest.raises(kind, match=words):
    call(*cartpole())


def test_check():
  m, d = rich()
  report = sinew.transition_check(m, d)
  assert report.error < 1e-6 and report.mode == 'analytic' and report.ncolumn == 23 and report.what in str(report)
  assert sinew.transition_check(m, d, 'fd').mode == 'fd'
  m = sinew.MjModel.from_xml_string('<mujoco/>')
  assert 'no entry' in str(sinew.transition_check(m, sinew.MjData(m)))


def test_inverse():
  m, d = rich()
  sinew.mj_forward(m, d)
  d.qacc[:] = np.linspace(-1, 1, m.nv)
  t = sinew.inverse_derivatives(m, d, sensors=True, mass=True)
  fd = [np.zeros((m.nv, n)) for n in [m.nv] * 3 + [m.nsensordata] * 3 + [m.nC]]
  sinew.mjd_inverseFD(m, d, 1e-8, False, *fd)
  for exact, other in zip(t, fd):
    assert close(exact, other.T, 1e-4)
  force = t.Fq.copy()
  again = sinew.inverse_derivatives(m, d, out=t)
  assert np.shares_memory(again.Fq, t.Fq) and (again.Fq == force).all()
  plain = sinew.inverse_derivatives(m, d)
  assert plain.mode == 'analytic' and plain.Sq is None and plain.Mq is None and (plain.Fq == force).all()


def test_parameters():
  m, d = rich()
  wanted = [('body_mass', 'hand'), 'dof_damping', ('geom_friction', 'foot', 0), ('dof_armature', 'ball'),
            ('actuator_gainprm', 'turn', 0), ('tendon_stiffness', 'string'), ('body_pos', 'arm', 2)]
  p = sinew.parameter_derivatives(m, d, wanted)
  assert len(p.columns) == 1 + m.nv + 1 + 3 + 3 and p.columns[0] == ('body_mass', m.body('hand').id)
  assert p.P.shape == (2 * m.nv + m.na, len(p.columns)) and p.mode == 'hybrid'
  eps = 1e-6
  for k, (name, index) in enumerate(p.columns):
    if name in ('body_mass', 'dof_armature'):
      continue  # those take dof_M0 along
    ends = []
    for sign in (-1, 1):
      changed = copy.copy(m)
      getattr(changed, name).flat[index] += sign * eps
      e = copy.copy(d)
      sinew.mj_step(changed, e)
      ends.append(e)
    low, high = ends
    dq = np.zeros(m.nv)
    sinew.mj_differentiatePos(m, dq, 1, low.qpos, high.qpos)
    column = np.concatenate([dq, high.qvel - low.qvel, high.act - low.act]) / (2 * eps)
    if name == 'dof_damping' and m.dof_damping[index] == 0:
      continue  # a negative damper is none
    assert close(p.P[:, k], column, 1e-5), name
  out = np.zeros_like(p.P)
  assert sinew.parameter_derivatives(m, d, wanted, out=out).P is out and (out == p.P).all()


def test_names_of_parameters():
  """Every kind of object has its rows."""
  m = sinew.MjModel.from_xml_path(model_path('arm'))
  d = sinew.MjData(m)
  for parameter, column in [(('body_ipos', 'wrist', 1), 3 * m.body('wrist').id + 1),
                            (('jnt_stiffness', 'joint3'), m.joint('joint3').id),
                            (('geom_solref', 'block', 0), 2 * m.geom('block').id),
                            (('site_pos', 'tool', 2), 3 * m.site('tool').id + 2),
                            (('eq_data', 'mirror', 1), 1),
                            (('dof_damping', 'joint2'), m.joint('joint2').dofadr[0]),
                            (('qpos_spring', 'joint2'), m.joint('joint2').qposadr[0]),
                            (('actuator_gear', 'joint5', 0), 6 * m.actuator('joint5').id)]:
    assert sinew.parameter_derivatives(m, d, [parameter]).columns == ((parameter[0], column),)
  with pytest.raises(KeyError, match='no names'):
    sinew.parameter_derivatives(m, d, [('bvh_aabb', 'a')])
