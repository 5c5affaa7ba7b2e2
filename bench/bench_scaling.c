// What a step costs per body as bodies become more: balls in the air, boxes on a floor, columns of
// balls and a heap of balls. Prints microseconds per step and body.
//   bench_scaling                    all scenes
//   bench_scaling scene bodies n     n steps of one, for a profiler
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/clock.h"
#include "scaling_scene.h"

enum { RUNS = 20, SETTLE = 3 };

static mjModel* make(int scene, int n) {
  char error[500] = "";
  char* xml = scaling_write(scene, n);
  mjModel* m = xml ? sn_loadXMLString(xml, error, sizeof error) : NULL;
  if (!m) fprintf(stderr, "%s: %s\n", scaling_names[scene], error);
  free(xml);
  return m;
}

// us of a step
static double measure(int scene, int n) {
  mjModel* m = make(scene, n);
  mjData* d = m ? mj_makeData(m) : NULL;
  double best = 1e30;
  const int steps = 3000 / n > 1 ? 3000 / n : 1;
  for (int run = 0; d && run < RUNS; run++) {
    mj_resetData(m, d);
    for (int i = 0; i < SETTLE; i++) mj_step(m, d);
    const double start = clock_seconds();
    for (int i = 0; i < steps; i++) mj_step(m, d);
    const double time = (clock_seconds() - start) / steps;
    best = time < best ? time : best;
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return 1e6 * best;
}

static int profile(char** arg) {
  const int scene = atoi(arg[0]), n = atoi(arg[1]), steps = atoi(arg[2]);
  if (scene < 0 || scene >= SCALING_NSCENE || n < 1) return 1;
  mjModel* m = make(scene, n);
  mjData* d = m ? mj_makeData(m) : NULL;
  for (int i = 0; d && i < steps; i++) mj_step(m, d);
  if (d) printf("%d contacts, %d rows, %d islands\n", d->ncon, d->nefc, d->nisland);
  mj_deleteData(d);
  mj_deleteModel(m);
  return d ? 0 : 1;
}

int main(int argc, char** argv) {
  if (argc == 4) return profile(argv + 1);
  static const int sizes[] = {10, 100, 1000, 3000};
  printf("| scene | 10 | 100 | 1,000 | 3,000 |\n|---|---|---|---|---|\n");
  for (int i = 0; i < SCALING_NSCENE; i++) {
    printf("| %s |", scaling_names[i]);
    for (int k = 0; k < 4; k++) printf(" %.2f |", measure(i, sizes[k]) / sizes[k]);
    printf("\n");
    fflush(stdout);
  }
  return 0;
}
