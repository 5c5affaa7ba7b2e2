// Public functions of the step layer that need no constraints, for one world.
#include <sinew/api.h>

#include "dyn/dyn.h"
#include "force/tendon.h"
#include "step/pipeline.h"

void mj_fwdKinematics(const mjModel* m, mjData* d) {
  LANE(dyn_kinematics)(m, d);
  LANE(dyn_comPos)(m, d);
  LANE(dyn_camlight)(m, d);
  LANE(tendon_update)(m, d);
}

void mj_fwdAcceleration(const mjModel* m, mjData* d) { LANE(step_acceleration)(m, d); }
