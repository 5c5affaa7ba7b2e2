// Quaternions: algebra, rotation = matrix, logarithm and integration are inverse, matrix and back,
// exact short cuts, Euler sequences, poses, the nearest rotation, and derivatives against finite
// differences.
#include "support.h"

enum { TRIALS = 300 };
static const double TOL = 4e-15;

static void randomVec(double* v, int n, double scale) {
  for (int i = 0; i < n; i++) v[i] = scale * rng_uniform();
}

static void randomQuat(double q[4]) {
  do randomVec(q, 4, 1);
  while (mju_norm(q, 4) < 0.1);
  mju_normalize4(q);
}

static double maxDiff(const double* a, const double* b, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++) worst = mju_max(worst, fabs(a[i] - b[i]));
  return worst;
}

// as rotations: q and -q are one
static double quatDiff(const double a[4], const double b[4]) {
  double minus[4];
  mju_scl(minus, b, -1, 4);
  return mju_min(maxDiff(a, b, 4), maxDiff(a, minus, 4));
}

static void checkWorst(const char* what, double worst, double tol) {
  printf("%s: %.1e of %.1e\n", what, worst, tol);
  assert_true(worst <= tol);
}

static void test_product(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    double a[4], b[4], ab[4], v[3], r1[3], r2[3], A[9], B[9], AB[9], product[9], conj[4], unit[4];
    randomQuat(a), randomQuat(b), randomVec(v, 3, 1);
    mju_mulQuat(ab, a, b);
    mju_rotVecQuat(r1, v, b);
    mju_rotVecQuat(r1, r1, a);
    mju_rotVecQuat(r2, v, ab);
    worst = mju_max(worst, maxDiff(r1, r2, 3));

    mju_quat2Mat(A, a), mju_quat2Mat(B, b), mju_quat2Mat(AB, ab);
    mju_mulMatMat(product, A, B, 3, 3, 3);
    worst = mju_max(worst, maxDiff(product, AB, 9));
    mju_mulMatVec3(r1, AB, v);
    worst = mju_max(worst, maxDiff(r1, r2, 3));

    mju_negQuat(conj, a);
    mju_mulQuat(unit, a, conj);
    const double identity[4] = {1, 0, 0, 0}, axis[4] = {0, v[0], v[1], v[2]};
    worst = mju_max(worst, maxDiff(unit, identity, 4));
    mju_mulQuat(unit, a, axis);
    mju_mulQuatAxis(ab, a, v);
    worst = mju_max(worst, maxDiff(unit, ab, 4));
  }
  checkWorst("products", worst, TOL);
}

static void test_shortCuts(void** ctx) {
  (void)ctx;
  const double unit[4] = {1, 0, 0, 0}, v[3] = {-0.0, 1e-320, INFINITY}, axis[3] = {3, 4, 5};
  double res[3], quat[4], mat[9];
  mju_rotVecQuat(res, v, unit);
  assert_memory_equal(res, v, sizeof res);  // a copy, to the bit
  mju_axisAngle2Quat(quat, axis, 0);
  assert_memory_equal(quat, unit, sizeof quat);
  mju_axisAngle2Quat(quat, axis, -0.0);
  assert_memory_equal(quat, unit, sizeof quat);
  const double eye[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  mju_quat2Mat(mat, unit);
  assert_memory_equal(mat, eye, sizeof mat);
  mju_mat2Quat(quat, eye);
  assert_memory_equal(quat, unit, sizeof quat);
}

// left alone exactly where the norm is within mjMINVAL of 1, divided beyond: neighbour by
// neighbour. x adds to the square; returns how many were left alone
static int keptAround1(double x) {
  enum { AROUND = 40 };
  int kept = 0;
  double w = 1;
  for (int i = 0; i < AROUND; i++) w = nextafter(w, 0);
  for (int i = 0; i < 2 * AROUND; i++, w = nextafter(w, 2)) {
    const double norm = sqrt(w * w + x * x);
    const bool keep = fabs(norm - 1) <= mjMINVAL;
    double q[4] = {w, x, 0, 0};
    assert_true(mju_normalize4(q) == norm);
    assert_true(q[0] == (keep ? w : w * (1 / norm)));
    assert_true(q[1] == (keep ? x : x * (1 / norm)));
    kept += keep;
  }
  return kept;
}

static void test_normalizeKeepsUnit(void** ctx) {
  (void)ctx;
  assert_int_equal(keptAround1(0), 9 + 1 + 4);  // below, 1 itself, above
  // squares between those of single numbers, which reach the limit above 1
  assert_int_equal(keptAround1(0x1p-26), 10 + 1 + 4);
}

static void test_matrixAndBack(void** ctx) {
  (void)ctx;
  double worst = 0;
  int branch[4] = {0, 0, 0, 0};
  for (int k = 0; k < TRIALS; k++) {
    double q[4], mat[9], back[4];
    randomQuat(q);
    if (k % 3 == 0) q[0] *= 1e-9;  // half turns
    mju_normalize4(q);
    mju_quat2Mat(mat, q);
    mju_mat2Quat(back, mat);
    worst = mju_max(worst, quatDiff(q, back));
    const double trace = mat[0] + mat[4] + mat[8];
    branch[trace > 0 ? 0 : mat[0] > mju_max(mat[4], mat[8]) ? 1 : mat[4] > mat[8] ? 2 : 3]++;
  }
  for (int i = 0; i < 4; i++) assert_true(branch[i] > 0);
  checkWorst("quat -> mat -> quat", worst, TOL);
}

static void test_integrateAndSub(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    double qa[4], qb[4], diff[3], moved[4], vel[3];
    randomQuat(qa), randomQuat(qb);
    mju_subQuat(diff, qa, qb);
    assert_true(mju_norm3(diff) <= mjPI + 1e-14);
    mju_copy4(moved, qb);
    mju_quatIntegrate(moved, diff, 1);
    worst = mju_max(worst, quatDiff(moved, qa));

    // a small turn comes back with its relative precision
    const double scale = k % 2 ? 1 : 1e-6;
    randomVec(vel, 3, scale);
    mju_copy4(moved, qb);
    mju_quatIntegrate(moved, vel, 0.5);
    mju_subQuat(diff, moved, qb);
    mju_scl3(vel, vel, 0.5);
    worst = mju_max(worst, maxDiff(diff, vel, 3));
  }
  checkWorst("integrate and sub", worst, TOL);

  // quat2Vel is the logarithm over time
  double q[4], vel[3], unit[4] = {1, 0, 0, 0};
  randomQuat(q);
  mju_quat2Vel(vel, q, 0.01);
  mju_quatIntegrate(unit, vel, 0.01);
  checkWorst("quat2Vel", quatDiff(q, unit), TOL);
}

// derivQuat is the derivative for an angular velocity in the outer frame
static void test_derivQuat(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    double q[4], vel[3], deriv[4], local[3], conj[4], plus[4], minus[4], fd[4];
    const double eps = 1e-5;
    randomQuat(q), randomVec(vel, 3, 1);
    mju_derivQuat(deriv, q, vel);
    mju_negQuat(conj, q);
    mju_rotVecQuat(local, vel, conj);
    mju_copy4(plus, q), mju_copy4(minus, q);
    mju_quatIntegrate(plus, local, eps);
    mju_quatIntegrate(minus, local, -eps);
    mju_sub(fd, plus, minus, 4);
    mju_scl(fd, fd, 0.5 / eps, 4);
    worst = mju_max(worst, maxDiff(fd, deriv, 4));
  }
  checkWorst("derivQuat", worst, 1e-10);
}

static void test_zToVec(void** ctx) {
  (void)ctx;
  double worst = 0;
  const double z[3] = {0, 0, 1};
  for (int k = 0; k < TRIALS; k++) {
    double v[3], q[4], res[3];
    randomVec(v, 3, 2);
    if (k % 4 == 0) v[0] *= 1e-8, v[1] *= 1e-8;
    mju_quatZ2Vec(q, v);
    assert_true(q[3] == 0);  // the shortest turn has no z component
    mju_rotVecQuat(res, z, q);
    mju_normalize3(v);
    worst = mju_max(worst, maxDiff(res, v, 3));
  }
  checkWorst("quatZ2Vec", worst, TOL);
}

// letters in lower case turn about moving axes: R = R1 R2 R3; upper case about fixed: R = R3 R2 R1
static void test_euler(void** ctx) {
  (void)ctx;
  static const char* const moving[] = {"xyz", "zyx", "zxz", "yxy", "xxy"};
  static const char* const fixed[] = {"XYZ", "ZYX", "ZXZ", "YXY", "XXY"};
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    double e[3], expect[4] = {1, 0, 0, 0}, expectFixed[4] = {1, 0, 0, 0}, q[4];
    const char* const seq = moving[k % 5];
    randomVec(e, 3, 4);
    for (int i = 0; i < 3; i++) {
      double axis[3] = {0, 0, 0}, turn[4];
      axis[seq[i] - 'x'] = 1;
      mju_axisAngle2Quat(turn, axis, e[i]);
      mju_mulQuat(expect, expect, turn);
      mju_mulQuat(expectFixed, turn, expectFixed);
    }
    mju_euler2Quat(q, e, seq);
    worst = mju_max(worst, maxDiff(q, expect, 4));
    mju_euler2Quat(q, e, fixed[k % 5]);
    worst = mju_max(worst, maxDiff(q, expectFixed, 4));

    // fixed axes in one order are moving axes in the other
    const double reversed[3] = {e[2], e[1], e[0]};
    double q2[4];
    mju_euler2Quat(q, e, "XYZ");
    mju_euler2Quat(q2, reversed, "zyx");
    worst = mju_max(worst, maxDiff(q, q2, 4));
  }
  checkWorst("euler2Quat", worst, TOL);

  const double e[3] = {1, 2, 3}, before[4] = {5, 6, 7, 8};
  double q[4] = {5, 6, 7, 8};
  catch_begin();
  mju_euler2Quat(q, e, "xy");
  mju_euler2Quat(q, e, "xyzx");
  mju_euler2Quat(q, e, "xya");
  catch_end();
  assert_int_equal(caught_count, 3);
  assert_memory_equal(q, before, sizeof q);
}

static void test_poses(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    double p1[3], q1[4], p2[3], q2[4], p[3], q[4], v[3], a[3], b[3], pinv[3], qinv[4];
    randomVec(p1, 3, 1), randomVec(p2, 3, 1), randomVec(v, 3, 1), randomQuat(q1), randomQuat(q2);
    mju_mulPose(p, q, p1, q1, p2, q2);
    mju_trnVecPose(a, p, q, v);
    mju_trnVecPose(b, p2, q2, v);
    mju_trnVecPose(b, p1, q1, b);
    worst = mju_max(worst, maxDiff(a, b, 3));
    mju_negPose(pinv, qinv, p, q);
    mju_trnVecPose(b, pinv, qinv, a);
    worst = mju_max(worst, maxDiff(b, v, 3));
    mju_mulPose(p1, q1, p1, q1, p2, q2);  // in place
    assert_memory_equal(p1, p, sizeof p);
    assert_memory_equal(q1, q, sizeof q);
  }
  checkWorst("poses", worst, TOL);
}

// mat = R S with S symmetric positive definite: the nearest rotation is R
static void test_nearestRotation(void** ctx) {
  (void)ctx;
  double worst = 0;
  int mostIterations = 0;
  for (int k = 0; k < TRIALS; k++) {
    double q[4], R[9], B[9], S[9], mat[9], guess[4] = {1, 0, 0, 0};
    randomQuat(q), randomVec(B, 9, 0.4);
    mju_quat2Mat(R, q);
    mju_mulMatMatT(S, B, B, 3, 3, 3);
    for (int i = 0; i < 3; i++) S[4 * i] += 1;
    mju_mulMatMat(mat, R, S, 3, 3, 3);
    const int iterations = mju_mat2Rot(guess, mat);
    if (iterations > mostIterations) mostIterations = iterations;
    worst = mju_max(worst, quatDiff(guess, q));
  }
  assert_true(mostIterations > 3 && mostIterations < 500);
  checkWorst("mat2Rot", worst, 1e-8);  // stops within 1e-9 rad a step, converges linearly
}

// ---- derivatives

// res = q turned by eps about local axis i
static void nudged(double res[4], const double q[4], int i, double eps) {
  double vel[3] = {0, 0, 0};
  vel[i] = 1;
  mju_copy4(res, q);
  mju_quatIntegrate(res, vel, eps);
}

static void test_derivativeOfSub(void** ctx) {
  (void)ctx;
  const double eps = 1e-5;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    double qa[4], qb[4], Da[9], Db[9], fdA[9], fdB[9];
    do {
      randomQuat(qa);
      randomVec(fdA, 3, k % 3 ? 1.7 : 1e-3);
      mju_copy4(qb, qa);
      mju_quatIntegrate(qb, fdA, 1);
    } while (mju_norm3(fdA) > 2.9);
    mjd_subQuat(qa, qb, Da, Db);
    for (int i = 0; i < 3; i++) {
      double plus[4], minus[4], vp[3], vm[3];
      nudged(plus, qa, i, eps), nudged(minus, qa, i, -eps);
      mju_subQuat(vp, plus, qb), mju_subQuat(vm, minus, qb);
      for (int r = 0; r < 3; r++) fdA[3 * r + i] = (vp[r] - vm[r]) / (2 * eps);
      nudged(plus, qb, i, eps), nudged(minus, qb, i, -eps);
      mju_subQuat(vp, qa, plus), mju_subQuat(vm, qa, minus);
      for (int r = 0; r < 3; r++) fdB[3 * r + i] = (vp[r] - vm[r]) / (2 * eps);
    }
    worst = mju_max(worst, mju_max(maxDiff(fdA, Da, 9), maxDiff(fdB, Db, 9)));
    double only[9];
    mjd_subQuat(qa, qb, only, NULL);
    assert_memory_equal(only, Da, sizeof Da);
    mjd_subQuat(qa, qb, NULL, only);
    assert_memory_equal(only, Db, sizeof Db);
  }
  checkWorst("mjd_subQuat - finite differences", worst, 1e-9);
}

static void test_derivativeOfIntegrate(void** ctx) {
  (void)ctx;
  const double eps = 1e-5;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    double q[4], q1[4], vel[3], Dquat[9], Dvel[9], Dscale[3], fd[9], plus[4], minus[4], d[3];
    const double scale = k % 3 ? 0.7 : 0.02;
    randomQuat(q), randomVec(vel, 3, 1.5);
    mjd_quatIntegrate(vel, scale, Dquat, Dvel, Dscale);
    mju_copy4(q1, q);
    mju_quatIntegrate(q1, vel, scale);
    for (int i = 0; i < 3; i++) {
      nudged(plus, q, i, eps), nudged(minus, q, i, -eps);
      mju_quatIntegrate(plus, vel, scale), mju_quatIntegrate(minus, vel, scale);
      mju_subQuat(d, plus, minus);
      for (int r = 0; r < 3; r++) fd[3 * r + i] = d[r] / (2 * eps);
    }
    worst = mju_max(worst, maxDiff(fd, Dquat, 9));
    for (int i = 0; i < 3; i++) {
      double vp[3], vm[3];  // Dvel is by the scaled velocity
      mju_scl3(vp, vel, scale), mju_scl3(vm, vel, scale);
      vp[i] += eps, vm[i] -= eps;
      mju_copy4(plus, q), mju_copy4(minus, q);
      mju_quatIntegrate(plus, vp, 1), mju_quatIntegrate(minus, vm, 1);
      mju_subQuat(d, plus, minus);
      for (int r = 0; r < 3; r++) fd[3 * r + i] = d[r] / (2 * eps);
    }
    worst = mju_max(worst, maxDiff(fd, Dvel, 9));
    mju_copy4(plus, q), mju_copy4(minus, q);
    mju_quatIntegrate(plus, vel, scale + eps), mju_quatIntegrate(minus, vel, scale - eps);
    mju_subQuat(d, plus, minus);
    mju_scl3(d, d, 0.5 / eps);
    worst = mju_max(worst, maxDiff(d, Dscale, 3));
  }
  mjd_quatIntegrate((double[3]){1, 2, 3}, 1, NULL, NULL, NULL);
  checkWorst("mjd_quatIntegrate - finite differences", worst, 1e-9);
}

// series and closed form meet
static void test_seriesMeetsClosedForm(void** ctx) {
  (void)ctx;
  double below[21], above[21], worst = 0;
  const double vel[3] = {0.6, 0, 0.8}, edge = 1.0 / 32;
  mjd_quatIntegrate(vel, edge * (1 - 1e-15), below, below + 9, below + 18);
  mjd_quatIntegrate(vel, edge * (1 + 1e-15), above, above + 9, above + 18);
  worst = maxDiff(below, above, 21);
  checkWorst("series at its end", worst, 1e-14);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_product),
      cmocka_unit_test(test_shortCuts),
      cmocka_unit_test(test_normalizeKeepsUnit),
      cmocka_unit_test(test_matrixAndBack),
      cmocka_unit_test(test_integrateAndSub),
      cmocka_unit_test(test_derivQuat),
      cmocka_unit_test(test_zToVec),
      cmocka_unit_test(test_euler),
      cmocka_unit_test(test_poses),
      cmocka_unit_test(test_nearestRotation),
      cmocka_unit_test(test_derivativeOfSub),
      cmocka_unit_test(test_derivativeOfIntegrate),
      cmocka_unit_test(test_seriesMeetsClosedForm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
