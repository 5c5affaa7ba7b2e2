// Slope kernels in 4 lanes (AVX2) give every world the bits of the one-world build.
#define LANE_W 4
#define LANE_SUFFIX w4_avx2
#include "derivative_lanes.h"
