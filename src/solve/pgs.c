// Projected Gauss-Seidel (PGS) with Nesterov momentum and restart: sweeps over rows and elliptic
// contacts in a random order, shuffled anew for each sweep.
//   efc_AR, efc_b, efc_force -> efc_force, efc_state
#include <math.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include <sinew/api.h>

#include "math/four.h"
#include "model/private_data.h"
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
  int efc, dim;           // first row and number of rows
  const mjContact* cone;  // NULL: a row
  const mjtNum* AR;       // its row of AR if that is dense
  mjtNum b, low, high;    // bounds of the row's force
  mjtNum A, inv;          // diagonal entry of AR, which is 1/inv, and inv
} Item;

// Arrays over the rows of efc_, in whole groups of four that do not straddle cache lines: the next
// row waits for the force of the one before, which it loads from memory
typedef struct {
  mjtNum* f;                    // forces
  mjtNum *low, *high;           // their bounds; infinite for the rows of a cone
  mjtNum *previous, *momentum;  // f of the sweep before, and f at the start of this sweep
} Rows;

enum { ROW_ARRAYS = sizeof(Rows) / sizeof(mjtNum*), ALIGN = 64 };

static bool takeRows(mjData* d, Rows* rows) {
  const size_t n = ((size_t)d->nefc + 7) / 8 * 8;
  mjtNum* at = stack_alloc(d, ROW_ARRAYS * n * sizeof *at, ALIGN);
  if (!at) return false;
  *rows = (Rows){at, at + n, at + 2 * n, at + 3 * n, at + 4 * n};
  dense_copy(rows->f, d->efc_force, d->nefc);
  for (size_t i = (size_t)d->nefc; i < n; i++) rows->f[i] = 0;
  return true;
}

static int listItems(const dual_Problem* p, const Rows* rows, Item* item) {
  const mjData* d = p->d;
  int n = 0;
  for (int k = 0; k < p->nblock; k++) {
    const con_Block* b = p->block[k];
    const bool cone = b->shape == CON_ELLIPTIC, free = cone || b->shape == CON_EQUALITY;
    for (int i = b->efc; i < b->efc + b->nefc; i++) {
      const mjtNum most = b->shape == CON_FRICTION ? d->efc_frictionloss[i] : INFINITY;
      rows->low[i] = b->shape == CON_FRICTION || free ? -most : 0;
      rows->high[i] = most;
      if (cone && i > b->efc) continue;
      Item* it = item + n++;
      *it = (Item){.efc = i, .dim = cone ? b->nefc : 1};
      if (cone) it->cone = d->contact + b->contact;
      if (!p->sparse) it->AR = d->efc_AR + (size_t)i * d->nefc;
      it->b = d->efc_b[i];
      it->low = rows->low[i];
      it->high = rows->high[i];
      dual_square(p, i, 1, &it->A);
      it->inv = 1 / it->A;
      it->A = 1 / it->inv;  // order: rounded twice
    }
  }
  return n;
}

// ---- order

// Orders of n items for all sweeps. The private data caches those that fit, for the next solve with
// as many items
typedef struct {
  private_Data* kept;
  int n, sweep;
  const int* last;     // of the sweep before, NULL: this is the first
  int* order;          // (n) for sweeps that do not fit
  uint64_t generator;  // random number generator of these
} Orders;

static void startOrders(Orders* o) {
  private_Data* kept = o->kept;
  if (kept->orderItems == o->n) return;
  kept->orderItems = o->n;
  kept->nsweep = 0;
  kept->orderGenerator = shuffle_begin();
}

static const int* nextOrder(Orders* o) {
  private_Data* kept = o->kept;
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

// ---- minimum over one item; returns the change of the cost

// order: f < low ? low : f, then f > high ? high : f
static inline mjtNum clampRow(mjtNum f, mjtNum low, mjtNum high) {
  const mjtNum above = low > f ? low : f;
  return high < above ? high : above;
}

// how the next row loads the forces
typedef enum {
  DENSE_BY_WIDE,   // in registers
  DENSE_BY_PAIRS,  // in pairs: less latency of the last force, more instructions
  SPARSE,
} Form;

enum { MOST_FOR_PAIRS = 64 };  // rows

static Form formOf(const dual_Problem* p) {
  if (p->sparse) return SPARSE;
  bool cones = false;
  for (int k = 0; k < p->nrun; k++) cones |= p->run[k].shape == CON_ELLIPTIC;
  return cones || p->d->nefc > MOST_FOR_PAIRS ? DENSE_BY_WIDE : DENSE_BY_PAIRS;
}

// order: that of dense_dot
static inline mjtNum pairDot(const mjtNum* a, const mjtNum* b, int n) {
  dense_Pair s01 = {0, 0}, s23 = {0, 0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    s01 += *(const dense_Pair*)(a + i) * *(const dense_Pair*)(b + i);
    s23 += *(const dense_Pair*)(a + i + 2) * *(const dense_Pair*)(b + i + 2);
  }
  const mjtNum sum = dense_sumPairs(s01, s23);
  if (i == n) return sum;
  mjtNum rest = a[i] * b[i];
  while (++i < n) rest += a[i] * b[i];
  return sum + rest;
}

static inline mjtNum residual(const dual_Problem* p, const mjtNum* f, const Item* item,
                              const Form form) {
  if (form == SPARSE) return dual_residual(p, f, item->efc);
  const int n = p->d->nefc;
  return item->b + (form == DENSE_BY_PAIRS ? pairDot(item->AR, f, n) : dense_dot(item->AR, f, n));
}

static inline void storeForce(mjtNum* f, int i, mjtNum now, const Form form) {
  if (form == DENSE_BY_PAIRS) {
    dense_Pair* const at = (dense_Pair*)(f + (i & ~1));
    *at = dense_replacePair(*at, i & 1, now);
  } else {
    dual_storeWide(f, i, now);
  }
}

static inline mjtNum sweepRow(const dual_Problem* p, mjtNum* f, const Item* item, const Form form) {
  const mjtNum res = residual(p, f, item, form), old = f[item->efc];
  const mjtNum now = clampRow(old - res * item->inv, item->low, item->high), delta = now - old;
  const mjtNum change = 0.5 * delta * delta * item->A + delta * res;
  if (change > DUAL_ROUNDING) return 0;
  storeForce(f, item->efc, now, form);
  return change;
}

static mjtNum sweepCone(const dual_Problem* p, mjtNum* force, const Item* item) {
  const int n = item->dim;
  mjtNum A[36], res[6], old[6], f[6];
  for (int i = 0; i < n; i++) res[i] = dual_residual(p, force, item->efc + i);
  dual_square(p, item->efc, n, A);
  dense_copy(old, force + item->efc, n);
  cone_minimum(f, old, A, res, item->inv, item->cone->friction, n);
  const mjtNum change = cone_change(f, old, A, res, n);
  if (change > DUAL_ROUNDING) return 0;
  for (int k = 0; k < n; k++) dual_storeWide(force, item->efc + k, f[k]);
  return change;
}

// ---- momentum

// n rows from i on start their sweep: applies the momentum and clamps to the bounds
static inline void startRows(const Rows* rows, int i, int n, mjtNum beta) {
  mjtNum *f = rows->f + i, *previous = rows->previous + i, *start = rows->momentum + i;
  const mjtNum *low = rows->low + i, *high = rows->high + i;
  int k = 0;
  for (; k + 4 <= n; k += 4) {
    const four_Double now = four_load(f + k);
    const four_Double moved = now + beta * (now - four_load(previous + k));
    const four_Double above = four_max(four_load(low + k), moved);
    const four_Double in = four_min(four_load(high + k), above);
    four_store(previous + k, now);
    four_store(start + k, in);
    four_store(f + k, in);
  }
  for (; k < n; k++) {
    const mjtNum now = f[k];
    f[k] = start[k] = clampRow(now + beta * (now - previous[k]), low[k], high[k]);
    previous[k] = now;
  }
}

// sweeps: since the last restart
static void startSweep(const dual_Problem* p, const Rows* rows, int sweeps, int iter) {
  const mjtNum beta = iter ? (mjtNum)(sweeps - 1) / (sweeps + 2) : 0;
  for (int k = 0; k < p->nrun; k++) {
    const dual_Run* run = p->run + k;
    const int i = run->efc, n = run->nefc;
    if (beta > 0) {
      startRows(rows, i, n, beta);
      if (run->shape != CON_ELLIPTIC) continue;
      cone_clamp(rows->f + i, p->d->contact[run->contact].friction, n);
    } else {
      dense_copy(rows->previous + i, rows->f + i, n);
    }
    dense_copy(rows->momentum + i, rows->f + i, n);
  }
}

// returns sweeps since the last restart
static int finishSweep(const dual_Problem* p, const Rows* rows, int sweeps, int iter) {
  mjtNum sum = 0;
  for (int k = 0; k < p->nrun; k++) {
    for (int i = p->run[k].efc; i < p->run[k].efc + p->run[k].nefc; i++) {
      sum += (rows->f[i] - rows->momentum[i]) * (rows->momentum[i] - rows->previous[i]);
    }
  }
  return iter && sum < 0 ? 0 : sweeps + 1;
}

// ---- solver

// one sweep over all items in their order; returns the improvement of the cost
static inline mjtNum sweepItems(const dual_Problem* p, mjtNum* f, const Item* item,
                                const int* order, int n, const Form form) {
  mjtNum improvement = 0;
  for (int k = 0; k < n; k++) {
    const Item* it = item + order[k];
    improvement -= it->cone ? sweepCone(p, f, it) : sweepRow(p, f, it, form);
  }
  return improvement;
}

static mjtNum sweep(const dual_Problem* p, mjtNum* f, const Item* item, const int* order, int n) {
  const Form form = formOf(p);
  if (form == SPARSE) return sweepItems(p, f, item, order, n, SPARSE);
  return form == DENSE_BY_PAIRS ? sweepItems(p, f, item, order, n, DENSE_BY_PAIRS)
                                : sweepItems(p, f, item, order, n, DENSE_BY_WIDE);
}

static int sweeps(const dual_Problem* p, const Rows* rows, const Item* item, Orders* orders) {
  solve_Budget budget = budget_make(p->work);
  cost_Count count;
  int iter = 0, since = 0;
  startOrders(orders);
  dual_states(p, rows->f, &count);
  while (iter < p->m->opt.iterations && budget_next(&budget)) {
    startSweep(p, rows, since, iter);
    const mjtNum improvement = p->scale * sweep(p, rows->f, item, nextOrder(orders), orders->n);
    dual_states(p, rows->f, &count);
    const mjSolverStat stat = {
        .improvement = improvement, .nactive = count.nactive, .nchange = count.nchange};
    stat_save(p->d, p->island, iter, &stat);
    since = finishSweep(p, rows, since, iter);
    iter++;
    if (improvement < p->m->opt.tolerance) break;
  }
  if (budget.isCut) warning_solveCut(p->d, iter);
  return iter;
}

bool solve_pgs(const dual_Problem* p) {
  const int n = dual_rows(p);
  mjData* d = p->d;
  Rows rows;
  mj_markStack(d);
  Item* item = stack_alloc(d, (size_t)n * sizeof *item, alignof(Item));
  Orders orders = {.kept = private_of(d), .order = stack_int(d, (size_t)n)};
  const bool fits = item && orders.order && takeRows(d, &rows);
  if (fits) {
    orders.n = listItems(p, &rows, item);
    ASSERT(orders.n <= n);
    stat_finish(d, p->island, sweeps(p, &rows, item, &orders), dual_size(p));
    dense_copy(d->efc_force, rows.f, d->nefc);
  }
  mj_freeStack(d);
  return fits;
}
