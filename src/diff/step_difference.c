// Fourth-order finite differences of steps by a five-point stencil,
//   (8 (f(eps) - f(-eps)) - (f(2 eps) - f(-2 eps))) / (12 eps)
// with f the true mj_step from the full integration state. The difference of two positions is in
// the tangent space, and odd in eps, so that the stencil is of fourth order for rotations too.
#include "diff/step_difference.h"

#include <math.h>

#include <sinew/api.h>

#include "base/mem.h"
#include "dyn/dyn.h"
#include "math/vec.h"
#include "model/lane_data.h"

#define TOLERANCE 1e-30
enum { NEWTON_ITERATIONS = 200, LINE_ITERATIONS = 100 };

// ---- open and close

// The solver iterates to rounding: its residual would be noise of the differences. All solvers have
// the same optimum, and Newton's method reaches it in a few iterations. Its tolerance is not 0 but
// less than any decrease of the cost: Newton's last step is the one after which the cost does not
// decrease any more, and with 0 all iterations would be spent on rounding noise. No tree sleeps: a
// perturbation wakes it, which is no derivative. Energies are computed for sensors that read them,
// at this step and not at the previous one. A step that diverges is not reset.
static void setOptions(mjModel* m) {
  m->opt.tolerance = TOLERANCE;
  m->opt.ls_iterations = LINE_ITERATIONS;
  m->opt.solver = mjSOL_NEWTON;
  m->opt.iterations = NEWTON_ITERATIONS;
  m->opt.enableflags &= ~(mjENBL_SLEEP | mjENBL_ENERGY);
  m->opt.disableflags |= mjDSBL_AUTORESET;
}

static size_t resultSize(const stepdiff_Steps* s) {
  return (size_t)(s->model.nq + s->model.nv + s->model.na) + (size_t)s->nsensor;
}

static bool takeMemory(stepdiff_Steps* s) {
  const size_t nv = (size_t)s->model.nv, na = (size_t)s->model.na;
  const size_t column = (size_t)(s->ndx + s->nsensor);
  const size_t nstart = (size_t)mj_stateSize(&s->model, mjSTATE_INTEGRATION);
  const size_t n =
      nstart + STEPDIFF_NPOINT * resultSize(s) + 2 * column + 2 * nv + na + (size_t)s->nsensor;
  mjtNum* at = mem_calloc(n + 1, sizeof *at);
  if (!at) return false;
  s->start = at;
  at += nstart;
  for (int k = 0; k < STEPDIFF_NPOINT; k++, at += resultSize(s)) s->result[k] = at;
  s->near = at;
  s->far = s->near + column;
  s->qvel = s->far + column;
  s->act = s->qvel + nv;
  s->unit = s->act + na;
  s->size = s->unit + nv;
  return true;
}

static void keepBefore(stepdiff_Steps* s) {
  vn_copy(s->qvel, s->d->qvel, (int)s->model.nv);
  vn_copy(s->act, s->d->act, (int)s->model.na);
}

static void measureSensors(stepdiff_Steps* s) {
  const mjModel* m = &s->model;
  for (int i = 0; i < m->nsensor; i++) {
    const mjtNum* data = s->d->sensordata + m->sensor_adr[i];
    mjtNum* size = s->size + m->sensor_adr[i];
    for (int k = 0; k < m->sensor_dim[i]; k++) size[0] = fmax(size[0], fabs(data[k]));
    for (int k = 1; k < m->sensor_dim[i]; k++) size[k] = size[0];
  }
}

// the state with warm start at the solution; its signature is that of its own step
static void findPoint(stepdiff_Steps* s) {
  const mjModel* m = &s->model;
  mjData* d = s->d;
  mj_getState(m, d, s->start, mjSTATE_INTEGRATION);
  mj_forward(m, d);
  vn_copy(d->qacc_warmstart, d->qacc, (int)m->nv);
  mj_getState(m, d, s->start, mjSTATE_INTEGRATION);
  keepBefore(s);
  mj_step(m, d);
  s->signature = signature_of(m, d, s->qvel, s->act);
  measureSensors(s);
  stepdiff_restore(s);
}

bool stepdiff_open(stepdiff_Steps* s, const mjModel* m, const mjData* d, const char* function) {
  *s = (stepdiff_Steps){.model = *m, .nsensor = (int)m->nsensordata};
  s->solver = m->opt.solver;
  s->ndx = (int)(2 * m->nv + m->na);
  setOptions(&s->model);
  s->d = mj_copyData(NULL, m, d);
  if (!s->d) return false;
  if (!takeMemory(s)) {
    mju_error("%s: no memory for the states of %d steps", function, STEPDIFF_NPOINT);
    mj_deleteData(s->d);
    return false;
  }
  findPoint(s);
  return true;
}

void stepdiff_close(stepdiff_Steps* s) {
  mem_free(s->start);
  mj_deleteData(s->d);
}

void stepdiff_restore(stepdiff_Steps* s) {
  mj_setState(&s->model, s->d, s->start, mjSTATE_INTEGRATION);
}

// ---- columns

int stepdiff_count(const stepdiff_Steps* s, stepdiff_Kind kind) {
  const mjModel* m = &s->model;
  const mjtSize count[STEPDIFF_NKIND] = {m->nv, m->nv, m->na, m->nu};
  return (int)count[kind];
}

static void move(stepdiff_Steps* s, stepdiff_Kind kind, int i, mjtNum by) {
  mjData* d = s->d;
  mjtNum* const array[STEPDIFF_NKIND] = {NULL, d->qvel, d->act, d->ctrl};
  if (kind != STEPDIFF_QPOS) {
    array[kind][i] += by;
    return;
  }
  s->unit[i] = 1;
  LANE(dyn_integratePos)(&s->model, d->qpos, s->unit, by);
  s->unit[i] = 0;
}

// a step from the point perturbed by `by`; false if it has another signature
static bool stepFrom(stepdiff_Steps* s, stepdiff_Kind kind, int i, mjtNum by, mjtNum* result) {
  const mjModel* m = &s->model;
  mjData* d = s->d;
  stepdiff_restore(s);
  move(s, kind, i, by);
  keepBefore(s);
  mj_step(m, d);
  vn_copy(result, d->qpos, (int)m->nq);
  vn_copy(result += m->nq, d->qvel, (int)m->nv);
  vn_copy(result += m->nv, d->act, (int)m->na);
  vn_copy(result += m->na, d->sensordata, s->nsensor);
  return signature_of(m, d, s->qvel, s->act) == s->signature;
}

static void subtract(const stepdiff_Steps* s, mjtNum* res, const mjtNum* low, const mjtNum* high) {
  const mjModel* m = &s->model;
  const int nv = (int)m->nv;
  LANE(dyn_differentiatePos)(m, res, 1, low, high);
  for (int i = nv; i < s->ndx + s->nsensor; i++) {
    const mjtSize at = m->nq + i - nv;
    res[i] = high[at] - low[at];
  }
}

bool stepdiff_column(stepdiff_Steps* s, stepdiff_Kind kind, int i, mjtNum eps, mjtNum* column) {
  static const int steps[STEPDIFF_NPOINT] = {-1, 1, -2, 2};
  bool same = true;
  for (int k = 0; same && k < STEPDIFF_NPOINT; k++) {
    same = stepFrom(s, kind, i, steps[k] * eps, s->result[k]);
  }
  stepdiff_restore(s);
  if (!same) return false;
  subtract(s, s->near, s->result[0], s->result[1]);
  subtract(s, s->far, s->result[2], s->result[3]);
  for (int k = 0; k < s->ndx + s->nsensor; k++) {
    column[k] = (8 * s->near[k] - s->far[k]) / (12 * eps);
  }
  return true;
}
