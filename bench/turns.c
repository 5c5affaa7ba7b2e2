// Engines (engine.c) in one process, timed in turns or counted, for bench/run. A round starts from
// one state and is cut into windows of about 0.1 ms; of each window the fastest of all rounds
// counts, so that a busy machine does not spoil the figures, and the comparison least of all.
//   turns time SECONDS ENGINE.so... -- MODEL...
//     a line for each model: dofs, then seconds per step and hash of the last state of each engine
//   turns profile SECONDS ENGINE.so... -- MODEL...
//     the same with seconds of a step and of its stages, by the timers of mjData, instead
//   turns count STEPS WARMUP ENGINE.so -- MODEL...
//     under callgrind, with --collect-atstart=no: the instructions of mj_step, a dump for each
//     model
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef BENCH_COUNT
#include <valgrind/callgrind.h>
#endif

enum {
  MOST_ENGINES = 8,
  MOST_STAGES = 16,
  WARM_UP = 500,
  PROBE = 20,
  LEAST_WINDOWS = 8,
  MOST_WINDOWS = 1000
};
static const double window = 1e-4, range = 3e-3;  // seconds of a window and of a round

typedef struct {
  void* (*open)(const char* path, int warmup, int* nv);
  void (*rewind)(void* world);
  void (*steps)(void* world, int n);
  uint64_t (*hash)(const void* world);
  void (*close)(void* world);
  const char* (*version)(void);
  int (*stages)(void* world, double* time);
  void* world;
  uint64_t last;
  double best[MOST_WINDOWS];
  double stage[MOST_WINDOWS][MOST_STAGES];  // of the best
  int nstage;
} Engine;

static Engine engine[MOST_ENGINES];
static int nengine, profiles;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// names of one engine stay its own: its library is not looked for in another's
static int load(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!library || nengine == MOST_ENGINES) {
    fprintf(stderr, "%s\n", library ? "too many engines" : dlerror());
    return 0;
  }
  Engine* e = &engine[nengine++];
  *(void**)&e->open = dlsym(library, "engine_open");
  *(void**)&e->rewind = dlsym(library, "engine_rewind");
  *(void**)&e->steps = dlsym(library, "engine_steps");
  *(void**)&e->hash = dlsym(library, "engine_hash");
  *(void**)&e->close = dlsym(library, "engine_close");
  *(void**)&e->version = dlsym(library, "engine_version");
  *(void**)&e->stages = dlsym(library, "engine_stages");
  return 1;
}

static void round_(Engine* e, int nwindow, int nstep) {
  double before[MOST_STAGES];
  e->rewind(e->world);
  if (profiles) e->stages(e->world, before);
  for (int k = 0; k < nwindow; k++) {
    const double start = now();
    e->steps(e->world, nstep);
    const double took = now() - start;
    double stage[MOST_STAGES];
    if (profiles) e->nstage = e->stages(e->world, stage);
    if (took >= e->best[k]) continue;
    e->best[k] = took;
    if (profiles) memcpy(e->stage[k], stage, sizeof stage);
  }
  e->last = e->hash(e->world);
}

static void printResult(const Engine* e, int nwindow, int nstep) {
  double sum = 0, stage[MOST_STAGES] = {0};
  for (int k = 0; k < nwindow; k++) {
    sum += e->best[k];
    for (int i = 0; i < e->nstage; i++) stage[i] += 1e-6 * e->stage[k][i];
  }
  for (int i = 0; i < e->nstage; i++) printf("\t%.4e", stage[i] / nwindow / nstep);
  if (!e->nstage) printf("\t%.4e\t%016" PRIx64, sum / nwindow / nstep, e->last);
}

static void timeEngines(double seconds) {
  engine[0].rewind(engine[0].world);
  double start = now();
  engine[0].steps(engine[0].world, PROBE);
  const double one = (now() - start) / PROBE;
  const int nstep = one < window ? (int)(window / one) : 1;
  int nwindow = (int)(range / (one * nstep));
  if (nwindow < LEAST_WINDOWS) nwindow = LEAST_WINDOWS;
  if (nwindow > MOST_WINDOWS) nwindow = MOST_WINDOWS;
  for (int i = 0; i < nengine; i++) {
    for (int k = 0; k < nwindow; k++) engine[i].best[k] = INFINITY;
  }
  start = now();
  for (int turn = 0; turn < 3 || now() - start < seconds * nengine; turn++) {
    for (int i = 0; i < nengine; i++) round_(&engine[(i + turn) % nengine], nwindow, nstep);
  }
  for (int i = 0; i < nengine; i++) {
    printResult(&engine[i], nwindow, nstep);
  }
}

static void countSteps(const char* path, int steps) {
#ifdef BENCH_COUNT
  engine[0].rewind(engine[0].world);
  CALLGRIND_ZERO_STATS;
  engine[0].steps(engine[0].world, steps);
  CALLGRIND_DUMP_STATS_AT(path);
#else
  (void)path, (void)steps;
#endif
}

static int measure(const char* path, int warmup, int steps, double seconds) {
  int nv = 0, ok = 1;
  for (int i = 0; i < nengine; i++) {
    if (!(engine[i].world = engine[i].open(path, warmup, &nv))) ok = 0;
  }
  if (ok && steps) countSteps(path, steps);
  if (ok && !steps) {
    printf("%s\t%d", path, nv);
    timeEngines(seconds);
    printf("\n");
    fflush(stdout);
  }
  for (int i = 0; i < nengine; i++) {
    if (engine[i].world) engine[i].close(engine[i].world);
  }
  return ok;
}

int main(int argc, char** argv) {
  const int counts = argc > 3 && !strcmp(argv[1], "count");
  int i = counts ? 4 : 3, ok = argc > 3;
  profiles = ok && !strcmp(argv[1], "profile");
  for (; ok && i < argc && strcmp(argv[i], "--"); i++) ok = load(argv[i]);
  if (!ok || !nengine) {
    fprintf(stderr, "usage: turns time|profile SECONDS ENGINE.so... -- MODEL...\n");
    return 2;
  }
  printf("#");
  for (int k = 0; k < nengine; k++) printf("\t%s", engine[k].version());
  printf("\n");
  for (i++; i < argc; i++) {
    ok = measure(argv[i], counts ? atoi(argv[3]) : WARM_UP, counts ? atoi(argv[2]) : 0,
                 atof(argv[2])) &&
         ok;
  }
  return !ok;
}
