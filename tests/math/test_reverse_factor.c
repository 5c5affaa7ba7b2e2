// Reverse sparse Cholesky against dense products.
#include <math.h>

#include "support.h"

#include "math/reverse_factor.h"

enum { N = 40, NGROUP = 37, ROOM = N * (N + 1) / 2 };

static void test_factor(void** state) {
  (void)state;
  static int group[NGROUP][4], nnz[N], adr[N], col[ROOM], at[N];
  static double A[N][N], L[ROOM], x[N], b[N];
  for (int g = 0; g < NGROUP; g++) {
    for (int i = 0; i < 4; i++) group[g][i] = (g + (i < 2 ? i : 5 * i + g % 3)) % N;
    group[g][3] = g % 5 ? group[g][3] : -1;
    double w[4];
    for (int i = 0; i < 4; i++) w[i] = rng_uniform();
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        if (group[g][i] >= 0 && group[g][j] >= 0) A[group[g][i]][group[g][j]] += w[i] * w[j];
      }
    }
  }
  for (int i = 0; i < N; i++) A[i][i] += 1;
  const long n = reverse_pattern(N, NGROUP, (const int(*)[4])group, nnz, adr, col, ROOM);
  assert_true(n > 0 && n <= ROOM);
  assert_int_equal(reverse_pattern(N, NGROUP, (const int(*)[4])group, NULL, NULL, NULL, 0), n);
  assert_int_equal(reverse_pattern(N, NGROUP, (const int(*)[4])group, nnz, adr, col, n - 1), -1);
  reverse_pattern(N, NGROUP, (const int(*)[4])group, nnz, adr, col, ROOM);
  for (int i = 0; i < N; i++) {
    at[i] = (7 * i) % N;  // x is permuted
    assert_int_equal(col[adr[i] + nnz[i] - 1], i);
    for (int k = adr[i]; k < adr[i] + nnz[i]; k++) L[k] = A[i][col[k]];
  }
  assert_true(reverse_factor(L, N, nnz, adr, col));
  for (int i = 0; i < N; i++) b[i] = rng_uniform();
  for (int i = 0; i < N; i++) x[at[i]] = b[i];
  reverse_solve(x, at, L, N, nnz, adr, col);
  double worst = 0;
  for (int i = 0; i < N; i++) {
    double r = -b[i];
    for (int j = 0; j < N; j++) r += A[i][j] * x[at[j]];
    worst = fmax(worst, fabs(r));
  }
  print_message("%ld entries, residual %.1e\n", n, worst);
  assert_true(worst < 1e-13);
  L[adr[N - 1] + nnz[N - 1] - 1] = -1;
  assert_false(reverse_factor(L, N, nnz, adr, col));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_factor)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
