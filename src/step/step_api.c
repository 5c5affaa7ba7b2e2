// Public functions of the step layer that need no constraints, for one world: forward kinematics
// and smooth acceleration.
#include <sinew/api.h>

#include "base/args.h"
#include "dyn/dyn.h"
#include "force/tendon.h"
#include "step/sleep.h"
#include "step/smooth.h"

void mj_kinematics(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  sleep_poses(m, d, LANE(dyn_kinematics));
}

void mj_fwdKinematics(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  sleep_poses(m, d, LANE(step_frames));
}

void mj_fwdAcceleration(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(step_acceleration)(m, d);
}
