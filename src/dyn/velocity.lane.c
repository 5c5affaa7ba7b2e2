// Velocities of bodies and of dof axes, down the tree: cvel = parent's cvel + sum cdof qvel,
// cdof_dot = cvel x cdof with the velocity that the axis is carried by. The axes of a ball move
// with the body, so all three use the velocity before the joint; a free joint's translations are
// fixed in the world.
// qvel, cdof -> cvel, cdof_dot
#include "base/assert.h"
#include "dyn/dyn.h"
#include "math/spatial.h"

// order: the dofs of a joint are summed first, then added
LANE_INLINE void addMotion(real vel[6], const real* cdof, const real* qvel, int n) {
  real sum[6];
  v6_scl(sum, cdof, qvel[0]);
  for (int k = 1; k < n; k++) v6_addToScl(sum, cdof + 6 * k, qvel[k]);
  v6_addTo(vel, sum);
}

static void bodyVelocity(const lane_Model* m, lane_Data* d, int body) {
  const int jnt = m->body_jntadr[body], njnt = m->body_jntnum[body];
  real vel[6];
  ASSERT_FULL(m->body_parentid[body] < body);
  v6_copy(vel, d->cvel + 6 * m->body_parentid[body]);
  for (int j = jnt; j < jnt + njnt; j++) {
    const int type = m->jnt_type[j];
    int dof = m->jnt_dofadr[j], n = type == mjJNT_FREE || type == mjJNT_BALL ? 3 : 1;
    if (type == mjJNT_FREE) {
      vn_zero(d->cdof_dot + 6 * dof, 18);
      v3_addTo(vel + 3, d->qvel + dof);  // translations are the world's axes
      dof += 3;
    }
    for (int k = dof; k < dof + n; k++) {
      spat_crossMotion(d->cdof_dot + 6 * k, vel, d->cdof + 6 * k);
    }
    ASSERT_FULL(dof + n <= m->nv);
    addMotion(vel, d->cdof + 6 * dof, d->qvel + dof, n);
  }
  v6_copy(d->cvel + 6 * body, vel);
}

void LANE(dyn_comVel)(const lane_Model* m, lane_Data* d) {
  const span_List spans = lane_spans(d);
  v6_zero(d->cvel);
  span_each(spans, body, i) bodyVelocity(m, d, i);
}
