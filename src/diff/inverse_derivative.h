// Analytic derivatives of inverse dynamics.
#ifndef SINEW_DIFF_INVERSE_DERIVATIVE_H_
#define SINEW_DIFF_INVERSE_DERIVATIVE_H_

#include <stdbool.h>

#include "diff/finite.h"

// fills only the derivatives of forces, DfDq, DfDv, DfDa, of `out`. actuation: forces are those
// beyond actuators, as in mjd_inverseFD. False after an error message
bool inverse_slope(const mjModel* m, mjData* d, bool actuation, const finite_Inverse* out);
// whether analytic derivatives support the model and its options
bool inverse_isCovered(const mjModel* m);

#endif
