// Scenes: room for geoms, bad ids, state of other models, memory. Numbers of whole scenes are
// compared with the reference by tests/checks/check_scene.py; those here were printed by a program
// with the reference's library (MuJoCo 3.12.0) and the same calls.
#include "base/file.h"
#include "base/mem.h"
#include "support.h"

#include <unistd.h>

static const char xml[] =
    "<mujoco><visual><global fovy='60'/></visual><asset><material name='red' rgba='1 0 0 "
    "1'/></asset>"
    "<worldbody><light pos='0 0 3'/><camera name='c' pos='0 -2 1' xyaxes='1 0 0 0 1 2'/>"
    "<geom name='floor' type='plane' size='0 0 1'/>"
    "<body name='a' pos='.1 .2 1'><freejoint/><geom size='.1' material='red'/>"
    "<body name='b' pos='0 0 .3'><joint axis='0 1 0'/><geom type='capsule' size='.05 .1'/></body>"
    "</body><body name='m' mocap='true'><geom size='.1'/></body></worldbody></mujoco>";

typedef struct {
  mjModel* m;
  mjData* d;
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjvPerturb pert;
} World;

static World open(int maxgeom) {
  World w;
  char error[200] = "";
  w.m = sn_loadXMLString(xml, error, sizeof error);
  assert_string_equal(error, "");
  w.d = mj_makeData(w.m);
  mj_forward(w.m, w.d);
  mjv_defaultScene(&w.scn);
  mjv_makeScene(w.m, &w.scn, maxgeom);
  mjv_defaultOption(&w.opt);
  mjv_defaultFreeCamera(w.m, &w.cam);
  mjv_defaultPerturb(&w.pert);
  return w;
}

static void shut(World* w) {
  mjv_freeScene(&w->scn);
  mj_deleteData(w->d);
  mj_deleteModel(w->m);
}

static void update(World* w) {
  mjv_updateScene(w->m, w->d, &w->opt, &w->pert, &w->cam, mjCAT_ALL, &w->scn);
}

static void assert_near(double x, double y, double tolerance) {
  if (!(x - y <= tolerance && y - x <= tolerance)) fail_msg("%.12g is not %.12g", x, y);
}

// a full scene warns once, drops what is left, and stays marked
static void test_full(void** state) {
  (void)state;
  World w = open(2);
  catch_begin();
  update(&w);
  assert_int_equal(w.scn.ngeom, 2);
  assert_int_equal(w.scn.status, 1);
  assert_int_equal(caught_count, 1);
  assert_int_equal(caught.level, mjLOG_WARNING);
  update(&w);
  assert_int_equal(caught_count, 1);
  catch_end();
  shut(&w);
}

static void test_noRoom(void** state) {
  (void)state;
  for (int n = -1; n <= 0; n++) {
    World w = open(n);
    catch_begin();
    update(&w);
    assert_true(w.scn.ngeom == 0 && w.scn.maxgeom == 0 && !w.scn.geoms && w.scn.nlight == 2);
    catch_end();
    shut(&w);
  }
}

static void test_geoms(void** state) {
  (void)state;
  World w = open(100);
  update(&w);
  assert_int_equal(w.scn.ngeom, 4);
  const mjvGeom* g = w.scn.geoms;
  assert_true(g[0].type == mjGEOM_PLANE && g[0].category == mjCAT_STATIC && g[0].dataid == 0);
  assert_true(g[1].matid == 0 && g[1].rgba[0] == 1 && g[1].rgba[1] == 0 && g[1].objid == 1);
  assert_true(g[2].size[0] == 0.05f && g[2].size[1] == 0.05f && g[2].size[2] == 0.1f);
  assert_true(g[3].category == mjCAT_DYNAMIC && g[3].segid == 3 && g[3].objtype == mjOBJ_GEOM);
  assert_true(w.scn.lights[0].headlight && w.scn.lights[1].id == 0);
  // bodies of other kinds are left out
  mjv_updateScene(w.m, w.d, &w.opt, NULL, &w.cam, mjCAT_STATIC, &w.scn);
  assert_int_equal(w.scn.ngeom, 1);
  w.opt.flags[mjVIS_STATIC] = 0;
  mjv_updateScene(w.m, w.d, &w.opt, NULL, &w.cam, mjCAT_STATIC, &w.scn);
  assert_int_equal(w.scn.ngeom, 0);
  shut(&w);
}

// a plane without end follows the camera one update later
static void test_plane(void** state) {
  (void)state;
  World w = open(100);
  w.cam.lookat[0] = 1000;
  update(&w);
  assert_true(w.scn.geoms[0].pos[0] == 0);
  update(&w);
  assert_near(w.scn.geoms[0].pos[0], 1000, 5);
  assert_true(w.scn.geoms[0].pos[0] != 1000);
  shut(&w);
}

static void test_selected(void** state) {
  (void)state;
  World w = open(100);
  w.pert.select = 2;
  w.pert.active = mjPERT_TRANSLATE | mjPERT_ROTATE;
  w.opt.flags[mjVIS_SELECT] = 1;
  w.opt.label = mjLABEL_SELPNT;
  update(&w);
  assert_int_equal(w.scn.ngeom, 8);
  assert_true(w.scn.geoms[2].emission > 0 && w.scn.geoms[1].emission == 0);
  assert_string_equal(w.scn.geoms[7].label, "0.100 0.200 1.300 (local 0.000 0.000 0.000)");
  // no body of the model
  for (int bad = -5; bad < 2000; bad += 1001) {
    w.pert.select = bad;
    update(&w);
    assert_int_equal(w.scn.ngeom, 4);
  }
  shut(&w);
}

static void expectError(World* w) {
  catch_begin();
  update(w);
  assert_true(caught_count >= 1 && caught.level == mjLOG_ERROR);
  catch_end();
}

static void test_badCamera(void** state) {
  (void)state;
  World w = open(100);
  w.cam.type = mjCAMERA_FIXED;
  const int bad[] = {-1, 1, 1000};
  for (int i = 0; i < 3; i++) {
    w.cam.fixedcamid = bad[i];
    expectError(&w);
  }
  w.cam.type = mjCAMERA_TRACKING;
  w.cam.trackbodyid = 4;
  expectError(&w);
  w.cam.type = 17;
  expectError(&w);
  mjtNum head[3];
  catch_begin();
  mjv_cameraFrame(head, NULL, NULL, NULL, w.d, &w.cam);
  assert_int_equal(caught_count, 1);
  w.cam.type = mjCAMERA_FIXED;
  w.cam.fixedcamid = -1;
  mjv_cameraFrame(head, NULL, NULL, NULL, w.d, &w.cam);
  assert_int_equal(caught_count, 2);
  catch_end();
  shut(&w);
}

// one of the program itself stays as it is
static void test_userCamera(void** state) {
  (void)state;
  World w = open(100);
  update(&w);
  const mjvGLCamera before = w.scn.camera[0];
  w.cam.type = mjCAMERA_USER;
  w.cam.distance = 77;
  update(&w);
  assert_memory_equal(&before, &w.scn.camera[0], sizeof before);
  shut(&w);
}

static void test_otherModel(void** state) {
  (void)state;
  World w = open(100);
  w.scn.nskin = 1;
  catch_begin();
  update(&w);
  assert_true(caught_count == 1 && w.scn.ngeom == 0);
  w.scn.nskin = 0;
  mjModel* small = sn_loadXMLString("<mujoco/>", NULL, 0);
  mjv_copyModel(small, w.m);
  assert_int_equal(caught_count, 2);
  catch_end();
  mj_deleteModel(small);
  shut(&w);
}

// scenes are made of nothing as well, and of models without a size
static void test_extents(void** state) {
  (void)state;
  World w = open(100);
  const mjtNum extent[] = {0, -1, 1e300, 1e-300};
  for (int i = 0; i < 4; i++) {
    w.m->stat.extent = w.m->stat.meansize = w.m->stat.meanmass = extent[i];
    memset(w.opt.flags, 1, sizeof w.opt.flags);
    catch_begin();
    update(&w);
    update(&w);
    mjv_moveCamera(w.m, mjMOUSE_ZOOM, 0.1, 0.1, &w.cam);
    mjv_moveCamera(w.m, mjMOUSE_MOVE_H, 0.1, 0.1, &w.cam);
    catch_end();
    assert_true(w.scn.ngeom > 0 && w.scn.ngeom <= 100);
  }
  shut(&w);
}

static void tryMake(void* ctx) {
  const World* w = ctx;
  mjvScene scn;
  mjv_defaultScene(&scn);
  catch_begin();
  mjv_makeScene(w->m, &scn, 10);
  assert_true(caught_count == 1 ? !scn.geoms && !scn.maxgeom : scn.geoms && scn.maxgeom == 10);
  catch_end();
  mjv_freeScene(&scn);
}

static void test_memory(void** state) {
  (void)state;
  World w = open(100);
  heap_failEach(tryMake, &w, 1);
  shut(&w);
}

static void test_shapes(void** state) {
  (void)state;
  mjvGeom g;
  memset(&g, 0, sizeof g);
  g.segid = 7;
  mjv_initGeom(&g, mjGEOM_SPHERE, NULL, NULL, NULL, NULL);
  assert_true(g.size[0] == 0.1f && g.mat[4] == 1 && g.rgba[2] == 0.5f && g.segid == 7);
  mjv_initGeom(&g, mjGEOM_SPHERE, (mjtNum[3]){2, 3, 4}, NULL, NULL, NULL);
  assert_true(g.size[0] == 2 && g.size[1] == 2 && g.size[2] == 2);
  mjv_initGeom(&g, mjGEOM_CYLINDER, (mjtNum[3]){2, 3, 4}, NULL, NULL, NULL);
  assert_true(g.size[0] == 2 && g.size[1] == 2 && g.size[2] == 3);
  mjv_initGeom(&g, mjGEOM_BOX, (mjtNum[3]){2, 3, 4}, NULL, NULL, NULL);
  assert_true(g.size[0] == 2 && g.size[1] == 3 && g.size[2] == 4);
  mjv_connector(&g, mjGEOM_CAPSULE, 0.1, (mjtNum[3]){0, 0, 1}, (mjtNum[3]){0, 0, 3});
  assert_true(g.pos[2] == 2 && g.size[2] == 1 && g.size[0] == 0.1f && g.mat[8] == 1);
  mjv_connector(&g, mjGEOM_ARROW, 0.1, (mjtNum[3]){0, 0, 1}, (mjtNum[3]){0, 0, 3});
  assert_true(g.pos[2] == 1 && g.size[2] == 2);
  catch_begin();
  mjv_connector(&g, mjGEOM_BOX, 0.1, (mjtNum[3]){0}, (mjtNum[3]){1, 1, 1});
  assert_true(caught_count == 1 && g.type == mjGEOM_ARROW);
  catch_end();
}

static void test_figure(void** state) {
  (void)state;
  static mjvFigure fig;
  memset(&fig, 1, sizeof fig);
  mjv_defaultFigure(&fig);
  assert_true(fig.flg_legend == 1 && fig.flg_ticklabel[1] == 1 && fig.highlightid == -1);
  assert_true(fig.range[0][1] == 1 && fig.range[1][0] == 0 && fig.linedata[99][2001] == 0);
  assert_string_equal(fig.yformat, "%.2g");
  assert_near(fig.linergb[7][1], 0.7, 1e-7);
  // the reference: linergb[99] = 0.1 + 0.8 Halton
  assert_near(fig.linergb[99][0], 0.1 + 0.8 * mju_Halton(99, 2), 1e-7);
}

// the text has every geom, light and flag; a file that cannot be written is told
static void test_print(void** state) {
  (void)state;
  World w = open(100);
  mjv_updateScene(w.m, w.d, &w.opt, &w.pert, &w.cam, mjCAT_ALL, &w.scn);
  snprintf(w.scn.geoms[1].label, sizeof w.scn.geoms[1].label, "a ball");
  char name[] = "/tmp/sinew_print_XXXXXX";
  close(mkstemp(name));
  mj_printFormattedScene(&w.scn, name, "%.4f");
  char* text = NULL;
  size_t size;
  assert_int_equal(file_read(name, 1 << 24, &text, &size), FILE_OK);
  remove(name);
  assert_non_null(strstr(text, "geoms 4 of 100\n"));
  assert_non_null(strstr(text, "    pos                      0.1000 0.2000 1.0000\n"));
  assert_non_null(strstr(text, "    label                    \"a ball\"\n"));
  assert_non_null(strstr(text, "lights 2\n"));
  assert_non_null(strstr(text, "cameras 2\n"));
  for (int i = 0; i < mjNRNDFLAG; i++) assert_non_null(strstr(text, mjRNDSTRING[i][0]));
  assert_non_null(strstr(text, "\nstatus                   0\n"));
  mem_free(text);
  catch_begin();
  mj_printFormattedScene(&w.scn, "", "%s");
  assert_int_equal(caught_count, 1);
  mj_printScene(&w.scn, "/nonexistent/folder/file");
  assert_non_null(strstr(caught.subject, "/nonexistent/folder/file"));
  catch_end();
  shut(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_full),       cmocka_unit_test(test_noRoom),
      cmocka_unit_test(test_geoms),      cmocka_unit_test(test_plane),
      cmocka_unit_test(test_selected),   cmocka_unit_test(test_badCamera),
      cmocka_unit_test(test_userCamera), cmocka_unit_test(test_otherModel),
      cmocka_unit_test(test_extents),    cmocka_unit_test(test_memory),
      cmocka_unit_test(test_shapes),     cmocka_unit_test(test_figure),
      cmocka_unit_test(test_print),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
