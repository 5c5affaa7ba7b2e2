// Lists of what is awake, derived from tree_asleep.
#ifndef SINEW_MODEL_AWAKE_H_
#define SINEW_MODEL_AWAKE_H_

#include <sinew/data.h>
#include <sinew/model.h>

#define AWAKE_FULL (-(1 + mjMINAWAKE))  // counter of a tree that has just been woken

// tree_asleep = AWAKE_FULL for all trees, then the lists
void awake_all(const mjModel* m, mjData* d);
// tree_asleep -> tree_awake, body_awake, body_awake_ind, parent_awake_ind, dof_awake_ind and counts
void awake_update(const mjModel* m, mjData* d);

#endif
