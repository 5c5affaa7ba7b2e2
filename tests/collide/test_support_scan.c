// Scans of small hulls: where they tell the end of a climb, climbs from every vertex end there; the
// reach is that of all vertices. For hulls of points on an ellipsoid, with and without flat faces,
// for vertices that were moved, and for graphs with wrong edges.
#include <math.h>

#include "support.h"

#include "collide/support_scan.h"

enum { MOST = PRIVATE_SMALL };

typedef struct {
  int n;
  mjtNum at[3 * MOST], column[3 * MOST];
  uint64_t next[MOST];
  bool isEdge[MOST][MOST];
  int edgeadr[MOST], neighbor[MOST * MOST];
  scan_Hull hull;
} Fixture;

// ---- hulls

// three points that have all others on one side, or in their plane, are next to each other
static bool isFace(const Fixture* f, int i, int j, int k) {
  mjtNum e1[3], e2[3], n[3];
  for (int c = 0; c < 3; c++) {
    e1[c] = f->at[3 * j + c] - f->at[3 * i + c];
    e2[c] = f->at[3 * k + c] - f->at[3 * i + c];
  }
  for (int c = 0; c < 3; c++) {
    n[c] = e1[(c + 1) % 3] * e2[(c + 2) % 3] - e1[(c + 2) % 3] * e2[(c + 1) % 3];
  }
  int above = 0, below = 0;
  for (int p = 0; p < f->n; p++) {
    mjtNum height = 0;
    for (int c = 0; c < 3; c++) height += n[c] * (f->at[3 * p + c] - f->at[3 * i + c]);
    above += height > 1e-9;
    below += height < -1e-9;
  }
  return !above || !below;
}

static void makeGraph(Fixture* f) {
  memset(f->isEdge, 0, sizeof f->isEdge);
  for (int i = 0; i < f->n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++) {
        if (!isFace(f, i, j, k)) continue;
        f->isEdge[i][j] = f->isEdge[j][i] = f->isEdge[i][k] = true;
        f->isEdge[k][i] = f->isEdge[j][k] = f->isEdge[k][j] = true;
      }
    }
  }
  int n = 0;
  for (int i = 0; i < f->n; i++) {
    f->edgeadr[i] = n;
    for (int j = 0; j < f->n; j++) {
      if (f->isEdge[i][j]) f->neighbor[n++] = j;
    }
    f->neighbor[n++] = -1;
  }
}

// points on an ellipsoid, rounded to float; flat: those of a cube with its corners cut off
static void makeFixture(Fixture* f, int n, bool isFlat) {
  static const double corner[3] = {1, 1, 0.8};
  f->n = isFlat ? 24 : n;
  for (int i = 0; i < f->n; i++) {
    double v[3] = {rng_uniform(), rng_uniform(), rng_uniform()};
    const double r = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + 1e-3;
    for (int k = 0; k < 3; k++) {
      const double sign = i / 3 >> k & 1 ? 1 : -1;
      f->at[3 * i + k] = (float)(isFlat ? 0.0113 * sign * corner[(k + i) % 3] : (k + 1) * v[k] / r);
    }
  }
  makeGraph(f);
}

static bool make(Fixture* f) {
  f->hull = (scan_Hull){.nhull = f->n, .column = f->column, .next = f->next};
  return scan_make(&f->hull, f->at, f->edgeadr, f->neighbor);
}

// ---- comparison

static mjtNum along(const Fixture* f, const mjtNum l[3], int i) {
  return l[0] * f->at[3 * i] + l[1] * f->at[3 * i + 1] + l[2] * f->at[3 * i + 2];
}

static int climb(const Fixture* f, const mjtNum l[3], int best) {
  int from;
  do {
    from = best;
    for (const int* n = f->neighbor + f->edgeadr[from]; *n >= 0; n++) {
      if (along(f, l, *n) > along(f, l, best)) best = *n;
    }
  } while (best != from);
  return best;
}

// returns how often the scan knew the end
static int compare(const Fixture* f, int directions) {
  int known = 0;
  for (int k = 0; k < directions; k++) {
    mjtNum l[3] = {rng_uniform(), rng_uniform(), rng_uniform()};
    if (k % 7 == 0) l[k % 3] *= 1e-9;  // nearly along an edge or a face
    if (k % 11 == 0) l[(k + 1) % 3] *= 1e-7;
    const int end = scan_end(&f->hull, l);
    mjtNum most = 0, v[3];
    for (int i = 0; i < f->n; i++) {
      most = fmax(most, along(f, l, i));
      if (end >= 0) assert_int_equal(climb(f, l, i), end);
      scan_vertex(&f->hull, i, v);
      assert_memory_equal(v, f->at + 3 * i, sizeof v);
    }
    known += end >= 0;
    assert_true(scan_extent(&f->hull, l) == most);
  }
  return known;
}

static void testHulls(void** arg) {
  (void)arg;
  static Fixture f;
  int known = 0;
  for (int k = 0; k < 30; k++) {
    makeFixture(&f, 10 + 54 * k / 29, k % 5 == 0);
    assert_true(make(&f));
    assert_true(f.hull.slack < 1e-5);
    known += compare(&f, 1000);
  }
  print_message("known: %d of 30000\n", known);
  assert_true(known > 29000);
}

// what is no hull is refused, or known to be none where it matters
static void testNoHulls(void** arg) {
  (void)arg;
  static Fixture f;
  int made = 0;
  for (int k = 0; k < 400; k++) {
    makeFixture(&f, 10 + k % 20, k % 5 == 0);
    const double amount = k % 4 == 0 ? 0.1 : k % 4 == 1 ? 1e-3 : 1e-6;
    for (int i = 0; i < 3 * f.n; i++) f.at[i] *= 1 + amount * rng_uniform();
    if (k % 3 == 0) {
      const int at = f.edgeadr[rng_next() % (unsigned)f.n];
      f.neighbor[at] = (int)(rng_next() % (unsigned)f.n);
    }
    if (!make(&f)) continue;
    made++;
    compare(&f, 200);
  }
  print_message("made: %d of 400\n", made);
  assert_true(made > 100 && made < 400);
}

// ties, directions without length and what is no number
static void testOdd(void** arg) {
  (void)arg;
  static Fixture f;
  makeFixture(&f, 0, true);
  assert_true(make(&f));
  const mjtNum none[3] = {0, 0, 0}, bad[3] = {NAN, 1, 0}, far[3] = {INFINITY, 0, 0};
  const mjtNum face[3] = {0, 0, 1};
  assert_int_equal(scan_end(&f.hull, none), -1);
  assert_int_equal(scan_end(&f.hull, bad), -1);
  assert_int_equal(scan_end(&f.hull, far), -1);
  assert_int_equal(scan_end(&f.hull, face), -1);
  assert_true(scan_extent(&f.hull, none) == 0);
  assert_false(scan_extent(&f.hull, bad) <= 1e300);
  assert_false(scan_extent(&f.hull, far) <= 1e300);
  f.at[7] = NAN;
  assert_false(make(&f));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testHulls),
      cmocka_unit_test(testNoHulls),
      cmocka_unit_test(testOdd),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
