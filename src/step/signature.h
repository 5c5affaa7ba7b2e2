// Signature of a world, a sort key for batches: hash bits of its constraints, and the number of
// solver iterations. Worlds with few different bits and about the same iterations cost least when
// they share SIMD lanes.
#ifndef SINEW_STEP_SIGNATURE_H_
#define SINEW_STEP_SIGNATURE_H_

#include <stdint.h>

enum { SIGNATURE_ROWS = 3 };  // words

typedef struct {
  uint64_t trees;                 // pairs of trees that constraints couple: islands
  uint64_t rows[SIGNATURE_ROWS];  // constraints; contacts by their bodies
  int niter;                      // of the solver, in all steps since the lane was filled
} step_Signature;

#endif
