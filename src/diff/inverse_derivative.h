// Derivatives of inverse dynamics by formulas.
#ifndef SINEW_DIFF_INVERSE_DERIVATIVE_H_
#define SINEW_DIFF_INVERSE_DERIVATIVE_H_

#include <stdbool.h>

#include "diff/finite.h"

// of `out` the derivatives of forces, DfDq, DfDv, DfDa; the rest is left as it is. actuation:
// forces are those beyond actuators, as in mjd_inverseFD. False after a message
bool inverse_slope(const mjModel* m, mjData* d, bool actuation, const finite_Inverse* out);
// whether formulas cover the model and its options
bool inverse_isCovered(const mjModel* m);

#endif
