// model/timer: passes are counted as the reference counts them, and timed by the program's clock.
#include "support.h"

static const char xml[] = "<mujoco><worldbody><body><joint/><geom size='.1' pos='1 0 0' "
                          "contype='0'/></body></worldbody></mujoco>";

static mjtNum ticks;
static mjtNum tick(void) { return ticks += 1; }

typedef struct {
  int step, forward, inverse, position, velocity, actuation, constraint, advance, kinematics,
      inertia;
} Counts;

static void expectCounts(const mjData* d, Counts want) {
  assert_int_equal(d->timer[mjTIMER_STEP].number, want.step);
  assert_int_equal(d->timer[mjTIMER_FORWARD].number, want.forward);
  assert_int_equal(d->timer[mjTIMER_INVERSE].number, want.inverse);
  assert_int_equal(d->timer[mjTIMER_POSITION].number, want.position);
  assert_int_equal(d->timer[mjTIMER_VELOCITY].number, want.velocity);
  assert_int_equal(d->timer[mjTIMER_ACTUATION].number, want.actuation);
  assert_int_equal(d->timer[mjTIMER_CONSTRAINT].number, want.constraint);
  assert_int_equal(d->timer[mjTIMER_ADVANCE].number, want.advance);
  assert_int_equal(d->timer[mjTIMER_POS_KINEMATICS].number, want.kinematics);
  assert_int_equal(d->timer[mjTIMER_POS_INERTIA].number, want.inertia);
}

// the counts are those of the reference for the same calls
static void test_counts(void** state) {
  (void)state;
  mjModel* m = sn_loadXMLString(xml, NULL, 0);
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 3; i++) mj_step(m, d);
  expectCounts(d, (Counts){3, 3, 0, 3, 3, 3, 3, 3, 3, 3});
  mj_resetData(m, d);
  m->opt.integrator = mjINT_RK4;
  mj_step(m, d);
  expectCounts(d, (Counts){1, 4, 0, 4, 4, 4, 4, 0, 4, 4});
  mj_resetData(m, d);
  mj_forward(m, d);
  mj_inverse(m, d);
  expectCounts(d, (Counts){0, 1, 1, 2, 2, 1, 2, 0, 2, 2});
  mj_resetData(m, d);
  m->opt.integrator = mjINT_EULER;
  mj_step1(m, d);
  mj_step2(m, d);
  expectCounts(d, (Counts){1, 0, 0, 1, 1, 1, 1, 1, 1, 1});
  assert_true(d->timer[mjTIMER_STEP].duration == 0);  // no clock
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_clock(void** state) {
  (void)state;
  mjModel* m = sn_loadXMLString(xml, NULL, 0);
  mjData* d = mj_makeData(m);
  mjcb_time = tick;
  mj_step(m, d);
  mjcb_time = NULL;
  for (int i = 0; i < mjNTIMER; i++) {
    assert_true((d->timer[i].duration > 0) == (d->timer[i].number > 0));
  }
  // a part lasts no longer than the whole
  assert_true(d->timer[mjTIMER_POSITION].duration < d->timer[mjTIMER_FORWARD].duration);
  assert_true(d->timer[mjTIMER_FORWARD].duration < d->timer[mjTIMER_STEP].duration);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts), cmocka_unit_test(test_clock)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
