// Times steps of one model, for bench/side_by_side.py, which compiles this file once for each
// engine: it uses nothing but the API that they share. A round starts from the same state (500
// steps after keyframe 0, or after the initial state) and is cut into windows; of each window the
// fastest of all rounds counts, so that a busy machine does not spoil the figure.
//   usage: bench_steps MODEL STEPS_PER_WINDOW WINDOWS ROUNDS: prints dofs and seconds of windows
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <mujoco/mujoco.h>

enum { WARM_UP = 500 };

typedef struct {
  mjModel* m;
  mjData* d;
  mjtNum* state;
  uint32_t random;
} World;

// controls drift at random about the middle of their ranges, the same way in each round
static void control(World* w) {
  const mjModel* m = w->m;
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    const int limited = m->actuator_ctrllimited[i];
    const mjtNum middle = limited ? (range[0] + range[1]) / 2 : 0;
    const mjtNum half = limited ? (range[1] - range[0]) / 2 : 1;
    w->random = w->random * 1664525u + 1013904223u;
    const mjtNum noise = (mjtNum)w->random / 2147483648.0 - 1;
    w->d->ctrl[i] += 0.1 * (middle - w->d->ctrl[i]) + 0.01 * half * noise;
  }
}

static void steps(World* w, int n) {
  for (int i = 0; i < n; i++) {
    control(w);
    mj_step(w->m, w->d);
  }
}

static int load(World* w, const char* path) {
  char error[1000] = "";
  w->m = mj_loadXML(path, NULL, error, sizeof error);
  w->d = w->m ? mj_makeData(w->m) : NULL;
  if (!w->d) {
    fprintf(stderr, "%s: %s\n", path, error);
    return 0;
  }
  if (w->m->nkey) mj_resetDataKeyframe(w->m, w->d, 0);
  steps(w, WARM_UP);
  w->state = malloc(sizeof(mjtNum) * (size_t)mj_stateSize(w->m, mjSTATE_INTEGRATION));
  if (w->state) mj_getState(w->m, w->d, w->state, mjSTATE_INTEGRATION);
  return w->state != NULL;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void round_(World* w, int nstep, int nwindow, double* best) {
  mj_setState(w->m, w->d, w->state, mjSTATE_INTEGRATION);
  w->random = 1;
  for (int k = 0; k < nwindow; k++) {
    const double start = now();
    steps(w, nstep);
    const double took = now() - start;
    if (best[k] == 0 || took < best[k]) best[k] = took;
  }
}

int main(int argc, char** argv) {
  World w = {.random = 1};
  const int nstep = argc == 5 ? atoi(argv[2]) : 0, nwindow = argc == 5 ? atoi(argv[3]) : 0;
  if (nstep < 1 || nwindow < 1) {
    fprintf(stderr, "usage: bench_steps MODEL STEPS_PER_WINDOW WINDOWS ROUNDS\n");
    return 2;
  }
  double* best = calloc((size_t)nwindow, sizeof *best);
  if (!best || !load(&w, argv[1])) return 1;
  for (int i = 0; i < atoi(argv[4]); i++) round_(&w, nstep, nwindow, best);
  printf("%d", (int)w.m->nv);
  for (int k = 0; k < nwindow; k++) printf(" %.9f", best[k]);
  printf("\n");
  mj_deleteData(w.d);
  mj_deleteModel(w.m);
  free(w.state);
  free(best);
  return 0;
}
