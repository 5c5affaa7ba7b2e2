// Coarser copies of meshes: closed shells stay closed, flat ones lose nothing, and none is farther
// from the surface than it says.
#include "support.h"

#include <math.h>

#include "base/mem.h"
#include "render/lod.h"
#include "render/mesh_optimize.h"

enum { BALL = 60, SIDE = 20 };

static paint_Mesh* makeMesh(int nvert, int nface, bool texcoord) {
  const size_t v = 3 * (size_t)nvert, n = 9 * (size_t)nface, t = texcoord ? 6 * (size_t)nface : 0;
  const size_t c = (size_t)optimize_floats(nface), f = 3 * (size_t)nface;
  paint_Mesh* mesh = mem_alloc(sizeof *mesh + (v + n + t + c) * sizeof(float) + f * sizeof(int));
  if (!mesh) return NULL;
  float* at = (float*)(mesh + 1);
  *mesh = (paint_Mesh){.nvert = nvert, .nface = nface};
  mesh->vert = at;
  mesh->normal = at + v;
  mesh->texcoord = texcoord ? at + v + n : NULL;
  mesh->cone = at + v + n + t;
  mesh->face = (int*)(at + v + n + t + c);
  return mesh;
}

static float* vertOf(paint_Mesh* mesh) { return (float*)(uintptr_t)mesh->vert; }
static int* faceOf(paint_Mesh* mesh) { return (int*)(uintptr_t)mesh->face; }

// normals and texture coordinates are numbers of faces
static void finish(paint_Mesh* mesh) {
  for (int i = 0; i < 9 * mesh->nface; i++) ((float*)(uintptr_t)mesh->normal)[i] = (float)(i / 9);
  for (int i = 0; i < 6 * mesh->nface && mesh->texcoord; i++)
    ((float*)(uintptr_t)mesh->texcoord)[i] = (float)(i / 6);
  solids_setBox(mesh);
  optimize_mesh(mesh, (float*)(uintptr_t)mesh->cone);
}

// ---- shapes: grids of quads, bent

typedef void (*Bend)(double x, double y, int side, double p[3]);

static void ball(double x, double y, int side, double p[3]) {
  (void)side;
  const double turn = 2 * mjPI * x, up = mjPI * (1 - y);
  const double r = 1 + 0.1 * sin(5 * turn) * sin(up) * sin(4 * up);
  p[0] = r * sin(up) * cos(turn);
  p[1] = r * sin(up) * sin(turn);
  p[2] = r * cos(up);
}

static void box(double x, double y, int side, double p[3]) {
  const int k = side / 2, i = (k + 1) % 3, j = (k + 2) % 3;
  p[k] = side % 2 ? 1 : -1;
  p[side % 2 ? i : j] = 2 * x - 1;
  p[side % 2 ? j : i] = 2 * y - 1;
}

static void bins(double x, double y, int side, double p[3]) {
  (void)side;
  p[0] = x, p[1] = y, p[2] = 0;
}

// each quad has vertices of its own, which are welded
static paint_Mesh* bent(Bend bend, int nside, int n, bool texcoord) {
  paint_Mesh* mesh = makeMesh(4 * nside * n * n, 2 * nside * n * n, texcoord);
  for (int i = 0; mesh && i < nside * n * n; i++) {
    static const int corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, two[6] = {0, 1, 2, 0, 2, 3};
    for (int c = 0; c < 4; c++) {
      double p[3];
      const int x = i % n + corner[c][0], y = i / n % n + corner[c][1];
      bend(bend == ball ? (double)(x % n) / n : (double)x / n, (double)y / n, i / n / n, p);
      if (bend == ball && (y == 0 || y == n)) p[0] = p[1] = 0;
      for (int k = 0; k < 3; k++) vertOf(mesh)[12 * i + 3 * c + k] = (float)p[k];
    }
    for (int k = 0; k < 6; k++) faceOf(mesh)[6 * i + k] = 4 * i + two[k];
  }
  if (mesh) finish(mesh);
  return mesh;
}

// ---- measures

static int compareEdges(const void* a, const void* b) { return memcmp(a, b, 2 * sizeof(int)); }

// each edge is there as often in one direction as in the other
static bool isClosed(const paint_Mesh* mesh) {
  const size_t n = 3 * (size_t)mesh->nface;
  int(*back)[2] = malloc(n * sizeof *back + 1), (*forth)[2] = malloc(n * sizeof *forth + 1);
  for (size_t i = 0; i < n; i++) {
    const int a = mesh->face[i], b = mesh->face[i % 3 == 2 ? i - 2 : i + 1];
    forth[i][0] = back[i][1] = a;
    forth[i][1] = back[i][0] = b;
  }
  qsort(forth, n, sizeof *forth, compareEdges);
  qsort(back, n, sizeof *back, compareEdges);
  const bool same = !memcmp(forth, back, n * sizeof *forth);
  free(back);
  free(forth);
  return same;
}

// surface and volume
static void measure(const paint_Mesh* mesh, double* area, double* volume) {
  *area = *volume = 0;
  for (int i = 0; i < mesh->nface; i++) {
    mjtNum p[3][3], u[3], v[3], n[3];
    for (int k = 0; k < 9; k++)
      p[k / 3][k % 3] = (double)mesh->vert[3 * mesh->face[3 * i + k / 3] + k % 3];
    mju_sub3(u, p[1], p[0]);
    mju_sub3(v, p[2], p[0]);
    mju_cross(n, u, v);
    *area += 0.5 * mju_norm3(n);
    *volume += mju_dot3(p[0], n) / 6;
  }
}

// what holds for each copy; the coarsest is returned
static const paint_Mesh* checkChain(const paint_Mesh* mesh) {
  const paint_Mesh* last = mesh;
  for (const paint_Mesh* m = mesh->coarser; m; last = m, m = m->coarser) {
    assert_true(m->nface > 0 && m->nface <= 0.65 * last->nface);
    assert_true(m->nvert <= last->nvert);
    assert_true(m->slack >= last->slack && m->slack > 0);
    assert_int_equal(m->texcoord != NULL, mesh->texcoord != NULL);
    assert_true(m->nclosed <= m->nface);
    for (int i = 0; i < 3 * m->nface; i++) assert_true(m->face[i] >= 0 && m->face[i] < m->nvert);
    for (int i = 0; i < m->nface; i++) {
      const int* f = m->face + 3 * i;
      assert_true(f[0] != f[1] && f[1] != f[2] && f[2] != f[0]);
      for (int k = 1; k < 9; k++) assert_true(m->normal[9 * i + k] == m->normal[9 * i]);
      for (int k = 0; k < 6 && m->texcoord; k++)
        assert_true(m->texcoord[6 * i + k] == m->normal[9 * i]);
    }
  }
  return last;
}

// ---- tests

// how far the middles of faces are off the ball along its radius
static double offBall(const paint_Mesh* mesh) {
  double most = 0;
  for (int i = 0; i < mesh->nface; i++) {
    double p[3] = {0}, q[3];
    for (int k = 0; k < 9; k++)
      p[k % 3] += (double)mesh->vert[3 * mesh->face[3 * i + k / 3] + k % 3] / 3;
    const double r = mju_norm3(p);
    ball(atan2(p[1], p[0]) / (2 * mjPI), 1 - acos(p[2] / r) / mjPI, 0, q);
    most = fmax(most, fabs(mju_norm3(q) - r));
  }
  return most;
}

static void test_ball(void** state) {
  (void)state;
  paint_Mesh* mesh = bent(ball, 1, BALL, true);
  const double own = offBall(mesh);
  double whole, surface;
  measure(mesh, &surface, &whole);
  lod_make(mesh, makeMesh);
  assert_true(checkChain(mesh)->nface < 500);
  for (const paint_Mesh* m = mesh; m; m = m->coarser) {
    double area, volume;
    assert_true(isClosed(m));
    if (m != mesh) assert_int_equal(m->nclosed, m->nface);
    measure(m, &area, &volume);
    assert_true(volume > 4 && fabs(volume - whole) <= surface * (double)m->slack);
    print_message("%d faces, slack %g, off by %g\n", m->nface, (double)m->slack, offBall(m));
    assert_true(offBall(m) <= own + 1.5 * (double)m->slack);
  }
  lod_free(mesh);
}

static void test_flat(void** state) {
  (void)state;
  paint_Mesh* mesh = bent(box, 6, SIDE, false);
  lod_make(mesh, makeMesh);
  const paint_Mesh* last = checkChain(mesh);
  assert_true(last->nface < 256);
  assert_true((double)last->slack < 1e-5);
  for (const paint_Mesh* m = mesh; m; m = m->coarser) {
    double area, volume;
    assert_true(isClosed(m));
    assert_int_equal(m->nclosed, m->nface);
    measure(m, &area, &volume);
    assert_true(fabs(area - 24) < 1e-4 && fabs(volume - 8) < 1e-4);
  }
  lod_free(mesh);
}

// the tile bins stays within its rim and fills it
static void test_rim(void** state) {
  (void)state;
  paint_Mesh* mesh = bent(bins, 1, 2 * SIDE, false);
  lod_make(mesh, makeMesh);
  const paint_Mesh* last = checkChain(mesh);
  assert_true(last->nface < 256);
  for (const paint_Mesh* m = mesh; m; m = m->coarser) {
    double area, volume;
    assert_int_equal(m->nclosed, 0);
    measure(m, &area, &volume);
    assert_true(fabs(area - 1) < 1e-5);
    assert_true((double)m->slack < 1e-5);
  }
  lod_free(mesh);
}

// faces between random vertices, most of them at few places; none is what anybody would draw
static void test_odd(void** state) {
  (void)state;
  for (int kind = 0; kind < 40; kind++) {
    const int nvert = kind % 4 == 0 ? 3 : 3 + 40 * kind;
    const int nface = kind < 2 ? kind : 700 + 10 * kind;
    const double size = kind % 5 == 0 ? 0 : kind % 5 == 1 ? 1e9 : kind % 5 == 2 ? 1e-30 : 1;
    paint_Mesh* mesh = makeMesh(nvert, nface, kind % 2);
    for (int i = 0; i < 3 * nvert; i++) {
      const double x = rng_uniform();
      vertOf(mesh)[i] = (float)(size * (kind % 3 == 0 && i % 3 ? 0 : kind % 7 == 0 ? round(x) : x));
    }
    for (int i = 0; i < 3 * nface; i++)
      faceOf(mesh)[i] = (int)(rng_next() % (kind % 6 == 1 ? 3 : (uint64_t)nvert));
    finish(mesh);
    lod_make(mesh, makeMesh);
    checkChain(mesh);
    lod_free(mesh);
  }
}

static void test_items(void** state) {
  (void)state;
  paint_Mesh* mesh = bent(ball, 1, BALL, false);
  lod_make(mesh, makeMesh);
  assert_non_null(mesh->coarser);
  const paint_View view = {.width = 100,
                           .height = 100,
                           .right = {1, 0, 0},
                           .up = {0, 1, 0},
                           .forward = {0, 0, -1},
                           .eye = {0, 0, 10},
                           .du = 0.01f,
                           .dv = 0.01f,
                           .near = 0.1f,
                           .far = 100};
  paint_Item item[3] = {{.kind = DRAW_MESH, .mesh = mesh, .size = {2, 1, 1}}};
  for (int k = 0; k < 3; k++) item[0].mat[4 * k] = 1;
  item[1] = item[2] = item[0];
  item[1].pos[2] = -90;
  item[2].pos[2] = 9;  // the eye is within it
  const paint_Items items = {3, 3, item};
  paint_Items out = {0};
  assert_true(lod_items(&out, &items, &view, 0));
  for (int i = 0; i < 3; i++) assert_ptr_equal(out.item[i].mesh, mesh);
  assert_true(lod_items(&out, &items, &view, 0.5f));
  const paint_Mesh *close = out.item[0].mesh, *far = out.item[1].mesh;
  assert_ptr_not_equal(close, mesh);
  assert_true(2 * close->slack <= 0.5f * 0.01f * 10);
  assert_true(far->nface < close->nface && 2 * far->slack <= 0.5f * 0.01f * 100);
  assert_ptr_equal(out.item[2].mesh, mesh);
  mem_free(out.item);
  lod_free(mesh);
}

// with less memory there are fewer copies
static void tryMake(void* ctx) {
  int* most = ctx;
  int n = 0;
  paint_Mesh* mesh = bent(ball, 1, 24, true);
  if (!mesh) return;
  lod_make(mesh, makeMesh);
  for (const paint_Mesh* m = mesh->coarser; m; m = m->coarser) n++;
  *most = n > *most ? n : *most;
  lod_free(mesh);
}

static void test_memory(void** state) {
  (void)state;
  int most = 0;
  heap_failEach(tryMake, &most, 1);
  assert_true(most > 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ball), cmocka_unit_test(test_flat),  cmocka_unit_test(test_rim),
      cmocka_unit_test(test_odd),  cmocka_unit_test(test_items), cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
