// Compares analytic derivatives of a step with finite differences (diff/step_difference.h).
#ifndef SINEW_DIFF_TRANSITION_CHECK_H_
#define SINEW_DIFF_TRANSITION_CHECK_H_

#include <stdbool.h>

#include <sinew/extra.h>

#include "diff/finite.h"
#include "diff/step_difference.h"

// Compares matrices at the point of s with finite differences; NULL matrices are left out. False,
// after an error message, if out of memory.
bool check_matrices(stepdiff_Steps* s, const finite_Transition* given, const char* function,
                    sn_DiffReport* report);
// sn_transitionCheck with validated arguments
int check_transition(const mjModel* m, mjData* d, int mode, sn_DiffReport* report);

#endif
