// The force of one elliptic contact in a sweep of projected Gauss-Seidel.
#ifndef SINEW_SOLVE_CONE_FORCE_H_
#define SINEW_SOLVE_CONE_FORCE_H_

#include <sinew/types.h>

// f (n) -> a force in the cone
void cone_clamp(mjtNum* f, const mjtNum* friction, int n);
// f (n) = old, moved along its ray, then its tangents for the normal force that this gives. A (n x
// n), res: matrix and residual of its rows, inv: 1/A[0]
void cone_minimum(mjtNum* f, const mjtNum* old, const mjtNum* A, const mjtNum* res, mjtNum inv,
                  const mjtNum* friction, int n);
// change of the cost that old -> f brings
mjtNum cone_change(const mjtNum* f, const mjtNum* old, const mjtNum* A, const mjtNum* res, int n);

#endif
