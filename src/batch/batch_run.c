// Runs a task for all worlds of a batch on the thread pool. Worlds are distributed in small chunks,
// which idle threads take (dynamic scheduling); a world writes only its own rows, so results do not
// depend on threads.
#include <string.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "batch/batch.h"

enum { PIECES = 16 };  // chunks per thread: few enough to cost nothing, enough for load balancing

typedef struct {
  sn_Batch* b;
  batch_Each each;
  void* context;
  int items, piece;
} Run;

static void noteError(batch_Worker* worker) {
  const char* error = sn_lastError();
  if (!error) return;
  if (!*worker->error) mju_strncpy(worker->error, error, (int)sizeof worker->error);
  sn_clearErrors();
}

// errors are stored and reported when all is done
static void runPiece(void* context, int piece, int thread) {
  const Run* run = context;
  batch_Worker* worker = &run->b->worker[thread];
  const int begin = piece * run->piece;
  const int end = run->items - begin > run->piece ? begin + run->piece : run->items;
  const int mode = sn_setErrorMode(sn_ERROR_KEEP);
  sn_clearErrors();
  for (int i = begin; i < end; i++) {
    run->each(run->b, worker, i, run->context);
    noteError(worker);
  }
  sn_clearErrors();
  sn_setErrorMode(mode);
}

static bool tellErrors(sn_Batch* b, const char* caller) {
  const char* first = NULL;
  for (int i = 0; i < b->nworker && !first; i++) {
    if (*b->worker[i].error) first = b->worker[i].error;
  }
  if (first) mju_error("%s: %s", caller, first);
  return !first;
}

bool batch_share(sn_Batch* b, const char* caller, int items, batch_Each each, void* context) {
  const int pieces = PIECES * b->nworker;
  Run run = {.b = b, .each = each, .context = context, .items = items};
  run.piece = items > pieces ? (items + pieces - 1) / pieces : 1;
  for (int i = 0; i < b->nworker; i++) *b->worker[i].error = 0;
  pool_run(b->pool, runPiece, &run, (items + run.piece - 1) / run.piece);
  return tellErrors(b, caller);
}

// ---- worlds

typedef struct {
  const mjtBool* mask;
  batch_Task task;
  void* context;
} Worlds;

static void eachWorld(sn_Batch* b, batch_Worker* worker, int world, void* context) {
  const Worlds* worlds = context;
  if (worlds->mask && !worlds->mask[world]) return;
  worlds->task(b, worker, world, worlds->context);
}

bool batch_run(sn_Batch* b, const char* caller, const mjtBool* mask, batch_Task task,
               void* context) {
  Worlds worlds = {mask, task, context};
  return batch_share(b, caller, b->nworld, eachWorld, &worlds);
}
