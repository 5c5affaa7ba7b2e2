// Pictures against what can be computed by hand: where points come to lie, depths, numbers of
// things, light on a sphere, places of shadows, colours of textures; and the same bytes with any
// kernels and on any number of threads.
#include "support.h"

#include <math.h>

#include "render/context.h"

enum { SIZE = 128 };

typedef struct {
  mjModel* m;
  mjData* d;
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjrContext con;
  unsigned char rgb[SIZE * SIZE * 3];
  float depth[SIZE * SIZE];
} Stage;

static Stage S;
static const mjrRect VIEW = {0, 0, SIZE, SIZE};

// a model of parts of the world body and materials; lights only as given
static void setUp(const char* assets, const char* world) {
  char xml[4000], error[500];
  mjVFS vfs;
  snprintf(
      xml, sizeof xml,
      "<mujoco><statistic extent='2' center='0 0 0'/>"
      "<visual><headlight active='0'/><global offwidth='%d' offheight='%d' fovy='60'/>"
      "<quality offsamples='0' shadowsize='1024'/><map znear='.01' zfar='20'/></visual>"
      "<asset>%s</asset><worldbody><camera name='c' pos='0 0 5' fovy='60'/>%s</worldbody></mujoco>",
      SIZE, SIZE, assets, world);
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "m.xml", xml, (int)strlen(xml));
  S.m = mj_loadXML("m.xml", &vfs, error, sizeof error);
  if (!S.m) fail_msg("%s", error);
  mj_deleteVFS(&vfs);
  S.d = mj_makeData(S.m);
  mj_forward(S.m, S.d);
  mjv_defaultScene(&S.scn);
  mjv_makeScene(S.m, &S.scn, 100);
  mjv_defaultOption(&S.opt);
  mjv_defaultCamera(&S.cam);
  S.cam.type = mjCAMERA_FIXED;
  S.cam.fixedcamid = 0;
  mjr_defaultContext(&S.con);
  mjr_makeContext(S.m, &S.con, 100);
}

static void draw(void) {
  mjv_updateScene(S.m, S.d, &S.opt, NULL, &S.cam, mjCAT_ALL, &S.scn);
  mjr_render(VIEW, &S.scn, &S.con);
  mjr_readPixels(S.rgb, S.depth, VIEW, &S.con);
}

static void tearDown(void) {
  mjr_freeContext(&S.con);
  mjv_freeScene(&S.scn);
  mj_deleteData(S.d);
  mj_deleteModel(S.m);
}

static const unsigned char* pixel(int x, int y) { return S.rgb + 3 * (y * SIZE + x); }

// metres along the view
static double distanceAt(int x, int y) {
  const double n = S.scn.camera[0].frustum_near, f = S.scn.camera[0].frustum_far;
  const double z = 1 - S.depth[y * SIZE + x];
  return n * f / (z * (f - n) + n);
}

// of the camera's picture plane at distance 1
static double across(int x) { return (2 * (x + 0.5) / SIZE - 1) * tan(30 * mjPI / 180); }

// ---- places and depths

static void test_points(void** state) {
  (void)state;
  // a ball at (x, y, 0) is seen where the pinhole says
  setUp("", "<geom type='sphere' size='.1' pos='.7 -.4 0' rgba='1 1 1 1'/>");
  draw();
  double sum[3] = {0};
  for (int y = 0; y < SIZE; y++) {
    for (int x = 0; x < SIZE; x++) {
      if (!pixel(x, y)[0]) continue;
      sum[0] += 1, sum[1] += across(x), sum[2] += across(y);
    }
  }
  assert_true(sum[0] > 3);
  print_message("%g pixels, mean (%g, %g)\n", sum[0], sum[1] / sum[0], sum[2] / sum[0]);
  assert_true(fabs(sum[1] / sum[0] - 0.7 / 5) < 0.004);
  assert_true(fabs(sum[2] / sum[0] + 0.4 / 5) < 0.004);
  tearDown();
}

static void test_depths(void** state) {
  (void)state;
  setUp("", "<geom type='plane' size='3 3 .1'/><geom type='sphere' size='.8' pos='0 0 1'/>"
            "<geom type='box' size='.3 .3 .5' pos='1.2 0 .5'/><geom type='cylinder' size='.3 .4' "
            "pos='-1.4 0 .4'/>"
            "<geom type='capsule' size='.2 .5' pos='0 1.6 .2' euler='0 90 0'/>");
  draw();
  double worst = 0;
  for (int y = 0; y < SIZE; y++) {
    for (int x = 0; x < SIZE; x++) {
      const double u = across(x), v = across(y), a = u * u + v * v + 1;
      // the sphere: |(0, 0, 5) + d (u, v, -1) - (0, 0, 1)| = .8
      const double disc = 16 - a * (16 - 0.64);
      const double sphere = disc > 0 ? (4 - sqrt(disc)) / a : 1e9, plane = 5;
      const double d = distanceAt(x, y);
      if (fabs(u) > 0.55 || fabs(v) > 0.55) continue;
      if (hypot(5 * u - 1.2, 5 * v) < 0.8 || hypot(5 * u + 1.4, 5 * v) < 0.9 || v > 0.15) continue;
      worst = fmax(worst, fabs(d - fmin(sphere, plane)) / d);
    }
  }
  print_message("largest relative error of depth %.2g\n", worst);
  assert_true(worst < 1e-4);
  // tops of the box, the cylinder and the lying capsule
  const double scale = SIZE / 2 / tan(30 * mjPI / 180);
  assert_true(fabs(distanceAt((int)(SIZE / 2 + 1.2 / 4 * scale), SIZE / 2) - 4) < 1e-3);
  assert_true(fabs(distanceAt((int)(SIZE / 2 - 1.4 / 4.2 * scale), SIZE / 2) - 4.2) < 1e-3);
  assert_true(fabs(distanceAt(SIZE / 2, (int)(SIZE / 2 + 1.6 / 4.6 * scale)) - 4.6) < 5e-3);
  tearDown();
}

static void test_numbers(void** state) {
  (void)state;
  setUp("", "<geom type='plane' size='3 3 .1'/><geom type='box' size='.5 .5 .2' pos='0 0 .2'/>"
            "<geom type='sphere' size='.2' pos='0 0 .8'/>");
  S.scn.flags[mjRND_SEGMENT] = S.scn.flags[mjRND_IDCOLOR] = 1;
  draw();
  const int middle = SIZE / 2, edge = (int)(SIZE / 2 + 0.4 / 4.6 * SIZE / 2 / tan(30 * mjPI / 180));
  assert_int_equal(pixel(middle, middle)[0], 3);
  assert_int_equal(pixel(edge, middle)[0], 2);
  assert_int_equal(pixel(3, 3)[0], 1);
  tearDown();
}

// ---- light

static void test_light(void** state) {
  (void)state;
  setUp("<material name='a' rgba='.8 .6 .4 1' specular='.5' shininess='.1' emission='.05'/>",
        "<light directional='true' dir='.3 .2 -1' ambient='.1 .1 .1' diffuse='.6 .6 .6' "
        "specular='.4 .4 .4' "
        "castshadow='false'/><geom type='sphere' size='1' material='a'/>");
  draw();
  const double n0 = sqrt(0.09 + 0.04 + 1), l[3] = {-0.3 / n0, -0.2 / n0, 1 / n0};
  const double color[3] = {0.8, 0.6, 0.4};
  double worst = 0;
  for (int y = 0; y < SIZE; y++) {
    for (int x = 0; x < SIZE; x++) {
      const double u = across(x), v = across(y), a = u * u + v * v + 1, disc = 25 - a * 24;
      if (disc < 0.05) continue;  // the edge
      const double d = (5 - sqrt(disc)) / a, len = sqrt(a);
      const double n[3] = {d * u, d * v, 5 - d}, eye[3] = {-u / len, -v / len, 1 / len};
      double h[3], h2 = 0, nl = 0, nh = 0;
      for (int k = 0; k < 3; k++) h[k] = l[k] + eye[k], h2 += h[k] * h[k], nl += n[k] * l[k];
      for (int k = 0; k < 3; k++) nh += n[k] * h[k] / sqrt(h2);
      const double shine = nl > 0 ? 0.4 * 0.5 * pow(fmax(0, nh), 12.8) : 0;
      for (int k = 0; k < 3; k++) {
        const double c = color[k] * (0.05 + 0.1 + 0.6 * fmax(0, nl)) + shine;
        worst = fmax(worst, fabs(255 * fmin(1, c) - pixel(x, y)[k]));
      }
    }
  }
  print_message("largest error of light %.2f of 255\n", worst);
  assert_true(worst < 1.01);
  tearDown();
}

static void test_shadow(void** state) {
  (void)state;
  // a ball at height 1 under slanted light: its shadow is an ellipse about (-.5, 0)
  setUp("",
        "<light directional='true' pos='2 0 4' dir='-.5 0 -1' diffuse='1 1 1' specular='0 0 0'/>"
        "<geom type='plane' size='3 3 .1' rgba='1 1 1 1'/><geom type='sphere' size='.3' pos='1 0 "
        "1'/>");
  draw();
  int wrong = 0, dark = 0;
  for (int y = 0; y < SIZE; y++) {
    for (int x = 0; x < SIZE; x++) {
      const double px = 5 * across(x), py = 5 * across(y);
      if (distanceAt(x, y) < 4.99) continue;  // the ball itself
      // distance of the ray to the light from the middle of the ball
      const double w[3] = {px - 1, py, -1}, l[3] = {0.5 / sqrt(1.25), 0, 1 / sqrt(1.25)};
      const double along = w[0] * l[0] + w[2] * l[2];
      const double off = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2] - along * along);
      if (fabs(off - 0.3) < 0.03 || fabs(px) > 2.5 || fabs(py) > 2.5) continue;
      const int lit = pixel(x, y)[0] > 100;
      dark += !lit;
      wrong += lit != (off > 0.3);
    }
  }
  print_message("%d pixels in shadow, %d wrong\n", dark, wrong);
  assert_true(dark > 50);
  assert_int_equal(wrong, 0);
  tearDown();
}

// the shadow of a cube under slanted light, which rays find if it is a box and a map if it is a
// mesh
static void test_shadow_of_cube(void** state) {
  (void)state;
  static const char* const cube[] = {"type='box' size='.3 .3 .3'", "type='mesh' mesh='c'"};
  for (int i = 0; i < 2; i++) {
    char world[500];
    snprintf(
        world, sizeof world,
        "<light directional='true' pos='2 0 4' dir='-.5 0 -1' diffuse='1 1 1' specular='0 0 0'/>"
        "<geom type='plane' size='3 3 .1' rgba='1 1 1 1'/><geom %s pos='1 .2 1'/>",
        cube[i]);
    setUp("<mesh name='c' vertex='-.3 -.3 -.3 .3 -.3 -.3 -.3 .3 -.3 .3 .3 -.3 -.3 -.3 .3 .3 -.3 .3 "
          "-.3 .3 .3 .3 .3 .3'/>",
          world);
    draw();
    int wrong = 0, dark = 0;
    for (int y = 0; y < SIZE; y++) {
      for (int x = 0; x < SIZE; x++) {
        const double px = 5 * across(x), py = 5 * across(y);
        if (distanceAt(x, y) < 4.99 || fabs(px) > 2.5 || fabs(py) > 2.5) continue;
        // heights .7 to 1.3 are shifted by half of them against the light
        const double off = fmax(fmax(px - (1.3 - 0.35), 0.7 - 0.65 - px), fabs(py - 0.2) - 0.3);
        if (fabs(off) < 0.03) continue;
        const int lit = pixel(x, y)[0] > 100;
        dark += !lit;
        wrong += lit != (off > 0);
      }
    }
    print_message("%s: %d pixels in shadow, %d wrong\n", cube[i], dark, wrong);
    assert_true(dark > 50);
    assert_int_equal(wrong, 0);
    tearDown();
  }
}

// a face whose corners are thousands of pixels away
static void test_large_face(void** state) {
  (void)state;
  double worst = 0;
  setUp("<mesh name='a' vertex='-200 -200 0  200 -200 0  0 300 0  0 0 -5'/>",
        "<light pos='0 0 5' dir='0 0 -1'/><geom type='mesh' mesh='a'/>");
  draw();
  for (int i = 0; i < SIZE * SIZE; i++)
    worst = fmax(worst, fabs(distanceAt(i % SIZE, i / SIZE) - 5));
  print_message("largest error of depth %.2g\n", worst);
  assert_true(worst < 1e-3);
  tearDown();
}

// a plane from behind covers 1 - (1 - .3)^2 of what is behind it
static void test_plane_from_behind(void** state) {
  (void)state;
  setUp("<material name='a' rgba='1 1 1 1' emission='1' specular='0'/>"
        "<material name='b' rgba='0 0 0 1' emission='1' specular='0'/>",
        "<geom type='plane' size='3 3 .1' material='a'/>"
        "<geom type='plane' size='1 1 .1' pos='0 0 1' euler='180 0 0' material='b'/>");
  draw();
  const double seen = pixel(SIZE / 2, SIZE / 2)[0];
  print_message("%g of 255 through the plane\n", seen);
  assert_true(fabs(seen - 255 * 0.7 * 0.7) < 1.01);
  assert_int_equal(pixel(5, 5)[0], 255);
  tearDown();
}

// a mirror adds own colours times its reflectance, but highlights in full
static void test_highlight_in_mirror(void** state) {
  (void)state;
  // light from below shines on the lower side of a slab, which only the mirror shows
  setUp("<material name='m' rgba='0 0 0 1' specular='0' reflectance='.25'/>"
        "<material name='a' rgba='.4 .4 .4 1' specular='1' shininess='0'/>",
        "<light directional='true' dir='0 0 1' diffuse='1 1 1' specular='.2 .2 .2' "
        "castshadow='false'/><geom type='plane' size='3 3 .1' material='m'/>"
        "<geom type='box' size='.5 .5 .01' pos='0 0 1' material='a'/>");
  S.cam.type = mjCAMERA_FREE;
  S.cam.distance = 3, S.cam.elevation = -20;
  S.cam.lookat[2] = 0.5;
  draw();
  int most = 0;
  for (int i = 0; i < SIZE * SIZE; i++) most = S.rgb[3 * i] > most ? S.rgb[3 * i] : most;
  print_message("mirror image: %d of 255\n", most);
  assert_true(fabs(most - 255 * (0.25 * 0.4 + 0.2)) < 1.01);
  tearDown();
}

// ---- textures

static void test_texture(void** state) {
  (void)state;
  // four squares on a plane from -1 to 1: row 0 of the image is at +y
  setUp("<texture name='t' type='2d' builtin='checker' rgb1='1 0 0' rgb2='0 0 1' width='64' "
        "height='64'/>"
        "<material name='a' texture='t' specular='0'/>",
        "<light directional='true' dir='0 0 -1' diffuse='1 1 1' castshadow='false'/>"
        "<geom type='plane' size='1 1 .1' material='a'/>");
  draw();
  const double scale = SIZE / 2 / tan(30 * mjPI / 180) / 5;
  const int middle = SIZE / 2, step = (int)(0.5 * scale);
  const unsigned char *a = pixel(middle + step, middle + step),
                      *b = pixel(middle - step, middle + step);
  const unsigned char *c = pixel(middle - step, middle - step),
                      *d = pixel(middle + step, middle - step);
  assert_int_equal(a[0] > 200, c[0] > 200);
  assert_int_equal(b[0] > 200, d[0] > 200);
  assert_int_not_equal(a[0] > 200, b[0] > 200);
  assert_true(a[0] + a[2] > 250 && b[0] + b[2] > 250);
  tearDown();
}

// ---- sky and mirrors

static void test_fog(void** state) {
  (void)state;
  // fog hides the sky too
  setUp("<texture type='skybox' builtin='flat' rgb1='1 0 0' rgb2='1 0 0' width='8' height='8'/>",
        "<geom size='.1' pos='3 3 0'/>");
  draw();
  assert_int_equal(pixel(64, 64)[0], 255);
  S.con.fogStart = 1, S.con.fogEnd = 5;
  memcpy(S.con.fogRGBA, (const float[4]){0, 1, 0, 1}, sizeof S.con.fogRGBA);
  S.scn.flags[mjRND_FOG] = 1;
  draw();
  assert_int_equal(pixel(64, 64)[0], 0);
  assert_int_equal(pixel(64, 64)[1], 255);
  tearDown();
}

static void test_mirror(void** state) {
  (void)state;
  // the lower side of a ball, 2 above the mirror: colours of things are weaker there, not lights
  setUp("<material name='m' reflectance='.5' specular='0' rgba='0 0 0 1'/>"
        "<material name='a' rgba='1 0 0 1' emission='.4' specular='1' shininess='.01'/>",
        "<light directional='true' dir='.4 0 1' ambient='0 0 0' diffuse='0 0 0' "
        "specular='0 .6 0' castshadow='false'/>"
        "<geom type='plane' size='3 3 .1' material='m'/>"
        "<geom type='sphere' size='.3' pos='1 0 2' material='a'/>");
  draw();
  // its image is at height -2, 7 below the eye
  const double place = 1.0 / 7 / tan(30 * mjPI / 180);
  const unsigned char* p = pixel((int)(SIZE / 2 * (1 + place)), SIZE / 2);
  print_message("mirror image %d %d %d\n", p[0], p[1], p[2]);
  assert_in_range(p[0], 50, 52);  // .4 * .5
  assert_true(p[1] > 130);        // nearly .6, on its lower side
  tearDown();
}

// ---- the same bytes

static const char* const ASSETS =
    "<texture name='sky' type='skybox' builtin='gradient' rgb1='.4 .6 .8' rgb2='0 0 0' width='32' "
    "height='192'/>"
    "<texture name='g' type='2d' builtin='checker' rgb1='.1 .2 .3' rgb2='.2 .3 .4' width='64' "
    "height='64'/>"
    "<texture name='q' type='cube' builtin='flat' mark='cross' rgb1='.8 .6 .4' rgb2='.8 .6 .4' "
    "markrgb='1 1 1' "
    "width='32' height='192'/><material name='floor' texture='g' texrepeat='4 4' reflectance='.3'/>"
    "<material name='skin' texture='q'/>"
    "<mesh name='wedge' vertex='0 0 0  1 0 0  0 1 0  0 0 1  1 1 .5'/>";
static const char* const WORLD =
    "<light pos='1 -1 3' dir='-.3 .3 -1' diffuse='.7 .7 .7'/>"
    "<light directional='true' pos='-2 0 3' dir='.5 0 -1' diffuse='.4 .4 .4'/>"
    "<geom type='plane' size='0 0 .1' material='floor'/><geom type='sphere' size='.4' pos='0 0 .5' "
    "material='skin'/>"
    "<geom type='capsule' size='.15 .4' pos='.9 .2 .3' euler='70 20 0' material='skin'/>"
    "<geom type='cylinder' size='.2 .3' pos='-.9 .3 .4' euler='30 0 0' rgba='.2 .8 .3 1'/>"
    "<geom type='ellipsoid' size='.2 .3 .15' pos='-.3 -1 .3' rgba='.8 .3 .3 .5'/>"
    "<geom type='box' size='.2 .3 .15' pos='.6 -.9 .3' euler='0 0 30' material='skin'/>"
    "<geom type='mesh' mesh='wedge' pos='-.4 1 0' rgba='.9 .9 .4 1'/>";

static uint64_t hashOf(void) {
  uint64_t h = 14695981039346656037ull;
  draw();  // endless planes follow the camera of the picture before
  draw();
  for (size_t i = 0; i < sizeof S.rgb; i++) h = (h ^ S.rgb[i]) * 1099511628211ull, h ^= h >> 29;
  for (size_t i = 0; i < sizeof S.depth / sizeof *S.depth; i++) {
    uint32_t bits;
    memcpy(&bits, &S.depth[i], sizeof bits);
    h = (h ^ bits) * 1099511628211ull, h ^= h >> 29;
  }
  return h;
}

// samples, flags, fixed camera or free
static const struct {
  int samples, flags;
  bool free;
  uint64_t hash;
} golden[] = {
#include "golden_pictures.inc"
};

static uint64_t drawKind(int i) {
  S.con.offSamples = golden[i].samples;
  for (int k = 0; k < mjNRNDFLAG; k++) S.scn.flags[k] = golden[i].flags >> k & 1;
  S.cam.type = golden[i].free ? mjCAMERA_FREE : mjCAMERA_FIXED;
  S.cam.distance = 3, S.cam.azimuth = 110, S.cam.elevation = -20;
  return hashOf();
}

static void test_same_bytes(void** state) {
  (void)state;
  setUp(ASSETS, WORLD);
  context_Private* p = context_private(&S.con);
  bool good = true;
  for (int i = 0; i < (int)(sizeof golden / sizeof *golden); i++) {
    const uint64_t hash = drawKind(i);
    good = good && hash == golden[i].hash;
    if (hash != golden[i].hash)
      print_message("{%d, %d, %d, 0x%016llxull},\n", golden[i].samples, golden[i].flags,
                    golden[i].free, (unsigned long long)hash);
    for (int n = 1; n <= 4; n++) {  // threads, and kernels for any machine and for AVX2
      picture_Picture* other = picture_make(n);
      picture_Picture* own = p->picture;
      picture_useLanes(other, n % 2 ? 1 : 4);
      p->picture = other;
      const bool same = drawKind(i) == hash;
      if (!same) print_message("picture %d differs on %d threads\n", i, n);
      good = good && same;
      p->picture = own;
      picture_free(other);
    }
  }
  assert_true(good);
  tearDown();
}

// ---- careless calls

static void test_careless(void** state) {
  (void)state;
  mjrContext con;
  mjr_defaultContext(&con);
  catch_begin();
  mjr_render(VIEW, &S.scn, &con);
  mjr_readPixels(S.rgb, NULL, VIEW, &con);
  mjr_resizeOffscreen(10, 10, &con);
  assert_int_equal(caught_count, 3);
  catch_end();
  setUp("", "<geom size='.1'/>");
  catch_begin();
  mjr_render(VIEW, &S.scn, &S.con);  // no camera yet
  mjr_resizeOffscreen(0, 10, &S.con);
  mjr_resizeOffscreen(1 << 30, 1 << 30, &S.con);
  mjr_setAux(3, &S.con);
  mjr_addAux(-1, 10, 10, 0, &S.con);
  mjr_uploadMesh(S.m, &S.con, 0);
  catch_end();
  // viewports beyond the buffer
  mjv_updateScene(S.m, S.d, &S.opt, NULL, &S.cam, mjCAT_ALL, &S.scn);
  mjr_render((mjrRect){-50, -50, 3000, 2000}, &S.scn, &S.con);
  mjr_render((mjrRect){SIZE, 0, 10, 10}, &S.scn, &S.con);
  mjr_render((mjrRect){0, 0, -1, 10}, &S.scn, &S.con);
  mjr_readPixels(S.rgb, S.depth, (mjrRect){0, 0, 16, 16}, &S.con);
  // numbers that are none, huge and empty things
  for (int i = 0; i < S.scn.ngeom; i++) {
    S.scn.geoms[i].pos[0] = NAN;
    S.scn.geoms[i].size[0] = 1e30f;
  }
  mjr_render(VIEW, &S.scn, &S.con);
  S.scn.geoms[0].type = mjGEOM_MESH;
  S.scn.geoms[0].dataid = 1000;
  S.scn.geoms[0].matid = 100000;
  mjr_render(VIEW, &S.scn, &S.con);
  tearDown();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_points),
                                     cmocka_unit_test(test_depths),
                                     cmocka_unit_test(test_numbers),
                                     cmocka_unit_test(test_light),
                                     cmocka_unit_test(test_shadow),
                                     cmocka_unit_test(test_texture),
                                     cmocka_unit_test(test_fog),
                                     cmocka_unit_test(test_mirror),
                                     cmocka_unit_test(test_large_face),
                                     cmocka_unit_test(test_shadow_of_cube),
                                     cmocka_unit_test(test_plane_from_behind),
                                     cmocka_unit_test(test_highlight_in_mirror),
                                     cmocka_unit_test(test_same_bytes),
                                     cmocka_unit_test(test_careless)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
