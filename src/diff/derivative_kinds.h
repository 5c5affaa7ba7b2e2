// Analytic derivatives of actuator types (gain, bias, activation dynamics), lane-generic: force and
// next activations with respect to the actuator's own inputs, in this order: lengths, velocities
// (nout each), activations, controls after clamping.
#ifndef SINEW_DIFF_DERIVATIVE_KINDS_H_
#define SINEW_DIFF_DERIVATIVE_KINDS_H_

#include "force/actuator.h"

typedef struct {
  int nout, nact, nctrl, n;  // n = 2 nout + nact + nctrl inputs
  real* force;               // (nout x n) of the force before its limits
  real* extra;               // (nout x n) of what is added behind them
  real* next;                // (nact x n) of the next activations, not wrapped
  real* drag;  // (n) of the derivative by velocity in the integrator's matrix, controls raw
} diff_Local;

// all derivatives of an actuator. a->act_dot is that of the step, zero if the group is disabled.
// within (nu): 1 where a control is within its limits and not delayed, else 0. world: that of the
// view
void LANE(diff_kind)(const act_View* a, lane_Data* world, const real* within, diff_Local* loc);

// PID controllers and DC motors: does nothing for other actuators
void LANE(diff_pidForce)(const act_View* a, diff_Local* loc);
void LANE(diff_pidRate)(const act_View* a, diff_Local* loc);
void LANE(diff_motorForce)(const act_View* a, diff_Local* loc);
void LANE(diff_motorNext)(const act_View* a, bool still, diff_Local* loc);

// ---- indices of inputs

LANE_INLINE int diff_velocityAt(const diff_Local* loc) { return loc->nout; }
LANE_INLINE int diff_actAt(const diff_Local* loc, int k) { return 2 * loc->nout + k; }
LANE_INLINE int diff_ctrlAt(const diff_Local* loc, int k) { return 2 * loc->nout + loc->nact + k; }

#endif
