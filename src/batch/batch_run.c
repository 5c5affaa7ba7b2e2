// All worlds of a batch on its threads. Worlds are shared out in small pieces, which threads take
// as they become free; a world writes only its own rows, so that results do not depend on threads.
#include <string.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "batch/batch.h"

enum { PIECES = 16 };  // of a thread: few enough to cost nothing, enough to share the work out

typedef struct {
  sn_Batch* b;
  const mjtBool* mask;
  batch_Task task;
  void* context;
  int piece;  // worlds
} Run;

// errors of a world are kept, so that they can be told when all are done
static void runPiece(void* context, int piece, int thread) {
  const Run* run = context;
  sn_Batch* b = run->b;
  batch_Worker* worker = &b->worker[thread];
  const int begin = piece * run->piece;
  const int end = b->nworld - begin > run->piece ? begin + run->piece : b->nworld;
  const int mode = sn_setErrorMode(sn_ERROR_KEEP);
  for (int w = begin; w < end; w++) {
    if (run->mask && !run->mask[w]) continue;
    sn_clearErrors();
    run->task(b, worker, w, run->context);
    const char* error = sn_lastError();
    if (error && !*worker->error) {
      mju_strncpy(worker->error, error, (int)sizeof worker->error);
    }
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

bool batch_run(sn_Batch* b, const char* caller, const mjtBool* mask, batch_Task task,
               void* context) {
  const int pieces = PIECES * b->nworker;
  Run run = {.b = b, .mask = mask, .task = task, .context = context};
  run.piece = (b->nworld + pieces - 1) / pieces;
  for (int i = 0; i < b->nworker; i++) *b->worker[i].error = 0;
  pool_run(b->pool, runPiece, &run, (b->nworld + run.piece - 1) / run.piece);
  return tellErrors(b, caller);
}
