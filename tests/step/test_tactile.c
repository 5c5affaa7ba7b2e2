// Tactile sensors: numbers of the reference, what gives none, derivatives against differences of
// steps, saving, meshes that only a sensor uses.
#include "support.h"

#include <math.h>

#define SCENE(option, sensor)                                                                      \
  "<mujoco>" option "<asset><mesh name='p' builtin='plate' params='5 4' scale='.1 .1 .05'/>"       \
  "</asset><worldbody><geom type='plane' size='1 1 .1'/><geom type='sphere' size='.1' "            \
  "pos='.02 0 .05'/><body name='b' pos='0 0 .18'><freejoint/><geom type='box' size='.1 .1 .05' "   \
  "mass='1'/><geom name='g' type='mesh' mesh='p' mass='0' contype='0' conaffinity='0'/></body>"    \
  "</worldbody><sensor>" sensor "</sensor></mujoco>"
#define TACTILE "<tactile name='t' geom='g' mesh='p'/>"

enum { NTAXEL = 20 };

static mjModel* load(const char* xml) {
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static mjData* touching(const mjModel* m) {
  static const mjtNum velocity[6] = {.1, .2, -.1, .3, .1, .2};
  mjData* d = mj_makeData(m);
  memcpy(d->qvel, velocity, sizeof velocity);
  d->qpos[2] = 0.19;
  mj_forward(m, d);
  return d;
}

// python: m = mujoco.MjModel.from_xml_path("tests/golden/tactile.xml"); d.qvel[:] = ...; d.qpos[2]
// = .19; mj_forward; d.sensordata.reshape(3, -1).sum(1), .max(1)
static void test_reference(void** state) {
  (void)state;
  static const double sum[3] = {0.01790053649354459, 0.8759999996423792, 0.4079999998211893};
  static const double largest[3] = {0.004475134216981619, 0.22299999982118787, 0.11150000002235264};
  char error[500] = "";
  mjModel* m = mj_loadXML(TEST_DIR "/golden/tactile.xml", NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjData* d = touching(m);
  assert_int_equal(m->nsensordata, 3 * NTAXEL);
  assert_int_equal(m->sensor_dim[0], 3 * NTAXEL);
  for (int channel = 0; channel < 3; channel++) {
    double total = 0, most = 0;
    for (int i = 0; i < NTAXEL; i++) {
      const double x = d->sensordata[NTAXEL * channel + i];
      total += x;
      if (x > most) most = x;
    }
    print_message("channel %d: %.2g %.2g\n", channel, total - sum[channel],
                  most - largest[channel]);
    assert_true(fabs(total - sum[channel]) < 1e-14 && fabs(most - largest[channel]) < 1e-14);
  }
  d->qpos[2] = 1;  // nothing is touched
  mj_forward(m, d);
  for (int i = 0; i < m->nsensordata; i++) assert_true(d->sensordata[i] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a cloth between the sensor's body and the ground is touched, but has no distances
static void test_flex(void** state) {
  (void)state;
  mjModel* m = load(
      "<mujoco><asset><mesh name='p' builtin='plate' params='5 4' scale='.1 .1 .05'/></asset>"
      "<worldbody><body name='b' pos='0 0 .15'><geom type='box' size='.1 .1 .05' mass='1'/><geom "
      "name='g' type='mesh' mesh='p' mass='0' contype='0' conaffinity='0'/></body><flexcomp "
      "name='f' type='grid' count='4 4 1' spacing='.04 .04 .04' pos='0 0 .096' radius='.005'><edge "
      "equality='true'/></flexcomp></worldbody><sensor>" TACTILE "</sensor></mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  assert_true(d->ncon > 0);
  for (int i = 0; i < m->nsensordata; i++) assert_true(d->sensordata[i] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// columns of positions and velocities against differences of whole steps
static void test_derivatives(void** state) {
  (void)state;
  mjModel* m = load(SCENE("<option timestep='.001'/>", TACTILE));
  mjData* d = touching(m);
  const int nv = (int)m->nv, n = (int)m->nsensordata;
  mjtNum *C = calloc((size_t)(n * 2 * nv), sizeof *C), *D = calloc((size_t)(n * 2 * nv), sizeof *D);
  mjd_transitionFD(m, d, 1e-7, 1, NULL, NULL, D, NULL);
  assert_true(sn_transition(m, d, sn_DIFF_ANALYTIC, NULL, NULL, C, NULL) >= 0);
  double worst = 0, scale = 0;
  for (int i = 0; i < n * 2 * nv; i++) {
    if (fabs(C[i] - D[i]) > worst) worst = fabs(C[i] - D[i]);
    if (fabs(D[i]) > scale) scale = fabs(D[i]);
  }
  print_message("off by %.2g of %.2g\n", worst, scale);
  assert_true(scale > 0.1 && worst < 1e-5 * (1 + scale));
  free(C);
  free(D);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// the mesh stays though no geom shows it once visual geoms are gone
static void test_discarded(void** state) {
  (void)state;
  mjModel* m = load("<mujoco><compiler discardvisual='true'/><asset><mesh name='a' builtin='plate' "
                    "params='3 3'/><mesh name='p' builtin='plate' params='5 4'/></asset><worldbody>"
                    "<geom type='plane' size='1 1 .1'/><body><freejoint/><geom name='g' size='.1'/>"
                    "</body></worldbody><sensor>" TACTILE "</sensor></mujoco>");
  assert_int_equal(m->nmesh, 1);
  assert_int_equal(m->sensor_objid[0], 0);
  assert_int_equal(m->mesh_vertnum[0], NTAXEL);
  mj_deleteModel(m);
}

static void test_saved(void** state) {
  (void)state;
  char error[500] = "", xml[4000];
  mjSpec* spec = mj_parseXMLString(SCENE("", TACTILE), NULL, error, sizeof error);
  assert_non_null(spec);
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  assert_int_equal(mj_saveXMLString(spec, xml, sizeof xml, error, sizeof error), 0);
  assert_non_null(strstr(xml, "<tactile name=\"t\" mesh=\"p\" geom=\"g\"/>"));
  mjModel* again = load(xml);
  assert_int_equal(again->nsensordata, m->nsensordata);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reference),   cmocka_unit_test(test_flex),
      cmocka_unit_test(test_derivatives), cmocka_unit_test(test_discarded),
      cmocka_unit_test(test_saved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
