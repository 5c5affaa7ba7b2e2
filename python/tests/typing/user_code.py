"""A program as users write it, with types: mypy --strict and pyright must take it (tools/typing.sh), and it must run
(python/tests/test_typing.py). A line with `type: ignore` is one that they must refuse; those are not run."""
from __future__ import annotations

import copy
import pathlib
import pickle
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import sinew
import sinew.viewer
from sinew import MjData, MjModel, MjSpec, Renderer, mj_step, mjtGeom, mjtIntegrator, mjtJoint
from sinew.rollout import Rollout, rollout

MODELS = pathlib.Path(__file__).resolve().parents[3] / 'models'
Numbers = NDArray[np.float64]


def load(name: str) -> tuple[MjModel, MjData]:
  model = MjModel.from_xml_path(str(MODELS / f'{name}.xml'))
  return model, MjData(model)


def options(m: MjModel) -> float:
  """Enums go to ints, lists to arrays, whole numbers to floats."""
  m.opt.integrator = mjtIntegrator.mjINT_RK4
  m.opt.solver = int(sinew.mjtSolver.mjSOL_NEWTON)
  m.opt.disableflags |= sinew.mjtDisableBit.mjDSBL_WARMSTART
  m.opt.gravity = [0, 0, -9.81]
  m.opt.gravity[2] = -9.8
  m.opt.timestep = np.float32(0.005)
  m.opt.iterations = np.int64(20)
  m.vis.headlight.ambient = (0.1, 0.1, 0.1)
  m.vis.global_.offwidth = 640
  m.stat.center = np.zeros(3)
  kinds: list[bool] = [bool(kind == mjtJoint.mjJNT_HINGE) for kind in m.jnt_type]
  return m.opt.timestep * len(kinds)


def simulate(m: MjModel, d: MjData) -> Numbers:
  """States, named access, contacts."""
  d.qpos = m.key('home').qpos if m.nkey else m.qpos0
  d.ctrl = [0.0] * m.nu
  d.qvel[:] = 0
  d.time = 0
  mj_step(m, d, nstep=3)
  sinew.mj_forward(m, d)
  depth = 0.0
  for c in d.contact:
    depth = min(depth, c.dist)
    force = np.zeros(6)
    sinew.mj_contactForce(m, d, c.efc_address if c.efc_address >= 0 else 0, force)
    _ = c.frame.reshape(3, 3)[0] * force[0]
  pairs: NDArray[np.int32] = d.contact.geom
  first = d.contact[0].dim if d.ncon else 0
  body = m.body(1)
  body.mass = 2 * body.mass
  print(body.name, body.id, depth, pairs.shape, first, [w.number for w in d.warning], d.timer[0].duration)
  jacobian = np.zeros((3, m.nv))
  sinew.mj_jacBody(m, d, jacobian, None, body.id)
  number: int = sinew.mj_name2id(m, sinew.mjtObj.mjOBJ_BODY, body.name)
  assert number == body.id
  state = np.zeros(sinew.mj_stateSize(m, sinew.mjtState.mjSTATE_FULLPHYSICS))
  sinew.mj_getState(m, d, state, sinew.mjtState.mjSTATE_FULLPHYSICS)
  again = copy.deepcopy(d)
  other: MjData = pickle.loads(pickle.dumps(again))
  assert other.qpos.shape == d.qpos.shape
  return d.body(1).xpos


def edit() -> MjModel:
  """Elements, their fields and what is added to them."""
  spec = MjSpec()
  spec.option.integrator = mjtIntegrator.mjINT_IMPLICITFAST
  spec.compiler.degree = False
  body = spec.worldbody.add_body(name='ball', pos=[0, 0, 1])
  body.quat = [1, 0, 0, 0]
  geom = body.add_geom(type=mjtGeom.mjGEOM_SPHERE)
  geom.size = [0.1, 0, 0]
  geom.rgba = np.array([1, 0, 0, 1])
  geom.condim = 3
  geom.type = mjtGeom.mjGEOM_ELLIPSOID
  geom.size[1:] = 0.2
  joint = body.add_freejoint()
  joint.name = 'free'
  spec.body('ball').add_site(name='middle')
  spec.worldbody.add_light(pos=[0, 0, 3]).castshadow = False
  for element in spec.geoms:
    element.friction = [1, 0.01, 0.001]
  assert [b.name for b in spec.bodies] == ['world', 'ball']
  return spec.compile()


def draw(m: MjModel, d: MjData) -> NDArray[np.uint8]:
  camera = sinew.MjvCamera()
  camera.type = sinew.mjtCamera.mjCAMERA_FREE
  camera.lookat = [0, 0, 1]
  camera.distance = 3
  option = sinew.MjvOption()
  option.flags[sinew.mjtVisFlag.mjVIS_CONTACTPOINT] = True
  option.frame = sinew.mjtFrame.mjFRAME_BODY
  with Renderer(m, 24, 32) as renderer:
    renderer.update_scene(d, camera, option)
    scene = renderer.scene
    sinew.mjv_initGeom(scene.geoms[scene.ngeom], mjtGeom.mjGEOM_SPHERE, [0.1, 0, 0], np.zeros(3), np.eye(3).flatten(), [1, 0, 0, 1])
    scene.ngeom += 1
    pixels: NDArray[np.uint8] = renderer.render()
  return pixels


def many(m: MjModel, d: MjData) -> Numbers:
  """Worlds, trajectories, derivatives."""
  batch = sinew.Batch(m, 4, nthread=1)
  batch.qpos = m.qpos0
  batch.ctrl[:, :] = 0
  batch.parameter('body_mass')[1] *= 2
  batch.step(2, ctrl=np.zeros(m.nu))
  look = batch.gather('qpos, qvel')
  room = np.zeros(look.shape, np.float32)
  filled: NDArray[np.float32] = look(out=room)
  assert filled is room and len(batch) == batch.nworld == 4
  A, B = batch.transition()
  one = sinew.transition(m, d, sensors=True)
  assert A.shape[1:] == one.A.shape and B.ndim == 3
  start = np.zeros(sinew.mj_stateSize(m, sinew.mjtState.mjSTATE_FULLPHYSICS))
  sinew.mj_getState(m, d, start, sinew.mjtState.mjSTATE_FULLPHYSICS)
  states, sensors = rollout(m, d, start, nstep=5)
  with Rollout(nthread=2) as pool:
    states, sensors = pool.rollout([m, m], [d, MjData(m)], np.stack([start, start]), np.zeros((2, 3, m.nu)))
  assert sensors.shape[:2] == (2, 3)
  return states


def watch(m: MjModel, d: MjData) -> None:
  """The viewer, as programs use it; it is not run."""
  def press(key: int) -> None:
    print(chr(key))
  with sinew.viewer.launch_passive(m, d, key_callback=press, show_left_ui=False) as v:
    v.cam.distance = 3
    v.cam.lookat[:] = 0
    v.opt.flags[sinew.mjtVisFlag.mjVIS_JOINT] = True
    while v.is_running() and d.time < 1:
      with v.lock():
        mj_step(m, d)
        v.user_scn.ngeom = 0
      if v.pert.active:
        print(v.pert.select, v.url)
      v.sync()


def control(m: MjModel, d: MjData) -> None:
  d.ctrl = -0.1 * np.ones(m.nu)


def findings(m: MjModel) -> list[str]:
  sinew.set_mjcb_control(control)
  sinew.mj_step(m, MjData(m))
  sinew.set_mjcb_control(None)
  return [f.message for f in sinew.check(m, nstep=0) if f.severity != 'note']


if TYPE_CHECKING:
  m, d = load('arm')
  m.nq = 3  # type: ignore
  m.nothing  # type: ignore
  d.time = 'now'  # type: ignore
  m.opt.integrator = 'RK4'  # type: ignore
  mj_step(d, m)  # type: ignore
  sinew.mj_nothing(m, d)  # type: ignore
  d.contact[0].nothing  # type: ignore
  m.body('hand').nothing  # type: ignore


def main() -> None:
  model, data = load('arm')
  assert options(model) > 0
  assert simulate(model, data).shape == (3,)
  assert edit().nv == 6
  assert draw(model, data).shape == (24, 32, 3)
  assert many(model, data).ndim == 3
  print(findings(model), sinew.HEADERS_DIR, sinew.__version__)


if __name__ == '__main__':
  main()
