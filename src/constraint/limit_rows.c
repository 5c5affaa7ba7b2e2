// Rows of joint and tendon limits: present while the distance to the limit is below the margin.
//   qpos, ten_length, ranges -> blocks of one row
#include "constraint/rows.h"
#include "math/quat.h"

// rotation vector of a ball joint as angle and axis
static mjtNum ballAngle(mjtNum axis[3], const mjtNum* qpos) {
  mjtNum quat[4];
  v4_copy(quat, qpos);
  quat_normalize(quat);
  quat_toVel(axis, quat, 1);
  return v3_normalize(axis);
}

static void planScalar(rows_Build* b, int type, int id, mjtNum x, const mjtNum range[2],
                       mjtNum margin, int ncol) {
  const mjtNum dist[2] = {x - range[0], range[1] - x};
  for (int side = 0; side < 2; side++) {
    if (dist[side] < margin) rows_plan(b, type, id, 1, 1, ncol, side, dist[side]);
  }
}

static void planBall(rows_Build* b, int j) {
  const mjModel* m = b->m;
  mjtNum axis[3];
  const mjtNum* range = m->jnt_range + 2 * j;
  const mjtNum most = range[0] > range[1] ? range[0] : range[1];
  const mjtNum dist = most - ballAngle(axis, b->d->qpos + m->jnt_qposadr[j]);
  if (dist < m->jnt_margin[j]) rows_plan(b, mjCNSTR_LIMIT_JOINT, j, 1, 1, 3, 0, dist);
}

void rows_planLimit(rows_Build* b) {
  const mjModel* m = b->m;
  const mjData* d = b->d;
  const span_List spans = awake_spans(d);
  span_each(spans, jnt, j) {
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

void rows_fillJointLimit(rows_Build* b, const rows_Plan* plan) {
  const mjModel* m = b->m;
  const int j = plan->id, dof = m->jnt_dofadr[j];
  con_Block* block = rows_open(b, plan, CON_ONESIDED);
  int* col = b->col + block->col;
  mjtNum* jac = b->jac + block->jac;
  if (m->jnt_type[j] == mjJNT_BALL) {
    ballAngle(jac, b->d->qpos + m->jnt_qposadr[j]);
    v3_neg(jac, jac);
    for (int k = 0; k < 3; k++) col[k] = dof + k;
  } else {
    jac[0] = plan->common ? -1 : 1;
    col[0] = dof;
  }
  block->tree[0] = m->dof_treeid[dof];
  rows_setScalars(b, block, plan->pos, m->jnt_margin[j], 0, m->dof_invweight0[dof]);
  rows_close(b, block);
}

void rows_fillTendonLimit(rows_Build* b, const rows_Plan* plan) {
  const mjModel* m = b->m;
  con_Block* block = rows_open(b, plan, CON_ONESIDED);
  rows_tendonColumns(b, block, plan->id, plan->common ? -1 : 1);
  rows_markTendon(b, plan->id, block->efc);
  rows_setScalars(b, block, plan->pos, m->tendon_margin[plan->id], 0,
                  m->tendon_invweight0[plan->id]);
  rows_close(b, block);
}
