"""Views outlive what they were taken from, and nothing is kept that nobody holds."""
import copy
import ctypes
import gc
import os
import pickle
import subprocess
import sys
import weakref

import numpy as np
import pytest

from support import load_api, model_names, model_path, module_name, resident_bytes

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


# ---- other ways to the same memory

def arrays(m, d):
  """An array of each kind: of the buffer, of the arena, in a struct, of rows of structs, of a view."""
  return {'qpos': d.qpos, 'xpos': d.xpos, 'body_mass': m.body_mass, 'geom_type': m.geom_type, 'geom_rgba': m.geom_rgba,
          'jnt_limited': m.jnt_limited, 'efc_force': d.efc_force, 'gravity': m.opt.gravity, 'dist': d.contact.dist,
          'frame': d.contact[0].frame, 'body': d.body(1).xpos, 'joint': d.joint(0).qpos}


def test_dlpack_shares_memory():
  """Arrays of other packages are made so: torch.from_dlpack(d.qpos), jax.dlpack.from_dlpack(d.qpos)."""
  m, d = load('dominoes')
  api.mj_step(m, d, 20)
  for name, array in arrays(m, d).items():
    if array.dtype == bool and np.lib.NumpyVersion(np.__version__) < '2.0.0':
      continue  # numpy hands these out from version 2 on
    other = np.from_dlpack(array)
    assert np.shares_memory(other, array) and other.dtype == array.dtype and other.shape == array.shape, name
    assert array.__dlpack_device__()[0] == 1, name  # of the processor
  other = np.from_dlpack(d.qpos)
  d.qpos[0] = 0.375
  assert other[0] == 0.375
  del m, d
  junk = disturb()
  assert other[0] == 0.375
  del junk


def test_buffers_share_memory():
  m, d = load('dominoes')
  api.mj_step(m, d, 20)
  for name, array in arrays(m, d).items():
    view = memoryview(array)
    assert view.shape == array.shape and not view.readonly and view.itemsize == array.itemsize, name
    assert np.shares_memory(np.asarray(view), array), name
  view = memoryview(d.qpos)
  assert view.format == 'd' and view.contiguous
  view[0] = 0.625
  assert d.qpos[0] == 0.625
  numbers = (ctypes.c_double * m.nq).from_buffer(d.qpos)
  numbers[1] = -1.5
  assert d.qpos[1] == -1.5
  assert d.qpos.__array_interface__['data'] == (ctypes.addressof(numbers), False)
  names = bytes(m.names)
  held = memoryview(m.names)
  del m, d
  junk = disturb()
  assert view[0] == 0.625 and numbers[1] == -1.5 and held == names
  view[0] = 7
  assert view[0] == 7
  del junk


CREATE_AND_DROP = """
import copy, gc, pickle, sys
import numpy as np
import {module} as api

def touch(owner):
  \"\"\"Every attribute, and those of structs and lists among them.\"\"\"
  out = []
  for name in dir(owner):
    if name.startswith('_'):
      continue
    value = getattr(owner, name)
    if isinstance(value, (np.ndarray, bytes, int, float, type)) or callable(value):
      out.append(value)
    elif value is not owner and not isinstance(value, api.MjModel):
      out += touch(value)
  return out

def views(owner):
  out = []
  for name in ('actuator', 'body', 'camera', 'geom', 'joint', 'light', 'sensor', 'site', 'tendon', 'key', 'mat', 'tex'):
    access = getattr(owner, name, None)
    try:
      out.append(access(0) if access else None)
    except IndexError:
      pass
  return [v for v in out if v is not None]

def round_trip(path):
  m = api.MjModel.from_xml_path(path)
  d = api.MjData(m)
  held = []
  for _ in range(2):
    api.mj_step(m, d, 10)
    held += touch(m) + touch(d) + [c for c in d.contact] + [d.contact[:1]]
    for view in views(m) + views(d):
      held += [view, repr(view)] + touch(view)
    for con in d.contact:
      held += touch(con)
  held += [copy.copy(m), copy.copy(d), pickle.loads(pickle.dumps(d)), memoryview(d.qpos), np.from_dlpack(d.xpos)]
  held += [api.mjtJoint(3), api.mjtJoint.__members__, copy.copy(api.mjtObj.mjOBJ_BODY)]
  for bad in (lambda: api.mj_step(m, 3), lambda: m.body('no'), lambda: api.mjtJoint(77), lambda: d.contact[99999],
              lambda: setattr(d, 'qpos', 'x'), lambda: api.mj_stateSize(m, -1)):
    try:
      bad()
    except Exception:
      pass
  order = sys.argv[2]
  if order == 'owner first':
    del m, d
    gc.collect()
  total = sum(float(np.sum(a)) for a in held if isinstance(a, np.ndarray) and a.dtype.kind in 'fi')
  del held
  gc.collect()
  return total

for _ in range(3):
  round_trip(sys.argv[1])
print('done')
"""


@pytest.mark.parametrize('order', ['owner first', 'views first'])
@pytest.mark.parametrize('name', ['dominoes', 'humanoid'])
def test_debug_allocator(name, order):
  """Python's debug allocator fills what is freed and watches the ends of blocks: nothing is used after its end."""
  script = CREATE_AND_DROP.replace('{module}', module_name())
  environment = dict(os.environ, PYTHONMALLOC='debug', MALLOC_PERTURB_='165', PYTHONDONTWRITEBYTECODE='1')
  done = subprocess.run([sys.executable, '-X', 'dev', '-W', 'ignore', '-c', script, model_path(name), order],
                        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
  assert done.returncode == 0 and done.stdout == 'done\n', done.stderr


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
