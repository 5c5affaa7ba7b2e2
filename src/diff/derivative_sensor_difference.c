// Finite differences of single sensors: sensors that search geometry (rays, distances) are
// differentiated by central differences of the sensor alone: positions are perturbed, frames
// recomputed, then the sensors evaluated. So is the kinetic energy if tendons have armature, and so
// are tactile sensors, whose velocities depend on positions and velocities. Afterwards frames are
// recomputed at the point, which gives the same bits as before.
//   qpos, qvel -> columns of q and v of out
#include "diff/derivative_sensor_parts.h"
#include "dyn/dyn.h"
#include "math/vec.h"
#include "step/sensor.h"
#include "step/smooth.h"

// balances rounding error, 1e-16 / EPS, and truncation error, EPS^2
static const mjtNum EPS = 1e-5;

typedef struct {
  const mjModel* m;
  mjData* d;
  bool inertia;                // M is needed
  bool speeds;                 // velocities of bodies are needed
  mjtNum *qpos, *unit;         // (nq) of the point, (nv) zeros
  mjtNum *high, *low, *speed;  // (nsensordata), (nsensordata), (nv)
} Differences;

bool column_armedTendons(const mjModel* m) {
  for (int t = 0; t < m->ntendon; t++) {
    if (m->tendon_armature[t] != 0 || m->tendon_actuatorid[t] != -1) return true;
  }
  return false;
}

static bool isKinetic(const mjModel* m, int sensor) {
  return m->sensor_type[sensor] == mjSENS_E_KINETIC && column_armedTendons(m);
}

static bool hasSpeeds(const mjModel* m, int sensor) {
  return m->sensor_type[sensor] == mjSENS_TACTILE;
}

static bool isDifferenced(const mjModel* m, int sensor) {
  const column_Kind* kind = column_kind(m->sensor_type[sensor]);
  return (kind && kind->differences) || isKinetic(m, sensor);
}

// ---- evaluation

static void frames(const Differences* f) {
  LANE(step_frames)(f->m, f->d);
  if (f->inertia) LANE(dyn_makeM)(f->m, f->d);
  if (f->speeds) LANE(dyn_comVel)(f->m, f->d);
}

static void evaluate(const Differences* f, mjtNum* res) {
  const mjModel* m = f->m;
  frames(f);
  for (int i = 0; i < m->nsensor; i++) {
    if (!isDifferenced(m, i)) continue;
    mjtNum* at = res + m->sensor_adr[i];
    if (isKinetic(m, i)) {
      LANE(dyn_mulM)(m, f->d, f->speed, f->d->qvel);
      *at = 0.5 * vn_dot(f->speed, f->d->qvel, (int)m->nv);
    } else {
      LANE(sensor_evaluate)(m, f->d, i, at);
    }
  }
}

static void evaluateAt(const Differences* f, int dof, mjtNum by, mjtNum* res) {
  f->unit[dof] = 1;
  LANE(dyn_integratePos)(f->m, f->d->qpos, f->unit, by);
  f->unit[dof] = 0;
  evaluate(f, res);
  vn_copy(f->d->qpos, f->qpos, (int)f->m->nq);
}

static void evaluateFaster(const Differences* f, int dof, mjtNum by, mjtNum* res) {
  const mjtNum speed = f->d->qvel[dof];
  f->d->qvel[dof] += by;
  evaluate(f, res);
  f->d->qvel[dof] = speed;
}

// ---- columns

typedef bool (*Chosen)(const mjModel* m, int sensor);

static void writeColumn(const Differences* f, Chosen chosen, const diff_Matrix* out, mjtNum* first,
                        int dof) {
  const mjModel* m = f->m;
  for (int i = 0; i < m->nsensor; i++) {
    if (!chosen(m, i)) continue;
    for (int k = 0; k < m->sensor_dim[i]; k++) {
      const int row = m->sensor_adr[i] + k;
      const bool held = column_isCut(m, f->d, i, k);
      first[(ptrdiff_t)row * out->stride + dof] =
          held ? 0 : (f->high[row] - f->low[row]) / (2 * EPS);
    }
  }
}

static bool take(Differences* f) {
  const size_t nq = (size_t)f->m->nq, nv = (size_t)f->m->nv, n = (size_t)f->m->nsensordata;
  f->qpos = stack_num(f->d, nq + 2 * nv + 2 * n);
  if (!f->qpos) return false;
  f->unit = f->qpos + nq;
  f->speed = f->unit + nv;
  f->high = f->speed + nv;
  f->low = f->high + n;
  vn_copy(f->qpos, f->d->qpos, (int)nq);
  vn_zero(f->unit, (int)nv);
  return true;
}

bool column_differences(const mjModel* m, mjData* d, const diff_Sensors* s) {
  Differences f = {.m = m, .d = d};
  bool any = false;
  for (int i = 0; i < m->nsensor; i++) {
    any = any || isDifferenced(m, i);
    f.inertia = f.inertia || isKinetic(m, i);
    f.speeds = f.speeds || hasSpeeds(m, i);
  }
  if (!any || !(s->out.q || s->out.v)) return true;
  if (!take(&f)) return false;
  for (int dof = 0; dof < m->nv && s->out.q; dof++) {
    evaluateAt(&f, dof, EPS, f.high);
    evaluateAt(&f, dof, -EPS, f.low);
    writeColumn(&f, isDifferenced, &s->out, s->out.q, dof);
  }
  for (int dof = 0; dof < m->nv && s->out.v && f.speeds; dof++) {
    evaluateFaster(&f, dof, EPS, f.high);
    evaluateFaster(&f, dof, -EPS, f.low);
    writeColumn(&f, hasSpeeds, &s->out, s->out.v, dof);
  }
  frames(&f);
  return true;
}
