// Derivatives of the fluid's forces in both models, with those of inverse dynamics, against
// differences of the forces; what the fluid changes in the matrix of the implicit integrators,
// against differences of that matrix. Without wind or second derivatives they do not agree.
#include "slope_scene.h"

#include "force/force_derivative.h"

// chains and bodies that move alone on a free joint, a welded part, geoms that the fluid passes,
// coefficients of all kinds; small ones feel the guards against division by zero
#define ELLIPSOID "fluidshape='ellipsoid' fluidcoef='.7 .4 1.2 .9 .8'"
// clang-format off
#define HEAD(wind) \
  "<mujoco><option timestep='.01' density='30' viscosity='.7' wind='" wind "'/>" \
  "<default><geom contype='0' density='100'/></default>"
#define TREE \
  "<worldbody>" \
  "<body pos='0 0 1'><freejoint/><geom type='box' size='.1 .2 .3' pos='.1 .02 -.05'/>" \
  " <body pos='.3 .1 0'><joint type='ball' pos='.01 .02 .03'/>" \
  "  <geom type='capsule' size='.05 .2' pos='.1 .1 .2' euler='20 30 40' " ELLIPSOID "/>" \
  "  <geom type='ellipsoid' size='.05 .1 .02' pos='-.1 .1 0' " ELLIPSOID "/><geom size='.05'/>" \
  "  <body pos='0 .2 .3' euler='10 20 30'>" \
  "   <joint type='slide' axis='1 .2 .1' damping='.1 .2 .3'/><joint axis='.3 1 .2'/>" \
  "   <joint axis='.3 .1 1' damping='.2'/>" \
  "   <geom type='cylinder' size='.1 .05' pos='.1 0 .1' " ELLIPSOID "/>" \
  "   <body pos='.1 .1 .1'><geom type='box' size='.1 .05 .02'/></body>" \
  "  </body>" \
  " </body>" \
  " <body pos='-.3 0 0'><joint type='ball'/><geom type='box' size='.1 .05 .2' pos='-.1 .2 0'/></body>" \
  "</body>" \
  "<body pos='0 2 0'><freejoint/><geom type='box' size='.1 .2 .3' pos='.1 0 0'/></body>" \
  "<body pos='0 3 0'><freejoint/><geom type='ellipsoid' size='.1 .2 .3' pos='.1 0 0' " ELLIPSOID "/>" \
  "</body></worldbody></mujoco>"

static const char treeXml[] = HEAD("1 -.5 .8") TREE;
static const char stillXml[] = HEAD("0 0 0") TREE;
static const char smallXml[] =
  HEAD("0 0 0")
  "<worldbody><body><joint axis='0 1 0'/><joint axis='1 0 0'/>"
  "<geom type='ellipsoid' size='.03 .02 .04' pos='.05 0 .05' " ELLIPSOID "/>"
  "<body pos='.1 0 0'><joint type='ball'/>"
  "<geom type='capsule' size='.02 .05' pos='0 .02 .05' " ELLIPSOID "/></body></body>"
  "<body pos='0 1 0'><freejoint/><geom type='ellipsoid' size='.02 .04 .01' " ELLIPSOID "/></body>"
  "</worldbody></mujoco>";
// clang-format on

static const struct {
  const char *name, *xml;
  double angle, speed;
} cases[] = {
    {"tree in wind", treeXml, 0.5, 1},      {"tree in wind, turned", treeXml, 1.5, 1},
    {"tree in still fluid", stillXml, 1, 1}, {"small", smallXml, 0.5, 1},
    {"small and slow", smallXml, 0.5, 0.05}, {"small, almost at rest", smallXml, 0.5, 0.01},
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
  mjModel* m = loadText(treeXml);
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
