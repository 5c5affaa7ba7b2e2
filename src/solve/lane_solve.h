// Constraint solve of LANE_W worlds at once: the bits of solve_forward in each of them.
// Included by lane-generic files.
#ifndef SINEW_SOLVE_LANE_SOLVE_H_
#define SINEW_SOLVE_LANE_SOLVE_H_

#include "constraint/lane_rows.h"

enum { SOLVE_LANE_DOFS = 252 };  // most dofs: groups of four are bits

// what keeps the solve of a model out of lanes; NULL: nothing
const char* solve_simdObstacle(const mjModel* m);

#if LANE_W > 1

// rows of the lanes; M, qLD, qLDiagInv, qacc_smooth, qfrc_smooth, qacc_warmstart of d -> qacc,
// qfrc_constraint, force (nefc)
// alive: lanes to solve; the others are left as they are. niter: of the lanes that are solved their
// iterations, those of all islands together, NULL: not asked for. Returns the lanes that the
// one-world path must redo, whose results mean nothing: numbers that are not finite, no scratch, a
// model that has an obstacle.
mask LANE(solve_lanes)(const mjModel* m, lane_Data* d, const lane_Rows* rows, mask alive,
                       real* force, lint* niter);

#endif

#endif
