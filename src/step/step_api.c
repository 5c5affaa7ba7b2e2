// Public functions of the step layer that need no constraints, for one world.
#include <sinew/api.h>

#include "base/args.h"
#include "model/reset.h"

#include "dyn/dyn.h"
#include "force/tendon.h"
#include "step/pipeline.h"
#include "step/sleep.h"

void mj_kinematics(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  sleep_poses(m, d, LANE(dyn_kinematics));
}

void mj_fwdKinematics(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  sleep_poses(m, d, LANE(step_frames));
}

// the compiler refuses models whose trees cannot start asleep; a model may be edited afterwards
static void reset(const mjModel* m, mjData* d, unsigned char debug_value) {
  reset_data(m, d, debug_value);
  const int body = sleep_init(m, d);
  if (body < 0) return;
  const char* name = mj_id2name(m, mjOBJ_BODY, body);
  mju_error("body '%s' (id %d) has sleep=\"init\" but touches or is tied to a tree that has not: "
            "give that tree sleep=\"init\" too, or move them apart",
            name ? name : "", body);
}

void mj_resetData(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  reset(m, d, 0);
}

void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value) {
  ARGS_NEED(m, d);
  reset(m, d, debug_value);
}

void mj_fwdAcceleration(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(step_acceleration)(m, d);
}
