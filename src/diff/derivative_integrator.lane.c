// Derivative of the integrator's matrix M - h D (implicit, implicitfast): the terms from inertia,
// that is from M and from the bias force (Coriolis and centrifugal, RNE):
//   E = (dM)(qacc - acc) - h d(bias_v acc)
// The first is inverse dynamics at rest, without gravity, with acceleration qacc - acc. The bias is
// quadratic in the velocity, so that its derivative along acc is, exactly,
//   bias_v(v) acc = (bias(v + acc) - bias(v - acc)) / 2,   d/dv of it: bias_v at velocity acc.
// implicit has all rows of it, implicitfast only those of bodies that move alone on a free joint.
//   qacc, acc, qvel, cdof, cinert -> E
#include "diff/derivative_pass.h"
#include "dyn/derivative.h"
#include "math/vec.h"

typedef struct {
  const lane_Model* m;
  lane_Data* d;
  diff_Work* w;
  pass_Motion at;
  real* vec;  // (nv) of the motion
  bool lone;
} Part;

// E += scl d RNE at a motion
static void add(const Part* p, const real* qvel, const real* qacc, real* q, real* v, real scl) {
  pass_Motion at = p->at;
  const diff_Matrix res = {.q = q, .v = v, .stride = p->w->E.stride};
  at.qvel = qvel;
  at.qacc = qacc;
  LANE(pass_move)(p->m, p->d, &at);
  LANE(pass_rne)(p->m, p->d, &at, NULL, p->lone && qvel, scl, &res);
}

static void addInertia(const Part* p) {
  const int nv = (int)p->m->nv;
  for (int i = 0; i < nv; i++) p->vec[i] = p->w->qacc[i] - p->w->acc[i];
  add(p, NULL, p->vec, p->w->E.q, NULL, lane_bc(1));
}

static void addBias(const Part* p) {
  const int nv = (int)p->m->nv;
  const real h = lane_opt(p->m, timestep);
  for (int side = -1; side <= 1; side += 2) {
    for (int i = 0; i < nv; i++) p->vec[i] = p->d->qvel[i] + p->w->acc[i] * side;
    if (p->w->E.q) add(p, p->vec, NULL, p->w->E.q, NULL, -0.5 * h * side);
  }
  if (p->w->E.v) add(p, p->w->acc, NULL, NULL, p->w->E.v, -h);
}

static bool hasLone(const lane_Model* m) {
  for (int b = 1; b < m->nbody; b++) {
    if (deriv_isLoneFree(m, b)) return true;
  }
  return false;
}

void LANE(diff_integrator)(const lane_Model* m, lane_Data* d, diff_Work* w) {
  const int integrator = m->opt.integrator, nv = (int)m->nv;
  Part p = {.m = m, .d = d, .w = w, .lone = integrator == mjINT_IMPLICITFAST};
  const bool bias = integrator == mjINT_IMPLICIT || (p.lone && hasLone(m));
  if (!w->E.q && !w->E.v) return;
  lane_mark(d);
  real* at = diff_scratch(d, PASS_BODY * (int)m->nbody + (PASS_DOF + 1) * nv);
  if (at) {
    p.vec = at;
    p.at = LANE(pass_place)(m, at + nv);
    if (w->E.q && !(w->without & SLOPE_INERTIA)) addInertia(&p);
    if (bias && !(w->without & SLOPE_BIAS)) addBias(&p);
  }
  lane_free(d);
}
