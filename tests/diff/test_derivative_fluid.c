// Derivatives of the fluid's forces in both models, with those of inverse dynamics, against
// differences of the forces; what the fluid changes in the matrix of the implicit integrators,
// against differences of that matrix. Without wind or second derivatives they do not agree.
#include "derivative_models.h"
#include "derivative_scene.h"

#include "force/force_derivative.h"

static const struct {
  const char *name, *xml;
  double angle, speed;
} cases[] = {
    {"tree in wind", diff_windXml, 0.5, 1},
    {"tree in wind, turned", diff_windXml, 1.5, 1},
    {"tree in still fluid", diff_stillXml, 1, 1},
    {"small", diff_smallXml, 0.5, 1},
    {"small and slow", diff_smallXml, 0.5, 0.05},
    {"small, almost at rest", diff_smallXml, 0.5, 0.01},
};
enum { NCASE = sizeof cases / sizeof *cases };

static const double TOLERANCE = 1e-7;

static Scene sceneOf(int k, int integrator) {
  mjModel* m = loadText(cases[k].xml);
  m->opt.integrator = integrator;
  rng_state = 88172645463325252ull;
  return scene_make(m, cases[k].angle, cases[k].speed);
}

static void test_forces(void** state) {
  (void)state;
  for (int k = 0; k < NCASE; k++) {
    Scene s = sceneOf(k, mjINT_EULER);
    Pair G = pair_make((int)s.m->nv), E = {NULL, NULL};
    scene_slopes(&s, 0, &G, &E);
    const double error = scene_error(&s, scene_smooth, &G);
    print_message("  %s: worst %.1e\n", cases[k].name, error);
    assert_true(error < TOLERANCE);
    pair_free(&G);
    scene_free(&s);
  }
}

// ---- the integrator's matrix

// h D acc of fluid and dampers
static void matrixRow(const Scene* s, mjtNum* res) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  if (m->opt.integrator == mjINT_IMPLICITFAST) {
    deriv_velocity_w1(m, d, 0);
  } else {
    mju_zero(d->qDeriv, (int)m->nD);
    deriv_addFluid_w1(m, d, 0);
    for (int i = 0; i < m->nv; i++) {
      mjtNum slope;
      if (deriv_dofDamping(m, d, i, &slope)) d->qDeriv[m->D_rowadr[i] + m->D_diag[i]] -= slope;
    }
  }
  for (int i = 0; i < m->nv; i++) {
    const int adr = m->D_rowadr[i];
    res[i] = 0;
    for (int k = adr; k < adr + m->D_rownnz[i]; k++) {
      res[i] += m->opt.timestep * d->qDeriv[k] * s->acc[m->D_colind[k]];
    }
  }
}

static double matrixError(int k, int integrator, unsigned without) {
  Scene s = sceneOf(k, integrator);
  Pair G = {NULL, NULL}, E = pair_make((int)s.m->nv);
  scene_slopes(&s, without, &G, &E);
  const double error = scene_error(&s, matrixRow, &E);
  pair_free(&E);
  scene_free(&s);
  return error;
}

static void test_matrix(void** state) {
  (void)state;
  for (int k = 0; k < NCASE; k++) {
    const double full = matrixError(k, mjINT_IMPLICIT, 0);
    const double fast = matrixError(k, mjINT_IMPLICITFAST, 0);
    print_message("  %s: worst %.1e, symmetric %.1e\n", cases[k].name, full, fast);
    assert_true(full < TOLERANCE && fast < TOLERANCE);
  }
}

static void test_without(void** state) {
  (void)state;
  const unsigned term[] = {SLOPE_FLUID, SLOPE_WIND};
  for (int k = 0; k < 2; k++) {
    const double full = matrixError(0, mjINT_IMPLICIT, term[k]);
    const double fast = matrixError(0, mjINT_IMPLICITFAST, term[k]);
    print_message("  without %x: worst %.1e, symmetric %.1e\n", term[k], full, fast);
    assert_true(full > 0.01 && fast > 0.01);
  }
}

// springs and dampers disabled take the fluid with them
static void test_disabled(void** state) {
  (void)state;
  mjModel* m = loadText(diff_windXml);
  m->opt.integrator = mjINT_IMPLICIT;
  m->opt.disableflags |= mjDSBL_SPRING | mjDSBL_DAMPER;
  Scene s = scene_make(m, 0.5, 1);
  Pair G = pair_make((int)m->nv), E = pair_make((int)m->nv);
  scene_slopes(&s, 0, &G, &E);
  const double error = scene_error(&s, scene_smooth, &G);
  print_message("  without springs and dampers: worst %.1e\n", error);
  assert_true(error < TOLERANCE);
  for (int i = 0; i < m->nv * m->nv; i++) assert_true(E.q[i] == 0 && E.v[i] == 0);
  pair_free(&G);
  pair_free(&E);
  scene_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forces),
      cmocka_unit_test(test_matrix),
      cmocka_unit_test(test_without),
      cmocka_unit_test(test_disabled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
