// Analytic derivative of the integrator: from the derivative of the accelerations to that of the
// next state, for all columns (multiple right-hand sides) at once.
#ifndef SINEW_DIFF_ADVANCE_H_
#define SINEW_DIFF_ADVANCE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "math/panel.h"

// x = derivative of the integrator's acceleration, one row per dof. On entry x holds the derivative
// of qacc, or, if `force`, of M qacc; E what the integrator's matrix adds (overwritten). The
// factorization of that matrix must be current (diff/optimum.h).
void advance_acceleration(const mjModel* m, const mjData* d, const panel_Panel* x,
                          const panel_Panel* E, bool force);

// x = rows of the next velocities; pos = rows of the next positions. On entry x holds the
// derivative of the acceleration acc that the integrator uses. q, v: first columns of the positions
// and velocities, -1: none
void advance_state(const mjModel* m, const mjData* d, const mjtNum* acc, const panel_Panel* x,
                   const panel_Panel* pos, int q, int v);

#endif
