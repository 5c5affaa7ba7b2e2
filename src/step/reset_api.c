// Public functions that allocate or reset mjData. They are in a layer above the pipeline, because
// trees with sleep="init" fall asleep in a forward pass.
#include <sinew/api.h>

#include "base/args.h"
#include "model/model.h"
#include "model/plugins.h"
#include "model/reset.h"
#include "step/forward.h"

// the compiler rejects models whose trees cannot start asleep, but a model may be edited afterwards
static void reset(const mjModel* m, mjData* d, unsigned char debug_value) {
  reset_data(m, d, debug_value);
  plugins_reset(m, d);
  const int body = step_startSleep(m, d);
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

void mj_resetDataKeyframe(const mjModel* m, mjData* d, int key) {
  ARGS_NEED(m, d);
  reset(m, d, 0);
  reset_toKeyframe(m, d, key);
}

mjData* step_makeData(const mjModel* m, int* fault) {
  mjData* d = data_start(m, "mj_makeData", fault);
  if (d) reset(m, d, 0);
  return d;
}

mjData* mj_makeData(const mjModel* m) {
  ARGS_NEED_OR(NULL, m);
  return step_makeData(m, NULL);
}
