// Counter-based random number generator Philox-4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel
// random numbers: as easy as 1, 2, 3", 2011). A round multiplies two words of the counter and mixes
// the halves of the products with the other two words and the key, to which Weyl constants are
// added.
#include "philox.h"

#include <math.h>
#include <string.h>

#include <sinew/extra.h>

enum { ROUNDS = 10 };
static const double turn = 6.283185307179586;

void philox_block(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
  uint32_t c[4], k0 = key[0], k1 = key[1];
  memcpy(c, counter, sizeof c);
  for (int i = 0; i < ROUNDS; i++) {
    const uint64_t p0 = 0xD2511F53ull * c[0], p1 = 0xCD9E8D57ull * c[2];
    const uint32_t next[4] = {(uint32_t)(p1 >> 32) ^ c[1] ^ k0, (uint32_t)p1,
                              (uint32_t)(p0 >> 32) ^ c[3] ^ k1, (uint32_t)p0};
    memcpy(c, next, sizeof c);
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  memcpy(out, c, sizeof c);
}

// two uniform numbers in the open interval (0, 1)
static void twoUniform(philox_Place p, double x[2]) {
  const uint32_t counter[4] = {p.index, p.world, (uint32_t)p.step,
                               (uint32_t)(p.step >> 32) << 8 | p.purpose};
  const uint32_t key[2] = {(uint32_t)p.seed, (uint32_t)(p.seed >> 32)};
  uint32_t word[4];
  philox_block(counter, key, word);
  for (int i = 0; i < 2; i++) {
    const uint64_t bits = (uint64_t)word[2 * i] << 32 | word[2 * i + 1];
    x[i] = ((double)(bits >> 12) + 0.5) * 0x1p-52;
  }
}

double philox_uniform(philox_Place place) {
  double x[2];
  twoUniform(place, x);
  return x[0];
}

// normal distribution by the Box-Muller transform
double philox_normal(philox_Place place) {
  double x[2];
  twoUniform(place, x);
  return sqrt(-2 * sn_log(x[0])) * sn_cos(turn * x[1]);
}
