// A part of a solid in convex decomposition: a closed triangle mesh clipped by planes. Arrays are
// allocated in the given arena.
#ifndef SINEW_ASSET_SOLID_PART_H_
#define SINEW_ASSET_SOLID_PART_H_

#include <stdbool.h>

#include "asset/surface_distance.h"
#include "base/arena.h"

// a plane, points x with normal.x = offset; a part is below or above it
typedef struct {
  double normal[3], offset;
} part_Plane;

enum { PART_MOST_PLANES = 32, PART_MOST_CORNERS = 64 };

// Triangles are counter-clockwise from outside. The first nreal belong to the surface; the others
// cap it where it was cut: each is a signed part of the section, from a point of the plane to an
// edge of the section, and they may overlap. So integrals over all triangles are those of the part,
// whatever the section looks like, but only the surface triangles have its shape.
typedef struct {
  int nvert, nsurface;  // vertices; the first nsurface belong to the surface
  double* x;            // (nvert x 3)
  int ntri, nreal;
  int* tri;  // (ntri x 3)
  double volume;
  int nhull;
  double* hull;       // (nhull x 3) vertices of its convex hull
  double hullVolume;  // 0: it is flat
  // inside the solid, the part has corners where three cutting planes meet, which no surface has
  const surface_Surface* solid;
  int nplane, ncorner;
  part_Plane plane[PART_MOST_PLANES];  // the part is below them; of many the last ones
  double corner[PART_MOST_CORNERS][3];
} part_Part;

// what a cut would leave: volumes of the two sides and of their hulls
typedef struct {
  double volume[2], hullVolume[2];
} part_Halves;

typedef enum { PART_OK, PART_NO_MEMORY } part_Status;

// the surface, which must outlive the part -> volume, hull
part_Status part_make(arena_Arena* arena, const surface_Surface* solid, int nvert, int nface,
                      part_Part* part);
// clips to one side (0: below, 1: above)
part_Status part_cut(arena_Arena* arena, const part_Part* part, const part_Plane* plane, int side,
                     part_Part* res);
// Volumes of both sides and of their hulls, without cutting. Hulls of many points are computed from
// a subset of them, so these volumes are slightly too small
part_Status part_measure(const part_Part* part, const part_Plane* plane, part_Halves* res);
// volume of the convex hull of points, 0 if they are flat; also the hull vertices, if hull is not
// NULL; it must have space for all points
part_Status part_hullOf(const double* x, int n, double* volume, double* hull, int* nhull);
// minimum and maximum of normal.x over the surface
void part_extent(const part_Part* part, const double normal[3], double range[2]);

#endif
