// Force of one contact with an elliptic friction cone in a sweep of projected Gauss-Seidel (PGS).
#ifndef SINEW_SOLVE_CONE_FORCE_H_
#define SINEW_SOLVE_CONE_FORCE_H_

#include <sinew/types.h>

// projects f (n) onto the friction cone
void cone_clamp(mjtNum* f, const mjtNum* friction, int n);
// f (n) = minimum of the dual cost from old: a step along its ray, then the tangents for the
// resulting normal force. A (n x n), res: matrix and residual of its rows, inv: 1/A[0]
void cone_minimum(mjtNum* f, const mjtNum* old, const mjtNum* A, const mjtNum* res, mjtNum inv,
                  const mjtNum* friction, int n);
// change of the cost from old to f
mjtNum cone_change(const mjtNum* f, const mjtNum* old, const mjtNum* A, const mjtNum* res, int n);

#endif
