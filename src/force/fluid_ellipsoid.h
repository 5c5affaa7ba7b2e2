// Fluid forces (added mass, lift, drag) on one geom that is approximated by an ellipsoid.
#ifndef SINEW_FORCE_FLUID_ELLIPSOID_H_
#define SINEW_FORCE_FLUID_ELLIPSOID_H_

#include "model/lane_data.h"

// velocity relative to the fluid (rotation, translation) -> wrench (torque, force), both in the
// geom's axes
void LANE(fluid_ellipsoid)(const lane_Model* m, int geom, const real vel[6], real wrench[6]);

#endif
