// Steps of models with flexes: figures of the reference, constants at qpos0, derivatives, worlds of
// a batch one by one.
#include "flex_scene.h"

#include "step/forward.h"

#define CG "integrator=\"implicitfast\" solver=\"CG\" cone=\"pyramidal\""

// last position, a velocity in the middle and the last one after 20 steps of MuJoCo 3.12.0 from
// qvel[i] = 0.1 (7i mod 11 - 5), by its Python module on the text of flex_load
static const struct {
  const char *option, *body;
  double qpos, middle, qvel;
} golden[] = {
    {"",
     "<flexcomp name=\"f\" " FLEX_SHEET
     "><edge equality=\"true\" damping=\".1\"/><pin id=\"0\"/></flexcomp>",
     -0.0122760977105623, 0.0505596298042394, -0.488061687591448},
    {"integrator=\"implicit\"",
     FLEX_FREE "<flexcomp name=\"f\" " FLEX_SHEET
               ">" FLEX_ELASTIC("stretch") "<pin id=\"0\"/></flexcomp></body>",
     -0.0117789786292568, -0.263542904511946, -0.282218136260027},
    {CG, "<flexcomp name=\"f\" " FLEX_SHEET ">" FLEX_ELASTIC("both") "<pin id=\"0\"/></flexcomp>",
     -0.0122226758622044, -0.271011918202039, -0.490988516109824},
    {CG,
     "<flexcomp name=\"f\" dof=\"trilinear\" cellcount=\"2 1 1\" " FLEX_SOLID
     "><contact selfcollide=\"none\"/>" FLEX_ELASTIC("none") "</flexcomp>",
     -0.00783863872383677, -0.530565514004649, -0.365053830024056},
    {"",
     "<flexcomp name=\"f\" dof=\"trilinear\" cellcount=\"2 2 2\" " FLEX_SOLID
     "><contact selfcollide=\"none\"/><elasticity young=\"1000\" poisson=\".2\" thickness=\".01\" "
     "elastic2d=\"both\"/></flexcomp>",
     -0.0282135062214716, -0.689934317011545, -0.890570268677917},
};

static void test_golden(void** state) {
  (void)state;
  for (size_t k = 0; k < sizeof golden / sizeof *golden; k++) {
    mjData* d;
    mjModel* m = flex_load(golden[k].option, golden[k].body, &d);
    for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.1 * ((i * 7) % 11 - 5);
    for (int i = 0; i < 20; i++) mj_step(m, d);
    const int n = (int)m->nv - 1;
    print_message("scene %zu: %.1e %.1e %.1e\n", k, d->qpos[m->nq - 1] - golden[k].qpos,
                  d->qvel[n / 2] - golden[k].middle, d->qvel[n] - golden[k].qvel);
    // solvers end at a tolerance of 1e-8
    flex_near(d->qpos[m->nq - 1], golden[k].qpos, 1e-8);
    flex_near(d->qvel[n / 2], golden[k].middle, 1e-6);
    flex_near(d->qvel[n], golden[k].qvel, 1e-6);
    flex_free(m, d);
  }
}

// lengths at qpos0; sliders weigh their masses, other edges J M^-1 J'
static void test_constants(void** state) {
  (void)state;
  mjData* d;
  mjModel* m = flex_load(
      "", "<flexcomp name=\"f\" " FLEX_SHEET "><edge equality=\"true\"/><pin id=\"0\"/></flexcomp>",
      &d);
  mj_forward(m, d);
  for (int e = 0; e < m->nflexedge; e++) {
    flex_near(d->flexedge_length[e], m->flexedge_length0[e], 1e-15);
    const bool pinned = !m->flex_edge[2 * e] || !m->flex_edge[2 * e + 1];
    // J of a pinned edge is a unit vector over one body
    flex_near(m->flexedge_invweight0[e], 120, pinned ? 1e-11 : 1e-12);
  }
  flex_free(m, d);
}

// differences of steps, and what has no formulas falls back to them
static void test_derivatives(void** state) {
  (void)state;
  for (int k = 0; k < 3; k++) {
    mjData* d;
    mjModel* m = flex_load(golden[k].option, golden[k].body, &d);
    m->opt.tolerance = 0;
    const size_t n = 2 * (size_t)m->nv;
    double *A = calloc(n * n, sizeof *A), *own = calloc(n * n, sizeof *own);
    flex_deform(m, d, 0.001);
    mj_forward(m, d);
    mjd_transitionFD(m, d, 1e-6, 1, A, NULL, NULL, NULL);
    assert_int_equal(sn_transition(m, d, sn_DIFF_ANALYTIC, own, NULL, NULL, NULL), sn_DIFF_FD);
    double worst = 0;
    for (size_t i = 0; i < n * n; i++) worst = fmax(worst, fabs(A[i] - own[i]) / (1 + fabs(A[i])));
    print_message("scene %d: %.1e\n", k, worst);
    assert_true(worst < 1e-4);
    free(A), free(own);
    flex_free(m, d);
  }
}

#define FIRST "<flexstrain flex=\"f\" cell=\"0 0 0\"/>"
#define SECOND "<connect body1=\"b\" anchor=\".1 0 0\"/>"
#define TIED(equalities)                                                                           \
  "<flexcomp name=\"f\" dof=\"trilinear\" " FLEX_SOLID " pos=\"1 0 1\"><contact "                  \
  "selfcollide=\"none\"/></flexcomp>" FLEX_FREE "</body></worldbody><equality>" equalities         \
  "</equality><worldbody>"

// wrenches of connects are found behind rows of strain; the reference looks for them in others
static void test_wrench_after_strain(void** state) {
  (void)state;
  static const char* const order[] = {TIED(FIRST SECOND), TIED(SECOND FIRST)};
  mjtNum wrench[2][6];
  for (int k = 0; k < 2; k++) {
    mjData* d;
    mjModel* m = flex_load("tolerance=\"0\"", order[k], &d);
    const int body = mj_name2id(m, mjOBJ_BODY, "b");
    for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.01 * ((i * 7) % 11 - 5);
    mj_forward(m, d);
    mj_rnePostConstraint(m, d);
    assert_int_equal(d->ne, 18 + 3);
    mju_copy(wrench[k], d->cfrc_ext + 6 * body, 6);
    // it hangs by its edge: the force bears a part of its weight, which is all that acts
    assert_true(wrench[k][5] > 0.05 * 9.81 * m->body_mass[body]);
    flex_free(m, d);
  }
  for (int i = 0; i < 6; i++) flex_near(wrench[0][i], wrench[1][i], 1e-10);
}

static void test_obstacle(void** state) {
  (void)state;
  mjData* d;
  mjModel* m = flex_load("", golden[2].body, &d);
  assert_non_null(step_simdObstacle(m));
  assert_non_null(strstr(step_simdObstacle(m), "flex"));
  flex_free(m, d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),      cmocka_unit_test(test_constants),
      cmocka_unit_test(test_derivatives), cmocka_unit_test(test_wrench_after_strain),
      cmocka_unit_test(test_obstacle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
