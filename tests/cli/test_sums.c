// Mean and deviation: known numbers, numbers that cancel, and the same bits in any order and parts.
#include <math.h>

#include "../../cli/sums.h"
#include "support.h"

static void addAll(sums_Column* column, const double* x, int begin, int end) {
  sums_begin(column, 1);
  for (int i = begin; i < end; i++) sums_addRow(column, x + i, 1);
}

static void test_known(void** state) {
  (void)state;
  const double x[] = {2, 4, 4, 4, 5, 5, 7, 9, NAN, INFINITY, 1e200};
  sums_Column c;
  addAll(&c, x, 0, 11);
  assert_true(c.count == 8 && sums_mean(&c) == 5 && sums_deviation(&c) == 2);
  assert_true(c.least == 2 && c.greatest == 9);
  addAll(&c, x, 0, 0);
  assert_true(isnan(sums_mean(&c)) && isnan(sums_deviation(&c)));
  const double alike[] = {1.2, 1.2, 1.2, 1.2, 1.2};
  addAll(&c, alike, 0, 5);
  assert_true(sums_mean(&c) == 1.2 && sums_deviation(&c) == 0);
}

// deviation 1 about a mean of 1e8: squares have lost all of it
static void test_cancel(void** state) {
  (void)state;
  double x[1000];
  for (int i = 0; i < 1000; i++) x[i] = 1e8 + (i % 2 ? 1 : -1);
  sums_Column c;
  addAll(&c, x, 0, 1000);
  assert_true(sums_mean(&c) == 1e8);
  printf("deviation - 1 = %.1e\n", sums_deviation(&c) - 1);
  assert_true(fabs(sums_deviation(&c) - 1) < 1e-12);
}

static void test_order(void** state) {
  (void)state;
  enum { N = 3000 };
  double x[N];
  for (int i = 0; i < N; i++) x[i] = rng_uniform() * exp(20 * rng_uniform());
  sums_Column whole, other;
  addAll(&whole, x, 0, N);
  for (int trial = 0; trial < 20; trial++) {
    for (int i = N - 1; i > 0; i--) {  // another order
      const int k = (int)(fabs(rng_uniform()) * i);
      const double kept = x[i];
      x[i] = x[k];
      x[k] = kept;
    }
    sums_begin(&other, 1);
    for (int begin = 0; begin < N; begin += 1 + trial * 37) {  // other parts
      sums_Column part;
      addAll(&part, x, begin, begin + 1 + trial * 37 < N ? begin + 1 + trial * 37 : N);
      sums_merge(&other, &part, 1);
    }
    assert_true(sums_mean(&other) == sums_mean(&whole));
    assert_true(fabs(sums_deviation(&other) / sums_deviation(&whole) - 1) < 1e-15);
    assert_true(other.count == N && other.least == whole.least && other.greatest == whole.greatest);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known),
      cmocka_unit_test(test_cancel),
      cmocka_unit_test(test_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
