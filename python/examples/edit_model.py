"""Builds a model by program: a cart-pole gets a second link with a motor and a sensor, and beside it
hang three pendulums that are attached from another file.

An MjSpec is a model that can be edited; compile() makes an MjModel of it and may be called again after
each change.

  python edit_model.py [MODEL.xml]      writes the result
"""
import pathlib
import sys

import sinew

MODELS = pathlib.Path(__file__).resolve().parents[2] / 'models'


def add_link(spec: sinew.MjSpec) -> None:
  """A second link on top of the pole, with joint, geom, site, motor and sensor."""
  link = spec.body('pole').add_body(name='link', pos=[0, 0, 0.8])
  link.add_joint(name='elbow', type=sinew.mjtJoint.mjJNT_HINGE, axis=[0, 1, 0], damping=[0.002, 0, 0])
  link.add_geom(name='link', type=sinew.mjtGeom.mjGEOM_CAPSULE, fromto=[0, 0, 0, 0, 0, 0.5], size=[0.015, 0, 0],
                mass=0.05, contype=0, conaffinity=0, rgba=[0.2, 0.6, 0.35, 1])
  link.add_site(name='top', pos=[0, 0, 0.5])
  motor = spec.add_actuator(name='elbow', trntype=sinew.mjtTrn.mjTRN_JOINT, target='elbow', ctrlrange=[-1, 1])
  motor.set_to_motor()
  motor.gear[0] = 2
  spec.add_sensor(name='elbow', type=sinew.mjtSensor.mjSENS_JOINTPOS, objtype=sinew.mjtObj.mjOBJ_JOINT, objname='elbow')


def add_pendulums(spec: sinew.MjSpec, n: int) -> None:
  """Other models in frames of this one; a prefix keeps names apart."""
  for i in range(n):
    frame = spec.worldbody.add_frame(pos=[1.2 * (i - (n - 1) / 2), 1, 0])
    other = sinew.MjSpec.from_file(str(MODELS / 'pendulum.xml'))
    spec.attach(other, frame=frame, prefix=f'pendulum{i}_')


def main(path: str | pathlib.Path | None = None) -> tuple[sinew.MjModel, sinew.MjData, sinew.MjModel, str]:
  spec = sinew.MjSpec.from_file(str(MODELS / 'cartpole.xml'))
  spec.modelname = 'edited'
  spec.option.timestep = 0.002
  add_link(spec)
  add_pendulums(spec, 3)
  for key in spec.keys:  # they have the sizes of the smaller models
    spec.delete(key)
  m = spec.compile()
  d = sinew.MjData(m)
  print(f'{m.nbody} bodies, {m.njnt} joints, {m.nu} actuators, {m.nsensor} sensors')

  d.joint('elbow').qpos = 0.3
  d.joint('pendulum1_pivot').qpos = 1
  d.actuator('elbow').ctrl = -0.02
  sinew.mj_step(m, d, nstep=250)
  print(f"after {d.time:.1f} s the elbow is at {d.sensor('elbow').data[0]:.3f} rad, "
        f"the pendulum at {d.sensor('pendulum1_angle').data[0]:.3f} rad")

  spec.geom('link').mass = 0.1  # later changes: compile again
  heavier = spec.compile()
  xml = spec.to_xml()
  if path:
    pathlib.Path(path).write_text(xml, encoding='utf-8')
  return m, d, heavier, xml


if __name__ == '__main__':
  main(*sys.argv[1:])
