// Symmetric 3x3 eigenvalues: A = V D V', order, V a rotation, degenerate and scaled matrices.
// The iteration stops when the next rotation would be below acos(1 - 1e-12) = 1.4e-6. What it
// leaves off the diagonal is at most that times the largest gap of eigenvalues, which is at most
// sqrt(2)|A|; eigenvalues are wrong by the square of the rotation.
#include "support.h"

enum { TRIALS = 2000 };
static const double AXES_TOL = 2.1e-6, VALUES_TOL = 5e-12;

// |A - V D V'| over |A|, V from the columns
static double residual(const double A[9], const double val[3], const double V[9]) {
  double VD[9], product[9], worst = 0;
  for (int i = 0; i < 9; i++) VD[i] = V[i] * val[i % 3];
  mju_mulMatMatT(product, VD, V, 3, 3, 3);
  for (int i = 0; i < 9; i++) worst = mju_max(worst, fabs(product[i] - A[i]));
  const double scale = mju_norm(A, 9);
  return scale > 0 ? worst / scale : worst;
}

static double check(const double A[9], double tol) {
  double val[3], V[9], quat[4], R[9], gram[9];
  const int iterations = mju_eig3(val, V, quat, A);
  assert_true(iterations < 30);
  assert_true(val[0] >= val[1] - 1e-12 && val[1] >= val[2] - 1e-12);
  mju_quat2Mat(R, quat);
  assert_memory_equal(R, V, sizeof R);
  mju_mulMatTMat(gram, V, V, 3, 3, 3);
  for (int i = 0; i < 9; i++) assert_true(fabs(gram[i] - (i % 4 == 0)) < 1e-14);
  const double error = residual(A, val, V);
  assert_true(error <= tol);
  return error;
}

static void test_random(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    double B[9], A[9];
    for (int i = 0; i < 9; i++) B[i] = rng_uniform();
    mju_symmetrize(A, B, 3);
    worst = mju_max(worst, check(A, AXES_TOL));
  }
  printf("A - V D V': %.1e of %.1e\n", worst, AXES_TOL);
}

static void test_prescribed(void** ctx) {
  (void)ctx;
  static const double SPECTRA[][3] = {{3, 2, 1},  {2, 2, 1},      {2, 1, 1},          {1, 1, 1},
                                      {1, 0, -1}, {1e6, 1, 1e-6}, {1, 1 - 1e-9, 0.5}, {0, 0, -2}};
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    const double* const spectrum = SPECTRA[k % 8];
    double q[4], R[9], RD[9], A[9], val[3], V[9], quat[4];
    for (int i = 0; i < 4; i++) q[i] = rng_uniform();
    mju_normalize4(q);
    mju_quat2Mat(R, q);
    for (int i = 0; i < 9; i++) RD[i] = R[i] * spectrum[i % 3];
    mju_mulMatMatT(A, RD, R, 3, 3, 3);
    mju_symmetrize(A, A, 3);
    check(A, AXES_TOL);
    mju_eig3(val, V, quat, A);
    const double scale = mju_norm3(spectrum);
    for (int i = 0; i < 3; i++) {
      worst = mju_max(worst, fabs(val[i] - spectrum[i]) / scale);
    }
  }
  printf("eigenvalues: %.1e of %.1e\n", worst, VALUES_TOL);
  assert_true(worst <= VALUES_TOL);
}

// diagonal matrices need no iteration; equal eigenvalues are not swapped
static void test_diagonal(void** ctx) {
  (void)ctx;
  double val[3], V[9], quat[4];
  const double sorted[9] = {3, 0, 0, 0, 2, 0, 0, 0, 1}, equal[9] = {2, 0, 0, 0, 2, 0, 0, 0, 2};
  const double reversed[9] = {1, 0, 0, 0, 2, 0, 0, 0, 3};
  assert_int_equal(mju_eig3(val, V, quat, sorted), 0);
  assert_true(quat[0] == 1 && val[0] == 3 && val[1] == 2 && val[2] == 1);
  assert_int_equal(mju_eig3(val, V, quat, equal), 0);
  assert_true(quat[0] == 1);
  assert_int_equal(mju_eig3(val, V, quat, reversed), 0);
  assert_true(val[0] == 3 && val[1] == 2 && val[2] == 1);
  assert_true(residual(reversed, val, V) < 1e-14);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_prescribed),
      cmocka_unit_test(test_diagonal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
