// Public API functions of the constraint solver.
#include <sinew/api.h>

#include "base/args.h"
#include "solve/solve.h"

void mj_island(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  solve_islands(m, d);
}

void mj_fwdConstraint(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  solve_forward(m, d);
}

void mj_invConstraint(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  solve_inverse(m, d);
}
