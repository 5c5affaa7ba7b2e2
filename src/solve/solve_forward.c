// Constraint solver driver of forward dynamics: warm start, solver for each island or for the
// whole, no-slip iterations. Also the constraint forces of inverse dynamics.
//   qacc_smooth, qacc_warmstart, rows -> qacc, efc_b, efc_force, efc_state, qfrc_constraint
#include "solve/solve.h"

#include <stdatomic.h>
#include <string.h>

#include <sinew/api.h>

#include "force/flex_metric.h"
#include "model/awake.h"
#include "model/stack.h"
#include "model/threads.h"
#include "model/warning.h"
#include "solve/dual.h"
#include "solve/linearize.h"
#include "solve/primal.h"

#define WORK_FOR_THREADS 4096  // dofs x rows, summed over islands

// ---- without rows, or without enough scratch memory to solve for them

static void zeroForces(mjData* d) {
  const range_List fresh = awake_freshRanges(d);
  range_eachRange(fresh, s) dense_zero(d->qfrc_constraint + s->dof[0], range_dofs(s));
}

// odd: sleeping trees keep; qacc is qacc_smooth of the pass in which they fell asleep
static void solveNothing(mjData* d) {
  const range_List fresh = awake_freshRanges(d);
  range_eachRange(fresh, s) {
    dense_copy(d->qacc + s->dof[0], d->qacc_smooth + s->dof[0], range_dofs(s));
  }
  zeroForces(d);
  for (int i = 0; i < mjNISLAND; i++) d->solver_niter[i] = 0;
}

// not enough scratch memory: the rows exert no force
static void dropForces(mjData* d) {
  warning_rowsFull(d);
  zeroForces(d);
  dense_zero(d->efc_force, d->nefc);
  for (int i = 0; i < d->nefc; i++) d->efc_state[i] = mjCNSTRSTATE_SATISFIED;
}

bool solve_useIslands(const mjModel* m, const mjData* d) {
  return d->nisland > 0 && !(m->opt.disableflags & mjDSBL_ISLAND) && !metric_isActive(d);
}

// ---- primal solvers

static void publishRows(const solve_System* s) {
  mjData* d = s->d;
  ASSERT(!s->gathered || d->iefc_force != d->efc_force);
  if (s->gathered) {
    for (int at = 0; at < d->nefc; at++) {
      d->efc_force[d->map_iefc2efc[at]] = d->iefc_force[at];
      d->efc_state[d->map_iefc2efc[at]] = d->iefc_state[at];
    }
  } else if (d->iefc_force != d->efc_force) {
    dense_copy(d->iefc_force, d->efc_force, d->nefc);
    for (int i = 0; i < d->nefc; i++) d->iefc_state[i] = d->efc_state[i];
  }
}

static void publishDofs(mjData* d) {
  for (int at = 0; at < d->nidof; at++) {
    const int i = d->map_idof2dof[at];
    d->ifrc_smooth[at] = d->qfrc_smooth[i];
    d->ifrc_constraint[at] = d->qfrc_constraint[i];
    d->iacc_smooth[at] = d->qacc_smooth[i];
    d->iacc[at] = d->qacc[i];
  }
}

typedef bool (*PrimalSolver)(solve_System*, solve_Problem*);

// islands that are solved in parallel: each has its own dofs, rows and scratch
typedef struct {
  const solve_System* s;
  PrimalSolver solver;
  atomic_bool isShort;  // one of them has not enough scratch memory
} Islands;

static void copyStat(mjData* d, const mjData* view, int island) {
  if (island >= mjNISLAND || d == view) return;
  const int n = view->solver_niter[island] < mjNSOLVER ? view->solver_niter[island] : mjNSOLVER;
  memcpy(d->solver + island * mjNSOLVER, view->solver + island * mjNSOLVER,
         (size_t)n * sizeof *d->solver);
  d->solver_niter[island] = view->solver_niter[island];
  d->solver_nnz[island] = view->solver_nnz[island];
}

static void solveIsland(void* context, int i, int worker) {
  Islands* islands = context;
  solve_System s = *islands->s;
  s.d = threads_view(islands->s->d, worker);
  s.alone = false;
  ASSERT(s.d->efc_force == islands->s->d->efc_force);  // a view differs only in its scratch memory
  if (!islands->solver(&s, s.problem + i)) islands->isShort = true;
  copyStat(islands->s->d, s.d, s.problem[i].island);
}

// returns true if waking the threads costs less than they save
static bool paysThreads(const solve_System* s) {
  mjtSize work = 0;
  if (s->nproblem < 2 || threads_count(s->d) < 2) return false;
  for (int i = 0; i < s->nproblem; i++) {
    work += (mjtSize)s->problem[i].nv * s->problem[i].rows.nefc;
  }
  return work >= WORK_FOR_THREADS;
}

static bool solveProblems(solve_System* s, PrimalSolver solver) {
  if (paysThreads(s)) {
    Islands islands = {.s = s, .solver = solver};
    threads_run(s->d, solveIsland, &islands, s->nproblem);
    return !islands.isShort;
  }
  bool fits = true;
  for (int i = 0; i < s->nproblem && fits; i++) fits = solver(s, s->problem + i);
  return fits;
}

// workers raise no warnings: raised here in island order, they do not depend on threads
static void warnOfCuts(const solve_System* s) {
  for (int i = 0; i < s->nproblem; i++) {
    const solve_Problem* p = s->problem + i;
    if (p->isCut) warning_solveCut(s->d, p->niter);
  }
}

static bool solvePrimal(const mjModel* m, mjData* d, PrimalSolver solver) {
  solve_System s;
  const bool islands = solve_useIslands(m, d);
  if (!solve_system(m, d, islands, false, &s)) return false;
  warm_primal(&s);
  if (!solveProblems(&s, solver)) return false;
  warnOfCuts(&s);
  if (islands) {
    publishRows(&s);
    publishDofs(d);
  }
  return true;
}

// ---- all solvers

static bool runNewton(const mjModel* m, mjData* d) { return solvePrimal(m, d, solve_newton); }
static bool runConjugate(const mjModel* m, mjData* d) { return solvePrimal(m, d, solve_conjugate); }

// AR may be missing if options changed since the rows were made
static bool runDual(const mjModel* m, mjData* d, dual_Solver solver) {
  if (!d->efc_AR) con_project(m, d);
  return d->efc_AR && (solver != solve_pgs || warm_dual(m, d)) &&
         solve_dual(m, d, solve_useIslands(m, d), solver);
}

static bool runPgs(const mjModel* m, mjData* d) { return runDual(m, d, solve_pgs); }

static bool (*const solvers[])(const mjModel*, mjData*) = {
    [mjSOL_PGS] = runPgs, [mjSOL_CG] = runConjugate, [mjSOL_NEWTON] = runNewton};

static bool solveRows(const mjModel* m, mjData* d, int solver) {
  if (!solvers[solver](m, d)) return false;
  const bool noslip = m->opt.noslip_iterations > 0;
  if (noslip && !runDual(m, d, solve_noslip)) return false;
  if (noslip || solver == mjSOL_PGS) dual_finish(m, d);
  return true;
}

static void solve(const mjModel* m, mjData* d) {
  const int solver = m->opt.solver;
  if (!d->nefc) {
    solveNothing(d);
    return;
  }
  if (solver < 0 || solver >= (int)(sizeof solvers / sizeof *solvers)) {
    mju_error("mj_fwdConstraint: solver %d does not exist; it must be %d to %d", solver, mjSOL_PGS,
              mjSOL_NEWTON);
    solveNothing(d);
    return;
  }
  zeroForces(d);
  for (int i = 0; i < mjNISLAND; i++) d->solver_niter[i] = 0;
  mj_markStack(d);
  const bool fits = solveRows(m, d, solver);
  mj_freeStack(d);
  if (!fits) {
    solveNothing(d);
    dropForces(d);
  }
}

void solve_forward(const mjModel* m, mjData* d) {
  linear_forget(d);
  solve(m, d);
  awake_settle(d, AWAKE_SOLVED);
}

void solve_inverse(const mjModel* m, mjData* d) {
  linear_forget(d);
  if (!d->nefc) {
    zeroForces(d);
    return;
  }
  mj_markStack(d);
  mjtNum* jar = stack_num(d, (size_t)d->nefc);
  if (jar) {
    const con_Rows rows = con_rows(d);
    con_mulJac(&rows, jar, d->qacc);
    for (int i = 0; i < d->nefc; i++) jar[i] -= d->efc_aref[i];
    con_update(m, d, jar, NULL, false);
  } else {
    dropForces(d);  // qacc is an input here
  }
  mj_freeStack(d);
}
