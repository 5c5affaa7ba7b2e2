#!/usr/bin/env python3
"""Contacts, rows and rays of flexes by the reference, for tests/collide/test_flex_contacts.c.
usage: flex.py OUT MODEL... (with the package mujoco 3.12.0)
Of each model: a state by a formula, then every contact, the rows of all contacts times a vector, and
the distances and vertices of some rays. Numbers are written as Python has them."""
import math
import os
import sys

import mujoco
import numpy as np


def text(values):
  return ' '.join(repr(float(x)) for x in values)


def rays(m, d, out):
  """Of the first flex, from points around it to its vertices, with all kinds of parts."""
  for k in range(12):
    vert = m.flex_vertadr[0] + (5 * k) % m.flex_vertnum[0]
    pnt = np.array([math.sin(k), math.cos(2 * k), 0.5 * math.sin(3 * k) + 0.3])
    vec = d.flexvert_xpos[vert] - pnt + 0.002 * np.array([1, -2, 3])
    vertid = np.zeros(1, dtype=np.int32)
    normal = np.zeros(3)
    parts = [bool(k & 1), bool(k & 2), bool(k & 4), k % 3 == 0]
    x = mujoco.mj_rayFlex(m, d, k % 2, *parts, 0, pnt, vec, vertid, normal)
    out.write(f'ray {vertid[0]} {text([x, *normal])}\n')


def main():
  with open(sys.argv[1], 'w', encoding='utf-8') as out:
    for path in sys.argv[2:]:
      m = mujoco.MjModel.from_xml_path(path)
      d = mujoco.MjData(m)
      for i in range(m.nv):
        d.qvel[i] = math.sin(3 * i + 1)
      mujoco.mj_integratePos(m, d.qpos, d.qvel, 0.01)
      mujoco.mj_forward(m, d)
      out.write(f'model {os.path.basename(path)} {d.ncon} {d.nisland}\n')
      for c in d.contact:
        ids = [*c.geom, *c.flex, *c.elem, *c.vert, c.dim, c.exclude]
        out.write(f"con {' '.join(str(i) for i in ids)} {text([c.dist, *c.pos, *c.frame[:3]])}\n")
      vel = np.zeros(max(d.nefc, 1))
      mujoco.mj_mulJacVec(m, d, vel, d.qvel)
      first = int(mujoco.mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS)
      rows = [i for i in range(d.nefc) if d.efc_type[i] >= first]
      for i in rows:
        out.write(f'row {text([vel[i], d.efc_diagA[i]])}\n')
      rays(m, d, out)


main()
