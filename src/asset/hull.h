// Convex hulls of meshes and the lookup structures of collision detection and ray casting: the
// adjacency graph of hull vertices, the flat polygons (merged coplanar faces) of its surface, the
// extreme vertices along 27 directions, and the bounding volume hierarchy (BVH) of triangles. All
// functions are pure and thread-safe; results are allocated in the given arena, which belongs to
// the caller's thread.
#ifndef SINEW_ASSET_HULL_H_
#define SINEW_ASSET_HULL_H_

#include <stdbool.h>

#include "base/arena.h"

enum {
  HULL_MOST_VERTICES = 1 << 22,  // of a mesh; limits the memory of a hull to a few gigabytes
  HULL_NEXTREMA = 27,
};

typedef enum {
  HULL_OK,
  HULL_NO_MEMORY,
  HULL_FEW,         // less than 4 vertices
  HULL_MANY,        // more than HULL_MOST_VERTICES
  HULL_NOT_FINITE,  // a coordinate is NaN, infinite or too large for a float
  HULL_COLOCATED,   // all vertices at one point
  HULL_COLLINEAR,   // on one line
  HULL_COPLANAR,    // in one plane
  HULL_FAILED,      // Qhull failed
} hull_Status;

// Convex hull in the layout of mesh_graph. Hull vertices have their own indices, 0 .. nvert-1.
typedef struct {
  int nvert, nface;
  int ngraph;     // length of graph
  int* graph;     // nvert, nface, then the four arrays below
  int* edgeadr;   // (nvert) start of a hull vertex's neighbors in `edge`
  int* globalid;  // (nvert) its vertex in the mesh
  int* edge;      // (nvert + 3*nface) neighbors as hull indices, -1 ends each list
  int* face;      // (nface x 3) outward triangles as mesh vertices
} hull_Hull;

// Polygons of the hull: loops of mesh vertices, seen counter-clockwise from outside.
typedef struct {
  int npoly, npolyvert, npolymap;
  int *vertadr, *vertnum;  // (npoly) loop in `vert`
  int* vert;               // (npolyvert) mesh vertices
  int *mapadr, *mapnum;    // (vertices of the mesh) polygons of each vertex in `map`
  int* map;                // (npolymap) polygons, increasing for each vertex
  int mostvert, mostmap;   // vertices of the longest loop, most polygons at a vertex
} hull_Polygons;

// Bounding volume hierarchy (BVH) in preorder; child indices are relative to the first node.
typedef struct {
  int nnode;
  int* depth;    // (nnode)
  int* child;    // (nnode x 2) -1: none
  int* nodeid;   // (nnode) triangle of a leaf, -1: not a leaf
  double* aabb;  // (nnode x 6) center, half size
} hull_Tree;

// Computes the convex hull of all vertices (nvert x 3); maxvert: maximum number of hull vertices
// (>= 4), or -1
hull_Status hull_make(arena_Arena* arena, const double* vert, int nvert, int maxvert,
                      hull_Hull* hull);
// the cause and a remedy, for an error message: "all vertices lie in one plane; ..."
const char* hull_message(hull_Status status);

// Merges hull triangles with nearly equal normals into polygons; vert: those passed to hull_make.
// Returns false if out of memory.
bool hull_makePolygons(arena_Arena* arena, const double* vert, int nvert, const hull_Hull* hull,
                       hull_Polygons* poly);
// unit normals (npoly x 3) from the first three vertices of each loop; vert: final positions
void hull_polygonNormals(const hull_Polygons* poly, const double* vert, double* normal);

// computes mesh_extrema; vert: final positions, as stored in mesh_vert
void hull_findExtrema(const hull_Hull* hull, const float* vert, int extrema[HULL_NEXTREMA]);

// Builds the BVH of triangles (nface x 3 vertices, nface > 0); vert: final positions. Returns false
// if out of memory.
bool hull_makeTree(arena_Arena* arena, const double* vert, const int* face, int nface,
                   hull_Tree* tree);

#endif
