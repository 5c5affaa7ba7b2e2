// Random numbers without a state: each is a function of a seed and of what it is for, so that
// nothing depends on the order in which numbers are asked for.
#ifndef SINEW_CLI_PHILOX_H_
#define SINEW_CLI_PHILOX_H_

#include <stdint.h>

// what a number is for
typedef struct {
  uint64_t seed;
  uint8_t purpose;  // streams that have nothing to do with each other
  uint32_t world;
  uint64_t step;  // below 2^56
  uint32_t index;
} philox_Place;

// Philox-4x32-10 (Salmon, Moraes, Dror, Shaw 2011): counter and key -> four random words
void philox_block(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);
// from 0 to 1, without the ends
double philox_uniform(philox_Place place);
// mean 0, deviation 1
double philox_normal(philox_Place place);

#endif
