// sinew bench MODEL...: benchmark of simulation speed: steps per second, a profile of the pipeline
// stages, and workload counts (contacts, constraint rows, ...). Rounds of all models alternate. A
// round starts from one state and is divided into windows; of each window the fastest of all rounds
// counts, so that a busy machine hardly changes the result. With several threads each thread steps
// a world of its own, and a window ends when the last thread is done.
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/pool.h"
#include "commands.h"
#include "interrupt.h"

enum {
  PROBE = 20,
  LEAST_WINDOWS = 8,
  MOST_WINDOWS = 1000,
  MOST_THREADS = 1024,
  MOST_STEPS = 1000000000
};
// seconds of a window and of a round, single- and multithreaded; synchronization needs longer
// windows
static const double window[2] = {1e-4, 2e-3}, span[2] = {3e-3, 4e-2};

// controls drift randomly around the middle of their ranges, identically in each round
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
    if (!c->held) drift(w, c->m);
    mj_step(c->m, w->d);
  }
}

static void rewindWorlds(bench_Case* c) {
  for (int i = 0; i < c->nworld; i++) {
    mj_setState(c->m, c->world[i].d, c->state, mjSTATE_INTEGRATION);
    c->world[i].random = 1;
  }
}

// ---- preparation

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

// the initial state of rounds: when bodies have come to rest
static void settle(bench_Case* c, int nstep) {
  bench_World* w = &c->world[0];
  if (c->m->nkey) mj_resetDataKeyframe(c->m, w->d, 0);
  c->nstep = nstep;
  stepWorld(c, 0, 0);
  mj_getState(c->m, w->d, c->state, mjSTATE_INTEGRATION);
}

// copies the state of the first model, of which this one is a variant; false after a message
static bool takeState(bench_Case* c, const bench_Case* first) {
  const mjModel *m = c->m, *of = first->m;
  const mjtSize size = mj_stateSize(m, mjSTATE_INTEGRATION);
  if (m->nq != of->nq || m->nv != of->nv || m->na != of->na ||
      size != mj_stateSize(of, mjSTATE_INTEGRATION)) {
    fprintf(stderr,
            "sinew: '%s' is no variant of '%s': its state has other sizes (nq %d, nv %d, na %d); "
            "leave out --variants, or change options and parameters only\n",
            c->path, first->path, (int)m->nq, (int)m->nv, (int)m->na);
    return false;
  }
  memcpy(c->state, first->state, (size_t)size * sizeof *c->state);
  return true;
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
  c->held = option_flag(b->line, "--variants");
  if (i > 0 && c->held) {
    if (!takeState(c, &b->item[0])) return false;
  } else {
    settle(c, (int)option_number(b->line, "--settle"));
  }
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

// a round of the first world with stage timers; the fastest time of each window is kept
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

// counts the workload of a round; steps one at a time, outside of the timed part
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

// alternates rounds of all models until the time is over; at least one round of each
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
  if (option_number(line, "--settle") > MOST_STEPS) {
    return option_error(line->command, "--settle: at most %d", MOST_STEPS);
  }
  b.nthread = (int)nthread;
  b.pool = b.nthread > 1 ? pool_make(b.nthread) : NULL;
  if (b.nthread > 1 && !b.pool) {
    return fprintf(stderr, "sinew: cannot start %d threads\n", b.nthread), CLI_FAILED;
  }
  const int code = benchModels(&b);
  for (int i = 0; i < b.n; i++) freeCase(&b.item[i]);
  pool_free(b.pool);
  return code;
}

static const option_Option option[] = {
    {"--threads", OPTION_NUMBERED, "N", "1", NULL, "step N worlds at once, a thread each"},
    {"--seconds", OPTION_POSITIVE, "S", "2", NULL, "measure each model for S seconds"},
    {"--settle", OPTION_COUNT, "N", "500", NULL, "simulate N steps before the measurement"},
    {"--variants", OPTION_FLAG, NULL, NULL, NULL,
     "models are variants of the first one: start all from its settled state, with "
     "constant controls"},
    {"--profile", OPTION_FLAG, NULL, NULL, NULL, "the time of each stage of a step, too"},
    {"--json", OPTION_FLAG, NULL, NULL, NULL, "the same as JSON"},
};

static const char* const example[] = {
    "sinew bench models/*.xml",
    "sinew bench models/humanoid.xml --profile",
    "sinew bench models/humanoid.xml --threads 8 --seconds 10 --json",
    "sinew bench newton.xml pgs.xml --variants --settle 2000",
};

const cli_Command cli_benchCommand = {
    .name = "bench",
    .argument = {{"MODEL", false}},
    .many = true,
    .purpose = "steps per second, and where the time goes",
    .about =
        "Measures steps per second under small random controls, from the state that a model has "
        "after --settle steps (from keyframe 0, if there is one). Also shows the real-time "
        "factor, contacts, constraint rows, solver iterations and the memory footprint of a "
        "world. Models take turns and the fastest of many windows counts, so that a busy machine "
        "hardly changes the figures. To compare options, write a variant of the model for each "
        "and give --variants: all start from the same settled state and controls are constant, so "
        "contacts are the same.",
    .option = option,
    .noption = sizeof option / sizeof *option,
    .loads = true,
    .example = example,
    .nexample = sizeof example / sizeof *example,
    .run = run,
};
