// Passive forces against the reference (tests/golden/force.txt), their physics (springs against the
// energy, dissipation of damping and drag, symmetry of the fluid), flags, the callback, and equal
// bits in all widths.
#include "force_golden.h"

#include "dyn/dyn.h"
#include "force/passive.h"
#include "force/tendon.h"
#include "lane_compare.h"

static const double tolerance = 1e-13;  // relative to the greatest force of the state
static double worst;

// all that passive forces read, from qpos and qvel
static void velocities(const mjModel* m, mjData* d) {
  dyn_kinematics_w1(m, d);
  dyn_comPos_w1(m, d);
  tendon_update_w1(m, d);
  tendon_velocity_w1(m, d);
  dyn_comVel_w1(m, d);
}

// ---- golden

static void compare(const golden_Case* c, const char* name, const mjtNum* got, const mjtNum* want) {
  const double r = golden_residual(got, want, c->m->nv);
  worst = fmax(worst, r);
  if (r <= tolerance) return;
  for (int i = 0; i < c->m->nv; i++) {
    print_message("%s %s[%d]: %.17g, should be %.17g\n", c->file, name, i, got[i], want[i]);
  }
  fail_msg("%s state %d: %s off by %g", c->file, c->states, name, r);
}

static int springs, dampers, fluids, gravcomps;  // states in which there are such forces

static int some(const mjtNum* x, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    if (x[i] != 0) return 1;
  }
  return 0;
}

static void checkForces(golden_Case* c) {
  const mjModel* m = c->m;
  velocities(m, c->d);
  mj_passive(m, c->d);
  compare(c, "qfrc_spring", c->d->qfrc_spring, c->want->qfrc_spring);
  compare(c, "qfrc_damper", c->d->qfrc_damper, c->want->qfrc_damper);
  compare(c, "qfrc_gravcomp", c->d->qfrc_gravcomp, c->want->qfrc_gravcomp);
  compare(c, "qfrc_fluid", c->d->qfrc_fluid, c->want->qfrc_fluid);
  compare(c, "qfrc_passive", c->d->qfrc_passive, c->want->qfrc_passive);
  springs += some(c->want->qfrc_spring, m->nv);
  dampers += some(c->want->qfrc_damper, m->nv);
  fluids += some(c->want->qfrc_fluid, m->nv);
  gravcomps += some(c->want->qfrc_gravcomp, m->nv);
}

static void test_golden(void** state) {
  (void)state;
  const int states = golden_run(checkForces);
  print_message(
      "%d states (%d spring, %d damper, %d fluid, %d gravcomp), worst residual %.2g of %.2g\n",
      states, springs, dampers, fluids, gravcomps, worst, tolerance);
  assert_true(states >= 40 && springs >= 8 && dampers >= 10 && fluids >= 5 && gravcomps >= 6);
}

// ---- physics

static mjModel* own(const char* file) {
  char path[500], error[500];
  snprintf(path, sizeof path, "%s/golden/%s", TEST_DIR, file);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static void randomState(const mjModel* m, mjData* d) {
  mj_resetData(m, d);
  for (int i = 0; i < m->nq; i++) d->qpos[i] += 0.5 * rng_uniform();
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 2 * rng_uniform();
}

static double power(const mjModel* m, const mjData* d, const mjtNum* force) {
  double sum = 0;
  for (int i = 0; i < m->nv; i++) sum += force[i] * d->qvel[i];
  return sum;
}

// the springs take from their energy what they give: dU/dt = -force . qvel
static void test_springEnergy(void** state) {
  (void)state;
  const double eps = 1e-6, limit = 1e-7;
  mjModel* m = own("force_passive.xml");
  m->opt.disableflags |= mjDSBL_GRAVITY;
  mjData* d = mj_makeData(m);
  double most = 0;
  for (int k = 0; k < 20; k++) {
    randomState(m, d);
    dyn_normalizeQuat_w1(m, d->qpos);
    velocities(m, d);
    mj_passive(m, d);
    const double given = power(m, d, d->qfrc_spring);
    double energy[2];
    for (int side = 0; side < 2; side++) {
      dyn_integratePos_w1(m, d->qpos, d->qvel, side ? 2 * eps : -eps);
      velocities(m, d);
      dyn_energyPos_w1(m, d);
      energy[side] = d->energy[0];
    }
    const double rate = (energy[1] - energy[0]) / (2 * eps);
    most = fmax(most, fabs(rate + given) / (1 + fabs(rate)));
  }
  print_message("spring power against energy: worst %.2g of %.2g\n", most, limit);
  assert_true(most < limit);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// without wind, damping and drag only take energy, and reversing the motion reverses box drag
static void test_dissipation(void** state) {
  (void)state;
  mjModel* m = own("force_passive.xml");
  for (int k = 0; k < 3; k++) m->opt.wind[k] = 0;
  for (int i = 0; i < m->ngeom;
       i++) {  // lift does no work but in pairs with rotation: leave it out
    for (int k = 4; k < mjNFLUID; k++) m->geom_fluid[mjNFLUID * i + k] = 0;
  }
  mjData* d = mj_makeData(m);
  for (int k = 0; k < 20; k++) {
    randomState(m, d);
    velocities(m, d);
    mj_passive(m, d);
    assert_true(power(m, d, d->qfrc_damper) < 0);
    assert_true(power(m, d, d->qfrc_fluid) < 0);
    mjtNum fluid[64];
    assert_true(m->nv <= 64);
    memcpy(fluid, d->qfrc_fluid, (size_t)m->nv * sizeof *fluid);
    for (int i = 0; i < m->nv; i++) d->qvel[i] = -d->qvel[i];
    velocities(m, d);
    mj_passive(m, d);
    for (int i = 0; i < m->nv; i++) assert_true(fluid[i] == -d->qfrc_fluid[i]);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// full compensation of every body cancels the weight: gravcomp = bias at rest
static void test_gravcomp(void** state) {
  (void)state;
  const double limit = 1e-13;
  mjModel* m = own("force_passive.xml");
  for (int i = 1; i < m->nbody; i++) m->body_gravcomp[i] = 1;
  m->flg_gravcomp = 1;
  mjData* d = mj_makeData(m);
  double most = 0;
  for (int k = 0; k < 10; k++) {
    randomState(m, d);
    for (int i = 0; i < m->nv; i++) d->qvel[i] = 0;
    velocities(m, d);
    mj_passive(m, d);
    dyn_rne_w1(m, d, 0, d->qfrc_bias);
    assert_true(some(d->qfrc_gravcomp, m->nv));
    most = fmax(most, golden_residual(d->qfrc_gravcomp, d->qfrc_bias, m->nv));
  }
  print_message("gravity compensation against bias: worst %.2g of %.2g\n", most, limit);
  assert_true(most < limit);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- flags and callback

static int called;

static void addOne(const mjModel* m, mjData* d) {
  called++;
  for (int i = 0; i < m->nv; i++) d->qfrc_passive[i] += 1;
}

static void test_flags(void** state) {
  (void)state;
  mjModel* m = own("force_passive.xml");
  mjData* d = mj_makeData(m);
  randomState(m, d);
  velocities(m, d);
  mj_passive(m, d);
  mjtNum before[64];
  memcpy(before, d->qfrc_passive, (size_t)m->nv * sizeof *before);
  mjcb_passive = addOne;
  mj_passive(m, d);
  for (int i = 0; i < m->nv; i++) assert_true(d->qfrc_passive[i] == before[i] + 1);

  m->opt.disableflags = mjDSBL_SPRING;
  mj_passive(m, d);
  assert_false(some(d->qfrc_spring, m->nv));
  assert_true(some(d->qfrc_damper, m->nv) && some(d->qfrc_fluid, m->nv));
  m->opt.disableflags = mjDSBL_DAMPER;
  mj_passive(m, d);
  assert_true(some(d->qfrc_spring, m->nv) && !some(d->qfrc_damper, m->nv));
  m->opt.disableflags = mjDSBL_GRAVITY;
  mj_passive(m, d);
  assert_false(some(d->qfrc_gravcomp, m->nv));
  // both off: nothing is left, not even the callback
  called = 0;
  m->opt.disableflags = mjDSBL_SPRING | mjDSBL_DAMPER;
  mj_passive(m, d);
  assert_int_equal(called, 0);
  assert_false(some(d->qfrc_passive, m->nv) || some(d->qfrc_fluid, m->nv) ||
               some(d->qfrc_gravcomp, m->nv));
  mj_resetCallbacks();
  assert_null(mjcb_passive);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- lanes

#define STAGES(width, suffix)                                                                      \
  lanes_Stage dyn_kinematics_##suffix, dyn_comPos_##suffix, tendon_update_##suffix,                \
      tendon_velocity_##suffix, dyn_comVel_##suffix, passive_forces_##suffix;
#define VARIANT(width, suffix)                                                                     \
  {width,                                                                                          \
   6,                                                                                              \
   LANES_FUNCTIONS(suffix),                                                                        \
   {dyn_kinematics_##suffix, dyn_comPos_##suffix, tendon_update_##suffix,                          \
    tendon_velocity_##suffix, dyn_comVel_##suffix, passive_forces_##suffix}},
CPU_VARIANTS(STAGES)
static const lanes_Variant variants[] = {CPU_VARIANTS(VARIANT)};
enum { NVARIANT = sizeof variants / sizeof *variants };

static void test_lanes(void** state) {
  (void)state;
  static const char* const outputs[] = {"qfrc_spring", "qfrc_damper", "qfrc_gravcomp", "qfrc_fluid",
                                        "qfrc_passive"};
  mjModel* m = own("force_passive.xml");
  mjData* world[lanes_MAX];
  for (int k = 0; k < lanes_MAX; k++) {
    world[k] = mj_makeData(m);
    randomState(m, world[k]);
    if (k == 3) world[k]->qvel[0] = NAN;
    if (k == 4) memset(world[k]->qvel, 0, (size_t)m->nv * sizeof(mjtNum));
    velocities(m, world[k]);
    mj_passive(m, world[k]);
  }
  const int compared = lanes_compare(m, world, world, variants, NVARIANT, outputs, 5);
  print_message("%d numbers equal in lanes\n", compared);
  assert_true(compared > 0);
  for (int k = 0; k < lanes_MAX; k++) mj_deleteData(world[k]);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),      cmocka_unit_test(test_springEnergy),
      cmocka_unit_test(test_dissipation), cmocka_unit_test(test_gravcomp),
      cmocka_unit_test(test_flags),       cmocka_unit_test(test_lanes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
