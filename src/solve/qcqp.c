// QCQP: quadratic cost in an ellipsoid, min x'Ax/2 + b.x with sum (x_k/mu_k)^2 <= r^2, n = 2, 3 or
// 5. Scaled to the unit ball; Newton's method on the Lagrange multiplier la of v'v = r^2, v = -(A +
// la)^-1 b.
#include "solve/qcqp.h"

#include "math/cholesky.h"
#include "math/dense.h"

enum { MOST = 5 };

// v = -(A + la)^-1 b, bend = v'(A + la)^-1 v; false: the matrix is singular
// order: n = 2 and 3 by the explicit inverse, 5 by a Cholesky factor
typedef bool (*Inverse)(mjtNum* v, mjtNum* bend, const mjtNum* A, const mjtNum* b, mjtNum la);

static bool invert2(mjtNum* v, mjtNum* bend, const mjtNum* A, const mjtNum* b, mjtNum la) {
  const mjtNum a00 = A[0] + la, a11 = A[3] + la, a01 = A[1];
  const mjtNum det = a00 * a11 - a01 * a01;
  if (det < QCQP_LEAST) return false;
  const mjtNum inv = 1 / det, p00 = a11 * inv, p11 = a00 * inv, p01 = -a01 * inv;
  v[0] = -p00 * b[0] - p01 * b[1];
  v[1] = -p01 * b[0] - p11 * b[1];
  *bend = p00 * v[0] * v[0] + 2 * p01 * v[0] * v[1] + p11 * v[1] * v[1];
  return true;
}

static bool invert3(mjtNum* v, mjtNum* bend, const mjtNum* A, const mjtNum* b, mjtNum la) {
  const mjtNum a00 = A[0] + la, a11 = A[4] + la, a22 = A[8] + la;
  const mjtNum a01 = A[1], a02 = A[2], a12 = A[5];
  const mjtNum c00 = a11 * a22 - a12 * a12, c01 = a02 * a12 - a01 * a22;
  const mjtNum c02 = a01 * a12 - a02 * a11, det = a00 * c00 + a01 * c01 + a02 * c02;
  if (det < QCQP_LEAST) return false;
  const mjtNum inv = 1 / det, p00 = c00 * inv, p01 = c01 * inv, p02 = c02 * inv;
  const mjtNum p11 = (a00 * a22 - a02 * a02) * inv, p12 = (a01 * a02 - a00 * a12) * inv;
  const mjtNum p22 = (a00 * a11 - a01 * a01) * inv;
  v[0] = -p00 * b[0] - p01 * b[1] - p02 * b[2];
  v[1] = -p01 * b[0] - p11 * b[1] - p12 * b[2];
  v[2] = -p02 * b[0] - p12 * b[1] - p22 * b[2];
  *bend = p00 * v[0] * v[0] + p11 * v[1] * v[1] + p22 * v[2] * v[2] +
          2 * (p01 * v[0] * v[1] + p02 * v[0] * v[2] + p12 * v[1] * v[2]);
  return true;
}

static bool invert5(mjtNum* v, mjtNum* bend, const mjtNum* A, const mjtNum* b, mjtNum la) {
  mjtNum L[MOST * MOST], w[MOST];
  dense_copy(L, A, MOST * MOST);
  for (int i = 0; i < MOST; i++) L[i * (MOST + 1)] += la;
  if (chol_factor(L, MOST, QCQP_LEAST) < MOST) return false;
  chol_solve(v, L, b, MOST);
  for (int i = 0; i < MOST; i++) v[i] = -v[i];
  chol_solve(w, L, v, MOST);
  *bend = dense_dot(v, w, MOST);
  return true;
}

static const Inverse inverses[MOST + 1] = {[2] = invert2, [3] = invert3, [5] = invert5};

// scales x onto the ellipsoid
static void project(mjtNum* x, const mjtNum* mu, mjtNum r, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i] / (mu[i] * mu[i]);
  const mjtNum scl = __builtin_sqrt(r * r / (sum > mjMINVAL ? sum : mjMINVAL));
  for (int i = 0; i < n; i++) x[i] *= scl;
}

void qcqp_solve(mjtNum* x, const mjtNum* A, const mjtNum* b, const mjtNum* mu, mjtNum r, int n) {
  mjtNum B[MOST * MOST], c[MOST], v[MOST] = {0}, bend, la = 0;
  for (int i = 0; i < n; i++) {
    c[i] = b[i] * mu[i];
    for (int j = 0; j < n; j++) B[i * n + j] = A[i * n + j] * mu[i] * mu[j];
  }
  for (int iter = 0; iter < QCQP_ITERATIONS; iter++) {
    if (!inverses[n](v, &bend, B, c, la)) {
      dense_zero(x, n);
      return;
    }
    const mjtNum violation = dense_dot(v, v, n) - r * r;
    if (violation < QCQP_LEAST) break;
    const mjtNum step = violation / (2 * bend);
    if (step < QCQP_LEAST) break;
    la += step;
  }
  for (int i = 0; i < n; i++) x[i] = v[i] * mu[i];
  if (la != 0) project(x, mu, r, n);
}
