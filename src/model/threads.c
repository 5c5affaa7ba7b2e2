// Multithreading of one simulation (mju_threadpool): a thread pool, and for each worker a copy of
// the struct mjData with its own arena. The copy omits the statistics of the solver, which are most
// of its bytes.
#include "model/threads.h"

#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/mem.h"

enum { MOST_THREADS = 1024 };

// a worker thread, not the caller
typedef struct {
  mjData view;
  void* block;  // memory of its arena
} Worker;

typedef struct {
  pool_Pool* pool;
  mjtSize narena;  // size of the arenas
  int n;
  Worker* worker[];
} Threads;

static Threads* threadsOf(const mjData* d) { return (Threads*)d->threadpool; }

// the arena has the same cache-line offset as that of d, so that the same allocations fit
static Worker* makeWorker(const mjData* d) {
  Worker* worker = mem_calloc(1, sizeof *worker);
  if (!worker) return NULL;
  worker->block = mem_alloc((size_t)d->narena + 2 * MEM_ALIGN);
  if (!worker->block) return mem_free(worker), NULL;
  const uintptr_t align = MEM_ALIGN - 1, start = (uintptr_t)worker->block;
  const uintptr_t shift = ((uintptr_t)d->arena - start) & align;
  worker->view.arena = (char*)worker->block + shift;
  return worker;
}

static void freeThreads(Threads* threads) {
  if (!threads) return;
  pool_free(threads->pool);
  for (int i = 0; i < threads->n; i++) {
    if (threads->worker[i]) mem_free(threads->worker[i]->block);
    mem_free(threads->worker[i]);
  }
  mem_free(threads);
}

static Threads* makeThreads(const mjData* d, int n) {
  Threads* threads = mem_calloc(1, sizeof *threads + (size_t)n * sizeof *threads->worker);
  if (!threads) return NULL;
  threads->n = n;
  threads->narena = d->narena;
  bool ok = true;
  for (int i = 0; i < n && ok; i++) ok = (threads->worker[i] = makeWorker(d)) != NULL;
  if (ok) threads->pool = pool_make(n + 1);
  if (threads->pool) return threads;
  freeThreads(threads);
  return NULL;
}

void threads_free(mjData* d) {
  freeThreads(threadsOf(d));
  d->threadpool = 0;
}

static void replaceThreads(mjData* d, int n) {
  threads_free(d);
  if (n < 1) return;
  d->threadpool = (uintptr_t)makeThreads(d, n);
  if (!d->threadpool)
    mju_warning(
        "mju_threadpool: cannot start %d worker threads: out of memory or threads; there are none",
        n);
}

void mju_threadpool(mjData* d, int nthread) {
  ARGS_NEED(d);
  if (nthread > MOST_THREADS) nthread = MOST_THREADS;
  if (!d->threadpool || threadsOf(d)->n != nthread) replaceThreads(d, nthread);
}

// an mjData that was remade in place for another model has another arena
int threads_count(mjData* d) {
  const Threads* threads = threadsOf(d);
  if (threads && threads->narena != d->narena) replaceThreads(d, threads->n);
  return d->threadpool ? threadsOf(d)->n + 1 : 1;
}

// ---- views

static void openView(mjData* view, const mjData* d) {
  const size_t first = offsetof(mjData, solver), second = offsetof(mjData, solver_niter);
  _Static_assert(offsetof(mjData, solver) < offsetof(mjData, solver_niter), "two pieces");
  void* arena = view->arena;
  memcpy((void*)view, d, first);
  memcpy((char*)view + second, (const char*)d + second, sizeof *d - second);
  view->arena = arena;
  view->threadpool = 0;
}

static void closeView(const mjData* view, mjData* d) {
  ASSERT_FULL(!memcmp(view->warning, d->warning, sizeof d->warning));
  ASSERT(view->pstack == d->pstack);  // tasks free all of their scratch
  if (view->maxuse_stack > d->maxuse_stack) d->maxuse_stack = view->maxuse_stack;
  if (view->maxuse_arena > d->maxuse_arena) d->maxuse_arena = view->maxuse_arena;
}

mjData* threads_view(mjData* d, int worker) {
  ASSERT_FULL(worker >= 0 && (!worker || worker <= threadsOf(d)->n));
  return worker ? &threadsOf(d)->worker[worker - 1]->view : d;
}

void threads_run(mjData* d, pool_Task task, void* context, int ntask) {
  Threads* threads = threads_count(d) > 1 ? threadsOf(d) : NULL;
  for (int i = 0; threads && i < threads->n; i++) openView(&threads->worker[i]->view, d);
  pool_run(threads ? threads->pool : NULL, task, context, ntask);
  for (int i = 0; threads && i < threads->n; i++) closeView(&threads->worker[i]->view, d);
}
