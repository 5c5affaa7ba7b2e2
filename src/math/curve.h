// Muscle model (Hill-type): force-length, force-velocity and activation curves, and the smooth step
// (sigmoid), lane-generic: all pieces of a curve are computed and masks select.
// prm of gain and bias: range0 range1 force scale lmin lmax vmax fpmax fvmax;
// prm of the dynamics: time constants of activation and deactivation, width of the smoothing.
// Shapes: Thelen 2003, Millard et al. 2013; every denominator is kept >= mjMINVAL.
#ifndef SINEW_MATH_CURVE_H_
#define SINEW_MATH_CURVE_H_

#include <sinew/types.h>

#include "base/lane.h"

// 6x^5 - 15x^4 + 10x^3 on [0,1], 0 below, 1 above; propagates NaN
LANE_INLINE real curve_sigmoid(real x) {
  const real y = x * x * x * (3 * x * (2 * x - 5) + 10);
  return lane_select(x <= 0, lane_bc(0), lane_select(x >= 1, lane_bc(1), y));
}

LANE_INLINE real curve_square(real x) { return x * x; }

// clamps to [0,1]; propagates NaN, so that a bad control is noticed
LANE_INLINE real curve_unit(real x) {
  return lane_select(x < 0, lane_bc(0), lane_select(x > 1, lane_bc(1), x));
}

LANE_INLINE real curve_atLeastMin(real x) { return lane_max(x, lane_bc(mjMINVAL)); }

// peak force: given, or scale/acc0 if negative
LANE_INLINE real curve_musclePeak(real acc0, const real prm[9]) {
  return lane_select(prm[2] < 0, prm[3] / curve_atLeastMin(acc0), prm[2]);
}

// length at which the normalized length is 1
LANE_INLINE real curve_muscleLength0(const real lengthrange[2], const real prm[9]) {
  return (lengthrange[1] - lengthrange[0]) / curve_atLeastMin(prm[1] - prm[0]);
}

LANE_INLINE real curve_muscleLength(real len, real length0, const real lengthrange[2],
                                    const real prm[9]) {
  return prm[0] + (len - lengthrange[0]) / curve_atLeastMin(length0);
}

// active force over normalized length: four parabolas with peak 1 at L = 1
LANE_INLINE real curve_muscleForceLength(real L, real lmin, real lmax) {
  const real a = 0.5 * (lmin + 1), b = 0.5 * (1 + lmax);
  const real rise = 0.5 * curve_square((L - lmin) / curve_atLeastMin(a - lmin));
  const real nearBelow = 1 - 0.5 * curve_square((1 - L) / curve_atLeastMin(1 - a));
  const real nearAbove = 1 - 0.5 * curve_square((L - 1) / curve_atLeastMin(b - 1));
  const real fall = 0.5 * curve_square((lmax - L) / curve_atLeastMin(lmax - b));
  const real inside = lane_select(
      L <= a, rise, lane_select(L <= 1, nearBelow, lane_select(L <= b, nearAbove, fall)));
  return lane_select((lmin <= L) & (L <= lmax), inside, lane_bc(0));
}

// active force over normalized velocity: 0 at V = -1, 1 at 0, fvmax from V = fvmax-1 on
LANE_INLINE real curve_muscleForceVelocity(real V, real fvmax) {
  const real y = fvmax - 1;
  const real shorten = curve_square(V + 1);
  const real lengthen = fvmax - curve_square(y - V) / curve_atLeastMin(y);
  const real slow = lane_select(V <= 0, shorten, lane_select(V <= y, lengthen, fvmax));
  return lane_select(V <= -1, lane_bc(0), slow);
}

// passive force over normalized length: a parabola from L = 1 to b with height 0.5 scl, then its
// tangent
LANE_INLINE real curve_musclePassive(real L, real lmax, real scl) {
  const real b = 0.5 * (1 + lmax);
  const real width = curve_atLeastMin(b - 1);
  const real x = (L - 1) / width;
  const real parabola = scl * 0.5 * x * x;
  const real tangent = scl * (0.5 + (L - b) / width);
  return lane_select(L <= 1, lane_bc(0), lane_select(L <= b, parabola, tangent));
}

// length, velocity -> actuator gain
LANE_INLINE real curve_muscleGain(real len, real vel, const real lengthrange[2], real acc0,
                                  const real prm[9]) {
  const real length0 = curve_muscleLength0(lengthrange, prm);
  const real L = curve_muscleLength(len, length0, lengthrange, prm);
  const real V = vel / curve_atLeastMin(length0 * prm[6]);
  const real FL = curve_muscleForceLength(L, prm[4], prm[5]);
  const real FV = curve_muscleForceVelocity(V, prm[8]);
  return -curve_musclePeak(acc0, prm) * FL * FV;
}

// length -> actuator bias
LANE_INLINE real curve_muscleBias(real len, const real lengthrange[2], real acc0,
                                  const real prm[9]) {
  const real length0 = curve_muscleLength0(lengthrange, prm);
  const real L = curve_muscleLength(len, length0, lengthrange, prm);
  return curve_musclePassive(L, prm[5], -curve_musclePeak(acc0, prm) * prm[7]);
}

// control, activation -> time constant: activation slows as it rises, deactivation quickens
LANE_INLINE real curve_muscleTimeConst(real error, real act, const real prm[3]) {
  const real level = 0.5 + 1.5 * curve_unit(act);
  const real rise = prm[0] * level, fall = prm[1] / level;
  const mask sharp = prm[2] < mjMINVAL;
  const real width = lane_select(sharp, lane_bc(1), prm[2]);
  const real smooth = fall + (rise - fall) * curve_sigmoid(error / width + 0.5);
  return lane_select(sharp, lane_select(error > 0, rise, fall), smooth);
}

// control, activation -> time derivative of activation
LANE_INLINE real curve_muscleDynamics(real ctrl, real act, const real prm[3]) {
  const real error = curve_unit(ctrl) - act;
  return error / curve_atLeastMin(curve_muscleTimeConst(error, act, prm));
}

#endif
