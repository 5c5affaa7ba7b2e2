// Analytic linearization of a step: the state-space matrices A, B, C, D.
#ifndef SINEW_DIFF_TRANSITION_H_
#define SINEW_DIFF_TRANSITION_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// sn_transition, with terms left out (diff_Term bits) for tests
int diff_transition(const mjModel* m, mjData* d, int mode, unsigned without, mjtNum* A, mjtNum* B,
                    mjtNum* C, mjtNum* D);
// whether analytic derivatives support the model and its options
bool diff_isCovered(const mjModel* m);

#endif
