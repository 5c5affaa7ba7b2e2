// Public functions of the step layer that need no constraints, for one world.
#include <sinew/api.h>

#include "model/reset.h"

#include "dyn/dyn.h"
#include "force/tendon.h"
#include "step/pipeline.h"
#include "step/sleep.h"

void mj_kinematics(const mjModel* m, mjData* d) { sleep_poses(m, d, LANE(dyn_kinematics)); }

void mj_fwdKinematics(const mjModel* m, mjData* d) { sleep_poses(m, d, LANE(step_frames)); }

void mj_resetData(const mjModel* m, mjData* d) {
  reset_data(m, d, 0);
  sleep_init(m, d);
}

void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value) {
  reset_data(m, d, debug_value);
  sleep_init(m, d);
}

void mj_fwdAcceleration(const mjModel* m, mjData* d) { LANE(step_acceleration)(m, d); }
