// What a scene asks for besides its geoms: labels at their places, edges in place of faces, depths
// and numbers as colours, frames, two eyes; the same bytes with any kernels and threads.
#include "support.h"

#include <math.h>

#include "render/context.h"

enum { SIZE = 128 };

static mjModel* m;
static mjData* d;
static mjvScene scn;
static mjvOption opt;
static mjvCamera cam;
static mjrContext con;
static unsigned char rgb[SIZE * SIZE * 3];
static float depth[SIZE * SIZE];
static const mjrRect VIEW = {0, 0, SIZE, SIZE};

// a camera at height 5 that looks down, 60 degrees high
static void setUp(const char* world) {
  char xml[3000];
  snprintf(xml, sizeof xml,
           "<mujoco><statistic extent='2' center='0 0 0'/><visual><headlight active='0'/>"
           "<global offwidth='%d' offheight='%d'/><quality offsamples='0' numslices='12' "
           "numstacks='8' numquads='2'/><map znear='.1' zfar='20'/></visual>"
           "<worldbody><light directional='true' dir='0 0 -1' diffuse='1 1 1' specular='0 0 0' "
           "castshadow='false'/><camera pos='0 0 5' fovy='60'/>%s</worldbody></mujoco>",
           SIZE, SIZE, world);
  char error[500];
  m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  d = mj_makeData(m);
  mj_forward(m, d);
  mjv_defaultScene(&scn);
  mjv_makeScene(m, &scn, 100);
  mjv_defaultOption(&opt);
  mjv_defaultCamera(&cam);
  cam.type = mjCAMERA_FIXED;
  cam.fixedcamid = 0;
  mjr_defaultContext(&con);
  mjr_makeContext(m, &con, 100);
}

static void tearDown(void) {
  mjr_freeContext(&con);
  mjv_freeScene(&scn);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void update(void) { mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn); }

static void draw(void) {
  mjr_render(VIEW, &scn, &con);
  mjr_readPixels(rgb, depth, VIEW, &con);
}

static const unsigned char* pixel(int x, int y) { return rgb + 3 * (y * SIZE + x); }

// pixel of a point (x, y, z)
static double placeOf(double x, double z) {
  return SIZE / 2.0 * (1 + x / (5 - z) / tan(30 * mjPI / 180));
}

static mjrRect inkOf(int least) {
  int x0 = SIZE, y0 = SIZE, x1 = 0, y1 = 0;
  for (int y = 0; y < SIZE; y++) {
    for (int x = 0; x < SIZE; x++) {
      if (pixel(x, y)[0] < least) continue;
      x0 = mjMIN(x0, x), y0 = mjMIN(y0, y), x1 = mjMAX(x1, x + 1), y1 = mjMAX(y1, y + 1);
    }
  }
  return (mjrRect){x0, y0, x1 - x0, y1 - y0};
}

// ---- labels

static void test_labels(void** state) {
  (void)state;
  setUp("<geom name='H' size='.01' pos='.5 -.8 1' rgba='0 0 0 1'/>");
  opt.label = mjLABEL_GEOM;
  update();
  draw();
  // the lower left corner of the text is where the geom is: an H begins one pixel to the right and
  // four higher
  const mjrRect ink = inkOf(200);
  const int x = (int)floor(placeOf(0.5, 1) + 0.5), y = (int)floor(placeOf(-0.8, 1) + 0.5);
  print_message("label at (%d, %d), the geom at (%d, %d)\n", ink.left, ink.bottom, x, y);
  assert_int_equal(ink.left, x + 1);
  assert_int_equal(ink.bottom, y + 4);
  assert_int_equal(ink.height, 10);
  // things in front of it do not hide it, those outside of the view have none
  mjvGeom* g = &scn.geoms[scn.ngeom++];
  mjv_initGeom(g, mjGEOM_BOX, (const mjtNum[3]){1, 1, 0.1}, (const mjtNum[3]){0, 0, 3}, NULL,
               (const float[4]){0, 0, 0, 1});
  draw();
  assert_int_equal(inkOf(200).left, x + 1);
  const float places[4][3] = {{0, 0, 6}, {0, 0, -50}, {4, 0, 0}, {0, -4, 0}};
  for (int i = 0; i < 4; i++) {
    memcpy(scn.geoms[0].pos, places[i], sizeof places[i]);
    draw();
    assert_true(inkOf(200).width <= 0);
  }
  // a label without an end, and none where numbers are drawn
  memcpy(scn.geoms[0].pos, places[0], sizeof places[0]);
  scn.geoms[0].pos[2] = 0;
  memset(scn.geoms[0].label, 'H', sizeof scn.geoms[0].label);
  draw();
  assert_true(inkOf(200).width > 50);
  scn.flags[mjRND_SEGMENT] = scn.flags[mjRND_IDCOLOR] = 1;
  draw();
  assert_true(inkOf(200).width <= 0);
  tearDown();
}

// ---- edges

static void test_edges(void** state) {
  (void)state;
  setUp("<geom type='box' size='.8 .8 .5' pos='.1 0 0' rgba='1 1 1 1'/>");
  update();
  scn.flags[mjRND_WIREFRAME] = 1;
  draw();
  // the upper side: its border and, with two quads each way, its middle lines
  for (int i = -1; i <= 1; i++) {
    const int x = (int)floor(placeOf(0.1 + 0.8 * i, 0.5)), y = (int)floor(placeOf(0.8 * i, 0.5));
    for (double t = -0.7; t < 0.75; t += 0.1) {
      const int along = (int)floor(placeOf(0.1 + t, 0.5)), up = (int)floor(placeOf(t, 0.5));
      assert_true(pixel(x, up)[0] + pixel(x - 1, up)[0] + pixel(x + 1, up)[0] > 150);
      assert_true(pixel(along, y)[0] + pixel(along, y - 1)[0] + pixel(along, y + 1)[0] > 150);
    }
  }
  // nothing between them
  int inside = 0;
  for (int y = 0; y < SIZE; y++) {
    for (int x = 0; x < SIZE; x++) inside += pixel(x, y)[0] > 0;
  }
  print_message("%d pixels of lines\n", inside);
  assert_true(inside > 300 && inside < 1200);
  assert_int_equal(pixel((int)placeOf(0.5, 0.5), (int)placeOf(0.4, 0.5))[0], 0);
  // the lower side is seen too if back faces are drawn; it has no light but its own
  scn.flags[mjRND_CULL_FACE] = 0;
  scn.geoms[0].emission = 1;
  draw();
  const int corner = (int)floor(placeOf(0.1 + 0.8, -0.5));
  assert_true(corner < (int)floor(placeOf(0.1 + 0.8, 0.5)) - 3);
  const int row = (int)placeOf(0.2, -0.5);
  assert_true(pixel(corner, row)[0] + pixel(corner - 1, row)[0] + pixel(corner + 1, row)[0] > 0);
  // every type of geom has edges
  static const int types[] = {mjGEOM_PLANE,  mjGEOM_SPHERE,   mjGEOM_CAPSULE, mjGEOM_ELLIPSOID,
                              mjGEOM_BOX,    mjGEOM_CYLINDER, mjGEOM_ARROW,   mjGEOM_ARROW1,
                              mjGEOM_ARROW2, mjGEOM_LINE,     mjGEOM_LINEBOX, mjGEOM_TRIANGLE};
  for (int i = 0; i < (int)(sizeof types / sizeof *types); i++) {
    mjtNum quat[4], mat[9];
    mju_axisAngle2Quat(quat, (const mjtNum[3]){1, 0, 0}, 0.7);
    mju_quat2Mat(mat, quat);
    mjv_initGeom(&scn.geoms[0], types[i], (const mjtNum[3]){0.4, 0.5, 0.6},
                 (const mjtNum[3]){0, 0, 0}, mat, (const float[4]){1, 1, 1, 1});
    draw();
    int n = 0;
    for (int k = 0; k < SIZE * SIZE; k++) n += rgb[3 * k] > 20;
    if (n < 10 || n > 4000) fail_msg("type %d: %d pixels", types[i], n);
  }
  tearDown();
}

// ---- depths, numbers, frames

static void test_depths(void** state) {
  (void)state;
  setUp("<geom type='plane' size='3 3 .1'/><geom type='box' size='.5 .5 2' pos='0 0 2'/>");
  update();
  scn.flags[mjRND_DEPTH] = 1;
  draw();
  const double n = scn.camera[0].frustum_near, f = scn.camera[0].frustum_far;
  const int middle = SIZE / 2;
  for (int k = 0; k < 2; k++) {
    const int x = k ? 5 : middle;
    const double dist = k ? 5 : 1, z = n * (f - dist) / ((f - n) * dist);
    assert_in_range(pixel(x, middle)[0], (int)floor(255 * z), (int)ceil(255 * z));
    assert_int_equal(pixel(x, middle)[0], pixel(x, middle)[2]);
    assert_true(fabs(1 - depth[middle * SIZE + x] - z) < 1e-5);
  }
  // numbers, and colours that differ
  scn.flags[mjRND_DEPTH] = 0;
  scn.flags[mjRND_SEGMENT] = scn.flags[mjRND_IDCOLOR] = 1;
  scn.geoms[1].segid = 0x123456;
  draw();
  const unsigned char want[3] = {0x57, 0x34, 0x12};
  assert_memory_equal(pixel(middle, middle), want, 3);
  assert_int_equal(pixel(5, middle)[0], 1);
  scn.flags[mjRND_IDCOLOR] = 0;
  scn.geoms[1].segid = 1;
  draw();
  for (int k = 0; k < 3; k++) {
    const double c = 0.1 + 0.8 * mju_Halton(11, (const int[3]){2, 3, 5}[k]);
    assert_in_range(pixel(middle, middle)[k], (int)(255 * c) - 1, (int)(255 * c) + 1);
  }
  scn.geoms[1].segid = -1;  // not shown
  draw();
  assert_memory_equal(pixel(middle, middle), pixel(5, middle), 3);
  tearDown();
}

static void test_frame(void** state) {
  (void)state;
  setUp("<geom size='.1' rgba='0 0 0 1'/>");
  update();
  scn.framewidth = 3;
  scn.framergb[0] = 1;
  draw();
  for (int i = 0; i < SIZE; i++) {
    for (int k = 0; k < 3; k++) {
      assert_int_equal(pixel(i, k)[0], 255);
      assert_int_equal(pixel(i, SIZE - 1 - k)[0], 255);
      assert_int_equal(pixel(k, i)[0], 255);
      assert_int_equal(pixel(SIZE - 1 - k, i)[0], 255);
    }
  }
  assert_int_equal(pixel(3, 3)[0], 0);
  scn.framewidth = INT32_MAX;
  draw();
  assert_int_equal(pixel(SIZE / 2, SIZE / 2)[0], 255);
  tearDown();
}

// a plane from behind: 0.3 of it, blended twice
static void test_behind(void** state) {
  (void)state;
  setUp("<geom type='plane' size='3 3 .1' euler='180 0 0' rgba='1 .5 0 1'/>"
        "<geom type='sphere' size='1' pos='0 0 -2' rgba='0 0 1 1'/>");
  update();
  scn.nlight = 0;  // then all light is 0.3
  draw();
  const double share = 1 - 0.7 * 0.7;
  const int want[3] = {(int)(255 * 0.3 * share), (int)(128 * 0.3 * share),
                       (int)(255 * 0.3 * (1 - share))};
  for (int k = 0; k < 3; k++)
    assert_in_range(pixel(SIZE / 2, SIZE / 2)[k], want[k] - 1, want[k] + 2);
  tearDown();
}

// each half of the picture is what its camera sees
static void test_stereo(void** state) {
  (void)state;
  setUp("<geom size='.3' rgba='1 1 1 1'/>");
  update();
  scn.camera[0].pos[0] = -0.5f;
  scn.camera[1].pos[0] = 0.5f;
  scn.stereo = mjSTEREO_SIDEBYSIDE;
  draw();
  static unsigned char both[sizeof rgb], half[SIZE / 2 * SIZE * 3];
  memcpy(both, rgb, sizeof both);
  scn.stereo = mjSTEREO_NONE;
  for (int eye = 0; eye < 2; eye++) {
    const mjvGLCamera kept = scn.camera[1 - eye];
    const mjrRect view = {0, 0, SIZE / 2, SIZE};
    scn.camera[1 - eye] = scn.camera[eye];
    mjr_render(view, &scn, &con);
    mjr_readPixels(half, NULL, view, &con);
    scn.camera[1 - eye] = kept;
    for (int y = 0; y < SIZE; y++)
      assert_memory_equal(half + 3 * SIZE / 2 * y, both + 3 * (SIZE * y + SIZE / 2 * eye),
                          3 * SIZE / 2);
  }
  scn.stereo = mjSTEREO_QUADBUFFERED;
  draw();
  assert_memory_equal(rgb, both, sizeof both);
  tearDown();
}

// ---- the same bytes

static const struct {
  int flag, label;
  uint64_t hash;
} golden[] = {
#include "golden_flags.inc"
};

static uint64_t hashOf(int i) {
  uint64_t h = 14695981039346656037ull;
  mjv_makeScene(m, &scn, 100);
  opt.label = golden[i].label;
  update();
  scn.flags[golden[i].flag] ^= 1;
  draw();
  for (size_t k = 0; k < sizeof rgb; k++) h = (h ^ rgb[k]) * 1099511628211ull, h ^= h >> 29;
  return h;
}

static void test_bytes(void** state) {
  (void)state;
  setUp("<geom type='plane' size='2 2 .2' rgba='.3 .4 .5 1'/>"
        "<geom name='ball' size='.4' pos='.5 .3 .5' rgba='.8 .4 .2 1'/>"
        "<geom type='capsule' size='.2 .4' pos='-.6 .2 .4' euler='60 30 0' rgba='.2 .6 .9 .5'/>"
        "<geom type='cylinder' size='.3 .2' pos='0 -.7 .3' euler='30 0 0' rgba='.4 .8 .3 1'/>"
        "<geom type='box' size='.2 .3 .2' pos='-.9 -.9 .3' euler='10 20 30'/>");
  context_Private* p = context_private(&con);
  bool good = true;
  for (int i = 0; i < (int)(sizeof golden / sizeof *golden); i++) {
    const uint64_t hash = hashOf(i);
    if (hash != golden[i].hash)
      print_message("{%d, %d, 0x%016llxull},\n", golden[i].flag, golden[i].label,
                    (unsigned long long)hash);
    good = good && hash == golden[i].hash;
    for (int n = 1; n <= 4; n++) {
      picture_Picture *other = picture_make(n), *own = p->picture;
      picture_useLanes(other, n % 2 ? 1 : 4);
      p->picture = other;
      good = good && hashOf(i) == hash;
      p->picture = own;
      picture_free(other);
    }
  }
  assert_true(good);
  tearDown();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_labels), cmocka_unit_test(test_edges),
                                     cmocka_unit_test(test_depths), cmocka_unit_test(test_frame),
                                     cmocka_unit_test(test_stereo), cmocka_unit_test(test_behind),
                                     cmocka_unit_test(test_bytes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
