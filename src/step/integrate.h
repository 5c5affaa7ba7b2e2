// Integrators, lane-generic: state of a world and its acceleration -> state one timestep on.
#ifndef SINEW_STEP_INTEGRATE_H_
#define SINEW_STEP_INTEGRATE_H_

#include <stdbool.h>

#include "model/lane_data.h"

static inline bool step_isIntegrator(int integrator) {
  return integrator >= mjINT_EULER && integrator <= mjINT_IMPLICITFAST;
}

// act, qvel, qpos, time one timestep on; qpos moves with qvel_mean, or with the new qvel if it is
// NULL; qacc_warmstart <- d->qacc
void LANE(step_advance)(const lane_Model* m, lane_Data* d, const real* act_dot, const real* qacc,
                        const real* qvel_mean);
// semi-implicit Euler, damping of dofs implicit; refactor 0: qH of an earlier call is good
void LANE(step_euler)(const lane_Model* m, lane_Data* d, int refactor);
// implicit in velocity: opt.integrator says whether all derivatives or the symmetric ones
void LANE(step_implicit)(const lane_Model* m, lane_Data* d, int refactor);
// Runge-Kutta of order four; d is at its first stage
void LANE(step_rk4)(const lane_Model* m, lane_Data* d);
// one of these, by its name in the API (mjtIntegrator)
void LANE(step_integrate)(const lane_Model* m, lane_Data* d, int integrator);

// is any dof damped, so that Euler treats damping implicitly
int LANE(step_isDamped)(const lane_Model* m, const lane_Data* d);
// the matrix that Euler solves with, M + h diag(B), -> qH and its factor
void LANE(step_factorDamped)(const lane_Model* m, lane_Data* d);
// factor, qfrc_smooth, qfrc_constraint -> the acceleration of a damped step
void LANE(step_solveDamped)(const lane_Model* m, const lane_Data* d, real* qacc);

#endif
