// Newton's method on the primal cost, with an exact line search. The Cholesky factor of the Hessian
// is updated only if a row changed its state or a contact slides on its cone, and only if none of
// the convergence tests that need no factor has ended the iteration.
//   qacc, Ma, jar, force, state at the start -> the same at the minimum; qfrc_constraint
#include "solve/hessian.h"

#include <sinew/api.h>

#include "math/dense.h"
#include "model/stack.h"
#include "solve/solve_stat.h"

// z = H^-1 grad; returns the decrement
static mjtNum direction(const solve_System* s, const solve_Problem* p, const hess_Matrix* h) {
  prod_copy(p, s->z, s->grad);
  hess_solve(p, h, s->z);
  return primal_decrement(s, p);
}

static void descend(const solve_System* s, const solve_Problem* p) {
  for (int r = 0; r < p->nrange; r++) {
    dense_scl(s->search + p->range[r].adr, s->z + p->range[r].adr, -1, p->range[r].num);
  }
}

// returns true if the start is good enough by a bound that needs only the factor of M
static bool isCertified(const solve_System* s, const solve_Problem* p) {
  prod_copy(p, s->z, s->grad);
  prod_inertiaSolve(s, p, s->z);
  return primal_decrement(s, p) < s->m->opt.tolerance;
}

// iterates; returns the number of iterations, -1: not enough scratch memory
static int iterate(solve_System* s, solve_Problem* p, hess_Matrix* h, int* before) {
  const mjtNum tol = s->m->opt.tolerance;
  bool cones = p->rows.ncone > 0;  // a contact slides on its cone, now or before
  solve_Budget budget = budget_make(s->work);
  int iter = 0;
  while (iter < s->m->opt.iterations && budget_next(&budget)) {
    line_Result line;
    cost_Count count;
    descend(s, p);
    if (!line_search(s, p, &budget, &line)) return -1;
    if (line.alpha == 0) break;
    primal_move(s, p, line.alpha);
    for (int i = 0; i < p->rows.nefc; i++) before[i] = p->state[i];
    cost_update(&p->rows, p->jar, p->force, p->state, &count);
    const mjtNum gradient = primal_gradient(s, p), improvement = -p->scale * line.cost;
    const bool done = (improvement > 0 && improvement < tol) || gradient < tol;
    ASSERT_FULL(count.nchange <= p->rows.nefc && count.nactive <= p->rows.nefc);
    cones |= count.ncone > 0;
    const bool same = done || (!count.nchange && !cones);
    const int nupdate = same ? 0 : hess_update(s, p, h, before);
    cones = count.ncone > 0;
    const mjSolverStat stat = {.improvement = improvement,
                               .gradient = gradient,
                               .lineslope = line.lineslope,
                               .nactive = count.nactive,
                               .nchange = count.nchange,
                               .neval = line.neval,
                               .nupdate = nupdate};
    stat_save(s->d, p->island, iter++, &stat);
    if (done || direction(s, p, h) < tol) break;
  }
  p->isCut = budget.isCut;
  p->niter = iter;
  return iter;
}

bool solve_newton(solve_System* s, solve_Problem* p) {
  const mjtNum tol = s->m->opt.tolerance;
  const bool flat = primal_gradient(s, p) < tol;
  if (flat && isCertified(s, p)) {
    stat_finish(s->d, p->island, 0, p->nJ);
    return true;
  }
  hess_Matrix h;
  int iter = -1;
  mj_markStack(s->d);
  int* before = stack_int(s->d, (size_t)p->rows.nefc);
  if (before && hess_make(s, p, &h)) {
    hess_factor(s, p, &h);
    const bool done = direction(s, p, &h) < tol && flat;
    iter = done ? 0 : iterate(s, p, &h, before);
    stat_finish(s->d, p->island, iter < 0 ? 0 : iter, h.nnz);
  }
  mj_freeStack(s->d);
  return iter >= 0;
}
