"""Loads a model, lets it go from a keyframe and prints what it does.

  python load_and_step.py [MODEL [KEYFRAME]]
"""
import pathlib
import sys
from typing import Any

import sinew

MODELS = pathlib.Path(__file__).resolve().parents[2] / 'models'


def main(path: str | pathlib.Path = MODELS / 'pendulum.xml', key: str = 'raised', *, seconds: int = 10) -> list[tuple[float, float, Any]]:
  m = sinew.MjModel.from_xml_path(str(path))
  d = sinew.MjData(m)
  m.opt.enableflags |= sinew.mjtEnableBit.mjENBL_ENERGY
  sinew.mj_resetDataKeyframe(m, d, m.key(key).id)
  print(f'{m.nbody} bodies, {m.nv} degrees of freedom, a step is {1000 * m.opt.timestep:g} ms')
  record: list[tuple[float, float, Any]] = []  # time, energy, state of what moves
  steps = round(1 / m.opt.timestep)
  for _ in range(seconds + 1):
    sinew.mj_forward(m, d)  # what depends on the state, without a step
    record.append((d.time, float(d.energy.sum()), d.qpos.copy()))
    print(f'{d.time:5.1f} s   energy {record[-1][1]:8.4f} J   qpos {d.qpos[:4]}')
    sinew.mj_step(m, d, nstep=steps)  # many steps in one call
  return record


if __name__ == '__main__':
  main(*sys.argv[1:])
