// Gradients of potential and kinetic energy. Potential: -m g.dxipos of all bodies, and U'(x) dx of
// springs, U' = k x + c0 x^2 + c1 x^3; x of a ball or free joint is a length, its gradient the
// direction. Kinetic: M v by velocities; by positions v' dM v / 2 = sum of (I v).(dv - S_j x v)
// over bodies, if tendons have no armature.
//   qpos, qvel, xipos, ten_length, ten_J, M, column -> *res
#include "diff/derivative_sensor_parts.h"
#include "math/quat.h"
#include "math/spatial.h"

// ---- springs

static mjtNum springSlope(mjtNum x, const mjtNum* k, const mjtNum* poly, int i) {
  return x * (k[i] + x * (poly[mjNPOLY * i] + x * poly[mjNPOLY * i + 1]));
}

// U' along a vector whose length is the spring's deflection, by component k
static mjtNum lengthSlope(const mjModel* m, int jnt, const mjtNum vec[3], int k) {
  const mjtNum x = v3_norm(vec);
  return x > 0 ? springSlope(x, m->jnt_stiffness, m->jnt_stiffnesspoly, jnt) * vec[k] / x : 0;
}

// under a rotation in the body's frame, the length of the rotation vector changes along its
// direction
static mjtNum rotationSlope(const mjModel* m, int jnt, const mjtNum* qpos, const mjtNum* ref,
                            int k) {
  mjtNum quat[4], diff[3];
  v4_copy(quat, qpos);
  quat_normalize(quat);
  quat_sub(diff, quat, ref);
  return lengthSlope(m, jnt, diff, k);
}

static mjtNum jointSlope(const mjModel* m, const mjData* d, int dof) {
  const int jnt = m->dof_jntid[dof], type = m->jnt_type[jnt], k = dof - m->jnt_dofadr[jnt];
  const mjtNum *qpos = d->qpos + m->jnt_qposadr[jnt], *ref = m->qpos_spring + m->jnt_qposadr[jnt];
  if (type == mjJNT_BALL) return rotationSlope(m, jnt, qpos, ref, k);
  if (type == mjJNT_FREE && k >= 3) return rotationSlope(m, jnt, qpos + 3, ref + 3, k - 3);
  if (type == mjJNT_FREE) {
    mjtNum offset[3];
    v3_sub(offset, qpos, ref);
    return lengthSlope(m, jnt, offset, k);
  }
  return springSlope(qpos[0] - ref[0], m->jnt_stiffness, m->jnt_stiffnesspoly, jnt);
}

static mjtNum tendonSlope(const mjModel* m, const mjData* d, int t, int dof) {
  const mjtNum *range = m->tendon_lengthspring + 2 * t, length = d->ten_length[t];
  const mjtNum x = length > range[1]   ? length - range[1]
                   : length < range[0] ? length - range[0]
                                       : 0;
  const int adr = m->ten_J_rowadr[t];
  for (int k = adr; k < adr + m->ten_J_rownnz[t]; k++) {
    if (m->ten_J_colind[k] != dof) continue;
    return d->ten_J[k] * springSlope(x, m->tendon_stiffness, m->tendon_stiffnesspoly, t);
  }
  return 0;
}

// ---- sensors

COLUMN_SLOPE(column_potential) {
  const mjModel* m = c->m;
  (void)i;
  if (c->input != COLUMN_Q) return;
  for (int b = 1; b < m->nbody && !(m->opt.disableflags & mjDSBL_GRAVITY); b++) {
    mjtNum moves[3];
    column_point(c, b, c->d->xipos + 3 * b, moves);
    res[0] -= m->body_mass[b] * v3_dot(m->opt.gravity, moves);
  }
  if (m->opt.disableflags & mjDSBL_SPRING) return;
  res[0] += jointSlope(m, c->d, c->index);
  for (int t = 0; t < m->ntendon; t++) res[0] += tendonSlope(m, c->d, t, c->index);
}

static mjtNum momentumOf(const mjModel* m, const mjData* d, int dof) {
  mjtNum sum = 0;
  for (int row = 0; row < m->nv; row++) {
    for (int k = m->M_rowadr[row]; k < m->M_rowadr[row] + m->M_rownnz[row]; k++) {
      const int col = m->M_colind[k];
      if (row == dof) sum += d->M[k] * d->qvel[col];
      if (col == dof && row != dof) sum += d->M[k] * d->qvel[row];
    }
  }
  return sum;
}

COLUMN_SLOPE(column_kinetic) {
  (void)i;
  if (c->input == COLUMN_V) res[0] = momentumOf(c->m, c->d, c->index);
  if (c->input != COLUMN_Q || column_armedTendons(c->m)) return;
  for (int b = 1; b < c->m->nbody; b++) {
    if (c->moved[b]) res[0] += v6_dot(c->bodyMomentum + 6 * b, c->rate);
  }
}
