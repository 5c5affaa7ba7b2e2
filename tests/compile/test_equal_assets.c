// Assets that are equal are made once: in a model that has them several times, with others between
// them, each has the bits that it has alone.
#include "support.h"

static mjModel* load(const char* assets, const char* geoms) {
  char xml[4000], error[500] = "";
  snprintf(xml, sizeof xml, "<mujoco><asset>%s</asset><worldbody>%s</worldbody></mujoco>", assets,
           geoms);
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

#define OCTAHEDRON "vertex='.1 0 0 -.1 0 0 0 .1 0 0 -.1 0 0 0 .2 0 0 -.2'"
#define WEDGE "vertex='0 0 0 .3 0 0 0 .3 0 0 0 .3 .1 .1 .3'"

static void expectMesh(const mjModel* a, int i, const mjModel* b, int k) {
  const size_t n = 3 * (size_t)a->mesh_vertnum[i] * sizeof(float);
  assert_int_equal(a->mesh_vertnum[i], b->mesh_vertnum[k]);
  assert_int_equal(a->mesh_facenum[i], b->mesh_facenum[k]);
  assert_memory_equal(a->mesh_vert + 3 * a->mesh_vertadr[i], b->mesh_vert + 3 * b->mesh_vertadr[k],
                      n);
  assert_memory_equal(a->mesh_pos + 3 * i, b->mesh_pos + 3 * k, 3 * sizeof(mjtNum));
  assert_memory_equal(a->mesh_quat + 4 * i, b->mesh_quat + 4 * k, 4 * sizeof(mjtNum));
  assert_true((a->mesh_graphadr[i] >= 0) == (b->mesh_graphadr[k] >= 0));
}

static void test_meshes(void** state) {
  (void)state;
  mjModel* one = load("<mesh name='a' " OCTAHEDRON "/>", "<geom type='mesh' mesh='a'/>");
  mjModel* two = load("<mesh name='a' " WEDGE "/>", "<geom type='mesh' mesh='a'/>");
  mjModel* big =
      load("<mesh name='a' scale='2 1 1' " OCTAHEDRON "/>", "<geom type='mesh' mesh='a'/>");
  mjModel* all =
      load("<mesh name='a' " OCTAHEDRON "/><mesh name='b' " WEDGE "/><mesh name='c' " OCTAHEDRON
           "/><mesh name='d' scale='2 1 1' " OCTAHEDRON "/>",
           "<geom type='mesh' mesh='a'/><geom type='mesh' mesh='b'/>"
           "<geom type='mesh' mesh='c'/><geom type='mesh' mesh='d'/>");
  expectMesh(all, 0, one, 0);
  expectMesh(all, 1, two, 0);
  expectMesh(all, 2, one, 0);
  expectMesh(all, 3, big, 0);
  mj_deleteModel(one);
  mj_deleteModel(two);
  mj_deleteModel(big);
  mj_deleteModel(all);
}

#define CHECKER "type='2d' builtin='checker' width='30' height='20' mark='random' random='.3'"

static void expectTexture(const mjModel* a, int i, const mjModel* b) {
  assert_int_equal(a->tex_width[i], b->tex_width[0]);
  assert_memory_equal(a->tex_data + a->tex_adr[i], b->tex_data, (size_t)b->ntexdata);
}

static void test_patterns(void** state) {
  (void)state;
  mjModel* red = load("<texture name='a' " CHECKER " rgb1='1 0 0'/>", "");
  mjModel* blue = load("<texture name='a' " CHECKER " rgb1='0 0 1'/>", "");
  mjModel* all = load("<texture name='a' " CHECKER " rgb1='1 0 0'/><texture name='b' " CHECKER
                      " rgb1='0 0 1'/><texture name='c' " CHECKER " rgb1='1 0 0'/>",
                      "");
  expectTexture(all, 0, red);
  expectTexture(all, 1, blue);
  expectTexture(all, 2, red);
  mj_deleteModel(red);
  mj_deleteModel(blue);
  mj_deleteModel(all);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_meshes),
                                     cmocka_unit_test(test_patterns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
