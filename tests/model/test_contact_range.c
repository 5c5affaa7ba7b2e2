// model/contact_range: numbers that programs write into contacts and options, between calls and in
// callbacks, lead nowhere: the call is an error or leaves the contact out.
#include "support.h"

#include <string.h>

static const char xml[] =
    "<mujoco><option timestep='.002'><flag sleep='enable' energy='enable'/></option>"
    "<extension><plugin plugin='mujoco.sensor.touch_grid'/></extension>"
    "<worldbody><geom name='floor' type='plane' size='2 2 .1' surfacevel='1 0 0 0 0 1'/>"
    "<body name='a' pos='0 0 .09'><freejoint/><geom name='a' type='box' size='.1 .1 .1' "
    "condim='6'/><site name='s' size='.2'/></body>"
    "<body name='b' pos='0 0 .28'><freejoint/><geom name='b' size='.1' condim='4'/></body>"
    "<body name='c' pos='.5 0 .09'><joint name='j' type='slide' axis='0 0 1'/><geom name='c' "
    "size='.1' condim='1'/></body>"
    "<flexcomp name='f' type='grid' count='3 3 1' spacing='.1 .1 .1' pos='-1 0 .005' "
    "radius='.01' mass='1' dim='2'><edge equality='true'/><contact "
    "selfcollide='none'/></flexcomp></worldbody>"
    "<actuator><adhesion body='a' ctrlrange='0 10'/><motor joint='j'/></actuator>"
    "<sensor><touch site='s'/><contact body1='a' num='3' data='found force pos'/>"
    "<contact geom1='floor' reduce='netforce' data='force torque'/><contact subtree1='b' "
    "reduce='maxforce' data='dist'/><contact site='s' reduce='mindist' "
    "data='normal'/><accelerometer "
    "site='s'/><plugin plugin='mujoco.sensor.touch_grid' objtype='site' objname='s'><config "
    "key='size' "
    "value='3 3'/><config key='fov' value='60 60'/><config key='gamma' value='0'/><config "
    "key='nchannel' value='3'/></plugin></sensor></mujoco>";

static uint32_t seed;
static int hostile;  // callbacks write too

static uint32_t draw(uint32_t n) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % n;
}

static int anyInt(void) {
  static const int odd[] = {-2147483647 - 1, -100,      -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 77, 1000,
                            100000,          2147483647};
  return odd[draw(sizeof odd / sizeof *odd)];
}

static void writeContact(mjData* d) {
  if (!d->ncon) return;
  mjContact* con = &d->contact[draw((uint32_t)d->ncon)];
  int* const place[] = {&con->dim,     &con->geom1,   &con->geom2,       &con->geom[0],
                        &con->geom[1], &con->flex[0], &con->flex[1],     &con->elem[0],
                        &con->elem[1], &con->vert[0], &con->vert[1],     &con->exclude,
                        &con->dim,     &con->geom[0], &con->efc_address, &con->efc_address};
  for (uint32_t n = 1 + draw(3); n; n--) *place[draw(sizeof place / sizeof *place)] = anyInt();
}

static void writeOption(mjModel* m) {
  int* const place[] = {&m->opt.integrator,     &m->opt.solver,         &m->opt.cone,
                        &m->opt.jacobian,       &m->opt.iterations,     &m->opt.noslip_iterations,
                        &m->opt.ccd_iterations, &m->opt.sdf_iterations, &m->opt.sdf_initpoints,
                        &m->opt.disableactuator};
  int* to = place[draw(sizeof place / sizeof *place)];
  *to = draw(2) ? (int)draw(4) : anyInt();
  if (to >= &m->opt.iterations && to != &m->opt.disableactuator && *to > 100) *to = 100;
}

static void onPass(const mjModel* m, mjData* d) {
  if (!hostile) return;
  writeContact(d);
  if (draw(3) == 0) writeOption((mjModel*)m);
}

static int onPair(const mjModel* m, mjData* d, int g1, int g2) {
  (void)g1, (void)g2;
  onPass(m, d);
  return 0;
}

static void onSensor(const mjModel* m, mjData* d, int stage) {
  (void)stage;
  onPass(m, d);
}

static void drawScene(mjModel* m, mjData* d) {
  static mjvScene scene;
  static mjvOption option;
  mjvCamera camera;
  if (!scene.maxgeom) mjv_makeScene(m, &scene, 200);
  mjv_defaultOption(&option);
  mjv_defaultCamera(&camera);
  memset(option.flags, 1, sizeof option.flags);
  option.frame = (int)draw(mjNFRAME);
  option.label = (int)draw(mjNLABEL);
  mjv_updateScene(m, d, &option, NULL, &camera, mjCAT_ALL, &scene);
}

static void oneCall(mjModel* m, mjData* d) {
  mjtNum wrench[6];
  static void (*const stages[])(const mjModel*, mjData*) = {mj_step,
                                                            mj_forward,
                                                            mj_inverse,
                                                            mj_step1,
                                                            mj_step2,
                                                            mj_collision,
                                                            mj_makeConstraint,
                                                            mj_island,
                                                            mj_projectConstraint,
                                                            mj_transmission,
                                                            mj_fwdVelocity,
                                                            mj_passive,
                                                            mj_referenceConstraint,
                                                            mj_fwdActuation,
                                                            mj_fwdAcceleration,
                                                            mj_fwdConstraint,
                                                            mj_sensorPos,
                                                            mj_sensorVel,
                                                            mj_sensorAcc,
                                                            mj_rnePostConstraint,
                                                            mj_Euler,
                                                            mj_implicit,
                                                            mj_invConstraint,
                                                            mj_compareFwdInv};
  enum { N = sizeof stages / sizeof *stages };
  const uint32_t which = draw(N + 5);
  if (which < N) {
    stages[which](m, d);
  } else if (which == N) {
    mj_contactForce(m, d, (int)draw(12) - 1, wrench);
  } else if (which == N + 1) {
    drawScene(m, d);
  } else if (which == N + 2) {
    mj_forwardSkip(m, d, (int)draw(4), 0);
  } else if (which == N + 3) {
    mj_inverseSkip(m, d, (int)draw(4), 0);
  } else {
    mj_resetData(m, d);
  }
}

static void test_hostileNumbers(void** state) {
  (void)state;
  char error[500] = "";
  mjModel* first = sn_loadXMLString(xml, error, sizeof error);
  if (!first) fail_msg("%s", error);
  mjModel* m = mj_copyModel(NULL, first);
  mjData* d = mj_makeData(m);
  sn_setErrorMode(sn_ERROR_KEEP);
  mjcb_control = mjcb_passive = onPass;
  mjcb_contactfilter = onPair;
  mjcb_sensor = onSensor;
  for (int round = 0; round < 400; round++) {
    seed = (uint32_t)round * 2654435761u;
    hostile = 0;
    m->opt = first->opt;
    mj_resetData(m, d);
    mj_forward(m, d);
    assert_true(d->ncon >= 3);
    hostile = round & 1;
    for (int k = 0; k < 12; k++) {
      if (draw(2)) writeContact(d);
      if (draw(6) == 0) writeOption(m);
      oneCall(m, d);
      sn_clearErrors();
    }
  }
  mj_resetCallbacks();
  sn_setErrorMode(sn_ERROR_REPORT);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteModel(first);
}

static void toNoIntegrator(const mjModel* m, mjData* d) {
  (void)d;
  ((mjModel*)m)->opt.integrator = -1;
}

// the step is told, and not made
static void test_integratorOfCallback(void** state) {
  (void)state;
  mjModel* m = sn_loadXMLString(xml, NULL, 0);
  mjData* d = mj_makeData(m);
  sn_setErrorMode(sn_ERROR_KEEP);
  mjcb_control = toNoIntegrator;
  mj_step(m, d);
  mjcb_control = NULL;
  assert_non_null(sn_lastError());
  assert_non_null(strstr(sn_lastError(), "integrator -1"));
  assert_true(d->time == 0);
  sn_clearErrors();
  sn_setErrorMode(sn_ERROR_REPORT);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void expectError(const char* text) {
  assert_non_null(sn_lastError());
  if (!strstr(sn_lastError(), text)) fail_msg("%s", sn_lastError());
  sn_clearErrors();
}

// of a wrong contact there is no force and there are no rows; the others keep theirs
static void test_messages(void** state) {
  (void)state;
  mjModel* m = sn_loadXMLString(xml, NULL, 0);
  mjData* d = mj_makeData(m);
  mjtNum wrench[6] = {1, 1, 1, 1, 1, 1};
  mj_forward(m, d);
  const int nefc = d->nefc, rows = d->contact[0].dim == 1 ? 1 : 2 * (d->contact[0].dim - 1);
  sn_setErrorMode(sn_ERROR_KEEP);
  sn_clearErrors();
  d->contact[0].dim = 77;
  mj_contactForce(m, d, 0, wrench);
  expectError("mj_contactForce: contact 0 has dim 77");
  for (int k = 0; k < 6; k++) assert_true(wrench[k] == 0);
  mj_makeConstraint(m, d);
  expectError("contact 0 is left out");
  assert_int_equal(d->nefc, nefc - rows);
  mj_forward(m, d);
  assert_null(sn_lastError());
  assert_int_equal(d->nefc, nefc);
  sn_setErrorMode(sn_ERROR_REPORT);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_hostileNumbers),
                                     cmocka_unit_test(test_integratorOfCallback),
                                     cmocka_unit_test(test_messages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
