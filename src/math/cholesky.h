// Dense Cholesky factorization A = L L' of one world, n x n row-major; only the lower triangle is
// read and written.
#ifndef SINEW_MATH_CHOLESKY_H_
#define SINEW_MATH_CHOLESKY_H_

// A -> L in place. A pivot below mindiag is set to mindiag and clears the rest of its column;
// returns n minus the number of such pivots (the rank).
int chol_factor(double* mat, int n, double mindiag);
// res = (L L')^-1 vec; res may be vec
void chol_solve(double* res, const double* mat, const double* vec, int n);
// rank-one update: L -> factor of L L' + x x' (plus) or L L' - x x'; x is overwritten. A squared
// diagonal element below mjMINVAL is set to mjMINVAL; returns n minus the number of such elements.
int chol_update(double* mat, double* x, int n, int plus);

#endif
