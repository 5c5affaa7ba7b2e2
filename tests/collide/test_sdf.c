// Signed distances of shapes: gradients against differences, spheres in octrees, contacts and rays
// against the reference, limits, what has no distances, binary models with broken octrees.
#include "support.h"

#include <math.h>

#include "collide/sdf.h"
#include "math/vec.h"

#define MESH "<mesh name='m' builtin='supertorus' params='12 .35 .8 .8' scale='.2 .2 .2'/>"
#define SCENE                                                                                      \
  "<mujoco><option sdf_initpoints='12'/><asset>" MESH                                              \
  "<mesh name='k' vertex='-.1 -.1 -.1 .1 -.1 -.1 -.1 .1 -.1 -.1 -.1 .12'/></asset><worldbody>"     \
  "<geom name='f' type='sdf' mesh='m'/><body pos='.2 0 .13'><freejoint/>"                          \
  "<geom type='sphere' size='.08'/></body><body pos='-.2 .02 .15'><freejoint/>"                    \
  "<geom type='mesh' mesh='k' euler='10 20 30'/></body></worldbody></mujoco>"

static mjModel* load(const char* xml) {
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static double next(void) {
  static unsigned state = 1;
  state = 1664525u * state + 1013904223u;
  return state / 2147483648.0 - 1;
}

// away from edges the gradient is the slope of the distance; ellipsoids give its direction, boxes
// have a field of their own inside
static void test_gradients(void** state) {
  (void)state;
  static const mjtNum size[3] = {0.3, 0.5, 0.4};
  static const int type[] = {mjGEOM_PLANE,     mjGEOM_SPHERE,   mjGEOM_CAPSULE,
                             mjGEOM_ELLIPSOID, mjGEOM_CYLINDER, mjGEOM_BOX};
  for (int t = 0; t < 6; t++) {
    sdf_Shape s;
    double worst = 0;
    assert_true(sdf_ofPrimitive(&s, type[t], size));
    for (int i = 0; i < 300; i++) {
      const mjtNum x[3] = {next(), next(), next()};
      mjtNum g[3], slope[3];
      if (type[t] == mjGEOM_BOX && sdf_distance(&s, x) < 0) continue;
      sdf_gradient(&s, g, x);
      sdf_differences(&s, slope, x);
      if (type[t] == mjGEOM_ELLIPSOID) v3_normalize(slope);
      const double off = v3_dist(g, slope);
      if (off > worst) worst = off;
    }
    print_message("type %d: %.2g\n", type[t], worst);
    assert_true(worst < 1e-6);
  }
  sdf_Shape s;
  assert_false(sdf_ofPrimitive(&s, mjGEOM_HFIELD, size));
  assert_false(sdf_ofPrimitive(&s, mjGEOM_MESH, size));
}

// the distance of a finely meshed sphere is that of the sphere, up to the chords of its faces
static void test_octree_of_sphere(void** state) {
  (void)state;
  mjModel* m = load("<mujoco><asset><mesh name='m' builtin='sphere' params='3'/></asset><worldbody>"
                    "<geom type='sdf' mesh='m'/></worldbody></mujoco>");
  sdf_Shape s;
  assert_true(sdf_ofMesh(&s, m, 0));
  double worst = 0;
  for (int i = 0; i < 500; i++) {
    const mjtNum x[3] = {1.05 * next(), 1.05 * next(), 1.05 * next()};
    const double off = fabs(sdf_distance(&s, x) - (v3_norm(x) - 1));
    if (fabs(v3_norm(x) - 1) < 0.1 && off > worst) worst = off;  // cells are large elsewhere
  }
  print_message("off by %.2g at most\n", worst);
  assert_true(worst > 0 && worst < 0.02);
  mj_deleteModel(m);
}

// python: SCENE; mj_forward; number of contacts of geom 0 and 1, 0 and 2, and their sums of dist
static void test_contacts(void** state) {
  (void)state;
  mjModel* m = load(SCENE);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  int n[2] = {0, 0};
  double sum[2] = {0, 0};
  for (int i = 0; i < d->ncon; i++) {
    const int other = d->contact[i].geom[0];  // fields come last
    assert_int_equal(d->contact[i].geom[1], 0);
    n[other - 1]++;
    sum[other - 1] += d->contact[i].dist;
    assert_true(d->contact[i].frame[2] < 0);  // from what lies on the field into it
  }
  print_message("%d %d contacts, %.12g %.12g\n", n[0], n[1], sum[0], sum[1]);
  assert_int_equal(n[0], 9);
  assert_int_equal(n[1], 4);
  assert_true(fabs(sum[0] - (-0.0290316614791606)) < 1e-7);
  assert_true(fabs(sum[1] - (-0.128343640076117)) < 1e-7);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// the reference ends the program
static void test_many_starts(void** state) {
  (void)state;
  mjModel* m = load(SCENE);
  mjData* d = mj_makeData(m);
  m->opt.sdf_initpoints = 500;
  mj_forward(m, d);
  int n = 0;
  for (int i = 0; i < d->ncon; i++) n += d->contact[i].geom[0] == 1;
  assert_int_equal(n, mjMAXCONPAIR);
  assert_int_equal(mj_maxContact(m, 0, 1, 0), 500);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// python: mujoco.mj_ray(m, d, from, [0, 0, 2], None, 1, -1, geom, normal); in meters, though the
// vector has length 2
static void test_rays(void** state) {
  (void)state;
  static const struct {
    mjtNum from[3], x, normal[3];
  } ray[] = {{{0, .2, -1}, 1.069130090449952, {-0.01344395, -0.0708499, 0.99739639}},
             {{.12, .1, -1}, 0.9473004491172442, {-0.68288626, -0.68288626, -0.25948546}},
             {{.01, 0, -1}, -1, {0, 0, 0}}};  // the hole
  mjModel* m = load(SCENE);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  const mjtNum up[3] = {0, 0, 2};
  for (int i = 0; i < 3; i++) {
    mjtNum normal[3];
    int geom;
    const mjtNum x = mj_ray(m, d, ray[i].from, up, NULL, 1, -1, &geom, normal);
    print_message("ray %d: %.9g\n", i, x);
    assert_int_equal(geom, i < 2 ? 0 : -1);
    assert_true(fabs(x - ray[i].x) < 1e-9 && v3_dist(normal, ray[i].normal) < 1e-6);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_public(void** state) {
  (void)state;
  mjModel* m = load(SCENE);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  int id[2] = {0, 1};
  mjtGeom type[2] = {mjGEOM_SDF, mjGEOM_SPHERE};
  mjtNum pos[3] = {-0.2, 0, -0.13}, mat[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, g[3];
  const mjpPlugin* plugin[2] = {NULL, NULL};
  const mjtNum x[3] = {0.2, 0.01, 0.06};
  mjSDF s = {.plugin = plugin, .id = id, .relpos = pos, .relmat = mat, .geomtype = type};
  const mjtNum f0 = mjc_distance(m, d, &s, x), y[3] = {0, 0.01, -0.07};
  const mjtNum f1 = v3_norm(y) - 0.08;
  s.type = mjSDFTYPE_INTERSECTION;
  assert_true(mjc_distance(m, d, &s, x) == (f0 > f1 ? f0 : f1));
  s.type = mjSDFTYPE_MIDSURFACE;
  assert_true(fabs(mjc_distance(m, d, &s, x) - (f0 - f1)) < 1e-15);
  mjc_gradient(m, d, &s, g, x);
  assert_true(fabs(v3_norm(g) - 1) < 1e-12);
  s.type = mjSDFTYPE_COLLISION;
  assert_true(fabs(mjc_distance(m, d, &s, x) - (f0 + f1 + fabs(f0 > f1 ? f0 : f1))) < 1e-15);
  sn_setErrorMode(sn_ERROR_KEEP);
  id[0] = 1;  // a mesh without an octree
  assert_true(mjc_distance(m, d, &s, x) == 0);
  assert_non_null(strstr(sn_lastError(), "needsdf"));
  assert_null(mjc_getSDF(m, 0));
  assert_non_null(strstr(sn_lastError(), "plugin"));
  sn_setErrorMode(sn_ERROR_REPORT);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a way down that never ends, or leads out
static void test_guard(void** state) {
  (void)state;
  mjModel* m = load(SCENE);
  const int size = (int)mj_sizeModel(m);
  void* buffer = malloc((size_t)size);
  static const int wrong[] = {0, -2, 1 << 20};
  sn_setErrorMode(sn_ERROR_KEEP);
  for (int i = 0; i < 3; i++) {
    const int right = m->oct_child[11];
    m->oct_child[11] = wrong[i];
    mj_saveModel(m, NULL, buffer, size);
    assert_null(mj_loadModelBuffer(buffer, size));
    assert_non_null(strstr(sn_lastWarning(), "oct_child"));
    m->oct_child[11] = right;
  }
  sn_setErrorMode(sn_ERROR_REPORT);
  mj_saveModel(m, NULL, buffer, size);
  mjModel* again = mj_loadModelBuffer(buffer, size);
  assert_non_null(again);
  assert_memory_equal(again->oct_coeff, m->oct_coeff, 8 * (size_t)m->noct * sizeof(mjtNum));
  mj_deleteModel(again);
  mj_deleteModel(m);
  free(buffer);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gradients), cmocka_unit_test(test_octree_of_sphere),
      cmocka_unit_test(test_contacts),  cmocka_unit_test(test_many_starts),
      cmocka_unit_test(test_rays),      cmocka_unit_test(test_public),
      cmocka_unit_test(test_guard),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
