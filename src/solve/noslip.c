// No-slip iterations: projected Gauss-Seidel on friction forces without the regularization R of
// their rows, so that contacts do not creep. Normal forces do not change. Friction loss first, then
// contacts, in row order.
//   efc_AR, efc_b, efc_R, efc_force -> efc_force, efc_state
#include <sinew/api.h>
#include <sinew/math.h>

#include "model/warning.h"
#include "solve/budget.h"
#include "solve/dual.h"
#include "solve/qcqp.h"
#include "solve/solve_stat.h"

#define DIAG_LEAST 1e-10  // minimum diagonal of the matrix of a contact without R

static mjtNum residual(const dual_Problem* p, int i) {
  return dual_residual(p, p->d->efc_force, i) - p->d->efc_R[i] * p->d->efc_force[i];
}

// AR at rows i .. i + n - 1, without R
static void square(const dual_Problem* p, int i, int n, mjtNum* A) {
  dual_square(p, i, n, A);
  for (int k = 0; k < n; k++) {
    A[k * (n + 1)] = mju_max(DIAG_LEAST, A[k * (n + 1)] - p->d->efc_R[i + k]);
  }
}

static mjtNum sweepFriction(const dual_Problem* p, int i) {
  mjtNum A;
  const mjtNum res = residual(p, i), old = p->d->efc_force[i], most = p->d->efc_frictionloss[i];
  dual_square(p, i, 1, &A);
  A = mju_max(mjMINVAL, A - p->d->efc_R[i]);
  const mjtNum inv = 1 / A;
  const mjtNum now = mju_clip(old - res * inv, -most, most), delta = now - old;
  dual_store(p->d, i, &now, 1);
  return 0.5 * delta * delta / inv + delta * res;  // order: divided by the reciprocal
}

// two opposite edges: their sum, the normal force, does not change
static mjtNum sweepEdges(const dual_Problem* p, int i) {
  const mjtNum* force = p->d->efc_force + i;
  const mjtNum res[2] = {residual(p, i), residual(p, i + 1)}, old[2] = {force[0], force[1]};
  mjtNum A[4];
  square(p, i, 2, A);
  const mjtNum bc0 = res[0] - (A[0] * old[0] + A[1] * old[1]);
  const mjtNum bc1 = res[1] - (A[2] * old[0] + A[3] * old[1]);
  const mjtNum mid = 0.5 * (old[0] + old[1]), K1 = A[0] + A[3] - A[1] - A[2];
  const mjtNum K0 = mid * (A[0] - A[3]) + bc0 - bc1;
  const mjtNum y = K1 < mjMINVAL ? 0 : mju_clip(-K0 / K1, -mid, mid);
  return dual_settle(p, i, (mjtNum[2]){mid + y, mid - y}, old, A, res, 2);
}

static mjtNum sweepCone(const dual_Problem* p, const con_Block* b) {
  const mjContact* con = p->d->contact + b->contact;
  const int n = b->nefc - 1, i = b->efc + 1;
  mjtNum A[25], res[5], old[5], bc[5], f[5] = {0};
  const mjtNum normal = p->d->efc_force[b->efc];
  for (int k = 0; k < n; k++) res[k] = residual(p, i + k);
  square(p, i, n, A);
  dense_copy(old, p->d->efc_force + i, n);
  for (int k = 0; k < n; k++) bc[k] = res[k] - dense_dot(A + k * n, old, n);
  if (!(normal < mjMINVAL)) qcqp_solve(f, A, bc, con->friction, normal, n);
  return dual_settle(p, i, f, old, A, res, n);
}

// one sweep; returns the improvement minus the changes of the cost
// order: friction loss first, then contacts, which is the row order
static mjtNum sweep(const dual_Problem* p, mjtNum improvement) {
  for (int k = 0; k < p->nblock; k++) {
    const con_Block* b = p->block[k];
    ASSERT_FULL(b->shape != CON_PYRAMID || b->nefc % 2 == 0);
    if (b->shape == CON_FRICTION) improvement -= sweepFriction(p, b->efc);
    if (b->shape == CON_ELLIPTIC) improvement -= sweepCone(p, b);
    for (int i = 0; i < b->nefc && b->shape == CON_PYRAMID; i += 2) {
      improvement -= sweepEdges(p, b->efc + i);
    }
  }
  return improvement;
}

// cost of the regularization that is left out
static mjtNum regularisation(const dual_Problem* p) {
  const mjData* d = p->d;
  mjtNum sum = 0;
  for (int k = 0; k < p->nblock; k++) {
    const con_Block* b = p->block[k];
    for (int i = b->efc; i < b->efc + b->nefc; i++) {
      sum += 0.5 * d->efc_force[i] * d->efc_force[i] * d->efc_R[i];
    }
  }
  return sum;
}

bool solve_noslip(const dual_Problem* p) {
  mjData* d = p->d;
  cost_Count count;
  solve_Budget budget = budget_make(p->work);
  const int before = p->island < mjNISLAND ? d->solver_niter[p->island] : 0;
  int iter = 0;
  dual_states(p, d->efc_force, &count);
  while (iter < p->m->opt.noslip_iterations && budget_next(&budget)) {
    const mjtNum improvement = p->scale * sweep(p, iter ? 0 : regularisation(p));
    dual_states(p, d->efc_force, &count);
    const mjSolverStat stat = {
        .improvement = improvement, .nactive = count.nactive, .nchange = count.nchange};
    stat_save(d, p->island, before + iter, &stat);
    iter++;
    if (improvement < p->m->opt.noslip_tolerance) break;
  }
  if (budget.isCut) warning_solveCut(d, iter);
  if (p->island < mjNISLAND) d->solver_niter[p->island] = before + iter;
  return true;
}
