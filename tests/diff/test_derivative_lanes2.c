// Slope kernels in 2 lanes (any machine) give every world the bits of the one-world build.
#define LANE_W 2
#define LANE_SUFFIX w2
#include "derivative_lanes.h"
