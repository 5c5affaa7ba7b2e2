// Orientation servo on SO(3): a torque towards a target orientation, on three outputs. e = the
// rotation vector (logarithm of the quaternion) from the current to the target orientation, force =
// kp e + b0 + b2 velocity.
//   ctrl (quaternion or rotation vector) or act (rotation vector), actuator_length,
//   actuator_velocity -> force
#include "base/assert.h"
#include "force/actuator.h"
#include "math/quat.h"

// exponential map: quaternion of a rotation vector
static void expQuat(real quat[4], const real vec[3]) {
  real axis[3];
  v3_copy(axis, vec);
  const real angle = v3_normalize(axis);
  quat_fromAxisAngle(quat, axis, lane_select(angle < mjMINVAL, lane_bc(0), angle));
}

static void target(const act_View* a, real quat[4]) {
  if (act_num(a)) {
    real vec[3];
    for (int k = 0; k < 3; k++) LANE(act_forForce)(a, k, vec + k);
    expQuat(quat, vec);
  } else if (a->m->actuator_ctrlspec[a->id] == mjCHART_QUAT) {
    v4_copy(quat, a->u + a->m->actuator_ctrladr[a->id]);
    quat_normalize(quat);
  } else {
    expQuat(quat, a->u + a->m->actuator_ctrladr[a->id]);
  }
}

void LANE(so3_force)(const act_View* a, real* force) {
  ASSERT_FULL(a->m->actuator_outnum[a->id] == 3);
  real wanted[4], current[4], e[3];
  target(a, wanted);
  expQuat(current, act_length(a));
  quat_sub(e, wanted, current);
  const real kp = act_prm(act_gainprm(a), 0), b0 = act_prm(act_biasprm(a), 0),
             b2 = act_prm(act_biasprm(a), 2);
  for (int k = 0; k < 3; k++) force[k] = kp * e[k] + b0 + b2 * act_velocity(a)[k];
}
