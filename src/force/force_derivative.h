// Analytic derivatives of actuator and passive forces with respect to velocity, for the implicit
// integrators, lane-generic, on the sparsity pattern D of dyn/derivative.h.
#ifndef SINEW_FORCE_FORCE_DERIVATIVE_H_
#define SINEW_FORCE_FORCE_DERIVATIVE_H_

#include "dyn/derivative.h"
#include "force/passive.h"
#include "math/vec.h"

// d(qfrc_actuator + qfrc_passive)/d qvel -> qDeriv, with_bias: and -d qfrc_bias/d qvel
void LANE(deriv_velocity)(const lane_Model* m, lane_Data* d, int with_bias);
// qDeriv += d qfrc_fluid/d qvel; symmetric: its symmetric part, except for free bodies
void LANE(deriv_addFluid)(const lane_Model* m, lane_Data* d, int symmetric);
// derivative of an actuator's force with respect to velocity, 0 where it is at its limit
void LANE(deriv_actuator)(const lane_Model* m, const lane_Data* d, int i, real* slope);
// lanes in which the force of an actuator is at its limit (saturation)
LANE_INLINE mask deriv_isSaturated(const lane_Model* m, const lane_Data* d, int i) {
  const real* force = d->actuator_force + m->actuator_outadr[i];
  const real* range = lane_prmAt(m->actuator_forcerange, 2 * i);
  if (!m->actuator_forcelimited[i]) return force[0] != force[0];  // only NaN
  if (m->actuator_trntype[i] == mjTRN_SO3) return v3_norm(force) >= range[1];
  return (force[0] <= range[0]) | (force[0] >= range[1]);
}
// derivative of a damping force: b + 2 c0 |v| + 3 c1 v^2
LANE_INLINE void deriv_damping(const real coef[1 + mjNPOLY], const real* vel, real* slope) {
  const real v = lane_abs(*vel);
  *slope = coef[0] + 2 * coef[1] * v + 3 * coef[2] * (v * v);
}
// the same for a dof at its velocity, damping by actuators included; returns 0 if it is not damped
LANE_INLINE int deriv_dofDamping(const lane_Model* m, const lane_Data* d, int dof, real* slope) {
  real coef[1 + mjNPOLY];
  const int damped = LANE(passive_dofDamping)(m, dof, coef);
  deriv_damping(coef, d->qvel + dof, slope);
  return damped;
}

#endif
