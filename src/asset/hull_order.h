// The order in which the polygons of a hull are listed. Private to hull_poly.c.
#ifndef SINEW_ASSET_HULL_ORDER_H_
#define SINEW_ASSET_HULL_ORDER_H_

#include "asset/hull.h"

// rank: (n) for each key the place of its value in the list; keys of equal value get the same
// place. False if memory is short.
bool hull_rankKeys(arena_Arena* arena, int n, const int (*key)[2], const bool* skip, int* rank);

#endif
