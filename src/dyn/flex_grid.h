// Interpolated flexes (finite elements on a regular grid): the grid of nodes whose positions a
// Lagrange basis of order 1 or 2 interpolates, its cells, and for shells the faces of its box.
// Nodes are numbered with the last axis fastest. Inner nodes of a shell have no body of their own:
// they follow the surface by transfinite interpolation (Gordon, Hall 1973).
#ifndef SINEW_DYN_FLEX_GRID_H_
#define SINEW_DYN_FLEX_GRID_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

enum {
  GRID_SIDE = 3,    // most nodes of an element along one axis
  GRID_LOCAL = 27,  // and in all
  GRID_GROUP = 4,   // elements whose rotations are computed at once
  GRID_BLEND = 26,  // nodes of the surface that an inner node follows: 6 faces, 12 edges, 8 corners
};

typedef struct {
  int order;
  bool shell;
  int cell[3], num[3];  // cells and nodes along each axis
  int nnode, nelem;     // nelem: cells, or faces of cells on the surface of a shell
  int nlocal;           // nodes of an element
  bool inner;           // a shell that has inner nodes
} grid_Grid;

// the grid of an interpolated flex
grid_Grid grid_of(const mjModel* m, int flex);

// where an element of a shell lies: its axes across the surface and along it, cells along these,
// and which side of the box it is on
typedef struct {
  int normal, slow, fast;
  int q[2];
  bool upper;
} grid_Face;

grid_Face grid_face(const grid_Grid* grid, int elem);

// nodes of an element, in the order of its basis
void grid_nodes(const grid_Grid* grid, int elem, int node[GRID_LOCAL]);
// the same of a cell, also in shells
void grid_cellNodes(const grid_Grid* grid, const int cell[3], int node[GRID_LOCAL]);
// the number of nodes of a cell
int grid_cellSize(const grid_Grid* grid);

// values and derivatives of the basis along one axis; order + 1 values
void grid_basis(mjtNum value[GRID_SIDE], mjtNum s, int order);
void grid_slope(mjtNum slope[GRID_SIDE], mjtNum s, int order);

// the cell of a point in coordinates 0..1 of the box, and its coordinates 0..1 in it
void grid_locate(const grid_Grid* grid, const mjtNum unit[3], int cell[3], mjtNum local[3]);
// the weights of the nodes of its cell
void grid_weights(const grid_Grid* grid, const mjtNum local[3], mjtNum weight[GRID_LOCAL]);

// n points in coordinates 0..1 of the box -> where they are, by the positions of all nodes
void grid_interpolate(const mjModel* m, int flex, const mjtNum* unit, int n, const mjtNum* xnode,
                      mjtNum* xpos);

// whether a node of a shell is an inner one; then the nodes that it follows, with their weights
bool grid_isInner(const grid_Grid* grid, int node);
void grid_blend(const grid_Grid* grid, int node, int on[GRID_BLEND], mjtNum weight[GRID_BLEND]);

// frames -> position of a node that is not an inner one
void grid_nodePosition(const mjModel* m, const mjData* d, int flex, int node, mjtNum x[3]);
// frames -> positions of the nodes of a flex (nnode x 3); velocities of the same points
void grid_positions(const mjModel* m, const mjData* d, int flex, mjtNum* xpos);
void grid_velocities(const mjModel* m, const mjData* d, int flex, const mjtNum* xpos, mjtNum* vel);

// Rotation of an element: that of the deformation gradient of its map at its center. x: its nodes
// (nlocal x 3)
void grid_rotation(const grid_Grid* grid, int elem, const mjtNum x[3 * GRID_LOCAL], mjtNum quat[4]);
// those of up to GRID_GROUP elements from one on (n x 4), by the positions of all nodes
void grid_rotations(const grid_Grid* grid, const mjtNum* xnode, int elem, int n, mjtNum* quat);

#endif
