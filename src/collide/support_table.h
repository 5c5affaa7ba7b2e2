// Support table: a lookup table of the support function of a convex hull, by direction. Directions
// are cells on the faces of a cube (cube map); a cell lists the hull vertices that are a local
// maximum along some direction in it. Hill climbing on the graph of the hull ends at a local
// maximum wherever it starts. So if a cell has a single vertex, climbing ends there, and the
// support point is always in the list. Both hold for any vertices and any graph, convex or not, as
// long as they are those that the table was made from.
#ifndef SINEW_COLLIDE_SUPPORT_TABLE_H_
#define SINEW_COLLIDE_SUPPORT_TABLE_H_

#include <stdbool.h>
#include <stdint.h>

#include <sinew/types.h>

// the graph of a hull (mesh_graph) and its vertices
typedef struct {
  const mjtNum* at;     // (nhull x 3)
  const int* edgeadr;   // (nhull)
  const int* neighbor;  // hull indices, -1 ends a list
  int nhull;
} supportTable_Graph;

typedef struct {
  supportTable_Graph graph;
  int side;        // cells along an edge of the cube
  int most;        // capacity for items
  uint32_t* adr;   // (6 side^2 + 1) first item of a cell
  uint16_t* item;  // (2 most) hull index, and a bit mask: which of the first 16 items of the cell
                   // are its neighbors
} supportTable_Hull;

enum { SUPPORT_TABLE_HULL = 1 << 15 };  // largest number of vertices of a hull

// number of cells of a table
static inline int supportTable_count(int side) { return 6 * side * side; }
// graph, side, most -> adr, item; false: the items do not fit, or a vertex is not finite
bool supportTable_make(supportTable_Hull* hull);
// hull index of the only vertex where hill climbing along l can end; -1: unknown
int supportTable_end(const supportTable_Hull* hull, const mjtNum l[3]);
// support extent: largest l.v of the vertices, at least 0; +inf: unknown
mjtNum supportTable_extent(const supportTable_Hull* hull, const mjtNum l[3]);

#endif
