// Derivative of the logarithmic map of a quaternion: inverse right Jacobian of SO(3), lane-generic.
#ifndef SINEW_MATH_QUAT_LOG_H_
#define SINEW_MATH_QUAT_LOG_H_

#include "math/elementary.h"
#include "math/vec.h"

// log(q exp(delta)) = e + Jri(e) delta at e = log(q): with a = |e|,
//   Jri = 1 + [e]/2 + (1 - (a/2)/tan(a/2)) / a^2 [e]^2
// The last factor is 1/12 + a^2/720 + ... where a is small.
LANE_INLINE void quat_logSlope(real res[9], const real e[3]) {
  const real square = v3_dot(e, e);
  const mask small = square < 1e-4;
  const real half = 0.5 * lane_sqrt(lane_select(small, lane_bc(1), square));
  real sine, cosine;
  lane_sincos(half, &sine, &cosine);
  const mask turn = lane_abs(sine) < 1e-12;  // full turn: the rotation vector is not smooth there
  const real tangent = half * cosine / lane_select(turn, lane_bc(1), sine);
  const real far = (1 - tangent) / lane_select(small, lane_bc(1), square);
  const real near = (1.0 / 12) + square * (1.0 / 720 + square * (1.0 / 30240));
  const real factor = lane_select(small, near, far);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    for (int c = 0; c < 3; c++) res[3 * i + c] = factor * e[i] * e[c];
    res[4 * i] = res[4 * i] + 1 - factor * square;
    res[3 * i + j] = res[3 * i + j] - 0.5 * e[k];
    res[3 * i + k] = res[3 * i + k] + 0.5 * e[j];
  }
}

#endif
