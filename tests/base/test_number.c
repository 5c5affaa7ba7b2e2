// base/number: reading and writing decimals, against the C library in the C locale and hard cases.
#include "support.h"

#include "base/number.h"

static void expectSame(const char* text) {
  double x = 0, y = strtod(text, NULL);
  const char* end = num_parse(text, &x);
  if (!end || *end || memcmp(&x, &y, sizeof x)) {
    fail_msg("'%s': %a, the C library reads %a", text, x, y);
  }
}

static void test_hardCases(void** state) {
  (void)state;
  static const char* const text[] = {
      "0",
      "-0",
      "1",
      "0.1",
      "1e22",
      "1e23",
      "9007199254740993",
      "9007199254740992.99999999999999",
      "2.2250738585072011e-308",
      "2.2250738585072014e-308",
      "4.9406564584124654e-324",
      "2.4703282292062327e-324",
      "2.4703282292062328e-324",
      "1.7976931348623157e308",
      "1.7976931348623158e308",
      "1.7976931348623159e308",
      "1e309",
      "1e-400",
      "123456789012345678901234567890",
      "0.000000000000000000000000000000000000000000001",
      "6.02214076e23",
      "6.62607015e-34",
      "5708990770823839207320493820740630171355185151999e-3",
      "8.5e-1",
      ".5",
      "5.",
      "+7",
      "1E5",
      "1e+05",
      "9214843084008499",
      "0.500000000000000166533453693773481063544750213623046875",
      "3.518437208883201171875e13",
      "30078505129381147446200",
      "1777820000000000000001",
      "0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000001e85",
      "1.00000000000000011102230246251565404236316680908203125",
      "1.00000000000000011102230246251565404236316680908203124",
      "1.00000000000000011102230246251565404236316680908203126"};
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) expectSame(text[i]);
}

static void test_longInputs(void** state) {
  (void)state;
  char text[3000];
  memset(text, '1', 2000);
  strcpy(text + 2000, "e-1990");
  expectSame(text);
  memset(text, '0', 2500);
  text[1] = '.';
  strcpy(text + 2500, "123e2510");
  expectSame(text);
  // the midpoint between 1 and its neighbour, then a digit far beyond what is kept
  strcpy(text, "1.00000000000000011102230246251565404236316680908203125");
  size_t n = strlen(text);
  memset(text + n, '0', 1500);
  strcpy(text + n + 1500, "1");
  expectSame(text);
}

// hexadecimal numbers; the value of one that the C library here rounds wrongly is written out
static void test_hex(void** state) {
  (void)state;
  static const char* const text[] = {"0x1p-1",
                                     "0x.8",
                                     "0X10",
                                     "0x1.8P+1",
                                     "-0x0p0",
                                     "0x1.00000000000008p0",
                                     "0x1.000000000000081p0",
                                     "0x1.00000000000018p0",
                                     "0x1p-1074",
                                     "0x1p-1075",
                                     "0x1.1p-1075",
                                     "0x1p1024",
                                     "0x1.fffffffffffff8p1023",
                                     "0x1.fffffffffffff7p1023",
                                     "0x0.000000001p99999999999",
                                     "0x1p-99999999999",
                                     "0x123456789abcdef0123456789abcdefp-60",
                                     "0x1."};
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) expectSame(text[i]);
  double x;
  assert_non_null(num_parse("-0xa9c4323d.2754ccp-1054", &x));
  assert_true(x == -0x0.a9c4323d2754dp-1022);
  assert_string_equal(num_parse("0x", &x), "x");
  assert_string_equal(num_parse("0x.p1", &x), "x.p1");
  assert_string_equal(num_parse("0x1p+", &x), "p+");
}

static void expectSameFloat(const char* text) {
  float x = 0, y = strtof(text, NULL);
  const char* end = num_parseFloat(text, &x);
  if (!end || *end || memcmp(&x, &y, sizeof x)) {
    fail_msg("'%s': %a, the C library reads %a", text, (double)x, (double)y);
  }
}

// texts at, just below and just above the middle of two floats, where a double would round first
static void test_float(void** state) {
  (void)state;
  static const char* const text[] = {"0.1",
                                     "-0",
                                     "1e39",
                                     "1e-60",
                                     "3.4028235677973366e38",
                                     "3.40282356779733661637539395458142568447e38",
                                     "3.40282356779733661637539395458142568448e38",
                                     "0x1.000001p0",
                                     "0x1.000001000000000000001p0",
                                     "0x1.000002ffffffffffffffffp0",
                                     "7.006492321624085354618e-46",
                                     "7.006492321624085354619e-46",
                                     "inf",
                                     "-inf"};
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) expectSameFloat(text[i]);
  for (int i = 0; i < 20000; i++) {
    uint32_t bits = (uint32_t)rng_next();
    float low, high;
    memcpy(&low, &bits, sizeof low);
    bits++;
    memcpy(&high, &bits, sizeof high);
    if (high - high != 0 || low - low != 0) continue;
    char middle[220], near[230];
    int n = snprintf(middle, sizeof middle, "%.150e", ((double)low + (double)high) / 2);
    expectSameFloat(middle);
    // one digit more, before the exponent
    int mantissa = (int)(strchr(middle, 'e') - middle);
    snprintf(near, sizeof near, "%.*s1%.*s", mantissa, middle, n - mantissa, middle + mantissa);
    expectSameFloat(near);
    snprintf(near, sizeof near, "%.17g", ((double)low + (double)high) / 2);
    expectSameFloat(near);
  }
  float x;
  assert_null(num_parseFloat("x", &x));
}

static void test_special(void** state) {
  (void)state;
  double x;
  assert_non_null(num_parse("inf", &x));
  assert_true(x > 1e308);
  assert_non_null(num_parse("-Infinity", &x));
  assert_true(x < -1e308);
  assert_non_null(num_parse("NaN", &x));
  assert_true(x != x);
  static const char* const bad[] = {"", "-", "+", ".", "e5", "abc", "-.e1", " 1", "i", "na"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_null(num_parse(bad[i], &x));
  // what follows a number is the caller's business
  assert_string_equal(num_parse("1.5e", &x), "e");
  assert_string_equal(num_parse("1.5e+", &x), "e+");
  assert_string_equal(num_parse("2,5", &x), ",5");
  assert_string_equal(num_parse("1.2.3", &x), ".3");
}

static void test_int(void** state) {
  (void)state;
  int64_t i;
  assert_string_equal(num_parseInt("-12x", &i), "x");
  assert_int_equal(i, -12);
  assert_non_null(num_parseInt("9223372036854775807", &i));
  assert_true(i == INT64_MAX);
  assert_non_null(num_parseInt("-9223372036854775808", &i));
  assert_true(i == INT64_MIN);
  assert_null(num_parseInt("9223372036854775808", &i));
  assert_null(num_parseInt("-9223372036854775809", &i));
  assert_null(num_parseInt("x", &i));
}

// random bit patterns, random digit strings: as the C library reads and writes them
static void test_random(void** state) {
  (void)state;
  long n = getenv("SINEW_QUICK") ? 600 : getenv("SINEW_LONG") ? 500000 : 60000;
  for (long i = 0; i < n; i++) {
    uint64_t bits = rng_next();
    double x, back;
    memcpy(&x, &bits, sizeof x);
    if (x != x) continue;
    char ours[NUM_SIZE], theirs[400];
    int digits = 1 + (int)(rng_next() % 17);
    int length = num_print(ours, x, digits);
    assert_int_equal(length, strlen(ours));
    snprintf(theirs, sizeof theirs, "%.*g", digits, x);
    assert_string_equal(ours, theirs);
    num_print(ours, x, NUM_ROUNDTRIP);
    assert_non_null(num_parse(ours, &back));
    assert_memory_equal(&back, &x, sizeof x);
    num_print(ours, x, NUM_SHORTEST);
    assert_non_null(num_parse(ours, &back));
    assert_memory_equal(&back, &x, sizeof x);
    snprintf(theirs, sizeof theirs, "%llu.%llue%d",
             (unsigned long long)(rng_next() >> (rng_next() % 64)),
             (unsigned long long)(rng_next() >> (rng_next() % 64)), (int)(rng_next() % 80) - 40);
    expectSame(theirs);
  }
}

static void test_print(void** state) {
  (void)state;
  char buf[NUM_SIZE];
  num_print(buf, 0.1, NUM_SHORTEST);
  assert_string_equal(buf, "0.1");
  num_print(buf, 1.0 / 3, NUM_SHORTEST);
  assert_string_equal(buf, "0.3333333333333333");
  num_print(buf, -0.0, NUM_SHORTEST);
  assert_string_equal(buf, "-0");
  num_print(buf, 1e300 * 1e300, 5);
  assert_string_equal(buf, "inf");
  num_print(buf, 123456, 3);
  assert_string_equal(buf, "1.23e+05");
  num_print(buf, 2.5, 1);  // ties to even
  assert_string_equal(buf, "2");
  assert_true(num_print(buf, -1.2345678901234567e-308, 17) < NUM_SIZE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hardCases), cmocka_unit_test(test_longInputs),
      cmocka_unit_test(test_special),   cmocka_unit_test(test_hex),
      cmocka_unit_test(test_float),     cmocka_unit_test(test_int),
      cmocka_unit_test(test_random),    cmocka_unit_test(test_print)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
