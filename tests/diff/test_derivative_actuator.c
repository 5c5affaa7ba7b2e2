// Derivatives of actuators against differences: every transmission, every kind of dynamics, gain
// and bias, limits of controls, activations, forces, tendons and joints, disabled groups; terms
// left out are missed.
#include "derivative_support.h"

// ---- a tree with balls, a free body and a crank

#define TREE(option, actuators)                                                                    \
  "<mujoco><option timestep='.003' " option "/><worldbody>"                                        \
  "<site name='w' pos='0 0 1.5' euler='10 0 20'/>"                                                 \
  "<body name='a' pos='0 0 1'><joint name='ja' type='ball'/>"                                      \
  "<geom type='capsule' size='.03' fromto='0 0 0 .4 0 .02' contype='0'/>"                          \
  "<site name='sa' pos='.2 .05 .03' euler='20 10 30'/>"                                            \
  "<body name='b' pos='.4 0 0'><joint name='jb' axis='0 1 .2'/>"                                   \
  "<geom type='capsule' size='.03' fromto='0 0 0 .3 0 .1' contype='0'/>"                           \
  "<site name='sb' pos='.2 0 .1' euler='-20 10 3'/>"                                               \
  "<body name='b2' pos='.3 0 .1'><joint name='jb2' type='ball'/>"                                  \
  "<geom type='capsule' size='.03' fromto='0 0 0 .3 0 .1' contype='0'/>"                           \
  "<site name='sb2' pos='.2 0 .1' euler='5 -15 8'/></body></body>"                                 \
  "<body name='c' pos='.2 .1 .1'><joint name='jc' axis='1 .2 0'/>"                                 \
  "<geom type='box' size='.04 .05 .06' pos='.01 .1 0' contype='0'/>"                               \
  "<site name='sc' pos='0 .15 .02' euler='12 4 -30'/></body></body>"                               \
  "<body name='f' pos='.5 .3 1'><freejoint name='fj'/>"                                            \
  "<geom type='box' size='.05 .07 .03' pos='.01 .02 0' contype='0'/>"                              \
  "<site name='sf' pos='.03 .05 .02' euler='30 20 10'/></body>"                                    \
  "<body name='h' pos='0 1 1'><joint name='crank' axis='0 1 0'/>"                                  \
  "<geom type='capsule' size='.02' fromto='0 0 0 .1 0 0' contype='0'/>"                            \
  "<site name='cs' pos='.1 0 0'/></body>"                                                          \
  "<body name='s' pos='.3 1.02 1.02'><joint name='sj' axis='0 1 .1'/>"                             \
  "<geom type='capsule' size='.02' fromto='0 0 0 .1 0 0' contype='0'/>"                            \
  "<site name='ss' zaxis='-1 .1 .2'/></body>"                                                      \
  "<body name='l' pos='1 0 1'><joint name='jl' type='slide' axis='1 0 0'/>"                        \
  "<geom size='.1' contype='0'/></body>"                                                           \
  "</worldbody><tendon><fixed name='tf'><joint joint='jb' coef='.7'/>"                             \
  "<joint joint='jc' coef='-.4'/></fixed>"                                                         \
  "<fixed name='weak' actuatorfrcrange='-.5 .6'><joint joint='jb' coef='.7'/>"                     \
  "<joint joint='jc' coef='-.4'/></fixed>"                                                         \
  "<spatial name='ts'><site site='w'/><site site='sa'/><site site='sb'/><site site='sf'/>"         \
  "</spatial><spatial name='slack' actuatorfrcrange='-.2 .2'><site site='sf'/>"                    \
  "<site site='sb'/></spatial></tendon><actuator>" actuators "</actuator></mujoco>"

#define JOINTS                                                                                     \
  "<motor joint='ja' gear='.3 .5 -.2'/><position joint='jb2' gear='.3 -.5 .4' kp='3' kv='.2'/>"    \
  "<position jointinparent='ja' gear='.4 .2 .6' kp='2' kv='.3'/>"                                  \
  "<motor joint='fj' gear='1 .3 .2 .3 .2 .4'/>"                                                    \
  "<general jointinparent='fj' gear='1 .3 .2 .3 .2 .4' biastype='affine' biasprm='.1 0 -.5'/>"     \
  "<position jointinparent='jb' kp='2' gear='3'/><velocity joint='jl' kv='2'/>"

#define SITES                                                                                      \
  "<general site='sa' gear='1 .5 .3 .1 .2 -.3' biastype='affine' biasprm='.1 0 -.5'/>"             \
  "<position site='sb' refsite='sf' gear='.5 1 -.3 0 0 0' kp='4' kv='.3'/>"                        \
  "<position site='sb2' refsite='sa' gear='0 0 0 .3 .5 .2' kp='2' kv='.3'/>"                       \
  "<position site='sb2' refsite='sc' gear='.3 .2 .1 .3 .5 .2' kp='2' kv='.3'/>"                    \
  "<position site='sa' refsite='sb' gear='.2 .3 .1 -.1 .2 .3' kp='2' kv='.3'/>"                    \
  "<general cranksite='cs' slidersite='ss' cranklength='.35' gear='2' biastype='affine' "          \
  "biasprm='0 -5 -.5'/>"                                                                           \
  "<general cranksite='sb' slidersite='sc' cranklength='.5' biastype='affine' "                    \
  "biasprm='0 -5 -.5'/><general cranksite='sb' slidersite='sf' cranklength='.05' "                 \
  "biastype='affine' biasprm='0 -5 -.5'/>"

#define KINDS                                                                                      \
  "<general joint='jb' dyntype='filter' dynprm='.04' gaintype='affine' gainprm='2 .4 -.3' "        \
  "biastype='affine' biasprm='.1 -.5 -.1'/>"                                                       \
  "<general tendon='ts' dyntype='filterexact' dynprm='.05' actearly='true' gaintype='affine' "     \
  "gainprm='3 1.5 -.7' biastype='affine' biasprm='.2 -3 -.4' gear='1.3'/>"                         \
  "<general tendon='tf' dyntype='integrator' gaintype='affine' gainprm='1 .5 .2' "                 \
  "actlimited='true' actrange='-1 1'/><intvelocity joint='crank' kp='2' actrange='-1 1'/>"         \
  "<damper joint='jb' kv='.7' ctrlrange='0 2'/>"                                                   \
  "<muscle joint='jb' lengthrange='-1 1.2' force='20' tausmooth='.2'/>"                            \
  "<muscle joint='jc' lengthrange='-.6 .7' scale='30'/>"                                           \
  "<muscle tendon='ts' lengthrange='.5 1.6' force='10'/>"                                          \
  "<general tendon='tf' dyntype='muscle' dynprm='.02 .05 .4' gaintype='muscle' "                   \
  "gainprm='.75 1.05 -1 200 .5 1.6 1.5 1.3 1.2' biastype='muscle' "                                \
  "biasprm='.75 1.05 -1 200 .5 1.6 1.5 1.3 1.2' lengthrange='-.5 .5' actearly='true'/>"            \
  "<general site='sb' refsite='sf' gear='.5 1 -.3 0 0 0' gaintype='affine' gainprm='1 2 .5'/>"     \
  "<general joint='jb' dyntype='filter' dynprm='.1' gaintype='affine' gainprm='2 .4 -.3'/>"

#define LIMITS                                                                                     \
  "<motor tendon='weak' gear='2'/><position tendon='weak' kp='5' kv='1'/>"                         \
  "<general tendon='weak' dyntype='filter' dynprm='.1' gainprm='3' forcerange='-.1 .1' "           \
  "gear='-.7'/><motor tendon='weak' group='3'/>"                                                   \
  "<position tendon='slack' kp='8' kv='1' gear='1.5'/><motor tendon='slack'/>"                     \
  "<position joint='jb2' gear='.3 -.5 .4' kp='30' kv='.2' forcerange='-.1 .2'/>"                   \
  "<position jointinparent='ja' gear='.4 .2 .6' kp='20' kv='.3' forcerange='-.3 .3'/>"             \
  "<position site='sb' refsite='sf' gear='.5 1 -.3 0 0 0' kp='4' kv='.3' "                         \
  "forcerange='-.1 .1'/><general joint='jl' ctrlrange='-.05 .05' gaintype='affine' "               \
  "gainprm='1 2 3'/><general joint='jb' dyntype='integrator' actlimited='true' "                   \
  "actrange='-.1 .1' gainprm='2' actearly='true'/>"                                                \
  "<general joint='jb' dyntype='filterexact' dynprm='.1' group='3' gainprm='3'/>"                  \
  "<motor joint='jc' ctrlrange='.9 2'/>"

#define SERVOS                                                                                     \
  "<pid joint='jb2' gear='.3 1 0' kp='5' kv='1' ki='3' imax='.8' input='pos vel ff'/>"             \
  "<pid joint='jb2' gear='.3 1 0' kp='5' kv='1' slewmax='300' input='pos vel ff'/>"                \
  "<pid site='sb2' refsite='sa' gear='0 0 0 .3 1 0' kp='5' ki='3' input='pos'/>"                   \
  "<pid joint='jb' kp='5' kv='1' ki='3' imax='.2' input='pos ff'/>"                                \
  "<pid joint='jb' kp='5' slewmax='2' input='pos vel'/>"                                           \
  "<pid tendon='ts' kp='5' ki='2' input='pos'/>"                                                   \
  "<orientation joint='ja' kp='3' kv='1' input='quat'/>"                                           \
  "<orientation site='sb2' refsite='sf' kp='5' kv='.5' input='expmap'/>"                           \
  "<orientation site='sb2' refsite='sa' kp='5' kv='.5' input='expmap'/>"                           \
  "<general joint='jb2' gaintype='so3' biastype='so3' gainprm='7' biasprm='.2 -7 -.5' "            \
  "dyntype='integrator' input='expmap'/>"                                                          \
  "<general joint='jb2' gaintype='so3' biastype='so3' gainprm='7' biasprm='0 -7 -.5' "             \
  "dyntype='integrator' input='expmap' actearly='true'/>"

// a limit of the norm; whether it holds is left to rounding in the matrix of implicit integrators
#define NORMS                                                                                      \
  "<orientation joint='jb2' kp='10' kv='1' input='quat' forcelimited='true' forcerange='0 3'/>"    \
  "<orientation site='sb2' refsite='sf' kp='5' kv='.5' forcelimited='true' forcerange='0 1'/>"

#define MOTORS                                                                                     \
  "<dcmotor joint='jl' motorconst='.05' resistance='2' inductance='.004' "                         \
  "controller='10 2 .5 3 4 24' thermal='1.2 30 0 .0039 25 22' saturation='1 2 3' "                 \
  "lugre='100 1 .02 .03 .1' cogging='.02 6 .5' input='pos vel ff voltage'/>"                       \
  "<dcmotor joint='jb' motorconst='.05' resistance='2' controller='10 2 .5 0 .2 0' "               \
  "thermal='1.2 30 0 .0039 25 22' lugre='10 1 .02 .03 .1' input='pos vel'/>"                       \
  "<dcmotor tendon='ts' motorconst='.05' resistance='2' cogging='.02 6 .5' "                       \
  "thermal='1.2 30 0 .0039 25 22'/>"                                                               \
  "<dcmotor site='sb' refsite='sf' gear='1 .3 .2 0 0 0' motorconst='.05' resistance='2' "          \
  "controller='10 0 .5 400 0 20' lugre='10 1 .02 .03 .1' input='pos'/>"                            \
  "<dcmotor joint='jc' motorconst='.05' resistance='2' input='none' inductance='.004'/>"           \
  "<dcmotor joint='jc' motorconst='.05' resistance='2' inductance='.004' group='3' "               \
  "lugre='10 1 .02 .03 .1'/>"                                                                      \
  "<dcmotor joint='jc' motorconst='.05' resistance='2' saturation='.001' "                         \
  "lugre='10 1 .02 .03 .1'/>"

#define USERS                                                                                      \
  "<general joint='jb' dyntype='user' gaintype='user' biastype='user' actdim='2'/>"                \
  "<general tendon='ts' dyntype='user' gaintype='affine' gainprm='1 2 3' biastype='user' "         \
  "actearly='true'/><general joint='jc' gaintype='user' ctrlrange='-.05 .05'/>"

static const struct {
  const char *name, *xml;
} cases[] = {
    {"joints", TREE("integrator='Euler'", JOINTS)},
    {"joints, implicitfast", TREE("integrator='implicitfast'", JOINTS)},
    {"sites", TREE("integrator='Euler'", SITES)},
    {"sites, implicit", TREE("integrator='implicit'", SITES)},
    {"kinds", TREE("integrator='Euler'", KINDS)},
    {"kinds, implicitfast", TREE("integrator='implicitfast'", KINDS)},
    {"limits", TREE("actuatorgroupdisable='3'", LIMITS)},
    {"limits, implicit", TREE("integrator='implicit' actuatorgroupdisable='3'", LIMITS)},
    {"norms", TREE("integrator='Euler'", NORMS)},
    {"servos", TREE("integrator='implicitfast'", SERVOS)},
    {"motors", TREE("integrator='implicitfast' actuatorgroupdisable='3'", MOTORS)},
    {"callbacks", TREE("integrator='implicitfast'", USERS)},
};

enum { NCASE = sizeof cases / sizeof *cases, NSTATE = 3 };

// ---- callbacks: smooth functions of what the actuator has

static mjtNum userDyn(const mjModel* m, const mjData* d, int i) {
  const int adr = m->actuator_actadr[i], num = m->actuator_actnum[i];
  const mjtNum u = d->ctrl[m->actuator_ctrladr[i]], l = d->actuator_length[m->actuator_outadr[i]];
  const mjtNum v = d->actuator_velocity[m->actuator_outadr[i]];
  if (num == 1) return sin(u) - d->act[adr] * d->act[adr] + 0.3 * l * v;
  for (int k = 0; k < num; k++) {
    ((mjData*)d)->act_dot[adr + k] = sin(u + k) - d->act[adr + num - 1 - k] * l;
  }
  return 0;
}

static mjtNum userGain(const mjModel* m, const mjData* d, int i) {
  const mjtNum l = d->actuator_length[m->actuator_outadr[i]];
  return 1 + sin(2 * l) + 0.2 * d->ctrl[m->actuator_ctrladr[i]];
}

static mjtNum userBias(const mjModel* m, const mjData* d, int i) {
  const mjtNum v = d->actuator_velocity[m->actuator_outadr[i]];
  return 0.1 * v * v * v;
}

static void setCallbacks(bool on) {
  mjcb_act_dyn = on ? userDyn : NULL;
  mjcb_act_gain = on ? userGain : NULL;
  mjcb_act_bias = on ? userBias : NULL;
}

// ---- tests

static void test_differences(void** state) {
  (void)state;
  double worst = 0;
  setCallbacks(true);
  for (int i = 0; i < NCASE; i++) {
    Slopes s = slopes_make(loadText(cases[i].xml));
    for (int k = 0; k < NSTATE; k++) {
      double each[SLOPE_NMAT];
      slopes_state(&s, 99999 + 1234567 * (uint64_t)k, 0);
      slopes_fill(&s, 0);
      worst = fmax(worst, slopes_error(&s, each));
      print_message("  %s, state %d: G %.1e  E %.1e  next %.1e\n", cases[i].name, k, each[0],
                    each[1], each[2]);
    }
    slopes_free(&s);
  }
  setCallbacks(false);
  print_message("  worst %.1e\n", worst);
  assert_true(worst < 1e-6);
}

static void test_without(void** state) {
  (void)state;
  static const struct {
    unsigned term;
    int index;
  } missing[] = {{SLOPE_INPARENT, 0}, {SLOPE_LENGTH, 0}, {SLOPE_LENGTH, 9}, {SLOPE_RANK1, 5}};
  for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
    Slopes s = slopes_make(loadText(cases[missing[i].index].xml));
    double each[SLOPE_NMAT];
    slopes_state(&s, 99999, 0);
    slopes_fill(&s, missing[i].term);
    const double error = slopes_error(&s, each);
    print_message("  without term %#x: %.1e\n", missing[i].term, error);
    assert_true(error > 1e-3);
    slopes_free(&s);
  }
}

// forces of actuators on a joint are limited: rows of its dofs do not change with them
static void test_full(void** state) {
  (void)state;
  Slopes s = slopes_make(loadText(cases[5].xml));
  double each[SLOPE_NMAT];
  const int joint = mj_name2id(s.m, mjOBJ_JOINT, "jb");
  s.m->jnt_actfrclimited[joint] = 1;
  s.m->jnt_actfrcrange[2 * joint] = -0.05;
  s.m->jnt_actfrcrange[2 * joint + 1] = 0.05;
  slopes_state(&s, 99999, 0);
  slopes_fill(&s, 0);
  const mjtNum force = s.d->qfrc_actuator[s.m->jnt_dofadr[joint]];
  const double error = slopes_error(&s, each);
  print_message("  at %g: %.1e\n", force, error);
  assert_true(fabs(force) == 0.05 && error < 1e-6);
  slopes_free(&s);
}

// what gravity compensation reaches, with actuators and without
static void test_lifted(void** state) {
  (void)state;
  static const char xml[] =
      "<mujoco><worldbody><body gravcomp='1'><joint name='a' actuatorgravcomp='true' "
      "actuatorfrcrange='-.1 .1'/><geom size='.1' pos='.3 0 0'/><body pos='.5 0 0' gravcomp='1'>"
      "<joint name='b'/><geom size='.1'/></body></body></worldbody>"
      "<actuator><motor name='m' joint='a'/></actuator></mujoco>";
  static const struct {
    int disable;
    double ctrl, lifted[2];
  } want[] = {{0, 0, {1, 1}},
              {0, 5, {0, 1}},
              {mjDSBL_ACTUATION, 0, {0, 1}},
              {mjDSBL_SPRING | mjDSBL_DAMPER, 0, {0, 0}}};
  mjModel* m = loadText(xml);
  mjData* d = mj_makeData(m);
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    mjtNum driven[2], lifted[2];
    diff_Work w = {.driven = driven, .lifted = lifted};
    m->opt.disableflags = want[i].disable;
    d->ctrl[0] = want[i].ctrl;
    m->opt.gravity[2] = 0;  // gravity compensation alone is below the limit
    mj_forward(m, d);
    LANE(diff_reach)(m, d, &w);
    for (int k = 0; k < 2; k++) assert_true(lifted[k] == want[i].lifted[k]);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// adhesion: forces by control; how the normals turn is not the actuator's
static void test_adhesion(void** state) {
  (void)state;
  static const char xml[] =
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body name='b' pos='0 0 .099'>"
      "<freejoint/><geom size='.1'/></body></worldbody><actuator>"
      "<adhesion body='b' gain='3' ctrlrange='0 1'/></actuator></mujoco>";
  Slopes s = slopes_make(loadText(xml));
  const int nv = (int)s.m->nv, col = 2 * nv;
  s.d->ctrl[0] = 0.3;
  slopes_fill(&s, 0);
  double worst = 0;
  for (int i = 0; i < nv; i++) {
    const double want = s.d->qfrc_actuator[i] / 0.3;
    worst = fmax(worst, fabs(s.of[SLOPE_G][i * s.ncol + col] - want));
  }
  print_message("  pull %g, worst %.1e\n", s.d->qfrc_actuator[2], worst);
  assert_true(s.d->qfrc_actuator[2] < 0 && worst < 1e-12);
  slopes_free(&s);
}

// activations stay where actuation is disabled
static void test_disabled(void** state) {
  (void)state;
  Slopes s = slopes_make(loadText(cases[5].xml));
  double each[SLOPE_NMAT];
  s.m->opt.disableflags |= mjDSBL_ACTUATION;
  slopes_state(&s, 99999, 0);
  slopes_fill(&s, 0);
  const double error = slopes_error(&s, each);
  print_message("  worst %.1e\n", error);
  assert_true(error < 1e-6);
  slopes_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_differences), cmocka_unit_test(test_full),
      cmocka_unit_test(test_lifted),      cmocka_unit_test(test_adhesion),
      cmocka_unit_test(test_disabled),    cmocka_unit_test(test_without),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
