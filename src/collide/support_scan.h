// SIMD support scan: the support point of a hull with few vertices by linear search, four vertices
// at a time. The vertex with the largest value is where hill climbing on the graph ends, wherever
// it starts, if no other vertex can be a local maximum. A vertex whose value is below the largest
// by more than a slack is certain to have a higher neighbor: the slack is computed for the given
// vertices and graph, convex or not. Vertices within the slack are checked one by one.
#ifndef SINEW_COLLIDE_SUPPORT_SCAN_H_
#define SINEW_COLLIDE_SUPPORT_SCAN_H_

#include <stdbool.h>
#include <stdint.h>

#include "model/private_data.h"

typedef private_Scan scan_Hull;

// vertices and graph of the hull, whose adjacency lists are terminated and have valid indices ->
// column, next, slack; false: the slack would be too large to be useful, or a vertex is not finite.
// nhull is at most PRIVATE_SMALL.
//   -> column, next, slack; false: the slack would be too large to be of use, or a vertex is no
// number. nhull is at most PRIVATE_SMALL.
bool scan_make(scan_Hull* hull, const mjtNum* at, const int* edgeadr, const int* neighbor);
// hull index of the only vertex where hill climbing along l can end; -1: unknown
int scan_end(const scan_Hull* hull, const mjtNum l[3]);
// support extent: largest l.v of the vertices, at least 0
mjtNum scan_extent(const scan_Hull* hull, const mjtNum l[3]);

static inline void scan_vertex(const scan_Hull* hull, int i, mjtNum res[3]) {
  const mjtNum* x = hull->column + 12 * (i >> 2) + (i & 3);
  res[0] = x[0];
  res[1] = x[4];
  res[2] = x[8];
}

#endif
