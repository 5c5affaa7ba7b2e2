// Bounding volume hierarchies (BVH) over bounding boxes (AABB), built in the same way for the
// triangles of a mesh and the geoms of a body.
#ifndef SINEW_ASSET_BVH_TREE_H_
#define SINEW_ASSET_BVH_TREE_H_

#include "asset/hull.h"

typedef struct {
  double min[3], max[3];
} bvh_Box;

static inline void bvh_emptyBox(bvh_Box* box) {
  for (int k = 0; k < 3; k++) box->min[k] = __builtin_inf(), box->max[k] = -__builtin_inf();
}

static inline void bvh_addPoint(bvh_Box* box, const double p[3]) {
  for (int k = 0; k < 3; k++) {
    box->min[k] = p[k] < box->min[k] ? p[k] : box->min[k];
    box->max[k] = p[k] > box->max[k] ? p[k] : box->max[k];
  }
}

// Builds the tree of n > 0 boxes. key: (n x 3) positions by which a node is split. Leaves refer to
// boxes by index. Returns false if out of memory.
bool bvh_makeTree(arena_Arena* arena, const bvh_Box* box, const double* key, int n,
                  hull_Tree* tree);

#endif
