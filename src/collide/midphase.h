// Mid-phase: pairs of geoms of two bodies that are near each other, by bounding spheres and
// bounding volume hierarchies (BVH).
#ifndef SINEW_COLLIDE_MIDPHASE_H_
#define SINEW_COLLIDE_MIDPHASE_H_

#include "collide/stack_vector.h"

#include <sinew/model.h>

// the mid-phase applies to two bodies, at least one of which has several geoms
static inline bool mid_isUsed(const mjModel* m, int a, int b) {
  return !(m->opt.disableflags & mjDSBL_MIDPHASE) && m->body_bvhadr[a] >= 0 &&
         m->body_bvhadr[b] >= 0;
}
// whether pairs of geoms of two bodies are searched in their hierarchies (BVH)
bool mid_searches(const mjModel* m, int a, int b);
// keys (geom of the lower type << 32) + other geom of all pairs that pass filters and bounding
// spheres, ascending; world: bit set of the world's geoms to use, if they are few
void mid_gather(const mjModel* m, mjData* d, int a, int b, uint32_t world, key_Vector* keys);

// ---- the simultaneous traversal of two hierarchies that defines the order of contacts

// measure of the boxes' faces, which selects the inner node to descend into
// odd: faces of a box; it takes half sizes less centres for the edges
static inline mjtNum mid_faces(const mjtNum aabb[6]) {
  const mjtNum x = aabb[3] - aabb[0], y = aabb[4] - aabb[1], z = aabb[5] - aabb[2];
  return x * y + y * z + z * x;
}
// the traversal finds a pair of geoms of two bodies for which the mid-phase is on
bool mid_meets(const mjModel* m, const mjData* d, int g1, int g2);
// overlap of the geoms beyond which the traversal certainly finds them, whatever the rounding of
// boxes; infinite if the overlap comes from iterations, which may end early
mjtNum mid_certain(const mjModel* m, int g1, int g2);
// mid_meets for geoms that overlap by depth, without traversal where that is certain
bool mid_isReached(const mjModel* m, const mjData* d, int g1, int g2, mjtNum depth);

#endif
