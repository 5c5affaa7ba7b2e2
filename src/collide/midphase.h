// Mid-phase: pairs of geoms of two bodies that come near each other.
#ifndef SINEW_COLLIDE_MIDPHASE_H_
#define SINEW_COLLIDE_MIDPHASE_H_

#include "collide/stack_vector.h"

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
void mid_gather(const mjModel* m, mjData* d, int a, int b, uint32_t world, key_Vector* keys);

// ---- the search of two trees that the order of contacts is defined by

// which of two inner nodes is opened, by a measure of the boxes' faces
// odd: faces of a box; it takes half sizes less centres for the edges
static inline mjtNum mid_faces(const mjtNum aabb[6]) {
  const mjtNum x = aabb[3] - aabb[0], y = aabb[4] - aabb[1], z = aabb[5] - aabb[2];
  return x * y + y * z + z * x;
}
// it comes to a pair of geoms of two bodies that the mid-phase is on for
bool mid_meets(const mjModel* m, const mjData* d, int g1, int g2);
// it does so for certain if the geoms overlap by more than this, whatever the rounding of boxes;
// infinite if iterations, which may end early, tell how far they overlap
mjtNum mid_certain(const mjModel* m, int g1, int g2);
// the same, of geoms that overlap by depth
bool mid_isReached(const mjModel* m, const mjData* d, int g1, int g2, mjtNum depth);

#endif
