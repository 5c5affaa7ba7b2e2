// Acceptance criteria AC1 to AC6, AC12 and AC14 of the specification of acc0 and damping ratios.
// Those about length ranges are in
// test_length_range.c; AC10 and AC11 concern another code base. "After
// compute_actuator_params" is here: after mj_loadXML, which ends with mj_setConst, and again after
// another mj_setConst. Tolerances are those of the criteria; figures that they leave open are from
// MuJoCo 3.12.0 (@mujoco/mujoco: mj_loadXML, then actuator_acc0 and actuator_biasprm).
#include "support.h"

#include <math.h>

#define HINGE(actuator)                                                                            \
  "<mujoco><worldbody><body><joint name='j' axis='0 1 0'/>"                                        \
  "<inertial pos='0 0 0' mass='1' diaginertia='0.1 0.1 0.1'/></body></worldbody>"                  \
  "<actuator>" actuator "</actuator></mujoco>"

// base, link1, link2; the criterion does not say where the centres of mass are: `com` does
#define CHAIN(com)                                                                                 \
  "<mujoco><worldbody><body name='base'>"                                                          \
  "<body name='link1'><joint name='j1' axis='0 1 0'/>"                                             \
  "<inertial pos='" com "' mass='2' diaginertia='0.2 0.2 0.2'/>"                                   \
  "<body name='link2' pos='0 0 -0.5'><joint name='j2' axis='0 1 0'/>"                              \
  "<inertial pos='" com "' mass='1' diaginertia='0.1 0.1 0.1'/>"                                   \
  "</body></body></body></worldbody>"                                                              \
  "<actuator><position joint='j1' kp='200' dampratio='1'/><motor joint='j2' gear='3'/></actuator>" \
  "</mujoco>"

static void checkWithin(const char* what, double got, double want, double tolerance) {
  print_message("%s: %.17g, off by %.2g of %.2g\n", what, got, fabs(got - want), tolerance);
  assert_true(fabs(got - want) <= tolerance);
}

static mjModel* fromText(const char* xml) {
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static void setConstAgain(mjModel* m) {
  mjData* d = mj_makeData(m);
  assert_non_null(d);
  mj_setConst(m, d);
  mj_deleteData(d);
}

// acc0 and damping (biasprm[2]) of the first actuator, after loading and after doing it again
static void checkActuator(const char* xml, double acc0, double accTolerance, double damping,
                          double dampingTolerance) {
  mjModel* m = fromText(xml);
  for (int round = 0; round < 2; round++) {
    checkWithin("acc0", m->actuator_acc0[0], acc0, accTolerance);
    checkWithin("biasprm[2]", m->actuator_biasprm[2], damping, dampingTolerance);
    setConstAgain(m);
  }
  mj_deleteModel(m);
}

static void test_AC1_acc0Motor(void** state) {
  (void)state;
  checkActuator(HINGE("<motor joint='j' gear='2'/>"), 20, 1e-6, 0, 0);
}

static void test_AC2_acc0Position(void** state) {
  (void)state;
  checkActuator(HINGE("<position joint='j' kp='100' kv='10'/>"), 10, 1e-6, -10, 0);
}

// a muscle's biasprm[2] is its force: -1, from scale and acc0 when it acts
static void test_AC3_acc0Muscle(void** state) {
  (void)state;
  const char* xml = HINGE("<muscle joint='j' gear='2' lengthrange='-2 2'/>");
  checkActuator(xml, 20, 0.2, -1, 0);
  mjModel* m = fromText(xml);
  checkWithin("acc0 of the muscle", m->actuator_acc0[0], 20, 1e-12);
  mj_deleteModel(m);
}

static void test_AC4_dampratio(void** state) {
  (void)state;
  const double damping = 2 * sqrt(100 * 0.1);
  checkActuator(HINGE("<position joint='j' kp='100' dampratio='1'/>"), 10, 1e-6, -damping, 1e-4);
  // reflected inertia: a gear of 2 halves the damping; the reference says -3.1622776601683795
  checkActuator(HINGE("<position joint='j' kp='100' dampratio='1' gear='2'/>"), 20, 1e-6,
                -3.1622776601683795, 1e-12);
}

static void test_AC5_dampratioNotForMotors(void** state) {
  (void)state;
  checkActuator(HINGE("<motor joint='j'/>"), 10, 1e-6, 0, 0);
  // a positive number stays as it is if stiffness and gain differ
  checkActuator(HINGE("<general joint='j' gainprm='1' biasprm='0 0 0.5'/>"), 10, 1e-6, 0.5, 0);
  // only the numbers decide, not the kind of bias: the reference says -0.31622776601683794
  checkActuator(HINGE("<general joint='j' gainprm='1' biastype='none' biasprm='0 -1 0.5'/>"), 10,
                1e-6, -0.31622776601683794, 1e-12);
}

static void test_AC6_dampratioNotForGivenDamping(void** state) {
  (void)state;
  checkActuator(HINGE("<position joint='j' kp='100' kv='10'/>"), 10, 1e-6, -10, 0);
  checkActuator(HINGE("<position joint='j' kp='100' kv='0'/>"), 10, 1e-6, 0, 0);
}

// before: in the mjSpec
static void test_AC12_dampratioParsed(void** state) {
  (void)state;
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(HINGE("<position joint='j' kp='100' dampratio='1.0'/>"), NULL,
                                   error, sizeof error);
  if (!spec) fail_msg("%s", error);
  const mjsActuator* actuator = mjs_asActuator(mjs_firstElement(spec, mjOBJ_ACTUATOR));
  assert_non_null(actuator);
  assert_true(actuator->biasprm[2] == 1);
  mjModel* m = mj_compile(spec, NULL);
  if (!m) fail_msg("%s", mjs_getError(spec));
  assert_true(actuator->biasprm[2] == 1);
  assert_true(m->actuator_biasprm[2] < 0);

  // numbers that are set by hand are converted by mj_setConst
  m->actuator_biasprm[2] = 0.5;
  setConstAgain(m);
  checkWithin("biasprm[2]", m->actuator_biasprm[2], -sqrt(100 * 0.1), 1e-12);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

typedef struct {
  const char *what, *xml;
  double acc0[2], damping;
} Chain;

// coupled joints; figures of the reference
static const Chain chains[] = {
    {"centres of mass on the joints",
     CHAIN("0 0 0"),
     {3.1426968052735442, 37.26779962499649},
     -20.97617696340303},
    {"centres of mass below the joints",
     CHAIN("0 0 -0.25"),
     {4.244126847750329, 39.65301673392617},
     -28.106938645110393},
};

static void test_AC14_chain(void** state) {
  (void)state;
  const double tolerance = 1e-6;
  for (size_t k = 0; k < sizeof chains / sizeof *chains; k++) {
    print_message("%s\n", chains[k].what);
    mjModel* m = fromText(chains[k].xml);
    assert_int_equal(m->nout, 2);
    checkWithin("acc0[0]", m->actuator_acc0[0], chains[k].acc0[0], tolerance);
    checkWithin("acc0[1]", m->actuator_acc0[1], chains[k].acc0[1], tolerance);
    checkWithin("biasprm[0][2]", m->actuator_biasprm[2], chains[k].damping, tolerance);
    assert_true(m->actuator_biasprm[mjNBIAS + 2] == 0);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_AC1_acc0Motor),
      cmocka_unit_test(test_AC2_acc0Position),
      cmocka_unit_test(test_AC3_acc0Muscle),
      cmocka_unit_test(test_AC4_dampratio),
      cmocka_unit_test(test_AC5_dampratioNotForMotors),
      cmocka_unit_test(test_AC6_dampratioNotForGivenDamping),
      cmocka_unit_test(test_AC12_dampratioParsed),
      cmocka_unit_test(test_AC14_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
