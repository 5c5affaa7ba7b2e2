// Controllable subspace of x' = A x + B u, or observable subspace of y = C x if A' and C' are given
// (controllability staircase form).
#ifndef SINEW_CLI_REACH_H_
#define SINEW_CLI_REACH_H_

#include <stdbool.h>

// A (n x n) and B (n x m), row-major; A is overwritten, V (n x n) becomes orthogonal: V' A V = A on
// return. Returns the dimension r of the reachable subspace, which the first r columns of V span;
// the block of A below and to the right of them has the uncontrollable eigenvalues. Values below
// `zero` times the norm of A count as zero. Returns -1 if out of memory.
int reach_staircase(double* A, int n, const double* B, int m, double* V, double zero);

#endif
