// Jacobian rows of joint and tendon limits (inequality constraints): a row exists while the
// distance to the limit is below the margin.
//   qpos, ten_length, ranges -> blocks of one row
#include "constraint/rows.h"
#include "math/quat.h"

// rotation axis of a ball joint, and the angle left to the limit
static mjtNum ballDistance(mjtNum axis[3], const mjtNum* qpos, const mjtNum range[2]) {
  const mjtNum most = range[0] > range[1] ? range[0] : range[1];
  mjtNum quat[4];
  v4_copy(quat, qpos);
  quat_normalize(quat);
  quat_toVel(axis, quat, 1);
  return most - v3_normalize(axis);
}

static void planScalar(rows_Build* b, int type, int id, mjtNum x, const mjtNum range[2],
                       mjtNum margin, int ncol) {
  const mjtNum dist[2] = {x - range[0], range[1] - x};
  for (int side = 0; side < 2; side++) {
    if (dist[side] < margin) rows_plan(b, CON_ONESIDED, type, id, 1, 1, ncol)->upper = side;
  }
}

static void planBall(rows_Build* b, int j) {
  const mjModel* m = b->m;
  mjtNum axis[3];
  const mjtNum dist = ballDistance(axis, b->d->qpos + m->jnt_qposadr[j], m->jnt_range + 2 * j);
  if (dist < m->jnt_margin[j]) rows_plan(b, CON_ONESIDED, mjCNSTR_LIMIT_JOINT, j, 1, 1, 3);
}

void rows_planLimit(rows_Build* b) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  const range_List ranges = awake_ranges(d);
  range_each(ranges, jnt, j) {
    const int type = m->jnt_type[j];
    if (!m->jnt_limited[j] || type == mjJNT_FREE) continue;
    if (type == mjJNT_BALL) {
      planBall(b, j);
    } else {
      planScalar(b, mjCNSTR_LIMIT_JOINT, j, d->qpos[m->jnt_qposadr[j]], m->jnt_range + 2 * j,
                 m->jnt_margin[j], 1);
    }
  }
  for (int i = 0; i < m->ntendon; i++) {
    const int n = m->ten_J_rownnz[i];
    if (!m->tendon_limited[i] || rows_tendonRests(b, i)) continue;
    planScalar(b, mjCNSTR_LIMIT_TENDON, i, d->ten_length[i], m->tendon_range + 2 * i,
               m->tendon_margin[i], n);
  }
}

// distance to one end of a range
static mjtNum distanceTo(const con_Block* block, mjtNum x, const mjtNum range[2]) {
  return block->upper ? range[1] - x : x - range[0];
}

void rows_fillJointLimit(rows_Build* b, con_Block* block) {
  const mjModel* m = b->m;
  const int j = block->id, dof = m->jnt_dofadr[j];
  const mjtNum *qpos = b->d->qpos + m->jnt_qposadr[j], *range = m->jnt_range + 2 * j;
  int* col = b->col + block->col;
  mjtNum *jac = b->jac + block->jac, pos;
  if (m->jnt_type[j] == mjJNT_BALL) {
    ASSERT_FULL(block->ncol == 3);
    pos = ballDistance(jac, qpos, range);
    v3_neg(jac, jac);
    for (int k = 0; k < 3; k++) col[k] = dof + k;
  } else {
    pos = distanceTo(block, *qpos, range);
    jac[0] = block->upper ? -1 : 1;
    col[0] = dof;
  }
  block->tree[0] = m->dof_treeid[dof];
  rows_setScalars(b, block, pos, m->jnt_margin[j], 0, m->dof_invweight0[dof]);
}

void rows_fillTendonLimit(rows_Build* b, con_Block* block) {
  const mjModel* m = b->m;
  const int i = block->id;
  const mjtNum pos = distanceTo(block, b->d->ten_length[i], m->tendon_range + 2 * i);
  rows_tendonColumns(b, block, i, block->upper ? -1 : 1);
  rows_markTendon(b, i, block->efc);
  rows_setScalars(b, block, pos, m->tendon_margin[i], 0, m->tendon_invweight0[i]);
}
