// Sparse Cholesky factor from the last row up: A = L'L, L lower triangular. Rows of L hold their
// columns in ascending order with the diagonal last, one row after another.
#ifndef SINEW_MATH_REVERSE_FACTOR_H_
#define SINEW_MATH_REVERSE_FACTOR_H_

#include <stdbool.h>

#include <sinew/types.h>

// the pattern of L if A couples the members of groups of four (-1: none) among n rows. Entries are
// counted; if rownnz, rowadr and colind are given they are written too, with room for `room`
// entries. -1 if memory or room is short
long reverse_pattern(int n, int ngroup, const int (*group)[4], int* rownnz, int* rowadr,
                     int* colind, long room);
// A, given by its lower triangle in the pattern of L -> L in place; false: it is not positive
// definite
bool reverse_factor(mjtNum* L, int n, const int* rownnz, const int* rowadr, const int* colind);
// x = A^-1 x, in place; x[i] stands at x[at[i]]
void reverse_solve(mjtNum* x, const int* at, const mjtNum* L, int n, const int* rownnz,
                   const int* rowadr, const int* colind);

#endif
