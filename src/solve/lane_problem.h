// Optimization problem of the solvers in SIMD lanes: an island of the worlds of some lanes, or all
// of these worlds. The dof indices of an island define the order of its sums, so a problem contains
// the lanes whose islands consist of the same kinematic trees; a world with several islands is part
// of several problems. Dofs and rows are numbered from 0 in their order in the world. Included by
// lane-generic files.
#ifndef SINEW_SOLVE_LANE_PROBLEM_H_
#define SINEW_SOLVE_LANE_PROBLEM_H_

#include "constraint/lane_rows.h"

#if LANE_W > 1

typedef struct {
  const mjModel* m;  // options
  mask lanes;        // lanes that are part of it; the others have no rows
  mask plain;        // lanes whose worlds have no elliptic contact
  int nv;
  const int* dof;  // (nv) dofs of the model; NULL: the same
  const int* row;  // (nefc) row indices in the worlds; NULL: the same
  // inertia: index of a dof -> its row of M and qLD, whose column indices are renumbered too
  const int *M_rowadr, *M_rownnz, *M_colind;
  const real *M, *qLD;
  const real *qLDiagInv, *qacc_smooth, *qfrc_smooth, *qacc_warmstart;  // (nv)
  lane_Rows rows;
  real scale;  // scale of cost and gradient in the convergence tests
} lane_Problem;

// ---- lane_island.lane.c: which problems exist

// an island that some lanes have: the same set of trees
typedef struct {
  mask lanes;
  int tree;  // the smallest tree
  int lane;  // one of them
} lane_Island;

typedef struct {
  int n;                // 0: the worlds are one problem each, with all dofs
  lane_Island* island;  // ascending by smallest tree
  const int* root;      // (LANE_W x ntree) smallest tree of a tree's island, -1: it has no rows
} lane_Islands;

// finds the islands of the lanes `live`; false: not enough scratch memory
bool LANE(islands_find)(const mjModel* m, lane_Data* d, const lane_Rows* rows, mask live,
                        lane_Islands* islands);
// lanes in which a block belongs to an island
mask LANE(islands_lanes)(const mjModel* m, const lane_Rows* rows, const lane_Islands* islands,
                         const lane_Island* island, int block);

// ---- lane_problem.lane.c: dofs, rows and values of problems

void LANE(problem_whole)(const mjModel* m, const lane_Data* d, const lane_Rows* rows, mask live,
                         lane_Problem* p);
// one island of it; false: not enough scratch memory
bool LANE(problem_island)(const lane_Problem* whole, lane_Data* d, const lane_Islands* islands,
                          const lane_Island* island, lane_Problem* p);

// allocates n integers of scratch; NULL: not enough
LANE_INLINE int* lane_ints(lane_Data* d, int n) {
  return (int*)lane_scratch(d, (n + 2 * LANE_W - 1) / (2 * LANE_W));
}

#endif

#endif
