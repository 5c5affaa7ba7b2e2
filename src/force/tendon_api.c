// The API's functions on tendons and transmissions, for one world.
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
