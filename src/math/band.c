// Cholesky factorization, solve and products of banded matrices with dense rows at the bottom
// ("arrow" matrices). There is no fill-in outside of the shape. The factor is computed column by
// column from dot products of rows, which are contiguous over the columns that two rows share:
// O(ntotal nband^2 + ndense ntotal nband).
#include "math/band.h"

#include <math.h>

#include <sinew/math.h>

#include "base/args.h"
#include "math/dense.h"

// dot product of rows i and j over the columns first .. end-1, which both rows store
static double dotRows(const double* mat, band_Shape shape, int i, int j, int end) {
  const int fi = band_first(shape, i), fj = band_first(shape, j);
  const int first = fi > fj ? fi : fj;
  if (first >= end) return 0;
  return dense_dot(mat + band_row(shape, i) + first, mat + band_row(shape, j) + first, end - first);
}

// first row below the band of column j
static int bandEnd(band_Shape shape, int j) {
  const int nsparse = shape.ntotal - shape.ndense;
  const int end = j + shape.nband;
  return end < nsparse ? end : nsparse;
}

double band_factor(double* mat, band_Shape shape, double add, double mul) {
  const int nsparse = shape.ntotal - shape.ndense;
  double smallest = -1;
  for (int j = 0; j < shape.ntotal; j++) {
    double* const diag = mat + band_row(shape, j) + j;
    const double pivot = *diag + (add + mul * *diag) - dotRows(mat, shape, j, j, j);
    if (pivot < mjMINVAL) return 0;
    if (j == 0 || pivot < smallest) smallest = pivot;

    *diag = sqrt(pivot);
    const double inv = 1 / *diag;
    for (int i = j + 1; i < bandEnd(shape, j); i++) {
      double* const entry = mat + band_row(shape, i) + j;
      *entry = (*entry - dotRows(mat, shape, i, j, j)) * inv;
    }
    for (int i = j + 1 > nsparse ? j + 1 : nsparse; i < shape.ntotal; i++) {
      double* const entry = mat + band_row(shape, i) + j;
      *entry = (*entry - dotRows(mat, shape, i, j, j)) * inv;
    }
  }
  return smallest;
}

void band_solve(double* res, const double* mat, const double* vec, band_Shape shape) {
  for (int i = 0; i < shape.ntotal; i++) {
    const double* const row = mat + band_row(shape, i);
    const int first = band_first(shape, i);
    res[i] = (vec[i] - dense_dot(row + first, res + first, i - first)) / row[i];
  }
  const int nsparse = shape.ntotal - shape.ndense;
  for (int i = shape.ntotal - 1; i >= 0; i--) {
    double x = res[i];
    for (int j = i + 1; j < bandEnd(shape, i); j++) x -= mat[band_row(shape, j) + i] * res[j];
    for (int j = i + 1 > nsparse ? i + 1 : nsparse; j < shape.ntotal; j++) {
      x -= mat[band_row(shape, j) + i] * res[j];
    }
    res[i] = x / mat[band_row(shape, i) + i];
  }
}

void band_mulVec(double* res, const double* mat, const double* vec, band_Shape shape, int sym) {
  for (int i = 0; i < shape.ntotal; i++) {
    const double* const row = mat + band_row(shape, i);
    const int first = band_first(shape, i);
    res[i] = dense_dot(row + first, vec + first, i + 1 - first);
    if (sym) dense_axpy(res + first, row + first, vec[i], i - first);
  }
}

// ---- public

mjtNum mju_cholFactorBand(mjtNum* mat, int ntotal, int nband, int ndense, mjtNum diagadd,
                          mjtNum diagmul) {
  if (ntotal > 0) ARGS_NEED_OR(0, mat);
  return band_factor(mat, (band_Shape){ntotal, nband, ndense}, diagadd, diagmul);
}

void mju_cholSolveBand(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal, int nband,
                       int ndense) {
  if (ntotal > 0) ARGS_NEED(res, mat, vec);
  band_solve(res, mat, vec, (band_Shape){ntotal, nband, ndense});
}

void mju_band2Dense(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense,
                    mjtBool flg_sym) {
  if (ntotal > 0) ARGS_NEED(res, mat);
  const band_Shape shape = {ntotal, nband, ndense};
  const size_t n = (size_t)ntotal;
  for (int i = 0; i < ntotal; i++) dense_zero(res + (size_t)i * n, ntotal);
  for (int i = 0; i < ntotal; i++) {
    const mjtNum* const row = mat + band_row(shape, i);
    for (int j = band_first(shape, i); j <= i; j++) {
      res[(size_t)i * n + (size_t)j] = row[j];
      if (flg_sym) res[(size_t)j * n + (size_t)i] = row[j];
    }
  }
}

void mju_dense2Band(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense) {
  if (ntotal > 0) ARGS_NEED(res, mat);
  const band_Shape shape = {ntotal, nband, ndense};
  for (int i = 0; i < ntotal; i++) {
    mjtNum* const row = res + band_row(shape, i);
    const int first = band_first(shape, i);
    dense_copy(row + first, mat + (size_t)i * (size_t)ntotal + first, i + 1 - first);
  }
}

void mju_bandMulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal, int nband,
                       int ndense, int nvec, mjtBool flg_sym) {
  if (ntotal > 0 && nvec > 0) ARGS_NEED(res, mat, vec);
  for (int k = 0; k < nvec; k++) {
    const size_t adr = (size_t)k * (size_t)ntotal;
    band_mulVec(res + adr, mat, vec + adr, (band_Shape){ntotal, nband, ndense}, flg_sym);
  }
}

int mju_bandDiag(int i, int ntotal, int nband, int ndense) {
  return (int)(band_row((band_Shape){ntotal, nband, ndense}, i) + i);
}
