// Octrees of signed distances: the cells of the reference, neighbours that differ by one level, no
// jumps between cells, values against a search of all faces, memory that runs out.
#include "support.h"

#include <math.h>

#include "asset/octree.h"
#include "asset/surface_distance.h"
#include "base/mem.h"

#define TORUS                                                                                      \
  "<mujoco><asset><mesh name='m' builtin='supertorus' params='12 .35 .8 .8' scale='.2 .2 .2'/>"    \
  "</asset><worldbody><geom type='sdf' mesh='m'/></worldbody></mujoco>"

static mjModel* load(const char* xml) {
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

// a leaf that has a point; the point is inside of the root
static int leafAt(const mjModel* m, const double p[3]) {
  for (int cell = 0;;) {
    const double* box = m->oct_aabb + 6 * cell;
    int slot = 0;
    for (int k = 0; k < 3; k++) slot |= (p[k] >= box[k]) << k;
    if (m->oct_child[8 * cell + slot] < 0) return cell;
    cell = m->oct_child[8 * cell + slot];
  }
}

static double valueIn(const mjModel* m, int cell, const double p[3]) {
  const double* box = m->oct_aabb + 6 * cell;
  double sum = 0;
  for (int i = 0; i < 8; i++) {
    double w = 1;
    for (int k = 0; k < 3; k++) {
      const double t = (p[k] - box[k] + box[3 + k]) / (2 * box[3 + k]);
      w *= (i >> k & 1) ? t : 1 - t;
    }
    sum += w * m->oct_coeff[8 * cell + i];
  }
  return sum;
}

// python: m = mujoco.MjModel.from_xml_string(TORUS); m.noct, m.oct_depth.sum(),
// numpy.abs(m.oct_coeff).sum(), (m.oct_coeff < 0).sum()
static void test_reference(void** state) {
  (void)state;
  mjModel* m = load(TORUS);
  double sum = 0;
  long depth = 0, inside = 0;
  for (int i = 0; i < m->noct; i++) {
    depth += m->oct_depth[i];
    for (int k = 0; k < 8; k++) {
      sum += fabs(m->oct_coeff[8 * i + k]);
      inside += m->oct_coeff[8 * i + k] < 0;
    }
  }
  print_message("%d cells, depth %ld, sum %.17g, inside %ld\n", (int)m->noct, depth, sum, inside);
  assert_int_equal(m->noct, 73225);
  assert_int_equal(depth, 409864);
  assert_true(fabs(sum - 6475.7127120560635) < 1e-9);
  assert_int_equal(inside, 268608);
  assert_int_equal(m->mesh_octadr[0], 0);
  assert_int_equal(m->mesh_octnum[0], m->noct);
  mj_deleteModel(m);
}

// both sides of every side of a leaf, a little beyond it
static void test_balanced_without_jumps(void** state) {
  (void)state;
  mjModel* m = load(TORUS);
  double worst = 0;
  for (int i = 0; i < m->noct; i++) {
    if (m->oct_child[8 * i] >= 0) continue;
    const double *box = m->oct_aabb + 6 * i, *root = m->oct_aabb;
    for (int side = 0; side < 6; side++) {
      const int axis = side / 2;
      double p[3] = {box[0] + 0.3 * box[3], box[1] - 0.2 * box[4], box[2] + 0.1 * box[5]};
      p[axis] = box[axis] + (side % 2 ? 1 : -1) * box[3 + axis];
      if (fabs(p[axis] - root[axis]) > 0.999 * root[3 + axis]) continue;
      double q[3] = {p[0], p[1], p[2]};
      q[axis] += (side % 2 ? 1 : -1) * 1e-9;
      const int other = leafAt(m, q);
      assert_true(abs(m->oct_depth[other] - m->oct_depth[i]) <= 1);
      const double jump = fabs(valueIn(m, i, p) - valueIn(m, other, p));
      if (jump > worst) worst = jump;
    }
  }
  print_message("largest jump %.2g\n", worst);
  assert_true(worst < 1e-12);
  mj_deleteModel(m);
}

// the nearest face by trying all; corners that hang on those of a larger cell have means
static void test_values(void** state) {
  (void)state;
  mjModel* m = load(TORUS);
  int tried = 0, equal = 0;
  for (int i = 0; i < m->noct; i += 97) {
    const double* box = m->oct_aabb + 6 * i;
    if (m->oct_child[8 * i] >= 0) continue;
    const double p[3] = {box[0] - box[3], box[1] - box[4], box[2] - box[5]};
    double best = INFINITY;
    for (int f = 0; f < m->mesh_facenum[0]; f++) {
      double v[3][3], closest[3];
      for (int k = 0; k < 9; k++) {
        v[k / 3][k % 3] = m->mesh_vert[3 * m->mesh_face[3 * f + k / 3] + k % 3];
      }
      const double dist = surface_nearestOnFace(p, v[0], v[1], v[2], closest);
      if (dist < best) best = dist;
    }
    tried++;
    equal += fabs(fabs(m->oct_coeff[8 * i]) - sqrt(best)) < 2e-8;  // vertices are floats
  }
  print_message("%d of %d values are distances\n", equal, tried);
  assert_true(tried > 500 && equal > 0.8 * tried);
  mj_deleteModel(m);
}

static void test_depth_and_sharing(void** state) {
  (void)state;
  mjSpec* spec = mj_makeSpec();
  for (int i = 0; i < 3; i++) {
    mjsMesh* mesh = mjs_addMesh(spec, NULL);
    double params[4] = {6, .35, .8, .8};
    mjs_setName(mesh->element, (const char*[]){"a", "b", "c"}[i]);
    assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_SUPERTORUS, params, 4), 0);
    mesh->needsdf = i != 1;
    mesh->octree_maxdepth = i == 2 ? 2 : 3;
  }
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  assert_int_equal(m->mesh_octadr[1], -1);
  assert_int_equal(m->mesh_octnum[1], 0);
  assert_true(m->mesh_octnum[0] > m->mesh_octnum[2] && m->mesh_octnum[2] > 8);
  for (int i = 0; i < m->noct; i++) {
    assert_true(m->oct_depth[i] <= (i < m->mesh_octnum[0] ? 3 : 2));
  }
  mj_deleteModel(m);
  mjs_asMesh(mjs_firstElement(spec, mjOBJ_MESH))->octree_maxdepth = 50;
  assert_null(mj_compile(spec, NULL));
  assert_non_null(strstr(mjs_getError(spec), "octree_maxdepth: 50"));
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reference),
      cmocka_unit_test(test_balanced_without_jumps),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_depth_and_sharing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
