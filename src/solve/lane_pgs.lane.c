// Projected Gauss-Seidel in SIMD lanes (pgs.c in one world). Every row depends on the one before
// it, so four problems are swept at once, each at its own pace: in its own order over its own rows,
// sweep after sweep until its own convergence test ends it and the next problem takes its slot.
// Elliptic contacts of dim 3 are computed four at a time too, others one by one.
//   rows at qacc_smooth and qacc_warmstart -> force, qacc, frc
#include "solve/lane_dual.h"

#if LANE_W > 1

#include <math.h>

#include "base/assert.h"
#include "solve/cone_force.h"
#include "solve/cone_four.h"
#include "solve/dual.h"
#include "solve/shuffle.h"

// ---- one row in each of four problems

// order: that of dense_dot
LANE_INLINE four_Double mulLines(const double* const line[4], double* const force[4], int size) {
  const double *l0 = line[0], *l1 = line[1], *l2 = line[2], *l3 = line[3];
  const double *f0 = force[0], *f1 = force[1], *f2 = force[2], *f3 = force[3];
  four_Double s0 = four_bc(0), s1 = s0, s2 = s0, s3 = s0;
  for (int i = 4; i < size; i += 4) {
    s0 += four_load(l0 + i) * four_load(f0 + i);
    s1 += four_load(l1 + i) * four_load(f1 + i);
    s2 += four_load(l2 + i) * four_load(f2 + i);
    s3 += four_load(l3 + i) * four_load(f3 + i);
  }
  const four_Double s02 = four_lows(s0, s2) + four_highs(s0, s2);
  const four_Double s13 = four_lows(s1, s3) + four_highs(s1, s3);
  const four_Double sum = four_evens(s02, s13) + four_odds(s02, s13);
  four_Double r0 = four_load(l0) * four_load(f0), r1 = four_load(l1) * four_load(f1);
  four_Double r2 = four_load(l2) * four_load(f2), r3 = four_load(l3) * four_load(f3);
  four_transpose(&r0, &r1, &r2, &r3);
  return sum + (r0 + r1 + r2);
}

// f < low ? low : f, then the same for high
LANE_INLINE four_Double clampRow(four_Double f, four_Double low, four_Double high) {
  return four_min(high, four_max(low, f));
}

// stored the way mulLines loads it, see dual_store
LANE_INLINE void putForce(double* force, int at, double f) {
  static const four_Mask only[4] = {{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, -1}};
  double* group = force + (at & ~3);
  four_store(group, four_select(only[at & 3], four_bc(f), four_load(group)));
}

LANE_INLINE void putForces(double* const force[4], const int at[4], four_Double f) {
  putForce(force[0], at[0], f[0]);
  putForce(force[1], at[1], f[1]);
  putForce(force[2], at[2], f[2]);
  putForce(force[3], at[3], f[3]);
}

// returns the changes of the costs. bounded: some forces have an upper bound
LANE_INLINE four_Double sweepRows(const double* const line[4], double* const force[4],
                                  const int at[4], int size, const bool bounded) {
  const double *h0 = line[0] - DUAL_HEAD, *h1 = line[1] - DUAL_HEAD;
  const double *h2 = line[2] - DUAL_HEAD, *h3 = line[3] - DUAL_HEAD;
  four_Double b = four_load(h0), inv = four_load(h1), A = four_load(h2), low = four_load(h3);
  four_transpose(&b, &inv, &A, &low);
  const four_Double old = {force[0][at[0]], force[1][at[1]], force[2][at[2]], force[3][at[3]]};
  const four_Double res = b + mulLines(line, force, size);
  four_Double now = four_max(low, old - res * inv);
  if (bounded) {
    const four_Double high = {h0[DUAL_HIGH], h1[DUAL_HIGH], h2[DUAL_HIGH], h3[DUAL_HIGH]};
    now = four_min(high, now);
  }
  // stored before the change is known, since it is rarely reverted: the next rows need not wait
  putForces(force, at, now);
  const four_Double delta = now - old, change = 0.5 * delta * delta * A + delta * res;
  const four_Mask undone = change > DUAL_ROUNDING;
  if (!four_any(undone)) return change;
  putForces(force, at, four_select(undone, old, now));
  return four_select(undone, four_bc(0), change);
}

// ---- elliptic contacts

static void getCone(const dual_Lane* p, const dual_Cone* c, double* f) {
  for (int i = 0; i < c->n; i++) f[i] = p->force[c->place[i]];
}

static void putCone(const dual_Lane* p, const dual_Cone* c, const double* f) {
  for (int i = 0; i < c->n; i++) p->force[c->place[i]] = f[i];
}

// (AR f)_i + b_i
static double residualAt(const dual_Lane* p, int place) {
  const double *line = dual_line(p, place), *f = p->force;
  four_Double s = four_bc(0);
  for (int i = 4; i < p->size; i += 4) s += four_load(line + i) * four_load(f + i);
  const double sum = (s[0] + s[2]) + (s[1] + s[3]);
  const double rest = line[0] * f[0] + line[1] * f[1] + line[2] * f[2];
  return (line - DUAL_HEAD)[DUAL_B] + (sum + rest);
}

// returns the change of the cost
static double sweepCone(const dual_Lane* p, const dual_Cone* c) {
  const int n = c->n;
  const double *A = c->numbers, *inv = A + n * n, *friction = inv + 1;
  double res[LAW_DIM], old[LAW_DIM], f[LAW_DIM];
  for (int i = 0; i < n; i++) res[i] = residualAt(p, c->place[i]);
  getCone(p, c, old);
  cone_minimum(f, old, A, res, *inv, friction, n);
  const double change = cone_change(f, old, A, res, n);
  if (change > DUAL_ROUNDING) return 0;
  putCone(p, c, f);
  return change;
}

static void clampCones(const dual_Lane* p) {
  for (int k = 0; k < p->ncone; k++) {
    const dual_Cone* c = p->cone + k;
    double f[LAW_DIM];
    getCone(p, c, f);
    cone_clamp(f, c->numbers + c->n * c->n + 1, c->n);
    putCone(p, c, f);
  }
}

// contacts of dim 3 in four problems; returns the changes of the costs
static four_Double sweepCones(const dual_Cone* const cone[4], double* const line[4],
                              double* const force[4], int size, int stride) {
  four_Double number[12], res[3], old[3], f[3];
  int at[3][4];
  for (int i = 0; i < 12; i += 4) {
    for (int l = 0; l < 4; l++) number[i + l] = four_load(cone[l]->numbers + i);
    four_transpose(number + i, number + i + 1, number + i + 2, number + i + 3);
  }
  for (int i = 0; i < 3; i++) {
    const double* row[4];
    for (int l = 0; l < 4; l++) {
      at[i][l] = cone[l]->place[i];
      row[l] = line[l] + at[i][l] * stride;
    }
    const int b = DUAL_B - DUAL_HEAD;
    const four_Double bs = {row[0][b], row[1][b], row[2][b], row[3][b]};
    res[i] = bs + mulLines(row, force, size);
    old[i] = (four_Double){force[0][at[i][0]], force[1][at[i][1]], force[2][at[i][2]],
                           force[3][at[i][3]]};
  }
  cones_minimum(f, old, number, res, number + 9);
  for (int i = 0; i < 3; i++) putForces(force, at[i], f[i]);
  const four_Double change = cones_change(f, old, number, res);
  const four_Mask undone = change > DUAL_ROUNDING;
  if (!four_any(undone)) return change;
  for (int i = 0; i < 3; i++) putForces(force, at[i], four_select(undone, old[i], f[i]));
  return four_select(undone, four_bc(0), change);
}

// ---- sweeps of one problem

typedef struct {
  dual_Lane* of;  // NULL: no problem left
  uint64_t random;
  int iter, k;      // sweeps, in total and since the last restart
  const int* next;  // remaining items of this sweep
  int left;
} Sweep;

static void addMomentum(const dual_Lane* of, double beta) {
  for (int i = 0; i < of->size; i += 4) {
    const four_Double now = four_load(of->force + i), before = four_load(of->previous + i);
    const four_Double moved = now + beta * (now - before);
    four_store(of->previous + i, now);
    four_store(of->force + i, clampRow(moved, four_load(of->low + i), four_load(of->high + i)));
  }
  clampCones(of);
}

static void startSweep(Sweep* s) {
  const dual_Lane* of = s->of;
  const size_t bytes = (size_t)of->size * sizeof *of->force;
  const double beta = s->iter ? (double)(s->k - 1) / (s->k + 2) : 0;
  if (beta > 0) {
    addMomentum(of, beta);
  } else {
    memcpy(of->previous, of->force, bytes);
  }
  memcpy(of->momentum, of->force, bytes);
  shuffle_order(&s->random, of->order, of->nitem);
  s->next = of->order;
  s->left = of->nitem;
}

// order: one row after another
static void finishSweep(Sweep* s) {
  const dual_Lane* of = s->of;
  const double *f = of->force, *begin = of->momentum, *before = of->previous;
  double sum = 0;
  for (int i = 4; i < of->size; i++) sum += (f[i] - begin[i]) * (begin[i] - before[i]);
  for (int i = 0; i < DUAL_EMPTY; i++) sum += (f[i] - begin[i]) * (begin[i] - before[i]);
  s->k = s->iter && sum < 0 ? 0 : s->k + 1;
  s->iter++;
}

// ---- four problems

typedef struct {
  const dual_Lanes* p;
  Sweep sweep[4];
  double* line[4];  // of their problems
  double* force[4];
  int* nothing;             // empty places, for slots without a problem
  int nlane, lane[LANE_W];  // waiting problems
  int size;                 // places of the longest problem
  bool simple;              // none has cones or friction loss
  double scale;
  lint* niter;
} Slots;

// moves the next waiting problem into a slot, if there is one
static void takeNext(Slots* s, int slot) {
  Sweep* sweep = s->sweep + slot;
  if (!s->nlane) {
    sweep->of = NULL;
    sweep->next = s->nothing;
    return;
  }
  dual_Lane* of = (dual_Lane*)s->p->lane + s->lane[--s->nlane];
  *sweep = (Sweep){.of = of, .random = shuffle_begin()};
  s->line[slot] = dual_line(of, 0);
  s->force[slot] = of->force;
  startSweep(sweep);
}

// sets size and simple; returns the number of items before the first of the sweeps ends; 0: all are
// done
static int countItems(Slots* s) {
  int n = 0;
  s->size = 4;
  s->simple = !s->p->of->rows->nf;
  for (int l = 0; l < 4; l++) {
    const Sweep* sweep = s->sweep + l;
    if (!sweep->of) continue;
    if (!n || sweep->left < n) n = sweep->left;
    if (sweep->of->size > s->size) s->size = sweep->of->size;
    s->simple = s->simple && !sweep->of->ncone;
  }
  return n;
}

// solves the elliptic contacts among the items and replaces them by empty places; false: there were
// no others
static bool takeCones(const Slots* s, int at[4], four_Double* improvement) {
  static const dual_Cone none = {.n = 3, .place = {DUAL_EMPTY, DUAL_EMPTY, DUAL_EMPTY}};
  const dual_Cone* cone[4] = {&none, &none, &none, &none};
  bool rows = false, cones = false;
  for (int l = 0; l < 4; l++) {
    const dual_Lane* of = s->sweep[l].of;
    const int number = of ? of->coneOf[at[l]] : -1;
    rows = rows || (of && number < 0);
    if (number < 0) continue;
    at[l] = DUAL_EMPTY;
    if (of->cone[number].n == 3) {
      cone[l] = of->cone + number;
      cones = true;
    } else {
      (*improvement)[l] -= sweepCone(of, of->cone + number);
    }
  }
  if (cones) *improvement -= sweepCones(cone, s->line, s->force, s->size, s->p->lane[0].stride);
  return rows;
}

LANE_INLINE void sweepItems(const Slots* s, int n, four_Double* improvement, const bool simple) {
  const int *o0 = s->sweep[0].next, *o1 = s->sweep[1].next;
  const int *o2 = s->sweep[2].next, *o3 = s->sweep[3].next;
  const double *line0 = s->line[0], *line1 = s->line[1], *line2 = s->line[2], *line3 = s->line[3];
  double* const force[4] = {s->force[0], s->force[1], s->force[2], s->force[3]};
  const int size = s->size, stride = s->p->lane[0].stride;
  four_Double sum = *improvement;
  for (int i = 0; i < n; i++) {
    int at[4] = {o0[i], o1[i], o2[i], o3[i]};
    if (!simple && !takeCones(s, at, &sum)) continue;
    const double* const line[4] = {line0 + at[0] * stride, line1 + at[1] * stride,
                                   line2 + at[2] * stride, line3 + at[3] * stride};
    sum -= sweepRows(line, force, at, size, !simple);
  }
  *improvement = sum;
}

static void sweepPyramids(const Slots* s, int n, four_Double* improvement) {
  sweepItems(s, n, improvement, true);
}

static void sweepAny(const Slots* s, int n, four_Double* improvement) {
  sweepItems(s, n, improvement, false);
}

// after a sweep: goes on, or takes the next problem
static void goOn(Slots* s, int slot, double improvement) {
  const mjOption* opt = &s->p->of->of->m->opt;
  Sweep* sweep = s->sweep + slot;
  finishSweep(sweep);
  (*s->niter)[sweep->of->lane] = sweep->iter;
  if (improvement * s->scale < opt->tolerance || sweep->iter >= opt->iterations) {
    takeNext(s, slot);
  } else {
    startSweep(sweep);
  }
}

static void sweepAll(Slots* s) {
  four_Double improvement = four_bc(0);
  for (int l = 0; l < 4; l++) {
    s->line[l] = dual_line(s->p->lane, 0);
    s->force[l] = s->p->lane[0].force;
    takeNext(s, l);
  }
  for (int n = countItems(s); n; n = countItems(s)) {
    (s->simple ? sweepPyramids : sweepAny)(s, n, &improvement);
    for (int l = 0; l < 4; l++) {
      Sweep* sweep = s->sweep + l;
      if (!sweep->of) continue;
      sweep->next += n;
      sweep->left -= n;
      if (sweep->left) continue;
      goOn(s, l, improvement[l]);
      improvement[l] = 0;
    }
  }
}

// sorted by number of rows; the longest are taken first, from the end
static void listProblems(Slots* s, mask live) {
  for (int l = 0; l < LANE_W; l++) {
    if (!live[l]) continue;
    int at = s->nlane++;
    for (; at && s->p->lane[s->lane[at - 1]].n > s->p->lane[l].n; at--) {
      s->lane[at] = s->lane[at - 1];
    }
    s->lane[at] = l;
  }
}

// ---- start and end

// f'b + f'AR f/2
static double costOf(const dual_Lane* p) {
  double cost = 0;
  for (int i = 0; i < p->n; i++) {
    const int at = dual_place(p, i);
    const double f = p->force[at], *head = dual_line(p, at) - DUAL_HEAD;
    if (f != 0) cost += 0.5 * f * (residualAt(p, at) + head[DUAL_B]);
  }
  return cost;
}

static void start(const dual_Lanes* p) {
  const bool warm = !(p->of->of->m->opt.disableflags & mjDSBL_WARMSTART);
  for (int l = 0; l < LANE_W; l++) {
    const dual_Lane* of = p->lane + l;
    if (warm && !(costOf(of) > 0)) continue;
    memset(of->force, 0, (size_t)of->size * sizeof *of->force);
  }
}

// odd: two scales of tolerance
static double scaleOf(const mjModel* m) {
  const double nv = m->nv > 1 ? (double)m->nv : 1;
  return 1 / (lane_stat(m, meaninertia) * nv);
}

static void getForces(const dual_Lanes* p) {
  for (int i = 0; i < p->of->rows->nefc; i++) p->of->force[i] = lane_bc(0);
  for (int l = 0; l < LANE_W; l++) {
    const dual_Lane* of = p->lane + l;
    for (int i = 0; i < of->n; i++) p->of->force[of->row[i]][l] = of->force[dual_place(of, i)];
  }
}

// frc = J' force, qacc = M^-1 frc + qacc_smooth; Ma is not needed
static void finish(newton_Lanes* p, mask finite) {
  LANE(newton_mulJacT)(p, p->frc, p->force);
  for (int i = 0; i < p->nv; i++) {
    p->qacc[i] = p->frc[i];
    p->Ma[i] = lane_bc(0);
  }
  LANE(newton_inertiaSolve)(p, p->qacc);
  for (int i = 0; i < p->nv; i++) {
    p->qacc[i] = lane_select(finite, p->qacc[i] + p->of->qacc_smooth[i], lane_bc(NAN));
  }
}

static bool solve(newton_Lanes* p, lane_Data* d, lint* niter) {
  const lane_Problem* of = p->of;
  dual_Lanes dual;
  mask finite;
  LANE(newton_residuals)(p, p->Jv, of->qacc_smooth, p->jar, of->qacc_warmstart);
  LANE(newton_forces)(p);
  Slots s = {.p = &dual, .scale = scaleOf(of->m), .niter = niter};
  s.nothing = lane_ints(d, p->rows->nefc);
  if (!s.nothing || !LANE(dual_make)(&dual, p, d, of->lanes, &finite)) return false;
  for (int i = 0; i < p->rows->nefc; i++) s.nothing[i] = DUAL_EMPTY;
  start(&dual);
  listProblems(&s, of->lanes & finite);
  if (of->m->opt.iterations > 0) sweepAll(&s);
  getForces(&dual);
  finish(p, finite);
  return true;
}

bool LANE(pgs_solve)(newton_Lanes* p, lane_Data* d, lint* niter) {
  lane_mark(d);
  const bool fits = solve(p, d, niter);
  lane_free(d);
  return fits;
}

#endif
