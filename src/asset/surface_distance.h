// Signed distance from points to a triangle mesh, negative inside.
#ifndef SINEW_ASSET_SURFACE_DISTANCE_H_
#define SINEW_ASSET_SURFACE_DISTANCE_H_

#include "asset/hull.h"

typedef struct {
  const double* vert;
  const int* face;  // (nface x 3)
  const hull_Tree* tree;
} surface_Surface;

// nearest point on a triangle (Ericson 2005, 5.1.5); returns the squared distance
double surface_nearestOnFace(const double p[3], const double* a, const double* b, const double* c,
                             double closest[3]);
// *hint: index of a face that may be near, -1: none; set to the nearest face. It saves time
// (temporal coherence) and does not change the result.
double surface_distance(const surface_Surface* s, const double p[3], int* hint);

#endif
