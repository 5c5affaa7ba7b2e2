// The problem at its solution: H = M + J' G J, with G the curvature of the cost of the rows in the
// states that the last solve left, so that dqacc = H^-1 dqfrc while no row changes its state. What
// derivatives of the step and updates of the inverse solve with.
#ifndef SINEW_SOLVE_LINEARIZE_H_
#define SINEW_SOLVE_LINEARIZE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "math/panel.h"

// X = H^-1 X, in place: n vectors over dofs (n x nv), after a forward or inverse pass. The factor
// stays in the arena until the next solve, or until rows are made anew; whatever solver it was, it
// is made from the states alone, so results do not depend on the way to the solution.
// False: the arena is too small; X is as it was.
bool solve_linearize(const mjModel* m, mjData* d, mjtNum* X, int n);
// the same with rows of dofs: as fast as wide rows are
bool solve_linearizePanel(const mjModel* m, mjData* d, const panel_Panel* x);
// the factor is out of date
void linear_forget(mjData* d);

#endif
