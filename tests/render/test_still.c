// Pictures in one call: the same as mjr_render and mjr_readPixels give, the other way up; metres of
// known distances, with and without perspective; things by id and type; wrong arguments.
#include "support.h"

#include <math.h>

enum { W = 64, H = 48 };

typedef struct {
  mjModel* m;
  mjData* d;
  mjvScene scn;
  mjrContext con;
  unsigned char rgb[H * W * 3], other[H * W * 3];
  float depth[H * W];
  int segment[H * W * 2];
} Stage;

static Stage S;
static const mjrRect VIEW = {0, 0, W, H};

// a ball of 0.5 m, 3 m below the camera, above a floor that is 4 m below it
static void setUp(const char* camera) {
  char xml[1000], error[500];
  snprintf(xml, sizeof xml,
           "<mujoco><visual><global offwidth='%d' offheight='%d'/><quality offsamples='0'/>"
           "<map znear='.01' zfar='50'/></visual><statistic extent='1'/>"
           "<worldbody><camera pos='0 0 4' %s/><light pos='0 1 5' dir='0 -.2 -1'/>"
           "<site name='mark' pos='1 0 .5' size='.2' rgba='0 1 0 1'/>"
           "<geom name='floor' type='plane' size='2 2 .1' rgba='0 0 1 1'/>"
           "<geom name='ball' size='.5' pos='0 .5 .5' rgba='1 0 0 1'/></worldbody></mujoco>",
           W, H, camera);
  S.m = sn_loadXMLString(xml, error, sizeof error);
  if (!S.m) fail_msg("%s", error);
  S.d = mj_makeData(S.m);
  mj_forward(S.m, S.d);
  mjvOption opt;
  mjvCamera cam;
  mjv_defaultOption(&opt);
  mjv_defaultCamera(&cam);
  cam.type = mjCAMERA_FIXED;
  cam.fixedcamid = 0;
  mjv_defaultScene(&S.scn);
  mjv_makeScene(S.m, &S.scn, 100);
  mjv_updateScene(S.m, S.d, &opt, NULL, &cam, mjCAT_ALL, &S.scn);
  mjr_defaultContext(&S.con);
  mjr_makeContext(S.m, &S.con, 100);
}

static void tearDown(void) {
  mjr_freeContext(&S.con);
  mjv_freeScene(&S.scn);
  mj_deleteData(S.d);
  mj_deleteModel(S.m);
}

static sn_Picture all(void) {
  return (sn_Picture){
      .width = W, .height = H, .rgb = S.rgb, .depth = S.depth, .segment = S.segment};
}

// the ball is in the upper half: at y of its centre, in pixels from above
static int rowOf(double y, double distance, double fovy) {
  return (int)(H / 2.0 - H / 2.0 * y / (distance * tan(fovy / 2 * mjPI / 180)));
}

static void test_colours(void** state) {
  (void)state;
  setUp("fovy='60'");
  sn_Picture p = all();
  assert_true(sn_draw(&S.scn, &S.con, &p));
  mjr_render(VIEW, &S.scn, &S.con);
  mjr_readPixels(S.other, NULL, VIEW, &S.con);
  for (int y = 0; y < H; y++) {
    assert_memory_equal(S.rgb + 3 * W * y, S.other + 3 * W * (H - 1 - y), 3 * W);
  }
  const unsigned char* ball = S.rgb + 3 * (rowOf(0.5, 3, 60) * W + W / 2);
  assert_true(ball[0] > 150 + ball[1] && ball[0] > 150 + ball[2]);
  tearDown();
}

static void test_distances(void** state) {
  (void)state;
  static const char* const camera[] = {"fovy='60'", "fovy='5' projection='orthographic'"};
  for (int i = 0; i < 2; i++) {
    setUp(camera[i]);
    sn_Picture p = all();
    assert_true(sn_draw(&S.scn, &S.con, &p));
    float least = 100, most = 0;
    for (int k = 0; k < W * H; k++) {
      least = fminf(least, S.depth[k]);
      most = fmaxf(most, S.depth[k]);
    }
    const float floor = S.depth[(H - 8) * W + W / 2];
    print_message("from %g to %g m, floor %g m\n", least, most, floor);
    assert_true(fabsf(least - 3) < 0.01f);
    assert_true(fabsf(floor - 4) < 1e-3f);
    assert_true(fabsf(S.depth[0] - 50) < 1e-3f);  // beside it
    tearDown();
  }
}

static void test_things(void** state) {
  (void)state;
  setUp("fovy='70'");
  sn_Picture p = all();
  S.scn.flags[mjRND_SHADOW] = 1;
  assert_true(sn_draw(&S.scn, &S.con, &p));
  assert_true(S.scn.flags[mjRND_SHADOW] && !S.scn.flags[mjRND_SEGMENT]);
  const int* ball = S.segment + 2 * (rowOf(0.5, 3.2, 70) * W + W / 2);
  assert_true(ball[0] == 1 && ball[1] == mjOBJ_GEOM);
  const int column = (int)(W / 2 + H / 2 / (3.4 * tan(35 * mjPI / 180)));
  const int* mark = S.segment + 2 * (H / 2 * W + column);
  assert_true(mark[0] == 0 && mark[1] == mjOBJ_SITE);
  assert_true(S.segment[0] == -1 && S.segment[1] == -1);  // beside the floor
  tearDown();
}

// each array alone gives what all together give
static void test_parts(void** state) {
  (void)state;
  static Stage kept;
  setUp("fovy='60'");
  sn_Picture p = all();
  assert_true(sn_draw(&S.scn, &S.con, &p));
  kept = S;
  for (int i = 0; i < 3; i++) {
    memset(S.rgb, 1, sizeof S.rgb);
    memset(S.depth, 1, sizeof S.depth);
    memset(S.segment, 1, sizeof S.segment);
    p = (sn_Picture){.width = W, .height = H};
    if (i == 0) p.rgb = S.rgb;
    if (i == 1) p.depth = S.depth;
    if (i == 2) p.segment = S.segment;
    assert_true(sn_draw(&S.scn, &S.con, &p));
    if (i == 0) assert_memory_equal(S.rgb, kept.rgb, sizeof S.rgb);
    if (i == 1) assert_memory_equal(S.depth, kept.depth, sizeof S.depth);
    if (i == 2) assert_memory_equal(S.segment, kept.segment, sizeof S.segment);
  }
  for (int n = 0; n < 4; n++) {  // and on any number of threads
    sn_setDrawThreads(&S.con, n);
    p = all();
    assert_true(sn_draw(&S.scn, &S.con, &p));
    assert_memory_equal(S.rgb, kept.rgb, sizeof S.rgb);
  }
  tearDown();
}

static void test_wrong(void** state) {
  (void)state;
  setUp("");
  mjrContext none;
  mjr_defaultContext(&none);
  sn_setErrorMode(sn_ERROR_KEEP);
  static const int size[][2] = {{0, 4}, {4, 0}, {-1, 4}, {W + 1, 4}, {4, H + 1}};
  for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
    sn_Picture p = {.width = size[i][0], .height = size[i][1], .rgb = S.rgb};
    sn_clearErrors();
    assert_false(sn_draw(&S.scn, &S.con, &p));
    assert_non_null(sn_lastError());
  }
  sn_Picture p = all();
  sn_clearErrors();
  assert_false(sn_draw(&S.scn, &none, &p));
  assert_non_null(strstr(sn_lastError(), "mjr_makeContext"));
  sn_clearErrors();
  sn_setDrawThreads(&none, 1);
  assert_non_null(sn_lastError());
  sn_clearErrors();
  sn_setDrawThreads(&S.con, -1);
  assert_non_null(sn_lastError());
  sn_clearErrors();
  sn_setErrorMode(sn_ERROR_REPORT);
  tearDown();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_colours), cmocka_unit_test(test_distances),
      cmocka_unit_test(test_things),  cmocka_unit_test(test_parts),
      cmocka_unit_test(test_wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
