// Collision detection of flexes (deformable bodies): with the geoms of a body, with each other,
// with themselves. Objects of the broad phase are bodies followed by flexes: flex f is object nbody
// + f.
#ifndef SINEW_COLLIDE_FLEX_COLLIDE_H_
#define SINEW_COLLIDE_FLEX_COLLIDE_H_

#include "collide/broadphase.h"
#include "collide/flex_group.h"

// merges the pairs of a body or flex and a flex that may touch into the pairs of bodies; all in
// ascending order of signature. Scratch for them is not freed; returns their count. If it does not
// fit: a warning, and `pairs` as they were.
int flex_broadPairs(const filter_Rules* rules, mjData* d, const broad_Pair** pairs, int n);

// contacts of a body, or a flex, with a flex
void flex_collideBody(const mjModel* m, mjData* d, int body, int flex);
void flex_collideFlex(const mjModel* m, mjData* d, int flex1, int flex2);
// self-collisions of all flexes
void flex_collideSelf(const mjModel* m, mjData* d);

// ---- parts

// tests two elements of one flex or of two, and adds their contact points
void flex_tryElems(flex_Group* group, int elem1, int elem2);

// signed distance field of a geom against a flex of triangles: adds the touches
void flex_sdfTriangles(flex_Group* group, int geom);

// leaves of the bounding volume hierarchies of a body and a flex, or of two flexes, whose boxes
// overlap
typedef void flex_Leaves(flex_Group* group, int first, int elem);
void flex_searchBody(flex_Group* group, int body, flex_Leaves* meet);
void flex_searchFlex(flex_Group* group, flex_Leaves* meet);

// sleep state (asleep, awake, static) of a flex: that of its first body that has a tree
int flex_sleepState(const mjModel* m, const mjData* d, int flex);

// box of a node of a flex's hierarchy: index of bvh_* -> row of bvh_aabb_dyn
static inline const mjtNum* flex_nodeBox(const mjModel* m, const mjData* d, int node) {
  return d->bvh_aabb_dyn + 6 * (node - m->nbvhstatic);
}

#endif
