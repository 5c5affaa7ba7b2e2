// Meshes made ready for pictures: vertices at one place become one, faces of closed shells come
// first with what belongs to them, and groups that are left out of the tile bins are turned away.
#include "support.h"

#include <math.h>

#include "render/mesh_optimize.h"
#include "render/tile_bins.h"

enum { MOST_FACES = 4000 };

static struct {
  paint_Mesh mesh;
  float vert[9 * MOST_FACES], normal[9 * MOST_FACES], texcoord[6 * MOST_FACES];
  float place[9 * MOST_FACES];  // of the corners of faces, as they were added
  float room[9 * MOST_FACES];
  int face[3 * MOST_FACES];
} S;

static void begin(void) {
  S.mesh = (paint_Mesh){
      .vert = S.vert, .face = S.face, .normal = S.normal, .texcoord = S.texcoord, .cone = S.room};
}

// a face with vertices of its own; normals and texture coordinates have its number
static void addFace(const float a[3], const float b[3], const float c[3]) {
  const float* corner[3] = {a, b, c};
  const int n = S.mesh.nface++;
  for (int k = 0; k < 3; k++) {
    memcpy(S.vert + 3 * S.mesh.nvert, corner[k], 3 * sizeof *a);
    memcpy(S.place + 9 * n + 3 * k, corner[k], 3 * sizeof *a);
    S.face[3 * n + k] = S.mesh.nvert++;
  }
  for (int k = 0; k < 9; k++) S.normal[9 * n + k] = (float)n;
  for (int k = 0; k < 6; k++) S.texcoord[6 * n + k] = (float)n;
}

static void addQuad(const float a[3], const float b[3], const float c[3], const float d[3]) {
  addFace(a, b, c);
  addFace(a, c, d);
}

// the first so many sides of a cube about a point
static void addCube(float x, int nside) {
  static const int side[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                 {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  float p[8][3];
  for (int i = 0; i < 8; i++) {
    for (int k = 0; k < 3; k++) p[i][k] = (i >> k & 1 ? 1 : -1) + (k ? 0 : x);
  }
  for (int s = 0; s < nside; s++)
    addQuad(p[side[s][0]], p[side[s][1]], p[side[s][2]], p[side[s][3]]);
}

static void tidy(void) {
  assert_true(optimize_floats(S.mesh.nface) <= (int)(sizeof S.room / sizeof *S.room));
  optimize_mesh(&S.mesh, S.room);
  // each face is where it was, with its own numbers
  for (int i = 0; i < S.mesh.nface; i++) {
    const int n = (int)S.normal[9 * i];
    for (int k = 0; k < 9; k++) {
      assert_true(S.normal[9 * i + k] == (float)n);
      assert_true(S.vert[3 * S.face[3 * i + k / 3] + k % 3] == S.place[9 * n + k]);
    }
    for (int k = 0; k < 6; k++) assert_true(S.texcoord[6 * i + k] == (float)n);
  }
}

static void test_shells(void** state) {
  (void)state;
  begin();
  addCube(0, 6);
  tidy();
  assert_int_equal(S.mesh.nvert, 8);
  assert_int_equal(S.mesh.nclosed, 12);

  // what is open is behind what is closed
  begin();
  addCube(5, 5);
  addCube(0, 6);
  tidy();
  assert_int_equal(S.mesh.nvert, 16);
  assert_int_equal(S.mesh.nclosed, 12);
  for (int i = 0; i < S.mesh.nface; i++) assert_int_equal(S.normal[9 * i] >= 10, i < 12);

  // both ends of a tube are open, though their areas add to nothing
  begin();
  addCube(0, 4);
  tidy();
  assert_int_equal(S.mesh.nclosed, 0);
}

// a skin, whose vertices are elsewhere, is closed if all of it is
static void test_skins(void** state) {
  (void)state;
  begin();
  addCube(0, 6);
  tidy();
  S.mesh.vert = NULL;
  optimize_skin(&S.mesh);
  assert_int_equal(S.mesh.nclosed, 12);
  begin();
  addCube(0, 6);
  addCube(5, 5);
  tidy();
  S.mesh.vert = NULL;
  optimize_skin(&S.mesh);
  assert_int_equal(S.mesh.nclosed, 0);
}

// a vertex on an edge of its neighbour leaves no hole, one beside it does
static void test_vertex_on_edge(void** state) {
  (void)state;
  for (int beside = 0; beside < 2; beside++) {
    const float a[3] = {-1, -1, 1}, b[3] = {1, -1, 1}, c[3] = {1, 1, 1}, d[3] = {-1, 1, 1};
    const float middle[3] = {0, beside ? -0.9f : -1, 1};
    begin();
    addCube(0, 5);
    addFace(a, middle, d);
    addFace(middle, b, c);
    addFace(middle, c, d);
    tidy();
    assert_int_equal(S.mesh.nclosed, beside ? 0 : S.mesh.nface);
  }
}

// ---- groups

static void ballPoint(float p[3], int i, int j, int n) {
  const double turn = 2 * mjPI * (j % n) / n, up = mjPI * i / n;
  const double r = 1 + 0.2 * sin(5 * turn) * sin(4 * up);
  p[0] = (float)(r * sin(up) * cos(turn));
  p[1] = (float)(r * sin(up) * sin(turn));
  p[2] = (float)(r * cos(up));
}

// a ball with bumps
static void addBall(int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      float a[3], b[3], c[3], d[3];
      ballPoint(a, i, j, n);
      ballPoint(b, i + 1, j, n);
      ballPoint(c, i + 1, j + 1, n);
      ballPoint(d, i, j + 1, n);
      if (i < n - 1) addFace(a, b, c);
      if (i > 0) addFace(a, c, d);
    }
  }
}

static double randomIn(double low, double high) { return low + (high - low) * rand() / RAND_MAX; }

static void randomFrame(float mat[9]) {
  mjtNum quat[4], m[9];
  for (int k = 0; k < 4; k++) quat[k] = randomIn(-1, 1);
  mju_normalize4(quat);
  mju_quat2Mat(m, quat);
  for (int k = 0; k < 9; k++) mat[k] = (float)m[k];
}

static paint_View randomView(bool ortho, bool mirrored) {
  paint_View v = {
      .width = 160, .height = 120, .near = 0.01f, .far = 50, .ortho = ortho, .mirrored = mirrored};
  const float zoom = ortho ? 3 : 1;
  float m[9];
  randomFrame(m);
  for (int k = 0; k < 3; k++) {
    v.right[k] = mirrored ? -m[3 * k] : m[3 * k];
    v.up[k] = m[3 * k + 1];
    v.forward[k] = -m[3 * k + 2];
    v.eye[k] = -(float)randomIn(2, 4) * v.forward[k] + (float)randomIn(-0.3, 0.3);
  }
  v.u0 = -zoom, v.v0 = -0.75f * zoom;
  v.du = 2 * zoom / (float)v.width;
  v.dv = 1.5f * zoom / (float)v.height;
  return v;
}

// how far the eye is in front of a face, as a share of its distance
static double inFront(const paint_View* v, const paint_Item* item, int face) {
  double p[3][3], n[3], way[3];
  for (int c = 0; c < 3; c++) {
    const float* x = item->mesh->vert + 3 * item->mesh->face[3 * face + c];
    for (int k = 0; k < 3; k++) {
      p[c][k] = (double)item->pos[k];
      for (int i = 0; i < 3; i++)
        p[c][k] += (double)item->mat[3 * k + i] * (double)item->size[i] * (double)x[i];
    }
  }
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    n[k] = (p[1][i] - p[0][i]) * (p[2][j] - p[0][j]) - (p[1][j] - p[0][j]) * (p[2][i] - p[0][i]);
    way[k] = v->ortho ? -(double)v->forward[k] : (double)v->eye[k] - p[0][k];
  }
  mju_normalize3(n);
  mju_normalize3(way);
  return mju_dot3(n, way);
}

static bool takeAll(const paint_Item* item) { return item->mesh; }

// the tile bins by groups has all triangles but some that turn to the eye only in steps of pixels
static void test_groups(void** state) {
  (void)state;
  static const bins_Order order = {.takes = takeAll, .pattern = PATTERN_FOUR, .cull = true};
  paint_Bins with = {0}, without = {0};
  begin();
  addBall(40);
  tidy();
  assert_true(S.mesh.ngroup > 0);
  const int ngroup = S.mesh.ngroup;
  int nseen = 0, nmore = 0;
  srand(7);
  for (int turn = 0; turn < 60; turn++) {
    const paint_View view = randomView(turn % 2, turn % 4 > 1);
    paint_Item item = {.kind = DRAW_MESH, .mesh = &S.mesh, .size = {0.5f, 1, 0.8f}};
    paint_Items items = {1, 1, &item};
    randomFrame(item.mat);
    S.mesh.ngroup = ngroup;
    assert_true(bins_make(&with, bins_kernels(turn % 3 ? 4 : 1), &order, &view, &items));
    S.mesh.ngroup = 0;
    assert_true(bins_make(&without, bins_kernels(4), &order, &view, &items));
    int at = 0;
    for (int i = 0; i < without.ntriangle; i++) {
      if (at < with.ntriangle && with.triangle[at].face == without.triangle[i].face) {
        assert_memory_equal(&with.triangle[at++], &without.triangle[i], sizeof(paint_Triangle));
      } else {
        assert_true(inFront(&view, &item, without.triangle[i].face) < 0);
        nmore++;
      }
    }
    assert_int_equal(at, with.ntriangle);
    nseen += at;
  }
  assert_true(nseen > 60 * 500);
  assert_true(nmore < nseen / 100);
  S.mesh.ngroup = ngroup;
  bins_free(&with);
  bins_free(&without);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shells),
      cmocka_unit_test(test_skins),
      cmocka_unit_test(test_vertex_on_edge),
      cmocka_unit_test(test_groups),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
