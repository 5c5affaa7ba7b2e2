"""Pictures: shapes and types, known pixels, depths, segments, films, threads, batches, lifetimes, wrong arguments."""
import copy
import gc
import os
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest

from support import MODELS, load_api, module_name

sinew = load_api()
pytestmark = pytest.mark.skipif(module_name() != 'sinew', reason='of Sinew only')
H, W = 48, 64
# a red ball in the middle of camera 'front', 3.5 m away, and a green one to the right of it
XML = '''<mujoco><visual><headlight ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/><quality offsamples="0"/>
<map znear=".01" zfar="100"/><global offwidth="400" offheight="300"/></visual><statistic extent="1" center="0 0 1"/>
<worldbody><camera name="front" pos="0 -4 1" xyaxes="1 0 0 0 0 1"/><camera name="back" pos="0 4 1" xyaxes="-1 0 0 0 0 1"/>
<body name="red" pos="0 0 1"><freejoint/><geom name="red" size=".5" rgba="1 0 0 1"/></body>
<geom name="green" size=".5" pos="1.5 1 1" rgba="0 1 0 1" group="1"/></worldbody></mujoco>'''
MIDDLE, RIGHT, CORNER = (H // 2, W // 2), (H // 2, 44), (0, 0)


@pytest.fixture(name='world')
def make_world():
  m = sinew.MjModel.from_xml_string(XML)
  d = sinew.MjData(m)
  sinew.mj_forward(m, d)
  return m, d


def draw(m, d, camera='front', **kw):
  with sinew.Renderer(m, H, W) as renderer:
    renderer.update_scene(d, camera, **kw)
    return renderer.render()


# ---- colours

def test_colours(world):
  m, d = world
  renderer = sinew.Renderer(m, H, W)
  assert (renderer.height, renderer.width, renderer.model) == (H, W, m) and renderer.scene.maxgeom == 10000
  assert renderer.render().sum() == 0  # nothing was taken yet
  renderer.update_scene(d, 'front')
  pixels = renderer.render()
  assert pixels.shape == (H, W, 3) and pixels.dtype == np.uint8 and pixels.flags.carray
  assert [list(pixels[at]) for at in (MIDDLE, RIGHT, CORNER)] == [[255, 0, 0], [0, 255, 0], [0, 0, 0]]
  assert renderer.render() is not pixels and np.array_equal(renderer.render(), pixels)
  # rows are from above
  d.qpos[2] += .5
  sinew.mj_forward(m, d)
  renderer.update_scene(d, 'front')
  assert list(renderer.render()[H // 4, W // 2]) == [255, 0, 0]


def test_cameras(world):
  m, d = world
  front = draw(m, d)
  fixed = sinew.MjvCamera()
  fixed.type, fixed.fixedcamid = sinew.mjtCamera.mjCAMERA_FIXED, 0
  for camera in (0, np.int32(0), fixed):
    assert np.array_equal(draw(m, d, camera), front)
  assert list(draw(m, d, 'back')[H // 2, 5]) == [0, 255, 0]
  free = draw(m, d, -1)
  mine = sinew.MjvCamera()
  sinew.mjv_defaultFreeCamera(m, mine)
  assert np.array_equal(draw(m, d, mine), free) and not np.array_equal(free, front)
  assert np.array_equal(sinew.Renderer(m, H, W).render(), np.zeros((H, W, 3)))
  tracking = sinew.MjvCamera()
  tracking.type, tracking.trackbodyid, tracking.distance = sinew.mjtCamera.mjCAMERA_TRACKING, 1, 4
  assert list(draw(m, d, tracking)[MIDDLE]) == [255, 0, 0]


def test_options_and_own_geoms(world):
  m, d = world
  option = sinew.MjvOption()
  option.geomgroup[1] = 0
  pixels = draw(m, d, scene_option=option)
  assert list(pixels[RIGHT]) == [0, 0, 0] and list(pixels[MIDDLE]) == [255, 0, 0]
  with sinew.Renderer(m, H, W) as renderer:
    renderer.update_scene(d, 'front')
    geom = renderer.scene.geoms[renderer.scene.ngeom]
    sinew.mjv_initGeom(geom, sinew.mjtGeom.mjGEOM_SPHERE, np.full(3, .4), np.array([-1.2, 0, 1]), np.eye(3).flatten(),
                       np.array([0, 0, 1, 1], np.float32))
    renderer.scene.ngeom += 1
    assert list(renderer.render()[H // 2, 15]) == [0, 0, 255]


def test_out(world):
  m, d = world
  expected = draw(m, d)
  with sinew.Renderer(m, H, W) as renderer:
    renderer.update_scene(d, 'front')
    for out in (np.zeros((H, W, 3), np.uint8), np.zeros((H, W, 3), np.float32), np.zeros((H, 2 * W, 3), np.uint8)[:, ::2],
                np.zeros((H, W, 3), np.uint8)[::-1]):
      assert renderer.render(out=out) is out and np.array_equal(out, expected)
    for shape in ((W, H, 3), (H, W), (H, W, 2), (H * W * 3,)):
      with pytest.raises(ValueError, match='out should be of shape'):
        renderer.render(out=np.zeros(shape, np.uint8))
    with pytest.raises(TypeError):
      renderer.render(np.zeros((H, W, 3), np.uint8))  # pylint: disable=too-many-function-args
    renderer.enable_depth_rendering()
    wide = renderer.render(out=np.zeros((H, W)))
    assert wide.dtype == np.float64 and abs(wide[MIDDLE] - 3.5) < .01


# ---- depth and segments

def test_depth(world):
  m, d = world
  with sinew.Renderer(m, H, W) as renderer:
    renderer.enable_depth_rendering()
    renderer.update_scene(d, 'front')
    depth = renderer.render()
    assert depth.shape == (H, W) and depth.dtype == np.float32
    assert abs(depth[MIDDLE] - 3.5) < .005 and 4.5 < depth[RIGHT] < 5 and abs(depth[CORNER] - 100) < .01
    renderer.disable_segmentation_rendering()  # it is not on
    assert renderer.render().dtype == np.float32
    renderer.disable_depth_rendering()
    assert renderer.render().shape == (H, W, 3)


def test_segmentation(world):
  m, d = world
  with sinew.Renderer(m, H, W) as renderer:
    renderer.update_scene(d, 'front')
    renderer.enable_depth_rendering()
    renderer.enable_segmentation_rendering()  # the last one counts
    found = renderer.render()
    kind = int(sinew.mjtObj.mjOBJ_GEOM)
    assert found.shape == (H, W, 2) and found.dtype == np.int32
    ids = [m.geom('red').id, m.geom('green').id]
    assert [list(found[at]) for at in (MIDDLE, RIGHT, CORNER)] == [[ids[0], kind], [ids[1], kind], [-1, -1]]
    renderer.disable_segmentation_rendering()
    assert np.array_equal(renderer.render(), draw(m, d))


# ---- wrong arguments, life

def test_wrong(world):
  m, d = world
  for height, width, text in ((10, 401, 'width is 401; it should be from 1 to 400'), (301, 10, 'offheight='),
                              (0, 10, 'height is 0'), (-1, 10, 'height is -1'), (10, 0, 'width is 0')):
    with pytest.raises(ValueError, match=text):
      sinew.Renderer(m, height, width)
  for arguments in ((m, 10.5, 10), (m, 10, '10'), (m, 10, 10, 'x'), (m, 10, 10, 10, 'big')):
    with pytest.raises(TypeError):
      sinew.Renderer(*arguments)
  with pytest.raises((TypeError, AttributeError)):
    sinew.Renderer(None)
  renderer = sinew.Renderer(m, H, W)
  for camera, text in (('side', 'camera "side" does not exist; the model has front, back'), (-2, 'camera id -2 is out of range: the model has 2'),
                       (5, 'camera id 5 is out of range'), (2.5, 'camera id 2.5')):
    with pytest.raises(ValueError, match=text):
      renderer.update_scene(d, camera)
  for camera in (None, [0]):
    with pytest.raises(TypeError):
      renderer.update_scene(d, camera)
  absent = sinew.MjvCamera()
  absent.type, absent.fixedcamid = sinew.mjtCamera.mjCAMERA_FIXED, 7
  with pytest.raises(sinew.FatalError):
    renderer.update_scene(d, absent)
  with pytest.raises(TypeError):
    renderer.update_scene(m)
  for name in ('height', 'scene', 'model'):
    with pytest.raises(AttributeError):
      setattr(renderer, name, 3)
  with pytest.raises(sinew.FatalError, match='negative'):
    sinew.Renderer(m, H, W, nthread=-1)


def test_close(world):
  m, d = world
  with sinew.Renderer(m, H, W) as renderer:
    renderer.update_scene(d)
  renderer.close()
  with pytest.raises(RuntimeError, match='after close'):
    renderer.render()
  renderer.update_scene(d)  # it has a scene all the same


def test_lifetime():
  m = sinew.MjModel.from_xml_string(XML)
  d = sinew.MjData(m)
  sinew.mj_forward(m, d)
  renderer = sinew.Renderer(m, H, W)
  renderer.update_scene(d, 'front')
  del m, d
  gc.collect()
  pixels, scene = renderer.render(), renderer.scene
  del renderer
  gc.collect()
  assert list(pixels[MIDDLE]) == [255, 0, 0] and scene.ngeom == 2
  many = [sinew.Renderer(sinew.MjModel.from_xml_string(XML), H, W, nthread=2) for _ in range(20)]
  assert all(r.render().shape == (H, W, 3) for r in many)


def test_odd_scenes(world):
  """Whatever a program writes into geoms, drawing does not fall over."""
  m, d = world
  rng = np.random.default_rng(3)
  odd = [-1, 0, 3, 10**6, -2**31, 2**31 - 1]
  with sinew.Renderer(m, H, W, 50) as renderer:
    for _ in range(300):
      renderer.update_scene(d, 'front')
      renderer.scene.ngeom = int(rng.integers(1, 10))
      for geom in renderer.scene.geoms[:renderer.scene.ngeom]:
        geom.type = int(rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 100, 101, 102, 103, 104, 105, 106, 107, 108, 1001, -5, 50]))
        for name in ('dataid', 'objid', 'matid', 'texid', 'segid', 'texcoord'):
          if hasattr(geom, name) and rng.random() < .5:
            setattr(geom, name, int(rng.choice(odd)))
        geom.size[:] = rng.choice([0, .1, 1e30, -1, np.nan, np.inf], 3)
        geom.pos[:] = rng.choice([0, .5, 1, 1e30, np.nan], 3)
        geom.rgba[:] = rng.choice([0, .5, 1, -3, 1e30, np.nan], 4)
        geom.label = 'odd \x01 ä'
      renderer.scene.flags[:] = rng.integers(0, 2, len(renderer.scene.flags))
      assert renderer.render().shape == (H, W, 3)


# ---- films and threads

def test_film():
  """Frames of a simulation, with one renderer: each is that of a fresh one."""
  m = sinew.MjModel.from_xml_path(os.path.join(MODELS, 'humanoid.xml'))
  d = sinew.MjData(m)
  frames = []
  with sinew.Renderer(m, H, W) as renderer:
    for _ in range(5):
      sinew.mj_step(m, d, 20)
      renderer.update_scene(d)
      frames.append(renderer.render())
      assert np.array_equal(draw(m, d, -1), frames[-1])
  assert not np.array_equal(frames[0], frames[-1])


def test_number_of_threads():
  m = sinew.MjModel.from_xml_path(os.path.join(MODELS, 'hand.xml'))
  d = sinew.MjData(m)
  sinew.mj_forward(m, d)
  found = []
  for nthread in (0, 1, 2, 3):
    with sinew.Renderer(m, 240, 320, nthread=nthread) as renderer:
      renderer.update_scene(d)
      found.append(renderer.render())
  assert all(np.array_equal(found[0], other) for other in found[1:])


def test_threads_of_python(world):
  m, d = world
  expected, found = draw(m, d), {}

  def work(i):
    with sinew.Renderer(m, H, W, nthread=1) as renderer:
      mine = sinew.MjData(m)
      sinew.mj_forward(m, mine)
      renderer.update_scene(mine, 'front')
      found[i] = [renderer.render() for _ in range(30)]

  threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
  for thread in threads:
    thread.start()
  for thread in threads:
    thread.join()
  assert all(np.array_equal(pixels, expected) for i in range(4) for pixels in found[i])


def test_one_renderer_in_many_threads(world):
  """The interpreter runs while something is drawn; a context that is drawn with refuses other calls."""
  m, d = world
  renderer = sinew.Renderer(m, 300, 400, nthread=1)
  renderer.update_scene(d, 'front')
  expected, wrong = renderer.render(), []

  def work():
    for _ in range(40):
      try:
        wrong.append(not np.array_equal(renderer.render(), expected))
      except RuntimeError as error:
        wrong.append('another thread draws' not in str(error))

  threads = [threading.Thread(target=work) for _ in range(4)]
  for thread in threads:
    thread.start()
  for thread in threads:
    thread.join()
  assert len(wrong) == 160 and not any(wrong)


@pytest.mark.skipif(not hasattr(os, 'fork'), reason='no fork')
def test_fork(world):
  """A process that was forked draws with what was made before."""
  m, d = world
  renderer = sinew.Renderer(m, H, W)
  renderer.update_scene(d, 'front')
  expected = renderer.render()
  child = os.fork()
  if not child:
    os._exit(0 if np.array_equal(renderer.render(), expected) else 1)  # pylint: disable=protected-access
  assert os.waitpid(child, 0)[1] == 0


# ---- functions of the API

def test_context(world):
  m, d = world
  context = sinew.MjrContext(m, sinew.mjtFontScale.mjFONTSCALE_150)
  assert (context.offWidth, context.offHeight, context.fontScale) == (400, 300, 150)
  assert context.auxFBO.dtype == np.uint32 and context.mat_texid.shape == (10000,) and context.fogRGBA.shape == (4,)
  with pytest.raises(AttributeError):
    context.offWidth = 10**6
  with pytest.raises(ValueError):
    context.mat_texid[0] = 10**6
  scene, camera = sinew.MjvScene(m, 100), sinew.MjvCamera()
  camera.type, camera.fixedcamid = sinew.mjtCamera.mjCAMERA_FIXED, 0
  sinew.mjv_updateScene(m, d, sinew.MjvOption(), None, camera, sinew.mjtCatBit.mjCAT_ALL, scene)
  view = sinew.MjrRect(0, 0, W, H)
  sinew.mjr_setBuffer(sinew.mjtFramebuffer.mjFB_OFFSCREEN, context)
  sinew.mjr_render(view, scene, context)
  rgb, depth = np.zeros((H, W, 3), np.uint8), np.zeros((H, W), np.float32)
  sinew.mjr_readPixels(rgb, depth, view, context)
  assert np.array_equal(np.flipud(rgb), draw(m, d)) and depth[MIDDLE] < depth[CORNER] == 1
  flat = np.zeros(3 * H * W, np.uint8)
  sinew.mjr_readPixels(flat, None, view, context)
  assert np.array_equal(flat.reshape(rgb.shape), rgb)
  context.readDepthMap = sinew.mjtDepthMap.mjDEPTH_ZEROFAR
  sinew.mjr_readPixels(None, depth, view, context)
  assert depth[MIDDLE] > depth[CORNER] == 0
  rgb[:] = 77
  sinew.mjr_drawPixels(rgb, None, view, context)
  sinew.mjr_readPixels(flat, None, view, context)
  assert np.all(flat == 77)
  for wrong in (flat[:-3], flat.astype(np.float32), rgb[:, ::2], 'x', rgb[:, :, ::-1]):
    with pytest.raises((TypeError, ValueError)):
      sinew.mjr_readPixels(wrong, None, view, context)
  frozen = rgb.copy()
  frozen.flags.writeable = False
  with pytest.raises(TypeError):
    sinew.mjr_readPixels(frozen, None, view, context)
  sinew.mjr_drawPixels(frozen, None, view, context)
  most = sinew.mjr_maxViewport(context)
  assert (most.width, most.height) == (400, 300)
  context.free()
  context.free()
  with pytest.raises(sinew.FatalError):
    sinew.mjr_render(view, scene, context)
  assert sinew.MjrContext().offWidth == 0
  for wrong in ((1,), (m, 'x'), (m, 1, 2)):
    with pytest.raises(TypeError):
      sinew.MjrContext(*wrong)
  with pytest.raises(TypeError):
    copy.copy(context)


def test_rect():
  rect = sinew.MjrRect(1, 2, width=3, height=4)
  assert (rect.left, rect.bottom, rect.width, rect.height) == (1, 2, 3, 4) and rect == sinew.MjrRect(1, 2, 3, 4)
  assert copy.copy(rect) == rect and pickle.loads(pickle.dumps(rect)) == rect and 'bottom: 2' in repr(rect)
  for wrong in ((), (1, 2, 3), (1, 2, 3, 4.5), (1, 2, 3, 4, 5)):
    with pytest.raises(TypeError):
      sinew.MjrRect(*wrong)
  assert sinew.mjr_findRect(2, 3, 1, rect) == 0 and sinew.mjr_findRect(0, 3, 1, rect) == -1
  with pytest.raises(ValueError):
    sinew.mjr_findRect(2, 3, 100, rect)


def test_info():
  info = sinew.MjrRendererInfo()
  assert info.renderer == ''
  sinew.mjr_getRendererInfo(info)
  assert info.renderer and info.backend == 'CPU'
  context = sinew.GLContext(640, 480)
  context.make_current()
  context.free()


# ---- batches

def test_batch():
  m = sinew.MjModel.from_xml_string(XML)
  batch = sinew.Batch(m, 6, nthread=2)
  batch.qpos[:, 2] += np.linspace(-.5, .5, 6)
  batch.parameter('geom_size')[:, 1, 0] = np.linspace(.2, .6, 6)
  batch.step(10)
  pixels = batch.render(camera='front', height=H, width=W)
  depth = batch.render(camera='front', height=H, width=W, depth=True)
  found = batch.render(camera='front', height=H, width=W, segmentation=True)
  assert pixels.shape == (6, H, W, 3) and pixels.dtype == np.uint8
  assert depth.shape == (6, H, W) and depth.dtype == np.float32 and found.shape == (6, H, W, 2) and found.dtype == np.int32
  for i in range(6):
    m.geom_size[:] = batch.parameter('geom_size')[i]
    d = sinew.MjData(m)
    d.qpos[:] = batch.qpos[i]
    sinew.mj_forward(m, d)
    assert np.array_equal(pixels[i], draw(m, d))
    with sinew.Renderer(m, H, W) as renderer:
      renderer.update_scene(d, 'front')
      renderer.enable_depth_rendering()
      assert np.array_equal(depth[i], renderer.render())
      renderer.enable_segmentation_rendering()
      assert np.array_equal(found[i], renderer.render())
  assert not np.array_equal(pixels[0], pixels[5])
  some = batch.render([5, 0, 5], 'front', H, W)
  assert np.array_equal(some, pixels[[5, 0, 5]]) and np.array_equal(batch.render(3, 'front', H, W)[0], pixels[3])
  out = np.zeros((6, H, W, 3), np.float32)
  assert batch.render(camera=0, height=H, width=W, out=out) is out and np.array_equal(out, pixels)
  option = sinew.MjvOption()
  option.geomgroup[:] = 0
  assert not batch.render(camera=0, height=H, width=W, scene_option=option).any()
  assert batch.render([], height=4, width=5).shape == (0, 4, 5, 3) and batch.render().shape == (6, 240, 320, 3)


def test_batch_wrong():
  batch = sinew.Batch(sinew.MjModel.from_xml_string(XML), 3)
  for kw, error in (({'worlds': [3]}, ValueError), ({'worlds': [-1]}, ValueError), ({'worlds': [.5]}, TypeError),
                    ({'worlds': [[0]]}, TypeError), ({'camera': 'no'}, ValueError), ({'camera': 9}, ValueError),
                    ({'height': 0}, ValueError), ({'width': 10**6}, sinew.FatalError), ({'height': 2.5}, TypeError),
                    ({'depth': True, 'segmentation': True}, ValueError), ({'scene_option': 3}, TypeError),
                    ({'out': np.zeros((3, 4, 4, 3))}, ValueError)):
    with pytest.raises(error):
      batch.render(**{'worlds': [0], **kw})


# ---- other programs

SCRIPT = '''
import sys
import mujoco
from mujoco.osmesa import GLContext
from mujoco.egl import GLContext as same
m = mujoco.MjModel.from_xml_path(sys.argv[1])
d = mujoco.MjData(m)
mujoco.mj_forward(m, d)
context = mujoco.GLContext(320, 240)
context.make_current()
with mujoco.Renderer(m, 24, 32) as renderer:
  renderer.update_scene(d)
  print(renderer.render().shape, GLContext is same, isinstance(context, same))
'''


def test_as_mujoco(tmp_path):
  (tmp_path / 'program.py').write_text(SCRIPT)
  env = dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in sys.path if p))
  said = subprocess.run([sys.executable, '-m', 'sinew.as_mujoco', 'program.py', os.path.join(MODELS, 'arm.xml')],
                        cwd=tmp_path, env=env, check=True, text=True, stdout=subprocess.PIPE).stdout
  assert said == '(24, 32, 3) True True\n'
