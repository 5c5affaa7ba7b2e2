// One engine behind a few functions, for turns.c: bench/run compiles this file once for each engine
// as a shared object. It uses nothing but the API that they share. A world begins 500 steps (or as
// many as asked) after keyframe 0, or after the initial state; controls drift at random about the
// middle of their ranges, the same way in each round.
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mujoco/mujoco.h>

#ifdef BENCH_COUNT
#include <valgrind/callgrind.h>
#define COUNTING CALLGRIND_TOGGLE_COLLECT
#else
#define COUNTING
#endif

typedef struct {
  mjModel* m;
  mjData* d;
  mjtNum* state;
  uint64_t random;
} World;

void* engine_open(const char* path, int warmup, int* nv);
void engine_rewind(void* world);
void engine_steps(void* world, int n);
uint64_t engine_hash(const void* world);
void engine_close(void* world);
const char* engine_version(void);
int engine_stages(void* world, double* time);

static double uniform(World* w) {
  w->random ^= w->random << 13, w->random ^= w->random >> 7, w->random ^= w->random << 17;
  return (double)(w->random >> 11) * 0x1p-52 - 1;
}

static void drift(World* w) {
  const mjModel* m = w->m;
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    const int limited = m->actuator_ctrllimited[i];
    const mjtNum middle = limited ? (range[0] + range[1]) / 2 : 0;
    const mjtNum half = limited ? (range[1] - range[0]) / 2 : 1;
    w->d->ctrl[i] = 0.9 * w->d->ctrl[i] + 0.1 * middle + 0.01 * half * uniform(w);
  }
}

void engine_steps(void* world, int n) {
  World* w = world;
  for (int i = 0; i < n; i++) {
    drift(w);
    COUNTING;
    mj_step(w->m, w->d);
    COUNTING;
  }
}

void engine_rewind(void* world) {
  World* w = world;
  mj_setState(w->m, w->d, w->state, mjSTATE_INTEGRATION);
  w->random = 88172645463325252u;
}

void engine_close(void* world) {
  World* w = world;
  mj_deleteData(w->d);
  mj_deleteModel(w->m);
  free(w->state);
  free(w);
}

void* engine_open(const char* path, int warmup, int* nv) {
  char error[1000] = "";
  World* w = calloc(1, sizeof *w);
  if (!w) return NULL;
  w->m = mj_loadXML(path, NULL, error, sizeof error);
  w->d = w->m ? mj_makeData(w->m) : NULL;
  if (w->d) w->state = malloc(sizeof(mjtNum) * (size_t)mj_stateSize(w->m, mjSTATE_INTEGRATION));
  if (!w->state) {
    fprintf(stderr, "%s: %s\n", path, error);
    engine_close(w);
    return NULL;
  }
  if (w->m->nkey) mj_resetDataKeyframe(w->m, w->d, 0);
  w->random = 88172645463325252u;
  for (int i = 0; i < warmup; i++) {
    drift(w);
    mj_step(w->m, w->d);
  }
  mj_getState(w->m, w->d, w->state, mjSTATE_INTEGRATION);
  *nv = (int)w->m->nv;
  return w;
}

// equal hashes: equal bits of qpos
uint64_t engine_hash(const void* world) {
  const World* w = world;
  uint64_t h = 0xCBF29CE484222325u;
  for (int i = 0; i < w->m->nq; i++) {
    uint64_t bits;
    memcpy(&bits, &w->d->qpos[i], sizeof bits);
    h = (h ^ bits) * 0x100000001B3u;
    h ^= h >> 29;
  }
  return h;
}

// ---- stages

static mjtNum microseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

// microseconds since the last call: of steps, then of their stages as bench/run names them; from
// the first call on there are timers. Returns how many numbers
int engine_stages(void* world, double* time) {
  static const int timer[] = {mjTIMER_STEP,        mjTIMER_POS_KINEMATICS, mjTIMER_POS_INERTIA,
                              mjTIMER_COL_BROAD,   mjTIMER_COL_NARROW,     mjTIMER_POS_MAKE,
                              mjTIMER_POS_PROJECT, mjTIMER_VELOCITY,       mjTIMER_ACTUATION,
                              mjTIMER_CONSTRAINT,  mjTIMER_ADVANCE};
  World* w = world;
  mjcb_time = microseconds;
  for (size_t i = 0; i < sizeof timer / sizeof *timer; i++) {
    time[i] = w->d->timer[timer[i]].duration;
    w->d->timer[timer[i]].duration = 0;
  }
  return sizeof timer / sizeof *timer;
}

const char* engine_version(void) { return mj_versionString(); }
