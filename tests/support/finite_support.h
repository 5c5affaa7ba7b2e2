// What tests of derivatives share: models, states, and matrices that nobody has written to yet.
#ifndef SINEW_TESTS_FINITE_SUPPORT_H_
#define SINEW_TESTS_FINITE_SUPPORT_H_

#include <math.h>

#include "support.h"

static inline mjtNum* numbers(mjtSize n) { return calloc((size_t)n + 1, sizeof(mjtNum)); }

static inline mjModel* loadFile(const char* name) {
  char path[500], error[500] = "";
  snprintf(path, sizeof path, "%s/../%s.xml", TEST_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static inline mjModel* loadText(const char* xml) {
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!spec) fail_msg("%s", error);
  mjModel* m = mj_compile(spec, NULL);
  mj_deleteSpec(spec);
  assert_non_null(m);
  return m;
}

// a state of some motion and contact: steps with random controls, away from their limits
static inline void settle(const mjModel* m, mjData* d, int nstep) {
  rng_state = 88172645463325252ull;
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.2 * rng_uniform();
  for (int i = 0; i < m->na; i++) d->act[i] = 0.3 + 0.2 * rng_uniform();
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    const double x = rng_uniform();
    d->ctrl[i] = m->actuator_ctrllimited[i]
                     ? (range[0] + range[1]) / 2 + 0.4 * (range[1] - range[0]) * x
                     : 0.3 * x;
  }
  for (int k = 0; k < nstep; k++) mj_step(m, d);
}

// controls of step i
static inline void push(const mjModel* m, mjData* d, int i) {
  for (int k = 0; k < m->nu; k++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * k;
    const double x = ((i / 50 + 3 * k) % 7) / 7.0;
    d->ctrl[k] = m->actuator_ctrllimited[k] ? range[0] + (range[1] - range[0]) * x : 0.1 * x;
  }
}

static inline mjtNum* stateOf(const mjModel* m, const mjData* d) {
  mjtNum* state = numbers(mj_stateSize(m, mjSTATE_INTEGRATION));
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  return state;
}

// ---- A, B, C, D

typedef struct {
  mjtNum* of[4];
  int size[4];
} Matrices;

static inline Matrices matrices_make(const mjModel* m) {
  const int ndx = (int)(2 * m->nv + m->na), nu = (int)m->nu, ns = (int)m->nsensordata;
  Matrices mat = {.size = {ndx * ndx, ndx * nu, ns * ndx, ns * nu}};
  for (int k = 0; k < 4; k++) {
    mat.of[k] = numbers(mat.size[k]);
    for (int i = 0; i <= mat.size[k]; i++) mat.of[k][i] = 12345;
  }
  return mat;
}

// nothing is written behind the end of a matrix
static inline void matrices_fill(Matrices* mat, const mjModel* m, mjData* d, double eps,
                                 int centred) {
  mjd_transitionFD(m, d, eps, (mjtBool)centred, mat->of[0], mat->of[1], mat->of[2], mat->of[3]);
  for (int k = 0; k < 4; k++) assert_true(mat->of[k][mat->size[k]] == 12345);
}

static inline bool matrices_same(const Matrices* a, const Matrices* b) {
  bool same = true;
  for (int k = 0; k < 4; k++) {
    const size_t bytes = (size_t)a->size[k] * sizeof(mjtNum);
    same = same && a->size[k] == b->size[k] && !memcmp(a->of[k], b->of[k], bytes);
  }
  return same;
}

static inline void matrices_free(Matrices* mat) {
  for (int k = 0; k < 4; k++) free(mat->of[k]);
}

#endif
