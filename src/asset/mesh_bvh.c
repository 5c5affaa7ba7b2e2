// Bounding volume hierarchy (BVH) of the triangles of a mesh, traversed by ray casts. Triangles are
// split by the positions of their circumcenters.
//   vertices, triangles -> hull_Tree
#include <math.h>

#include "asset/bvh_tree.h"
#include "base/assert.h"

static void cross(double res[3], const double a[3], const double b[3]) {
  res[0] = a[1] * b[2] - a[2] * b[1];
  res[1] = a[2] * b[0] - a[0] * b[2];
  res[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// order: the box as its center and half sizes give it back, which is what the reference divides
static void roundBox(bvh_Box* box) {
  for (int k = 0; k < 3; k++) {
    const double centre = 0.5 * (box->max[k] + box->min[k]);
    const double half = 0.5 * (box->max[k] - box->min[k]);
    box->min[k] = centre - half;
    box->max[k] = centre + half;
  }
}

// NaN for a triangle without area
static void circumcentre(double res[3], const double* v0, const double* v1, const double* v2) {
  double a[3], b[3], n[3], mixed[3];
  for (int k = 0; k < 3; k++) a[k] = v0[k] - v2[k], b[k] = v1[k] - v2[k];
  cross(n, a, b);
  const double aa = dot(a, a), bb = dot(b, b), scale = 2 * dot(n, n);
  for (int k = 0; k < 3; k++) mixed[k] = aa * b[k] - bb * a[k];
  cross(res, mixed, n);
  for (int k = 0; k < 3; k++) res[k] = v2[k] + res[k] / scale;
}

bool hull_makeTree(arena_Arena* arena, const double* vert, const int* face, int nface,
                   hull_Tree* tree) {
  ASSERT(nface > 0);
  arena_Arena scratch = arena_make(0);
  bvh_Box* box = arena_raw(&scratch, (size_t)nface, sizeof *box);
  double* key = arena_raw(&scratch, (size_t)nface, 3 * sizeof *key);
  for (int i = 0; i < nface && box && key; i++) {
    const double *v0 = vert + 3 * (size_t)face[3 * i], *v1 = vert + 3 * (size_t)face[3 * i + 1],
                 *v2 = vert + 3 * (size_t)face[3 * i + 2];
    bvh_Box around;
    bvh_emptyBox(&around);
    bvh_addPoint(&around, v0);
    bvh_addPoint(&around, v1);
    bvh_addPoint(&around, v2);
    roundBox(&around);
    box[i] = around;
    circumcentre(key + 3 * i, v0, v1, v2);
  }
  const bool ok = box && key && bvh_makeTree(arena, box, key, nface, tree);
  arena_free(&scratch);
  return ok;
}
