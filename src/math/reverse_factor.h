// Sparse Cholesky factorization from the last row up: A = L'L, L lower triangular. Rows of L store
// their columns in ascending order with the diagonal last, one row after another.
#ifndef SINEW_MATH_REVERSE_FACTOR_H_
#define SINEW_MATH_REVERSE_FACTOR_H_

#include <stdbool.h>

#include <sinew/types.h>

// Symbolic factorization: the sparsity pattern of L if A couples the members of groups of four (-1:
// none) among n rows. Returns the number of entries; if rownnz, rowadr and colind are given, writes
// them too, with space for `room` entries. -1 if out of memory or space
long reverse_pattern(int n, int ngroup, const int (*group)[4], int* rownnz, int* rowadr,
                     int* colind, long room);
// Cholesky factorization in place, A -> L. A is given by its lower triangle in the pattern of L;
// false: A is not positive definite
bool reverse_factor(mjtNum* L, int n, const int* rownnz, const int* rowadr, const int* colind);
// x = A^-1 x, in place; x[i] is stored at x[at[i]]
void reverse_solve(mjtNum* x, const int* at, const mjtNum* L, int n, const int* rownnz,
                   const int* rowadr, const int* colind);

#endif
