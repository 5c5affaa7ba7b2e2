// Signed distance field (SDF) of a closed triangle mesh, sampled at the corners of an octree that
// is refined near the surface. Geoms of type "sdf" collide with it.
#ifndef SINEW_ASSET_OCTREE_H_
#define SINEW_ASSET_OCTREE_H_

#include <stdbool.h>

#include "asset/hull.h"
#include "base/arena.h"

enum {
  OCT_NCHILD =
      8,  // children and corners of a cell: bit 0 is x, bit 1 y, bit 2 z; 1 means the upper one
  OCT_MOST_DEPTH = 20,       // maximum depth of a tree
  OCT_MOST_CELLS = 1 << 27,  // so that corner indices fit an int
};

typedef struct {
  int ncell;
  int* depth;     // (ncell)
  int* child;     // (ncell x 8) relative to the root, -1: a leaf
  double* aabb;   // (ncell x 6) center, half size
  double* coeff;  // (ncell x 8) signed distance at the corners
} oct_Tree;

typedef enum { OCT_OK, OCT_NO_MEMORY, OCT_MANY } oct_Status;

// tree: BVH of the triangles `face`, as made by hull_makeTree; vert: final positions; 0 <= maxdepth
// <= OCT_MOST_DEPTH. Returns OCT_MANY if there would be more than OCT_MOST_CELLS cells.
oct_Status oct_make(arena_Arena* arena, const double* vert, int nvert, const int* face, int nface,
                    const hull_Tree* tree, int maxdepth, oct_Tree* res);

#endif
