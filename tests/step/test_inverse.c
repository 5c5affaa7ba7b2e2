// Inverse dynamics with contacts, limits and equalities: forces that forward dynamics were given
// are recovered, from accelerations and, with the discrete flag, from differences of velocities;
// and the comparison that a step makes on request.
#include <math.h>

#include "support.h"

static const char* const models[] = {"tests/scenes/stack",   "tests/scenes/gripper",
                                     "tests/scenes/rolling", "tests/scenes/four_bar",
                                     "models/humanoid",      "models/hand",
                                     "models/quadruped",     "tests/golden/rows_contact"};

static mjModel* load(const char* name) {
  char path[500], error[500] = "";
  snprintf(path, sizeof path, "%s/../%s.xml", TEST_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  // solved to the end, so that what is left is rounding
  m->opt.solver = mjSOL_NEWTON;
  m->opt.tolerance = 0;
  m->opt.iterations = 200;
  m->opt.ls_iterations = 100;
  m->opt.noslip_iterations = 0;
  return m;
}

static void push(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.1 * rng_uniform();
  for (int i = 0; i < m->nv; i++) d->qfrc_applied[i] = 0.1 * rng_uniform();
  for (int i = 6; i < 6 * m->nbody; i++) d->xfrc_applied[i] = 0.1 * rng_uniform();
}

// what acts on the model from outside: qfrc_applied + J' xfrc_applied + qfrc_actuator
static void applied(const mjModel* m, mjData* d, mjtNum* res) {
  mju_add(res, d->qfrc_applied, d->qfrc_actuator, (int)m->nv);
  for (int b = 1; b < m->nbody; b++) {
    mj_applyFT(m, d, d->xfrc_applied + 6 * b, d->xfrc_applied + 6 * b + 3, d->xipos + 3 * b, b,
               res);
  }
}

// largest |a - b| relative to the largest force in play
static double difference(const mjModel* m, const mjData* d, const mjtNum* a, const mjtNum* b) {
  double worst = 0, scale = 1;
  for (int i = 0; i < m->nv; i++) {
    scale = fmax(scale, fmax(fabs(d->qfrc_constraint[i]), fabs(d->qfrc_bias[i])));
    worst = fmax(worst, fabs(a[i] - b[i]));
  }
  return worst / scale;
}

static void test_continuous(void** state) {
  (void)state;
  for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
    for (int cone = mjCONE_PYRAMIDAL; cone <= mjCONE_ELLIPTIC; cone++) {
      mjModel* m = load(models[k]);
      m->opt.cone = cone;
      mjData* d = mj_makeData(m);
      mjtNum* force = malloc((size_t)m->nv * sizeof *force);
      double worst = 0;
      int rows = 0;
      for (int i = 0; i < 60; i++) {
        push(m, d);
        mj_step(m, d);
        if (i % 10) continue;
        mj_forward(m, d);
        applied(m, d, force);
        rows += d->nefc;
        mj_inverse(m, d);
        worst = fmax(worst, difference(m, d, d->qfrc_inverse, force));
      }
      print_message("  %s, cone %d: %.1e, %d rows\n", models[k], cone, worst, rows);
      assert_true(rows > 0);
      assert_true(worst < 1e-8);
      free(force);
      mj_deleteData(d);
      mj_deleteModel(m);
    }
  }
}

// accelerations are (qvel after - qvel before)/h
static void test_discrete(void** state) {
  (void)state;
  static const int integrators[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
    for (int n = 0; n < 6; n++) {
      mjModel* m = load(models[k]);
      m->opt.cone = n & 1 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL;
      m->opt.integrator = integrators[n / 2];
      mjData *d = mj_makeData(m), *next = mj_makeData(m);
      mjtNum* force = malloc((size_t)m->nv * sizeof *force);
      double worst = 0;
      for (int i = 0; i < 40; i++) {
        push(m, d);
        mj_forward(m, d);
        applied(m, d, force);
        mj_copyData(next, m, d);
        mj_step(m, next);
        if (i % 10 == 0) {
          m->opt.enableflags |= mjENBL_INVDISCRETE;
          for (int v = 0; v < m->nv; v++) {
            d->qacc[v] = (next->qvel[v] - d->qvel[v]) / m->opt.timestep;
          }
          mj_inverse(m, d);
          m->opt.enableflags &= ~mjENBL_INVDISCRETE;
          worst = fmax(worst, difference(m, d, d->qfrc_inverse, force));
        }
        mj_copyData(d, m, next);
      }
      print_message("  %s, cone %d, integrator %d: %.1e\n", models[k], m->opt.cone,
                    m->opt.integrator, worst);
      assert_true(worst < 1e-8);
      free(force);
      mj_deleteData(d);
      mj_deleteData(next);
      mj_deleteModel(m);
    }
  }
}

// the flag compares in every step and leaves the forward results as they are
static void test_comparison(void** state) {
  (void)state;
  mjModel* m = load("tests/scenes/stack");
  mjData *plain = mj_makeData(m), *compared = mj_makeData(m);
  for (int i = 0; i < 50; i++) {
    m->opt.enableflags &= ~mjENBL_FWDINV;
    mj_step(m, plain);
    m->opt.enableflags |= mjENBL_FWDINV;
    mj_step(m, compared);
    assert_true(compared->solver_fwdinv[0] < 1e-6 && compared->solver_fwdinv[1] < 1e-6);
    assert_true(plain->solver_fwdinv[0] == 0);
  }
  assert_true(compared->nefc > 0 && compared->solver_fwdinv[1] > 0);
  assert_memory_equal(plain->qpos, compared->qpos, (size_t)m->nq * sizeof(mjtNum));
  assert_memory_equal(plain->qfrc_constraint, compared->qfrc_constraint,
                      (size_t)m->nv * sizeof(mjtNum));
  mj_deleteData(plain);
  mj_deleteData(compared);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_continuous),
      cmocka_unit_test(test_discrete),
      cmocka_unit_test(test_comparison),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
