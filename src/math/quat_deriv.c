// Analytic derivatives of quaternion difference and integration, in the tangent space of rotation
// vectors. mjd_subQuat: the inverse left and right Jacobians of SO(3); mjd_quatIntegrate: the right
// Jacobian and the transposed rotation (Sola, Deray, Atchuthan, "A micro Lie theory", 2018,
// 142-147). Small angles use Taylor series, where the closed forms lose digits.
#include <math.h>

#include <sinew/math.h>

#include "base/args.h"
#include "math/elementary.h"
#include "math/quat.h"

// half angle below which (1 - h/tan h) is rounding noise
static const mjtNum MIN_HALF = 6e-8;
// angle below which the series of degree six is exact to rounding
static const mjtNum SERIES_ANGLE = 1.0 / 32;

// mat = diag + cross*[v] + outer*(v v' without its diagonal), [v] the cross-product matrix
static void assemble(mjtNum mat[9], const mjtNum v[3], const mjtNum diag[3], mjtNum cross,
                     mjtNum outer) {
  const mjtNum c[3] = {cross * v[0], cross * v[1], cross * v[2]};
  const mjtNum xy = outer * (v[0] * v[1]), xz = outer * (v[0] * v[2]), yz = outer * (v[1] * v[2]);
  v3_set(mat, diag[0], xy - c[2], xz + c[1]);
  v3_set(mat + 3, xy + c[2], diag[1], yz - c[0]);
  v3_set(mat + 6, xz - c[1], yz + c[0], diag[2]);
}

void mjd_subQuat(const mjtNum qa[4], const mjtNum qb[4], mjtNum Da[9], mjtNum Db[9]) {
  if (!Da && !Db) return;
  ARGS_NEED(qa, qb);
  mjtNum axis[3], J[9];
  quat_sub(axis, qa, qb);
  const mjtNum half = 0.5 * v3_normalize(axis);

  // J = 1 + half K + coef K^2, K = [axis], K^2 = axis axis' - 1
  const mjtNum coef = half < MIN_HALF ? 0 : 1 - half / lane_tan(half);
  const mjtNum xx = axis[0] * axis[0], yy = axis[1] * axis[1], zz = axis[2] * axis[2];
  const mjtNum diag[3] = {1 - coef * (yy + zz), 1 - coef * (xx + zz), 1 - coef * (xx + yy)};
  assemble(J, axis, diag, half, coef);
  if (Da) m3_copy(Da, J);
  if (Db) {
    m3_transpose(Db, J);
    for (int i = 0; i < 9; i++) Db[i] = -Db[i];
  }
}

// square = x^2 -> sin x / x, (1 - cos x)/x^2, (x - sin x)/x^3, cos x
static void sincRatios(mjtNum square, mjtNum* s1, mjtNum* c2, mjtNum* s3, mjtNum* cosx) {
  const mjtNum x = sqrt(square), y = square;
  if (x <= SERIES_ANGLE) {
    *s1 = 1 - y / 6 * (1 - y / 20 * (1 - y / 42));
    *c2 = 0.5 * (1 - y / 12 * (1 - y / 30 * (1 - y / 56)));
    *s3 = (1 - y / 20 * (1 - y / 42 * (1 - y / 72))) / 6;
    *cosx = 1 - y * *c2;
  } else {
    mjtNum s, c;
    lane_sincos(x, &s, &c);
    *s1 = s / x;
    *c2 = (1 - c) / y;
    *s3 = (1 - *s1) / y;
    *cosx = c;
  }
}

void mjd_quatIntegrate(const mjtNum vel[3], mjtNum scale, mjtNum Dquat[9], mjtNum Dvel[9],
                       mjtNum Dscale[3]) {
  ARGS_NEED(vel);
  mjtNum s[3], diag[3], s1, c2, s3, cosx, J[9];
  v3_scl(s, vel, scale);
  const mjtNum squares[3] = {s[0] * s[0], s[1] * s[1], s[2] * s[2]};
  sincRatios(v3_dot(s, s), &s1, &c2, &s3, &cosx);
  if (Dquat) {
    for (int i = 0; i < 3; i++) diag[i] = cosx + c2 * squares[i];
    assemble(Dquat, s, diag, -s1, c2);
  }
  for (int i = 0; i < 3; i++) diag[i] = s1 + s3 * squares[i];
  assemble(J, s, diag, -c2, s3);
  if (Dvel) m3_copy(Dvel, J);
  if (Dscale) m3_mulVec(Dscale, J, vel);
}
