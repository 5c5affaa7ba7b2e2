// What sleeping trees cost: a step of 1,000 bodies of which 10 are awake, against a step of the 10
// alone and of 1,000 that are all awake; prints the table of docs/performance.md. The best of many
// runs.
//   bench_sleep                        all scenes
//   bench_sleep scene trees awake n    n steps of one, for a profiler
#include <stdlib.h>

#include <sinew/sinew.h>

#include "base/clock.h"
#include "sleep_scene.h"

enum { BODIES = 1000, AWAKE = 10, STEPS = 100, RUNS = 30, MAX_XML = 2000000 };

static mjModel* make(const sleep_Scene* scene, int total, int awake) {
  static char xml[MAX_XML];
  char error[500] = "";
  mjModel* m = NULL;
  if (sleep_write(scene, total, awake, xml, sizeof xml)) {
    m = sn_loadXMLString(xml, error, sizeof error);
  }
  if (!m) fprintf(stderr, "%s: %s\n", scene->name, error);
  return m;
}

// us per step
static double measure(const sleep_Scene* scene, int total, int awake) {
  mjModel* m = make(scene, total, awake);
  mjData* d = m ? mj_makeData(m) : NULL;
  double best = 1e30;
  for (int run = 0; d && run < RUNS; run++) {
    mj_resetData(m, d);
    mj_step(m, d);
    const double start = clock_seconds();
    for (int i = 0; i < STEPS; i++) mj_step(m, d);
    const double time = clock_seconds() - start;
    best = time < best ? time : best;
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return 1e6 * best / STEPS;
}

static int profile(char** arg) {
  const int scene = atoi(arg[0]), steps = atoi(arg[3]);
  if (scene < 0 || scene >= SLEEP_NSCENE) return 1;
  mjModel* m = make(&sleep_scenes[scene], atoi(arg[1]), atoi(arg[2]));
  mjData* d = m ? mj_makeData(m) : NULL;
  for (int i = 0; d && i < steps; i++) mj_step(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
  return d ? 0 : 1;
}

int main(int argc, char** argv) {
  if (argc == 5) return profile(argv + 1);
  printf("| scene | 10 alone | 10 of 1,000 awake | all awake |\n|---|---|---|---|\n");
  for (int i = 0; i < SLEEP_NSCENE; i++) {
    const sleep_Scene* scene = &sleep_scenes[i];
    const int total = BODIES / scene->perTree, few = (AWAKE + scene->perTree - 1) / scene->perTree;
    const double alone = measure(scene, few, few), some = measure(scene, total, few);
    const double all = measure(scene, total, total);
    printf("| %s | %.1f us | %.1f us (%.2f times) | %.0f us |\n", scene->name, alone, some,
           some / alone, all);
  }
  return 0;
}
