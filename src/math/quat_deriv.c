// Derivatives of quaternion difference and integration, in the tangent space of rotation vectors.
// mjd_subQuat: the inverse left and right Jacobians of SO(3); mjd_quatIntegrate: the right Jacobian
// and the transposed rotation (Sola, Deray, Atchuthan, "A micro Lie theory", 2018, 142-147). Small
// angles use Taylor series, where the closed forms lose digits.
#include <sinew/math.h>

#include "math/elementary.h"
#include "math/quat.h"

// half angle below which (1 - h/tan h) is rounding noise
static const mjtNum MIN_HALF = 6e-8;
// angle below which the series of degree six is exact to rounding
static const mjtNum SERIES_ANGLE = 1.0 / 32;

// mat = one*1 + cross*[v] + outer*v v', [v] the cross-product matrix
static void assemble(mjtNum mat[9], const mjtNum v[3], mjtNum one, mjtNum cross, mjtNum outer) {
  const mjtNum c[3] = {cross * v[0], cross * v[1], cross * v[2]};
  const mjtNum o[3] = {outer * v[0], outer * v[1], outer * v[2]};
  v3_set(mat, one + o[0] * v[0], o[0] * v[1] - c[2], o[0] * v[2] + c[1]);
  v3_set(mat + 3, o[0] * v[1] + c[2], one + o[1] * v[1], o[1] * v[2] - c[0]);
  v3_set(mat + 6, o[0] * v[2] - c[1], o[1] * v[2] + c[0], one + o[2] * v[2]);
}

void mjd_subQuat(const mjtNum qa[4], const mjtNum qb[4], mjtNum Da[9], mjtNum Db[9]) {
  mjtNum axis[3], J[9];
  quat_sub(axis, qa, qb);
  const mjtNum half = 0.5 * v3_normalize(axis);

  // J = 1 + half K + coef K^2, K = [axis], K^2 = axis axis' - 1
  mjtNum coef = 0;
  if (half >= MIN_HALF) {
    mjtNum s, c;
    lane_sincos(half, &s, &c);
    coef = 1 - half * c / s;
  }
  assemble(J, axis, 1 - coef, half, coef);
  if (Da) m3_copy(Da, J);
  if (Db) {
    m3_transpose(Db, J);
    for (int i = 0; i < 9; i++) Db[i] = -Db[i];
  }
}

// sin x / x, (1 - cos x)/x^2, (x - sin x)/x^3, cos x
static void sincRatios(mjtNum x, mjtNum* s1, mjtNum* c2, mjtNum* s3, mjtNum* cosx) {
  if (x <= SERIES_ANGLE) {
    const mjtNum y = x * x;
    *s1 = 1 - y / 6 * (1 - y / 20 * (1 - y / 42));
    *c2 = 0.5 * (1 - y / 12 * (1 - y / 30 * (1 - y / 56)));
    *s3 = (1 - y / 20 * (1 - y / 42 * (1 - y / 72))) / 6;
    *cosx = 1 - y * *c2;
  } else {
    mjtNum s, c;
    lane_sincos(x, &s, &c);
    *s1 = s / x;
    *c2 = (1 - c) / (x * x);
    *s3 = (x - s) / (x * x * x);
    *cosx = c;
  }
}

void mjd_quatIntegrate(const mjtNum vel[3], mjtNum scale, mjtNum Dquat[9], mjtNum Dvel[9],
                       mjtNum Dscale[3]) {
  mjtNum s[3], s1, c2, s3, cosx, J[9];
  v3_scl(s, vel, scale);
  sincRatios(v3_norm(s), &s1, &c2, &s3, &cosx);
  if (Dquat) assemble(Dquat, s, cosx, -s1, c2);
  assemble(J, s, s1, -c2, s3);
  if (Dvel) m3_copy(Dvel, J);
  if (Dscale) m3_mulVec(Dscale, J, vel);
}
