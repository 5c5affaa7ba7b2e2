// State advance, and semi-implicit Euler: qvel += h qacc', then qpos with the new qvel.
// With damped dofs qacc' solves (M + h diag(B)) qacc' = qfrc, B the slope of the damping force:
// damping acts at the end of the step. The forces of tendons, actuators and the fluid stay
// explicit.
//   qacc, act_dot -> act, qvel, qpos, time; M, qvel -> qH, qHDiagInv
#include "step/integrate.h"

#include "dyn/dyn.h"
#include "force/actuation.h"
#include "force/passive.h"
#include "math/vec.h"
#include "model/history.h"
#include "step/sensor.h"

// samples of delayed controls and sensors that are due at the old time; lanes have none
static void recordHistory(const mjModel* m, lane_Data* d) {
#if LANE_W == 1
  if (!m->nhistory) return;
  history_pushCtrl(m, d);
  sensor_record(m, d);
#else
  (void)m;
  (void)d;
#endif
}

void LANE(step_advance)(const mjModel* m, lane_Data* d, const real* act_dot, const real* qacc,
                        const real* qvel_mean) {
  const double h = m->opt.timestep;
  recordHistory(m, d);
  LANE(actuation_advance)(m, d, act_dot);
  vn_addToScl(d->qvel, qacc, lane_bc(h), (int)m->nv);
  LANE(dyn_integratePos)(m, d->qpos, qvel_mean ? qvel_mean : d->qvel, h);
  d->time = d->time + h;
  vn_copy(d->qacc_warmstart, d->qacc, (int)m->nv);
}

int LANE(step_isDamped)(const mjModel* m) {
  if (m->opt.disableflags & (mjDSBL_EULERDAMP | mjDSBL_DAMPER)) return 0;
  for (int i = 0; i < m->nv; i++) {
    if (m->dof_damping[i] > 0 || m->jnt_actuatorid[m->dof_jntid[i]] != -1) return 1;
    for (int k = 0; k < mjNPOLY; k++) {
      if (m->dof_dampingpoly[mjNPOLY * i + k] != 0) return 1;
    }
  }
  return 0;
}

void LANE(step_dampingSlope)(const real coef[1 + mjNPOLY], const real* vel, real* slope) {
  const real v = lane_abs(*vel);
  *slope = coef[0] + 2 * coef[1] * v + 3 * coef[2] * v * v;
}

int LANE(step_dofSlope)(const mjModel* m, const lane_Data* d, int dof, real* slope) {
  real coef[1 + mjNPOLY];
  const int damped = LANE(passive_dofDamping)(m, dof, coef);
  LANE(step_dampingSlope)(coef, d->qvel + dof, slope);
  return damped;
}

void LANE(step_factorDamped)(const mjModel* m, lane_Data* d) {
  const double h = m->opt.timestep;
  vn_copy(d->qH, d->M, (int)m->nC);
  for (int i = 0; i < m->nv; i++) {
    real slope;
    if (!LANE(step_dofSlope)(m, d, i, &slope)) continue;
    const int diag = m->M_rowadr[i] + m->M_rownnz[i] - 1;
    d->qH[diag] = d->qH[diag] + h * slope;
  }
  LANE(dyn_factor)(m, d->qH, d->qHDiagInv);
}

void LANE(step_euler)(const mjModel* m, lane_Data* d, int refactor) {
  if (!LANE(step_isDamped)(m)) {
    LANE(step_advance)(m, d, d->act_dot, d->qacc, NULL);
    return;
  }
  lane_mark(d);
  real* qacc = lane_scratch(d, (int)m->nv);
  if (qacc) {
    if (refactor) LANE(step_factorDamped)(m, d);
    vn_add(qacc, d->qfrc_smooth, d->qfrc_constraint, (int)m->nv);
    LANE(dyn_solve)(m, qacc, d->qH, d->qHDiagInv, 1);
    LANE(step_advance)(m, d, d->act_dot, qacc, NULL);
  }
  lane_free(d);
}

void LANE(step_integrate)(const mjModel* m, lane_Data* d,
                          void (*forward)(const mjModel* m, lane_Data* d)) {
  if (m->opt.integrator == mjINT_RK4) {
    LANE(step_rk4)(m, d, forward);
  } else if (m->opt.integrator == mjINT_EULER) {
    LANE(step_euler)(m, d, 1);
  } else {
    LANE(step_implicit)(m, d, 1);
  }
}
