// Benchmark data of sinew bench: cases, worlds, timings, profile and counts; measured by bench.c,
// printed by bench_report.c.
#ifndef SINEW_CLI_BENCH_H_
#define SINEW_CLI_BENCH_H_

#include <stdbool.h>
#include <stdint.h>

#include <sinew/sinew.h>

#include "base/pool.h"
#include "base/text.h"
#include "options.h"

typedef struct {
  mjData* d;
  uint32_t random;  // state of the random generator for controls
} bench_World;

// one model
typedef struct {
  const char* path;
  mjModel* m;
  bench_World* world;  // one for each thread
  int nworld;
  bool held;                 // controls are constant
  mjtNum* state;             // initial state of rounds
  int nstep, nwindow;        // steps of a window, windows of a round
  double* best;              // (nwindow) fastest time of each window in seconds
  mjTimerStat* windowTimer;  // nwindow x mjNTIMER
  // results
  double seconds;  // of a step, in which every world is stepped once
  double ncon, nefc, niter;
  double memory;                // memory in use by the model and by a world, in bytes
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
