// Parts of sensors for one world only: history buffers of past samples (delay, interval), limit
// rows, the user's callback and plugins; queries on sensor types and models.
//   history, time -> sensordata;  sensordata or fresh values -> history
#include "base/assert.h"
#include "model/history.h"
#include "model/plugins.h"
#include "model/stack.h"
#include "step/sensor.h"
#include "step/sensor_parts.h"

// ---- queries

bool sensor_supported(int type) {
  const sensor_Kind* kind = LANE(sensor_kind)(type);
  return kind && (kind->compute || kind->reach == SENSOR_CALLBACK || kind->reach == SENSOR_PLUGIN);
}

bool sensor_inLanes(const mjModel* m) {
  for (int i = 0; i < m->nsensor; i++) {
    const sensor_Kind* kind = LANE(sensor_kind)(m->sensor_type[i]);
    if (!kind || kind->reach != SENSOR_LANES || m->sensor_history[2 * i] > 0) return false;
  }
  return true;
}

// ---- past samples

// whether a sensor with a period has to be sampled
static bool isDue(const history_Buffer* buf, mjtNum period, mjtNum time) {
  return buf->user[0] + period <= time;
}

bool sensor_fromHistory(const mjModel* m, const mjData* d, int sensor, mjtNum* res) {
  const mjtNum delay = m->sensor_delay[sensor], period = m->sensor_interval[2 * sensor];
  if (m->sensor_history[2 * sensor] <= 0 || !(delay > 0 || period > 0)) return false;
  const history_Buffer buf = history_ofSensor(m, d, sensor);
  ASSERT_FULL(buf.dim == m->sensor_dim[sensor]);
  if (!(delay > 0) && isDue(&buf, period, d->time)) return false;
  const mjtNum* sample = history_read(&buf, d->time - delay, buf.interp, res);
  if (sample != res) memcpy(res, sample, (size_t)buf.dim * sizeof *res);
  return true;
}

// sensordata of a delayed sensor is a past sample, so its new sample is computed here
static void recordFresh(const mjModel* m, mjData* d, int sensor, const history_Buffer* buf) {
  mj_markStack(d);
  mjtNum* value = stack_num(d, (size_t)buf->dim);
  if (value && LANE(sensor_evaluate)(m, d, sensor, value))
    memcpy(history_insert(buf, d->time), value, (size_t)buf->dim * sizeof *value);
  mj_freeStack(d);
}

static void recordSensor(const mjModel* m, mjData* d, int sensor) {
  const history_Buffer buf = history_ofSensor(m, d, sensor);
  const mjtNum period = m->sensor_interval[2 * sensor];
  if (period > 0) {
    if (!isDue(&buf, period, d->time)) return;
    buf.user[0] += period;
  }
  if (m->sensor_delay[sensor] > 0) {
    recordFresh(m, d, sensor, &buf);
  } else {
    memcpy(history_insert(&buf, d->time), d->sensordata + m->sensor_adr[sensor],
           (size_t)buf.dim * sizeof *buf.values);
  }
}

void sensor_record(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_history[2 * i] > 0) recordSensor(m, d, i);
  }
}

// ---- limits

// constraint row of the sensor's joint or tendon; -1 if its limit is not active. Limit rows follow
// those of equalities and friction.
static int limitRow(const mjModel* m, const mjData* d, int sensor) {
  const bool joint = m->sensor_objtype[sensor] == mjOBJ_JOINT;
  const int type = joint ? mjCNSTR_LIMIT_JOINT : mjCNSTR_LIMIT_TENDON;
  const int first = d->ne + d->nf;
  for (int row = first; row < first + d->nl; row++) {
    if (d->efc_type[row] == type && d->efc_id[row] == m->sensor_objid[sensor]) return row;
  }
  return -1;
}

void sensor_limitPos(const mjModel* m, mjData* d, int sensor, mjtNum* res) {
  const int row = limitRow(m, d, sensor);
  *res = row < 0 ? 0 : d->efc_pos[row] - d->efc_margin[row];
}

void sensor_limitVel(const mjModel* m, mjData* d, int sensor, mjtNum* res) {
  const int row = limitRow(m, d, sensor);
  *res = row < 0 ? 0 : d->efc_vel[row];
}

void sensor_limitFrc(const mjModel* m, mjData* d, int sensor, mjtNum* res) {
  const int row = limitRow(m, d, sensor);
  *res = row < 0 ? 0 : d->efc_force[row];
}

// ---- user sensors

void sensor_callback(const mjModel* m, mjData* d, int stage) {
  if (mjcb_sensor) mjcb_sensor(m, d, stage);
}

// ---- plugins

void sensor_plugins(const mjModel* m, mjData* d, int stage) {
  plugins_compute(m, d, mjPLUGIN_SENSOR, stage);
}
