// Dense kernels against sums in the documented orders (equal bits), for all sizes up to 20 and
// unaligned arrays, and the algebra between the matrix products.
#include "support.h"

#include "math/dense.h"

enum { MAX = 20 };

static void randomVec(double* v, int n) {
  for (int i = 0; i < n; i++) v[i] = rng_uniform();
}

// the order of dots: whole blocks in four accumulators, then the sum of the rest
static double blockDot(const double* a, const double* b, int n) {
  double acc[4] = {0, 0, 0, 0}, rest = 0;
  for (int i = 0; i < n; i++) *(i < n / 4 * 4 ? &acc[i % 4] : &rest) += a[i] * b[i];
  return ((acc[0] + acc[2]) + (acc[1] + acc[3])) + rest;
}

// the order of sums over rows: term after term, with strides
static double plainDot(const double* a, int sa, const double* b, int sb, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i * sa] * b[i * sb];
  return sum;
}

static void test_vectors(void** ctx) {
  (void)ctx;
  for (int n = 0; n <= MAX; n++) {
    double storage[MAX + 1], *const a = storage + 1, b[MAX], res[MAX + 1], ones[MAX];
    randomVec(a, n), randomVec(b, n);
    mju_fill(ones, 1, MAX);
    assert_true(mju_dot(a, b, n) == blockDot(a, b, n));
    assert_true(mju_sum(a, n) == plainDot(a, 1, ones, 1, n));
    assert_true(mju_norm(a, n) == sqrt(blockDot(a, a, n)));
    double absolute[MAX];
    for (int i = 0; i < n; i++) absolute[i] = fabs(a[i]);
    assert_true(mju_L1(a, n) == mju_sum(absolute, n));

    res[n] = 42;
    mju_addScl(res, a, b, 0.3, n);
    for (int i = 0; i < n; i++) assert_true(res[i] == a[i] + b[i] * 0.3);
    mju_copy(res, a, n);
    mju_addToScl(res, b, 0.3, n);
    for (int i = 0; i < n; i++) assert_true(res[i] == a[i] + b[i] * 0.3);
    mju_subFrom(res, b, n);
    for (int i = 0; i < n; i++) assert_true(res[i] == a[i] + b[i] * 0.3 - b[i]);
    mju_copy(res, a, n);
    mju_addToScl(res, res, 2, n);  // in place
    for (int i = 0; i < n; i++) assert_true(res[i] == a[i] + a[i] * 2);
    assert_true(res[n] == 42);
    assert_int_equal(mju_isZero(a, n), n == 0);
  }
  double overlap[6] = {1, 2, 3, 4, 5, 6};
  mju_copy(overlap + 1, overlap, 5);
  for (int i = 1; i < 6; i++) assert_true(overlap[i] == i);
}

static void test_dot4(void** ctx) {
  (void)ctx;
  for (int n = 0; n <= MAX; n++) {
    double mat[4 * (MAX + 3)], vec[MAX], res[4];
    randomVec(mat, 4 * (MAX + 3)), randomVec(vec, MAX);
    dense_dot4(res, mat, MAX + 3, vec, n);
    for (int k = 0; k < 4; k++) assert_true(res[k] == dense_dot(mat + k * (MAX + 3), vec, n));
  }
}

// four sums at once have the bits of one after another
static void test_axpy4(void** ctx) {
  (void)ctx;
  for (int n = 0; n <= MAX; n++) {
    double mat[4 * MAX], scl[4], res[MAX + 1], want[MAX];
    const double* const row[4] = {mat, mat + MAX, mat + 2 * MAX, mat + 3 * MAX};
    randomVec(mat, 4 * MAX), randomVec(scl, 4), randomVec(want, MAX);
    memcpy(res, want, sizeof want);
    res[n] = 42;
    dense_axpy4(res, row, scl, n);
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i < n; i++) want[i] += row[k][i] * scl[k];
    }
    for (int i = 0; i < n; i++) assert_true(res[i] == want[i]);
    assert_true(res[n] == 42);
  }
}

static void test_replace(void** ctx) {
  (void)ctx;
  for (int k = 0; k < DENSE_WIDE; k++) {
    dense_Wide vec = {0};
    for (int i = 0; i < DENSE_WIDE; i++) vec[i] = i + 1;
    const dense_Wide res = dense_replace(vec, k, -0.0);
    for (int i = 0; i < DENSE_WIDE; i++) assert_true(res[i] == (i == k ? 0 : vec[i]));
    assert_true(signbit(res[k]));
  }
}

static void test_products(void** ctx) {
  (void)ctx;
  for (int k = 0; k < 300; k++) {
    const int r = (int)(rng_next() % MAX), c = (int)(rng_next() % MAX), m = (int)(rng_next() % MAX);
    static double a[MAX * MAX], b[MAX * MAX], res[MAX * MAX + 1], vec[MAX], diag[MAX];
    randomVec(a, MAX * MAX), randomVec(b, MAX * MAX), randomVec(vec, MAX), randomVec(diag, MAX);
    res[r * c] = 42;
    mju_mulMatMat(res, a, b, r, m, c);
    for (int i = 0; i < r * c; i++) {
      assert_true(res[i] == plainDot(a + i / c * m, 1, b + i % c, c, m));
    }
    mju_mulMatMatT(res, a, b, r, m, c);
    for (int i = 0; i < r * c; i++) {
      assert_true(res[i] == blockDot(a + i / c * m, b + i % c * m, m));
    }
    mju_mulMatTMat(res, a, b, m, r, c);
    for (int i = 0; i < r * c; i++) {
      assert_true(res[i] == plainDot(a + i / c, r, b + i % c, c, m));
    }
    assert_true(res[r * c] == 42);
    mju_mulMatVec(res, a, vec, r, m);
    for (int i = 0; i < r; i++) assert_true(res[i] == blockDot(a + i * m, vec, m));
    mju_mulMatTVec(res, a, vec, m, r);
    for (int i = 0; i < r; i++) assert_true(res[i] == plainDot(a + i, r, vec, 1, m));

    mju_sqrMatTD(res, a, diag, m, r);
    for (int i = 0; i < r * r; i++) {
      const int row = i / r, col = i % r, hi = row > col ? row : col, lo = row > col ? col : row;
      double weighted[MAX];
      for (int j = 0; j < m; j++) weighted[j] = a[j * r + hi] * diag[j];
      assert_true(res[i] == plainDot(weighted, 1, a + lo, r, m));
    }
    static double gram[MAX * MAX];
    mju_sqrMatTD(res, a, NULL, m, r);
    mju_mulMatTMat(gram, a, a, m, r, r);
    for (int i = 0; i < r * r; i++) assert_true(res[i] == gram[i]);
  }
}

static void test_quadraticForm(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int n = 0; n <= MAX; n++) {
    double a[MAX * MAX], v[MAX], w[MAX], Aw[MAX], sym[MAX * MAX], twice[MAX * MAX], t[MAX * MAX];
    randomVec(a, n * n), randomVec(v, n), randomVec(w, n);
    mju_mulMatVec(Aw, a, w, n, n);
    assert_true(mju_mulVecMatVec(v, a, w, n) == plainDot(v, 1, Aw, 1, n));
    mju_symmetrize(sym, a, n);
    worst = mju_max(worst, fabs(mju_mulVecMatVec(v, a, v, n) - mju_mulVecMatVec(v, sym, v, n)));
    mju_transpose(t, a, n, n);
    mju_add(twice, a, t, n * n);
    mju_scl(twice, twice, 0.5, n * n);
    for (int i = 0; i < n * n; i++) assert_true(sym[i] == twice[i]);
    mju_symmetrize(a, a, n);  // in place
    for (int i = 0; i < n * n; i++) assert_true(sym[i] == a[i]);
  }
  printf("quadratic form: %.1e of %.1e\n", worst, 1e-14);
  assert_true(worst <= 1e-14);
}

static void test_normalize(void** ctx) {
  (void)ctx;
  double v[5] = {3, 0, 0, 4, 0}, tiny[3] = {1e-17, 1e-17, 0};
  assert_true(mju_normalize(v, 5) == 5);
  assert_true(fabs(mju_norm(v, 5) - 1) < 1e-15);
  assert_true(mju_normalize(tiny, 3) < 1e-15);
  assert_true(tiny[0] == 1 && tiny[1] == 0 && tiny[2] == 0);
  assert_true(mju_normalize(v, 0) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_vectors),   cmocka_unit_test(test_dot4),
      cmocka_unit_test(test_axpy4),     cmocka_unit_test(test_replace),
      cmocka_unit_test(test_products),  cmocka_unit_test(test_quadraticForm),
      cmocka_unit_test(test_normalize),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
