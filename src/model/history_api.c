// Public API of the history ring buffers: reads delayed controls and sensors with interpolation,
// and initializes the samples.
#include <sinew/api.h>

#include "base/args.h"
#include "model/history.h"

enum { CUBIC = 2 };  // highest interpolation order

// the interpolation order to use; -1 after an error
static int interpolation(const char* function, const history_Buffer* buf, int interp) {
  if (interp < 0) return buf->interp;
  if (interp <= CUBIC) return interp;
  mju_error("%s: interp must be -1 (as in the model), 0, 1 or 2, it is %d", function, interp);
  return -1;
}

mjtNum mj_readCtrl(const mjModel* m, const mjData* d, int id, mjtNum time, int interp) {
  ARGS_NEED_OR(0, m, d);
  if (!args_hasId(__func__, "actuator", id, m->nactuator)) return 0;
  const history_Buffer buf = history_ofCtrl(m, d, id);
  if (!buf.n) return m->actuator_ctrlnum[id] ? d->ctrl[m->actuator_ctrladr[id]] : 0;
  const int kind = interpolation(__func__, &buf, interp);
  if (kind < 0) return 0;
  mjtNum value;
  return *history_read(&buf, time - m->actuator_delay[id], kind, &value);
}

const mjtNum* mj_readSensor(const mjModel* m, const mjData* d, int id, mjtNum time, mjtNum* result,
                            int interp) {
  ARGS_NEED_OR(NULL, m, d);
  if (!args_hasId(__func__, "sensor", id, m->nsensor)) return NULL;
  const history_Buffer buf = history_ofSensor(m, d, id);
  if (!buf.n) return d->sensordata + m->sensor_adr[id];
  const int kind = interpolation(__func__, &buf, interp);
  if (kind < 0) return NULL;
  return history_read(&buf, time - m->sensor_delay[id], kind, result);
}

// returns 1 if the buffer was filled
static int fill(const char* function, const history_Buffer* buf, int id, const mjtNum* times,
                const mjtNum* values) {
  if (!buf->n) {
    mju_error("%s: number %d has no history, give it nsample > 0 in the model", function, id);
    return 0;
  }
  for (int k = 1; times && k < buf->n; k++) {
    if (times[k] - times[k - 1] >= mjMINVAL) continue;
    mju_error("%s: times must increase, but times[%d] is %g after %g", function, k, times[k],
              times[k - 1]);
    return 0;
  }
  if (times) *buf->cursor = buf->n - 1;  // otherwise samples keep their slots in the ring
  for (int k = 0; k < buf->n; k++) {
    const int slot = history_slot(buf, k);
    if (times) buf->times[slot] = times[k];
    for (int i = 0; values && i < buf->dim; i++) {
      buf->values[slot * buf->dim + i] = values[k * buf->dim + i];
    }
  }
  return 1;
}

void mj_initCtrlHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                        const mjtNum* values) {
  ARGS_NEED(m, d);
  if (!args_hasId(__func__, "actuator", id, m->nactuator)) return;
  const history_Buffer buf = history_ofCtrl(m, d, id);
  fill(__func__, &buf, id, times, values);
}

void mj_initSensorHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                          const mjtNum* values, mjtNum phase) {
  ARGS_NEED(m, d);
  if (!args_hasId(__func__, "sensor", id, m->nsensor)) return;
  const history_Buffer buf = history_ofSensor(m, d, id);
  if (fill(__func__, &buf, id, times, values)) *buf.user = phase;
}
