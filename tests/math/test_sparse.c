// Sparse kernels against dense ones on random patterns: equal to rounding, and exactly equal where
// no sum is involved.
#include "support.h"

#include "math/sparse.h"

enum { MAX = 15, TRIALS = 200 };
static const double TOL = 4e-15;

typedef struct {
  int nr, nc, nnz;
  double dense[MAX * MAX], val[MAX * MAX];
  int rownnz[MAX], rowadr[MAX], colind[MAX * MAX];
} Matrix;

static void randomMatrix(Matrix* m, int nr, int nc, int lower) {
  m->nr = nr, m->nc = nc, m->nnz = 0;
  for (int i = 0; i < nr * nc; i++) {
    const int r = i / nc, c = i % nc;
    const int stored = lower ? r == c || (c < r && rng_uniform() < 0) : rng_uniform() < 0;
    m->dense[i] = stored ? rng_uniform() : 0;
    m->nnz += m->dense[i] != 0;
  }
  const int failed =
      mju_dense2sparse(m->val, m->dense, nr, nc, m->rownnz, m->rowadr, m->colind, MAX * MAX);
  assert_int_equal(failed, 0);
}

static double maxDiff(const double* a, const double* b, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++) worst = mju_max(worst, fabs(a[i] - b[i]));
  return worst;
}

static void randomVec(double* v, int n) {
  for (int i = 0; i < n; i++) v[i] = rng_uniform();
}

static void test_products(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    static Matrix m, t, s;
    double x[MAX], y[MAX], expect[MAX], res[MAX], full[MAX * MAX];
    const int nr = (int)(rng_next() % (MAX + 1)), nc = (int)(rng_next() % (MAX + 1));
    randomMatrix(&m, nr, nc, 0);
    randomVec(x, nc), randomVec(y, nr);
    sparse_mulMatVec(res, m.val, x, nr, m.rownnz, m.rowadr, m.colind);
    mju_mulMatVec(expect, m.dense, x, nr, nc);
    worst = mju_max(worst, maxDiff(res, expect, nr));
    sparse_mulMatTVec(res, m.val, y, nr, nc, m.rownnz, m.rowadr, m.colind);
    mju_mulMatTVec(expect, m.dense, y, nr, nc);
    worst = mju_max(worst, maxDiff(res, expect, nc));

    // transpose, and back
    sparse_transpose(t.val, t.rownnz, t.rowadr, t.colind, m.val, nr, nc, m.rownnz, m.rowadr,
                     m.colind);
    mju_sparse2dense(t.dense, t.val, nc, nr, t.rownnz, t.rowadr, t.colind);
    mju_transpose(full, m.dense, nr, nc);
    for (int i = 0; i < nr * nc; i++) assert_true(t.dense[i] == full[i]);
    for (int r = 0; r < nc; r++) {
      for (int i = 1; i < t.rownnz[r]; i++) {
        assert_true(t.colind[t.rowadr[r] + i] > t.colind[t.rowadr[r] + i - 1]);
      }
    }

    // lower triangle as a symmetric matrix
    randomMatrix(&s, nr, nr, 1);
    mju_sym2dense(full, s.val, nr, s.rownnz, s.rowadr, s.colind);
    for (int i = 0; i < nr * nr; i++) {
      const int r = i / nr, c = i % nr;
      assert_true(full[i] == (r >= c ? s.dense[r * nr + c] : s.dense[c * nr + r]));
    }
    sparse_mulSymVec(res, s.val, y, nr, s.rownnz, s.rowadr, s.colind);
    mju_mulMatVec(expect, full, y, nr, nr);
    worst = mju_max(worst, maxDiff(res, expect, nr));
  }
  printf("sparse - dense products: %.1e of %.1e\n", worst, TOL);
  assert_true(worst <= TOL);
}

static void test_vectors(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    static Matrix m;
    double sum[2 * MAX], expect[MAX], back[MAX], gathered[MAX];
    int ind[2 * MAX];
    const int nc = (int)(rng_next() % MAX) + 1;
    randomMatrix(&m, 2, nc, 0);
    const double *a = m.val, *b = m.val + m.rowadr[1];
    const int *aind = m.colind, *bind = m.colind + m.rowadr[1];
    const double dot = sparse_dotSparse(a, aind, m.rownnz[0], b, bind, m.rownnz[1]);
    worst = mju_max(worst, fabs(dot - mju_dot(m.dense, m.dense + nc, nc)));
    assert_true(fabs(sparse_dot(a, aind, m.rownnz[0], m.dense + nc) - dot) <= TOL);

    const int n = sparse_combine(sum, ind, a, aind, m.rownnz[0], 2, b, bind, m.rownnz[1], -3);
    mju_zero(back, nc);
    sparse_scatter(back, sum, ind, n);
    mju_scl(expect, m.dense, 2, nc);
    mju_addToScl(expect, m.dense + nc, -3, nc);
    for (int i = 0; i < nc; i++) assert_true(back[i] == expect[i]);
    for (int i = 1; i < n; i++) assert_true(ind[i] > ind[i - 1]);
    sparse_gather(gathered, back, ind, n);
    assert_memory_equal(gathered, sum, sizeof(double) * (size_t)n);

    sparse_axpy(back, a, aind, m.rownnz[0], -2);
    mju_addToScl(expect, m.dense, -2, nc);
    for (int i = 0; i < nc; i++) assert_true(back[i] == expect[i]);
  }
  printf("sparse vectors: %.1e of %.1e\n", worst, TOL);
  assert_true(worst <= TOL);
}

static void test_conversion(void** ctx) {
  (void)ctx;
  for (int k = 0; k < TRIALS; k++) {
    static Matrix m;
    double dense[MAX * MAX], val[MAX * MAX + 1];
    int rownnz[MAX], rowadr[MAX], colind[MAX * MAX];
    const int nr = (int)(rng_next() % MAX) + 1, nc = (int)(rng_next() % MAX) + 1;
    randomMatrix(&m, nr, nc, 0);
    mju_sparse2dense(dense, m.val, nr, nc, m.rownnz, m.rowadr, m.colind);
    for (int i = 0; i < nr * nc; i++) assert_true(dense[i] == m.dense[i]);

    // exactly enough room, and one number too few
    val[m.nnz] = 42;
    if (m.nnz == 0) continue;
    assert_int_equal(mju_dense2sparse(val, dense, nr, nc, rownnz, rowadr, colind, m.nnz), 0);
    assert_true(val[m.nnz] == 42);
    val[m.nnz - 1] = 42;
    assert_int_equal(mju_dense2sparse(val, dense, nr, nc, rownnz, rowadr, colind, m.nnz - 1), 1);
    assert_true(val[m.nnz - 1] == 42);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_products),
      cmocka_unit_test(test_vectors),
      cmocka_unit_test(test_conversion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
