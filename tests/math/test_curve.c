// Muscle curves, sigmoid and spring-damper: values at the joints of the pieces, continuity of value
// (and slope where the curve has one), saturation, differential equation.
#include "support.h"

static const double PRM[9] = {0.75, 1.05, 10, 200, 0.5, 1.6, 1.5, 1.3, 1.2};
static const double RANGE[2] = {0.1, 0.4};

// actuator length whose normalised length is L
static double lengthOf(double L) {
  const double length0 = (RANGE[1] - RANGE[0]) / (PRM[1] - PRM[0]);
  return RANGE[0] + (L - PRM[0]) * length0;
}

static double velocityOf(double V) {
  return V * (RANGE[1] - RANGE[0]) / (PRM[1] - PRM[0]) * PRM[6];
}

static double gain(double L, double V) {
  return mju_muscleGain(lengthOf(L), velocityOf(V), RANGE, 1, PRM);
}

static double bias(double L) { return mju_muscleBias(lengthOf(L), RANGE, 1, PRM); }

static void assertNear(double x, double expect, double tol) {
  if (!(fabs(x - expect) <= tol)) fail_msg("%.17g instead of %.17g, tolerance %g", x, expect, tol);
}

static void test_muscleValues(void** ctx) {
  (void)ctx;
  const double a = 0.5 * (PRM[4] + 1), b = 0.5 * (1 + PRM[5]), tol = 1e-12;
  assertNear(gain(1, 0), -10, tol);  // peak force
  assertNear(gain(a, 0), -5, tol);
  assertNear(gain(b, 0), -5, tol);
  assertNear(gain(PRM[4], 0), 0, tol);
  assertNear(gain(PRM[5], 0), 0, tol);
  assert_true(gain(0.3, 0) == 0 && gain(2, 0) == 0);
  assertNear(gain(1, -1), 0, tol);
  assert_true(gain(1, -1.5) == 0);
  assertNear(gain(1, -0.5), -2.5, tol);
  assertNear(gain(1, PRM[8] - 1), -10 * PRM[8], tol);
  assertNear(gain(1, 5), -10 * PRM[8], tol);
  assert_true(bias(0.9) == 0 && bias(1 - 1e-9) == 0);
  assertNear(bias(b), -10 * 0.5 * PRM[7], tol);
  assertNear(bias(2 * b - 1), -10 * 1.5 * PRM[7], tol);

  // force -1: scale over acc0
  double scaled[9];
  mju_copy(scaled, PRM, 9);
  scaled[2] = -1;
  assertNear(mju_muscleGain(lengthOf(1), 0, RANGE, 4, scaled), -50, tol);
}

// slopes agree on both sides of every joint
static void test_muscleContinuity(void** ctx) {
  (void)ctx;
  const double b = 0.5 * (1 + PRM[5]);
  const double joints[] = {PRM[4], 0.5 * (PRM[4] + 1), 1, b, PRM[5]};
  const double eps = 1e-6;
  double worst = 0;
  for (int i = 0; i < 5; i++) {
    const double L = joints[i], mid = gain(L, 0);
    worst = mju_max(worst, fabs((gain(L + eps, 0) - mid) - (mid - gain(L - eps, 0))) / eps);
  }
  for (int i = 2; i < 4; i++) {
    const double L = joints[i], mid = bias(L);
    worst = mju_max(worst, fabs((bias(L + eps) - mid) - (mid - bias(L - eps))) / eps);
  }
  const double speeds[] = {-1, 0, PRM[8] - 1};
  for (int i = 0; i < 3; i++) {
    const double V = speeds[i], mid = gain(1, V);
    worst = mju_max(worst, fabs((gain(1, V + eps) - mid) - (mid - gain(1, V - eps))) / eps);
  }
  // slopes change by at most eps times the second derivative, 10*2/0.04 = 500 in the narrowest
  // piece
  printf("muscle curves, jump of slope: %.1e of 5e-4\n", worst);
  assert_true(worst <= 5e-4);
}

static void test_muscleDegenerate(void** ctx) {
  (void)ctx;
  const double flat[2] = {0.2, 0.2}, zero[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
  assert_false(isnan(mju_muscleGain(0.2, 1, flat, 0, PRM)));
  assert_false(isnan(mju_muscleBias(0.2, flat, 0, PRM)));
  assert_false(isnan(mju_muscleGain(0.2, 1, flat, 0, zero)));
  assert_false(isnan(mju_muscleBias(0.2, flat, 0, zero)));
}

static void test_muscleDynamics(void** ctx) {
  (void)ctx;
  const double sharp[3] = {0.01, 0.04, 0}, smooth[3] = {0.01, 0.04, 0.2};
  assertNear(mju_muscleDynamics(1, 0, sharp), 1 / (0.01 * 0.5), 1e-12);
  assertNear(mju_muscleDynamics(0, 1, sharp), -1 / (0.04 / 2), 1e-12);
  assert_true(mju_muscleDynamics(0.5, 0.5, sharp) == 0);
  assert_true(mju_muscleDynamics(7, 0.2, sharp) == mju_muscleDynamics(1, 0.2, sharp));
  assert_true(mju_muscleDynamics(-7, 0.2, sharp) == mju_muscleDynamics(0, 0.2, sharp));
  assert_true(isnan(mju_muscleDynamics(NAN, 0.2, sharp)));

  // outside its width the smooth version is the sharp one; inside it is continuous
  assert_true(mju_muscleDynamics(0.9, 0.5, smooth) == mju_muscleDynamics(0.9, 0.5, sharp));
  assert_true(mju_muscleDynamics(0.1, 0.5, smooth) == mju_muscleDynamics(0.1, 0.5, sharp));
  double last = mju_muscleDynamics(0, 0.5, smooth), worst = 0;
  for (int i = 1; i <= 10000; i++) {
    const double rate = mju_muscleDynamics(i * 1e-4, 0.5, smooth);
    assert_true(rate >= last);
    worst = mju_max(worst, rate - last);
    last = rate;
  }
  printf("muscle dynamics, largest step over 1e-4 of control: %.1e of 2e-2\n", worst);
  assert_true(worst <= 2e-2);
}

static void test_sigmoid(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int i = -100; i <= 200; i++) {
    const double x = i * 0.01, eps = 1e-5;
    worst = mju_max(worst, fabs(mju_sigmoid(x) + mju_sigmoid(1 - x) - 1));
    const double slope = (mju_sigmoid(x + eps) - mju_sigmoid(x - eps)) / (2 * eps);
    const double in01 = mju_clip(x, 0, 1), root = in01 * (1 - in01), expect = 30 * root * root;
    assertNear(slope, expect, 2e-9);
  }
  // near 1 the bracket of the polynomial cancels from 10 to 1
  printf("sigmoid, symmetry: %.1e of 4e-15\n", worst);
  assert_true(worst <= 4e-15);
  assert_true(mju_sigmoid(-3) == 0 && mju_sigmoid(0) == 0 && mju_sigmoid(1) == 1);
}

// x'' + Kv x' + Kp x = 0 and the initial values, in all three regimes
static void test_springDamper(void** ctx) {
  (void)ctx;
  static const double CASES[][2] = {{4, 1}, {4, 4}, {4, 5}, {0, 0}, {0, 3}, {9, 0}, {-1, 0.5}};
  const double h = 1e-3;
  double worst = 0;
  for (int i = 0; i < 7; i++) {
    const double Kp = CASES[i][0], Kv = CASES[i][1];
    assertNear(mju_springDamper(0.7, -1.2, Kp, Kv, 0), 0.7, 1e-15);
    double x[5];
    for (int k = 0; k < 5; k++) x[k] = mju_springDamper(0.7, -1.2, Kp, Kv, 0.5 + (k - 2) * h);
    const double vel = (x[0] - 8 * x[1] + 8 * x[3] - x[4]) / (12 * h);
    const double acc = (-x[0] + 16 * x[1] - 30 * x[2] + 16 * x[3] - x[4]) / (12 * h * h);
    worst = mju_max(worst, fabs(acc + Kv * vel + Kp * x[2]));
    const double slope =
        (mju_springDamper(0.7, -1.2, Kp, Kv, h) - mju_springDamper(0.7, -1.2, Kp, Kv, -h)) /
        (2 * h);
    assertNear(slope, -1.2, 1e-4);
  }
  printf("spring-damper, residual of the equation: %.1e of 1e-8\n", worst);
  assert_true(worst <= 1e-8);
  assert_true(fabs(mju_springDamper(1, 0, 1e6, 1e5, 10)) < 1e-40);  // no overflow inside
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_muscleValues),     cmocka_unit_test(test_muscleContinuity),
      cmocka_unit_test(test_muscleDegenerate), cmocka_unit_test(test_muscleDynamics),
      cmocka_unit_test(test_sigmoid),          cmocka_unit_test(test_springDamper),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
