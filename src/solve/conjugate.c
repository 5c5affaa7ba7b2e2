// Nonlinear conjugate gradients (Hager, Zhang 2005) on the primal cost, preconditioned with M, with
// an exact line search.
//   qacc, Ma, jar, force, state at the start -> the same at the end; qfrc_constraint
#include "solve/primal.h"

#include <sinew/api.h>
#include <sinew/math.h>

#include "math/dense.h"
#include "model/stack.h"
#include "solve/solve_stat.h"

// z = M^-1 grad
static void precondition(const solve_System* s, const solve_Problem* p) {
  prod_copy(p, s->z, s->grad);
  prod_inertiaSolve(s, p, s->z);
}

// search = -z + beta search
static void turn(const solve_System* s, const solve_Problem* p, mjtNum beta) {
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) s->search[i] = beta * s->search[i] - s->z[i];
  }
}

// y, u: on input grad and z before the last step, on output their changes
static void differences(const solve_System* s, const solve_Problem* p, mjtNum* y, mjtNum* u) {
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      y[i] = s->grad[i] - y[i];
      u[i] = s->z[i] - u[i];
    }
  }
}

static mjtNum hagerZhang(const solve_System* s, const solve_Problem* p, const mjtNum* y,
                         const mjtNum* u) {
  const mjtNum dy = prod_dot(p, s->search, y);
  if (dy < mjMINVAL) return 0;
  const mjtNum norm = __builtin_sqrt(prod_dot(p, s->search, s->search));
  const mjtNum slope = __builtin_sqrt(prod_dot(p, s->grad, s->grad));
  const mjtNum least = -1 / mju_max(mjMINVAL, norm * mju_min(PRIMAL_ETA, slope));
  const mjtNum yz = prod_dot(p, y, s->z), yu = prod_dot(p, y, u);
  // order: the quotient first
  return mju_max(least, (yz - 2 * (yu / dy) * prod_dot(p, s->search, s->grad)) / dy);
}

static int iterate(solve_System* s, solve_Problem* p, mjtNum* y, mjtNum* u) {
  const mjtNum tol = s->m->opt.tolerance;
  solve_Budget budget = budget_make(s->work);
  int iter = 0;
  for (int r = 0; r < p->nrange; r++) dense_zero(s->search + p->range[r].adr, p->range[r].num);
  turn(s, p, 0);
  while (iter < s->m->opt.iterations && budget_next(&budget)) {
    line_Result line;
    cost_Count count;
    if (!line_search(s, p, &budget, &line)) return -1;
    if (line.alpha == 0) break;
    primal_move(s, p, line.alpha);
    cost_update(&p->rows, p->jar, p->force, p->state, &count);
    prod_copy(p, y, s->grad);
    prod_copy(p, u, s->z);
    const mjtNum gradient = primal_gradient(s, p), improvement = -p->scale * line.cost;
    const mjSolverStat stat = {.improvement = improvement,
                               .gradient = gradient,
                               .lineslope = line.lineslope,
                               .nactive = count.nactive,
                               .nchange = count.nchange,
                               .neval = line.neval};
    stat_save(s->d, p->island, iter++, &stat);
    if ((improvement > 0 && improvement < tol) || gradient < tol) break;
    precondition(s, p);
    differences(s, p, y, u);
    turn(s, p, hagerZhang(s, p, y, u));
  }
  p->isCut = budget.isCut;
  p->niter = iter;
  return iter;
}

bool solve_conjugate(solve_System* s, solve_Problem* p) {
  primal_gradient(s, p);
  precondition(s, p);
  int iter = 0;
  if (!(primal_decrement(s, p) < s->m->opt.tolerance)) {
    const size_t nv = (size_t)s->m->nv;
    mj_markStack(s->d);
    mjtNum *y = stack_num(s->d, nv), *u = stack_num(s->d, nv);
    iter = y && u ? iterate(s, p, y, u) : -1;
    mj_freeStack(s->d);
  }
  stat_finish(s->d, p->island, iter < 0 ? 0 : iter, p->nJ);
  return iter >= 0;
}
