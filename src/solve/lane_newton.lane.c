// Newton's method on the primal cost, in lanes (newton.c in one world): lanes iterate together,
// each until its own tests end it.
//   rows, M, qacc_smooth, qacc_warmstart -> qacc, qfrc_constraint, force
#include "solve/lane_newton.h"
#include "solve/lane_solve.h"

#if LANE_W > 1

// ---- scratch

static bool takeScratch(newton_Lanes* p, lane_Data* d) {
  const int nv = p->nv, nefc = p->rows->nefc, size = nv * (nv + 1) / 2;
  const int ints = LANE_W * nefc + nv, words = p->rows->nblock;
  real* dofs = lane_scratch(d, (7 + NEWTON_UPDATES) * nv);
  real* rows = lane_scratch(d, 5 * nefc);
  p->quad = (newton_Quad*)lane_scratch(d, 4 * nefc);
  p->L = lane_scratch(d, 2 * size);
  p->cone = (newton_Cone*)lane_scratch(d, p->ncone * (int)(sizeof *p->cone / sizeof(real)));
  p->column = lane_scratch(d, p->ncone ? (nefc - newton_contact(p, 0)->efc) * nv : 0);
  p->groups = (uint64_t*)lane_scratch(d, (words + LANE_W - 1) / LANE_W);
  p->changed = (int*)lane_scratch(d, (ints + 2 * LANE_W - 1) / (2 * LANE_W));
  if (!dofs || !rows || !p->quad || !p->L || !p->cone || !p->column || !p->groups || !p->changed) {
    return false;
  }
  real** const vector[] = {&p->qacc, &p->Ma, &p->grad, &p->z, &p->search, &p->Mv, &p->frc, &p->x};
  for (size_t k = 0; k < sizeof vector / sizeof *vector; k++) *vector[k] = dofs + k * (size_t)nv;
  p->jar = rows;
  p->Jv = rows + nefc;
  p->force = rows + 2 * nefc;
  p->active = (mask*)(rows + 3 * nefc);
  p->before = p->active + nefc;
  p->spare = p->L + size;
  p->first = p->changed + LANE_W * nefc;
  return true;
}

// ---- lanes that are solved

static bool isContact(const lane_Block* b) { return b->type >= mjCNSTR_CONTACT_FRICTIONLESS; }

// ncone, none, plain
static void countCones(newton_Lanes* p) {
  const lane_Rows* rows = p->rows;
  mask elliptic = lane_bci(0);
  bool any = false;
  int k = rows->nblock;
  for (; k > 0 && isContact(rows->block + k - 1); k--) {
    if (rows->block[k - 1].shape != CON_ELLIPTIC) continue;
    elliptic = elliptic | rows->has[k - 1];
    any = true;
  }
  p->ncone = any ? rows->nblock - k : 0;
  p->none = (any ? rows->block[k].efc : rows->nefc) - rows->ne - rows->nf;
  p->plain = lane_not(elliptic);
}

static mask isFinite(const real* array, int n, mask finite) {
  real sum = lane_bc(0);
  for (int i = 0; i < n; i++) sum += array[i] - array[i];  // NaN unless it is finite
  return finite & (sum == 0);
}

static mask areFinite(const mjModel* m, const lane_Data* d) {
  const int nv = (int)m->nv;
  const mask finite = isFinite(d->qacc_smooth, nv, lane_bci(-1));
  return isFinite(d->qfrc_smooth, nv, isFinite(d->qacc_warmstart, nv, finite));
}

// lanes that have rows; *without: those whose rows act on no dof
static mask haveRows(const lane_Rows* rows, mask* without) {
  mask any = lane_bci(0), acts = lane_bci(0);
  for (int k = 0; k < rows->nblock; k++) {
    any = any | rows->has[k];
    if (rows->block[k].ncol) acts = acts | rows->has[k];
  }
  *without = any & lane_not(acts);
  return any;
}

// ---- parts of an iteration

static real scaleOf(const mjModel* m, const lane_Data* d) {
  if (m->opt.disableflags & mjDSBL_ISLAND) {
    const double nv = m->nv > 1 ? (double)m->nv : 1;
    return lane_bc(1 / (lane_stat(m, meaninertia) * nv));
  }
  real trace = lane_bc(0);
  for (int i = 0; i < m->nv; i++) trace += d->M[m->M_rowadr[i] + m->M_rownnz[i] - 1];
  return 1 / trace;
}

// order: the forces are taken away one after another
static real gradient(const newton_Lanes* p) {
  LANE(newton_mulJacT)(p, p->frc, p->force);
  for (int i = 0; i < p->nv; i++) p->grad[i] = p->Ma[i] - p->d->qfrc_smooth[i] - p->frc[i];
  return p->scale * lane_sqrt(vn_dot(p->grad, p->grad, p->nv));
}

static real decrement(const newton_Lanes* p) {
  const real half = 0.5 * p->scale * vn_dot(p->grad, p->z, p->nv);
  return lane_select(0 >= half, lane_bc(0), half);
}

// whether the start is good enough by a bound that needs the factor of M only
static mask isCertified(const newton_Lanes* p) {
  for (int i = 0; i < p->nv; i++) p->z[i] = p->grad[i];
  LANE(newton_inertiaSolve)(p, p->z);
  return decrement(p) < p->m->opt.tolerance;
}

LANE_INLINE void axpy(real* res, const real* vec, real alpha, mask live, int n) {
  for (int i = 0; i < n; i++) res[i] = lane_select(live, res[i] + vec[i] * alpha, res[i]);
}

static void move(const newton_Lanes* p, real alpha, mask live) {
  axpy(p->qacc, p->search, alpha, live, p->nv);
  axpy(p->Ma, p->Mv, alpha, live, p->nv);
  axpy(p->jar, p->Jv, alpha, live, p->rows->nefc);
}

// one iteration after another; returns their numbers
static lint iterate(const newton_Lanes* p, mask live) {
  const double tol = p->m->opt.tolerance;
  lint niter = lane_bci(0);
  for (int iter = 0; iter < p->m->opt.iterations && lane_any(live); iter++) {
    real alpha, cost;
    for (int i = 0; i < p->nv; i++) p->search[i] = -p->z[i];
    LANE(newton_line)(p, live, &alpha, &cost);
    live = live & lane_not(alpha == 0);
    if (!lane_any(live)) break;
    move(p, alpha, live);
    memcpy(p->before, p->active, (size_t)p->rows->nefc * sizeof *p->before);
    LANE(newton_forces)(p);
    const real norm = gradient(p), improvement = -p->scale * cost;
    niter -= live;
    live = live & lane_not(((improvement > 0) & (improvement < tol)) | (norm < tol));
    if (!lane_any(live)) break;
    LANE(newton_nextDirection)(p, live);
    live = live & lane_not(decrement(p) < tol);
  }
  return niter;
}

static lint solve(const newton_Lanes* p, mask live) {
  const double tol = p->m->opt.tolerance;
  LANE(newton_structure)(p);
  LANE(newton_makeCones)(p);
  LANE(newton_start)(p);
  const mask flat = gradient(p) < tol;
  if (lane_any(live & flat)) live = live & lane_not(flat & isCertified(p));
  if (!lane_any(live)) return lane_bci(0);
  LANE(newton_firstDirection)(p, live);
  live = live & lane_not(flat & (decrement(p) < tol));
  return iterate(p, live);
}

// ---- all lanes

static void solveNothing(lane_Data* d, mask lanes, int nv) {
  for (int i = 0; i < nv; i++) {
    d->qacc[i] = lane_select(lanes, d->qacc_smooth[i], d->qacc[i]);
    d->qfrc_constraint[i] = lane_select(lanes, lane_bc(0), d->qfrc_constraint[i]);
  }
}

static void publish(const newton_Lanes* p, lane_Data* d, mask lanes, real* force) {
  for (int i = 0; i < p->nv; i++) {
    d->qacc[i] = lane_select(lanes, p->qacc[i], d->qacc[i]);
    d->qfrc_constraint[i] = lane_select(lanes, p->frc[i], d->qfrc_constraint[i]);
  }
  for (int i = 0; i < p->rows->nefc; i++) force[i] = lane_select(lanes, p->force[i], force[i]);
}

mask LANE(solve_lanes)(const mjModel* m, lane_Data* d, const lane_Rows* rows, mask alive,
                       real* force, lint* niter) {
  newton_Lanes p = {.m = m, .d = d, .rows = rows, .nv = (int)m->nv};
  mask redo;
  const mask any = haveRows(rows, &redo);
  if (niter) *niter = lane_bci(0);
  solveNothing(d, alive & lane_not(any), p.nv);
  alive = alive & any;
  if (!lane_any(alive)) return alive;
  if (solve_obstacle(m)) return alive;
  countCones(&p);
  redo = redo | lane_not(areFinite(m, d));
  const mask live = alive & lane_not(redo);
  if (!lane_any(live)) return alive;
  lane_mark(d);
  if (!takeScratch(&p, d)) {
    lane_free(d);
    return alive;
  }
  p.scale = scaleOf(m, d);
  const lint n = solve(&p, live);
  // what overflowed, in M too, may have met rows that a lane does not have
  mask done = isFinite(p.qacc, p.nv, live);
  done = isFinite(p.Ma, p.nv, done);
  publish(&p, d, done, force);
  lane_free(d);
  if (niter) *niter = n & done;
  return alive & lane_not(done);
}

#endif
