// Public quaternion functions: one-world versions of math/quat.h; Euler angles; rotation nearest to
// a matrix (polar decomposition) by the iteration of Mueller, Bender, Chentanez, Macklin, "A robust
// method to extract the rotational part of deformations", 2016.
#include "math/quat.h"

#include <math.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "base/args.h"

void mju_rotVecQuat(mjtNum res[3], const mjtNum vec[3], const mjtNum quat[4]) {
  ARGS_NEED(res, vec, quat);
  quat_rotate(res, vec, quat);
}

void mju_negQuat(mjtNum res[4], const mjtNum quat[4]) {
  ARGS_NEED(res, quat);
  quat_neg(res, quat);
}

void mju_mulQuat(mjtNum res[4], const mjtNum quat1[4], const mjtNum quat2[4]) {
  ARGS_NEED(res, quat1, quat2);
  quat_mul(res, quat1, quat2);
}

void mju_mulQuatAxis(mjtNum res[4], const mjtNum quat[4], const mjtNum axis[3]) {
  ARGS_NEED(res, quat, axis);
  quat_mulAxis(res, quat, axis);
}

void mju_axisAngle2Quat(mjtNum res[4], const mjtNum axis[3], mjtNum angle) {
  ARGS_NEED(res, axis);
  quat_fromAxisAngle(res, axis, angle);
}

void mju_quat2Vel(mjtNum res[3], const mjtNum quat[4], mjtNum dt) {
  ARGS_NEED(res, quat);
  quat_toVel(res, quat, dt);
}

void mju_subQuat(mjtNum res[3], const mjtNum qa[4], const mjtNum qb[4]) {
  ARGS_NEED(res, qa, qb);
  quat_sub(res, qa, qb);
}

void mju_quat2Mat(mjtNum res[9], const mjtNum quat[4]) {
  ARGS_NEED(res, quat);
  quat_toMat(res, quat);
}

void mju_mat2Quat(mjtNum quat[4], const mjtNum mat[9]) {
  ARGS_NEED(quat, mat);
  quat_fromMat(quat, mat);
}

void mju_derivQuat(mjtNum res[4], const mjtNum quat[4], const mjtNum vel[3]) {
  ARGS_NEED(res, quat, vel);
  quat_deriv(res, quat, vel);
}

void mju_quatIntegrate(mjtNum quat[4], const mjtNum vel[3], mjtNum scale) {
  ARGS_NEED(quat, vel);
  quat_integrate(quat, vel, scale);
}

void mju_quatZ2Vec(mjtNum quat[4], const mjtNum vec[3]) {
  ARGS_NEED(quat, vec);
  quat_fromZ(quat, vec);
}

// ---- Euler angles

// axis index of a letter of the Euler sequence, in either case; -1 if invalid
static int axisOf(char letter) {
  static const char lower[] = "xyz", upper[] = "XYZ";
  for (int k = 0; k < 3; k++) {
    if (letter == lower[k] || letter == upper[k]) return k;
  }
  return -1;
}

void mju_euler2Quat(mjtNum quat[4], const mjtNum euler[3], const char* seq) {
  ARGS_NEED(quat, euler, seq);
  if (strlen(seq) != 3) {
    mju_error("mju_euler2Quat: '%s' has %zu letters; a sequence of Euler angles has 3, e.g. 'xyz'",
              seq, strlen(seq));
    return;
  }
  mjtNum total[4] = {1, 0, 0, 0};
  for (int i = 0; i < 3; i++) {
    const int axis = axisOf(seq[i]);
    if (axis < 0) {
      mju_error("mju_euler2Quat: letter %d of '%s' is '%c'; it must be x, y, z (moving axes) or "
                "X, Y, Z (fixed axes)",
                i + 1, seq, seq[i]);
      return;
    }
    mjtNum turn[4] = {0, 0, 0, 0}, s, c;
    lane_sincos(0.5 * euler[i], &s, &c);
    turn[0] = c;
    turn[1 + axis] = s;

    // intrinsic rotations (moving axes) multiply from the right, extrinsic ones (fixed axes) from
    // the left
    const int moving = seq[i] >= 'a';
    quat_mul(total, moving ? total : turn, moving ? turn : total);
  }
  v4_copy(quat, total);
}

// ---- rotation nearest to a matrix

enum { FIT_ITERATIONS = 500 };
static const mjtNum FIT_EPS = 1e-9;  // rotation below which the iteration stops, in radians

int mju_mat2Rot(mjtNum quat[4], const mjtNum mat[9]) {
  ARGS_NEED_OR(0, quat, mat);
  int iter = 0;
  for (; iter < FIT_ITERATIONS; iter++) {
    mjtNum rot[9], torque[3] = {0, 0, 0}, overlap = 0;
    quat_toMat(rot, quat);
    for (int k = 0; k < 3; k++) {
      mjtNum r[3], a[3];
      m3_column(r, rot, k);
      m3_column(a, mat, k);
      v3_addCross(torque, r, a);
      overlap += v3_dot(r, a);
    }
    v3_scl(torque, torque, 1 / (fabs(overlap) + FIT_EPS));
    const mjtNum angle = v3_normalize(torque);
    if (angle < FIT_EPS) break;

    mjtNum turn[4];
    quat_fromAxisAngle(turn, torque, angle);
    quat_mul(quat, turn, quat);
    quat_normalize(quat);
  }
  return iter;
}
