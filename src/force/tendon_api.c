// Public functions for tendons and actuator transmissions of one world (mj_tendon,
// mj_transmission).
#include "base/args.h"
#include "force/tendon.h"
#include "force/transmission.h"

void mj_tendon(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(tendon_update)(m, d);
}

void mj_transmission(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(transmission_update)(m, d);
}
