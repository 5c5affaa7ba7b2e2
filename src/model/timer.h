// Timers of the pipeline, one world: every pass is counted, and timed if the program gives a clock
// (mjcb_time).
#ifndef SINEW_MODEL_TIMER_H_
#define SINEW_MODEL_TIMER_H_

#include <sinew/api.h>

static inline mjtNum timer_now(void) { return mjcb_time ? mjcb_time() : 0; }

// one more pass of a part, begun at `start`; returns when it ended
static inline mjtNum timer_add(mjData* d, int timer, mjtNum start) {
  d->timer[timer].number++;
  const mjtNum end = timer_now();
  if (mjcb_time) d->timer[timer].duration += end - start;
  return end;
}

#endif
