// Actuation: controls -> activation rates -> actuator forces -> joint forces. Per output: force =
// gain * input + bias, where the input is the control, or the last activation if there is one.
// Limits are applied in this sequence: control range, total force on a tendon, force range, total
// force on a joint.
//   ctrl, act, actuator_length, actuator_velocity, actuator_moment, qfrc_gravcomp ->
//   act_dot, actuator_force, qfrc_actuator
#include "force/actuation.h"

#include "base/assert.h"
#include "force/actuator.h"
#include "force/delayed_ctrl.h"
#include "model/callbacks.h"

// ---- controls

static void clampControls(const lane_Model* m, real* u) {
  if (m->opt.disableflags & mjDSBL_CLAMPCTRL) return;
  for (int i = 0; i < m->nu; i++) {
    if (!m->actuator_ctrllimited[i]) continue;
    const real* range = lane_prmAt(m->actuator_ctrlrange, 2 * i);
    u[i] = act_clip(u[i], act_prm(range, 0), act_prm(range, 1));
  }
}

// a bad control (NaN, infinite, huge) sets all controls of its world to zero
static void rejectBad(const lane_Model* m, lane_Data* d, real* u) {
  mask bad = lane_bc(0) != 0;
  int first = 0;
  for (int i = 0; i < m->nu; i++) {
    bad = bad | lane_not(lane_abs(u[i]) <= mjMAXVAL);
    if (!lane_any(bad)) first = i + 1;
  }
  if (!lane_any(bad)) return;
  ASSERT_FULL(first < m->nu);
  delayed_warnBad(d, first);
  for (int i = 0; i < m->nu; i++) u[i] = lane_select(bad, lane_bc(0), u[i]);
}

// ---- forces

void LANE(act_force)(const act_View* a, real* force) {
  const act_Gain* kind = &LANE(act_gains)[a->m->actuator_gaintype[a->id]];
  ASSERT_FULL(LANE(act_hasGain)(a->m->actuator_gaintype[a->id]));
  if (kind->force) {
    kind->force(a, force);
    return;
  }
  real gain, bias;
  ASSERT_FULL(LANE(act_hasBias)(a->m->actuator_biastype[a->id]));
  kind->gain(a, &gain);
  LANE(act_biases)[a->m->actuator_biastype[a->id]](a, &bias);
  force[0] = gain * act_forceInput(a) + bias;
}

// the tendon with limited total force on which actuator i acts; -1: none
static int limitedTendon(const lane_Model* m, int i) {
  if (m->actuator_trntype[i] != mjTRN_TENDON) return -1;
  const int tendon = m->actuator_trnid[2 * i];
  return m->tendon_actfrclimited[tendon] ? tendon : -1;
}

static real tendonForce(const lane_Model* m, const lane_Data* d, int tendon) {
  real sum = lane_bc(0);
  for (int i = 0; i < m->nactuator; i++) {
    if (limitedTendon(m, i) == tendon) sum = sum + d->actuator_force[m->actuator_outadr[i]];
  }
  return sum;
}

// scales the forces of all actuators of a tendon so that their sum is in its range
static void limitTendon(const lane_Model* m, lane_Data* d, int tendon) {
  const real* range = lane_prmAt(m->tendon_actfrcrange, 2 * tendon);
  const real lo = act_prm(range, 0), hi = act_prm(range, 1), total = tendonForce(m, d, tendon);
  const mask below = total<lo, above = total> hi;
  const real divisor = lane_select(total == 0, lane_bc(1), total);
  const real scaled = lane_select(below, lo, hi) / divisor;
  const real scale = lane_select((below | above) & (total != 0), scaled, lane_bc(1));
  for (int i = 0; i < m->nactuator; i++) {
    if (limitedTendon(m, i) != tendon) continue;
    real* force = d->actuator_force + m->actuator_outadr[i];
    *force = *force * scale;
  }
}

static void limitTendons(const lane_Model* m, lane_Data* d) {
  bool any = false;
  for (int i = 0; i < m->nactuator && m->ntendon; i++) {
    any |= limitedTendon(m, i) >= 0 && !actuation_isDisabled(m, i);
  }
  for (int i = 0; i < m->ntendon && any; i++) {
    if (m->tendon_actfrclimited[i]) limitTendon(m, d, i);
  }
}

// clamps the norm, for orientation servos
static void limitNorm(real force[3], real most) {
  const real norm = v3_norm(force);
  const mask over = norm > most;
  const real scale = most / lane_select(over, norm, lane_bc(1));
  v3_scl(force, force, lane_select(over, scale, lane_bc(1)));
}

static void limitForces(const lane_Model* m, lane_Data* d) {
  for (int i = 0; i < m->nactuator; i++) {
    if (!m->actuator_forcelimited[i]) continue;
    real* force = d->actuator_force + m->actuator_outadr[i];
    const real* range = lane_prmAt(m->actuator_forcerange, 2 * i);
    if (m->actuator_gaintype[i] == mjGAIN_SO3) {
      limitNorm(force, act_prm(range, 1));
    } else {
      *force = act_clip(*force, act_prm(range, 0), act_prm(range, 1));
    }
  }
}

// ---- joint space

// also zeroes sleeping dofs, if an actuator acts on them and on others
static void zeroJoints(const lane_Model* m, lane_Data* d) {
  const range_List fresh = lane_freshRanges(d);
  range_eachRange(fresh, s) vn_zero(d->qfrc_actuator + s->dof[0], range_dofs(s));
  if (!lane_anyAsleep(m, d)) return;
  for (int i = 0; i < m->nout; i++) {
    const int adr = d->moment_rowadr[i], nnz = d->moment_rownnz[i];
    for (int k = adr; k < adr + nnz; k++) d->qfrc_actuator[d->moment_colind[k]] = lane_bc(0);
  }
}

static void toJoints(const lane_Model* m, lane_Data* d) {
  for (int i = 0; i < m->nout; i++) {
    const real force = d->actuator_force[i];
    const int adr = d->moment_rowadr[i], nnz = d->moment_rownnz[i];
    ASSERT_FULL(nnz >= 0 && adr + nnz <= m->nJmom);
    for (int k = adr; k < adr + nnz; k++) {
      real* at = d->qfrc_actuator + d->moment_colind[k];
      *at = *at + d->actuator_moment[k] * force;
    }
  }
}

static void addGravcomp(const lane_Model* m, lane_Data* d, range_List ranges) {
  const real* g = lane_prms(m->opt.gravity);
  if (!m->flg_gravcomp || m->opt.disableflags & mjDSBL_GRAVITY) return;
  if (lane_agree(m, (g[0] == 0) & (g[1] == 0) & (g[2] == 0))) return;
  range_each(ranges, dof, i) {
    if (!m->jnt_actgravcomp[m->dof_jntid[i]]) continue;
    d->qfrc_actuator[i] = d->qfrc_actuator[i] + d->qfrc_gravcomp[i];
  }
}

static void limitJoints(const lane_Model* m, lane_Data* d, range_List ranges) {
  range_each(ranges, jnt, i) {
    const bool scalar = m->jnt_type[i] == mjJNT_HINGE || m->jnt_type[i] == mjJNT_SLIDE;
    if (!m->jnt_actfrclimited[i] || !scalar) continue;
    const real* range = lane_prmAt(m->jnt_actfrcrange, 2 * i);
    real* force = d->qfrc_actuator + m->jnt_dofadr[i];
    *force = act_clip(*force, act_prm(range, 0), act_prm(range, 1));
  }
}

// ---- stages

static void rates(const lane_Model* m, lane_Data* d, const real* u) {
  act_View a = {.m = m, .d = d, .u = u, .act_dot = d->act_dot};
  for (int i = 0; i < m->nactuator && m->na; i++) {
    if (m->actuator_actadr[i] < 0 || lane_isActuatorAsleep(m, d, i)) continue;
    vn_zero(d->act_dot + m->actuator_actadr[i], m->actuator_actnum[i]);
    const act_Dynamics* kind = &LANE(act_dynamics)[m->actuator_dyntype[i]];
    ASSERT_FULL(LANE(act_hasDynamics)(m->actuator_dyntype[i]));
    ASSERT_FULL(m->actuator_actadr[i] + m->actuator_actnum[i] <= m->na);
    a.id = i;
    if (kind->rate) kind->rate(&a, d->act_dot + m->actuator_actadr[i]);
  }
}

static void forces(const lane_Model* m, lane_Data* d, const real* u) {
  act_View a = {.m = m, .d = d, .u = u, .act_dot = d->act_dot};
  for (a.id = 0; a.id < m->nactuator; a.id++) {
    if (actuation_isDisabled(m, a.id) || lane_isActuatorAsleep(m, d, a.id)) continue;
    if (callback_isPlugin(m, a.id)) continue;
    ASSERT_FULL(m->actuator_outadr[a.id] + m->actuator_outnum[a.id] <= m->nout);
    LANE(act_force)(&a, d->actuator_force + m->actuator_outadr[a.id]);
  }
  callback_pluginForces(m, d);
  // order: tendons, forces, then what a motor's mechanics add, which no range limits
  limitTendons(m, d);
  limitForces(m, d);
  for (a.id = 0; a.id < m->nactuator; a.id++) {
    if (m->actuator_biastype[a.id] != mjBIAS_DCMOTOR || actuation_isDisabled(m, a.id)) continue;
    if (lane_isActuatorAsleep(m, d, a.id)) continue;
    LANE(dcmotor_mechanical)(&a, d->actuator_force + m->actuator_outadr[a.id]);
  }
}

void LANE(actuation_forces)(const lane_Model* m, lane_Data* d) {
  const range_List ranges = lane_ranges(d);
  vn_zero(d->actuator_force, m->nout);
  zeroJoints(m, d);
  // odd: gravity compensation needs an actuator
  if (!m->nactuator || (m->opt.disableflags & mjDSBL_ACTUATION)) return;

  lane_mark(d);
  real* u =
      lane_scratch(d, m->nu + 1);  // one more, so that a model without controls has an address too
  if (u) {
    vn_copy(u, d->ctrl, m->nu);
    delayed_read(m, d, u);
    clampControls(m, u);
    rejectBad(m, d, u);
    rates(m, d, u);
    callback_pluginRates(m, d);
    forces(m, d, u);
  } else {
    vn_zero(d->act_dot, m->na);  // the old values may belong to another state
  }
  lane_free(d);

  toJoints(m, d);
  addGravcomp(m, d, ranges);
  limitJoints(m, d, ranges);
}
