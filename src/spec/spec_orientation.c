// Converts alternative orientations to unit quaternions: axis-angle, two axes (xyaxes), a z axis,
// Euler angles.
#include "spec/spec_orientation.h"

#include <string.h>

#include <sinew/math.h>

#include "math/rigid.h"

// order: divided by 180, then multiplied
static double toRadian(const mjsCompiler* compiler, double angle) {
  return compiler->degree ? angle / 180 * mjPI : angle;
}

static const char* fromAxis(double quat[4], const mjsCompiler* compiler,
                            const mjsOrientation* alt) {
  double axis[3] = {alt->axisangle[0], alt->axisangle[1], alt->axisangle[2]};
  if (rigid_normalize(axis, 3) < RIGID_EPS)
    return "axisangle: the axis is too short; give a nonzero axis";
  rigid_axisAngle2Quat(quat, axis, toRadian(compiler, alt->axisangle[3]));
  return NULL;
}

static const char* fromXYAxes(double quat[4], const mjsOrientation* alt) {
  double x[3] = {alt->xyaxes[0], alt->xyaxes[1], alt->xyaxes[2]};
  double y[3] = {alt->xyaxes[3], alt->xyaxes[4], alt->xyaxes[5]}, z[3];
  if (rigid_normalize(x, 3) < RIGID_EPS)
    return "xyaxes: the x axis is too short; give two nonzero axes";
  const double along = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  for (int i = 0; i < 3; i++) y[i] -= along * x[i];
  if (rigid_normalize(y, 3) < RIGID_EPS) {
    return "xyaxes: the y axis is too short or parallel to the x axis; give two axes that range a "
           "plane";
  }
  mju_cross(z, x, y);
  if (rigid_normalize(z, 3) < RIGID_EPS) return "xyaxes: the axes do not range a plane";
  rigid_axes2Quat(quat, x, y, z);
  return NULL;
}

static const char* fromZAxis(double quat[4], const mjsOrientation* alt) {
  double z[3] = {alt->zaxis[0], alt->zaxis[1], alt->zaxis[2]};
  if (rigid_normalize(z, 3) < RIGID_EPS) return "zaxis: the axis is too short; give a nonzero axis";
  rigid_z2Quat(quat, z);
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
    rigid_axisAngle2Quat(turn, axis, toRadian(compiler, alt->euler[i]));
    if (at - letters < 3) {
      rigid_mulQuat(q, q, turn);  // about moving axes (intrinsic rotations)
    } else {
      rigid_mulQuat(q, turn, q);
    }
  }
  rigid_normalize(q, 4);  // order: here and not after each turn
  memcpy(quat, q, sizeof q);
  return NULL;
}

const char* spec_orientation(double quat[4], const mjsCompiler* compiler,
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
