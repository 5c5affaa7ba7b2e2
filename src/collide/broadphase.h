// Broad phase: pairs of bodies whose bounding balls meet and that may collide.
#ifndef SINEW_COLLIDE_BROADPHASE_H_
#define SINEW_COLLIDE_BROADPHASE_H_

#include "collide/filter.h"

// body >= 1 has no dofs and a plane: it is compared with all bodies, as the world is
bool broad_isUnbounded(const mjModel* m, int body);

enum { BROAD_FEW = 8 };  // a world with so few geoms is looked at geom by geom

// whether two bodies are among broad_pairs, and of the world this geom of it
bool broad_meets(const mjModel* m, const mjData* d, int body1, int body2, int worldGeom);

typedef struct {
  uint32_t signature;
  uint32_t world;  // of a pair with the world: bits of its geoms that are near, if they are few
} broad_Pair;

// pairs of bodies in ascending order of signature; returns their number. Every pair that can touch
// is among them. Scratch that they need stays taken. If it does not fit: a warning, and no pairs.
int broad_pairs(const filter_Rules* rules, mjData* d, const broad_Pair** pairs);

#endif
