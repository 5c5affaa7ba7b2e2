// Exact line search: minimizes phi(alpha) = cost(qacc + alpha search) - cost(qacc) with its slope
// and curvature. phi is piecewise smooth and convex: Newton steps from both ends of a bracket, and
// its midpoint. phi is summed from differences of the rows' costs, not as a difference of sums, so
// that small improvements keep their precision. Terms that are quadratic for all alpha are summed
// once.
//   search, jar, Ma -> Mv, Jv, alpha
#include <sinew/api.h>

#include "constraint/law.h"
#include "math/dense.h"
#include "model/stack.h"
#include "solve/primal.h"

typedef struct {
  mjtNum alpha, cost, slope, curve;
} Point;

typedef struct {
  const solve_Problem* p;
  dense_Pair q;      // terms that are quadratic for all alpha: alpha q[0] + alpha^2 q[1]
  dense_Pair* quad;  // the same for each one-sided row, where it is active
  int ncone;
  law_ConeLine* cone;
  int neval;
} Line;

// sums over rows at a point: quadratic terms, whose polynomial is evaluated once, and others
typedef struct {
  mjtNum alpha;
  dense_Pair q;
  mjtNum q0;
  Point other;
} Sum;

// ---- preparation

// slope at 0 and half the curvature of D x^2/2
static inline dense_Pair rowQuad(const solve_Problem* p, int i) {
  const mjtNum D = p->rows.D[i], v = p->Jv[i];
  return (dense_Pair){v * (D * p->jar[i]), 0.5 * (v * (D * v))};
}

static bool prepare(const solve_System* s, const solve_Problem* p, Line* line) {
  const con_Rows* r = &p->rows;
  *line = (Line){.p = p};
  line->quad = stack_alloc(s->d, (size_t)r->nefc * sizeof(dense_Pair), sizeof(dense_Pair));
  line->cone = stack_alloc(s->d, (size_t)r->ncone * sizeof *line->cone, sizeof(mjtNum));
  if (!line->quad || !line->cone) return false;
  prod_inertia(s, p, s->Mv, s->search);
  con_mulJac(r, p->Jv, s->search);
  // order: two products, then their difference; equalities are added to it row by row
  line->q[0] = prod_dot(p, s->search, s->Ma) - prod_dot(p, s->search, s->smooth);
  line->q[1] = 0.5 * prod_dot(p, s->search, s->Mv);
  for (int i = 0; i < r->ne; i++) line->q += rowQuad(p, i);
  const int from = r->ne + r->nf, to = r->ncone ? r->nefc : from + r->none;
  for (int i = from; i < to; i++) line->quad[i] = rowQuad(p, i);
  for (int k = r->nblock - r->ncone; k < r->nblock; k++) {
    const con_Block* b = r->block + k;
    if (b->shape != CON_ELLIPTIC) continue;
    const mjContact* con = con_contact(r, b);
    line->cone[line->ncone++] = law_coneLine(p->jar + b->efc, p->Jv + b->efc, r->D + b->efc,
                                             con->mu, con->friction, b->nefc);
  }
  ASSERT_FULL(line->ncone <= r->ncone);
  return true;
}

// ---- rows at a point

static mjtNum frictionCost(mjtNum x, int zone, mjtNum D, mjtNum f, mjtNum edge) {
  return zone ? f * (zone * x - 0.5 * edge) : 0.5 * D * x * x;
}

static void addFriction(const Line* line, Sum* sum) {
  const solve_Problem* p = line->p;
  const con_Rows* r = &p->rows;
  Point* pt = &sum->other;
  for (int i = r->ne; i < r->ne + r->nf; i++) {
    const mjtNum f = r->frictionloss[i], edge = r->R[i] * f, s = p->jar[i], v = p->Jv[i];
    const mjtNum x = s + sum->alpha * v, D = r->D[i];
    const int from = s <= -edge ? -1 : s >= edge, to = x <= -edge ? -1 : x >= edge;
    if (from != to) {
      pt->cost += frictionCost(x, to, D, f, edge) - frictionCost(s, from, D, f, edge);
    } else {
      pt->cost += to ? to * f * (x - s) : 0.5 * D * (x - s) * (x + s);
    }
    pt->slope += to ? to * f * v : v * (D * x);
    pt->curve += to ? 0 : v * (D * v);
  }
}

// a row that becomes active adds its constant term, a row that becomes inactive subtracts it
static inline void addRow(const Line* line, int i, Sum* sum) {
  const solve_Problem* p = line->p;
  const mjtNum s = p->jar[i], x = s + sum->alpha * p->Jv[i];
  if (x < 0) sum->q += line->quad[i];
  if ((x < 0) == (s < 0)) return;
  const mjtNum constant = 0.5 * s * (p->rows.D[i] * s);
  if (x < 0) {
    sum->q0 += constant;
  } else {
    sum->other.cost -= constant;
  }
}

static Point evaluate(Line* line, mjtNum alpha) {
  const con_Rows* r = &line->p->rows;
  const int from = r->ne + r->nf, to = from + r->none;
  Sum sum = {.alpha = alpha, .q = line->q};
  if (r->nf) addFriction(line, &sum);
  for (int i = from; i < to; i++) addRow(line, i, &sum);
  for (int k = 0; k < line->ncone; k++) {
    law_addConeLine(line->cone + k, alpha, &sum.other.cost, &sum.other.slope, &sum.other.curve);
  }
  if (line->ncone < r->ncone) {
    for (int k = r->nblock - r->ncone; k < r->nblock; k++) {
      if (r->block[k].shape != CON_ELLIPTIC) addRow(line, r->block[k].efc, &sum);
    }
  }
  // order: rows that are quadratic are summed in one polynomial, the others are added to its value
  const Point* other = &sum.other;
  const mjtNum q1 = sum.q[0], q2 = sum.q[1], curve = 2 * q2 + other->curve;
  line->neval++;
  return (Point){alpha, alpha * alpha * q2 + alpha * q1 + sum.q0 + other->cost,
                 2 * alpha * q2 + q1 + other->slope, curve <= 0 ? mjMINVAL : curve};
}

static Point newtonStep(Line* line, const Point* pt) {
  ASSERT_FULL(!(pt->curve <= 0));
  return evaluate(line, pt->alpha - pt->slope / pt->curve);
}

// ---- bracket

// replaces an end of the bracket by candidates on its side of the minimum that are nearer to it
static bool narrow(Line* line, Point* end, Point* next, const Point candidate[3]) {
  bool changed = false;
  for (int k = 0; k < 3; k++) {
    const mjtNum c = candidate[k].slope;
    if ((end->slope < 0 && c < 0 && c > end->slope) ||
        (end->slope > 0 && c > 0 && c < end->slope)) {
      *end = candidate[k];
      changed = true;
    }
  }
  if (changed) *next = newtonStep(line, end);
  return changed;
}

// the candidate of least cost whose slope vanishes, NULL: none
// order: the first one wins ties
static const Point* findFlat(const Point candidate[3], mjtNum gtol) {
  const Point* best = NULL;
  for (int k = 0; k < 3; k++) {
    const bool flat = __builtin_fabs(candidate[k].slope) < gtol;
    if (flat && (!best || candidate[k].cost < best->cost)) best = candidate + k;
  }
  return best;
}

// p1 and p2 bracket the minimum
static Point searchBracket(Line* line, Point p1, Point p2, mjtNum gtol, int most) {
  Point p2next = p1, p1next = newtonStep(line, &p1);
  while (line->neval < most) {
    const Point candidate[3] = {p1next, p2next, evaluate(line, 0.5 * (p1.alpha + p2.alpha))};
    const Point* flat = findFlat(candidate, gtol);
    if (flat) return *flat;
    const bool narrow1 = narrow(line, &p1, &p1next, candidate);
    const bool narrow2 = narrow(line, &p2, &p2next, candidate);
    if (!narrow1 && !narrow2) return candidate[2];
  }
  if (p1.cost <= p2.cost && p1.cost < 0) return p1;
  if (p2.cost <= p1.cost && p2.cost < 0) return p2;
  return (Point){0, 0, 0, 0};
}

static Point searchLine(Line* line, mjtNum gtol, int most) {
  const Point p0 = evaluate(line, 0);
  Point p1 = newtonStep(line, &p0), p2 = p0;
  if (__builtin_fabs(p1.slope) < gtol && (p1.alpha == 0 || p1.cost < 0)) return p1;
  const mjtNum dir = p1.slope < 0 ? 1 : -1;
  while (p1.slope * dir <= -gtol && line->neval < most) {
    p2 = p1;
    p1 = newtonStep(line, &p1);
    if (__builtin_fabs(p1.slope) < gtol && p1.cost < 0) return p1;
  }
  if (line->neval >= most) return p1;
  return searchBracket(line, p1, p2, gtol, most);
}

bool line_search(const solve_System* s, const solve_Problem* p, solve_Budget* budget,
                 line_Result* res) {
  const mjOption* opt = &s->m->opt;
  const mjtNum norm = __builtin_sqrt(prod_dot(p, s->search, s->search));
  *res = (line_Result){.lineslope = 1};
  if (norm < mjMINVAL) return true;
  Line line;
  mj_markStack(s->d);
  const bool fits = prepare(s, p, &line);
  if (fits) {
    const mjtNum gtol = opt->tolerance * opt->ls_tolerance * norm / p->scale;
    const int most = budget_evaluations(budget, opt->ls_iterations);
    const Point best = searchLine(&line, gtol, most);
    budget_evaluated(budget, line.neval, opt->ls_iterations);
    const mjtNum slope = __builtin_fabs(best.slope) * (p->scale / norm);
    *res = (line_Result){best.alpha, best.cost, best.slope, slope, line.neval};
  }
  mj_freeStack(s->d);
  return fits;
}
