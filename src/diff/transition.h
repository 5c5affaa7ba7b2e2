// Derivatives of a step by formulas.
#ifndef SINEW_DIFF_TRANSITION_H_
#define SINEW_DIFF_TRANSITION_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// sn_transition, with terms left out (diff_Term bits): what tests call
int diff_transition(const mjModel* m, mjData* d, int mode, unsigned without, mjtNum* A, mjtNum* B,
                    mjtNum* C, mjtNum* D);
// whether formulas cover the model and its options
bool diff_isCovered(const mjModel* m);

#endif
