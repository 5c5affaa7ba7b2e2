// A flex (deformable body) between its compiler passes: the validated input (compile_flex_check.c)
// and what is derived from it: mesh topology, elasticity of elements and edges, cells of an
// interpolated flex.
#ifndef SINEW_COMPILE_COMPILE_FLEX_H_
#define SINEW_COMPILE_COMPILE_FLEX_H_

#include "asset/hull.h"
#include "compile/compile.h"

enum { FLEX_STRETCH = 21, FLEX_BEND = 17 };  // numbers stored for an element, for an edge

// bits of mjsFlex.elastic2d
enum { FLEX_BENDS = 1, FLEX_STRETCHES = 2 };

typedef struct comp_Flex {
  const spec_Element* e;
  const mjsFlex* given;
  int dim, nvert, nelem, nnode, nedge;
  bool rigid, centered;
  int order;         // order of interpolation, 0: none
  bool shell;        // interpolated, with elasticity only in its faces
  int edgeequality;  // 0 none, 1 edges, 2 vertices, 3 strain
  int *vertbody, *nodebody;
  double *vert, *node;  // in the frames of their bodies, NULL: at the origins
  double *x, *xnode;    // (nvert x 3), (nnode x 3) in the world frame at qpos0

  // topology
  int *elem, *elemedge, *edge;  // (nelem x (dim+1)), (nelem x edges of one), (nedge x 2)
  int *first, *flap;  // dim 2, (nedge x 2): as used by the first triangle; opposite vertices, -1
  int *shellvert, nshellvert;
  int* layer;  // (nelem)
  int *evpair, nevpair;

  // elasticity
  double *stiffness, *bending;
  mjtSize nstiffness, nbending;

  // bounding box
  double size[3], *vert0, *node0;  // (nvert x 3), (nnode x 3)
  int cell[3];
  mjtByte* empty;  // cells without elements, NULL: none
  hull_Tree tree;  // leaves are elements; no tree if it has no nodes

  // numbers of entries of sparse Jacobians
  mjtSize nJfe, nJfv;
  // numbers of rows and entries of the constant part of the implicit metric (force/flex_metric.h)
  mjtSize nmetric, nfactor;
} comp_Flex;

// local edges of an element of dimension dim: their number, and their vertices
extern const int flex_edgeCount[4];
extern const int flex_edgeVerts[4][6][2];

static inline const double* flex_x(const comp_Flex* flex, int vert) {
  return flex->x + 3 * (size_t)vert;
}

// Validates completeness and bounds of the input: -> sizes, bodies, positions; pose: (nbody x 7) of
// bodies in the world frame at qpos0
bool comp_checkFlex(comp_Compile* c, comp_Flex* flex, const double* pose);
// elements -> edges, flaps, shell, layers, pairs
bool comp_flexTopology(comp_Compile* c, comp_Flex* flex);
// -> stiffness, bending of elements and edges
bool comp_flexElasticity(comp_Compile* c, comp_Flex* flex);
// -> the same of cells, node0, vert0, size, empty
bool comp_flexCells(comp_Compile* c, comp_Flex* flex);

#endif
