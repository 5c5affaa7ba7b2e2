// Length ranges: acceptance criteria AC7, AC8, AC9 and AC13 of the specification of actuator
// parameters, figures of the reference, and errors that say what to do.
// Figures: MuJoCo 3.12.0 (@mujoco/mujoco: mj_loadXML of the same text, then actuator_lengthrange).
#include <math.h>

#include "support.h"

#define MODEL(compiler, body, actuator)                                                            \
  "<mujoco>" compiler "<worldbody>" body "</worldbody>"                                            \
  "<actuator>" actuator "</actuator></mujoco>"
#define MUSCLE "0.75 1.05 -1 200 0.5 1.6 1.5 1.3 1.2"
#define HINGE                                                                                      \
  "<body><joint name='j' axis='0 1 0' limited='true' range='-57.29577951308232 "                   \
  "57.29577951308232'/><inertial pos='0 0 0' mass='1' diaginertia='0.1 0.1 0.1'/></body>"
#define SLIDE                                                                                      \
  "<body><joint name='j' type='slide' axis='1 0 0'/>"                                              \
  "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body>"
#define ARM                                                                                        \
  "<site name='ref' pos='0.5 0 0'/><body><joint axis='0 1 0'/>"                                    \
  "<inertial pos='0.2 0 0' mass='1' diaginertia='0.1 0.1 0.1'/>"                                   \
  "<site name='tip' pos='0 0 0.5'/></body>"

static mjModel* fromText(const char* xml) {
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static void checkRange(const char* xml, double low, double high, double tolerance) {
  mjModel* m = fromText(xml);
  const mjtNum* range = m->actuator_lengthrange;
  print_message("  %.12g %.12g, off by %.1e %.1e\n", range[0], range[1], fabs(range[0] - low),
                fabs(range[1] - high));
  assert_true(fabs(range[0] - low) <= tolerance && fabs(range[1] - high) <= tolerance);
  mj_deleteModel(m);
}

// limits are scaled by the gear; the second actuator reads its own target
static void test_AC7_fromLimits(void** state) {
  (void)state;
#define USELIMIT "<compiler><lengthrange uselimit='true'/></compiler>"
  checkRange(MODEL(USELIMIT, HINGE, "<muscle joint='j' gear='2'/>"), -2, 2, 1e-12);
  checkRange(MODEL(USELIMIT, HINGE, "<muscle joint='j' gear='-3'/>"), -3, 3, 1e-12);
  mjModel* m = fromText(
      MODEL(USELIMIT,
            HINGE "<body pos='1 0 0'><joint name='k' type='slide' limited='true' range='-0.1 0.4'/>"
                  "<geom size='0.1'/></body>",
            "<motor joint='j'/><muscle joint='k' gear='2'/>"));
  assert_true(fabs(m->actuator_lengthrange[2] + 0.2) < 1e-12);
  assert_true(fabs(m->actuator_lengthrange[3] - 0.8) < 1e-12);
  mj_deleteModel(m);
}

// by simulation: soft limits give way a little
static void test_simulated(void** state) {
  (void)state;
  checkRange(MODEL("", HINGE, "<muscle joint='j' gear='2'/>"), -2.001139876706741,
             2.001139876706741, 1e-9);
}

// slider-cranks, also between two trees: from the dead points, or where a limit stops the wheel
static void test_sliderCrank(void** state) {
  (void)state;
#define CRANK(limits, guide, wheel, cart, length, gear)                                            \
  MODEL("<compiler><lengthrange mode='all'" limits "/></compiler>",                                \
        guide "<body><joint axis='0 1 0' damping='.1'" wheel "/>"                                  \
              "<geom type='cylinder' size='.2 .02' zaxis='0 1 0' mass='1'/>"                       \
              "<site name='pin' pos='.2 0 0'/></body>" cart,                                       \
        "<motor cranksite='pin' slidersite='guide' cranklength='" length "' gear='" gear "'/>")
#define GUIDE "<site name='guide' zaxis='1 0 0'/>"
#define CART                                                                                       \
  "<body pos='.5 0 0'><joint type='slide' axis='1 0 0' range='-.1 .1'/>"                           \
  "<geom size='.05' mass='1'/>" GUIDE "</body>"
  checkRange(CRANK("", GUIDE, "", "", ".5", "1"), -0.6999999998521449, -0.300000059953759, 1e-9);
  checkRange(CRANK("", GUIDE, "", "", ".5", "-2"), 0.600000119907518, 1.3999999997042898, 1e-9);
  checkRange(CRANK(" uselimit='true'", GUIDE, " range='-30 60'", "", ".5", "1"),
             -0.3691192685265555, -0.300000059953759, 1e-9);
  checkRange(CRANK("", "<site name='guide' pos='-.3 0 .1' zaxis='1 0 .2'/>", " range='-60 60'", "",
                   ".7", "1"),
             -0.2934656759341373, -0.20018430693973316, 1e-9);
  checkRange(CRANK("", "", "", CART, "1", "1"), -1.8005655264953795, -1.1994300616466294, 1e-9);
}

// an unlimited slide: no range by default, and the error says why and what to give
static void test_AC8_unlimitedSlide(void** state) {
  (void)state;
  char error[1000] = "";
  assert_null(
      sn_loadXMLString(MODEL("", SLIDE, "<muscle name='pull' joint='j'/>"), error, sizeof error));
  print_message("  %s\n", error);
  assert_non_null(strstr(error, "'pull'"));
  assert_non_null(strstr(error, "does not settle"));
  assert_non_null(strstr(error, "give lengthrange"));

  mjModel* m = fromText(
      MODEL("<compiler><lengthrange mode='none'/></compiler>", SLIDE, "<muscle joint='j'/>"));
  mjData* d = mj_makeData(m);
  mjLROpt opt;
  mj_defaultLROpt(&opt);
  opt.tolrange = 1;
  m->opt.disableflags |= mjDSBL_ACTUATION;  // a muscle without range has no sensible force
  *error = 0;
  assert_int_equal(mj_setLengthRange(m, d, 0, &opt, error, sizeof error), 1);
  const mjtNum* range = m->actuator_lengthrange;
  print_message("  %g %g\n", range[0], range[1]);
  assert_true(range[0] < -0.1 && range[1] > 0.1 && range[1] - range[0] >= 1);
  assert_true(fabs(range[0] + range[1]) < 1e-9);

  opt.tolrange = 0.05;
  opt.useexisting = 0;
  assert_int_equal(mj_setLengthRange(m, d, 0, &opt, error, sizeof error), 0);
  assert_non_null(strstr(error, "does not settle"));
  assert_int_equal(mj_setLengthRange(m, d, 7, &opt, error, sizeof error), 0);
  assert_non_null(strstr(error, "no such actuator"));
  opt.inttotal = 1e300;
  assert_int_equal(mj_setLengthRange(m, d, 0, &opt, error, sizeof error), 0);
  // a simulation that diverges ends
  opt.inttotal = 10;
  m->actuator_lengthrange[0] = m->actuator_lengthrange[1] = 0;
  m->opt.disableflags = 0;
  catch_begin();
  assert_int_equal(mj_setLengthRange(m, d, 0, &opt, error, sizeof error), 0);
  catch_end();
  assert_non_null(strstr(error, "unstable"));
  mj_deleteData(d);
  mj_deleteModel(m);
}

// the tip of an arm, measured along x from a point at the same distance: half a turn
static void test_AC9_site(void** state) {
  (void)state;
  mjModel* m = fromText(MODEL("", ARM,
                              "<general gaintype='muscle' biastype='muscle' "
                              "gainprm='" MUSCLE "' biasprm='" MUSCLE
                              "' site='tip' refsite='ref' gear='1 0 0 0 0 0'/>"));
  const mjtNum* range = m->actuator_lengthrange;
  print_message("  %.12g %.12g\n", range[0], range[1]);
  assert_true(range[0] < range[1] && range[0] > -1.01 && range[1] < 1.01);
  assert_true(fabs(range[0] + 0.9999999999393696) < 1e-9 &&
              fabs(range[1] + 6.063044510895566e-11) < 1e-9);
  mj_deleteModel(m);
}

// motors are not asked for
static void test_AC13_mode(void** state) {
  (void)state;
  checkRange(MODEL("", SLIDE, "<motor joint='j'/>"), 0, 0, 0);
}

// a range that is given stays
static void test_existing(void** state) {
  (void)state;
  checkRange(MODEL("", SLIDE, "<muscle joint='j' lengthrange='0.2 0.7'/>"), 0.2, 0.7, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_AC7_fromLimits), cmocka_unit_test(test_simulated),
      cmocka_unit_test(test_sliderCrank),    cmocka_unit_test(test_AC8_unlimitedSlide),
      cmocka_unit_test(test_AC9_site),       cmocka_unit_test(test_AC13_mode),
      cmocka_unit_test(test_existing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
