// The order in which the polygons of a convex hull are listed (hash table iteration order). Private
// to hull_poly.c.
#ifndef SINEW_ASSET_HULL_ORDER_H_
#define SINEW_ASSET_HULL_ORDER_H_

#include "asset/hull.h"

// rank: (n) for each key the position of its value in the list; equal keys have equal positions.
// Returns false if out of memory.
bool hull_rankKeys(arena_Arena* arena, int n, const int (*key)[2], const bool* skip, int* rank);

#endif
