// Derivatives of rotation vectors (exponential map and logarithm of quaternions), lane-generic.
// With J the right Jacobian of SO(3),
//   exp(e + d) = exp(e) o exp(J(e) d),  log(exp(e) o exp(d)) = e + J(e)^-1 d,
//   log(exp(d) o exp(e)) = e + J(e)^-T d.
// (Sola, Deray and Atchuthan 2018.)
#ifndef SINEW_DIFF_DERIVATIVE_ROTATION_H_
#define SINEW_DIFF_DERIVATIVE_ROTATION_H_

#include "math/elementary.h"
#include "math/vec.h"

#define SLOPE_SMALL_ANGLE 1e-2  // below, series are as good as the formulas

// 1 + a [e] + b [e]^2
LANE_INLINE void diff_rotationSeries(real res[9], const real e[3], real a, real b) {
  const real square = v3_dot(e, e);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) res[3 * i + k] = b * (e[i] * e[k]);
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    res[4 * i] = res[4 * i] + (1 - b * square);
    res[3 * i + j] = res[3 * i + j] - a * e[k];
    res[3 * i + k] = res[3 * i + k] + a * e[j];
  }
}

// J(e)^-1 = 1 + [e]/2 + (1 - (x/2) cot(x/2))/x^2 [e]^2, x = |e|
LANE_INLINE void diff_rotationInverse(real res[9], const real e[3]) {
  const real square = v3_dot(e, e), x = lane_sqrt(square);
  const mask small = x < SLOPE_SMALL_ANGLE;
  const real safe = lane_select(small, lane_bc(1), x);
  real s, c;
  lane_sincos(0.5 * safe, &s, &c);
  const real full = (1 - 0.5 * safe * c / s) / (safe * safe);
  const real series = 1.0 / 12 + square * (1.0 / 720 + square / 30240);
  diff_rotationSeries(res, e, lane_bc(0.5), lane_select(small, series, full));
}

// J(e) = 1 - (1 - cos x)/x^2 [e] + (x - sin x)/x^3 [e]^2
LANE_INLINE void diff_rotationRight(real res[9], const real e[3]) {
  const real square = v3_dot(e, e), x = lane_sqrt(square);
  const mask small = x < SLOPE_SMALL_ANGLE;
  const real safe = lane_select(small, lane_bc(1), x);
  real s, c;
  lane_sincos(safe, &s, &c);
  const real a =
      lane_select(small, 0.5 - square * (1.0 / 24 - square / 720), (1 - c) / (safe * safe));
  const real b = lane_select(small, 1.0 / 6 - square * (1.0 / 120 - square / 5040),
                             (safe - s) / (safe * safe * safe));
  diff_rotationSeries(res, e, -a, b);
}

#endif
