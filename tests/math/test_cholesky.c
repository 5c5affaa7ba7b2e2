// Dense Cholesky: L L' = A, residual of the solution, update = factor of the updated matrix,
// deficient matrices.
#include "support.h"

#include <math.h>
#include <stdbool.h>

#include "math/cholesky.h"
#include "math/column_cholesky.h"

enum { MAX = 30, TRIALS = 60 };

// A = B B' + add*1
static void randomSPD(double* A, int n, double add) {
  static double B[MAX * MAX];
  for (int i = 0; i < n * n; i++) B[i] = rng_uniform();
  mju_mulMatMatT(A, B, B, n, n, n);
  for (int i = 0; i < n; i++) A[i * n + i] += add;
}

// largest element of A - L L', over the largest of A; L from the lower triangle of mat
static double factorError(const double* A, const double* mat, int n) {
  static double L[MAX * MAX], product[MAX * MAX];
  double worst = 0, scale = 0;
  for (int i = 0; i < n * n; i++) L[i] = i % n <= i / n ? mat[i] : 0;
  mju_mulMatMatT(product, L, L, n, n, n);
  for (int i = 0; i < n * n; i++) {
    worst = mju_max(worst, fabs(product[i] - A[i]));
    scale = mju_max(scale, fabs(A[i]));
  }
  return n ? worst / scale : 0;
}

static void test_factorAndSolve(void** ctx) {
  (void)ctx;
  double worst = 0, worstSolve = 0;
  for (int k = 0; k < TRIALS; k++) {
    static double A[MAX * MAX], L[MAX * MAX];
    double b[MAX], x[MAX], Ax[MAX];
    const int n = k % (MAX + 1);
    randomSPD(A, n, 0.5);
    mju_copy(L, A, n * n);
    for (int i = 0; i < n * n; i++) L[i] = i % n > i / n ? 42 : L[i];
    assert_int_equal(mju_cholFactor(L, n, 0), n);
    for (int i = 0; i < n * n; i++) assert_true(i % n <= i / n || L[i] == 42);
    worst = mju_max(worst, factorError(A, L, n));

    for (int i = 0; i < n; i++) b[i] = rng_uniform();
    mju_cholSolve(x, L, b, n);
    mju_mulMatVec(Ax, A, x, n, n);
    mju_subFrom(Ax, b, n);
    worstSolve = mju_max(worstSolve, mju_norm(Ax, n));
    mju_cholSolve(b, L, b, n);  // in place
    assert_memory_equal(b, x, sizeof(double) * (size_t)n);
  }
  printf("L L' - A: %.1e of 1e-15, Ax - b: %.1e of 1e-13\n", worst, worstSolve);
  assert_true(worst <= 1e-15);
  assert_true(worstSolve <= 1e-13);
}

static void test_update(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    static double A[MAX * MAX], L[MAX * MAX], plus[MAX * MAX];
    double x[MAX], copy[MAX];
    const int n = k % MAX + 1;
    randomSPD(A, n, 0.5);
    mju_copy(L, A, n * n);
    mju_cholFactor(L, n, 0);
    for (int i = 0; i < n; i++) x[i] = k % 5 || i % 3 ? rng_uniform() : 0;
    mju_copy(plus, A, n * n);
    for (int i = 0; i < n * n; i++) plus[i] += x[i / n] * x[i % n];
    mju_copy(copy, x, n);
    assert_int_equal(mju_cholUpdate(L, copy, n, 1), n);
    worst = mju_max(worst, factorError(plus, L, n));
    mju_copy(copy, x, n);
    assert_int_equal(mju_cholUpdate(L, copy, n, 0), n);  // and back
    worst = mju_max(worst, factorError(A, L, n));
  }
  printf("rank-one update: %.1e of 1e-14\n", worst);
  assert_true(worst <= 1e-14);
}

static void test_deficient(void** ctx) {
  (void)ctx;
  // rank 2 of 3: the factor is that of A with its last pivot raised to mindiag
  double A[9], L[9];
  const double B[6] = {1, 2, 0.5, -1, 3, 0.25}, mindiag = 1e-8;
  mju_mulMatMatT(A, B, B, 3, 2, 3);
  mju_copy(L, A, 9);
  assert_int_equal(mju_cholFactor(L, 3, mindiag), 2);
  assert_true(L[8] == sqrt(mindiag));
  A[8] += mindiag;
  assert_true(factorError(A, L, 3) < 1e-15);

  // a negative pivot in front clears its column
  double N[4] = {-4, 0, 2, 1};
  assert_int_equal(mju_cholFactor(N, 2, mindiag), 1);
  assert_true(N[0] == sqrt(mindiag) && N[2] == 0 && N[3] == 1);

  // a downdate that would leave a negative matrix
  double D[4] = {2, 0, 1, 1.5}, x[2] = {1, 5};
  assert_int_equal(mju_cholUpdate(D, x, 2, 0), 1);
  assert_true(D[3] == sqrt(mjMINVAL));
  assert_int_equal(mju_cholFactor(NULL, 0, 0), 0);
}

static void toColumns(double* columns, const double* rows, int n) {
  const int stride = column_stride(n);
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < stride; i++) columns[j * stride + i] = i < n ? rows[i * n + j] : 0;
  }
}

enum { STRIDE = MAX + 3 };

static void checkTriangle(const double* columns, const double* rows, int n) {
  const int stride = column_stride(n);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) assert_true(columns[j * stride + i] == rows[i * n + j]);
  }
}

// rows from `split` on have nothing before it
static void separate(double* rows, int n, int split) {
  for (int i = split; i < n; i++) {
    for (int j = 0; j < split; j++) rows[i * n + j] = rows[j * n + i] = 0;
  }
}

// A + J' D J row after row, J with gaps and not before `split`
static void checkProduct(const column_Kernels* kernels, double* rows, double* columns, int n,
                         int split) {
  double J[COLUMN_ROWS * STRIDE] = {0}, DJ[COLUMN_ROWS * STRIDE] = {0};
  int col[MAX], block[MAX];
  const int stride = column_stride(n);
  column_Rows r = {
      .count = 1 + (int)(rng_next() % COLUMN_ROWS), .DJ = DJ, .col = col, .block = block};
  for (int i = 0; i < n; i++) {
    if (i < split || rng_next() % 3 == 0) continue;
    col[r.ncol++] = i;
    if (!r.nblock || block[r.nblock - 1] != i / 4) block[r.nblock++] = i / 4;
  }
  for (int e = 0; e < r.count; e++) {
    const double D = fabs(rng_uniform());
    r.J[e] = J + e * stride;
    for (int k = 0; k < r.ncol; k++) {
      J[e * stride + col[k]] = rng_uniform();
      DJ[e * stride + col[k]] = J[e * stride + col[k]] * D;
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) rows[i * n + j] += DJ[e * stride + i] * J[e * stride + j];
    }
  }
  kernels->addProduct(columns, n, &r);
  checkTriangle(columns, rows, n);
}

// by columns: the same bits, whatever n is mod 4; deficient matrices too; several updates at once
static void checkColumns(const column_Kernels* kernels, int k) {
  static double rows[MAX * MAX], columns[MAX * STRIDE], scratch[4 * STRIDE];
  double x[COLUMN_UPDATES * STRIDE] = {0}, y[MAX];
  const int n = k % (MAX + 1), stride = column_stride(n), count = 1 + k % COLUMN_UPDATES;
  const bool deficient = k % 5 == 0;
  const unsigned plus = deficient ? ~0u : (unsigned)rng_next();  // of each update
  const int split = n ? (int)(rng_next() % (uint64_t)n) : 0;
  int rank = 0, first[STRIDE / 4 + 1];
  for (int i = 0; i < stride; i += 4) first[i / 4] = i < split ? 0 : split;
  randomSPD(rows, n, deficient ? -2 : 0.5);
  separate(rows, n, split);
  toColumns(columns, rows, n);
  checkProduct(kernels, rows, columns, n, split);
  assert_int_equal(kernels->factor(columns, n, first, 1e-3), chol_factor(rows, n, 1e-3));
  for (int u = 0; u < count; u++) {
    for (int i = 0; i < n; i++) {
      const bool zero = i < split || rng_next() % 3 == 0;
      x[u * stride + i] = y[i] = zero ? 0 : 0.1 * rng_uniform();
    }
    rank += chol_update(rows, y, n, plus >> u & 1) - n;
  }
  assert_int_equal(kernels->update(columns, x, count, n, first, plus), n + rank);
  for (int i = 0; i < n; i++) x[i] = y[i] = rng_uniform();
  kernels->solve(x, columns, n, first, scratch);
  chol_solve(y, rows, y, n);
  assert_memory_equal(x, y, sizeof(double) * (size_t)n);
  checkTriangle(columns, rows, n);
}

static void test_columns(void** ctx) {
  (void)ctx;
  const column_Kernels* const kernels[] = {column_baseKernels(), column_avx2Kernels()};
  for (int i = 0; i < 2; i++) {
    if (!kernels[i]) print_message("this machine has no AVX2: its kernels are not tested\n");
    for (int k = 0; k < 4 * TRIALS && kernels[i]; k++) checkColumns(kernels[i], k);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_factorAndSolve),
      cmocka_unit_test(test_update),
      cmocka_unit_test(test_columns),
      cmocka_unit_test(test_deficient),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
