// Steps groups of worlds, each in the SIMD lanes of one thread. The grouping changes no bit of the
// result. If the values of a world become NaN, infinite or huge, it is stepped again from its rows
// by the one-world path, which warns and resets it as mj_step does.
#include "base/assert.h"
#include "base/mem.h"
#include "batch/batch_lanes.h"
#include "collide/separation_cache.h"
#include "step/forward.h"
#include "step/sensor.h"

// ---- creation and deletion

// reason why lanes do not support the model; the second test depends on the lane width
static const char* obstacleOf(const sn_Batch* b, const batch_Lanes* lanes) {
  const char* reason = step_simdObstacle(b->m);
  if (reason) return reason;
  return lanes->isPossible(b->m) ? NULL : "sensors of one world";
}

// Hints (cached separating axes) only save time: together with the data of groups they may use a
// fifth of the memory of a world. Few of the pairs are near each other at a time. Worlds without
// hints share those of the thread's lanes.
static int countSeparations(const sn_Batch* b, int npair) {
  size_t bytes = sizeof(int) * mjNWARNING;
  for (int i = 0; i < b->input.n; i++) bytes += b->input.array[i].bytes;
  const size_t most = bytes / 5, taken = sizeof *b->order + sizeof *b->place;
  const size_t room = most > taken ? (most - taken) / sizeof *b->hint : 0;
  const size_t wanted = (size_t)npair + SEPARATION_WAYS - 1, n = wanted < room ? wanted : room;
  return (int)(n - n % SEPARATION_WAYS);
}

bool batch_makeLanes(sn_Batch* b, int nlane) {
  const batch_Lanes* lanes = nlane == 1 ? NULL : batch_lanes(nlane ? nlane : BATCH_MOST_LANES);
  if (!lanes) {
    b->obstacle = nlane == 1 ? NULL : "a CPU without wide vectors";
    return true;
  }
  b->obstacle = obstacleOf(b, lanes);
  if (b->obstacle) return true;
  b->lanes = lanes;
  b->nlane = lanes->width;
  b->order = mem_alloc((size_t)b->nworld * sizeof *b->order);
  b->place = mem_calloc((size_t)b->nworld, sizeof *b->place);
  bool fits = b->order && b->place;
  for (int w = 0; w < b->nworld && fits; w++) b->place[w].world = w;
  for (int i = 0; i < b->nworker && fits; i++) {
    fits = (b->worker[i].lanes = lanes->make(b->m)) != NULL;
  }
  if (!fits) return false;
  b->nseparation = countSeparations(b, lanes->separations(b->worker[0].lanes));
  b->hint = mem_calloc((size_t)b->nworld * (size_t)b->nseparation + 1, sizeof *b->hint);
  return b->hint != NULL;
}

void batch_freeLanes(sn_Batch* b) {
  for (int i = 0; i < b->nworker && b->worker; i++) {
    if (b->worker[i].lanes) b->lanes->destroy(b->worker[i].lanes);
  }
  mem_free(b->order);
  mem_free(b->place);
  mem_free(b->hint);
}

// ---- capabilities

static bool hasCallbacks(void) {
  return mjcb_passive || mjcb_control || mjcb_sensor || mjcb_act_dyn || mjcb_act_gain ||
         mjcb_act_bias || mjcb_contactfilter;
}

bool batch_useLanes(const sn_Batch* b) {
  if (!b->lanes || hasCallbacks()) return false;
  for (int i = 0; i < b->result.n; i++) {
    if (b->result.array[i].slot < 0) return false;
  }
  return true;
}

// ---- steps

typedef struct {
  int nworld, nstep;
  const mjtNum* ctrl;
} Steps;

static void stepGroup(sn_Batch* b, batch_Worker* worker, int item, void* context) {
  const Steps* steps = context;
  const int width = b->lanes->width, begin = item * width, left = steps->nworld - begin;
  batch_Group g = {.b = b, .nstep = steps->nstep, .ctrl = steps->ctrl};
  g.n = left < width ? left : width;
  ASSERT_FULL(g.n > 0);
  for (int k = 0; k < width; k++) {
    g.world[k] = b->place[b->order[begin + (k < g.n ? k : g.n - 1)]].world;
  }
  const unsigned bad = b->lanes->step(worker->lanes, &g);
  for (int k = 0; k < g.n; k++) {
    batch_note(&b->place[b->order[begin + k]], &g.signature[k], g.nstep);
  }
  for (int k = 0; k < g.n && bad; k++) {
    if (bad >> k & 1) batch_stepWorld(b, worker, g.world[k], g.nstep, g.ctrl);
  }
}

bool batch_stepGroups(sn_Batch* b, int nstep, const sn_BatchInput* input) {
  Steps steps = {.nstep = nstep, .ctrl = input->ctrl};
  steps.nworld = batch_orderWorlds(b, nstep, input->mask);
  const int width = b->lanes->width, groups = (steps.nworld + width - 1) / width;
  return batch_share(b, "sn_stepBatch", groups, stepGroup, &steps);
}
