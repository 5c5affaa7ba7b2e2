// Thread pool: workers sleep on a condition until a run begins, take task numbers from an atomic
// counter, and the last one to finish wakes the caller.
#include "base/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/mem.h"

typedef struct {
  pool_Pool* pool;
  pthread_t thread;
  int index;
} Worker;

struct pool_Pool {
  int nworker;  // threads started, the caller not counted
  Worker* worker;
  pthread_mutex_t lock;
  pthread_cond_t begin, end;
  // guarded by lock
  long run;     // number of the current run; workers compare it with the last one they joined
  int working;  // workers that have not finished the current run
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

static void* workerMain(void* arg) {
  Worker* self = arg;
  pool_Pool* pool = self->pool;
  long seen = 0;
  pthread_mutex_lock(&pool->lock);
  for (;;) {
    while (!pool->quit && pool->run == seen) pthread_cond_wait(&pool->begin, &pool->lock);
    if (pool->quit) break;
    seen = pool->run;
    pthread_mutex_unlock(&pool->lock);
    takeTasks(pool, self->index);
    pthread_mutex_lock(&pool->lock);
    ASSERT(pool->working > 0);
    if (--pool->working == 0) pthread_cond_signal(&pool->end);
  }
  pthread_mutex_unlock(&pool->lock);
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
  for (int i = 1; i < nthread; i++) {
    Worker* w = &pool->worker[pool->nworker];
    *w = (Worker){.pool = pool, .index = i};
    if (pthread_create(&w->thread, NULL, workerMain, w)) return pool_free(pool), NULL;
    pool->nworker++;
  }
  return pool;
}

int pool_size(const pool_Pool* pool) { return pool ? pool->nworker + 1 : 1; }

void pool_run(pool_Pool* pool, pool_Task task, void* context, int ntask) {
  if (!pool || !pool->nworker || ntask < 2) {
    for (int i = 0; i < ntask; i++) task(context, i, 0);
    return;
  }
  pthread_mutex_lock(&pool->lock);
  ASSERT(pool->working == 0);
  pool->task = task;
  pool->context = context;
  pool->ntask = ntask;
  atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
  pool->working = pool->nworker;
  pool->run++;
  pthread_cond_broadcast(&pool->begin);
  pthread_mutex_unlock(&pool->lock);
  takeTasks(pool, 0);
  pthread_mutex_lock(&pool->lock);
  while (pool->working) pthread_cond_wait(&pool->end, &pool->lock);
  ASSERT(atomic_load_explicit(&pool->next, memory_order_relaxed) >= ntask);
  pthread_mutex_unlock(&pool->lock);
}

void pool_free(pool_Pool* pool) {
  if (!pool) return;
  pthread_mutex_lock(&pool->lock);
  pool->quit = true;
  pthread_cond_broadcast(&pool->begin);
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0; i < pool->nworker; i++) pthread_join(pool->worker[i].thread, NULL);
  pthread_mutex_destroy(&pool->lock);
  pthread_cond_destroy(&pool->begin);
  pthread_cond_destroy(&pool->end);
  mem_free(pool->worker);
  mem_free(pool);
}

int pool_processors(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : (int)n;
}
