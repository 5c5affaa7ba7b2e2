// Warm start in SIMD lanes (warm_start.c in one world): each lane starts at the acceleration of the
// last step if its cost is not higher than that of the unconstrained one, with one choice for all
// islands; forces of rows.
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
  return lane_select(p->of->plain, cost + sum, total);
}

// order: that of cost_update: a sum for each kind; sets forces and zones at jar
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
  return lane_select(p->of->plain, cost + sum, total);
}

void LANE(newton_forces)(const newton_Lanes* p) { warmCost(p); }

// Ma = M qacc_warmstart; 1/2 (Ma - qfrc_smooth).(qacc_warmstart - qacc_smooth)
static real gaussCost(const newton_Lanes* p) {
  const lane_Problem* of = p->of;
  LANE(newton_inertia)(p, p->Ma, of->qacc_warmstart);
  for (int i = 0; i < p->nv; i++) {
    p->grad[i] = p->Ma[i] - of->qfrc_smooth[i];
    p->z[i] = of->qacc_warmstart[i] - of->qacc_smooth[i];
  }
  return 0.5 * vn_dot(p->grad, p->z, p->nv);
}

// ---- choice

// Jv: rows at the unconstrained acceleration
static void smoothRows(const newton_Lanes* p) {
  LANE(newton_mulJac)(p, p->Jv, p->of->qacc_smooth);
  for (int i = 0; i < p->rows->nefc; i++) p->Jv[i] -= p->rows->aref[i];
}

// lanes whose unconstrained start costs less switch to it; its rows are in Jv
static void blendSmooth(const newton_Lanes* p, mask smooth) {
  const lane_Problem* of = p->of;
  real* Ma = p->Mv;
  LANE(newton_inertia)(p, Ma, of->qacc_smooth);
  for (int i = 0; i < p->nv; i++) {
    p->qacc[i] = lane_select(smooth, of->qacc_smooth[i], p->qacc[i]);
    p->Ma[i] = lane_select(smooth, Ma[i], p->Ma[i]);
  }
  for (int i = 0; i < p->rows->nefc; i++) p->jar[i] = lane_select(smooth, p->Jv[i], p->jar[i]);
  LANE(newton_forces)(p);
}

static mask isSmooth(const newton_Lanes* p, real least, real last) {
  const mask smooth = last + gaussCost(p) > least;
  return p->of->m->opt.disableflags & mjDSBL_WARMSTART ? lane_bci(-1) : smooth;
}

void LANE(newton_start)(const newton_Lanes* p) {
  const lane_Problem* of = p->of;
  LANE(newton_residuals)(p, p->Jv, of->qacc_smooth, p->jar, of->qacc_warmstart);
  for (int i = 0; i < p->nv; i++) p->qacc[i] = of->qacc_warmstart[i];
  const real least = smoothCost(p, p->Jv), last = warmCost(p);
  const mask smooth = isSmooth(p, least, last);
  if (lane_any(smooth)) blendSmooth(p, smooth);
}

// ---- islands

// rows of an island at both starts
// order: at the unconstrained start the sums are those of the whole
static void bothRows(const newton_Lanes* whole, const newton_Lanes* p) {
  const lane_Problem* of = p->of;
  LANE(newton_mulJac)(p, p->jar, of->qacc_warmstart);
  for (int i = 0; i < p->rows->nefc; i++) {
    p->jar[i] -= p->rows->aref[i];
    p->Jv[i] = whole->Jv[of->row[i]];
  }
}

static void startIsland(const newton_Lanes* whole, const newton_Lanes* p, mask smooth) {
  const lane_Problem* of = p->of;
  for (int i = 0; i < p->nv; i++) {
    p->qacc[i] = of->qacc_warmstart[i];
    p->Ma[i] = whole->Ma[of->dof[i]];
  }
  if (!lane_any(smooth & of->lanes)) return;
  smoothRows(p);
  blendSmooth(p, smooth);
}

// order: costs are summed island after island, the Gauss cost last
void LANE(newton_startIslands)(const newton_Lanes* whole, const newton_Lanes* island, int n) {
  real least = lane_bc(0), last = least;
  smoothRows(whole);
  for (int k = 0; k < n; k++) {
    const newton_Lanes* p = island + k;
    bothRows(whole, p);
    least += lane_select(p->of->lanes, smoothCost(p, p->Jv), lane_bc(0));
    last += lane_select(p->of->lanes, warmCost(p), lane_bc(0));
  }
  const mask smooth = isSmooth(whole, least, last);
  for (int k = 0; k < n; k++) startIsland(whole, island + k, smooth);
}

#endif
