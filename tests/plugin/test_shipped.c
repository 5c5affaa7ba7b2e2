// The plugins that ship: shapes against the reference (tests/golden/plugin_shapes.txt), the cable
// against beam theory, the controller against its formula, the touch grid against the sensor of the
// whole force.
#include "support.h"

#include <math.h>

#include <sinew/extra.h>

static mjModel* loadText(const char* xml) {
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static void test_names(void** state) {
  (void)state;
  static const char* const name[] = {
      "mujoco.pid",      "mujoco.elasticity.cable", "mujoco.sensor.touch_grid", "mujoco.sdf.bolt",
      "mujoco.sdf.bowl", "mujoco.sdf.gear",         "mujoco.sdf.nut",           "mujoco.sdf.torus"};
  for (int i = 0; i < 8; i++) {
    int slot;
    assert_non_null(mjp_getPlugin(name[i], &slot));
    assert_int_equal(slot, i);
  }
}

// a program's own plugin comes before the one of that name; what was there keeps its slot
static int never(const mjModel* m, int i) { return (void)m, (void)i, 0; }
static void test_replaced(void** state) {
  (void)state;
  const mjpPlugin own = {
      .name = "mujoco.sdf.nut", .capabilityflags = mjPLUGIN_SDF, .nstate = never};
  const mjpPlugin* before = mjp_getPlugin("mujoco.sdf.nut", NULL);
  const int slot = mjp_registerPlugin(&own);
  int found;
  assert_ptr_equal(mjp_getPlugin("mujoco.sdf.nut", &found)->nstate, never);
  assert_int_equal(found, slot);
  assert_ptr_equal(mjp_getPluginAtSlot(6), before);
}

// ---- shapes

static void test_shapes(void** state) {
  (void)state;
  FILE* file = fopen(TEST_DIR "/golden/plugin_shapes.txt", "r");
  assert_non_null(file);
  char line[500];
  int n = 0;
  double worst = 0;
  while (fgets(line, sizeof line, file)) {
    char name[40], text[5][20];
    const char *value[5], *names[5];
    mjtNum x[3], want, attribute[5];
    if (line[0] == '#') continue;
    assert_int_equal(sscanf(line, "%39s %19s %19s %19s %19s %19s %lf %lf %lf %lf", name, text[0],
                            text[1], text[2], text[3], text[4], x, x + 1, x + 2, &want),
                     10);
    int slot = 0;  // those that ship, whatever a program registers
    while (strcmp(mjp_getPluginAtSlot(slot)->name, name)) slot++;
    const mjpPlugin* p = mjp_getPluginAtSlot(slot);
    for (int i = 0; i < p->nattribute; i++) {
      names[i] = p->attributes[i];
      value[i] = text[i][0] == '-' ? "" : text[i];
    }
    p->sdf_attribute(attribute, names, value);
    const mjtNum got = p->sdf_staticdistance(x, attribute);
    worst = fmax(worst, fabs(got - want));
    if (!(fabs(got - want) < 1e-14)) fail_msg("%s: %.17g, not %.17g", line, got, want);
    n++;
  }
  fclose(file);
  assert_int_equal(n, 400);
  print_message("400 distances, largest difference %.2g\n", worst);
}

// ---- cable

// a bar that is bent by angles: each joint has the moment E I angle / length of beam theory, about
// the axis that it is bent about, whatever the others do
static void test_cable(void** state) {
  (void)state;
  mjModel* m = loadText(
      "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'/></extension>"
      "<worldbody><composite type='cable' curve='s' count='41 1 1' size='1 0 0' initial='none'>"
      "<plugin plugin='mujoco.elasticity.cable'><config key='twist' value='1e7'/>"
      "<config key='bend' value='1e7'/></plugin><geom type='capsule' size='.02'/></composite>"
      "</worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  for (int i = 0; i < m->nv; i++) assert_true(fabs(d->qfrc_passive[i]) < 1e-12);  // at rest
  const mjtNum area = mjPI * pow(.02, 4) / 4;  // its second moment
  mjtNum angle[39], length[39];
  for (int j = 0; j < m->njnt; j++) {
    const mjtNum axis[3] = {j % 3 == 0, j % 3 == 1, j % 3 == 2};
    const int body = m->jnt_bodyid[j];
    length[j] = mju_dist3(d->xpos + 3 * body, d->xpos + 3 * (body - 1));
    angle[j] = .1 * rng_uniform();
    mju_axisAngle2Quat(d->qpos + m->jnt_qposadr[j], axis, angle[j]);
  }
  mj_forward(m, d);
  double worst = 0;
  for (int j = 0; j < m->njnt; j++) {
    const mjtNum* got = d->qfrc_passive + m->jnt_dofadr[j];
    for (int k = 0; k < 3; k++) {
      const mjtNum moment = 1e7 * (k ? area : 2 * area) * angle[j] / length[j];
      const mjtNum want = k == j % 3 ? -moment : 0;
      worst = fmax(worst, fabs(got[k] - want));
    }
  }
  print_message("largest difference of a moment %.2g\n", worst);
  assert_true(worst < 1e-10);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a curved cable rests in its curve unless it is flat
static void test_flat(void** state) {
  (void)state;
  static const char* const flat[] = {"", "<config key='flat' value='true'/>"};
  for (int k = 0; k < 2; k++) {
    char xml[1000];
    snprintf(xml, sizeof xml,
             "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'/></extension><worldbody>"
             "<composite type='cable' curve='cos(s) sin(s) 0' count='9 1 1' size='1 .5 1' "
             "initial='none'><plugin plugin='mujoco.elasticity.cable'><config key='bend' "
             "value='1e6'/>%s</plugin><geom type='capsule' size='.02'/></composite></worldbody>"
             "</mujoco>",
             flat[k]);
    mjModel* m = loadText(xml);
    mjData* d = mj_makeData(m);
    mj_forward(m, d);
    mjtNum most = 0;
    for (int i = 0; i < m->nv; i++) most = fmax(most, fabs(d->qfrc_passive[i]));
    assert_true(k ? most > .1 : most < 1e-9);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// ---- pid

static void test_pid(void** state) {
  (void)state;
  mjModel* m = loadText(
      "<mujoco><option timestep='.01' gravity='0 0 0'/><extension><plugin plugin='mujoco.pid'>"
      "<instance name='p'><config key='kp' value='20'/><config key='ki' value='8'/>"
      "<config key='kd' value='3'/><config key='imax' value='.4'/></instance></plugin></extension>"
      "<worldbody><body><joint name='j' type='slide'/><geom size='.1' mass='1'/></body></worldbody>"
      "<actuator><plugin joint='j' instance='p' actdim='1' ctrlrange='-2 2'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  mjtNum integral = 0, x = 0, v = 0;
  d->ctrl[0] = 5;
  for (int i = 0; i < 200; i++) {
    const mjtNum error = 2 - x, most = .4 / 8;
    integral = fmin(fmax(integral + error * .01, -most), most);
    const mjtNum force = 20 * error + 8 * integral - 3 * v;
    mj_step(m, d);
    assert_true(fabs(d->actuator_force[0] - force) < 1e-12);
    assert_true(fabs(d->act[0] - integral) < 1e-12);
    x = d->qpos[0];
    v = d->qvel[0];
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// the set point moves no faster than slewmax; the first step sets it
static void test_slew(void** state) {
  (void)state;
  mjModel* m = loadText(
      "<mujoco><option timestep='.01' gravity='0 0 0'/><extension><plugin plugin='mujoco.pid'/>"
      "</extension><worldbody><body><joint name='j' type='slide'/><geom size='.1' mass='1e6'/>"
      "</body></worldbody><actuator><plugin joint='j' plugin='mujoco.pid' actdim='1'>"
      "<config key='kp' value='1'/><config key='slewmax' value='2'/></plugin></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  mj_step(m, d);
  d->ctrl[0] = 1;
  for (int i = 1; i <= 20; i++) {
    mj_step(m, d);
    assert_true(fabs(d->act[0] - .02 * i) < 1e-12);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- touch grid

// the cells add up to the force of the contacts
static void test_touch(void** state) {
  (void)state;
  mjModel* m = loadText(
      "<mujoco><option timestep='.002'/><extension><plugin plugin='mujoco.sensor.touch_grid'/>"
      "</extension><worldbody><geom type='plane' size='1 1 .1'/><body pos='0 0 .099'><freejoint/>"
      "<geom type='box' size='.2 .2 .1' mass='2'/><site name='s' pos='0 0 .05'/>"
      "</body></worldbody><sensor><plugin name='grid' plugin='mujoco.sensor.touch_grid' "
      "objtype='site' objname='s'><config key='size' value='7 5'/><config key='fov' "
      "value='180 90'/><config key='gamma' value='.3'/><config key='nchannel' value='3'/>"
      "</plugin></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  assert_int_equal(m->nsensordata, 105);
  for (int i = 0; i < 500; i++) mj_step(m, d);
  mj_forward(m, d);
  mjtNum sum[3] = {0};
  int cells = 0;
  for (int i = 0; i < 105; i++) {
    sum[i / 35] += d->sensordata[i];
    cells += i < 35 && d->sensordata[i] != 0;
  }
  assert_true(fabs(sum[0] - 2 * 9.81) < 1e-3);
  assert_true(fabs(sum[1]) < 1e-6 && fabs(sum[2]) < 1e-6);
  assert_int_equal(cells, 4);  // a corner each
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a cloth that lies on the sensor's body is not felt; the reference reads geoms that are not there
static void test_touch_of_flex(void** state) {
  (void)state;
  mjModel* m = loadText(
      "<mujoco><extension><plugin plugin='mujoco.sensor.touch_grid'/></extension><worldbody>"
      "<body><geom type='box' size='.2 .2 .1' mass='2'/><site name='s'/></body><flexcomp name='f' "
      "type='grid' count='4 4 1' spacing='.05 .05 .05' pos='0 0 .104' radius='.005'><edge "
      "equality='true'/></flexcomp></worldbody><sensor><plugin name='grid' "
      "plugin='mujoco.sensor.touch_grid' objtype='site' objname='s'><config key='size' "
      "value='7 7'/><config key='fov' value='180 90'/><config key='gamma' value='0'/><config "
      "key='nchannel' value='3'/></plugin></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 20; i++) mj_step(m, d);
  mj_forward(m, d);
  assert_true(d->ncon > 0);
  for (int i = 0; i < m->nsensordata; i++) assert_true(d->sensordata[i] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),         cmocka_unit_test(test_replaced),
      cmocka_unit_test(test_shapes),        cmocka_unit_test(test_cable),
      cmocka_unit_test(test_flat),          cmocka_unit_test(test_pid),
      cmocka_unit_test(test_slew),          cmocka_unit_test(test_touch),
      cmocka_unit_test(test_touch_of_flex),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
