"""Classes that programs derive from those of the package: arguments of their own, objects whose __init__ was not
called, copies and pickles, and what the objects say of themselves."""
import copy
import gc
import pickle
import weakref

import numpy as np
import pytest

import sinew as api

XML = '''<mujoco model="two words"><worldbody><geom type="plane" size="1 1 1"/><body name="b" pos="0 0 .05"><freejoint/>
<geom size=".1"/></body></worldbody></mujoco>'''
MAKERS = {
    'MjData': lambda m: (m,), 'MjSpec': lambda m: (), 'MjVfs': lambda m: (), 'MjvScene': lambda m: (m, 10),
    'MjrContext': lambda m: (m, 150), 'MjrRect': lambda m: (1, 2, 3, 4), 'MjOption': lambda m: (),
    'MjvCamera': lambda m: (), 'MjvOption': lambda m: (), 'MjvPerturb': lambda m: (), 'MjvFigure': lambda m: (),
    'MjvGeom': lambda m: (), 'MjContact': lambda m: (), 'MjLROpt': lambda m: (), 'MjStatistic': lambda m: (),
    'MjTimerStat': lambda m: (), 'MjLogMessage': lambda m: (), 'MjLogConfig': lambda m: (),
    'MjrRendererInfo': lambda m: (),
}


@pytest.fixture(name='m')
def fixture_m():
  return api.MjModel.from_xml_string(XML)


class Data(api.MjData):
  """With arguments of its own."""

  def __init__(self, tag, model, *more):
    super().__init__(model)
    self.tag, self.more = tag, list(more)

  def energy(self):
    return self.qpos[2]


class Spec(api.MjSpec):
  def __init__(self, tag):
    super().__init__()
    self.tag = tag


class Model(api.MjModel):
  """Models have no constructor: objects of the class come from pickles and copies."""


@pytest.mark.parametrize('name', sorted(MAKERS))
def test_init_has_own_arguments(name, m):
  base = getattr(api, name)
  args = MAKERS[name](m)

  class Derived(base):
    def __init__(self, tag, *, more):
      super().__init__(*args)
      self.tag = tag, more

  made = Derived('x', more=3)
  assert isinstance(made, base) and made.tag == ('x', 3) and made.__dict__ == {'tag': ('x', 3)}
  assert weakref.ref(made)() is made
  base.__init__(made, *args)  # again: it stays what it is
  made.myself = made
  ref = weakref.ref(made)
  del made
  gc.collect()
  assert ref() is None
  with pytest.raises(AttributeError):
    base(*args).tag = 1


@pytest.mark.parametrize('name', sorted(MAKERS) + ['MjModel', 'MjVisual', 'MjVisualHeadlight'])
def test_init_was_not_called(name, m):
  """Any use is an exception or harmless."""
  base = getattr(api, name)

  class Derived(base):
    def __init__(self, *args):  # pylint: disable=super-init-not-called
      pass

  for made in (Derived(1, 2, 3), base.__new__(base), Derived.__new__(Derived)):
    assert repr(made)
    for attribute in dir(base):
      if attribute.startswith('__') and attribute not in ('__copy__', '__deepcopy__', '__reduce__'):
        continue
      if attribute == 'set':  # MjLogConfig: for the whole process
        continue
      try:
        value = getattr(made, attribute)
        value() if callable(value) else setattr(made, attribute, value)
      except (TypeError, ValueError, AttributeError, KeyError, NotImplementedError, api.FatalError):
        pass
    for use in (copy.copy, copy.deepcopy, pickle.dumps, lambda x: x == made, lambda x: x == base.__new__(base), hash,
                lambda x: api.mj_step(m, x), lambda x: api.mj_step(x, x), lambda x: api.mjv_updateScene(
                    m, x, x, None, x, 7, x), lambda x: api.mjr_render(x, x, x), api.MjData, lambda x: api.Batch(x, 2),
                api.MjvScene, lambda x: api.MjSpec().recompile(x, x), lambda x: api.MjSpec().encode('x', x)):
      try:
        use(made)
      except (TypeError, ValueError, AttributeError, api.FatalError):
        pass


def test_message_of_missing_init(m):
  with pytest.raises(TypeError, match='__init__'):
    _ = api.MjData.__new__(api.MjData).qpos
  with pytest.raises(TypeError, match='__init__'):
    api.mj_step(m, api.MjData.__new__(api.MjData))
  with pytest.raises(TypeError, match='__init__'):
    api.MjvScene.__new__(api.MjvScene).ngeom = 1
  with pytest.raises(TypeError, match='No constructor'):
    Model()


def test_data_works_everywhere(m):
  d = Data('t', m, 1, 2)
  api.mj_step(m, d, 3)
  seen = []
  try:
    api.set_mjcb_control(lambda model, data: seen.append((model, data)))
    api.mj_step(m, d)
  finally:
    api.set_mjcb_control(None)
  assert seen == [(m, d)] and seen[0][1].energy() == d.qpos[2]
  assert d.model is m and d.joint(0).qpos.shape == (7,)
  other = api.MjData(m)
  api.mj_copyData(other, m, d)
  assert (other.qpos == d.qpos).all()


def test_copies_and_pickles_keep_class_and_attributes(m):
  d = Data('t', m, 1)
  api.mj_step(m, d, 5)
  for twin in (copy.copy(d), copy.deepcopy(d), pickle.loads(pickle.dumps(d)), pickle.loads(pickle.dumps(d, 0))):
    assert type(twin) is Data and twin.tag == 't' and twin.time == d.time and (twin.qpos == d.qpos).all()
    assert (twin.efc_force == d.efc_force).all() and twin.ncon == d.ncon
    api.mj_step(twin.model, twin)
  assert copy.copy(d).more is d.more and copy.deepcopy(d).more is not d.more
  assert copy.copy(d).model is m and copy.deepcopy(d).model is not m
  model = pickle.loads(pickle.dumps(m))
  state = model.__reduce__()[2]
  own = Model.__new__(Model)
  own.__setstate__(state)
  own.tag = 7
  for twin in (copy.copy(own), copy.deepcopy(own), pickle.loads(pickle.dumps(own))):
    assert type(twin) is Model and twin.tag == 7 and twin.nq == m.nq
    assert api.MjData(twin).qpos.size == 7
  with pytest.raises(ValueError):
    own.__setstate__(state)
  spec = Spec('s')
  spec.worldbody.add_body(name='one')
  assert spec.copy().tag == 's' and copy.deepcopy(spec).body('one').name == 'one' and type(copy.copy(spec)) is Spec


def test_small_structs_are_pickled():
  class_of = [api.MjOption(), api.MjvCamera(), api.MjrRect(1, 2, 3, 4), api.MjVisual().global_, api.MjLROpt()]
  class_of[0].timestep = 0.25
  for one in class_of:
    assert pickle.loads(pickle.dumps(one)) == one == copy.deepcopy(one)
  with pytest.raises(ValueError):
    api.MjOption().__setstate__(b'too short')
  with pytest.raises(TypeError):
    api.MjOption().__setstate__((b'', 3))


def test_scene_of_a_renderer(m):
  class Scene(api.MjvScene):
    def __init__(self, physics, maxgeom=100):
      super().__init__(physics['model'], maxgeom)
      self.physics = physics

  scene = Scene({'model': m})
  d = api.MjData(m)
  api.mj_forward(m, d)
  api.mjv_updateScene(m, d, api.MjvOption(), None, api.MjvCamera(), 7, scene)
  assert scene.ngeom == 2 and scene.maxgeom == 100 and scene.physics['model'] is m


def test_deleting_attributes_of_a_spec():
  """What its attributes do when they go finds no object that is half gone."""

  class Watch:
    def __init__(self, spec):
      self.body = spec.worldbody

    def __del__(self):
      seen.append(repr(self.body.first_geom()))

  seen = []
  spec = Spec('x')
  spec.watch = Watch(spec)
  del spec
  gc.collect()
  assert len(seen) == 1


def test_repr_says_what_it_is(m):
  d = api.MjData(m)
  api.mj_step(m, d, 3)
  assert repr(m) == "<MjModel 'two words': nq=7, nv=6, nu=0, na=0, nbody=2, njnt=1, ngeom=2, nsensor=0>"
  assert repr(d) == f"<MjData of 'two words': time=0.006, nq=7, nv=6, ncon={d.ncon}, nefc={d.nefc}>"
  assert repr(Data('t', m)).startswith("<Data of 'two words': time=0,")
  spec = api.MjSpec.from_string(XML)
  assert repr(spec) == ("<MjSpec 'two words': bodies=2, joints=1, geoms=2, sites=0, meshes=0, actuators=0, sensors=0>")
  assert repr(api.Batch(m, 3)).startswith("<Batch of 'two words': 3 worlds, nq=7, nv=6, nu=0, ")


def test_repr_of_viewer(m, tmp_path, monkeypatch):
  viewer = pytest.importorskip(api.__name__ + '.viewer')
  (tmp_path / 'viewer.js').write_text('page')
  monkeypatch.setenv('SINEW_VIEWER', str(tmp_path))
  d = api.MjData(m)
  with viewer.launch_passive(m, d) as handle:
    assert repr(handle).startswith("<viewer of 'two words': time=0, 0 pages at port ")
  assert repr(handle) == "<viewer of 'two words': time=0, closed>"


def test_views_of_derived_data_outlive_it(m):
  d = Data('t', m)
  qpos, body = d.qpos, d.body('b')
  qpos[0] = 3
  del d
  gc.collect()
  assert qpos[0] == 3 and np.isfinite(body.xpos).all()
