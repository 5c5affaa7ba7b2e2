// Column-major dense Cholesky kernels: product J'DJ, factor, triangular solves, rank-one updates,
// compiled for several instruction sets (function multiversioning). Dot products with a row of L
// have the summation order of dense_dot: four accumulators by column mod 4, side by side for four
// rows at once, and the remaining columns summed separately.
#include <math.h>
#include <stddef.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "math/column_cholesky.h"
#include "math/four.h"

// whether rows have entries from the first column on, as for a single kinematic tree
static bool isFull(const int* first, int n) {
  for (int b = 0; 4 * b < n; b++) {
    ASSERT_FULL(first[b] >= 0 && first[b] <= 4 * b + 3);
    if (first[b]) return false;
  }
  return true;
}

// ---- product

LANE_INLINE void addColumns(double* mat, int stride, const column_Rows* r, const int count) {
  const double *d0 = r->DJ, *d1 = d0 + stride, *d2 = d1 + stride, *d3 = d2 + stride;
  const int *block = r->block, *end = block + r->nblock;
  for (int k = 0; k < r->ncol; k++) {
    const int col = r->col[k];
    double* column = mat + (size_t)col * (size_t)stride;
    const double j0 = r->J[0][col], j1 = count > 1 ? r->J[1][col] : 0;
    const double j2 = count > 2 ? r->J[2][col] : 0, j3 = count > 3 ? r->J[3][col] : 0;
    while (4 * *block + 3 < col) block++;
    ASSERT_FULL(block < end && *block == col / 4);
    for (const int* b = block; b < end; b++) {
      const int i = 4 * *b;
      four_Double sum = four_load(column + i) + four_load(d0 + i) * j0;
      if (count > 1) sum += four_load(d1 + i) * j1;
      if (count > 2) sum += four_load(d2 + i) * j2;
      if (count > 3) sum += four_load(d3 + i) * j3;
      four_store(column + i, sum);
    }
  }
}

static void addProduct(double* mat, int n, const column_Rows* rows) {
  const int stride = column_stride(n);
  ASSERT(rows->count >= 1 && rows->count <= COLUMN_ROWS);
  ASSERT_FULL(assert_ascend(rows->col, rows->ncol) && assert_ascend(rows->block, rows->nblock));
  if (rows->count == 1) addColumns(mat, stride, rows, 1);
  if (rows->count == 2) addColumns(mat, stride, rows, 2);
  if (rows->count == 3) addColumns(mat, stride, rows, 3);
  if (rows->count == 4) addColumns(mat, stride, rows, 4);
}

// The vector with another element k. Storing that element by itself would stall the next wide load
// of the column, which is near: store forwarding works only if the store covers the load.
LANE_INLINE four_Double withElement(four_Double vec, int k, double element) {
  const four_Mask index = {0, 1, 2, 3};
  return four_select(index == (int64_t)k, four_bc(element), vec);
}

// ---- factor

// column[0..3] -= sum over begin <= k < j of (four rows of column k of mat) * (row j of it), which
// is `row` elements from the first of the four; begin is a multiple of 4
LANE_INLINE void subtractDots(double* column, const double* mat, int stride, ptrdiff_t row,
                              int begin, int j) {
  ASSERT_FULL(begin % 4 == 0 && begin <= j);
  const four_Double zero = {0, 0, 0, 0};
  four_Double s0 = zero, s1 = zero, s2 = zero, s3 = zero;
  int k = begin;
  mat += (size_t)begin * (size_t)stride;
  for (; k + 4 <= j; k += 4, mat += 4 * stride) {
    const double *m1 = mat + stride, *m2 = m1 + stride, *m3 = m2 + stride;
    s0 += four_load(mat) * mat[row];
    s1 += four_load(m1) * m1[row];
    s2 += four_load(m2) * m2[row];
    s3 += four_load(m3) * m3[row];
  }
  // order: that of dense_dot
  four_Double sum = (s0 + s2) + (s1 + s3);
  if (k < j) {
    four_Double rest = four_load(mat) * mat[row];
    while (++k < j) {
      mat += stride;
      rest += four_load(mat) * mat[row];
    }
    sum += rest;
  }
  four_store(column, four_load(column) - sum);
}

LANE_INLINE int factorAll(double* mat, int n, const int* first, double mindiag, const bool full) {
  const int stride = column_stride(n);
  int rank = n;
  double* column = mat;
  for (int j = 0; j < n; j++, column += stride) {
    const int begin = full ? 0 : first[j / 4] & ~3;
    for (int i = j & ~3; i < n && j; i += 4) {
      const int from = full ? 0 : first[i / 4];
      if (from < j) {
        subtractDots(column + i, mat + i, stride, j - i, from > begin ? from & ~3 : begin, j);
      }
    }
    if (column[j] < mindiag) {
      rank--;
      column[j] = sqrt(mindiag);
      dense_zero(column + j + 1, n - j - 1);
      continue;
    }
    const double root = sqrt(column[j]), inv = 1 / root;
    const int own = j & ~3;  // the four rows with the diagonal
    four_store(column + own, withElement(four_load(column + own) * inv, j & 3, root));
    for (int i = own + 4; i < n; i += 4) four_store(column + i, four_load(column + i) * inv);
  }
  return rank;
}

static int factor(double* mat, int n, const int* first, double mindiag) {
  return isFull(first, n) ? factorAll(mat, n, first, mindiag, true)
                          : factorAll(mat, n, first, mindiag, false);
}

// ---- solve

// adds the terms of the four columns from j on to the sums of the rows below
LANE_INLINE void handOn(double* sums, const double* mat, const double* x, int j, int stride,
                        const int* first) {
  double *s0 = sums, *s1 = s0 + stride, *s2 = s1 + stride, *s3 = s2 + stride;
  const double *m1 = mat + stride, *m2 = m1 + stride, *m3 = m2 + stride;
  for (int i = j + 4; i < stride; i += 4) {
    if (first[i / 4] > j + 3) continue;
    four_store(s0 + i, four_load(s0 + i) + four_load(mat + i) * x[j]);
    four_store(s1 + i, four_load(s1 + i) + four_load(m1 + i) * x[j + 1]);
    four_store(s2 + i, four_load(s2 + i) + four_load(m2 + i) * x[j + 2]);
    four_store(s3 + i, four_load(s3 + i) + four_load(m3 + i) * x[j + 3]);
  }
}

// Forward substitution x = L^-1 x: x_i = (x_i - dot of row i) / L_ii. Blocks of four columns add
// their terms to the rows below them, one accumulator each; terms inside a block are the remaining
// ones.
static void solveLower(double* x, const double* mat, int n, const int* first, double* sums) {
  const int stride = column_stride(n);
  const double *s0 = sums, *s1 = s0 + stride, *s2 = s1 + stride, *s3 = s2 + stride;
  dense_zero(sums, 4 * stride);
  for (int j = 0; j < n; j += 4, mat += 4 * stride) {
    const int end = j + 4 < n ? j + 4 : n;
    for (int i = j; i < end; i++) {
      // order: that of dense_dot
      double sum = (s0[i] + s2[i]) + (s1[i] + s3[i]);
      if (i > j) {
        double rest = mat[i] * x[j];
        for (int k = 1; k < i - j; k++) rest += mat[k * stride + i] * x[j + k];
        sum += rest;
      }
      x[i] = (x[i] - sum) / mat[(i - j) * stride + i];
    }
    if (end < n) handOn(sums, mat, x, j, stride, first);
  }
}

// Backward substitution. The last result stays in a register: compilers load x in wide pieces,
// which would stall on a narrow store (store forwarding).
LANE_INLINE void solveUpper(double* x, const double* mat, int n, const int* first,
                            const bool full) {
  const int stride = column_stride(n);
  const double* column = mat + (size_t)n * (size_t)stride;
  double last = 0;
  for (int i = n - 1; i >= 0; i--) {
    column -= stride;
    double xi = x[i];
    if (i + 1 < n && (full || first[(i + 1) / 4] <= i)) xi -= column[i + 1] * last;
    for (int j = i + 2; j < n; j++) {
      if (!full && first[j / 4] > i) {
        j |= 3;
      } else {
        xi -= column[j] * x[j];
      }
    }
    x[i] = last = xi / column[i];
  }
}

static void solve(double* x, const double* mat, int n, const int* first, double* scratch) {
  solveLower(x, mat, n, first, scratch);
  if (isFull(first, n)) {
    solveUpper(x, mat, n, first, true);
  } else {
    solveUpper(x, mat, n, first, false);
  }
}

// ---- update

// Column k of one update: entry' = (entry + s x)/c, x' = c x - t entry'; elements above are not
// read again. Returns whether the squared diagonal element had to be raised.
LANE_INLINE bool updateColumn(double* column, double* x, int stride, int k, const int* first,
                              bool plus, const bool full) {
  const double diag = column[k], xk = x[k];
  if (xk == 0) return false;
  double square = diag * diag + (plus ? xk * xk : -(xk * xk));
  const bool lost = square < mjMINVAL;
  if (lost) square = mjMINVAL;
  const double r = sqrt(square), c = r / diag, cinv = 1 / c, t = xk / diag, s = plus ? t : -t;
  for (int i = (k + 1) & ~3; i < stride; i += 4) {
    if (!full && first[i / 4] > k) continue;
    const four_Double with = four_load(x + i);
    const four_Double entry = (four_load(column + i) + with * s) * cinv;
    four_store(column + i, entry);
    four_store(x + i, with * c - entry * t);
  }
  column[k] = r;
  return lost;
}

// Software pipelining: each update follows the one before by one column, so that its latencies
// (square root, divisions) overlap with the work of the others.
LANE_INLINE int updateAll(double* mat, double* x, int count, int n, const int* first, unsigned plus,
                          const bool full) {
  const int stride = column_stride(n);
  int rank = n;
  for (int step = 0; step < n + count - 1; step++) {
    for (int u = 0; u < count; u++) {
      const int k = step - u;
      if (k < 0 || k >= n) continue;
      double* column = mat + (size_t)k * (size_t)stride;
      rank -= updateColumn(column, x + u * stride, stride, k, first, plus >> u & 1, full);
    }
  }
  return rank;
}

static int update(double* mat, double* x, int count, int n, const int* first, unsigned plus) {
  ASSERT(count >= 0 && count <= COLUMN_UPDATES);
  return isFull(first, n) ? updateAll(mat, x, count, n, first, plus, true)
                          : updateAll(mat, x, count, n, first, plus, false);
}

extern const column_Kernels LANE(column_table);
const column_Kernels LANE(column_table) = {addProduct, factor, solve, update};
