// Forces of four contacts with elliptic friction cones, dim 3, in a sweep of projected
// Gauss-Seidel, computed at once with SIMD: cone_force.c and qcqp.c with masks for every branch.
#ifndef SINEW_SOLVE_CONE_FOUR_H_
#define SINEW_SOLVE_CONE_FOUR_H_

#include <sinew/types.h>

#include "math/four.h"
#include "solve/qcqp.h"

// order: as dense_dot with two and three terms
LANE_INLINE four_Double cones_dot2(const four_Double* a, const four_Double* b) {
  return 0 + (a[0] * b[0] + a[1] * b[1]);
}
LANE_INLINE four_Double cones_dot3(const four_Double* a, const four_Double* b) {
  return 0 + (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

// ---- tangents

// v = -(A + la)^-1 b, bend = v'(A + la)^-1 v; returns where the matrix is regular
LANE_INLINE four_Mask cones_invert(four_Double v[2], four_Double* bend, const four_Double A[4],
                                   const four_Double b[2], four_Double la) {
  const four_Double a00 = A[0] + la, a11 = A[3] + la, a01 = A[1];
  const four_Double det = a00 * a11 - a01 * a01;
  const four_Double inv = 1 / det, p00 = a11 * inv, p11 = a00 * inv, p01 = -a01 * inv;
  v[0] = -p00 * b[0] - p01 * b[1];
  v[1] = -p01 * b[0] - p11 * b[1];
  *bend = p00 * v[0] * v[0] + 2 * p01 * v[0] * v[1] + p11 * v[1] * v[1];
  return ~(det < QCQP_LEAST);
}

// Newton's method on the multiplier; returns the final v and multiplier, 0 where the matrix is
// singular
LANE_INLINE void cones_multiplier(four_Double v[2], four_Double* la, const four_Double B[4],
                                  const four_Double c[2], four_Double r) {
  four_Mask open = ~(four_Mask){0};
  *la = v[0] = v[1] = four_bc(0);
  for (int iter = 0; iter < QCQP_ITERATIONS && four_any(open); iter++) {
    four_Double w[2], bend;
    const four_Mask regular = cones_invert(w, &bend, B, c, *la);
    for (int i = 0; i < 2; i++) {
      v[i] = four_select(open, four_select(regular, w[i], four_bc(0)), v[i]);
    }
    *la = four_select(open & ~regular, four_bc(0), *la);
    const four_Double violation = cones_dot2(w, w) - r * r;
    open &= regular & ~(violation < QCQP_LEAST);
    if (!four_any(open)) break;
    const four_Double step = violation / (2 * bend);
    open &= ~(step < QCQP_LEAST);
    *la = four_select(open, *la + step, *la);
  }
}

// x minimizes x'Ax/2 + b.x with sum (x_k/mu_k)^2 <= r^2
LANE_INLINE void cones_ellipse(four_Double x[2], const four_Double A[4], const four_Double b[2],
                               const four_Double mu[2], four_Double r) {
  const four_Double c[2] = {b[0] * mu[0], b[1] * mu[1]};
  const four_Double B[4] = {A[0] * mu[0] * mu[0], A[1] * mu[0] * mu[1], A[2] * mu[1] * mu[0],
                            A[3] * mu[1] * mu[1]};
  four_Double v[2], la;
  cones_multiplier(v, &la, B, c, r);
  x[0] = v[0] * mu[0];
  x[1] = v[1] * mu[1];
  const four_Double sum = 0 + x[0] * x[0] / (mu[0] * mu[0]) + x[1] * x[1] / (mu[1] * mu[1]);
  const four_Double scl = four_sqrt(r * r / four_select(sum > mjMINVAL, sum, four_bc(mjMINVAL)));
  for (int i = 0; i < 2; i++) x[i] = four_select(la != 0, x[i] * scl, x[i]);
}

// ---- contact

// exact minimum along the ray to old
LANE_INLINE void cones_ray(four_Double f[3], const four_Double old[3], const four_Double A[9],
                           const four_Double res[3]) {
  const four_Double Av[3] = {cones_dot3(A, old), cones_dot3(A + 3, old), cones_dot3(A + 6, old)};
  const four_Double vAv = cones_dot3(old, Av);
  four_Double x = -cones_dot3(old, res) / vAv;
  x = four_select(old[0] + x * old[0] < 0, four_bc(-1), x);
  for (int i = 0; i < 3; i++) f[i] = four_select(vAv < mjMINVAL, old[i], old[i] + x * old[i]);
}

// cone_minimum; scalars: 1/A[0], friction
LANE_INLINE void cones_minimum(four_Double f[3], const four_Double old[3], const four_Double A[9],
                               const four_Double res[3], const four_Double scalars[3]) {
  const four_Double zero = four_bc(0), up = old[0] - res[0] * scalars[0];
  const four_Mask tip = old[0] < mjMINVAL;
  cones_ray(f, old, A, res);
  f[0] = four_select(tip, four_select(0 >= up, zero, up), f[0]);
  const four_Double Ac[4] = {A[4], A[5], A[7], A[8]};
  const four_Double move = f[0] - old[0];
  const four_Double bc[2] = {res[1] - cones_dot2(Ac, old + 1) + A[3] * move,
                             res[2] - cones_dot2(Ac + 2, old + 1) + A[6] * move};
  cones_ellipse(f + 1, Ac, bc, scalars + 1, f[0]);
  for (int i = 1; i < 3; i++) f[i] = four_select(f[0] < mjMINVAL, zero, f[i]);
}

// cone_change
LANE_INLINE four_Double cones_change(const four_Double f[3], const four_Double old[3],
                                     const four_Double A[9], const four_Double res[3]) {
  const four_Double delta[3] = {f[0] - old[0], f[1] - old[1], f[2] - old[2]};
  four_Double dAd = four_bc(0);
  for (int k = 0; k < 3; k++) dAd += delta[k] * cones_dot3(A + 3 * k, delta);
  return 0.5 * dAd + cones_dot3(delta, res);
}

#endif
