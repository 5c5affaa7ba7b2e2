// Contacts and constraint rows in lanes, against one world: us per world.
//   bench_rows model.xml ...
// One world: mj_collision, then mj_makeConstraint and mj_referenceConstraint. Lanes: collision,
// then rows with their reference. Worlds of their own states, some steps after a start off the
// rest.
#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/clock.h"
#include "base/cpu.h"
#include "constraint/constraint.h"
#include "lanes/rows_loops.h"

enum { WORLDS = 8, STEPS = 200, RUNS = 100, REPEAT = 20 };

static const struct {
  int width;
  loops_Rows* rows;
} variantTable[] = {
#define ROW(width, suffix) {width, loops_rows_##suffix},
    CPU_VARIANTS(ROW)
#undef ROW
};
enum { NVARIANT = sizeof variantTable / sizeof *variantTable };

static double least(double a, double b) { return a < b ? a : b; }

static void disturb(const mjModel* m, mjData* d, int world) {
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.1 * ((7 * i + 3 * world) % 11 - 5);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.05 * ((5 * i + 2 * world) % 7 - 3);
  for (int k = 0; k < STEPS + 20 * world; k++) mj_step(m, d);
  mj_forward(m, d);
}

static loops_Time timeOne(const mjModel* m, mjData* const* world) {
  loops_Time t = {1e9, 1e9, 0};
  for (int run = 0; run < RUNS; run++) {
    double collide = 0, rows = 0;
    for (int i = 0; i < WORLDS; i++) {
      const double start = clock_seconds();
      for (int k = 0; k < REPEAT; k++) mj_collision(m, world[i]);
      const double middle = clock_seconds();
      for (int k = 0; k < REPEAT; k++) {
        con_make(m, world[i]);
        con_reference(m, world[i]);
      }
      collide += middle - start;
      rows += clock_seconds() - middle;
    }
    t.collide = least(t.collide, 1e6 * collide / (REPEAT * WORLDS));
    t.rows = least(t.rows, 1e6 * rows / (REPEAT * WORLDS));
  }
  for (int i = 0; i < WORLDS; i++) t.nefc += world[i]->nefc;
  return t;
}

static void bench(const char* name, mjModel* m) {
  mjData* world[WORLDS];
  m->opt.jacobian = mjJAC_DENSE;
  lane_Plan* plan = lane_planMake(m);
  const char* obstacle = lane_planObstacle(m);
  if (!plan) {
    printf("%-20s %s\n", name, obstacle ? obstacle : "no memory");
    return;
  }
  for (int i = 0; i < WORLDS; i++) {
    world[i] = mj_makeData(m);
    disturb(m, world[i], i);
  }
  const loops_Time one = timeOne(m, world);
  printf("%-20s %5.1f %7.3f %7.3f", name, one.nefc / (double)WORLDS, one.collide, one.rows);
  for (int v = 0; v < NVARIANT; v++) {
    loops_Time t;
    if (!cpu_hasLanes(variantTable[v].width)) continue;
    if (!variantTable[v].rows(m, plan, world, RUNS, &t)) continue;
    printf(" | %4d %7.3f %7.3f %5.1f", t.nefc, t.collide, t.rows,
           (one.collide + one.rows) / (t.collide + t.rows));
  }
  printf("\n");
  for (int i = 0; i < WORLDS; i++) mj_deleteData(world[i]);
  lane_planDelete(plan);
}

int main(int argc, char** argv) {
  printf("us per world: one world (rows, collision, rows), then lanes with the ratio\n");
  for (int i = 1; i < argc; i++) {
    char error[500] = "";
    const char* slash = strrchr(argv[i], '/');
    mjModel* m = mj_loadXML(argv[i], NULL, error, sizeof error);
    if (m) bench(slash ? slash + 1 : argv[i], m);
    if (!m) printf("%s: %s\n", argv[i], error);
    mj_deleteModel(m);
  }
  return 0;
}
