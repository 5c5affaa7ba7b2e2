// Thread pool for parallel loops with independent iterations. The order of tasks is not fixed, so a
// task writes only what belongs to its index: then results do not depend on the number of threads.
#ifndef SINEW_BASE_POOL_H_
#define SINEW_BASE_POOL_H_

typedef struct pool_Pool pool_Pool;

// one task; `worker` is 0 .. pool_size-1, to index scratch memory per thread
typedef void (*pool_Task)(void* context, int task, int worker);

// makes a pool of nthread threads, including the caller's; NULL if memory or threads are not
// available
pool_Pool* pool_make(int nthread);
// number of threads that run tasks, including the caller; 1 for NULL
int pool_size(const pool_Pool* pool);
// runs tasks 0 .. ntask-1 and returns when all are done. With a NULL pool they run in order on the
// calling thread, as in a child process of fork, which has none of the threads. One run at a time
// per pool, and none from inside a task.
void pool_run(pool_Pool* pool, pool_Task task, void* context, int ntask);
void pool_free(pool_Pool* pool);
// number of processors of this machine, at least 1
int pool_processors(void);

#endif
