// What tests of the solvers share: loading, stepping with random controls, residuals.
#ifndef SINEW_TESTS_SOLVE_SUPPORT_H_
#define SINEW_TESTS_SOLVE_SUPPORT_H_

#include "support.h"

#include <math.h>
#include <stdbool.h>

static inline mjModel* loadText(const char* xml) {
  char error[1000];
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "m.xml", xml, (int)strlen(xml)), 0);
  mjModel* m = mj_loadXML("m.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  if (!m) print_message("%s\n", error);
  assert_non_null(m);
  return m;
}

static inline mjModel* loadFile(const char* file) {
  char path[1000], error[1000];
  snprintf(path, sizeof path, "%s/../%s", TEST_DIR, file);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) print_message("%s: %s\n", path, error);
  assert_non_null(m);
  return m;
}

static const char* const solveModels[] = {"tests/golden/solve_pile.xml",
                                          "tests/golden/solve_linked.xml",
                                          "tests/golden/solve_snake.xml", "models/humanoid.xml"};
enum { SOLVE_MODELS = sizeof solveModels / sizeof *solveModels };

static inline void stepRandomly(const mjModel* m, mjData* d, int steps) {
  for (int k = 0; k < steps; k++) {
    for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.5 * rng_uniform();
    mj_step(m, d);
  }
}

static inline double norm(const mjtNum* x, mjtSize n) {
  double sum = 0;
  for (mjtSize i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

// |x - y| / (|x| + |y| + 1e-3)
static inline double distance(const mjtNum* x, const mjtNum* y, mjtSize n) {
  double sum = 0;
  for (mjtSize i = 0; i < n; i++) sum += (x[i] - y[i]) * (x[i] - y[i]);
  const double error = sqrt(sum) / (norm(x, n) + norm(y, n) + 1e-3);
  return error == error ? error : INFINITY;
}

static inline bool isFinite(const mjtNum* x, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    if (!isfinite(x[i])) return false;
  }
  return true;
}

// relative error of M qacc = qfrc_smooth + J' force
static inline double motionResidual(const mjModel* m, mjData* d) {
  const size_t nv = (size_t)m->nv;
  mjtNum *left = calloc(nv + 1, sizeof *left), *right = calloc(nv + 1, sizeof *right);
  mj_mulM(m, d, left, d->qacc);
  if (d->nefc) mj_mulJacTVec(m, d, right, d->efc_force);
  for (size_t i = 0; i < nv; i++) right[i] += d->qfrc_smooth[i];
  const double error = distance(left, right, m->nv);
  free(left);
  free(right);
  return error;
}

// relative difference between efc_force and the law of the rows at qacc
static inline double forceResidual(const mjModel* m, mjData* d) {
  const size_t n = (size_t)d->nefc;
  if (!n) return 0;
  mjtNum *jar = calloc(n, sizeof *jar), *force = calloc(n, sizeof *force);
  memcpy(force, d->efc_force, n * sizeof *force);
  mj_mulJacVec(m, d, jar, d->qacc);
  for (size_t i = 0; i < n; i++) jar[i] -= d->efc_aref[i];
  mj_constraintUpdate(m, d, jar, NULL, 0);
  const double error = distance(force, d->efc_force, d->nefc);
  free(jar);
  free(force);
  return error;
}

#endif
