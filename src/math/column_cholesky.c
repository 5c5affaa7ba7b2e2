// Dense Cholesky by columns: factor, solve, rank-one update. Dots with a row of L have the order of
// dense_dot: four accumulators by column mod 4, which stand side by side for all rows at once, and
// the columns left over, summed by themselves.
#include "math/column_cholesky.h"

#include <math.h>

#include <sinew/math.h>

#include "math/dense.h"

// ---- factor

// column[0..3] -= sum over k < j of (rows i .. i+3 of column k of mat) * row[k]
static inline void subtractFour(double* column, const double* mat, int n, const double* row,
                                int j) {
  const dense_Pair zero = {0, 0};
  dense_Pair a0 = zero, a1 = zero, a2 = zero, a3 = zero;  // rows i, i+1
  dense_Pair b0 = zero, b1 = zero, b2 = zero, b3 = zero;  // rows i+2, i+3
  int k = 0;
  for (; k + 4 <= j; k += 4) {
    const double *m0 = mat, *m1 = m0 + n, *m2 = m1 + n, *m3 = m2 + n;
    a0 += *(const dense_Pair*)m0 * row[k];
    b0 += *(const dense_Pair*)(m0 + 2) * row[k];
    a1 += *(const dense_Pair*)m1 * row[k + 1];
    b1 += *(const dense_Pair*)(m1 + 2) * row[k + 1];
    a2 += *(const dense_Pair*)m2 * row[k + 2];
    b2 += *(const dense_Pair*)(m2 + 2) * row[k + 2];
    a3 += *(const dense_Pair*)m3 * row[k + 3];
    b3 += *(const dense_Pair*)(m3 + 2) * row[k + 3];
    mat += 4 * n;
  }
  dense_Pair a = (a0 + a2) + (a1 + a3), b = (b0 + b2) + (b1 + b3);
  if (k < j) {
    dense_Pair restA = *(const dense_Pair*)mat * row[k];
    dense_Pair restB = *(const dense_Pair*)(mat + 2) * row[k];
    while (++k < j) {
      mat += n;
      restA += *(const dense_Pair*)mat * row[k];
      restB += *(const dense_Pair*)(mat + 2) * row[k];
    }
    a += restA;
    b += restB;
  }
  *(dense_Pair*)column -= a;
  *(dense_Pair*)(column + 2) -= b;
}

static inline double subtractOne(double value, const double* mat, int n, const double* row, int j) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int k = 0;
  for (; k + 4 <= j; k += 4, mat += 4 * n) {
    s0 += mat[0] * row[k];
    s1 += mat[n] * row[k + 1];
    s2 += mat[2 * n] * row[k + 2];
    s3 += mat[3 * n] * row[k + 3];
  }
  double sum = (s0 + s2) + (s1 + s3);
  if (k < j) {
    double rest = mat[0] * row[k];
    while (++k < j) {
      mat += n;
      rest += mat[0] * row[k];
    }
    sum += rest;
  }
  return value - sum;
}

int column_factor(double* mat, int n, double mindiag, double* row) {
  int rank = n;
  for (int j = 0; j < n; j++) {
    double* const column = mat + (size_t)j * (size_t)n;
    int i = j;
    for (int k = 0; k < j; k++) row[k] = mat[(size_t)k * (size_t)n + (size_t)j];
    for (; i + 4 <= n; i += 4) subtractFour(column + i, mat + i, n, row, j);
    for (; i < n; i++) column[i] = subtractOne(column[i], mat + i, n, row, j);
    if (column[j] < mindiag) {
      rank--;
      column[j] = sqrt(mindiag);
      dense_zero(column + j + 1, n - j - 1);
    } else {
      column[j] = sqrt(column[j]);
      const double inv = 1 / column[j];
      for (i = j + 1; i < n; i++) column[i] *= inv;
    }
  }
  return rank;
}

// ---- solve

// x = L^-1 x: x_i = (x_i - dot of row i) / L_ii. Four columns at a time hand their terms on to the
// rows below them, one accumulator each; within the four the terms are those left over.
static void solveLower(double* x, const double* mat, int n, double* sums) {
  double *s0 = sums, *s1 = s0 + n, *s2 = s1 + n, *s3 = s2 + n;
  dense_zero(sums, 4 * n);
  for (int j = 0; j < n; j += 4) {
    const int end = j + 4 < n ? j + 4 : n;
    for (int i = j; i < end; i++) {
      double sum = (s0[i] + s2[i]) + (s1[i] + s3[i]);
      if (i > j) {
        double rest = mat[(size_t)j * (size_t)n + (size_t)i] * x[j];
        for (int k = j + 1; k < i; k++) rest += mat[(size_t)k * (size_t)n + (size_t)i] * x[k];
        sum += rest;
      }
      x[i] = (x[i] - sum) / mat[(size_t)i * (size_t)n + (size_t)i];
    }
    if (end == n) break;
    const double* const m = mat + (size_t)j * (size_t)n;
    dense_axpy(s0 + end, m + end, x[j], n - end);
    dense_axpy(s1 + end, m + n + end, x[j + 1], n - end);
    dense_axpy(s2 + end, m + 2 * n + end, x[j + 2], n - end);
    dense_axpy(s3 + end, m + 3 * n + end, x[j + 3], n - end);
  }
}

void column_solve(double* x, const double* mat, int n, double* sums) {
  solveLower(x, mat, n, sums);
  for (int i = n - 1; i >= 0; i--) {
    const double* const column = mat + (size_t)i * (size_t)n;
    double xi = x[i];
    for (int j = i + 1; j < n; j++) xi -= column[j] * x[j];
    x[i] = xi / column[i];
  }
}

// ---- update

// column, x = (column + s x)/c, c x - s' column: rotations of rows; s' without the sign
static inline void rotate(double* column, double* x, double s, double cinv, double c, double t,
                          int n) {
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    dense_Pair* const to = (dense_Pair*)(column + i);
    dense_Pair* const with = (dense_Pair*)(x + i);
    const dense_Pair entry = (*to + *with * s) * cinv;
    *with = *with * c - entry * t;
    *to = entry;
  }
  if (i < n) {
    column[i] = (column[i] + s * x[i]) * cinv;
    x[i] = c * x[i] - t * column[i];
  }
}

int column_update(double* mat, double* x, int n, int plus) {
  int rank = n;
  for (int k = 0; k < n; k++) {
    if (x[k] == 0) continue;
    double* const column = mat + (size_t)k * (size_t)n;
    const double diag = column[k];
    double square = diag * diag + (plus ? x[k] * x[k] : -(x[k] * x[k]));
    if (square < mjMINVAL) {
      square = mjMINVAL;
      rank--;
    }
    const double r = sqrt(square), c = r / diag, s = x[k] / diag;
    column[k] = r;
    rotate(column + k + 1, x + k + 1, plus ? s : -s, 1 / c, c, s, n - k - 1);
  }
  return rank;
}
