// Analytic derivatives of fluid forces (drag, lift, added mass) on one ellipsoid, lane-generic.
#ifndef SINEW_DIFF_DERIVATIVE_FLUID_H_
#define SINEW_DIFF_DERIVATIVE_FLUID_H_

#include "model/lane_data.h"

// The matrix B (6 x 6, row-major) that implicit integrators use as the derivative, and how its
// product with a fixed motion y changes with velocity: d(B y)/d nu
typedef struct {
  real B[36], bend[36];
} diff_Flow;

// velocity relative to the fluid in the geom's axes (rotation, translation) -> d wrench/d vel,
// row-major (torque, force)
void LANE(diff_ellipsoid)(const lane_Model* m, int geom, const real vel[6], real res[36]);
// symmetric: B is the symmetric part of the derivative
void LANE(diff_ellipsoidFlow)(const lane_Model* m, int geom, const real vel[6], const real y[6],
                              bool symmetric, diff_Flow* res);

#endif
