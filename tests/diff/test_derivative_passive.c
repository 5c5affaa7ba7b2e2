// Derivatives of springs and dampers of joints, gravity compensation and applied wrenches, with
// those of inverse dynamics, against differences of the forces; what dampers change in the
// integrator's matrix.
#include "derivative_models.h"
#include "derivative_scene.h"

#include "force/force_derivative.h"

static const double TOLERANCE = 1e-8;

static void checkForces(int disable, double angle) {
  mjModel* m = loadText(diff_jointsXml);
  const int nv = (int)m->nv;
  m->opt.disableflags |= disable;
  Scene s = scene_make(m, angle, 1);
  Pair G = pair_make(nv), E = {NULL, NULL};
  scene_slopes(&s, 0, &G, &E);
  const double error = scene_error(&s, scene_smooth, &G);
  print_message("  disabled %5x, angles up to %.1f: worst %.1e\n", (unsigned)disable, angle, error);
  assert_true(error < TOLERANCE);
  pair_free(&G);
  scene_free(&s);
}

static void test_forces(void** state) {
  (void)state;
  const int disable[] = {0, mjDSBL_SPRING, mjDSBL_DAMPER, mjDSBL_SPRING | mjDSBL_DAMPER,
                         mjDSBL_GRAVITY};
  rng_state = 88172645463325252ull;
  for (int k = 0; k < 5; k++) checkForces(disable[k], 0.5);
  for (int k = 1; k < 6; k++) checkForces(0, 0.35 * k);
}

// ---- springs of balls at angles from nothing to almost half a turn

static const char ballXml[] =
    "<mujoco><worldbody><body quat='.8 .1 .3 .2'><joint type='ball' stiffness='2 .5 .3'/>"
    "<geom type='box' size='.1 .2 .3' contype='0'/></body></worldbody></mujoco>";

static void test_ballAngles(void** state) {
  (void)state;
  const double angle[] = {0, 1e-9, 1e-5, 1e-3, 0.06, 0.0626, 0.3, 1, 2, 3, 3.14};
  const double axis[3] = {0.36, -0.48, 0.8};
  for (size_t k = 0; k < sizeof angle / sizeof *angle; k++) {
    Scene s = scene_make(loadText(ballXml), 0, 0);
    for (int i = 0; i < 3; i++) s.d->qvel[i] = angle[k] * axis[i];
    mj_integratePos(s.m, s.qpos, s.d->qvel, 1);
    mju_zero(s.d->xfrc_applied, 12);
    scene_at(&s, scene_smooth, -1, 0, 0, s.d->qfrc_inverse);
    Pair G = pair_make(3), E = {NULL, NULL};
    scene_slopes(&s, 0, &G, &E);
    // |e| e bends at 0, so the difference is of the first order in its step there
    const double error = scene_error(&s, scene_smooth, &G), limit = angle[k] < 0.01 ? 1e-4 : 1e-9;
    print_message("  angle %.3g: worst %.1e\n", angle[k], error);
    assert_true(error < limit);
    pair_free(&G);
    scene_free(&s);
  }
}

// ---- the integrator's matrix

// -h diag(B) acc
static void damperRow(const Scene* s, mjtNum* res) {
  for (int i = 0; i < s->m->nv; i++) {
    mjtNum slope;
    deriv_dofDamping(s->m, s->d, i, &slope);
    res[i] = -s->m->opt.timestep * slope * s->acc[i];
  }
}

static double matrixError(int integrator, int disable, bool* zero) {
  mjModel* m = loadText(diff_jointsXml);
  const int nv = (int)m->nv;
  m->opt.integrator = integrator;
  m->opt.disableflags |= disable;
  Scene s = scene_make(m, 0.5, 1);
  Pair G = {NULL, NULL}, E = pair_make(nv);
  scene_slopes(&s, 0, &G, &E);
  *zero = true;
  for (int i = 0; i < nv * nv; i++) *zero = *zero && E.q[i] == 0 && E.v[i] == 0;
  const double error = scene_error(&s, damperRow, &E);
  pair_free(&E);
  scene_free(&s);
  return error;
}

static void test_matrix(void** state) {
  (void)state;
  const int integrator[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  bool zero;
  for (int k = 0; k < 3; k++) {
    const double error = matrixError(integrator[k], 0, &zero);
    print_message("  integrator %d: worst %.1e\n", integrator[k], error);
    assert_true(error < TOLERANCE && !zero);
    matrixError(integrator[k], mjDSBL_DAMPER, &zero);
    assert_true(zero);
    matrixError(integrator[k], mjDSBL_EULERDAMP, &zero);
    assert_true(zero == (integrator[k] == mjINT_EULER));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_forces),
                                     cmocka_unit_test(test_ballAngles),
                                     cmocka_unit_test(test_matrix)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
