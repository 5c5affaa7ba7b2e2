// Steps of many worlds of one model in lanes, against one world: us per step and world.
//   bench_worlds [model.xml ...]   chains of hinges, then the files; prints the table of
//                                  docs/performance.md
// Contacts and constraints are disabled. One world is a loop of mj_step; lanes are steps of 2, 4 or
// 8 worlds of their own states, moved in and out once per run. The best of many runs.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/clock.h"
#include "base/cpu.h"

enum { WORLDS = 8, STEPS = 1000, RUNS = 40, MAX_XML = 20000 };

// their data is private to them
#define DECLARE(width, suffix)                                                                     \
  bool step_worlds_##suffix(const mjModel* m, mjData* const* world, int n, int nstep);
CPU_VARIANTS(DECLARE)
#undef DECLARE

typedef bool (*Steps)(const mjModel* m, mjData* const* world, int n, int nstep);

static bool stepOne(const mjModel* m, mjData* const* world, int n, int nstep) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < nstep; k++) mj_step(m, world[i]);
  }
  return true;
}

static const struct {
  int width;
  Steps steps;
} variantTable[] = {{1, stepOne},
#define ROW(width, suffix) {width, step_worlds_##suffix},
                    CPU_VARIANTS(ROW)
#undef ROW
};
enum { NVARIANT = sizeof variantTable / sizeof *variantTable };

// ---- models

static mjModel* chain(int n) {
  static char xml[MAX_XML];
  char error[500] = "";
  size_t at = (size_t)snprintf(xml, sizeof xml,
                               "<mujoco><option><flag contact='disable'/></option><worldbody>");
  for (int i = 0; i < n; i++) {
    at += (size_t)snprintf(xml + at, sizeof xml - at,
                           "<body pos='.2 0 0'><joint axis='%d %d 0' damping='.01'/>"
                           "<geom type='capsule' size='.02' fromto='0 0 0 .2 0 0'/>",
                           i % 2, 1 - i % 2);
  }
  for (int i = 0; i < n; i++) at += (size_t)snprintf(xml + at, sizeof xml - at, "</body>");
  snprintf(xml + at, sizeof xml - at, "</worldbody></mujoco>");
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  mj_deleteSpec(spec);
  return m;
}

static mjModel* load(const char* file) {
  char error[500] = "";
  mjModel* m = mj_loadXML(file, NULL, error, sizeof error);
  if (!m) printf("%s: %s\n", file, error);
  return m;
}

// ---- timing

// a little off the rest, other in every world
static void disturb(const mjModel* m, mjData* d, int world) {
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.02 * ((7 * i + 3 * world) % 11 - 5);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.02 * ((5 * i + 2 * world) % 7 - 3);
}

// us per step and world of one run; negative: the model cannot be stepped this way
static double runOnce(const mjModel* m, mjData* const* world, int k) {
  const int width = variantTable[k].width;
  for (int i = 0; i < width; i++) disturb(m, world[i], i);
  const double start = clock_seconds();
  if (!variantTable[k].steps(m, world, width, STEPS)) return -1;
  return 1e6 * (clock_seconds() - start) / (STEPS * width);
}

static void bench(const char* name, mjModel* m) {
  if (!m) return;
  mjData* world[WORLDS];
  double best[NVARIANT];
  m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
  for (int i = 0; i < WORLDS; i++) world[i] = mj_makeData(m);
  for (int run = 0; run < RUNS; run++) {  // the variants in turn: a slow spell hits them alike
    for (int k = 0; k < NVARIANT; k++) {
      if (!cpu_hasLanes(variantTable[k].width)) continue;
      const double us = runOnce(m, world, k);
      if (run == 0 || us < best[k]) best[k] = us;
    }
  }
  printf("%-20s %4d %8.3f", name, (int)m->nv, best[0]);
  for (int k = 1; k < NVARIANT; k++) {
    if (cpu_hasLanes(variantTable[k].width)) printf(" %8.3f %6.2f", best[k], best[0] / best[k]);
  }
  printf("\n");
  for (int i = 0; i < WORLDS; i++) mj_deleteData(world[i]);
  mj_deleteModel(m);
}

int main(int argc, char** argv) {
  printf("us per step and world\n%-20s %4s %8d", "", "dofs", 1);
  for (int k = 1; k < NVARIANT; k++) {
    if (cpu_hasLanes(variantTable[k].width)) printf(" %8d %6s", variantTable[k].width, "ratio");
  }
  printf("\n");
  bench("9 hinges", chain(9));
  bench("18 hinges", chain(18));
  for (int i = 1; i < argc; i++) {
    const char* slash = strrchr(argv[i], '/');
    bench(slash ? slash + 1 : argv[i], load(argv[i]));
  }
  return 0;
}
