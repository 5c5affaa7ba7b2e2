// Stateless, counter-based random numbers: each is a function of a seed and of its use (world,
// step, ...), so that results do not depend on the order of evaluation.
#ifndef SINEW_CLI_PHILOX_H_
#define SINEW_CLI_PHILOX_H_

#include <stdint.h>

// what a number is used for; becomes the counter
typedef struct {
  uint64_t seed;
  uint8_t purpose;  // independent streams
  uint32_t world;
  uint64_t step;  // below 2^56
  uint32_t index;
} philox_Place;

// Philox-4x32-10 (Salmon, Moraes, Dror, Shaw 2011): counter and key -> four random words
void philox_block(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);
// uniform in the open interval (0, 1)
double philox_uniform(philox_Place place);
// normal distribution with mean 0 and standard deviation 1
double philox_normal(philox_Place place);

#endif
