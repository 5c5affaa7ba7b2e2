// Implicit-in-velocity integrators: (M - h D) qacc' = qfrc, D = d qfrc/d qvel (derivative.h).
// implicit: D with the bias force, sparse LU factorization M - h D = U L on the pattern of D, U
// unit upper triangular, L lower triangular with the pivots, from the last dof up, which has no
// fill-in because of the tree; no pivoting. implicitfast: D without the bias force; only the lower
// triangle of M - h D is used, and factored like M. Bodies that move alone on a free joint are
// solved separately, with the bias force: their 6 x 6 system is cheap.
//   M, qfrc_smooth, qfrc_constraint -> qDeriv, qLU or qH, qHDiagInv, new state
#include "step/implicit.h"

#include "base/assert.h"
#include "dyn/dyn.h"
#include "dyn/row.h"
#include "force/flex_metric.h"
#include "force/force_derivative.h"
#include "math/vec.h"
#include "step/integrate.h"

// ---- implicit

// order: from the last dof, ancestors from the root on, each times the quotient by the pivot
static void factorFull(const lane_Model* m, range_List ranges, real* qLU) {
  range_eachBack(ranges, dof, i) {
    const real* row = qLU + m->D_rowadr[i];
    const int* col = m->D_colind + m->D_rowadr[i];
    const int depth = m->D_diag[i];
    ASSERT_FULL(col[depth] == i);
    for (int a = 0; a < depth;
         a++) {  // the ancestors of i, whose rows have an entry above its pivot
      const int j = col[a];
      real* above = qLU + m->D_rowadr[j];
      real* entry = above + m->D_diag[j] + i - j;
      ASSERT_FULL(m->D_colind[m->D_rowadr[j] + m->D_diag[j] + i - j] == i);
      const real factor = *entry / row[depth];
      *entry = factor;
      for (int k = 0; k <= a; k++) above[k] = above[k] - factor * row[k];
      for (int k = a + 1; k < depth; k++) {
        real* right = above + m->D_diag[j] + col[k] - j;
        *right = *right - factor * row[k];
      }
    }
  }
}

static void solveFull(const lane_Model* m, range_List ranges, const real* qLU, real* x) {
  range_eachBack(ranges, dof, i) {
    const int above = m->D_rowadr[i] + m->D_diag[i] + 1, n = m->D_rownnz[i] - m->D_diag[i] - 1;
    if (n > 0) x[i] = x[i] - row_dot(qLU + above, m->D_colind + above, n, x);
  }
  range_each(ranges, dof, i) {
    const int adr = m->D_rowadr[i], n = m->D_diag[i];
    x[i] = (x[i] - row_dot(qLU + adr, m->D_colind + adr, n, x)) / qLU[adr + n];
  }
}

void LANE(step_matrixFull)(const lane_Model* m, const lane_Data* d, real* res) {
  const real h = lane_opt(m, timestep);
  const range_List ranges = lane_ranges(d);
  range_eachRange(ranges, s) {
    int adr, n = range_entries(s, m->D_rowadr, m->D_rownnz, &adr);
    for (int k = adr; k < adr + n; k++) {
      res[k] = -h * d->qDeriv[k];  // order: then M
      if (m->mapM2D[k] >= 0) res[k] = d->M[m->mapM2D[k]] + res[k];
    }
  }
}

// ---- implicitfast

void LANE(step_matrixFast)(const lane_Model* m, const lane_Data* d, real* res) {
  const real h = lane_opt(m, timestep);
  const range_List ranges = lane_ranges(d);
  range_each(ranges, dof, i) {
    const int alone = deriv_isLoneFree(m, m->dof_bodyid[i]);
    for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
      res[k] = d->M[k];
      if (!alone) res[k] = res[k] - h * d->qDeriv[m->mapD2M[k]];
    }
  }
}

void LANE(step_freeBlock)(const lane_Model* m, const lane_Data* d, int body, real res[36]) {
  enum { N = 6 };
  const real h = lane_opt(m, timestep);
  const int adr = m->body_dofadr[body];
  ASSERT_FULL(m->D_rownnz[adr] == N && m->D_diag[adr] == 0);
  LANE(deriv_freeBias)(m, d, body, h, res);
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      const int at = m->D_rowadr[adr + i] + j;
      const real inertia = m->mapM2D[at] >= 0 ? d->M[m->mapM2D[at]] : lane_bc(0);
      real* entry = res + N * i + j;
      *entry = inertia - h * d->qDeriv[at] + *entry;  // order: the bias last
    }
  }
}

// exchanges rows a and b in the lanes of m
static void swapRows(mask m, real* a, real* b, int n) {
  for (int k = 0; k < n; k++) {
    const real x = a[k], y = b[k];
    a[k] = lane_select(m, y, x);
    b[k] = lane_select(m, x, y);
  }
}

// x = A^-1 x by Gaussian elimination with partial pivoting; returns the lanes in which A is
// singular
static mask solveBlock(real A[36], real x[6]) {
  enum { N = 6 };
  real pivot[N];
  mask singular = A[0] != A[0];
  for (int k = 0; k < N; k++) {
    for (int r = k + 1; r < N; r++) {
      // order: ties fall to the upper row
      const mask larger = lane_abs(A[N * r + k]) > lane_abs(A[N * k + k]);
      swapRows(larger, A + N * k, A + N * r, N);
      swapRows(larger, x + k, x + r, 1);
    }
    const mask tiny = lane_abs(A[N * k + k]) < mjMINVAL;
    singular = singular | tiny;
    pivot[k] = lane_select(tiny, lane_bc(1), A[N * k + k]);
    const real inv = 1.0 / pivot[k];
    for (int r = k + 1; r < N; r++) {
      const real factor = A[N * r + k] * inv;
      for (int c = k + 1; c < N; c++) A[N * r + c] = A[N * r + c] - factor * A[N * k + c];
      x[r] = x[r] - factor * x[k];
    }
  }
  for (int k = N - 1; k >= 0; k--) {
    for (int c = k + 1; c < N; c++) x[k] = x[k] - A[N * k + c] * x[c];
    x[k] = x[k] / pivot[k];
  }
  return singular;
}

// Solves free bodies that move alone; qacc holds the solution of the whole system, which stays
// where a block is singular
static void solveFree(const lane_Model* m, const lane_Data* d, range_List ranges, real* qacc) {
  range_each(ranges, body, b) {
    if (!deriv_isLoneFree(m, b)) continue;
    const int adr = m->body_dofadr[b];
    real A[36], x[6];
    LANE(step_freeBlock)(m, d, b, A);
    for (int k = 0; k < 6; k++) x[k] = d->qfrc_smooth[adr + k] + d->qfrc_constraint[adr + k];
    const mask singular = solveBlock(A, x);
    for (int k = 0; k < 6; k++) qacc[adr + k] = lane_select(singular, qacc[adr + k], x[k]);
  }
}

// ---- both

void LANE(step_factorImplicit)(const lane_Model* m, lane_Data* d) {
  const int full = m->opt.integrator == mjINT_IMPLICIT;
  const range_List ranges = lane_ranges(d);
  LANE(deriv_velocity)(m, d, full);
  if (full) {
    LANE(step_matrixFull)(m, d, d->qLU);
    factorFull(m, ranges, d->qLU);
  } else {
    LANE(step_matrixFast)(m, d, d->qH);
    LANE(dyn_factor)(m, ranges, d->qH, d->qHDiagInv);
  }
}

void LANE(step_solveImplicit)(const lane_Model* m, const lane_Data* d, real* qacc) {
  const range_List ranges = lane_ranges(d);
  range_each(ranges, dof, i) qacc[i] = d->qfrc_smooth[i] + d->qfrc_constraint[i];
  if (m->opt.integrator == mjINT_IMPLICIT) {
    solveFull(m, ranges, d->qLU, qacc);
  } else {
    LANE(dyn_solveRanges)(m, ranges, qacc, d->qH, d->qHDiagInv);
    solveFree(m, d, ranges, qacc);
  }
}

void LANE(step_implicit)(const lane_Model* m, lane_Data* d, int refactor) {
#if LANE_W == 1
  // odd: explicit damping beside the metric; the solver's acceleration is that of the step
  if (metric_isActive(d)) {
    LANE(step_advance)(m, d, d->act_dot, d->qacc, NULL);
    return;
  }
#endif
  lane_mark(d);
  real* qacc = lane_scratch(d, (int)m->nv);
  if (qacc) {
    if (refactor) LANE(step_factorImplicit)(m, d);
    LANE(step_solveImplicit)(m, d, qacc);
    LANE(step_advance)(m, d, d->act_dot, qacc, NULL);
  }
  lane_free(d);
}
