// Public functions of the step layer that need no constraints, for one world.
#include <sinew/api.h>

#include "dyn/dyn.h"
#include "force/tendon.h"
#include "step/pipeline.h"

void mj_fwdKinematics(const mjModel* m, mjData* d) { LANE(step_frames)(m, d); }

void mj_fwdAcceleration(const mjModel* m, mjData* d) { LANE(step_acceleration)(m, d); }
