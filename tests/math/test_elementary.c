// Elementary functions against MPFR: the largest error in ulp per function and range, with ranges
// aimed at the hard spots (multiples of pi/2, pow near 1, overflow, underflow, subnormals,
// octants), and the special values of C's Annex F. Limits: 1.0 ulp, 0.8 for sin and cos, 1.2 for
// pow and atan2, 1.4 for the angle of a rotation. The bits of sines, cosines and angles are
// compared with the reference in test_math_golden.c. SINEW_LONG=1 takes a hundred times as many
// points.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <mpfr.h>

#include <sinew/extra.h>

#include "math/elementary.h"

#define LIMIT 1.0
#define LIMIT_SINE 0.8   // sin and cos
#define LIMIT2 1.2       // pow and atan2
#define LIMIT_ANGLE 1.4  // lane_angle
#define PRECISION 160
#define POINTS 10000
#define LONG_FACTOR 100

static int points(void) {
  const char* text = getenv("SINEW_LONG");
  if (getenv("SINEW_QUICK")) return POINTS / LONG_FACTOR;  // under valgrind
  return text && text[0] == '1' ? POINTS * LONG_FACTOR : POINTS;
}

// ---- random arguments

static uint64_t state;

static uint64_t randomBits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545f4914f6cdd1dULL;
}

static double randomUnit(void) { return (double)(randomBits() >> 11) * 0x1p-53; }

static double uniform(double a, double b) { return a + (b - a) * randomUnit(); }

static double fromBits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// any finite double, evenly over the exponents
static double anyDouble(double a, double b) {
  (void)a;
  (void)b;
  double x;
  do x = fromBits(randomBits());
  while (!isfinite(x));
  return x;
}

static double anyPositive(double a, double b) { return fabs(anyDouble(a, b)); }

static double subnormal(double a, double b) {
  (void)b;
  const double x = fromBits(randomBits() >> (12 + randomBits() % 50));
  return a < 0 && (randomBits() & 1) ? -x : x;
}

// magnitude 2^a .. 2^b, either sign
static double magnitude(double a, double b) {
  const int exponent = (int)floor(uniform(a, b));
  const double x = ldexp(1 + randomUnit(), exponent);
  return randomBits() & 1 ? -x : x;
}

// a few ulps around a multiple of pi/2 in [2^a, 2^b)
static double nearQuadrant(double a, double b) {
  mpfr_t t;
  mpfr_init2(t, 1200);
  mpfr_const_pi(t, MPFR_RNDN);
  mpfr_div_2ui(t, t, 1, MPFR_RNDN);
  mpfr_mul_d(t, t, rint(fabs(magnitude(a, b))), MPFR_RNDN);
  double x = mpfr_get_d(t, MPFR_RNDN);
  mpfr_clear(t);
  for (int i = (int)(randomBits() % 4); i > 0; i--)
    x = nextafter(x, randomBits() & 1 ? 0 : INFINITY);
  return randomBits() & 1 ? -x : x;
}

// a + d and a - d with d between a 2^-53 and a 2^-2; either sign when b is not 0
static double near(double a, double b) {
  const double x = a + a * magnitude(-53, -2);
  return b != 0 && (randomBits() & 1) ? -x : x;
}

// a few ulps around an odd multiple of ln(2)/2, where the reduction of exp changes its integer
static double nearHalfLn2(double a, double b) {
  const double n = 2 * floor(uniform(a, b)) + 1;
  return n * 0.34657359027997264 + magnitude(-60, -40);
}

// ---- error of one result

// |got - exact| in units of the last place of a double of the size of `exact`
static double ulps(double got, mpfr_t exact) {
  const double nearest = mpfr_get_d(exact, MPFR_RNDN);
  if (isnan(got) || isnan(nearest)) return isnan(got) && isnan(nearest) ? 0 : INFINITY;
  if (got == nearest && (isinf(got) || mpfr_zero_p(exact))) return 0;
  if (isinf(got) || mpfr_inf_p(exact)) return INFINITY;
  long exponent = mpfr_zero_p(exact) ? DBL_MIN_EXP - DBL_MANT_DIG : mpfr_get_exp(exact) - 53;
  if (exponent < -1074) exponent = -1074;
  mpfr_sub_d(exact, exact, got, MPFR_RNDN);
  mpfr_mul_2si(exact, exact, -exponent, MPFR_RNDN);
  return fabs(mpfr_get_d(exact, MPFR_RNDN));
}

typedef double (*generator)(double a, double b);
typedef int (*exactFunction)(mpfr_t, const mpfr_t, mpfr_rnd_t);

typedef struct {
  const char* what;
  generator make;
  double a, b;
} Range;

#define MAX_RANGES 8

typedef struct {
  const char* name;
  double (*function)(double);
  exactFunction exact;
  Range range[MAX_RANGES];
} Case;

static double sineOf(double x) {
  double s, c;
  sn_sincos(x, &s, &c);
  return s;
}
static double cosineOf(double x) {
  double s, c;
  sn_sincos(x, &s, &c);
  return c;
}

#define ANGLES                                                                                     \
  {                                                                                                \
    {"+-pi/4", uniform, -0.7854, 0.7854}, {"+-10", uniform, -10, 10},                              \
        {"+-2^21", uniform, -0x1p21, 0x1p21}, {"near k pi/2, k < 2^21", nearQuadrant, 0, 21},      \
        {"near k pi/2, any k", nearQuadrant, 19, 1022}, {"all doubles", anyDouble, 0, 0},          \
        {"tiny", magnitude, -40, -1}, {                                                            \
      "subnormal", subnormal, -1, 1                                                                \
    }                                                                                              \
  }
#define UNIT                                                                                       \
  {                                                                                                \
    {"+-1", uniform, -1, 1}, {"near 1/2", near, 0.5, 1}, {"near 1", magnitude, -1, 0},             \
        {"ends", near, 1, 1}, {"tiny", magnitude, -60, -1}, {"subnormal", subnormal, -1, 1}, {     \
      "all to 1", magnitude, -1022, -1                                                             \
    }                                                                                              \
  }
#define POSITIVE                                                                                   \
  {                                                                                                \
    {"1/2 to 2", uniform, 0.5, 2}, {"near 1", near, 1, 0},                                         \
        {"near sqrt 2", near, 1.4142135623730951, 0},                                              \
        {"near sqrt 1/2", near, 0.70710678118654757, 0}, {"0 to 100", uniform, 0, 100},            \
        {"all positive", anyPositive, 0, 0}, {                                                     \
      "subnormal", subnormal, 1, 1                                                                 \
    }                                                                                              \
  }

static const Case cases[] = {
    {"sin", sn_sin, mpfr_sin, ANGLES},
    {"cos", sn_cos, mpfr_cos, ANGLES},
    {"sincos, sine", sineOf, mpfr_sin, ANGLES},
    {"sincos, cosine", cosineOf, mpfr_cos, ANGLES},
    {"tan", sn_tan, mpfr_tan, ANGLES},
    {"asin", sn_asin, mpfr_asin, UNIT},
    {"acos", sn_acos, mpfr_acos, UNIT},
    {"atan",
     sn_atan,
     mpfr_atan,
     {{"+-1", uniform, -1, 1},
      {"+-10", uniform, -10, 10},
      {"near tan(pi/8)", near, 0.41421356237309503, 1},
      {"near tan(3pi/8)", near, 2.4142135623730949, 1},
      {"near 1", near, 1, 1},
      {"all doubles", anyDouble, 0, 0},
      {"subnormal", subnormal, -1, 1}}},
    {"exp",
     sn_exp,
     mpfr_exp,
     {{"+-1", uniform, -1, 1},
      {"whole", uniform, -746, 710},
      {"near overflow", uniform, 709.7, 709.79},
      {"subnormal results", uniform, -745.2, -708},
      {"near (k+1/2) ln 2", nearHalfLn2, -1074, 1022},
      {"small", magnitude, -60, -1},
      {"all doubles", anyDouble, 0, 0}}},
    {"log", sn_log, mpfr_log, POSITIVE},
    {"log10", sn_log10, mpfr_log10, POSITIVE},
    {"tanh",
     sn_tanh,
     mpfr_tanh,
     {{"+-1", uniform, -1, 1},
      {"+-20", uniform, -20, 20},
      {"near ln(2)/4", near, 0.17328679513998632, 1},
      {"small", magnitude, -30, -1},
      {"all doubles", anyDouble, 0, 0},
      {"subnormal", subnormal, -1, 1}}},
};

// the worst error of one function over one range; prints it
static double worstOf(const Case* c, const Range* r, int n) {
  mpfr_t x, y;
  mpfr_inits2(PRECISION, x, y, (mpfr_ptr)0);
  double worst = 0, where = 0;
  for (int i = 0; i < n; i++) {
    double t = r->make(r->a, r->b);
    if (c->exact == mpfr_asin || c->exact == mpfr_acos) {
      if (fabs(t) > 1) t = 1 / t;
    }
    mpfr_set_d(x, t, MPFR_RNDN);
    c->exact(y, x, MPFR_RNDN);
    const double err = ulps(c->function(t), y);
    if (err > worst) {
      worst = err;
      where = t;
    }
  }
  mpfr_clears(x, y, (mpfr_ptr)0);
  printf("  %-15s %-22s %.3f ulp at %a\n", c->name, r->what, worst, where);
  return worst;
}

static void oneArgument(void** unused) {
  (void)unused;
  int bad = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    state = 88172645463325252ULL + i;
    double worst = 0;
    for (int k = 0; k < MAX_RANGES && cases[i].range[k].make; k++) {
      worst = fmax(worst, worstOf(&cases[i], &cases[i].range[k], points()));
    }
    const int sine = cases[i].exact == mpfr_sin || cases[i].exact == mpfr_cos;
    const double limit = sine ? LIMIT_SINE : LIMIT;
    printf("%-17s worst %.3f ulp (limit %.1f)\n", cases[i].name, worst, limit);
    bad += !(worst < limit);
  }
  assert_int_equal(bad, 0);
}

// the doubles that come nearest to a multiple of pi/2
static void hardestAngles(void** unused) {
  (void)unused;
  const double angle[] = {6381956970095103 * 0x1p797,
                          0x1.6ac5b262ca1ffp849,
                          0x1.921fb54442d18p0,
                          0x1p1023,
                          0x1p20,
                          0x1.fffffffffffffp19,
                          DBL_MAX,
                          1e22,
                          0x1.3a8a4cdd2ad4dp18};
  mpfr_t x, y;
  mpfr_inits2(PRECISION, x, y, (mpfr_ptr)0);
  double worst = 0;
  for (size_t i = 0; i < sizeof angle / sizeof *angle; i++) {
    for (int k = 0; k < 3; k++) {
      mpfr_set_d(x, angle[i], MPFR_RNDN);
      cases[k == 2 ? 4 : k].exact(y, x, MPFR_RNDN);
      worst = fmax(worst, ulps(cases[k == 2 ? 4 : k].function(angle[i]), y));
    }
  }
  mpfr_clears(x, y, (mpfr_ptr)0);
  printf("hardest angles: worst %.3f ulp\n", worst);
  assert_true(worst < LIMIT);
}

// log10 of exact powers of ten, and exp, pow and trig where the result is a plain number
static void exactResults(void** unused) {
  (void)unused;
  double power = 1;
  for (int k = 0; k <= 22; k++, power *= 10) assert_true(sn_log10(power) == k);
  for (int k = -1074; k < 1024; k++) {
    assert_true(sn_pow(2, k) == ldexp(1, k));
    assert_true(sn_pow(ldexp(1, k), 1) == ldexp(1, k));
  }
  for (int k = 1; k <= 1000; k++) {
    assert_true(sn_pow(k, 2) == (double)k * k);
    assert_true(sn_pow((double)k * k, 0.5) == k);
    assert_true(sn_pow(-k, 3) == -(double)k * k * k);
  }
}

// ---- two arguments

typedef struct {
  const char* what;
  void (*make)(double arg[2]);
} Pair;

// x**y of the size 2^-1080 .. 2^1024 for any positive x
static void powAll(double arg[2]) {
  arg[0] = anyPositive(0, 0);
  arg[1] = uniform(-748, 710) / log(arg[0]);
}
static void powSmall(double arg[2]) {
  arg[0] = randomUnit();
  arg[1] = uniform(1, 6);
}
static void powNearOne(double arg[2]) {
  arg[0] = near(1, 0);
  arg[1] = uniform(-748, 710) / log(arg[0]);
}
static void powModest(double arg[2]) {
  arg[0] = uniform(0, 10);
  arg[1] = uniform(-30, 30);
}
static void powSubnormalBase(double arg[2]) {
  arg[0] = subnormal(1, 0);
  arg[1] = uniform(-0.95, 1.01);
}
static void powSubnormalResult(double arg[2]) {
  arg[0] = uniform(0, 2);
  arg[1] = uniform(-745.2, -708) / log(arg[0]);
}
static void powNegative(double arg[2]) {
  arg[0] = -uniform(0, 20);
  arg[1] = floor(uniform(-100, 100));
}
static void powTinyExponent(double arg[2]) {
  arg[0] = anyPositive(0, 0);
  arg[1] = magnitude(-80, -5);
}

static void atanSquare(double arg[2]) {
  arg[0] = uniform(-1, 1);
  arg[1] = uniform(-1, 1);
}
static void atanAll(double arg[2]) {
  arg[0] = anyDouble(0, 0);
  arg[1] = anyDouble(0, 0);
}
static void atanSimilar(double arg[2]) {
  arg[0] = anyDouble(0, 0);
  arg[1] = arg[0] * magnitude(-60, 60);
  if (!isfinite(arg[1])) arg[1] = 1;
}
static void atanOctant(double arg[2]) {
  static const double slope[] = {0.41421356237309503, 1, 2.4142135623730949, 0.5, 2};
  arg[1] = magnitude(-1000, 1000);
  arg[0] = arg[1] * near(slope[randomBits() % 5], 1);
}
static void atanSubnormal(double arg[2]) {
  arg[0] = subnormal(-1, 0);
  arg[1] = subnormal(-1, 0);
}
static void atanHuge(double arg[2]) {
  arg[0] = magnitude(990, 1023);
  arg[1] = magnitude(990, 1023);
}
static void atanUnderflow(double arg[2]) {
  arg[0] = magnitude(-1074, -900);
  arg[1] = magnitude(-200, 170);
}
static void atanTiny(double arg[2]) {
  arg[0] = magnitude(-1050, -780);
  arg[1] = magnitude(-1050, -780);
}

static void twoArguments(const char* name, double (*function)(double, double),
                         int (*exact)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t),
                         const Pair* pair, int count, double limit) {
  mpfr_t x, y, z;
  mpfr_inits2(PRECISION, x, y, z, (mpfr_ptr)0);
  double all = 0;
  state = 362436069362436069ULL;
  for (int k = 0; k < count; k++) {
    double worst = 0, where[2] = {0, 0};
    for (int i = 0; i < points(); i++) {
      double arg[2];
      pair[k].make(arg);
      mpfr_set_d(x, arg[0], MPFR_RNDN);
      mpfr_set_d(y, arg[1], MPFR_RNDN);
      exact(z, x, y, MPFR_RNDN);
      const double err = ulps(function(arg[0], arg[1]), z);
      if (err > worst) {
        worst = err;
        memcpy(where, arg, sizeof arg);
      }
    }
    printf("  %-15s %-22s %.3f ulp at %a, %a\n", name, pair[k].what, worst, where[0], where[1]);
    all = fmax(all, worst);
  }
  mpfr_clears(x, y, z, (mpfr_ptr)0);
  printf("%-17s worst %.3f ulp (limit %.1f)\n", name, all, limit);
  assert_true(all < limit);
}

static void power(void** unused) {
  (void)unused;
  const Pair pair[] = {{"[0,1]^[1,6]", powSmall},
                       {"[0,10]^[-30,30]", powModest},
                       {"near 1", powNearOne},
                       {"all positive", powAll},
                       {"subnormal base", powSubnormalBase},
                       {"subnormal result", powSubnormalResult},
                       {"negative base", powNegative},
                       {"tiny exponent", powTinyExponent}};
  twoArguments("pow", sn_pow, mpfr_pow, pair, sizeof pair / sizeof *pair, LIMIT2);
}

static void arcTangent(void** unused) {
  (void)unused;
  const Pair pair[] = {{"square", atanSquare},        {"all pairs", atanAll},
                       {"similar size", atanSimilar}, {"octant borders", atanOctant},
                       {"subnormal", atanSubnormal},  {"huge", atanHuge},
                       {"underflow", atanUnderflow},  {"tiny", atanTiny}};
  const int n = sizeof pair / sizeof *pair;
  twoArguments("atan2", sn_atan2, mpfr_atan2, pair, n, LIMIT2);
  twoArguments("angle", lane_angle, mpfr_atan2, pair, n, LIMIT_ANGLE);
}

// ---- exact functions

static void integerFunctions(void** unused) {
  (void)unused;
  mpfr_t x, y, z;
  mpfr_inits2(DBL_MANT_DIG, x, y, z, (mpfr_ptr)0);
  state = 123456789123456789ULL;
  for (int i = 0; i < 4 * points(); i++) {
    const double a = i & 1 ? anyDouble(0, 0) : magnitude(-3, 54);
    double b = i & 2 ? anyDouble(0, 0) : magnitude(-40, 40);
    if (i & 4) b = subnormal(-1, 0);
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    mpfr_floor(z, x);
    assert_true(sn_floor(a) == mpfr_get_d(z, MPFR_RNDN));
    mpfr_ceil(z, x);
    assert_true(sn_ceil(a) == mpfr_get_d(z, MPFR_RNDN));
    if (b != 0) {
      mpfr_fmod(z, x, y, MPFR_RNDN);
      const double r = sn_fmod(a, b);
      assert_true(r == mpfr_get_d(z, MPFR_RNDN) && !signbit(r) == !signbit(a));
    }
  }
  mpfr_clears(x, y, z, (mpfr_ptr)0);
}

// ---- special values

typedef struct {
  double (*function)(double);
  double x, result;
} Special;

typedef struct {
  double (*function)(double, double);
  double x, y, result;
} Special2;

#define INF INFINITY
#define PI 0x1.921fb54442d18p1

// clang-format off
static const Special specials[] = {
    {sn_sin, 0.0, 0.0},       {sn_sin, -0.0, -0.0},     {sn_sin, INF, NAN},
    {sn_sin, -INF, NAN},      {sn_sin, NAN, NAN},       {sn_sin, DBL_TRUE_MIN, DBL_TRUE_MIN},
    {sn_cos, 0.0, 1},         {sn_cos, -0.0, 1},        {sn_cos, INF, NAN},
    {sn_cos, -INF, NAN},      {sn_cos, NAN, NAN},       {sn_cos, DBL_TRUE_MIN, 1},
    {sn_tan, 0.0, 0.0},       {sn_tan, -0.0, -0.0},     {sn_tan, INF, NAN},
    {sn_tan, -INF, NAN},      {sn_tan, NAN, NAN},       {sn_tan, -DBL_TRUE_MIN, -DBL_TRUE_MIN},
    {sn_asin, 0.0, 0.0},      {sn_asin, -0.0, -0.0},    {sn_asin, 1, PI / 2},
    {sn_asin, -1, -PI / 2},   {sn_asin, 1.5, NAN},      {sn_asin, -1.5, NAN},
    {sn_asin, INF, NAN},      {sn_asin, -INF, NAN},     {sn_asin, NAN, NAN},
    {sn_asin, 1 + DBL_EPSILON, NAN},
    {sn_acos, 1, 0.0},        {sn_acos, -1, PI},        {sn_acos, 0.0, PI / 2},
    {sn_acos, -0.0, PI / 2},  {sn_acos, 1.5, NAN},      {sn_acos, -1.5, NAN},
    {sn_acos, INF, NAN},      {sn_acos, -INF, NAN},     {sn_acos, NAN, NAN},
    {sn_acos, -1 - DBL_EPSILON, NAN},
    {sn_atan, 0.0, 0.0},      {sn_atan, -0.0, -0.0},    {sn_atan, INF, PI / 2},
    {sn_atan, -INF, -PI / 2}, {sn_atan, NAN, NAN},      {sn_atan, 1, PI / 4},
    {sn_exp, 0.0, 1},         {sn_exp, -0.0, 1},        {sn_exp, INF, INF},
    {sn_exp, -INF, 0.0},      {sn_exp, NAN, NAN},       {sn_exp, 710, INF},
    {sn_exp, -746, 0.0},      {sn_exp, DBL_MAX, INF},   {sn_exp, -DBL_MAX, 0.0},
    {sn_log, 1, 0.0},         {sn_log, 0.0, -INF},      {sn_log, -0.0, -INF},
    {sn_log, -1, NAN},        {sn_log, INF, INF},       {sn_log, -INF, NAN},
    {sn_log, NAN, NAN},       {sn_log, -DBL_TRUE_MIN, NAN},
    {sn_log10, 1, 0.0},       {sn_log10, 0.0, -INF},    {sn_log10, -0.0, -INF},
    {sn_log10, -1, NAN},      {sn_log10, INF, INF},     {sn_log10, -INF, NAN},
    {sn_log10, NAN, NAN},
    {sn_tanh, 0.0, 0.0},      {sn_tanh, -0.0, -0.0},    {sn_tanh, INF, 1},
    {sn_tanh, -INF, -1},      {sn_tanh, NAN, NAN},      {sn_tanh, 100, 1},
    {sn_floor, 0.0, 0.0},     {sn_floor, -0.0, -0.0},   {sn_floor, INF, INF},
    {sn_floor, -INF, -INF},   {sn_floor, NAN, NAN},     {sn_floor, 0.75, 0.0},
    {sn_floor, -0.25, -1},    {sn_floor, 0x1p60, 0x1p60}, {sn_floor, -DBL_TRUE_MIN, -1},
    {sn_ceil, 0.0, 0.0},      {sn_ceil, -0.0, -0.0},    {sn_ceil, INF, INF},
    {sn_ceil, -INF, -INF},    {sn_ceil, NAN, NAN},      {sn_ceil, -0.75, -0.0},
    {sn_ceil, 0.25, 1},       {sn_ceil, -0.25, -0.0},   {sn_ceil, DBL_TRUE_MIN, 1},
};

static const Special2 specials2[] = {
    // y, x
    {sn_atan2, 0.0, -0.0, PI},       {sn_atan2, -0.0, -0.0, -PI},     {sn_atan2, 0.0, 0.0, 0.0},
    {sn_atan2, -0.0, 0.0, -0.0},     {sn_atan2, 0.0, -1, PI},         {sn_atan2, -0.0, -1, -PI},
    {sn_atan2, 0.0, 1, 0.0},         {sn_atan2, -0.0, 1, -0.0},       {sn_atan2, -1, 0.0, -PI / 2},
    {sn_atan2, -1, -0.0, -PI / 2},   {sn_atan2, 1, 0.0, PI / 2},      {sn_atan2, 1, -0.0, PI / 2},
    {sn_atan2, 1, -INF, PI},         {sn_atan2, -1, -INF, -PI},       {sn_atan2, 1, INF, 0.0},
    {sn_atan2, -1, INF, -0.0},       {sn_atan2, INF, 1, PI / 2},      {sn_atan2, -INF, 1, -PI / 2},
    {sn_atan2, INF, -INF, 3 * (PI / 4)}, {sn_atan2, -INF, -INF, -3 * (PI / 4)},
    {sn_atan2, INF, INF, PI / 4},    {sn_atan2, -INF, INF, -PI / 4},  {sn_atan2, NAN, 1, NAN},
    {sn_atan2, 1, NAN, NAN},         {sn_atan2, NAN, INF, NAN},       {sn_atan2, 0.0, NAN, NAN},
    {sn_atan2, 0.0, INF, 0.0},       {sn_atan2, -0.0, -INF, -PI},     {sn_atan2, INF, -0.0, PI / 2},
    {sn_atan2, DBL_TRUE_MIN, DBL_MAX, 0.0}, {sn_atan2, -DBL_TRUE_MIN, DBL_MAX, -0.0},
    {sn_atan2, DBL_MAX, -DBL_TRUE_MIN, PI / 2}, {sn_atan2, DBL_MAX, DBL_MAX, PI / 4},
    {sn_atan2, DBL_TRUE_MIN, DBL_TRUE_MIN, PI / 4},
    {sn_atan2, DBL_TRUE_MIN, 1, DBL_TRUE_MIN},
    // x, y
    {sn_pow, 0.0, -3, INF},          {sn_pow, -0.0, -3, -INF},        {sn_pow, 0.0, -2, INF},
    {sn_pow, -0.0, -2, INF},         {sn_pow, 0.0, -2.5, INF},        {sn_pow, -0.0, -2.5, INF},
    {sn_pow, 0.0, -INF, INF},        {sn_pow, -0.0, -INF, INF},       {sn_pow, 0.0, 3, 0.0},
    {sn_pow, -0.0, 3, -0.0},         {sn_pow, 0.0, 2, 0.0},           {sn_pow, -0.0, 2, 0.0},
    {sn_pow, -0.0, 0.5, 0.0},        {sn_pow, 0.0, INF, 0.0},         {sn_pow, -0.0, INF, 0.0},
    {sn_pow, -1, INF, 1},            {sn_pow, -1, -INF, 1},           {sn_pow, 1, NAN, 1},
    {sn_pow, 1, INF, 1},             {sn_pow, 1, -INF, 1},            {sn_pow, NAN, 0.0, 1},
    {sn_pow, NAN, -0.0, 1},          {sn_pow, INF, 0.0, 1},           {sn_pow, -INF, -0.0, 1},
    {sn_pow, 0.0, 0.0, 1},           {sn_pow, -0.0, -0.0, 1},         {sn_pow, -2, 0.5, NAN},
    {sn_pow, -2, -0.5, NAN},         {sn_pow, 0.5, -INF, INF},        {sn_pow, -0.5, -INF, INF},
    {sn_pow, 2, -INF, 0.0},          {sn_pow, -2, -INF, 0.0},         {sn_pow, 0.5, INF, 0.0},
    {sn_pow, -0.5, INF, 0.0},        {sn_pow, 2, INF, INF},           {sn_pow, -2, INF, INF},
    {sn_pow, -INF, -3, -0.0},        {sn_pow, -INF, -2, 0.0},         {sn_pow, -INF, -2.5, 0.0},
    {sn_pow, -INF, 3, -INF},         {sn_pow, -INF, 2, INF},          {sn_pow, -INF, 2.5, INF},
    {sn_pow, INF, -1, 0.0},          {sn_pow, INF, 1, INF},           {sn_pow, INF, INF, INF},
    {sn_pow, -INF, INF, INF},        {sn_pow, INF, -INF, 0.0},        {sn_pow, -INF, -INF, 0.0},
    {sn_pow, NAN, 1, NAN},           {sn_pow, 2, NAN, NAN},           {sn_pow, -2, NAN, NAN},
    {sn_pow, NAN, NAN, NAN},         {sn_pow, -1, 0x1.fffffffffffffp52, -1},
    {sn_pow, -1, 0x1p53, 1},         {sn_pow, -1, 0x1.0000000000001p52, -1},
    {sn_pow, -1, 0x1p52, 1},         {sn_pow, -1, DBL_MAX, 1},        {sn_pow, -1, 0.5, NAN},
    {sn_pow, 2, 1024, INF},          {sn_pow, -2, 1025, -INF},        {sn_pow, 2, -1076, 0.0},
    {sn_pow, -2, -1077, -0.0},       {sn_pow, DBL_MAX, DBL_MAX, INF}, {sn_pow, 0.5, DBL_MAX, 0.0},
    {sn_pow, DBL_TRUE_MIN, -1, INF}, {sn_pow, DBL_TRUE_MIN, 1, DBL_TRUE_MIN},
    {sn_pow, 10, DBL_TRUE_MIN, 1},   {sn_pow, -10, DBL_TRUE_MIN, NAN},
    {sn_fmod, 0.0, 1, 0.0},          {sn_fmod, -0.0, 1, -0.0},        {sn_fmod, 1, 0.0, NAN},
    {sn_fmod, INF, 1, NAN},          {sn_fmod, 1, INF, 1},            {sn_fmod, -1, -INF, -1},
    {sn_fmod, NAN, 1, NAN},          {sn_fmod, 1, NAN, NAN},          {sn_fmod, -6, 3, -0.0},
    {sn_fmod, INF, 0.0, NAN},        {sn_fmod, 0.0, 0.0, NAN},
};
// clang-format on

static int same(double a, double b) {
  return isnan(a) || isnan(b) ? isnan(a) && isnan(b) : a == b && !signbit(a) == !signbit(b);
}

static void specialValues(void** unused) {
  (void)unused;
  int bad = 0;
  for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
    const Special* s = &specials[i];
    const double got = s->function(s->x);
    if (!same(got, s->result)) {
      print_error("row %zu: f(%a) = %a, not %a\n", i, s->x, got, s->result);
      bad++;
    }
  }
  for (size_t i = 0; i < sizeof specials2 / sizeof *specials2; i++) {
    const Special2* s = &specials2[i];
    const double got = s->function(s->x, s->y);
    if (!same(got, s->result)) {
      print_error("row %zu: f(%a, %a) = %a, not %a\n", i, s->x, s->y, got, s->result);
      bad++;
    }
    if (s->function == sn_atan2 && !same(lane_angle(s->x, s->y), s->result)) {
      print_error("row %zu: angle(%a, %a) = %a\n", i, s->x, s->y, lane_angle(s->x, s->y));
      bad++;
    }
  }
  assert_int_equal(bad, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(specialValues), cmocka_unit_test(hardestAngles),
      cmocka_unit_test(exactResults),  cmocka_unit_test(integerFunctions),
      cmocka_unit_test(oneArgument),   cmocka_unit_test(power),
      cmocka_unit_test(arcTangent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
