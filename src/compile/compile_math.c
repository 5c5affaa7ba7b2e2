// Small numeric conventions of the compiler: normalisation, quaternions, poses, orientations.
// They differ in thresholds from those of the run time, and results to the last digits depend on
// them.
#include <math.h>
#include <string.h>

#include <sinew/extra.h>
#include <sinew/math.h>

#include "math/eig.h"
#include "math/elementary.h"
#include "compile/compile.h"

double comp_normalize(double* v, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += v[i] * v[i];
  if (!(sum >= COMP_EPS)) return 0;
  double length = sqrt(sum);
  if (fabs(length - 1) > COMP_EPS) {
    for (int i = 0; i < n; i++) v[i] /= length;
  }
  return length;
}

void comp_normalizeKey(double quat[4]) {
  comp_normalize(quat, 4);
  mju_normalize4(quat);
}

void comp_mulQuat(double res[4], const double a[4], const double b[4]) {
  double q[4] = {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
                 a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                 a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
                 a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
  comp_normalize(q, 4);
  memcpy(res, q, sizeof q);
}

void comp_quat2Mat(double mat[9], const double quat[4]) { mju_quat2Mat(mat, quat); }

void comp_rotate(double res[3], const double quat[4], const double v[3]) {
  double mat[9];
  comp_quat2Mat(mat, quat);
  mju_mulMatVec3(res, mat, v);
}

void comp_applyFrame(double pos[3], double quat[4], const double fpos[3], const double fquat[4]) {
  double moved[3];
  comp_rotate(moved, fquat, pos);
  for (int i = 0; i < 3; i++) pos[i] = fpos[i] + moved[i];
  comp_mulQuat(quat, fquat, quat);
}

void comp_applyInverse(double pos[3], double quat[4], const double fpos[3], const double fquat[4]) {
  const double back[4] = {fquat[0], -fquat[1], -fquat[2], -fquat[3]};
  double origin[3];
  comp_rotate(origin, back, fpos);
  for (int i = 0; i < 3; i++) origin[i] = -origin[i];
  comp_applyFrame(pos, quat, origin, back);
}

// quat = rotation by angle about a unit axis
static void fromAxisAngle(double quat[4], const double axis[3], double angle) {
  double s, c;
  lane_sincos(0.5 * angle, &s, &c);
  quat[0] = c;
  for (int i = 0; i < 3; i++) quat[1 + i] = axis[i] * s;
}

void comp_z2Quat(double quat[4], const double v[3]) {
  const double z[3] = {0, 0, 1};
  double axis[3];
  mju_cross(axis, z, v);  // written out, zeros would have other signs
  double s = comp_normalize(axis, 3);
  if (s < 1e-10) {
    axis[0] = 1;
    axis[1] = axis[2] = 0;
  }
  fromAxisAngle(quat, axis, lane_angle(s, v[2]));
}

void comp_axes2Quat(double quat[4], const double x[3], const double y[3], const double z[3]) {
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
  comp_normalize(quat, 4);
}

void comp_eigen(double eigval[3], double quat[4], const double full[6]) {
  const double mat[9] = {full[0], full[3], full[4], full[3], full[1],
                         full[5], full[4], full[5], full[2]};
  eig_principal(eigval, quat, mat, COMP_EPS);
}

// ---- alternative orientations

static double toRadian(const mjsCompiler* compiler, double angle) {
  return compiler->degree ? angle / 180 * mjPI : angle;
}

static const char* fromAxis(double quat[4], const mjsCompiler* compiler,
                            const mjsOrientation* alt) {
  double axis[3] = {alt->axisangle[0], alt->axisangle[1], alt->axisangle[2]};
  if (comp_normalize(axis, 3) < COMP_EPS)
    return "axisangle: the axis is too short; give a nonzero axis";
  fromAxisAngle(quat, axis, toRadian(compiler, alt->axisangle[3]));
  return NULL;
}

static const char* fromXYAxes(double quat[4], const mjsOrientation* alt) {
  double x[3] = {alt->xyaxes[0], alt->xyaxes[1], alt->xyaxes[2]};
  double y[3] = {alt->xyaxes[3], alt->xyaxes[4], alt->xyaxes[5]}, z[3];
  if (comp_normalize(x, 3) < COMP_EPS)
    return "xyaxes: the x axis is too short; give two nonzero axes";
  const double along = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  for (int i = 0; i < 3; i++) y[i] -= along * x[i];
  if (comp_normalize(y, 3) < COMP_EPS) {
    return "xyaxes: the y axis is too short or parallel to the x axis; give two axes that span a "
           "plane";
  }
  mju_cross(z, x, y);
  if (comp_normalize(z, 3) < COMP_EPS) return "xyaxes: the axes do not span a plane";
  comp_axes2Quat(quat, x, y, z);
  return NULL;
}

static const char* fromZAxis(double quat[4], const mjsOrientation* alt) {
  double z[3] = {alt->zaxis[0], alt->zaxis[1], alt->zaxis[2]};
  if (comp_normalize(z, 3) < COMP_EPS) return "zaxis: the axis is too short; give a nonzero axis";
  comp_z2Quat(quat, z);
  return NULL;
}

static const char* fromEuler(double quat[4], const mjsCompiler* compiler,
                             const mjsOrientation* alt) {
  double q[4] = {1, 0, 0, 0};
  for (int i = 0; i < 3; i++) {
    static const char letters[] = "xyzXYZ";
    const char* at = compiler->eulerseq[i] ? strchr(letters, compiler->eulerseq[i]) : NULL;
    if (!at) return "euler: the compiler's eulerseq has letters other than xyz and XYZ";
    double axis[3] = {0}, turn[4];
    axis[(at - letters) % 3] = 1;
    fromAxisAngle(turn, axis, toRadian(compiler, alt->euler[i]));
    if (at - letters < 3) {
      comp_mulQuat(q, q, turn);  // about moving axes
    } else {
      comp_mulQuat(q, turn, q);
    }
  }
  comp_normalize(q, 4);
  memcpy(quat, q, sizeof q);
  return NULL;
}

const char* comp_orientation(double quat[4], const mjsCompiler* compiler,
                             const mjsOrientation* alt) {
  switch (alt->type) {
    case mjORIENTATION_AXISANGLE:
      return fromAxis(quat, compiler, alt);
    case mjORIENTATION_XYAXES:
      return fromXYAxes(quat, alt);
    case mjORIENTATION_ZAXIS:
      return fromZAxis(quat, alt);
    case mjORIENTATION_EULER:
      return fromEuler(quat, compiler, alt);
    case mjORIENTATION_QUAT:
      break;
  }
  return NULL;
}
