// Derivatives of tendons and actuators in 2 lanes (any machine) are those of the one-world build.
#define LANE_W 2
#define LANE_SUFFIX w2
#include "derivative_force_lanes.h"
