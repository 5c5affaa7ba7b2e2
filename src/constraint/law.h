// Penalty functions of constraint rows: cost s(x), force f = -ds/dx and active-set state at the
// residual x = J a - aref, with elliptic friction cones. Pure functions on `real`, lane-generic,
// and the only place with these formulas: solvers, line search, inverse dynamics and derivatives
// use them.
//   equality   D x^2/2
//   friction   D x^2/2 up to |x| = R f, linear beyond: the force is at most f
//   one-sided  D x^2/2 where x < 0
//   cone       elliptic contacts, with N = mu x0, U = friction * tangents of x, T = |U|:
//              0 in the top zone N >= mu T, D x^2/2 in the bottom zone mu N + T <= 0, and between
//              them, where contacts slide, Dm (N - mu T)^2/2 with Dm = D0/(mu^2 (1 + mu^2))
#ifndef SINEW_CONSTRAINT_LAW_H_
#define SINEW_CONSTRAINT_LAW_H_

#include <sinew/data.h>

#include "math/vec.h"

enum { LAW_DIM = 6 };  // most rows of a cone

// ---- rows

// order: the cost is computed from the force
LANE_INLINE real law_quadratic(real x, real D, real* force) {
  *force = -(D * x);
  return -0.5 * *force * x;
}

LANE_INLINE real law_oneSided(real x, real D, real* force, mask* active) {
  *active = x < 0;
  const real in = lane_select(*active, x, lane_bc(0));
  *force = lane_select(*active, -(D * in), lane_bc(0));
  return -0.5 * *force * in;
}

// back, front: where the force is at its bound, opposing a negative or a positive x
LANE_INLINE real law_friction(real x, real D, real R, real most, real* force, mask* back,
                              mask* front) {
  const real edge = R * most, cost = law_quadratic(x, D, force);
  *back = x <= -edge;
  *front = x >= edge;
  const mask bound = *back | *front;
  if (!lane_any(bound)) return cost;
  const real f = lane_select(*back, most, -most);
  *force = lane_select(bound, f, *force);
  return lane_select(bound, -0.5 * edge * most - f * x, cost);
}

// ---- cones

typedef struct {
  mask top, middle, bottom;
} law_Zone;

LANE_INLINE law_Zone law_zone(real N, real T, real mu) {
  law_Zone z;
  z.top = (N >= mu * T) | ((T <= 0) & (N >= 0));
  z.bottom = lane_not(z.top) & ((mu * N + T <= 0) | ((T <= 0) & (N < 0)));
  z.middle = lane_not(z.top | z.bottom);
  return z;
}

// stiffness of the cone in its middle zone
LANE_INLINE real law_coneStiffness(real D0, real mu) { return D0 / (mu * mu * (1 + mu * mu)); }

// position of an x of length dim relative to the cone
typedef struct {
  real N, T;
  real U[LAW_DIM - 1];  // tangents, scaled by friction
} law_Cone;

LANE_INLINE law_Cone law_coneAt(const real* x, real mu, const real* friction, int dim) {
  law_Cone c;
  c.N = mu * x[0];
  for (int k = 0; k + 1 < dim; k++) c.U[k] = friction[k] * x[k + 1];
  c.T = lane_sqrt(vn_dot(c.U, c.U, dim - 1));
  return c;
}

LANE_INLINE real law_cone(const real* x, const real* D, real mu, const real* friction, int dim,
                          real* force, law_Zone* zone) {
  const law_Cone c = law_coneAt(x, mu, friction, dim);
  const law_Zone z = law_zone(c.N, c.T, mu);
  real cost = lane_bc(0);
  *zone = z;
  for (int k = 0; k < dim; k++) force[k] = lane_bc(0);
  if (lane_any(z.bottom)) {
    for (int k = 0; k < dim; k++) {
      real f;
      const real s = law_quadratic(x[k], D[k], &f);
      force[k] = lane_select(z.bottom, f, force[k]);
      cost = cost + lane_select(z.bottom, s, lane_bc(0));
    }
  }
  if (lane_any(z.middle)) {
    const real Dm = law_coneStiffness(D[0], mu), along = c.N - mu * c.T;
    const real normal = -Dm * along * mu, ratio = normal / lane_select(z.middle, c.T, lane_bc(1));
    cost = lane_select(z.middle, 0.5 * Dm * along * along, cost);
    force[0] = lane_select(z.middle, normal, force[0]);
    for (int k = 0; k + 1 < dim; k++) {
      force[k + 1] = lane_select(z.middle, -ratio * c.U[k] * friction[k], force[k + 1]);
    }
  }
  return cost;
}

// Hessian (dim x dim) of the cost in the middle zone: Dm S G S with S = diag(mu, friction),
// G00 = 1, G0j = -mu Uj/T, Gjk = mu N Uj Uk/T^3 + delta_jk (mu^2 - mu N/T)
LANE_INLINE void law_coneHessian(real* H, const real* x, real D0, real mu, const real* friction,
                                 int dim) {
  const law_Cone c = law_coneAt(x, mu, friction, dim);
  const real Dm = law_coneStiffness(D0, mu);
  const real across = mu * c.N / (c.T * c.T * c.T), along = mu * mu - mu * c.N / c.T;
  H[0] = Dm * mu * mu;
  for (int j = 1; j < dim; j++) {
    const real Uj = c.U[j - 1];
    H[j] = H[j * dim] = Dm * mu * friction[j - 1] * (-mu / c.T * Uj);
    for (int k = 1; k <= j; k++) {
      const real G = across * Uj * c.U[k - 1] + (j == k ? along : lane_bc(0));
      H[j * dim + k] = H[k * dim + j] = Dm * friction[k - 1] * friction[j - 1] * G;
    }
  }
}

// ---- cones along a line x + alpha v
// Costs are computed as differences from alpha = 0, so that small ones keep their precision.

typedef struct {
  real mu, Dm;
  real U0, V0;          // normal U0 + alpha V0
  real UU, UV, VV, T0;  // tangent^2 = UU + alpha (2 UV + alpha VV); T0 at alpha = 0
  real q0, q1, q2;      // cost of the bottom zone q0 + alpha q1 + alpha^2 q2
  law_Zone zone;        // at alpha = 0
} law_ConeLine;

LANE_INLINE law_ConeLine law_coneLine(const real* x, const real* v, const real* D, real mu,
                                      const real* friction, int dim) {
  law_ConeLine c = {.mu = mu, .Dm = law_coneStiffness(D[0], mu), .U0 = mu * x[0], .V0 = mu * v[0]};
  for (int k = 1; k < dim; k++) {
    const real U = friction[k - 1] * x[k], V = friction[k - 1] * v[k];
    c.UU = c.UU + U * U;
    c.UV = c.UV + U * V;
    c.VV = c.VV + V * V;
  }
  // order: D times x first
  for (int k = 0; k < dim; k++) {
    c.q0 = c.q0 + 0.5 * (x[k] * (D[k] * x[k]));
    c.q1 = c.q1 + v[k] * (D[k] * x[k]);
    c.q2 = c.q2 + 0.5 * (v[k] * (D[k] * v[k]));
  }
  c.T0 = lane_sqrt(c.UU);
  c.zone = law_zone(c.U0, c.T0, mu);
  return c;
}

// cost at alpha, in zone `to` at (N, T), minus that at 0
LANE_INLINE real law_coneChange(const law_ConeLine* c, real alpha, law_Zone to, real N, real T) {
  const law_Zone from = c->zone;
  const real mu = c->mu, half = 0.5 * c->Dm;
  real change = lane_bc(0);  // from the top to the top
  if (lane_any(to.bottom & lane_not(from.middle))) {
    const real dq = alpha * alpha * c->q2 + alpha * c->q1;
    change = lane_select(to.bottom, lane_select(from.top, dq + c->q0, dq), change);
  }
  if (lane_any(from.top & to.middle)) {
    const real end = N - mu * T;
    change = lane_select(from.top & to.middle, half * end * end, change);
  }
  change = lane_select(from.bottom & to.top, -c->q0, change);
  // order: the quadratic change is computed again, for steps between the bottom and the middle
  const mask leaves = from.bottom & to.middle, enters = from.middle & to.bottom;
  if (lane_any(leaves | enters)) {
    const real dq = alpha * (c->q1 + alpha * c->q2);
    const real over = lane_select(leaves, mu * N + T, mu * c->U0 + c->T0),
               square = half * over * over;
    change = lane_select(leaves, dq - square, lane_select(enters, dq + square, change));
  }
  if (lane_any(from.middle & lane_not(to.bottom))) {
    const real start = c->U0 - mu * c->T0, sum = T + c->T0;
    const real e = alpha * c->V0 - mu * (alpha * (2 * c->UV + alpha * c->VV) /
                                         lane_select(sum > 0, sum, lane_bc(1)));
    change = lane_select(from.middle & to.middle, half * e * (2 * start + e), change);
    change = lane_select(from.middle & to.top, -half * start * start, change);
  }
  return change;
}

// adds the cost minus that at 0, the slope and the curvature at alpha
LANE_INLINE void law_addConeLine(const law_ConeLine* c, real alpha, real* cost, real* slope,
                                 real* curve) {
  const real mu = c->mu, N = c->U0 + alpha * c->V0;
  const real TT = c->UU + alpha * (2 * c->UV + alpha * c->VV);
  const real T = lane_sqrt(lane_select(TT > 0, TT, lane_bc(0)));
  const law_Zone z = law_zone(N, T, mu);
  *cost = *cost + law_coneChange(c, alpha, z, N, T);
  if (lane_any(z.bottom)) {
    *slope = lane_select(z.bottom, *slope + (2 * alpha * c->q2 + c->q1), *slope);
    *curve = lane_select(z.bottom, *curve + 2 * c->q2, *curve);
  }
  if (lane_any(z.middle)) {
    const real safe = lane_select(z.middle, T, lane_bc(1));
    const real half = c->UV + alpha * c->VV, T1 = half / safe;
    const real T2 = c->VV / safe - half * T1 / (safe * safe);
    const real along = N - mu * T, along1 = c->V0 - mu * T1;
    *slope = lane_select(z.middle, *slope + c->Dm * along * along1, *slope);
    *curve = lane_select(z.middle, *curve + c->Dm * (along1 * along1 - along * (mu * T2)), *curve);
  }
}

// ---- the same cones as functions of the force

// zone of a force f of length dim: top where it is inside the friction cone
LANE_INLINE law_Zone law_zoneOfForce(const real* f, real mu, const real* friction, int dim) {
  real t[LAW_DIM - 1];
  for (int k = 1; k < dim; k++) t[k - 1] = f[k] / friction[k - 1];
  const real N = f[0] / mu, T = lane_sqrt(vn_dot(t, t, dim - 1));
  law_Zone z;
  z.top = mu * N >= T;
  z.bottom = lane_not(z.top) & (N + mu * T <= 0);
  z.middle = lane_not(z.top | z.bottom);
  return z;
}

#endif
