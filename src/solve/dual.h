// Dual solvers: PGS and no-slip on the cost over forces, in the order of the efc_ arrays.
#ifndef SINEW_SOLVE_DUAL_H_
#define SINEW_SOLVE_DUAL_H_

#include <stdbool.h>

#include "constraint/constraint.h"
#include "math/sparse.h"

// rows of one shape that follow each other; a contact with a cone by itself
typedef struct {
  int shape;  // CON_ONESIDED for edges of pyramids, too
  int efc, nefc;
  int contact;  // of a cone
} dual_Run;

typedef struct {
  const mjModel* m;
  mjData* d;
  bool sparse;
  int island;  // place in the statistics
  int nblock;
  const con_Block* const* block;  // ascending
  int nrun;
  const dual_Run* run;  // the rows of the blocks
  mjtNum scale;
  mjtSize work;  // numbers that one sweep over all problems visits
} dual_Problem;

#define DUAL_ROUNDING 1e-10  // a step that raises the cost by more is undone

// (AR f)_i + b_i
// order: the product by itself, then b
static inline mjtNum dual_residual(const dual_Problem* p, const mjtNum* f, int i) {
  const mjData* d = p->d;
  if (!p->sparse) return d->efc_b[i] + dense_dot(d->efc_AR + (size_t)i * d->nefc, f, d->nefc);
  const int adr = d->efc_AR_rowadr[i];
  return d->efc_b[i] + sparse_dot(d->efc_AR + adr, d->efc_AR_colind + adr, d->efc_AR_rownnz[i], f);
}
// force of row i, with whole registers of numbers from force on. Stored as dual_residual loads it,
// in whole registers: a load that is wider than the store before it would wait until that has left
// the CPU's buffer
static inline void dual_storeWide(mjtNum* force, int i, mjtNum f) {
  dense_Wide* const at = (dense_Wide*)(force + (i & ~(DENSE_WIDE - 1)));
  *at = dense_replace(*at, i & (DENSE_WIDE - 1), f);
}
// the same where the last register may be short
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
// efc_state by forces f (nefc); old states are compared
void dual_states(const dual_Problem* p, const mjtNum* f, cost_Count* count);
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

#endif
