"""An arm reaches for a block: everything is found by its name, and nothing is copied.

m.body('hand') and d.body('hand') are views of the rows that belong to the body: what is written there
is written into the model and the data. Names end where arrays begin: d.ctrl is the vector of all.

  python named_access.py
"""
import pathlib

import numpy as np
from numpy.typing import NDArray

import sinew

MODELS = pathlib.Path(__file__).resolve().parents[2] / 'models'


def main(seconds: float = 2.0) -> tuple[sinew.MjModel, sinew.MjData, NDArray[np.float64]]:
  m = sinew.MjModel.from_xml_path(str(MODELS / 'arm.xml'))
  d = sinew.MjData(m)
  d.qpos = m.key('home').qpos
  d.ctrl = m.key('reach').ctrl  # servos go to the second pose, and the arm follows
  print(f"the servo of {m.actuator('joint2').name} may use {m.actuator('joint2').forcerange} N m")

  m.geom('block').rgba = [1, 0, 0, 1]  # a view: this is m.geom_rgba[m.geom('block').id]
  m.body('block').mass = 0.2
  tool, block = d.site('tool'), d.body('block')  # found once, valid as long as d
  path = []
  while d.time < seconds:
    sinew.mj_step(m, d)
    path.append(tool.xpos.copy())  # without the copy all entries would be the last one
  print(f'the tool is at {tool.xpos}, {np.linalg.norm(tool.xpos - block.xpos):.3f} m from the block')
  print(f"the wrist feels {d.sensor('wrist_force').data} N")
  print(f"joint4 is at {d.joint('joint4').qpos[0]:.3f} rad, its servo gives {d.actuator('joint4').force[0]:.2f} N m")
  return m, d, np.array(path)


if __name__ == '__main__':
  main()
