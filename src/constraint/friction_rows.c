// Jacobian rows of dry friction (frictionloss) of dofs and tendons: the residual is zero, the force
// opposes the velocity.
//   dof_frictionloss, tendon_frictionloss, ten_J -> blocks of one row
#include "constraint/rows.h"

void rows_planFriction(rows_Build* b) {
  const mjModel* m = b->m;
  const range_List ranges = awake_ranges(b->d);
  range_each(ranges, dof, i) {
    if (m->dof_frictionloss[i] == 0) continue;  // odd: friction loss below zero
    rows_plan(b, CON_FRICTION, mjCNSTR_FRICTION_DOF, i, 1, 1, 1);
  }
  for (int i = 0; i < m->ntendon; i++) {
    const int n = m->ten_J_rownnz[i];
    if (!(m->tendon_frictionloss[i] > 0) || rows_tendonRests(b, i)) continue;
    rows_plan(b, CON_FRICTION, mjCNSTR_FRICTION_TENDON, i, 1, 1, n);
  }
}

void rows_fillFriction(rows_Build* b, con_Block* block) {
  const mjModel* m = b->m;
  b->col[block->col] = block->id;
  b->jac[block->jac] = 1;
  block->tree[0] = m->dof_treeid[block->id];
  rows_setScalars(b, block, 0, 0, m->dof_frictionloss[block->id], m->dof_invweight0[block->id]);
}

void rows_fillTendonFriction(rows_Build* b, con_Block* block) {
  const mjModel* m = b->m;
  rows_tendonColumns(b, block, block->id, 1);
  rows_markTendon(b, block->id, block->efc);
  rows_setScalars(b, block, 0, 0, m->tendon_frictionloss[block->id],
                  m->tendon_invweight0[block->id]);
}
