// Reports of sinew bench: speed, profile and counts as tables and as JSON. Times of stages are
// those of the timers of mjData; the time outside of all stages is the rest: checks, sensors, the
// timers themselves.
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "output.h"

static const struct {
  const char* name;
  int timer;
} stage[] = {
    {"kinematics", mjTIMER_POS_KINEMATICS},
    {"inertia", mjTIMER_POS_INERTIA},
    {"broad phase", mjTIMER_COL_BROAD},
    {"narrow phase", mjTIMER_COL_NARROW},
    {"rows", mjTIMER_POS_MAKE},
    {"projection", mjTIMER_POS_PROJECT},
    {"velocity", mjTIMER_VELOCITY},
    {"actuation", mjTIMER_ACTUATION},
    {"solver", mjTIMER_CONSTRAINT},
    {"integrator", mjTIMER_ADVANCE},
};

enum { NSTAGE = sizeof stage / sizeof *stage };

// microseconds per step, of a stage or, after the last stage, of the rest; of the whole step for -1
static double stageTime(const bench_Case* c, int k) {
  const double n = (double)c->timer[mjTIMER_STEP].number;
  const double all = c->timer[mjTIMER_STEP].duration / n;
  if (k < 0) return all;
  if (k < NSTAGE) return c->timer[stage[k].timer].duration / n;
  double sum = 0;
  for (int i = 0; i < NSTAGE; i++) sum += stageTime(c, i);
  return sum < all ? all - sum : 0;
}

static const char* stageName(int k) { return k < NSTAGE ? stage[k].name : "rest"; }

// steps of all worlds per second
static double stepsPerSecond(const bench_Case* c) { return c->nworld / c->seconds; }

static double timesRealTime(const bench_Case* c) { return stepsPerSecond(c) * c->m->opt.timestep; }

static int widest(const bench_Bench* b) {
  int most = (int)strlen("model");
  for (int i = 0; i < b->n; i++) {
    const int n = (int)strlen(b->item[i].path);
    if (n > most) most = n;
  }
  return most;
}

static void printProfile(const bench_Bench* b, int width) {
  printf("\n%-*s  microseconds of a step, with timers\n", width, "");
  for (int i = 0; i < b->n; i++) {
    const bench_Case* c = &b->item[i];
    const double all = stageTime(c, -1);
    printf("%-*s  %10.2f\n", width, c->path, all);
    for (int k = 0; k <= NSTAGE; k++) {
      const double t = stageTime(c, k);
      printf("  %-*s%10.2f  %5.1f%%\n", width, stageName(k), t, 100 * t / all);
    }
  }
}

void bench_print(const bench_Bench* b) {
  const int width = widest(b);
  printf("%-*s  %5s %10s %9s %10s %9s %7s %10s %9s\n", width, "model", "dofs", "steps/s", "us/step",
         "real time", "contacts", "rows", "iterations", "memory");
  for (int i = 0; i < b->n; i++) {
    const bench_Case* c = &b->item[i];
    printf("%-*s  %5lld %10.0f %9.2f %9.1fx %9.1f %7.1f %10.2f %6.2f MB\n", width, c->path,
           (long long)c->m->nv, stepsPerSecond(c), 1e6 / stepsPerSecond(c), timesRealTime(c),
           c->ncon, c->nefc, c->niter, c->memory * 1e-6);
  }
  if (b->nthread > 1) {
    printf("%d threads, a world each: steps of all together\n", b->nthread);
  }
  if (b->item[0].timer[mjTIMER_STEP].number) printProfile(b, width);
}

static void addNumber(text_Text* out, const char* key, double x) {
  text_format(out, ", \"%s\": ", key);
  json_number(out, x);
}

static void addProfile(text_Text* out, const bench_Case* c) {
  text_add(out, ",\n     \"profile\": {\"step\": ");
  json_number(out, stageTime(c, -1));
  for (int k = 0; k <= NSTAGE; k++) addNumber(out, stageName(k), stageTime(c, k));
  text_add(out, "}");
}

void bench_json(text_Text* out, const bench_Bench* b) {
  text_format(out, "{\"threads\": %d, \"models\": [", b->nthread);
  for (int i = 0; i < b->n; i++) {
    const bench_Case* c = &b->item[i];
    text_add(out, i ? ",\n    {\"model\": " : "\n    {\"model\": ");
    json_string(out, c->path);
    addNumber(out, "dofs", (double)c->m->nv);
    addNumber(out, "steps_per_second", stepsPerSecond(c));
    addNumber(out, "microseconds", 1e6 / stepsPerSecond(c));
    addNumber(out, "real_time", timesRealTime(c));
    addNumber(out, "contacts", c->ncon);
    addNumber(out, "rows", c->nefc);
    addNumber(out, "iterations", c->niter);
    addNumber(out, "bytes", c->memory);
    if (c->timer[mjTIMER_STEP].number) addProfile(out, c);
    text_add(out, "}");
  }
  text_add(out, "]}\n");
}
