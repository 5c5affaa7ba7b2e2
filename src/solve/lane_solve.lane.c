// Constraint solver driver in SIMD lanes (solve_forward.c in one world): builds the problems of the
// lanes, chooses their warm start, solves one after another.
//   rows, M, qacc_smooth, qacc_warmstart -> qacc, qfrc_constraint, force
#include "solve/lane_solve.h"

#if LANE_W > 1

#include "solve/lane_newton.h"

typedef struct {
  const mjModel* m;
  lane_Data* d;
  real* force;
  mask done;  // lanes that are solved so far
  lint niter;
} Solve;

// ---- lanes that are solved

static mask isFinite(const real* array, int n, mask finite) {
  real sum = lane_bc(0);
  for (int i = 0; i < n; i++) sum += array[i] - array[i];  // NaN unless the value is finite
  return finite & (sum == 0);
}

static mask areFinite(const mjModel* m, const lane_Data* d) {
  const int nv = (int)m->nv;
  const mask finite = isFinite(d->qacc_smooth, nv, lane_bci(-1));
  return isFinite(d->qfrc_smooth, nv, isFinite(d->qacc_warmstart, nv, finite));
}

// lanes that have rows; *without: lanes whose rows act on no dof
static mask haveRows(const lane_Rows* rows, mask* without) {
  mask any = lane_bci(0), acts = lane_bci(0);
  for (int k = 0; k < rows->nblock; k++) {
    any = any | rows->has[k];
    if (rows->block[k].ncol) acts = acts | rows->has[k];
  }
  *without = any & lane_not(acts);
  return any;
}

// ---- problems

static void solveNothing(lane_Data* d, mask lanes, int nv) {
  for (int i = 0; i < nv; i++) {
    d->qacc[i] = lane_select(lanes, d->qacc_smooth[i], d->qacc[i]);
    d->qfrc_constraint[i] = lane_select(lanes, lane_bc(0), d->qfrc_constraint[i]);
  }
}

// to[at[i]] = from[i] in the lanes; at NULL: at[i] = i
static void blend(real* to, const int* at, const real* from, int n, mask lanes) {
  if (!at) {
    for (int i = 0; i < n; i++) to[i] = lane_select(lanes, from[i], to[i]);
    return;
  }
  for (int i = 0; i < n; i++) to[at[i]] = lane_select(lanes, from[i], to[at[i]]);
}

static void publish(const Solve* s, const newton_Lanes* p) {
  const mask lanes = p->of->lanes & s->done;
  blend(s->d->qacc, p->of->dof, p->qacc, p->nv, lanes);
  blend(s->d->qfrc_constraint, p->of->dof, p->frc, p->nv, lanes);
  blend(s->force, p->of->row, p->force, p->rows->nefc, lanes);
}

typedef bool Solver(newton_Lanes* p, lane_Data* d, lint* niter);

static Solver* const solvers[] = {[mjSOL_PGS] = LANE(pgs_solve),
                                  [mjSOL_CG] = LANE(conjugate_solve),
                                  [mjSOL_NEWTON] = LANE(newton_solve)};

// solves a problem from its start
static void solveProblem(Solve* s, newton_Lanes* p) {
  lint niter = lane_bci(0);
  if (!solvers[s->m->opt.solver](p, s->d, &niter)) {
    s->done = lane_bci(0);
    return;
  }
  // an overflow, also in M, may have been multiplied by zero rows that a lane does not have
  mask finite = isFinite(p->qacc, p->nv, p->of->lanes);
  finite = isFinite(p->Ma, p->nv, finite);
  s->done = s->done & (finite | lane_not(p->of->lanes));
  s->niter += niter & p->of->lanes;
  publish(s, p);
}

static bool solveWhole(Solve* s, const lane_Problem* of) {
  newton_Lanes p;
  if (!LANE(newton_open)(&p, s->d, of)) return false;
  if (s->m->opt.solver != mjSOL_PGS) LANE(newton_start)(&p);
  solveProblem(s, &p);
  return true;
}

// dofs without an island get their unconstrained acceleration
static bool solveIslands(Solve* s, const lane_Problem* all, const lane_Islands* islands) {
  lane_Data* d = s->d;
  const int n = islands->n;
  newton_Lanes whole;
  lane_Problem* of = (lane_Problem*)lane_scratch(d, n * (int)(sizeof *of / sizeof(real)));
  newton_Lanes* p = (newton_Lanes*)lane_scratch(d, (int)((size_t)n * sizeof *p / sizeof(real)) + 1);
  if (!of || !p || !LANE(newton_open)(&whole, d, all)) return false;
  for (int i = 0; i < n; i++) {
    if (!LANE(problem_island)(all, d, islands, islands->island + i, of + i)) return false;
    if (!LANE(newton_open)(p + i, d, of + i)) return false;
  }
  LANE(newton_startIslands)(&whole, p, n);
  solveNothing(d, all->lanes, all->nv);
  for (int i = 0; i < n; i++) solveProblem(s, p + i);
  return true;
}

static bool solveProblems(Solve* s, const lane_Rows* rows, mask live) {
  lane_Islands islands;
  lane_Problem whole;
  if (!LANE(islands_find)(s->m, s->d, rows, live, &islands)) return false;
  LANE(problem_whole)(s->m, s->d, rows, live, &whole);
  return islands.n ? solveIslands(s, &whole, &islands) : solveWhole(s, &whole);
}

// ---- all lanes

mask LANE(solve_lanes)(const mjModel* m, lane_Data* d, const lane_Rows* rows, mask alive,
                       real* force, lint* niter) {
  mask redo;
  const mask any = haveRows(rows, &redo);
  if (niter) *niter = lane_bci(0);
  solveNothing(d, alive & lane_not(any), (int)m->nv);
  alive = alive & any;
  if (!lane_any(alive) || solve_simdObstacle(m)) return alive;
  const mask live = alive & lane_not(redo) & areFinite(m, d);
  if (!lane_any(live)) return alive;
  Solve s = {.m = m, .d = d, .force = force, .done = live, .niter = lane_bci(0)};
  lane_mark(d);
  if (!solveProblems(&s, rows, live)) s.done = lane_bci(0);
  lane_free(d);
  if (niter) *niter = s.niter & s.done;
  return alive & lane_not(s.done);
}

#endif
