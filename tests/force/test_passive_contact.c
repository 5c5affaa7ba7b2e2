// Passive contacts of flexes: their forces, dense as sparse (the reference ends with dense
// Jacobians), and what is said where the implicit metric is not in use.
#include "flex_scene.h"

#define METRIC                                                                                     \
  "integrator=\"implicitfast\" solver=\"CG\" cone=\"pyramidal\" tolerance=\"1e-13\" "              \
  "iterations=\"500\" "
#define SHEET(height, elasticity)                                                                  \
  "<geom type=\"plane\" size=\"1 1 .1\"/><flexcomp name=\"f\" " FLEX_SHEET " pos=\"0 0 " height    \
  "\"><contact passive=\"true\" selfcollide=\"none\" "                                             \
  "margin=\".002\"/>" elasticity "</flexcomp>"

static mjModel* load(const char* option, const char* body, mjData** d) {
  mjModel* m = flex_load(option, body, d);
  m->opt.disableflags &= ~mjDSBL_CONTACT;
  return m;
}

// Figures of MuJoCo 3.12.0 with sparse Jacobians, by its Python module: force on a vertex and its
// acceleration at once, then its place and speed after 20 steps
static const struct {
  const char* body;
  double force, qacc, qpos, qvel;
} golden[] = {
    {SHEET(".009", FLEX_ELASTIC("both")), 416.6666666666671, 248.70741293534036,
     0.000999803799980634, -1.0842858095635553e-12},
    // inside of the margin they pull
    {SHEET(".0115", FLEX_ELASTIC("both")), -624.9999999999999, -373.18313432838323,
     -0.0015001962000001897, 9.442390763245267e-12},
};

static void test_dense_as_sparse(void** state) {
  (void)state;
  static const char* const option[] = {METRIC "jacobian=\"sparse\"", METRIC "jacobian=\"dense\"",
                                       METRIC "jacobian=\"auto\""};
  for (int k = 0; k < 2; k++) {
    double last[2] = {0};
    for (int j = 0; j < 3; j++) {
      mjData* d;
      mjModel* m = load(option[j], golden[k].body, &d);
      const int z = (int)m->nv - 1;
      mj_forward(m, d);
      assert_int_equal(d->ncon, 12);
      assert_int_equal(d->nefc, 0);
      for (int i = 0; i < d->ncon; i++) assert_int_equal(d->contact[i].exclude, 4);
      flex_near(d->qfrc_spring[z], golden[k].force, 1e-10);
      flex_near(d->qacc[2], golden[k].qacc, 1e-9);
      for (int i = 0; i < 20; i++) mj_step(m, d);
      flex_near(d->qpos[z], golden[k].qpos, 1e-13);
      flex_near(d->qvel[z], golden[k].qvel, 1e-11);
      if (j) assert_true(d->qpos[z] == last[0] && d->qvel[z] == last[1]);
      last[0] = d->qpos[z];
      last[1] = d->qvel[z];
      flex_free(m, d);
    }
  }
}

// a flex without elasticity has the metric by its passive contacts alone
static void test_contacts_alone(void** state) {
  (void)state;
  mjData* d;
  mjModel* m = load(METRIC "jacobian=\"dense\"", SHEET(".009", "<edge damping=\".1\"/>"), &d);
  mj_forward(m, d);
  assert_int_equal(d->efm_active, 1);
  flex_near(d->qfrc_spring[2], golden[0].force, 1e-10);
  flex_free(m, d);
}

// other options: the reference ends the program, here it is an error and the step goes on
static void test_without_metric(void** state) {
  (void)state;
  static const char* const option[] = {
      "", "integrator=\"implicitfast\"",
      "integrator=\"implicitfast\" solver=\"CG\" cone=\"elliptic\"",
      "integrator=\"RK4\" solver=\"CG\""};
  for (int k = 0; k < 4; k++) {
    mjData* d;
    mjModel* m = load(option[k], golden[0].body, &d);
    catch_begin();
    mj_forward(m, d);
    catch_end();
    assert_int_equal(caught_count, 1);
    assert_int_equal(caught.level, mjLOG_ERROR);
    assert_non_null(strstr(caught.subject, "requires the effective metric: use integrator"));
    flex_near(d->qfrc_spring[2], 0, 1e-12);
    flex_free(m, d);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dense_as_sparse),
      cmocka_unit_test(test_contacts_alone),
      cmocka_unit_test(test_without_metric),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
