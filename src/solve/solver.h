// The problems that the solvers see: the whole system or one island of it. Dofs keep their global
// numbers: an island is a few ranges of dofs, all vectors over dofs are global and a solve touches
// its ranges. Rows of an island stand together, in the order of the iefc_ arrays (which is that of
// the efc_ arrays if one island has them all): equalities, friction loss, one-sided rows, and, if
// cones are elliptic, contacts block by block.
#ifndef SINEW_SOLVE_SOLVER_H_
#define SINEW_SOLVE_SOLVER_H_

#include <stdbool.h>

#include "constraint/constraint.h"
#include "math/sparse.h"
#include "model/span.h"

typedef struct {
  int adr, num;  // dofs adr .. adr + num - 1
} solve_Range;

// a block of constraint/constraint.h as solvers use it
typedef struct {
  int shape;      // con_Shape
  int index;      // in con_Rows
  int row, nefc;  // rows of the problem
  int ncol;
  const int* col;          // columns of its rows (ncol)
  const mjtNum* jac;       // its base Jacobian: of a single row that row
  con_Span span;           // its rows in efc_J
  bool scattered;          // dense, and its dofs are not numbered in one piece in the problem
  mjContact* contact;      // NULL: none
  const mjtNum* friction;  // of the contact
} solve_Block;

// J by columns: of a dof (nv) its rows, ascending, and the numbers in them
typedef struct {
  const int *adr, *num;  // NULL: not made
  const int* row;
  const mjtNum* val;
} solve_Columns;

typedef struct {
  int island;  // place in the statistics
  int nv, nrange;
  const solve_Range* range;
  const int* number;         // of a dof: dofs are counted range after range ...
  int first;                 // ... from this number on; only with islands
  const int* dof;            // of a number, counted from 0; only with islands
  const solve_Block* block;  // ascending rows
  int nblock, ncone;         // the last ncone are elliptic contacts, those of dim 1 included
  int nefc, ne, nf, none;    // rows: all, and leading equality, friction and one-sided ones
  const mjtNum *D, *R, *frictionloss;
  mjtNum *jar, *Jv, *force;
  int* state;
  const mjtNum* aref;
  mjtNum scale;  // of cost and gradient in the tests
  int nJ;        // entries of its efc_J
  int niter;     // iterations that were taken
  bool isCut;    // more was asked for than a solve may cost
  solve_Columns columns;
} solve_Problem;

typedef struct {
  const mjModel* m;
  mjData* d;
  int nproblem;
  solve_Problem* problem;
  solve_Block* block;                   // of all problems, one after another
  mjtNum *Ma, *grad, *z, *search, *Mv;  // over dofs (nv)
  mjtNum *jar, *Jv, *b;                 // over rows in the order of problems (nefc)
  bool gathered;                        // rows are in the order of the iefc_ arrays
  bool whole;                           // sums over rows are those of the whole system
  int maxcol;                           // most columns of a block
  mjtSize work;                         // numbers that one iteration of all problems visits
} solve_System;

// ---- system.c: rows, islands -> problems; false if scratch is short

bool solve_system(const mjModel* m, mjData* d, bool islands, solve_System* s);

// ---- products.c: Jacobian and inertia of one problem

// rows = J vec, vec over dofs
void prod_jac(const solve_Problem* p, mjtNum* rows, const mjtNum* vec);
// vec = J' rows
void prod_jacT(const solve_Problem* p, mjtNum* vec, const mjtNum* rows);
// res = M vec
void prod_inertia(const solve_System* s, const solve_Problem* p, mjtNum* res, const mjtNum* vec);
// vec = M^-1 vec
void prod_inertiaSolve(const solve_System* s, const solve_Problem* p, mjtNum* vec);
// sum over the dofs of the problem
mjtNum prod_dot(const solve_Problem* p, const mjtNum* a, const mjtNum* b);
// the same over all dofs, of which those outside the spans add zeros
mjtNum prod_dotSpans(const mjModel* m, span_List spans, const mjtNum* a, const mjtNum* b);
void prod_copy(const solve_Problem* p, mjtNum* res, const mjtNum* vec);
// res += vec*scl
void prod_axpy(const solve_Problem* p, mjtNum* res, const mjtNum* vec, mjtNum scl);

// ---- row_cost.c: cost of the rows

typedef struct {
  int nactive;  // rows that are not satisfied
  int nchange;  // rows whose state was another before
  int ncone;    // contacts in the middle zone
} cost_Count;

// jar -> force, state; returns the cost. state is compared with what it held before.
mjtNum cost_update(const solve_Problem* p, const mjtNum* jar, mjtNum* force, int* state,
                   cost_Count* count);
// the cost alone
mjtNum cost_value(const solve_Problem* p, const mjtNum* jar);

// zone of an elliptic cone: N = mu x0, T = length of the scaled tangents
typedef enum { CONE_TOP, CONE_BOTTOM, CONE_MIDDLE } cost_Zone;

static inline cost_Zone cost_zone(mjtNum N, mjtNum T, mjtNum mu) {
  if (N >= mu * T || (T <= 0 && N >= 0)) return CONE_TOP;
  if (mu * N + T <= 0 || (T <= 0 && N < 0)) return CONE_BOTTOM;
  return CONE_MIDDLE;
}

// ---- budget.c: a bound on the work of a solve

enum { BUDGET_LEAST = 10000 };  // iterations that every solve may take

// what is left to one problem
typedef struct {
  int iterations;
  mjtSize evaluations;  // of the cost in line searches
  bool isCut;           // more was asked for than there was
} solve_Budget;

// work: numbers that one iteration of all problems of the solve visits
solve_Budget budget_make(mjtSize work);
// takes an iteration; false: there is none left
bool budget_next(solve_Budget* b);
// evaluations that a line search may take of those that are asked for, and that n were taken
int budget_evaluations(const solve_Budget* b, int asked);
void budget_evaluated(solve_Budget* b, int n, int asked);

// ---- warm_start.c

// chooses the start: qacc, Ma, jar, force, state; efc_b
void warm_primal(solve_System* s);

// ---- newton.c, conjugate.c: qacc, Ma, jar, force, state -> the same at the
// minimum

// false if scratch is short
bool solve_newton(solve_System* s, solve_Problem* p);
bool solve_conjugate(solve_System* s, solve_Problem* p);

// ---- primal.c: what both share

// qfrc_constraint, grad; returns |grad| * scale
mjtNum primal_gradient(const solve_System* s, const solve_Problem* p);
// qacc, Ma, jar += alpha * (search, Mv, Jv)
void primal_move(const solve_System* s, const solve_Problem* p, mjtNum alpha);
// half of max(0, grad.z) * scale
mjtNum primal_decrement(const solve_System* s, const solve_Problem* p);

// ---- linesearch.c

typedef struct {
  mjtNum alpha, cost,
      slope;         // of the returned point; cost relative to alpha = 0
  mjtNum lineslope;  // scaled slope
  int neval;
} line_Result;

// search -> Mv, Jv, step along search; false if scratch is short
bool line_search(const solve_System* s, const solve_Problem* p, solve_Budget* budget,
                 line_Result* res);

// ---- solve_stat.c

void stat_save(mjData* d, int island, int iter, const mjSolverStat* stat);
void stat_finish(mjData* d, int island, int niter, int nnz);

// ---- dual.c: problems over efc_force, in the order of the efc_ arrays

typedef struct {
  const mjModel* m;
  mjData* d;
  bool sparse;
  int island;  // place in the statistics
  int nblock;
  const con_Block* const* block;  // ascending
  mjtNum scale;
  mjtSize work;  // numbers that one sweep over all problems visits
} dual_Problem;

#define DUAL_ROUNDING 1e-10  // a step that raises the cost by more is undone

// (AR f)_i + b_i
static inline mjtNum dual_residual(const dual_Problem* p, int i) {
  const mjData* d = p->d;
  if (!p->sparse) {
    return d->efc_b[i] + dense_dot(d->efc_AR + (size_t)i * d->nefc, d->efc_force, d->nefc);
  }
  const int adr = d->efc_AR_rowadr[i];
  return d->efc_b[i] +
         sparse_dot(d->efc_AR + adr, d->efc_AR_colind + adr, d->efc_AR_rownnz[i], d->efc_force);
}
// efc_force of rows i .. i + n - 1. Stored as dual_residual loads it, in pairs: a load that is
// wider than the store before it would wait until that has left the CPU's buffer
static inline void dual_store(mjData* d, int i, const mjtNum* f, int n) {
  mjtNum* const force = d->efc_force;
  const int end = i + n;
  if (i & 1) {
    *(dense_Pair*)(force + i - 1) = (dense_Pair){force[i - 1], *f++};
    i++;
  }
  for (; i + 2 <= end; i += 2, f += 2) *(dense_Pair*)(force + i) = (dense_Pair){f[0], f[1]};
  if (i < end && end < d->nefc) {
    *(dense_Pair*)(force + i) = (dense_Pair){f[0], force[end]};
  } else if (i < end) {
    force[i] = f[0];
  }
}
// res (n x n) = AR at rows i .. i + n - 1
void dual_square(const dual_Problem* p, int i, int n, mjtNum* res);
// efc_state by forces; old states are compared
void dual_states(const dual_Problem* p, cost_Count* count);
// efc_force of n rows from i on becomes f, unless that raises the cost by more than rounding;
// returns the change of the cost. old: what they are, res, A (n x n): their residual and matrix
mjtNum dual_settle(const dual_Problem* p, int i, const mjtNum* f, const mjtNum* old,
                   const mjtNum* A, const mjtNum* res, int n);
// entries of AR in the rows of the problem
int dual_size(const dual_Problem* p);
// number of rows that blocks have
int dual_rows(const dual_Problem* p);

typedef bool (*dual_Solver)(const dual_Problem*);

// solver for each island or for the whole; false if scratch is short
bool solve_dual(const mjModel* m, mjData* d, bool islands, dual_Solver solver);
// efc_force -> qfrc_constraint, qacc
void dual_finish(const mjModel* m, mjData* d);
// chooses the start: efc_b, efc_force, qacc; false if scratch is short
bool warm_dual(const mjModel* m, mjData* d);

// ---- pgs.c, noslip.c: efc_force, efc_b, efc_AR -> efc_force, efc_state;
// false: scratch is short

bool solve_pgs(const dual_Problem* p);
bool solve_noslip(const dual_Problem* p);

// ---- qcqp.c

// x[n] = argmin x'Ax/2 + b.x with sum (x_k/mu_k)^2 <= r^2, n in 2, 3, 5; A has stride n
void qcqp_solve(mjtNum* x, const mjtNum* A, const mjtNum* b, const mjtNum* mu, mjtNum r, int n);

#endif
