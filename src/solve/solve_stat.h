// Solver statistics (mjSolverStat): one entry for each iteration of each island, up to the capacity
// of mjData.
#ifndef SINEW_SOLVE_SOLVE_STAT_H_
#define SINEW_SOLVE_SOLVE_STAT_H_

#include <sinew/data.h>

void stat_save(mjData* d, int island, int iter, const mjSolverStat* stat);
void stat_finish(mjData* d, int island, int niter, int nnz);

#endif
