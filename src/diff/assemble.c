// Assembly order of the force Jacobian: motion first; constraint rows before tendons, which need
// their tension; recursive Newton-Euler last, with all wrenches. Constraint forces: df = (df at
// fixed qacc) - Hs J dqacc.
//   point, work -> G, E, next; dqacc -> df
#include "diff/assemble.h"

#include <string.h>

#include "constraint/law.h"
#include "math/vec.h"

// gravity compensation that is applied through actuators is left out with them
static void leaveActuators(const mjModel* m, diff_Work* w) {
  for (int i = 0; i < m->nv; i++) {
    w->driven[i] = 0;
    if (m->jnt_actgravcomp[m->dof_jntid[i]]) w->lifted[i] = 0;
  }
}

bool assemble_slopes(const mjModel* m, mjData* d, diff_Work* w, rows_Slope* r, const mjtNum* jar,
                     bool actuators) {
  *r = (rows_Slope){.m = m, .d = d, .w = w, .jar = jar, .actuators = actuators};
  if (!LANE(diff_open)(m, d, w)) return false;
  LANE(diff_motion)(m, d, w);
  LANE(diff_reach)(m, d, w);
  if (!actuators) leaveActuators(m, w);
  LANE(diff_tendonRates)(m, d, w);
  if (!rows_slope(r)) return false;
  LANE(diff_joints)(m, d, w);
  LANE(diff_loads)(m, d, w);
  LANE(diff_fluid)(m, d, w);
  LANE(diff_tendons)(m, d, w);
  if (actuators) LANE(diff_actuators)(m, d, w);
  LANE(diff_rne)(m, d, w);
  if (w->E.q || w->E.v) LANE(diff_integrator)(m, d, w);
  return true;
}

// ---- constraint forces

// a block of columns
typedef struct {
  const mjtNum* from;  // of qacc
  mjtNum* to;
  int fromStride, toStride, n;
} Columns;

static mjtNum rowTimes(const rows_Slope* r, const con_Block* b, int k, const Columns* c, int col) {
  const int* dof = con_columns(&r->rows, b);
  mjtNum sum = 0;
  for (int i = 0; i < b->ncol; i++) {
    sum += con_entry(&r->rows, b, k, i) * c->from[(ptrdiff_t)dof[i] * c->fromStride + col];
  }
  return sum;
}

static void subtract(const rows_Slope* r, const con_Block* b, const Columns* c) {
  mjtNum H[36], x[LAW_DIM];
  const bool cone = b->shape == CON_ELLIPTIC && r->d->efc_state[b->efc] == mjCNSTRSTATE_CONE;
  if (cone) {
    const mjContact* con = r->d->contact + b->contact;
    law_coneHessian(H, r->jar + b->efc, r->d->efc_D[b->efc], con->mu, con->friction, b->nefc);
  }
  for (int col = 0; col < c->n; col++) {
    mjtNum* to = c->to + (ptrdiff_t)b->efc * c->toStride + col;
    for (int k = 0; k < b->nefc && !cone; k++) {
      const mjtNum D = rows_curvature(r, b->efc + k);
      if (D != 0) to[(ptrdiff_t)k * c->toStride] -= D * rowTimes(r, b, k, c, col);
    }
    for (int k = 0; k < b->nefc && cone; k++) x[k] = rowTimes(r, b, k, c, col);
    for (int k = 0; k < b->nefc && cone; k++) {
      to[(ptrdiff_t)k * c->toStride] -= vn_dot(H + k * b->nefc, x, b->nefc);
    }
  }
}

void assemble_forces(const rows_Slope* r, const diff_Matrix* qacc, const diff_Matrix* res) {
  const int nv = (int)r->m->nv, na = (int)r->m->na, nu = (int)r->m->nu;
  const Columns block[] = {{qacc->q, res->q, qacc->stride, res->stride, nv},
                           {qacc->v, res->v, qacc->stride, res->stride, nv},
                           {qacc->act, res->act, qacc->stride, res->stride, na},
                           {qacc->ctrl, res->ctrl, qacc->cstride, res->cstride, nu}};
  rows_forceSlope(r, res);
  for (int k = 0; k < r->rows.nblock && r->d->nefc; k++) {
    for (int c = 0; c < 4; c++) {
      if (block[c].from && block[c].to) subtract(r, r->rows.block + k, block + c);
    }
  }
}
