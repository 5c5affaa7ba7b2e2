// Hash of every lane kernel over the arguments of lane_inputs.h: what any compiler and machine must
// give. A change here means that results changed. To print the table:
//   tests/checks/check_bits.sh --golden
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
    {"sincos", 0xfb1abdfeccfc3f5d},
    {"sin", 0xa320456cdde249b0},
    {"cos", 0xd22a485964ea581c},
    {"tan", 0x09546a04f2d4b817},
    {"asin", 0xe46f9c100ca26d52},
    {"acos", 0x604668747583d6f1},
    {"atan", 0x83644fffcd71a733},
    {"atan2", 0xd81736426bb53d1f},
    {"angle", 0xa66f433356f5f7ba},
    {"exp", 0xefdbbfa0a6a3d4b0},
    {"log", 0x1e1170be036f8937},
    {"log10", 0xc59a0da31fb071cb},
    {"pow", 0x6aa523db12476ad8},
    {"tanh", 0x452a5509eb526fcf},
    {"vec3", 0x1ff492e1d60840fd},
    {"vec4", 0x90984aeb496f67a8},
    {"vec6", 0x1b6a3db31cde8d8f},
    {"mat3", 0x1fd33d0dca5aea9a},
    {"mat3_transposed", 0x9f690b85a9fb4faa},
    {"quat_products", 0x0ce8bfdf3d9980c2},
    {"quat_normalize", 0x6d8a9542777edac4},
    {"quat_matrix", 0x98c6e9398b876b40},
    {"quat_angle", 0x8547dd379146cd46},
    {"quat_integrate", 0x4624562065fafa65},
    {"spatial_cross", 0x2728378465151826},
    {"spatial_inertia", 0xd09fbe857d4900c2},
    {"spatial_shift", 0xb50a0ac731bfe68f},
    {"spatial_frame", 0x762602ef56c8e210},
    {"muscle", 0x45e3229fb9144ffe},
    {"law_rows", 0x3c576262c7f98bfe},
    {"law_cone", 0xb4decb6bca36a4aa},
    {"law_hessian", 0x4253f2b5c9d7d976},
    {"law_line", 0x6feb5d879bbb5c05},
    {"law_forces", 0x0b590cb63012e904},
    {"impedance", 0x6d5e0088d05124e0},
    {"jacobian_contact", 0xf982f5e06bf37bc5},
    {"jacobian_equality", 0x6b9dd43080dccc91},
};

#endif
