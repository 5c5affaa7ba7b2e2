// Rays: against the reference (golden/ray.txt, made by tools/oracle/ray.mjs) for every shape, a
// mesh with and without its tree, a skin, a scene with all that is skipped, height fields, many
// rays from one point; against answers by hand: inside, tangent, degenerate directions, errors.
#include "support.h"

#include <math.h>

#include "collide/ray.h"

// relative, or absolute below 1: of rays in poses that are made by sines and cosines
#define TOLERANCE 1e-14
#define SEED 88172645463325252ull

static void near(double got, double want, double tolerance) {
  if (!(fabs(got - want) <= tolerance)) fail_msg("%.17g, not %.17g", got, want);
}

// ---- golden file

typedef struct {
  FILE* file;
  char* line;
  size_t room;
  double tolerance;  // 0: poses are in the file, so are the same bits
  double worst;
  int compared, hits;
} Golden;

// the next line has this tag: its numbers, at most n; returns how many
static int numbers(Golden* g, char tag, double* res, int n) {
  assert_true(getline(&g->line, &g->room, g->file) > 0);
  return golden_numbers(g->line, tag, res, n);
}

static void exactly(Golden* g, char tag, double* res, int n) {
  assert_int_equal(numbers(g, tag, res, n), n);
}

static void compare(Golden* g, const char* what, int ray, double got, double want) {
  const double size = fabs(want) > 1 ? fabs(want) : 1, error = fabs(got - want) / size;
  g->compared++;
  if (!(error <= g->worst)) g->worst = error;
  if (!(error <= g->tolerance)) fail_msg("%s, ray %d: %.17g, not %.17g", what, ray, got, want);
}

// want: x, normal
static void compareHit(Golden* g, const char* what, int ray, double x, const double normal[3],
                       const double want[4]) {
  compare(g, what, ray, x, want[0]);
  for (int k = 0; k < 3; k++) compare(g, what, ray, normal[k], want[1 + k]);
  g->hits += want[0] >= 0;
}

// ---- sections

static void checkShape(Golden* g, int type, int count) {
  double pose[15], ray[10];
  exactly(g, 'p', pose, 15);
  for (int i = 0; i < count; i++) {
    mjtNum normal[3] = {7, 7, 7};
    exactly(g, 'r', ray, 10);
    const mjtNum x = mju_rayGeom(pose, pose + 3, pose + 12, ray, ray + 3, type, normal);
    compareHit(g, "shape", i, x, normal, ray + 6);
    compare(g, "shape without normal", i,
            mju_rayGeom(pose, pose + 3, pose + 12, ray, ray + 3, type, NULL), x);
  }
}

enum { MOST = 1000 };

// a model with one geom, of which the test makes a mesh
typedef struct {
  mjModel *m, mesh;
  mjData* d;
  float vert[MOST];
  int face[MOST], child[MOST], leaf[MOST], zero[1], vertnum[1], facenum[1], nnode[1];
  mjtNum box[MOST], size[3];
} Mesh;

static void readMesh(Golden* g, Mesh* mesh) {
  static double x[MOST];
  exactly(g, 'z', mesh->size, 3);
  int n = numbers(g, 'v', x, MOST);
  for (int i = 0; i < n; i++) mesh->vert[i] = (float)x[i];
  *mesh->vertnum = n / 3;
  n = numbers(g, 'f', x, MOST);
  for (int i = 0; i < n; i++) mesh->face[i] = (int)x[i];
  *mesh->facenum = n / 3;
  numbers(g, 'b', mesh->box, MOST);
  n = numbers(g, 'c', x, MOST);
  for (int i = 0; i < n; i++) mesh->child[i] = (int)x[i];
  n = numbers(g, 'n', x, MOST);
  for (int i = 0; i < n; i++) mesh->leaf[i] = (int)x[i];
  *mesh->nnode = n;
}

static mjModel* modelOf(const char* xml) {
  char error[1000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "m.xml", xml, (int)strlen(xml)), 0);
  mjModel* m = mj_loadXML("m.xml", &vfs, error, sizeof error);
  if (!m) fail_msg("%s", error);
  mj_deleteVFS(&vfs);
  return m;
}

static void openMesh(Mesh* mesh) {
  static int meshType[1] = {mjGEOM_MESH};
  mesh->m = modelOf("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>");
  mesh->d = mj_makeData(mesh->m);
  mesh->mesh = *mesh->m;
  mesh->mesh.nmesh = 1;
  mesh->mesh.geom_type = meshType;
  mesh->mesh.geom_dataid = mesh->zero;
  mesh->mesh.geom_size = mesh->size;
  mesh->mesh.mesh_vertadr = mesh->mesh.mesh_faceadr = mesh->mesh.mesh_bvhadr = mesh->zero;
  mesh->mesh.mesh_vertnum = mesh->vertnum;
  mesh->mesh.mesh_facenum = mesh->facenum;
  mesh->mesh.mesh_bvhnum = mesh->nnode;
  mesh->mesh.mesh_vert = mesh->vert;
  mesh->mesh.mesh_face = mesh->face;
  mesh->mesh.bvh_aabb = mesh->box;
  mesh->mesh.bvh_child = mesh->child;
  mesh->mesh.bvh_nodeid = mesh->leaf;
}

static void checkMesh(Golden* g, int count) {
  static Mesh mesh;
  double ray[10], pose[12];
  openMesh(&mesh);
  readMesh(g, &mesh);
  exactly(g, 'p', pose, 12);
  memcpy(mesh.d->geom_xpos, pose, 3 * sizeof *pose);
  memcpy(mesh.d->geom_xmat, pose + 3, 9 * sizeof *pose);
  const int nnode = *mesh.nnode;
  for (int i = 0; i < count; i++) {
    exactly(g, 'r', ray, 10);
    for (int tree = 0; tree < 2; tree++) {
      mjtNum normal[3];
      *mesh.nnode = tree ? nnode : 0;
      const mjtNum x = mj_rayMesh(&mesh.mesh, mesh.d, 0, ray, ray + 3, normal);
      compareHit(g, tree ? "mesh by its tree" : "mesh by faces", i, x, normal, ray + 6);
    }
  }
  // a tree with a loop is no tree: all faces are tried
  *mesh.nnode = nnode;
  mesh.child[0] = mesh.child[1] = 0;
  const mjtNum from[3] = {pose[0], pose[1], pose[2] + 5}, down[3] = {0, 0, -1};
  const mjtNum x = mj_rayMesh(&mesh.mesh, mesh.d, 0, from, down, NULL);
  *mesh.nnode = 0;
  near(x, mj_rayMesh(&mesh.mesh, mesh.d, 0, from, down, NULL), 0);
  assert_true(x > 4);
  mj_deleteData(mesh.d);
  mj_deleteModel(mesh.m);
}

static void checkSkin(Golden* g, int count) {
  static double x[MOST];
  static float vert[MOST];
  static int face[MOST];
  const int nvert = numbers(g, 'v', x, MOST) / 3;
  for (int i = 0; i < 3 * nvert; i++) vert[i] = (float)x[i];
  const int nface = numbers(g, 'f', x, MOST) / 3;
  for (int i = 0; i < 3 * nface; i++) face[i] = (int)x[i];
  for (int i = 0; i < count; i++) {
    double ray[8];
    int vertid = -7;
    exactly(g, 'r', ray, 8);
    compare(g, "skin", i, mju_raySkin(nface, nvert, face, vert, ray, ray + 3, &vertid), ray[6]);
    assert_int_equal(vertid, (int)ray[7]);
    g->hits += ray[6] >= 0;
  }
}

static void draw(mjtNum* x, int n, double scale) {
  for (int i = 0; i < n; i++) x[i] = scale * rng_uniform();
}

static void randomState(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nq; i++) d->qpos[i] = m->qpos0[i] + 0.5 * rng_uniform();
  draw(d->mocap_pos, 3, 0.5);
  draw(d->mocap_quat, 4, 1);
  mj_kinematics(m, d);
  mj_comPos(m, d);
}

static void checkScene(Golden* g, const mjModel* m, mjData* d, int states, int count) {
  rng_state = SEED;
  for (int s = 0; s < states; s++) {
    randomState(m, d);
    for (int i = 0; i < count; i++) {
      mjtNum pnt[3], vec[3], normal[3];
      double want[8];
      mjtByte group[6];
      int geomid;
      draw(pnt, 3, 2);
      draw(vec, 3, 1);
      const int bits = i % 2 ? (int)(32 * (1 + rng_uniform())) : -1;
      const bool statics = rng_uniform() > -0.5;
      const int exclude = (int)floor((double)m->nbody / 2 * (1 + rng_uniform())) - 1;
      for (int k = 0; k < 6; k++) group[k] = (mjtByte)(bits >> k & 1);
      exactly(g, 'r', want, 8);
      assert_int_equal(bits, (int)want[0]);
      assert_int_equal(statics, (int)want[1]);
      assert_int_equal(exclude, (int)want[2]);
      const mjtNum x =
          mj_ray(m, d, pnt, vec, bits < 0 ? NULL : group, statics, exclude, &geomid, normal);
      assert_int_equal(geomid, (int)want[4]);
      const double hit[4] = {want[3], want[5], want[6], want[7]};
      compareHit(g, "scene", i, x, normal, hit);
    }
  }
}

static void checkHfield(Golden* g, const mjModel* m, mjData* d, int count, int geom) {
  rng_state = SEED;
  randomState(m, d);
  for (int i = 0; i < count; i++) {
    double ray[10];
    mjtNum normal[3];
    exactly(g, 'r', ray, 10);
    compareHit(g, "height field", i, mj_rayHfield(m, d, geom, ray, ray + 3, normal), normal,
               ray + 6);
  }
}

static void checkMany(Golden* g, const mjModel* m, mjData* d, int count, double cutoff) {
  enum { MOST_RAYS = 200 };
  static mjtNum vec[3 * MOST_RAYS], dist[MOST_RAYS], normal[3 * MOST_RAYS];
  static int geomid[MOST_RAYS];
  assert_true(count <= MOST_RAYS);
  rng_state = SEED + (uint64_t)round(10 * (cutoff < 5 ? cutoff : 5));
  randomState(m, d);
  mjtNum pnt[3];
  draw(pnt, 3, 0.7);
  draw(vec, 3 * count, 1);
  memset(vec + 30, 0, 3 * sizeof *vec);
  for (int i = 0; i < count; i++) {
    geomid[i] = -7;
    normal[3 * i] = normal[3 * i + 1] = normal[3 * i + 2] = dist[i] = 7;
  }
  mj_multiRay(m, d, pnt, vec, NULL, 1, -1, geomid, dist, normal, count, cutoff);
  int differ = 0;
  for (int i = 0; i < count; i++) {
    double want[5];
    exactly(g, 'r', want, 5);
    assert_int_equal(geomid[i], (int)want[1]);
    const double hit[4] = {want[0], want[2], want[3], want[4]};
    compareHit(g, "many", i, dist[i], normal + 3 * i, hit);
    int single = -1;
    if (i != 10) mj_ray(m, d, pnt, vec + 3 * i, NULL, 1, -1, &single, NULL);
    differ += i != 10 && single != geomid[i];
  }
  print_message("many rays, cutoff %g: %d of %d differ from single rays\n", cutoff, differ, count);
  assert_true(differ > 0);  // what they leave out shows
  mj_multiRay(m, d, pnt, vec, NULL, 1, -1, NULL, dist, NULL, count, cutoff);
}

static void test_golden(void** unused) {
  (void)unused;
  char error[1000] = "";
  mjModel* m = mj_loadXML(TEST_DIR "/golden/ray.xml", NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjData* d = mj_makeData(m);
  Golden g = {.file = fopen(TEST_DIR "/golden/ray.txt", "r")};
  assert_non_null(g.file);
  int sections = 0, geom, n, k;
  double cutoff;
  while (getline(&g.line, &g.room, g.file) > 0) {
    if (g.line[0] == '#') continue;
    sections++;
    if (sscanf(g.line, "shape %d %d", &geom, &n) == 2) {
      checkShape(&g, geom, n);
    } else if (sscanf(g.line, "mesh %d", &n) == 1) {
      checkMesh(&g, n);
    } else if (sscanf(g.line, "skin %d", &n) == 1) {
      checkSkin(&g, n);
    } else if (sscanf(g.line, "scene %d %d", &k, &n) == 2) {
      g.tolerance = TOLERANCE;
      checkScene(&g, m, d, k, n);
    } else if (sscanf(g.line, "hfield %d %d", &n, &geom) == 2) {
      checkHfield(&g, m, d, n, geom);
    } else if (sscanf(g.line, "many %d %lf", &n, &cutoff) == 2) {
      checkMany(&g, m, d, n, cutoff);
    } else {
      fail_msg("line: %s", g.line);
    }
  }
  assert_int_equal(sections, 28);
  assert_true(g.hits > 1000);
  print_message("%d numbers, %d hits, worst residual %.1e (tolerance %.0e)\n", g.compared, g.hits,
                g.worst, TOLERANCE);
  free(g.line);
  fclose(g.file);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- by hand

typedef struct {
  int type;
  mjtNum size[3], pnt[3], vec[3], x, normal[3];
} Case;

static const Case caseTable[] = {
    // a plane is seen from above only, and within its size
    {mjGEOM_PLANE, {0, 0, 1}, {3, 4, 2}, {0, 0, -4}, 0.5, {0, 0, 1}},
    {mjGEOM_PLANE, {0, 0, 1}, {3, 4, -2}, {0, 0, 4}, -1, {0, 0, 0}},
    {mjGEOM_PLANE, {0, 0, 1}, {0, 0, 2}, {1, 0, 0}, -1, {0, 0, 0}},
    {mjGEOM_PLANE, {1, 2, 1}, {1, 2, 2}, {0, 0, -1}, 2, {0, 0, 1}},
    {mjGEOM_PLANE, {1, 2, 1}, {1.01, 2, 2}, {0, 0, -1}, -1, {0, 0, 0}},
    // spheres: outside, behind, inside, tangent
    {mjGEOM_SPHERE, {0.5, 0, 0}, {2, 0, 0}, {-1, 0, 0}, 1.5, {1, 0, 0}},
    {mjGEOM_SPHERE, {0.5, 0, 0}, {2, 0, 0}, {1, 0, 0}, -1, {0, 0, 0}},
    {mjGEOM_SPHERE, {0.5, 0, 0}, {0, 0, 0}, {0, 0, 2}, 0.25, {0, 0, 1}},
    {mjGEOM_SPHERE, {0.5, 0, 0}, {-2, 0.5, 0}, {1, 0, 0}, 2, {0, 1, 0}},
    {mjGEOM_SPHERE, {0.5, 0, 0}, {-2, 0.500001, 0}, {1, 0, 0}, -1, {0, 0, 0}},
    // too short for the quadratic
    {mjGEOM_SPHERE, {0.5, 0, 0}, {2, 0, 0}, {-1e-8, 0, 0}, -1, {0, 0, 0}},
    // capsule: side, cap, inside along the axis, tangent to the side
    {mjGEOM_CAPSULE, {0.5, 1, 0}, {3, 0, 0.5}, {-1, 0, 0}, 2.5, {1, 0, 0}},
    {mjGEOM_CAPSULE, {0.5, 1, 0}, {0, 0, 4}, {0, 0, -1}, 2.5, {0, 0, 1}},
    {mjGEOM_CAPSULE, {0.5, 1, 0}, {0, 0, 0}, {0, 0, -1}, 1.5, {0, 0, -1}},
    {mjGEOM_CAPSULE, {0.5, 1, 0}, {-3, 0.5, 0}, {1, 0, 0}, 3, {0, 1, 0}},
    // cylinder: end, side, inside, beside
    {mjGEOM_CYLINDER, {0.5, 1, 0}, {0.25, 0, 4}, {0, 0, -1}, 3, {0, 0, 1}},
    {mjGEOM_CYLINDER, {0.5, 1, 0}, {0.25, 0, 0}, {0, 0, -1}, 1, {0, 0, -1}},
    {mjGEOM_CYLINDER, {0.5, 1, 0}, {0, 0, 0.5}, {0, 1, 0}, 0.5, {0, 1, 0}},
    {mjGEOM_CYLINDER, {0.5, 1, 0}, {0.75, 0, 4}, {0, 0, -1}, -1, {0, 0, 0}},
    // box: face, inside, edge, beside
    {mjGEOM_BOX, {1, 2, 3}, {5, 1, 1}, {-1, 0, 0}, 4, {1, 0, 0}},
    {mjGEOM_BOX, {1, 2, 3}, {0, 0, 0}, {0, -1, 0}, 2, {0, -1, 0}},
    {mjGEOM_BOX, {1, 2, 3}, {5, 2, 3}, {-1, 0, 0}, 4, {1, 0, 0}},
    {mjGEOM_BOX, {1, 2, 3}, {5, 2.001, 3}, {-1, 0, 0}, -1, {0, 0, 0}},
    // ellipsoid: on an axis
    {mjGEOM_ELLIPSOID, {1, 2, 3}, {0, 0, 9}, {0, 0, -2}, 3, {0, 0, 1}},
    {mjGEOM_ELLIPSOID, {1, 2, 3}, {0, 0, 0}, {0, 1, 0}, 2, {0, 1, 0}},
};

static void test_by_hand(void** unused) {
  (void)unused;
  const mjtNum pos[3] = {0, 0, 0}, mat[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (size_t i = 0; i < sizeof caseTable / sizeof *caseTable; i++) {
    const Case* c = &caseTable[i];
    mjtNum normal[3] = {7, 7, 7};
    const mjtNum x = mju_rayGeom(pos, mat, c->size, c->pnt, c->vec, c->type, normal);
    if (fabs(x - c->x) > 1e-15) fail_msg("case %d: %.17g, not %.17g", (int)i, x, c->x);
    for (int k = 0; k < 3; k++) near(normal[k], c->normal[k], 1e-15);
  }
}

// a ray that meets the surface does so at a point of it, with a unit normal that looks out
static void test_hits_lie_on_height_field(void** unused) {
  (void)unused;
  mjModel* m = modelOf("<mujoco><asset><hfield name='h' nrow='2' ncol='2' size='1 1 1 .5' "
                       "elevation='1 1 0 0'/></asset><worldbody><geom type='hfield' hfield='h'/>"
                       "</worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mj_kinematics(m, d);
  rng_state = SEED;
  const mjtNum slope = 1 / sqrt(5);
  for (int i = 0; i < 200; i++) {  // the surface is z = (y + 1)/2
    const mjtNum pnt[3] = {rng_uniform(), rng_uniform(), 3}, down[3] = {0, 0, -1};
    mjtNum normal[3];
    const mjtNum x = mj_rayHfield(m, d, 0, pnt, down, normal);
    near(x, 3 - (pnt[1] + 1) / 2, 1e-14);
    near(normal[0], 0, 1e-15);
    near(normal[1], -slope, 1e-15);
    near(normal[2], 2 * slope, 1e-15);
  }
  // sides: below the edge of the data, above it, and the base
  const mjtNum from[3][3] = {{0, 3, 0.5}, {3, 0.5, 0.8}, {3, 0.5, -0.2}};
  const mjtNum to[3][3] = {{0, -1, 0}, {-1, 0, 0}, {-1, 0, 0}};
  const mjtNum want[3] = {2, -1, 2};
  for (int i = 0; i < 3; i++) near(mj_rayHfield(m, d, 0, from[i], to[i], NULL), want[i], 1e-14);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a geom whose pose is not a number is not hit, and hides none behind it
static void test_bad_pose(void** unused) {
  (void)unused;
  mjModel* m = modelOf("<mujoco><worldbody><geom type='mesh' mesh='m'/><geom size='1'/>"
                       "<geom type='plane' size='1 1 1' pos='0 0 2'/></worldbody>"
                       "<asset><mesh name='m' builtin='sphere' params='1'/></asset></mujoco>");
  mjData* d = mj_makeData(m);
  const mjtNum p[3] = {0, 0, 5}, v[3] = {0, 0, -1};
  for (int bad = 0; bad < m->ngeom; bad++) {
    int one = -2, many = -2;
    mjtNum dist;
    mj_kinematics(m, d);
    d->geom_xpos[3 * bad] = d->geom_xmat[9 * bad] = NAN;
    const mjtNum x = mj_ray(m, d, p, v, NULL, 1, -1, &one, NULL);
    mj_multiRay(m, d, p, v, NULL, 1, -1, &many, &dist, NULL, 1, 100);
    near(x, bad == 2 ? 4 : 3, 1e-12);
    near(dist, x, 0);
    assert_true(one != bad && one == many);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_errors(void** unused) {
  (void)unused;
  mjModel* m = modelOf("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  const mjtNum p[3] = {0, 0, 5}, v[3] = {0, 0, -1}, tiny[3] = {0, 1e-16, 0};
  const mjtNum mat[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  struct {
    mjtNum x;
    const char* phrase;
    char said[200];
  } call[5] = {{.phrase = "mj_ray: the ray has no direction"},
               {.phrase = "mj_rayMesh: geom 0 has type 2"},
               {.phrase = "mj_rayHfield: geom 0 has type 2"},
               {.phrase = "mj_rayMesh: there is no geom 4"},
               {.phrase = "mju_rayGeom: geom type 7"}};
  catch_begin();
  for (int i = 0; i < 5; i++) {
    call[i].x = i == 0   ? mj_ray(m, d, p, tiny, NULL, 1, -1, NULL, NULL)
                : i == 1 ? mj_rayMesh(m, d, 0, p, v, NULL)
                : i == 2 ? mj_rayHfield(m, d, 0, p, v, NULL)
                : i == 3 ? mj_rayMesh(m, d, 4, p, v, NULL)
                         : mju_rayGeom(p, mat, p, p, v, mjGEOM_MESH, NULL);
    snprintf(call[i].said, sizeof call[i].said, "%s", caught.subject);
  }
  catch_end();
  for (int i = 0; i < 5; i++) {
    near(call[i].x, -1, 0);
    assert_non_null(strstr(call[i].said, call[i].phrase));
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),
      cmocka_unit_test(test_by_hand),
      cmocka_unit_test(test_hits_lie_on_height_field),
      cmocka_unit_test(test_bad_pose),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
