// Banded Cholesky factorization: symmetric positive definite "arrow" matrices of one world, a band
// with dense rows at the bottom. ntotal x ntotal, lower triangle. Row i < ntotal-ndense stores
// nband values at i*nband: columns i-nband+1 .. i, so the diagonal comes last, and values left of
// column 0 are padding that is never read. The last ndense rows store ntotal values each, of which
// those right of the diagonal are padding.
#ifndef SINEW_MATH_BAND_H_
#define SINEW_MATH_BAND_H_

#include <stddef.h>

typedef struct {
  int ntotal, nband, ndense;
} band_Shape;

// offset of row i such that its column j is at band_row(i) + j
static inline ptrdiff_t band_row(band_Shape shape, int i) {
  const int nsparse = shape.ntotal - shape.ndense;
  if (i < nsparse) return (ptrdiff_t)(i + 1) * shape.nband - 1 - i;
  return (ptrdiff_t)nsparse * shape.nband + (ptrdiff_t)(i - nsparse) * shape.ntotal;
}

// first column of row i
static inline int band_first(band_Shape shape, int i) {
  const int first = i - shape.nband + 1;
  return i < shape.ntotal - shape.ndense && first > 0 ? first : 0;
}

// Cholesky factorization in place, A + diag(add + mul*diag A) -> L; returns the smallest squared
// pivot, or 0 as soon as one is below mjMINVAL
double band_factor(double* mat, band_Shape shape, double add, double mul);
// res = (L L')^-1 vec; res may be vec
void band_solve(double* res, const double* mat, const double* vec, band_Shape shape);
// res = A vec; lower triangle only if !sym
void band_mulVec(double* res, const double* mat, const double* vec, band_Shape shape, int sym);

#endif
