// Mid-phase: pairs of geoms of two bodies that come near each other.
#ifndef SINEW_COLLIDE_MIDPHASE_H_
#define SINEW_COLLIDE_MIDPHASE_H_

#include "collide/key_list.h"

#include <sinew/model.h>

// the mid-phase is on for two bodies, at least one of which has several geoms
static inline bool mid_isUsed(const mjModel* m, int a, int b) {
  return !(m->opt.disableflags & mjDSBL_MIDPHASE) && m->body_bvhadr[a] >= 0 &&
         m->body_bvhadr[b] >= 0;
}
// whether pairs of geoms of two bodies are looked for in their trees
bool mid_searches(const mjModel* m, int a, int b);
// keys (geom of the lower type << 32) + other geom of all pairs that pass filters and bounding
// spheres, ascending; world: of the world's geoms, if they are few, only those with their bit set
void mid_gather(const mjModel* m, mjData* d, int a, int b, uint32_t world, key_List* keys);

#endif
