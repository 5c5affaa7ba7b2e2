// Dense Cholesky factorization: factor, solve, rank-one update. Factor: L_ij = (A_ij - sum_{k<j}
// L_ik L_jk) / L_jj, column by column, so that every sum is a dot product of two contiguous rows.
// Solve: forward substitution by dot products of rows, then backward substitution down the columns,
// term by term. Update: a sequence of Givens (plus) or hyperbolic (minus) rotations; Golub & Van
// Loan, section 6.5.
#include "math/cholesky.h"

#include <math.h>

#include <sinew/math.h>

#include "base/args.h"
#include "math/dense.h"

// column j below its pivot: L_ij = (A_ij - L_i . L_j) * inv, four rows at a time
// order: the dot first, then one difference; times the reciprocal of the pivot, no division
static void factorColumn(double* mat, int n, int j, double inv) {
  const size_t stride = (size_t)n;
  const double* const pivotRow = mat + (size_t)j * stride;
  int i = j + 1;
  for (; i + 4 <= n; i += 4) {
    double* const row = mat + (size_t)i * stride;
    double dot[4];
    dense_dot4(dot, row, n, pivotRow, j);
    for (size_t k = 0; k < 4; k++) {
      double* const entry = row + k * stride + j;
      *entry = (*entry - dot[k]) * inv;
    }
  }
  for (; i < n; i++) {
    double* const row = mat + (size_t)i * stride;
    row[j] = (row[j] - dense_dot(row, pivotRow, j)) * inv;
  }
}

int chol_factor(double* mat, int n, double mindiag) {
  const size_t stride = (size_t)n;
  int rank = n;
  for (int j = 0; j < n; j++) {
    double* const row = mat + (size_t)j * stride;
    const double pivot = row[j] - dense_dot(row, row, j);
    if (pivot < mindiag) {
      rank--;
      row[j] = sqrt(mindiag);
      for (int i = j + 1; i < n; i++) mat[(size_t)i * stride + (size_t)j] = 0;
    } else {
      row[j] = sqrt(pivot);
      factorColumn(mat, n, j, 1 / row[j]);
    }
  }
  return rank;
}

void chol_solve(double* res, const double* mat, const double* vec, int n) {
  const size_t stride = (size_t)n;
  for (int i = 0; i < n; i++) {
    const double* const row = mat + (size_t)i * stride;
    res[i] = (vec[i] - dense_dot(row, res, i)) / row[i];
  }
  // order: forward by dots of rows, backward term by term down the column
  for (int i = n - 1; i >= 0; i--) {
    const double* const column = mat + i;
    double x = res[i];
    for (int j = i + 1; j < n; j++) x -= column[(size_t)j * stride] * res[j];
    res[i] = x / column[(size_t)i * stride];
  }
}

int chol_update(double* mat, double* x, int n, int plus) {
  const size_t stride = (size_t)n;
  int rank = n;
  for (int k = 0; k < n; k++) {
    if (x[k] == 0) continue;
    double* const diag = mat + (size_t)k * (stride + 1);
    double square = *diag * *diag + (plus ? x[k] * x[k] : -(x[k] * x[k]));
    if (square < mjMINVAL) {
      square = mjMINVAL;
      rank--;
    }
    const double r = sqrt(square);
    const double c = r / *diag, cinv = 1 / c;
    const double s = x[k] / *diag, signed_s = plus ? s : -s;
    *diag = r;
    for (int i = k + 1; i < n; i++) {
      double* const entry = mat + (size_t)i * stride + k;
      *entry = (*entry + signed_s * x[i]) * cinv;
      x[i] = c * x[i] - s * *entry;
    }
  }
  return rank;
}

// ---- public

int mju_cholFactor(mjtNum* mat, int n, mjtNum mindiag) {
  if (n > 0) ARGS_NEED_OR(0, mat);
  return chol_factor(mat, n, mindiag);
}

void mju_cholSolve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n) {
  if (n > 0) ARGS_NEED(res, mat, vec);
  chol_solve(res, mat, vec, n);
}

int mju_cholUpdate(mjtNum* mat, mjtNum* x, int n, int flg_plus) {
  if (n > 0) ARGS_NEED_OR(0, mat, x);
  return chol_update(mat, x, n, flg_plus);
}
