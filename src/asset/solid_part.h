// A part of a solid: what planes have left of a closed triangle surface, for cutting it into convex
// pieces. Arrays come from the given arena.
#ifndef SINEW_ASSET_SOLID_PART_H_
#define SINEW_ASSET_SOLID_PART_H_

#include <stdbool.h>

#include "asset/surface_distance.h"
#include "base/arena.h"

// points x with normal.x = offset; a part lies below or above
typedef struct {
  double normal[3], offset;
} part_Plane;

enum { PART_MOST_PLANES = 32, PART_MOST_CORNERS = 64 };

// Triangles are counter-clockwise from outside. The first nreal are of the surface; the others
// close it where it was cut: each is a signed share of the section, from a point of the plane to an
// edge of the section, and they may overlap. So sums over all triangles are those of the part,
// whatever the section looks like, but only the surface has its shape.
typedef struct {
  int nvert, nsurface;  // vertices; the first nsurface belong to the surface
  double* x;            // (nvert x 3)
  int ntri, nreal;
  int* tri;  // (ntri x 3)
  double volume;
  int nhull;
  double* hull;       // (nhull x 3) vertices of its convex hull
  double hullVolume;  // 0: it is flat
  // where three planes that cut it meet inside of the solid it has corners that no surface has
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

// the surface, which must stay -> volume, hull
part_Status part_make(arena_Arena* arena, const surface_Surface* solid, int nvert, int nface,
                      part_Part* part);
// one side (0: below, 1: above)
part_Status part_cut(arena_Arena* arena, const part_Part* part, const part_Plane* plane, int side,
                     part_Part* res);
// the two sides measured; hulls of many points are taken from some of them, so their volumes are a
// little small
part_Status part_measure(const part_Part* part, const part_Plane* plane, part_Halves* res);
// volume of the hull of points, 0 if they are flat; with the vertices of the hull if hull is not
// NULL, which has room for all points
part_Status part_hullOf(const double* x, int n, double* volume, double* hull, int* nhull);
// least and largest normal.x of the surface
void part_extent(const part_Part* part, const double normal[3], double range[2]);

#endif
