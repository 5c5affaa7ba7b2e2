"""sinew.check: the findings of `sinew check`, as objects."""
import dataclasses
import pathlib
import threading

import pytest

from support import model_names, model_path

import sinew

DATA = pathlib.Path(__file__).resolve().parents[2] / 'tests/data'


def test_file():
  path = DATA / 'check/stiff_spring.xml'
  finding, = sinew.check(path)
  assert finding.severity == 'warning' and finding.rule == 'stiff-spring'
  assert finding.file == str(path) and finding.line == 5 and finding.element == "<joint name='spring'>"
  assert finding.objtype == sinew.mjtObj.mjOBJ_JOINT and finding.objid == 0
  assert 'turns 1.41 rad' in finding.message and finding.remedy
  assert str(finding).startswith(f"{path}:5: warning: <joint name='spring'>: ")
  assert str(finding).endswith(f'[stiff-spring]\n  what to do: {finding.remedy}')
  with pytest.raises(dataclasses.FrozenInstanceError):
    finding.line = 6
  assert sinew.check(str(path)) == [finding]


def test_model():
  m = sinew.MjModel.from_xml_path(str(DATA / 'check/stiff_spring.xml'))
  finding, = sinew.check(m)
  assert finding.file is None and finding.line == 0 and finding.element == "joint 'spring'"
  m.jnt_stiffness[0] = 1
  assert not sinew.check(m)
  m.opt.timestep = -1
  finding, = sinew.check(m)
  assert finding.rule == 'timestep' and finding.element == '' and finding.objid == -1
  assert str(finding).startswith('warning: the timestep is -1 s')


def test_trial():
  path = DATA / 'check/trial.xml'
  assert {f.rule for f in sinew.check(path)} == {'stiff-spring', 'trial'}
  assert {f.rule for f in sinew.check(path, nstep=0)} == {'stiff-spring'}


@pytest.mark.parametrize('name', model_names())
def test_samples(name):
  assert all(finding.severity == 'note' for finding in sinew.check(model_path(name)))


def test_files_that_do_not_load(tmp_path):
  path = tmp_path / 'wörld.xml'
  path.write_text('<mujoco>\n<worldbody>\n<geom sise="1"/>\n<body nam="é"/></worldbody></mujoco>', encoding='utf-8')
  first, second = sinew.check(path)
  assert (first.severity, first.rule, first.line, first.file) == ('error', 'loader', 3, str(path))
  assert "did you mean 'size'" in first.message and second.line == 4
  missing, = sinew.check(tmp_path / 'no.snb')
  assert missing.severity == 'error' and 'does not exist' in missing.message
  path.write_bytes(b'\xff\xfe\x00')
  assert sinew.check(path)[0].severity == 'error'


def test_wrong_arguments():
  for wrong in (None, 1, b'x', sinew.MjData):
    with pytest.raises(TypeError, match='MjSpec or the path'):
      sinew.check(wrong)
  with pytest.raises(TypeError, match='nstep'):
    sinew.check('x.xml', nstep='many')
  with pytest.raises(ValueError):
    sinew.check('a\0b.xml')


def test_callback_that_raises():
  """A control callback runs in the trial; what it raises comes out."""
  def fail(m, d):
    raise RuntimeError('not now')
  m = sinew.MjModel.from_xml_path(model_path('pendulum'))
  sinew.set_mjcb_control(fail)
  try:
    with pytest.raises(RuntimeError, match='not now'):
      sinew.check(m)
  finally:
    sinew.set_mjcb_control(None)
  assert not [f for f in sinew.check(m) if f.severity != 'note']


def test_threads():
  """The lock is given away, and each thread gets its own findings."""
  names = ['stiff_spring', 'mass', 'friction', 'sign']
  found = {}

  def run(name):
    for _ in range(5):
      found[name] = sinew.check(DATA / f'check/{name}.xml')

  threads = [threading.Thread(target=run, args=(name,)) for name in names]
  for thread in threads:
    thread.start()
  for thread in threads:
    thread.join()
  assert all(name in f.file for name in names for f in found[name] if f.file)
  assert [len(found[name]) for name in names] == [1, 1, 1, 4]
