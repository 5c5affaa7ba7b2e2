// Integrators: the same bits in 1, 4 and 8 lanes; mathematical properties: order of convergence
// against a fine trajectory, energy and momentum of free motion, derivatives against finite
// differences, inverse of forward dynamics. Models have constraints disabled.
#include "support.h"

#include <math.h>
#include <stdbool.h>

#include "base/cpu.h"
#include "force/force_derivative.h"
#include "model/fields.h"
#include "step/forward.h"
#include "step/integrate.h"
#include "step/sensor.h"
#include "step/smooth.h"
#include "step/worlds.h"

// the other widths: their data is private to them
#define DECLARE(width, suffix)                                                                     \
  bool step_worlds_##suffix(const mjModel* m, mjData* const* world, int n, int nstep);
CPU_VARIANTS(DECLARE)
#undef DECLARE

enum { WORLDS = 11 };  // not a multiple of any width
static const char* const name[] = {"euler", "rk4", "implicit", "implicitfast"};

static mjModel* loadModel(const char* file) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/%s", TEST_DIR, file);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  m->opt.disableflags |= mjDSBL_CONSTRAINT;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  return m;
}

static void fill(mjtNum* array, mjtSize from, mjtSize n, double scale, double offset) {
  for (mjtSize i = from; i < n; i++) array[i] = offset + scale * rng_uniform();
}

static void randomState(const mjModel* m, mjData* d, double scale) {
  mjtNum* dq = calloc((size_t)m->nv + 1, sizeof *dq);
  mj_resetData(m, d);
  fill(dq, 0, m->nv, scale, 0);
  mj_integratePos(m, d->qpos, dq, 1);
  fill(d->qvel, 0, m->nv, 2 * scale, 0);
  fill(d->act, 0, m->na, 0.4, 0.5);
  fill(d->ctrl, 0, m->nu, 0.8, 0);
  fill(d->qfrc_applied, 0, m->nv, 0.1 * scale, 0);
  if (rng_next() & 1) fill(d->xfrc_applied, 6, 6 * m->nbody, 0.1 * scale, 0);
  free(dq);
}

// ---- lanes

typedef bool (*Worlds)(const mjModel* m, mjData* const* world, int n, int nstep);

static bool sameBits(double a, double b) { return !memcmp(&a, &b, sizeof a) || (a != a && b != b); }

static int compareArray(const char* what, const mjtNum* a, const mjtNum* b, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    if (sameBits(a[i], b[i])) continue;
    print_message("%s[%ld]: %a, %a\n", what, (long)i, a[i], b[i]);
    return 1;
  }
  return 0;
}

static int compareWorld(const mjModel* m, const mjData* a, const mjData* b) {
  int wrong = a->time != b->time;
  wrong += compareArray("qpos", a->qpos, b->qpos, m->nq);
  wrong += compareArray("qvel", a->qvel, b->qvel, m->nv);
  wrong += compareArray("act", a->act, b->act, m->na);
  wrong += compareArray("qacc", a->qacc, b->qacc, m->nv);
  wrong += compareArray("qacc_warmstart", a->qacc_warmstart, b->qacc_warmstart, m->nv);
  wrong += compareArray("qH", a->qH, b->qH, m->nC);
  wrong += compareArray("qLU", a->qLU, b->qLU, m->nD);
  wrong += compareArray("qDeriv", a->qDeriv, b->qDeriv, m->nD);
  wrong += compareArray("xpos", a->xpos, b->xpos, 3 * m->nbody);
  wrong += compareArray("actuator_force", a->actuator_force, b->actuator_force, m->nout);
  wrong += compareArray("sensordata", a->sensordata, b->sensordata, m->nsensordata);
  return wrong;
}

static int compareWidth(const mjModel* m, Worlds step, mjData* const* start, mjData* const* one) {
  mjData* world[WORLDS];
  int wrong = 0;
  for (int i = 0; i < WORLDS; i++) world[i] = mj_copyData(NULL, m, start[i]);
  assert_true(step(m, world, WORLDS, 3));
  for (int i = 0; i < WORLDS; i++) {
    wrong += compareWorld(m, one[i], world[i]);
    mj_deleteData(world[i]);
  }
  return wrong;
}

static int compareLanes(const mjModel* m) {
  mjData *start[WORLDS], *one[WORLDS];
  int wrong = 0;
  for (int i = 0; i < WORLDS; i++) {
    start[i] = mj_makeData(m);
    randomState(m, start[i], i == 3 ? 0 : i == 5 ? 20 : 0.3);  // one at rest, one fast
    one[i] = mj_copyData(NULL, m, start[i]);
  }
  assert_true(LANE(step_worlds)(m, one, WORLDS, 3));
#define COMPARE(width, suffix)                                                                     \
  if (cpu_hasLanes(width)) wrong += compareWidth(m, step_worlds_##suffix, start, one);
  CPU_VARIANTS(COMPARE)
#undef COMPARE
  for (int i = 0; i < WORLDS; i++) {
    mj_deleteData(start[i]);
    mj_deleteData(one[i]);
  }
  return wrong;
}

static void test_lanes(void** state) {
  (void)state;
  static const char* const file[] = {
      "golden/step_tree.xml",      "../models/humanoid.xml",   "../models/cartpole.xml",
      "../models/muscle_arm.xml",  "../models/quadruped.xml",  "data/mjcf/joint_attributes.xml",
      "data/mjcf/body_simple.xml", "data/mjcf/geom_fluid.xml", "data/mjcf/tendon_spatial.xml"};
  int wrong = 0;
  for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
    mjModel* m = loadModel(file[i]);
    if (!sensor_inLanes(m)) m->opt.disableflags |= mjDSBL_SENSOR;
    for (int kind = 0; kind < 4; kind++) {
      m->opt.integrator = kind;
      const int differ = compareLanes(m);
      if (differ) print_message("%s, %s: %d arrays differ\n", file[i], name[kind], differ);
      wrong += differ;
    }
    mj_deleteModel(m);
  }
  print_message("widths beyond 1 that this machine has:%s%s%s\n", cpu_hasLanes(2) ? " 2" : "",
                cpu_hasLanes(4) ? " 4" : "", cpu_hasLanes(8) ? " 8" : "");
  assert_int_equal(wrong, 0);
}

static void test_obstacles(void** state) {
  (void)state;
  mjModel* m = loadModel("../models/humanoid.xml");
  mjData* d = mj_makeData(m);
  assert_null(step_simdObstacle(m));
  m->opt.disableflags = 0;
  m->opt.noslip_iterations = 1;
  assert_non_null(step_simdObstacle(m));
  assert_false(LANE(step_worlds)(m, &d, 1, 1));
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- mathematics

// distance of the state after a time from that of a fine RK4 trajectory
static double errorAfter(mjModel* m, mjData* d, int kind, int steps, double time,
                         const mjtNum* exact) {
  rng_state = 88172645463325252ull;
  randomState(m, d, 0.3);
  m->opt.integrator = kind;
  m->opt.timestep = time / steps;
  for (int k = 0; k < steps; k++) mj_step(m, d);
  double sum = 0;
  for (int i = 0; i < m->nq; i++) sum += (d->qpos[i] - exact[i]) * (d->qpos[i] - exact[i]);
  return sqrt(sum);
}

// halving the step divides the error by 2^order; hinges and slides only, as RK4 is of lower order
// on rotations
static void test_order(void** state) {
  (void)state;
  static const double order[] = {1, 4, 1, 1};
  const double time = 0.1, slack = 0.35;
  mjModel* m = loadModel("../models/cartpole.xml");
  mjData* d = mj_makeData(m);
  mjtNum* exact = calloc((size_t)m->nq, sizeof *exact);
  errorAfter(m, d, mjINT_RK4, 800, time, exact);
  memcpy(exact, d->qpos, (size_t)m->nq * sizeof *exact);
  for (int kind = 0; kind < 4; kind++) {
    const int steps = kind == mjINT_RK4 ? 20 : 40;
    const double coarse = errorAfter(m, d, kind, steps, time, exact);
    const double fine = errorAfter(m, d, kind, 2 * steps, time, exact);
    const double found = log(coarse / fine) / log(2);
    print_message("%s: errors %.2e %.2e, order %.2f\n", name[kind], coarse, fine, found);
    assert_true(fabs(found - order[kind]) < slack);
  }
  free(exact);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// RK4 keeps the energy of a tree without damping: relative drift < 1e-7 in 1 s
static void test_energy(void** state) {
  (void)state;
  mjModel* m = loadModel("data/mjcf/body_tree.xml");
  mjData* d = mj_makeData(m);
  memset(m->dof_damping, 0, (size_t)m->nv * sizeof(mjtNum));
  m->opt.integrator = mjINT_RK4;
  m->opt.timestep = 1e-3;
  m->opt.enableflags |= mjENBL_ENERGY;
  m->opt.disableflags |= mjDSBL_ACTUATION;
  randomState(m, d, 0.3);
  memset(d->qfrc_applied, 0, (size_t)m->nv * sizeof(mjtNum));
  memset(d->xfrc_applied, 0, 6 * (size_t)m->nbody * sizeof(mjtNum));
  step_forward(m, d, mjSTAGE_NONE, 1);
  const double before = d->energy[0] + d->energy[1], kinetic = d->energy[1];
  for (int k = 0; k < 1000; k++) mj_step(m, d);
  step_forward(m, d, mjSTAGE_NONE, 1);
  const double drift = fabs(d->energy[0] + d->energy[1] - before) / (kinetic + fabs(before));
  print_message("drift of energy %.2e, kinetic %.3g -> %.3g (tolerance 1e-7)\n", drift, kinetic,
                d->energy[1]);
  assert_true(drift < 1e-7);
  assert_true(kinetic > 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void clear(mjtNum* x, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) x[i] = 0;
}

// passive - bias at a velocity
static void smoothForce(const mjModel* m, mjData* d, mjtNum* force) {
  LANE(step_velocity)(m, d);
  for (int i = 0; i < m->nv; i++) force[i] = d->qfrc_passive[i] - d->qfrc_bias[i];
}

// all entries of qDeriv against central differences, on a model without tendons and actuators,
// where nothing is dropped; the geoms' factor of the fluid is 1
static void test_derivative(void** state) {
  (void)state;
  static const char* const file[] = {"golden/step_tree.xml", "../models/humanoid.xml"};
  const double eps = 1e-6, tolerance = 1e-7;
  for (size_t f = 0; f < sizeof file / sizeof *file; f++) {
    mjModel* m = loadModel(file[f]);
    mjData* d = mj_makeData(m);
    m->opt.disableflags |= mjDSBL_ACTUATION;
    clear(m->tendon_damping, m->ntendon);
    clear(m->tendon_dampingpoly, mjNPOLY * m->ntendon);
    clear(m->actuator_damping, m->nactuator);
    clear(m->actuator_dampingpoly, mjNPOLY * m->nactuator);
    randomState(m, d, 0.3);
    step_forward(m, d, mjSTAGE_NONE, 1);
    LANE(deriv_velocity)(m, d, 1);
    mjtNum *plus = calloc((size_t)m->nv, sizeof *plus),
           *minus = calloc((size_t)m->nv, sizeof *minus);
    double worst = 0, largest = 0;
    for (int j = 0; j < m->nv; j++) {
      const mjtNum vel = d->qvel[j];
      d->qvel[j] = vel + eps;
      smoothForce(m, d, plus);
      d->qvel[j] = vel - eps;
      smoothForce(m, d, minus);
      d->qvel[j] = vel;
      for (int i = 0; i < m->nv; i++) {
        const int at = deriv_entry(m, i, j);
        if (at >= 0) assert_int_equal(m->D_colind[at], j);
        const double exact = at < 0 ? 0 : d->qDeriv[at], found = (plus[i] - minus[i]) / (2 * eps);
        worst = fmax(worst, fabs(exact - found));
        largest = fmax(largest, fabs(exact));
      }
    }
    print_message("%s: derivative less finite difference %.2e of %.3g (tolerance %g)\n", file[f],
                  worst, largest, tolerance * fmax(1, largest));
    assert_true(largest > 0.1);
    assert_true(worst < tolerance * fmax(1, largest));
    free(plus);
    free(minus);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// the forces that the inverse finds for the forward acceleration are those that were applied
static void test_inverse(void** state) {
  (void)state;
  const double tolerance = 1e-9;
  for (int kind = 0; kind < 4; kind++) {
    mjModel* m = loadModel("../models/humanoid.xml");
    mjData* d = mj_makeData(m);
    m->opt.integrator = kind;
    randomState(m, d, 0.3);
    step_forward(m, d, mjSTAGE_NONE, 1);
    mjtNum* applied = calloc((size_t)m->nv, sizeof *applied);
    for (int i = 0; i < m->nv; i++) applied[i] = d->qfrc_applied[i] + d->qfrc_actuator[i];
    LANE(step_addApplied)(m, d, applied);
    assert_true(step_inverse(m, d, mjSTAGE_NONE, 0));
    double worst = 0;
    for (int i = 0; i < m->nv; i++) worst = fmax(worst, fabs(applied[i] - d->qfrc_inverse[i]));
    if (kind != mjINT_RK4) {  // from the velocities of a step
      mjData* next = mj_copyData(NULL, m, d);
      mj_step(m, next);
      for (int i = 0; i < m->nv; i++) d->qacc[i] = (next->qvel[i] - d->qvel[i]) / m->opt.timestep;
      m->opt.enableflags |= mjENBL_INVDISCRETE;
      assert_true(step_inverse(m, d, mjSTAGE_NONE, 0));
      for (int i = 0; i < m->nv; i++) worst = fmax(worst, fabs(applied[i] - d->qfrc_inverse[i]));
      mj_deleteData(next);
    }
    print_message("%s: inverse less applied force %.2e (tolerance %g)\n", name[kind], worst,
                  tolerance);
    assert_true(worst < tolerance);
    free(applied);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// ---- checks

static void test_checks(void** state) {
  (void)state;
  mjModel* m = loadModel("../models/cartpole.xml");
  mjData* d = mj_makeData(m);
  catch_begin();
  d->time = 3;
  d->qpos[1] = NAN;
  mj_checkPos(m, d);
  assert_int_equal(d->warning[mjWARN_BADQPOS].number, 1);
  assert_int_equal(d->warning[mjWARN_BADQPOS].lastinfo, 1);
  assert_true(d->time == 0 && d->qpos[1] == m->qpos0[1]);
  m->opt.disableflags |= mjDSBL_AUTORESET;
  d->qvel[0] = 2e10;
  mj_checkVel(m, d);
  assert_int_equal(d->warning[mjWARN_BADQVEL].number, 2);
  assert_true(d->qvel[0] == 2e10);
  m->opt.disableflags &= ~mjDSBL_AUTORESET;
  mj_resetData(m, d);
  d->qfrc_applied[0] = 1e30;
  mj_step(m, d);
  assert_int_equal(d->warning[mjWARN_BADQACC].number, 1);
  assert_true(d->qfrc_applied[0] == 0 && d->time == m->opt.timestep);
  catch_end();
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lanes),      cmocka_unit_test(test_obstacles),
      cmocka_unit_test(test_order),      cmocka_unit_test(test_energy),
      cmocka_unit_test(test_derivative), cmocka_unit_test(test_inverse),
      cmocka_unit_test(test_checks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
