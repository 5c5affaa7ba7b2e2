// Dense matrix kernels and the mju_ functions on vectors and matrices of any size.
// Products with a transposed or left matrix combine rows: res = sum_k w_k row_k of a matrix. The
// sum over k keeps four accumulators per column, so it is done for a block of columns at a time.
#include "math/dense.h"

#include <math.h>

#include <sinew/math.h>

enum { BLOCK = 4 };  // columns combined at a time: 4 accumulators of 4 columns fill 8 registers

// inlined into each caller, where a constant NULL diag or stride 1 leaves the loops
#define KERNEL static inline __attribute__((always_inline))

// weight of row k: w[k*stride], times diag[k] if diag is given
KERNEL double weight(const double* w, int stride, const double* diag, int k) {
  const double x = w[(size_t)k * (size_t)stride];
  return diag ? x * diag[k] : x;
}

KERNEL dense_Pair pairAt(const double* x) { return *(const dense_Pair*)x; }

// res[0..3] = sum_k weight_k mat[k][0..3], k < n
KERNEL void combineBlock(double res[BLOCK], const double* mat, int nc, const double* w, int stride,
                         const double* diag, int n) {
  dense_Pair a0 = {0, 0}, a1 = {0, 0}, b0 = {0, 0}, b1 = {0, 0};
  dense_Pair c0 = {0, 0}, c1 = {0, 0}, d0 = {0, 0}, d1 = {0, 0};
  const size_t next = (size_t)nc;
  int k = 0;
  for (; k < n; k += 4) {
    const double w0 = weight(w, stride, diag, k);
    a0 += pairAt(mat) * w0;
    a1 += pairAt(mat + 2) * w0;
    if (k + 1 >= n) break;
    const double w1 = weight(w, stride, diag, k + 1);
    b0 += pairAt(mat + next) * w1;
    b1 += pairAt(mat + next + 2) * w1;
    if (k + 2 >= n) break;
    const double w2 = weight(w, stride, diag, k + 2);
    c0 += pairAt(mat + 2 * next) * w2;
    c1 += pairAt(mat + 2 * next + 2) * w2;
    if (k + 3 >= n) break;
    const double w3 = weight(w, stride, diag, k + 3);
    d0 += pairAt(mat + 3 * next) * w3;
    d1 += pairAt(mat + 3 * next + 2) * w3;
    mat += 4 * next;
  }
  *(dense_Pair*)res = (a0 + c0) + (b0 + d0);
  *(dense_Pair*)(res + 2) = (a1 + c1) + (b1 + d1);
}

KERNEL double combineColumn(const double* mat, int nc, const double* w, int stride,
                            const double* diag, int n) {
  double acc[4] = {0, 0, 0, 0};
  for (int k = 0; k < n; k++) {
    acc[k % 4] += mat[(size_t)k * (size_t)nc] * weight(w, stride, diag, k);
  }
  return (acc[0] + acc[2]) + (acc[1] + acc[3]);
}

// res[j] = sum_k weight_k mat[k][j], j < ncol, k < n; mat has rows of nc
KERNEL void combineRows(double* res, const double* mat, int nc, int ncol, const double* w,
                        int stride, const double* diag, int n) {
  int j = 0;
  for (; j + BLOCK <= ncol; j += BLOCK) combineBlock(res + j, mat + j, nc, w, stride, diag, n);
  for (; j < ncol; j++) res[j] = combineColumn(mat + j, nc, w, stride, diag, n);
}

void dense_mulMatVec(double* res, const double* mat, const double* vec, int nr, int nc) {
  const size_t stride = (size_t)nc;
  int i = 0;
  for (; i + 4 <= nr; i += 4) dense_dot4(res + i, mat + (size_t)i * stride, nc, vec, nc);
  for (; i < nr; i++) res[i] = dense_dot(mat + (size_t)i * stride, vec, nc);
}

void dense_mulMatTVec(double* res, const double* mat, const double* vec, int nr, int nc) {
  combineRows(res, mat, nc, nc, vec, 1, NULL, nr);
}

void dense_mulMatMat(double* res, const double* a, const double* b, int r1, int c1, int c2) {
  for (int i = 0; i < r1; i++) {
    combineRows(res + (size_t)i * (size_t)c2, b, c2, c2, a + (size_t)i * (size_t)c1, 1, NULL, c1);
  }
}

void dense_mulMatMatT(double* res, const double* a, const double* b, int r1, int c1, int r2) {
  for (int i = 0; i < r1; i++) {
    dense_mulMatVec(res + (size_t)i * (size_t)r2, b, a + (size_t)i * (size_t)c1, r2, c1);
  }
}

void dense_mulMatTMat(double* res, const double* a, const double* b, int r1, int c1, int c2) {
  for (int i = 0; i < c1; i++) {
    combineRows(res + (size_t)i * (size_t)c2, b, c2, c2, a + i, c1, NULL, r1);
  }
}

void dense_sqrMatTD(double* res, const double* mat, const double* diag, int nr, int nc) {
  const size_t n = (size_t)nc;
  for (int i = 0; i < nc; i++) {
    double* const row = res + (size_t)i * n;
    if (diag) {
      combineRows(row, mat, nc, i + 1, mat + i, nc, diag, nr);
    } else {
      combineRows(row, mat, nc, i + 1, mat + i, nc, NULL, nr);
    }
    for (int j = 0; j < i; j++) res[(size_t)j * n + (size_t)i] = row[j];
  }
}

void dense_transpose(double* res, const double* mat, int nr, int nc) {
  for (int i = 0; i < nr; i++) {
    for (int j = 0; j < nc; j++) {
      res[(size_t)j * (size_t)nr + (size_t)i] = mat[(size_t)i * (size_t)nc + (size_t)j];
    }
  }
}

// ---- public: vectors

void mju_zero(mjtNum* res, int n) { dense_zero(res, n); }

void mju_fill(mjtNum* res, mjtNum val, int n) {
  for (int i = 0; i < n; i++) res[i] = val;
}

void mju_copy(mjtNum* res, const mjtNum* vec, int n) { dense_copy(res, vec, n); }

mjtNum mju_sum(const mjtNum* vec, int n) { return dense_sum(vec, n); }

mjtNum mju_L1(const mjtNum* vec, int n) {
  double acc[4] = {0, 0, 0, 0};
  for (int i = 0; i < n; i++) acc[i % 4] += fabs(vec[i]);
  return (acc[0] + acc[2]) + (acc[1] + acc[3]);
}

void mju_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) { dense_scl(res, vec, scl, n); }

void mju_add(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) {
  dense_add(res, vec1, vec2, n);
}

void mju_sub(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) {
  dense_sub(res, vec1, vec2, n);
}

void mju_addTo(mjtNum* res, const mjtNum* vec, int n) { dense_add(res, res, vec, n); }

void mju_subFrom(mjtNum* res, const mjtNum* vec, int n) { dense_sub(res, res, vec, n); }

void mju_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) {
  dense_axpy(res, vec, scl, n);
}

void mju_addScl(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl, int n) {
  dense_addScl(res, vec1, vec2, scl, n);
}

mjtNum mju_normalize(mjtNum* res, int n) {
  const mjtNum norm = mju_norm(res, n);
  if (norm < mjMINVAL) {
    dense_zero(res, n);
    if (n > 0) res[0] = 1;
  } else {
    dense_scl(res, res, 1 / norm, n);
  }
  return norm;
}

mjtNum mju_norm(const mjtNum* res, int n) { return sqrt(dense_dot(res, res, n)); }

mjtNum mju_dot(const mjtNum* vec1, const mjtNum* vec2, int n) { return dense_dot(vec1, vec2, n); }

int mju_isZero(const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) {
    if (vec[i] != 0) return 0;
  }
  return 1;
}

// ---- public: matrices

void mju_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) {
  dense_mulMatVec(res, mat, vec, nr, nc);
}

void mju_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) {
  dense_mulMatTVec(res, mat, vec, nr, nc);
}

mjtNum mju_mulVecMatVec(const mjtNum* vec1, const mjtNum* mat, const mjtNum* vec2, int n) {
  double acc[4] = {0, 0, 0, 0};
  for (int i = 0; i < n; i++) {
    acc[i % 4] += vec1[i] * dense_dot(mat + (size_t)i * (size_t)n, vec2, n);
  }
  return (acc[0] + acc[2]) + (acc[1] + acc[3]);
}

void mju_transpose(mjtNum* res, const mjtNum* mat, int nr, int nc) {
  dense_transpose(res, mat, nr, nc);
}

void mju_symmetrize(mjtNum* res, const mjtNum* mat, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      const mjtNum mean = 0.5 * (mat[i * (size_t)n + j] + mat[j * (size_t)n + i]);
      res[i * (size_t)n + j] = res[j * (size_t)n + i] = mean;
    }
  }
}

void mju_eye(mjtNum* mat, int n) {
  for (int i = 0; i < n; i++) {
    dense_zero(mat + (size_t)i * (size_t)n, n);
    mat[(size_t)i * (size_t)(n + 1)] = 1;
  }
}

void mju_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  dense_mulMatMat(res, mat1, mat2, r1, c1, c2);
}

void mju_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int r2) {
  dense_mulMatMatT(res, mat1, mat2, r1, c1, r2);
}

void mju_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  dense_mulMatTMat(res, mat1, mat2, r1, c1, c2);
}

void mju_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc) {
  dense_sqrMatTD(res, mat, diag, nr, nc);
}
