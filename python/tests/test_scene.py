"""Scenes: what is drawn, cameras, the mouse, and that arrays live as long as they are used."""
import copy
import gc
import pickle

import numpy as np
import pytest

import sinew

XML = '''<mujoco><worldbody><light pos="0 0 3"/><geom type="plane" size="1 1 1"/>
<body name="a" pos="0 0 1"><freejoint/><geom size=".1" rgba="1 0 0 1"/></body></worldbody></mujoco>'''


def world(maxgeom=50):
  m = sinew.MjModel.from_xml_string(XML)
  d = sinew.MjData(m)
  sinew.mj_forward(m, d)
  camera = sinew.MjvCamera()
  sinew.mjv_defaultFreeCamera(m, camera)
  return m, d, camera, sinew.MjvScene(m, maxgeom)


def update(m, d, camera, scene, pert=None):
  sinew.mjv_updateScene(m, d, sinew.MjvOption(), pert, camera, sinew.mjtCatBit.mjCAT_ALL, scene)


def test_scene():
  m, d, camera, scene = world()
  update(m, d, camera, scene)
  assert scene.ngeom == 2 and scene.maxgeom == 50 and len(scene.geoms) == 50 and scene.nlight == 2
  ball = scene.geoms[1]
  assert ball.type == sinew.mjtGeom.mjGEOM_SPHERE and ball.objid == 1 and ball.mat.shape == (3, 3)
  np.testing.assert_allclose(ball.pos, [0, 0, 1], atol=1e-7)
  assert ball.rgba.dtype == np.float32 and scene.lights[0].headlight == 1
  assert scene.geoms[1] is ball and len(scene.camera) == 2 and len(scene.lights) == 100
  assert scene.flags[sinew.mjtRndFlag.mjRND_SHADOW] == 1 and scene.skinvert.shape == (0,)


def test_own_geoms():
  m, d, camera, scene = world()
  update(m, d, camera, scene, sinew.MjvPerturb())
  geom = scene.geoms[scene.ngeom]
  sinew.mjv_initGeom(geom, sinew.mjtGeom.mjGEOM_BOX, np.full(3, .2), np.ones(3), np.eye(3).flatten(),
                     np.array([0, 1, 0, 1], np.float32))
  scene.ngeom += 1
  geom.label = 'mine'
  assert scene.geoms[2].label == 'mine' and scene.geoms[2].size[0] == np.float32(.2)
  sinew.mjv_connector(geom, sinew.mjtGeom.mjGEOM_CAPSULE, .1, np.zeros(3), np.array([0, 0, 2.]))
  assert geom.size[2] == 1
  for wrong in (-1, 51):
    with pytest.raises(ValueError):
      scene.ngeom = wrong
  with pytest.raises(ValueError):
    geom.label = 'x' * 100
  with pytest.raises(AttributeError):
    scene.maxgeom = 100
  with pytest.raises(sinew.FatalError):
    sinew.mjv_connector(geom, sinew.mjtGeom.mjGEOM_BOX, .1, np.zeros(3), np.ones(3))


def test_lifetime():
  m, d, camera, scene = world()
  update(m, d, camera, scene)
  geom, pos, order = scene.geoms[1], scene.geoms[1].pos, scene.geomorder
  del scene
  gc.collect()
  assert pos[2] == 1 and geom.pos[2] == 1 and len(order) == 50
  with pytest.raises(ValueError):
    order[0] = 3
  alone = copy.copy(geom)
  alone.pos[0] = 7
  assert geom.pos[0] == 0 and pickle.loads(pickle.dumps(alone)) == alone


def test_mouse():
  m, d, camera, scene = world()
  update(m, d, camera, scene)
  point, ids = np.zeros(3), [np.zeros(1, np.int32) for _ in range(3)]
  camera.lookat[:] = d.body('a').xpos
  update(m, d, camera, scene)
  assert sinew.mjv_select(m, d, sinew.MjvOption(), 1., .5, .5, scene, point, *ids) == 1 and ids[0][0] == 1
  pert = sinew.MjvPerturb()
  pert.select = 1
  sinew.mjv_initPerturb(m, d, scene, pert)
  sinew.mjv_movePerturb(m, d, sinew.mjtMouse.mjMOUSE_MOVE_V, .1, 0, scene, pert)
  pert.active = sinew.mjtPertBit.mjPERT_TRANSLATE
  sinew.mjv_applyPerturbForce(m, d, pert)
  assert np.any(d.xfrc_applied[1])
  sinew.mjv_moveCamera(m, sinew.mjtMouse.mjMOUSE_ZOOM, 0, .1, camera)
  head, forward, up = np.zeros(3), np.zeros(3), np.zeros(3)
  sinew.mjv_cameraInModel(head, forward, up, scene)
  assert abs(np.linalg.norm(forward) - 1) < 1e-12
  one = sinew.mjv_camera2GLCamera(m, d, camera)
  mean = sinew.mjv_averageCamera(one, scene.camera[0])
  assert isinstance(mean, sinew.MjvGLCamera) and mean.frustum_near == scene.camera[0].frustum_near


def test_figure():
  figure = sinew.MjvFigure()
  assert figure.linedata.shape == (100, 2002) and figure.linergb.shape == (100, 3) and figure.yformat == '%.2g'
  figure.title = 'speed'
  figure.linename[3] = b'hip'
  figure.range[:] = [[0, 2], [1, 3]]
  assert figure.title == 'speed' and figure.linename[3] == b'hip' and figure.range[1][1] == 3
  sinew.mjv_defaultFigure(figure)
  assert figure.title == ''


def test_errors():
  m, d, camera, scene = world()
  camera.type = sinew.mjtCamera.mjCAMERA_FIXED
  camera.fixedcamid = 5
  with pytest.raises(sinew.FatalError):
    update(m, d, camera, scene)
  for wrong in ((1,), (m, 'x'), (None, None)):
    with pytest.raises(TypeError):
      sinew.MjvScene(*wrong)
  assert sinew.MjvScene().maxgeom == 0 and len(sinew.MjvScene(maxgeom=-3).geoms) == 0
  with pytest.raises(TypeError):
    copy.copy(scene)
