// Cells of directions: where they tell the end of a climb, climbs from every vertex end there; the
// reach is that of all vertices. For convex hulls, for spiked ones and for graphs with wrong edges.
#include <math.h>

#include "support.h"

#include "collide/support_table.h"

enum { RINGS = 9, AROUND = 12, NHULL = RINGS * AROUND, SIDE = 8, MOST = 40 * 6 * SIDE * SIDE };

typedef struct {
  mjtNum at[3 * NHULL];
  int edgeadr[NHULL], neighbor[7 * NHULL];
  uint32_t adr[6 * SIDE * SIDE + 1];
  uint16_t item[2 * MOST];
  supportTable_Hull hull;
} Fixture;

// rings of an ellipsoid, each vertex next to the four around it
static void makeFixture(Fixture* f, double spike, int wrong) {
  int n = 0;
  for (int i = 0; i < NHULL; i++) {
    const int ring = i / AROUND, k = i % AROUND;
    const double up = mjPI * (ring + 0.5) / RINGS, around = 2 * mjPI * (k + 0.3 * ring) / AROUND;
    const double r = 1 + spike * rng_uniform();
    f->at[3 * i] = r * sin(up) * cos(around);
    f->at[3 * i + 1] = 0.7 * r * sin(up) * sin(around);
    f->at[3 * i + 2] = 0.5 * r * cos(up);
    f->edgeadr[i] = n;
    f->neighbor[n++] = ring * AROUND + (k + 1) % AROUND;
    f->neighbor[n++] = ring * AROUND + (k + AROUND - 1) % AROUND;
    for (int s = -1; s <= 1; s += 2) {
      if (ring + s < 0 || ring + s >= RINGS) continue;
      f->neighbor[n++] = i + s * AROUND;
      f->neighbor[n++] = (ring + s) * AROUND + (k + AROUND - s) % AROUND;
    }
    f->neighbor[n++] = -1;
  }
  for (int i = 0; i < wrong; i++) {
    f->neighbor[f->edgeadr[rng_next() % NHULL]] = (int)(rng_next() % NHULL);
  }
  f->hull =
      (supportTable_Hull){{f->at, f->edgeadr, f->neighbor, NHULL}, SIDE, MOST, f->adr, f->item};
}

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

// returns how often cells knew the end
static int compare(const Fixture* f, int directions) {
  int known = 0;
  for (int k = 0; k < directions; k++) {
    mjtNum l[3] = {rng_uniform(), rng_uniform(), rng_uniform()};
    if (k % 7 == 0) l[k % 3] = 0;                // edges of cells
    if (k % 11 == 0) l[k % 3] = l[(k + 1) % 3];  // and of faces
    const int end = supportTable_end(&f->hull, l);
    mjtNum most = 0;
    for (int i = 0; i < NHULL; i++) {
      most = fmax(most, along(f, l, i));
      if (end >= 0) assert_int_equal(climb(f, l, i), end);
    }
    known += end >= 0;
    assert_true(supportTable_extent(&f->hull, l) == most);
  }
  return known;
}

static void testHull(void** arg) {
  (void)arg;
  static Fixture f;
  makeFixture(&f, 0, 0);
  assert_true(supportTable_make(&f.hull));
  const int known = compare(&f, 5000);
  print_message("known: %d of 5000\n", known);
  assert_true(known > 4500);
}

static void testNoHull(void** arg) {
  (void)arg;
  static Fixture f;
  for (int k = 0; k < 40; k++) {
    makeFixture(&f, k % 2 ? 0.3 : 1e-3, k % 3 * 10);
    assert_true(supportTable_make(&f.hull));
    compare(&f, 300);
  }
}

// what is no number is refused, and so are directions without length
static void testOdd(void** arg) {
  (void)arg;
  static Fixture f;
  makeFixture(&f, 0, 0);
  assert_true(supportTable_make(&f.hull));
  const mjtNum none[3] = {0, 0, 0}, bad[3] = {NAN, 1, 0};
  assert_int_equal(supportTable_end(&f.hull, none), -1);
  assert_int_equal(supportTable_end(&f.hull, bad), -1);
  assert_true(supportTable_extent(&f.hull, none) > 1e300);
  f.hull.most = 10;
  assert_false(supportTable_make(&f.hull));
  f.hull.most = MOST;
  f.at[7] = NAN;
  assert_false(supportTable_make(&f.hull));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testHull),
      cmocka_unit_test(testNoHull),
      cmocka_unit_test(testOdd),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
