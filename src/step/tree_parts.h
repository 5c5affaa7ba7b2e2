// Work of the smooth dynamics that trees do without each other, shared by the threads of a data.
#ifndef SINEW_STEP_TREE_PARTS_H_
#define SINEW_STEP_TREE_PARTS_H_

#include "model/lane_data.h"

// writes what belongs to the awake ranges; reads them and the world. Uses no more scratch than
// TREE_SCRATCH numbers per body, joint and dof, and raises no warnings
typedef void step_TreeWork(const lane_Model* m, lane_Data* d, range_List ranges);
enum { TREE_SCRATCH = 13 };

#if LANE_W == 1
// the work for all that does not sleep, by the threads of d if there is enough of it
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
