// Constraint forces of all rows at given accelerations, for mj_constraintUpdate and inverse
// dynamics.
//   jar -> efc_state, efc_force, qfrc_constraint, cost, contact.H
#include "constraint/constraint.h"
#include "math/vec.h"

void con_update(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum* cost, bool cones) {
  const con_Rows rows = con_rows(d);
  cost_Count count;
  const mjtNum sum = cost_update(&rows, jar, d->efc_force, d->efc_state, &count);
  if (cost) *cost = sum;
  for (int k = rows.nblock - rows.ncone; k < rows.nblock && cones; k++) {
    const con_Block* b = rows.block + k;
    if (d->efc_state[b->efc] == mjCNSTRSTATE_CONE) cost_coneHessian(&rows, b, jar);
  }
  vn_zero(d->qfrc_constraint, (int)m->nv);
  con_addJacT(&rows, d->qfrc_constraint, d->efc_force);
}
