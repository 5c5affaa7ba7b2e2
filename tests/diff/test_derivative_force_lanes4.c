// Derivatives of tendons and actuators in 4 lanes (AVX2) are those of the one-world build.
#define LANE_W 4
#define LANE_SUFFIX w4_avx2
#include "derivative_force_lanes.h"
