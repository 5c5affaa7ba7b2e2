// Convex hulls of meshes and what collision and rays look up in them: the graph of hull vertices,
// the flat polygons of its surface, the farthest vertices along 27 directions, and the bounding
// volume tree of triangles. Pure functions of their arguments, safe to call from several threads;
// results come from the given arena, which belongs to the caller's thread.
#ifndef SINEW_ASSET_HULL_H_
#define SINEW_ASSET_HULL_H_

#include <stdbool.h>

#include "base/arena.h"

enum {
  HULL_MOST_VERTICES = 1 << 22,  // of a mesh; keeps the memory of a hull in the low gigabytes
  HULL_NEXTREMA = 27,
};

typedef enum {
  HULL_OK,
  HULL_NO_MEMORY,
  HULL_FEW,         // less than 4 vertices
  HULL_MANY,        // more than HULL_MOST_VERTICES
  HULL_NOT_FINITE,  // a coordinate is not a number that a float can hold
  HULL_COLOCATED,   // all vertices at one point
  HULL_COLLINEAR,   // on one line
  HULL_COPLANAR,    // in one plane
  HULL_FAILED,      // the hull library gave up
} hull_Status;

// The hull in the layout of mesh_graph. Hull vertices have their own numbers, 0 .. nvert-1.
typedef struct {
  int nvert, nface;
  int ngraph;     // integers in graph
  int* graph;     // nvert, nface, then the four arrays below
  int* edgeadr;   // (nvert) start of a hull vertex's neighbours in `edge`
  int* globalid;  // (nvert) its vertex in the mesh
  int* edge;      // (nvert + 3*nface) neighbours in hull numbers, -1 ends each list
  int* face;      // (nface x 3) outward triangles, vertices of the mesh
} hull_Hull;

// Polygons of the hull: loops of mesh vertices, seen counter-clockwise from outside.
typedef struct {
  int npoly, npolyvert, npolymap;
  int *vertadr, *vertnum;  // (npoly) loop in `vert`
  int* vert;               // (npolyvert) mesh vertices
  int *mapadr, *mapnum;    // (vertices of the mesh) polygons of each vertex in `map`
  int* map;                // (npolymap) polygons, increasing for each vertex
  int mostvert, mostmap;   // longest loop, most polygons at a vertex
} hull_Polygons;

// Bounding volumes in preorder; children are relative to the first node.
typedef struct {
  int nnode;
  int* depth;    // (nnode)
  int* child;    // (nnode x 2) -1: none
  int* nodeid;   // (nnode) triangle of a leaf, -1: not a leaf
  double* aabb;  // (nnode x 6) center, half size
} hull_Tree;

// hull of all vertices (nvert x 3); maxvert: most vertices that it may have (>= 4), or -1
hull_Status hull_make(arena_Arena* arena, const double* vert, int nvert, int maxvert,
                      hull_Hull* hull);
// what is wrong and what would help, for an error message: "all vertices lie in one plane; ..."
const char* hull_message(hull_Status status);

// groups hull triangles of nearly equal normals into polygons; vert: those given to hull_make.
// False if memory is short.
bool hull_makePolygons(arena_Arena* arena, const double* vert, int nvert, const hull_Hull* hull,
                       hull_Polygons* poly);
// unit normals (npoly x 3) from the first three vertices of each loop; vert: final positions
void hull_polygonNormals(const hull_Polygons* poly, const double* vert, double* normal);

// mesh_extrema; vert: final positions, as stored in mesh_vert
void hull_findExtrema(const hull_Hull* hull, const float* vert, int extrema[HULL_NEXTREMA]);

// tree over triangles (nface x 3 vertices, nface > 0); vert: final positions.
// False if memory is short.
bool hull_makeTree(arena_Arena* arena, const double* vert, const int* face, int nface,
                   hull_Tree* tree);

#endif
