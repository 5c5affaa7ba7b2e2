"""Structs, functions, named access, copies and errors of the extension module."""
import copy
import ctypes
import gc
import pathlib
import pickle
import threading
import weakref

import numpy as np
import pytest
import sinew

MODELS = pathlib.Path(__file__).resolve().parents[2] / 'models'
XML = '''
<mujoco>
  <asset>
    <texture name="t" type="2d" builtin="flat" width="4" height="6"/>
    <material name="ma" texture="t"/>
    <hfield name="h" nrow="3" ncol="4" size="1 1 1 1"/>
  </asset>
  <worldbody>
    <light name="l"/>
    <camera name="c"/>
    <geom name="f" type="plane" size="1 1 1"/>
    <body name="b">
      <joint name="j" type="hinge"/>
      <geom name="g" size=".1"/>
      <site name="s"/>
    </body>
    <body name="b2" pos="1 0 .09">
      <freejoint name="fr"/>
      <geom name="g2" size=".1"/>
    </body>
  </worldbody>
  <equality><connect name="e" body1="b" body2="b2" anchor="0 0 0" active="false"/></equality>
  <tendon><fixed name="te"><joint joint="j" coef="1"/></fixed></tendon>
  <actuator>
    <motor name="a" joint="j"/>
    <general name="a2" joint="j" dyntype="filter"/>
  </actuator>
  <sensor>
    <jointpos name="se" joint="j"/>
    <framepos name="se2" objtype="body" objname="b2"/>
  </sensor>
  <custom>
    <numeric name="nu" data="1 2 3"/>
    <text name="tx" data="hello"/>
    <tuple name="tu"><element objtype="body" objname="b"/></tuple>
  </custom>
  <keyframe><key name="k" time="2"/></keyframe>
</mujoco>'''


@pytest.fixture
def m():
  return sinew.MjModel.from_xml_string(XML)


@pytest.fixture
def d(m):
  data = sinew.MjData(m)
  sinew.mj_forward(m, data)
  return data


# ---- structs

def test_arrays_have_shapes_and_types(m, d):
  assert d.qpos.shape == (m.nq,) and d.qpos.dtype == np.float64
  assert m.body_pos.shape == (m.nbody, 3)
  assert d.xmat.shape == (m.nbody, 9)
  assert m.jnt_limited.dtype == bool and m.geom_rgba.dtype == np.float32
  assert m.tex_adr.dtype == np.int64 and m.tex_data.dtype == np.uint8
  assert isinstance(m.names, bytes) and b'world' in m.names
  assert d.efc_force.shape == (d.nefc,) and d.nefc > 0


def test_arrays_are_views(m, d):
  d.qpos[0] = 0.5
  assert d.qpos[0] == 0.5 and d.qpos is d.qpos
  d.qpos = np.arange(m.nq)
  assert list(d.qpos) == list(range(m.nq))
  d.qvel = 0
  assert not d.qvel.any()
  m.opt.gravity = [0, 0, -1]
  assert m.opt.gravity[2] == -1


def test_assignment_checks_shapes(d):
  for value in (np.zeros(2), np.zeros((2, 2)), 'abc', [[]]):
    with pytest.raises(ValueError):
      d.qpos = value
  with pytest.raises(AttributeError):
    del d.qpos


def test_scalars(m, d):
  d.time = 3
  assert d.time == 3.0 and isinstance(d.time, float)
  m.opt.iterations = np.int32(7)
  assert m.opt.iterations == 7
  with pytest.raises(TypeError):
    m.opt.iterations = 1.5
  with pytest.raises(TypeError):
    m.opt.timestep = 'a'
  with pytest.raises(AttributeError):
    m.nq = 3
  with pytest.raises(ValueError):
    d.ncon = 10**6
  m.opt.disableflags = sinew.mjtDisableBit.mjDSBL_CONTACT | sinew.mjtDisableBit.mjDSBL_LIMIT
  assert m.opt.disableflags == 24
  with pytest.raises(AttributeError):
    m.opt.gravtiy = 0


def test_groups_of_visual(m):
  m.vis.global_.fovy = 30
  assert m.vis.global_.fovy == 30 and m.vis.map.znear > 0
  assert m.vis.rgba.haze.shape == (4,)
  assert isinstance(m.vis.headlight, sinew.MjVisual.Headlight)


def test_contacts(m, d):
  assert len(d.contact) == d.ncon == 2
  assert d.contact.dist.shape == (2,) and d.contact.frame.shape == (2, 9)
  assert d.contact[0].dist == d.contact.dist[0]
  d.contact[1].dist = 7
  assert d.contact.dist[1] == 7 and d.contact[1:][0].dist == 7
  assert [c.dim for c in d.contact] == [3, 3]
  with pytest.raises(IndexError):
    d.contact[2]
  d.qpos[3 + 0] = 5  # the ball is high up now
  sinew.mj_forward(m, d)
  assert len(d.contact) == d.ncon == 1 and d.contact.geom.shape == (1, 2)


def test_lists(d):
  assert len(d.warning) == int(sinew.mjtWarning.mjNWARNING)
  assert len(d.timer) == int(sinew.mjtTimer.mjNTIMER)
  assert len(d.solver) == sinew.mjNISLAND * sinew.mjNSOLVER
  assert d.warning[sinew.mjtWarning.mjWARN_BADQPOS].number == 0
  assert d.timer.number.shape == (len(d.timer),)


def test_structs_alone():
  assert sinew.MjOption().timestep == 0.002
  assert sinew.MjOption() == sinew.MjOption()
  option = sinew.MjOption()
  option.timestep = 1
  assert option != sinew.MjOption() and copy.copy(option) == option
  assert pickle.loads(pickle.dumps(option)) == option
  assert 'timestep: 1.0' in repr(option)
  assert sinew.MjContact().frame.shape == (9,)
  for kind in (sinew.MjStatistic, sinew.MjLROpt, sinew.MjWarningStat, sinew.MjTimerStat, sinew.MjSolverStat):
    assert repr(kind()).startswith('<' + kind.__name__)
  with pytest.raises(TypeError):
    sinew.MjModel()


# ---- life of objects

def test_views_outlive_their_objects():
  m = sinew.MjModel.from_xml_string(XML)
  d = sinew.MjData(m)
  pos, qpos, contact, opt = m.body_pos, d.qpos, d.contact, m.opt
  view = d.body('b')
  expected = pos.copy()
  del m, d
  gc.collect()
  assert (pos == expected).all() and qpos.shape == (8,) and len(contact) == 0
  assert opt.timestep == 0.002 and view.xpos.shape == (3,)


def test_data_keeps_its_model():
  d = sinew.MjData(sinew.MjModel.from_xml_string(XML))
  gc.collect()
  sinew.mj_step(d.model, d)
  assert d.model.nq == 8


def test_nothing_refers_to_itself(m):
  d = sinew.MjData(m)
  array = d.qpos
  watched = weakref.ref(array)
  del d, array
  assert watched() is None


# ---- copies

def test_copies_of_models(m):
  for other in (copy.copy(m), copy.deepcopy(m), pickle.loads(pickle.dumps(m))):
    assert other is not m and other.nbody == m.nbody
    other.body_mass[1] = 77
    assert m.body_mass[1] != 77


@pytest.mark.parametrize('make', [copy.copy, copy.deepcopy, lambda d: pickle.loads(pickle.dumps(d))])
def test_copies_of_data(m, make):
  m = sinew.MjModel.from_xml_path(str(MODELS / 'humanoid.xml'))
  d = sinew.MjData(m)
  sinew.mj_step(m, d, 300)
  other = make(d)
  assert other.time == d.time and other.ncon == d.ncon and other.nefc == d.nefc
  for name in ('qpos', 'xpos', 'efc_force', 'efc_J', 'sensordata', 'qLD'):
    assert (getattr(other, name) == getattr(d, name)).all(), name
  assert (other.contact.dist == d.contact.dist).all()
  assert other.model is m or make is not copy.copy
  sinew.mj_step(m, d, 50)
  sinew.mj_step(other.model, other, 50)
  assert (other.qpos == d.qpos).all()


# ---- named access

def test_named_access_of_models(m):
  assert m.body('b').id == 1 and m.body(1).name == 'b'
  m.body('b').pos = [1, 2, 3]
  assert list(m.body_pos[1]) == [1, 2, 3]
  assert m.body('b').mass.shape == (1,)
  assert m.joint('fr').damping.shape == (6,) and m.jnt('fr').qpos0.shape == (7,)
  assert m.actuator('a').ctrlrange.shape == (2,)
  assert list(m.numeric('nu').data) == [1, 2, 3]
  assert m.text('tx').data == 'hello'
  assert m.tex('t').data.shape == (6, 4, 3)
  assert m.hfield('h').data.shape == (3, 4)
  assert m.key('k').qpos.shape == (m.nq,) and m.keyframe('k').time == 2
  assert list(m.tuple('tu').objid) == [1]
  assert m.eq('e').data.shape == (11,)
  for kind, name in (('camera', 'c'), ('cam', 'c'), ('light', 'l'), ('material', 'ma'), ('mat', 'ma'),
                     ('site', 's'), ('sensor', 'se'), ('tendon', 'te'), ('geom', 'g')):
    assert getattr(m, kind)(name).name == name
    assert f"name: '{name}'" in repr(getattr(m, kind)(name))


def test_named_access_of_data(m, d):
  d.joint('fr').qpos = [1, 2, 3, 1, 0, 0, 0]
  assert list(d.qpos[1:4]) == [1, 2, 3]
  assert d.joint('j').qvel.shape == (1,) and d.joint('fr').cdof.shape == (6, 6)
  assert d.sensor('se2').data.shape == (3,)
  d.actuator('a2').ctrl = 0.25
  assert d.ctrl[1] == 0.25 and d.actuator('a2').act.shape == (1,)
  assert d.body('b2').xpos.shape == (3,) and d.tendon('te').length.shape == (1,)
  assert np.shares_memory(d.geom('g').xpos, d.geom_xpos)


def test_named_access_says_what_there_is(m):
  with pytest.raises(KeyError, match=r"Invalid name 'x'. Valid names: \['f', 'g', 'g2'\]"):
    m.geom('x')
  with pytest.raises(IndexError, match='Valid indices from 0 to 2'):
    m.body(3)
  with pytest.raises(IndexError):
    m.body(-1)
  for bad in (None, 1.5, []):
    with pytest.raises(TypeError):
      m.body(bad)
  with pytest.raises(AttributeError):
    m.body('b').foo


# ---- functions

def test_vectors():
  res = np.zeros(3)
  sinew.mju_add3(res, [1, 2, 3], (1, 1, 1))
  assert list(res) == [2, 3, 4]
  sinew.mju_rotVecQuat(res=res, vec=[1, 0, 0], quat=[0, 0, 0, 1])
  assert list(res) == [-1, 0, 0]
  assert sinew.mju_norm(np.array([3.0, 4.0])) == 5
  out = np.zeros(2)
  sinew.mju_mulMatVec(out, [[1, 2, 3], [4, 5, 6]], [1, 1, 1])
  assert list(out) == [6, 15]


@pytest.mark.parametrize('call', [
    lambda: sinew.mju_add3([0, 0, 0], [1, 2, 3], [1, 2, 3]),
    lambda: sinew.mju_add3(np.zeros(2), [1, 2, 3], [1, 2, 3]),
    lambda: sinew.mju_add3(np.zeros(3, np.float32), [1, 2, 3], [1, 2, 3]),
    lambda: sinew.mju_add3(np.zeros(6)[::2], [1, 2, 3], [1, 2, 3]),
    lambda: sinew.mju_add3(np.zeros(3), [1, 2], [1, 2, 3]),
    lambda: sinew.mju_add3(np.zeros(3), 'abc', [1, 2, 3]),
    lambda: sinew.mju_add3(np.zeros(3), None, [1, 2, 3]),
    lambda: sinew.mju_add3(np.zeros(3), [1, 2, 3]),
    lambda: sinew.mju_add3(np.zeros(3), [1, 2, 3], [1, 2, 3], 4),
    lambda: sinew.mju_add3(np.zeros(3), [1, 2, 3], vec1=[1, 2, 3]),
    lambda: sinew.mju_add3(np.zeros(3), [1, 2, 3], foo=[1, 2, 3]),
    lambda: sinew.mju_mulMatVec(np.zeros(2), np.zeros((3, 3)), np.zeros(3)),
    lambda: sinew.mju_type2Str(1.5),
    lambda: sinew.mju_str2Type(3),
])
def test_bad_arguments(call):
  with pytest.raises(TypeError):
    call()


def test_read_only_output():
  res = np.zeros(3)
  res.flags.writeable = False
  with pytest.raises(TypeError, match='writable'):
    sinew.mju_zero3(res)


def test_functions_of_models(m, d):
  jacp = np.zeros((3, m.nv))
  sinew.mj_jac(m, d, jacp, None, [0, 0, 0], 2)
  assert jacp[0, 1] == 1
  with pytest.raises(TypeError, match=r'jacp should be of shape \(3, nv\) = \(3, 7\)'):
    sinew.mj_jac(m, d, np.zeros((3, 6)), None, [0, 0, 0], 2)
  with pytest.raises(sinew.FatalError, match='no body 99'):
    sinew.mj_jac(m, d, jacp, None, [0, 0, 0], 99)
  full = np.zeros((m.nv, m.nv))
  sinew.mj_fullM(m, d, full)
  assert (full == full.T).all() and full[1, 1] == pytest.approx(m.body_mass[2])
  assert sinew.mj_name2id(m, sinew.mjtObj.mjOBJ_BODY, 'b') == 1
  assert sinew.mj_id2name(m, 1, 1) == 'b' and sinew.mj_id2name(m, 1, 9) is None
  for bad in (None, d, 3):
    with pytest.raises(TypeError):
      sinew.mj_forward(bad, d)
  with pytest.raises(TypeError):
    sinew.mj_forward(m, None)


def test_state(m, d):
  sig = sinew.mjtState.mjSTATE_INTEGRATION
  state = np.zeros(sinew.mj_stateSize(m, sig))
  sinew.mj_getState(m, d, state, sig)
  before = d.qpos.copy()
  sinew.mj_step(m, d, nstep=5)
  assert d.time == pytest.approx(5 * m.opt.timestep)
  sinew.mj_setState(m, d, state, sig)
  assert (d.qpos == before).all()
  with pytest.raises(TypeError):
    sinew.mj_getState(m, d, np.zeros(3), sig)
  with pytest.raises(sinew.FatalError):
    sinew.mj_stateSize(m, -1)


def test_data_of_another_model(d):
  other = sinew.MjModel.from_xml_string('<mujoco/>')
  with pytest.raises(ValueError, match='another model'):
    sinew.mj_step(other, d)


def test_special_functions(m, d, tmp_path):
  file = str(tmp_path / 'model.snb')
  sinew.mj_saveModel(m, file)
  assert sinew.MjModel.from_binary_path(file).nbody == m.nbody
  buffer = np.zeros(sinew.mj_sizeModel(m), np.uint8)
  sinew.mj_saveModel(m, None, buffer)
  assert buffer.any()
  with pytest.raises(sinew.FatalError):
    sinew.mj_saveModel(m, '/no/such/folder/file')
  assert 'compiler' in sinew.mj_printSchema(False, False)
  result = np.zeros(1)
  assert sinew.mj_readSensor(m, d, 0, 0.0, result, -1) is result
  path = MODELS / 'cartpole.xml'
  assert str(path) in sinew.mju_getXMLDependencies(str(path))[0]
  other = sinew.MjData(m)
  sinew.mj_copyData(other, m, d)
  assert (other.xpos == d.xpos).all()


def test_derivatives(m, d):
  n = 2 * m.nv + m.na
  a, b = np.zeros((n, n)), np.zeros((n, m.nu))
  exact, exact_b = np.zeros((n, n)), np.zeros((n, m.nu))
  m.opt.disableflags = sinew.mjtDisableBit.mjDSBL_CONTACT
  sinew.mjd_transitionFD(m, d, 1e-6, True, a, b, None, None)
  sinew.sn_transition(m, d, sinew.sn_DiffMode.sn_DIFF_ANALYTIC, exact, exact_b, None, None)
  assert abs(a - exact).max() < 1e-6 and abs(b - exact_b).max() < 1e-6


# ---- errors

def test_load_errors(tmp_path):
  with pytest.raises(ValueError, match='<a>'):
    sinew.MjModel.from_xml_string('<a/>')
  with pytest.raises(ValueError, match='nope.xml'):
    sinew.MjModel.from_xml_path('nope.xml')
  with pytest.raises(ValueError):
    sinew.MjModel.from_binary_path('nope.snb')
  with pytest.raises(TypeError):
    sinew.MjModel.from_xml_string(3)
  with pytest.raises(TypeError):
    sinew.MjModel.from_xml_string('<mujoco/>', {'a': 'text'})


def test_assets():
  xml = '<mujoco><include file="part.xml"/></mujoco>'
  part = b'<mujoco><worldbody><body name="x"><geom size="1"/></body></worldbody></mujoco>'
  assert sinew.MjModel.from_xml_string(xml, {'part.xml': part}).body('x').id == 1
  assert sinew.MjModel.from_xml_string(xml, assets={'part.xml': part}).nbody == 2


def test_nothing_on_stderr(m, d, capfd):
  d.qpos[0] = np.nan
  sinew.mj_step(m, d)
  assert d.warning[sinew.mjtWarning.mjWARN_BADQPOS].number == 1
  assert capfd.readouterr() == ('', '')


# ---- enums

def test_enums():
  assert sinew.mjtObj(1) == sinew.mjtObj.mjOBJ_BODY and sinew.mjtObj.mjOBJ_BODY == 1
  assert repr(sinew.mjtObj.mjOBJ_BODY) == '<mjtObj.mjOBJ_BODY: 1>'
  assert int(sinew.mjtObj.mjOBJ_BODY) + 1 == 2 and sinew.mjtObj.mjOBJ_BODY.name == 'mjOBJ_BODY'
  with pytest.raises(ValueError, match='Invalid int value for mjtObj: 99'):
    sinew.mjtObj(99)
  assert sinew.mjNEQDATA == 11 and sinew.mjPI == np.pi
  assert sinew.mjDISABLESTRING[0] == 'Constraint'


def test_enums_equal_numbers_of_numpy(m):
  hinge = sinew.mjtJoint.mjJNT_HINGE
  for kind in (np.int32, np.int64, np.uint8):
    assert (hinge == kind(3)) is True and kind(3) == hinge and (hinge != kind(3)) is False and hinge != kind(2)
    assert kind(3) in (sinew.mjtJoint.mjJNT_FREE, hinge) and hinge in [kind(3)]
    assert hash(hinge) == hash(kind(3)) and {hinge: 'x'}[kind(3)] == {kind(3): 'x'}[hinge] and kind(3) in {hinge}
  assert hinge != np.float64(3) and (np.array([3, 2]) == hinge).tolist() == [True, False]
  assert all(kind in [int(kind)] and kind in tuple(sinew.mjtJoint.__members__.values()) for kind in m.jnt_type)


# ---- threads

def test_threads_step_side_by_side(m):
  datas = [sinew.MjData(m) for _ in range(4)]
  threads = [threading.Thread(target=sinew.mj_step, args=(m, d, 500)) for d in datas]
  for thread in threads:
    thread.start()
  for thread in threads:
    thread.join()
  assert all((d.qpos == datas[0].qpos).all() for d in datas)


def test_lists_are_compared(m, d):
  other = copy.copy(d)
  assert d.warning == other.warning and d.contact == other.contact
  other.warning[1].number += 1
  assert d.warning != other.warning and d.warning[:1] == other.warning[:1] and d.warning != d.timer


def test_structs_of_views(m):
  """What is seen, from where, and what the mouse pulls; programs derive from these."""

  class Camera(sinew.MjvCamera):
    __slots__ = ()

    def __init__(self, distance):
      super().__init__()
      self.distance = distance

    def far(self):
      return self.distance > 3

  camera = Camera(4)
  sinew.mjv_defaultFreeCamera(m, camera)
  assert camera.distance == 1.5 * m.stat.extent and (camera.lookat == m.stat.center).all()
  same = copy.copy(camera)
  assert type(same) is Camera and same == camera and same.lookat is not camera.lookat
  sinew.mjv_defaultCamera(camera)
  assert camera.azimuth == 90 and not camera.far() and camera != same and 'azimuth: 90' in repr(camera)
  option = pickle.loads(pickle.dumps(sinew.MjvOption()))
  assert option.flags.sum() == 8 and option.geomgroup.tolist() == [1, 1, 1, 0, 0, 0]
  option.flags[sinew.mjtVisFlag.mjVIS_RANGEFINDER] = False
  assert option != sinew.MjvOption() and sinew.MjvPerturb().refquat[0] == 1
  with pytest.raises(TypeError):
    sinew.MjvOption(1)
  with pytest.raises(TypeError):
    sinew.mjv_defaultOption(camera)


# ---- callbacks

@pytest.fixture
def hooks():
  yield
  sinew.mj_resetCallbacks()


def test_callbacks(m, d, hooks):
  seen = []

  def control(model, data):
    seen.append((model is m, data is d))
    data.ctrl[0] = 0.5

  sinew.set_mjcb_control(control)
  assert sinew.get_mjcb_control() is control
  sinew.mj_step(m, d, 3)
  assert seen == [(True, True)] * 3 and d.ctrl[0] == 0.5
  sinew.set_mjcb_control(None)
  sinew.mj_step(m, d)
  assert len(seen) == 3 and sinew.get_mjcb_control() is None
  sinew.set_mjcb_contactfilter(lambda model, data, geom1, geom2: True)
  sinew.mj_forward(m, d)
  assert d.ncon == 0
  with pytest.raises(TypeError):
    sinew.set_mjcb_passive(3)


def test_exceptions_of_callbacks(m, d, hooks):
  calls = []

  def bad(model, data):
    calls.append(1)
    raise RuntimeError('no')

  sinew.set_mjcb_passive(bad)
  with pytest.raises(RuntimeError, match='no'):
    sinew.mj_step(m, d, 10)
  assert len(calls) == 1
  sinew.mj_resetCallbacks()
  sinew.mj_step(m, d)


def test_callbacks_that_call(m, d, hooks):
  jacobian = np.zeros((3, m.nv))
  sinew.set_mjcb_control(lambda model, data: sinew.mj_jac(model, data, jacobian, None, [0, 0, 0], 2))
  sinew.mj_step(m, d)
  assert jacobian.any()


def test_callbacks_in_c(m, d, hooks):
  """A function of ctypes is a C function: it gets addresses, and texts as bytes."""
  seen, texts = [], []

  @ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
  def control(model, data):
    seen.append((model, data))

  @ctypes.CFUNCTYPE(ctypes.c_double)
  def clock():
    return 0.25

  sinew.set_mjcb_control(control)
  sinew.set_mjcb_time(clock)
  assert sinew.get_mjcb_control() is control
  sinew.mj_step(m, d, 2)
  assert seen == [(m._address, d._address)] * 2
  warning = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(texts.append)
  sinew.set_mju_user_warning(warning)
  d.qpos[0] = np.nan
  sinew.mj_step(m, d)
  sinew.set_mju_user_warning(None)
  assert len(texts) == 1 and b'qpos' in texts[0].lower()


def test_weak_references(m):
  d = sinew.MjData(m)
  watched = weakref.ref(d)
  assert watched() is d
  del d
  assert watched() is None


# ---- functions with arguments of their own kinds

def test_cache():
  cache = sinew.mj_getCache()
  assert sinew.mj_getCacheSize(cache) >= 0 and sinew.mj_getCacheCapacity(cache) > 0
  with pytest.raises(TypeError):
    sinew.mj_clearCache(None)


def test_sum_of_sparse_matrices(m, d):
  values = np.zeros(m.nC)
  sinew.mj_addM(m, d, values, m.M_rownnz.copy(), m.M_rowadr.copy(), m.M_colind.copy())
  assert (values == d.M).all()
  with pytest.raises(ValueError, match='room'):
    sinew.mj_addM(m, d, np.zeros(1), np.zeros(m.nv, np.int32), np.zeros(m.nv, np.int32), np.zeros(1, np.int32))
  dense = np.zeros((m.nv, m.nv))
  sinew.mj_addM(m, d, dense, None, None, None)
  full = np.zeros((m.nv, m.nv))
  sinew.mj_fullM(m, d, full)
  assert (np.tril(full) == dense).all()


def test_more_derivatives():
  m = sinew.MjModel.from_xml_path(MODELS / 'cartpole.xml')
  d = sinew.MjData(m)
  d.qpos[1] = 0.3
  report = sinew.sn_transitionCheck(m, d, sinew.sn_DiffMode.sn_DIFF_ANALYTIC)
  assert report['error'] < 1e-4 and report['ncolumn'] > 0
  columns = np.zeros((2 * m.nv + m.na, 2))
  assert sinew.sn_parameterDerivatives(m, d, [('body_mass', 1), ('dof_damping', 0)], columns) >= 0
  assert np.isfinite(columns).all()
  with pytest.raises(ValueError):
    sinew.sn_parameterDerivatives(m, d, [('nothing', 1)], np.zeros((2 * m.nv + m.na, 1)))


# ---- files in memory, warnings

def test_files_in_memory():
  part = b'<mujoco><worldbody><body name="x"><geom size="1"/></body></worldbody></mujoco>'
  xml = '<mujoco><include file="part.xml"/></mujoco>'
  with sinew.MjVfs() as vfs:
    vfs['part.xml'] = part
    assert 'part.xml' in vfs and 'other.xml' not in vfs
    assert sinew.MjModel.from_xml_string(xml, vfs=vfs).nbody == 2
    with pytest.raises(ValueError):
      vfs['part.xml'] = part
    del vfs['part.xml']
    with pytest.raises(KeyError):
      del vfs['part.xml']
    for bad in (3, 'text', None):
      with pytest.raises(TypeError):
        vfs['a'] = bad
  with pytest.raises(RuntimeError, match='closed'):
    sinew.MjModel.from_xml_string(xml, vfs=vfs)
  with pytest.raises(TypeError):
    sinew.MjModel.from_xml_string(xml, vfs={})


def test_texts_as_bytes():
  xml = b'<mujoco><include file="part.xml"/></mujoco>'
  part = b'<mujoco><worldbody><body name="x"><geom size="1"/></body></worldbody></mujoco>'
  m = sinew.MjModel.from_xml_string(xml, {b'part.xml': part})
  assert m.body(b'x').id == 1 and sinew.mj_name2id(m, sinew.mju_str2Type(b'body'), b'x') == 1
  assert sinew.mj_name2id(m, 1, b'\xff') == -1
  with pytest.raises(KeyError):
    m.body(b'\xff')
  with pytest.raises(ValueError):
    sinew.MjModel.from_xml_string(xml + b'\0')
  with pytest.raises(ValueError):
    sinew.MjModel.from_xml_string(b'<mujoco><\xff/></mujoco>')


def test_warnings_are_told(m, d, tmp_path):
  seen = []
  sinew.set_mju_user_warning(seen.append)
  d.qpos[0] = np.nan
  sinew.mj_step(m, d)
  assert len(seen) == 1 and 'QPOS' in seen[0].upper()
  sinew.set_mju_user_warning(None)
  d.qpos[0] = np.nan
  sinew.mj_step(m, d)
  sinew.mj_saveModel(m, str(tmp_path / 'model.snb'))  # an old warning is not taken for one of this call
  assert len(seen) == 1 and sinew.get_mju_user_warning() is None


@pytest.mark.parametrize('make', [copy.copy, copy.deepcopy, lambda d: pickle.loads(pickle.dumps(d))])
def test_copies_of_sleepers(make):
  """A copy in which trees sleep goes on as the data does."""
  m = sinew.MjModel.from_xml_path(str(pathlib.Path(__file__).resolve().parents[2] / 'models/dominoes.xml'))
  m.opt.enableflags |= sinew.mjtEnableBit.mjENBL_SLEEP
  d = sinew.MjData(m)
  for _ in range(4):
    sinew.mj_step(m, d, 100)
    other = make(d)
    assert d.ntree_awake < m.ntree
    sinew.mj_step(m, d, 50)
    sinew.mj_step(m, other, 50)
    assert other.qpos.tobytes() == d.qpos.tobytes() and np.array_equal(other.tree_asleep, d.tree_asleep)
