// Constraint optimization problems as the solvers see them: the whole system or one island of it.
// Dofs keep their global indices: an island is a few ranges of dofs, all vectors over dofs are
// global, and a solve touches its ranges. Rows of an island are contiguous, in the order of the
// iefc_ arrays (which is that of the efc_ arrays if one island has them all).
#ifndef SINEW_SOLVE_PROBLEM_H_
#define SINEW_SOLVE_PROBLEM_H_

#include <stdbool.h>

#include "constraint/constraint.h"
#include "model/awake_ranges.h"

typedef struct {
  int adr, num;  // dofs adr .. adr + num - 1
} solve_Range;

typedef struct {
  int island;  // index in the statistics
  int nv, nrange;
  const solve_Range* range;
  const int* dof;  // dof of an index in the problem (rows.number), counted from 0; NULL: the same
  con_Rows rows;
  mjtNum *jar, *Jv, *force;
  int* state;
  mjtNum scale;  // scale of cost and gradient in the convergence tests
  int nJ;        // entries of efc_J in its rows
  int niter;     // iterations that were made
  bool isCut;    // the iteration budget ended it early
} solve_Problem;

typedef struct {
  const mjModel* m;
  mjData* d;
  int nproblem;
  solve_Problem* problem;
  mjtNum *Ma, *grad, *z, *search, *Mv;  // over dofs (nv)
  const mjtNum* smooth;                 // applied forces without constraints (nv)
  mjtNum *jar, *Jv, *b;                 // over rows in the order of problems (nefc)
  bool metric;                          // inertia includes the implicit metric of flexes
  bool kept;                            // allocated in the arena: it outlives the call that made it
  bool alone;                           // it may use the caches in the private data
  bool gathered;                        // rows are in the order of the iefc_ arrays
  bool whole;                           // sums over rows are bitwise those of the whole system
  mjtSize work;                         // numeric values that one iteration of all problems visits
} solve_System;

// rows, islands -> problems; false: out of memory. The vectors over dofs and rows are for a solve;
// a system that is kept has only jar.
bool solve_system(const mjModel* m, mjData* d, bool islands, bool kept, solve_System* s);
// allocates memory that lives as long as the system; NULL: not enough
void* solve_take(const solve_System* s, size_t n, size_t size);

// returns true if islands are solved one by one
bool solve_useIslands(const mjModel* m, const mjData* d);

// ---- products.c: Jacobian and inertia of one problem

// vec = J' rows
void prod_jacT(const solve_Problem* p, mjtNum* vec, const mjtNum* rows);
// res = M vec; with the implicit metric of flexes (M + K) vec
void prod_inertia(const solve_System* s, const solve_Problem* p, mjtNum* res, const mjtNum* vec);
// vec = M^-1 vec; with the implicit metric of flexes approximately (M + K)^-1 vec
void prod_inertiaSolve(const solve_System* s, const solve_Problem* p, mjtNum* vec);
// dot product over the dofs of the problem
mjtNum prod_dot(const solve_Problem* p, const mjtNum* a, const mjtNum* b);
// the same over all dofs; those outside the awake ranges contribute zeros
mjtNum prod_dotRanges(const mjModel* m, range_List ranges, const mjtNum* a, const mjtNum* b);
void prod_copy(const solve_Problem* p, mjtNum* res, const mjtNum* vec);
// res += vec*scl
void prod_axpy(const solve_Problem* p, mjtNum* res, const mjtNum* vec, mjtNum scl);

#endif
