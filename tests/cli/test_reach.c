// Controllable parts of systems that are known: chains, twins under one input, parts without any,
// hidden by random orthogonal coordinates; the transformation itself.
#include <math.h>
#include <string.h>

#include "../../cli/eigen.h"
#include "../../cli/reach.h"
#include "support.h"

enum { MOST = 24 };

// other coordinates: A -> P A P, B -> P B for n random reflections
static void hide(double* A, double* B, int n, int m) {
  double v[MOST];
  for (int pass = 0; pass < n; pass++) {
    double sum = 0;
    for (int i = 0; i < n; i++) v[i] = rng_uniform();
    for (int i = 0; i < n; i++) sum += v[i] * v[i];
    for (int k = 0; k < n + m; k++) {
      double* mat = k < n ? A + k : B + k - n;
      const int width = k < n ? n : m;
      double dot = 0;
      for (int i = 0; i < n; i++) dot += v[i] * mat[i * width];
      for (int i = 0; i < n; i++) mat[i * width] -= 2 / sum * dot * v[i];
    }
    for (int k = 0; k < n; k++) {
      double dot = 0;
      for (int i = 0; i < n; i++) dot += v[i] * A[k * n + i];
      for (int i = 0; i < n; i++) A[k * n + i] -= 2 / sum * dot * v[i];
    }
  }
}

static const double zero = 1e-10;  // relative size of what counts as zero

// V' A V is what the staircase returns, V is orthogonal, and what is reached does not act on the
// rest, but for what counts as zero
static void verify(const double* A, const double* stairs, const double* V, int n, int reached) {
  double worst = 0, coupling = 0, size = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) {
      double product = 0, square = 0;
      for (int a = 0; a < n; a++) {
        square += V[a * n + i] * V[a * n + k];
        for (int b = 0; b < n; b++) product += V[a * n + i] * A[a * n + b] * V[b * n + k];
      }
      worst = fmax(worst, fabs(product - stairs[i * n + k]));
      worst = fmax(worst, fabs(square - (i == k)));
      if (i >= reached && k < reached) coupling = fmax(coupling, fabs(stairs[i * n + k]));
      size += A[i * n + k] * A[i * n + k];
    }
  }
  print_message("  n = %d, reached %d: residual %.1e, coupling %.1e\n", n, reached, worst,
                coupling);
  assert_true(worst < 1e-13);
  assert_true(coupling <= zero * sqrt(size));
}

static int reachedBy(double* A, double* B, int n, int m, double* rest) {
  double stairs[MOST * MOST], V[MOST * MOST], im[MOST];
  hide(A, B, n, m);
  memcpy(stairs, A, sizeof(double) * (size_t)(n * n));
  const int reached = reach_staircase(stairs, n, B, m, V, zero);
  verify(A, stairs, V, n, reached);
  const int left = n - reached;
  double block[MOST * MOST];
  for (int i = 0; i < left * left; i++) {
    block[i] = stairs[(reached + i / left) * n + reached + i % left];
  }
  assert_true(eigen_values(block, left, rest, im));
  return reached;
}

// a chain of n integrators is reached from its end, and only as far as it is connected
static void test_chain(void** state) {
  (void)state;
  for (int n = 1; n <= 12; n++) {
    double A[MOST * MOST] = {0}, B[MOST] = {0}, rest[MOST];
    for (int i = 0; i + 1 < n; i++) A[i * n + i + 1] = 1 + 0.1 * i;
    B[n - 1] = 0.5;
    const int cut = n / 3;
    if (cut) A[(cut - 1) * n + cut] = 0;  // the first `cut` are out of reach
    assert_int_equal(reachedBy(A, B, n, 1, rest), n - cut);
  }
}

// two equal oscillators under one input: their difference is out of reach; with other frequencies
// it is not
static void test_twins(void** state) {
  (void)state;
  for (int other = 0; other < 2; other++) {
    const double k = other ? 5 : 4;
    double A[16] = {0, 1, 0, 0, -4, -0.2, 0, 0, 0, 0, 0, 1, 0, 0, -k, -0.2};
    double B[4] = {0, 1, 0, 1}, rest[MOST];
    assert_int_equal(reachedBy(A, B, 4, 1, rest), other ? 4 : 2);
    if (!other) assert_true(fabs(rest[0] + 0.1) < 1e-12 && fabs(rest[1] + 0.1) < 1e-12);
  }
}

// several inputs, some of them the same, and a part that only follows
static void test_several(void** state) {
  (void)state;
  enum { N = 10, M = 4 };
  double A[N * N], B[N * M], rest[MOST];
  for (int i = 0; i < N * N; i++) A[i] = i / N >= 7 && i % N < 7 ? 0 : rng_uniform();
  for (int i = 7; i < N; i++) {
    for (int k = 7; k < N; k++) A[i * N + k] = i == k ? -i : 0;
  }
  for (int i = 0; i < N * M; i++) B[i] = i / M >= 7 ? 0 : i % M < 2 ? rng_uniform() : 2 * B[i - 2];
  assert_int_equal(reachedBy(A, B, N, M, rest), 7);
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += rest[i];
  assert_true(fabs(sum + 24) < 1e-11);  // -7, -8, -9
}

static void test_edges(void** state) {
  (void)state;
  double A[4] = {1, 2, 3, 4}, B[4] = {0}, V[4];
  assert_int_equal(reach_staircase(A, 2, B, 2, V, zero), 0);
  assert_int_equal(reach_staircase(A, 2, B, 0, V, zero), 0);
  assert_int_equal(reach_staircase(A, 0, B, 0, V, zero), 0);
  B[0] = B[3] = 1;
  assert_int_equal(reach_staircase(A, 2, B, 2, V, zero), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chain),
      cmocka_unit_test(test_twins),
      cmocka_unit_test(test_several),
      cmocka_unit_test(test_edges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
