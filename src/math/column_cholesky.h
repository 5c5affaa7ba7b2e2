// Dense Cholesky factorisation A = L L' of one world with the lower triangle stored by columns:
// element (i, j), i >= j, at mat[j*stride + i], stride = column_stride(n). The numbers are those of
// math/cholesky.h, bit for bit; columns let every inner loop run over neighbours with no sum across
// a vector. What lies above the diagonal and below row n has to be finite and is overwritten.
#ifndef SINEW_MATH_COLUMN_CHOLESKY_H_
#define SINEW_MATH_COLUMN_CHOLESKY_H_

enum { COLUMN_UPDATES = 3 };  // most updates at once

static inline int column_stride(int n) { return (n + 3) & ~3; }

// A -> L in place. A pivot below mindiag becomes mindiag and clears the rest of its column; returns
// n minus the number of such pivots. scratch: (2 n)
int column_factor(double* mat, int n, double mindiag, double* scratch);
// x = (L L')^-1 x. scratch: (4 stride)
void column_solve(double* x, const double* mat, int n, double* scratch);
// L -> factor of L L' + x x' (plus) or L L' - x x', for one vector of x (count x stride) after
// another; x is overwritten. A squared diagonal element below mjMINVAL becomes mjMINVAL; returns n
// minus the number of such elements.
int column_update(double* mat, double* x, int count, int n, int plus);

#endif
