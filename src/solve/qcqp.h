// Quadratically constrained quadratic program (QCQP) over an ellipsoid, for the friction of one
// contact.
#ifndef SINEW_SOLVE_QCQP_H_
#define SINEW_SOLVE_QCQP_H_

#include <sinew/types.h>

// determinant, pivot, violation and step below this count as zero
// odd: absolute determinant
#define QCQP_LEAST 1e-10
enum { QCQP_ITERATIONS = 20 };

// x[n] = argmin x'Ax/2 + b.x with sum (x_k/mu_k)^2 <= r^2, n in 2, 3, 5; A has stride n
void qcqp_solve(mjtNum* x, const mjtNum* A, const mjtNum* b, const mjtNum* mu, mjtNum r, int n);

#endif
