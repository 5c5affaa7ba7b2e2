// The dual solvers: the quadratic programme of a friction cone, forces in their cones, statistics,
// no-slip.
#include "solve_support.h"

#include "solve/qcqp.h"

// ---- quadratic programme: optimality

static void randomProblem(mjtNum* A, mjtNum* b, mjtNum* mu, int n) {
  mjtNum root[25];
  for (int i = 0; i < n * n; i++) root[i] = rng_uniform();
  for (int i = 0; i < n; i++) {
    b[i] = 3 * rng_uniform();
    mu[i] = 0.6 + 0.5 * rng_uniform();
    for (int j = 0; j < n; j++) {
      A[i * n + j] = i == j ? 0.3 : 0;
      for (int k = 0; k < n; k++) A[i * n + j] += root[i * n + k] * root[j * n + k];
    }
  }
}

// gradient + 2 la x/mu^2 = 0 with la >= 0, la = 0 inside
static void test_qcqp(void** unused) {
  (void)unused;
  static const int sizes[] = {2, 3, 5};
  double worst = 0;
  int inside = 0, outside = 0;
  for (int trial = 0; trial < 3000; trial++) {
    const int n = sizes[trial % 3];
    mjtNum A[25], b[5], mu[5], x[5], g[5], scaled[5], gx = 0, xx = 0, r2 = 0;
    randomProblem(A, b, mu, n);
    const mjtNum r = 5 + 4.5 * rng_uniform();
    qcqp_solve(x, A, b, mu, r, n);
    for (int i = 0; i < n; i++) {
      g[i] = b[i];
      for (int j = 0; j < n; j++) g[i] += A[i * n + j] * x[j];
      scaled[i] = x[i] / (mu[i] * mu[i]);
      gx += g[i] * scaled[i];
      xx += scaled[i] * scaled[i];
      r2 += x[i] * scaled[i];
    }
    const bool boundary = r2 > r * r * (1 - 1e-9);
    const mjtNum la = boundary ? -gx / xx : 0;
    assert_true(r2 <= r * r * (1 + 1e-9));
    assert_true(la >= 0);
    inside += !boundary;
    outside += boundary;
    for (int i = 0; i < n; i++) worst = fmax(worst, fabs(g[i] + la * scaled[i]));
  }
  print_message("optimality to %.2g, %d inside, %d on the boundary\n", worst, inside, outside);
  assert_true(worst < 1e-7);
  assert_true(inside > 300 && outside > 300);
}

static void test_qcqpSingular(void** unused) {
  (void)unused;
  const mjtNum A[25] = {0}, b[5] = {1, 2, 3, 4, 5}, mu[5] = {1, 1, 1, 1, 1};
  for (int n = 2; n <= 5; n += n == 3 ? 2 : 1) {
    mjtNum x[5] = {9, 9, 9, 9, 9};
    qcqp_solve(x, A, b, mu, 1, n);
    for (int i = 0; i < n; i++) assert_true(x[i] == 0);
  }
}

// ---- forces

static void checkCones(const mjModel* m, const mjData* d) {
  for (int i = 0; i < d->nefc; i++) {
    const mjtNum f = d->efc_force[i];
    const int type = d->efc_type[i];
    if (type == mjCNSTR_FRICTION_DOF || type == mjCNSTR_FRICTION_TENDON) {
      assert_true(fabs(f) <= d->efc_frictionloss[i]);
    } else if (type > mjCNSTR_FRICTION_TENDON && type != mjCNSTR_CONTACT_ELLIPTIC) {
      assert_true(f >= 0);
    }
  }
  for (int k = 0; k < d->ncon && m->opt.cone == mjCONE_ELLIPTIC; k++) {
    const mjContact* con = d->contact + k;
    if (con->efc_address < 0) continue;
    const mjtNum* f = d->efc_force + con->efc_address;
    mjtNum sum = 0;
    for (int j = 1; j < con->dim; j++) {
      sum += f[j] * f[j] / (con->friction[j - 1] * con->friction[j - 1]);
    }
    assert_true(f[0] >= 0);
    assert_true(sum <= f[0] * f[0] * (1 + 1e-9) + 1e-12);
  }
}

static void test_forces(void** unused) {
  (void)unused;
  double worst = 0;
  for (int k = 0; k < SOLVE_MODELS; k++) {
    for (int setting = 0; setting < 8; setting++) {
      mjModel* m = loadFile(solveModels[k]);
      mjData* d = mj_makeData(m);
      m->opt.cone = setting & 1;
      m->opt.jacobian = setting & 2 ? mjJAC_SPARSE : mjJAC_DENSE;
      m->opt.noslip_iterations = setting & 4 ? 2 : 0;
      m->opt.solver = mjSOL_PGS;
      for (int s = 0; s < 10; s++) {
        stepRandomly(m, d, 10);
        mj_forward(m, d);
        checkCones(m, d);
        worst = fmax(worst, motionResidual(m, d));
        assert_true(d->solver_niter[0] <= 102);
        for (int i = 0; i < d->solver_niter[0] && d->nefc; i++) {
          assert_in_range(d->solver[i].nactive, 0, d->nefc);
          assert_in_range(d->solver[i].nchange, 0, d->nefc);
        }
      }
      mj_deleteData(d);
      mj_deleteModel(m);
    }
  }
  print_message("equations of motion to %.2g\n", worst);
  assert_true(worst < 1e-9);
}

// a box on a slope that it does not slide down: regularised friction creeps, no-slip stops it
static void test_noslip(void** unused) {
  (void)unused;
  mjModel* m = loadText(
      "<mujoco><option cone='elliptic' impratio='1'/><worldbody><geom type='plane' size='3 3 1' "
      "euler='0 20 0'/><body pos='0 0 .11' euler='0 20 0'><freejoint/><geom type='box' "
      "size='.1 .1 .1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  double speed[2];
  for (int k = 0; k < 2; k++) {
    mj_resetData(m, d);
    m->opt.noslip_iterations = k ? 10 : 0;
    for (int s = 0; s < 500; s++) mj_step(m, d);
    speed[k] = norm(d->qvel, 3);
  }
  print_message("creeps at %.2g without, %.2g with no-slip iterations\n", speed[0], speed[1]);
  assert_true(speed[0] > 1e-5);
  assert_true(speed[1] < 0.01 * speed[0]);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_qcqp),
                                     cmocka_unit_test(test_qcqpSingular),
                                     cmocka_unit_test(test_forces), cmocka_unit_test(test_noslip)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
