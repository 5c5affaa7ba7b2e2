// The problems that the solvers see: the whole system or one island of it. Dofs keep their global
// numbers: an island is a few ranges of dofs, all vectors over dofs are global and a solve touches
// its ranges. Rows of an island stand together, in the order of the iefc_ arrays (which is that of
// the efc_ arrays if one island has them all).
#ifndef SINEW_SOLVE_PROBLEM_H_
#define SINEW_SOLVE_PROBLEM_H_

#include <stdbool.h>

#include "constraint/constraint.h"
#include "model/awake_ranges.h"

typedef struct {
  int adr, num;  // dofs adr .. adr + num - 1
} solve_Range;

typedef struct {
  int island;  // place in the statistics
  int nv, nrange;
  const solve_Range* range;
  const int* dof;  // of a number (rows.number), counted from 0; NULL: the same
  con_Rows rows;
  mjtNum *jar, *Jv, *force;
  int* state;
  mjtNum scale;  // of cost and gradient in the tests
  int nJ;        // entries of its efc_J
  int niter;     // iterations that were taken
  bool isCut;    // more was asked for than a solve may cost
} solve_Problem;

typedef struct {
  const mjModel* m;
  mjData* d;
  int nproblem;
  solve_Problem* problem;
  mjtNum *Ma, *grad, *z, *search, *Mv;  // over dofs (nv)
  const mjtNum* smooth;                 // forces without constraints (nv)
  mjtNum *jar, *Jv, *b;                 // over rows in the order of problems (nefc)
  bool metric;                          // inertia is that of the implicit metric of flexes
  bool kept;                            // it lies in the arena: it outlives the call that made it
  bool alone;                           // it may use what the private part of the data keeps
  bool gathered;                        // rows are in the order of the iefc_ arrays
  bool whole;                           // sums over rows are those of the whole system
  mjtSize work;                         // numbers that one iteration of all problems visits
} solve_System;

// rows, islands -> problems; false if memory is short. Vectors over dofs and rows are those of a
// solve; of a system that is kept there is only jar.
bool solve_system(const mjModel* m, mjData* d, bool islands, bool kept, solve_System* s);
// memory that lives as long as the system; NULL: it is short
void* solve_take(const solve_System* s, size_t n, size_t size);

// whether islands are solved one by one
bool solve_useIslands(const mjModel* m, const mjData* d);

// ---- products.c: Jacobian and inertia of one problem

// vec = J' rows
void prod_jacT(const solve_Problem* p, mjtNum* vec, const mjtNum* rows);
// res = M vec, with the metric of flexes (M + K) vec
void prod_inertia(const solve_System* s, const solve_Problem* p, mjtNum* res, const mjtNum* vec);
// vec = M^-1 vec; with the metric of flexes nearly (M + K)^-1 vec
void prod_inertiaSolve(const solve_System* s, const solve_Problem* p, mjtNum* vec);
// sum over the dofs of the problem
mjtNum prod_dot(const solve_Problem* p, const mjtNum* a, const mjtNum* b);
// the same over all dofs, of which those outside the awake ranges add zeros
mjtNum prod_dotRanges(const mjModel* m, range_List ranges, const mjtNum* a, const mjtNum* b);
void prod_copy(const solve_Problem* p, mjtNum* res, const mjtNum* vec);
// res += vec*scl
void prod_axpy(const solve_Problem* p, mjtNum* res, const mjtNum* vec, mjtNum scl);

#endif
