// Solvers in lanes, Newton's method or the one that the argument names (PGS, CG): worlds of their
// own states and controls, stepped with mj_step; before each step the constraint problems of 2, 4
// and 8 of them are solved in lanes and one by one, and must have the same bits of qacc,
// qfrc_constraint, forces and the same number of iterations. Under valgrind (SINEW_QUICK) and
// sanitizers fewer steps.
#include "support.h"

#include <math.h>

#include "base/cpu.h"
#include "constraint/constraint.h"
#include "lanes/newton_lanes.h"
#include "solve/lane_solve.h"

#define ROOT TEST_DIR "/../"
#define SHARED ROOT "../shared/models/"

enum {
  WORLDS = 8,
  STEPS = 80,
  LONG_STEPS = 160,
  QUICK_STEPS = 12,
  BASE_STEPS = 6,
  MAX_PATH = 1000
};

static const NewtonVariant* const variantTable[] = {
#define ADDRESS(width, suffix) &newtonVariant_##suffix,
    &newtonVariant_w4_base, &newtonVariant_w8_base, CPU_VARIANTS(ADDRESS)
#undef ADDRESS
};
enum { NVARIANT = sizeof variantTable / sizeof *variantTable };

static int countSteps(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return QUICK_STEPS;
#else
  return getenv("SINEW_QUICK") ? QUICK_STEPS : getenv("SINEW_LONG") ? LONG_STEPS : STEPS;
#endif
}

// what was met
typedef struct {
  long problems, iterations, redone, rows, merged, refactors;
} Tally;

// ---- models

typedef struct {
  const char* file;
  double spread;  // of the states
} Case;

static const Case ownTable[] = {
    {"models/humanoid.xml", 0.3},     {"models/quadruped.xml", 0.3}, {"models/arm.xml", 0.5},
    {"models/slider_crank.xml", 0.1}, {"models/hand.xml", 0.5},      {"models/acrobot.xml", 1},
    {"models/cartpole.xml", 1},       {"models/muscle_arm.xml", 1},  {"models/dominoes.xml", 0.3},
    {"tests/scenes/islands.xml", 1},  {"tests/scenes/loose.xml", 1},
};
static const Case sharedTable[] = {
    {"gym/half_cheetah.xml", 0.3},
    {"gym/hopper.xml", 0.2},
    {"gym/walker2d.xml", 0.2},
    {"gym/ant.xml", 0.3},
    {"gym/humanoid.xml", 0.3},
    {"gym/humanoidstandup.xml", 0.3},
    {"gym/swimmer.xml", 1},
    {"gym/inverted_double_pendulum.xml", 0.5},
    {"gym/reacher.xml", 1},
    {"gym/pusher.xml", 0.5},
    {"dmc/cheetah.xml", 0.3},
    {"dmc/hopper.xml", 0.3},
    {"dmc/walker.xml", 0.3},
    {"dmc/humanoid.xml", 0.3},
    {"dmc/fish.xml", 0.5},
    {"dmc/manipulator.xml", 0.3},
    {"mujoco/humanoid/humanoid.xml", 0.3},
    {"mujoco/slider_crank/slider_crank.xml", 0.1},
    {"mujoco/car/car.xml", 0.3},
    {"menagerie/google_barkour_vb/scene.xml", 0.3},
    {"menagerie/agility_cassie/scene.xml", 0.2},
    {"menagerie/trossen_wx250s/scene.xml", 0.5},
    {"menagerie/shadow_hand/scene_right.xml", 0.5},
};

static int solver = mjSOL_NEWTON;

// with the solver and a dense Jacobian; PGS in one island
static mjModel* load(const char* path, int cone) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) return NULL;
  m->opt.solver = solver;
  m->opt.cone = cone;
  m->opt.jacobian = mjJAC_DENSE;
  m->opt.noslip_iterations = 0;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  if (solver == mjSOL_PGS && m->ntree > 1) m->opt.disableflags |= mjDSBL_ISLAND;
  return m;
}

// ---- worlds

static void disturb(const mjModel* m, mjData* d, double spread) {
  mjtNum* dq = calloc((size_t)m->nv + 1, sizeof *dq);
  if (m->nkey > 0) mj_resetDataKeyframe(m, d, 0);
  for (int i = 0; i < m->nv; i++) {
    dq[i] = 0.3 * spread * rng_uniform();
    d->qvel[i] = spread * rng_uniform();
  }
  mj_integratePos(m, d->qpos, dq, 1);
  free(dq);
}

static void control(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    const mjtNum *range = m->actuator_ctrlrange + 2 * i, x = rng_uniform();
    d->ctrl[i] = m->actuator_ctrllimited[i] ? range[0] + 0.5 * (x + 1) * (range[1] - range[0]) : x;
  }
}

// everything up to the constraint solve
static void ready(const mjModel* m, mjData* d) {
  mj_fwdPosition(m, d);
  mj_fwdVelocity(m, d);
  mj_fwdActuation(m, d);
  mj_fwdAcceleration(m, d);
}

// ---- comparison

static bool sameBits(double a, double b) { return !memcmp(&a, &b, sizeof a) || (a != a && b != b); }

static void compare(const char* what, const char* variant, int world, const mjtNum* a,
                    const mjtNum* b, int n) {
  for (int i = 0; i < n; i++) {
    if (!sameBits(a[i], b[i])) {
      fail_msg("%s[%d] of world %d, %s: %a, one world %a", what, i, world, variant, b[i], a[i]);
    }
  }
}

// of all islands
static int countIterations(const mjData* d) {
  int n = 0;
  for (int i = 0; i < mjNISLAND; i++) n += d->solver_niter[i];
  return n;
}

static void compareWorld(const mjModel* m, const NewtonVariant* v, void* problem, int lane,
                         int world, const mjData* done, Tally* t) {
  const int nv = (int)m->nv;
  mjtNum* numbers = calloc((size_t)(2 * nv + done->nefc + 1), sizeof *numbers);
  mjtNum *qacc = numbers, *frc = qacc + nv, *force = frc + nv;
  int niter;
  if (v->get(problem, lane, qacc, frc, force, &niter)) {
    compare("qacc", v->name, world, done->qacc, qacc, nv);
    compare("qfrc_constraint", v->name, world, done->qfrc_constraint, frc, nv);
    compare("force", v->name, world, done->efc_force, force, done->nefc);
    if (done->nisland <= mjNISLAND) assert_int_equal(niter, countIterations(done));
    t->problems++;
    t->iterations += niter;
    t->rows += done->nefc;
    t->merged += v->rows(problem);
    for (int k = 0; k < niter && k < mjNSOLVER; k++) {  // or contacts that slide
      t->refactors += done->solver[k].nupdate > done->solver[k].nchange;
    }
  } else {
    t->redone++;
  }
  free(numbers);
}

static void runVariant(const mjModel* m, const NewtonVariant* v, mjData* const* begin,
                       mjData* const* done, Tally* t) {
  if (!v->base && !cpu_hasLanes(v->width)) return;
  for (int first = 0; first + v->width <= WORLDS; first += v->width) {
    void* problem = v->make(m, begin + first, ~0u);
    v->solve(problem);
    for (int k = 0; k < v->width; k++) {
      compareWorld(m, v, problem, k, first + k, done[first + k], t);
    }
    v->clear(problem);
  }
}

// ---- runs

enum { NONE = -1 };

// bad: the world that has a NaN, NONE
static Tally run(const mjModel* m, const char* name, double spread, int nstep, int bad) {
  mjData *world[WORLDS], *begin[WORLDS], *done[WORLDS];
  Tally t = {0};
  for (int i = 0; i < WORLDS; i++) {
    world[i] = mj_makeData(m);
    begin[i] = mj_makeData(m);
    done[i] = mj_makeData(m);
    disturb(m, world[i], spread);
  }
  for (int step = 0; step < nstep; step++) {
    for (int i = 0; i < WORLDS; i++) {
      control(m, world[i]);
      mj_copyData(begin[i], m, world[i]);
      ready(m, begin[i]);
      if (i == bad) begin[i]->qacc_warmstart[m->nv / 2] = NAN;
      mj_copyData(done[i], m, begin[i]);
      mj_fwdConstraint(m, done[i]);
    }
    for (int v = 0; v < NVARIANT; v++) {  // baseline builds are slow
      if (variantTable[v]->base && step % BASE_STEPS) continue;
      runVariant(m, variantTable[v], begin, done, &t);
    }
    for (int i = 0; i < WORLDS; i++) mj_step(m, world[i]);
  }
  const double n = t.problems ? (double)t.problems : 1;
  print_message("%s: %ld problems, %.2f iterations, %.1f rows of %.1f, %ld refactors, %ld redone\n",
                name, t.problems, (double)t.iterations / n, (double)t.rows / n,
                (double)t.merged / n, t.refactors, t.redone);
  if (bad == NONE) assert_int_equal(t.redone, 0);
  assert_true(t.problems > 0);
  for (int i = 0; i < WORLDS; i++) {
    mj_deleteData(world[i]);
    mj_deleteData(begin[i]);
    mj_deleteData(done[i]);
  }
  return t;
}

static void runFiles(const char* folder, const Case* table, size_t n, int cone) {
  for (size_t i = 0; i < n; i++) {
    char path[MAX_PATH];
    snprintf(path, sizeof path, "%s%s", folder, table[i].file);
    mjModel* m = load(path, cone);
    if (!m) {
      print_message("%s is not here\n", table[i].file);
      continue;
    }
    const char* obstacle = solve_simdObstacle(m);
    if (obstacle) {
      print_message("%s: %s\n", table[i].file, obstacle);
    } else {
      run(m, table[i].file, table[i].spread, countSteps(), NONE);
    }
    mj_deleteModel(m);
  }
}

// models whose problems differ: their folder, and where the test has to look for them
static mjModel* loadOne(const char* file, const char* fallback, int cone) {
  mjModel* m = load(file, cone);
  if (!m) m = load(fallback, cone);
  if (!m) fail_msg("%s cannot be loaded", fallback);
  return m;
}

static void runAll(int cone) {
  runFiles(ROOT, ownTable, sizeof ownTable / sizeof *ownTable, cone);
  runFiles(SHARED, sharedTable, sizeof sharedTable / sizeof *sharedTable, cone);
}

static void test_pyramids(void** state) {
  (void)state;
  runAll(mjCONE_PYRAMIDAL);
}

static void test_cones(void** state) {
  (void)state;
  runAll(mjCONE_ELLIPTIC);
}

// ---- options

typedef struct {
  const char* name;
  double tolerance, ls_tolerance;
  int iterations, ls_iterations;
  int disable;
} Options;

static const Options optionTable[] = {
    {"tolerance 0", 0, 0.01, 100, 50, 0},
    {"line tolerance 0", 1e-8, 0, 20, 50, 0},
    {"one iteration", 1e-8, 0.01, 1, 50, 0},
    {"no iteration", 1e-8, 0.01, 0, 50, 0},
    {"no evaluation", 1e-8, 0.01, 10, 0, 0},
    {"two evaluations", 1e-8, 0.01, 10, 2, 0},
    {"three evaluations", 0, 0, 10, 3, 0},
    {"five evaluations", 0, 1e-3, 100, 5, 0},
    {"large tolerance", 1e-2, 0.1, 100, 50, 0},
    {"no warm start", 1e-8, 0.01, 100, 50, mjDSBL_WARMSTART},
    {"no islands", 1e-8, 0.01, 100, 50, mjDSBL_ISLAND},
};

static const Case optionCases[] = {
    {"gym/half_cheetah.xml", 0.3},     {"gym/ant.xml", 0.5},
    {"dmc/walker.xml", 0.3},           {"mujoco/humanoid/humanoid.xml", 0.3},
    {"../../models/quadruped.xml", 1}, {"menagerie/agility_cassie/scene.xml", 0.2},
};

static void runOptions(mjModel* m, const Case* c) {
  const int flags = m->opt.disableflags;
  for (size_t k = 0; k < sizeof optionTable / sizeof *optionTable; k++) {
    const Options* o = &optionTable[k];
    char name[MAX_PATH];
    snprintf(name, sizeof name, "%s, %s", c->file, o->name);
    m->opt.tolerance = o->tolerance;
    m->opt.ls_tolerance = o->ls_tolerance;
    m->opt.iterations = o->iterations;
    m->opt.ls_iterations = o->ls_iterations;
    m->opt.disableflags = flags | o->disable;
    run(m, name, c->spread, countSteps() / 4, NONE);
  }
}

static void runOptionCases(int cone) {
  for (size_t i = 0; i < sizeof optionCases / sizeof *optionCases; i++) {
    char path[MAX_PATH];
    snprintf(path, sizeof path, SHARED "%s", optionCases[i].file);
    mjModel* m = loadOne(path, ROOT "models/humanoid.xml", cone);
    runOptions(m, &optionCases[i]);
    mj_deleteModel(m);
  }
}

static void test_options(void** state) {
  (void)state;
  runOptionCases(mjCONE_PYRAMIDAL);
}

static void test_optionsOfCones(void** state) {
  (void)state;
  runOptionCases(mjCONE_ELLIPTIC);
}

// worlds with several islands, one choice of the start for all of them
static void test_optionsOfIslands(void** state) {
  (void)state;
  const Case scene = {"tests/scenes/islands.xml", 1};
  for (int cone = mjCONE_PYRAMIDAL; cone <= mjCONE_ELLIPTIC; cone++) {
    mjModel* m = load(ROOT "tests/scenes/islands.xml", cone);
    runOptions(m, &scene);
    mj_deleteModel(m);
  }
}

// contacts of all dimensions beside each other, some without friction
static void test_dimensions(void** state) {
  (void)state;
  static const int dim[] = {1, 3, 4, 6};
  mjModel* m = load(ROOT "models/quadruped.xml", mjCONE_ELLIPTIC);
  for (int i = 0; i < m->ngeom; i++) {
    m->geom_condim[i] = dim[i % 4];
    m->geom_priority[i] = i;
  }
  m->opt.impratio = 3;
  run(m, "all dimensions", 0.3, countSteps(), NONE);
  mj_deleteModel(m);
}

// ---- lanes of their own

// tiny bodies lose rank as rows leave
static void test_lostRank(void** state) {
  (void)state;
  mjModel* m = load(ROOT "models/quadruped.xml", mjCONE_PYRAMIDAL);
  for (int i = 0; i < m->nv; i++) m->dof_armature[i] = 0;
  for (int i = 0; i < m->nbody; i++) {
    m->body_mass[i] *= 1e-14;
    for (int k = 0; k < 3; k++) m->body_inertia[3 * i + k] *= 1e-14;
  }
  m->opt.tolerance = 0;
  mjData* d = mj_makeData(m);
  mj_setConst(m, d);
  mj_deleteData(d);
  catch_begin();
  const Tally t = run(m, "lost rank", 0.3, countSteps(), NONE);
  catch_end();
  if (solver == mjSOL_NEWTON) assert_true(t.refactors > 0);
  mj_deleteModel(m);
}

// a world with a NaN is left to the one-world path, the others are solved
static void test_nan(void** state) {
  (void)state;
  mjModel* m = load(ROOT "models/quadruped.xml", mjCONE_PYRAMIDAL);
  run(m, "a world has NaN", 0.3, countSteps() / 4, 2);
  mj_deleteModel(m);
}

// lanes that are not asked for, and lanes without rows
static void runApart(const mjModel* m, const NewtonVariant* v, mjData* const* begin,
                     mjData* const* done) {
  enum { DEAD = 1, MARK = 7 };
  const int nv = (int)m->nv;
  if (!v->base && !cpu_hasLanes(v->width)) return;
  void* problem = v->make(m, begin, ~(1u << DEAD));
  v->mark(problem, MARK);
  v->solve(problem);
  Tally t = {0};
  for (int k = 0; k < v->width; k++) {
    if (k != DEAD) compareWorld(m, v, problem, k, k, done[k], &t);
  }
  mjtNum* numbers = calloc((size_t)(2 * nv + done[DEAD]->nefc + 1), sizeof *numbers);
  int niter;
  assert_true(v->get(problem, DEAD, numbers, numbers + nv, numbers + 2 * nv, &niter));
  for (int i = 0; i < 2 * nv + done[DEAD]->nefc; i++) assert_true(numbers[i] == MARK);
  assert_int_equal(t.problems, v->width - 1);
  free(numbers);
  v->clear(problem);
}

static void test_lanesApart(void** state) {
  (void)state;
  enum { EMPTY = 3, SETTLE = 100 };
  rng_state = 88172645463325252ull;  // the same worlds, however many were tried before
  mjModel* m = load(ROOT "models/quadruped.xml", mjCONE_PYRAMIDAL);
  mjData *begin[WORLDS], *done[WORLDS];
  for (int i = 0; i < m->nv; i++) m->dof_frictionloss[i] = 0;
  for (int i = 0; i < WORLDS; i++) {
    begin[i] = mj_makeData(m);
    disturb(m, begin[i], 0.3);
    for (int k = 0; k < SETTLE; k++) mj_step(m, begin[i]);
    if (i == EMPTY) begin[i]->qpos[2] += 1;
    ready(m, begin[i]);
    done[i] = mj_copyData(NULL, m, begin[i]);
    mj_fwdConstraint(m, done[i]);
  }
  assert_true(done[0]->nefc > 0 && done[1]->nefc > 0);
  assert_int_equal(done[EMPTY]->nefc, 0);
  for (int v = 0; v < NVARIANT; v++) runApart(m, variantTable[v], begin, done);
  for (int i = 0; i < WORLDS; i++) {
    mj_deleteData(begin[i]);
    mj_deleteData(done[i]);
  }
  mj_deleteModel(m);
}

static int solverOf(const char* name) {
  return !strcmp(name, "PGS") ? mjSOL_PGS : !strcmp(name, "CG") ? mjSOL_CG : mjSOL_NEWTON;
}

int main(int argc, char** argv) {
  if (argc > 1) solver = solverOf(argv[1]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pyramids),         cmocka_unit_test(test_cones),
      cmocka_unit_test(test_options),          cmocka_unit_test(test_optionsOfCones),
      cmocka_unit_test(test_optionsOfIslands), cmocka_unit_test(test_dimensions),
      cmocka_unit_test(test_lostRank),         cmocka_unit_test(test_nan),
      cmocka_unit_test(test_lanesApart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
