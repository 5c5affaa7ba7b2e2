"""Batches: the bits of single steps, parameters of edited models, masks, resets, observations, the life of views,
and exceptions for whatever does not fit."""
import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref

import numpy as np
import pytest

import sinew
from sinew import rollout as ro
from support import HERE, model_path

CALLS = int(os.environ.get('SINEW_FUZZ_CALLS', '1500'))
STATES = ['time', 'qpos', 'qvel', 'act', 'ctrl', 'qacc_warmstart', 'qfrc_applied', 'xfrc_applied', 'eq_active', 'mocap_pos',
          'mocap_quat', 'userdata', 'history']


def load(name):
  return sinew.MjModel.from_xml_path(model_path(name))


def scattered(m, n, seed=0, **options):
  """A batch, and a data for each of its worlds, in the same states."""
  rng = np.random.default_rng(seed)
  b = sinew.Batch(m, n, **options)
  b.qvel = 0.3 * rng.standard_normal((n, m.nv))
  b.ctrl = rng.uniform(-1, 1, (n, m.nu))
  data = [sinew.MjData(m) for _ in range(n)]
  for w, d in enumerate(data):
    d.qvel, d.ctrl = b.qvel[w], b.ctrl[w]
  return b, data


def same(b, data, names, worlds=None):
  for name in names:
    rows = b.array(name)
    for w in range(len(data)) if worlds is None else worlds:
      want = np.asarray(getattr(data[w], name))
      assert rows[w].shape == want.shape and rows[w].tobytes() == want.astype(rows.dtype).tobytes(), (name, w)


# ---- steps


@pytest.mark.parametrize('name', ['arm', 'humanoid', 'hand', 'muscle_arm', 'slider_crank'])
@pytest.mark.parametrize('nthread', [1, 3])
def test_bits_of_single_steps(name, nthread):
  m = load(name)
  b, data = scattered(m, 7, nthread=nthread)
  names = STATES + ['xpos', 'xmat', 'sensordata', 'ncon', 'cvel', 'qacc', 'cinert', 'qfrc_actuator']
  arrays = [b.array(n) for n in names]
  for _ in range(6):
    assert b.step(5) == 5
    for d in data:
      sinew.mj_step(m, d, 5)
    same(b, data, names)
  assert all(b.array(n) is a for n, a in zip(names, arrays))


def test_forces_on_bodies():
  """What Gymnasium asks for after its steps."""
  m = load('humanoid')
  b, data = scattered(m, 3)
  force = b.array('cfrc_ext')
  b.step(300)
  for w, d in enumerate(data):
    sinew.mj_step(m, d, 300)
    sinew.mj_rnePostConstraint(m, d)
    assert np.array_equal(force[w], d.cfrc_ext)
  assert force.shape == (3, m.nbody, 6) and force.any()


def test_controls_of_each_step():
  m = load('arm')
  b, data = scattered(m, 5)
  for n in (1, 37):  # and long enough to be cut into pieces
    ctrl = np.random.default_rng(n).uniform(-1, 1, (5, n, m.nu))
    assert b.step(n, ctrl) == n
    for w, d in enumerate(data):
      for u in ctrl[w]:
        d.ctrl = u
        sinew.mj_step(m, d)
    same(b, data, STATES)
  many = sinew.Batch(m, 3000, nthread=2)
  ctrl = np.random.default_rng(1).uniform(-1, 1, (3000, 9, m.nu))
  many.step(9, ctrl)
  one = sinew.Batch(m, 2)
  one.step(9, ctrl[[0, 2999]])
  assert np.array_equal(one.qpos, many.qpos[[0, 2999]])


def test_controls_that_are_held():
  m = load('arm')
  b, data = scattered(m, 4)
  mask = np.array([True, False, True, True])
  before = b.ctrl[1].copy()
  for ctrl in (np.full((4, m.nu), 0.2), np.full(m.nu, -0.1), np.full((4, m.nu), 0.3, np.float32), [[0.1] * m.nu] * 4):
    b.step(3, ctrl=ctrl, mask=mask)
    for w in (0, 2, 3):
      data[w].ctrl = ctrl[w] if np.ndim(ctrl) == 2 else ctrl
      sinew.mj_step(m, data[w], 3)
  same(b, data, STATES)
  assert np.array_equal(b.ctrl[1], before) and b.time[1] == 0


def test_control_function():
  m = load('arm')
  b, data = scattered(m, 4)
  seen = []

  def control(batch, step):
    seen.append(step)
    batch.ctrl = -batch.qpos[:, :m.nu]
    return step == 6
  assert b.step(10, control=control) == 6 and seen == list(range(7))
  for d in data:
    for _ in range(6):
      d.ctrl = -d.qpos[:m.nu]
      sinew.mj_step(m, d)
  same(b, data, ['qpos', 'qvel', 'time'])


def test_control_function_fails():
  b = sinew.Batch(load('arm'), 3)

  def control(_, step):
    if step == 2:
      raise ZeroDivisionError('from the function')
  with pytest.raises(ZeroDivisionError):
    b.step(5, control=control)
  assert b.time.tolist() == [0.002 * 2] * 3 or (b.time > 0).all()
  with pytest.raises(RuntimeError, match='another call'):
    b.step(1, control=lambda batch, _: batch.step())
  assert b.step(1, control=lambda batch, _: batch.array('xpos').sum() < -1) == 1  # arrays may be made there
  b.step()


def test_forward():
  m = load('humanoid')
  b, data = scattered(m, 4)
  names = ['xpos', 'qacc', 'sensordata']
  for name in names:
    b.array(name)
  b.forward(mask=[True, True, False, True])
  for d in data:
    sinew.mj_forward(m, d)
  same(b, data, names, [0, 1, 3])
  assert not b.array('xpos')[2].any() and not b.time.any()


# ---- arrays


def test_shapes_and_types():
  m = load('hand')
  b = sinew.Batch(m, 6)
  assert (len(b), b.nworld, b.time.shape, b.qpos.shape, b.ctrl.shape) == (6, 6, (6,), (6, m.nq), (6, m.nu))
  assert b.xfrc_applied.shape == (6, m.nbody, 6) and b.array('xmat').shape == (6, m.nbody, 9)
  assert b.array('ncon').dtype == np.int32 and b.eq_active.dtype == bool and b.array('ncon').shape == (6,)
  assert b.qpos is b.qpos and b.array('qpos') is b.qpos
  assert b.warnings.shape == (6, sinew.mjtWarning.mjNWARNING) and not b.warnings.flags.writeable
  assert b.model.nq == m.nq and b.model is b.model and b.model is not m
  assert b.nlane >= 1 and (b.obstacle is None or isinstance(b.obstacle, str)) and '6 worlds' in repr(b)
  b.qpos = 0.5
  b.time[2:] = 3
  assert (b.qpos == 0.5).all() and b.time.tolist() == [0, 0, 3, 3, 3, 3]
  for name in STATES:
    assert hasattr(sinew.Batch, name) and 'world' in getattr(sinew.Batch, name).__doc__


def test_dlpack():
  b = sinew.Batch(load('arm'), 3)
  assert np.shares_memory(np.from_dlpack(b.qpos), b.qpos)


def test_unknown_arrays():
  b = sinew.Batch(load('arm'), 3)
  for name in ('nothing', 'efc_force', 'contact', 'xpos ', '', 'buffer', 'qpos\0', '\ud800'):
    with pytest.raises((sinew.FatalError, ValueError)):
      b.array(name)
  for name in ('nothing', 'names', 'opt.nothing', 'nq', 'jnt_qposadr', '', 'opt.'):
    with pytest.raises((sinew.FatalError, ValueError)):
      b.parameter(name)
  for bad in (None, 3, b'qpos'):
    for method in (b.array, b.parameter, b.gather):
      with pytest.raises(TypeError):
        method(bad)


def test_parameters():
  m = load('humanoid')
  b, data = scattered(m, 4)
  mass, gravity, friction = b.parameter('body_mass'), b.parameter('opt.gravity'), b.parameter('geom_friction')
  assert mass.shape == (4, m.nbody) and gravity.shape == (4, 3) and friction.shape == (4, m.ngeom, 3)
  assert np.array_equal(mass[2], m.body_mass) and b.parameter('body_mass') is mass
  mass[1] *= 1.5
  gravity[2] = [0, 1, -3]
  friction[3, :, 0] = 0.2
  models = [copy.copy(m) for _ in range(4)]
  models[1].body_mass *= 1.5
  models[2].opt.gravity = [0, 1, -3]
  models[3].geom_friction[:, 0] = 0.2
  b.step(60)
  for edited, d in zip(models, data):
    sinew.mj_step(edited, d, 60)
  same(b, data, ['qpos', 'qvel', 'time'])
  assert m.body_mass[1] == models[0].body_mass[1]


def test_the_batch_has_its_own_model():
  m = load('arm')
  b, data = scattered(m, 2)
  start = copy.copy(m)
  m.opt.timestep = 1
  m.body_mass[:] = 100
  b.model.opt.gravity[:] = 0
  b.step(5)
  for d in data:
    sinew.mj_step(start, d, 5)
  same(b, data, ['qpos', 'time'])


# ---- masks and resets


def test_masks():
  m = load('humanoid')
  b, data = scattered(m, 5)
  mask = np.array([True, False, False, True, True])
  b.step(7, mask=mask)
  for w in np.flatnonzero(mask):
    sinew.mj_step(m, data[w], 7)
  same(b, data, STATES)
  b.step(3, mask=np.zeros(5, bool))
  same(b, data, STATES)
  for bad in (np.ones(4, bool), np.ones((5, 1), bool), 'abc', np.ones(5), 3):
    for method in (lambda x: b.step(1, mask=x), b.forward, b.reset):
      with pytest.raises(TypeError, match='mask'):
        method(bad)


def test_resets():
  m = load('cartpole')
  b = sinew.Batch(m, 4)
  b.step(10, ctrl=np.ones(m.nu))
  b.reset(mask=[True, False, True, False], key='tilted')
  key = m.key('tilted')
  assert np.array_equal(b.qpos[0], key.qpos) and np.array_equal(b.qpos[2], key.qpos)
  assert b.time.tolist()[::2] == [0, 0] and (b.time[1::2] > 0).all() and not b.ctrl[0].any() and b.ctrl[1].all()
  b.reset(key=key.id, qvel=[1, 2])
  assert (b.qpos == key.qpos).all() and (b.qvel == [1, 2]).all()
  rows = np.arange(4 * m.nq).reshape(4, m.nq) / 10
  b.reset(qpos=rows)
  assert np.array_equal(b.qpos, rows) and not b.qvel.any()
  b.reset()
  assert (b.qpos == m.qpos0).all()


def test_noise():
  m = load('humanoid')
  b = sinew.Batch(m, 200)
  b.reset(qpos_noise=0.1, qvel_noise=0.2, seed=3)
  first = b.qpos.copy(), b.qvel.copy()
  moved = np.abs(first[0] - m.qpos0)
  assert 0.05 < moved[:, 0].max() <= 0.1 and not moved[:, 3:7].any() and np.abs(first[1]).max() <= 0.2
  few = sinew.Batch(m, 7)
  few.reset(qpos_noise=0.1, qvel_noise=0.2, seed=3)
  assert np.array_equal(few.qpos, first[0][:7]) and np.array_equal(few.qvel, first[1][:7])
  b.reset(qvel_noise=0.2, normal=True, seed=4)
  assert 0.19 < b.qvel.std() < 0.21 and np.abs(b.qvel).max() > 0.4 and (b.qpos == m.qpos0).all()
  b.reset(qpos_noise=0.1, seed=2**64 - 1)
  for seed in (-1, 2**64, 1.5, 'a'):
    with pytest.raises(ValueError, match='seed'):
      b.reset(seed=seed)


def test_wrong_resets():
  b = sinew.Batch(load('cartpole'), 4)
  for options, kind in [({'key': 99}, IndexError), ({'key': -2}, IndexError), ({'key': 'nothing'}, KeyError),
                        ({'key': 1.5}, TypeError), ({'qpos': np.zeros((3, 2))}, TypeError), ({'qpos': np.zeros(3)}, TypeError),
                        ({'qvel': 'x'}, TypeError), ({'qvel': 1j * np.zeros(2)}, TypeError), ({'qpos_noise': 'x'}, TypeError),
                        ({'nothing': 1}, TypeError)]:
    with pytest.raises(kind):
      b.reset(**options)


def test_warnings():
  m = load('arm')
  b = sinew.Batch(m, 3)
  b.qvel[1] = np.nan
  b.step(2)
  assert b.warnings[1].sum() >= 1 and not b.warnings[[0, 2]].any() and np.isfinite(b.qpos).all()
  b.reset(mask=[False, True, False])
  assert not b.warnings.any()


# ---- observations and derivatives


def test_gather():
  m = load('humanoid')
  b, _ = scattered(m, 5)
  body = m.body(2).name
  obs = b.gather(f'qpos[2:], qvel, xpos:{body}, ncon, time')
  b.step(30)
  want = np.concatenate([b.qpos[:, 2:], b.qvel, b.array('xpos')[:, 2], b.array('ncon')[:, None], b.time[:, None]], axis=1)
  assert obs.shape == want.shape and obs.size == want.shape[1] and 'ncon' in obs.fields
  assert np.array_equal(obs(), want) and obs(dtype=np.float32).dtype == np.float32
  out = np.zeros(want.shape, np.float32)
  assert obs(out=out) is out and np.array_equal(out, want.astype(np.float32))
  wide = np.zeros((5, obs.size + 3))
  obs(wide[:, 3:])
  assert np.array_equal(wide[:, 3:], want) and not wide[:, :3].any()
  back = np.zeros(want.shape)
  obs(back[::-1])
  assert np.array_equal(back[::-1], want)
  fixed = np.zeros(want.shape)
  fixed.flags.writeable = False
  for bad in (want[:4], want.T, want.astype(int), want[:, ::2], [1], np.asfortranarray(want), fixed, want.astype('>f8'),
              np.zeros((10, obs.size * 2))[::2, ::2]):
    with pytest.raises(TypeError):
      obs(out=bad)
  for dtype in (int, object, 'S3'):
    with pytest.raises(TypeError):
      obs(dtype=dtype)
  for bad in ('nothing', 'qpos[', 'qpos[3:1]', 'qpos[0:999]', 'xpos:nobody', '', ',', 'qpos qvel', 'efc_force'):
    with pytest.raises(sinew.FatalError):
      b.gather(bad)
  with pytest.raises(TypeError):
    sinew.BatchGather()


def test_transition():
  m = load('cartpole')
  b, data = scattered(m, 3)
  t = b.transition(sensors=True)
  for w, d in enumerate(data):
    sinew.mj_forward(m, d)
    for ours, want in zip(t, sinew.transition(m, d, sensors=True)):
      assert np.array_equal(ours[w], want)
  A, B = b.transition('fd')
  assert np.allclose(A, t.A, atol=1e-5) and np.allclose(B, t.B, atol=1e-5)
  again = b.transition(out=(A, B))
  assert again[0] is A and np.allclose(A, t.A, atol=1e-15) and again.mode == 'analytic'
  for out in ((A,), (A, B[:2]), (A.astype(np.float32), B), (A, B, None)):
    with pytest.raises((TypeError, ValueError)):
      b.transition(out=out)
  with pytest.raises(ValueError):
    b.transition('nothing')
  with pytest.raises(sinew.FatalError):
    b.transition(99)


# ---- life


def test_views_outlive_the_batch():
  m = load('arm')
  b, _ = scattered(m, 9)
  b.step(3)
  arrays = [b.qpos, b.array('xpos'), b.parameter('body_mass'), b.warnings, b.gather('qvel')]
  model = b.model
  before = [a.copy() for a in arrays[:4]]
  there = weakref.ref(b)
  del b
  gc.collect()
  assert there() is None
  junk = [sinew.Batch(m, 9) for _ in range(3)]
  for a, want in zip(arrays, before):
    assert np.array_equal(a, want)
  arrays[0][:] = 1
  assert arrays[4]().shape == (9, m.nv) and model.nq == m.nq
  del junk


def test_memory_is_given_back():
  m = load('arm')
  capsules = []
  for _ in range(50):
    b = sinew.Batch(m, 4)
    capsules.append(weakref.ref(b))
    b.array('xpos'), b.parameter('body_mass'), b.gather('qpos'), b.step()
  del b
  gc.collect()
  assert not any(ref() for ref in capsules)


@pytest.mark.parametrize('make', [copy.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))])
@pytest.mark.parametrize('name', ['arm', 'humanoid'])
def test_copies(make, name):
  """A copy has the states, inputs, results, parameters and warnings, and steps with the same bits on its own."""
  b = sinew.Batch(load(name), 5, nthread=2, nlane=1)
  b.reset(qpos_noise=0.1, qvel_noise=0.1, seed=2)
  b.ctrl = np.linspace(-1, 1, b.ctrl.size).reshape(b.ctrl.shape)
  b.parameter('body_mass')[1] *= 1.5
  xpos, look = b.array('xpos'), b.gather('qpos, xipos')
  b.qpos[3] = np.nan
  b.step(7)
  other = make(b)
  assert len(other) == 5 and other.nlane == 1 and other.model.nq == b.model.nq
  assert np.array_equal(other.warnings, b.warnings) and b.warnings[3].any()
  assert np.array_equal(other.array('xpos'), xpos) and np.array_equal(other.gather('qpos, xipos')(), look())
  b.step(30)
  assert not np.array_equal(other.qpos, b.qpos)
  other.step(30)
  for field in ('time', 'qpos', 'qvel', 'act', 'ctrl', 'qacc_warmstart', 'xpos'):
    assert other.array(field).tobytes() == b.array(field).tobytes()


@pytest.mark.parametrize('make', [copy.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))])
def test_copies_of_sleepers(make):
  """Which trees sleep goes along."""
  m = load('dominoes')
  m.opt.enableflags |= sinew.mjtEnableBit.mjENBL_SLEEP
  b = sinew.Batch(m, 2)
  awake = b.array('ntree_awake')
  for _ in range(4):
    b.step(100)
    other = make(b)
    rest = awake.min()
    other.step(50)
    before = b.get_world(0, sinew.MjData(m))
    b.step(50)
    sinew.mj_step(m, before, 50)
    assert rest < m.ntree and other.qpos.tobytes() == b.qpos.tobytes() and np.array_equal(other.array('ntree_awake'), awake)
    assert before.qpos.tobytes() == b.qpos[0].tobytes()


def test_copies_that_are_refused():
  b = sinew.Batch(load('arm'), 2)
  with pytest.raises(RuntimeError, match='while a call'):
    b.step(control=lambda batch, step: copy.copy(batch))


def test_worlds_as_data():
  """A world goes on as an MjData does, and takes one over."""
  m = load('humanoid')
  b = sinew.Batch(m, 3)
  b.reset(qpos_noise=0.1, seed=1)
  b.step(5)
  d = b.get_world(1, sinew.MjData(m))
  assert d.qpos.tobytes() == b.qpos[1].tobytes() and d.time == b.time[1]
  b.step(10)
  sinew.mj_step(m, d, 10)
  assert d.qpos.tobytes() == b.qpos[1].tobytes()
  b.set_world(2, d)
  assert b.qpos[2].tobytes() == b.qpos[1].tobytes()
  for world in (-1, 3):
    with pytest.raises(sinew.FatalError, match=f'no world {world}; the batch has 3'):
      b.get_world(world, d)
  with pytest.raises(sinew.FatalError, match='another model'):
    b.set_world(0, sinew.MjData(load('arm')))
  with pytest.raises(TypeError):
    b.get_world(0, m)


@pytest.mark.parametrize('wrong, right', [('body_mas', 'body_mass'), ('gravity', 'opt.gravity'), ('dof_dampin', 'dof_damping')])
def test_names_that_are_near(wrong, right):
  b = sinew.Batch(load('arm'), 2)
  with pytest.raises(sinew.FatalError, match=f"did you mean '{right}'"):
    b.parameter(wrong)
  with pytest.raises(sinew.FatalError, match="did you mean 'qvel'"):
    b.array('qvell')
  with pytest.raises(sinew.FatalError) as error:
    b.parameter('zzz')
  assert 'did you mean' not in str(error.value)


class Tensor:
  """What packages of tensors have in common; how: the way that it gives its memory by."""

  def __init__(self, array):
    self.array = array


class ByArray(Tensor):
  def __array__(self, dtype=None, copy=None):
    return self.array


class ByInterface(Tensor):
  @property
  def __array_interface__(self):
    return self.array.__array_interface__


class ByDlpack(Tensor):
  def __dlpack__(self, **options):
    return self.array.__dlpack__(**options)

  def __dlpack_device__(self):
    return self.array.__dlpack_device__()


class Copies(Tensor):
  def __array__(self, dtype=None, copy=None):
    return self.array.copy()


WRAPS = [ByArray, ByInterface, memoryview, ByDlpack]


@pytest.mark.parametrize('wrap', WRAPS)
def test_tensors_are_filled(wrap):
  """Results go to memory of other packages without a copy: observations, pictures, derivatives."""
  m = load('arm')
  b = sinew.Batch(m, 3)
  b.reset(qpos_noise=0.1, seed=1)
  b.forward()
  look = b.gather('qpos, qvel')
  room = np.zeros(look.shape, np.float32)
  out = wrap(room)
  if wrap is ByDlpack and not np.from_dlpack(out).flags.writeable:
    with pytest.raises(TypeError, match='writable'):  # numpy before 2.1 knows of no DLPack that may be written
      look(out=out)
    return
  assert look(out=out) is out and np.array_equal(room, look(dtype=np.float32))
  pixels = np.zeros((3, 24, 32, 3), np.uint8)
  out = wrap(pixels)
  assert b.render(height=24, width=32, out=out) is out and np.array_equal(pixels, b.render(height=24, width=32))
  with sinew.Renderer(m, 24, 32) as renderer:
    renderer.update_scene(sinew.MjData(m))
    one = np.zeros((24, 32, 3), np.float32)
    out = wrap(one)
    assert renderer.render(out=out) is out and np.array_equal(one, renderer.render())
  A, B = b.transition()
  rooms = np.zeros_like(A), np.zeros_like(B)
  b.transition(out=[wrap(room) for room in rooms])
  assert np.array_equal(rooms[0], A) and np.array_equal(rooms[1], B)


def test_tensors_that_are_copies():
  b = sinew.Batch(load('arm'), 3)
  look = b.gather('qpos')
  for out in (Copies(np.zeros(look.shape)), look().tolist(), 'text', object()):
    with pytest.raises(TypeError, match='out'):
      look(out=out)


@pytest.mark.skipif(not hasattr(os, 'fork'), reason='there is no fork')
def test_fork():
  """A child has no threads of the batch: steps are an error there, and nothing hangs."""
  b = sinew.Batch(load('arm'), 8, nthread=2)
  b.step()
  child = os.fork()
  if child == 0:
    code = 1
    try:
      b.step()
    except RuntimeError:
      own = sinew.Batch(b.model, 8, nthread=2)
      own.step()
      del b, own
      gc.collect()
      code = 0
    finally:
      os._exit(code)
  assert os.waitpid(child, 0)[1] == 0
  b.step()


# ---- arguments


def test_wrong_batches():
  m = load('arm')
  for args in ((), (m,), (None, 3), (m, 'x'), (m, 1.5), (sinew.MjData(m), 2), (m, 2, 'x'), (m, 2, 0, 0, 0), (m, 2**40)):
    with pytest.raises((TypeError, OverflowError)):
      sinew.Batch(*args)
  for args in ((m, 0), (m, -3), (m, 2, -1), (m, 2, 10**6), (m, 2, 0, 3), (m, 2**31 - 1)):
    with pytest.raises(sinew.FatalError):
      sinew.Batch(*args)
  with pytest.raises(TypeError):
    object.__new__(sinew.Batch)


def test_wrong_steps():
  m = load('arm')
  b = sinew.Batch(m, 3)
  for args, kind in [((-1,), ValueError), ((1.5,), TypeError), (('x',), TypeError), ((2**40,), TypeError),
                     ((2, np.zeros((3, m.nu + 1))), TypeError), ((2, np.zeros((2, m.nu))), TypeError),
                     ((2, np.zeros((3, 3, m.nu))), TypeError), ((2, np.zeros((3, 2, m.nu, 1))), TypeError),
                     ((2, 'x'), TypeError), ((2, 0.5), TypeError), ((2, None, None, 3), TypeError),
                     ((2, np.zeros(m.nu), None, print), ValueError), ((1, None, None, None, None), TypeError)]:
    with pytest.raises(kind):
      b.step(*args)
  with pytest.raises(TypeError):
    b.step(steps=3)
  with pytest.raises((TypeError, ValueError)):
    b.qpos = np.zeros((4, m.nq))
  for name in ('qpos', 'model'):
    with pytest.raises(AttributeError):
      delattr(b, name)
  with pytest.raises(AttributeError):
    b.model = m
  assert b.step(0) == 0 and not b.time.any()


def test_callbacks_are_refused():
  b = sinew.Batch(load('arm'), 3)
  sinew.set_mjcb_control(lambda m, d: None)
  try:
    with pytest.raises(RuntimeError, match='callback'):
      b.step()
  finally:
    sinew.set_mjcb_control(None)
  b.step()


@pytest.mark.parametrize('seed', [1, 2])
def test_random_calls(seed, tmp_path):
  """Bad arguments for all methods, in a process of its own: nothing but exceptions."""
  progress = tmp_path / 'progress'
  command = [sys.executable, '-W', 'ignore', os.path.join(HERE, 'fuzz_batch.py'), str(CALLS), str(seed), str(progress)]
  env = dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in sys.path if p))
  done = subprocess.run(command, cwd=tmp_path, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                        timeout=600 + CALLS // 50, check=False)
  last = progress.read_bytes().decode('utf-8', 'replace').strip() if progress.exists() else 'start'
  assert done.returncode == 0, f'{last}\n{done.stderr[-3000:]}'


# ---- threads


def test_threads_share_no_batch():
  m = load('humanoid')
  b = sinew.Batch(m, 64)
  go = threading.Event()

  def work():
    go.set()
    b.step(400)
  thread = threading.Thread(target=work)
  thread.start()
  go.wait()
  refused, turns = 0, 0
  while thread.is_alive():
    turns += 1
    for call in (b.step, b.reset, b.forward, lambda: b.array('cvel'), lambda: b.gather('xquat'), b.transition):
      try:
        call()
      except RuntimeError as error:
        assert 'another call' in str(error)
        refused += 1
    time.sleep(0.002)
  thread.join()
  assert turns > 3 and refused > 3


def test_batches_on_threads():
  m = load('humanoid')
  batches = [scattered(m, 6, seed=i, nthread=2)[0] for i in range(4)]
  alone = [scattered(m, 6, seed=i, nthread=1)[0] for i in range(4)]
  threads = [threading.Thread(target=b.step, args=(80,)) for b in batches]
  for thread in threads:
    thread.start()
  for b in alone:
    b.step(80)
  for thread in threads:
    thread.join()
  for b, want in zip(batches, alone):
    assert np.array_equal(b.qpos, want.qpos)


INTERRUPT = '''
import os, signal, sys, threading, time
import sinew
m = sinew.MjModel.from_xml_path(sys.argv[1])
b = sinew.Batch(m, 50)
signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of a shell ignore it
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
begin = time.monotonic()
try:
  b.step(10**8)
except KeyboardInterrupt:
  print('interrupted', time.monotonic() - begin, b.time[0] > 0, b.step())
'''


@pytest.mark.skipif(not hasattr(signal, 'SIGINT'), reason='there are no signals')
def test_interrupt():
  env = dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in sys.path if p))
  out = subprocess.run([sys.executable, '-c', INTERRUPT, model_path('arm')], env=env, capture_output=True, text=True,
                       timeout=120, check=False)
  words = out.stdout.split()
  assert words and words[0] == 'interrupted' and float(words[1]) < 30 and words[2:] == ['True', '1'], out.stderr


# ---- rollouts on the library


def full(m):
  state = np.zeros(sinew.mj_stateSize(m, sinew.mjtState.mjSTATE_FULLPHYSICS))
  sinew.mj_getState(m, sinew.MjData(m), state, sinew.mjtState.mjSTATE_FULLPHYSICS)
  return state


def test_rollout_and_callbacks_agree():
  """With a callback steps are taken in Python: the numbers are the same."""
  m = load('humanoid')
  state, control = np.tile(full(m), (5, 1)), 0.2 * np.random.default_rng(0).standard_normal((5, 30, m.nu))
  data = [sinew.MjData(m), sinew.MjData(m)]
  fast = ro.rollout(m, data, state, control)
  seen = []
  sinew.set_mjcb_control(lambda _, d: seen.append(d))
  try:
    slow = ro.rollout(m, data[:1], state, control)
  finally:
    sinew.set_mjcb_control(None)
  assert seen and seen[0] is data[0]
  assert np.array_equal(fast[0], slow[0]) and np.array_equal(fast[1], slow[1])


def test_rollout_of_several_models():
  m = load('humanoid')
  models = [copy.copy(m) for _ in range(3)]
  for i, one in enumerate(models):
    one.opt.gravity[2] = -i
  states, _ = ro.rollout(models, sinew.MjData(m), full(m), nstep=10)
  heights = states[:, -1, 3]
  assert heights[0] > heights[1] > heights[2]
  with pytest.raises((ValueError, sinew.FatalError)):
    ro.rollout([m, load('arm')], sinew.MjData(m), np.tile(full(m), (2, 1)), nstep=1, skip_checks=True)
