// Public functions of the force layer for one world: passive forces (mj_passive) and actuation.
#include <sinew/api.h>

#include "base/args.h"
#include "force/actuation.h"
#include "force/passive.h"

void mj_passive(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(passive_forces)(m, d);
}

void mj_fwdActuation(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(actuation_forces)(m, d);
}
