"""Views outlive what they were taken from, and nothing is kept that nobody holds."""
import copy
import gc
import os
import pickle
import sys
import weakref

import numpy as np
import pytest

from support import load_api, model_names, model_path, resident_bytes

api = load_api()
LOADS = int(os.environ.get('SINEW_LOADS', '600'))


def load(name='arm'):
  m = api.MjModel.from_xml_path(model_path(name))
  return m, api.MjData(m)


def disturb():
  """Memory that was freed is used again by others."""
  gc.collect()
  return [load('pendulum') for _ in range(5)], [np.full(1000, 7.0) for _ in range(50)]


def test_array_outlives_model():
  m, d = load()
  mass, qpos, gravity, name = m.body_mass, d.qpos, m.opt.gravity, m.names
  qpos[:] = 0.25
  before = mass.tolist(), gravity.tolist(), bytes(name)
  del m, d
  junk = disturb()
  assert (mass.tolist(), gravity.tolist(), bytes(name)) == before
  assert (qpos == 0.25).all()
  qpos[:] = 1
  del junk


def test_structs_outlive_model():
  m, d = load('humanoid')
  api.mj_step(m, d, 50)
  parts = m.opt, m.vis.global_, m.stat, d.contact, d.warning, m.body(1), d.joint(0)
  before = [repr(p) for p in parts]
  del m, d
  junk = disturb()
  assert [repr(p) for p in parts] == before
  del junk


def test_data_keeps_model():
  m, d = load()
  assert d.model is m
  nq = m.nq
  del m
  junk = disturb()
  api.mj_step(d.model, d)
  assert d.model.nq == nq
  del junk


def test_contact_outlives_its_step():
  m, d = load('dominoes')
  api.mj_step(m, d, 20)
  assert d.ncon
  held = d.contact[0], d.contact, d.contact.dist, d.efc_force
  api.mj_resetData(m, d)
  m2 = api.MjModel.from_xml_path(model_path('pendulum'))
  api.mj_step(m, d, 20)
  for part in held:
    repr(part)
  del m, d, m2
  junk = disturb()
  for part in held:
    repr(part)
  del junk


def test_views_write_through():
  m, d = load()
  joint = m.joint(0)
  d.joint(0).qpos[:] = 0.125
  assert d.qpos[joint.qposadr[0]] == 0.125
  m.body(1).mass = 3
  assert m.body_mass[1] == 3
  m.opt.gravity[2] = -1
  assert m.opt.gravity.tolist()[2] == -1


def test_views_are_kept():
  """An object by name or number is the same view each time, and its arrays are the same."""
  m, d = load()
  body = d.body(1)
  assert d.body(1) is body and d.body(m.body(1).name) is body and body.xpos is body.xpos
  assert m.body(1) is not body and api.MjData(m).body(1) is not body
  watched = weakref.ref(d) if has_weak_references() else lambda: None
  del d
  assert watched() is None  # what is kept does not keep the data
  junk = disturb()
  assert np.isfinite(body.xpos).all() and body.xquat.shape == (4,) and body.name == m.body(1).name
  del junk


def test_copies_are_apart():
  m, d = load()
  for twin in (copy.copy(m), copy.deepcopy(m), pickle.loads(pickle.dumps(m))):
    twin.body_mass[1] = 99
    assert m.body_mass[1] != 99 and twin.nq == m.nq
  api.mj_step(m, d, 7)
  for twin in (copy.copy(d), copy.deepcopy(d), pickle.loads(pickle.dumps(d))):
    assert twin.time == d.time and (twin.qpos == d.qpos).all() and twin.ncon == d.ncon
    api.mj_step(twin.model, twin)
    assert twin.time > d.time
  assert copy.copy(d).model is m


def test_copy_goes_on_as_the_original():
  m, d = load('humanoid')
  api.mj_step(m, d, 20)
  twin = pickle.loads(pickle.dumps(d))
  api.mj_step(m, d, 20)
  api.mj_step(twin.model, twin, 20)
  assert (twin.qpos == d.qpos).all() and (twin.qvel == d.qvel).all()


def has_weak_references():
  try:
    weakref.ref(api.MjModel.from_xml_path(model_path('pendulum')))
  except TypeError:
    return False
  return True


@pytest.mark.skipif(not has_weak_references(), reason='models have no weak references')
def test_objects_are_freed():
  m, d = load()
  watched = weakref.ref(m), weakref.ref(d)
  views = [m.opt, m.body(0), d.joint(0), d.contact, m.body_mass, d.qpos]
  del views, m, d
  gc.collect()
  assert [w() for w in watched] == [None, None]


def test_reference_counts_of_views():
  m, d = load('humanoid')
  api.mj_step(m, d, 30)

  def touch():
    for owner in (m, d, m.opt, m.stat, m.vis, m.body(1), d.joint(0), d.contact):
      for name in dir(owner):
        if not name.startswith('_'):
          getattr(owner, name)
  touch()
  gc.collect()
  before = sys.getrefcount(m), sys.getrefcount(d), sys.getrefcount(None)
  for _ in range(50):
    touch()
  gc.collect()
  after = sys.getrefcount(m), sys.getrefcount(d), sys.getrefcount(None)
  assert after[:2] == before[:2]
  assert abs(after[2] - before[2]) < 20 or sys.version_info >= (3, 12)


def growth(action, rounds):
  """Bytes that the process grows by over a number of rounds, after as many to warm up."""
  for _ in range(rounds):
    action()
  gc.collect()
  before = resident_bytes()
  for _ in range(rounds):
    action()
  gc.collect()
  return resident_bytes() - before


@pytest.mark.skipif(not os.path.exists('/proc/self/statm'), reason='memory in use is read from /proc')
@pytest.mark.parametrize('what', ['load', 'errors', 'views', 'copies', 'calls'])
def test_memory_is_steady(what):
  """SINEW_LOADS=50000 makes 1e5 models of the first kind."""
  m, d = load()
  text = '<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>'
  res = np.zeros(m.nv)

  def models():
    mine = api.MjModel.from_xml_string(text)
    data = api.MjData(mine)
    api.mj_step(mine, data)
    return data.qpos, mine.opt

  def errors():
    for call in (lambda: api.MjModel.from_xml_string('<mujoco><x/></mujoco>'), lambda: api.mj_step(m, None),
                 lambda: m.body('no'), lambda: api.mj_stateSize(m, -1), lambda: setattr(d, 'qpos', np.zeros(99))):
      with pytest.raises(Exception):
        call()

  def views():
    return [getattr(d, n) for n in dir(d) if not n.startswith('_')], m.body(1).pos, d.joint(0).qpos

  def copies():
    return copy.copy(m), copy.copy(d), pickle.loads(pickle.dumps(d))

  def calls():
    api.mj_mulM(m, d, res, [0.0] * m.nv)
    api.mj_fullM(m, d, np.zeros((m.nv, m.nv)))
    return api.mj_id2name(m, 1, 1), api.mj_ray(m, d, [0, 0, 3], [0, 0, -1], None, True, -1, None)
  grown = growth({'load': models, 'errors': errors, 'views': views, 'copies': copies, 'calls': calls}[what], LOADS)
  print(f'{what}: {grown} bytes in {LOADS} rounds')
  assert grown < 3_000_000


@pytest.mark.parametrize('name', model_names())
def test_every_model_loads_and_goes(name):
  m, d = load(name)
  api.mj_step(m, d, 5)
  assert d.time == pytest.approx(5 * m.opt.timestep)
