// Projected Gauss-Seidel with Nesterov momentum and restart: rows and elliptic contacts in an order
// that is shuffled anew for each sweep by a generator (PCG32) that starts the same in every solve.
//   efc_AR, efc_b, efc_force -> efc_force, efc_state
#include <math.h>
#include <stdalign.h>
#include <stdint.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "model/stack.h"
#include "model/warning.h"
#include "solve/budget.h"
#include "solve/dual.h"
#include "solve/qcqp.h"
#include "solve/solve_stat.h"

// ---- order

typedef struct {
  uint64_t state;
} Shuffle;

// order: the numbers of this generator, from the first on in every solve
static uint32_t nextRandom(Shuffle* s) {
  const uint64_t old = s->state;
  s->state = old * 6364136223846793005u + 1;
  const uint32_t x = (uint32_t)(((old >> 18) ^ old) >> 27);
  const unsigned rot = (unsigned)(old >> 59);
  return x >> rot | x << (-rot & 31);
}

// a row, or an elliptic contact
typedef struct {
  int efc;
  const mjContact* cone;  // NULL: a row
  int dim;                // rows
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

static void shuffle(Shuffle* s, int* order, int n) {
  for (int i = n - 1; i > 0; i--) {
    const int j = (int)(nextRandom(s) % (uint32_t)(i + 1)), keep = order[i];
    order[i] = order[j];
    order[j] = keep;
  }
}

// ---- projection

static inline mjtNum clampRow(const Item* item, mjtNum f) {
  const mjtNum above = f < item->low ? item->low : f;
  return above > item->high ? item->high : above;
}

static void clampCone(const mjContact* con, int dim, mjtNum* f) {
  if (f[0] < 0) {
    dense_zero(f, dim);
    return;
  }
  const mjtNum* fr = con->friction;
  mjtNum sum = 0;
  for (int k = 1; k < dim; k++) sum += f[k] * f[k] / (fr[k - 1] * fr[k - 1]);
  if (sum <= f[0] * f[0]) return;
  // order: the quotient under the root
  const mjtNum scl = __builtin_sqrt(f[0] * f[0] / sum);
  for (int k = 1; k < dim; k++) f[k] *= scl;
}

static void clampItem(mjData* d, const Item* item) {
  mjtNum* f = d->efc_force + item->efc;
  if (item->cone) {
    clampCone(item->cone, item->dim, f);
  } else {
    *f = clampRow(item, *f);
  }
}

// ---- minimum over one item; returns the change of the cost

static inline mjtNum sweepRow(const dual_Problem* p, const Item* item) {
  const mjtNum res = dual_residual(p, item->efc), old = p->d->efc_force[item->efc];
  const mjtNum now = clampRow(item, old - res * item->inv), delta = now - old;
  const mjtNum change = 0.5 * delta * delta * item->A + delta * res;
  if (change > DUAL_ROUNDING) return 0;
  dual_store(p->d, item->efc, &now, 1);
  return change;
}

// normal force, and tangents with it, along the ray to f
static void moveRay(mjtNum* f, const mjtNum* A, const mjtNum* res, int n) {
  mjtNum Av[6] = {0}, v[6];
  for (int i = 0; i < n; i++) Av[i] = dense_dot(A + i * n, f, n);
  const mjtNum vAv = dense_dot(f, Av, n);
  if (vAv < mjMINVAL) return;
  mjtNum x = -dense_dot(f, res, n) / vAv;
  if (f[0] + x * f[0] < 0) x = -1;
  dense_copy(v, f, n);
  for (int i = 0; i < n; i++) f[i] += x * v[i];
}

// tangents for a fixed normal force
static void moveTangents(const mjContact* con, mjtNum* f, const mjtNum* old, const mjtNum* A,
                         const mjtNum* res, int n) {
  const int t = n - 1;
  mjtNum Ac[25], bc[5];
  if (f[0] < mjMINVAL) {
    dense_zero(f + 1, t);
    return;
  }
  for (int i = 0; i < t; i++) {
    const mjtNum* row = A + (i + 1) * n;
    dense_copy(Ac + i * t, row + 1, t);
    bc[i] = res[i + 1] - dense_dot(Ac + i * t, old + 1, t) + row[0] * (f[0] - old[0]);
  }
  qcqp_solve(f + 1, Ac, bc, con->friction, f[0], t);
}

static mjtNum sweepCone(const dual_Problem* p, const Item* item) {
  const mjContact* con = item->cone;
  const int n = item->dim;
  mjtNum A[36], res[6], old[6], f[6];
  for (int i = 0; i < n; i++) res[i] = dual_residual(p, item->efc + i);
  dual_square(p, item->efc, n, A);
  dense_copy(old, p->d->efc_force + item->efc, n);
  dense_copy(f, old, n);
  if (f[0] < mjMINVAL) {  // odd: tip of the cone
    f[0] = mju_max(0, f[0] - res[0] * item->inv);
    dense_zero(f + 1, n - 1);
  } else {
    moveRay(f, A, res, n);
  }
  moveTangents(con, f, old, A, res, n);
  return dual_settle(p, item->efc, f, old, A, res, n);
}

// ---- momentum

typedef struct {
  int n;
  int* row;  // rows of the problem
  mjtNum *previous,
      *momentum;  // f of the sweep before, and f at which this sweep began
  int k;          // sweeps since the last restart
} Momentum;

static void startSweep(const dual_Problem* p, Momentum* mo, const Item* item, int nitem, int iter) {
  mjData* d = p->d;
  const mjtNum beta = iter ? (mjtNum)(mo->k - 1) / (mo->k + 2) : 0;
  for (int i = 0; i < mo->n; i++) {
    mjtNum* f = d->efc_force + mo->row[i];
    const mjtNum now = *f;
    if (beta > 0) *f = now + beta * (now - mo->previous[i]);
    mo->previous[i] = now;
  }
  for (int k = 0; k < nitem && beta > 0; k++) clampItem(d, item + k);
  for (int i = 0; i < mo->n; i++) mo->momentum[i] = d->efc_force[mo->row[i]];
}

static void finishSweep(const dual_Problem* p, Momentum* mo, int iter) {
  mjtNum sum = 0;
  for (int i = 0; i < mo->n; i++) {
    const mjtNum f = p->d->efc_force[mo->row[i]];
    sum += (f - mo->momentum[i]) * (mo->momentum[i] - mo->previous[i]);
  }
  mo->k = iter && sum < 0 ? 0 : mo->k + 1;
}

// ---- solver

static int sweeps(const dual_Problem* p, Item* item, int* order, Momentum* mo) {
  Shuffle random = {0};
  solve_Budget budget = budget_make(p->work);
  cost_Count count;
  int iter = 0;
  nextRandom(&random);
  const int nitem = listItems(p, item);
  ASSERT(nitem <= mo->n);
  for (int k = 0; k < nitem; k++) order[k] = k;
  dual_states(p, &count);
  while (iter < p->m->opt.iterations && budget_next(&budget)) {
    mjtNum improvement = 0;
    startSweep(p, mo, item, nitem, iter);
    shuffle(&random, order, nitem);
    for (int k = 0; k < nitem; k++) {
      const Item* it = item + order[k];
      improvement -= it->cone ? sweepCone(p, it) : sweepRow(p, it);
    }
    improvement *= p->scale;
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
  int* order = stack_int(p->d, (size_t)n);
  Momentum mo = {.n = n, .row = stack_int(p->d, (size_t)n)};
  mo.previous = stack_num(p->d, (size_t)n);
  mo.momentum = stack_num(p->d, (size_t)n);
  const bool fits = item && order && mo.row && mo.previous && mo.momentum;
  if (fits) {
    int r = 0;
    for (int k = 0; k < p->nblock; k++) {
      for (int i = 0; i < p->block[k]->nefc; i++) mo.row[r++] = p->block[k]->efc + i;
    }
    ASSERT(r == n);
    stat_finish(p->d, p->island, sweeps(p, item, order, &mo), dual_size(p));
  }
  mj_freeStack(p->d);
  return fits;
}
