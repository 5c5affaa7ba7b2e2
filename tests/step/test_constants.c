// mj_setConst: figures of small models by hand, the effect of edits, what it refuses, and that
// repeating it changes nothing. All of it against the reference is in test_mjcf_golden.c. Tolerance
// 1e-12 relative.
#include "support.h"

#include <math.h>

static void checkClose(double a, double b) { assert_true(fabs(a - b) <= 1e-12 * fmax(1, fabs(b))); }

static mjModel* fromText(const char* xml) {
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static const char pendulum[] =
    "<mujoco><compiler angle='radian'/><worldbody>"
    "<body name='a' pos='0 0 1'><joint name='j' axis='0 1 0' armature='0.5' ref='0.2'/>"
    "<inertial pos='0 0 -2' mass='3' diaginertia='0.1 0.2 0.3'/><site name='s' pos='0 0 "
    "-1'/></body>"
    "<body name='c' pos='1 0 0'><joint type='slide' axis='0 0 1'/><inertial pos='0 0 0' mass='4' "
    "diaginertia='1 1 1'/></body></worldbody>"
    "<tendon><fixed name='t'><joint joint='j' coef='2'/></fixed></tendon>"
    "<actuator><position joint='j' kp='8' dampratio='0.5' gear='2'/></actuator></mujoco>";

static void checkPendulum(const mjModel* m) {
  const double inertia = 3 * 4 + 0.2 + 0.5;
  checkClose(m->dof_M0[0], inertia);
  checkClose(m->dof_invweight0[0], 1 / inertia);
  checkClose(m->body_invweight0[2], 4 / inertia / 3);  // the mass moves along one axis only
  checkClose(m->body_invweight0[3], 1 / inertia / 3);
  checkClose(m->dof_invweight0[1], 0.25);
  checkClose(m->body_invweight0[4], 0.25);
  checkClose(m->body_invweight0[5], 0);
  checkClose(m->tendon_length0[0], 0.4);
  checkClose(m->tendon_invweight0[0], 4 / inertia);
  checkClose(m->tendon_lengthspring[0], 0);  // at qpos_spring, where the joint is at springref
  checkClose(m->actuator_acc0[0], 2 / inertia);
  checkClose(m->actuator_length0[0], 0.4);
  checkClose(m->actuator_biasprm[2], -0.5 * 2 * sqrt(8 * inertia / 4));
  checkClose(m->stat.meaninertia, (inertia + 4) / 2);
  checkClose(m->stat.meanmass, 3.5);
  checkClose(m->dof_length[0], 2);
  checkClose(m->dof_length[1], 1);
}

static void test_pendulum(void** state) {
  (void)state;
  mjModel* m = fromText(pendulum);
  mjData* d = mj_makeData(m);
  checkPendulum(m);
  d->time = 5;
  mj_setConst(m, d);
  checkPendulum(m);
  assert_true(d->time == 5 && d->qpos[0] == m->qpos_spring[0]);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_edits(void** state) {
  (void)state;
  mjModel* m = fromText(pendulum);
  mjData* d = mj_makeData(m);
  m->body_mass[1] = 6;
  m->dof_armature[0] = 0;
  m->body_gravcomp[2] = 0.5;
  mj_setConst(m, d);
  checkClose(m->dof_invweight0[0], 1 / (6 * 4 + 0.2));
  checkClose(m->body_subtreemass[0], 10);
  assert_int_equal(m->ngravcomp, 1);
  assert_true(m->flg_gravcomp);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a simple body whose inertial frame is moved is refused
static void test_refused(void** state) {
  (void)state;
  mjModel* m = fromText(pendulum);
  mjData* d = mj_makeData(m);
  const double before = m->dof_invweight0[0];
  assert_int_not_equal(m->body_simple[2], 0);
  m->body_ipos[6] = 0.1;
  m->body_mass[1] = 100;
  catch_begin();
  mj_setConst(m, d);
  catch_end();
  assert_int_equal(caught_count, 1);
  assert_non_null(strstr(caught.subject, "body 2"));
  checkClose(m->dof_invweight0[0], before);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a second call finds the same numbers: bits of all real arrays that it writes
static void test_twice(void** state) {
  (void)state;
  char error[1000];
  mjModel* m = mj_loadXML(TEST_DIR "/../models/humanoid.xml", NULL, error, sizeof error);
  assert_non_null(m);
  mjModel* copy = mj_copyModel(NULL, m);
  mjData* d = mj_makeData(m);
  mj_setConst(m, d);
  const size_t num = sizeof(mjtNum);
  assert_memory_equal(m->body_invweight0, copy->body_invweight0, 2 * (size_t)m->nbody * num);
  assert_memory_equal(m->dof_invweight0, copy->dof_invweight0, (size_t)m->nv * num);
  assert_memory_equal(m->dof_M0, copy->dof_M0, (size_t)m->nv * num);
  assert_memory_equal(m->dof_length, copy->dof_length, (size_t)m->nv * num);
  assert_memory_equal(m->actuator_acc0, copy->actuator_acc0, (size_t)m->nout * num);
  assert_memory_equal(m->actuator_biasprm, copy->actuator_biasprm,
                      mjNBIAS * (size_t)m->nactuator * num);
  assert_memory_equal(m->body_sameframe, copy->body_sameframe, (size_t)m->nbody);
  assert_memory_equal(m->geom_sameframe, copy->geom_sameframe, (size_t)m->ngeom);
  assert_memory_equal(m->cam_mode, copy->cam_mode, (size_t)m->ncam * sizeof(int));
  mj_deleteData(d);
  mj_deleteModel(copy);
  mj_deleteModel(m);
}

// the data is left at qpos_spring, lengths of tendons and actuators too; moments of gears 2 and 3
static void test_left_at_springs(void** state) {
  (void)state;
  mjModel* m =
      fromText("<mujoco><compiler angle='radian'/><worldbody><body><joint name='j' "
               "ref='0.25' springref='0.5'/><geom size='0.1'/></body></worldbody>"
               "<tendon><fixed name='t'><joint joint='j' coef='3'/></fixed></tendon>"
               "<actuator><motor joint='j' gear='2'/><motor tendon='t'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  mj_setConst(m, d);
  checkClose(d->qpos[0], 0.5);
  checkClose(d->ten_length[0], 1.5);
  checkClose(d->actuator_length[0], 1);
  checkClose(d->actuator_length[1], 1.5);
  checkClose(m->actuator_length0[0], 0.5);
  checkClose(m->actuator_length0[1], 0.75);
  checkClose(m->tendon_lengthspring[0], 1.5);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// two hinges on one axis: M is singular, and rows of the unit matrix times infinity are no numbers;
// a tree of its own keeps its figures
static void test_singular(void** state) {
  (void)state;
  mjModel* m = fromText(
      "<mujoco><worldbody><body><joint axis='0 0 1'/><joint axis='0 0 1'/><geom type='box' "
      "size='.1 .2 .3' density='1000'/></body><body pos='1 0 0'><joint axis='0 0 1'/><geom "
      "type='box' size='.1 .2 .3' density='1000'/></body></worldbody></mujoco>");
  for (int i = 0; i < 2; i++) assert_true(isnan(m->dof_invweight0[i]));
  checkClose(m->dof_invweight0[2], 1.25);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pendulum), cmocka_unit_test(test_singular),
      cmocka_unit_test(test_edits),    cmocka_unit_test(test_refused),
      cmocka_unit_test(test_twice),    cmocka_unit_test(test_left_at_springs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
