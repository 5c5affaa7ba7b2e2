// Which constraints a world had in a step, as bits: worlds with few different bits cost least when
// they stand together in lanes.
#ifndef SINEW_STEP_SIGNATURE_H_
#define SINEW_STEP_SIGNATURE_H_

#include <stdint.h>

enum { SIGNATURE_ROWS = 3 };  // words

typedef struct {
  uint64_t trees;                 // pairs of them that constraints couple: islands
  uint64_t rows[SIGNATURE_ROWS];  // constraints; contacts by their bodies
} step_Signature;

#endif
