// Start of a solve in lanes: in each the acceleration of the last step if its cost is not above
// that of the smooth one; forces of rows.
//   qacc_smooth, qacc_warmstart, rows -> qacc, Ma, jar, force, active
#include "solve/lane_newton.h"

#if LANE_W > 1

// ---- costs

// order: that of cost_value: equalities and friction in one sum, one-sided rows in another;
// contacts with cones are added one by one
static real smoothCost(const newton_Lanes* p, const real* jar) {
  const lane_Rows* r = p->rows;
  const int one = r->ne + r->nf;
  real cost = lane_bc(0), sum = lane_bc(0), force;
  mask back, front, active;
  for (int i = 0; i < r->ne; i++) cost += law_quadratic(jar[i], r->D[i], &force);
  for (int i = r->ne; i < one; i++) {
    cost += law_friction(jar[i], r->D[i], r->R[i], r->frictionloss[i], &force, &back, &front);
  }
  for (int i = one; i < one + p->none; i++) sum += law_oneSided(jar[i], r->D[i], &force, &active);
  if (!p->ncone) return cost + sum;
  real total = cost + sum;
  LANE(newton_coneCosts)(p, jar, &sum, &total);
  return lane_select(p->plain, cost + sum, total);
}

// order: that of cost_update: a sum for each kind; forces and zones are those of jar
static real warmCost(const newton_Lanes* p) {
  const lane_Rows* r = p->rows;
  const int one = r->ne + r->nf;
  real equality = lane_bc(0), friction = lane_bc(0), sum = lane_bc(0);
  const real* jar = p->jar;
  for (int i = 0; i < r->ne; i++) {
    equality += law_quadratic(jar[i], r->D[i], p->force + i);
    p->active[i] = lane_bci(-1);
  }
  for (int i = r->ne; i < one; i++) {
    mask back, front;
    friction +=
        law_friction(jar[i], r->D[i], r->R[i], r->frictionloss[i], p->force + i, &back, &front);
    p->active[i] = lane_not(back | front);
  }
  for (int i = one; i < one + p->none; i++) {
    sum += law_oneSided(jar[i], r->D[i], p->force + i, p->active + i);
  }
  const real cost = equality + friction;
  if (!p->ncone) return cost + sum;
  real total = cost + sum;
  LANE(newton_coneForces)(p, &sum, &total);
  return lane_select(p->plain, cost + sum, total);
}

void LANE(newton_forces)(const newton_Lanes* p) { warmCost(p); }

// Ma = M qacc_warmstart; 1/2 (Ma - qfrc_smooth).(qacc_warmstart - qacc_smooth)
static real gaussCost(const newton_Lanes* p) {
  const lane_Data* d = p->d;
  LANE(newton_inertia)(p, p->Ma, d->qacc_warmstart);
  for (int i = 0; i < p->nv; i++) {
    p->grad[i] = p->Ma[i] - d->qfrc_smooth[i];
    p->z[i] = d->qacc_warmstart[i] - d->qacc_smooth[i];
  }
  return 0.5 * vn_dot(p->grad, p->z, p->nv);
}

// ---- choice

// lanes whose smooth start costs less take it
static void blendSmooth(const newton_Lanes* p, mask smooth) {
  const lane_Data* d = p->d;
  real* Ma = p->Mv;
  LANE(newton_inertia)(p, Ma, d->qacc_smooth);
  for (int i = 0; i < p->nv; i++) {
    p->qacc[i] = lane_select(smooth, d->qacc_smooth[i], p->qacc[i]);
    p->Ma[i] = lane_select(smooth, Ma[i], p->Ma[i]);
  }
  for (int i = 0; i < p->rows->nefc; i++) p->jar[i] = lane_select(smooth, p->Jv[i], p->jar[i]);
  LANE(newton_forces)(p);
}

void LANE(newton_start)(const newton_Lanes* p) {
  const lane_Data* d = p->d;
  LANE(newton_residuals)(p, p->Jv, d->qacc_smooth, p->jar, d->qacc_warmstart);
  for (int i = 0; i < p->nv; i++) p->qacc[i] = d->qacc_warmstart[i];
  const real least = smoothCost(p, p->Jv), last = warmCost(p);
  mask smooth = last + gaussCost(p) > least;
  if (p->m->opt.disableflags & mjDSBL_WARMSTART) smooth = lane_bci(-1);
  if (lane_any(smooth)) blendSmooth(p, smooth);
}

#endif
