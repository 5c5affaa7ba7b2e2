// Primal solvers (Newton, conjugate gradients) in SIMD lanes: what their files share. Each lane
// solves its own problem. Every sum has the order of the one-world solver (products.c, cost.c,
// hessian_dense.c, linesearch.c); lanes may add terms that are zero in them, and skip terms that
// are zero in all, because sums start at +0. Lanes that have converged go on computing; masks
// protect their results.
#ifndef SINEW_SOLVE_LANE_NEWTON_H_
#define SINEW_SOLVE_LANE_NEWTON_H_

#include "solve/lane_problem.h"

#if LANE_W > 1

#include "constraint/law.h"

enum { NEWTON_UPDATES = LAW_DIM };  // rank-1 updates of the factor in a pipeline, one column apart

// a one-sided row along a search line: slope at 0 and half the curvature of its quadratic; its
// constant cost at 0 if it is inactive there (it may enter), or if it is active (it may leave)
typedef struct {
  real q1, q2, enter, leave;
} newton_Quad;

// an elliptic contact; in lanes that lack it, it is in the top zone
typedef struct {
  real mu, friction[LAW_DIM - 1];
  mask middle;  // lanes where it slides
  law_ConeLine line;
} newton_Cone;

typedef struct {
  const lane_Problem* of;
  const lane_Rows* rows;  // rows of the problem
  int nv;
  int ncone;         // the last blocks are contacts if some are elliptic, dim 1 included
  int none;          // one-sided rows before them
  uint64_t* groups;  // for each block a bit set: bit g if it has columns among dofs 4g .. 4g+3
  int* first;        // for each dof: column before which its row of the factor is zero
  real *qacc, *Ma, *grad, *z, *search, *Mv, *frc;  // (nv)
  real *jar, *Jv, *force;                          // (nefc)
  mask* active;                                    // (nefc) rows in their quadratic zone
  newton_Cone* cone;                               // (ncone)
  // during the solve
  mask* before;       // (nefc) active before a step
  newton_Quad* quad;  // (nefc)
  real* L;            // factor of the Hessian, lower triangle by rows, (nv (nv + 1)/2)
  real* spare;        // the same size
  real* x;            // vectors of updates (NEWTON_UPDATES x nv)
  int* changed;       // (LANE_W x nefc): rows that changed their zone, for each lane
  real* column;       // columns of sliding contacts (rows of all contacts x nv)
} newton_Lanes;

// ---- lane_newton.lane.c

// opens a problem: allocates scratch that the caller frees; false: not enough
bool LANE(newton_open)(newton_Lanes* p, lane_Data* d, const lane_Problem* of);
// frc, grad; norm: |grad| * scale
void LANE(newton_gradient)(const newton_Lanes* p, real* norm);
// lanes where half of max(0, grad.z) * scale is below the tolerance
mask LANE(newton_isNear)(const newton_Lanes* p);
// qacc, Ma, jar += alpha * (search, Mv, Jv) in lanes that are live
void LANE(newton_move)(const newton_Lanes* p, const real* alpha, mask live);

// ---- solvers: from the start to qacc, frc, force; false: not enough scratch memory

bool LANE(newton_solve)(newton_Lanes* p, lane_Data* d, lint* niter);
// lane_conjugate.lane.c
bool LANE(conjugate_solve)(newton_Lanes* p, lane_Data* d, lint* niter);
// lane_pgs.lane.c; it chooses its own start
bool LANE(pgs_solve)(newton_Lanes* p, lane_Data* d, lint* niter);

// ---- lane_products.lane.c

// sets `groups` of the blocks and `first`
void LANE(newton_structure)(const newton_Lanes* p);
// res = J vec
void LANE(newton_mulJac)(const newton_Lanes* p, real* res, const real* vec);
// res = J vec - aref, of two vectors
void LANE(newton_residuals)(const newton_Lanes* p, real* res1, const real* vec1, real* res2,
                            const real* vec2);
// res = J' force
void LANE(newton_mulJacT)(const newton_Lanes* p, real* res, const real* force);
// res = M vec
void LANE(newton_inertia)(const newton_Lanes* p, real* res, const real* vec);
// vec = M^-1 vec
void LANE(newton_inertiaSolve)(const newton_Lanes* p, real* vec);

// ---- lane_start.lane.c

// chooses the start of the lanes: qacc, Ma, jar, force, active
void LANE(newton_start)(const newton_Lanes* p);
// the same for the islands of a whole problem, which provides scratch
void LANE(newton_startIslands)(const newton_Lanes* whole, const newton_Lanes* island, int n);
// jar -> force, active
void LANE(newton_forces)(const newton_Lanes* p);

// ---- lane_cone.lane.c

// sets mu and friction of all contacts
void LANE(newton_makeCones)(const newton_Lanes* p);
// jar -> force, active, middle of all contacts; adds their costs to *cost, in lanes without cones
// to *sum
void LANE(newton_coneForces)(const newton_Lanes* p, real* sum, real* cost);
// adds the costs only
void LANE(newton_coneCosts)(const newton_Lanes* p, const real* jar, real* sum, real* cost);
// jar, Jv -> lines of all contacts
void LANE(newton_coneLines)(const newton_Lanes* p);
// x (dim x nv) = the columns of J' C with C C' the Hessian of contact k in the middle zone, zero in
// lanes where it does not slide
void LANE(newton_coneColumns)(const newton_Lanes* p, int k, real* x);

// the block of contact k
LANE_INLINE const lane_Block* newton_contact(const newton_Lanes* p, int k) {
  return p->rows->block + p->rows->nblock - p->ncone + k;
}

// ---- lane_line.lane.c

// search -> Mv, Jv, step length alpha, cost there relative to that at 0; 0 in lanes that are not
// live
void LANE(newton_line)(const newton_Lanes* p, mask live, real* alpha, real* cost);

// ---- lane_factor.lane.c

// active, grad -> L, z = H^-1 grad
void LANE(newton_firstDirection)(const newton_Lanes* p, mask live);
// the same after rows of some lanes changed between active and inactive
void LANE(newton_nextDirection)(const newton_Lanes* p, mask live);

#endif

#endif
