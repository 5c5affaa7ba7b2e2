"""What programs written for the reference's package meet: kinds of exceptions, arrays that are taken, clocks, logs."""
import re
import subprocess
import sys

import numpy as np
import pytest

import sinew
from sinew import rollout

XML = '''<mujoco model="x"><worldbody><geom type="plane" size="1 1 1"/>
<body name="b" pos="0 0 .05"><freejoint/><geom name="g" size=".1"/><site name="s"/></body>
<body name="c" gravcomp="1"><joint name="j"/><geom size=".1" pos="2 0 1"/></body></worldbody>
<actuator><motor name="a" joint="j"/></actuator>
<sensor><framepos objtype="site" objname="s" nsample="5" interval="0.01"/><jointpos joint="j"/></sensor></mujoco>'''


@pytest.fixture(name='m')
def fixture_m():
  return sinew.MjModel.from_xml_string(XML)


@pytest.fixture(name='d')
def fixture_d(m):
  return sinew.MjData(m)


# ---- clocks

def test_timers_are_measured_by_default():
  """And again when the program takes its clock away; in a process of its own, with no other clock."""
  code = '''import sinew
m = sinew.MjModel.from_xml_string("<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>")
d = sinew.MjData(m)
import time
start = time.perf_counter()
sinew.mj_step(m, d, 1000)
spent = time.perf_counter() - start
timer = sinew.mjtTimer
step, position = d.timer[timer.mjTIMER_STEP], d.timer[timer.mjTIMER_POSITION]
assert step.number == 1000 and 0 < position.duration < step.duration <= spent, (step, position, spent)
parts = sum(d.timer[k].duration for k in (timer.mjTIMER_POSITION, timer.mjTIMER_VELOCITY, timer.mjTIMER_ACTUATION,
                                          timer.mjTIMER_CONSTRAINT))
assert 0 < parts <= d.timer[timer.mjTIMER_FORWARD].duration * 1.0001 <= step.duration * 1.0002
assert all(d.timer[k].duration > 0 for k in range(len(d.timer)) if d.timer[k].number)
assert sinew.get_mjcb_time() is None
for take_away in (lambda: sinew.set_mjcb_time(None), sinew.mj_resetCallbacks):
  sinew.set_mjcb_time(lambda: 1.0)
  sinew.mj_resetData(m, d)
  sinew.mj_step(m, d, 10)
  assert d.timer[timer.mjTIMER_STEP].number == 10 and d.timer[timer.mjTIMER_STEP].duration == 0
  take_away()
  sinew.mj_step(m, d, 10)
  assert d.timer[timer.mjTIMER_STEP].duration > 0
'''
  subprocess.run([sys.executable, '-c', code], check=True)


def test_callbacks_return_numbers(m, d):
  for name, bad in (('time', 'x'), ('time', None), ('contactfilter', 1.5), ('contactfilter', None)):
    setter = getattr(sinew, 'set_mjcb_' + name)
    setter(lambda *_, value=bad: value)
    try:
      with pytest.raises(TypeError, match=f'mjcb_{name} callback did not return'):
        sinew.mj_step(m, d)
    finally:
      setter(None)


# ---- arrays

@pytest.mark.parametrize('kind', [np.int64, np.int32, np.int16, np.uint8, np.uint64, np.float64])
def test_whole_numbers_of_any_type(kind):
  result = np.zeros((2, 2))
  sinew.mju_sparse2dense(result, [1., 2.], np.array([1, 1], kind), np.array([0, 1], kind), np.array([0, 1], kind))
  assert result.tolist() == [[1, 0], [0, 2]]


def test_whole_numbers_that_do_not_fit(m, d):
  result = np.zeros((2, 2))
  for bad in (np.array([2**32 + 1, 1]), np.array([1.5, 1]), np.array(['1', '1']), np.array([1j, 1])):
    with pytest.raises(TypeError):
      sinew.mju_sparse2dense(result, [1., 2.], bad, np.array([0, 1]), np.array([0, 1]))
  sinew.mj_forward(m, d)
  down = [np.array([0., 0, 3]), np.array([0., 0, -1])]
  assert sinew.mj_ray(m, d, *down, np.ones(6, int), 1, -1, np.zeros(1, np.int32)) > 0
  with pytest.raises(TypeError):
    sinew.mj_ray(m, d, *down, np.full(6, 300), 1, -1, np.zeros(1, np.int32))
  with pytest.raises(TypeError):  # what is written must be of the type itself
    sinew.mj_ray(m, d, *down, None, 1, -1, np.zeros(1, np.int64))


def test_sensor_history_in_rows(m, d):
  times, values = np.linspace(-0.05, 0, 5), np.arange(15.0)
  for given in (values.reshape(5, 3), np.asfortranarray(values.reshape(5, 3)), values):
    sinew.mj_resetData(m, d)
    sinew.mj_initSensorHistory(m, d, 0, times, given, 0)
    for k in range(5):
      assert (sinew.mj_readSensor(m, d, 0, times[k], np.zeros(3), 0) == values[3 * k:3 * k + 3]).all()
  for shape in ((3, 5), (15, 1), (1, 15)):
    with pytest.raises(TypeError):
      sinew.mj_initSensorHistory(m, d, 0, times, values.reshape(shape), 0)


def test_gravcomp_flag(m):
  assert m.flg_gravcomp is True and m.ngravcomp == 1
  m.flg_gravcomp = False
  assert m.flg_gravcomp is False and m.ngravcomp == 0
  m.flg_gravcomp = 1
  assert m.flg_gravcomp is True and m.ngravcomp == 1
  with pytest.raises(AttributeError):
    m.ngravcomp = 3


# ---- errors

@pytest.mark.parametrize('names', [('a/x.xml', 'b/x.xml'), ('x.xml', 'b/x.xml'), ('X.xml', 'x.xml'), ('a\\x.xml', 'x.xml')])
def test_assets_of_one_name(names):
  with pytest.raises(ValueError, match='Repeated file name in assets dict: x.xml'):
    sinew.MjModel.from_xml_string(XML, {name: b'1' for name in names})
  assert sinew.MjModel.from_xml_string(XML, {'a/x.xml': b'1', 'a/y.xml': b'2'}).nbody == 3


def test_named_access_without_a_name(m, d):
  for owner in (m, d):
    with pytest.raises(KeyError, match="Invalid name ''. Valid names: "):
      owner.body()
    with pytest.raises(TypeError):
      owner.body('b', 1)


@pytest.mark.parametrize('xml, line', [
    ('<mujoco>\n<worldbody>\n<geom size="a"/></worldbody></mujoco>', 3),
    ('<mujoco>\n<worldbody>\n<geom/></worldbody></mujoco>', 3),
    ('<mujoco>\n<worldbody>\n\n<body name="a"/>\n<body name="a"/></worldbody></mujoco>', 5),
    ('<mujoco>\n<worldbody>\n<a', 3),
    ('<mujoco>\n<actuator>\n<motor joint="x"/></actuator></mujoco>', 3)])
def test_errors_name_the_line(xml, line, tmp_path):
  """As file:N:, and as programs look for it that know the reference's messages."""
  path = tmp_path / 'model.xml'
  path.write_text(xml)
  for load in (lambda: sinew.MjModel.from_xml_string(xml), lambda: sinew.MjModel.from_xml_path(path),
               lambda: sinew.MjSpec.from_string(xml).compile(), lambda: sinew.MjSpec.from_file(path).compile()):
    with pytest.raises(ValueError) as error:
      load()
    found = re.search(r'[Ll][Ii][Nn][Ee]\s*[:=]?\s*(\d+)', str(error.value))
    assert int(found.group(1)) == line and re.search(rf'(XML string|model\.xml):{line}: ', str(error.value))


def test_no_line_without_a_file():
  spec = sinew.MjSpec()
  spec.worldbody.add_geom(size=[0, 0, 0])
  with pytest.raises(ValueError) as error:
    spec.compile()
  assert 'line' not in str(error.value)


def test_closed_files():
  vfs = sinew.MjVfs()
  vfs.close()
  with pytest.raises(RuntimeError):
    vfs['a'] = b'x'
  with pytest.raises(RuntimeError):
    _ = 'a' in vfs
  with pytest.raises(RuntimeError):
    del vfs['a']


# ---- logs

def test_warnings_go_to_the_log_file(m, d, tmp_path):
  kept = sinew.MjLogConfig.get()
  config = sinew.MjLogConfig.get()
  config.logto_file, config.logfile = True, str(tmp_path / 'log.txt')
  try:
    config.set()
    d.qpos[0] = np.nan
    sinew.mj_step(m, d)
    assert 'WARNING' in (tmp_path / 'log.txt').read_text()
    size = (tmp_path / 'log.txt').stat().st_size
    sinew.mj_step(m, d)
    config.logto_file = False
    config.set()
    d.qpos[0] = np.nan
    sinew.mj_step(m, d)
    assert (tmp_path / 'log.txt').stat().st_size == size
  finally:
    kept.set()


# ---- rollouts

def test_rollout_without_checks(m, d):
  """More models than trajectories, and arrays of other shapes with the same numbers."""
  nstate = sinew.mj_stateSize(m, sinew.mjtState.mjSTATE_FULLPHYSICS)
  initial = np.zeros((3, nstate))
  for i in range(3):
    sinew.mj_getState(m, d, initial[i], sinew.mjtState.mjSTATE_FULLPHYSICS)
  control = np.linspace(-1, 1, 3 * 4).reshape(3, 4, 1)
  expected, sensors = rollout.rollout(m, d, initial, control)
  state, sensordata = np.zeros((3, 4, nstate)), np.zeros((3, 4, m.nsensordata))
  got = rollout.rollout([m] * 100, d, initial.reshape(3, 1, nstate), control, nstep=4, state=state, sensordata=sensordata,
                        skip_checks=True)
  assert got[0] is state and got[1] is sensordata
  assert (state == expected).all() and (sensordata == sensors).all()
  for change in ({'control': control[:, :2]}, {'initial_state': initial[:, :2]}, {'state': state[:2]}):
    arguments = {'initial_state': initial, 'control': control, 'state': state, **change}
    with pytest.raises(ValueError, match='size should be'):
      rollout.rollout([m] * 100, d, nstep=4, skip_checks=True, **arguments)


# ---- numbers that programs write

def test_integrator_written_by_a_callback(m, d):
  def control(model, _):
    model.opt.integrator = -1

  sinew.set_mjcb_control(control)
  try:
    with pytest.raises(sinew.FatalError, match='integrator -1'):
      sinew.mj_step(m, d)
  finally:
    sinew.set_mjcb_control(None)


def test_contact_written_by_a_program(m, d):
  sinew.mj_forward(m, d)
  force = np.ones(6)
  d.contact[0].dim = 77
  with pytest.raises(sinew.FatalError, match='dim 77'):
    sinew.mj_contactForce(m, d, 0, force)
  assert not force.any()
  sinew.mj_forward(m, d)
  d.contact.efc_address[:] = 10**6
  with pytest.raises(sinew.FatalError, match='efc_address 1000000'):
    sinew.mj_contactForce(m, d, 0, force)
  d.contact.geom[:] = 12345
  with pytest.raises(sinew.FatalError, match='left out'):
    sinew.mj_makeConstraint(m, d)


def test_ints_of_another_size(m):
  with pytest.raises(TypeError):
    m.opt.iterations = 2**40
  with pytest.raises(TypeError):
    sinew.mj_stateSize(m, 2**40)
