// Derivatives where they are hard to have: arenas of all sizes (an error or the right numbers), bad
// states, RK4, sleeping trees, what formulas do not cover, models without dofs or controls,
// threads; and that no heap is used.
#include <math.h>
#include <pthread.h>

#include "finite_support.h"

#include <sinew/extra.h>

// ---- matrices

typedef struct {
  mjtNum* of[4];
  int size[4];
} Four;

static Four four_make(const mjModel* m) {
  const int ndx = 2 * (int)m->nv + (int)m->na, nu = (int)m->nu, ns = (int)m->nsensordata;
  Four f = {.size = {ndx * ndx, ndx * nu, ns * ndx, ns * nu}};
  for (int k = 0; k < 4; k++) f.of[k] = numbers(f.size[k]);
  return f;
}

static int four_fill(Four* f, const mjModel* m, mjData* d, int mode) {
  return sn_transition(m, d, mode, f->of[0], f->of[1], f->of[2], f->of[3]);
}

static void four_free(Four* f) {
  for (int k = 0; k < 4; k++) free(f->of[k]);
}

static bool four_same(const Four* a, const Four* b) {
  bool same = true;
  for (int k = 0; k < 4; k++) {
    same = same && !memcmp(a->of[k], b->of[k], (size_t)a->size[k] * sizeof(mjtNum));
  }
  return same;
}

// largest difference, relative to the largest number of each matrix
static double four_error(const Four* a, const Four* b) {
  double worst = 0;
  for (int k = 0; k < 4; k++) {
    double most = 1, error = 0;
    for (int i = 0; i < a->size[k]; i++) {
      most = fmax(most, fabs(b->of[k][i]));
      error = fmax(error, fabs(a->of[k][i] - b->of[k][i]));
    }
    worst = fmax(worst, error / most);
  }
  return worst;
}

static mjData* settled(const mjModel* m, int steps) {
  mjData* d = mj_makeData(m);
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  for (int k = 0; k < steps; k++) {
    for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.05 * sin(k + i);
    mj_step(m, d);
  }
  return d;
}

// the same state in a data with another arena
static mjData* withArena(mjModel* m, const mjData* from, mjtSize narena) {
  mjtNum* state = numbers(mj_stateSize(m, mjSTATE_INTEGRATION));
  mj_getState(m, from, state, mjSTATE_INTEGRATION);
  m->narena = narena;
  mjData* d = mj_makeData(m);
  mj_setState(m, d, state, mjSTATE_INTEGRATION);
  mju_copy(d->qacc, from->qacc, (int)m->nv);
  free(state);
  return d;
}

// ---- arenas

typedef int Call(const mjModel* m, mjData* d, int mode, Four* out);

static int callTransition(const mjModel* m, mjData* d, int mode, Four* out) {
  return four_fill(out, m, d, mode);
}

static int callInverse(const mjModel* m, mjData* d, int mode, Four* out) {
  return sn_inverseDerivatives(m, d, mode, 1, out->of[0], NULL, NULL, NULL, NULL, NULL, NULL);
}

static int callParameter(const mjModel* m, mjData* d, int mode, Four* out) {
  const sn_Parameter p[2] = {{sn_findField(sn_TYPE_MODEL, "body_mass"), 1},
                             {sn_findField(sn_TYPE_MODEL, "body_pos"), 4}};
  return sn_parameterDerivatives(m, d, p, mode == sn_DIFF_FD ? 2 : 1, out->of[0]);
}

// an error or the numbers of a large arena, and the data can go on
static void tryArenas(const char* name, int solver, Call* call, int mode) {
  mjModel* m = loadFile(name);
  m->opt.solver = solver;
  const mjtSize large = m->narena;
  mjData* d = settled(m, 80);
  Four right = four_make(m), out = four_make(m);
  int refused = 0, fine = 0;
  assert_true(call(m, d, mode, &right) >= 0);
  sn_setErrorMode(sn_ERROR_KEEP);
  for (mjtSize n = 512; n < large && fine < 4; n += n / 5 + 64) {
    mjData* small = withArena(m, d, n & ~(mjtSize)7);
    sn_clearErrors();
    const int used = call(m, small, mode, &out);
    if (used < 0) {
      assert_non_null(sn_lastError());
      refused++;
    } else {
      assert_true(four_same(&out, &right));
      fine++;
    }
    mj_step(m, small);
    mj_deleteData(small);
  }
  sn_setErrorMode(sn_ERROR_REPORT);
  print_message("  %s, solver %d, mode %d: %d arenas too small, %d large enough\n", name, solver,
                mode, refused, fine);
  assert_true(refused > 0 && fine > 0);
  m->narena = large;
  four_free(&right);
  four_free(&out);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_arenas(void** state) {
  (void)state;
  static const char* const names[] = {"models/humanoid", "models/hand", "tests/data/diff/sensors",
                                      "tests/data/diff/fluid", "tests/data/diff/actuators"};
  for (int n = 0; n < 5; n++) {
    for (int mode = 0; mode < sn_NDIFFMODE; mode++) {
      tryArenas(names[n], mjSOL_NEWTON, callTransition, mode);
    }
    tryArenas(names[n], mjSOL_CG, callTransition, sn_DIFF_ANALYTIC);
    tryArenas(names[n], mjSOL_NEWTON, callInverse, sn_DIFF_ANALYTIC);
    tryArenas(names[n], mjSOL_NEWTON, callParameter, sn_DIFF_ANALYTIC);
    tryArenas(names[n], mjSOL_NEWTON, callParameter, sn_DIFF_FD);
  }
}

// ---- no heap

static int nmalloc;

static void* counted(size_t n) {
  nmalloc++;
  return malloc(n);
}

static void test_no_heap(void** state) {
  (void)state;
  mjModel* m = loadFile("models/humanoid");
  mjData* d = settled(m, 80);
  Four out = four_make(m);
  mju_user_malloc = counted;
  mju_user_free = free;
  nmalloc = 0;
  for (int mode = 0; mode < sn_NDIFFMODE; mode++)
    assert_int_equal(four_fill(&out, m, d, mode), mode);
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  assert_int_equal(nmalloc, 0);
  four_free(&out);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- states

static void test_bad_states(void** state) {
  (void)state;
  mjModel* m = loadFile("models/muscle_arm");
  Four out = four_make(m);
  const struct {
    size_t array;
    const char* name;
  } part[] = {{offsetof(mjData, qpos), "qpos[0]"},
              {offsetof(mjData, qvel), "qvel[0]"},
              {offsetof(mjData, act), "act[0]"}};
  for (int k = 0; k < 3; k++) {
    for (int mode = 0; mode < sn_NDIFFMODE; mode++) {
      mjData* d = mj_makeData(m);
      mjtNum* array;
      memcpy(&array, (char*)d + part[k].array, sizeof array);
      array[0] = k == 1 ? INFINITY : NAN;
      sn_setErrorMode(sn_ERROR_KEEP);
      sn_clearErrors();
      assert_int_equal(four_fill(&out, m, d, mode), -1);
      assert_non_null(strstr(sn_lastError(), part[k].name));
      sn_setErrorMode(sn_ERROR_REPORT);
      mj_deleteData(d);
    }
  }
  four_free(&out);
  mj_deleteModel(m);
}

// no such integrator, no such mode
static void test_bad_options(void** state) {
  (void)state;
  mjModel* m = loadFile("models/pendulum");
  mjData* d = mj_makeData(m);
  Four out = four_make(m);
  sn_DiffReport report;
  const sn_Parameter mass = {sn_findField(sn_TYPE_MODEL, "body_mass"), 1};
  sn_setErrorMode(sn_ERROR_KEEP);
  static const int bad[] = {-1, 4, 1000};
  for (int k = 0; k < 3; k++) {
    m->opt.integrator = bad[k];
    for (int mode = 0; mode < sn_NDIFFMODE; mode++) {
      assert_int_equal(four_fill(&out, m, d, mode), -1);
      assert_int_equal(sn_transitionCheck(m, d, mode, &report), -1);
      assert_int_equal(callInverse(m, d, mode, &out), -1);
    }
    assert_int_equal(sn_parameterDerivatives(m, d, &mass, 1, out.of[0]), -1);
    assert_non_null(strstr(sn_lastError(), "integrator"));
    m->opt.integrator = mjINT_EULER;
    assert_int_equal(four_fill(&out, m, d, bad[k]), -1);
    assert_non_null(strstr(sn_lastError(), "mode"));
  }
  sn_setErrorMode(sn_ERROR_REPORT);
  four_free(&out);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// RK4 has no formulas: differences of whole steps, compared with those of mj_step
static void test_rk4(void** state) {
  (void)state;
  mjModel* m = loadFile("models/pendulum");
  m->opt.integrator = mjINT_RK4;
  mjData *d = settled(m, 30), *c = mj_makeData(m);
  Four out = four_make(m);
  const int nv = (int)m->nv, ndx = 2 * nv;
  const double eps = 1e-5;
  double worst = 0;
  assert_int_equal(four_fill(&out, m, d, sn_DIFF_ANALYTIC), sn_DIFF_FD);
  for (int j = 0; j < nv; j++) {
    mjtNum* high = numbers(nv);
    for (int side = 1; side >= -1; side -= 2) {
      mj_copyData(c, m, d);
      c->qvel[j] += side * eps;
      mj_step(m, c);
      if (side > 0) mju_copy(high, c->qvel, nv);
    }
    for (int i = 0; i < nv; i++) {
      const double fd = (high[i] - c->qvel[i]) / (2 * eps);
      worst = fmax(worst, fabs(out.of[0][(nv + i) * ndx + nv + j] - fd));
    }
    free(high);
  }
  print_message("  RK4: %.1e\n", worst);
  assert_true(worst < 1e-7);
  four_free(&out);
  mj_deleteData(c);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// trees that sleep are taken as awake, and sleep on
static void test_sleep(void** state) {
  (void)state;
  mjModel* m = loadFile("tests/scenes/sleep");
  mjData* d = settled(m, 3000);
  int asleep = 0;
  for (int t = 0; t < m->ntree; t++) asleep += d->tree_asleep[t] >= 0;
  assert_true(asleep > 0);
  Four out = four_make(m), awake = four_make(m);
  mjData* copy = mj_copyData(NULL, m, d);
  assert_int_equal(four_fill(&out, m, d, sn_DIFF_ANALYTIC), sn_DIFF_ANALYTIC);
  assert_memory_equal(d->tree_asleep, copy->tree_asleep, sizeof(int) * (size_t)m->ntree);
  assert_memory_equal(d->qpos, copy->qpos, sizeof(mjtNum) * (size_t)m->nq);
  m->opt.enableflags &= ~mjENBL_SLEEP;
  mjData* free_ = withArena(m, copy, m->narena);
  mju_copy(free_->qacc_warmstart, copy->qacc_warmstart, (int)m->nv);
  assert_int_equal(four_fill(&awake, m, free_, sn_DIFF_ANALYTIC), sn_DIFF_ANALYTIC);
  print_message("  %d of %d trees asleep: %.1e\n", asleep, (int)m->ntree, four_error(&out, &awake));
  assert_true(four_error(&out, &awake) < 1e-8);
  four_free(&out);
  four_free(&awake);
  mj_deleteData(free_);
  mj_deleteData(copy);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- what formulas do not cover

static void passiveCallback(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nv; i++) d->qfrc_passive[i] -= 0.01 * d->qvel[i];
}

static int modeOf(mjModel* m, mjData* d) {
  Four out = four_make(m);
  const int mode = four_fill(&out, m, d, sn_DIFF_ANALYTIC);
  four_free(&out);
  return mode;
}

static void test_falls_back(void** state) {
  (void)state;
  mjModel* m = loadFile("models/quadruped");
  mjData* d = settled(m, 20);
  assert_int_equal(modeOf(m, d), sn_DIFF_ANALYTIC);
  m->opt.noslip_iterations = 2;
  assert_int_equal(modeOf(m, d), sn_DIFF_FD);
  m->opt.noslip_iterations = 0;
  m->opt.enableflags |= mjENBL_DIAGEXACT;
  assert_int_equal(modeOf(m, d), sn_DIFF_FD);
  m->opt.enableflags &= ~mjENBL_DIAGEXACT;
  mjcb_passive = passiveCallback;
  assert_int_equal(modeOf(m, d), sn_DIFF_FD);
  mjcb_passive = NULL;
  assert_int_equal(modeOf(m, d), sn_DIFF_ANALYTIC);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// an early end of the solver does not matter: its optimum is differentiated
static void test_unconverged(void** state) {
  (void)state;
  static const int solvers[] = {mjSOL_NEWTON, mjSOL_CG, mjSOL_PGS};
  for (int k = 0; k < 3; k++) {
    mjModel* m = loadFile("models/humanoid");
    mjData* d = settled(m, 80);
    Four right = four_make(m), out = four_make(m);
    assert_int_equal(four_fill(&right, m, d, sn_DIFF_ANALYTIC), sn_DIFF_ANALYTIC);
    m->opt.solver = solvers[k];
    m->opt.iterations = 1;
    mju_zero(d->qacc_warmstart, (int)m->nv);
    assert_int_equal(four_fill(&out, m, d, sn_DIFF_ANALYTIC), sn_DIFF_ANALYTIC);
    print_message("  solver %d, one iteration: %.1e\n", solvers[k], four_error(&out, &right));
    assert_true(four_error(&out, &right) < 1e-9);
    four_free(&right);
    four_free(&out);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// ---- small models

static void test_small(void** state) {
  (void)state;
  static const char* const texts[] = {
      "<mujoco/>",
      "<mujoco><worldbody><geom size='1'/></worldbody><sensor><clock/></sensor></mujoco>",
      "<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>"};
  for (int k = 0; k < 3; k++) {
    mjModel* m = loadText(texts[k]);
    mjData* d = mj_makeData(m);
    Four out = four_make(m);
    for (int mode = 0; mode < sn_NDIFFMODE; mode++) {
      assert_int_equal(four_fill(&out, m, d, mode), mode);
    }
    assert_int_equal(sn_transition(m, d, 0, NULL, NULL, NULL, NULL), 0);
    four_free(&out);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// parts of the matrices are those of all of them
static void test_parts(void** state) {
  (void)state;
  mjModel* m = loadFile("models/muscle_arm");
  mjData* d = settled(m, 50);
  Four all = four_make(m), one = four_make(m);
  assert_int_equal(four_fill(&all, m, d, sn_DIFF_ANALYTIC), sn_DIFF_ANALYTIC);
  for (int k = 0; k < 4; k++) {
    mjtNum* of[4] = {NULL, NULL, NULL, NULL};
    double worst = 0;
    of[k] = one.of[k];
    assert_int_equal(sn_transition(m, d, 0, of[0], of[1], of[2], of[3]), 0);
    for (int i = 0; i < all.size[k]; i++) {
      worst = fmax(worst, fabs(one.of[k][i] - all.of[k][i]));
    }
    assert_true(worst < 1e-12);  // without sensors M is solved with once, with them twice
  }
  four_free(&all);
  four_free(&one);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- threads

typedef struct {
  const mjModel* m;
  mjData* d;
  Four out;
} Job;

static void* work(void* context) {
  Job* job = context;
  for (int k = 0; k < 5; k++) four_fill(&job->out, job->m, job->d, k % sn_NDIFFMODE);
  four_fill(&job->out, job->m, job->d, sn_DIFF_ANALYTIC);
  return NULL;
}

static void test_threads(void** state) {
  (void)state;
  enum { NTHREAD = 3 };
  mjModel* m = loadFile("models/hand");
  mjData* d = settled(m, 60);
  Job job[NTHREAD];
  pthread_t thread[NTHREAD];
  for (int k = 0; k < NTHREAD; k++) {
    job[k] = (Job){m, mj_copyData(NULL, m, d), four_make(m)};
    assert_int_equal(pthread_create(thread + k, NULL, work, job + k), 0);
  }
  for (int k = 0; k < NTHREAD; k++) pthread_join(thread[k], NULL);
  for (int k = 0; k < NTHREAD; k++) {
    assert_true(four_same(&job[k].out, &job[0].out));
    mj_deleteData(job[k].d);
  }
  for (int k = 0; k < NTHREAD; k++) four_free(&job[k].out);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arenas),      cmocka_unit_test(test_no_heap),
      cmocka_unit_test(test_bad_states),  cmocka_unit_test(test_rk4),
      cmocka_unit_test(test_bad_options), cmocka_unit_test(test_sleep),
      cmocka_unit_test(test_falls_back),  cmocka_unit_test(test_unconverged),
      cmocka_unit_test(test_small),       cmocka_unit_test(test_parts),
      cmocka_unit_test(test_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
