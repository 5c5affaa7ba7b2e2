// Constraint impedance and reference acceleration (solref, solimp) as pure functions on `real`,
// lane-generic: clamps solref and solimp to valid ranges, computes the impedance d(r) at a
// residual, stiffness and damping, the regularization R and what follows from it, and the reference
// acceleration of constraint stabilization.
#ifndef SINEW_CONSTRAINT_IMPEDANCE_H_
#define SINEW_CONSTRAINT_IMPEDANCE_H_

#include <sinew/model.h>

#include "math/elementary.h"
#include "math/vec.h"

// ---- parameters

typedef struct {
  real dmin, dmax, width, mid, power;
} imp_Curve;

// clamps to [lo, hi]; NaN stays
LANE_INLINE real imp_clamp(real x, real lo, real hi) {
  return lane_select(x < lo, lo, lane_select(x > hi, hi, x));
}

LANE_INLINE imp_Curve imp_curve(const real solimp[mjNIMP]) {
  const real least = lane_bc(mjMINIMP), most = lane_bc(mjMAXIMP);
  imp_Curve c;
  c.dmin = imp_clamp(solimp[0], least, most);
  c.dmax = imp_clamp(solimp[1], least, most);
  c.width = lane_max(lane_bc(0), solimp[2]);
  c.mid = imp_clamp(solimp[3], least, most);
  c.power = lane_max(lane_bc(1), solimp[4]);
  return c;
}

// solref: (time constant, damping ratio), both positive, or (-stiffness, -damping), both not
// positive; mixed signs give the default. A time constant is raised to `least`.
// odd: no damping counts as mixed
LANE_INLINE mask imp_isMixed(const real ref[2]) { return (ref[0] > 0) != (ref[1] > 0); }

LANE_INLINE void imp_safeRef(real res[2], const real ref[2], const mjtNum standard[2], real least) {
  const mask mixed = imp_isMixed(ref);
  res[0] = lane_select(mixed, lane_bc(standard[0]), ref[0]);
  res[1] = lane_select(mixed, lane_bc(standard[1]), ref[1]);
  res[0] = lane_select((res[0] > 0) & (res[0] < least), least, res[0]);
}

// ---- impedance

// base^p / at^(p-1) and its derivative with respect to base: a power curve through (at, at)
LANE_INLINE void imp_power(real base, real at, real p, real* y, real* slope) {
  const mask square = p == 2;
  *y = base * base / at;
  *slope = 2 * base / at;
  if (lane_all(square)) return;
  const real scl = 1 / lane_pow(at, p - 1), low = lane_pow(base, p - 1);
  *y = lane_select(square, *y, scl * low * base);
  *slope = lane_select(square, *slope, p * scl * low);
}

// position of a distance on the curve, 0 to 1, and the slope there
LANE_INLINE void imp_position(const imp_Curve* c, real x, real* y, real* slope) {
  const mask bent = c->power != 1, low = x <= c->mid;
  *y = x;
  *slope = lane_bc(1);
  if (!lane_any(bent)) return;
  real curve, rate;
  imp_power(lane_select(low, x, 1 - x), lane_select(low, c->mid, 1 - c->mid), c->power, &curve,
            &rate);
  *y = lane_select(bent, lane_select(low, curve, 1 - curve), *y);
  *slope = lane_select(bent, rate, *slope);
}

// dist (residual minus margin) -> impedance and its derivative with respect to the residual
LANE_INLINE void imp_impedance(const imp_Curve* c, real dist, real* imp, real* slope) {
  const mask flat = (c->dmin == c->dmax) | (c->width <= mjMINVAL);
  const real width = lane_select(flat, lane_bc(1), c->width), range = c->dmax - c->dmin;
  const real x = lane_abs(dist) / width;
  const mask inside = lane_not(flat | (x >= 1) | (x == 0));
  // odd: flat impedance
  *imp = lane_select(flat, 0.5 * (c->dmin + c->dmax), lane_select(x >= 1, c->dmax, c->dmin));
  *slope = lane_bc(0);
  if (!lane_any(inside)) return;
  const real sign = lane_select(dist < 0, lane_bc(-1), lane_bc(1));
  real y, rate;
  imp_position(c, x, &y, &rate);
  *imp = lane_select(inside, c->dmin + y * range, *imp);
  *slope = lane_select(inside, rate * sign * range / width, *slope);
}

LANE_INLINE real imp_stiffness(const imp_Curve* c, const real ref[2]) {
  const real square = c->dmax * c->dmax;
  const mask direct = ref[0] <= 0;
  const real period = square * ref[0] * ref[0] * ref[1] * ref[1];
  return lane_select(direct, -ref[0], lane_bc(1)) /
         lane_max(lane_bc(mjMINVAL), lane_select(direct, square, period));
}

LANE_INLINE real imp_damping(const imp_Curve* c, const real ref[2]) {
  const mask direct = ref[1] <= 0;
  return lane_select(direct, -ref[1], lane_bc(2)) /
         lane_max(lane_bc(mjMINVAL), lane_select(direct, c->dmax, c->dmax * ref[0]));
}

// ---- regularization

LANE_INLINE real imp_regularisation(real imp, real diag) {
  return lane_max(lane_bc(mjMINVAL), (1 - imp) * diag / imp);
}

// the diagonal of A that would give R
LANE_INLINE real imp_diagonal(real imp, real R) { return R * imp / (1 - imp); }

// for a contact with friction: mu of its regularized cone from the R of its normal
// order: a ratio of 1 takes no square root
LANE_INLINE real imp_coneFriction(real friction, real normal, real tangent, real ratio) {
  return lane_select(ratio == 1, friction, friction * lane_sqrt(tangent / normal));
}

// R of the rows of an elliptic contact: friction rows derive theirs from the normal, so that the
// cone keeps its shape
// order: as written, left to right
LANE_INLINE void imp_coneR(real* R, real normal, real tangent, const real* friction, int dim) {
  R[0] = normal;
  R[1] = tangent;
  for (int j = 1; j < dim - 1; j++) {
    R[j + 1] = tangent * friction[0] * friction[0] / (friction[j] * friction[j]);
  }
}

// ---- reference acceleration: -B vel - K d (pos - margin)

// order: the damping first, then the stiffness
LANE_INLINE real imp_reference(const real kbip[4], real vel, real pos, real margin) {
  return -kbip[1] * vel - kbip[0] * kbip[2] * (pos - margin);
}

#endif
