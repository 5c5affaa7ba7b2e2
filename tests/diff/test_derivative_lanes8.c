// Slope kernels in 8 lanes (AVX-512) give every world the bits of the one-world build.
#define LANE_W 8
#define LANE_SUFFIX w8_avx512
#include "derivative_lanes.h"
