// Thread pool for loops whose iterations are independent. The order in which tasks run is not
// fixed, so a task writes only what belongs to its index: then results do not depend on the thread
// count.
#ifndef SINEW_BASE_POOL_H_
#define SINEW_BASE_POOL_H_

typedef struct pool_Pool pool_Pool;

// one task; `worker` is 0 .. pool_size-1, for scratch that belongs to the thread
typedef void (*pool_Task)(void* context, int task, int worker);

// nthread threads in all, the caller's included; NULL if memory or threads cannot be had
pool_Pool* pool_make(int nthread);
// threads that run tasks, the caller included; 1 for NULL
int pool_size(const pool_Pool* pool);
// runs tasks 0 .. ntask-1 and returns when all are done; a NULL pool runs them in order here, and
// so does a child of fork, which has none of the threads. One run at a time per pool, and none from
// inside a task.
void pool_run(pool_Pool* pool, pool_Task task, void* context, int ntask);
void pool_free(pool_Pool* pool);
// processors that this machine offers, at least 1
int pool_processors(void);

#endif
