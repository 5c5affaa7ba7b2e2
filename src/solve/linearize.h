// Implicit differentiation of the constraint problem at its solution: linear solves with the
// Hessian H = M + J' G J, where G is the curvature of the row costs in the active-set states that
// the last solve left. So dqacc = H^-1 dqfrc while no row changes its state. Used by derivatives of
// the step and by updates of the inverse.
#ifndef SINEW_SOLVE_LINEARIZE_H_
#define SINEW_SOLVE_LINEARIZE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "math/panel.h"

// X = H^-1 X, in place: n vectors over dofs (n x nv), after a forward or inverse pass. The factor
// stays in the arena until the next solve, or until rows are rebuilt. It is computed from the
// states only, whatever the solver was, so results do not depend on the path to the solution.
// False: the arena is too small; X is unchanged.
bool solve_linearize(const mjModel* m, mjData* d, mjtNum* X, int n);
// the same with one row per dof (panel), which vectorizes over the right-hand sides
bool solve_linearizePanel(const mjModel* m, mjData* d, const panel_Panel* x);
// invalidates the factor
void linear_forget(mjData* d);

#endif
