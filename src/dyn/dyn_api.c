// Public functions of rigid body dynamics for one world: positions, mass matrix (CRB) and its
// solves, velocities, recursive Newton-Euler (RNE), energy. Each calls one lane-generic stage and
// adds only the flags of lazy evaluation, copies of right-hand sides and dense forms of M.
#include <sinew/api.h>

#include "base/args.h"
#include "dyn/dyn.h"
#include "math/sparse.h"

// ---- position and velocity

void mj_comPos(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(dyn_comPos)(m, d);
}

void mj_camlight(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(dyn_camlight)(m, d);
}

void mj_comVel(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(dyn_comVel)(m, d);
}

void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result) {
  ARGS_NEED(m, d);
  if (m->nv > 0) ARGS_NEED(result);
  LANE(dyn_rne)(m, d, flg_acc, result);
}

void mj_subtreeVel(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(dyn_subtreeVel)(m, d);
  d->flg_subtreevel = 1;
}

void mj_energyPos(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(dyn_energyPos)(m, d);
  d->flg_energypos = 1;
}

void mj_energyVel(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(dyn_energyVel)(m, d);
  d->flg_energyvel = 1;
}

// ---- mass matrix

void mj_crb(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(dyn_crb)(m, d);
}

void mj_makeM(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(dyn_makeM)(m, d);
}

void mj_factorM(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  LANE(dyn_factorM)(m, d);
}

void mj_solveM(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, int n) {
  ARGS_NEED(m, d);
  if (n > 0 && m->nv > 0) ARGS_NEED(x, y);
  if (x != y) memmove(x, y, (size_t)n * (size_t)m->nv * sizeof *x);
  LANE(dyn_solve)(m, x, d->qLD, d->qLDiagInv, n);
}

void mj_solveM2(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, const mjtNum* sqrtInvD,
                int n) {
  ARGS_NEED(m, d);
  if (n > 0 && m->nv > 0) ARGS_NEED(x, y, sqrtInvD);
  LANE(dyn_solve2)(m, d, x, y, sqrtInvD, n);
}

void mj_mulM(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  ARGS_NEED(m, d);
  if (m->nv > 0) ARGS_NEED(res, vec);
  LANE(dyn_mulM)(m, d, res, vec);
}

void mj_mulM2(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  ARGS_NEED(m, d);
  if (m->nv > 0) ARGS_NEED(res, vec);
  LANE(dyn_mulM2)(m, d, res, vec);
}

void mj_fullM(const mjModel* m, const mjData* d, mjtNum* dst) {
  ARGS_NEED(m, d);
  if (m->nv > 0) ARGS_NEED(dst);
  const size_t nv = (size_t)m->nv;
  if (nv) memset(dst, 0, nv * nv * sizeof *dst);
  for (size_t i = 0; i < nv; i++) {
    for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
      const size_t j = (size_t)m->M_colind[k];
      dst[i * nv + j] = dst[j * nv + i] = d->M[k];
    }
  }
}

// sparse row += row of M, over the union of their columns
static int addRow(mjtNum* dst, int* col, int nnz, const mjtNum* row, const int* rowcol, int rownnz,
                  mjtNum* sum, int* sumcol) {
  const int n = sparse_combine(sum, sumcol, dst, col, nnz, 1, row, rowcol, rownnz, 1);
  memcpy(dst, sum, (size_t)n * sizeof *dst);
  memcpy(col, sumcol, (size_t)n * sizeof *col);
  return n;
}

void mj_addM(const mjModel* m, mjData* d, mjtNum* dst, int* rownnz, int* rowadr, int* colind) {
  ARGS_NEED(m, d);
  if (m->nv > 0) ARGS_NEED(dst);
  const size_t nv = (size_t)m->nv;
  mj_markStack(d);
  const bool sparse = rownnz && rowadr && colind;
  mjtNum* sum = sparse ? mj_stackAllocNum(d, 2 * nv) : NULL;
  int* sumcol = sum ? mj_stackAllocInt(d, 2 * nv) : NULL;
  for (size_t i = 0; i < nv; i++) {
    const int adr = m->M_rowadr[i], nnz = m->M_rownnz[i];
    if (sumcol) {
      rownnz[i] = addRow(dst + rowadr[i], colind + rowadr[i], rownnz[i], d->M + adr,
                         m->M_colind + adr, nnz, sum, sumcol);
    } else if (!sparse) {
      sparse_axpy(dst + i * nv, d->M + adr, m->M_colind + adr, nnz, 1);
    }
  }
  mj_freeStack(d);
}
