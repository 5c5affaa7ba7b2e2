// Support table: which vertices of a convex hull can be its support point, by direction. Directions
// are cells on the faces of a cube; a cell lists the hull vertices that are a local maximum along
// some direction of it. Hill climbing on the graph of the hull ends at a local maximum wherever it
// starts, so a vertex that is the only one in its cell is where it ends, and the support point is
// always in the list. Both hold for any vertices and any graph, convex or not, as long as they are
// those that the table was made from.
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
  int most;        // room for items
  uint32_t* adr;   // (6 side^2 + 1) first item of a cell
  uint16_t* item;  // (2 most) hull index, and which of the first 16 items of the cell it is next to
} supportTable_Hull;

enum { SUPPORT_TABLE_HULL = 1 << 15 };  // most vertices of a hull

// cells of a hull
static inline int supportTable_count(int side) { return 6 * side * side; }
// graph, side, most -> adr, item; false: there is no room for the items, or a vertex is no number
bool supportTable_make(supportTable_Hull* hull);
// hull index of the only vertex where a climb along l can end; -1: not known
int supportTable_end(const supportTable_Hull* hull, const mjtNum l[3]);
// largest l.v of the vertices, not below 0; +inf: not known
mjtNum supportTable_extent(const supportTable_Hull* hull, const mjtNum l[3]);

#endif
