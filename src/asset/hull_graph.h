// Extracts a finished convex hull from Qhull's data structures. Private to hull.c.
#ifndef SINEW_ASSET_HULL_GRAPH_H_
#define SINEW_ASSET_HULL_GRAPH_H_

#include <libqhull_r/qhull_ra.h>

#include "asset/hull.h"

// reads the graph of hull vertices and the triangles, in Qhull's order; requires qh_vertexneighbors
hull_Status hull_readGraph(arena_Arena* arena, qhT* qh, hull_Hull* hull);

#endif
