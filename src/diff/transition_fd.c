// State-space matrices of a step by finite differences, one-sided or central:
//   A = dx'/dx, B = dx'/du, C = ds/dx, D = ds/du, x = (dq, qvel, act), u = ctrl, s = sensordata
// A column is recomputed from the first pipeline stage that its input affects: controls and
// activations leave positions and velocities unchanged, velocities leave positions unchanged. Its
// step then uses the factorization of the integrator's matrix from the point itself, as in the
// reference: Euler unless positions move, the implicit integrators unless velocities move. So the
// change of that matrix is omitted, unless exact differences of the step are requested.
#include <sinew/api.h>

#include "diff/finite.h"
#include "diff/linearization_point.h"
#include "dyn/dyn.h"
#include "math/vec.h"
#include "model/lane_data.h"
#include "step/forward.h"
#include "step/integrate.h"
#include "step/sensor.h"

// results of a step
typedef struct {
  mjtNum *qpos, *qvel, *act, *sensordata;
} Result;

typedef struct {
  linpoint_Point at;
  const finite_Options* options;
  bool sensors;  // they are requested
  bool kinetic;  // one of them reads velocities in the position stage
  Result centre, plus, minus;
  mjtNum* dq;  // (nv)
  const finite_Transition* out;
} Differences;

enum { PLUS = 1, MINUS = 2 };

// a type of input
typedef struct {
  int skip;  // mjtStage up to which all results remain valid
  void (*move)(linpoint_Point* p, int i, mjtNum by);
  unsigned (*sides)(const Differences* f, int i);  // PLUS, MINUS
} Input;

// ---- steps

// odd: factor kept in columns; that of the point where the stages that it is made of are skipped
static void advance(const mjModel* m, mjData* d, int skip, bool exact) {
  if (exact) {
    LANE(step_integrate)(m, d, m->opt.integrator);
  } else if (m->opt.integrator == mjINT_EULER) {
    LANE(step_euler)(m, d, skip < mjSTAGE_POS);
  } else {
    LANE(step_implicit)(m, d, skip < mjSTAGE_VEL);
  }
}

// a step from the state of d; then restores the point
static void evaluate(Differences* f, int skip, const Result* res) {
  const mjModel* m = f->at.m;
  mjData* d = f->at.d;
  // the stages of RK4 overwrite all results of the point
  if (m->opt.integrator == mjINT_RK4) skip = mjSTAGE_NONE;
  d->flg_energyvel = false;
  if (f->kinetic && skip == mjSTAGE_POS) LANE(sensor_pos)(m, d);
  step_forward(m, d, skip, !f->sensors);
  if (f->sensors) vn_copy(res->sensordata, d->sensordata, (int)m->nsensordata);
  advance(m, d, skip, f->options->exact);
  vn_copy(res->qpos, d->qpos, (int)m->nq);
  vn_copy(res->qvel, d->qvel, (int)m->nv);
  vn_copy(res->act, d->act, (int)m->na);
  linpoint_restore(&f->at);
}

// ---- columns

static void writeColumn(mjtNum* mat, int ncol, const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) mat[(ptrdiff_t)i * ncol] = vec[i];
}

static void writeQuotient(mjtNum* mat, int ncol, const mjtNum* low, const mjtNum* high, int n,
                          mjtNum step) {
  for (int i = 0; i < n; i++) mat[(ptrdiff_t)i * ncol] = (high[i] - low[i]) / step;
}

// mat: column of a matrix (ndx x ncol)
static void writeState(const Differences* f, mjtNum* mat, int ncol, const Result* low,
                       const Result* high, mjtNum step) {
  const mjModel* m = f->at.m;
  const int nv = (int)m->nv, na = (int)m->na;
  const ptrdiff_t block = (ptrdiff_t)nv * ncol;
  LANE(dyn_differentiatePos)(m, f->dq, step, low->qpos, high->qpos);
  writeColumn(mat, ncol, f->dq, nv);
  writeQuotient(mat + block, ncol, low->qvel, high->qvel, nv, step);
  writeQuotient(mat + 2 * block, ncol, low->act, high->act, na, step);
}

// input i -> column col of state and sensor, matrices of ncol columns that may be NULL
static void column(Differences* f, const Input* input, int i, mjtNum* state, mjtNum* sensor,
                   int col, int ncol) {
  const unsigned sides = input->sides(f, i);
  const Result *low = &f->centre, *high = &f->centre;
  mjtNum step = sides == (PLUS | MINUS) ? 2 * f->options->eps : f->options->eps;
  if (sides & PLUS) {
    input->move(&f->at, i, f->options->eps);
    evaluate(f, input->skip, high = &f->plus);
  }
  if (sides & MINUS) {
    input->move(&f->at, i, -f->options->eps);
    evaluate(f, input->skip, low = &f->minus);
  }
  if (state) writeState(f, state + col, ncol, low, high, step);
  if (sensor) {
    const int n = (int)f->at.m->nsensordata;
    writeQuotient(sensor + col, ncol, low->sensordata, high->sensordata, n, step);
  }
}

// ---- inputs

static unsigned freeSides(const Differences* f, int i) {
  (void)i;
  return f->options->centered ? PLUS | MINUS : PLUS;
}

static bool isWithin(mjtNum x, const mjtNum range[2]) { return x >= range[0] && x <= range[1]; }

// a control is perturbed within its range; one that is beyond it is not perturbed
static unsigned ctrlSides(const Differences* f, int i) {
  const mjModel* m = f->at.m;
  const mjtNum u = f->at.d->ctrl[i], *range = m->actuator_ctrlrange + 2 * i;
  if (!m->actuator_ctrllimited[i]) return freeSides(f, i);
  if (!isWithin(u, range)) return 0;
  const unsigned plus = isWithin(u + f->options->eps, range) ? PLUS : 0;
  const unsigned minus = isWithin(u - f->options->eps, range) ? MINUS : 0;
  return f->options->centered || !plus ? plus | minus : plus;
}

static const Input controls = {mjSTAGE_VEL, linpoint_moveCtrl, ctrlSides};
static const Input activations = {mjSTAGE_VEL, linpoint_moveAct, freeSides};
static const Input velocities = {mjSTAGE_POS, linpoint_moveQvel, freeSides};
static const Input positions = {mjSTAGE_NONE, linpoint_moveQpos, freeSides};

// velocities and positions come last: they invalidate results of the point that earlier columns
// reuse
static void columns(Differences* f) {
  const finite_Transition* out = f->out;
  const int nv = (int)f->at.m->nv, na = (int)f->at.m->na, nu = (int)f->at.m->nu;
  const int ndx = 2 * nv + na;
  const bool all = !f->options->positions;
  if (all && (out->B || out->D)) {
    for (int i = 0; i < nu; i++) column(f, &controls, i, out->B, out->D, i, nu);
  }
  if (!out->A && !out->C) return;
  for (int i = 0; all && i < na; i++) column(f, &activations, i, out->A, out->C, 2 * nv + i, ndx);
  for (int i = 0; all && i < nv; i++) column(f, &velocities, i, out->A, out->C, nv + i, ndx);
  for (int i = 0; i < nv; i++) column(f, &positions, i, out->A, out->C, i, ndx);
}

// ---- the whole

static mjtNum* place(Result* res, const mjModel* m, mjtNum* at) {
  res->qpos = at;
  res->qvel = res->qpos + m->nq;
  res->act = res->qvel + m->nv;
  res->sensordata = res->act + m->na;
  return res->sensordata + m->nsensordata;
}

bool finite_transition(const mjModel* m, mjData* d, const finite_Options* options,
                       const finite_Transition* out) {
  Differences f = {.options = options, .out = out};
  const size_t n = (size_t)(m->nq + m->nv + m->na + m->nsensordata);
  mjtNum* scratch = linpoint_open(&f.at, m, d, 3 * n + (size_t)m->nv, options->function);
  if (!scratch) return false;
  f.sensors = out->C || out->D;
  f.kinetic = f.sensors && linpoint_hasKinetic(m);
  f.dq = place(&f.minus, m, place(&f.plus, m, place(&f.centre, m, scratch)));
  const int full = linpoint_countFull(d);
  evaluate(&f, mjSTAGE_NONE, &f.centre);
  if (linpoint_countFull(d) == full) columns(&f);
  linpoint_close(&f.at);
  return linpoint_tellFull(&f.at, full);
}
