// Random order of a sweep of projected Gauss-Seidel (Fisher-Yates shuffle), a new one for each
// sweep, by the random number generator PCG32, which starts with the same seed in every solve.
#ifndef SINEW_SOLVE_SHUFFLE_H_
#define SINEW_SOLVE_SHUFFLE_H_

#include <stdint.h>

// order: the random numbers of this generator, from the first one in every solve
static inline uint32_t shuffle_next(uint64_t* state) {
  const uint64_t old = *state;
  *state = old * 6364136223846793005u + 1;
  const uint32_t x = (uint32_t)(((old >> 18) ^ old) >> 27);
  const unsigned rot = (unsigned)(old >> 59);
  return x >> rot | x << (-rot & 31);
}

static inline uint64_t shuffle_begin(void) {
  uint64_t state = 0;
  shuffle_next(&state);
  return state;
}

static inline void shuffle_order(uint64_t* state, int* order, int n) {
  for (int i = n - 1; i > 0; i--) {
    const int j = (int)(shuffle_next(state) % (uint32_t)(i + 1)), keep = order[i];
    order[i] = order[j];
    order[j] = keep;
  }
}

#endif
