// Nonlinear conjugate gradients (Hager, Zhang 2005) in SIMD lanes (conjugate.c in one world): lanes
// iterate together, each until its own convergence test ends it.
//   qacc, Ma, jar, force, active at the start -> the same at the end; frc
#include "solve/lane_newton.h"

#if LANE_W > 1

#include "solve/primal.h"

// z = M^-1 grad
static void precondition(const newton_Lanes* p) {
  for (int i = 0; i < p->nv; i++) p->z[i] = p->grad[i];
  LANE(newton_inertiaSolve)(p, p->z);
}

// order: that of hagerZhang in conjugate.c
static real hagerZhang(const newton_Lanes* p, const real* y, const real* u) {
  const int nv = p->nv;
  const real dy = vn_dot(p->search, y, nv);
  const real norm = lane_sqrt(vn_dot(p->search, p->search, nv));
  const real slope = lane_sqrt(vn_dot(p->grad, p->grad, nv));
  const real size = norm * lane_select(PRIMAL_ETA <= slope, lane_bc(PRIMAL_ETA), slope);
  const real least = -1 / lane_select(mjMINVAL >= size, lane_bc(mjMINVAL), size);
  const real yz = vn_dot(y, p->z, nv), yu = vn_dot(y, u, nv);
  const real beta = (yz - 2 * (yu / dy) * vn_dot(p->search, p->grad, nv)) / dy;
  return lane_select(dy < mjMINVAL, lane_bc(0), lane_select(least >= beta, least, beta));
}

// search = -z + beta search; computes the changes of grad (y) and z (u) in the last step
static void turn(const newton_Lanes* p, real* y, real* u) {
  precondition(p);
  for (int i = 0; i < p->nv; i++) {
    y[i] = p->grad[i] - y[i];
    u[i] = p->z[i] - u[i];
  }
  const real beta = hagerZhang(p, y, u);
  for (int i = 0; i < p->nv; i++) p->search[i] = beta * p->search[i] - p->z[i];
}

static lint iterate(const newton_Lanes* p, mask live, real* y, real* u) {
  const double tol = p->of->m->opt.tolerance;
  lint niter = lane_bci(0);
  for (int i = 0; i < p->nv; i++) p->search[i] = 0 - p->z[i];
  for (int iter = 0; iter < p->of->m->opt.iterations && lane_any(live); iter++) {
    real alpha, cost, norm;
    LANE(newton_line)(p, live, &alpha, &cost);
    live = live & lane_not(alpha == 0);
    if (!lane_any(live)) break;
    LANE(newton_move)(p, &alpha, live);
    LANE(newton_forces)(p);
    for (int i = 0; i < p->nv; i++) {
      y[i] = p->grad[i];
      u[i] = p->z[i];
    }
    LANE(newton_gradient)(p, &norm);
    const real improvement = -p->of->scale * cost;
    niter -= live;
    live = live & lane_not(((improvement > 0) & (improvement < tol)) | (norm < tol));
    if (!lane_any(live)) break;
    turn(p, y, u);
  }
  return niter;
}

static lint solve(const newton_Lanes* p, real* differences) {
  real norm;
  LANE(newton_gradient)(p, &norm);
  precondition(p);
  const mask live = p->of->lanes & lane_not(LANE(newton_isNear)(p));
  return iterate(p, live, differences, differences + p->nv);
}

bool LANE(conjugate_solve)(newton_Lanes* p, lane_Data* d, lint* niter) {
  lane_mark(d);
  real* differences = lane_scratch(d, 2 * p->nv);
  p->quad = (newton_Quad*)lane_scratch(d, 4 * p->rows->nefc);
  const bool fits = differences && p->quad;
  if (fits) *niter = solve(p, differences);
  lane_free(d);
  return fits;
}

#endif
