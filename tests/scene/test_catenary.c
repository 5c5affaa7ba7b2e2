// scene/catenary: the curve has the length of the chain, hangs below the line between its ends, and
// ends at them.
#include "support.h"

#include <math.h>

#include "scene/catenary.h"

static const mjtNum gravity[3] = {0, 0, -9.81};
static mjtNum point[CATENARY_MOST][3];

static mjtNum lengthOf(int n) {
  mjtNum sum = 0;
  for (int i = 0; i + 1 < n; i++) sum += mju_dist3(point[i], point[i + 1]);
  return sum;
}

// chords are a little shorter than the curve, the last one most
static void test_length(void** state) {
  (void)state;
  for (int i = 0; i < 200; i++) {
    const mjtNum x0[3] = {rng_uniform(), rng_uniform(), rng_uniform()};
    const mjtNum x1[3] = {x0[0] + 1 + rng_uniform(), x0[1] + 2, x0[2] + rng_uniform()};
    const mjtNum length = mju_dist3(x0, x1) * (1.001 + (rng_uniform() + 1) * 2);
    const int n = catenary_points(point, CATENARY_MOST, x0, x1, gravity, length);
    assert_int_equal(n, CATENARY_MOST);
    const mjtNum found = lengthOf(n);
    if (!(found <= length * (1 + 1e-6) && found > 0.98 * length))
      fail_msg("length %g, should be %g", found, length);
    assert_memory_equal(point[0], x0, sizeof x0);
    assert_memory_equal(point[n - 1], x1, sizeof x1);
    for (int k = 1; k < n - 1; k++) {
      const mjtNum part = (point[k][1] - x0[1]) / (x1[1] - x0[1]);
      assert_true(point[k][2] <= x0[2] + part * (x1[2] - x0[2]) + 1e-9);
    }
  }
}

static void test_edges(void** state) {
  (void)state;
  const mjtNum x0[3] = {0, 0, 1}, x1[3] = {1, 0, 1}, below[3] = {0, 0, 0};
  // too short, or no room for a curve
  assert_int_equal(catenary_points(point, 50, x0, x1, gravity, 0.5), 2);
  assert_int_equal(catenary_points(point, 2, x0, x1, gravity, 5), 2);
  assert_int_equal(catenary_points(point, -7, x0, x1, gravity, 5), 2);
  assert_int_equal(catenary_points(point, 50, x0, x0, gravity, 0), 2);
  // long: down and up again
  assert_int_equal(catenary_points(point, 50, x0, x1, gravity, 200), 3);
  assert_true(point[1][2] < -98 && point[1][0] > 0.49 && point[1][0] < 0.51);
  assert_int_equal(catenary_points(point, 50, x0, below, gravity, 3), 3);
  assert_true(point[1][2] == -1);
  // no numbers
  const mjtNum bad[3] = {NAN, 0, 1};
  const int n = catenary_points(point, 50, bad, x1, gravity, 5);
  assert_true(n >= 2 && n <= 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_length), cmocka_unit_test(test_edges)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
