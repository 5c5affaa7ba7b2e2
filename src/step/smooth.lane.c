// Smooth (unconstrained) dynamics: forward kinematics, mass matrix, velocities and the forces that
// follow from them, acceleration (M qacc = sum of forces).
//   qpos, qvel, act, ctrl, qfrc_applied, xfrc_applied, mocap -> everything up to qacc_smooth
#include "step/smooth.h"

#include "base/assert.h"
#include "dyn/dyn.h"
#include "dyn/flex.h"
#include "force/flex_metric.h"
#include "force/passive.h"
#include "force/tendon.h"
#include "force/transmission.h"
#include "math/vec.h"
#include "step/tree_parts.h"

void LANE(step_frames)(const lane_Model* m, lane_Data* d) {
  LANE(dyn_worldPose)(d);
  step_overTrees(m, d, LANE(dyn_poseRanges));
  LANE(dyn_subtreeCom)(m, d);
  step_overTrees(m, d, LANE(dyn_comRanges));
  LANE(dyn_camlight)(m, d);
#if LANE_W == 1
  if (m->nflex) flex_update(m, d);
#endif
  LANE(tendon_update)(m, d);
}

static void massAndFactor(const lane_Model* m, lane_Data* d, range_List ranges) {
  LANE(dyn_crbRanges)(m, d, ranges);
  LANE(dyn_factorRanges)(m, d, ranges);
}

void LANE(step_inertia)(const lane_Model* m, lane_Data* d) {
  vn_zero(d->crb, 10);
  if (!m->ntendon) {
    step_overTrees(m, d, massAndFactor);
    return;
  }
  step_overTrees(m, d, LANE(dyn_crbRanges));
  LANE(dyn_tendonArmature)(m, d);
  step_overTrees(m, d, LANE(dyn_factorRanges));
}

static void bias(const lane_Model* m, lane_Data* d, range_List ranges) {
  LANE(dyn_rneRanges)(m, d, ranges, 0, d->qfrc_bias);
}

void LANE(step_velocity)(const lane_Model* m, lane_Data* d) {
#if LANE_W == 1
  if (m->nflex) flex_velocity(m, d);
#endif
  LANE(tendon_velocity)(m, d);
  LANE(transmission_velocity)(m, d);
  v6_zero(d->cvel);
  step_overTrees(m, d, LANE(dyn_velocityRanges));
  LANE(passive_forces)(m, d);
  step_overTrees(m, d, bias);
  LANE(tendon_armatureBias)(m, d);
#if LANE_W == 1
  if (m->nflex && metric_isActive(d)) metric_shift(m, d);
#endif
}

// Where a wrench is exactly zero nothing is added, not even a zero that would turn -0 into 0: the
// bits of a world do not depend on the worlds in the other lanes
static void addWrench(const lane_Model* m, lane_Data* d, int body, mask given, real* qfrc) {
  const int tree = m->body_treeid[body];
  if (tree < 0) return;
  const real* wrench = d->xfrc_applied + 6 * body;
  lane_mark(d);
  real* sum = lane_scratch(d, (int)m->nv);
  if (!sum) {
    lane_free(d);
    return;
  }
  const int adr = m->tree_dofadr[tree], end = adr + m->tree_dofnum[tree];
  ASSERT_FULL(end > adr && m->dof_treeid[end - 1] == tree);
  vn_copy(sum + adr, qfrc + adr, end - adr);
  LANE(dyn_applyFT)(m, d, wrench, wrench + 3, d->xipos + 3 * body, body, sum);
  for (int i = adr; i < end; i++) qfrc[i] = lane_select(given, sum[i], qfrc[i]);
  lane_free(d);
}

static void addApplied(const lane_Model* m, lane_Data* d, range_List ranges, real* qfrc) {
  range_each(ranges, body, b) {
    const mask given = lane_not(vn_isZero(d->xfrc_applied + 6 * b, 6));
    if (lane_any(given)) addWrench(m, d, b, given, qfrc);
  }
}

void LANE(step_addApplied)(const lane_Model* m, lane_Data* d, real* qfrc) {
  addApplied(m, d, lane_ranges(d), qfrc);
}

static void force(const lane_Model* m, lane_Data* d, range_List ranges) {
  // order: as it stands, then the wrenches body by body
  range_each(ranges, dof, i) {
    d->qfrc_smooth[i] =
        d->qfrc_passive[i] - d->qfrc_bias[i] + d->qfrc_applied[i] + d->qfrc_actuator[i];
  }
  addApplied(m, d, ranges, d->qfrc_smooth);
}

static void acceleration(const lane_Model* m, lane_Data* d, range_List ranges) {
  force(m, d, ranges);
  range_eachRange(ranges, s) {
    vn_copy(d->qacc_smooth + s->dof[0], d->qfrc_smooth + s->dof[0], range_dofs(s));
  }
  LANE(dyn_solveRanges)(m, ranges, d->qacc_smooth, d->qLD, d->qLDiagInv);
}

void LANE(step_acceleration)(const lane_Model* m, lane_Data* d) {
#if LANE_W == 1
  if (m->nflex && metric_isActive(d)) {
    step_overTrees(m, d, force);
    metric_accelerate(m, d, d->qacc_smooth);
    return;
  }
#endif
  step_overTrees(m, d, acceleration);
}

void LANE(step_unconstrained)(const lane_Model* m, lane_Data* d) {
  vn_copy(d->qacc, d->qacc_smooth, (int)m->nv);
  vn_zero(d->qfrc_constraint, (int)m->nv);
}
