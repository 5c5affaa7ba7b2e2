// Profiling timers of the pipeline, one world: count every pass, and its duration if the program
// provides a clock (mjcb_time).
#ifndef SINEW_MODEL_TIMER_H_
#define SINEW_MODEL_TIMER_H_

#include <sinew/api.h>

static inline mjtNum timer_now(void) { return mjcb_time ? mjcb_time() : 0; }

// adds a pass of a stage that began at `start`; returns the current time
static inline mjtNum timer_add(mjData* d, int timer, mjtNum start) {
  d->timer[timer].number++;
  const mjtNum end = timer_now();
  if (mjcb_time) d->timer[timer].duration += end - start;
  return end;
}

#endif
