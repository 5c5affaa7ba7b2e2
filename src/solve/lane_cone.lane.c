// Contacts with elliptic friction cones in SIMD lanes: forces and zones, costs along a search line,
// columns of their Hessians. The formulas are those of constraint/law.h.
//   jar, Jv, D, mu, friction -> force, active, middle, lines, columns
#include "solve/lane_newton.h"

#if LANE_W > 1

#include <sinew/types.h>

// a lane that lacks a contact gets a valid cone, to avoid division by zero
void LANE(newton_makeCones)(const newton_Lanes* p) {
  const int first = p->rows->nblock - p->ncone;
  const real one = lane_bc(1);
  for (int k = 0; k < p->ncone; k++) {
    newton_Cone* c = p->cone + k;
    const mask has = p->rows->has[first + k];
    const real* friction = p->rows->friction + (LAW_DIM - 1) * (first + k);
    c->mu = lane_select(has, p->rows->mu[first + k], one);
    for (int i = 0; i < LAW_DIM - 1; i++) c->friction[i] = lane_select(has, friction[i], one);
    c->middle = lane_bci(0);
  }
}

static real forcesOf(const newton_Lanes* p, int k) {
  const lane_Block* b = newton_contact(p, k);
  newton_Cone* c = p->cone + k;
  const real *jar = p->jar + b->efc, *D = p->rows->D + b->efc;
  if (b->shape != CON_ELLIPTIC) {
    return law_oneSided(*jar, *D, p->force + b->efc, p->active + b->efc);
  }
  law_Zone z;
  const real cost = law_cone(jar, D, c->mu, c->friction, b->nefc, p->force + b->efc, &z);
  for (int i = 0; i < b->nefc; i++) p->active[b->efc + i] = z.bottom;
  c->middle = z.middle;
  return cost;
}

LANE_INLINE void add(const newton_Lanes* p, real c, real* sum, real* cost) {
  *sum += lane_select(p->of->plain, c, lane_bc(0));
  *cost += lane_select(p->of->plain, lane_bc(0), c);
}

void LANE(newton_coneForces)(const newton_Lanes* p, real* sum, real* cost) {
  for (int k = 0; k < p->ncone; k++) add(p, forcesOf(p, k), sum, cost);
}

static real costOf(const newton_Lanes* p, int k, const real* jar) {
  const lane_Block* b = newton_contact(p, k);
  const newton_Cone* c = p->cone + k;
  const real* D = p->rows->D + b->efc;
  real force[LAW_DIM];
  mask active;
  law_Zone z;
  if (b->shape != CON_ELLIPTIC) {
    return law_oneSided(jar[b->efc], *D, force, &active);
  }
  return law_cone(jar + b->efc, D, c->mu, c->friction, b->nefc, force, &z);
}

void LANE(newton_coneCosts)(const newton_Lanes* p, const real* jar, real* sum, real* cost) {
  for (int k = 0; k < p->ncone; k++) add(p, costOf(p, k, jar), sum, cost);
}

void LANE(newton_coneLines)(const newton_Lanes* p) {
  for (int k = 0; k < p->ncone; k++) {
    const lane_Block* b = newton_contact(p, k);
    newton_Cone* c = p->cone + k;
    if (b->shape != CON_ELLIPTIC) continue;
    c->line = law_coneLine(p->jar + b->efc, p->Jv + b->efc, p->rows->D + b->efc, c->mu, c->friction,
                           b->nefc);
  }
}

// ---- Hessian

// C (dim x dim) -> its Cholesky factor, lower triangle
// order: that of chol_factor
static void factorCone(real* C, int dim) {
  for (int j = 0; j < dim; j++) {
    real* const row = C + j * dim;
    const real pivot = row[j] - vn_dot(row, row, j);
    const mask low = pivot < mjMINVAL;
    row[j] = lane_sqrt(lane_select(low, lane_bc(mjMINVAL), pivot));
    const real inv = 1 / row[j];
    for (int i = j + 1; i < dim; i++) {
      real* const entry = C + i * dim + j;
      *entry = lane_select(low, lane_bc(0), (*entry - vn_dot(C + i * dim, row, j)) * inv);
    }
  }
}

// order: ascending rows
void LANE(newton_coneColumns)(const newton_Lanes* p, int k, real* x) {
  const lane_Block* b = newton_contact(p, k);
  const newton_Cone* c = p->cone + k;
  const int dim = b->nefc, nv = p->nv;
  const real* J = p->rows->J + (size_t)b->efc * (size_t)nv;
  real C[LAW_DIM * LAW_DIM];
  law_coneHessian(C, p->jar + b->efc, p->rows->D[b->efc], c->mu, c->friction, dim);
  factorCone(C, dim);
  for (int i = 0; i < dim * dim; i++) C[i] = lane_select(c->middle, C[i], lane_bc(0));
  for (int i = 0; i < dim * nv; i++) x[i] = lane_bc(0);
  for (int r = 0; r < dim; r++) {
    for (int n = 0; n < b->ncol; n++) {
      const real* column = J + b->col[n];
      real sum = column[r * nv] * C[r * dim + r];
      for (int i = r + 1; i < dim; i++) sum += column[i * nv] * C[i * dim + r];
      x[r * nv + b->col[n]] = sum;
    }
  }
}

#endif
