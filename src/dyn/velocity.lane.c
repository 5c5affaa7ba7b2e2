// Forward recursion for velocities of bodies and of dof axes, down the kinematic tree: cvel =
// parent's cvel + sum cdof qvel, cdof_dot = cvel x cdof with the velocity that carries the axis.
// The axes of a ball joint move with the body, so all three use the velocity before the joint; a
// free joint's translations are fixed in the world.
//   qvel, cdof -> cvel, cdof_dot
#include "base/assert.h"
#include "dyn/dyn.h"
#include "dyn/four_bodies.h"
#include "math/spatial.h"

// stores in cdof_dot the velocity that carries the axis of a dof
// order: the dofs of a joint are summed first, then added
static void bodyVelocity(const lane_Model* m, lane_Data* d, int body) {
  const int jnt = m->body_jntadr[body], njnt = m->body_jntnum[body];
  ASSERT_FULL(m->body_parentid[body] < body);
  v6_Whole vel = v6_load(d->cvel + 6 * m->body_parentid[body]);
  for (int j = jnt; j < jnt + njnt; j++) {
    const int type = m->jnt_type[j];
    int dof = m->jnt_dofadr[j], n = type == mjJNT_FREE || type == mjJNT_BALL ? 3 : 1;
    if (type == mjJNT_FREE) {
      vn_zero(d->cdof_dot + 6 * dof, 18);            // carried by nothing: the rates are zero
      vel = v6_plus(vel, v6_second(d->qvel + dof));  // translations are the world's axes
      dof += 3;
    }
    for (int k = dof; k < dof + n; k++) v6_store(d->cdof_dot + 6 * k, vel);
    ASSERT_FULL(dof + n <= m->nv);
    vel = v6_plus(vel, v6_sum(d->cdof + 6 * dof, d->qvel + dof, n));
  }
  v6_store(d->cvel + 6 * body, vel);
}

// cdof_dot = cdof_dot x cdof, dofs begin .. end - 1
static void axisRates(lane_Data* d, int begin, int end) {
#if LANE_W == 1
  FOURS(fours_crossMotions)(d->cdof_dot + 6 * begin, d->cdof + 6 * begin, end - begin);
#else
  for (int i = begin; i < end; i++) {
    real rate[6];
    spat_crossMotion(rate, d->cdof_dot + 6 * i, d->cdof + 6 * i);
    v6_copy(d->cdof_dot + 6 * i, rate);
  }
#endif
}

void LANE(dyn_velocityRanges)(const lane_Model* m, lane_Data* d, range_List ranges) {
  range_eachRange(ranges, s) {
    for (int i = s->body[0]; i < s->body[1]; i++) bodyVelocity(m, d, i);
    axisRates(d, s->dof[0], s->dof[1]);
  }
}

void LANE(dyn_comVel)(const lane_Model* m, lane_Data* d) {
  v6_zero(d->cvel);
  LANE(dyn_velocityRanges)(m, d, lane_ranges(d));
}
