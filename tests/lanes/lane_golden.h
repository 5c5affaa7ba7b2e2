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
    {"bits", 0x0ccb4320a719bcca},
    {"broadcast", 0x26f9450df9bbd9c4},
    {"arithmetic", 0xde490f4bc1f0d3da},
    {"comparisons", 0xddf4c2d52b88b1c9},
    {"select", 0xb68146a8286c2a80},
    {"minmax", 0xf587391842ee2378},
    {"signs", 0x7ba486ea09aa1b1e},
    {"root", 0xb2cc1e6b6a0d4e41},
    {"rounding", 0x73719ca9f9bc3b0e},
    {"any_all", 0x1c75eb245286ace1},
    {"get_set", 0x5b3a62a5072ed8ab},
    {"sincos", 0xf0d30b10c1b84487},
    {"sin", 0x92f10284115662a7},
    {"cos", 0xe8405738e6be3f9b},
    {"tan", 0xedfbd99239c3a578},
    {"asin", 0x2aa26dfc107f958f},
    {"acos", 0xe9926a0ab6446123},
    {"atan", 0x374dba6d64fe5959},
    {"atan2", 0xe087acb1b5fff7a9},
    {"exp", 0x7d1e92f06e2ed3e8},
    {"log", 0xb5c7acd6e9edf7cc},
    {"log10", 0x8d85ac0a568749c4},
    {"pow", 0x1d067710f3535f61},
    {"tanh", 0x187da02812b4f937},
    {"vec3", 0xc02ff18c7a635fc5},
    {"vec4", 0xebc721df9d179982},
    {"vec6", 0xdb7978d0f8b669ad},
    {"mat3", 0xc3f3a33444724315},
    {"mat3_transposed", 0x6b2b98ecad081232},
    {"quat_products", 0x0da97de169b46751},
    {"quat_normalize", 0xe2c76e36734f7a1c},
    {"quat_matrix", 0x67a52ed01eed7745},
    {"quat_angle", 0x08e65445063396f3},
    {"quat_integrate", 0x255fd52816254073},
    {"spatial_cross", 0xd5aea4f317ea4b27},
    {"spatial_inertia", 0xfcfcd2422265da03},
    {"spatial_shift", 0x39abe8b3812262a3},
    {"spatial_frame", 0xf0555a8e9ffab51c},
    {"muscle", 0x3c6d541f97d476bb},
};

#endif
