// Newton's method on the primal cost, in SIMD lanes (newton.c in one world): lanes iterate
// together, each until its own convergence test ends it. Also the parts that other primal solvers
// share with it.
//   qacc, Ma, jar, force, active at the start -> the same at the minimum; frc
#include "solve/lane_newton.h"

#if LANE_W > 1

// ---- scratch

static bool isContact(const lane_Block* b) { return b->type >= mjCNSTR_CONTACT_FRICTIONLESS; }

// sets ncone and none
static void countCones(newton_Lanes* p) {
  const lane_Rows* rows = p->rows;
  const bool any = lane_any(p->of->lanes & lane_not(p->of->plain));
  int k = rows->nblock;
  while (any && k > 0 && isContact(rows->block + k - 1)) k--;
  p->ncone = rows->nblock - k;
  p->none = (p->ncone ? rows->block[k].efc : rows->nefc) - rows->ne - rows->nf;
}

bool LANE(newton_open)(newton_Lanes* p, lane_Data* d, const lane_Problem* of) {
  const int nv = of->nv, nefc = of->rows.nefc, words = of->rows.nblock;
  *p = (newton_Lanes){.of = of, .rows = &of->rows, .nv = nv};
  countCones(p);
  real* dofs = lane_scratch(d, 7 * nv);
  real* rows = lane_scratch(d, 4 * nefc);
  p->cone = (newton_Cone*)lane_scratch(d, p->ncone * (int)(sizeof *p->cone / sizeof(real)));
  p->groups = (uint64_t*)lane_scratch(d, (words + LANE_W - 1) / LANE_W);
  p->first = lane_ints(d, nv);
  if (!dofs || !rows || !p->cone || !p->groups || !p->first) return false;
  real** const vector[] = {&p->qacc, &p->Ma, &p->grad, &p->z, &p->search, &p->Mv, &p->frc};
  for (size_t k = 0; k < sizeof vector / sizeof *vector; k++) *vector[k] = dofs + k * (size_t)nv;
  p->jar = rows;
  p->Jv = rows + nefc;
  p->force = rows + 2 * nefc;
  p->active = (mask*)(rows + 3 * nefc);
  LANE(newton_structure)(p);
  LANE(newton_makeCones)(p);
  return true;
}

static bool takeScratch(newton_Lanes* p, lane_Data* d) {
  const int nv = p->nv, nefc = p->rows->nefc, size = nv * (nv + 1) / 2;
  p->before = (mask*)lane_scratch(d, nefc);
  p->quad = (newton_Quad*)lane_scratch(d, 4 * nefc);
  p->L = lane_scratch(d, 2 * size);
  p->x = lane_scratch(d, NEWTON_UPDATES * nv);
  p->column = lane_scratch(d, p->ncone ? (nefc - newton_contact(p, 0)->efc) * nv : 0);
  p->changed = lane_ints(d, LANE_W * nefc);
  p->spare = p->L + size;
  return p->before && p->quad && p->L && p->x && p->column && p->changed;
}

// ---- parts of an iteration

// order: the forces are subtracted one after another
void LANE(newton_gradient)(const newton_Lanes* p, real* norm) {
  LANE(newton_mulJacT)(p, p->frc, p->force);
  for (int i = 0; i < p->nv; i++) p->grad[i] = p->Ma[i] - p->of->qfrc_smooth[i] - p->frc[i];
  *norm = p->of->scale * lane_sqrt(vn_dot(p->grad, p->grad, p->nv));
}

mask LANE(newton_isNear)(const newton_Lanes* p) {
  const real half = 0.5 * p->of->scale * vn_dot(p->grad, p->z, p->nv);
  return lane_select(0 >= half, lane_bc(0), half) < p->of->m->opt.tolerance;
}

// lanes whose start is good enough by a bound that needs only the factor of M
static mask isCertified(const newton_Lanes* p) {
  for (int i = 0; i < p->nv; i++) p->z[i] = p->grad[i];
  LANE(newton_inertiaSolve)(p, p->z);
  return LANE(newton_isNear)(p);
}

LANE_INLINE void axpy(real* res, const real* vec, real alpha, mask live, int n) {
  for (int i = 0; i < n; i++) res[i] = lane_select(live, res[i] + vec[i] * alpha, res[i]);
}

void LANE(newton_move)(const newton_Lanes* p, const real* alpha, mask live) {
  axpy(p->qacc, p->search, *alpha, live, p->nv);
  axpy(p->Ma, p->Mv, *alpha, live, p->nv);
  axpy(p->jar, p->Jv, *alpha, live, p->rows->nefc);
}

// iterates; returns the number of iterations
static lint iterate(const newton_Lanes* p, mask live) {
  const double tol = p->of->m->opt.tolerance;
  lint niter = lane_bci(0);
  for (int iter = 0; iter < p->of->m->opt.iterations && lane_any(live); iter++) {
    real alpha, cost, norm;
    for (int i = 0; i < p->nv; i++) p->search[i] = -p->z[i];
    LANE(newton_line)(p, live, &alpha, &cost);
    live = live & lane_not(alpha == 0);
    if (!lane_any(live)) break;
    LANE(newton_move)(p, &alpha, live);
    memcpy(p->before, p->active, (size_t)p->rows->nefc * sizeof *p->before);
    LANE(newton_forces)(p);
    LANE(newton_gradient)(p, &norm);
    const real improvement = -p->of->scale * cost;
    niter -= live;
    live = live & lane_not(((improvement > 0) & (improvement < tol)) | (norm < tol));
    if (!lane_any(live)) break;
    LANE(newton_nextDirection)(p, live);
    live = live & lane_not(LANE(newton_isNear)(p));
  }
  return niter;
}

static lint solve(const newton_Lanes* p, mask live) {
  real norm;
  LANE(newton_gradient)(p, &norm);
  const mask flat = norm < p->of->m->opt.tolerance;
  if (lane_any(live & flat)) live = live & lane_not(flat & isCertified(p));
  if (!lane_any(live)) return lane_bci(0);
  LANE(newton_firstDirection)(p, live);
  live = live & lane_not(flat & LANE(newton_isNear)(p));
  return iterate(p, live);
}

bool LANE(newton_solve)(newton_Lanes* p, lane_Data* d, lint* niter) {
  lane_mark(d);
  const bool fits = takeScratch(p, d);
  if (fits) *niter = solve(p, p->of->lanes);
  lane_free(d);
  return fits;
}

#endif
