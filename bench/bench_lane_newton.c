// Constraint solve of many worlds of one model in lanes, against one world: us per solve and world.
//   bench_lane_newton model.xml ...
// Worlds of their own states and controls are stepped; every few steps their problems are kept as
// they are before the solve. Then all are solved, one by one and in lanes, from merged rows, each
// some times in turn: in a step their numbers come from the stage before. Worlds fill lanes as they
// come, and sorted by their rows. The best of many runs of each problem, on average.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/clock.h"
#include "base/cpu.h"
#include "solve/lane_solve.h"
#include "solve/lanes/newton_lanes.h"
#include "solve/solve.h"

enum { WORLDS = 32, TIMES = 8, SETTLE = 100, BETWEEN = 10, RUNS = 30, TURNS = 8 };

static const NewtonVariant* const variantTable[] = {
#define ADDRESS(width, suffix) &newtonVariant_##suffix,
    CPU_VARIANTS(ADDRESS) NULL,
#undef ADDRESS
};

// ---- problems

static uint64_t seed = 88172645463325252ull;

static double uniform(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (double)(seed >> 11) * 0x1p-52 - 1;
}

static mjModel* load(const char* file) {
  char error[500] = "";
  mjModel* m = mj_loadXML(file, NULL, error, sizeof error);
  if (!m) {
    printf("%s: %s\n", file, error);
    return NULL;
  }
  m->opt.solver = mjSOL_NEWTON;
  m->opt.jacobian = mjJAC_DENSE;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  if (m->ntree > 1) m->opt.disableflags |= mjDSBL_ISLAND;
  return m;
}

static void stepOne(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    const mjtNum *range = m->actuator_ctrlrange + 2 * i, x = uniform();
    d->ctrl[i] = m->actuator_ctrllimited[i] ? range[0] + 0.5 * (x + 1) * (range[1] - range[0]) : x;
  }
  mj_step(m, d);
}

static void ready(const mjModel* m, mjData* d) {
  mj_fwdPosition(m, d);
  mj_fwdVelocity(m, d);
  mj_fwdActuation(m, d);
  mj_fwdAcceleration(m, d);
}

// problems of all worlds at TIMES times
static void collect(const mjModel* m, mjData* kept[TIMES][WORLDS]) {
  for (int w = 0; w < WORLDS; w++) {
    mjData* d = mj_makeData(m);
    for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.1 * uniform();
    for (int k = 0; k < SETTLE; k++) stepOne(m, d);
    for (int t = 0; t < TIMES; t++) {
      for (int k = 0; k < BETWEEN; k++) stepOne(m, d);
      kept[t][w] = mj_copyData(NULL, m, d);
      ready(m, kept[t][w]);
    }
    mj_deleteData(d);
  }
}

// ---- times

// the best of many runs of each problem
static double timeOne(const mjModel* m, mjData* kept[TIMES][WORLDS]) {
  double sum = 0;
  for (int w = 0; w < TIMES * WORLDS; w++) {
    mjData* d = kept[w / WORLDS][w % WORLDS];
    double best = 1e9;
    for (int run = 0; run < RUNS; run++) {
      const double start = clock_seconds();
      for (int k = 0; k < TURNS; k++) solve_forward(m, d);
      const double us = 1e6 * (clock_seconds() - start) / TURNS;
      if (us < best) best = us;
    }
    sum += best;
  }
  return sum / (TIMES * WORLDS);
}

// by kinds and numbers of rows: worlds that are alike become neighbours
static int compareRows(const void* a, const void* b) {
  const mjData *d = *(mjData*const*)a, *e = *(mjData*const*)b;
  if (d->nefc != e->nefc) return d->nefc - e->nefc;
  for (int i = 0; i < d->nefc; i++) {
    if (d->efc_type[i] != e->efc_type[i]) return d->efc_type[i] - e->efc_type[i];
    const bool contact = d->efc_type[i] >= mjCNSTR_CONTACT_FRICTIONLESS;
    const int p = contact ? d->contact[d->efc_id[i]].geom[1] : d->efc_id[i];
    const int q = contact ? e->contact[e->efc_id[i]].geom[1] : e->efc_id[i];
    if (p != q) return p - q;
  }
  return 0;
}

static double timeProblem(const NewtonVariant* v, void* problem) {
  double best = 1e9;
  for (int run = 0; run < RUNS; run++) {
    const double start = clock_seconds();
    for (int k = 0; k < TURNS; k++) v->solve(problem);
    const double us = 1e6 * (clock_seconds() - start) / TURNS;
    if (us < best) best = us;
  }
  return best;
}

static double timeLanes(const mjModel* m, const NewtonVariant* v, mjData* kept[TIMES][WORLDS],
                        double* rows) {
  double sum = 0;
  *rows = 0;
  for (int w = 0; w < TIMES * WORLDS; w += v->width) {
    void* problem = v->make(m, kept[w / WORLDS] + w % WORLDS, ~0u);
    *rows += (double)(v->rows(problem) * v->width) / (TIMES * WORLDS);
    sum += timeProblem(v, problem);
    v->clear(problem);
  }
  return sum / (TIMES * WORLDS);
}

static void bench(const char* file) {
  static mjData* kept[TIMES][WORLDS];
  const char* slash = strrchr(file, '/');
  mjModel* m = load(file);
  if (!m) return;
  const char* obstacle = solve_simdObstacle(m);
  if (obstacle) {
    printf("%s: %s\n", file, obstacle);
  } else {
    collect(m, kept);
    double rows = 0, iterations = 0;
    const double one = timeOne(m, kept);
    for (int t = 0; t < TIMES; t++) {
      for (int w = 0; w < WORLDS; w++) {
        rows += kept[t][w]->nefc;
        iterations += kept[t][w]->solver_niter[0];
      }
    }
    printf("%-20s %4d %5.1f %5.2f %8.3f", slash ? slash + 1 : file, (int)m->nv,
           rows / (TIMES * WORLDS), iterations / (TIMES * WORLDS), one);
    for (int sorted = 0; sorted < 2; sorted++) {
      for (int t = 0; t < TIMES && sorted; t++) {
        qsort(kept[t], WORLDS, sizeof *kept[t], compareRows);
      }
      for (const NewtonVariant* const* v = variantTable; *v; v++) {
        if (!cpu_hasLanes((*v)->width)) continue;
        const double us = timeLanes(m, *v, kept, &rows);
        printf(" %6.1f %8.3f %6.2f", rows, us, one / us);
      }
    }
    printf("\n");
    for (int k = 0; k < TIMES * WORLDS; k++) mj_deleteData(kept[k / WORLDS][k % WORLDS]);
  }
  mj_deleteModel(m);
}

int main(int argc, char** argv) {
  printf("us per solve and world\n%-20s %4s %5s %5s %8s", "", "dofs", "rows", "iter", "1");
  for (int k = 0; k < 2; k++) {
    for (const NewtonVariant* const* v = variantTable; *v; v++) {
      if (!cpu_hasLanes((*v)->width)) continue;
      printf(" %6s %d %6s %6s", "rows", (*v)->width, k ? "sorted" : "lanes", "ratio");
    }
  }
  printf("\n");
  for (int i = 1; i < argc; i++) bench(argv[i]);
  return 0;
}
