// Sample buffers of delayed controls and sensors: reset.
#include "model/history.h"

#include <sinew/api.h>
#include <sinew/extra.h>

typedef struct {
  int n;          // samples
  mjtNum* user;   // start of the buffer; buffers are zero when the reset begins
  mjtNum period;  // 0: every step
  mjtNum start;   // time of the newest sample, for buffers with a period
} Buffer;

// times of the samples before the start; the newest is last
static void fillTimes(const Buffer* buf, mjtNum h) {
  mjtNum* cursor = buf->user + 1;
  mjtNum* times = buf->user + 2;
  *cursor = buf->n - 1;
  for (int j = 0; j < buf->n; j++) {
    int before = buf->n - 1 - j;
    times[j] =
        buf->period > 0 ? sn_ceil((buf->start - before * buf->period) / h) * h : -(before + 1) * h;
  }
}

static void resetActuators(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nactuator; i++) {
    Buffer buf = {.n = m->actuator_history[2 * i]};
    if (buf.n <= 0) continue;
    buf.user = d->history + m->actuator_historyadr[i];
    fillTimes(&buf, m->opt.timestep);
  }
}

static void resetSensors(const mjModel* m, mjData* d) {
  const mjtNum h = m->opt.timestep;
  for (int i = 0; i < m->nsensor; i++) {
    Buffer buf = {.n = m->sensor_history[2 * i], .period = m->sensor_interval[2 * i]};
    if (buf.n <= 0) continue;
    mjtNum phase = m->sensor_interval[2 * i + 1];
    buf.start = phase == 0 ? -buf.period : phase;
    buf.user = d->history + m->sensor_historyadr[i];
    *buf.user = buf.period > 0 ? buf.start : -h;
    fillTimes(&buf, h);
  }
}

void history_reset(const mjModel* m, mjData* d) {
  if (!m->nhistory) return;
  if (!(m->opt.timestep > 0)) {
    mju_error("mj_resetData: delays need a positive timestep, it is %g", m->opt.timestep);
    return;
  }
  resetActuators(m, d);
  resetSensors(m, d);
}
