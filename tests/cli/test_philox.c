// Random numbers by a counter: the known answers of the method's authors, and moments, ranges and
// independence of what is made of them.
#include <math.h>
#include <string.h>

#include "../../cli/philox.h"
#include "support.h"

// counter, key -> words: the "known answer tests" published with the method
static void test_knownAnswers(void** state) {
  (void)state;
  static const struct {
    uint32_t counter[4], key[2], out[4];
  } row[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    uint32_t out[4];
    philox_block(row[i].counter, row[i].key, out);
    assert_memory_equal(out, row[i].out, sizeof out);
  }
}

// mean and variance of n numbers are within five deviations of what they should be
static void test_moments(void** state) {
  (void)state;
  enum { N = 200000 };
  double sum[2] = {0}, squares[2] = {0}, product = 0, last = 0;
  philox_Place place = {.seed = 7, .purpose = 1};
  for (int i = 0; i < N; i++) {
    place.world = (uint32_t)i % 100;
    place.step = (uint64_t)i / 100;
    const double u = philox_uniform(place), x = philox_normal(place);
    assert_true(u > 0 && u < 1);
    sum[0] += u;
    squares[0] += (u - 0.5) * (u - 0.5);
    sum[1] += x;
    squares[1] += x * x;
    product += x * last;
    last = x;
  }
  const double mean[2] = {sum[0] / N - 0.5, sum[1] / N};
  const double variance[2] = {squares[0] / N - 1.0 / 12, squares[1] / N - 1};
  printf(
      "uniform: mean %+.1e, variance %+.1e; normal: mean %+.1e, variance %+.1e, neighbours %+.1e\n",
      mean[0], variance[0], mean[1], variance[1], product / N);
  assert_true(fabs(mean[0]) < 5 * sqrt(1.0 / 12 / N) &&
              fabs(variance[0]) < 5 * sqrt(1.0 / 180 / N));
  assert_true(fabs(mean[1]) < 5 / sqrt(N) && fabs(variance[1]) < 5 * sqrt(2.0 / N));
  assert_true(fabs(product / N) < 5 / sqrt(N));
}

// every part of a place counts
static void test_places(void** state) {
  (void)state;
  const philox_Place place[] = {
      {1, 1, 1, 1, 1}, {2, 1, 1, 1, 1}, {1, 2, 1, 1, 1},          {1, 1, 2, 1, 1},
      {1, 1, 1, 2, 1}, {1, 1, 1, 1, 2}, {1, 1, 1, 1ull << 40, 1}, {1ull << 40, 1, 1, 1, 1},
  };
  enum { N = sizeof place / sizeof *place };
  for (int i = 0; i < N; i++) {
    assert_true(philox_uniform(place[i]) == philox_uniform(place[i]));
    for (int k = 0; k < i; k++) {
      assert_true(philox_uniform(place[i]) != philox_uniform(place[k]));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_knownAnswers),
      cmocka_unit_test(test_moments),
      cmocka_unit_test(test_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
