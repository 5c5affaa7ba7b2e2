// Force of one contact with an elliptic friction cone in a sweep of projected Gauss-Seidel:
// projection onto its cone, and minimum of the dual cost over its rows by a step along the ray and
// a QCQP over its tangents.
//   force, its matrix and residual -> force
#include "solve/cone_force.h"

#include <sinew/math.h>

#include "math/dense.h"
#include "solve/qcqp.h"

void cone_clamp(mjtNum* f, const mjtNum* friction, int n) {
  if (f[0] < 0) {
    dense_zero(f, n);
    return;
  }
  mjtNum sum = 0;
  for (int k = 1; k < n; k++) sum += f[k] * f[k] / (friction[k - 1] * friction[k - 1]);
  if (sum <= f[0] * f[0]) return;
  // order: the quotient inside the square root
  const mjtNum scl = __builtin_sqrt(f[0] * f[0] / sum);
  for (int k = 1; k < n; k++) f[k] *= scl;
}

// exact minimum along the ray through f: normal force, and tangents in proportion
static void moveRay(mjtNum* f, const mjtNum* A, const mjtNum* res, int n) {
  mjtNum Av[6] = {0}, v[6];
  for (int i = 0; i < n; i++) Av[i] = dense_dot(A + i * n, f, n);
  const mjtNum vAv = dense_dot(f, Av, n);
  if (vAv < mjMINVAL) return;
  mjtNum x = -dense_dot(f, res, n) / vAv;
  if (f[0] + x * f[0] < 0) x = -1;
  dense_copy(v, f, n);
  for (int i = 0; i < n; i++) f[i] += x * v[i];
}

// minimum over the tangents for a fixed normal force
static void moveTangents(mjtNum* f, const mjtNum* old, const mjtNum* A, const mjtNum* res,
                         const mjtNum* friction, int n) {
  const int t = n - 1;
  mjtNum Ac[25], bc[5];
  if (f[0] < mjMINVAL) {
    dense_zero(f + 1, t);
    return;
  }
  for (int i = 0; i < t; i++) {
    const mjtNum* row = A + (i + 1) * n;
    dense_copy(Ac + i * t, row + 1, t);
    bc[i] = res[i + 1] - dense_dot(Ac + i * t, old + 1, t) + row[0] * (f[0] - old[0]);
  }
  qcqp_solve(f + 1, Ac, bc, friction, f[0], t);
}

void cone_minimum(mjtNum* f, const mjtNum* old, const mjtNum* A, const mjtNum* res, mjtNum inv,
                  const mjtNum* friction, int n) {
  dense_copy(f, old, n);
  if (f[0] < mjMINVAL) {  // odd: tip of the cone
    f[0] = mju_max(0, f[0] - res[0] * inv);
    dense_zero(f + 1, n - 1);
  } else {
    moveRay(f, A, res, n);
  }
  moveTangents(f, old, A, res, friction, n);
}

mjtNum cone_change(const mjtNum* f, const mjtNum* old, const mjtNum* A, const mjtNum* res, int n) {
  mjtNum delta[6], dAd = 0;
  for (int k = 0; k < n; k++) delta[k] = f[k] - old[k];
  for (int k = 0; k < n; k++) dAd += delta[k] * dense_dot(A + k * n, delta, n);
  return 0.5 * dAd + dense_dot(delta, res, n);  // order: dot products with the rows of A
}
