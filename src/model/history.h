// Sample buffers of delayed controls and sensors, kept in mjData.history:
// [user, cursor, times (n), values (n x dim)], circular, cursor at the newest sample.
#ifndef SINEW_MODEL_HISTORY_H_
#define SINEW_MODEL_HISTORY_H_

#include <sinew/data.h>
#include <sinew/model.h>

// all buffers to their start: n samples of zeros at the times before 0
void history_reset(const mjModel* m, mjData* d);

#endif
