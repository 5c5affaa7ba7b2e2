// What sinew bench measures (bench.c), and its output (bench_report.c).
#ifndef SINEW_CLI_BENCH_H_
#define SINEW_CLI_BENCH_H_

#include <stdint.h>

#include <sinew/sinew.h>

#include "base/pool.h"
#include "base/text.h"
#include "options.h"

typedef struct {
  mjData* d;
  uint32_t random;  // of the controls
} bench_World;

// one model
typedef struct {
  const char* path;
  mjModel* m;
  bench_World* world;  // one for each thread
  int nworld;
  mjtNum* state;             // that rounds start from
  int nstep, nwindow;        // steps of a window, windows of a round
  double* best;              // seconds of each window
  mjTimerStat* windowTimer;  // nwindow x mjNTIMER
  // results
  double seconds;  // of a step, in which every world is stepped once
  double ncon, nefc, niter;
  double memory;                // bytes of the model and of a world, as far as they were used
  mjTimerStat timer[mjNTIMER];  // microseconds; number 0: no profile
} bench_Case;

typedef struct {
  const option_Line* line;
  bench_Case item[OPTION_MOST_FILES];
  int n, nthread;
  pool_Pool* pool;  // NULL: one thread
} bench_Bench;

void bench_print(const bench_Bench* b);
void bench_json(text_Text* out, const bench_Bench* b);

#endif
