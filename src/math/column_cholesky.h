// Dense Cholesky factorisation A = L L' of one world with the lower triangle stored by columns:
// element (i, j), i >= j, at mat[j*n + i]. The numbers are those of math/cholesky.h, bit for bit;
// columns let every inner loop run over neighbours with no sum across a vector.
#ifndef SINEW_MATH_COLUMN_CHOLESKY_H_
#define SINEW_MATH_COLUMN_CHOLESKY_H_

// A -> L in place. A pivot below mindiag becomes mindiag and clears the rest of its column; returns
// n minus the number of such pivots. row: scratch (n)
int column_factor(double* mat, int n, double mindiag, double* row);
// x = (L L')^-1 x. sums: scratch (4 n)
void column_solve(double* x, const double* mat, int n, double* sums);
// L -> factor of L L' + x x' (plus) or L L' - x x'; x is overwritten. A squared diagonal element
// below mjMINVAL becomes mjMINVAL; returns n minus the number of such elements.
int column_update(double* mat, double* x, int n, int plus);

#endif
