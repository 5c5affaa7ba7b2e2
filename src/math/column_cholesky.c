// Dense Cholesky by columns: factor, solve, rank-one updates. Dots with a row of L have the order
// of dense_dot: four accumulators by column mod 4, which stand side by side for four rows at once,
// and the columns left over, summed by themselves.
#include "math/column_cholesky.h"

#include <math.h>
#include <stdbool.h>

#include <sinew/math.h>

#include "math/dense.h"

// ---- factor

// column[0..3] -= sum over k < j of (four rows of column k of mat) * row[k]
static inline void subtractDots(double* column, const double* mat, int stride,
                                const dense_Pair* row, int j) {
  const dense_Pair zero = {0, 0};
  dense_Pair a0 = zero, a1 = zero, a2 = zero, a3 = zero;  // the first two rows
  dense_Pair b0 = zero, b1 = zero, b2 = zero, b3 = zero;  // the others
  const dense_Pair* const whole = row + (j & ~3);
  const dense_Pair* const end = row + j;
  for (; row < whole; row += 4, mat += 4 * stride) {
    const double *m1 = mat + stride, *m2 = m1 + stride, *m3 = m2 + stride;
    a0 += *(const dense_Pair*)mat * row[0];
    b0 += *(const dense_Pair*)(mat + 2) * row[0];
    a1 += *(const dense_Pair*)m1 * row[1];
    b1 += *(const dense_Pair*)(m1 + 2) * row[1];
    a2 += *(const dense_Pair*)m2 * row[2];
    b2 += *(const dense_Pair*)(m2 + 2) * row[2];
    a3 += *(const dense_Pair*)m3 * row[3];
    b3 += *(const dense_Pair*)(m3 + 2) * row[3];
  }
  dense_Pair a = (a0 + a2) + (a1 + a3), b = (b0 + b2) + (b1 + b3);
  if (row < end) {
    dense_Pair restA = *(const dense_Pair*)mat * row[0];
    dense_Pair restB = *(const dense_Pair*)(mat + 2) * row[0];
    while (++row < end) {
      mat += stride;
      restA += *(const dense_Pair*)mat * row[0];
      restB += *(const dense_Pair*)(mat + 2) * row[0];
    }
    a += restA;
    b += restB;
  }
  *(dense_Pair*)column -= a;
  *(dense_Pair*)(column + 2) -= b;
}

int column_factor(double* mat, int n, double mindiag, double* scratch) {
  const int stride = column_stride(n);
  dense_Pair* const row = (dense_Pair*)scratch;  // of L, each element twice
  int rank = n;
  double* column = mat;
  for (int j = 0; j < n; j++, column += stride) {
    const double* element = mat + j;
    for (int k = 0; k < j; k++, element += stride) row[k] = (dense_Pair){*element, *element};
    for (int i = j & ~3; i < n && j; i += 4) subtractDots(column + i, mat + i, stride, row, j);
    if (column[j] < mindiag) {
      rank--;
      column[j] = sqrt(mindiag);
      dense_zero(column + j + 1, n - j - 1);
    } else {
      column[j] = sqrt(column[j]);
      const double inv = 1 / column[j];
      for (int i = j + 1; i < n; i++) column[i] *= inv;
    }
  }
  return rank;
}

// ---- solve

// x = L^-1 x: x_i = (x_i - dot of row i) / L_ii. Four columns at a time hand their terms on to the
// rows below them, one accumulator each; within the four the terms are those left over.
static void solveLower(double* x, const double* mat, int n, double* sums) {
  const int stride = column_stride(n);
  double *s0 = sums, *s1 = s0 + stride, *s2 = s1 + stride, *s3 = s2 + stride;
  dense_zero(sums, 4 * stride);
  for (int j = 0; j < n; j += 4, mat += 4 * stride) {
    const int end = j + 4 < n ? j + 4 : n;
    for (int i = j; i < end; i++) {
      double sum = (s0[i] + s2[i]) + (s1[i] + s3[i]);
      if (i > j) {
        double rest = mat[i] * x[j];
        for (int k = 1; k < i - j; k++) rest += mat[k * stride + i] * x[j + k];
        sum += rest;
      }
      x[i] = (x[i] - sum) / mat[(i - j) * stride + i];
    }
    if (end == n) break;
    dense_axpy(s0 + end, mat + end, x[j], stride - end);
    dense_axpy(s1 + end, mat + stride + end, x[j + 1], stride - end);
    dense_axpy(s2 + end, mat + 2 * stride + end, x[j + 2], stride - end);
    dense_axpy(s3 + end, mat + 3 * stride + end, x[j + 3], stride - end);
  }
}

void column_solve(double* x, const double* mat, int n, double* scratch) {
  const int stride = column_stride(n);
  solveLower(x, mat, n, scratch);
  const double* column = mat + (size_t)n * (size_t)stride;
  for (int i = n - 1; i >= 0; i--) {
    column -= stride;
    double xi = x[i];
    for (int j = i + 1; j < n; j++) xi -= column[j] * x[j];
    x[i] = xi / column[i];
  }
}

// ---- update

// a rotation: entry' = (entry + s x) cinv, x' = c x - t entry'
typedef struct {
  double s, cinv, c, t;
} Rotation;

// of the diagonal element with x_k; none if that is 0
static inline Rotation rotation(double* diag, double xk, int plus, int* rank) {
  if (xk == 0) return (Rotation){0, 1, 1, 0};
  double square = *diag * *diag + (plus ? xk * xk : -(xk * xk));
  if (square < mjMINVAL) {
    square = mjMINVAL;
    --*rank;
  }
  const double r = sqrt(square), c = r / *diag, t = xk / *diag;
  *diag = r;
  return (Rotation){plus ? t : -t, 1 / c, c, t};
}

static inline dense_Pair rotate(dense_Pair entry, double* x, Rotation r) {
  dense_Pair* const with = (dense_Pair*)x;
  const dense_Pair now = (entry + *with * r.s) * r.cinv;
  *with = *with * r.c - now * r.t;
  return now;
}

// the rotations of column k, one for each vector of x, below the diagonal
static inline __attribute__((always_inline)) void
rotateColumn(double* column, double* x, int stride, int k, const Rotation* rot, const int count) {
  const Rotation r0 = rot[0], r1 = rot[count > 1], r2 = rot[count > 2 ? 2 : 0];
  double *x0 = x, *x1 = x + stride, *x2 = x1 + stride;
  for (int i = k & ~1; i < stride; i += 2) {
    dense_Pair entry = rotate(*(dense_Pair*)(column + i), x0 + i, r0);
    if (count > 1) entry = rotate(entry, x1 + i, r1);
    if (count > 2) entry = rotate(entry, x2 + i, r2);
    *(dense_Pair*)(column + i) = entry;
  }
}

int column_update(double* mat, double* x, int count, int n, int plus) {
  const int stride = column_stride(n);
  int rank = n;
  double* column = mat;
  for (int k = 0; k < n; k++, column += stride) {
    Rotation rot[COLUMN_UPDATES];
    double diag = column[k];
    bool any = false;
    for (int u = 0; u < count; u++) {
      const double xk = x[u * stride + k];
      any |= xk != 0;
      rot[u] = rotation(&diag, xk, plus, &rank);
    }
    if (!any) continue;
    if (count == 1) rotateColumn(column, x, stride, k + 1, rot, 1);
    if (count == 2) rotateColumn(column, x, stride, k + 1, rot, 2);
    if (count == 3) rotateColumn(column, x, stride, k + 1, rot, 3);
    column[k] = diag;
  }
  return rank;
}
