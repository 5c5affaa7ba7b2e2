// The implicit metric of flexes: its matrix, its solves, and that the inverse undoes the forward
// pass with it.
#include "flex_scene.h"

#include "force/flex_metric.h"

#define CG                                                                                         \
  "integrator=\"implicitfast\" solver=\"CG\" cone=\"pyramidal\" tolerance=\"1e-13\" "              \
  "iterations=\"500\""
#define HINGED "<body pos=\"1 1 1\"><joint damping=\".3\"/><geom size=\".1\"/></body>"

static const char* const scenes[] = {
    "<flexcomp name=\"f\" " FLEX_SHEET ">" FLEX_ELASTIC("both") "<pin id=\"0\"/></flexcomp>" HINGED,
    "<flexcomp name=\"f\" " FLEX_SHEET
    "><edge equality=\"true\"/>" FLEX_ELASTIC("bend") "</flexcomp>",
    "<flexcomp name=\"f\" " FLEX_SOLID ">" FLEX_ELASTIC("none") "</flexcomp>",
    "<flexcomp name=\"f\" dof=\"trilinear\" cellcount=\"2 1 1\" " FLEX_SOLID
    "><contact selfcollide=\"none\"/>" FLEX_ELASTIC("none") "</flexcomp>",
    FLEX_FREE "<flexcomp name=\"f\" dof=\"quadratic\" " FLEX_SOLID
              "><contact selfcollide=\"none\"/>" FLEX_ELASTIC("none") "</flexcomp></body>",
};
enum { NSCENE = sizeof scenes / sizeof *scenes };

// products with unit vectors make a matrix that is symmetric, and the one that is published
static void test_matrix(void** state) {
  (void)state;
  for (int s = 0; s < NSCENE; s++) {
    mjData* d;
    mjModel* m = flex_load(CG, scenes[s], &d);
    flex_deform(m, d, 0.005);
    mj_forward(m, d);
    assert_true(metric_isActive(d));
    const int nv = (int)m->nv;
    mjtNum *K = calloc((size_t)(nv * nv), sizeof *K), *unit = calloc((size_t)nv, sizeof *unit);
    for (int i = 0; i < nv; i++) {
      unit[i] = 1;
      metric_addMul(m, d, K + i * nv, unit);
      unit[i] = 0;
    }
    double skew = 0, other = 0, largest = 0;
    for (int i = 0; i < nv; i++) {
      for (int j = 0; j < nv; j++) {
        skew = fmax(skew, fabs(K[i * nv + j] - K[j * nv + i]));
        largest = fmax(largest, fabs(K[i * nv + j]));
      }
      for (int k = 0; k < d->efm_K_rownnz[i]; k++) {
        const int at = d->efm_K_rowadr[i] + k;
        other = fmax(other, fabs(d->efm_K_val[at] - K[i * nv + d->efm_K_colind[at]]));
      }
    }
    print_message("scene %d: K up to %.2g, skew %.1e, published differs by %.1e\n", s, largest,
                  skew, other);
    assert_true(largest > 1e-6 && skew < 1e-13 * largest && other < 1e-14 * largest);
    free(K), free(unit);
    flex_free(m, d);
  }
}

// (M + K) qacc_smooth = qfrc_smooth + efm_c
static void test_acceleration(void** state) {
  (void)state;
  for (int s = 0; s < NSCENE; s++) {
    mjData* d;
    mjModel* m = flex_load(CG, scenes[s], &d);
    flex_deform(m, d, 0.005);
    mj_forward(m, d);
    const int nv = (int)m->nv;
    mjtNum* r = calloc((size_t)nv, sizeof *r);
    mj_mulM(m, d, r, d->qacc_smooth);
    metric_addMul(m, d, r, d->qacc_smooth);
    for (int i = 0; i < nv; i++) r[i] -= d->qfrc_smooth[i] + d->efm_c[i];
    const double residual = mju_norm(r, nv) / mju_norm(d->qfrc_smooth, nv);
    print_message("scene %d: residual %.1e\n", s, residual);
    assert_true(residual < 1e-12);
    assert_int_equal(d->warning[mjWARN_INERTIA].number, 0);
    mj_inverse(m, d);
    assert_true(mju_norm(d->qfrc_inverse, nv) < 1e-8 * mju_norm(d->qfrc_smooth, nv));
    free(r);
    flex_free(m, d);
  }
}

// the shift is -h K qvel without the factor of damping, for a flex whose bodies slide
static void test_shift(void** state) {
  (void)state;
  mjData* d;
  mjModel* m = flex_load(CG, scenes[2], &d);
  flex_deform(m, d, 0.005);
  mj_forward(m, d);
  const int nv = (int)m->nv;
  const double h = m->opt.timestep, factor = -h / (h * h + h * m->flex_damping[0]);
  mjtNum* r = calloc((size_t)nv, sizeof *r);
  metric_addMul(m, d, r, d->qvel);
  for (int i = 0; i < nv; i++) flex_near(factor * r[i], d->efm_c[i], 1e-12);
  free(r);
  flex_free(m, d);
}

// options that the metric is not for
static void test_gate(void** state) {
  (void)state;
  static const char* const without[] = {
      "integrator=\"Euler\" solver=\"CG\" cone=\"pyramidal\"",
      "integrator=\"implicit\" solver=\"Newton\" cone=\"pyramidal\"",
      "integrator=\"implicit\" solver=\"CG\" cone=\"elliptic\""};
  for (int k = 0; k < 3; k++) {
    mjData* d;
    mjModel* m = flex_load(without[k], scenes[0], &d);
    mj_forward(m, d);
    assert_int_equal(d->efm_active, 0);
    flex_free(m, d);
  }
}

// an interpolated flex that stores no stiffness has no part in it; the reference reads what is not
// there
static void test_nothing_stored(void** state) {
  (void)state;
  mjData* d;
  mjModel* m = flex_load(CG,
                         "<flexcomp name=\"f\" dof=\"trilinear\" " FLEX_SOLID
                         "><contact selfcollide=\"none\"/><elasticity damping=\"1\"/></flexcomp>",
                         &d);
  assert_int_equal(m->flex_stiffnessadr[0], -1);
  for (int i = 0; i < 3; i++) mj_step(m, d);
  assert_int_equal(d->efm_active, 0);
  flex_near(d->qvel[2], -3 * 9.81 * 0.002, 1e-12);  // it falls
  flex_free(m, d);
}

// a copy goes on with the bits of the original, and so does a data that is reset
static void test_copy(void** state) {
  (void)state;
  mjData* d;
  mjModel* m = flex_load(CG, scenes[0], &d);
  flex_deform(m, d, 0.005);
  for (int i = 0; i < 3; i++) mj_step(m, d);
  mj_forward(m, d);
  mjData* copy = mj_copyData(NULL, m, d);
  for (int i = 0; i < 5; i++) {
    mj_step(m, d);
    mj_step(m, copy);
  }
  assert_memory_equal(d->qpos, copy->qpos, (size_t)m->nq * sizeof *d->qpos);
  assert_memory_equal(d->qvel, copy->qvel, (size_t)m->nv * sizeof *d->qvel);
  mj_deleteData(copy);
  flex_free(m, d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_matrix),         cmocka_unit_test(test_acceleration),
      cmocka_unit_test(test_shift),          cmocka_unit_test(test_gate),
      cmocka_unit_test(test_nothing_stored), cmocka_unit_test(test_copy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
