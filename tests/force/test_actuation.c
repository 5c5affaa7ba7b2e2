// Actuation against the reference (tests/golden/force.txt), user callbacks, bad controls, delayed
// controls, and equal bits in all widths.
#include "force_golden.h"

#include "dyn/dyn.h"
#include "force/actuation.h"
#include "force/passive.h"
#include "force/tendon.h"
#include "force/transmission.h"
#include "lane_compare.h"

static const double tolerance = 1e-13;  // relative to the greatest force of the state
static double worst;

static void compare(const golden_Case* c, const char* name, const mjtNum* got, const mjtNum* want,
                    mjtSize n) {
  const double r = golden_residual(got, want, n);
  worst = fmax(worst, r);
  if (r <= tolerance) return;
  for (mjtSize i = 0; i < n; i++) {
    if (!(fabs(got[i] - want[i]) <= tolerance)) {
      print_message("%s %s[%d]: %.17g, should be %.17g\n", c->file, name, (int)i, got[i], want[i]);
    }
  }
  fail_msg("%s state %d: %s off by %g", c->file, c->states, name, r);
}

static void checkForces(golden_Case* c) {
  const mjModel* m = c->m;
  memcpy(c->d->qfrc_gravcomp, c->want->qfrc_gravcomp, (size_t)m->nv * sizeof(mjtNum));
  mj_fwdActuation(m, c->d);
  compare(c, "act_dot", c->d->act_dot, c->want->act_dot, m->na);
  compare(c, "actuator_force", c->d->actuator_force, c->want->actuator_force, m->nout);
  compare(c, "qfrc_actuator", c->d->qfrc_actuator, c->want->qfrc_actuator, m->nv);
  actuation_advance_w1(m, c->d, c->d->act_dot);
  compare(c, "next act", c->d->act, c->nextAct, m->na);
}

static void test_golden(void** state) {
  (void)state;
  const int states = golden_run(checkForces);
  print_message("%d states, worst residual %.2g of %.2g\n", states, worst, tolerance);
  assert_true(states >= 40);
}

// ---- own model

static mjModel* own(void) {
  char error[500];
  mjModel* m = mj_loadXML(TEST_DIR "/golden/force_actuation.xml", NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

// all that actuation reads, from qpos and qvel
static void velocities(const mjModel* m, mjData* d) {
  dyn_kinematics_w1(m, d);
  dyn_comPos_w1(m, d);
  tendon_update_w1(m, d);
  transmission_update_w1(m, d);
  tendon_velocity_w1(m, d);
  transmission_velocity_w1(m, d);
  dyn_comVel_w1(m, d);
  passive_forces_w1(m, d);
}

static void randomState(const mjModel* m, mjData* d, double scale) {
  mj_resetData(m, d);
  for (int i = 0; i < m->nq; i++) d->qpos[i] += 0.5 * rng_uniform();
  for (int i = 0; i < m->nv; i++) d->qvel[i] = scale * rng_uniform();
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = scale * rng_uniform();
  for (int i = 0; i < m->na; i++) d->act[i] = scale * rng_uniform();
  velocities(m, d);
}

// the force in joint space does the work of the actuators: qfrc_actuator . qvel = force . velocity
static void test_power(void** state) {
  (void)state;
  const double limit = 1e-12;
  mjModel* m = own();
  for (int i = 0; i < m->njnt; i++) m->jnt_actgravcomp[i] = m->jnt_actfrclimited[i] = 0;
  mjData* d = mj_makeData(m);
  double most = 0;
  for (int k = 0; k < 20; k++) {
    randomState(m, d, 2);
    mj_fwdActuation(m, d);
    double joints = 0, outputs = 0, scale = 1;
    for (int i = 0; i < m->nv; i++) joints += d->qfrc_actuator[i] * d->qvel[i];
    for (int i = 0; i < m->nout; i++) {
      outputs += d->actuator_force[i] * d->actuator_velocity[i];
      scale += fabs(d->actuator_force[i] * d->actuator_velocity[i]);
    }
    most = fmax(most, fabs(joints - outputs) / scale);
  }
  print_message("power: worst %.2g of %.2g\n", most, limit);
  assert_true(most < limit);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// the exact filter lands on the solution, the integrator of an orientation stays within half a turn
static void test_advance(void** state) {
  (void)state;
  mjModel* m = own();
  mjData* d = mj_makeData(m);
  randomState(m, d, 3);
  const int exact = mj_name2id(m, mjOBJ_ACTUATOR, "early_exact");
  const int so3 = mj_name2id(m, mjOBJ_ACTUATOR, "so3_int");
  const int off = mj_name2id(m, mjOBJ_ACTUATOR, "off_filter");
  mjtNum* rotation = d->act + m->actuator_actadr[so3];
  for (int k = 0; k < 3; k++) rotation[k] = 4;
  const double start = d->act[m->actuator_actadr[exact]], u = d->ctrl[m->actuator_ctrladr[exact]];
  const double held = d->act[m->actuator_actadr[off]];
  mj_fwdActuation(m, d);
  actuation_advance_w1(m, d, d->act_dot);
  const double tau = m->actuator_dynprm[mjNDYN * exact];
  const double solution = u + (start - u) * exp(-m->opt.timestep / tau);
  const double got = d->act[m->actuator_actadr[exact]];
  print_message("exact filter: off by %.2g of 1e-14\n", fabs(got - solution));
  assert_true(fabs(got - solution) < 1e-14);
  assert_true(mju_norm3(rotation) <= mjPI + 1e-12);
  assert_true(d->act[m->actuator_actadr[off]] == held);

  m->opt.disableflags |= mjDSBL_ACTUATION;
  const double before = d->act[0];
  actuation_advance_w1(m, d, d->act_dot);
  assert_true(d->act[0] == before);
  mj_fwdActuation(m, d);
  for (int i = 0; i < m->nv; i++) assert_true(d->qfrc_actuator[i] == 0);
  for (int i = 0; i < m->nout; i++) assert_true(d->actuator_force[i] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a servo on an angle pulls the same way for setpoints that are whole turns apart
static void test_turns(void** state) {
  (void)state;
  const double limit = 1e-12;
  static const char* const servo[] = {"ball_servo", "ball_parent", "site_servo", "pid_ball",
                                      "pid_site"};
  mjModel* m = own();
  mjData* d = mj_makeData(m);
  randomState(m, d, 0.5);
  double most = 0;
  for (int k = 0; k < 5; k++) {
    const int i = mj_name2id(m, mjOBJ_ACTUATOR, servo[k]), out = m->actuator_outadr[i];
    const mjtNum* gear = m->actuator_gear + 6 * out;
    const double period = 2 * mjPI * (mju_norm3(gear) + mju_norm3(gear + 3));
    mj_fwdActuation(m, d);
    const double force = d->actuator_force[out];
    d->ctrl[m->actuator_ctrladr[i]] += 3 * period;
    mj_fwdActuation(m, d);
    most = fmax(most, fabs(d->actuator_force[out] - force) / (1 + fabs(force)));
  }
  print_message("whole turns: worst %.2g of %.2g\n", most, limit);
  assert_true(most < limit);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- controls

static void test_badControl(void** state) {
  (void)state;
  mjModel* m = own();
  mjData* d = mj_makeData(m);
  const int strong = mj_name2id(m, mjOBJ_ACTUATOR, "strong");
  const int u = m->actuator_ctrladr[strong], out = m->actuator_outadr[strong];
  const mjtNum bad[] = {NAN, INFINITY, -2 * mjMAXVAL};
  catch_begin();
  for (int k = 0; k < 3; k++) {
    randomState(m, d, 1);
    d->ctrl[u] = 1;
    d->ctrl[2] = bad[k];
    mj_fwdActuation(m, d);
    assert_true(d->actuator_force[out] == 0);  // all controls are zero
    assert_int_equal(d->warning[mjWARN_BADCTRL].number, 1);
    assert_int_equal(d->warning[mjWARN_BADCTRL].lastinfo, 2);
    d->ctrl[2] = 0;
    mj_fwdActuation(m, d);
    assert_true(d->actuator_force[out] == 1);
    assert_int_equal(d->warning[mjWARN_BADCTRL].number, 1);
  }
  catch_end();
  // without the clamp a control passes its range
  const int affine = mj_name2id(m, mjOBJ_ACTUATOR, "affine");
  randomState(m, d, 0);
  m->actuator_forcelimited[affine] = 0;
  mjtNum* ctrl = d->ctrl + m->actuator_ctrladr[affine];
  *ctrl = 7;
  mj_fwdActuation(m, d);
  const double limited = d->actuator_force[m->actuator_outadr[affine]];
  *ctrl = 0.4;
  mj_fwdActuation(m, d);
  assert_true(d->actuator_force[m->actuator_outadr[affine]] == limited);
  *ctrl = 7;
  m->opt.disableflags |= mjDSBL_CLAMPCTRL;
  mj_fwdActuation(m, d);
  assert_true(d->actuator_force[m->actuator_outadr[affine]] != limited);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- callbacks

static mjtNum dynOf(const mjModel* m, const mjData* d, int id) {
  d->act_dot[m->actuator_actadr[id]] = 0.5;  // several activations: the callback writes them
  d->act_dot[m->actuator_actadr[id] + 1] = 0.75;
  return 99;
}
static mjtNum gainOf(const mjModel* m, const mjData* d, int id) {
  return 2 + d->actuator_length[m->actuator_outadr[id]];
}
static mjtNum biasOf(const mjModel* m, const mjData* d, int id) {
  (void)m;
  (void)d;
  return 10 + id;
}

static void test_callbacks(void** state) {
  (void)state;
  mjModel* m = own();
  mjData* d = mj_makeData(m);
  randomState(m, d, 1);
  const int id = mj_name2id(m, mjOBJ_ACTUATOR, "user"), adr = m->actuator_actadr[id];
  const int out = m->actuator_outadr[id];
  mj_fwdActuation(m, d);  // without callbacks: gain 1, bias 0, act_dot 0
  assert_true(d->actuator_force[out] == d->act[adr + 1]);
  assert_true(d->act_dot[adr] == 0 && d->act_dot[adr + 1] == 0);
  mjcb_act_dyn = dynOf;
  mjcb_act_gain = gainOf;
  mjcb_act_bias = biasOf;
  mj_fwdActuation(m, d);
  assert_true(d->act_dot[adr] == 0.5 && d->act_dot[adr + 1] == 0.75);
  assert_true(d->actuator_force[out] == (2 + d->actuator_length[out]) * d->act[adr + 1] + 10 + id);
  mj_resetCallbacks();
  assert_true(!mjcb_act_dyn && !mjcb_act_gain && !mjcb_act_bias && !mjcb_control && !mjcb_sensor &&
              !mjcb_time && !mjcb_contactfilter);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// without room for scratch nothing moves, and nothing breaks
static void test_noRoom(void** state) {
  (void)state;
  mjModel* m = own();
  mjData* d = mj_makeData(m);
  randomState(m, d, 1);
  mj_markStack(d);
  mj_stackAllocByte(d, (size_t)d->narena - d->parena - d->pstack - 256, 8);
  mj_fwdActuation(m, d);
  actuation_advance_w1(m, d, d->act_dot);
  for (int i = 0; i < m->nout; i++) assert_true(d->actuator_force[i] == 0);
  mj_freeStack(d);
  mj_fwdActuation(m, d);
  assert_true(d->actuator_force[0] != 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- lanes

#define STAGES(width, suffix)                                                                      \
  lanes_Stage dyn_kinematics_##suffix, dyn_comPos_##suffix, tendon_update_##suffix,                \
      transmission_update_##suffix, tendon_velocity_##suffix, transmission_velocity_##suffix,      \
      dyn_comVel_##suffix, passive_forces_##suffix, actuation_forces_##suffix;                     \
  void actuation_advance_##suffix(const mjModel* m, void* d, const void* act_dot);                 \
  static void advance_##suffix(const mjModel* m, void* d) {                                        \
    actuation_advance_##suffix(m, d, lanes_actDot(d));                                             \
  }
#define VARIANT(width, suffix)                                                                     \
  {width,                                                                                          \
   10,                                                                                             \
   LANES_FUNCTIONS(suffix),                                                                        \
   {dyn_kinematics_##suffix, dyn_comPos_##suffix, tendon_update_##suffix,                          \
    transmission_update_##suffix, tendon_velocity_##suffix, transmission_velocity_##suffix,        \
    dyn_comVel_##suffix, passive_forces_##suffix, actuation_forces_##suffix, advance_##suffix}},
CPU_VARIANTS(STAGES)
static const lanes_Variant variants[] = {CPU_VARIANTS(VARIANT)};
enum { NVARIANT = sizeof variants / sizeof *variants };

static void test_lanes(void** state) {
  (void)state;
  static const char* const outputs[] = {"act_dot", "actuator_force", "qfrc_actuator",
                                        "qfrc_gravcomp", "act"};
  mjModel* m = own();
  mjData *world[lanes_MAX], *want[lanes_MAX];
  catch_begin();
  for (int k = 0; k < lanes_MAX; k++) {
    world[k] = mj_makeData(m);
    randomState(m, world[k], k == 4 ? 0 : 1 + 2 * k);
    if (k == 3) world[k]->ctrl[1] = NAN;
    if (k == 6) world[k]->act[1] = NAN;
    want[k] = mj_copyData(NULL, m, world[k]);
    mj_fwdActuation(m, want[k]);
    actuation_advance_w1(m, want[k], want[k]->act_dot);
  }
  catch_end();
  const int compared = lanes_compare(m, world, want, variants, NVARIANT, outputs, 5);
  print_message("%d numbers equal in lanes\n", compared);
  assert_true(compared > 0);
  for (int k = 0; k < lanes_MAX; k++) {
    mj_deleteData(world[k]);
    mj_deleteData(want[k]);
  }
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),     cmocka_unit_test(test_power),
      cmocka_unit_test(test_advance),    cmocka_unit_test(test_turns),
      cmocka_unit_test(test_badControl), cmocka_unit_test(test_callbacks),
      cmocka_unit_test(test_noRoom),     cmocka_unit_test(test_lanes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
