// Actuators of editable models by kind: mjs_setToMotor ... mjs_setToDCMotor. The expected settings
// are those of MuJoCo 3.12.0, asked by the same calls.
#include <math.h>

#include "support.h"

enum { NSHOWN = 9 };

// what a call leaves: kinds, and the first parameters of each
typedef struct {
  int gain, bias, dyn;
  double gainprm[NSHOWN], biasprm[NSHOWN], dynprm[NSHOWN];
} Setting;

static mjSpec* spec;

static int setUp(void** state) {
  (void)state;
  spec = mj_makeSpec();
  return spec ? 0 : -1;
}

static int tearDown(void** state) {
  (void)state;
  mj_deleteSpec(spec);
  return 0;
}

static void same(const char* what, const double* got, const double* want) {
  for (int i = 0; i < NSHOWN; i++) {
    if (fabs(got[i] - want[i]) > 1e-12 * (1 + fabs(want[i])))
      fail_msg("%s[%d] is %.17g, not %.17g", what, i, got[i], want[i]);
  }
}

static void check(const mjsActuator* a, const char* error, Setting want) {
  assert_string_equal(error, "");
  assert_int_equal(a->gaintype, want.gain);
  assert_int_equal(a->biastype, want.bias);
  assert_int_equal(a->dyntype, want.dyn);
  same("gainprm", a->gainprm, want.gainprm);
  same("biasprm", a->biasprm, want.biasprm);
  same("dynprm", a->dynprm, want.dynprm);
}

static mjsActuator* add(void) { return mjs_addActuator(spec, NULL); }

// ---- kinds

static void test_motor(void** state) {
  (void)state;
  mjsActuator* a = add();
  a->dyntype = mjDYN_FILTER;
  a->gainprm[0] = 7;
  check(a, mjs_setToMotor(a), (Setting){mjGAIN_FIXED, mjBIAS_NONE, mjDYN_NONE, {1}, {0}, {1}});
}

static void test_position(void** state) {
  (void)state;
  double kv = 3, ratio = 0.5, time = 0.1, none = 0;
  mjsActuator* a = add();
  check(a, mjs_setToPosition(a, 20, &kv, NULL, &time, 0.9),
        (Setting){mjGAIN_FIXED, mjBIAS_AFFINE, mjDYN_FILTEREXACT, {20}, {0, -20, -3}, {0.1}});
  assert_true(fabs(a->inheritrange - 0.9) <= 0);
  a = add();
  check(a, mjs_setToPosition(a, 20, NULL, &ratio, &none, 0),
        (Setting){mjGAIN_FIXED, mjBIAS_AFFINE, mjDYN_NONE, {20}, {0, -20, 0.5}, {0}});
}

static void test_int_velocity(void** state) {
  (void)state;
  double kv = 3, ratio = 0.5, time = 0.1;
  mjsActuator* a = add();
  check(a, mjs_setToIntVelocity(a, 20, &kv, NULL, &time, 0),
        (Setting){mjGAIN_FIXED, mjBIAS_AFFINE, mjDYN_INTEGRATOR, {20}, {0, -20, -3}, {0.1}});
  // damping given twice: no error, the bias stays off
  a = add();
  check(a, mjs_setToIntVelocity(a, 20, &kv, &ratio, NULL, 0),
        (Setting){mjGAIN_FIXED, mjBIAS_NONE, mjDYN_INTEGRATOR, {20}, {0, -20}, {1}});
}

static void test_velocity(void** state) {
  (void)state;
  mjsActuator* a = add();
  a->biasprm[0] = 5;
  check(a, mjs_setToVelocity(a, 4),
        (Setting){mjGAIN_FIXED, mjBIAS_AFFINE, mjDYN_NONE, {4}, {0, 0, -4}, {1}});
}

static void test_orientation(void** state) {
  (void)state;
  double kv = 3;
  mjsActuator* a = add();
  check(a, mjs_setToOrientation(a, 20, &kv, NULL, mjCHART_QUAT),
        (Setting){mjGAIN_SO3, mjBIAS_SO3, mjDYN_NONE, {20}, {0, -20, -3}, {1}});
  assert_int_equal(a->ctrlspec, mjCHART_QUAT);
}

static void test_pid(void** state) {
  (void)state;
  double kv = 3, ki = 2, imax = 5, slew = 6;
  mjsActuator* a = add();
  check(a, mjs_setToPID(a, 20, &kv, NULL, &ki, &imax, &slew, 0, 3),
        (Setting){mjGAIN_PID, mjBIAS_AFFINE, mjDYN_PID, {2}, {0, -20, -3}, {5, 6}});
  assert_int_equal(a->ctrlspec, 3);
  // what is not given is off, also if it was on before; the bound of the integral stays
  check(a, mjs_setToPID(a, 10, NULL, NULL, NULL, NULL, NULL, 0, 0),
        (Setting){mjGAIN_PID, mjBIAS_AFFINE, mjDYN_NONE, {0}, {0, -10, -3}, {5, 0}});
}

static void test_damper_and_cylinder(void** state) {
  (void)state;
  mjsActuator* a = add();
  check(a, mjs_setToDamper(a, 4),
        (Setting){mjGAIN_AFFINE, mjBIAS_NONE, mjDYN_NONE, {0, 0, -4}, {0}, {1}});
  assert_int_equal(a->ctrllimited, mjLIMITED_TRUE);
  a = add();
  check(a, mjs_setToCylinder(a, 0.2, 7, 3, -1),
        (Setting){mjGAIN_FIXED, mjBIAS_AFFINE, mjDYN_FILTER, {3}, {7}, {0.2}});
  a = add();
  check(a, mjs_setToCylinder(a, 0.2, 7, 3, 2),
        (Setting){mjGAIN_FIXED, mjBIAS_AFFINE, mjDYN_FILTER, {mjPI}, {7}, {0.2}});
}

static void test_muscle(void** state) {
  (void)state;
  double time[2] = {0.02, -1}, range[2] = {-1, 1.1};
  const Setting want = {mjGAIN_MUSCLE,
                        mjBIAS_MUSCLE,
                        mjDYN_MUSCLE,
                        {0.75, 1.1, 900, 200, 0.5, 1.6, 1.5, 1.3, 1.2},
                        {0.75, 1.1, 900, 200, 0.5, 1.6, 1.5, 1.3, 1.2},
                        {0.02, 0.04, 0.3}};
  mjsActuator* a = add();
  check(a, mjs_setToMuscle(a, time, 0.3, range, 900, -1, -1, -1, -1, -1, -1), want);
}

static void test_adhesion(void** state) {
  (void)state;
  mjsActuator* a = add();
  check(a, mjs_setToAdhesion(a, 4),
        (Setting){mjGAIN_FIXED, mjBIAS_NONE, mjDYN_NONE, {4}, {0}, {1}});
  assert_int_equal(a->ctrllimited, mjLIMITED_TRUE);
}

static void test_dc_motor(void** state) {
  (void)state;
  double nominal[3] = {12, 2, 30}, saturation[3] = {0, 5, 0}, inductance[2] = {0.4, 0};
  double cogging[3] = {0.1, 6, 0.2}, controller[6] = {1, 2, 3, 4, 5, 24};
  double thermal[6] = {2, 0, 10, 0.004, 25, 20}, lugre[5] = {100, 1, 0.1, 0.2, 0.3};
  mjsActuator* a = add();
  // K = 12 / 30, R = K 12 / 2
  const Setting want = {mjGAIN_DCMOTOR,
                        mjBIAS_DCMOTOR,
                        mjDYN_DCMOTOR,
                        {2.4, 0.4, 0.004, 25, 1, 2, 3, 24, 0},
                        {0.1, 6, 0.2, 0.1, 0.2, 0.3},
                        {0.4 / 2.4, 0, 2, 5, 20, 100, 1, 4, 5}};
  check(a,
        mjs_setToDCMotor(a, NULL, 0, nominal, saturation, inductance, cogging, controller, thermal,
                         lugre, 2),
        want);
  assert_int_equal(a->actdim, 5);
  assert_int_equal(a->ctrlspec, 2);
  assert_true(fabs(a->forcerange[1] - 2) <= 1e-15);
  // a second call does not take over the electrical time constant of the first
  double constant[2] = {1, 1};
  assert_string_equal(mjs_setToDCMotor(a, constant, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0),
                      "");
  assert_true(fabs(a->dynprm[0] - 0) <= 0);
  assert_true(fabs(a->gainprm[1] - 1) <= 0);
}

// ---- what is wrong

static void wrong(const char* error, const char* word) {
  if (!strstr(error, word)) fail_msg("'%s' does not name '%s'", error, word);
}

static void test_errors(void** state) {
  (void)state;
  double two[2] = {0, 1}, minus = -1, kv = 1, ratio = 1, nominal[3] = {12, 2, 30};
  double inductance[2] = {0, -1}, thermal[6] = {-1, 2, 3, 0, 0, 0};
  mjsActuator* a = add();
  wrong(mjs_setToPosition(a, 1, &kv, &ratio, NULL, 0), "dampratio");
  wrong(mjs_setToPosition(a, 1, &minus, NULL, NULL, 0), "kv");
  wrong(mjs_setToPosition(a, 1, NULL, NULL, &minus, 0), "timeconst");
  wrong(mjs_setToOrientation(a, 1, NULL, &minus, 0), "dampratio");
  wrong(mjs_setToPID(a, 1, NULL, NULL, NULL, NULL, &minus, 0, 0), "slewmax");
  wrong(mjs_setToDamper(a, -1), "kv");
  wrong(mjs_setToMuscle(a, two, -1, two, 0, 0, 0, 0, 0, 0, 0), "tausmooth");
  wrong(mjs_setToAdhesion(a, -1), "gain");
  wrong(mjs_setToDCMotor(a, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0), "motorconst");
  wrong(mjs_setToDCMotor(a, NULL, 0, nominal, NULL, inductance, NULL, NULL, NULL, NULL, 0),
        "inductance");
  wrong(mjs_setToDCMotor(a, NULL, 0, nominal, NULL, NULL, NULL, NULL, thermal, NULL, 0), "thermal");
  a->ctrlrange[0] = -1;
  a->ctrlrange[1] = 1;
  wrong(mjs_setToPosition(a, 1, NULL, NULL, NULL, 1), "ctrlrange");
  wrong(mjs_setToDamper(a, 1), "ctrlrange");
  wrong(mjs_setToAdhesion(a, 1), "ctrlrange");
  a->actrange[1] = 1;
  wrong(mjs_setToIntVelocity(a, 1, NULL, NULL, NULL, 1), "actrange");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_motor, setUp, tearDown),
      cmocka_unit_test_setup_teardown(test_position, setUp, tearDown),
      cmocka_unit_test_setup_teardown(test_int_velocity, setUp, tearDown),
      cmocka_unit_test_setup_teardown(test_velocity, setUp, tearDown),
      cmocka_unit_test_setup_teardown(test_orientation, setUp, tearDown),
      cmocka_unit_test_setup_teardown(test_pid, setUp, tearDown),
      cmocka_unit_test_setup_teardown(test_damper_and_cylinder, setUp, tearDown),
      cmocka_unit_test_setup_teardown(test_muscle, setUp, tearDown),
      cmocka_unit_test_setup_teardown(test_adhesion, setUp, tearDown),
      cmocka_unit_test_setup_teardown(test_dc_motor, setUp, tearDown),
      cmocka_unit_test_setup_teardown(test_errors, setUp, tearDown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
