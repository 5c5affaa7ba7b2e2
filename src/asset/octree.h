// Signed distance field of a closed triangle mesh, sampled at the corners of an octree that is fine
// near the surface: what geoms of type "sdf" collide by.
#ifndef SINEW_ASSET_OCTREE_H_
#define SINEW_ASSET_OCTREE_H_

#include <stdbool.h>

#include "asset/hull.h"
#include "base/arena.h"

enum {
  OCT_NCHILD = 8,            // children and corners of a cell: bit 0 x, bit 1 y, bit 2 z, 1: upper
  OCT_MOST_DEPTH = 20,       // of a tree
  OCT_MOST_CELLS = 1 << 27,  // so that indices of corners are ints
};

typedef struct {
  int ncell;
  int* depth;     // (ncell)
  int* child;     // (ncell x 8) relative to the root, -1: a leaf
  double* aabb;   // (ncell x 6) center, half size
  double* coeff;  // (ncell x 8) signed distance at the corners
} oct_Tree;

typedef enum { OCT_OK, OCT_NO_MEMORY, OCT_MANY } oct_Status;

// tree: of the triangles `face`, as hull_makeTree makes it; vert: final positions; 0 <= maxdepth <=
// OCT_MOST_DEPTH. OCT_MANY: it would have more than OCT_MOST_CELLS cells.
oct_Status oct_make(arena_Arena* arena, const double* vert, int nvert, const int* face, int nface,
                    const hull_Tree* tree, int maxdepth, oct_Tree* res);

#endif
