// Sweep and prune over the elements of one flex: pairs whose bounding boxes (AABB) overlap, by
// sorting along an axis.
#ifndef SINEW_COLLIDE_FLEX_SWEEP_H_
#define SINEW_COLLIDE_FLEX_SWEEP_H_

#include "collide/flex_group.h"

// only the outer layers of solids collide
static inline bool flex_isActive(const mjModel* m, int flex, int elem) {
  return m->flex_dim[flex] < 3 ||
         m->flex_elemlayer[m->flex_elemadr[flex] + elem] < m->flex_activelayers[flex];
}

void flex_sweepElems(flex_Group* group);

#endif
