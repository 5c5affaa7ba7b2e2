// Properties of the primal solvers: the optimum satisfies the equations of motion and the law of
// every row; islands, the storage of the Jacobian and the solver do not change it; systems that are
// nearly singular stay finite; short memory leaves the step unconstrained.
#include "solve_support.h"

enum { SAMPLES = 12, STEPS = 25 };

static void solveWith(mjModel* m, mjData* d, int solver, int jacobian, bool islands) {
  m->opt.solver = solver;
  m->opt.jacobian = jacobian;
  m->opt.disableflags = islands ? 0 : mjDSBL_ISLAND;
  mj_forward(m, d);
}

// ---- optimum

static void test_optimum(void** unused) {
  (void)unused;
  double worstMotion = 0, worstForce = 0;
  for (int k = 0; k < SOLVE_MODELS; k++) {
    mjModel* m = loadFile(solveModels[k]);
    mjData* d = mj_makeData(m);
    for (int s = 0; s < SAMPLES; s++) {
      m->opt.tolerance = 1e-8;
      m->opt.cone = s % 2;
      stepRandomly(m, d, STEPS);
      m->opt.tolerance = 0;
      mj_forward(m, d);
      worstMotion = fmax(worstMotion, motionResidual(m, d));
      worstForce = fmax(worstForce, forceResidual(m, d));
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  print_message("equations of motion to %.2g, law of rows to %.2g\n", worstMotion, worstForce);
  assert_true(worstMotion < 1e-9);
  assert_true(worstForce < 1e-9);
}

// ---- the same optimum in other ways

static void test_ways(void** unused) {
  (void)unused;
  double islands = 0, storage = 0;
  for (int k = 0; k < SOLVE_MODELS; k++) {
    mjModel* m = loadFile(solveModels[k]);
    mjData* d = mj_makeData(m);
    mjtNum* first = calloc((size_t)m->nv, sizeof *first);
    for (int s = 0; s < SAMPLES; s++) {
      m->opt.tolerance = 1e-8;
      m->opt.cone = s % 2;
      solveWith(m, d, mjSOL_NEWTON, mjJAC_AUTO, true);
      stepRandomly(m, d, STEPS);
      m->opt.tolerance = 0;
      solveWith(m, d, mjSOL_NEWTON, mjJAC_DENSE, true);
      memcpy(first, d->qacc, (size_t)m->nv * sizeof *first);
      solveWith(m, d, mjSOL_NEWTON, mjJAC_DENSE, false);
      islands = fmax(islands, distance(first, d->qacc, m->nv));
      solveWith(m, d, mjSOL_NEWTON, mjJAC_SPARSE, true);
      storage = fmax(storage, distance(first, d->qacc, m->nv));
    }
    free(first);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  print_message("islands on and off to %.2g, dense and sparse to %.2g\n", islands, storage);
  assert_true(islands < 1e-9);
  assert_true(storage < 1e-9);
}

static void test_solvers(void** unused) {
  (void)unused;
  double worst[2] = {0, 0};
  for (int k = 0; k < SOLVE_MODELS; k++) {
    mjModel* m = loadFile(solveModels[k]);
    mjData* d = mj_makeData(m);
    mjtNum* first = calloc((size_t)m->nv, sizeof *first);
    for (int s = 0; s < 4; s++) {
      m->opt.tolerance = 1e-8;
      m->opt.iterations = 100;
      m->opt.cone = s % 2;
      solveWith(m, d, mjSOL_NEWTON, mjJAC_AUTO, true);
      stepRandomly(m, d, STEPS);
      m->opt.tolerance = 0;
      m->opt.iterations = 2000;
      solveWith(m, d, mjSOL_NEWTON, mjJAC_AUTO, true);
      memcpy(first, d->qacc, (size_t)m->nv * sizeof *first);
      for (int solver = mjSOL_PGS; solver <= mjSOL_CG; solver++) {
        solveWith(m, d, solver, mjJAC_AUTO, true);
        worst[solver] = fmax(worst[solver], distance(first, d->qacc, m->nv));
      }
    }
    free(first);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  print_message("Newton and PGS to %.2g, Newton and CG to %.2g\n", worst[0], worst[1]);
  assert_true(worst[0] < 1e-6);
  assert_true(worst[1] < 1e-6);
}

// ---- fill beyond one word of a bit set, many islands

static void test_wall(void** unused) {
  (void)unused;
  static char xml[20000];
  int n = sprintf(xml, "<mujoco><option timestep='.004'/><size memory='40M'/><worldbody>"
                       "<geom type='plane' size='9 9 1'/>");
  for (int row = 0; row < 5; row++) {
    for (int k = 0; k < 7; k++) {
      n += sprintf(xml + n,
                   "<body pos='%g 0 %g'><freejoint/><geom type='box' size='.1 .1 .05'/></body>",
                   .203 * k + .1 * (row % 2) + (k > 3 ? 2 : 0), .0499 + .0998 * row);
    }
  }
  sprintf(xml + n, "</worldbody></mujoco>");
  mjModel* m = loadText(xml);
  mjData* d = mj_makeData(m);
  double motion = 0, force = 0;
  for (int s = 0; s < 3; s++) {
    stepRandomly(m, d, 10);
    m->opt.tolerance = 0;
    m->opt.cone = s % 2;
    mj_forward(m, d);
    assert_int_equal(d->nisland, 2);
    motion = fmax(motion, motionResidual(m, d));
    force = fmax(force, forceResidual(m, d));
    m->opt.tolerance = 1e-8;
  }
  print_message("%d dofs, %d rows: motion to %.2g, rows to %.2g\n", (int)m->nv, d->nefc, motion,
                force);
  assert_true(m->nv > 128 && d->nefc > 300);
  assert_true(motion < 1e-9 && force < 1e-9);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- nearly singular systems

static const char singular[] =
    "<mujoco><option timestep='.002'/><size memory='4M'/><worldbody>"
    "<geom type='plane' size='5 5 1'/>"
    "<body name='a' pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' mass='1e-3'/></body>"
    "<body name='b' pos='0 0 .299'><freejoint/><geom type='box' size='.1 .1 .1' mass='1e3' "
    "friction='0 0 0'/></body>"
    "<body name='c' pos='1 0 .5'><joint name='j' axis='0 1 0' range='-1 1' limited='true' "
    "frictionloss='1e-6'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.02' mass='1e-6'/>"
    "</body><body name='e' pos='2 0 1'><freejoint/><geom size='.1'/></body></worldbody><equality>"
    "<joint joint1='j' polycoef='0 0 0 0 0'/><joint joint1='j' polycoef='0 0 0 0 0'/>"
    "<joint joint1='j' polycoef='.001 0 0 0 0' solref='-1e6 -1e3'/>"
    "<connect body1='e' anchor='0 0 0' solimp='.9999 .9999 .001'/>"
    "<connect body1='e' anchor='0 0 0' solimp='.9999 .9999 .001'/>"
    "<weld body1='e' solimp='.9999 .9999 .001'/></equality></mujoco>";

static void test_singular(void** unused) {
  (void)unused;
  mjModel* m = loadText(singular);
  mjData* d = mj_makeData(m);
  for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
    for (int cone = 0; cone < 2; cone++) {
      for (int noslip = 0; noslip <= 3; noslip += 3) {
        mj_resetData(m, d);
        m->opt.solver = solver;
        m->opt.cone = cone;
        m->opt.noslip_iterations = noslip;
        for (int s = 0; s < 100; s++) {
          mj_step(m, d);
          assert_true(isFinite(d->qacc, m->nv));
          assert_true(isFinite(d->efc_force, d->nefc));
        }
        assert_int_equal(d->warning[mjWARN_BADQACC].number, 0);
        assert_true(d->nefc > 18);
      }
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- bad numbers and short memory end, without a crash

static void test_nan(void** unused) {
  (void)unused;
  mjModel* m = loadFile(solveModels[0]);
  mjData* d = mj_makeData(m);
  for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
    for (int cone = 0; cone < 2; cone++) {
      mj_resetData(m, d);
      m->opt.solver = solver;
      m->opt.cone = cone;
      stepRandomly(m, d, 30);
      d->qacc_warmstart[2] = NAN;
      mj_forward(m, d);
      d->qacc_warmstart[2] = 0;
      d->qfrc_applied[3] = NAN;
      mj_forward(m, d);
      d->qfrc_applied[3] = 1e300;
      mj_forward(m, d);
      d->qfrc_applied[3] = 0;
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// options that change between the stages of a step
static void test_options(void** unused) {
  (void)unused;
  mjModel* m = loadFile(solveModels[0]);
  mjData* d = mj_makeData(m);
  stepRandomly(m, d, 30);
  for (int setting = 0; setting < 48; setting++) {
    m->opt.solver = mjSOL_NEWTON;
    m->opt.cone = setting & 1;
    m->opt.jacobian = (setting >> 1) & 1;
    m->opt.noslip_iterations = 0;
    mj_step1(m, d);
    m->opt.solver = setting / 16;
    m->opt.cone = (setting >> 2) & 1;
    m->opt.jacobian = (setting >> 3) & 1;
    m->opt.noslip_iterations = setting % 3;
    m->opt.disableflags = setting % 5 ? 0 : mjDSBL_ISLAND;
    mj_step2(m, d);
    assert_true(isFinite(d->qacc, m->nv));
    m->opt.disableflags = 0;
  }
  assert_int_equal(d->warning[mjWARN_BADQACC].number, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_memory(void** unused) {
  (void)unused;
  int full = 0, solved = 0;
  catch_begin();
  for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
    mjModel* m = loadFile(solveModels[0]);
    m->opt.solver = solver;
    mjData* big = mj_makeData(m);
    stepRandomly(m, big, 40);
    mj_forward(m, big);
    const mjtSize most = big->maxuse_arena;
    for (mjtSize bytes = 2048; bytes < most + 4096; bytes += 1024) {
      m->narena = bytes;
      mjData* d = mj_makeData(m);
      memcpy(d->qpos, big->qpos, (size_t)m->nq * sizeof(mjtNum));
      memcpy(d->qvel, big->qvel, (size_t)m->nv * sizeof(mjtNum));
      mj_forward(m, d);
      assert_true(isFinite(d->qacc, m->nv));
      if (d->warning[mjWARN_CNSTRFULL].number) {
        assert_memory_equal(d->qacc, d->qacc_smooth, (size_t)m->nv * sizeof(mjtNum));
        full++;
      } else {
        solved++;
      }
      mj_deleteData(d);
    }
    mj_deleteData(big);
    mj_deleteModel(m);
  }
  catch_end();
  print_message("%d sizes of the arena were too small, %d not\n", full, solved);
  assert_true(full > 10 && solved > 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_optimum),  cmocka_unit_test(test_ways),
      cmocka_unit_test(test_solvers),  cmocka_unit_test(test_wall),
      cmocka_unit_test(test_singular), cmocka_unit_test(test_nan),
      cmocka_unit_test(test_options),  cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
