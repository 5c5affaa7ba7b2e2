// Worker threads of an mjData (mju_threadpool). Each has a view of the mjData: the same fields and
// arrays, but its own scratch memory of the same size, and its own statistics.
#ifndef SINEW_MODEL_THREADS_H_
#define SINEW_MODEL_THREADS_H_

#include <sinew/data.h>

#include "base/pool.h"

// Runs tasks on the workers of d, if it has any; makes their views first. Tasks write only what
// belongs to their index; their peak use of scratch counts for d. They raise no warnings, which
// would come in any order and count for a view: they pass them to the caller, who raises them
// afterwards.
void threads_run(mjData* d, pool_Task task, void* context, int ntask);
// number of threads that threads_run would use, 1: the caller alone
int threads_count(mjData* d);
// the view of a worker inside a task; worker 0 is the caller
mjData* threads_view(mjData* d, int worker);
// stops and frees the workers of d
void threads_free(mjData* d);

#endif
