// 3- and 4-vectors, 3x3 matrices, spatial algebra: identities on random numbers, the rules of
// normalisation, aliasing, and the same bits from fixed-size, any-size and dense kernels.
#include "support.h"

#include "math/dense.h"
#include "math/spatial.h"
#include "math/vec.h"

static const double TOL = 2e-15;  // a few roundings of numbers below 4
enum { TRIALS = 200 };

static void randomVec(double* v, int n) {
  for (int i = 0; i < n; i++) v[i] = rng_uniform();
}

static double maxDiff(const double* a, const double* b, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++) worst = mju_max(worst, fabs(a[i] - b[i]));
  return worst;
}

static void test_crossIdentities(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    double a[3], b[3], c[3], ab[3], bc[3], left[3], right[3];
    randomVec(a, 3), randomVec(b, 3), randomVec(c, 3);
    mju_cross(ab, a, b);
    mju_cross(bc, b, c);
    worst = mju_max(worst, fabs(mju_dot3(ab, a)));
    worst = mju_max(worst, fabs(mju_dot3(ab, c) - mju_dot3(a, bc)));

    // a x (b x c) = b (a.c) - c (a.b)
    mju_cross(left, a, bc);
    mju_scl3(right, b, mju_dot3(a, c));
    mju_addToScl3(right, c, -mju_dot3(a, b));
    worst = mju_max(worst, maxDiff(left, right, 3));
  }
  printf("cross products: %.1e of %.1e\n", worst, TOL);
  assert_true(worst <= TOL);
}

static void test_normalize(void** ctx) {
  (void)ctx;
  double tiny[3] = {0, 9e-16, 0}, edge[3] = {0, -1e-15, 0}, v[3] = {3, 4, 12};
  assert_true(mju_normalize3(tiny) == 9e-16);
  assert_true(tiny[0] == 1 && tiny[1] == 0 && tiny[2] == 0);
  assert_true(mju_normalize3(edge) == 1e-15);
  assert_true(edge[0] == 0 && edge[1] == -1);
  assert_true(mju_normalize3(v) == 13);
  assert_true(fabs(mju_norm3(v) - 1) <= TOL);

  double q[4] = {1 + 4e-16, 0, 0, 0}, zero[4] = {0, 0, 0, 0};
  mju_normalize4(q);
  assert_true(q[0] == 1 + 4e-16);  // near enough to 1: kept
  assert_true(mju_normalize4(zero) == 0);
  assert_true(zero[0] == 1 && zero[1] == 0);

  double nan[3] = {NAN, 0, 0};
  assert_true(isnan(mju_normalize3(nan)) && isnan(nan[0]));
}

// the bits of the kernels of any size
static void test_matrices(void** ctx) {
  (void)ctx;
  for (int k = 0; k < TRIALS; k++) {
    double a[9], b[9], v[3], res[9], general[9], t[9], r3[3], g3[3];
    randomVec(a, 9), randomVec(b, 9), randomVec(v, 3);
    m3_mul(res, a, b);
    mju_mulMatMat(general, a, b, 3, 3, 3);
    assert_true(maxDiff(res, general, 9) == 0);
    m3_mulT(res, a, b);
    mju_mulMatMatT(general, a, b, 3, 3, 3);
    assert_true(maxDiff(res, general, 9) == 0);
    m3_Tmul(res, a, b);
    mju_mulMatTMat(general, a, b, 3, 3, 3);
    assert_true(maxDiff(res, general, 9) == 0);
    m3_transpose(t, a);
    mju_mulMatTVec3(r3, a, v);
    mju_mulMatVec3(g3, t, v);
    assert_true(maxDiff(r3, g3, 3) == 0);
    m3_transpose(t, t);  // in place
    assert_memory_equal(t, a, sizeof a);
  }
}

static void test_aliasing(void** ctx) {
  (void)ctx;
  double a[3] = {1, 2, 3}, mat[9], expect[3];
  const double b[3] = {-2, 0.5, 4};
  randomVec(mat, 9);
  mju_cross(expect, a, b);
  mju_cross(a, a, b);
  assert_memory_equal(a, expect, sizeof a);
  mju_mulMatVec3(expect, mat, a);
  mju_mulMatVec3(a, mat, a);
  assert_memory_equal(a, expect, sizeof a);
  mju_mulMatTVec3(expect, mat, a);
  mju_mulMatTVec3(a, mat, a);
  assert_memory_equal(a, expect, sizeof a);
}

// the order of summation is the same in every kernel: whole blocks of four, then the rest
static void test_sameBits(void** ctx) {
  (void)ctx;
  for (int n = 0; n < 40; n++) {
    double a[40], b[40], acc[4] = {0, 0, 0, 0}, rest = 0;
    randomVec(a, 40), randomVec(b, 40);
    for (int i = 0; i < n; i++) *(i < n / 4 * 4 ? &acc[i % 4] : &rest) += a[i] * b[i];
    const double expect = ((acc[0] + acc[2]) + (acc[1] + acc[3])) + rest;
    assert_true(vn_dot(a, b, n) == expect);
    assert_true(dense_dot(a, b, n) == expect);
    if (n == 6) assert_true(v6_dot(a, b) == expect);
  }
}

// (v x) and (v x*) are dual: m . (v x* f) = -(v x m) . f
static void test_spatialCross(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    double v[6], m[6], f[6], vm[6], vf[6], vv[6];
    randomVec(v, 6), randomVec(m, 6), randomVec(f, 6);
    spat_crossMotion(vm, v, m);
    spat_crossForce(vf, v, f);
    worst = mju_max(worst, fabs(v6_dot(m, vf) + v6_dot(vm, f)));
    spat_crossMotion(vv, v, v);
    worst = mju_max(worst, mju_norm(vv, 6));
  }
  printf("spatial cross products: %.1e of %.1e\n", worst, 2 * TOL);
  assert_true(worst <= 2 * TOL);
}

// the ten numbers against a cloud of point masses, and power is the same at every point
static void test_spatialInertia(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    double q[4], mat[9], diag[3], d[3], motion[6], inertia[10], momentum[6];
    randomVec(q, 4), randomVec(d, 3), randomVec(motion, 6);
    mju_normalize4(q);
    mju_quat2Mat(mat, q);
    const double half[3] = {0.3, 0.5, 0.7}, mass = 2;

    // six points at +- half along the axes, mass/6 each: I_x = mass/3 (hy^2 + hz^2)
    for (int i = 0; i < 3; i++) {
      const double y = half[(i + 1) % 3], z = half[(i + 2) % 3];
      diag[i] = mass / 3 * (y * y + z * z);
    }
    spat_inertia(inertia, diag, mat, d, mass);
    spat_mulInertia(momentum, inertia, motion);

    double sum[6] = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 6; i++) {
      double local[3] = {0, 0, 0}, pos[3], vel[3], moment[3];
      local[i / 2] = i % 2 ? half[i / 2] : -half[i / 2];
      mju_mulMatVec3(pos, mat, local);
      mju_addTo3(pos, d);
      mju_cross(vel, motion, pos);
      mju_addTo3(vel, motion + 3);
      mju_scl3(vel, vel, mass / 6);
      mju_cross(moment, pos, vel);
      mju_addTo3(sum, moment);
      mju_addTo3(sum + 3, vel);
    }
    worst = mju_max(worst, maxDiff(sum, momentum, 6));

    double shift[3], motion2[6], force2[6];
    randomVec(shift, 3);
    spat_shiftMotion(motion2, motion, shift);
    spat_shiftForce(force2, momentum, shift);
    worst = mju_max(worst, fabs(v6_dot(motion, momentum) - v6_dot(motion2, force2)));
  }
  printf("spatial inertia: %.1e of %.1e\n", worst, 1e-14);
  assert_true(worst <= 1e-14);
}

static void test_transformSpatial(void** ctx) {
  (void)ctx;
  double worst = 0;
  for (int k = 0; k < TRIALS; k++) {
    double q[4], mat[9], motion[6], force[6], m2[6], f2[6], p1[3], p2[3], back[9], m3[6];
    randomVec(q, 4), randomVec(motion, 6), randomVec(force, 6), randomVec(p1, 3), randomVec(p2, 3);
    mju_normalize4(q);
    mju_quat2Mat(mat, q);
    mju_transformSpatial(m2, motion, 0, p2, p1, mat);
    mju_transformSpatial(f2, force, 1, p2, p1, mat);
    worst = mju_max(worst, fabs(mju_dot(motion, force, 6) - mju_dot(m2, f2, 6)));

    // without rotation, and back: the axes of the old frame in the new one are the transpose
    mju_transformSpatial(m2, motion, 0, p2, p1, NULL);
    mju_transformSpatial(m3, m2, 0, p1, p2, NULL);
    worst = mju_max(worst, maxDiff(m3, motion, 6));
    mju_transpose(back, mat, 3, 3);
    spat_toFrame(m2, motion, mat);
    spat_toFrame(m3, m2, back);
    worst = mju_max(worst, maxDiff(m3, motion, 6));
    spat_fromFrame(m3, m2, mat);
    worst = mju_max(worst, maxDiff(m3, motion, 6));
  }
  printf("transformSpatial: %.1e of %.1e\n", worst, 1e-14);
  assert_true(worst <= 1e-14);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_crossIdentities), cmocka_unit_test(test_normalize),
      cmocka_unit_test(test_matrices),        cmocka_unit_test(test_aliasing),
      cmocka_unit_test(test_sameBits),        cmocka_unit_test(test_spatialCross),
      cmocka_unit_test(test_spatialInertia),  cmocka_unit_test(test_transformSpatial),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
