// What the tests of whole simulations share: models from text or file, inputs that depend on the
// step alone, and the comparison of two worlds bit by bit.
#ifndef SINEW_TESTS_SIMULATE_SUPPORT_H_
#define SINEW_TESTS_SIMULATE_SUPPORT_H_

#include <stdbool.h>

#include "support.h"

static inline mjModel* sim_compile(const char* xml) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!spec) fail_msg("%s", error);
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  mj_deleteSpec(spec);
  return m;
}

// a model of the tests folder without collision and constraint rows
static inline mjModel* sim_load(const char* file) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/%s", TEST_DIR, file);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
  return m;
}

static inline void sim_fill(mjtNum* x, mjtSize n, double scale) {
  for (mjtSize i = 0; i < n; i++) x[i] = scale * rng_uniform();
}

// the numbers that follow depend on the seed alone
static inline void sim_seed(int seed) {
  rng_state = 88172645463325252ull ^ ((uint64_t)seed + 1) * 0x9E3779B97F4A7C15ull;
  for (int k = 0; k < 4; k++) rng_next();
}

// inputs of one step: controls, forces, mocap poses
static inline void sim_drive(const mjModel* m, mjData* d, int seed) {
  sim_seed(seed);
  sim_fill(d->ctrl, m->nu, 0.3);
  sim_fill(d->qfrc_applied, m->nv, 0.1);
  sim_fill(d->xfrc_applied + 6, 6 * (m->nbody - 1), 0.1);
  sim_fill(d->mocap_pos, 3 * m->nmocap, 0.2);
  sim_fill(d->mocap_quat, 4 * m->nmocap, 1);
}

// a random state with its inputs
static inline void sim_randomState(const mjModel* m, mjData* d, int seed) {
  mjtNum* dq = calloc((size_t)m->nv + 1, sizeof *dq);
  mj_resetData(m, d);
  sim_seed(seed);
  sim_fill(dq, m->nv, 0.3);
  mj_integratePos(m, d->qpos, dq, 1);
  sim_fill(d->qvel, m->nv, 0.5);
  for (int i = 0; i < m->na; i++) d->act[i] = 0.5 + 0.4 * rng_uniform();
  sim_drive(m, d, seed);
  free(dq);
}

static inline bool sim_isEqual(const char* field, const mjtNum* a, const mjtNum* b, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    if (!memcmp(a + i, b + i, sizeof *a)) continue;
    print_message("%s[%ld]: %.17g and %.17g\n", field, (long)i, a[i], b[i]);
    return false;
  }
  return true;
}

// do two worlds have the same state and sensor readings, bit by bit
static inline bool sim_sameBits(const mjModel* m, const mjData* a, const mjData* b) {
  return sim_isEqual("time", &a->time, &b->time, 1) &&
         sim_isEqual("qpos", a->qpos, b->qpos, m->nq) &&
         sim_isEqual("qvel", a->qvel, b->qvel, m->nv) &&
         sim_isEqual("act", a->act, b->act, m->na) &&
         sim_isEqual("history", a->history, b->history, m->nhistory) &&
         sim_isEqual("sensordata", a->sensordata, b->sensordata, m->nsensordata);
}

static inline int sim_warnings(const mjData* d) {
  int n = 0;
  for (int w = 0; w < mjNWARNING; w++) n += d->warning[w].number;
  return n;
}

#endif
