// mj_recompile: which parts of the state survive an edit of the spec, and that nothing happens if
// the spec does not compile. mj_copyBack: numbers of a model back into its spec.
#include <math.h>

#include "support.h"

static const char scene[] =
    "<mujoco><size nuserdata='2'/><worldbody>"
    "<body name='a'><joint name='ja'/><geom name='ga' size='.1'/></body>"
    "<body name='b' pos='0 1 0'><freejoint name='jb'/><geom size='.1'/></body>"
    "<body name='c' pos='0 2 0'><joint name='jc' type='slide'/><geom size='.1'/></body>"
    "<body name='m' pos='0 3 0' mocap='true'/>"
    "</worldbody><actuator>"
    "<general name='m1' joint='ja' dyntype='integrator'/><motor name='m2' joint='ja'/>"
    "<general name='m3' joint='jc' dyntype='filter'/></actuator></mujoco>";

static mjSpec* spec;
static mjModel* model;
static mjData* data;

static int setUp(void** state) {
  (void)state;
  char error[500];
  spec = mj_parseXMLString(scene, NULL, error, sizeof error);
  model = spec ? mj_compile(spec, NULL) : NULL;
  data = model ? mj_makeData(model) : NULL;
  if (!data) return -1;
  for (int i = 0; i < model->nq; i++) data->qpos[i] = 0.1 * (i + 1);
  for (int i = 0; i < model->nv; i++) data->qvel[i] = data->qfrc_applied[i] = i + 1;
  for (int i = 0; i < model->na; i++) data->act[i] = 10 + i;
  for (int i = 0; i < model->nu; i++) data->ctrl[i] = 20 + i;
  data->mocap_pos[0] = 5;
  data->mocap_quat[1] = 0.5;
  data->userdata[0] = 3;
  data->time = 2.5;
  return 0;
}

static int tearDown(void** state) {
  (void)state;
  mj_deleteData(data);
  mj_deleteModel(model);
  mj_deleteSpec(spec);
  return 0;
}

static void numbers(const mjtNum* have, const mjtNum* want, int n) {
  for (int i = 0; i < n; i++) {
    if (have[i] != want[i]) fail_msg("number %d is %g, not %g", i, have[i], want[i]);
  }
}

static mjsElement* find(mjtObj type, const char* name) { return mjs_findElement(spec, type, name); }

static void recompile(void) {
  const mjModel* m = model;
  const mjData* d = data;
  if (mj_recompile(spec, NULL, model, data)) fail_msg("%s", mjs_getError(spec));
  assert_ptr_equal(m, model);
  assert_ptr_equal(d, data);
}

// nothing was edited: the state stays, what is not state is fresh
static void test_same(void** state) {
  (void)state;
  mjtNum qpos[9], qvel[8];
  memcpy(qpos, data->qpos, sizeof qpos);
  memcpy(qvel, data->qvel, sizeof qvel);
  model->geom_size[0] = 7;
  recompile();
  assert_int_equal(model->nq, 9);
  numbers(data->qpos, qpos, 9);
  numbers(data->qvel, qvel, 8);
  numbers(data->act, (mjtNum[]){10, 11}, 2);
  numbers(data->ctrl, (mjtNum[]){20, 21, 22}, 3);
  numbers(data->mocap_pos, (mjtNum[]){5, 3, 0}, 3);
  numbers(data->mocap_quat, (mjtNum[]){1, 0.5, 0, 0}, 4);
  assert_true(data->time == 2.5);
  assert_true(data->qfrc_applied[0] == 0 && data->userdata[0] == 0);
  assert_true(model->geom_size[0] == 0.1);
  for (int i = 0; i < 3; i++) recompile();
  mj_step(model, data);
  // copies of what was replaced
  mjModel* m = mj_copyModel(NULL, model);
  mjData* d = mj_copyData(NULL, m, data);
  mj_step(m, d);
  mj_step(model, data);
  numbers(d->qpos, data->qpos, 9);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a joint comes in between, a body and an actuator go, a joint gets another type
static void test_edits(void** state) {
  (void)state;
  mjsBody* x = mjs_addBody(mjs_findBody(spec, "a"), NULL);
  mjs_addJoint(x, NULL)->ref = 90;
  mjs_addGeom(x, NULL)->size[0] = 0.1;
  assert_int_equal(mjs_delete(spec, mjs_findBody(spec, "b")->element), 0);
  assert_int_equal(mjs_delete(spec, find(mjOBJ_ACTUATOR, "m1")), 0);
  recompile();
  assert_int_equal(model->nq, 3);
  numbers(data->qpos, (mjtNum[]){0.1, mjPI / 2, 0.1 * 9}, 3);
  numbers(data->qvel, (mjtNum[]){1, 0, 8}, 3);
  numbers(data->act, (mjtNum[]){11}, 1);
  numbers(data->ctrl, (mjtNum[]){21, 22}, 2);
  mjs_asJoint(find(mjOBJ_JOINT, "jc"))->type = mjJNT_BALL;
  mjs_delete(spec, find(mjOBJ_ACTUATOR, "m3"));
  recompile();
  numbers(data->qpos, (mjtNum[]){0.1, mjPI / 2, 1, 0, 0, 0}, 6);
  assert_int_equal(mj_recompile(spec, NULL, model, NULL), 0);  // the model alone
}

static void test_errors(void** state) {
  (void)state;
  mjsGeom* geom = mjs_asGeom(find(mjOBJ_GEOM, "ga"));
  mjsBody* x = mjs_addBody(mjs_findBody(spec, "world"), NULL);
  mjs_setFrame(x->element, NULL);
  geom->size[0] = -1;
  assert_int_equal(mjs_delete(spec, mjs_findBody(spec, "b")->element), 0);
  assert_int_equal(mj_recompile(spec, NULL, model, data), -1);
  assert_non_null(strstr(mjs_getError(spec), "size"));
  assert_int_equal(model->nq, 9);
  assert_true(data->qfrc_applied[0] == 1);
  // the failed attempt has not confused what belongs to what
  geom->size[0] = 0.3;
  recompile();
  numbers(data->qpos, (mjtNum[]){0.1, 0.1 * 9}, 2);
  assert_true(model->geom_size[0] == 0.3);
}

// a copy knows what its elements were; another spec gives a fresh state, but for the time
static void test_otherSpec(void** state) {
  (void)state;
  mjSpec* copy = mj_copySpec(spec);
  assert_int_equal(mjs_getId(mjs_findBody(copy, "c")->element), 3);
  assert_int_equal(mj_recompile(copy, NULL, model, data), 0);
  assert_true(data->qpos[0] == 0.1);
  mj_deleteSpec(copy);
  mjSpec* other = mj_makeSpec();
  assert_int_equal(mj_recompile(other, NULL, model, data), 0);
  assert_int_equal(model->nq, 0);
  assert_true(data->time == 2.5);
  mj_deleteSpec(other);
}

static void recompileOnce(void* ctx) {
  (void)ctx;
  mjSpec* s = mj_makeSpec();
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  mjData* d = m ? mj_makeData(m) : NULL;
  if (d) mj_recompile(s, NULL, m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

static void test_memory(void** state) {
  (void)state;
  mju_setLogHandler(catch_message);
  heap_failEach(recompileOnce, NULL, 7);
  mju_setLogHandler(NULL);
}

// ---- mj_copyBack

static const char rotated[] =
    "<mujoco><compiler angle='degree'/><option timestep='.01'/>"
    "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>"
    "<custom><numeric name='n' size='5' data='1 2 3'/></custom><worldbody>"
    "<body name='a' pos='0 0 1' euler='0 0 90'>"
    "<joint name='ja' range='-90 90' ref='10' springref='20' stiffness='3' damping='2'/>"
    "<inertial pos='.1 0 0' mass='2' diaginertia='1 1.2 1.3'/>"
    "<geom name='g1' type='capsule' fromto='0 0 0 0 0 1' size='.1'/>"
    "<frame name='F' pos='1 0 0' euler='0 0 90'>"
    "<geom name='g2' size='.2 .3 .4' type='box' pos='0 0 .5' euler='0 90 0'/></frame></body>"
    "<body name='b' pos='0 2 1'><freejoint/><geom size='.1'/>"
    "<geom name='g3' type='mesh' mesh='m' pos='0 0 .3'/></body></worldbody>"
    "<equality><weld body1='a' body2='b'/></equality>"
    "<actuator><position joint='ja' kp='4' ctrlrange='-1 1'/></actuator>"
    "<keyframe><key qpos='1 2 3 4 1 0 0 0'/></keyframe></mujoco>";

// one array that a program has changed
typedef struct {
  const char* name;
  const mjtNum *have, *want;
  mjtSize n;
} Row;

static void nearly(const Row* row) {
  for (int i = 0; i < row->n; i++) {
    const double error = fabs(row->have[i] - row->want[i]);
    if (!(error < 1e-13)) fail_msg("%s[%d] is off by %g", row->name, i, error);
  }
}

#define ROW(a, n)                                                                                  \
  { #a, made->a, m->a, n }

static void compareAll(const mjModel* made, const mjModel* m) {
  const Row row[] = {
      ROW(geom_size, 3 * m->ngeom),
      ROW(geom_pos, 3 * m->ngeom),
      ROW(geom_quat, 4 * m->ngeom),
      ROW(geom_friction, 3 * m->ngeom),
      ROW(body_pos, 3 * m->nbody),
      ROW(body_quat, 4 * m->nbody),
      ROW(body_mass, m->nbody),
      ROW(body_inertia, 3 * m->nbody),
      ROW(body_ipos, 3 * m->nbody),
      ROW(jnt_range, 2 * m->njnt),
      ROW(jnt_axis, 3 * m->njnt),
      ROW(jnt_stiffness, m->njnt),
      ROW(qpos0, m->nq),
      ROW(qpos_spring, m->nq),
      ROW(dof_damping, m->nv),
      ROW(dof_armature, m->nv),
      ROW(actuator_gainprm, mjNGAIN),
      ROW(actuator_ctrlrange, 2),
      ROW(actuator_gear, 6),
      ROW(key_qpos, m->nq),
      ROW(numeric_data, 5),
      ROW(eq_data, mjNEQDATA),
      ROW(body_gravcomp, m->nbody),
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) nearly(&row[i]);
  assert_true(made->opt.timestep == m->opt.timestep);
}

static void change(mjModel* m) {
  m->geom_size[0] = 0.77;
  m->geom_pos[3] = 9;
  m->geom_friction[0] = 0.4;
  m->body_mass[1] = 5;
  m->body_mass[2] = 55;
  m->body_pos[3] = 0.25;
  m->body_ipos[3] = 0.9;
  m->body_inertia[3] = 1.25;
  m->body_gravcomp[1] = 0.5;
  m->jnt_range[0] = -0.5;
  m->jnt_axis[0] = 0.6;
  m->jnt_axis[2] = 0.8;
  m->jnt_stiffness[0] = 6;
  m->qpos0[0] = 0.6;
  m->qpos_spring[0] = 0.7;
  m->dof_damping[0] = 8;
  m->dof_armature[0] = 0.3;
  m->actuator_gainprm[0] = 44;
  m->actuator_ctrlrange[1] = 3;
  m->actuator_gear[0] = 3;
  m->key_qpos[1] = 22;
  m->numeric_data[1] = 12;
  m->eq_data[0] = 0.125;
  m->opt.timestep = 0.5;
}

static void test_copyBack(void** state) {
  (void)state;
  char error[500], xml[5000];
  mjSpec* s = mj_parseXMLString(rotated, NULL, error, sizeof error);
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  // nothing changed: the spec is as it was
  assert_int_equal(mj_copyBack(s, m), 1);
  const mjsGeom* g2 = mjs_asGeom(mjs_findElement(s, mjOBJ_GEOM, "g2"));
  const mjsJoint* ja = mjs_asJoint(mjs_findElement(s, mjOBJ_JOINT, "ja"));
  assert_int_equal(g2->alt.type, mjORIENTATION_EULER);
  assert_true(ja->range[0] == -90 && ja->ref == 10);
  change(m);
  assert_int_equal(mj_copyBack(s, m), 1);
  assert_true(s->compiler.degree);
  assert_true(fabs(ja->range[0] + 0.5 * 180 / mjPI) < 1e-13);
  // what is saved has it too
  assert_int_equal(mj_saveXMLString(s, xml, sizeof xml, error, sizeof error), 0);
  mjModel* made = mj_compile(s, NULL);
  assert_non_null(made);
  compareAll(made, m);
  mj_deleteModel(made);
  mj_deleteSpec(s);
  s = mj_parseXMLString(xml, NULL, error, sizeof error);
  made = s ? mj_compile(s, NULL) : NULL;
  if (!made) fail_msg("%s", s ? mjs_getError(s) : error);
  compareAll(made, m);
  mj_deleteModel(made);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

static void test_copyBackErrors(void** state) {
  (void)state;
  mjSpec* other = mj_makeSpec();
  assert_int_equal(mj_copyBack(other, model), 0);
  assert_non_null(strstr(mjs_getError(other), "not compiled"));
  mj_deleteModel(mj_compile(other, NULL));
  assert_int_equal(mj_copyBack(other, model), 0);
  assert_non_null(strstr(mjs_getError(other), "not the one"));
  mj_deleteSpec(other);
  // edited since
  mjs_addGeom(mjs_findBody(spec, "a"), NULL)->size[0] = 0.1;
  assert_int_equal(mj_copyBack(spec, model), 0);
  assert_non_null(strstr(mjs_getError(spec), "not the one"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_same, setUp, tearDown),
      cmocka_unit_test_setup_teardown(test_edits, setUp, tearDown),
      cmocka_unit_test_setup_teardown(test_errors, setUp, tearDown),
      cmocka_unit_test_setup_teardown(test_otherSpec, setUp, tearDown),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_copyBack),
      cmocka_unit_test_setup_teardown(test_copyBackErrors, setUp, tearDown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
