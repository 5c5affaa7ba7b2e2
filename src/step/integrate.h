// Time integrators, lane-generic: semi-implicit Euler, implicit in velocity, Runge-Kutta (RK4).
// State and acceleration of a world -> state one timestep later.
#ifndef SINEW_STEP_INTEGRATE_H_
#define SINEW_STEP_INTEGRATE_H_

#include <stdbool.h>

#include "model/lane_data.h"

static inline bool step_isIntegrator(int integrator) {
  return integrator >= mjINT_EULER && integrator <= mjINT_IMPLICITFAST;
}

// Advances act, qvel, qpos and time by one timestep; qpos moves with qvel_mean, or with the new
// qvel if it is NULL; qacc_warmstart <- d->qacc
void LANE(step_advance)(const lane_Model* m, lane_Data* d, const real* act_dot, const real* qacc,
                        const real* qvel_mean);
// semi-implicit Euler with implicit damping of dofs; refactor 0: qH of an earlier call is still
// valid
void LANE(step_euler)(const lane_Model* m, lane_Data* d, int refactor);
// implicit in velocity: opt.integrator selects all derivatives or the symmetric ones
void LANE(step_implicit)(const lane_Model* m, lane_Data* d, int refactor);
// fourth-order Runge-Kutta; d holds its first stage
void LANE(step_rk4)(const lane_Model* m, lane_Data* d);
// one of these, selected by mjtIntegrator
void LANE(step_integrate)(const lane_Model* m, lane_Data* d, int integrator);

// whether a dof is damped, so that Euler treats damping implicitly
int LANE(step_isDamped)(const lane_Model* m, const lane_Data* d);
// M + h diag(B), the matrix of damped Euler -> qH and its factorization
void LANE(step_factorDamped)(const lane_Model* m, lane_Data* d);
// factorization, qfrc_smooth, qfrc_constraint -> the acceleration of a damped step
void LANE(step_solveDamped)(const lane_Model* m, const lane_Data* d, real* qacc);

#endif
