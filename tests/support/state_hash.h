// A hash over every state of a simulation that depends on the model, the settings and the step
// alone: the same bits on every machine, with every compiler and any number of threads. Shared by
// the golden test and the programs that run on other machines, so it needs the core and no test
// library. A line of a list names one run:
//   model settings steps early all
// settings are words of the table below joined by commas, or -; early is the hash after the first
// hundred steps, all that after the last.
#ifndef SINEW_TESTS_STATE_HASH_H_
#define SINEW_TESTS_STATE_HASH_H_

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

#define HASH_EARLY 100  // steps after which the first hash is taken
#define HASH_HOLD 20    // steps for which inputs are held
#define HASH_PUSH 200   // steps in which forces push, so that things can come to rest and sleep

typedef struct {
  char model[200], settings[100];
  int steps;
  uint64_t early, all;
} hash_Run;

// false: a comment, an empty line or not a run
static inline bool hash_read(const char* line, hash_Run* run) {
  return line[0] != '#' && sscanf(line, "%199s %99s %d %" SCNx64 " %" SCNx64, run->model,
                                  run->settings, &run->steps, &run->early, &run->all) == 5;
}
static inline void hash_write(FILE* out, const hash_Run* run) {
  fprintf(out, "%s %s %d %016" PRIx64 " %016" PRIx64 "\n", run->model, run->settings, run->steps,
          run->early, run->all);
}

// ---- settings

typedef struct {
  const char* word;
  size_t target;  // offset of an int in mjOption
  int clear, set;
} hash_Setting;

#define HASH_ONE_OF(word, member, value)                                                           \
  { word, offsetof(mjOption, member), -1, value }
#define HASH_FLAG(word, member, value)                                                             \
  { word, offsetof(mjOption, member), 0, value }
static const hash_Setting hash_settings[] = {
    HASH_ONE_OF("euler", integrator, mjINT_EULER),
    HASH_ONE_OF("rk4", integrator, mjINT_RK4),
    HASH_ONE_OF("implicit", integrator, mjINT_IMPLICIT),
    HASH_ONE_OF("implicitfast", integrator, mjINT_IMPLICITFAST),
    HASH_ONE_OF("pgs", solver, mjSOL_PGS),
    HASH_ONE_OF("cg", solver, mjSOL_CG),
    HASH_ONE_OF("newton", solver, mjSOL_NEWTON),
    HASH_ONE_OF("pyramidal", cone, mjCONE_PYRAMIDAL),
    HASH_ONE_OF("elliptic", cone, mjCONE_ELLIPTIC),
    HASH_ONE_OF("dense", jacobian, mjJAC_DENSE),
    HASH_ONE_OF("sparse", jacobian, mjJAC_SPARSE),
    HASH_ONE_OF("noslip", noslip_iterations, 5),
    HASH_FLAG("noisland", disableflags, mjDSBL_ISLAND),
    HASH_FLAG("nowarmstart", disableflags, mjDSBL_WARMSTART),
    HASH_FLAG("nocontact", disableflags, mjDSBL_CONTACT),
    HASH_FLAG("nomulticcd", disableflags, mjDSBL_MULTICCD),
    HASH_FLAG("sleep", enableflags, mjENBL_SLEEP),
    HASH_FLAG("energy", enableflags, mjENBL_ENERGY),
    HASH_FLAG("fwdinv", enableflags, mjENBL_FWDINV),
    HASH_FLAG("diagexact", enableflags, mjENBL_DIAGEXACT),
};

static inline bool hash_setOne(mjOption* opt, const char* word, size_t len) {
  for (size_t i = 0; i < sizeof hash_settings / sizeof *hash_settings; i++) {
    const hash_Setting* s = hash_settings + i;
    if (strlen(s->word) != len || strncmp(s->word, word, len)) continue;
    int* target = (int*)((char*)opt + s->target);
    *target = (*target & ~s->clear) | s->set;
    return true;
  }
  return false;
}

// threads go to *nthread; false: a word that is not in the table
static inline bool hash_set(mjOption* opt, const char* settings, int* nthread) {
  *nthread = 0;
  if (!strcmp(settings, "-")) return true;
  for (const char* at = settings; *at;) {
    const size_t len = strcspn(at, ",");
    if (len == 7 && !strncmp(at, "threads", len)) {
      *nthread = 3;
    } else if (!hash_setOne(opt, at, len)) {
      return false;
    }
    at += len + (at[len] == ',');
  }
  return true;
}

// ---- inputs: by integers and exact operations alone

typedef struct {
  uint64_t state;
} hash_Rng;

// uniform in [-1, 1): the upper bits of a linear congruential generator
static inline double hash_uniform(hash_Rng* rng) {
  rng->state = rng->state * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(rng->state >> 11) * 0x1p-52 - 1;
}

static inline void hash_start(const mjModel* m, mjData* d, hash_Rng* rng) {
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  for (int i = 0; i < m->nv; i++) d->qvel[i] += 0.1 * hash_uniform(rng);
}

// controls in the middle three fifths of their range, forces until step HASH_PUSH
static inline void hash_drive(const mjModel* m, mjData* d, int step, hash_Rng* rng) {
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    const double lower = m->actuator_ctrllimited[i] ? range[0] : -0.5;
    const double upper = m->actuator_ctrllimited[i] ? range[1] : 0.5;
    d->ctrl[i] = 0.5 * (lower + upper) + 0.3 * (upper - lower) * hash_uniform(rng);
  }
  const double push = step < HASH_PUSH ? 0.01 : 0;
  for (int i = 0; i < m->nv; i++) d->qfrc_applied[i] = push * hash_uniform(rng);
}

// ---- the hash

// mixes downward after the product, or pairs of sign flips would cancel
static inline uint64_t hash_mix(uint64_t h, uint64_t word) {
  h = (h ^ word) * 0x9E3779B97F4A7C15ull;
  return h ^ h >> 29;
}

// all NaNs are one: which payload survives is the compiler's choice
static inline uint64_t hash_numbers(uint64_t h, const mjtNum* x, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    uint64_t word = 0x7FF8000000000000ull;
    if (x[i] == x[i]) memcpy(&word, x + i, sizeof word);
    h = hash_mix(h, word);
  }
  return h;
}

static inline uint64_t hash_state(uint64_t h, const mjModel* m, const mjData* d) {
  h = hash_numbers(h, d->qpos, m->nq);
  h = hash_numbers(h, d->qvel, m->nv);
  h = hash_numbers(h, d->act, m->na);
  h = hash_numbers(h, d->sensordata, m->nsensordata);
  return hash_numbers(h, d->qacc, m->nv);
}

// ---- one world

// steps a model as run->settings say, at most most steps; false: settings or memory are wanting
static inline bool hash_simulate(mjModel* m, hash_Run* run, int most) {
  int nthread;
  if (!hash_set(&m->opt, run->settings, &nthread)) return false;
  mjData* d = mj_makeData(m);
  if (!d) return false;
  if (nthread) mju_threadpool(d, nthread);
  hash_Rng rng = {0x5EED};
  hash_start(m, d, &rng);
  uint64_t h = 0xCBF29CE484222325ull;
  run->early = 0;
  for (int i = 0; i < run->steps && i < most; i++) {
    if (i % HASH_HOLD == 0) hash_drive(m, d, i, &rng);
    mj_step(m, d);
    h = hash_state(h, m, d);
    if (i < HASH_EARLY) run->early = h;
  }
  run->all = h;
  mj_deleteData(d);
  return true;
}

// ---- the same world in a batch

// neighbours have states and inputs of their own; the worlds are whole groups of lanes and a rest
enum { HASH_WORLDS = 5, HASH_WORLD = 2 };

static inline void hash_copyRow(sn_Batch* b, const char* name, int world, const mjtNum* from) {
  mjtSize n;
  mjtNum* rows = sn_batchArray(b, name, &n);
  if (n) memcpy(rows + world * n, from, (size_t)n * sizeof *rows);
}

// results are filled once they were asked for
static inline uint64_t hash_rows(uint64_t h, sn_Batch* b) {
  static const char* const names[] = {"qpos", "qvel", "act", "sensordata", "qacc"};
  for (int i = 0; i < 5; i++) {
    mjtSize n;
    const mjtNum* rows = sn_batchArray(b, names[i], &n);
    h = hash_numbers(h, rows + HASH_WORLD * n, n);
  }
  return h;
}

// hash_simulate with one world of a batch of at most nlane lanes, 0: what the machine has; d is
// that of the inputs. Returns the lanes; 0: settings or memory are wanting
static inline int hash_simulateBatch(mjModel* m, mjData* d, hash_Run* run, int most, int nlane) {
  hash_Rng rng[HASH_WORLDS];
  const sn_BatchReset reset = {.key = m->nkey ? 0 : -1};
  sn_Batch* b = sn_makeBatch(m, HASH_WORLDS, &(sn_BatchOptions){.nthread = 1, .nlane = nlane});
  if (!b) return 0;
  sn_resetBatch(b, NULL, &reset);
  for (int w = 0; w < HASH_WORLDS; w++) {
    rng[w].state = w == HASH_WORLD ? 0x5EED : (uint64_t)w;
    mj_resetData(m, d);
    hash_start(m, d, &rng[w]);
    hash_copyRow(b, "qvel", w, d->qvel);
  }
  uint64_t h = 0xCBF29CE484222325ull;
  run->early = 0;
  hash_rows(h, b);
  for (int i = 0; i < run->steps && i < most; i++) {
    for (int w = 0; i % HASH_HOLD == 0 && w < HASH_WORLDS; w++) {
      hash_drive(m, d, i, &rng[w]);
      hash_copyRow(b, "ctrl", w, d->ctrl);
      hash_copyRow(b, "qfrc_applied", w, d->qfrc_applied);
    }
    sn_stepBatch(b, 1, NULL);
    h = hash_rows(h, b);
    if (i < HASH_EARLY) run->early = h;
  }
  run->all = h;
  const int lanes = sn_batchLanes(b);
  sn_deleteBatch(b);
  return lanes;
}

static inline int hash_simulateLanes(mjModel* m, hash_Run* run, int most, int nlane) {
  int nthread;
  mjData* d = hash_set(&m->opt, run->settings, &nthread) ? mj_makeData(m) : NULL;
  const int lanes = d ? hash_simulateBatch(m, d, run, most, nlane) : 0;
  mj_deleteData(d);
  return lanes;
}

#endif
