// Thread pool: workers wait for a run and take task indices from an atomic counter. When no task is
// left and no worker is inside, the caller closes the run and continues. A late worker finds it
// closed: on a busy machine the caller does not wait for a worker that has no processor. Waiting
// threads spin on a counter for a while before they sleep on a condition variable, since the runs
// of a step follow each other closely and waking a sleeping thread takes as long as a small run.
#include "base/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/clock.h"
#include "base/mem.h"

enum { OPEN = 1, INSIDE = 2 };
#define PATIENCE 1e-4                  // seconds of spinning before a thread sleeps
enum { LOOKS = 64, MOST_VAIN = 127 };  // polls between two reads of the clock; see judge

// a waiting thread: how many waits it still skips spinning, and the count after its last futile
// spin
typedef struct {
  int skip, vain;
} Waiter;

typedef struct {
  pool_Pool* pool;
  pthread_t thread;
  int index;
  Waiter waiter;
} Worker;

struct pool_Pool {
  int nworker;  // threads started, the caller not counted
  Worker* worker;
  Waiter caller;
  pthread_mutex_t lock;
  pthread_cond_t begin, end;
  pid_t owner;       // process that owns the threads: a child of fork does not
  bool patient;      // as far as known, there is a processor for every thread
  atomic_long run;   // id of the last run; workers compare it with the last one they saw
  atomic_int state;  // OPEN while a run may be entered, plus INSIDE for each worker inside it
  // guarded by the mutex
  int asleep;  // number of sleeping workers
  bool quit;
  // of the current run
  pool_Task task;
  void* context;
  int ntask;
  atomic_int next;
};

static void takeTasks(pool_Pool* pool, int worker) {
  for (;;) {
    int i = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
    if (i >= pool->ntask) break;
    pool->task(pool->context, i, worker);
  }
}

static inline void rest(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// Spinning pays if the event comes soon, and not where other programs delay it: exponential backoff
// doubles the number of skipped spins after every futile one.
static bool isPatient(const pool_Pool* pool, Waiter* w) {
  if (!pool->patient) return false;
  if (w->skip > 0) return w->skip--, false;
  return true;
}

static bool judge(Waiter* w, bool came) {
  w->vain = came ? 0 : w->vain < MOST_VAIN ? 2 * w->vain + 1 : w->vain;
  w->skip = w->vain;
  return came;
}

// spins for a while until there is a newer run than `seen`
static bool awaitRun(pool_Pool* pool, Waiter* w, long seen) {
  if (!isPatient(pool, w)) return false;
  for (const double start = clock_seconds(); clock_seconds() - start < PATIENCE;) {
    for (int k = 0; k < LOOKS; k++, rest()) {
      if (atomic_load_explicit(&pool->run, memory_order_acquire) != seen) return judge(w, true);
    }
  }
  return judge(w, false);
}

static bool closeRun(pool_Pool* pool) {
  int alone = OPEN;
  return atomic_compare_exchange_strong_explicit(&pool->state, &alone, 0, memory_order_acquire,
                                                 memory_order_relaxed);
}

// closes the run; spins for a while until all workers have left it
static bool awaitWorkers(pool_Pool* pool, Waiter* w) {
  if (closeRun(pool)) return true;
  if (!isPatient(pool, w)) return false;
  for (const double start = clock_seconds(); clock_seconds() - start < PATIENCE;) {
    for (int k = 0; k < LOOKS; k++, rest()) {
      if (closeRun(pool)) return judge(w, true);
    }
  }
  return judge(w, false);
}

// sleeps until a run begins; false: the pool ends
static bool sleepUntilRun(pool_Pool* pool, long seen) {
  pthread_mutex_lock(&pool->lock);
  pool->asleep++;
  while (!pool->quit && pool->run == seen) pthread_cond_wait(&pool->begin, &pool->lock);
  pool->asleep--;
  const bool quit = pool->quit;
  pthread_mutex_unlock(&pool->lock);
  return !quit;
}

// returns false if the run is closed
static bool enterRun(pool_Pool* pool) {
  int state = atomic_load_explicit(&pool->state, memory_order_relaxed);
  while (state & OPEN) {
    if (atomic_compare_exchange_weak_explicit(&pool->state, &state, state + INSIDE,
                                              memory_order_acquire, memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

// the last worker to leave wakes the caller, which may sleep
static void leaveRun(pool_Pool* pool) {
  const int before = atomic_fetch_sub_explicit(&pool->state, INSIDE, memory_order_release);
  ASSERT(before >= OPEN + INSIDE);
  if (before > OPEN + INSIDE) return;
  pthread_mutex_lock(&pool->lock);
  pthread_cond_signal(&pool->end);
  pthread_mutex_unlock(&pool->lock);
}

// A worker misses a run that is over before it comes. It may enter a later run than the one it saw:
// then it enters that run a second time and finds no task.
static void* workerMain(void* arg) {
  Worker* self = arg;
  pool_Pool* pool = self->pool;
  for (long seen = 0;;) {
    if (!awaitRun(pool, &self->waiter, seen) && !sleepUntilRun(pool, seen)) break;
    seen = atomic_load_explicit(&pool->run, memory_order_acquire);
    if (!enterRun(pool)) continue;
    takeTasks(pool, self->index);
    leaveRun(pool);
  }
  return NULL;
}

pool_Pool* pool_make(int nthread) {
  if (nthread < 1) nthread = 1;
  pool_Pool* pool = mem_calloc(1, sizeof *pool);
  if (!pool) return NULL;
  pool->worker = mem_calloc((size_t)nthread, sizeof *pool->worker);
  if (!pool->worker) return mem_free(pool), NULL;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->begin, NULL);
  pthread_cond_init(&pool->end, NULL);
  pool->owner = getpid();
  pool->patient = nthread <= pool_processors();
  for (int i = 1; i < nthread; i++) {
    Worker* w = &pool->worker[pool->nworker];
    *w = (Worker){.pool = pool, .index = i};
    if (pthread_create(&w->thread, NULL, workerMain, w)) return pool_free(pool), NULL;
    pool->nworker++;
  }
  return pool;
}

static bool hasThreads(const pool_Pool* pool) { return pool->owner == getpid(); }

int pool_size(const pool_Pool* pool) { return pool ? pool->nworker + 1 : 1; }

void pool_run(pool_Pool* pool, pool_Task task, void* context, int ntask) {
  if (!pool || !pool->nworker || ntask < 2 || !hasThreads(pool)) {
    for (int i = 0; i < ntask; i++) task(context, i, 0);
    return;
  }
  ASSERT(pool->state == 0);
  pool->task = task;
  pool->context = context;
  pool->ntask = ntask;
  atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
  atomic_store_explicit(&pool->state, OPEN, memory_order_release);
  pthread_mutex_lock(&pool->lock);
  atomic_fetch_add_explicit(&pool->run, 1, memory_order_release);
  if (pool->asleep) pthread_cond_broadcast(&pool->begin);
  pthread_mutex_unlock(&pool->lock);
  takeTasks(pool, 0);
  if (!awaitWorkers(pool, &pool->caller)) {
    pthread_mutex_lock(&pool->lock);
    while (!closeRun(pool)) pthread_cond_wait(&pool->end, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
  }
  ASSERT(atomic_load_explicit(&pool->next, memory_order_relaxed) >= ntask);
}

static void endThreads(pool_Pool* pool) {
  pthread_mutex_lock(&pool->lock);
  pool->quit = true;
  pthread_cond_broadcast(&pool->begin);
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0; i < pool->nworker; i++) pthread_join(pool->worker[i].thread, NULL);
  pthread_mutex_destroy(&pool->lock);
  pthread_cond_destroy(&pool->begin);
  pthread_cond_destroy(&pool->end);
}

void pool_free(pool_Pool* pool) {
  if (!pool) return;
  if (hasThreads(pool)) endThreads(pool);
  mem_free(pool->worker);
  mem_free(pool);
}

int pool_processors(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : (int)n;
}
