// Rows of dry friction, of dofs and of tendons: residual zero, the velocity is what is opposed.
//   dof_frictionloss, tendon_frictionloss, ten_J -> blocks of one row
#include "constraint/rows.h"

void rows_planFriction(rows_Build* b) {
  const mjModel* m = b->m;
  const span_List spans = awake_spans(b->d);
  span_each(spans, dof, i) {
    if (m->dof_frictionloss[i] == 0) continue;
    rows_plan(b, mjCNSTR_FRICTION_DOF, i, 1, 1, 1, 0, 0);
  }
  for (int i = 0; i < m->ntendon; i++) {
    const int n = m->ten_J_rownnz[i];
    if (!(m->tendon_frictionloss[i] > 0) || rows_tendonRests(b, i)) continue;
    rows_plan(b, mjCNSTR_FRICTION_TENDON, i, 1, 1, n, 0, 0);
  }
}

void rows_fillFriction(rows_Build* b, const rows_Plan* plan) {
  const mjModel* m = b->m;
  con_Block* block = rows_open(b, plan, CON_FRICTION);
  b->col[block->col] = plan->id;
  b->jac[block->jac] = 1;
  block->tree[0] = m->dof_treeid[plan->id];
  rows_setScalars(b, block, 0, 0, m->dof_frictionloss[plan->id], m->dof_invweight0[plan->id]);
  rows_close(b, block);
}

void rows_fillTendonFriction(rows_Build* b, const rows_Plan* plan) {
  const mjModel* m = b->m;
  con_Block* block = rows_open(b, plan, CON_FRICTION);
  rows_tendonColumns(b, block, plan->id, 1);
  rows_markTendon(b, plan->id, block->efc);
  rows_setScalars(b, block, 0, 0, m->tendon_frictionloss[plan->id], m->tendon_invweight0[plan->id]);
  rows_close(b, block);
}
