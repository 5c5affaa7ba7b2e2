// Tendons: lengths, Jacobians, path points, velocities and armature bias against the reference;
// Jacobian and bias against finite differences; the same bits in all widths.
#include "tendon_support.h"

#define GOLDEN_TOLERANCE 1e-11  // the golden figures have 14 digits
#define BIAS_TOLERANCE 1e-11
#define DIFF_STEP 1e-6
#define DIFF_TOLERANCE 2e-8

// ---- reference

static void checkPoints(const Golden* g, const mjModel* m, const mjData* d, double* worst) {
  const double* adr = goldenField(g, "ten_wrapadr", (int)m->ntendon);
  const double* num = goldenField(g, "ten_wrapnum", (int)m->ntendon);
  int n = 0;
  for (int i = 0; i < m->ntendon; i++) {
    assert_int_equal(d->ten_wrapadr[i], (int)adr[i]);
    assert_int_equal(d->ten_wrapnum[i], (int)num[i]);
    n += d->ten_wrapnum[i];
  }
  const double* object = goldenField(g, "wrap_obj", n);
  for (int i = 0; i < n; i++) assert_int_equal(d->wrap_obj[i], (int)object[i]);
  compareField(g, "wrap_xpos", d->wrap_xpos, 3 * n, GOLDEN_TOLERANCE, worst);
}

static void test_golden(void** state) {
  (void)state;
  Golden g = goldenOpen();
  mjModel* m = NULL;
  mjData* d = NULL;
  double length = 0, jacobian = 0, velocity = 0, points = 0, bias = 0;
  int states = 0, wrapped = 0;
  for (bool fresh; goldenNext(&g, &fresh); states++) {
    if (fresh) {
      mj_deleteData(d);
      mj_deleteModel(m);
      m = loadFile(g.model);
      d = mj_makeData(m);
    }
    memcpy(d->qpos, goldenField(&g, "qpos", (int)m->nq), (size_t)m->nq * sizeof(double));
    memcpy(d->qvel, goldenField(&g, "qvel", (int)m->nv), (size_t)m->nv * sizeof(double));
    runWorld(m, d);
    const int nten = (int)m->ntendon;
    checkPoints(&g, m, d, &points);
    compareField(&g, "ten_length", d->ten_length, nten, GOLDEN_TOLERANCE, &length);
    compareField(&g, "ten_J", d->ten_J, (int)m->nJten, GOLDEN_TOLERANCE, &jacobian);
    compareField(&g, "ten_velocity", d->ten_velocity, nten, GOLDEN_TOLERANCE, &velocity);
    compareField(&g, "qfrc_bias", d->qfrc_bias, (int)m->nv, BIAS_TOLERANCE, &bias);
    for (int i = 0; i < nten; i++) {
      for (int k = 0; k < d->ten_wrapnum[i]; k++)
        wrapped += d->wrap_obj[d->ten_wrapadr[i] + k] >= 0;
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  print_message(
      "%d states, %d touching points; worst: length %.2g, J %.2g, velocity %.2g, points %.2g, "
      "bias %.2g\n",
      states, wrapped, length, jacobian, velocity, points, bias);
  assert_true(states >= 50 && wrapped >= 100);
}

// ---- symmetric, tangent and degenerate paths

// Which way a path goes rests on ties there; acos of nearly 1 has few digits. Where the cosine
// rounds to more than 1 the reference gives NaN; a length is right.
static void test_grid(void** state) {
  (void)state;
  enum { NQ = 6, NTENDON = 12 };
  const double tolerance = 1e-8;
  mjModel* m = loadFile("grid.xml");
  assert_true(m->nq == NQ && m->ntendon == NTENDON);
  mjData* d = mj_makeData(m);
  FILE* file = fopen(TENDON_DIR "grid.txt", "r");
  assert_non_null(file);
  double value[NQ + NTENDON], worst = 0;
  int lengths = 0, failed = 0;
  while (fscanf(file, "%lf", &value[0]) == 1) {
    for (int i = 1; i < NQ + NTENDON; i++) assert_int_equal(fscanf(file, "%lf", &value[i]), 1);
    memcpy(d->qpos, value, NQ * sizeof *value);
    runWorld(m, d);
    for (int i = 0; i < NTENDON; i++, lengths++) {
      const double expected = value[NQ + i];
      assert_true(isfinite(d->ten_length[i]));
      failed += isnan(expected);
      if (!isnan(expected)) worst = fmax(worst, fabs(d->ten_length[i] - expected));
    }
  }
  fclose(file);
  print_message("%d lengths, %d of them NaN in the reference; worst %.2g\n", lengths, failed,
                worst);
  assert_true(lengths == 300 * NTENDON && worst <= tolerance);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- finite differences

// lengths after moving along a velocity for a time
static void lengthsAt(const mjModel* m, mjData* d, const double* qpos, const double* qvel,
                      double dt, double* result) {
  memcpy(d->qpos, qpos, (size_t)m->nq * sizeof(double));
  LANE(dyn_integratePos)(m, d->qpos, qvel, dt);
  LANE(dyn_kinematics)(m, d);
  LANE(dyn_comPos)(m, d);
  mj_tendon(m, d);
  memcpy(result, d->ten_length, (size_t)m->ntendon * sizeof(double));
}

static double jacobianError(const mjModel* m, mjData* d, mjData* moved) {
  const int nten = (int)m->ntendon, nv = (int)m->nv;
  double *plus = calloc((size_t)nten, 8), *minus = calloc((size_t)nten, 8),
         *dir = calloc((size_t)nv, 8);
  double worst = 0;
  for (int dof = 0; dof < nv; dof++) {
    dir[dof] = 1;
    lengthsAt(m, moved, d->qpos, dir, DIFF_STEP, plus);
    lengthsAt(m, moved, d->qpos, dir, -DIFF_STEP, minus);
    dir[dof] = 0;
    for (int i = 0; i < nten; i++) {
      double exact = 0;
      for (int k = 0; k < m->ten_J_rownnz[i]; k++) {
        const int at = m->ten_J_rowadr[i] + k;
        if (m->ten_J_colind[at] == dof) exact += d->ten_J[at];
      }
      const double error = fabs((plus[i] - minus[i]) / (2 * DIFF_STEP) - exact);
      if (!(error <= worst)) worst = error;
    }
  }
  free(plus);
  free(minus);
  free(dir);
  return worst;
}

// inside wraps solve for the touching point to 1e-6 only, so their lengths are not smooth to more
static void test_jacobianIsDerivative(void** state) {
  (void)state;
  static const char* const models[] = {"armature.xml", "../../data/mjcf/tendon_fixed.xml",
                                       "../../../models/muscle_arm.xml"};
  double worst = 0;
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    mjModel* m = loadFile(models[i]);
    mjData *d = mj_makeData(m), *moved = mj_makeData(m);
    for (int k = 0; k < 5; k++) {
      randomState(m, d);
      mj_normalizeQuat(m, d->qpos);
      runWorld(m, d);
      const double error = jacobianError(m, d, moved);
      if (!(error <= DIFF_TOLERANCE)) fail_msg("%s: %.3g", models[i], error);
      worst = fmax(worst, error);
    }
    mj_deleteData(d);
    mj_deleteData(moved);
    mj_deleteModel(m);
  }
  print_message("worst |J - dL/dq| %.2g\n", worst);
}

// the bias is J' a d/dt(J qvel) at constant qvel
static void test_biasIsRate(void** state) {
  (void)state;
  enum { TENDON = 0 };  // the one with armature of its own
  const double step = 1e-5, tolerance = 1e-7;
  mjModel* m = loadFile("armature.xml");
  for (int i = 1; i < m->ntendon; i++) m->tendon_armature[i] = 0, m->tendon_actuatorid[i] = -1;
  mjData* d = mj_makeData(m);
  double worst = 0, rate[2];
  double* qpos = calloc((size_t)m->nq, 8);
  for (int round = 0; round < 5; round++) {
    randomState(m, d);
    mj_normalizeQuat(m, d->qpos);
    memcpy(qpos, d->qpos, (size_t)m->nq * 8);
    for (int k = 0; k < 2; k++) {
      memcpy(d->qpos, qpos, (size_t)m->nq * 8);
      LANE(dyn_integratePos)(m, d->qpos, d->qvel, k ? step : -step);
      runWorld(m, d);
      rate[k] = d->ten_velocity[TENDON];
    }
    memcpy(d->qpos, qpos, (size_t)m->nq * 8);
    runWorld(m, d);
    for (int i = 0; i < m->nv; i++) d->qfrc_bias[i] = 0;
    LANE(tendon_armatureBias)(m, d);
    const double force = m->tendon_armature[TENDON] * (rate[1] - rate[0]) / (2 * step);
    for (int k = 0; k < m->ten_J_rownnz[TENDON]; k++) {
      const int at = m->ten_J_rowadr[TENDON] + k;
      worst = fmax(worst, fabs(d->qfrc_bias[m->ten_J_colind[at]] - d->ten_J[at] * force));
    }
  }
  print_message("worst |bias - J' a dJ/dt qvel| %.2g\n", worst);
  assert_true(worst <= tolerance);
  free(qpos);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- structure

static void test_fixedTwice(void** state) {
  (void)state;
  char error[1000] = "";
  mjModel* m = loadText(
      "<mujoco><worldbody><body><joint name='a'/><geom size='1'/><body><joint name='b'/>"
      "<geom size='1'/></body></body></worldbody><tendon><fixed><joint joint='b' coef='2'/>"
      "<joint joint='a' coef='-3'/><joint joint='b' coef='5'/></fixed></tendon></mujoco>",
      error);
  if (!m) fail_msg("%s", error);
  mjData* d = mj_makeData(m);
  d->qpos[0] = 0.5, d->qpos[1] = 0.25;
  d->qvel[0] = 1, d->qvel[1] = 10;
  runWorld(m, d);
  assert_true(d->ten_length[0] == 2 * 0.25 - 3 * 0.5 + 5 * 0.25);
  assert_true(d->ten_velocity[0] == -3 + 70);
  assert_int_equal(d->ten_wrapnum[0], 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- lanes

static void checkTendons(const mjModel* m, const mjData* a, const mjData* b) {
  sameBits("site_xpos", a->site_xpos, b->site_xpos, 3 * (int)m->nsite);
  sameBits("ten_length", a->ten_length, b->ten_length, (int)m->ntendon);
  sameBits("ten_J", a->ten_J, b->ten_J, (int)m->nJten);
  sameBits("ten_velocity", a->ten_velocity, b->ten_velocity, (int)m->ntendon);
  sameBits("qfrc_bias", a->qfrc_bias, b->qfrc_bias, (int)m->nv);
}

static void test_lanes(void** state) {
  (void)state;
  for (int k = 0; k < 20; k++) compareLanes("wrap.xml", checkTendons);
  compareLanes("armature.xml", checkTendons);
  compareLanes("../../data/mjcf/tendon_fixed.xml", checkTendons);
  compareLanes("../../data/mjcf/tendon_spatial.xml", checkTendons);
  compareLanes("../../../models/muscle_arm.xml", checkTendons);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),
      cmocka_unit_test(test_grid),
      cmocka_unit_test(test_jacobianIsDerivative),
      cmocka_unit_test(test_biasIsRate),
      cmocka_unit_test(test_fixedTwice),
      cmocka_unit_test(test_lanes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
