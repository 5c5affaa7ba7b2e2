// Arguments and hashes of the lane tests: deterministic, integer arithmetic only, so that every
// compiler and machine sees the same arguments. Neighbouring worlds get different kinds of numbers
// (ordinary, huge, subnormal, special), so that lanes take different branches.
#ifndef SINEW_TESTS_LANES_LANE_INPUTS_H_
#define SINEW_TESTS_LANES_LANE_INPUTS_H_

#include <stdint.h>
#include <string.h>

#include "lane_kernels.h"

enum { laneItems = 512 };

static inline uint64_t lane_random(uint64_t* state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state * 0x2545f4914f6cdd1dULL;
}

static inline double lane_double(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// one argument: of every 16, 9 are ordinary, 1 is any bit pattern, 2 are large or tiny, 4 special
static inline double lane_argument(uint64_t* state) {
  static const uint64_t special[] = {
      0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000,  // 0, 1
      0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x0000000000000001,  // inf, NaN
      0x0010000000000000, 0x7fefffffffffffff, 0x3ff921fb54442d18, 0xc00921fb54442d18,  // pi/2, -pi
      0x4130000000000000, 0x3fe0000000000000, 0x40862e42fefa39ef, 0xc0874910d52d3051,  // exp's ends
      0x3fda827999fcef32, 0x3ff6a09e667f3bcd, 0x4008000000000000, 0x3cb0000000000000,
  };
  static const double size[] = {1, 1, 1, 2, 2, 10, 10, 100, 1000};
  const uint64_t kind = lane_random(state) >> 60, draw = lane_random(state);
  if (kind < 9) return ((double)(draw >> 11) * 0x1p-52 - 1.0) * size[kind];
  if (kind == 9) return lane_double(draw);
  if (kind == 10) return ((double)(draw >> 11) * 0x1p-52 - 1.0) * 1e7;
  if (kind == 11) return ((double)(draw >> 11) * 0x1p-52 - 1.0) * 1e-20;
  return lane_double(special[(draw >> 32) % (sizeof special / sizeof *special)]);
}

// in (laneItems x nin x 8): depends on the kernel's name only
static inline void lane_fill(const LaneKernel* kernel, double* in) {
  uint64_t state = 0x9e3779b97f4a7c15ULL;
  for (const char* c = kernel->name; *c; c++) state = (state ^ (uint64_t)*c) * 0x100000001b3ULL;
  const int count = laneItems * kernel->nin * laneWorlds;
  for (int i = 0; i < count; i++) in[i] = lane_argument(&state);
}

// hash of results, all NaNs alike; the shift mixes high bits down, or pairs of signs would cancel
static inline uint64_t lane_hash(const double* out, int count) {
  uint64_t h = 0xcbf29ce484222325ULL;
  for (int i = 0; i < count; i++) {
    uint64_t bits = 0x7ff8000000000000ULL;
    if (out[i] == out[i]) memcpy(&bits, &out[i], sizeof bits);
    h = (h ^ bits) * 0x100000001b3ULL;
    h ^= h >> 29;
  }
  return h;
}

#endif
