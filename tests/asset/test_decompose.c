// Solids cut into convex pieces: pieces cover the solid, have little beyond it (volume, and
// distance of points of the pieces to the solid), are as many as asked for at most, and the same
// each time; what cannot be cut is told.
#include "support.h"

#include <math.h>

#include "asset/decompose.h"
#include "asset/solid_part.h"
#include "asset/surface_distance.h"
#include "math/vec.h"

enum { MOST = 4000 };

typedef struct {
  int nvert, nface;
  double x[MOST][3];
  int face[MOST][3];
} Solid;

static Solid solid;

static void addVertex(Solid* s, double x, double y, double z) { v3_set(s->x[s->nvert++], x, y, z); }

static void addFace(Solid* s, int a, int b, int c) {
  if (a == b || b == c || c == a) return;
  memcpy(s->face[s->nface++], (int[3]){a, b, c}, 3 * sizeof(int));
}

static void addQuad(Solid* s, int a, int b, int c, int d) {
  addFace(s, a, b, c);
  addFace(s, a, c, d);
}

// an L, 3 x 4 with arms of width 1, turned about z by an angle whose cosine is given
static void makeL(Solid* s, double c, double h) {
  static const double corner[6][2] = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 4}, {0, 4}};
  *s = (Solid){0};
  for (int i = 0; i < 12; i++) {
    const double *p = corner[i % 6], t = sqrt(1 - c * c);
    addVertex(s, c * p[0] - t * p[1], t * p[0] + c * p[1], i < 6 ? 0 : h);
  }
  for (int i = 0; i < 6; i++) addQuad(s, i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6);
  for (int i = 1; i < 5; i++) {
    addFace(s, 6, i + 6, i + 7);
    addFace(s, 0, i + 1, i);
  }
}

enum { ROUND = 32, TUBE = 16 };

static void makeTorus(Solid* s, double R, double r) {
  *s = (Solid){0};
  for (int i = 0; i < ROUND * TUBE; i++) {
    const double a = 2 * mjPI * (i / TUBE) / ROUND, b = 2 * mjPI * (i % TUBE) / TUBE;
    addVertex(s, (R + r * cos(b)) * cos(a), (R + r * cos(b)) * sin(a), r * sin(b));
  }
  for (int i = 0; i < ROUND; i++) {
    for (int k = 0; k < TUBE; k++) {
      const int next = (i + 1) % ROUND * TUBE, up = (k + 1) % TUBE;
      addQuad(s, i * TUBE + k, next + k, next + up, i * TUBE + up);
    }
  }
}

// half of a hollow sphere: down the outside from the rim, then up the inside
static void makeBowl(Solid* s, double R, double thick) {
  enum { RINGS = 8, ROWS = 2 * RINGS + 2 };
  *s = (Solid){0};
  for (int i = 0; i < ROWS; i++) {
    const int ring = i <= RINGS ? i : ROWS - 1 - i;  // 0: the rim
    const double a = mjPI / 2 * ring / RINGS, r = i <= RINGS ? R : R - thick;
    for (int k = 0; k < ROUND; k++) {
      const double b = 2 * mjPI * k / ROUND;
      addVertex(s, r * cos(a) * cos(b), r * cos(a) * sin(b), -r * sin(a));
    }
  }
  for (int i = 0; i < ROWS; i++) {
    for (int k = 0; k < ROUND; k++) {
      const int row = i * ROUND, next = (i + 1) % ROWS * ROUND, up = (k + 1) % ROUND;
      addQuad(s, row + k, next + k, next + up, row + up);
    }
  }
}

static double volumeOf(const Solid* s) {
  double sum = 0;
  for (int i = 0; i < s->nface; i++) {
    double n[3];
    v3_cross(n, s->x[s->face[i][1]], s->x[s->face[i][2]]);
    sum += v3_dot(s->x[s->face[i][0]], n) / 6;
  }
  return sum;
}

static surface_Surface surfaceOf(arena_Arena* arena, const Solid* s) {
  hull_Tree* tree = arena_alloc(arena, sizeof *tree);
  assert_true(tree && hull_makeTree(arena, s->x[0], s->face[0], s->nface, tree));
  return (surface_Surface){s->x[0], s->face[0], tree};
}

static pieces_Status cutSolid(arena_Arena* arena, int nface, int most, pieces_Pieces* p) {
  const surface_Surface surface = surfaceOf(arena, &solid);
  return pieces_make(arena, &surface, solid.nvert, nface, most, 0.02, p);
}

// ---- quality

typedef struct {
  int n;
  double excess, distance, lost;  // volume beyond the solid, depth of dents filled, points missed
} Quality;

// whether a point is in a hull: no plane through a vertex and two others has all on the other side
static double outsideOf(const double* x, int n, const double p[3]) {
  arena_Arena arena = arena_make(0);
  hull_Hull hull;
  assert_int_equal(hull_make(&arena, x, n, -1, &hull), HULL_OK);
  double worst = -INFINITY;
  for (int i = 0; i < hull.nface; i++) {
    const double* a = x + 3 * hull.face[3 * i];
    double e1[3], e2[3], m[3], off[3];
    v3_sub(e1, x + 3 * hull.face[3 * i + 1], a);
    v3_sub(e2, x + 3 * hull.face[3 * i + 2], a);
    v3_cross(m, e1, e2);
    if (v3_normalize(m) < 1e-12) continue;
    v3_sub(off, p, a);
    if (v3_dot(m, off) > worst) worst = v3_dot(m, off);
  }
  arena_free(&arena);
  return worst;
}

static Quality measure(const Solid* s, int most, double concavity) {
  arena_Arena arena = arena_make(0);
  pieces_Pieces p;
  Quality q = {0};
  const surface_Surface surface = surfaceOf(&arena, s);
  assert_int_equal(pieces_make(&arena, &surface, s->nvert, s->nface, most, concavity, &p),
                   PIECES_OK);
  double sum = 0, whole;
  part_hullOf(s->x[0], s->nvert, &whole, NULL, NULL);
  q.n = p.n;
  for (int i = 0; i < p.n; i++) {
    const double* x = p.x + 3 * p.adr[i];
    double volume, mid[3];
    part_hullOf(x, p.num[i], &volume, NULL, NULL);
    sum += volume;
    // points between vertices of a piece: where a dent is filled they are outside of the solid
    for (int a = 0; a < p.num[i]; a++) {
      for (int b = 0; b < a; b += 3) {
        int hint = -1;
        v3_add(mid, x + 3 * a, x + 3 * b);
        v3_scl(mid, mid, 0.5);
        const double far = surface_distance(&surface, mid, &hint);
        if (far > q.distance) q.distance = far;
      }
    }
  }
  for (int i = 0; i < s->nvert; i += 7) {
    double least = INFINITY;
    for (int k = 0; k < p.n; k++) {
      const double out = outsideOf(p.x + 3 * p.adr[k], p.num[k], s->x[i]);
      if (out < least) least = out;
    }
    if (least > q.lost) q.lost = least;
  }
  q.excess = (sum - volumeOf(s)) / whole;
  if (fabs(q.excess - p.excess) > 1e-6) fail_msg("excess %.9g, told %.9g", q.excess, p.excess);
  arena_free(&arena);
  return q;
}

static void check(const char* what, const Quality* q, int most, double excess, double distance) {
  print_message("%s: %d pieces, volume beyond it %.3g of the hull, dents filled %.3g deep, points "
                "missed by %.2g\n",
                what, q->n, q->excess, q->distance, q->lost);
  assert_true(q->n <= most);
  assert_true(q->excess <= excess && q->excess > -1e-9);
  assert_true(q->distance <= distance);
  assert_true(q->lost < 1e-9);
}

static void test_l_is_exact(void** state) {
  (void)state;
  static const double cosine[] = {1, 0.8, 0.31};
  for (int i = 0; i < 3; i++) {
    makeL(&solid, cosine[i], 0.7);
    const Quality q = measure(&solid, 8, 0.001);
    check("L", &q, 2, 1e-9, 1e-9);
  }
}

static void test_torus(void** state) {
  (void)state;
  makeTorus(&solid, 0.2, 0.07);
  const Quality few = measure(&solid, 8, 0.01), many = measure(&solid, 18, 0.01);
  check("torus, 8", &few, 8, 0.06, 0.03);
  check("torus, 18", &many, 18, 0.0101, 0.012);
  assert_true(many.excess < few.excess);
}

static void test_bowl(void** state) {
  (void)state;
  makeBowl(&solid, 0.5, 0.05);
  const Quality few = measure(&solid, 16, 0.01), many = measure(&solid, 40, 0.01);
  check("bowl, 16", &few, 16, 0.2, 0.09);
  check("bowl, 40", &many, 40, 0.08, 0.045);
  assert_true(many.excess < few.excess);
}

// ---- the same each time, and as convex as it is

static void test_same(void** state) {
  (void)state;
  arena_Arena arena = arena_make(0);
  pieces_Pieces p[2];
  makeTorus(&solid, 0.2, 0.07);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(cutSolid(&arena, solid.nface, 12, &p[i]), PIECES_OK);
  }
  assert_int_equal(p[0].n, p[1].n);
  assert_memory_equal(p[0].num, p[1].num, (size_t)p[0].n * sizeof(int));
  const int last = p[0].n - 1;
  assert_memory_equal(p[0].x, p[1].x,
                      3 * (size_t)(p[0].adr[last] + p[0].num[last]) * sizeof(double));
  arena_free(&arena);
}

static void test_convex_is_one(void** state) {
  (void)state;
  solid = (Solid){0};
  for (int i = 0; i < 8; i++) addVertex(&solid, i & 1, i >> 1 & 1, i >> 2);
  static const int quad[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                 {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (int i = 0; i < 6; i++) addQuad(&solid, quad[i][0], quad[i][1], quad[i][2], quad[i][3]);
  const Quality q = measure(&solid, 32, 0);
  check("cube", &q, 1, 1e-12, 1e-12);
}

// ---- what cannot be cut

static void test_refused(void** state) {
  (void)state;
  arena_Arena arena = arena_make(0);
  pieces_Pieces p;
  makeL(&solid, 1, 0.7);
  assert_int_equal(cutSolid(&arena, solid.nface - 1, 4, &p), PIECES_OPEN);
  assert_int_equal(cutSolid(&arena, solid.nface - 4, 4, &p), PIECES_OPEN);
  for (int i = 0; i < solid.nface; i++) {  // inside out
    const int second = solid.face[i][1];
    solid.face[i][1] = solid.face[i][2];
    solid.face[i][2] = second;
  }
  assert_int_equal(cutSolid(&arena, solid.nface, 4, &p), PIECES_FLAT);
  makeL(&solid, 1, 0);
  assert_int_equal(cutSolid(&arena, solid.nface, 4, &p), PIECES_FLAT);
  arena_free(&arena);
}

// a part and its two sides: volumes add up, whatever was cut before
static void test_cuts_add_up(void** state) {
  (void)state;
  arena_Arena arena = arena_make(0);
  part_Part part[3];
  makeBowl(&solid, 0.5, 0.05);
  const surface_Surface surface = surfaceOf(&arena, &solid);
  assert_int_equal(part_make(&arena, &surface, solid.nvert, solid.nface, &part[0]), PART_OK);
  static const part_Plane plane[] = {
      {{1, 0, 0}, 0.03}, {{0.6, 0, 0.8}, -0.2}, {{0, 1, 0}, 0}, {{0.48, 0.6, 0.64}, -0.1}};
  for (int i = 0; i < 4; i++) {
    part_Halves half;
    assert_int_equal(part_measure(&part[0], &plane[i], &half), PART_OK);
    for (int k = 0; k < 2; k++) {
      assert_int_equal(part_cut(&arena, &part[0], &plane[i], k, &part[1 + k]), PART_OK);
      assert_true(fabs(part[1 + k].volume - half.volume[k]) < 1e-12);
    }
    const double residual = part[1].volume + part[2].volume - part[0].volume;
    print_message("cut %d: %.2g of %.3g\n", i, residual, part[0].volume);
    assert_true(fabs(residual) < 1e-12);
    part[0] = part[1 + i % 2];
  }
  arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_l_is_exact),    cmocka_unit_test(test_torus),
      cmocka_unit_test(test_bowl),          cmocka_unit_test(test_same),
      cmocka_unit_test(test_convex_is_one), cmocka_unit_test(test_refused),
      cmocka_unit_test(test_cuts_add_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
