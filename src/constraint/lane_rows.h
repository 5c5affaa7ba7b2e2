// Constraint rows of LANE_W worlds, as lane-generic code makes and solves them. Structure is
// shared: a block is a constraint that some lane has, or contacts of one kind that different lanes
// have; its columns are the same in all. A lane that lacks it has zeros in its numbers (J, D, R,
// aref, frictionloss), which add nothing to sums. The
// blocks that a lane has stand in the order that they have in its world, so that sums over rows are
// those of the world. Included by lane-generic files after model/lane_data.h.
#ifndef SINEW_CONSTRAINT_LANE_ROWS_H_
#define SINEW_CONSTRAINT_LANE_ROWS_H_

#include "constraint/block.h"
#include "model/lane_data.h"

#if LANE_W > 1

typedef struct {
  int shape;      // con_Shape
  int type, id;   // efc_type; equality, dof, joint, tendon, or number of a pair of geoms
  int efc, nefc;  // rows efc .. efc + nefc - 1
  int ncol;       // columns: ncol dofs in ascending order
  const int* col;
  uint64_t columns;  // of contacts: the same as bits, zero in models with more dofs than bits
  int tree[2];  // trees that it couples; tree[1] = -1: no other, -2: those of the columns that are
                // not zero in a lane
} lane_Block;

typedef struct {
  int nblock;
  const lane_Block* block;
  const mask* has;           // (nblock) lanes that have the block
  int nefc, ne, nf;          // rows: all, equalities, friction loss, in this order
  const real* J;             // (nefc x nv) dense; zero outside of the columns of its block
  const real* D;             // (nefc)
  const real* R;             // (nefc)
  const real* aref;          // (nefc)
  const real* frictionloss;  // (nefc)
  const real* mu;  // (nblock) of the regular cone of a contact, those that are elliptic come last
  const real* friction;  // (nblock x 5) of elliptic contacts
} lane_Rows;

#endif

#endif
