// Banded matrices with dense rows against the same matrices in dense form, over random shapes.
// Factor and solution are equal to the bit if no row starts right of column 0; else the sums of a
// row begin at another column, which regroups their terms.
#include "support.h"

enum { MAX = 24, TRIALS = 300 };

typedef struct {
  int ntotal, nband, ndense, size;
  double dense[MAX * MAX], band[MAX * MAX + MAX];
} Arrow;

// positive definite by a dominant diagonal
static void randomArrow(Arrow* a) {
  const int n = a->ntotal = (int)(rng_next() % MAX) + 1;
  a->ndense = (int)(rng_next() % 3) * n / 4;
  const int nsparse = n - a->ndense;
  a->nband = nsparse ? (int)(rng_next() % (uint64_t)nsparse) + 1 : 0;
  a->size = nsparse * a->nband + a->ndense * n;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      const int inside = i >= nsparse || i - j < a->nband;
      const double x = !inside ? 0 : i == j ? n + rng_uniform() : rng_uniform();
      a->dense[i * n + j] = a->dense[j * n + i] = x;
    }
  }
  for (int i = 0; i < MAX * MAX + MAX; i++) a->band[i] = 42;
  mju_dense2Band(a->band, a->dense, n, a->nband, a->ndense);
  assert_true(a->band[a->size] == 42);
}

static double maxDiff(const double* a, const double* b, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++) worst = mju_max(worst, fabs(a[i] - b[i]));
  return worst;
}

static void test_conversion(void** ctx) {
  (void)ctx;
  for (int k = 0; k < TRIALS; k++) {
    static Arrow a;
    static double back[MAX * MAX];
    randomArrow(&a);
    const int n = a.ntotal;
    mju_band2Dense(back, a.band, n, a.nband, a.ndense, 1);
    assert_memory_equal(back, a.dense, sizeof(double) * (size_t)(n * n));
    mju_band2Dense(back, a.band, n, a.nband, a.ndense, 0);
    for (int i = 0; i < n * n; i++) assert_true(back[i] == (i % n > i / n ? 0 : a.dense[i]));
    for (int i = 0; i < n; i++) {
      assert_true(a.band[mju_bandDiag(i, n, a.nband, a.ndense)] == a.dense[i * n + i]);
    }
  }
}

static void test_products(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    static Arrow a;
    static double lower[MAX * MAX];
    double x[2 * MAX], res[2 * MAX], expect[2 * MAX];
    randomArrow(&a);
    const int n = a.ntotal;
    for (int i = 0; i < 2 * n; i++) x[i] = rng_uniform();
    mju_bandMulMatVec(res, a.band, x, n, a.nband, a.ndense, 2, 1);
    mju_mulMatVec(expect, a.dense, x, n, n);
    mju_mulMatVec(expect + n, a.dense, x + n, n, n);
    worst = mju_max(worst, maxDiff(res, expect, 2 * n));
    mju_bandMulMatVec(res, a.band, x, n, a.nband, a.ndense, 1, 0);
    mju_band2Dense(lower, a.band, n, a.nband, a.ndense, 0);
    mju_mulMatVec(expect, lower, x, n, n);
    worst = mju_max(worst, maxDiff(res, expect, n));
  }
  printf("band - dense products: %.1e of 4e-14\n", worst);  // entries up to MAX
  assert_true(worst <= 4e-14);
}

static void test_factorAndSolve(void** ctx) {
  (void)ctx;
  double worst = 0, worstFactor = 0;
  int nfull = 0;
  for (int k = 0; k < TRIALS; k++) {
    static Arrow a;
    static double L[MAX * MAX], fromBand[MAX * MAX];
    double b[MAX], x[MAX], expect[MAX];
    randomArrow(&a);
    const int n = a.ntotal;
    const double add = k % 2 ? 0.5 : 0, mul = k % 3 ? 0.25 : 0;
    mju_copy(L, a.dense, n * n);
    for (int i = 0; i < n; i++) L[i * n + i] += add + mul * L[i * n + i];
    assert_int_equal(mju_cholFactor(L, n, 0), n);
    const double pivot = mju_cholFactorBand(a.band, n, a.nband, a.ndense, add, mul);
    double smallest = L[0];
    for (int i = 0; i < n; i++) smallest = mju_min(smallest, L[i * n + i]);
    worst = mju_max(worst, fabs(pivot / (smallest * smallest) - 1));
    mju_band2Dense(fromBand, a.band, n, a.nband, a.ndense, 0);
    for (int i = 0; i < n * n; i++) L[i] = i % n > i / n ? 0 : L[i];
    const int full = a.nband >= n - a.ndense;
    nfull += full;
    const double off = maxDiff(fromBand, L, n * n);
    if (full) assert_true(off == 0);
    worstFactor = mju_max(worstFactor, off);

    for (int i = 0; i < n; i++) b[i] = rng_uniform();
    mju_cholSolve(expect, L, b, n);
    mju_cholSolveBand(x, a.band, b, n, a.nband, a.ndense);
    if (full) assert_true(maxDiff(x, expect, n) == 0);
    worstFactor = mju_max(worstFactor, maxDiff(x, expect, n));
    mju_cholSolveBand(b, a.band, b, n, a.nband, a.ndense);  // in place
    assert_memory_equal(b, x, sizeof(double) * (size_t)n);
  }
  printf("smallest pivot: %.1e of 1e-15; factor, solution: %.1e of 2e-16, %d of %d exact shapes\n",
         worst, worstFactor, nfull, TRIALS);
  assert_true(worst <= 1e-15 && worstFactor <= 2e-16 && nfull > 10);
}

static void test_failure(void** ctx) {
  (void)ctx;
  double mat[3] = {4, -1, 5}, edge[1] = {mjMINVAL}, arrow[4] = {1, 0, 1, 1};
  assert_true(mju_cholFactorBand(mat, 3, 1, 0, 0, 0) == 0);
  assert_true(mju_cholFactorBand(edge, 1, 1, 0, 0, 0) == mjMINVAL);
  assert_true(mju_cholFactorBand(arrow, 2, 0, 2, 0, 0) == 0);  // singular: [1 1; 1 1]
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_conversion),
      cmocka_unit_test(test_products),
      cmocka_unit_test(test_factorAndSolve),
      cmocka_unit_test(test_failure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
