// sinew bench MODEL...: how fast models are stepped, where the time goes, and how much there is to
// do. Rounds of all models take turns. A round starts from one state and is cut into windows; of
// each window the fastest of all rounds counts, so that a busy machine hardly changes the figures.
// With several threads each steps a world of its own, and a window ends when the last is done.
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/pool.h"
#include "commands.h"
#include "interrupt.h"

enum { WARM_UP = 500, PROBE = 20, LEAST_WINDOWS = 8, MOST_WINDOWS = 1000, MOST_THREADS = 1024 };
// seconds of a window and of a round; threads that meet at the end of a window need longer ones
static const double window[2] = {1e-4, 2e-3}, span[2] = {3e-3, 4e-2};

// controls drift at random about the middle of their ranges, the same way in each round
static void drift(bench_World* w, const mjModel* m) {
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    const bool limited = m->actuator_ctrllimited[i];
    const mjtNum middle = limited ? (range[0] + range[1]) / 2 : 0;
    const mjtNum half = limited ? (range[1] - range[0]) / 2 : 1;
    w->random = w->random * 1664525u + 1013904223u;
    const mjtNum noise = (mjtNum)w->random / 2147483648.0 - 1;
    w->d->ctrl[i] += 0.1 * (middle - w->d->ctrl[i]) + 0.01 * half * noise;
  }
}

static void stepWorld(void* context, int task, int worker) {
  (void)worker;
  const bench_Case* c = context;
  bench_World* w = &c->world[task];
  for (int i = 0; i < c->nstep; i++) {
    drift(w, c->m);
    mj_step(c->m, w->d);
  }
}

static void rewindWorlds(bench_Case* c) {
  for (int i = 0; i < c->nworld; i++) {
    mj_setState(c->m, c->world[i].d, c->state, mjSTATE_INTEGRATION);
    c->world[i].random = 1;
  }
}

// ---- before it

static bool makeWorlds(bench_Case* c) {
  const mjModel* m = c->m;
  c->state = mem_calloc((size_t)mj_stateSize(m, mjSTATE_INTEGRATION), sizeof *c->state);
  c->best = mem_calloc(MOST_WINDOWS, sizeof *c->best);
  c->windowTimer = mem_calloc(MOST_WINDOWS, mjNTIMER * sizeof *c->windowTimer);
  c->world = mem_calloc((size_t)c->nworld, sizeof *c->world);
  for (int i = 0; c->world && i < c->nworld; i++) {
    if (!(c->world[i].d = mj_makeData(m))) return false;
  }
  return c->state && c->best && c->windowTimer && c->world;
}

// the state that rounds start from: when things have come to rest on what they fall on
static void warmUp(bench_Case* c) {
  bench_World* w = &c->world[0];
  if (c->m->nkey) mj_resetDataKeyframe(c->m, w->d, 0);
  c->nstep = WARM_UP;
  stepWorld(c, 0, 0);
  mj_getState(c->m, w->d, c->state, mjSTATE_INTEGRATION);
}

static void chooseWindows(bench_Case* c, pool_Pool* pool) {
  const int many = c->nworld > 1;
  c->nstep = PROBE;
  rewindWorlds(c);
  const double start = clock_seconds();
  pool_run(pool, stepWorld, c, c->nworld);
  const double one = (clock_seconds() - start) / PROBE + 1e-9;
  c->nstep = one < window[many] ? (int)(window[many] / one) : 1;
  const double n = span[many] / (one * c->nstep);
  c->nwindow = n < LEAST_WINDOWS ? LEAST_WINDOWS : n > MOST_WINDOWS ? MOST_WINDOWS : (int)n;
  for (int k = 0; k < c->nwindow; k++) c->best[k] = INFINITY;
}

static bool prepare(bench_Bench* b, int i) {
  bench_Case* c = &b->item[i];
  c->path = b->line->file[i];
  c->nworld = b->nthread;
  c->m = cli_loadPath(b->line, c->path);
  if (!c->m) return false;
  if (!makeWorlds(c)) return fprintf(stderr, "sinew: out of memory\n"), false;
  warmUp(c);
  chooseWindows(c, b->pool);
  return true;
}

// ---- measuring

static void timeRound(bench_Case* c, pool_Pool* pool) {
  rewindWorlds(c);
  for (int k = 0; k < c->nwindow; k++) {
    const double start = clock_seconds();
    pool_run(pool, stepWorld, c, c->nworld);
    const double took = clock_seconds() - start;
    if (took < c->best[k]) c->best[k] = took;
  }
}

static mjtNum microseconds(void) { return 1e6 * clock_seconds(); }

// a round of the first world with the timers of its stages; of each window the fastest is kept
static void profileRound(bench_Case* c) {
  mjData* d = c->world[0].d;
  rewindWorlds(c);
  for (int k = 0; k < c->nwindow; k++) {
    mjTimerStat* kept = c->windowTimer + k * mjNTIMER;
    memset(d->timer, 0, sizeof d->timer);
    stepWorld(c, 0, 0);
    const bool faster = d->timer[mjTIMER_STEP].duration < kept[mjTIMER_STEP].duration;
    if (faster || !kept[mjTIMER_STEP].number) memcpy(kept, d->timer, sizeof d->timer);
  }
}

// how much there is to do in a round; steps one by one, which takes no time that counts
static void countRound(bench_Case* c) {
  const int total = c->nstep * c->nwindow;
  const mjData* d = c->world[0].d;
  rewindWorlds(c);
  c->nstep = 1;
  for (int i = 0; i < total; i++) {
    stepWorld(c, 0, 0);
    c->ncon += (double)d->ncon;
    c->nefc += (double)d->nefc;
    const int n = d->nisland > mjNISLAND ? mjNISLAND : d->nisland > 1 ? (int)d->nisland : 1;
    for (int k = 0; k < n; k++) c->niter += (double)d->solver_niter[k];
  }
  c->ncon /= total;
  c->nefc /= total;
  c->niter /= total;
  c->nstep = total / c->nwindow;
  c->memory = (double)(c->m->nbuffer + d->nbuffer) + (double)d->maxuse_arena;
}

static void finishCase(bench_Case* c) {
  double sum = 0;
  for (int k = 0; k < c->nwindow; k++) sum += c->best[k];
  c->seconds = sum / c->nwindow / c->nstep;
  for (int i = 0; i < c->nwindow * mjNTIMER; i++) {
    c->timer[i % mjNTIMER].duration += c->windowTimer[i].duration;
    c->timer[i % mjNTIMER].number += c->windowTimer[i].number;
  }
  countRound(c);
}

// rounds of all models in turns until the time is over; at least one of each
static void measure(bench_Bench* b, double seconds, bool profile) {
  const double end = clock_seconds() + seconds * b->n;
  mjcb_time = profile ? microseconds : NULL;
  do {
    for (int i = 0; i < b->n && !interrupt_seen(); i++) {
      if (profile) {
        profileRound(&b->item[i]);
      } else {
        timeRound(&b->item[i], b->pool);
      }
    }
  } while (clock_seconds() < end && !interrupt_seen());
  mjcb_time = NULL;
}

static int benchModels(bench_Bench* b) {
  for (int i = 0; i < b->n; i++) {
    if (!prepare(b, i)) return CLI_FAILED;
  }
  const double seconds = option_number(b->line, "--seconds");
  interrupt_catch(false);
  measure(b, seconds, false);
  if (option_flag(b->line, "--profile")) measure(b, seconds / 4, true);
  if (interrupt_seen()) return CLI_SIGNAL + interrupt_seen();
  for (int i = 0; i < b->n; i++) finishCase(&b->item[i]);
  if (!option_flag(b->line, "--json")) return bench_print(b), CLI_OK;
  text_Text out = {0};
  bench_json(&out, b);
  return cli_print(&out) ? CLI_OK : CLI_FAILED;
}

static void freeCase(bench_Case* c) {
  for (int i = 0; c->world && i < c->nworld; i++) mj_deleteData(c->world[i].d);
  mj_deleteModel(c->m);
  mem_free(c->world);
  mem_free(c->state);
  mem_free(c->best);
  mem_free(c->windowTimer);
}

static int run(const option_Line* line) {
  bench_Bench b = {.line = line, .n = line->nfile};
  const double nthread = option_number(line, "--threads");
  if (nthread > MOST_THREADS) {
    return option_error(line->command, "--threads: at most %d", MOST_THREADS);
  }
  b.nthread = (int)nthread;
  b.pool = b.nthread > 1 ? pool_make(b.nthread) : NULL;
  if (b.nthread > 1 && !b.pool) {
    return fprintf(stderr, "sinew: no %d threads can be had\n", b.nthread), CLI_FAILED;
  }
  const int code = benchModels(&b);
  for (int i = 0; i < b.n; i++) freeCase(&b.item[i]);
  pool_free(b.pool);
  return code;
}

static const option_Option option[] = {
    {"--threads", OPTION_NUMBERED, "N", "1", NULL, "step N worlds at once, a thread each"},
    {"--seconds", OPTION_POSITIVE, "S", "2", NULL, "measure each model for S seconds"},
    {"--profile", OPTION_FLAG, NULL, NULL, NULL, "the time of each stage of a step, too"},
    {"--json", OPTION_FLAG, NULL, NULL, NULL, "the same as JSON"},
};

static const char* const example[] = {
    "sinew bench models/*.xml",
    "sinew bench models/humanoid.xml --profile",
    "sinew bench models/humanoid.xml --threads 8 --seconds 10 --json",
};

const cli_Command cli_benchCommand = {
    .name = "bench",
    .argument = {{"MODEL", false}},
    .many = true,
    .purpose = "steps per second, and where the time goes",
    .about =
        "Steps models from the state that they have after 500 steps (from keyframe 0, if there "
        "is one) under small random controls, and shows steps per second, how many times "
        "faster than real time that is, contacts, constraint rows, solver iterations and "
        "memory of a world. Models take turns and the fastest of many windows counts, so that "
        "a busy machine hardly changes the figures.",
    .option = option,
    .noption = sizeof option / sizeof *option,
    .loads = true,
    .example = example,
    .nexample = sizeof example / sizeof *example,
    .run = run,
};
