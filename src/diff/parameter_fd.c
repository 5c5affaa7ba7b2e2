// Derivatives of a step by a model parameter by finite differences of steps, with a private copy of
// its array in a copy of the mjModel struct (diff/parameter.h). Richardson extrapolation: two
// central differences, over e and 2 e, are combined to one whose error is of the order e^4;
// parameters that are never negative have one-sided differences at zero. Constraints are solved to
// rounding, so that the residual of the solver is not divided by e.
//   state, parameter -> column of P
#include <math.h>
#include <stddef.h>

#include "diff/optimum.h"
#include "diff/parameter.h"
#include "dyn/dyn.h"
#include "math/vec.h"
#include "model/stack.h"
#include "step/forward.h"
#include "step/integrate.h"

enum { MOST_ITERATIONS = 200 };

// ---- arrays

parameter_Array parameter_arrayOf(const mjModel* m, int field) {
  sn_Field f = {0};
  mjtSize rows = 0, cols = 0;
  sn_field(sn_TYPE_MODEL, field, &f);
  sn_fieldAddress(sn_TYPE_MODEL, field, m, NULL, &rows, &cols);
  return (parameter_Array){f.offset, (size_t)rows * (size_t)cols, (size_t)cols};
}

// ---- steps

typedef struct {
  mjtNum *qpos, *qvel, *act;
} Result;

typedef struct {
  linpoint_Point* at;
  const mjtNum* warm;  // (nv)
  mjModel m;           // with private arrays
  mjtNum* number;      // the perturbed parameter
  mjtNum start, eps;
  mjtNum *M0, *mass;  // derivatives of dof_M0 and body_subtreemass by it
  Result low, high;
  mjtNum* dq;     // (nv)
  bool complete;  // scratch was large enough
} Differences;

static size_t resultSize(const mjModel* m) { return (size_t)(m->nq + m->nv + m->na); }

size_t parameter_roomOf(const mjModel* m, int field) {
  return parameter_arrayOf(m, field).n + 3 * (size_t)m->nv + 2 * (size_t)m->nbody +
         2 * resultSize(m);
}

// perturbs the constants that depend on the parameter
static void follow(Differences* f, mjtNum by) {
  const mjModel* given = f->at->m;
  for (int i = 0; i < given->nv; i++) f->m.dof_M0[i] = given->dof_M0[i] + by * f->M0[i];
  for (int b = 0; b < given->nbody; b++) {
    f->m.body_subtreemass[b] = given->body_subtreemass[b] + by * f->mass[b];
  }
}

// refines the optimum to rounding; false if scratch is short
static bool polish(Differences* f) {
  mjData* d = f->at->d;
  if (f->m.opt.noslip_iterations > 0) return true;  // its result is not the optimum
  mj_markStack(d);
  mjtNum* jar = stack_num(d, (size_t)d->nefc + 1);
  const bool good = jar && optimum_polish(&f->m, d, jar);
  mj_freeStack(d);
  return good;
}

// a step with the parameter perturbed by `by`
static void evaluate(Differences* f, mjtNum by, const Result* res) {
  mjData* d = f->at->d;
  follow(f, by);
  *f->number = f->start + by;
  vn_copy(d->qacc_warmstart, f->warm, (int)f->m.nv);
  step_forward(&f->m, d, mjSTAGE_NONE, 1);
  f->complete &= polish(f);
  LANE(step_integrate)(&f->m, d, f->m.opt.integrator);
  vn_copy(res->qpos, d->qpos, (int)f->m.nq);
  vn_copy(res->qvel, d->qvel, (int)f->m.nv);
  vn_copy(res->act, d->act, (int)f->m.na);
  linpoint_restore(f->at);
}

// column of P += weight (difference between the steps at low and at high)
static void addQuotient(Differences* f, mjtNum low, mjtNum high, mjtNum weight, mjtNum* P,
                        int ncol) {
  const int nv = (int)f->m.nv, na = (int)f->m.na;
  const mjtNum step = high - low;
  evaluate(f, low, &f->low);
  evaluate(f, high, &f->high);
  LANE(dyn_differentiatePos)(&f->m, f->dq, step, f->low.qpos, f->high.qpos);
  for (int i = 0; i < nv; i++) {
    mjtNum *pos = P + (ptrdiff_t)i * ncol, *vel = P + (ptrdiff_t)(nv + i) * ncol;
    *pos += weight * f->dq[i];
    *vel += weight * (f->high.qvel[i] - f->low.qvel[i]) / step;
  }
  for (int i = 0; i < na; i++) {
    P[(ptrdiff_t)(2 * nv + i) * ncol] += weight * (f->high.act[i] - f->low.act[i]) / step;
  }
}

// ---- columns

// converges near enough to the optimum for the Newton steps of polish
static void solveFinely(mjModel* m) {
  if (m->opt.noslip_iterations > 0)
    return;  // noslip continues from the result of the chosen solver
  m->opt.solver = mjSOL_NEWTON;
  m->opt.tolerance = 1e-15;
  if (m->opt.iterations < MOST_ITERATIONS) m->opt.iterations = MOST_ITERATIONS;
  if (m->opt.ls_iterations < MOST_ITERATIONS) m->opt.ls_iterations = MOST_ITERATIONS;
}

// a fraction of the parameter, or of the largest of its row if it is small compared to that
static mjtNum stepOf(const mjtNum* array, const parameter_Array* of, int index) {
  const mjtNum *row = array + (size_t)index - (size_t)index % of->cols, own = fabs(array[index]);
  mjtNum most = 0;
  for (size_t k = 0; k < of->cols; k++) most = fmax(most, fabs(row[k]));
  if (most == 0) most = 0.1;
  return 1e-4 * fmax(own > 1e-3 * most ? own : most, 1e-4);
}

static mjtNum* place(Result* res, const mjModel* m, mjtNum* at) {
  res->qpos = at;
  res->qvel = res->qpos + m->nq;
  res->act = res->qvel + m->nv;
  return res->act + m->na;
}

static void open(Differences* f, const sn_Parameter* parameter, mjtNum* scratch) {
  const mjModel* m = f->at->m;
  const parameter_Array of = parameter_arrayOf(m, parameter->field);
  const mjtNum* array = *parameter_array(m, of.offset);
  f->m = *m;
  f->m.dof_M0 = scratch;
  f->m.body_subtreemass = f->m.dof_M0 + m->nv;
  f->M0 = f->m.body_subtreemass + m->nbody;
  f->mass = f->M0 + m->nv;
  f->dq = f->mass + m->nbody;
  mjtNum* copy = place(&f->high, m, place(&f->low, m, f->dq + m->nv));
  parameter_follow(m, f->at->d, parameter, f->M0, f->mass);
  follow(f, 0);
  // the array may itself be one of the dependent constants
  if (of.offset == offsetof(mjModel, dof_M0) || of.offset == offsetof(mjModel, body_subtreemass)) {
    copy = *parameter_array(&f->m, of.offset);
  } else {
    for (size_t k = 0; k < of.n; k++) copy[k] = array[k];
    *parameter_array(&f->m, of.offset) = copy;
  }
  f->number = copy + parameter->index;
  f->start = *f->number;
  f->eps = stepOf(array, &of, parameter->index);
  solveFinely(&f->m);
}

// dry friction has no rows where it is zero, and is never negative; Euler has no matrix of its own
// without damping
static bool isNonnegative(size_t offset) {
  return offset == offsetof(mjModel, dof_frictionloss) ||
         offset == offsetof(mjModel, tendon_frictionloss) ||
         offset == offsetof(mjModel, dof_damping);
}

bool parameter_difference(linpoint_Point* at, const sn_Parameter* parameter, const mjtNum* warm,
                          mjtNum* scratch, mjtNum* P, int ncol) {
  Differences f = {.at = at, .warm = warm, .complete = true};
  open(&f, parameter, scratch);
  const mjModel* m = at->m;
  const mjtNum e = f.eps;
  for (int i = 0; i < 2 * m->nv + m->na; i++) P[(ptrdiff_t)i * ncol] = 0;
  if (isNonnegative(parameter_arrayOf(m, parameter->field).offset) && f.start < 2 * e) {
    addQuotient(&f, 0, e, 2, P, ncol);
    addQuotient(&f, 0, 2 * e, -1, P, ncol);
  } else {
    addQuotient(&f, -e, e, 4.0 / 3, P, ncol);
    addQuotient(&f, -2 * e, 2 * e, -1.0 / 3, P, ncol);
  }
  return f.complete;
}
