// Contacts of flexes: with the geoms of a body, with each other, with themselves. Objects of the
// broad phase are bodies and, behind them, flexes: flex f is object nbody + f.
#ifndef SINEW_COLLIDE_FLEX_COLLIDE_H_
#define SINEW_COLLIDE_FLEX_COLLIDE_H_

#include "collide/broadphase.h"
#include "collide/flex_group.h"

// adds the pairs of a body or flex and a flex that may touch to pairs of bodies; all in ascending
// order of signature. Scratch that they need stays taken; returns their number. If it does not fit:
// a warning, and `pairs` as they were.
int flex_broadPairs(const filter_Rules* rules, mjData* d, const broad_Pair** pairs, int n);

// a body, or a flex, and a flex
void flex_collideBody(const mjModel* m, mjData* d, int body, int flex);
void flex_collideFlex(const mjModel* m, mjData* d, int flex1, int flex2);
// all flexes with themselves
void flex_collideSelf(const mjModel* m, mjData* d);

// ---- parts

// tests the elements of two flexes, or of one, and adds what touches
void flex_tryElems(flex_Group* group, int elem1, int elem2);

// signed distance field of a geom and a flex of triangles: the touches of both
void flex_sdfTriangles(flex_Group* group, int geom);

// leaves of a body's tree and a flex's, or of two flexes' trees, whose boxes meet
typedef void flex_Leaves(flex_Group* group, int first, int elem);
void flex_searchBody(flex_Group* group, int body, flex_Leaves* meet);
void flex_searchFlex(flex_Group* group, flex_Leaves* meet);

// asleep, awake or static: as its first body that has a tree
int flex_sleepState(const mjModel* m, const mjData* d, int flex);

// root of a flex's tree in bvh_*, and the same node in bvh_aabb_dyn
static inline const mjtNum* flex_nodeBox(const mjModel* m, const mjData* d, int node) {
  return d->bvh_aabb_dyn + 6 * (node - m->nbvhstatic);
}

#endif
