// What inputs reach: the controllable part of x' = A x + B u, or the observable part of y = C x if
// A' and C' are given.
#ifndef SINEW_CLI_REACH_H_
#define SINEW_CLI_REACH_H_

#include <stdbool.h>

// A (n x n) and B (n x m) by rows; A is overwritten, V (n x n) becomes orthogonal: V' A V = A on
// return. Its first columns span what is reached, as many as the number returned; the block of A
// below and to the right of them has the eigenvalues that no input reaches. Numbers below `zero`
// times the size of A count as zero. -1: memory is short.
int reach_staircase(double* A, int n, const double* B, int m, double* V, double zero);

#endif
