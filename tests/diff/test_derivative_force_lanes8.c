// Derivatives of tendons and actuators in 8 lanes (AVX-512) are those of the one-world build.
#define LANE_W 8
#define LANE_SUFFIX w8_avx512
#include "derivative_force_lanes.h"
