// Times mjd_transitionFD (centred, A and B) in units of a step from the same state, 500 steps after
// keyframe 0 or the initial state. The fastest of all rounds counts. It uses nothing but the API,
// so that it can be compiled for another engine too.
//   usage: bench_transition MODEL...
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <mujoco/mujoco.h>

enum { WARM_UP = 500, ROUNDS = 25, STEPS = 20 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static void keepLeast(double* best, double start) {
  const double took = now() - start;
  if (*best == 0 || took < *best) *best = took;
}

// best times in microseconds: of the derivatives, of a step
static void measure(const mjModel* m, mjData* d, double best[2]) {
  const size_t ndx = (size_t)(2 * m->nv + m->na);
  mjtNum* A = malloc(sizeof *A * (ndx * ndx + 1));
  mjtNum* B = malloc(sizeof *B * (ndx * (size_t)m->nu + 1));
  mjtNum* state = malloc(sizeof *state * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
  if (!A || !B || !state) abort();
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  for (int i = 0; i < ROUNDS; i++) {
    mj_setState(m, d, state, mjSTATE_INTEGRATION);
    double start = now();
    mjd_transitionFD(m, d, 1e-6, 1, A, B, NULL, NULL);
    keepLeast(best, start);
    for (int k = 0; k < STEPS; k++) {
      mj_setState(m, d, state, mjSTATE_INTEGRATION);
      start = now();
      mj_step(m, d);
      keepLeast(best + 1, start);
    }
  }
  free(A);
  free(B);
  free(state);
}

int main(int argc, char** argv) {
  for (int i = 1; i < argc; i++) {
    char error[1000] = "";
    mjModel* m = mj_loadXML(argv[i], NULL, error, sizeof error);
    mjData* d = m ? mj_makeData(m) : NULL;
    if (!d) {
      fprintf(stderr, "%s: %s\n", argv[i], error);
      return 1;
    }
    double best[2] = {0, 0};
    if (m->nkey) mj_resetDataKeyframe(m, d, 0);
    for (int k = 0; k < WARM_UP; k++) mj_step(m, d);
    measure(m, d, best);
    printf("%s\t%.1f us\t%.1f steps\n", argv[i], best[0], best[0] / best[1]);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  return 0;
}
