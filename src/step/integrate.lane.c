// State advance and semi-implicit Euler integrator: qvel += h qacc', then qpos with the new qvel.
// With damped dofs qacc' solves (M + h diag(B)) qacc' = qfrc, B the derivative of the damping
// force: damping is implicit, it acts at the end of the step. The forces of tendons, actuators and
// the fluid stay explicit.
//   qacc, act_dot -> act, qvel, qpos, time; M, qvel -> qH, qHDiagInv
#include "step/integrate.h"

#include "base/assert.h"
#include "dyn/dyn.h"
#include "force/actuation.h"
#include "force/force_derivative.h"
#include "force/passive.h"
#include "math/vec.h"
#include "model/awake.h"
#include "model/callbacks.h"
#include "model/history.h"
#include "model/timer.h"
#include "step/forward.h"
#include "step/sensor.h"
#include "step/sleep.h"
#include "step/tree_parts.h"

// records samples of delayed controls and sensors that are due at the old time; lanes have none
static void recordHistory(const lane_Model* m, lane_Data* d) {
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

// Puts trees to sleep. The pipeline is evaluated at their rest, but that moves nothing before the
// next step: acc holds the accelerations from before
static void fallAsleep(const lane_Model* m, mjData* d, const mjtNum* qacc, mjtNum* acc) {
  const range_List ranges = lane_ranges(d);
  range_each(ranges, dof, i) acc[i] = qacc[i];
  if (!sleep_fall(m, d)) return;
  step_forward(m, d, mjSTAGE_POS, 0);
  awake_update(m, d);
}

#else

static void fallAsleep(const lane_Model* m, lane_Data* d, const real* qacc, real* acc) {
  (void)m, (void)d, (void)qacc, (void)acc;
}

#endif

// advances velocities and positions of what is awake
static void advancePosition(const lane_Model* m, lane_Data* d, const real* qacc,
                            const real* qvel_mean) {
  lane_mark(d);
  if (LANE_W == 1 && sleep_isOn(lane_one(m, 0))) {
    real* acc = lane_scratch(d, (int)m->nv);
    if (acc) fallAsleep(m, d, qacc, acc);
    if (acc) qacc = acc;
  }
  const range_List ranges = lane_ranges(d);
  range_eachRange(ranges, s) {
    const int adr = s->dof[0];
    vn_addToScl(d->qvel + adr, qacc + adr, lane_opt(m, timestep), range_dofs(s));
  }
  const real* qvel = qvel_mean ? qvel_mean : d->qvel;
  LANE(dyn_integrateRanges)(m, ranges, d->qpos, qvel, lane_opt(m, timestep));
  lane_free(d);
}

void LANE(step_advance)(const lane_Model* m, lane_Data* d, const real* act_dot, const real* qacc,
                        const real* qvel_mean) {
  // order: samples of the old time, activations, velocities, positions, time, plugins
  recordHistory(m, d);
  LANE(actuation_advance)(m, d, act_dot);
  advancePosition(m, d, qacc, qvel_mean);
  d->time = d->time + lane_opt(m, timestep);
  callback_pluginAdvance(m, d);
  const range_List fresh = lane_freshRanges(d);
  range_eachRange(fresh, s) {
    vn_copy(d->qacc_warmstart + s->dof[0], d->qacc + s->dof[0], range_dofs(s));
  }
#if LANE_W == 1
  awake_settle(d, AWAKE_ADVANCED);
#endif
}

static mask isDofDamped(const lane_Model* m, int dof) {
  mask damped = lane_prm(m->dof_damping, dof) > 0;
  for (int k = 0; k < mjNPOLY; k++) {
    damped = damped | (lane_prm(m->dof_dampingpoly, mjNPOLY * dof + k) != 0);
  }
  return damped;
}

int LANE(step_isDamped)(const lane_Model* m, const lane_Data* d) {
  if (m->opt.disableflags & (mjDSBL_EULERDAMP | mjDSBL_DAMPER)) return 0;
  const range_List ranges = lane_ranges(d);
  mask some = lane_bc(0) != 0;
  range_each(ranges, dof, i) {
    if (m->jnt_actuatorid[m->dof_jntid[i]] != -1) return 1;
    some = some | isDofDamped(m, i);
    if (lane_all(some)) return 1;
  }
  return lane_agree(m, some);
}

static void factorDamped(const lane_Model* m, lane_Data* d, range_List ranges) {
  const real h = lane_opt(m, timestep);
  range_eachRange(ranges, s) {
    int adr, n = range_entries(s, m->M_rowadr, m->M_rownnz, &adr);
    vn_copy(d->qH + adr, d->M + adr, n);
  }
  range_each(ranges, dof, i) {
    real slope;
    if (!deriv_dofDamping(m, d, i, &slope)) continue;
    const int diag = m->M_rowadr[i] + m->M_rownnz[i] - 1;
    ASSERT_FULL(m->M_colind[diag] == i);
    d->qH[diag] = d->qH[diag] + h * slope;
  }
  LANE(dyn_factor)(m, ranges, d->qH, d->qHDiagInv);
}

void LANE(step_factorDamped)(const lane_Model* m, lane_Data* d) {
  step_overTrees(m, d, factorDamped);
}

void LANE(step_solveDamped)(const lane_Model* m, const lane_Data* d, real* qacc) {
  const range_List ranges = lane_ranges(d);
  range_eachRange(ranges, s) {
    const int adr = s->dof[0];
    vn_add(qacc + adr, d->qfrc_smooth + adr, d->qfrc_constraint + adr, range_dofs(s));
  }
  LANE(dyn_solveRanges)(m, ranges, qacc, d->qH, d->qHDiagInv);
}

void LANE(step_euler)(const lane_Model* m, lane_Data* d, int refactor) {
  if (!LANE(step_isDamped)(m, d)) {
    LANE(step_advance)(m, d, d->act_dot, d->qacc, NULL);
    return;
  }
  lane_mark(d);
  real* qacc = lane_scratch(d, (int)m->nv);
  if (qacc) {
    if (refactor) LANE(step_factorDamped)(m, d);
    LANE(step_solveDamped)(m, d, qacc);
    LANE(step_advance)(m, d, d->act_dot, qacc, NULL);
  }
  lane_free(d);
}

// ---- the integrators of the API

static void rk4(const lane_Model* m, lane_Data* d) { LANE(step_rk4)(m, d); }
static void euler(const lane_Model* m, lane_Data* d) { LANE(step_euler)(m, d, 1); }
static void implicit(const lane_Model* m, lane_Data* d) { LANE(step_implicit)(m, d, 1); }

static void (*const integrators[])(const lane_Model* m, lane_Data* d) = {
    [mjINT_EULER] = euler,
    [mjINT_RK4] = rk4,
    [mjINT_IMPLICIT] = implicit,
    [mjINT_IMPLICITFAST] = implicit,
};

void LANE(step_integrate)(const lane_Model* m, lane_Data* d, int integrator) {
#if LANE_W == 1
  const mjtNum start = timer_now();
  if (!step_isIntegrator(integrator)) {  // a callback has written it since the step began
    mju_error("integrator %d does not exist; it must be %d to %d: no step is made", integrator,
              mjINT_EULER, mjINT_IMPLICITFAST);
    return;
  }
#endif
  ASSERT_FULL(integrator >= 0 && integrator < (int)(sizeof integrators / sizeof *integrators));
  integrators[integrator](m, d);
#if LANE_W == 1
  if (integrator != mjINT_RK4) timer_add(d, mjTIMER_ADVANCE, start);  // odd: RK4 not in the timer
#endif
}
