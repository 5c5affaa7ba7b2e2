// Constraint rows of LANE_W worlds in SIMD lanes (one world per lane), as lane-generic code builds
// and solves them. Structure is shared: a block is a constraint that some lane has, or contacts of
// one type that different lanes have; its columns are the same in all lanes. A lane that lacks it
// has zeros as values (J, D, R, aref, frictionloss), which add nothing to sums. The blocks of a
// lane are in the order that they have in its world, so sums over rows have the summation order of
// the world. Included by lane-generic files after model/lane_data.h.
#ifndef SINEW_CONSTRAINT_LANE_ROWS_H_
#define SINEW_CONSTRAINT_LANE_ROWS_H_

#include "constraint/block.h"
#include "model/lane_data.h"

#if LANE_W > 1

typedef struct {
  int shape;      // con_Shape
  int type, id;   // efc_type; equality, dof, joint, tendon, or index of a pair of geoms
  int efc, nefc;  // rows efc .. efc + nefc - 1
  int ncol;       // columns: ncol dofs in ascending order
  const int* col;
  uint64_t columns;  // contacts: the same as a bit set; zero in models with more dofs than bits
  int tree[2];  // trees that it couples; tree[1] = -1: no other, -2: those of the columns that are
                // nonzero in a lane
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
  const real* mu;  // (nblock) of the regularized cone of a contact; elliptic contacts come last
  const real* friction;  // (nblock x 5) of elliptic contacts
} lane_Rows;

#endif

#endif
