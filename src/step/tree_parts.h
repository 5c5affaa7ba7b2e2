// Parallel smooth dynamics: work on kinematic trees that do not depend on each other, shared by the
// thread pool of an mjData.
#ifndef SINEW_STEP_TREE_PARTS_H_
#define SINEW_STEP_TREE_PARTS_H_

#include "model/lane_data.h"

// Task of a thread: writes data of the awake ranges; reads these and the world. Uses at most
// TREE_SCRATCH values of scratch per body, joint and dof, and raises no warnings
typedef void step_TreeWork(const lane_Model* m, lane_Data* d, range_List ranges);
enum { TREE_SCRATCH = 13 };

#if LANE_W == 1
// does the work for all that is awake, with the threads of d if there is enough of it
void step_shareTrees(const mjModel* m, mjData* d, step_TreeWork* work);
#endif

// the same, inlined where there are no threads
LANE_INLINE void step_overTrees(const lane_Model* m, lane_Data* d, step_TreeWork* work) {
#if LANE_W == 1
  if (d->threadpool) {
    step_shareTrees(m, d, work);
    return;
  }
#endif
  work(m, d, lane_ranges(d));
}

#endif
