// Geoms of meshes that are cut into pieces: names, ids, masks, mass; a ball stays in a bowl and
// falls through a ring; saving, copying and compiling again.
#include "support.h"

#include <math.h>

#define L_MESH(attributes)                                                                         \
  "<mesh name='l' vertex='0 0 0 .3 0 0 .3 .1 0 .1 .1 0 .1 .4 0 0 .4 0 0 0 .1 .3 0 .1 .3 .1 .1 "    \
  ".1 .1 .1 .1 .4 .1 0 .4 .1' face='0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 3 10 9 4 5 11 "     \
  "4 11 10 5 0 6 5 6 11 6 7 8 6 8 9 6 9 10 6 10 11 2 1 0 3 2 0 4 3 0 5 4 0' " attributes "/>"
#define L_SCENE(attributes)                                                                        \
  "<mujoco><asset>" L_MESH(                                                                        \
      attributes) "</asset><worldbody><geom name='floor' type='plane' "                            \
                  "size='1 1 1'/><body name='b' pos='0 0 1'><freejoint/><geom name='g' "           \
                  "type='mesh' mesh='l' "                                                          \
                  "contype='2' conaffinity='3' friction='.5'/><geom name='s' size='.01'/></body>"  \
                  "<body><geom name='last' size='.1'/></body></worldbody></mujoco>"

static mjModel* load(const char* xml) {
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static void test_names_and_mass(void** state) {
  (void)state;
  mjModel *m = load(L_SCENE("decompose='8'")), *plain = load(L_SCENE(""));
  assert_int_equal(m->ngeom, plain->ngeom + 2);
  assert_int_equal(m->nmesh, 3);
  const int g = mj_name2id(m, mjOBJ_GEOM, "g");
  assert_int_equal(g, mj_name2id(plain, mjOBJ_GEOM, "g"));
  assert_int_equal(m->geom_contype[g], 0);
  assert_int_equal(m->geom_conaffinity[g], 0);
  assert_int_equal(m->geom_dataid[g], 0);
  assert_string_equal(mj_id2name(m, mjOBJ_MESH, 2), "l_piece1");
  double volume = 0;
  for (int i = 0; i < 2; i++) {
    char name[20];
    snprintf(name, sizeof name, "g_piece%d", i);
    const int piece = mj_name2id(m, mjOBJ_GEOM, name);
    assert_int_equal(piece, g + 2 + i);  // behind the geoms of the body
    assert_int_equal(m->geom_contype[piece], 2);
    assert_int_equal(m->geom_conaffinity[piece], 3);
    assert_true(m->geom_friction[3 * piece] == 0.5);
    assert_int_equal(m->geom_group[piece], 3);
    assert_true(m->geom_rgba[4 * piece + 3] == 0);
    assert_int_equal(m->mesh_vertnum[m->geom_dataid[piece]], 8);
    const mjtNum* s = m->geom_size + 3 * piece;
    volume += 8 * s[0] * s[1] * s[2];
  }
  print_message("boxes of the pieces: %.9g\n", volume);
  assert_true(fabs(volume - 0.006) < 1e-8);  // the L is two boxes
  assert_memory_equal(m->body_mass, plain->body_mass, 3 * sizeof(mjtNum));
  assert_memory_equal(m->body_inertia, plain->body_inertia, 9 * sizeof(mjtNum));
  assert_memory_equal(m->body_ipos, plain->body_ipos, 9 * sizeof(mjtNum));
  mj_deleteModel(plain);
  mj_deleteModel(m);
}

static mjtNum heightAfter(const char* xml, int nstep, int* npiece) {
  mjModel* m = load(xml);
  mjData* d = mj_makeData(m);
  for (int i = 0; i < nstep; i++) mj_step(m, d);
  const mjtNum z = d->qpos[2];
  if (npiece) *npiece = (int)m->nmesh - 1;
  mj_deleteData(d);
  mj_deleteModel(m);
  return z;
}

// a ball over the hole: the hull has none
static void test_ring(void** state) {
  (void)state;
#define RING(attributes)                                                                           \
  "<mujoco><asset><mesh name='m' builtin='supertorus' params='12 .35 1 1' scale='.2 .2 "           \
  ".2' " attributes                                                                                \
  "/></asset><worldbody><geom type='mesh' mesh='m'/><body pos='0 0 .2'><freejoint/>"               \
  "<geom size='.05'/></body></worldbody></mujoco>"
  int npiece;
  const mjtNum z = heightAfter(RING("decompose='12'"), 500, &npiece);
  print_message("%d pieces, z %.3g\n", npiece, z);
  assert_true(npiece > 4 && npiece <= 12);
  assert_true(z < -1);
  assert_true(heightAfter(RING(""), 500, NULL) > 0);
}

// a ball rolls to the bottom of a hemisphere that is open at the top, and stays
static void test_bowl(void** state) {
  (void)state;
  enum { ROUND = 20, RINGS = 6, ROWS = 2 * RINGS + 2 };
  char *xml = malloc(200000), *at = xml;
  at += sprintf(at, "<mujoco><asset><mesh name='m' decompose='32' vertex='");
  for (int i = 0; i < ROWS; i++) {
    const int ring = i <= RINGS ? i : ROWS - 1 - i;
    const double a = mjPI / 2 * ring / (RINGS + 0.2), r = i <= RINGS ? 0.5 : 0.44;
    for (int k = 0; k < ROUND; k++) {
      const double b = 2 * mjPI * k / ROUND;
      at += sprintf(at, "%.6f %.6f %.6f ", r * cos(a) * cos(b), r * cos(a) * sin(b), -r * sin(a));
    }
  }
  at += sprintf(at, "' face='");
  for (int i = 0; i < ROWS; i++) {
    if (i == RINGS) continue;  // two discs close the bottom
    for (int k = 0; k < ROUND; k++) {
      const int a = i * ROUND, b = (i + 1) % ROWS * ROUND, n = (k + 1) % ROUND;
      at += sprintf(at, "%d %d %d %d %d %d ", a + k, b + k, b + n, a + k, b + n, a + n);
    }
  }
  for (int k = 1; k + 1 < ROUND; k++) {
    const int a = RINGS * ROUND, b = (RINGS + 1) * ROUND;
    at += sprintf(at, "%d %d %d %d %d %d ", a, a + k + 1, a + k, b, b + k, b + k + 1);
  }
  sprintf(at, "'/></asset><worldbody><geom type='mesh' mesh='m'/><body pos='.2 .1 .1'><freejoint/>"
              "<geom size='.08' condim='6' friction='1 .01 .01'/></body></worldbody></mujoco>");
  const mjtNum z = heightAfter(xml, 4000, NULL);
  print_message("z %.4g\n", z);  // the bottom is at -.44
  assert_true(z > -0.37 && z < -0.29);
  free(xml);
}

static void test_saved_and_copied(void** state) {
  (void)state;
  char error[500] = "", xml[4000];
  mjSpec* spec =
      mj_parseXMLString(L_SCENE("decompose='8' concavity='0.01'"), NULL, error, sizeof error);
  assert_non_null(spec);
  mjModel *m = mj_compile(spec, NULL), *second = mj_compile(spec, NULL);
  assert_non_null(m);
  assert_non_null(second);
  assert_int_equal(m->ngeom, second->ngeom);
  const mjsElement* g = mjs_findElement(spec, mjOBJ_GEOM, "g");
  assert_int_equal(mjs_getId(g), mj_name2id(m, mjOBJ_GEOM, "g"));
  assert_int_equal(mj_saveXMLString(spec, xml, sizeof xml, error, sizeof error), 0);
  assert_non_null(strstr(xml, "decompose=\"8\" concavity=\"0.01\""));
  assert_non_null(strstr(xml, "contype=\"2\""));
  assert_null(strstr(xml, "piece"));
  m->geom_friction[3 * mjs_getId(g)] = 0.25;
  assert_true(mj_copyBack(spec, m));
  assert_int_equal(mj_saveXMLString(spec, xml, sizeof xml, error, sizeof error), 0);
  assert_non_null(strstr(xml, "0.25"));
  assert_non_null(strstr(xml, "contype=\"2\""));
  mjSpec* copy = mj_copySpec(spec);
  mjModel* third = mj_compile(copy, NULL);
  assert_non_null(third);
  assert_int_equal(third->ngeom, m->ngeom);
  mj_deleteModel(third);
  mj_deleteModel(second);
  mj_deleteModel(m);
  mj_deleteSpec(copy);
  mj_deleteSpec(spec);
}

// bodies that are fused take their pieces along
static void test_fused(void** state) {
  (void)state;
  mjModel* m = load("<mujoco><compiler fusestatic='true' discardvisual='true'/><asset>" L_MESH(
      "decompose='4'") "</asset><worldbody><body pos='1 0 0'><geom name='g' type='mesh' "
                       "mesh='l'/></body></worldbody></mujoco>");
  assert_int_equal(m->nbody, 1);
  assert_int_equal(m->ngeom, 3);
  assert_int_equal(m->nmesh, 3);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names_and_mass), cmocka_unit_test(test_ring),
      cmocka_unit_test(test_bowl),           cmocka_unit_test(test_saved_and_copied),
      cmocka_unit_test(test_fused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
