// mjd_transitionFD: a linear system against its exact matrices; every column, bit by bit, against
// differences of mj_step; what it leaves of the data; limits of controls; sleeping trees; threads;
// what it refuses.
#include <math.h>
#include <pthread.h>

#include "finite_support.h"

// ---- a linear system

// mass 2 on a spring of 3 with damping .5, a motor of gear 4, and an integrator that pushes with 6
static const char linearXml[] =
    "<mujoco><option timestep='.01' gravity='0 0 0'/><worldbody><body>"
    "<joint name='x' type='slide' stiffness='3' damping='.5'/>"
    "<geom size='.1' mass='2' contype='0'/></body></worldbody>"
    "<actuator><motor joint='x' gear='4'/>"
    "<general joint='x' dyntype='integrator' gainprm='6'/></actuator>"
    "<sensor><jointpos joint='x'/><jointvel joint='x'/><jointactuatorfrc joint='x'/></sensor>"
    "</mujoco>";

static void test_linear(void** state) {
  (void)state;
  const double h = 0.01, inertia = 2 + h * 0.5;
  const double dv[3] = {-3 * h / inertia, 1 - 0.5 * h / inertia, 6 * h / inertia};
  const double A[9] = {1 + h * dv[0], h * dv[1], h * dv[2], dv[0], dv[1], dv[2], 0, 0, 1};
  const double B[6] = {h * 4 * h / inertia, 0, 4 * h / inertia, 0, 0, h};
  const double C[9] = {1, 0, 0, 0, 1, 0, 0, 0, 6}, D[6] = {0, 0, 0, 0, 4, 0};
  const double* const exact[4] = {A, B, C, D};
  mjModel* m = loadText(linearXml);
  mjData* d = mj_makeData(m);
  d->qpos[0] = 0.3, d->qvel[0] = -0.2, d->act[0] = 0.1, d->ctrl[0] = 0.7, d->ctrl[1] = -0.4;
  for (int centred = 0; centred < 2; centred++) {
    Matrices mat = matrices_make(m);
    double worst = 0;
    matrices_fill(&mat, m, d, 1e-4, centred);
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i < mat.size[k]; i++) worst = fmax(worst, fabs(mat.of[k][i] - exact[k][i]));
    }
    print_message("  centred %d: worst %.1e\n", centred, worst);
    assert_true(worst < 1e-10);
    matrices_free(&mat);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- columns against differences of mj_step

static const char* const models[] = {
    "tests/scenes/gripper",     "tests/scenes/rolling", "tests/scenes/stack",
    "tests/scenes/four_bar",    "models/humanoid",      "models/hand",
    "models/quadruped",         "models/muscle_arm",    "models/pendulum",
    "models/slider_crank",      "models/cartpole",      "tests/golden/step_tree",
    "tests/golden/rows_contact"};

enum { NMODEL = sizeof models / sizeof *models };

typedef struct {
  mjtNum *qpos, *qvel, *act, *sensordata;
} Result;

static Result result_make(const mjModel* m) {
  return (Result){numbers(m->nq), numbers(m->nv), numbers(m->na), numbers(m->nsensordata)};
}

static void result_free(Result* r) {
  free(r->qpos);
  free(r->qvel);
  free(r->act);
  free(r->sensordata);
}

typedef struct {
  const mjModel* m;
  mjData* d;
  mjtNum* start;  // integration state
  Result low, high;
} Check;

// input i of kind 0: position, 1: velocity, 2: activation, 3: control
static void stepFrom(Check* c, int kind, int i, double by, Result* r) {
  const mjModel* m = c->m;
  mjData* d = c->d;
  mj_setState(m, d, c->start, mjSTATE_INTEGRATION);
  if (by == 0) {
    // not even quaternions are normalised
  } else if (kind == 0) {
    mjtNum* dq = numbers(m->nv);
    dq[i] = 1;
    mj_integratePos(m, d->qpos, dq, by);
    free(dq);
  } else {
    mjtNum* const array[] = {NULL, d->qvel, d->act, d->ctrl};
    array[kind][i] += by;
  }
  mj_step(m, d);
  mju_copy(r->qpos, d->qpos, (int)m->nq);
  mju_copy(r->qvel, d->qvel, (int)m->nv);
  mju_copy(r->act, d->act, (int)m->na);
  mju_copy(r->sensordata, d->sensordata, (int)m->nsensordata);
}

// the entries that differ in a bit
static int compareColumn(const Check* c, const mjtNum* state, const mjtNum* sensor, int ncol,
                         double step) {
  const mjModel* m = c->m;
  const int nv = (int)m->nv, na = (int)m->na, ns = (int)m->nsensordata;
  const Result *low = &c->low, *high = &c->high;
  mjtNum* dx = numbers(2 * nv + na);
  int wrong = 0;
  mj_differentiatePos(m, dx, step, low->qpos, high->qpos);
  for (int i = 0; i < nv; i++) dx[nv + i] = (high->qvel[i] - low->qvel[i]) / step;
  for (int i = 0; i < na; i++) dx[2 * nv + i] = (high->act[i] - low->act[i]) / step;
  for (int i = 0; i < 2 * nv + na; i++) wrong += state[i * ncol] != dx[i];
  for (int i = 0; i < ns; i++) {
    wrong += sensor[i * ncol] != (high->sensordata[i] - low->sensordata[i]) / step;
  }
  free(dx);
  return wrong;
}

static int compareColumns(Check* c, const Matrices* mat, double eps, bool centred) {
  const mjModel* m = c->m;
  const int nv = (int)m->nv, na = (int)m->na, nu = (int)m->nu, ndx = 2 * nv + na;
  const struct {
    int n, first, ncol;
    const mjtNum *state, *sensor;
  } kinds[] = {{nv, 0, ndx, mat->of[0], mat->of[2]},
               {nv, nv, ndx, mat->of[0], mat->of[2]},
               {na, 2 * nv, ndx, mat->of[0], mat->of[2]},
               {nu, 0, nu, mat->of[1], mat->of[3]}};
  int wrong = 0;
  for (int kind = 0; kind < 4; kind++) {
    for (int i = 0; i < kinds[kind].n; i++) {
      const int col = kinds[kind].first + i;
      stepFrom(c, kind, i, eps, &c->high);
      stepFrom(c, kind, i, centred ? -eps : 0, &c->low);
      wrong += compareColumn(c, kinds[kind].state + col, kinds[kind].sensor + col, kinds[kind].ncol,
                             centred ? 2 * eps : eps);
    }
  }
  return wrong;
}

// without implicit damping, whose matrix columns of velocities do not vary, all bits are those of
// steps
static void test_columns(void** state) {
  (void)state;
  const double eps = 1e-6;
  int rows = 0, contacts = 0;
  for (int k = 0; k < NMODEL; k++) {
    mjModel* m = loadFile(models[k]);
    m->opt.disableflags |= mjDSBL_EULERDAMP;
    m->opt.enableflags &= ~mjENBL_ENERGY;  // a sensor of energy would be one evaluation late
    m->opt.integrator = mjINT_EULER;
    mjData* d = mj_makeData(m);
    settle(m, d, 12);
    rows += d->nefc, contacts += d->ncon;
    Check c = {m, mj_makeData(m), stateOf(m, d), result_make(m), result_make(m)};
    Matrices mat = matrices_make(m);
    for (int centred = 0; centred < 2; centred++) {
      matrices_fill(&mat, m, d, eps, centred);
      const int wrong = compareColumns(&c, &mat, eps, centred);
      if (wrong) print_message("  %s, centred %d: %d differ\n", models[k], centred, wrong);
      assert_int_equal(wrong, 0);
    }
    matrices_free(&mat);
    result_free(&c.low);
    result_free(&c.high);
    free(c.start);
    mj_deleteData(c.d);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  print_message("  %d models, %d rows, %d contacts\n", NMODEL, rows, contacts);
  assert_true(contacts > 10);
}

// positions move the matrix of the integrator in any case
static void test_positions(void** state) {
  (void)state;
  const int kinds[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  for (int k = 0; k < NMODEL; k++) {
    for (int j = 0; j < 3; j++) {
      mjModel* m = loadFile(models[k]);
      m->opt.integrator = kinds[j];
      m->opt.enableflags &= ~mjENBL_ENERGY;
      mjData* d = mj_makeData(m);
      settle(m, d, 12);
      Check c = {m, mj_makeData(m), stateOf(m, d), result_make(m), result_make(m)};
      Matrices mat = matrices_make(m);
      const int ndx = 2 * (int)m->nv + (int)m->na;
      matrices_fill(&mat, m, d, 1e-6, 0);
      int wrong = 0;
      for (int i = 0; i < m->nv; i++) {
        stepFrom(&c, 0, i, 1e-6, &c.high);
        stepFrom(&c, 0, i, 0, &c.low);
        wrong += compareColumn(&c, mat.of[0] + i, mat.of[2] + i, ndx, 1e-6);
      }
      assert_int_equal(wrong, 0);
      matrices_free(&mat);
      result_free(&c.low);
      result_free(&c.high);
      free(c.start);
      mj_deleteData(c.d);
      mj_deleteData(d);
      mj_deleteModel(m);
    }
  }
}

// ---- what is left

static const char* const keepers[] = {"tests/scenes/sleep", "tests/scenes/sleep_ways",
                                      "tests/scenes/gripper", "models/humanoid",
                                      "models/muscle_arm"};

// a step after the derivatives is the step without them, and so are all that follow
static void test_leavesState(void** state) {
  (void)state;
  int slept = 0;
  for (size_t k = 0; k < sizeof keepers / sizeof *keepers; k++) {
    mjModel* m = loadFile(keepers[k]);
    if (m->nv > 200) fail_msg("too large");
    mjData *d = mj_makeData(m), *other = mj_makeData(m);
    Matrices mat = matrices_make(m);
    for (int i = 0; i < 600; i++) {
      push(m, d, i);
      push(m, other, i);
      if (i % 100 == 50) {
        mjtNum* before = stateOf(m, d);
        matrices_fill(&mat, m, d, 1e-6, i % 200 == 50);
        mjtNum* after = stateOf(m, d);
        const size_t bytes = sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION);
        assert_memory_equal(before, after, bytes);
        assert_memory_equal(d->tree_asleep, other->tree_asleep, sizeof(int) * (size_t)m->ntree);
        assert_int_equal(d->ntree_awake, other->ntree_awake);
        slept += d->ntree_awake < m->ntree;
        free(before);
        free(after);
      }
      mj_step(m, d);
      mj_step(m, other);
      assert_memory_equal(d->qpos, other->qpos, sizeof(mjtNum) * (size_t)m->nq);
      assert_memory_equal(d->qvel, other->qvel, sizeof(mjtNum) * (size_t)m->nv);
      assert_memory_equal(d->qacc_warmstart, other->qacc_warmstart, sizeof(mjtNum) * (size_t)m->nv);
      assert_memory_equal(d->tree_asleep, other->tree_asleep, sizeof(int) * (size_t)m->ntree);
      if (m->nsensordata) {
        assert_memory_equal(d->sensordata, other->sensordata,
                            sizeof(mjtNum) * (size_t)m->nsensordata);
      }
    }
    assert_int_equal(d->pstack, 0);
    matrices_free(&mat);
    mj_deleteData(d);
    mj_deleteData(other);
    mj_deleteModel(m);
  }
  print_message("  %d times with trees asleep\n", slept);
  assert_true(slept > 0);
}

// the matrices depend on the state alone, not on what the data held before; sleepers count as awake
static void test_stateAlone(void** state) {
  (void)state;
  for (size_t k = 0; k < sizeof keepers / sizeof *keepers; k++) {
    mjModel* m = loadFile(keepers[k]);
    mjData *d = mj_makeData(m), *fresh = mj_makeData(m);
    for (int i = 0; i < 450; i++) {
      push(m, d, i);
      mj_step(m, d);
    }
    mj_copyState(m, d, fresh, mjSTATE_INTEGRATION);
    Matrices a = matrices_make(m), b = matrices_make(m), c = matrices_make(m);
    matrices_fill(&a, m, d, 1e-6, 1);
    matrices_fill(&b, m, d, 1e-6, 1);
    m->opt.enableflags &= ~mjENBL_SLEEP;
    matrices_fill(&c, m, fresh, 1e-6, 1);
    assert_true(matrices_same(&a, &b));
    assert_true(matrices_same(&a, &c));
    matrices_free(&a);
    matrices_free(&b);
    matrices_free(&c);
    mj_deleteData(d);
    mj_deleteData(fresh);
    mj_deleteModel(m);
  }
}

// what is asked for does not depend on what else is
static void test_null(void** state) {
  (void)state;
  mjModel* m = loadFile("models/humanoid");
  mjData* d = mj_makeData(m);
  settle(m, d, 12);
  Matrices all = matrices_make(m);
  matrices_fill(&all, m, d, 1e-6, 1);
  for (int which = 0; which < 16; which++) {
    Matrices some = matrices_make(m);
    mjtNum* out[4];
    for (int k = 0; k < 4; k++) out[k] = which & (1 << k) ? some.of[k] : NULL;
    mjd_transitionFD(m, d, 1e-6, 1, out[0], out[1], out[2], out[3]);
    for (int k = 0; k < 4; k++) {
      const size_t bytes = sizeof(mjtNum) * (size_t)some.size[k];
      if (out[k]) assert_memory_equal(out[k], all.of[k], bytes);
    }
    matrices_free(&some);
  }
  matrices_free(&all);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- controls

static const char limitXml[] =
    "<mujoco><worldbody><body><joint name='x' type='slide'/><geom size='.1' mass='1'/></body>"
    "</worldbody><actuator><motor joint='x' ctrlrange='-1 1'/></actuator>"
    "<sensor><jointactuatorfrc joint='x'/></sensor></mujoco>";

static void test_limits(void** state) {
  (void)state;
  static const struct {
    double ctrl, slope;
  } cases[] = {{-2, 0}, {-1, 1}, {-1 + 5e-7, 1}, {0, 1}, {1 - 5e-7, 1}, {1, 1}, {1.5, 0}, {NAN, 0}};
  mjModel* m = loadText(limitXml);
  mjData* d = mj_makeData(m);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    for (int centred = 0; centred < 2; centred++) {
      mjtNum B[2] = {7, 7}, D = 7;
      d->ctrl[0] = cases[k].ctrl;
      mjd_transitionFD(m, d, 1e-6, (mjtBool)centred, NULL, B, NULL, &D);
      assert_true(fabs(B[1] - m->opt.timestep * cases[k].slope) < 1e-9);
      assert_true(fabs(D - cases[k].slope) < 1e-8);
    }
  }
  // a range narrower than eps leaves no room to move
  m->actuator_ctrlrange[0] = -1e-8;
  m->actuator_ctrlrange[1] = 1e-8;
  mjtNum B[2] = {7, 7}, D = 7;
  d->ctrl[0] = 0;
  mjd_transitionFD(m, d, 1e-6, 1, NULL, B, NULL, &D);
  assert_true(B[0] == 0 && B[1] == 0 && D == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// kinetic energy is a sensor of the stage of positions: its derivative by velocities is M qvel
static void test_kinetic(void** state) {
  (void)state;
  for (int flag = 0; flag < 2; flag++) {
    mjModel* m = loadText(
        "<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -.5' mass='2'/>"
        "<body pos='0 0 -1'><joint type='ball'/><geom type='box' size='.1 .2 .3' pos='0 .1 -.4'/>"
        "</body></body></worldbody><sensor><e_kinetic/></sensor></mujoco>");
    if (flag) m->opt.enableflags |= mjENBL_ENERGY;
    mjData* d = mj_makeData(m);
    settle(m, d, 20);
    Matrices mat = matrices_make(m);
    mjtNum* momentum = numbers(m->nv);
    matrices_fill(&mat, m, d, 1e-6, 1);
    mj_forward(m, d);
    mj_mulM(m, d, momentum, d->qvel);
    for (int i = 0; i < m->nv; i++) {
      assert_true(fabs(mat.of[2][m->nv + i] - momentum[i]) < 1e-7 * (1 + fabs(momentum[i])));
    }
    free(momentum);
    matrices_free(&mat);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// ---- threads

enum { NTHREAD = 4 };

typedef struct {
  const mjModel* m;
  mjData* d;
  Matrices mat;
} Job;

static void* work(void* arg) {
  Job* job = arg;
  matrices_fill(&job->mat, job->m, job->d, 1e-6, 1);
  return NULL;
}

static void test_threads(void** state) {
  (void)state;
  mjModel* m = loadFile("models/quadruped");
  Job job[NTHREAD];
  pthread_t thread[NTHREAD];
  for (int k = 0; k < NTHREAD; k++) {
    job[k] = (Job){m, mj_makeData(m), matrices_make(m)};
    settle(m, job[k].d, 30);
  }
  for (int k = 0; k < NTHREAD; k++) {
    assert_int_equal(pthread_create(&thread[k], NULL, work, &job[k]), 0);
  }
  for (int k = 0; k < NTHREAD; k++) pthread_join(thread[k], NULL);
  for (int k = 0; k < NTHREAD; k++) assert_true(matrices_same(&job[0].mat, &job[k].mat));
  for (int k = 0; k < NTHREAD; k++) {
    matrices_free(&job[k].mat);
    mj_deleteData(job[k].d);
  }
  mj_deleteModel(m);
}

// ---- what is refused

// the matrices are as they were, and so is the state, and there is a message with these words
static void refuses(const mjModel* m, mjData* d, double eps, const char* words) {
  Matrices mat = matrices_make(m), untouched = matrices_make(m);
  mjtNum* before = stateOf(m, d);
  catch_begin();
  matrices_fill(&mat, m, d, eps, 1);
  catch_end();
  assert_true(caught_count > 0);
  if (!strstr(caught.subject, words)) fail_msg("\"%s\" does not say \"%s\"", caught.subject, words);
  assert_true(matrices_same(&mat, &untouched));
  mjtNum* after = stateOf(m, d);
  assert_memory_equal(before, after, sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
  assert_int_equal(d->pstack, 0);
  free(before);
  free(after);
  matrices_free(&mat);
  matrices_free(&untouched);
}

static void test_refused(void** state) {
  (void)state;
  mjModel* m = loadFile("models/humanoid");
  mjData* d = mj_makeData(m);
  refuses(m, d, 0, "eps");
  refuses(m, d, NAN, "eps");
  refuses(m, d, INFINITY, "eps");
  m->opt.integrator = mjINT_RK4;
  refuses(m, d, 1e-6, "RK4");
  m->opt.integrator = 77;
  refuses(m, d, 1e-6, "integrator 77");
  m->opt.integrator = mjINT_EULER;
  d->qpos[3] = NAN;
  refuses(m, d, 1e-6, "qpos[3]");
  mj_resetData(m, d);
  d->qvel[5] = 1e30;
  refuses(m, d, 1e-6, "qvel[5]");
  mj_deleteData(d);
  mj_deleteModel(m);

  m = loadText("<mujoco><worldbody><body><joint name='x'/><geom size='.1'/></body></worldbody>"
               "<actuator><position joint='x' delay='.01' nsample='3'/></actuator></mujoco>");
  d = mj_makeData(m);
  refuses(m, d, 1e-6, "delays");
  mj_deleteData(d);
  mj_deleteModel(m);
}

// arenas from none to plenty: an error, or the matrices of the large one
static void test_arena(void** state) {
  (void)state;
  mjModel* m = loadFile("tests/scenes/stack");
  mjData* d = mj_makeData(m);
  Matrices right = matrices_make(m);
  settle(m, d, 100);
  assert_true(d->ncon > 3);
  mjtNum* start = stateOf(m, d);
  matrices_fill(&right, m, d, 1e-6, 0);
  int refused = 0, done = 0;
  for (mjtSize bytes = 0; bytes < 2000000; bytes += 200 + bytes / 16) {
    m->narena = bytes;
    mjData* small = mj_makeData(m);
    mj_setState(m, small, start, mjSTATE_INTEGRATION);
    Matrices mat = matrices_make(m);
    catch_begin();
    matrices_fill(&mat, m, small, 1e-6, 0);
    catch_end();
    const bool told = caught_count > 0 && strstr(caught.subject, "mjd_transitionFD") != NULL;
    assert_true(told || matrices_same(&mat, &right));
    assert_int_equal(small->pstack, 0);
    mjtNum* after = stateOf(m, small);
    assert_memory_equal(start, after,
                        sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
    free(after);
    refused += told;
    done += !told;
    matrices_free(&mat);
    mj_deleteData(small);
  }
  print_message("  %d arenas too small, %d large enough\n", refused, done);
  assert_true(refused > 0 && done > 0);
  free(start);
  matrices_free(&right);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// nothing moves: nothing to write
static void test_empty(void** state) {
  (void)state;
  mjModel* m = loadText("<mujoco><worldbody><geom size='.1'/></worldbody>"
                        "<sensor><clock/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  mjtNum none = 7;
  mjd_transitionFD(m, d, 1e-6, 1, &none, &none, &none, &none);
  mjd_transitionFD(m, d, 1e-6, 1, NULL, NULL, NULL, NULL);
  assert_true(none == 7);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_linear),     cmocka_unit_test(test_columns),
      cmocka_unit_test(test_positions),  cmocka_unit_test(test_leavesState),
      cmocka_unit_test(test_stateAlone), cmocka_unit_test(test_null),
      cmocka_unit_test(test_limits),     cmocka_unit_test(test_kinetic),
      cmocka_unit_test(test_threads),    cmocka_unit_test(test_refused),
      cmocka_unit_test(test_arena),      cmocka_unit_test(test_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
