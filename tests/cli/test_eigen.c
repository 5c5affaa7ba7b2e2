// Eigenvalues of matrices whose spectrum is known: hidden by random similarity, badly scaled,
// cyclic, defective, triangular under a permutation; vectors by their residual; what is refused.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../cli/eigen.h"
#include "support.h"

enum { MOST = 40 };
typedef double Matrix[MOST * MOST];

// mat -> P mat P for n random reflections P
static void hide(double* mat, int n) {
  double v[MOST];
  for (int pass = 0; pass < n; pass++) {
    double sum = 0;
    for (int i = 0; i < n; i++) v[i] = rng_uniform();
    for (int i = 0; i < n; i++) sum += v[i] * v[i];
    for (int k = 0; k < n; k++) {
      double left = 0;
      for (int i = 0; i < n; i++) left += v[i] * mat[i * n + k];
      for (int i = 0; i < n; i++) mat[i * n + k] -= 2 / sum * left * v[i];
    }
    for (int k = 0; k < n; k++) {
      double right = 0;
      for (int i = 0; i < n; i++) right += v[i] * mat[k * n + i];
      for (int i = 0; i < n; i++) mat[k * n + i] -= 2 / sum * right * v[i];
    }
  }
}

// largest distance of an eigenvalue to the nearest one of the list that is still free
static double farthest(const double* mat, int n, const double complex* expected) {
  double re[MOST], im[MOST], worst = 0;
  bool used[MOST] = {false};
  assert_true(eigen_values(mat, n, re, im));
  for (int i = 0; i < n; i++) {
    int best = -1;
    double least = 0;
    for (int k = 0; k < n; k++) {
      const double distance = cabs(re[i] + im[i] * I - expected[k]);
      if (used[k] || (best >= 0 && distance >= least)) continue;
      best = k;
      least = distance;
    }
    used[best] = true;
    worst = fmax(worst, least);
  }
  return worst;
}

// largest entry of mat v - value v over all eigenvalues
static double residual(const double* mat, int n) {
  double re[MOST], im[MOST], worst = 0;
  eigen_Form form;
  assert_true(eigen_values(mat, n, re, im));
  assert_true(eigen_open(&form, mat, n));
  for (int k = 0; k < n; k++) {
    const double complex value = re[k] + im[k] * I;
    const double complex* v = eigen_vector(&form, value, 1);
    double length = 0;
    for (int i = 0; i < n; i++) {
      double complex sum = -value * v[i];
      for (int j = 0; j < n; j++) sum += mat[i * n + j] * v[j];
      worst = fmax(worst, cabs(sum));
      length += cabs(v[i]) * cabs(v[i]);
    }
    assert_true(fabs(length - 1) < 1e-12);
  }
  eigen_close(&form);
  return worst;
}

// blocks with given eigenvalues on the diagonal, random numbers above, then hidden
static void test_blocks(void** state) {
  (void)state;
  for (int n = 1; n <= MOST; n += n < 6 ? 1 : 17) {
    Matrix mat = {0};
    double complex expected[MOST];
    for (int i = 0; i < n; i++) {
      for (int k = i + 1; k < n; k++) mat[i * n + k] = rng_uniform();
    }
    for (int i = 0; i < n; i++) {
      const double a = 3 * rng_uniform(), b = 1 + rng_uniform();
      const bool pair = i % 3 == 0 && i + 1 < n;
      mat[i * n + i] = a;
      expected[i] = a + (pair ? b * I : 0);
      if (!pair) continue;
      expected[i + 1] = conj(expected[i]);
      mat[(i + 1) * n + i + 1] = a;
      mat[i * n + i + 1] = b;
      mat[(i + 1) * n + i] = -b;
      i++;
    }
    hide(mat, n);
    const double error = farthest(mat, n, expected), rest = residual(mat, n);
    print_message("  n = %d: eigenvalues %.1e, vectors %.1e\n", n, error, rest);
    assert_true(error < (n < 10 ? 1e-12 : 1e-7));  // conditions grow with n
    assert_true(rest < 1e-12);
  }
}

// roots of unity: a step with ordinary shifts leaves this matrix as it is
static void test_cyclic(void** state) {
  (void)state;
  for (int n = 2; n <= 12; n++) {
    Matrix mat = {0};
    double complex expected[MOST];
    for (int i = 0; i < n; i++) {
      mat[i * n + (i + n - 1) % n] = 1;
      expected[i] = cexp(2 * acos(-1.0) * I * i / n);
    }
    const double error = farthest(mat, n, expected);
    print_message("  n = %d: %.1e\n", n, error);
    assert_true(error < 1e-14 * n);
  }
}

// many equal blocks with two real eigenvalues each, hidden
static void test_repeated(void** state) {
  (void)state;
  for (int n = 4; n <= MOST; n += 12) {
    Matrix mat = {0};
    double complex expected[MOST];
    for (int i = 0; i < n; i++) {
      expected[i] = mat[i * n + i] = i % 2 ? -507 : -502;
      if (i % 2) mat[(i - 1) * n + i] = 1e4;
    }
    hide(mat, n);
    const double error = farthest(mat, n, expected);
    print_message("  n = %d: %.1e\n", n, error);
    assert_true(error < 1e-6);  // the block's condition is 1e4 / 5
  }
}

// entries from 1e-12 to 1e12 round a matrix with eigenvalues 1 .. 6: balancing undoes it
static void test_scaled(void** state) {
  (void)state;
  enum { N = 6 };
  Matrix mat = {0};
  double complex expected[N];
  for (int i = 0; i < N; i++) expected[i] = mat[i * N + i] = i + 1;
  hide(mat, N);
  for (int i = 0; i < N * N; i++) mat[i] *= pow(2, 16 * (i / N - i % N));
  const double error = farthest(mat, N, expected);
  double scale[N];
  eigen_balance(mat, N, scale);
  double most = 0;
  for (int i = 0; i < N * N; i++) most = fmax(most, fabs(mat[i]));
  print_message("  %.1e, largest after balancing %.1f\n", error, most);
  assert_true(error < 1e-12 && most < 100);
}

// what a permutation makes triangular is exact, even if all eigenvalues are equal
static void test_triangular(void** state) {
  (void)state;
  enum { N = 8 };
  Matrix mat = {0};
  double complex expected[N];
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < N; k++) {
      const int a = 3 * i % N, b = 3 * k % N;  // a permutation
      mat[i * N + k] = a < b ? 1000 * rng_uniform() : 0;
    }
    expected[i] = mat[i * N + i] = i / 4;
  }
  assert_true(farthest(mat, N, expected) == 0);
}

// a Jordan block of three: the cube root of the rounding error is all that can be had
static void test_defective(void** state) {
  (void)state;
  Matrix mat = {2, 1, 0, 0, 2, 1, 0, 0, 2};
  const double complex expected[3] = {2, 2, 2};
  hide(mat, 3);
  const double error = farthest(mat, 3, expected), rest = residual(mat, 3);
  print_message("  eigenvalues %.1e, vectors %.1e\n", error, rest);
  assert_true(error < 1e-4 && rest < 1e-4);
}

static void test_edges(void** state) {
  (void)state;
  double mat[4] = {1, NAN, 0, 1}, re[3] = {7, 7, 7}, im[3];
  assert_false(eigen_values(mat, 2, re, im));
  assert_true(eigen_values(mat, 0, re, im));
  assert_true(re[0] == 7);
  const double zero[9] = {0};
  assert_true(eigen_values(zero, 3, re, im));
  assert_true(re[0] == 0 && re[1] == 0 && re[2] == 0 && im[0] == 0);
  // the plain rotation by 90 degrees, the positive imaginary part first
  const double turn[4] = {0, -1, 1, 0};
  assert_true(eigen_values(turn, 2, re, im));
  assert_true(re[0] == 0 && im[0] == 1 && im[1] == -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks),     cmocka_unit_test(test_cyclic),
      cmocka_unit_test(test_repeated),   cmocka_unit_test(test_scaled),
      cmocka_unit_test(test_triangular), cmocka_unit_test(test_defective),
      cmocka_unit_test(test_edges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
