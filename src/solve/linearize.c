// Implicit differentiation at the solution: factors the Hessian and solves with it
// (solve/linearize.h).
//   M, rows, efc_state, qacc, contact.mu -> factor in the arena, contact.H; X -> H^-1 X
#include "solve/linearize.h"

#include <stddef.h>

#include <sinew/api.h>

#include "dyn/dyn.h"
#include "dyn/inertia_panel.h"
#include "model/private_data.h"
#include "model/stack.h"
#include "solve/hessian.h"

// stored in the arena: the system, and a factor for each of its problems
typedef struct {
  solve_System system;
  hess_Matrix* factor;
} Kept;

// ---- in the arena

static Kept* keptOf(const mjData* d) {
  const private_Data* priv = private_of(d);
  ASSERT(!priv->linear || priv->linearEnd <= d->parena);
  return priv->linear ? (Kept*)((char*)d->arena + priv->linear) : NULL;
}

// memory that was allocated after it stays
void linear_forget(mjData* d) {
  private_Data* priv = private_of(d);
  if (priv->linear && d->parena == priv->linearEnd) d->parena = priv->linearBegin;
  priv->linear = 0;
}

// ---- the factor

// states and residuals of the rows, in problem order
static void takeSolution(const solve_System* s) {
  mjData* d = s->d;
  for (int at = 0; s->gathered && at < d->nefc; at++) {
    d->iefc_state[at] = d->efc_state[d->map_iefc2efc[at]];
  }
  for (int i = 0; i < s->nproblem; i++) {
    const solve_Problem* p = s->problem + i;
    con_mulJac(&p->rows, p->jar, d->qacc);
    for (int k = 0; k < p->rows.nefc; k++) p->jar[k] -= p->rows.aref[k];
  }
}

static Kept* build(const mjModel* m, mjData* d) {
  Kept* kept = stack_arena(d, sizeof *kept, _Alignof(max_align_t));
  if (!kept) return NULL;
  solve_System* s = &kept->system;
  if (!solve_system(m, d, solve_useIslands(m, d), true, s)) return NULL;
  kept->factor = solve_take(s, (size_t)s->nproblem, sizeof *kept->factor);
  if (!kept->factor) return NULL;
  takeSolution(s);
  for (int i = 0; i < s->nproblem; i++) {
    if (!hess_make(s, s->problem + i, kept->factor + i)) return NULL;
    hess_factor(s, s->problem + i, kept->factor + i);
  }
  return kept;
}

static const Kept* refresh(const mjModel* m, mjData* d) {
  private_Data* priv = private_of(d);
  const Kept* kept = keptOf(d);
  if (kept) return kept;
  const size_t before = d->parena;
  ASSERT(priv->jac < before);  // the rows that it uses lie before it
  mj_markStack(d);
  kept = build(m, d);
  mj_freeStack(d);
  if (!kept) {
    d->parena = before;
    return NULL;
  }
  priv->linear = (size_t)((const char*)kept - (const char*)d->arena);
  priv->linearBegin = before;
  priv->linearEnd = d->parena;
  return kept;
}

// ---- solve

static void solveInertia(const mjModel* m, const mjData* d, range_Range range, mjtNum* x) {
  LANE(dyn_solveRanges)(m, (range_List){&range, 1}, x, d->qLD, d->qLDiagInv);
}

// trees without rows have only M
static void solveOthers(const mjModel* m, const mjData* d, mjtNum* x) {
  for (int t = 0; t < m->ntree; t++) {
    if (d->tree_island[t] < 0) solveInertia(m, d, range_ofTree(m, t), x);
  }
}

bool solve_linearize(const mjModel* m, mjData* d, mjtNum* X, int n) {
  const Kept* kept = d->nefc ? refresh(m, d) : NULL;
  if (d->nefc && !kept) return false;
  for (int k = 0; k < n; k++) {
    mjtNum* x = X + (size_t)k * (size_t)m->nv;
    if (!kept) {
      solveInertia(m, d, range_whole(m), x);
      continue;
    }
    if (solve_useIslands(m, d)) solveOthers(m, d, x);
    for (int i = 0; i < kept->system.nproblem; i++) {
      hess_solve(kept->system.problem + i, kept->factor + i, x);
    }
  }
  return true;
}

bool solve_linearizePanel(const mjModel* m, mjData* d, const panel_Panel* x) {
  const Kept* kept = d->nefc ? refresh(m, d) : NULL;
  if (d->nefc && !kept) return false;
  if (!kept) {
    inertia_solvePanel(m, range_whole(m), x, d->qLD, d->qLDiagInv);
    return true;
  }
  for (int t = 0; t < m->ntree && solve_useIslands(m, d); t++) {
    if (d->tree_island[t] < 0) inertia_solvePanel(m, range_ofTree(m, t), x, d->qLD, d->qLDiagInv);
  }
  for (int i = 0; i < kept->system.nproblem; i++) {
    hess_solvePanel(kept->system.problem + i, kept->factor + i, x);
  }
  return true;
}
