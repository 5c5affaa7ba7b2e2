// sn_inverseDerivatives: forces by formulas against five-point differences of mj_inverse, with and
// without actuators; that by acceleration is symmetric and solves the forward problem; modes, what
// is taken from differences, what it leaves of the data, what it refuses.
#include <math.h>

#include "finite_support.h"

#include <sinew/extra.h>

static const char* const models[] = {"tests/scenes/gripper",
                                     "tests/scenes/rolling",
                                     "tests/scenes/four_bar",
                                     "models/humanoid",
                                     "models/hand",
                                     "models/quadruped",
                                     "models/muscle_arm",
                                     "models/slider_crank",
                                     "models/cartpole",
                                     "tests/data/diff/contacts",
                                     "tests/data/diff/equalities"};

enum { NMODEL = sizeof models / sizeof *models, DFDQ = 0, DFDV, DFDA, NFORCE };

// a state in which contacts and limits are in their zones
static mjData* pointOf(mjModel* m, int seed) {
  mjData* d = mj_makeData(m);
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  for (int k = 0; k < 60; k++) mj_step(m, d);
  for (int i = 0; i < m->nv; i++) {
    d->qvel[i] += 0.1 * sin(seed + 3 * i);
    d->qacc[i] += sin(seed + 5 * i);
  }
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.1 * cos(seed + i);
  return d;
}

// what mj_inverse sees of rows: their kinds and zones
static int signature(const mjData* d) {
  unsigned h = (unsigned)d->ncon * 31u + (unsigned)d->nefc;
  for (int i = 0; i < d->nefc; i++) {
    h = h * 131u + (unsigned)d->efc_state[i] * 17u + (unsigned)d->efc_type[i];
  }
  return (int)h;
}

static int inverseAt(const mjModel* m, mjData* d, int input, int i, double by, bool actuation,
                     mjtNum* res) {
  const int nv = (int)m->nv;
  mjtNum* unit = numbers(nv);
  mju_zero(unit, nv);
  unit[i] = 1;
  if (input == DFDQ) mj_integratePos(m, d->qpos, unit, by);
  if (input == DFDV) d->qvel[i] += by;
  if (input == DFDA) d->qacc[i] += by;
  mj_inverse(m, d);
  mju_copy(res, d->qfrc_inverse, nv);
  if (actuation) {
    mj_fwdActuation(m, d);
    mju_subFrom(res, d->qfrc_actuator, nv);
  }
  free(unit);
  return signature(d);
}

typedef struct {
  double worst;
  int changed, rows;
} Result;

// one row against differences; the best of several eps
static void compareRow(const mjModel* m, const mjData* at, mjData* d, int input, int i,
                       bool actuation, const mjtNum* row, Result* r) {
  static const double side[4] = {1, -1, 2, -2};
  const int nv = (int)m->nv;
  mjtNum *f[4], best = INFINITY;
  mj_copyData(d, m, at);
  f[0] = numbers(nv);
  const int kept = inverseAt(m, d, input, i, 0, actuation, f[0]);
  free(f[0]);
  for (double eps = 1e-3; eps > 5e-7; eps /= 10) {
    bool good = true;
    for (int k = 0; k < 4; k++) {
      f[k] = numbers(nv);
      mj_copyData(d, m, at);
      good &= inverseAt(m, d, input, i, side[k] * eps, actuation, f[k]) == kept;
    }
    double error = 0, most = 0;
    for (int k = 0; k < nv; k++) most = fmax(most, fabs(row[k]));
    for (int k = 0; k < nv; k++) {
      const double fd = (8 * (f[0][k] - f[1][k]) - (f[2][k] - f[3][k])) / (12 * eps);
      error = fmax(error, fabs(row[k] - fd) / (fabs(fd) + fmax(0.01 * most, 1e-4)));
    }
    for (int k = 0; k < 4; k++) free(f[k]);
    if (good) best = fmin(best, error);
  }
  r->rows++;
  if (isinf(best)) {
    r->changed++;
  } else {
    r->worst = fmax(r->worst, best);
  }
}

static void test_differences(void** state) {
  (void)state;
  for (int n = 0; n < NMODEL; n++) {
    for (int turn = 0; turn < 4; turn++) {
      mjModel* m = loadFile(models[n]);
      m->opt.cone = turn % 2;
      const bool actuation = turn >= 2;
      mjData *at = pointOf(m, n), *d = mj_makeData(m);
      const int nv = (int)m->nv;
      mjtNum* res[NFORCE];
      for (int k = 0; k < NFORCE; k++) res[k] = numbers(nv * nv);
      assert_int_equal(sn_inverseDerivatives(m, at, sn_DIFF_ANALYTIC, (mjtBool)actuation, res[0],
                                             res[1], res[2], NULL, NULL, NULL, NULL),
                       sn_DIFF_ANALYTIC);
      Result r = {0};
      for (int k = 0; k < NFORCE; k++) {
        for (int i = 0; i < nv; i++) compareRow(m, at, d, k, i, actuation, res[k] + i * nv, &r);
      }
      print_message("  %s, cone %d, actuation %d: worst %.1e, %d of %d rows change their zones\n",
                    models[n], turn % 2, actuation, r.worst, r.changed, r.rows);
      assert_true(r.worst < 5e-6);
      assert_true(r.changed * 10 <= r.rows);
      for (int k = 0; k < NFORCE; k++) free(res[k]);
      mj_deleteData(d);
      mj_deleteData(at);
      mj_deleteModel(m);
    }
  }
}

// forward and inverse undo each other: at the solution, DfDq + DfDa dqacc/dq is what is applied:
// none. dqacc/dv of Euler without damping is (dv' - 1)/h
static void test_undoes_forward(void** state) {
  (void)state;
  mjModel* m = loadFile("models/quadruped");
  m->opt.disableflags |= mjDSBL_EULERDAMP;
  m->opt.integrator = mjINT_EULER;
  mjData* d = pointOf(m, 1);
  mj_forward(m, d);
  const int nv = (int)m->nv, na = (int)m->na, ndx = 2 * nv + na;
  mjtNum *A = numbers(ndx * ndx), *q = numbers(nv * nv), *v = numbers(nv * nv);
  mjtNum *a = numbers(nv * nv), worst = 0, most = 0;
  assert_int_equal(sn_transition(m, d, sn_DIFF_ANALYTIC, A, NULL, NULL, NULL), sn_DIFF_ANALYTIC);
  assert_int_equal(
      sn_inverseDerivatives(m, d, sn_DIFF_ANALYTIC, 1, q, v, a, NULL, NULL, NULL, NULL),
      sn_DIFF_ANALYTIC);
  for (int i = 0; i < nv; i++) {
    for (int k = 0; k < nv; k++) {
      worst = fmax(worst, fabs(a[i * nv + k] - a[k * nv + i]));
      mjtNum byQ = q[i * nv + k], byV = v[i * nv + k];
      for (int j = 0; j < nv; j++) {
        const mjtNum* row = A + (nv + j) * ndx;
        byQ += a[j * nv + k] * row[i] / m->opt.timestep;
        byV += a[j * nv + k] * (row[nv + i] - (i == j)) / m->opt.timestep;
      }
      most = fmax(most, fabs(q[i * nv + k]));
      worst = fmax(worst, fmax(fabs(byQ), fabs(byV)));
    }
  }
  print_message("  worst %.1e of %.1e\n", worst, most);
  assert_true(worst < 1e-9 * most);
  free(A), free(q), free(v), free(a);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// modes agree; sensors and M come from differences; d stays
static void test_modes(void** state) {
  (void)state;
  mjModel* m = loadFile("models/humanoid");
  mjData *d = pointOf(m, 3), *before = mj_copyData(NULL, m, d);
  const int nv = (int)m->nv, ns = (int)m->nsensordata, nC = (int)m->nC;
  mjtNum *first = NULL, *out[7];
  const int size[7] = {nv * nv, nv * nv, nv * nv, nv * ns, nv * ns, nv * ns, nv * nC};
  for (int k = 0; k < 7; k++) out[k] = numbers(size[k]);
  for (int mode = 0; mode < sn_NDIFFMODE; mode++) {
    const int used = sn_inverseDerivatives(m, d, mode, 0, out[0], out[1], out[2], out[3], out[4],
                                           out[5], out[6]);
    assert_int_equal(used, mode == sn_DIFF_FD ? sn_DIFF_FD : sn_DIFF_HYBRID);
    double worst = 0, most = 0;
    for (int i = 0; i < nv * nv; i++) most = fmax(most, fabs(out[0][i]));
    for (int i = 0; first && i < nv * nv; i++) worst = fmax(worst, fabs(out[0][i] - first[i]));
    print_message("  mode %d: %.1e of %.1e\n", mode, worst, most);
    assert_true(worst < 1e-5 * most);  // that of differences
    if (!first) {
      first = out[0];
      out[0] = numbers(nv * nv);
    }
    assert_memory_equal(d->qpos, before->qpos, sizeof(mjtNum) * (size_t)m->nq);
    assert_memory_equal(d->qvel, before->qvel, sizeof(mjtNum) * (size_t)nv);
    assert_memory_equal(d->qacc, before->qacc, sizeof(mjtNum) * (size_t)nv);
    assert_memory_equal(d->sensordata, before->sensordata, sizeof(mjtNum) * (size_t)ns);
  }
  m->opt.enableflags |= mjENBL_INVDISCRETE;
  assert_int_equal(
      sn_inverseDerivatives(m, d, sn_DIFF_ANALYTIC, 0, out[0], NULL, NULL, NULL, NULL, NULL, NULL),
      sn_DIFF_FD);
  free(first);
  for (int k = 0; k < 7; k++) free(out[k]);
  mj_deleteData(before);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_refuses(void** state) {
  (void)state;
  mjModel* m = loadFile("models/pendulum");
  mjData* d = mj_makeData(m);
  mjtNum* f = numbers((int)(m->nv * m->nv));
  sn_setErrorMode(sn_ERROR_KEEP);
  assert_int_equal(sn_inverseDerivatives(m, d, 7, 0, f, NULL, NULL, NULL, NULL, NULL, NULL), -1);
  assert_non_null(strstr(sn_lastError(), "mode 7"));
  m->opt.noslip_iterations = 3;
  assert_int_equal(sn_inverseDerivatives(m, d, 0, 0, f, NULL, NULL, NULL, NULL, NULL, NULL), -1);
  assert_non_null(strstr(sn_lastError(), "no-slip"));
  m->opt.noslip_iterations = 0;
  d->qvel[0] = NAN;
  assert_int_equal(sn_inverseDerivatives(m, d, 0, 0, f, NULL, NULL, NULL, NULL, NULL, NULL), -1);
  assert_non_null(strstr(sn_lastError(), "qvel[0]"));
  sn_setErrorMode(sn_ERROR_REPORT);
  free(f);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_differences),
      cmocka_unit_test(test_undoes_forward),
      cmocka_unit_test(test_modes),
      cmocka_unit_test(test_refuses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
