// Hash of every lane kernel over the arguments of lane_inputs.h: what any compiler and machine must
// give. A change here means that results changed. To print the table:
//   tests/check_bits.sh --golden
#ifndef SINEW_TESTS_LANES_LANE_GOLDEN_H_
#define SINEW_TESTS_LANES_LANE_GOLDEN_H_

#include <stdint.h>

static const struct {
  const char* kernel;
  uint64_t hash;
} laneGolden[] = {
    {"bits", 0x68fdcb7633eda7e2},
    {"broadcast", 0xec361eac2fe15368},
    {"arithmetic", 0xc72956473b78fe34},
    {"comparisons", 0x1a409bc2e93ab127},
    {"select", 0xecd41a0111cd4f41},
    {"minmax", 0x04997a286fcc8f16},
    {"signs", 0x05b21b832dbc91d9},
    {"root", 0x4a6feb71408b3aa0},
    {"rounding", 0x7fdbea587555cf1b},
    {"any_all", 0xe3f910f3d28d7564},
    {"get_set", 0xb368c102e2603c4c},
    {"sincos", 0xcd4f7a505b9e9aea},
    {"sin", 0x7985b47f5d0aad6b},
    {"cos", 0x0904ff7b06aa053a},
    {"tan", 0x204a9a67e31fdadc},
    {"asin", 0xb7d4f3e93ff9c743},
    {"acos", 0x52d4feaecdee7ac3},
    {"atan", 0x9fee1a314913d020},
    {"atan2", 0xd81736426bb53d1f},
    {"exp", 0xc56b4f6bd1c4ee89},
    {"log", 0x1e1170be036f8937},
    {"log10", 0xc59a0da31fb071cb},
    {"pow", 0x7f137215e9d62288},
    {"tanh", 0x452a5509eb526fcf},
    {"vec3", 0x1ff492e1d60840fd},
    {"vec4", 0x90984aeb496f67a8},
    {"vec6", 0xb3b87cfbe21e8e75},
    {"mat3", 0x1fd33d0dca5aea9a},
    {"mat3_transposed", 0x9f690b85a9fb4faa},
    {"quat_products", 0x0ce8bfdf3d9980c2},
    {"quat_normalize", 0x6d8a9542777edac4},
    {"quat_matrix", 0x22889c89ab0d8cd6},
    {"quat_angle", 0x6b51213d08b1fb1f},
    {"quat_integrate", 0xe92ff0268124cf4b},
    {"spatial_cross", 0x2728378465151826},
    {"spatial_inertia", 0x267e16d1741b28dc},
    {"spatial_shift", 0xb50a0ac731bfe68f},
    {"spatial_frame", 0x762602ef56c8e210},
    {"muscle", 0xa7daa44f134b2070},
};

#endif
