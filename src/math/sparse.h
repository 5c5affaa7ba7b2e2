// Sparse vectors (values with ascending indices) and CSR matrices (compressed sparse row): row r
// has rownnz[r] values at rowadr[r] with columns colind. One-world kernels. A dot product is summed
// by position in the row: four accumulators as in math/dense.h, then the remaining terms one by
// one.
#ifndef SINEW_MATH_SPARSE_H_
#define SINEW_MATH_SPARSE_H_

#include "math/dense.h"

// sum_k val[k] vec[ind[k]]
// order: four accumulators by position in the row, then the remaining terms one by one
static inline double sparse_dot(const double* val, const int* ind, int nnz, const double* vec) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int k = 0;
  for (; k + 4 <= nnz; k += 4) {
    s0 += val[k] * vec[ind[k]];
    s1 += val[k + 1] * vec[ind[k + 1]];
    s2 += val[k + 2] * vec[ind[k + 2]];
    s3 += val[k + 3] * vec[ind[k + 3]];
  }
  double sum = (s0 + s2) + (s1 + s3);
  for (; k < nnz; k++) sum += val[k] * vec[ind[k]];
  return sum;
}

// sparse_dot for consecutive indices; vec points to the element of the first index
static inline double sparse_runDot(const double* val, const double* vec, int nnz) {
  dense_Sums sums = {0};
  int k = 0;
  for (; k + 4 <= nnz; k += 4) dense_addFour(&sums, val + k, vec + k);
  double sum = dense_total(&sums);
  for (; k < nnz; k++) sum += val[k] * vec[k];
  return sum;
}

// four such dot products with one vector; rows of mat are stride apart
static inline void sparse_runDot4(double res[4], const double* mat, int stride, const double* vec,
                                  int nnz) {
  const int whole = dense_groups4(res, mat, stride, vec, nnz);
  for (int k = 0; k < 4 && whole < nnz; k++, mat += stride) {
    double sum = res[k];
    for (int i = whole; i < nnz; i++) sum += mat[i] * vec[i];
    res[k] = sum;
  }
}

// vec[ind[k]] += val[k] * scl
static inline void sparse_axpy(double* vec, const double* val, const int* ind, int nnz,
                               double scl) {
  for (int k = 0; k < nnz; k++) vec[ind[k]] += val[k] * scl;
}

// gather: res[k] = vec[ind[k]], stored as wide as it will be loaded
static inline void sparse_gather(double* res, const double* vec, const int* ind, int nnz) {
  int k = 0;
  for (; k + DENSE_WIDE <= nnz; k += DENSE_WIDE) {
    *(dense_Wide*)(res + k) = dense_pick(vec, ind + k);
  }
  for (; k < nnz; k++) res[k] = vec[ind[k]];
}

// scatter: vec[ind[k]] = val[k]
static inline void sparse_scatter(double* vec, const double* val, const int* ind, int nnz) {
  for (int k = 0; k < nnz; k++) vec[ind[k]] = val[k];
}

// dot product of two sparse vectors; summed over the common indices in ascending order
double sparse_dotSparse(const double* a, const int* aind, int annz, const double* b,
                        const int* bind, int bnnz);
// res = a*sa + b*sb over the union of their indices; writes the indices to resind and returns their
// number. res and resind have space for annz+bnnz elements and are not operands.
int sparse_combine(double* res, int* resind, const double* a, const int* aind, int annz, double sa,
                   const double* b, const int* bind, int bnnz, double sb);

// res = mat vec
void sparse_mulMatVec(double* res, const double* mat, const double* vec, int nr, const int* rownnz,
                      const int* rowadr, const int* colind);
// res = mat' vec, mat nr x nc: rows are added one after another, in order
void sparse_mulMatTVec(double* res, const double* mat, const double* vec, int nr, int nc,
                       const int* rownnz, const int* rowadr, const int* colind);
// res = A vec, A symmetric n x n, given by its lower triangle with the diagonal last in every row
void sparse_mulSymVec(double* res, const double* mat, const double* vec, int n, const int* rownnz,
                      const int* rowadr, const int* colind);
// mat (nr x nc) -> res (nc x nr) with contiguous rows
void sparse_transpose(double* res, int* resrownnz, int* resrowadr, int* rescolind,
                      const double* mat, int nr, int nc, const int* rownnz, const int* rowadr,
                      const int* colind);

#endif
