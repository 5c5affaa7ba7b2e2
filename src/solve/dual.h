// Dual solvers: projected Gauss-Seidel (PGS) and no-slip iterations on the quadratic cost over
// constraint forces, in the order of the efc_ arrays.
#ifndef SINEW_SOLVE_DUAL_H_
#define SINEW_SOLVE_DUAL_H_

#include <stdbool.h>

#include "constraint/constraint.h"
#include "math/sparse.h"

// contiguous rows of one shape; a contact with an elliptic cone has its own
typedef struct {
  int shape;  // CON_ONESIDED also for edges of pyramids
  int efc, nefc;
  int contact;  // of an elliptic cone
} dual_Run;

typedef struct {
  const mjModel* m;
  mjData* d;
  bool sparse;
  int island;  // index in the statistics
  int nblock;
  const con_Block* const* block;  // ascending
  int nrun;
  const dual_Run* run;  // the rows of the blocks
  mjtNum scale;
  mjtSize work;  // numeric values that one sweep over all problems visits
} dual_Problem;

#define DUAL_ROUNDING 1e-10  // a step that raises the cost by more is reverted

// (AR f)_i + b_i
// order: the product first, then b
static inline mjtNum dual_residual(const dual_Problem* p, const mjtNum* f, int i) {
  const mjData* d = p->d;
  if (!p->sparse) return d->efc_b[i] + dense_dot(d->efc_AR + (size_t)i * d->nefc, f, d->nefc);
  const int adr = d->efc_AR_rowadr[i];
  return d->efc_b[i] + sparse_dot(d->efc_AR + adr, d->efc_AR_colind + adr, d->efc_AR_rownnz[i], f);
}
// Stores the force of row i; the array has whole registers of values. Stores the whole register
// because dual_residual loads it that way: a load wider than the preceding store has to wait until
// the store has left the store buffer of the CPU
static inline void dual_storeWide(mjtNum* force, int i, mjtNum f) {
  dense_Wide* const at = (dense_Wide*)(force + (i & ~(DENSE_WIDE - 1)));
  *at = dense_replace(*at, i & (DENSE_WIDE - 1), f);
}
// the same where the array may end within the last register
static inline void dual_storeOne(mjtNum* force, int nefc, int i, mjtNum f) {
  if ((i & ~(DENSE_WIDE - 1)) + DENSE_WIDE > nefc) {
    force[i] = f;
  } else {
    dual_storeWide(force, i, f);
  }
}
// efc_force of rows i .. i + n - 1
static inline void dual_store(mjData* d, int i, const mjtNum* f, int n) {
  for (int k = 0; k < n; k++) dual_storeOne(d->efc_force, d->nefc, i + k, f[k]);
}
// res (n x n) = AR at rows i .. i + n - 1
void dual_square(const dual_Problem* p, int i, int n, mjtNum* res);
// sets efc_state from forces f (nefc); counts changes from the old states
void dual_states(const dual_Problem* p, const mjtNum* f, cost_Count* count);
// sets efc_force of n rows from i to f, unless that raises the cost by more than rounding; returns
// the change of the cost. old: the current forces, res, A (n x n): their residual and matrix
mjtNum dual_settle(const dual_Problem* p, int i, const mjtNum* f, const mjtNum* old,
                   const mjtNum* A, const mjtNum* res, int n);
// number of entries of AR in the rows of the problem
int dual_size(const dual_Problem* p);
// number of rows of the blocks
int dual_rows(const dual_Problem* p);

typedef bool (*dual_Solver)(const dual_Problem*);

// runs the solver for each island or for the whole system; false: not enough scratch memory
bool solve_dual(const mjModel* m, mjData* d, bool islands, dual_Solver solver);
// efc_force -> qfrc_constraint, qacc
void dual_finish(const mjModel* m, mjData* d);
// chooses the warm start: efc_b, efc_force, qacc; false: not enough scratch memory
bool warm_dual(const mjModel* m, mjData* d);

// ---- pgs.c, noslip.c: efc_force, efc_b, efc_AR -> efc_force, efc_state;
// false: not enough scratch memory

bool solve_pgs(const dual_Problem* p);
bool solve_noslip(const dual_Problem* p);

#endif
