// Correctly rounded sine, cosine and arctangent against MPFR, and what they hand on to the ordinary
// functions: zeros, tiny and huge arguments, infinities.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <mpfr.h>

#include <sinew/extra.h>

#include "math/precise.h"

enum { POINTS = 20000, PRECISION = 400 };

static uint64_t state = 1;

// uniform in (-1, 1)
static double randomUnit(void) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(int64_t)state * 0x1p-63;
}

// magnitudes from 2^-30 to 2^`most`
static double randomArgument(int most) {
  return randomUnit() * ldexp(1, (int)(fabs(randomUnit()) * (30 + most)) - 30);
}

typedef int (*Exact)(mpfr_t, const mpfr_t, mpfr_rnd_t);

static double rounded(Exact function, double x) {
  mpfr_t t;
  mpfr_init2(t, PRECISION);
  mpfr_set_d(t, x, MPFR_RNDN);
  function(t, t, MPFR_RNDN);
  const double res = mpfr_get_d(t, MPFR_RNDN);
  mpfr_clear(t);
  return res;
}

static double roundedAngle(double y, double x) {
  mpfr_t s, t;
  mpfr_inits2(PRECISION, s, t, (mpfr_ptr)0);
  mpfr_set_d(s, y, MPFR_RNDN);
  mpfr_set_d(t, x, MPFR_RNDN);
  mpfr_atan2(s, s, t, MPFR_RNDN);
  const double res = mpfr_get_d(s, MPFR_RNDN);
  mpfr_clears(s, t, (mpfr_ptr)0);
  return res;
}

static void testSincos(void** unused) {
  (void)unused;
  for (int i = 0; i < POINTS; i++) {
    const double x = randomArgument(29);
    double s, c;
    precise_sincos(x, &s, &c);
    assert_true(s == rounded(mpfr_sin, x));
    assert_true(c == rounded(mpfr_cos, x));
  }
}

static void testAtan2(void** unused) {
  (void)unused;
  for (int i = 0; i < POINTS; i++) {
    const double y = randomArgument(10), x = randomArgument(10);
    assert_true(precise_atan2(y, x) == roundedAngle(y, x));
  }
}

static int sameNumber(double a, double b) {
  return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

static void testEdges(void** unused) {
  (void)unused;
  const double edge[] = {0.0, -0.0, 5e-324, -1e-310, 1e300, 0x1p31, -0x1p31, INFINITY, NAN, 1};
  const int n = sizeof edge / sizeof edge[0];
  for (int i = 0; i + 1 < n; i++) {
    double s, c, s0, c0;
    precise_sincos(edge[i], &s, &c);
    sn_sincos(edge[i], &s0, &c0);
    assert_true(sameNumber(s, s0) && sameNumber(c, c0));
    for (int k = 0; k < n; k++) {
      assert_true(sameNumber(precise_atan2(edge[i], edge[k]), sn_atan2(edge[i], edge[k])));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(testSincos), cmocka_unit_test(testAtan2),
                                     cmocka_unit_test(testEdges)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
