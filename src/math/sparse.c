// Sparse matrix kernels (CSR), and the API's conversions between CSR and dense matrices. Loops
// visit stored values only; a stored zero counts as stored.
#include "math/sparse.h"

#include <sinew/math.h>

#include "base/args.h"
#include "base/assert.h"

// order: ascending common indices, one sum
double sparse_dotSparse(const double* a, const int* aind, int annz, const double* b,
                        const int* bind, int bnnz) {
  double sum = 0;
  for (int i = 0, j = 0; i < annz && j < bnnz;) {
    if (aind[i] == bind[j]) {
      sum += a[i++] * b[j++];
    } else if (aind[i] < bind[j]) {
      i++;
    } else {
      j++;
    }
  }
  return sum;
}

int sparse_combine(double* res, int* resind, const double* a, const int* aind, int annz, double sa,
                   const double* b, const int* bind, int bnnz, double sb) {
  int n = 0;
  for (int i = 0, j = 0; i < annz || j < bnnz; n++) {
    const int inA = i < annz && (j >= bnnz || aind[i] <= bind[j]);
    const int inB = j < bnnz && (i >= annz || bind[j] <= aind[i]);
    resind[n] = inA ? aind[i] : bind[j];
    if (inA && inB) {
      res[n] = a[i++] * sa + b[j++] * sb;
    } else {
      res[n] = inA ? a[i++] * sa : b[j++] * sb;
    }
  }
  ASSERT(n <= annz + bnnz);
  return n;
}

void sparse_mulMatVec(double* res, const double* mat, const double* vec, int nr, const int* rownnz,
                      const int* rowadr, const int* colind) {
  for (int r = 0; r < nr; r++) {
    res[r] = sparse_dot(mat + rowadr[r], colind + rowadr[r], rownnz[r], vec);
  }
}

void sparse_mulMatTVec(double* res, const double* mat, const double* vec, int nr, int nc,
                       const int* rownnz, const int* rowadr, const int* colind) {
  dense_zero(res, nc);
  for (int r = 0; r < nr; r++) {
    sparse_axpy(res, mat + rowadr[r], colind + rowadr[r], rownnz[r], vec[r]);
  }
}

// order: all dot products of rows first, then the other triangle row after row
void sparse_mulSymVec(double* res, const double* mat, const double* vec, int n, const int* rownnz,
                      const int* rowadr, const int* colind) {
  sparse_mulMatVec(res, mat, vec, n, rownnz, rowadr, colind);
  for (int r = 0; r < n; r++) {
    sparse_axpy(res, mat + rowadr[r], colind + rowadr[r], rownnz[r] - 1, vec[r]);
  }
}

void sparse_transpose(double* res, int* resrownnz, int* resrowadr, int* rescolind,
                      const double* mat, int nr, int nc, const int* rownnz, const int* rowadr,
                      const int* colind) {
  for (int c = 0; c < nc; c++) resrownnz[c] = 0;
  for (int r = 0; r < nr; r++) {
    for (int k = 0; k < rownnz[r]; k++) resrownnz[colind[rowadr[r] + k]]++;
  }
  for (int c = 0, adr = 0; c < nc; adr += resrownnz[c++]) resrowadr[c] = adr;

  // fill; the row counts are rebuilt
  for (int c = 0; c < nc; c++) resrownnz[c] = 0;
  for (int r = 0; r < nr; r++) {
    for (int k = rowadr[r]; k < rowadr[r] + rownnz[r]; k++) {
      const int c = colind[k], adr = resrowadr[c] + resrownnz[c]++;
      res[adr] = mat[k];
      rescolind[adr] = r;
    }
  }
}

// ---- public

int mju_dense2sparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* rownnz, int* rowadr,
                     int* colind, int nnz) {
  if (nnz <= 0) return 1;
  if (nr > 0) ARGS_NEED_OR(1, rownnz, rowadr);
  if (nr > 0 && nc > 0) ARGS_NEED_OR(1, res, mat, colind);
  int adr = 0;
  for (int r = 0; r < nr; r++) {
    rownnz[r] = 0;
    rowadr[r] = adr;
    for (int c = 0; c < nc; c++) {
      const mjtNum x = mat[(size_t)r * (size_t)nc + (size_t)c];
      if (x == 0) continue;
      if (adr >= nnz) return 1;
      res[adr] = x;
      colind[adr++] = c;
      rownnz[r]++;
    }
  }
  return 0;
}

void mju_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz,
                      const int* rowadr, const int* colind) {
  if (nr > 0) ARGS_NEED(rownnz, rowadr);
  if (nr > 0 && nc > 0) ARGS_NEED(res, mat, colind);
  for (int r = 0; r < nr; r++) {
    mjtNum* const row = res + (size_t)r * (size_t)nc;
    dense_zero(row, nc);
    sparse_scatter(row, mat + rowadr[r], colind + rowadr[r], rownnz[r]);
  }
}

void mju_sym2dense(mjtNum* res, const mjtNum* mat, int n, const int* rownnz, const int* rowadr,
                   const int* colind) {
  if (n > 0) ARGS_NEED(res, mat, rownnz, rowadr, colind);
  const size_t nn = (size_t)n;
  for (int r = 0; r < n; r++) dense_zero(res + (size_t)r * nn, n);
  for (int r = 0; r < n; r++) {
    for (int k = rowadr[r]; k < rowadr[r] + rownnz[r]; k++) {
      const size_t row = (size_t)r, col = (size_t)colind[k];
      res[row * nn + col] = res[col * nn + row] = mat[k];
    }
  }
}
