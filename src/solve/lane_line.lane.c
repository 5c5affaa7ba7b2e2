// Exact line search in SIMD lanes: that of linesearch.c, with masks for every branch. One
// evaluation serves all lanes that request it; each lane counts its own.
//   search, jar, Ma -> Mv, Jv, alpha
#include "solve/lane_newton.h"

#if LANE_W > 1

typedef struct {
  real alpha, cost, slope, curve;
} Point;

typedef struct {
  const newton_Lanes* p;
  real q1, q2;  // terms that are quadratic for all alpha: alpha q1 + alpha^2 q2
  real gtol;
  lint neval;
  int most;  // limit of evaluations
} Line;

// lanes that are still searching, and the results of the others
typedef struct {
  mask open;
  Point best;
} Result;

static void choose(Point* at, mask chosen, const Point* other) {
  at->alpha = lane_select(chosen, other->alpha, at->alpha);
  at->cost = lane_select(chosen, other->cost, at->cost);
  at->slope = lane_select(chosen, other->slope, at->slope);
  at->curve = lane_select(chosen, other->curve, at->curve);
}

static void finish(Result* res, mask done, const Point* pt) {
  choose(&res->best, res->open & done, pt);
  res->open = res->open & lane_not(done);
}

LANE_INLINE real only(mask m, real x) { return lane_frombits(m & lane_bits(x)); }

// ---- preparation

// order: two products, then their difference; equalities are added to it row by row
static void prepare(Line* line) {
  const newton_Lanes* p = line->p;
  const lane_Rows* r = p->rows;
  LANE(newton_inertia)(p, p->Mv, p->search);
  LANE(newton_mulJac)(p, p->Jv, p->search);
  line->q1 = vn_dot(p->search, p->Ma, p->nv) - vn_dot(p->search, p->of->qfrc_smooth, p->nv);
  line->q2 = 0.5 * vn_dot(p->search, p->Mv, p->nv);
  for (int i = 0; i < r->nefc; i++) {
    const real D = r->D[i], s = p->jar[i], v = p->Jv[i];
    const real Ds = D * s, q1 = v * Ds, q2 = 0.5 * (v * (D * v));
    if (i < r->ne) {
      line->q1 += q1;
      line->q2 += q2;
      continue;
    }
    const real constant = 0.5 * s * Ds;
    const mask in = s < 0;
    p->quad[i] = (newton_Quad){q1, q2, only(lane_not(in), constant), only(in, constant)};
  }
  LANE(newton_coneLines)(p);
}

// ---- rows at a point

LANE_INLINE real zoneOf(real x, real edge) {
  return lane_select(x <= -edge, lane_bc(-1), only(x >= edge, lane_bc(1)));
}

LANE_INLINE real frictionCost(real x, real zone, real D, real f, real edge) {
  return lane_select(zone != 0, f * (zone * x - 0.5 * edge), 0.5 * D * x * x);
}

static void addFriction(const newton_Lanes* p, real alpha, Point* pt) {
  const lane_Rows* r = p->rows;
  for (int i = r->ne; i < r->ne + r->nf; i++) {
    const real f = r->frictionloss[i], edge = r->R[i] * f, s = p->jar[i], v = p->Jv[i];
    const real x = s + alpha * v, D = r->D[i];
    const real from = zoneOf(s, edge), to = zoneOf(x, edge);
    const mask linear = to != 0;
    real cost = lane_select(linear, to * f * (x - s), 0.5 * D * (x - s) * (x + s));
    const mask moved = from != to;
    if (lane_any(moved)) {
      const real change = frictionCost(x, to, D, f, edge) - frictionCost(s, from, D, f, edge);
      cost = lane_select(moved, change, cost);
    }
    pt->cost += cost;
    pt->slope += lane_select(linear, to * f * v, v * (D * x));
    pt->curve += only(lane_not(linear), v * (D * v));
  }
}

// quadratic terms, whose polynomial is evaluated once, and others
typedef struct {
  real q0, q1, q2;
  Point other;
} Sum;

// rows that become active add their constant term, rows that become inactive subtract it
LANE_INLINE void addOneSided(const newton_Lanes* p, real alpha, Sum* sum, int from, int to) {
  real q0 = sum->q0, q1 = sum->q1, q2 = sum->q2, cost = sum->other.cost;
  for (int i = from; i < to; i++) {
    const newton_Quad* q = p->quad + i;
    const mask in = p->jar[i] + alpha * p->Jv[i] < 0;
    q1 += only(in, q->q1);
    q2 += only(in, q->q2);
    q0 += only(in, q->enter);
    cost -= only(lane_not(in), q->leave);
  }
  sum->q0 = q0;
  sum->q1 = q1;
  sum->q2 = q2;
  sum->other.cost = cost;
}

// order: all elliptic contacts first
static void addCones(const newton_Lanes* p, real alpha, Sum* sum) {
  Point* pt = &sum->other;
  int n = 0;
  for (int k = 0; k < p->ncone; k++) {
    if (newton_contact(p, k)->shape != CON_ELLIPTIC) continue;
    law_addConeLine(&p->cone[k].line, alpha, &pt->cost, &pt->slope, &pt->curve);
    n++;
  }
  for (int k = 0; k < p->ncone && n < p->ncone; k++) {
    const lane_Block* b = newton_contact(p, k);
    if (b->shape != CON_ELLIPTIC) addOneSided(p, alpha, sum, b->efc, b->efc + 1);
  }
}

// order: rows that are quadratic are summed in one polynomial, the others are added to its value
static void evaluate(Line* line, real alpha, Point* res) {
  const newton_Lanes* p = line->p;
  const int from = p->rows->ne + p->rows->nf;
  const real zero = lane_bc(0);
  Sum sum = {zero, line->q1, line->q2, {zero, zero, zero, zero}};
  if (p->rows->nf) addFriction(p, alpha, &sum.other);
  addOneSided(p, alpha, &sum, from, from + p->none);
  if (p->ncone) addCones(p, alpha, &sum);
  const real curve = 2 * sum.q2 + sum.other.curve;
  res->alpha = alpha;
  res->cost = alpha * alpha * sum.q2 + alpha * sum.q1 + sum.q0 + sum.other.cost;
  res->slope = 2 * alpha * sum.q2 + sum.q1 + sum.other.slope;
  res->curve = lane_select(curve <= 0, lane_bc(mjMINVAL), curve);
}

// next = a Newton step from pt, in the lanes `wants`
static void newtonStep(Line* line, mask wants, const Point* pt, Point* next) {
  Point at;
  evaluate(line, pt->alpha - pt->slope / pt->curve, &at);
  choose(next, wants, &at);
  line->neval -= wants;
}

// ---- bracket

// replaces an end of the bracket by candidates on its side of the minimum that are nearer to it
static mask narrow(mask open, Point* end, const Point* candidate[3]) {
  mask changed = lane_bci(0);
  for (int k = 0; k < 3; k++) {
    const real c = candidate[k]->slope, s = end->slope;
    const mask nearer = open & (((s < 0) & (c < 0) & (c > s)) | ((s > 0) & (c > 0) & (c < s)));
    choose(end, nearer, candidate[k]);
    changed = changed | nearer;
  }
  return changed;
}

// the candidate of least cost whose slope vanishes
// order: the first one wins ties
static mask findFlat(const Line* line, const Point* candidate[3], Point* best) {
  mask found = lane_bci(0);
  for (int k = 0; k < 3; k++) {
    const mask flat = lane_abs(candidate[k]->slope) < line->gtol;
    const mask better = flat & (lane_not(found) | (candidate[k]->cost < best->cost));
    choose(best, better, candidate[k]);
    found = found | flat;
  }
  return found;
}

// p1 and p2 bracket the minimum
static void searchBracket(Line* line, Point* p1, Point* p2, Result* res) {
  Point p2next = *p1, p1next = *p1, middle = *p1, flat = *p1;
  const Point* candidate[3] = {&p1next, &p2next, &middle};
  newtonStep(line, res->open, p1, &p1next);
  for (;;) {
    const mask run = res->open & (line->neval < line->most);
    if (!lane_any(run)) break;
    evaluate(line, 0.5 * (p1->alpha + p2->alpha), &middle);
    line->neval -= run;
    finish(res, run & findFlat(line, candidate, &flat), &flat);
    const mask open = res->open & run;
    if (!lane_any(open)) continue;
    Point end1 = *p1, end2 = *p2;
    const mask narrow1 = narrow(open, &end1, candidate), narrow2 = narrow(open, &end2, candidate);
    *p1 = end1;
    *p2 = end2;
    finish(res, open & lane_not(narrow1 | narrow2), &middle);
    if (lane_any(narrow1)) newtonStep(line, narrow1, p1, &p1next);
    if (lane_any(narrow2)) newtonStep(line, narrow2, p2, &p2next);
  }
  const Point zero = {lane_bc(0), lane_bc(0), lane_bc(0), lane_bc(0)};
  finish(res, (p1->cost <= p2->cost) & (p1->cost < 0), p1);
  finish(res, (p2->cost <= p1->cost) & (p2->cost < 0), p2);
  finish(res, lane_bci(-1), &zero);
}

static void searchLine(Line* line, Result* res) {
  const real gtol = line->gtol;
  Point p1, p2;
  evaluate(line, lane_bc(0), &p2);
  line->neval = lane_bci(1);
  p1 = p2;
  newtonStep(line, lane_bci(-1), &p2, &p1);
  finish(res, (lane_abs(p1.slope) < gtol) & ((p1.alpha == 0) | (p1.cost < 0)), &p1);
  const real dir = lane_select(p1.slope < 0, lane_bc(1), lane_bc(-1));
  for (;;) {
    const mask run = res->open & (p1.slope * dir <= -gtol) & (line->neval < line->most);
    if (!lane_any(run)) break;
    choose(&p2, run, &p1);
    newtonStep(line, run, &p1, &p1);
    finish(res, run & (lane_abs(p1.slope) < gtol) & (p1.cost < 0), &p1);
  }
  finish(res, line->neval >= line->most, &p1);
  if (lane_any(res->open)) searchBracket(line, &p1, &p2, res);
}

void LANE(newton_line)(const newton_Lanes* p, mask live, real* alpha, real* cost) {
  const mjOption* opt = &p->of->m->opt;
  const real norm = lane_sqrt(vn_dot(p->search, p->search, p->nv));
  Result res = {.open = live & lane_not(norm < mjMINVAL)};
  if (lane_any(res.open)) {
    Line line = {.p = p, .most = opt->ls_iterations};
    line.gtol = opt->tolerance * opt->ls_tolerance * norm / p->of->scale;
    prepare(&line);
    searchLine(&line, &res);
  }
  *alpha = res.best.alpha;
  *cost = res.best.cost;
}

#endif
