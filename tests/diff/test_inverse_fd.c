// mjd_inverseFD: every row, bit by bit, against differences of mj_inverse; forces of actuators and
// the sensors that read them; what it leaves of the data; what it refuses.
#include <math.h>

#include "finite_support.h"

#define EPS 1e-6
enum { DFDQ, DFDV, DFDA, DSDQ, DSDV, DSDA, DMDQ, NOUT };

static const char* const models[] = {
    "tests/scenes/gripper",      "tests/scenes/rolling", "tests/scenes/stack",
    "tests/scenes/four_bar",     "models/humanoid",      "models/hand",
    "models/quadruped",          "models/muscle_arm",    "tests/scenes/sleep",
    "models/slider_crank",       "models/cartpole",      "tests/golden/step_tree",
    "tests/golden/rows_contact", "models/pendulum"};

enum { NMODEL = sizeof models / sizeof *models };

typedef struct {
  mjtNum* of[NOUT];
  int size[NOUT];
} Outputs;

static Outputs outputs_make(const mjModel* m) {
  const int nv = (int)m->nv, f = nv * nv, s = nv * (int)m->nsensordata;
  Outputs out = {.size = {f, f, f, s, s, s, nv * (int)m->nC}};
  for (int k = 0; k < NOUT; k++) {
    out.of[k] = numbers(out.size[k]);
    for (int i = 0; i <= out.size[k]; i++) out.of[k][i] = 12345;
  }
  return out;
}

static void outputs_fill(Outputs* out, const mjModel* m, mjData* d, double eps, int actuation) {
  mjtNum** of = out->of;
  mjd_inverseFD(m, d, eps, (mjtBool)actuation, of[0], of[1], of[2], of[3], of[4], of[5], of[6]);
  for (int k = 0; k < NOUT; k++) assert_true(of[k][out->size[k]] == 12345);
}

static bool outputs_same(const Outputs* a, const Outputs* b) {
  bool same = true;
  for (int k = 0; k < NOUT; k++) {
    same = same && !memcmp(a->of[k], b->of[k], (size_t)a->size[k] * sizeof(mjtNum));
  }
  return same;
}

static void outputs_free(Outputs* out) {
  for (int k = 0; k < NOUT; k++) free(out->of[k]);
}

// ---- rows against differences of mj_inverse

// forces, sensordata, M after one another
static void inverse(const mjModel* m, mjData* d, mjtNum* res) {
  const int nv = (int)m->nv, ns = (int)m->nsensordata;
  mj_inverse(m, d);
  mju_copy(res, d->qfrc_inverse, nv);
  mju_copy(res + nv, d->sensordata, ns);
  mju_copy(res + nv + ns, d->M, (int)m->nC);
}

// input i of kind 0: position, 1: velocity, 2: acceleration
static void inverseFrom(const mjModel* m, mjData* d, const mjData* at, int kind, int i,
                        mjtNum* res) {
  mj_copyData(d, m, at);
  mjtNum* dq = numbers(m->nv);
  dq[i] = 1;
  if (kind == 0) mj_integratePos(m, d->qpos, dq, EPS);
  if (kind == 1) d->qvel[i] += EPS;
  if (kind == 2) d->qacc[i] += EPS;
  free(dq);
  inverse(m, d, res);
}

static int countWrong(const mjtNum* row, const mjtNum* low, const mjtNum* high, int n) {
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += row[i] != (high[i] - low[i]) / EPS;
  return wrong;
}

static int compareRows(const mjModel* m, const mjData* at, const Outputs* out) {
  const int nv = (int)m->nv, ns = (int)m->nsensordata, nC = (int)m->nC;
  mjData* d = mj_makeData(m);
  mjtNum *low = numbers(nv + ns + nC), *high = numbers(nv + ns + nC);
  int wrong = 0;
  mj_copyData(d, m, at);
  inverse(m, d, low);
  for (int kind = 0; kind < 3; kind++) {
    for (int i = 0; i < nv; i++) {
      inverseFrom(m, d, at, kind, i, high);
      wrong += countWrong(out->of[DFDQ + kind] + i * nv, low, high, nv);
      wrong += countWrong(out->of[DSDQ + kind] + i * ns, low + nv, high + nv, ns);
      if (kind == 0) wrong += countWrong(out->of[DMDQ] + i * nC, low + nv + ns, high + nv + ns, nC);
    }
  }
  free(low);
  free(high);
  mj_deleteData(d);
  return wrong;
}

static void test_rows(void** state) {
  (void)state;
  for (int k = 0; k < NMODEL; k++) {
    for (int discrete = 0; discrete < 2; discrete++) {
      mjModel* m = loadFile(models[k]);
      m->opt.integrator = k % 2 ? mjINT_IMPLICIT : mjINT_EULER;
      m->opt.enableflags = discrete ? mjENBL_INVDISCRETE : 0;
      mjData* d = mj_makeData(m);
      Outputs out = outputs_make(m);
      settle(m, d, 12);
      mj_forward(m, d);
      mjData* at = mj_copyData(NULL, m, d);
      outputs_fill(&out, m, d, EPS, 0);
      const int wrong = compareRows(m, at, &out);
      if (wrong) print_message("  %s, discrete %d: %d differ\n", models[k], discrete, wrong);
      assert_int_equal(wrong, 0);
      outputs_free(&out);
      mj_deleteData(at);
      mj_deleteData(d);
      mj_deleteModel(m);
    }
  }
}

// ---- actuators

// force = 2 act - 3 q - .5 v: less it, f has its slopes, and the sensors of it have them too
static void test_actuation(void** state) {
  (void)state;
  mjModel* m = loadText(
      "<mujoco><worldbody><body><joint name='x' type='slide'/><geom size='.1' mass='4'/></body>"
      "</worldbody><actuator><general name='a' joint='x' gainprm='2' biastype='affine' "
      "biasprm='0 -3 -.5' dyntype='integrator'/></actuator><sensor><actuatorfrc actuator='a'/>"
      "<jointactuatorfrc joint='x'/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  d->qpos[0] = 0.2, d->qvel[0] = 0.4, d->qacc[0] = 0.7, d->act[0] = 0.3;
  for (int actuation = 0; actuation < 2; actuation++) {
    const double on = actuation, f[3] = {3 * on, 0.5 * on, 4}, s[3] = {-3 * on, -0.5 * on, 0};
    Outputs out = outputs_make(m);
    outputs_fill(&out, m, d, EPS, actuation);
    for (int k = 0; k < 3; k++) {
      assert_true(fabs(out.of[DFDQ + k][0] - f[k]) < 1e-7);
      for (int i = 0; i < 2; i++) assert_true(fabs(out.of[DSDQ + k][i] - s[k]) < 1e-7);
    }
    assert_true(out.of[DMDQ][0] == 0);
    outputs_free(&out);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- what is left, what is written, what is refused

static void test_leavesState(void** state) {
  (void)state;
  int slept = 0;
  for (int k = 0; k < NMODEL; k++) {
    mjModel* m = loadFile(models[k]);
    m->opt.noslip_iterations = 0;
    mjData *d = mj_makeData(m), *other = mj_makeData(m);
    Outputs out = outputs_make(m), again = outputs_make(m);
    for (int i = 0; i < 300; i++) {
      push(m, d, i);
      push(m, other, i);
      mj_step(m, d);
      mj_step(m, other);
      if (i % 100 != 99) continue;
      slept += d->ntree_awake < m->ntree;
      outputs_fill(&out, m, d, EPS, i > 100);
      outputs_fill(&again, m, d, EPS, i > 100);
      assert_true(outputs_same(&out, &again));
      assert_memory_equal(d->qacc, other->qacc, sizeof(mjtNum) * (size_t)m->nv);
      assert_int_equal(d->pstack, 0);
    }
    mjtNum *a = stateOf(m, d), *b = stateOf(m, other);
    assert_memory_equal(a, b, sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
    free(a);
    free(b);
    outputs_free(&out);
    outputs_free(&again);
    mj_deleteData(d);
    mj_deleteData(other);
    mj_deleteModel(m);
  }
  print_message("  %d times with trees asleep\n", slept);
  assert_true(slept > 0);
}

static void test_null(void** state) {
  (void)state;
  mjModel* m = loadFile("models/quadruped");
  mjData* d = mj_makeData(m);
  settle(m, d, 12);
  Outputs all = outputs_make(m);
  outputs_fill(&all, m, d, EPS, 1);
  for (int which = 0; which < 1 << NOUT; which += 3) {
    Outputs some = outputs_make(m);
    mjtNum* of[NOUT];
    for (int k = 0; k < NOUT; k++) of[k] = which & (1 << k) ? some.of[k] : NULL;
    mjd_inverseFD(m, d, EPS, 1, of[0], of[1], of[2], of[3], of[4], of[5], of[6]);
    for (int k = 0; k < NOUT; k++) {
      if (of[k]) assert_memory_equal(of[k], all.of[k], sizeof(mjtNum) * (size_t)all.size[k]);
    }
    outputs_free(&some);
  }
  outputs_free(&all);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void refuses(const mjModel* m, mjData* d, double eps, const char* words) {
  Outputs out = outputs_make(m), untouched = outputs_make(m);
  catch_begin();
  outputs_fill(&out, m, d, eps, 1);
  catch_end();
  assert_true(caught_count > 0);
  if (!strstr(caught.subject, words)) fail_msg("\"%s\" does not say \"%s\"", caught.subject, words);
  assert_true(outputs_same(&out, &untouched));
  assert_int_equal(d->pstack, 0);
  outputs_free(&out);
  outputs_free(&untouched);
}

static void test_refused(void** state) {
  (void)state;
  mjModel* m = loadFile("models/humanoid");
  mjData* d = mj_makeData(m);
  refuses(m, d, 0, "eps");
  m->opt.integrator = mjINT_RK4;
  refuses(m, d, EPS, "RK4");
  m->opt.integrator = mjINT_EULER;
  m->opt.noslip_iterations = 3;
  refuses(m, d, EPS, "noslip");
  m->opt.noslip_iterations = 0;
  d->qvel[2] = NAN;
  refuses(m, d, EPS, "qvel[2]");
  mj_deleteData(d);
  m->narena = 3000;
  d = mj_makeData(m);
  refuses(m, d, EPS, "arena");
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),        cmocka_unit_test(test_actuation),
      cmocka_unit_test(test_leavesState), cmocka_unit_test(test_null),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
