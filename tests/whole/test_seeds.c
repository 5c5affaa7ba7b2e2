// What docs/seeds.md and docs/conformance.md say about the design documents, as experiments: no
// implicit stiffness, activations without clamp, friction loss as a row, margin and gap,
// derivatives by scaled velocities, length ranges that fail, PGS at the tip of a cone. Figures:
// MuJoCo 3.12.0 (Python, mj_loadXML of the same text, then the calls below).
#include <math.h>

#include "support.h"

#define MODEL(head, body, tail) "<mujoco>" head "<worldbody>" body "</worldbody>" tail "</mujoco>"
#define FLOATING "<option gravity='0 0 0'/>"

typedef struct {
  mjModel* m;
  mjData* d;
} Sim;

static Sim make(const char* xml) {
  char error[1000] = "";
  Sim s = {.m = sn_loadXMLString(xml, error, sizeof error)};
  if (!s.m) fail_msg("%s", error);
  s.d = mj_makeData(s.m);
  return s;
}

static void end(Sim* s) {
  mj_deleteData(s->d);
  mj_deleteModel(s->m);
}

static void near(double x, double y, double tolerance) {
  if (!(fabs(x - y) <= tolerance)) fail_msg("%.17g is not %.17g", x, y);
}

static void test_springs_are_explicit(void** state) {
  (void)state;
  Sim s = make(MODEL("<option gravity='0 0 0' timestep='0.1'/>",
                     "<body><joint type='slide' stiffness='50'/><geom size='.1' mass='2'/></body>",
                     ""));
  const int method[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  for (int i = 0; i < 3; i++) {
    mj_resetData(s.m, s.d);
    s.m->opt.integrator = method[i];
    s.d->qpos[0] = 0.3;
    mj_step(s.m, s.d);
    near(s.d->qvel[0], -0.1 * 50 * 0.3 / 2, 1e-15);
  }
  end(&s);
}

static void test_activation_is_not_clamped(void** state) {
  (void)state;
  Sim s = make(MODEL("", "<body><joint name='j'/><geom size='.1' pos='.2 0 0'/></body>",
                     "<actuator><muscle joint='j' lengthrange='0 1'/></actuator>"));
  s.d->act[0] = s.d->ctrl[0] = 1.5;
  mj_step(s.m, s.d);
  near(s.d->act[0], 1.45, 1e-15);
  s.d->act[0] = -0.5;
  s.d->ctrl[0] = 0;
  mj_step(s.m, s.d);
  near(s.d->act[0], -0.3, 1e-15);
  // the peak force is not written into the parameters
  near(s.m->actuator_gainprm[2], -1, 0);
  end(&s);
}

static void test_friction_loss_is_a_row(void** state) {
  (void)state;
  Sim s = make(
      MODEL(FLOATING, "<body><joint frictionloss='2'/><geom size='.1' pos='.2 0 0'/></body>", ""));
  s.d->qvel[0] = 1;
  mj_forward(s.m, s.d);
  assert_int_equal(s.d->nefc, 1);
  assert_int_equal(s.d->efc_type[0], mjCNSTR_FRICTION_DOF);
  near(s.d->qfrc_passive[0], 0, 0);
  near(s.d->qfrc_constraint[0], -2, 0);
  end(&s);
}

static void test_margin_and_gap(void** state) {
  (void)state;
  Sim s = make(MODEL(FLOATING,
                     "<geom type='plane' size='1 1 1' margin='.02' gap='.03'/><body pos='0 0 .14'>"
                     "<joint type='slide' axis='0 0 1'/><geom size='.1'/></body>",
                     ""));
  const struct {
    double z;
    int ncon, exclude, nefc;
  } row[] = {{0, 1, 1, 0}, {-0.03, 1, 0, 4}, {0.02, 0, 0, 0}};
  for (int i = 0; i < 3; i++) {
    s.d->qpos[0] = row[i].z;
    mj_forward(s.m, s.d);
    assert_int_equal(s.d->ncon, row[i].ncon);
    assert_int_equal(s.d->nefc, row[i].nefc);
    if (!row[i].ncon) continue;
    assert_int_equal(s.d->contact[0].exclude, row[i].exclude);
    near(s.d->contact[0].includemargin, 0.02, 0);
  }
  end(&s);
}

static void test_quaternions(void** state) {
  (void)state;
  const mjtNum vel[3] = {1e-9, 0, 0};
  mjtNum Dquat[9], Dvel[9], Dscale[3];
  mjd_quatIntegrate(vel, 0.01, Dquat, Dvel, Dscale);
  for (int i = 0; i < 9; i++) near(Dvel[i], i % 4 == 0, 1e-11);

  Sim s = make(MODEL("", "<body><joint type='ball'/><geom size='.1' pos='.2 0 0'/></body>", ""));
  s.d->qpos[0] = 2;
  mj_forward(s.m, s.d);
  near(s.d->qpos[0], 2, 0);
  s.d->qvel[0] = 1;
  mj_step(s.m, s.d);
  near(mju_norm(s.d->qpos, 4), 1, 1e-15);
  end(&s);
}

static void test_constants_of_actuators(void** state) {
  (void)state;
  // no contacts at qpos0, so no moment: 0, not a small number
  Sim s = make(MODEL("", "<body name='b'><freejoint/><geom size='.1'/></body>",
                     "<actuator><adhesion body='b' ctrlrange='0 1'/></actuator>"));
  near(s.m->actuator_acc0[0], 0, 0);
  end(&s);
  s = make(MODEL("", "<body><joint name='j'/><geom size='.1' pos='.2 0 0'/></body>",
                 "<actuator><position joint='j' kp='3' dampratio='.7' gear='2'/></actuator>"));
  near(s.m->actuator_biasprm[2], -0.5205102789048299, 1e-15);
  end(&s);
  mjLROpt opt;
  mj_defaultLROpt(&opt);
  assert_int_equal(opt.uselimit, 0);
}

// ranges that mjcb_control saw while they were searched
static mjtNum seen[2];

static void watch(const mjModel* m, mjData* d) {
  (void)d;
  mju_copy(seen, m->actuator_lengthrange, 2);
}

static void test_failed_length_range_leaves_the_model(void** state) {
  (void)state;
  Sim s = make(MODEL("", "<body><joint name='j' type='slide'/><geom size='.1'/></body>",
                     "<actuator><motor joint='j' lengthrange='-7 7'/></actuator>"));
  mjLROpt opt;
  char error[1000] = "";
  mj_defaultLROpt(&opt);
  opt.mode = mjLRMODE_ALL;
  opt.useexisting = 0;
  mjcb_control = watch;
  assert_int_equal(mj_setLengthRange(s.m, s.d, 0, &opt, error, sizeof error), 0);
  mjcb_control = NULL;
  // the last that was seen is of the upper side
  near(seen[0], -7, 0);
  near(s.m->actuator_lengthrange[0], -7, 0);
  near(s.m->actuator_lengthrange[1], 7, 0);
  end(&s);
}

// a ball that leaves the ground while it slides: the best force is not zero, and PGS does not see
// it
static void test_pgs_stays_at_the_tip(void** state) {
  (void)state;
  Sim s = make(MODEL("<option gravity='0 0 0' cone='elliptic' iterations='10000' tolerance='0'>"
                     "<flag warmstart='disable'/></option>",
                     "<geom type='plane' size='5 5 .1'/>"
                     "<body pos='0 0 .0999'><freejoint/><geom size='.1'/></body>",
                     ""));
  s.d->qvel[0] = 1;
  s.d->qvel[2] = 0.02;
  s.m->opt.solver = mjSOL_NEWTON;
  mj_forward(s.m, s.d);
  near(s.d->efc_force[0], 91.82291454729342, 1e-9);
  near(s.d->efc_force[2], 91.82291454729342, 1e-9);
  s.m->opt.solver = mjSOL_PGS;
  mj_forward(s.m, s.d);
  for (int i = 0; i < 3; i++) near(s.d->efc_force[i], 0, 0);
  end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_springs_are_explicit),
      cmocka_unit_test(test_activation_is_not_clamped),
      cmocka_unit_test(test_friction_loss_is_a_row),
      cmocka_unit_test(test_margin_and_gap),
      cmocka_unit_test(test_quaternions),
      cmocka_unit_test(test_constants_of_actuators),
      cmocka_unit_test(test_failed_length_range_leaves_the_model),
      cmocka_unit_test(test_pgs_stays_at_the_tip),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
