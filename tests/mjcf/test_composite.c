// Cables: what tests/golden/models does not compare. The figures of a box cable, three points
// (which the reference refuses), copies by <replicate>, and the end points.
#include "support.h"

#define CABLE(attributes, geom)                                                                    \
  "<mujoco><worldbody><composite prefix='c' type='cable' " attributes ">" geom                     \
  "</composite></worldbody></mujoco>"
#define CAPSULE "<geom type='capsule' size='0.01'/>"

static mjModel* load(const char* text) {
  char error[1000] = "";
  mjModel* const m = sn_loadXMLString(text, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static void near(const mjtNum* ours, const double* want, int n, double tolerance) {
  for (int i = 0; i < n; i++) {
    const double off = ours[i] - want[i];
    if (!(off <= tolerance && -off <= tolerance)) fail_msg("%d: %.17g, %.17g", i, ours[i], want[i]);
  }
}

// figures of MuJoCo 3.12.0 (@mujoco/mujoco) for this text
static void test_box(void** state) {
  (void)state;
  static const double size[] = {0.1666666716337204, 0.02, 0.03, 0.1666666716337204, 0.02, 0.03,
                                0.1666666567325592, 0.02, 0.03};
  static const double pos[] = {0.1666666716337204, 0, 0, 0.1666666716337204, 0, 0,
                               0.1666666567325592, 0, 0};
  static const double mass[] = {0, 0.40000001192092893, 0.40000001192092893, 0.3999999761581421};
  static const double inertia[] = {0.0001733333384990692, 0.0038237040384169075,
                                   0.0037570373697634195};
  mjModel* const m = load(CABLE("count='4' curve='s' size='1'",
                                "<geom type='box' size='0.5 0.02 0.03' density='500'/>"));
  assert_int_equal(m->ngeom, 3);
  assert_int_equal(m->nskin, 1);
  near(m->geom_size, size, 9, 1e-15);
  near(m->geom_pos, pos, 9, 1e-15);
  near(m->body_mass, mass, 4, 1e-14);
  near(m->body_inertia + 3, inertia, 3, 1e-15);
  mj_deleteModel(m);
}

// the pair of neighbours is first and last
static void test_three_points(void** state) {
  (void)state;
  mjModel* const m = load(CABLE("vertex='0 0 0  1 0 0  1 1 0' offset='0 0 2'", CAPSULE));
  static const double quat[] = {0.70710678118654757, 0, 0, 0.70710678118654757};
  assert_int_equal(m->nbody, 3);
  assert_int_equal(m->nexclude, 1);
  assert_int_equal(m->exclude_signature[0], (1 << 16) + 2);
  assert_int_equal(mj_name2id(m, mjOBJ_BODY, "cB_last"), 2);
  near(m->body_quat + 8, quat, 4, 1e-15);
  mj_deleteModel(m);
}

// short cables of boxes: the reference names bodies for their skin that do not exist
static void test_short_skin(void** state) {
  (void)state;
  for (int n = 2; n <= 3; n++) {
    char text[500];
    snprintf(text, sizeof text,
             "<mujoco><worldbody><composite prefix='c' type='cable' curve='s' size='1' count='%d'>"
             "<geom type='box' size='.25 .02 .03'/></composite></worldbody></mujoco>",
             n);
    mjModel* const m = load(text);
    assert_int_equal(m->nbody, n);
    assert_int_equal(m->nskinvert, 4 * n);
    assert_int_equal(m->nskinbone, 2 * n);
    assert_int_equal(m->nskinface, 8 * (n - 1) + 4);
    for (int i = 0; i < 2 * n; i++)
      assert_int_equal(m->skin_bonebodyid[i], i / 2 < n - 1 ? i / 2 + 1 : n - 1);
    assert_true(m->skin_bonebindpos[6 * (n - 1)] == -0.5f);
    assert_true(m->skin_inflate[0] == 0.06f);
    mj_deleteModel(m);
  }
}

// the sites at the ends of a helix are its first and last point
static void test_ends(void** state) {
  (void)state;
  mjModel* const m = load(CABLE("count='30' curve='s cos(s) sin(s)' size='2 0.5 4'", CAPSULE));
  mjData* const d = mj_makeData(m);
  static const double first[] = {0, 0.5, 0}, last[] = {2, 0.5, 0};
  mj_forward(m, d);
  // points are floats
  near(d->site_xpos + 3 * mj_name2id(m, mjOBJ_SITE, "cS_first"), first, 3, 1e-7);
  near(d->site_xpos + 3 * mj_name2id(m, mjOBJ_SITE, "cS_last"), last, 3, 1e-6);
  assert_int_equal(m->nexclude, 28);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_replicate(void** state) {
  (void)state;
  mjModel* const m = load("<mujoco><worldbody><replicate count='3' offset='0 1 0'>"
                          "<composite prefix='c' type='cable' count='5' curve='s'>" CAPSULE
                          "</composite></replicate></worldbody></mujoco>");
  assert_int_equal(m->nbody, 13);
  assert_int_equal(m->nexclude, 9);
  const int last = mj_name2id(m, mjOBJ_BODY, "cB_first2");
  assert_true(last > 0);
  near(m->body_pos + 3 * last, (const double[]){0, 2, 0}, 3, 1e-15);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_box),          cmocka_unit_test(test_short_skin),
      cmocka_unit_test(test_three_points), cmocka_unit_test(test_ends),
      cmocka_unit_test(test_replicate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
