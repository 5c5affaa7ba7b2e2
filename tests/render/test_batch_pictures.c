// Pictures of worlds of a batch: each is that of a data with the state and the parameters of the
// world, for any threads, order and number of worlds.
#include "support.h"

enum { N = 7, W = 40, H = 30, AREA = W * H };

static const char XML[] =
    "<mujoco><visual><quality offsamples='4'/></visual><worldbody>"
    "<camera name='top' pos='0 -2 1.5' xyaxes='1 0 0 0 .5 1'/><light pos='0 0 3' dir='.1 0 -1'/>"
    "<geom type='plane' size='0 0 .1' rgba='.5 .6 .7 1'/>"
    "<body pos='0 0 .6'><freejoint/><geom name='box' type='box' size='.2 .3 .1'/></body>"
    "<body pos='.6 0 .6'><joint/><geom name='ball' size='.2' rgba='1 0 0 1'/></body>"
    "</worldbody></mujoco>";

typedef struct {
  unsigned char rgb[AREA * 3];
  float depth[AREA];
  int segment[AREA * 2];
} Shot;

static mjModel* load(void) {
  char error[500];
  mjModel* m = sn_loadXMLString(XML, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static mjvCamera topCamera(void) {
  mjvCamera cam;
  mjv_defaultCamera(&cam);
  cam.type = mjCAMERA_FIXED;
  cam.fixedcamid = 0;
  return cam;
}

// different states, and balls of different sizes
static sn_Batch* makeWorlds(const mjModel* m, int nthread) {
  const sn_BatchOptions options = {.nthread = nthread};
  sn_Batch* b = sn_makeBatch(m, N, &options);
  mjtNum* qpos = sn_batchArray(b, "qpos", NULL);
  mjtNum* size = sn_batchParameter(b, "geom_size", NULL);
  for (int w = 0; w < N; w++) {
    qpos[w * m->nq + 2] = 0.3 + 0.1 * w;
    size[(w * m->ngeom + 2) * 3] = 0.1 + 0.03 * w;
  }
  sn_stepBatch(b, 5, NULL);
  return b;
}

// the picture of one world, by the functions of the API
static void shoot(Shot* shot, mjModel* m, sn_Batch* b, int world) {
  const mjtNum* qpos = sn_batchArray(b, "qpos", NULL);
  const mjtNum* size = sn_batchParameter(b, "geom_size", NULL);
  mjData* d = mj_makeData(m);
  mjvScene scn;
  mjrContext con;
  mjvOption opt;
  mjvCamera cam = topCamera();
  memcpy(d->qpos, qpos + world * m->nq, sizeof(mjtNum) * (size_t)m->nq);
  memcpy(m->geom_size, size + 3 * world * m->ngeom, sizeof(mjtNum) * 3 * (size_t)m->ngeom);
  mj_forward(m, d);
  mjv_defaultOption(&opt);
  mjv_defaultScene(&scn);
  mjv_makeScene(m, &scn, 100);
  mjr_defaultContext(&con);
  mjr_makeContext(m, &con, 100);
  mjv_updateCamera(m, d, &cam, &scn);
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  const sn_Picture p = {W, H, shot->rgb, shot->depth, shot->segment};
  assert_true(sn_draw(&scn, &con, &p));
  mjr_freeContext(&con);
  mjv_freeScene(&scn);
  mj_deleteData(d);
}

static void test_worlds(void** state) {
  (void)state;
  static unsigned char rgb[N * AREA * 3];
  static float depth[N * AREA];
  static int segment[N * AREA * 2];
  static Shot shot, first;
  const mjvCamera cam = topCamera();
  for (int nthread = 1; nthread < 4; nthread++) {
    mjModel* m = load();
    sn_Batch* b = makeWorlds(m, nthread);
    const sn_BatchPicture all = {.picture = {W, H, rgb, depth, segment}, .camera = &cam};
    assert_int_equal(sn_batchRender(b, &all), 0);
    for (int w = 0; w < N; w++) {
      shoot(&shot, m, b, w);
      assert_memory_equal(rgb + 3 * AREA * w, shot.rgb, sizeof shot.rgb);
      assert_memory_equal(depth + AREA * w, shot.depth, sizeof shot.depth);
      assert_memory_equal(segment + 2 * AREA * w, shot.segment, sizeof shot.segment);
      if (!w) first = shot;
    }
    assert_memory_not_equal(first.rgb, shot.rgb, sizeof shot.rgb);
    // some worlds, in any order, and in another size before
    const int world[] = {6, 0, 6};
    sn_BatchPicture some = {.picture = {W / 2, H, rgb, NULL, NULL}, .camera = &cam};
    assert_int_equal(sn_batchRender(b, &some), 0);
    some = (sn_BatchPicture){.picture = {W, H, rgb, NULL, NULL}, world, 3, &cam, NULL, 0};
    memset(rgb, 0, sizeof rgb);
    assert_int_equal(sn_batchRender(b, &some), 0);
    assert_memory_equal(rgb, shot.rgb, sizeof shot.rgb);
    assert_memory_equal(rgb + 3 * AREA, first.rgb, sizeof shot.rgb);
    assert_memory_equal(rgb + 6 * AREA, shot.rgb, sizeof shot.rgb);
    sn_deleteBatch(b);
    mj_deleteModel(m);
  }
}

// drawing changes no trajectory
static void test_steps(void** state) {
  (void)state;
  static unsigned char rgb[N * AREA * 3];
  mjModel* m = load();
  sn_Batch *b = makeWorlds(m, 2), *c = makeWorlds(m, 2);
  const sn_BatchPicture all = {.picture = {W, H, rgb, NULL, NULL}};
  for (int i = 0; i < 5; i++) {
    sn_stepBatch(b, 20, NULL);
    sn_stepBatch(c, 20, NULL);
    assert_int_equal(sn_batchRender(b, &all), 0);
  }
  assert_memory_equal(sn_batchArray(b, "qpos", NULL), sn_batchArray(c, "qpos", NULL),
                      sizeof(mjtNum) * (size_t)m->nq * N);
  sn_deleteBatch(b);
  sn_deleteBatch(c);
  mj_deleteModel(m);
}

static void test_wrong(void** state) {
  (void)state;
  static unsigned char rgb[AREA * 3];
  mjModel* m = load();
  sn_Batch* b = makeWorlds(m, 1);
  const int none[] = {N};
  mjvCamera absent = topCamera();
  absent.fixedcamid = 3;
  const sn_BatchPicture wrong[] = {
      {.picture = {0, 3, rgb, NULL, NULL}},
      {.picture = {W, H, rgb, NULL, NULL}, .world = none, .n = 1},
      {.picture = {W, H, rgb, NULL, NULL}, .maxgeom = -1},
      {.picture = {1 << 20, 3, rgb, NULL, NULL}, .world = none, .n = 0},
      {.picture = {W, H, rgb, NULL, NULL}, .world = (int[]){0}, .n = 1, .camera = &absent},
  };
  sn_setErrorMode(sn_ERROR_KEEP);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    sn_clearErrors();
    assert_int_equal(sn_batchRender(b, &wrong[i]), -1);
    assert_non_null(sn_lastError());
    print_message("%s\n", sn_lastError());
  }
  sn_clearErrors();
  sn_setErrorMode(sn_ERROR_REPORT);
  const sn_BatchPicture good = {.picture = {W, H, rgb, NULL, NULL}, .world = (int[]){0}, .n = 1};
  assert_int_equal(sn_batchRender(b, &good), 0);
  sn_deleteBatch(b);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_worlds),
      cmocka_unit_test(test_steps),
      cmocka_unit_test(test_wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
