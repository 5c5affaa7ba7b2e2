// What the tests of the tree algorithms share: models with their constants, and states from a
// generator that the golden script repeats.
#ifndef SINEW_TESTS_DYN_SUPPORT_H_
#define SINEW_TESTS_DYN_SUPPORT_H_

#include "step/constants.h"
#include "support.h"

static uint32_t dyn_seed;

static inline double dyn_uniform(void) {
  dyn_seed ^= dyn_seed << 13;
  dyn_seed ^= dyn_seed >> 17;
  dyn_seed ^= dyn_seed << 5;
  return dyn_seed / 2147483648.0 - 1;
}

static inline void dyn_restart(void) { dyn_seed = 2463534242u; }

// array += scale times random numbers
static inline void dyn_shake(mjtNum* array, mjtSize n, double scale) {
  for (mjtSize i = 0; i < n; i++) array[i] += scale * dyn_uniform();
}

// a random state; quaternions are not normalised
static inline void dyn_randomState(const mjModel* m, mjData* d) {
  mj_resetData(m, d);
  dyn_shake(d->qpos, m->nq, 0.5);
  dyn_shake(d->qvel, m->nv, 1);
  dyn_shake(d->qacc, m->nv, 1);
  dyn_shake(d->xfrc_applied + 6, 6 * (m->nbody - 1), 1);
  dyn_shake(d->mocap_pos, 3 * m->nmocap, 0.5);
  dyn_shake(d->mocap_quat, 4 * m->nmocap, 0.5);
}

// a model of the tests folder with all constants
static inline mjModel* dyn_load(const char* path, mjData** d) {
  char full[1000], error[1000] = "";
  snprintf(full, sizeof full, "%s/%s", TEST_DIR, path);
  mjModel* m = mj_loadXML(full, NULL, error, sizeof error);
  if (!m) fail_msg("%s: %s", path, error);
  *d = mj_makeData(m);
  assert_non_null(*d);
  assert_int_equal(step_setConst(m, *d), 0);
  mj_resetData(m, *d);
  return m;
}

static inline void dyn_position(const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_tendon(m, d);
  mj_makeM(m, d);
  mj_factorM(m, d);
}

#endif
