// Ring buffers of samples for delayed controls and sensors, stored in mjData.history:
// [user, cursor, times (n), values (n x dim)], cursor at the newest sample.
#ifndef SINEW_MODEL_HISTORY_H_
#define SINEW_MODEL_HISTORY_H_

#include <sinew/data.h>
#include <sinew/model.h>

typedef struct {
  int n;           // samples; 0: there is no buffer, the pointers are NULL
  int dim;         // values per sample
  int interp;      // 0: hold, 1: linear, 2: cubic
  mjtNum* user;    // sensors with a period: time of the last tick; first value of the buffer
  mjtNum* cursor;  // slot of the newest sample
  mjtNum* times;   // (n)
  mjtNum* values;  // (n x dim)
} history_Buffer;

// the buffer of an actuator's first control, or of a sensor
history_Buffer history_ofCtrl(const mjModel* m, const mjData* d, int actuator);
history_Buffer history_ofSensor(const mjModel* m, const mjData* d, int sensor);

// slot of the k-th oldest sample
int history_slot(const history_Buffer* buf, int k);

// resets all buffers: n samples of zeros at the times before 0
void history_reset(const mjModel* m, mjData* d);

// Allocates the slot of a sample at a time and returns where its dim values are stored. A sample of
// equal time is overwritten; a newer one drops the oldest; one older than all replaces the oldest;
// otherwise the older ones are shifted back.
mjtNum* history_insert(const history_Buffer* buf, mjtNum time);

// reads the sample at a time: returns the sample in the buffer, or result (dim) with an
// interpolated one. Before the oldest and after the newest sample these are held. interp: see
// history_Buffer.
const mjtNum* history_read(const history_Buffer* buf, mjtNum time, int interp, mjtNum* result);

// writes d->ctrl at d->time into the buffers of all delayed controls; part of the state advance
void history_pushCtrl(const mjModel* m, mjData* d);

#endif
