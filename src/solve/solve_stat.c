// Solver statistics (mjSolverStat): one entry for each iteration of each island, up to the capacity
// of mjData.
#include "solve/solve_stat.h"

#include "base/assert.h"

void stat_save(mjData* d, int island, int iter, const mjSolverStat* stat) {
  ASSERT_FULL(island >= 0 && iter >= 0);
  if (island < mjNISLAND && iter < mjNSOLVER) d->solver[island * mjNSOLVER + iter] = *stat;
}

void stat_finish(mjData* d, int island, int niter, int nnz) {
  if (island >= mjNISLAND) return;
  d->solver_niter[island] = niter;
  d->solver_nnz[island] = nnz;
}
