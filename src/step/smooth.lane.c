// Parts of the dynamics without constraints: frames, inertia, velocities and forces that follow
// from them, acceleration (M qacc = sum of forces).
//   qpos, qvel, act, ctrl, qfrc_applied, xfrc_applied, mocap -> everything up to qacc_smooth
#include "step/smooth.h"

#include "base/assert.h"
#include "dyn/dyn.h"
#include "force/passive.h"
#include "force/tendon.h"
#include "force/transmission.h"
#include "math/vec.h"

void LANE(step_frames)(const lane_Model* m, lane_Data* d) {
  LANE(dyn_kinematics)(m, d);
  LANE(dyn_comPos)(m, d);
  LANE(dyn_camlight)(m, d);
  LANE(tendon_update)(m, d);
}

void LANE(step_inertia)(const lane_Model* m, lane_Data* d) {
  LANE(dyn_makeM)(m, d);
  LANE(dyn_factorM)(m, d);
}

void LANE(step_velocity)(const lane_Model* m, lane_Data* d) {
  LANE(tendon_velocity)(m, d);
  LANE(transmission_velocity)(m, d);
  LANE(dyn_comVel)(m, d);
  LANE(passive_forces)(m, d);
  LANE(dyn_rne)(m, d, 0, d->qfrc_bias);
  LANE(tendon_armatureBias)(m, d);
}

// is any of the six not zero: by their bits without the sign, all at once
LANE_INLINE mask isGiven(const real wrench[6]) {
  lint bits = lane_bits(wrench[0]);
  for (int k = 1; k < 6; k++) bits = bits | lane_bits(wrench[k]);
  return lane_shl(bits, 1) != 0;
}

// where a wrench is exactly zero nothing is added, not even a zero that would turn -0 into 0: a
// world gives the same bits whatever its neighbours do
static void addWrench(const lane_Model* m, lane_Data* d, int body, real* qfrc, real* sum) {
  const real* wrench = d->xfrc_applied + 6 * body;
  const mask given = isGiven(wrench);
  const int tree = m->body_treeid[body];
  if (tree < 0 || !lane_any(given)) return;
  const int adr = m->tree_dofadr[tree], end = adr + m->tree_dofnum[tree];
  ASSERT_FULL(end > adr && m->dof_treeid[end - 1] == tree);
  vn_copy(sum + adr, qfrc + adr, end - adr);
  LANE(dyn_applyFT)(m, d, wrench, wrench + 3, d->xipos + 3 * body, body, sum);
  for (int i = adr; i < end; i++) qfrc[i] = lane_select(given, sum[i], qfrc[i]);
}

void LANE(step_addApplied)(const lane_Model* m, lane_Data* d, real* qfrc) {
  lane_mark(d);
  real* sum = lane_scratch(d, (int)m->nv);
  const span_List spans = sum ? lane_spans(d) : (span_List){NULL, 0};
  span_each(spans, body, b) addWrench(m, d, b, qfrc, sum);
  lane_free(d);
}

void LANE(step_acceleration)(const lane_Model* m, lane_Data* d) {
  const span_List spans = lane_spans(d);
  // order: as it stands, then the wrenches body by body
  span_each(spans, dof, i) {
    d->qfrc_smooth[i] =
        d->qfrc_passive[i] - d->qfrc_bias[i] + d->qfrc_applied[i] + d->qfrc_actuator[i];
  }
  LANE(step_addApplied)(m, d, d->qfrc_smooth);
  span_eachSpan(spans, s) {
    vn_copy(d->qacc_smooth + s->dof[0], d->qfrc_smooth + s->dof[0], span_dofs(s));
  }
  LANE(dyn_solveSpans)(m, spans, d->qacc_smooth, d->qLD, d->qLDiagInv);
}

void LANE(step_unconstrained)(const lane_Model* m, lane_Data* d) {
  vn_copy(d->qacc, d->qacc_smooth, (int)m->nv);
  vn_zero(d->qfrc_constraint, (int)m->nv);
}
