// Dense matrix kernels and the public mju_ functions on vectors and matrices of any size (dot
// products, norms, matrix products). Products with a transposed matrix or a matrix on the left
// combine rows: res = sum_k w_k row_k, added row after row.
#include "math/dense.h"

#include <math.h>

#include <sinew/math.h>

#include "base/args.h"

// res[j] = sum_k w[k*stride] mat[k][j], j < nc, k < n
// order: row after row
static void combineRows(double* res, const double* mat, int nc, const double* w, int stride,
                        int n) {
  dense_zero(res, nc);
  for (size_t k = 0; k < (size_t)n; k++) {
    dense_axpy(res, mat + k * (size_t)nc, w[k * (size_t)stride], nc);
  }
}

void dense_mulMatVec(double* res, const double* mat, const double* vec, int nr, int nc) {
  const size_t stride = (size_t)nc;
  int i = 0;
  for (; i + 4 <= nr; i += 4) dense_dot4(res + i, mat + (size_t)i * stride, nc, vec, nc);
  for (; i < nr; i++) res[i] = dense_dot(mat + (size_t)i * stride, vec, nc);
}

void dense_mulMatTVec(double* res, const double* mat, const double* vec, int nr, int nc) {
  combineRows(res, mat, nc, vec, 1, nr);
}

void dense_mulMatMat(double* res, const double* a, const double* b, int r1, int c1, int c2) {
  for (int i = 0; i < r1; i++) {
    combineRows(res + (size_t)i * (size_t)c2, b, c2, a + (size_t)i * (size_t)c1, 1, c1);
  }
}

void dense_mulMatMatT(double* res, const double* a, const double* b, int r1, int c1, int r2) {
  for (int i = 0; i < r1; i++) {
    dense_mulMatVec(res + (size_t)i * (size_t)r2, b, a + (size_t)i * (size_t)c1, r2, c1);
  }
}

void dense_mulMatTMat(double* res, const double* a, const double* b, int r1, int c1, int c2) {
  for (int i = 0; i < c1; i++) {
    combineRows(res + (size_t)i * (size_t)c2, b, c2, a + i, c1, r1);
  }
}

void dense_sqrMatTD(double* res, const double* mat, const double* diag, int nr, int nc) {
  const size_t n = (size_t)nc;
  for (int i = 0; i < nc; i++) dense_zero(res + (size_t)i * n, i + 1);
  for (int k = 0; k < nr; k++) {
    const double* const row = mat + (size_t)k * n;
    for (int i = 0; i < nc; i++) {
      dense_axpy(res + (size_t)i * n, row, diag ? row[i] * diag[k] : row[i], i + 1);
    }
  }
  for (int i = 0; i < nc; i++) {
    for (int j = 0; j < i; j++) res[(size_t)j * n + (size_t)i] = res[(size_t)i * n + (size_t)j];
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

void mju_zero(mjtNum* res, int n) {
  if (n > 0) ARGS_NEED(res);
  dense_zero(res, n);
}

void mju_fill(mjtNum* res, mjtNum val, int n) {
  if (n > 0) ARGS_NEED(res);
  for (int i = 0; i < n; i++) res[i] = val;
}

void mju_copy(mjtNum* res, const mjtNum* vec, int n) {
  if (n > 0) ARGS_NEED(res, vec);
  dense_copy(res, vec, n);
}

mjtNum mju_sum(const mjtNum* vec, int n) {
  if (n > 0) ARGS_NEED_OR(0, vec);
  return dense_sum(vec, n);
}

mjtNum mju_L1(const mjtNum* vec, int n) {
  if (n > 0) ARGS_NEED_OR(0, vec);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += fabs(vec[i]);
  return sum;
}

void mju_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) {
  if (n > 0) ARGS_NEED(res, vec);
  dense_scl(res, vec, scl, n);
}

void mju_add(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) {
  if (n > 0) ARGS_NEED(res, vec1, vec2);
  dense_add(res, vec1, vec2, n);
}

void mju_sub(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n) {
  if (n > 0) ARGS_NEED(res, vec1, vec2);
  dense_sub(res, vec1, vec2, n);
}

void mju_addTo(mjtNum* res, const mjtNum* vec, int n) {
  if (n > 0) ARGS_NEED(res, vec);
  dense_add(res, res, vec, n);
}

void mju_subFrom(mjtNum* res, const mjtNum* vec, int n) {
  if (n > 0) ARGS_NEED(res, vec);
  dense_sub(res, res, vec, n);
}

void mju_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) {
  if (n > 0) ARGS_NEED(res, vec);
  dense_axpy(res, vec, scl, n);
}

void mju_addScl(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl, int n) {
  if (n > 0) ARGS_NEED(res, vec1, vec2);
  dense_addScl(res, vec1, vec2, scl, n);
}

mjtNum mju_normalize(mjtNum* res, int n) {
  if (n > 0) ARGS_NEED_OR(0, res);
  const mjtNum norm = mju_norm(res, n);
  if (norm < mjMINVAL) {
    dense_zero(res, n);
    if (n > 0) res[0] = 1;
  } else {
    dense_scl(res, res, 1 / norm, n);
  }
  return norm;
}

mjtNum mju_norm(const mjtNum* res, int n) {
  if (n > 0) ARGS_NEED_OR(0, res);
  return sqrt(dense_dot(res, res, n));
}

mjtNum mju_dot(const mjtNum* vec1, const mjtNum* vec2, int n) {
  if (n > 0) ARGS_NEED_OR(0, vec1, vec2);
  return dense_dot(vec1, vec2, n);
}

int mju_isZero(const mjtNum* vec, int n) {
  if (n > 0) ARGS_NEED_OR(0, vec);
  for (int i = 0; i < n; i++) {
    if (vec[i] != 0) return 0;
  }
  return 1;
}

// ---- public: matrices

void mju_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) {
  if (nr > 0) ARGS_NEED(res);
  if (nr > 0 && nc > 0) ARGS_NEED(mat, vec);
  dense_mulMatVec(res, mat, vec, nr, nc);
}

void mju_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) {
  if (nc > 0) ARGS_NEED(res);
  if (nr > 0 && nc > 0) ARGS_NEED(mat, vec);
  dense_mulMatTVec(res, mat, vec, nr, nc);
}

mjtNum mju_mulVecMatVec(const mjtNum* vec1, const mjtNum* mat, const mjtNum* vec2, int n) {
  if (n > 0) ARGS_NEED_OR(0, vec1, mat, vec2);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += vec1[i] * dense_dot(mat + (size_t)i * (size_t)n, vec2, n);
  return sum;
}

void mju_transpose(mjtNum* res, const mjtNum* mat, int nr, int nc) {
  if (nr > 0 && nc > 0) ARGS_NEED(res, mat);
  dense_transpose(res, mat, nr, nc);
}

void mju_symmetrize(mjtNum* res, const mjtNum* mat, int n) {
  if (n > 0) ARGS_NEED(res, mat);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      const mjtNum mean = 0.5 * (mat[i * (size_t)n + j] + mat[j * (size_t)n + i]);
      res[i * (size_t)n + j] = res[j * (size_t)n + i] = mean;
    }
  }
}

void mju_eye(mjtNum* mat, int n) {
  if (n > 0) ARGS_NEED(mat);
  for (int i = 0; i < n; i++) {
    dense_zero(mat + (size_t)i * (size_t)n, n);
    mat[(size_t)i * (size_t)(n + 1)] = 1;
  }
}

void mju_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  if (r1 > 0 && c2 > 0) ARGS_NEED(res);
  if (r1 > 0 && c2 > 0 && c1 > 0) ARGS_NEED(mat1, mat2);
  dense_mulMatMat(res, mat1, mat2, r1, c1, c2);
}

void mju_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int r2) {
  if (r1 > 0 && r2 > 0) ARGS_NEED(res);
  if (r1 > 0 && r2 > 0 && c1 > 0) ARGS_NEED(mat1, mat2);
  dense_mulMatMatT(res, mat1, mat2, r1, c1, r2);
}

void mju_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  if (c1 > 0 && c2 > 0) ARGS_NEED(res);
  if (c1 > 0 && c2 > 0 && r1 > 0) ARGS_NEED(mat1, mat2);
  dense_mulMatTMat(res, mat1, mat2, r1, c1, c2);
}

void mju_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc) {
  if (nc > 0) ARGS_NEED(res);
  if (nr > 0 && nc > 0) ARGS_NEED(mat);
  dense_sqrMatTD(res, mat, diag, nr, nc);
}
