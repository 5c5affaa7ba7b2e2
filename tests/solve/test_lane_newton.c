// Newton's method in lanes: worlds of their own states and controls, stepped with mj_step; before
// each step the constraint problems of 4 and 8 of them are solved in lanes and one by one, and must
// have the same bits of qacc, qfrc_constraint, forces and the same number of iterations. Models with
// one tree, or without islands. Under valgrind (SINEW_QUICK) and sanitizers fewer steps.
#include "support.h"

#include <math.h>

#include "base/cpu.h"
#include "constraint/constraint.h"
#include "lanes/newton_lanes.h"
#include "solve/lane_solve.h"

#define ROOT TEST_DIR "/../"

enum { WORLDS = 8, STEPS = 120, QUICK_STEPS = 12, MAX_PATH = 1000 };

static const NewtonVariant* const variantTable[] = {
    &newtonVariant_w4_base,
    &newtonVariant_w8_base,
#if defined(__x86_64__)
    &newtonVariant_w4_avx2,
    &newtonVariant_w8_avx512,
#endif
};
enum { NVARIANT = sizeof variantTable / sizeof *variantTable };

static int countSteps(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return QUICK_STEPS;
#else
  return getenv("SINEW_QUICK") ? QUICK_STEPS : STEPS;
#endif
}

// what was met
typedef struct {
  long problems, iterations, redone, rows, merged;
} Tally;

// ---- models

typedef struct {
  const char* file;
  double spread;  // of the states
} Case;

static const Case ownTable[] = {
    {"models/humanoid.xml", 0.3},     {"models/quadruped.xml", 0.3}, {"models/arm.xml", 0.5},
    {"models/slider_crank.xml", 0.1}, {"models/hand.xml", 0.5},      {"models/acrobot.xml", 1},
    {"models/cartpole.xml", 1},       {"models/muscle_arm.xml", 1},
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
};

// with Newton, pyramids and a dense Jacobian, in one island
static mjModel* load(const char* path) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) return NULL;
  m->opt.solver = mjSOL_NEWTON;
  m->opt.cone = mjCONE_PYRAMIDAL;
  m->opt.jacobian = mjJAC_DENSE;
  m->opt.noslip_iterations = 0;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  if (m->ntree > 1) m->opt.disableflags |= mjDSBL_ISLAND;
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

static void compareWorld(const mjModel* m, const NewtonVariant* v, void* problem, int lane,
                         int world, const mjData* ready, const mjData* done, Tally* t) {
  const int nv = (int)m->nv;
  mjtNum* numbers = calloc((size_t)(2 * nv + done->nefc + 1), sizeof *numbers);
  mjtNum *qacc = numbers, *frc = qacc + nv, *force = frc + nv;
  int niter;
  (void)ready;
  if (v->get(problem, lane, qacc, frc, force, &niter)) {
    compare("qacc", v->name, world, done->qacc, qacc, nv);
    compare("qfrc_constraint", v->name, world, done->qfrc_constraint, frc, nv);
    compare("force", v->name, world, done->efc_force, force, done->nefc);
    assert_int_equal(niter, done->solver_niter[0]);
    t->problems++;
    t->iterations += niter;
    t->rows += done->nefc;
    t->merged += v->rows(problem);
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
      compareWorld(m, v, problem, k, first + k, begin[first + k], done[first + k], t);
    }
    v->clear(problem);
  }
}

// ---- runs

// bad: a world that has a NaN, -1
static void run(const mjModel* m, const char* name, double spread, int nstep, int bad) {
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
    for (int v = 0; v < NVARIANT; v++) runVariant(m, variantTable[v], begin, done, &t);
    for (int i = 0; i < WORLDS; i++) mj_step(m, world[i]);
  }
  print_message("%s: %ld problems, %.2f iterations, %.1f rows of %.1f, %ld redone\n", name,
                t.problems, (double)t.iterations / (double)(t.problems ? t.problems : 1),
                (double)t.rows / (double)(t.problems ? t.problems : 1),
                (double)t.merged / (double)(t.problems ? t.problems : 1), t.redone);
  if (bad < 0) assert_int_equal(t.redone, 0);
  assert_true(t.problems > 0);
  for (int i = 0; i < WORLDS; i++) {
    mj_deleteData(world[i]);
    mj_deleteData(begin[i]);
    mj_deleteData(done[i]);
  }
}

static void runFiles(const char* folder, const Case* table, size_t n) {
  for (size_t i = 0; i < n; i++) {
    char path[MAX_PATH];
    snprintf(path, sizeof path, "%s%s", folder, table[i].file);
    mjModel* m = load(path);
    if (!m) {
      print_message("%s is not here\n", table[i].file);
      continue;
    }
    const char* obstacle = solve_obstacle(m);
    if (obstacle) {
      print_message("%s: %s\n", table[i].file, obstacle);
    } else {
      run(m, table[i].file, table[i].spread, countSteps(), -1);
    }
    mj_deleteModel(m);
  }
}

static void test_ownModels(void** state) {
  (void)state;
  runFiles(ROOT, ownTable, sizeof ownTable / sizeof *ownTable);
}

static void test_sharedModels(void** state) {
  (void)state;
  runFiles(ROOT "../shared/models/", sharedTable, sizeof sharedTable / sizeof *sharedTable);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ownModels),
                                     cmocka_unit_test(test_sharedModels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
