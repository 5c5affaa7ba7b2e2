// Polished optimum: refines constraint acceleration and forces to rounding at the linearization
// point (converged Newton solution), whatever tolerance the solver stopped at, and computes the
// acceleration that the integrator uses.
#ifndef SINEW_DIFF_OPTIMUM_H_
#define SINEW_DIFF_OPTIMUM_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// after a forward pass: qacc, efc_force, efc_state, qfrc_constraint to rounding, jar (nefc) = J
// qacc - aref. False if scratch is short
bool optimum_polish(const mjModel* m, mjData* d, mjtNum* jar);
// acceleration that advances the state -> acc (nv), factorizes the integrator's matrix; false: it
// is qacc
bool optimum_integrator(const mjModel* m, mjData* d, mjtNum* acc);

#endif
