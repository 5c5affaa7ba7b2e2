// Public API of batch simulation (vectorized environments): creation and deletion, steps, forward
// dynamics, derivatives.
#include <string.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/mem.h"
#include "batch/batch_lanes.h"

// ---- creation and deletion

void sn_defaultBatchOptions(sn_BatchOptions* options) {
  ARGS_NEED(options);
  *options = (sn_BatchOptions){0};
}

static void freeWorkers(sn_Batch* b) {
  for (int i = 0; i < b->nworker && b->worker; i++) {
    mj_deleteData(b->worker[i].d);
    mj_deleteModel(b->worker[i].own);
  }
  mem_free(b->worker);
}

void sn_deleteBatch(sn_Batch* b) {
  if (!b) return;
  pool_free(b->pool);
  if (b->drawing) b->freeDrawing(b->drawing);
  batch_freeLanes(b);
  freeWorkers(b);
  for (int w = 0; w < b->nworld && b->sleeper; w++) mj_deleteData(b->sleeper[w]);
  mem_free(b->sleeper);
  batch_freeList(&b->input);
  batch_freeList(&b->result);
  batch_freeList(&b->parameter);
  mem_free(b->warning);
  mj_deleteModel(b->m);
  mem_free(b);
}

static bool makeWorkers(sn_Batch* b, int nthread) {
  b->pool = pool_make(nthread);
  b->nworker = pool_size(b->pool);
  b->worker = mem_calloc((size_t)b->nworker, sizeof *b->worker);
  if (!b->pool || !b->worker) return false;
  for (int i = 0; i < b->nworker; i++) {
    if (!(b->worker[i].d = mj_makeData(b->m))) return false;
  }
  return true;
}

// the state of sleeping trees and of plugins is only in an mjData, so each world has its own
static bool makeSleepers(sn_Batch* b) {
  if (!(b->m->opt.enableflags & mjENBL_SLEEP) && !b->m->nplugin) return true;
  b->sleeper = mem_calloc((size_t)b->nworld, sizeof *b->sleeper);
  if (!b->sleeper) return false;
  for (int w = 0; w < b->nworld; w++) {
    if (!(b->sleeper[w] = mj_makeData(b->m))) return false;
  }
  return true;
}

static sn_Batch* make(const mjModel* m, int nworld, int nthread, int nlane) {
  sn_Batch* b = mem_calloc(1, sizeof *b);
  if (!b) return NULL;
  b->nworld = nworld;
  b->nlane = 1;
  b->m = mj_copyModel(NULL, m);
  b->warning = mem_calloc((size_t)nworld * mjNWARNING, sizeof *b->warning);
  if (b->m && b->warning && makeWorkers(b, nthread) && makeSleepers(b) && batch_makeInputs(b) &&
      batch_makeLanes(b, nlane)) {
    return b;
  }
  sn_deleteBatch(b);
  return NULL;
}

sn_Batch* sn_makeBatch(const mjModel* m, int nworld, const sn_BatchOptions* options) {
  ARGS_NEED_OR(NULL, m);
  enum { MOST_THREADS = 1024 };
  sn_BatchOptions given = options ? *options : (sn_BatchOptions){0};
  if (nworld < 1 || given.nthread < 0 || given.nthread > MOST_THREADS) {
    mju_error("sn_makeBatch: %d worlds on %d threads; there must be one world at least, and 0 to "
              "%d threads",
              nworld, given.nthread, MOST_THREADS);
    return NULL;
  }
  if (given.nlane < 0 || given.nlane > BATCH_MOST_LANES || given.nlane & (given.nlane - 1)) {
    mju_error("sn_makeBatch: nlane is %d; it must be 0, 1, 2, 4 or 8", given.nlane);
    return NULL;
  }
  const int nthread = given.nthread ? given.nthread : pool_processors();
  sn_Batch* b = make(m, nworld, nthread, given.nlane);
  if (!b) mju_error("sn_makeBatch: out of memory for %d worlds", nworld);
  return b;
}

int sn_batchSize(const sn_Batch* b) {
  ARGS_NEED_OR(0, b);
  return b->nworld;
}

const mjModel* sn_batchModel(const sn_Batch* b) {
  ARGS_NEED_OR(NULL, b);
  return b->m;
}

int sn_batchLanes(const sn_Batch* b) {
  ARGS_NEED_OR(0, b);
  return b->nlane;
}

const char* sn_batchObstacle(const sn_Batch* b) {
  ARGS_NEED_OR(NULL, b);
  return b->obstacle;
}

const int* sn_batchWarnings(const sn_Batch* b) {
  ARGS_NEED_OR(NULL, b);
  return b->warning;
}

// ---- steps

typedef struct {
  int nstep;
  const mjtNum* ctrl;
} Steps;

static void stepWorld(sn_Batch* b, batch_Worker* worker, int world, void* context) {
  const Steps* steps = context;
  batch_stepWorld(b, worker, world, steps->nstep, steps->ctrl);
}

static bool stepAll(sn_Batch* b, int nstep, const sn_BatchInput* input) {
  if (batch_useLanes(b)) return batch_stepGroups(b, nstep, input);
  Steps steps = {nstep, input->ctrl};
  return batch_run(b, "sn_stepBatch", input->mask, stepWorld, &steps);
}

// the callback of the program sets inputs between steps
static int stepWithControl(sn_Batch* b, int nstep, const sn_BatchInput* input) {
  for (int k = 0; k < nstep; k++) {
    if (input->control(input->context, b, k)) return k;
    if (!stepAll(b, 1, input)) return -1;
  }
  return nstep;
}

int sn_stepBatch(sn_Batch* b, int nstep, const sn_BatchInput* input) {
  ARGS_NEED_OR(-1, b);
  const sn_BatchInput given = input ? *input : (sn_BatchInput){0};
  if (nstep < 0 || (given.ctrl && given.control)) {
    mju_error("sn_stepBatch: %s", nstep < 0 ? "the number of steps is negative"
                                            : "there are both ctrl and control; give one of them");
    return -1;
  }
  if (given.control) return stepWithControl(b, nstep, &given);
  if (!nstep) return 0;
  return stepAll(b, nstep, &given) ? nstep : -1;
}

// ---- forward dynamics

static void forwardWorld(sn_Batch* b, batch_Worker* worker, int world, void* unused) {
  (void)unused;
  const mjModel* m = batch_worldModel(b, worker, world);
  mjData* d = batch_worldData(b, worker, world);
  mj_forward(m, d);
  batch_store(b, m, d, world);
}

int sn_forwardBatch(sn_Batch* b, const mjtBool* mask) {
  ARGS_NEED_OR(-1, b);
  return batch_run(b, "sn_forwardBatch", mask, forwardWorld, NULL) ? 0 : -1;
}

// ---- derivatives

typedef struct {
  int mode;
  mjtNum* matrix[4];
  size_t size[4];  // per world
  int* used;       // (nworld) mode of each world
} Slopes;

static void slopeWorld(sn_Batch* b, batch_Worker* worker, int world, void* context) {
  const Slopes* s = context;
  const mjModel* m = batch_worldModel(b, worker, world);
  mjData* d = batch_worldData(b, worker, world);
  mjtNum* at[4];
  for (int i = 0; i < 4; i++) {
    at[i] = s->matrix[i] ? s->matrix[i] + (size_t)world * s->size[i] : NULL;
  }
  mj_forward(m, d);
  s->used[world] = sn_transition(m, d, s->mode, at[0], at[1], at[2], at[3]);
}

int sn_batchTransition(sn_Batch* b, int mode, mjtNum* A, mjtNum* B, mjtNum* C, mjtNum* D) {
  ARGS_NEED_OR(-1, b);
  const size_t nx = (size_t)(2 * b->m->nv + b->m->na), nu = (size_t)b->m->nu;
  const size_t ns = (size_t)b->m->nsensordata;
  Slopes s = {mode, {A, B, C, D}, {nx * nx, nx * nu, ns * nx, ns * nu}, NULL};
  s.used = mem_calloc((size_t)b->nworld, sizeof *s.used);
  if (!s.used) {
    mju_error("sn_batchTransition: out of memory");
    return -1;
  }
  int worst = batch_run(b, "sn_batchTransition", NULL, slopeWorld, &s) ? 0 : -1;
  for (int w = 0; w < b->nworld && worst >= 0; w++) {
    worst = s.used[w] < 0 ? -1 : s.used[w] > worst ? s.used[w] : worst;
  }
  mem_free(s.used);
  return worst;
}
