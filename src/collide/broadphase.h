// Broad phase of collision detection: pairs of bodies whose bounding spheres overlap and that may
// collide.
#ifndef SINEW_COLLIDE_BROADPHASE_H_
#define SINEW_COLLIDE_BROADPHASE_H_

#include "collide/filter.h"

// body >= 1 has no dofs and a plane: it is compared with all bodies, like the world
bool broad_isUnbounded(const mjModel* m, int body);

enum { BROAD_FEW = 8 };  // a world with at most this many geoms is tested geom by geom

// whether broad_pairs has two bodies and, for the world, this geom of it
bool broad_meets(const mjModel* m, const mjData* d, int body1, int body2, int worldGeom);

typedef struct {
  uint32_t signature;
  uint32_t world;  // for a pair with the world: bit set of its geoms that are near, if they are few
} broad_Pair;

// pairs of bodies in ascending order of signature; returns their count. They include every pair
// that can touch. Scratch for the pairs is not freed. If it does not fit: a warning, and no pairs.
int broad_pairs(const filter_Rules* rules, mjData* d, const broad_Pair** pairs);

#endif
