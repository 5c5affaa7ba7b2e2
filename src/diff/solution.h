// The point of derivatives made exact: the acceleration of constraints at its optimum, whatever the
// solver left, and that of the integrator.
#ifndef SINEW_DIFF_SOLUTION_H_
#define SINEW_DIFF_SOLUTION_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// after a forward pass: qacc, efc_force, efc_state, qfrc_constraint to rounding, jar (nefc) = J
// qacc
// - aref. False if scratch is short
bool solution_polish(const mjModel* m, mjData* d, mjtNum* jar);
// acceleration that moves the state on -> acc (nv), the integrator's factor; false: it is qacc
bool solution_integrator(const mjModel* m, mjData* d, mjtNum* acc);

#endif
