// Polynomial springs and dampers: the force at deflection or velocity x is -x (k + c0 x + c1 x^2),
// for dampers with |x| in the polynomial. Coefficients are (k, c0, c1).
#ifndef SINEW_FORCE_POLY_FORCE_H_
#define SINEW_FORCE_POLY_FORCE_H_

#include "math/vec.h"
#include "model/lane_data.h"

_Static_assert(mjNPOLY == 2, "coefficients are (k, c0, c1)");

// coefficients of element i; returns 0 if all are zero in all lanes. Forces are added to sums that
// start at 0, to which lanes without coefficients add nothing
LANE_INLINE int poly_load(real coef[1 + mjNPOLY], const real* constant, const real* poly, int i) {
  coef[0] = lane_prm(constant, i);
  coef[1] = lane_prm(poly, mjNPOLY * i);
  coef[2] = lane_prm(poly, mjNPOLY * i + 1);
  return lane_any(lane_not(vn_isZero(coef, 1 + mjNPOLY)));
}

// order: x^2 is one product, the terms ascend
LANE_INLINE real poly_value(const real coef[1 + mjNPOLY], real x) {
  return coef[0] + coef[1] * x + coef[2] * (x * x);
}

#endif
