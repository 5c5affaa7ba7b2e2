// Solves with the mass matrix for multiple right-hand sides (math/panel.h), in the sparsity pattern
// of M.
#ifndef SINEW_DYN_INERTIA_PANEL_H_
#define SINEW_DYN_INERTIA_PANEL_H_

#include <sinew/model.h>

#include "math/panel.h"
#include "model/awake_ranges.h"

// x = M^-1 x for the dofs of a range, M = L' D L as dyn_factor leaves it; rows of x are dofs
void inertia_solvePanel(const mjModel* m, range_Range range, const panel_Panel* x,
                        const mjtNum* qLD, const mjtNum* qLDiagInv);

#endif
