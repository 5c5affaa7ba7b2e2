// Ring buffers for delays of controls and sensors: reset, insertion, reading with interpolation
// (hold, linear, cubic Hermite). Samples are ordered by time from the slot after the cursor around
// to the cursor.
#include "model/history.h"

#include <sinew/api.h>
#include <sinew/extra.h>

#include "base/assert.h"

enum { HOLD, LINEAR, CUBIC };

// ---- buffers

static history_Buffer buffer(mjtNum* start, const int prm[2], int dim) {
  const int n = prm[0];
  if (n <= 0) return (history_Buffer){.dim = dim};
  return (history_Buffer){.n = n,
                          .dim = dim,
                          .interp = prm[1],
                          .user = start,
                          .cursor = start + 1,
                          .times = start + 2,
                          .values = start + 2 + n};
}

history_Buffer history_ofCtrl(const mjModel* m, const mjData* d, int actuator) {
  const int* prm = m->actuator_history + 2 * actuator;
  return buffer(prm[0] > 0 ? d->history + m->actuator_historyadr[actuator] : NULL, prm, 1);
}

history_Buffer history_ofSensor(const mjModel* m, const mjData* d, int sensor) {
  const int* prm = m->sensor_history + 2 * sensor;
  return buffer(prm[0] > 0 ? d->history + m->sensor_historyadr[sensor] : NULL, prm,
                m->sensor_dim[sensor]);
}

// The cursor is part of the state, which may hold any value: an invalid slot counts as the last
// one, which reset sets.
int history_slot(const history_Buffer* buf, int k) {
  ASSERT_FULL(k >= 0 && k < buf->n);
  const mjtNum cursor = *buf->cursor;
  const int newest = cursor >= 0 && cursor < buf->n ? (int)cursor : buf->n - 1;
  return (newest + 1 + k) % buf->n;
}
static mjtNum timeOf(const history_Buffer* buf, int k) { return buf->times[history_slot(buf, k)]; }
static mjtNum* valueOf(const history_Buffer* buf, int k) {
  return buf->values + history_slot(buf, k) * buf->dim;
}

// ---- reset

// times of the samples before the start; the newest is last. period 0: one sample every step
static void fillTimes(const history_Buffer* buf, mjtNum start, mjtNum period, mjtNum h) {
  *buf->cursor = buf->n - 1;
  for (int j = 0; j < buf->n; j++) {
    const int before = buf->n - 1 - j;
    buf->times[j] = period > 0 ? sn_ceil((start - before * period) / h) * h : -(before + 1) * h;
  }
}

// all values of the buffers are zero when the reset begins
void history_reset(const mjModel* m, mjData* d) {
  if (!m->nhistory) return;
  const mjtNum h = m->opt.timestep;
  if (!(h > 0)) {
    mju_error("mj_resetData: delays need a positive timestep, it is %g", h);
    return;
  }
  for (int i = 0; i < m->nactuator; i++) {
    const history_Buffer buf = history_ofCtrl(m, d, i);
    if (buf.n) fillTimes(&buf, 0, 0, h);
  }
  for (int i = 0; i < m->nsensor; i++) {
    const history_Buffer buf = history_ofSensor(m, d, i);
    if (!buf.n) continue;
    const mjtNum period = m->sensor_interval[2 * i], phase = m->sensor_interval[2 * i + 1];
    const mjtNum start = phase == 0 ? -period : phase;
    *buf.user = period > 0 ? start : -h;
    fillTimes(&buf, start, period, h);
  }
}

// ---- insertion

// number of samples before a time; those within mjMINVAL of it do not count
static int countBefore(const history_Buffer* buf, mjtNum time) {
  int lo = 0, hi = buf->n;
  while (lo < hi) {
    const int mid = (lo + hi) / 2;
    if (time - timeOf(buf, mid) >= mjMINVAL) {
      lo = mid + 1;
    } else {
      hi = mid;
    }
  }
  return lo;
}

static void moveSample(const history_Buffer* buf, int to, int from) {
  buf->times[history_slot(buf, to)] = timeOf(buf, from);
  const mjtNum* src = valueOf(buf, from);
  mjtNum* dst = valueOf(buf, to);
  for (int k = 0; k < buf->dim; k++) dst[k] = src[k];
}

mjtNum* history_insert(const history_Buffer* buf, mjtNum time) {
  const int before = countBefore(buf, time), n = buf->n;
  int at = before - 1;  // older samples shift back by one: the oldest is lost
  if (before < n && __builtin_fabs(timeOf(buf, before) - time) < mjMINVAL) {
    at = before;
  } else if (before == n) {
    *buf->cursor = history_slot(buf, 0);
    at = n - 1;
  } else if (before == 0) {
    at = 0;
  } else {
    for (int k = 0; k < at; k++) moveSample(buf, k, k + 1);
  }
  ASSERT(at >= 0 && at < n);
  buf->times[history_slot(buf, at)] = time;
  return valueOf(buf, at);
}

void history_pushCtrl(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nactuator && m->nhistory; i++) {
    const history_Buffer buf = history_ofCtrl(m, d, i);
    if (!buf.n || !m->actuator_ctrlnum[i]) continue;
    *history_insert(&buf, d->time) = d->ctrl[m->actuator_ctrladr[i]];
  }
}

// ---- reading

// slope of a cubic piece at sample k: that of the chord between its neighbors, 0 at the ends
static mjtNum slope(const history_Buffer* buf, int k, int i) {
  if (k == 0 || k == buf->n - 1) return 0;
  return (valueOf(buf, k + 1)[i] - valueOf(buf, k - 1)[i]) /
         (timeOf(buf, k + 1) - timeOf(buf, k - 1));
}

// Hermite polynomial between samples lo and lo+1 at the fraction s of the way
static mjtNum cubic(const history_Buffer* buf, int lo, int i, mjtNum s) {
  const mjtNum range = timeOf(buf, lo + 1) - timeOf(buf, lo);
  const mjtNum s2 = s * s, s3 = s2 * s;
  return (2 * s3 - 3 * s2 + 1) * valueOf(buf, lo)[i] +
         (s3 - 2 * s2 + s) * range * slope(buf, lo, i) +
         (3 * s2 - 2 * s3) * valueOf(buf, lo + 1)[i] + (s3 - s2) * range * slope(buf, lo + 1, i);
}

const mjtNum* history_read(const history_Buffer* buf, mjtNum time, int interp, mjtNum* result) {
  const int last = buf->n - 1;
  if (!last || time <= timeOf(buf, 0) + mjMINVAL) return valueOf(buf, 0);
  if (time >= timeOf(buf, last) - mjMINVAL) return valueOf(buf, last);
  // times that are not ascending (an invalid state) can put it before the first sample
  const int before = countBefore(buf, time);
  const int hi = before < 1 ? 1 : before > last ? last : before, lo = hi - 1;
  ASSERT_FULL(lo >= 0 && hi <= last);
  if (__builtin_fabs(timeOf(buf, hi) - time) < mjMINVAL) return valueOf(buf, hi);
  if (interp == HOLD || !result) return valueOf(buf, lo);
  const mjtNum s = (time - timeOf(buf, lo)) / (timeOf(buf, hi) - timeOf(buf, lo));
  const mjtNum *a = valueOf(buf, lo), *b = valueOf(buf, hi);
  for (int i = 0; i < buf->dim; i++) {
    result[i] = interp == LINEAR ? a[i] + s * (b[i] - a[i]) : cubic(buf, lo, i, s);
  }
  return result;
}
