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
#include "model/awake.h"
#include "model/history.h"
#include "step/forward.h"
#include "step/sensor.h"
#include "step/sleep.h"

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

#if LANE_W == 1

// qpos of joints in trees that sleep, from `src`: unit quaternions keep their bits
static void keepAsleep(const mjModel* m, mjData* d, const mjtNum* src) {
  for (int j = 0; j < m->njnt; j++) {
    if (d->tree_awake[m->dof_treeid[m->jnt_dofadr[j]]]) continue;
    const int adr = m->jnt_qposadr[j], end = j + 1 < m->njnt ? m->jnt_qposadr[j + 1] : (int)m->nq;
    vn_copy(d->qpos + adr, src + adr, end - adr);
  }
}

// velocities and positions of what is awake; trees that fall asleep now stay where they are, and
// what follows from their rest is computed, but moves nothing before the next step
static void advanceAwake(const mjModel* m, mjData* d, const mjtNum* qacc, const mjtNum* qvel_mean) {
  const mjtNum h = m->opt.timestep;
  const int nv = (int)m->nv, nq = (int)m->nq;
  mj_markStack(d);
  mjtNum* acc = stack_num(d, (size_t)nv);
  mjtNum* qpos = stack_num(d, (size_t)nq);
  if (acc && qpos) {
    vn_copy(acc, qacc, nv);
    vn_copy(qpos, d->qpos, nq);
    if (sleep_fall(m, d)) {
      step_forward(m, d, mjSTAGE_POS, 0);
      awake_update(m, d);
    }
    for (int k = 0; k < d->nv_awake; k++) {
      const int i = d->dof_awake_ind[k];
      d->qvel[i] = d->qvel[i] + h * acc[i];
    }
    LANE(dyn_integratePos)(m, d->qpos, qvel_mean ? qvel_mean : d->qvel, h);
    keepAsleep(m, d, qpos);
  }
  mj_freeStack(d);
}

#endif

static void advancePosition(const mjModel* m, lane_Data* d, const real* qacc,
                            const real* qvel_mean) {
#if LANE_W == 1
  if (sleep_isOn(m)) {
    advanceAwake(m, d, qacc, qvel_mean);
    return;
  }
#endif
  vn_addToScl(d->qvel, qacc, lane_bc(m->opt.timestep), (int)m->nv);
  LANE(dyn_integratePos)(m, d->qpos, qvel_mean ? qvel_mean : d->qvel, m->opt.timestep);
}

void LANE(step_advance)(const mjModel* m, lane_Data* d, const real* act_dot, const real* qacc,
                        const real* qvel_mean) {
  recordHistory(m, d);
  LANE(actuation_advance)(m, d, act_dot);
  advancePosition(m, d, qacc, qvel_mean);
  d->time = d->time + m->opt.timestep;
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
  *slope = coef[0] + 2 * coef[1] * v + 3 * coef[2] * (v * v);
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
