// Public random numbers: standard normal distribution (Marsaglia's polar method on xoshiro256++ by
// Blackman and Vigna), and the Halton sequence (quasi-random). The generator's state is
// thread-local and starts from the same seed in each thread, so a thread's numbers do not depend on
// other threads.
#include <math.h>
#include <stdint.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "base/assert.h"
#include "math/elementary.h"

// the first four outputs of splitmix64 seeded with 0
static _Thread_local uint64_t state[4] = {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u,
                                          0x06c45d188009454fu, 0xf88bb8a8724c81ecu};

static uint64_t rotated(uint64_t x, int bits) { return (x << bits) | (x >> (64 - bits)); }

static uint64_t nextBits(void) {
  const uint64_t bits = rotated(state[0] + state[3], 23) + state[0];
  const uint64_t shifted = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = rotated(state[3], 45);
  return bits;
}

// uniform in [-1, 1), 53 bits
static mjtNum nextUniform(void) { return (mjtNum)(nextBits() >> 11) * 0x1p-52 - 1; }

mjtNum mju_standardNormal(mjtNum* num2) {
  mjtNum x, y, square;
  do {
    x = nextUniform();
    y = nextUniform();
    square = x * x + y * y;
  } while (square >= 1 || square == 0);

  ASSERT_FULL(x >= -1 && x < 1 && y >= -1 && y < 1);
  const mjtNum scl = sqrt(-2 * lane_log(square) / square);
  if (num2) *num2 = y * scl;
  return x * scl;
}

mjtNum mju_Halton(int index, int base) {
  if (base < 2) {
    mju_error("mju_Halton: base %d, it must be at least 2", base);
    return 0;
  }
  mjtNum result = 0, digitValue = 1;
  for (int rest = index; rest > 0; rest /= base) {
    digitValue /= base;
    result += digitValue * (rest % base);
  }
  return result;
}
