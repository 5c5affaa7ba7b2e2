// Derivatives of inverse dynamics by finite differences, one-sided or central: forces f =
// qfrc_inverse, optionally minus actuator forces, sensordata s and the entries m of M, with respect
// to positions q, velocities v and accelerations a. A row is recomputed from the first pipeline
// stage that its input affects.
#include <sinew/api.h>

#include "diff/finite.h"
#include "diff/linearization_point.h"
#include "force/actuation.h"
#include "math/vec.h"
#include "model/lane_data.h"
#include "step/forward.h"
#include "step/sensor.h"
#include "step/stages.h"

typedef struct {
  linpoint_Point at;
  const finite_Options* options;
  bool actuation, sensors;
  bool kinetic;  // a sensor reads velocities in the position stage
  bool failed;
  // at the point, or at the lower perturbation: (nv), (nsensordata), (nC)
  mjtNum *force, *sensordata, *inertia;
} Differences;

// a type of input, and its output rows
typedef struct {
  step_Stage after;  // stages up to it remain valid
  void (*move)(linpoint_Point* p, int i, mjtNum by);
  mjtNum *force, *sensor, *inertia;
} Input;

// Inverse dynamics at the state of d. Forces of actuators come before the sensors that read them.
static void evaluate(Differences* f, step_Stage after) {
  const mjModel* m = f->at.m;
  mjData* d = f->at.d;
  const unsigned what = STAGE_INVERSE | (f->sensors ? STAGE_SENSORS : 0);
  d->flg_energyvel = false;
  if (f->kinetic && after == STAGE_POSITION) LANE(sensor_pos)(m, d);
  LANE(step_run)(m, d, after, STAGE_VELOCITY, what);
  if (f->actuation) LANE(actuation_forces)(m, d);
  if (!step_inverse(m, d, mjSTAGE_VEL, !f->sensors)) f->failed = true;
  if (f->actuation) vn_addToScl(d->qfrc_inverse, d->qfrc_actuator, -1, (int)m->nv);
}

static void writeRow(mjtNum* mat, int row, const mjtNum* low, const mjtNum* high, int n,
                     mjtNum step) {
  if (!mat) return;
  mat += (ptrdiff_t)row * n;
  for (int i = 0; i < n; i++) mat[i] = (high[i] - low[i]) / step;
}

static void keep(Differences* f) {
  const mjModel* m = f->at.m;
  const mjData* d = f->at.d;
  vn_copy(f->force, d->qfrc_inverse, (int)m->nv);
  vn_copy(f->sensordata, d->sensordata, (int)m->nsensordata);
  vn_copy(f->inertia, d->M, (int)m->nC);
}

static void rows(Differences* f, const Input* input) {
  const mjModel* m = f->at.m;
  const mjData* d = f->at.d;
  const mjtNum eps = f->options->eps, step = f->options->centered ? 2 * eps : eps;
  if (!input->force && !input->sensor && !input->inertia) return;
  for (int i = 0; i < m->nv; i++) {
    if (f->options->centered) {
      input->move(&f->at, i, -eps);
      evaluate(f, input->after);
      keep(f);
      linpoint_restore(&f->at);
    }
    input->move(&f->at, i, eps);
    evaluate(f, input->after);
    writeRow(input->force, i, f->force, d->qfrc_inverse, (int)m->nv, step);
    writeRow(input->sensor, i, f->sensordata, d->sensordata, (int)m->nsensordata, step);
    writeRow(input->inertia, i, f->inertia, d->M, (int)m->nC, step);
    linpoint_restore(&f->at);
  }
}

// evaluates the point itself; false: contacts or rows did not fit into the arena
static bool centre(Differences* f, int full) {
  evaluate(f, STAGE_NONE);
  if (f->failed || linpoint_countFull(f->at.d) != full) return false;
  keep(f);
  return true;
}

bool finite_inverse(const mjModel* m, mjData* d, const finite_Options* options, bool actuation,
                    const finite_Inverse* out) {
  const Input inputs[] = {
      // velocities and positions come last: they invalidate results of the point that earlier rows
      // reuse
      {STAGE_VELOCITY, linpoint_moveQacc, out->DfDa, out->DsDa, NULL},
      {STAGE_POSITION, linpoint_moveQvel, out->DfDv, out->DsDv, NULL},
      {STAGE_NONE, linpoint_moveQpos, out->DfDq, out->DsDq, out->DmDq},
  };
  Differences f = {.options = options, .actuation = actuation};
  f.force = linpoint_open(&f.at, m, d, (size_t)(m->nv + m->nsensordata + m->nC), options->function);
  if (!f.force) return false;
  f.sensordata = f.force + m->nv;
  f.inertia = f.sensordata + m->nsensordata;
  f.sensors = out->DsDq || out->DsDv || out->DsDa;
  f.kinetic = f.sensors && linpoint_hasKinetic(m);
  const int full = linpoint_countFull(d);
  if (centre(&f, full)) {
    for (int k = 0; k < 3; k++) rows(&f, inputs + k);
  }
  linpoint_close(&f.at);
  return linpoint_tellFull(&f.at, f.failed ? -1 : full);
}
