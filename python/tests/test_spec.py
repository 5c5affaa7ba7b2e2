"""Editable models: MjSpec, its elements, what they compile to and how long they live."""
import copy
import gc
import glob
import io
import os
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest

from support import HERE, MODELS, load_api, model_path, resident_bytes

api = load_api()
EDITS = int(os.environ.get('SINEW_FUZZ_EDITS', '3000'))
TETRAHEDRON = b'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n'


def arm():
  """A spec of two bodies."""
  s = api.MjSpec()
  upper = s.worldbody.add_body(name='upper', pos=[0, 0, 1])
  upper.add_joint(name='shoulder', axis=[0, 1, 0])
  upper.add_geom(name='bone', type=api.mjtGeom.mjGEOM_CAPSULE, fromto=[0, 0, 0, .4, 0, 0], size=[.03])
  lower = upper.add_body(name='lower', pos=[.4, 0, 0])
  lower.add_joint(name='elbow', axis=[0, 1, 0], damping=.1)
  lower.add_geom(name='hand', size=[.05], mass=.3)
  lower.add_site(name='tip')
  s.add_actuator(name='motor', target='elbow', trntype=api.mjtTrn.mjTRN_JOINT, gear=[2, 0, 0, 0, 0, 0])
  s.add_sensor(name='where', type=api.mjtSensor.mjSENS_FRAMEPOS, objtype=api.mjtObj.mjOBJ_SITE, objname='tip')
  return s


ARM = '''<mujoco><worldbody><body name="upper" pos="0 0 1"><joint name="shoulder" axis="0 1 0"/>
  <geom name="bone" type="capsule" fromto="0 0 0 .4 0 0" size=".03"/>
  <body name="lower" pos=".4 0 0"><joint name="elbow" axis="0 1 0" damping=".1"/>
  <geom name="hand" size=".05" mass=".3"/><site name="tip"/></body></body></worldbody>
  <actuator><motor name="motor" joint="elbow" gear="2"/></actuator>
  <sensor><framepos name="where" objtype="site" objname="tip"/></sensor></mujoco>'''


def arrays(m):
  return {name: getattr(m, name) for name in dir(m)
          if not name.startswith('_') and isinstance(getattr(m, name), np.ndarray)}


def assert_same(a, b):
  one, two = arrays(a), arrays(b)
  assert list(one) == list(two)
  for name, array in one.items():
    assert array.shape == two[name].shape and array.tobytes() == two[name].tobytes(), name


def test_built_as_written():
  """What is added by hand compiles to the model of the same XML, to the last bit."""
  assert_same(arm().compile(), api.MjModel.from_xml_string(ARM))


@pytest.mark.parametrize('path', sorted(glob.glob(os.path.join(MODELS, '*.xml'))), ids=os.path.basename)
def test_models_of_the_repository(path):
  """A file, its copy and its XML give the same model."""
  s = api.MjSpec.from_file(path)
  m = s.compile()
  assert_same(m, api.MjModel.from_xml_path(path))
  assert_same(m, s.copy().compile())
  again = api.MjSpec.from_string(s.to_xml(), assets=s.assets)
  again.modelfiledir = s.modelfiledir
  assert api.MjModel.from_xml_path(path).nv == again.compile().nv


def test_edit_and_recompile():
  s = arm()
  m = s.compile()
  d = api.MjData(m)
  d.qpos[:] = [.3, .7]
  d.time = 2
  s.body('upper').add_joint(name='twist', axis=[1, 0, 0])
  m2, d2 = s.recompile(m, d)
  assert (m2.nv, m.nv) == (3, 2)
  assert d2.time == 2 and d2.joint('elbow').qpos[0] == .7 and d2.joint('twist').qpos[0] == 0
  api.mj_step(m2, d2)
  api.mj_step(m, d)


def test_failed_recompile_changes_nothing():
  s = arm()
  m = s.compile()
  d = api.MjData(m)
  s.geom('hand').size = [0, 0, 0]
  with pytest.raises(ValueError, match='hand'):
    s.recompile(m, d)
  api.mj_step(m, d)


def test_errors_name_the_element():
  s = arm()
  s.add_sensor(type=api.mjtSensor.mjSENS_JOINTPOS, objtype=api.mjtObj.mjOBJ_JOINT, objname='elbo')
  with pytest.raises(ValueError, match="elbo.*did you mean 'elbow'"):
    s.compile()


def test_what_fails_is_not_added():
  s = arm()
  before = len(s.geoms)
  for kw in ({'size': [1, 2, 3, 4]}, {'no_such': 1}, {'name': 'hand'}, {'pos': 'x'}, {'type': 99}):
    with pytest.raises((TypeError, ValueError)):
      s.worldbody.add_geom(**kw)
  assert len(s.geoms) == before


def test_elements_outlive_the_spec():
  geom = arm().geom('bone')
  pos, parent = geom.pos, geom.parent
  gc.collect()
  pos[:] = 3
  assert geom.pos.tolist() == [3, 3, 3] and geom.name == 'bone' and parent.name == 'upper'
  user = geom.userdata
  geom.userdata = [1, 2]
  del geom, parent
  gc.collect()
  assert list(user) == [1, 2]


def test_deleted_elements_can_be_held():
  s = arm()
  lower, hand, tip = s.body('lower'), s.geom('hand'), s.site('tip')
  s.delete(lower)
  assert s.body('lower') is None and not [g for g in s.geoms if g.name == 'hand']
  hand.size = [1, 1, 1]
  hand.name = 'x'
  assert tip.pos.size == 3
  with pytest.raises((ValueError, TypeError)):
    s.compile().bind(hand)


def test_attach():
  """Two arms on a torso; the specs may go before what is made of them."""
  torso = api.MjSpec()
  body = torso.worldbody.add_body(name='torso')
  body.add_freejoint()
  body.add_geom(size=[.2], mass=5)
  for side, y in (('left_', .2), ('right_', -.2)):
    frame = body.add_frame(pos=[0, y, 0])
    child = arm()
    attached = frame.attach_body(child.body('upper'), side)
    assert attached.name == side + 'upper' and attached.parent is body
    del child
  gc.collect()
  m = torso.compile()
  assert m.nv == 6 + 4 and m.nu == 2 and m.joint('right_elbow').damping[0] == .1
  held = torso.body('left_lower')
  del torso, body, frame, attached
  gc.collect()
  assert held.name == 'left_lower' and [g.name for g in held.geoms] == ['left_hand']


def test_child_outlives_its_parent():
  child = arm()
  upper = child.body('upper')
  parent = api.MjSpec()
  parent.worldbody.add_frame().attach_body(upper, 'p_')
  del parent
  gc.collect()
  assert upper.name == 'p_upper' and upper.parent.name == 'world'
  upper.add_geom(name='more', size=[1])


def test_attach_whole_spec_with_files():
  parent = api.MjSpec()
  parent.worldbody.add_site(name='mount', pos=[0, 0, 1])
  for prefix in ('a_', 'b_'):
    child = api.MjSpec()
    child.assets = {'part.obj': TETRAHEDRON}
    child.add_mesh(name='part', file='part.obj')
    child.worldbody.add_body(name='part').add_geom(type=api.mjtGeom.mjGEOM_MESH, meshname='part')
    parent.attach(child, prefix=prefix, site='mount')
    assert child.parent is parent
  assert sorted(parent.assets) == ['a_part.obj', 'b_part.obj']
  assert parent.compile().nmesh == 2


def test_zip():
  s = arm()
  s.assets = {'part.obj': TETRAHEDRON}
  s.add_mesh(name='part', file='part.obj')
  s.worldbody.add_geom(type=api.mjtGeom.mjGEOM_MESH, meshname='part')
  file = io.BytesIO()
  s.to_zip(file)
  file.seek(0)
  assert_same(s.compile(), api.MjSpec.from_zip(file).compile())


def test_bind():
  s = arm()
  m = s.compile()
  d = api.MjData(m)
  d.bind(s.joints).qpos = [.1, .2]
  assert d.qpos.tolist() == [.1, .2] and d.bind(s.joint('elbow')).qpos[0] == .2
  m.bind(s.geom('hand')).size[0] = .07
  assert m.geom('hand').size[0] == .07
  with pytest.raises(ValueError):
    d.bind(s.joints).qpos = [1, 2, 3]
  with pytest.raises(TypeError):
    m.bind(3)


def test_defaults():
  s = api.MjSpec()
  red = s.add_default('red', s.default)
  red.geom.rgba = [1, 0, 0, 1]
  geom = s.worldbody.add_geom(red, size=[.1])
  assert geom.rgba.tolist() == [1, 0, 0, 1] and geom.classname.name == 'red'
  assert s.worldbody.add_geom(size=[.1]).rgba.tolist() == [.5, .5, .5, 1]
  other = api.MjSpec()
  with pytest.raises(ValueError):
    other.worldbody.add_geom(red)


def test_identity_and_copies():
  s = arm()
  assert s.geom('bone') is s.geom('bone') and s.body('upper').geoms[0] is s.geom('bone')
  twin = copy.deepcopy(s)
  twin.geom('bone').name = 'other'
  assert s.geom('bone') is not None and twin.geom('bone') is None


def test_strings_of_materials_and_textures():
  s = api.MjSpec()
  s.add_texture(name='t', type=api.mjtTexture.mjTEXTURE_2D, builtin=api.mjtBuiltin.mjBUILTIN_CHECKER, width=8, height=8)
  material = s.add_material(name='m')
  material.textures[api.mjtTextureRole.mjTEXROLE_RGB] = 't'
  s.worldbody.add_geom(size=[.1], material='m')
  m = s.compile()
  assert m.mat_texid[0][api.mjtTextureRole.mjTEXROLE_RGB] == 0


def test_actuators_and_meshes_ready_made():
  s = arm()
  a = s.actuator('motor')
  a.set_to_position(kp=10, dampratio=1)
  mesh = s.add_mesh(name='ball')
  mesh.make_sphere(subdivision=2)
  s.worldbody.add_geom(type=api.mjtGeom.mjGEOM_MESH, meshname='ball')
  m = s.compile()
  assert m.actuator_gainprm[0][0] == 10 and m.mesh_vertnum[0] == 162
  with pytest.raises(ValueError):
    a.set_to_position(kp=1, kv=1, dampratio=1)


def test_compile_in_threads():
  """Specs of their own compile at the same time; one that is being compiled is not edited."""
  specs = [api.MjSpec.from_file(model_path('humanoid')) for _ in range(4)]
  made = []
  threads = [threading.Thread(target=lambda s=s: made.append(s.compile().nv)) for s in specs]
  for t in threads:
    t.start()
  for t in threads:
    t.join()
  assert made == [made[0]] * 4


def test_memory_is_steady():
  def cycle():
    s, child = arm(), arm()
    s.worldbody.add_frame().attach_body(child.body('upper'), 'p_')
    s.delete(s.body('lower'))
    m = s.compile()
    d = api.MjData(m)
    s.worldbody.add_body(name='n')
    s.recompile(m, d)
    s.to_xml()
    return s.copy().geoms, child.bodies

  for _ in range(30):
    cycle()
  gc.collect()
  before = resident_bytes()
  for _ in range(300):
    cycle()
  gc.collect()
  grown = resident_bytes() - before
  assert grown < 2**20, grown


@pytest.mark.parametrize('seed', [1, 2])
def test_random_edits(seed, tmp_path):
  """SINEW_FUZZ_EDITS=50000 makes 1e5 of them."""
  progress = tmp_path / 'progress'
  command = [sys.executable, '-W', 'ignore', os.path.join(HERE, 'fuzz_spec.py'), str(EDITS), str(seed), str(progress)]
  env = dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in sys.path if p))
  done = subprocess.run(command, cwd=tmp_path, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                        timeout=600 + EDITS // 20, check=False)
  last = progress.read_bytes().decode('utf-8', 'replace').strip() if progress.exists() else 'start'
  assert done.returncode == 0, f'{last}\n{done.stderr[-3000:]}'


# ---- specs attached to each other

CHILD = '<mujoco><worldbody><body name="a"><geom size=".1"/></body></worldbody></mujoco>'


def test_attach_cycle():
  a, b, c = (api.MjSpec.from_string(CHILD) for _ in range(3))
  a.worldbody.add_frame().attach_body(b.bodies[1], 'b_')
  b.attach(c, prefix='c_', frame=b.worldbody.add_frame())
  for child in (a, b):
    with pytest.raises(ValueError, match='attached to each other'):
      c.worldbody.add_frame().attach_body(child.bodies[1], 'x_')
    with pytest.raises(ValueError, match='attached to each other'):
      c.attach(child, prefix='x_', frame=c.worldbody.add_frame())
  # what is in one spec by now may go anywhere in it
  inside = a.body('b_a').add_frame()
  inside.attach_body(a.bodies[1], 'again_')
  a.bodies[1].name = 'x'
  assert {n.name for n in a.bodies} == {'world', 'x', 'b_a', 'again_a'}
  # copies hang on nothing
  c.attach(a.copy(), prefix='copy_', frame=c.worldbody.add_frame())
  c.copy_during_attach = True
  c.attach(a, prefix='deep_', frame=c.worldbody.add_frame())
  assert a.compile().nbody == 4 and c.compile().nbody == 8


def test_failed_attach_leaves_specs_apart():
  a, b = (api.MjSpec.from_string(CHILD) for _ in range(2))
  with pytest.raises(ValueError, match="'a'"):
    a.worldbody.add_frame().attach_body(b.bodies[1], '', '')
  b.worldbody.add_frame().attach_body(a.bodies[1], 'ok_')
  assert b.compile().nbody == 3


def test_attached_parts_keep_where_they_are():
  a, b, c = (api.MjSpec.from_string(CHILD) for _ in range(3))
  part = b.bodies[1]
  a.worldbody.add_frame().attach_body(part, 'b_')
  c.worldbody.add_frame().attach_body(part, 'c_')  # part of a, which is now part of c
  own = a.bodies[1]
  del c
  gc.collect()
  assert part.name and own.name and a.to_xml()


def test_attach_takes_linear_time():
  n = 60
  s = [api.MjSpec.from_string(CHILD) for _ in range(n)]
  for step in (2, 1):
    for i in range(n - step):
      s[i].worldbody.add_frame().attach_body(s[i + step].bodies[1], f'{step}_{i}_')
  s[-1].worldbody.add_body(name='q').name = 'r'  # asks all that it is part of
  assert s[0].compile().nbody > 3


# ---- plugins, flexes, warnings, names

CABLE = 'mujoco.elasticity.cable'


def box(body):
  body.add_geom(type=api.mjtGeom.mjGEOM_BOX, size=[1, 1, 1])
  return body


def test_plugin_instances():
  s = api.MjSpec()
  s.activate_plugin(CABLE)
  p = s.add_plugin(name='inst', plugin_name=CABLE, active=True, info='why')
  assert (p.name, p.plugin_name, p.active, p.info, p.config) == ('inst', CABLE, True, 'why', {})
  p.config = {'twist': '10', 'bend': '1'}
  assert p.config == {'twist': '10', 'bend': '1'}
  assert s.plugin('inst') is p and s.plugins == [p] and s.plugin('none') is None
  b = box(s.worldbody.add_body(name='b'))
  assert (b.plugin.name, b.plugin.plugin_name, b.plugin.active) == ('', '', False)
  b.plugin = p
  assert (b.plugin.name, b.plugin.plugin_name, b.plugin.active) == ('inst', CABLE, True)
  m = s.compile()
  assert m.nplugin == 1 and list(m.body_plugin) == [-1, 0] and p.id == 0
  assert api.MjSpec.from_string(s.to_xml()).plugin('inst').config == p.config
  s.delete(p)
  assert s.plugins == []
  with pytest.raises(ValueError, match='inst'):
    s.compile()
  b.plugin.active = False
  assert s.compile().nplugin == 0


def test_plugin_without_name():
  s = api.MjSpec()
  s.activate_plugin(CABLE)
  p = s.add_plugin()
  assert not p.active
  b = box(s.worldbody.add_body(name='b', plugin=p))
  b.plugin.plugin_name = CABLE
  b.plugin.active = True
  p.config = {'twist': '3'}
  assert b.plugin.config == {'twist': '3'} and b.plugin.id == p.id
  assert s.compile().nplugin == 1
  with pytest.raises(ValueError, match='another spec'):
    api.MjSpec().worldbody.add_body().plugin = p
  s.delete(b)
  assert s.plugins == [] and s.compile().nplugin == 0


def test_delete_frame():
  s = api.MjSpec.from_string('<mujoco><worldbody><frame name="f"><body name="a"><joint name="j"/><geom size="1"/></body>'
                             '<frame name="g"><site name="s"/></frame></frame></worldbody>'
                             '<actuator><motor joint="j"/></actuator></mujoco>')
  f = s.frame('f')
  s.delete(s.frame('g'))
  assert [x.name for x in s.frames] == ['f'] and s.sites == []
  s.delete(f)
  assert s.frames == [] and len(s.bodies) == 1 and s.actuators == []
  with pytest.raises(ValueError, match='deleted'):
    f.add_geom(size=[1, 1, 1])
  assert s.geoms == [] and s.compile().nbody == 1


def test_flex():
  s = api.MjSpec()
  f = s.worldbody.make_flex('cloth', type='grid', dim=2, count=[3, 3, 1], spacing=[.1, .1, .1], radius=.01, mass=2,
                            pos=[1, 2, 3], equality=1)
  assert (f.name, f.dim, f.radius, list(f.vertbody)[:2], len(f.elem)) == ('cloth', 2, .01, ['cloth_0', 'cloth_1'], 24)
  m = s.compile()
  assert (m.nflex, m.nflexvert, m.nbody, m.neq) == (1, 9, 10, 1)
  np.testing.assert_allclose(m.body_pos[1:].mean(axis=0), [1, 2, 3], atol=1e-12)
  assert m.body_mass.sum() == pytest.approx(2)
  for name, value in {'count': [2, 2], 'cellcount': [1], 'spacing': [1], 'scale': [1, 1], 'pos': [1], 'quat': [1],
                      'origin': [1]}.items():
    with pytest.raises(ValueError, match=name):
      s.worldbody.make_flex('other', **{name: value})
  with pytest.raises(ValueError, match='count'):
    s.worldbody.make_flex('other', count=[0, 1, 1])
  with pytest.raises(ValueError, match='count'):
    s.worldbody.make_flex('other', count=[1e9, 1, 1])
  vfs = api.MjVfs()
  vfs['a.obj'] = TETRAHEDRON + b'f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
  assert s.worldbody.make_flex('mesh', type='mesh', dim=2, file='a.obj', radius=.01, vfs=vfs).name == 'mesh'
  own = s.add_flex(name='own', dim=2, size=[1], vertbody=['world'], cellcount=[1, 2, 3])
  assert list(own.size) == [1, 0, 0] and list(own.cellcount) == [1, 2, 3] and s.flex('own') is own
  s.delete(own)
  assert [x.name for x in s.flexes] == ['cloth', 'mesh']


def test_compile_warnings():
  s = api.MjSpec()
  s.worldbody.make_flex('loose', type='grid', dim=2, count=[2, 2, 1], spacing=[1, 1, 1], radius=.01)
  for call in (s.compile, s.compile, s.to_xml):
    with pytest.warns(UserWarning, match='loose') as seen:
      call()
    assert len(seen) == 1
  with warnings.catch_warnings():
    warnings.simplefilter('error')
    with pytest.raises(UserWarning, match='loose'):
      s.compile()
    s.worldbody.add_body()
    s.delete(s.flex('loose'))
    s.compile()


def test_unnamed_assets_are_found_by_file():
  s = api.MjSpec()
  mesh, texture = s.add_mesh(file='a/b/cube.obj'), s.add_texture(file='brick.png')
  assert s.mesh('cube') is mesh and s.texture('brick') is texture
  assert s.mesh('cube.obj') is None and s.hfield('cube') is None
  named = s.add_mesh(name='cube', file='c.obj')
  assert s.mesh('cube') is named


def test_gridlayout():
  s = api.MjSpec()
  assert ''.join(s.add_texture(gridlayout='.U..LFRB.D..').gridlayout) == '.U..LFRB.D..'
  assert ''.join(s.add_texture(gridlayout=list('.U..LFRB.D..')).gridlayout) == '.U..LFRB.D..'
  for value in ('.U', '.U..LFRB.D..x', '', ['.U'] * 12):
    with pytest.raises(ValueError, match='gridlayout'):
      s.add_texture(gridlayout=value)
  with pytest.raises(TypeError, match='gridlayout'):
    s.add_texture(gridlayout=5)
  assert len(s.textures) == 2


def test_wrap_type_after_compile():
  s = api.MjSpec()
  for i, name in enumerate(('a', 'b')):
    s.worldbody.add_site(name=name, pos=[i, 0, 0])
  s.worldbody.add_geom(name='g', type=api.mjtGeom.mjGEOM_CYLINDER, size=[.1, .1, 0])
  t = s.add_tendon()
  t.wrap_site('a')
  w = t.wrap_geom('g', '')
  t.wrap_site('b')
  assert w.type == api.mjtWrap.mjWRAP_SPHERE
  s.compile()
  assert w.type == t.path[1].type == api.mjtWrap.mjWRAP_CYLINDER
  assert '<geom geom="g"/>' in s.to_xml()


def test_visual_global():
  s = api.MjSpec()
  s.visual.global_.fovy = 20
  assert getattr(s.visual, 'global').fovy == 20


def test_info_in_messages():
  s = api.MjSpec()
  s.worldbody.add_geom(name='g', info='made in the loop')
  with pytest.raises(ValueError, match='made in the loop'):
    s.compile()


def test_assets_of_bytes():
  s = api.MjSpec()
  s.add_mesh(name='k', file='d/k.obj')
  s.worldbody.add_geom(type=api.mjtGeom.mjGEOM_MESH, meshname='k')
  for value in (TETRAHEDRON, bytearray(TETRAHEDRON), TETRAHEDRON.decode()):
    s.assets = {'e/k.obj': value}
    assert s.compile().nmeshvert == 4


def test_attach_conflict_warns():
  """Options that parent and child of an attach both set: the next compilation warns, as in the reference."""
  def spec(option, body):
    return api.MjSpec.from_string(f'<mujoco><option {option}/><worldbody><body name="{body}"><geom size="1"/></body></worldbody></mujoco>')
  parent, child = spec('timestep="0.01"', 'p'), spec('timestep="0.002"', 'c')
  parent.attach(child, frame=parent.worldbody.add_frame(), prefix='x')
  with pytest.warns(UserWarning, match='timestep'):
    m = parent.compile()
  assert m.opt.timestep == 0.01
  parent, child = spec('timestep="0.01"', 'p'), spec('timestep="0.002"', 'c')
  parent.worldbody.add_frame().attach_body(child.body('c'), 'x', '')
  with pytest.warns(UserWarning, match='timestep'):
    parent.compile()
