// Analytic derivatives of actuator and passive forces with respect to velocity (implicit
// integrators). A force f(v) on a length with rate v = J qvel contributes J' f'(v) J. Entries
// between dofs of different branches are dropped: M - h D must keep the sparsity pattern of the
// kinematic tree. Actuators at a limit of their force (saturated) contribute nothing.
//   qvel, act, ctrl, actuator_*, ten_* -> qDeriv
#include "force/force_derivative.h"

#include <sinew/extra.h>

#include "force/actuation.h"
#include "force/passive.h"
#include "math/curve.h"
#include "math/elementary.h"
#include "math/vec.h"
#include "model/callbacks.h"

// qDeriv += row' slope row, for a sparse row of n columns
static void addRow(const lane_Model* m, lane_Data* d, const real* row, const int* col, int n,
                   real slope) {
  for (int i = 0; i < n; i++) {
    const real scaled = slope * row[i];
    for (int k = 0; k < n; k++) {
      const int at = deriv_entry(m, col[i], col[k]);
      // odd: derivatives between branches
      if (at >= 0) d->qDeriv[at] = d->qDeriv[at] + scaled * row[k];
    }
  }
}

// ---- actuators

// what the gain multiplies: control, or activation
// odd: raw control in the derivative
static real inputOf(const lane_Model* m, const lane_Data* d, int i) {
  if (m->actuator_dyntype[i] == mjDYN_NONE || m->actuator_actadr[i] < 0) {
    return d->ctrl[m->actuator_ctrladr[i]];
  }
  const int slot = m->actuator_actnum[i] - 1;
  if (!m->actuator_actearly[i]) return d->act[m->actuator_actadr[i] + slot];
  real next;
  LANE(actuation_next)(m, d, i, slot, d->act_dot, &next);
  return next;
}

// derivative of the muscle's force-velocity curve
static real muscleSlope(real V, real fvmax) {
  const real y = fvmax - 1;
  const real lengthen = 2 * (y - V) / curve_atLeastMin(y);
  const real slow = lane_select(V <= 0, 2 * (V + 1), lane_select(V <= y, lengthen, lane_bc(0)));
  return lane_select(V <= -1, lane_bc(0), slow);
}

// d gain/d velocity
static real muscleGainSlope(const lane_Model* m, const lane_Data* d, int i) {
  enum { NPRM = 9 };
  const int out = m->actuator_outadr[i];
  real prm[NPRM], range[2];
  for (int k = 0; k < NPRM; k++) prm[k] = lane_prm(m->actuator_gainprm, mjNGAIN * i + k);
  for (int k = 0; k < 2; k++) range[k] = lane_prm(m->actuator_lengthrange, 2 * out + k);
  const real peak = curve_musclePeak(lane_prm(m->actuator_acc0, out), prm);
  const real length0 = curve_muscleLength0(range, prm);
  const real L = curve_muscleLength(d->actuator_length[out], length0, range, prm);
  const real speed = curve_atLeastMin(length0 * prm[6]);
  const real V = d->actuator_velocity[out] / speed;
  return -peak * curve_muscleForceLength(L, prm[4], prm[5]) * muscleSlope(V, prm[8]) / speed;
}

// DC motor: voltage depends on the velocity if a controller is in the loop; current follows
// immediately or, with an inductance, as the next activation
static real motorSlope(const lane_Model* m, int i) {
  const real *gain = lane_prmAt(m->actuator_gainprm, mjNGAIN * i),
             *dyn = lane_prmAt(m->actuator_dynprm, mjNDYN * i);
  const real R = lane_max(gain[0], lane_bc(mjMINVAL)), K = gain[1], kd = gain[6];
  const real te = dyn[0], sigma1 = dyn[6];
  const int controlled = m->actuator_ctrlspec[i] & (mjINPUT_POS | mjINPUT_VEL | mjINPUT_FF);
  real dV = lane_bc(0);
  if (controlled) dV = K - kd * R / K;
  real slope = K * (dV - K) / R;
  if (lane_agree(m, te > 0)) slope = slope * (1 - lane_exp(-lane_opt(m, timestep) / te));
  return lane_select(sigma1 > 0, slope - sigma1, slope);
}

static real freeSlope(const lane_Model* m, const lane_Data* d, int i) {
  const int gain = m->actuator_gaintype[i], bias = m->actuator_biastype[i];
  if (gain == mjGAIN_DCMOTOR) return motorSlope(m, i);
  real slope = lane_bc(0);
  if (bias == mjBIAS_AFFINE || bias == mjBIAS_SO3) {
    slope = slope + lane_prm(m->actuator_biasprm, mjNBIAS * i + 2);
  }
  if (gain == mjGAIN_AFFINE) {
    slope = slope + lane_prm(m->actuator_gainprm, mjNGAIN * i + 2) * inputOf(m, d, i);
  } else if (gain == mjGAIN_MUSCLE) {
    slope = slope + muscleGainSlope(m, d, i) * inputOf(m, d, i);
  }
  return slope;
}

void LANE(deriv_actuator)(const lane_Model* m, const lane_Data* d, int i, real* slope) {
  *slope = lane_select(deriv_isSaturated(m, d, i), lane_bc(0), freeSlope(m, d, i));
}

static void addActuators(const lane_Model* m, lane_Data* d) {
  if (m->opt.disableflags & mjDSBL_ACTUATION) return;
  for (int i = 0; i < m->nactuator; i++) {
    if (actuation_isDisabled(m, i) || lane_isActuatorAsleep(m, d, i)) continue;
    if (callback_isPlugin(m, i)) continue;
    real slope;
    LANE(deriv_actuator)(m, d, i, &slope);
    if (!lane_any(slope != 0)) continue;
    for (int k = 0; k < m->actuator_outnum[i]; k++) {
      const int out = m->actuator_outadr[i] + k, adr = d->moment_rowadr[out];
      addRow(m, d, d->actuator_moment + adr, d->moment_colind + adr, d->moment_rownnz[out], slope);
    }
  }
}

// ---- dampers

#if LANE_W == 1
// odd: derivatives between branches; of edges between two trees the diagonal blocks are left
static void addFlexEdges(const lane_Model* m, lane_Data* d) {
  for (int f = 0; f < m->nflex; f++) {
    const real b = lane_prm(m->flex_edgedamping, f);
    if (m->flex_rigid[f] || m->flex_interp[f] || b == 0) continue;
    for (int e = m->flex_edgeadr[f]; e < m->flex_edgeadr[f] + m->flex_edgenum[f]; e++) {
      if (m->flexedge_rigid[e]) continue;
      const int adr = m->flexedge_J_rowadr[e];
      addRow(m, d, d->flexedge_J + adr, m->flexedge_J_colind + adr, m->flexedge_J_rownnz[e], -b);
    }
  }
}
#endif

static void addDampers(const lane_Model* m, lane_Data* d) {
  real coef[1 + mjNPOLY], slope;
  const range_List ranges = lane_ranges(d);
  range_each(ranges, dof, i) {
    if (!deriv_dofDamping(m, d, i, &slope)) continue;
    const int at = m->D_rowadr[i] + m->D_diag[i];
    ASSERT_FULL(m->D_colind[at] == i);
    d->qDeriv[at] = d->qDeriv[at] - slope;
  }
  for (int t = 0; t < m->ntendon; t++) {
    if (!LANE(passive_tendonDamping)(m, t, coef) || lane_isTendonAsleep(m, d, t)) continue;
    deriv_damping(coef, d->ten_velocity + t, &slope);
    const int adr = m->ten_J_rowadr[t];
    addRow(m, d, d->ten_J + adr, m->ten_J_colind + adr, m->ten_J_rownnz[t], -slope);
  }
#if LANE_W == 1
  if (m->nflex) addFlexEdges(m, d);
#endif
}

void LANE(deriv_velocity)(const lane_Model* m, lane_Data* d, int with_bias) {
  const int passive = mjDSBL_SPRING | mjDSBL_DAMPER;
  const range_List ranges = lane_ranges(d);
  range_eachRange(ranges, s) {
    int adr, n = range_entries(s, m->D_rowadr, m->D_rownnz, &adr);
    vn_zero(d->qDeriv + adr, n);
  }
  // order: actuators, fluid, dampers, bias
  addActuators(m, d);
  if ((m->opt.disableflags & passive) != passive) LANE(deriv_addFluid)(m, d, !with_bias);
  if (!(m->opt.disableflags & mjDSBL_DAMPER)) addDampers(m, d);
  if (with_bias) LANE(deriv_subtractBias)(m, d);
}
