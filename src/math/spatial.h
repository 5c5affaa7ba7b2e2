// Spatial algebra (6D vectors), lane-generic, with the rotational part first: motion (w, v), force
// (n, f), both at one reference point with world axes. The spatial inertia of a rigid body has ten
// values about that point: Ixx Iyy Izz Ixy Ixz Iyz, m d (3), m, with d the center of mass relative
// to it. Featherstone, Rigid Body Dynamics Algorithms, chapter 2. Results may not be the same array
// as an operand unless stated.
#ifndef SINEW_MATH_SPATIAL_H_
#define SINEW_MATH_SPATIAL_H_

#include "base/assert.h"
#include "base/lane.h"
#include "math/vec.h"

// vel x motion = (w x a, w x b + v x a)
LANE_INLINE void spat_crossMotion(real res[6], const real vel[6], const real motion[6]) {
  ASSERT_FULL(res != vel && res != motion);
  v3_cross(res, vel, motion);
  v3_cross(res + 3, vel, motion + 3);
  v3_addCross(res + 3, vel + 3, motion);
}

// vel x* force = (w x n + v x f, w x f)
LANE_INLINE void spat_crossForce(real res[6], const real vel[6], const real force[6]) {
  ASSERT_FULL(res != vel && res != force);
  v3_cross(res, vel, force);
  v3_addCross(res, vel + 3, force + 3);
  v3_cross(res + 3, vel, force + 3);
}

// inertia (w, v) = (I w + c x v, m v - c x w), c = m d
// order: terms as they stand, left to right
LANE_INLINE void spat_mulInertia(real res[6], const real inertia[10], const real motion[6]) {
  const real *I = inertia, *w = motion, *v = motion + 3, *c = inertia + 6, mass = inertia[9];
  ASSERT_FULL(res != motion);
  res[0] = I[0] * w[0] + I[3] * w[1] + I[4] * w[2] - c[2] * v[1] + c[1] * v[2];
  res[1] = I[3] * w[0] + I[1] * w[1] + I[5] * w[2] + c[2] * v[0] - c[0] * v[2];
  res[2] = I[4] * w[0] + I[5] * w[1] + I[2] * w[2] - c[1] * v[0] + c[0] * v[1];
  res[3] = c[2] * w[1] - c[1] * w[2] + mass * v[0];
  res[4] = c[0] * w[2] - c[2] * w[0] + mass * v[1];
  res[5] = c[1] * w[0] - c[0] * w[1] + mass * v[2];
}

// spatial inertia of a body of given mass, with principal inertia `diag` about axes = columns of
// mat, at a point at -offset from its center of mass: I = R diag R' + m(|d|^2 1 - d d')
LANE_INLINE void spat_inertia(real res[10], const real diag[3], const real mat[9],
                              const real offset[3], real mass) {
  real scaled[9];  // R diag
  for (int i = 0; i < 3; i++) {
    v3_set(scaled + 3 * i, mat[3 * i] * diag[0], mat[3 * i + 1] * diag[1],
           mat[3 * i + 2] * diag[2]);
  }
  const real x = offset[0], y = offset[1], z = offset[2];
  res[0] = v3_dot(scaled, mat) + mass * (y * y + z * z);
  res[1] = v3_dot(scaled + 3, mat + 3) + mass * (x * x + z * z);
  res[2] = v3_dot(scaled + 6, mat + 6) + mass * (x * x + y * y);
  res[3] = v3_dot(mat, scaled + 3) - mass * x * y;
  res[4] = v3_dot(mat, scaled + 6) - mass * x * z;
  res[5] = v3_dot(mat + 3, scaled + 6) - mass * y * z;
  v3_set(res + 6, mass * x, mass * y, mass * z);
  res[9] = mass;
}

// motion at a point shifted by offset: (w, v - offset x w); res may be motion
LANE_INLINE void spat_shiftMotion(real res[6], const real motion[6], const real offset[3]) {
  real c[3];
  v3_cross(c, offset, motion);
  v3_sub(res + 3, motion + 3, c);
  v3_copy(res, motion);
}

// force at a point shifted by offset: (n - offset x f, f); res may be force
LANE_INLINE void spat_shiftForce(real res[6], const real force[6], const real offset[3]) {
  real c[3];
  v3_cross(c, offset, force + 3);
  v3_sub(res, force, c);
  v3_copy(res + 3, force + 3);
}

// both parts in the frame whose axes are the columns of mat; res may be vec
LANE_INLINE void spat_toFrame(real res[6], const real vec[6], const real mat[9]) {
  m3_mulTVec(res, mat, vec);
  m3_mulTVec(res + 3, mat, vec + 3);
}

// both parts from the frame whose axes are the columns of mat to the outer frame; res may be vec
LANE_INLINE void spat_fromFrame(real res[6], const real vec[6], const real mat[9]) {
  m3_mulVec(res, mat, vec);
  m3_mulVec(res + 3, mat, vec + 3);
}

#endif
