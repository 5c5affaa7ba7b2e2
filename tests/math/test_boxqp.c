// Box-constrained quadratic programs: optimality (KKT) over random problems, all and no bounds
// active, warm start, the returned factor and index, failures, allocation.
#include "support.h"

enum { MAX = 20, TRIALS = 400 };
static const double TOL = 1e-12;

typedef struct {
  int n;
  double H[MAX * MAX], g[MAX], lower[MAX], upper[MAX];
} Program;

static void randomProgram(Program* p, int n, double width) {
  static double B[MAX * MAX];
  p->n = n;
  for (int i = 0; i < n * n; i++) B[i] = rng_uniform();
  mju_mulMatMatT(p->H, B, B, n, n, n);
  for (int i = 0; i < n; i++) {
    p->H[i * n + i] += 0.1;
    p->g[i] = 2 * rng_uniform();
    p->lower[i] = -width * (1.01 + rng_uniform());
    p->upper[i] = width * (1.01 + rng_uniform());
  }
}

// largest violation: gradient 0 inside, pointing out of the box at a bound
static double kkt(const Program* p, const double* x) {
  double grad[MAX], worst = 0;
  mju_mulMatVec(grad, p->H, x, p->n, p->n);
  mju_addTo(grad, p->g, p->n);
  for (int i = 0; i < p->n; i++) {
    assert_true(x[i] >= p->lower[i] && x[i] <= p->upper[i]);
    if (x[i] == p->lower[i]) grad[i] = mju_min(grad[i], 0);
    if (x[i] == p->upper[i]) grad[i] = mju_max(grad[i], 0);
    worst = mju_max(worst, fabs(grad[i]));
  }
  return worst;
}

// R is the factor of the free part of H; the others are at bounds
static void checkFactor(const Program* p, const double* x, const double* R, const int* index,
                        int nfree) {
  int next = 0;
  for (int i = 0; i < p->n; i++) {
    if (next < nfree && index[next] == i) {
      next++;
    } else {
      assert_true(x[i] == p->lower[i] || x[i] == p->upper[i]);
    }
  }
  assert_int_equal(next, nfree);
  for (int i = 0; i < nfree; i++) {
    for (int j = 0; j <= i; j++) {
      const double h = mju_dot(R + i * nfree, R + j * nfree, j + 1);
      assert_true(fabs(h - p->H[index[i] * p->n + index[j]]) <= TOL);
    }
  }
}

static void test_random(void** ctx) {
  (void)ctx;
  double worst = 0, worstStart = 0;
  int none = 0, some = 0, all = 0;
  for (int k = 0; k < TRIALS; k++) {
    static Program p;
    static double R[MAX * (MAX + 7)];
    double x[MAX], cold[MAX];
    int index[MAX];
    randomProgram(&p, k % MAX + 1, (double[]){0.01, 0.1, 0.5, 2, 100}[k % 5]);
    mju_zero(x, p.n);
    const int nfree = mju_boxQP(x, R, index, p.H, p.g, p.n, p.lower, p.upper);
    assert_true(nfree >= 0);
    checkFactor(&p, x, R, index, nfree);
    worst = mju_max(worst, kkt(&p, x));
    *(nfree == 0 ? &all : nfree == p.n ? &none : &some) += 1;

    // any start leads to the same point; the solution stays where it is
    mju_copy(cold, x, p.n);
    for (int i = 0; i < p.n; i++) x[i] = 10 * rng_uniform();
    assert_int_equal(mju_boxQP(x, R, NULL, p.H, p.g, p.n, p.lower, p.upper), nfree);
    for (int i = 0; i < p.n; i++) worstStart = mju_max(worstStart, fabs(x[i] - cold[i]));
    assert_int_equal(mju_boxQP(cold, R, NULL, p.H, p.g, p.n, p.lower, p.upper), nfree);
    for (int i = 0; i < p.n; i++) worstStart = mju_max(worstStart, fabs(x[i] - cold[i]));
  }
  printf("KKT %.1e of %.1e, start %.1e of 1e-11; bounds active: none %d, some %d, all %d\n", worst,
         TOL, worstStart, none, some, all);
  assert_true(none > 10 && some > 10 && all > 10);
  assert_true(worst <= TOL);
  assert_true(worstStart <= 1e-11);  // KKT residual times the inverse of H, up to 10
}

static void test_withoutBounds(void** ctx) {
  (void)ctx;
  static Program p;
  static double R[MAX * (MAX + 7)], L[MAX * MAX];
  double x[MAX], expect[MAX], worst = 0;
  randomProgram(&p, 8, 100);
  mju_copy(L, p.H, 64);
  mju_cholFactor(L, 8, 0);
  mju_cholSolve(expect, L, p.g, 8);
  mju_zero(x, 8);
  assert_int_equal(mju_boxQP(x, R, NULL, p.H, p.g, 8, NULL, NULL), 8);
  for (int i = 0; i < 8; i++) worst = mju_max(worst, fabs(x[i] + expect[i]));
  assert_true(worst <= TOL);

  // one side only
  mju_zero(x, 8);
  assert_true(mju_boxQP(x, R, NULL, p.H, p.g, 8, p.lower, NULL) >= 0);
  assert_true(mju_boxQP(x, R, NULL, p.H, p.g, 8, NULL, p.upper) >= 0);
}

static void test_failures(void** ctx) {
  (void)ctx;
  double x[2] = {0, 0}, R[18];
  const double indefinite[4] = {1, 3, 3, 1}, semi[4] = {1, 1, 1, 1}, eye[4] = {1, 0, 0, 1};
  const double g[2] = {-1, -2}, lower[2] = {-5, -5}, upper[2] = {5, 5}, nan[2] = {NAN, 0};
  assert_int_equal(mju_boxQP(x, R, NULL, indefinite, g, 2, lower, upper), -1);
  assert_int_equal(mju_boxQP(x, R, NULL, semi, g, 2, lower, upper), -1);
  assert_int_equal(mju_boxQP(x, R, NULL, eye, nan, 2, lower, upper), -1);
  catch_begin();
  assert_int_equal(mju_boxQP(x, R, NULL, eye, g, 0, lower, upper), -1);
  assert_int_equal(mju_boxQP(x, R, NULL, eye, g, 2, upper, lower), -1);
  assert_int_equal(mju_boxQP(x, R, NULL, eye, g, 2, upper, upper), -1);
  catch_end();
  assert_int_equal(caught_count, 3);

  // not a number as first guess is as good as any
  x[0] = NAN;
  assert_int_equal(mju_boxQP(x, R, NULL, eye, g, 2, lower, upper), 2);
  assert_true(x[0] == 1 && x[1] == 2);
}

static void test_allocation(void** ctx) {
  (void)ctx;
  double *res, *R, *H, *g, *lower, *upper;
  int* index;
  const int n = 3;
  heap_watch(0);
  mju_boxQPmalloc(&res, &R, &index, &H, &g, n, &lower, &upper);
  assert_int_equal(heap_live, 7);
  mju_eye(H, n);
  mju_fill(g, -2, n);
  mju_fill(lower, -1, n);
  mju_fill(upper, 1, n);
  assert_int_equal(mju_boxQP(res, R, index, H, g, n, lower, upper), 0);
  for (int i = 0; i < n; i++) assert_true(res[i] == 1);
  mju_free(res), mju_free(R), mju_free(index), mju_free(H), mju_free(g), mju_free(lower);
  mju_free(upper);
  mju_boxQPmalloc(&res, &R, NULL, &H, &g, n, NULL, NULL);
  assert_int_equal(heap_live, 4);
  mju_free(res), mju_free(R), mju_free(H), mju_free(g);
  assert_int_equal(heap_live, 0);
  heap_unwatch();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_withoutBounds),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_allocation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
