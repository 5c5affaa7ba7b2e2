// Derivatives of tendons and actuators in lanes are those of the one-world build: the body of
// test_derivative_force_lanes2.c, 4 and 8, which set LANE_W and LANE_SUFFIX.
#ifndef SINEW_TESTS_SLOPE_FORCE_LANES_H_
#define SINEW_TESTS_SLOPE_FORCE_LANES_H_

#if defined(__x86_64__) || LANE_W == 2
#pragma GCC diagnostic ignored "-Wpsabi"

#include <math.h>

#include "base/cpu.h"
#include "diff/derivatives.h"
#include "dyn/dyn.h"
#include "force/actuation.h"
#include "force/passive.h"
#include "force/tendon.h"
#include "force/transmission.h"
#include "math/vec.h"
#include "support.h"

// one world; diff_Work has the same members, with one double in each number
bool diff_open_w1(const mjModel* m, mjData* d, void* w);
void diff_motion_w1(const mjModel* m, const mjData* d, void* w);
void diff_reach_w1(const mjModel* m, const mjData* d, void* w);
void diff_tendonRates_w1(const mjModel* m, mjData* d, void* w);
void diff_tendons_w1(const mjModel* m, mjData* d, void* w);
void diff_actuators_w1(const mjModel* m, mjData* d, void* w);

static const char* const paths[] = {"golden/force_actuation.xml", "golden/tendon/transmission.xml",
                                    "golden/tendon/wrap.xml",     "golden/tendon/armature.xml",
                                    "golden/step_tree.xml",       "../models/muscle_arm.xml"};

typedef struct {
  int nv, na, nu, size;  // columns: q, v, act, ctrl; rows: G and E of dofs, next of activations
} Shape;

static Shape shapeOf(const mjModel* m) {
  Shape s = {(int)m->nv, (int)m->na, (int)m->nu, 0};
  s.size = (2 * s.nv + s.na) * (2 * s.nv + s.na + s.nu);
  return s;
}

// matrices one behind the other, each number `width` doubles
static diff_Matrix matrixAt(const Shape* s, double* at, int row, int width) {
  const int ncol = 2 * s->nv + s->na + s->nu;
  at += (size_t)row * (size_t)ncol * (size_t)width;
  const int part = s->nv * width;
  return (diff_Matrix){(real*)(void*)at,
                       (real*)(void*)(at + part),
                       (real*)(void*)(at + 2 * part),
                       (real*)(void*)(at + 2 * part + s->na * width),
                       ncol,
                       ncol};
}

static diff_Work workOf(const Shape* s, double* res, double* acc, int width) {
  memset(res, 0, sizeof *res * (size_t)(s->size * width));
  return (diff_Work){.qacc = (real*)(void*)acc,
                     .acc = (real*)(void*)(acc + s->nv * width),
                     .G = matrixAt(s, res, 0, width),
                     .E = matrixAt(s, res, s->nv, width),
                     .next = matrixAt(s, res, 2 * s->nv, width)};
}

static void setWorld(const mjModel* m, mjData* d, double* acc) {
  double dq[200];
  assert_true(m->nv <= 200);
  for (int i = 0; i < m->nv; i++) {
    dq[i] = 0.5 * rng_uniform(), d->qvel[i] = rng_uniform();
    acc[i] = rng_uniform(), acc[m->nv + i] = rng_uniform();
  }
  mj_integratePos(m, d->qpos, dq, 1);
  for (int i = 0; i < m->na; i++) d->act[i] = 0.4 + 0.3 * rng_uniform();
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.5 * rng_uniform();
}

static void runOne(const mjModel* m, mjData* d, const Shape* s, double* res, double* acc) {
  diff_Work w = workOf(s, res, acc, 1);
  mj_forward(m, d);
  mj_markStack(d);
  assert_true(diff_open_w1(m, d, &w));
  diff_motion_w1(m, d, &w);
  diff_reach_w1(m, d, &w);
  diff_tendonRates_w1(m, d, &w);
  for (int i = 0; i < m->ntendon; i++) ((double*)(void*)w.tension)[i] = 1 + i;
  diff_tendons_w1(m, d, &w);
  diff_actuators_w1(m, d, &w);
  mj_freeStack(d);
}

static void runLanes(const lane_Model* m, lane_Data* d, const Shape* s, double* res, double* acc) {
  diff_Work w = workOf(s, res, acc, LANE_W);
  LANE(dyn_kinematics)(m, d);
  LANE(dyn_comPos)(m, d);
  LANE(tendon_update)(m, d);
  LANE(dyn_makeM)(m, d);
  LANE(transmission_update)(m, d);
  LANE(dyn_comVel)(m, d);
  LANE(tendon_velocity)(m, d);
  LANE(transmission_velocity)(m, d);
  LANE(passive_forces)(m, d);
  LANE(actuation_forces)(m, d);
  assert_true(LANE(diff_open)(m, d, &w));
  LANE(diff_motion)(m, d, &w);
  LANE(diff_reach)(m, d, &w);
  LANE(diff_tendonRates)(m, d, &w);
  for (int i = 0; i < m->ntendon; i++) w.tension[i] = lane_bc(1 + i);
  LANE(diff_tendons)(m, d, &w);
  LANE(diff_actuators)(m, d, &w);
}

static double compare(const mjModel* m, int integrator) {
  enum { NSCRATCH = 200000 };
  ((mjModel*)m)->opt.integrator = integrator;
  const Shape s = shapeOf(m);
  lane_Data* lanes = LANE(lane_make)(m);
  real *own = lanes->scratch, *room = aligned_alloc(64, sizeof *room * NSCRATCH);
  const int nown = lanes->nscratch;
  double* one = calloc((size_t)(LANE_W * s.size + 1), sizeof *one);
  double* acc = calloc((size_t)(2 * s.nv + 1), sizeof *acc);
  const size_t nall = sizeof(real) * (size_t)(2 * (s.size + 2 * s.nv) + 2);
  real* all = aligned_alloc(64, (nall + 63) / 64 * 64);
  real* accs = all + s.size;
  double worst = 0, most = 0;
  lanes->scratch = room, lanes->nscratch = NSCRATCH;
  for (int k = 0; k < LANE_W; k++) {
    mjData* d = mj_makeData(m);
    setWorld(m, d, acc);
    LANE(lane_put)(m, lanes, k, d);
    for (int i = 0; i < 2 * s.nv; i++) accs[i] = lane_set(accs[i], k, acc[i]);
    runOne(m, d, &s, one + k * s.size, acc);
    mj_deleteData(d);
  }
  runLanes(lanes->model, lanes, &s, (double*)(void*)all, (double*)(void*)accs);
  for (int k = 0; k < LANE_W; k++) {
    for (int i = 0; i < s.size; i++) {
      const double a = lane_get(all[i], k), b = one[k * s.size + i];
      most = fmax(most, fabs(b));
      worst = isnan(a) ? 1e9 : fmax(worst, fabs(a - b) / (1 + fabs(b)));
    }
  }
  assert_true(most > 0.1);
  lanes->scratch = own, lanes->nscratch = nown, lanes->used = 0;
  LANE(lane_delete)(lanes);
  free(one), free(acc), free(all), free(room);
  return worst;
}

static void test_lanes(void** state) {
  (void)state;
  if (!cpu_hasLanes(LANE_W)) {
    print_message("  this machine does not run %d lanes: nothing to compare\n", LANE_W);
    return;
  }
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    char path[500], error[500] = "";
    snprintf(path, sizeof path, TEST_DIR "/%s", paths[i]);
    mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
    if (!m) fail_msg("%s", error);
    const double euler = compare(m, mjINT_EULER), fast = compare(m, mjINT_IMPLICITFAST);
    print_message("  %s: worst %.1e, implicitfast %.1e\n", paths[i], euler, fast);
    assert_true(euler < 1e-10 && fast < 1e-10);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lanes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else  // the library has no lanes here

int main(void) { return 0; }

#endif

#endif
