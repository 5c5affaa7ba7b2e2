// Scalars, sorts, sequences, names, printing in other locales, pyramids.
#include "support.h"

#include <limits.h>
#include <locale.h>
#include <pthread.h>

#include "captured.h"

static void test_scalars(void** ctx) {
  (void)ctx;
  assert_true(mju_min(1, 2) == 1 && mju_max(1, 2) == 2);
  assert_true(mju_clip(5, 0, 1) == 1 && mju_clip(-5, 0, 1) == 0 && mju_clip(0.5, 0, 1) == 0.5);
  assert_true(isnan(mju_clip(NAN, 0, 1)));
  assert_true(mju_sign(-3) == -1 && mju_sign(0) == 0 && mju_sign(1e-300) == 1);
  assert_int_equal(mju_round(2.5), 3);
  assert_int_equal(mju_round(-2.5), -3);
  assert_int_equal(mju_round(0.49999999999999994), 0);
  assert_int_equal(mju_round(1e300), INT_MAX);
  assert_int_equal(mju_round(-1e300), INT_MIN);
  assert_int_equal(mju_round(NAN), 0);
  assert_true(mju_isBad(NAN) && mju_isBad(INFINITY) && mju_isBad(-1.1e10));
  assert_false(mju_isBad(1e10) || mju_isBad(0));
}

static void test_sorts(void** ctx) {
  (void)ctx;
  for (int k = 0; k < 100; k++) {
    double list[30], sum = 0, after = 0;
    int ints[30];
    const int n = k % 31;
    for (int i = 0; i < n; i++) {
      ints[i] = (int)(rng_next() % 10);
      list[i] = (double)(rng_next() % 1024);
      sum += list[i];
    }
    mju_insertionSort(list, n);
    mju_insertionSortInt(ints, n);
    for (int i = 0; i < n; i++) after += list[i];
    assert_true(after == sum);
    for (int i = 1; i < n; i++) assert_true(list[i] >= list[i - 1] && ints[i] >= ints[i - 1]);
  }
}

static void test_conversions(void** ctx) {
  (void)ctx;
  const double x[3] = {0.1, -1e-50, 3};
  double back[3];
  float single[3];
  mju_n2f(single, x, 3);
  mju_f2n(back, single, 3);
  for (int i = 0; i < 3; i++) assert_true(back[i] == (double)(float)x[i]);
  mju_d2n(back, x, 3);
  assert_memory_equal(back, x, sizeof x);
  mju_n2d(back, x, 3);
  assert_memory_equal(back, x, sizeof x);
}

// ---- sequences

static void test_halton(void** ctx) {
  (void)ctx;
  assert_true(mju_Halton(0, 2) == 0 && mju_Halton(1, 2) == 0.5 && mju_Halton(6, 2) == 0.375);
  assert_true(fabs(mju_Halton(5, 3) - 7.0 / 9) < 1e-15);

  // base^k successive elements fall into different intervals of length base^-k
  int hit[81] = {0};
  for (int i = 0; i < 81; i++) hit[(int)(mju_Halton(i, 3) * 81 + 1e-9)]++;
  for (int i = 0; i < 81; i++) assert_int_equal(hit[i], 1);
  catch_begin();
  assert_true(mju_Halton(5, 1) == 0);
  catch_end();
  assert_int_equal(caught_count, 1);
}

static void test_normal(void** ctx) {
  (void)ctx;
  enum { N = 200000 };
  double mean = 0, square = 0, fourth = 0, cross = 0;
  int tail = 0;
  for (int i = 0; i < N; i++) {
    double y;
    const double x = mju_standardNormal(&y);
    mean += (x + y) / (2 * N);
    square += (x * x + y * y) / (2 * N);
    fourth += (x * x * x * x + y * y * y * y) / (2 * N);
    cross += x * y / N;
    tail += (x > 1.959963984540054) + (y > 1.959963984540054);
  }
  // tolerances are five standard deviations of the estimates
  printf("normal: mean %.1e of 8e-3, variance %.1e of 1.2e-2, kurtosis %.1e of 8e-2, correlation "
         "%.1e of 1.2e-2, 2.5%% tail %.1e of 1.3e-3\n",
         mean, square - 1, fourth - 3, cross, tail / (2.0 * N) - 0.025);
  assert_true(fabs(mean) < 8e-3 && fabs(square - 1) < 1.2e-2 && fabs(fourth - 3) < 8e-2);
  assert_true(fabs(cross) < 1.2e-2 && fabs(tail / (2.0 * N) - 0.025) < 1.3e-3);
  assert_true(mju_standardNormal(NULL) != mju_standardNormal(NULL));
}

static void* firstNormals(void* arg) {
  double* const list = arg;
  for (int i = 0; i < 3; i++) list[i] = mju_standardNormal(NULL);
  return NULL;
}

// each thread has the same sequence of its own
static void test_normalThreads(void** ctx) {
  (void)ctx;
  double a[3], b[3];
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, firstNormals, a), 0);
  pthread_join(thread, NULL);
  assert_int_equal(pthread_create(&thread, NULL, firstNormals, b), 0);
  pthread_join(thread, NULL);
  assert_memory_equal(a, b, sizeof a);
}

// ---- text

static void test_names(void** ctx) {
  (void)ctx;
  for (int type = mjOBJ_BODY; type < mjNOBJECT; type++) {
    assert_non_null(mju_type2Str(type));
    assert_int_equal(mju_str2Type(mju_type2Str(type)), type);
  }
  assert_null(mju_type2Str(mjOBJ_UNKNOWN));
  assert_null(mju_type2Str(-1));
  assert_null(mju_type2Str(mjNOBJECT));
  assert_string_equal(mju_type2Str(mjOBJ_FRAME), "frame");
  assert_int_equal(mju_str2Type("no such type"), mjOBJ_UNKNOWN);
  assert_int_equal(mju_str2Type(NULL), mjOBJ_UNKNOWN);
}

static void test_bytes(void** ctx) {
  (void)ctx;
  assert_string_equal(mju_writeNumBytes(0), "0");
  assert_string_equal(mju_writeNumBytes(1023), "1023");
  assert_string_equal(mju_writeNumBytes(1024), "1K");
  assert_string_equal(mju_writeNumBytes(1025), "1025");
  assert_string_equal(mju_writeNumBytes((size_t)15 << 20), "15M");
  assert_string_equal(mju_writeNumBytes((size_t)1536 << 20), "1536M");
  assert_string_equal(mju_writeNumBytes((size_t)3 << 60), "3E");
  assert_string_equal(mju_writeNumBytes(SIZE_MAX), "18446744073709551615");
}

static void test_warnings(void** ctx) {
  (void)ctx;
  char seen[mjNWARNING][256];
  for (int w = 0; w < mjNWARNING; w++) {
    mju_strncpy(seen[w], mju_warningText(w, 4711), sizeof seen[w]);
    assert_non_null(strstr(seen[w], "4711"));
    for (int other = 0; other < w; other++) assert_string_not_equal(seen[w], seen[other]);
  }
  assert_non_null(strstr(mju_warningText(99, 0), "99"));
  assert_non_null(mju_warningText(-1, 0));
}

static void test_strncpy(void** ctx) {
  (void)ctx;
  char buf[5] = "xxxx";
  assert_ptr_equal(mju_strncpy(buf, "abcdefg", 5), buf);
  assert_string_equal(buf, "abcd");
  mju_strncpy(buf, "a", 5);
  assert_memory_equal(buf, "a\0\0\0\0", 5);
  mju_strncpy(buf, "zz", 0);
  assert_string_equal(buf, "a");
}

static void printDense(void) {
  const double mat[4] = {1.5, -2e9, 1.0 / 3, NAN};
  mju_printMat(mat, 2, 2);
}

static void printSparse(void) {
  const double val[2] = {0.25, -3};
  const int rownnz[2] = {1, 1}, rowadr[2] = {0, 1}, colind[2] = {1, 0};
  mju_printMatSparse(val, 2, rownnz, rowadr, colind);
}

static void checkPrinted(void) {
  char text[500];
  captured(text, sizeof text, printDense);
  assert_string_equal(text, "1.50000000 -2000000000.00000000 \n0.33333333 nan \n\n");
  captured(text, sizeof text, printSparse);
  assert_string_equal(text, "(0 1):  0.250000  \n(1 0): -3.000000  \n\n");
}

// in the C locale, and with a comma as decimal point where the system has such a locale
static void test_print(void** ctx) {
  (void)ctx;
  static const char* const locales[] = {"C", "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"};
  int tried = 0;
  for (int i = 0; i < 4; i++) {
    if (!setlocale(LC_ALL, locales[i])) continue;
    checkPrinted();
    tried++;
  }
  setlocale(LC_ALL, "C");
  printf("printed in %d locales\n", tried);
}

// ---- pyramids

static void test_pyramids(void** ctx) {
  (void)ctx;
  double worst = 0;
  const double mu[5] = {0.5, 0.7, 0.02, 0.001, 1};
  for (int k = 0; k < 500; k++) {
    const int dims[4] = {1, 3, 4, 6}, dim = dims[k % 4];
    double force[6], pyramid[10], back[6];
    force[0] = 2 + rng_uniform();
    // inside the pyramid: every direction within its share
    for (int i = 1; i < dim; i++) force[i] = mu[i - 1] * rng_uniform() * force[0] / (dim - 1);
    mju_encodePyramid(pyramid, force, mu, dim);
    for (int i = 0; i < (dim == 1 ? 1 : 2 * (dim - 1)); i++) assert_true(pyramid[i] >= 0);
    mju_decodePyramid(back, pyramid, mu, dim);
    for (int i = 0; i < dim; i++) worst = mju_max(worst, fabs(back[i] - force[i]));
  }
  printf("pyramid and back: %.1e of 1e-15\n", worst);
  assert_true(worst <= 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scalars),     cmocka_unit_test(test_sorts),
      cmocka_unit_test(test_conversions), cmocka_unit_test(test_halton),
      cmocka_unit_test(test_normal),      cmocka_unit_test(test_normalThreads),
      cmocka_unit_test(test_names),       cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_warnings),    cmocka_unit_test(test_strncpy),
      cmocka_unit_test(test_print),       cmocka_unit_test(test_pyramids),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
