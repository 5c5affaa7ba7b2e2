// The configuration manifold: integration of generalized coordinates (joint positions plus
// velocities), and differences in the tangent space. Quaternions move by the exponential map, with
// angular velocity in the frame of the body.
//   qpos, qvel, dt -> qpos; qpos1, qpos2, dt -> qvel
#include "base/assert.h"
#include "dyn/dyn.h"
#include "math/quat.h"

void LANE(dyn_integrateRanges)(const lane_Model* m, range_List ranges, real* qpos, const real* qvel,
                               real dt) {
  range_each(ranges, jnt, j) {
    const int type = m->jnt_type[j];
    real* q = qpos + m->jnt_qposadr[j];
    const real* v = qvel + m->jnt_dofadr[j];
    if (type == mjJNT_HINGE || type == mjJNT_SLIDE) {
      q[0] = q[0] + v[0] * dt;
      continue;
    }
    if (type == mjJNT_FREE) {
      v3_addToScl(q, v, dt);
      q += 3;
      v += 3;
    }
    ASSERT_FULL(type == mjJNT_FREE || type == mjJNT_BALL);
    quat_integrate(q, v, dt);
  }
}

void LANE(dyn_integratePos)(const lane_Model* m, real* qpos, const real* qvel, double dt) {
  const range_Range whole = range_whole(lane_one(m, 0));
  LANE(dyn_integrateRanges)(m, (range_List){&whole, 1}, qpos, qvel, lane_bc(dt));
}

void LANE(dyn_differentiatePos)(const lane_Model* m, real* qvel, double dt, const real* qpos1,
                                const real* qpos2) {
  for (int j = 0; j < m->njnt; j++) {
    const int type = m->jnt_type[j], adr = m->jnt_qposadr[j];
    const real *q1 = qpos1 + adr, *q2 = qpos2 + adr;
    real* v = qvel + m->jnt_dofadr[j];
    if (type == mjJNT_HINGE || type == mjJNT_SLIDE) {
      v[0] = (q2[0] - q1[0]) / dt;
      continue;
    }
    if (type == mjJNT_FREE) {
      for (int k = 0; k < 3; k++) v[k] = (q2[k] - q1[k]) / dt;
      q1 += 3;
      q2 += 3;
      v += 3;
    }
    real diff[4];
    quat_neg(diff, q1);
    quat_mul(diff, diff, q2);
    quat_toVel(v, diff, lane_bc(dt));
  }
}

void LANE(dyn_normalizeQuat)(const lane_Model* m, real* qpos) {
  for (int j = 0; j < m->njnt; j++) {
    const int type = m->jnt_type[j];
    real* q = qpos + m->jnt_qposadr[j];
    if (type == mjJNT_BALL) quat_normalize(q);
    if (type == mjJNT_FREE) quat_normalize(q + 3);
  }
}
