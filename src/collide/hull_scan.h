// Hulls of few vertices, looked at all at once: the largest value along a direction, four vertices
// at a time. The vertex that has it is where climbs on the graph end, wherever they start, if no
// other vertex can be a local maximum. A vertex whose value is below the largest by more than a
// slack has a neighbour that is higher for certain: the slack is computed for the vertices and the
// graph at hand, convex or not. Those within the slack are looked at one by one.
#ifndef SINEW_COLLIDE_HULL_SCAN_H_
#define SINEW_COLLIDE_HULL_SCAN_H_

#include <stdbool.h>
#include <stdint.h>

#include "model/hidden.h"

typedef hidden_Scan scan_Hull;

// vertices of the hull and the graph, whose lists end and speak of vertices that there are
//   -> column, next, slack; false: the slack would be too large to be of use, or a vertex is no
// number. nhull is at most HIDDEN_SMALL.
bool scan_make(scan_Hull* hull, const mjtNum* at, const int* edgeadr, const int* neighbor);
// hull index of the only vertex where a climb along l can end; -1: not known
int scan_end(const scan_Hull* hull, const mjtNum l[3]);
// largest l.v of the vertices, not below 0
mjtNum scan_reach(const scan_Hull* hull, const mjtNum l[3]);

static inline void scan_vertex(const scan_Hull* hull, int i, mjtNum res[3]) {
  const mjtNum* x = hull->column + 12 * (i >> 2) + (i & 3);
  res[0] = x[0];
  res[1] = x[4];
  res[2] = x[8];
}

#endif
