// Constraint solver for LANE_W worlds at once in SIMD lanes: each lane is bitwise identical to
// solve_forward. Included by lane-generic files.
#ifndef SINEW_SOLVE_LANE_SOLVE_H_
#define SINEW_SOLVE_LANE_SOLVE_H_

#include "constraint/lane_rows.h"

enum { SOLVE_LANE_DOFS = 252 };  // most dofs: each group of four is a bit of a bit set

// reason why lanes do not support the solve of a model; NULL: they do
const char* solve_simdObstacle(const mjModel* m);

#if LANE_W > 1

// rows of the lanes; M, qLD, qLDiagInv, qacc_smooth, qfrc_smooth, qacc_warmstart of d -> qacc,
// qfrc_constraint, force (nefc)
// alive: lanes to solve; the others are not modified. niter: iterations of the lanes that are
// solved, summed over islands, or NULL. Returns the lanes that the one-world path must redo, whose
// results are invalid: NaN or infinite values, not enough scratch memory, an unsupported model.
mask LANE(solve_lanes)(const mjModel* m, lane_Data* d, const lane_Rows* rows, mask alive,
                       real* force, lint* niter);

#endif

#endif
