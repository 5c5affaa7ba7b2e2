// What solvers in lanes see: an island of the worlds of some lanes, or all of these worlds. An
// island's own numbers of dofs fix the order of its sums, so a problem has the lanes whose islands
// have the same trees; a world with several islands stands in several problems. Dofs and rows are
// numbered from 0 in their order in the world. Included by lane-generic files.
#ifndef SINEW_SOLVE_LANE_PROBLEM_H_
#define SINEW_SOLVE_LANE_PROBLEM_H_

#include "constraint/lane_rows.h"

#if LANE_W > 1

typedef struct {
  const mjModel* m;  // options
  mask lanes;        // lanes that have it; the others have no rows
  mask plain;        // lanes whose worlds have no elliptic contact
  int nv;
  const int* dof;  // (nv) of the model; NULL: the same
  const int* row;  // (nefc) of the rows of the worlds; NULL: the same
  // inertia: number of a dof -> its row of M and qLD, whose columns are such numbers too
  const int *M_rowadr, *M_rownnz, *M_colind;
  const real *M, *qLD;
  const real *qLDiagInv, *qacc_smooth, *qfrc_smooth, *qacc_warmstart;  // (nv)
  lane_Rows rows;
  real scale;  // of cost and gradient in the tests
} lane_Problem;

// ---- lane_island.lane.c: which problems there are

// an island of some lanes: trees of the same set
typedef struct {
  mask lanes;
  int tree;  // the smallest
  int lane;  // one of them
} lane_Island;

typedef struct {
  int n;                // 0: the worlds are one problem each, with all dofs
  lane_Island* island;  // ascending smallest trees
  const int* root;      // (LANE_W x ntree) smallest tree of a tree's island, -1: it has no rows
} lane_Islands;

// islands of the lanes `live`; false: scratch is short
bool LANE(islands_find)(const mjModel* m, lane_Data* d, const lane_Rows* rows, mask live,
                        lane_Islands* islands);
// lanes in which a block belongs to an island
mask LANE(islands_lanes)(const mjModel* m, const lane_Rows* rows, const lane_Islands* islands,
                         const lane_Island* island, int block);

// ---- lane_problem.lane.c: the numbers of problems

void LANE(problem_whole)(const mjModel* m, const lane_Data* d, const lane_Rows* rows, mask live,
                         lane_Problem* p);
// one island of it; false: scratch is short
bool LANE(problem_island)(const lane_Problem* whole, lane_Data* d, const lane_Islands* islands,
                          const lane_Island* island, lane_Problem* p);

// n integers of scratch; NULL: there is no room
LANE_INLINE int* lane_ints(lane_Data* d, int n) {
  return (int*)lane_scratch(d, (n + 2 * LANE_W - 1) / (2 * LANE_W));
}

#endif

#endif
