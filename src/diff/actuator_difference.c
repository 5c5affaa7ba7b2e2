// Central finite differences of actuator outputs (diff/actuator_difference.h): perturbs an input
// both ways and reruns kinematics, transmission, velocity and actuator force; evaluates them at the
// point again at the end.
//   qpos, qvel, act, ctrl -> res
#include "diff/actuator_difference.h"

#include <sinew/api.h>

#include "dyn/dyn.h"
#include "force/actuation.h"
#include "force/passive.h"
#include "force/tendon.h"
#include "force/transmission.h"
#include "math/vec.h"
#include "model/stack.h"
#include "step/smooth.h"

// balances rounding error, 1e-16 / EPS, and truncation error, EPS^2
static const mjtNum EPS = 1e-5;

// outputs of an evaluation, in one buffer
typedef struct {
  mjtNum *length, *speed, *force, *joint;
} Reading;

typedef struct {
  const mjModel* m;
  mjData* d;
  const actuator_Slopes* res;
  Reading high, low;
  mjtNum *qpos, *unit;  // (nq) of the point, (nv) zeros
} Differences;

static void evaluate(const Differences* f, bool moved, const Reading* at) {
  const mjModel* m = f->m;
  mjData* d = f->d;
  if (moved) {
    LANE(step_frames)(m, d);
    LANE(transmission_update)(m, d);
  }
  LANE(dyn_comVel)(m, d);
  LANE(tendon_velocity)(m, d);
  LANE(transmission_velocity)(m, d);
  LANE(passive_forces)(m, d);
  LANE(actuation_forces)(m, d);
  if (!at) return;
  vn_copy(at->length, d->actuator_length, (int)m->nout);
  vn_copy(at->speed, d->actuator_velocity, (int)m->nout);
  vn_copy(at->force, d->actuator_force, (int)m->nout);
  vn_copy(at->joint, d->qfrc_actuator, (int)m->nv);
}

static void write(mjtNum* col, int stride, const mjtNum* high, const mjtNum* low, int n) {
  for (int i = 0; i < n; i++) col[(ptrdiff_t)i * stride] = (high[i] - low[i]) / (2 * EPS);
}

// a block of columns in all matrices
typedef mjtNum* Block(const diff_Matrix* mat, int* stride);

static mjtNum* blockQ(const diff_Matrix* mat, int* stride) {
  *stride = mat->stride;
  return mat->q;
}
static mjtNum* blockV(const diff_Matrix* mat, int* stride) {
  *stride = mat->stride;
  return mat->v;
}
static mjtNum* blockAct(const diff_Matrix* mat, int* stride) {
  *stride = mat->stride;
  return mat->act;
}
static mjtNum* blockCtrl(const diff_Matrix* mat, int* stride) {
  *stride = mat->cstride;
  return mat->ctrl;
}

static void writeColumn(const Differences* f, Block* block, int col) {
  const int nout = (int)f->m->nout, nv = (int)f->m->nv;
  const struct {
    const diff_Matrix* mat;
    const mjtNum *high, *low;
    int n;
  } part[] = {{&f->res->length, f->high.length, f->low.length, nout},
              {&f->res->speed, f->high.speed, f->low.speed, nout},
              {&f->res->force, f->high.force, f->low.force, nout},
              {&f->res->joint, f->high.joint, f->low.joint, nv}};
  for (int k = 0; k < 4; k++) {
    int stride;
    mjtNum* at = block(part[k].mat, &stride);
    if (at) write(at + col, stride, part[k].high, part[k].low, part[k].n);
  }
}

static bool wants(const Differences* f, Block* block) {
  int stride;
  return block(&f->res->length, &stride) || block(&f->res->speed, &stride) ||
         block(&f->res->force, &stride) || block(&f->res->joint, &stride);
}

// columns of scalar inputs: activations, velocities or controls
static void numbers(const Differences* f, Block* block, mjtNum* x, int n) {
  for (int i = 0; i < n && wants(f, block); i++) {
    const mjtNum kept = x[i];
    x[i] = kept + EPS;
    evaluate(f, false, &f->high);
    x[i] = kept - EPS;
    evaluate(f, false, &f->low);
    x[i] = kept;
    writeColumn(f, block, i);
  }
}

static void move(const Differences* f, int dof, mjtNum by, const Reading* at) {
  f->unit[dof] = 1;
  LANE(dyn_integratePos)(f->m, f->d->qpos, f->unit, by);
  f->unit[dof] = 0;
  evaluate(f, true, at);
  vn_copy(f->d->qpos, f->qpos, (int)f->m->nq);
}

static void positions(const Differences* f) {
  for (int i = 0; i < f->m->nv && wants(f, blockQ); i++) {
    move(f, i, EPS, &f->high);
    move(f, i, -EPS, &f->low);
    writeColumn(f, blockQ, i);
  }
}

static mjtNum* place(Reading* r, const mjModel* m, mjtNum* at) {
  r->length = at;
  r->speed = r->length + m->nout;
  r->force = r->speed + m->nout;
  r->joint = r->force + m->nout;
  return r->joint + m->nv;
}

bool actuator_differences(const mjModel* m, mjData* d, const actuator_Slopes* res) {
  Differences f = {.m = m, .d = d, .res = res};
  mj_markStack(d);
  mjtNum* at = stack_num(d, (size_t)(2 * (3 * m->nout + m->nv) + m->nq + m->nv));
  if (at) {
    f.qpos = place(&f.low, m, place(&f.high, m, at));
    f.unit = f.qpos + m->nq;
    vn_copy(f.qpos, d->qpos, (int)m->nq);
    vn_zero(f.unit, (int)m->nv);
    numbers(&f, blockCtrl, d->ctrl, (int)m->nu);
    numbers(&f, blockAct, d->act, (int)m->na);
    numbers(&f, blockV, d->qvel, (int)m->nv);
    positions(&f);
    evaluate(&f, true, NULL);
  }
  mj_freeStack(d);
  return at != NULL;
}
