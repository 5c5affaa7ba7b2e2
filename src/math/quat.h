// Quaternions (w,x,y,z), Hamilton product, rotations, exponential and logarithmic map,
// lane-generic. Rotations act as v' = q v q*; angular velocities are in the rotated (local) frame:
// the right factor of a product. The exact shortcuts (the identity copies, angle 0 gives the exact
// identity, a norm within mjMINVAL of 1 is not normalized) are part of the results: they keep bits
// that the formulas would round. Results may be the same array as an operand.
#ifndef SINEW_MATH_QUAT_H_
#define SINEW_MATH_QUAT_H_

#include "base/lane.h"
#include "math/elementary.h"
#include "math/vec.h"

LANE_INLINE void quat_unit(real res[4]) {
  v4_set(res, lane_bc(1), lane_bc(0), lane_bc(0), lane_bc(0));
}

// exactly (1,0,0,0)
LANE_INLINE mask quat_isUnit(const real quat[4]) {
  return (quat[0] == 1) & (quat[1] == 0) & (quat[2] == 0) & (quat[3] == 0);
}

// Squared norms whose rounded root is within mjMINVAL of 1: 18 neighboring doubles below 1, 9
// above.
#define QUAT_SQUARE_MIN 0x1.fffffffffffeep-1
#define QUAT_SQUARE_MAX 0x1.0000000000009p+0

// quat / |quat|; (1,0,0,0) if |quat| < mjMINVAL, unchanged if ||quat|-1| <= mjMINVAL; returns
// |quat|. A product of unit quaternions mostly stays unchanged: then nothing waits for the root and
// the division.
LANE_INLINE real quat_normalize(real quat[4]) {
  const real square = v4_dot(quat, quat);
  const mask keep = (square >= QUAT_SQUARE_MIN) & (square <= QUAT_SQUARE_MAX);
  const real norm = lane_sqrt(square);
  if (lane_all(keep)) return norm;
  const mask tiny = norm < mjMINVAL;
  const real inv = 1.0 / lane_select(tiny | keep, lane_bc(1), norm);
  v4_set(quat, lane_select(tiny, lane_bc(1), quat[0] * inv),
         lane_select(tiny, lane_bc(0), quat[1] * inv), lane_select(tiny, lane_bc(0), quat[2] * inv),
         lane_select(tiny, lane_bc(0), quat[3] * inv));
  return norm;
}

// conjugate: the inverse rotation
LANE_INLINE void quat_neg(real res[4], const real quat[4]) {
  v4_set(res, quat[0], -quat[1], -quat[2], -quat[3]);
}

#if LANE_W == 1 && defined(__AVX2__)
#define QUAT_REGISTER  // a quaternion of one world fits into one register
#endif

#ifdef QUAT_REGISTER
typedef double quat_Four __attribute__((vector_size(32)));
typedef int64_t quat_Signs __attribute__((vector_size(32)));

// b with its elements permuted to i, j, k, l, some negated
#define QUAT_TURNED(b, i, j, k, l, ...)                                                            \
  ((quat_Four)((quat_Signs)__builtin_shufflevector(b, b, i, j, k, l) ^ (quat_Signs){__VA_ARGS__}))

// order: that of the four products written out
LANE_INLINE void quat_mul(real res[4], const real a[4], const real b[4]) {
  const quat_Four q = {b[0], b[1], b[2], b[3]};
  const quat_Four x = QUAT_TURNED(q, 1, 0, 3, 2, LANE_SIGN, 0, LANE_SIGN, 0);
  const quat_Four y = QUAT_TURNED(q, 2, 3, 0, 1, LANE_SIGN, 0, 0, LANE_SIGN);
  const quat_Four z = QUAT_TURNED(q, 3, 2, 1, 0, LANE_SIGN, LANE_SIGN, 0, 0);
  const quat_Four sum = q * a[0] + x * a[1] + y * a[2] + z * a[3];
  v4_set(res, sum[0], sum[1], sum[2], sum[3]);
}
#else
LANE_INLINE void quat_mul(real res[4], const real a[4], const real b[4]) {
  v4_set(res, a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
         a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
         a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
         a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]);
}
#endif

// quat o (0, axis)
LANE_INLINE void quat_mulAxis(real res[4], const real q[4], const real axis[3]) {
  v4_set(res, -q[1] * axis[0] - q[2] * axis[1] - q[3] * axis[2],
         q[0] * axis[0] + q[2] * axis[2] - q[3] * axis[1],
         q[0] * axis[1] + q[3] * axis[0] - q[1] * axis[2],
         q[0] * axis[2] + q[1] * axis[1] - q[2] * axis[0]);
}

// rotates: t = w v + u x v; res = v + 2 u x t. The exact identity gives vec, except for the sign of
// zeros
// order: the products of w come first in each sum
LANE_INLINE void quat_turn(real res[3], const real vec[3], const real quat[4]) {
  const real* u = quat + 1;
  real t[3], c[3];
  t[0] = quat[0] * vec[0] + u[1] * vec[2] - u[2] * vec[1];
  t[1] = quat[0] * vec[1] + u[2] * vec[0] - u[0] * vec[2];
  t[2] = quat[0] * vec[2] + u[0] * vec[1] - u[1] * vec[0];
  v3_cross(c, u, t);
  v3_addScl(res, vec, c, lane_bc(2));
}

// the same, but copies vec if quat is exactly the identity
LANE_INLINE void quat_rotate(real res[3], const real vec[3], const real quat[4]) {
  real turned[3];
  quat_turn(turned, vec, quat);
  v3_select(res, quat_isUnit(quat), vec, turned);
}

// rotates by the inverse
LANE_INLINE void quat_rotateInv(real res[3], const real vec[3], const real quat[4]) {
  real conj[4];
  quat_neg(conj, quat);
  quat_rotate(res, vec, conj);
}

// rotation matrix as a quadratic form, without normalization: the exact identity gives the exact
// unit matrix
LANE_INLINE void quat_toMat(real res[9], const real q[4]) {
  const real ww = q[0] * q[0], xx = q[1] * q[1], yy = q[2] * q[2], zz = q[3] * q[3];
  const real wx = q[0] * q[1], wy = q[0] * q[2], wz = q[0] * q[3];
  const real xy = q[1] * q[2], xz = q[1] * q[3], yz = q[2] * q[3];
  v3_set(res, ww + xx - yy - zz, 2 * (xy - wz), 2 * (xz + wy));
  v3_set(res + 3, 2 * (xy + wz), ww - xx + yy - zz, 2 * (yz - wx));
  v3_set(res + 6, 2 * (xz - wy), 2 * (yz + wx), ww - xx - yy + zz);
}

// Quaternion of a rotation matrix with the largest of w,x,y,z as pivot p (w if the trace is
// positive, else by the largest diagonal element): p = sqrt(radicand)/2, the others are sums or
// differences of off-diagonals over 4p.
LANE_INLINE void quat_fromMat(real quat[4], const real m[9]) {
  const mask byW = m[0] + m[4] + m[8] > 0;
  const mask byX = lane_not(byW) & (m[0] > m[4]) & (m[0] > m[8]);
  const mask byY = lane_not(byW | byX) & (m[4] > m[8]);
  const real sw = m[7] - m[5], sx = m[2] - m[6], sy = m[3] - m[1];  // antisymmetric part
  const real xy = m[1] + m[3], xz = m[2] + m[6], yz = m[5] + m[7];  // symmetric part

  const real square =
      lane_select(byW, 1 + m[0] + m[4] + m[8],
                  lane_select(byX, 1 + m[0] - m[4] - m[8],
                              lane_select(byY, 1 - m[0] + m[4] - m[8], 1 - m[0] - m[4] + m[8])));
  const real pivot = 0.5 * lane_sqrt(square);
  const real w = lane_select(byX, sw, lane_select(byY, sx, sy));
  const real x = lane_select(byW, sw, lane_select(byY, xy, xz));
  const real y = lane_select(byW, sx, lane_select(byX, xy, yz));
  const real z = lane_select(byW, sy, lane_select(byX, xz, yz));
  v4_set(quat, lane_select(byW, pivot, 0.25 * w / pivot), lane_select(byX, pivot, 0.25 * x / pivot),
         lane_select(byY, pivot, 0.25 * y / pivot),
         lane_select(byW | byX | byY, 0.25 * z / pivot, pivot));
  quat_normalize(quat);
}

// (cos a/2, axis sin a/2); the exact identity if angle == 0
LANE_INLINE void quat_fromAxisAngle(real res[4], const real axis[3], real angle) {
  real s, c;
  lane_sincos(0.5 * angle, &s, &c);
  const mask none = angle == 0;
  v4_set(res, lane_select(none, lane_bc(1), c), lane_select(none, lane_bc(0), axis[0] * s),
         lane_select(none, lane_bc(0), axis[1] * s), lane_select(none, lane_bc(0), axis[2] * s));
}

// logarithmic map: rotation vector of quat (angle in (-pi,pi] times axis), divided by dt
LANE_INLINE void quat_toVel(real res[3], const real quat[4], real dt) {
  real axis[3];
  v3_copy(axis, quat + 1);
  const real s = v3_normalize(axis);
  const real full = 2 * lane_angle(s, quat[0]);
  const real angle = lane_select(full > mjPI, full - 2 * mjPI, full);
  v3_scl(res, axis, angle / dt);
}

// res = log(conj(b) o a): the rotation vector that takes b to a, in the frame of b
LANE_INLINE void quat_sub(real res[3], const real a[4], const real b[4]) {
  real diff[4];
  quat_neg(diff, b);
  quat_mul(diff, diff, a);
  quat_toVel(res, diff, lane_bc(1));
}

// time derivative (0, vel) o quat / 2, with vel in the outer frame: the one exception to the rule
// above
// odd: derivative of a quaternion in the outer frame
LANE_INLINE void quat_deriv(real res[4], const real q[4], const real vel[3]) {
  v4_set(res, 0.5 * (-vel[0] * q[1] - vel[1] * q[2] - vel[2] * q[3]),
         0.5 * (vel[0] * q[0] + vel[1] * q[3] - vel[2] * q[2]),
         0.5 * (-vel[0] * q[3] + vel[1] * q[0] + vel[2] * q[1]),
         0.5 * (vel[0] * q[2] - vel[1] * q[1] + vel[2] * q[0]));
}

// exponential map: quat = normalize(quat) o exp(vel*scale)
// order: normalized before the product, not after it
LANE_INLINE void quat_integrate(real quat[4], const real vel[3], real scale) {
  real axis[3], step[4];
  v3_copy(axis, vel);
  const real speed = v3_normalize(axis);
  quat_fromAxisAngle(step, axis, scale * speed);
  quat_normalize(quat);
  quat_mul(quat, quat, step);
}

// shortest rotation that takes the z axis to the direction of vec; the identity if vec is tiny,
// half a turn about x if vec points along -z
LANE_INLINE void quat_fromZ(real quat[4], const real vec[3]) {
  real dir[3], axis[3], turn[4];
  v3_copy(dir, vec);
  const mask tiny = v3_normalize(dir) < mjMINVAL;
  v3_set(axis, -dir[1], dir[0], lane_bc(0));  // z x dir
  const real s = v3_normalize(axis);
  const mask parallel = s < mjMINVAL;
  const mask back = lane_not(tiny) & parallel & (dir[2] < 0);
  const mask regular = lane_not(tiny | parallel);
  quat_fromAxisAngle(turn, axis, lane_angle(s, dir[2]));
  v4_set(quat, lane_select(regular, turn[0], lane_select(back, lane_bc(0), lane_bc(1))),
         lane_select(regular, turn[1], lane_select(back, lane_bc(1), lane_bc(0))),
         lane_select(regular, turn[2], lane_bc(0)), lane_select(regular, turn[3], lane_bc(0)));
}

#endif
