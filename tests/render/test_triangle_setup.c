// Faces of tile bins: whatever has a sample inside is there, for each pattern and each width, and
// most of what lies between samples is not.
#include "support.h"

#include <math.h>

#include "render/raster.h"
#include "render/tile_bins.h"

enum { NFACE = 3000, WIDTH = 96, HEIGHT = 64 };

static struct {
  paint_Mesh mesh;
  float vert[9 * NFACE], normal[9 * NFACE];
  int face[3 * NFACE];
  bins_Corner corner[3 * NFACE + 16];
} S;

static float randomIn(float low, float high) {
  return low + (high - low) * (float)rand() / (float)RAND_MAX;
}

// triangles of all sizes below `size` pixels on the plane of the view, some of them slivers, some
// with corners on samples
static void makeFaces(float size) {
  S.mesh = (paint_Mesh){.nvert = 3 * NFACE, .nface = NFACE, .vert = S.vert, .face = S.face};
  S.mesh.normal = S.normal;
  for (int i = 0; i < NFACE; i++) {
    const float x = randomIn(-1, WIDTH + 1), y = randomIn(-1, HEIGHT + 1);
    const float across = size * randomIn(0, 1), up = size * (i % 3 ? randomIn(0, 1) : 0.05f);
    for (int c = 0; c < 3; c++) {
      float* p = S.vert + 9 * i + 3 * c;
      p[0] = x + across * randomIn(-1, 1);
      p[1] = y + up * randomIn(-1, 1);
      p[2] = randomIn(1, 2);
      if (i % 5 == 0) p[0] = floorf(p[0]) + 0.125f, p[1] = floorf(8 * p[1]) / 8;
      S.face[3 * i + c] = 3 * i + c;
    }
  }
}

// edges belong to one of two triangles that share them: those on the left, and lower ones
static bool isInside(const bins_Corner* c, int x, int y) {
  const int64_t turn = (int64_t)(c[1].x - c[0].x) * (c[2].y - c[0].y) -
                       (int64_t)(c[2].x - c[0].x) * (c[1].y - c[0].y);
  for (int k = 0; k < 3; k++) {
    const bins_Corner *p = &c[turn < 0 ? 2 - k : k], *q = &c[turn < 0 ? (4 - k) % 3 : (k + 1) % 3];
    const int64_t a = p->y - q->y, b = q->x - p->x, e = a * (x - p->x) + b * (y - p->y);
    if (e < 0 || (e == 0 && !(a > 0 || (a == 0 && b < 0)))) return false;
  }
  return turn != 0;
}

// samples of the picture inside a triangle
static int countSamples(const bins_Corner* c, const raster_Pattern* p) {
  const int x0 = (int)fmin(c[0].x, fmin(c[1].x, c[2].x)) >> SUBPIXEL_BITS;
  const int y0 = (int)fmin(c[0].y, fmin(c[1].y, c[2].y)) >> SUBPIXEL_BITS;
  const int x1 = (int)fmax(c[0].x, fmax(c[1].x, c[2].x)) >> SUBPIXEL_BITS;
  const int y1 = (int)fmax(c[0].y, fmax(c[1].y, c[2].y)) >> SUBPIXEL_BITS;
  int n = 0;
  for (int y = y0 < 0 ? 0 : y0; y <= y1 && y < HEIGHT; y++) {
    for (int x = x0 < 0 ? 0 : x0; x <= x1 && x < WIDTH; x++) {
      for (int i = 0; i < p->n; i++)
        n += isInside(c, x * SUBPIXEL + SUBPIXEL / 2 + p->x[i],
                      y * SUBPIXEL + SUBPIXEL / 2 + p->y[i]);
    }
  }
  return n;
}

static bool takeAll(const paint_Item* item) { return item->mesh; }

static void checkBins(int pattern, int lanes, int* nempty, int* nleft) {
  const paint_View view = {.width = WIDTH,
                           .height = HEIGHT,
                           .right = {1},
                           .up = {0, 1},
                           .forward = {0, 0, 1},
                           .du = 1,
                           .dv = 1,
                           .far = 10,
                           .ortho = true};
  const bins_Order order = {.takes = takeAll, .pattern = pattern};
  const bins_Kernels* kernels = bins_kernels(lanes);
  const bins_Bounds bounds = {{-1e3f, -1e3f}, {1e3f, 1e3f}};
  paint_Item item = {.kind = DRAW_MESH, .mesh = &S.mesh, .size = {1, 1, 1}};
  for (int k = 0; k < 3; k++) item.mat[4 * k] = 1;
  paint_Items items = {1, 1, &item};
  paint_Bins bins = {0};
  assert_int_equal(kernels->seeCorners(&view, &item, &bounds, S.corner), CUT_NONE);
  assert_true(bins_make(&bins, kernels, &order, &view, &items));
  for (int i = 0, at = 0; i < NFACE; i++) {
    const bool there = at < bins.ntriangle && bins.triangle[at].face == i;
    const int n = countSamples(S.corner + 3 * i, &raster_patterns[pattern]);
    if (n) assert_true(there);
    *nempty += !n;
    *nleft += !n && there;
    at += there;
  }
  bins_free(&bins);
}

static void test_samples(void** state) {
  (void)state;
  srand(3);
  for (int pattern = 0; pattern < 3; pattern++) {
    for (int turn = 0; turn < 9; turn++) {
      int nempty = 0, nleft = 0;
      makeFaces(turn % 3 ? 0.7f : 3);
      checkBins(pattern, turn < 3 ? 8 : turn < 6 ? 4 : 1, &nempty, &nleft);
      if (turn % 3) assert_true(nempty > NFACE / 4 && nleft < nempty / 10);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_samples)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
