// Worker threads of a data (mju_threadpool). Each has a view of the data: the same fields and
// arrays, scratch of its own that has as much room as the data's, and statistics of its own.
#ifndef SINEW_MODEL_THREADS_H_
#define SINEW_MODEL_THREADS_H_

#include <sinew/data.h>

#include "base/pool.h"

// runs tasks with the workers of d, if it has any: views are made before. Tasks write what belongs
// to their index; what they use most of scratch counts for d. They raise no warnings, which would
// come in any order and count for a view: they leave them to the caller, who raises them after.
void threads_run(mjData* d, pool_Task task, void* context, int ntask);
// threads that threads_run would use, 1: the caller alone
int threads_count(mjData* d);
// the data as a worker sees it inside a task; worker 0 is the caller
mjData* threads_view(mjData* d, int worker);
// ends the workers of d
void threads_free(mjData* d);

#endif
