// Derivatives of a step compared with differences of steps (diff/step_difference.h).
#ifndef SINEW_DIFF_TRANSITION_CHECK_H_
#define SINEW_DIFF_TRANSITION_CHECK_H_

#include <stdbool.h>

#include <sinew/extra.h>

#include "diff/finite.h"
#include "diff/step_difference.h"

// Matrices of the point that s is at against differences; those that are NULL are left out. False,
// after a message, if memory is short.
bool check_matrices(stepdiff_Steps* s, const finite_Transition* given, const char* function,
                    sn_DiffReport* report);
// sn_transitionCheck, arguments being good
int check_transition(const mjModel* m, mjData* d, int mode, sn_DiffReport* report);

#endif
