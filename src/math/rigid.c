// Normalization, quaternions and poses (rigid transforms) by the conventions of model loading.
#include "math/rigid.h"

#include <math.h>
#include <string.h>

#include <sinew/math.h>

#include "math/eig.h"
#include "math/elementary.h"

double rigid_normalize(double* v, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += v[i] * v[i];
  if (!(sum >= RIGID_EPS)) return 0;
  double length = sqrt(sum);
  if (fabs(length - 1) > RIGID_EPS) {
    for (int i = 0; i < n; i++) v[i] /= length;
  }
  return length;
}

void rigid_normalizeKey(double quat[4]) {
  rigid_normalize(quat, 4);
  mju_normalize4(quat);
}

void rigid_mulQuat(double res[4], const double a[4], const double b[4]) {
  double q[4] = {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
                 a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                 a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
                 a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
  rigid_normalize(q, 4);
  memcpy(res, q, sizeof q);
}

void rigid_quat2Mat(double mat[9], const double quat[4]) { mju_quat2Mat(mat, quat); }

void rigid_rotate(double res[3], const double quat[4], const double v[3]) {
  double mat[9];
  rigid_quat2Mat(mat, quat);
  mju_mulMatVec3(res, mat, v);
}

void rigid_applyFrame(double pos[3], double quat[4], const double fpos[3], const double fquat[4]) {
  double moved[3];
  rigid_rotate(moved, fquat, pos);
  for (int i = 0; i < 3; i++) pos[i] = fpos[i] + moved[i];
  rigid_mulQuat(quat, fquat, quat);
}

void rigid_applyInverse(double pos[3], double quat[4], const double fpos[3],
                        const double fquat[4]) {
  const double back[4] = {fquat[0], -fquat[1], -fquat[2], -fquat[3]};
  double origin[3];
  rigid_rotate(origin, back, fpos);
  for (int i = 0; i < 3; i++) origin[i] = -origin[i];
  rigid_applyFrame(pos, quat, origin, back);
}

void rigid_axisAngle2Quat(double quat[4], const double axis[3], double angle) {
  double s, c;
  lane_sincos(0.5 * angle, &s, &c);
  quat[0] = c;
  for (int i = 0; i < 3; i++) quat[1 + i] = axis[i] * s;
}

void rigid_z2Quat(double quat[4], const double v[3]) {
  const double z[3] = {0, 0, 1};
  double axis[3];
  mju_cross(axis, z, v);  // order: written out, zeros would have other signs
  double s = rigid_normalize(axis, 3);
  if (s < 1e-10) {
    axis[0] = 1;
    axis[1] = axis[2] = 0;
  }
  rigid_axisAngle2Quat(quat, axis, lane_angle(s, v[2]));
}

void rigid_axes2Quat(double quat[4], const double x[3], const double y[3], const double z[3]) {
  const double trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    quat[0] = 0.5 * sqrt(1 + x[0] + y[1] + z[2]);
    quat[1] = 0.25 * (y[2] - z[1]) / quat[0];
    quat[2] = 0.25 * (z[0] - x[2]) / quat[0];
    quat[3] = 0.25 * (x[1] - y[0]) / quat[0];
  } else if (x[0] > y[1] && x[0] > z[2]) {
    quat[1] = 0.5 * sqrt(1 + x[0] - y[1] - z[2]);
    quat[0] = 0.25 * (y[2] - z[1]) / quat[1];
    quat[2] = 0.25 * (y[0] + x[1]) / quat[1];
    quat[3] = 0.25 * (z[0] + x[2]) / quat[1];
  } else if (y[1] > z[2]) {
    quat[2] = 0.5 * sqrt(1 - x[0] + y[1] - z[2]);
    quat[0] = 0.25 * (z[0] - x[2]) / quat[2];
    quat[1] = 0.25 * (y[0] + x[1]) / quat[2];
    quat[3] = 0.25 * (z[1] + y[2]) / quat[2];
  } else {
    quat[3] = 0.5 * sqrt(1 - x[0] - y[1] + z[2]);
    quat[0] = 0.25 * (x[1] - y[0]) / quat[3];
    quat[1] = 0.25 * (z[0] + x[2]) / quat[3];
    quat[2] = 0.25 * (z[1] + y[2]) / quat[3];
  }
  rigid_normalize(quat, 4);
}

void rigid_eigen(double eigval[3], double quat[4], const double full[6]) {
  const double mat[9] = {full[0], full[3], full[4], full[3], full[1],
                         full[5], full[4], full[5], full[2]};
  eig_principal(eigval, quat, mat, RIGID_EPS);
}
