// Times sn_transition (A and B) in its three modes, in units of a step from the same state, 500
// steps after keyframe 0 or the initial state. The fastest of all rounds counts.
//   usage: bench_modes MODEL...
#include <stdio.h>
#include <stdlib.h>

#include <sinew/extra.h>
#include <sinew/sinew.h>

#include "base/clock.h"

enum { WARM_UP = 500, ROUNDS = 25, STEPS = 20 };

static void keepLeast(double* best, double start) {
  const double took = clock_seconds() - start;
  if (*best == 0 || took < *best) *best = took;
}

// best times in seconds: of the modes, of a step; used: modes that were taken
static void measure(const mjModel* m, mjData* d, double best[sn_NDIFFMODE + 1],
                    int used[sn_NDIFFMODE]) {
  const size_t ndx = (size_t)(2 * m->nv + m->na);
  mjtNum* A = malloc(sizeof *A * (ndx * ndx + 1));
  mjtNum* B = malloc(sizeof *B * (ndx * (size_t)m->nu + 1));
  mjtNum* state = malloc(sizeof *state * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
  if (!A || !B || !state) abort();
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  for (int i = 0; i < ROUNDS; i++) {
    for (int mode = 0; mode < sn_NDIFFMODE; mode++) {
      mj_setState(m, d, state, mjSTATE_INTEGRATION);
      mj_forward(m, d);
      const double start = clock_seconds();
      used[mode] = sn_transition(m, d, mode, A, B, NULL, NULL);
      keepLeast(&best[mode], start);
    }
    for (int k = 0; k < STEPS; k++) {
      mj_setState(m, d, state, mjSTATE_INTEGRATION);
      const double start = clock_seconds();
      mj_step(m, d);
      keepLeast(&best[sn_NDIFFMODE], start);
    }
  }
  free(A);
  free(B);
  free(state);
}

int main(int argc, char** argv) {
  static const char* const name[] = {"analytic", "hybrid", "fd"};
  for (int i = 1; i < argc; i++) {
    char error[1000] = "";
    mjModel* m = mj_loadXML(argv[i], NULL, error, sizeof error);
    mjData* d = m ? mj_makeData(m) : NULL;
    if (!d) {
      fprintf(stderr, "%s: %s\n", argv[i], error);
      return 1;
    }
    double best[sn_NDIFFMODE + 1] = {0};
    int used[sn_NDIFFMODE];
    if (m->nkey) mj_resetDataKeyframe(m, d, 0);
    for (int k = 0; k < WARM_UP; k++) mj_step(m, d);
    measure(m, d, best, used);
    printf("%s\tndx %d\t%d contacts\tstep %.1f us", argv[i], (int)(2 * m->nv + m->na), d->ncon,
           1e6 * best[sn_NDIFFMODE]);
    for (int k = 0; k < sn_NDIFFMODE; k++) {
      printf("\t%s%s%s %.1f steps", name[k], used[k] == k ? "" : " by ",
             used[k] == k || used[k] < 0 ? "" : name[used[k]], best[k] / best[sn_NDIFFMODE]);
    }
    printf("\n");
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  return 0;
}
