// Slopes of the fluid's force on one ellipsoid, lane-generic.
#ifndef SINEW_DIFF_SLOPE_FLUID_H_
#define SINEW_DIFF_SLOPE_FLUID_H_

#include "model/lane_data.h"

// The matrix B (6 x 6, by rows) that implicit integrators take for the slope, and how its product
// with a fixed motion y changes with velocity: d(B y)/d nu
typedef struct {
  real B[36], bend[36];
} slope_Flow;

// velocity relative to the fluid in the geom's axes (rotation, translation) -> d wrench/d vel, by
// rows (torque, force)
void LANE(slope_ellipsoid)(const lane_Model* m, int geom, const real vel[6], real res[36]);
// symmetric: B is the symmetric part of the slope
void LANE(slope_ellipsoidFlow)(const lane_Model* m, int geom, const real vel[6], const real y[6],
                               bool symmetric, slope_Flow* res);

#endif
