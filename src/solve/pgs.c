// Projected Gauss-Seidel with Nesterov momentum and restart: rows and elliptic contacts in an order
// that is shuffled anew for each sweep.
//   efc_AR, efc_b, efc_force -> efc_force, efc_state
#include <math.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include <sinew/api.h>

#include "model/hidden.h"
#include "model/stack.h"
#include "model/warning.h"
#include "solve/budget.h"
#include "solve/cone_force.h"
#include "solve/dual.h"
#include "solve/shuffle.h"
#include "solve/solve_stat.h"

// ---- items

// a row, or an elliptic contact
typedef struct {
  int efc, dim;           // rows
  const mjContact* cone;  // NULL: a row
  mjtNum low, high;       // bounds of the row's force
  mjtNum A, inv;          // its entry on the diagonal of AR, which is 1/inv, and inv
} Item;

static int listItems(const dual_Problem* p, Item* item) {
  const mjData* d = p->d;
  int n = 0;
  for (int k = 0; k < p->nblock; k++) {
    const con_Block* b = p->block[k];
    const bool cone = b->shape == CON_ELLIPTIC;
    for (int i = b->efc; i < b->efc + (cone ? 1 : b->nefc); i++) {
      Item* it = item + n++;
      *it = (Item){.efc = i, .dim = cone ? b->nefc : 1, .high = INFINITY};
      if (cone) it->cone = d->contact + b->contact;
      if (b->shape == CON_EQUALITY) it->low = -INFINITY;
      if (b->shape == CON_FRICTION) {
        it->high = d->efc_frictionloss[i];
        it->low = -it->high;
      }
      dual_square(p, i, 1, &it->A);
      it->inv = 1 / it->A;
      it->A = 1 / it->inv;  // order: rounded twice
    }
  }
  return n;
}

// ---- order

// Orders of n items, sweep after sweep. The hidden part keeps those that fit, for the next solve
// that has as many items
typedef struct {
  hidden_Data* kept;
  int n, sweep;
  const int* last;     // of the sweep before, NULL: this is the first
  int* order;          // (n) of sweeps that do not fit
  uint64_t generator;  // of theirs
} Orders;

static void startOrders(Orders* o) {
  hidden_Data* kept = o->kept;
  if (kept->orderItems == o->n) return;
  kept->orderItems = o->n;
  kept->nsweep = 0;
  kept->orderGenerator = shuffle_begin();
}

static const int* nextOrder(Orders* o) {
  hidden_Data* kept = o->kept;
  const int n = o->n, sweep = o->sweep++;
  int* const place = kept->order + (size_t)sweep * (size_t)n;
  if (sweep < kept->nsweep) return o->last = place;
  const bool fits = sweep == kept->nsweep && n <= kept->orderMost - sweep * n;
  int* const now = fits ? place : o->order;
  if (sweep == kept->nsweep) o->generator = kept->orderGenerator;
  if (!o->last) {
    for (int k = 0; k < n; k++) now[k] = k;
  } else if (now != o->last) {
    memcpy(now, o->last, (size_t)n * sizeof *now);
  }
  shuffle_order(&o->generator, now, n);
  if (fits) {
    kept->nsweep++;
    kept->orderGenerator = o->generator;
  }
  return o->last = now;
}

// ---- projection

static inline mjtNum clampRow(mjtNum f, mjtNum low, mjtNum high) {
  const mjtNum above = f < low ? low : f;
  return above > high ? high : above;
}

// ---- minimum over one item; returns the change of the cost

static inline mjtNum sweepRow(const dual_Problem* p, const Item* item) {
  const mjtNum res = dual_residual(p, item->efc), old = p->d->efc_force[item->efc];
  const mjtNum now = clampRow(old - res * item->inv, item->low, item->high), delta = now - old;
  const mjtNum change = 0.5 * delta * delta * item->A + delta * res;
  if (change > DUAL_ROUNDING) return 0;
  dual_storeOne(p->d->efc_force, p->d->nefc, item->efc, now);
  return change;
}

static mjtNum sweepCone(const dual_Problem* p, const Item* item) {
  const int n = item->dim;
  mjtNum A[36], res[6], old[6], f[6];
  for (int i = 0; i < n; i++) res[i] = dual_residual(p, item->efc + i);
  dual_square(p, item->efc, n, A);
  dense_copy(old, p->d->efc_force + item->efc, n);
  cone_minimum(f, old, A, res, item->inv, item->cone->friction, n);
  return dual_settle(p, item->efc, f, old, A, res, n);
}

// ---- momentum

typedef struct {
  mjtNum *previous, *momentum;  // (rows) f of the sweep before, and f at which this sweep began
  int k;                        // sweeps since the last restart
} Momentum;

// the rows of a run at the momentum, inside their bounds
static void moveRun(const mjData* d, const dual_Run* run, const mjtNum* previous, mjtNum beta,
                    mjtNum* f) {
  const mjtNum *now = d->efc_force + run->efc, *most = d->efc_frictionloss + run->efc;
  const int n = run->nefc;
  for (int i = 0; i < n; i++) f[i] = now[i] + beta * (now[i] - previous[i]);
  if (run->shape == CON_ELLIPTIC) cone_clamp(f, d->contact[run->contact].friction, n);
  for (int i = 0; i < n && run->shape == CON_FRICTION; i++) {
    f[i] = clampRow(f[i], -most[i], most[i]);
  }
  for (int i = 0; i < n && run->shape == CON_ONESIDED; i++) f[i] = clampRow(f[i], 0, INFINITY);
}

static void startSweep(const dual_Problem* p, const Momentum* mo, int iter) {
  mjData* d = p->d;
  const mjtNum beta = iter ? (mjtNum)(mo->k - 1) / (mo->k + 2) : 0;
  for (int k = 0, at = 0; k < p->nrun; at += p->run[k++].nefc) {
    const dual_Run* run = p->run + k;
    mjtNum *f = d->efc_force + run->efc, *start = mo->momentum + at;
    if (beta > 0) moveRun(d, run, mo->previous + at, beta, start);
    dense_copy(mo->previous + at, f, run->nefc);
    dense_copy(beta > 0 ? f : start, beta > 0 ? start : f, run->nefc);
  }
}

static void finishSweep(const dual_Problem* p, Momentum* mo, int iter) {
  mjtNum sum = 0;
  for (int k = 0, at = 0; k < p->nrun; at += p->run[k++].nefc) {
    const mjtNum* f = p->d->efc_force + p->run[k].efc;
    for (int i = 0; i < p->run[k].nefc; i++) {
      const mjtNum start = mo->momentum[at + i];
      sum += (f[i] - start) * (start - mo->previous[at + i]);
    }
  }
  mo->k = iter && sum < 0 ? 0 : mo->k + 1;
}

// ---- solver

// all items in their order; returns by how much the cost falls
static mjtNum sweep(const dual_Problem* p, const Item* item, const int* order, int n) {
  mjtNum improvement = 0;
  for (int k = 0; k < n; k++) {
    const Item* it = item + order[k];
    improvement -= it->cone ? sweepCone(p, it) : sweepRow(p, it);
  }
  return improvement;
}

static int sweeps(const dual_Problem* p, const Item* item, Orders* orders, Momentum* mo) {
  solve_Budget budget = budget_make(p->work);
  cost_Count count;
  int iter = 0;
  startOrders(orders);
  dual_states(p, &count);
  while (iter < p->m->opt.iterations && budget_next(&budget)) {
    startSweep(p, mo, iter);
    const mjtNum improvement = p->scale * sweep(p, item, nextOrder(orders), orders->n);
    dual_states(p, &count);
    const mjSolverStat stat = {
        .improvement = improvement, .nactive = count.nactive, .nchange = count.nchange};
    stat_save(p->d, p->island, iter, &stat);
    finishSweep(p, mo, iter);
    iter++;
    if (improvement < p->m->opt.tolerance) break;
  }
  if (budget.isCut) warning_solveCut(p->d, iter);
  return iter;
}

bool solve_pgs(const dual_Problem* p) {
  const int n = dual_rows(p);
  mj_markStack(p->d);
  Item* item = stack_alloc(p->d, (size_t)n * sizeof *item, alignof(Item));
  Orders orders = {.kept = hidden_of(p->d), .order = stack_int(p->d, (size_t)n)};
  Momentum mo = {.previous = stack_num(p->d, (size_t)n), .momentum = stack_num(p->d, (size_t)n)};
  const bool fits = item && orders.order && mo.previous && mo.momentum;
  if (fits) {
    orders.n = listItems(p, item);
    ASSERT(orders.n <= n);
    stat_finish(p->d, p->island, sweeps(p, item, &orders, &mo), dual_size(p));
  }
  mj_freeStack(p->d);
  return fits;
}
