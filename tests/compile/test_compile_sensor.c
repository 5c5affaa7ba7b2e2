// Sensors: objects, sizes, sorts, stages and addresses against figures of the reference; what is
// refused.
#include "compile_build.h"

static spec_Spec* scene(void) {
  spec_Spec* spec = spec_make();
  addSite(spec->world, "w");
  mjsGeom* plane = addGeom(spec->world, "gw", 1);
  plane->type = mjGEOM_PLANE;
  plane->size[1] = plane->size[2] = 1;
  spec_Element* a = addBody(spec->world, "a", 0, 0, 0);
  addJoint(a, "fa", mjJNT_FREE);
  addGeom(a, "ga", 0.1);
  addSite(a, "sa");
  mjsCamera* camera = add(spec, mjOBJ_CAMERA, a, "cam")->data;
  camera->resolution[0] = 2, camera->resolution[1] = 3;
  spec_Element* a2 = addBody(a, "a2", 1, 0, 0);
  addJoint(a2, "ja", mjJNT_HINGE);
  addGeom(a2, "ga2", 0.1);
  spec_Element* b = addBody(spec->world, "b", 0, 0, 3);
  mjsJoint* slide = addJoint(b, "jb", mjJNT_SLIDE);
  slide->range[1] = 1;
  addGeom(b, "gb", 0.1);
  addSite(b, "sb");
  spec_Element* c = addBody(spec->world, "c", 0, 0, 6);
  addJoint(c, "jc", mjJNT_BALL);
  addGeom(c, "gc", 0.1);
  mjsTendon* t = addTendon(spec, "t");
  addWrap(t, mjWRAP_JOINT, "jb", "", 1);
  mjsTendon* limited = addTendon(spec, "tl");
  limited->range[1] = 1;
  addWrap(limited, mjWRAP_JOINT, "jb", "", 1);
  addActuator(spec, "m", mjTRN_JOINT, "jb");
  mjsActuator* orientation = addActuator(spec, "o", mjTRN_JOINT, "jc");
  orientation->gaintype = mjGAIN_SO3;
  orientation->biastype = mjBIAS_SO3;
  orientation->biasprm[1] = -1;
  return spec;
}

static mjsSensor* withRef(mjsSensor* s, mjtObj type, const char* name) {
  s->reftype = type;
  vec_setText(s->refname, name);
  return s;
}

static mjsSensor* withInts(mjsSensor* s, int a, int b, int c) {
  s->intprm[0] = a, s->intprm[1] = b, s->intprm[2] = c;
  return s;
}

static void objects(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  addSensor(spec, mjSENS_JOINTPOS, mjOBJ_JOINT, "ja");
  addSensor(spec, mjSENS_TENDONVEL, mjOBJ_TENDON, "t");
  addSensor(spec, mjSENS_ACTUATORPOS, mjOBJ_ACTUATOR, "o");
  addSensor(spec, mjSENS_ACTUATORFRC, mjOBJ_ACTUATOR, "m");
  addSensor(spec, mjSENS_BALLQUAT, mjOBJ_JOINT, "jc");
  addSensor(spec, mjSENS_TENDONLIMITFRC, mjOBJ_TENDON, "tl");
  addSensor(spec, mjSENS_CLOCK, mjOBJ_UNKNOWN, "");
  withRef(addSensor(spec, mjSENS_FRAMEQUAT, mjOBJ_XBODY, "a"), mjOBJ_GEOM, "gw");
  withRef(addSensor(spec, mjSENS_CAMPROJECTION, mjOBJ_SITE, "sa"), mjOBJ_CAMERA, "cam");
  withRef(addSensor(spec, mjSENS_GEOMDIST, mjOBJ_GEOM, "ga"), mjOBJ_BODY, "a");
  mjModel* m = compileSpec(spec);
  CHECK_INTS(m->sensor_dim, m->nsensor, 1, 1, 3, 1, 4, 1, 1, 4, 2, 1);
  CHECK_INTS(m->sensor_adr, m->nsensor, 0, 1, 2, 5, 6, 10, 11, 12, 16, 18);
  CHECK_INTS(m->sensor_datatype, m->nsensor, 0, 0, 0, 0, 3, 0, 0, 3, 0, 0);
  CHECK_INTS(m->sensor_needstage, m->nsensor, 1, 2, 1, 3, 1, 3, 1, 1, 1, 1);
  CHECK_INTS(m->sensor_objtype, m->nsensor, 3, 18, 19, 19, 3, 18, 0, 2, 6, 5);
  CHECK_INTS(m->sensor_objid, m->nsensor, 1, 0, 1, 0, 3, 1, -1, 1, 1, 1);
  CHECK_INTS(m->sensor_reftype, m->nsensor, 0, 0, 0, 0, 0, 0, 0, 5, 7, 1);
  CHECK_INTS(m->sensor_refid, m->nsensor, -1, -1, -1, -1, -1, -1, -1, 0, 0, 1);
  assert_int_equal(m->nsensordata, 19);
  mj_deleteModel(m);
}

static void chosenFields(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  withInts(addSensor(spec, mjSENS_RANGEFINDER, mjOBJ_SITE, "sa"), 1, 0, 0);
  withInts(addSensor(spec, mjSENS_RANGEFINDER, mjOBJ_CAMERA, "cam"), 1, 0, 0);
  withInts(addSensor(spec, mjSENS_RANGEFINDER, mjOBJ_SITE, "sa"), 31, 0, 0);
  withInts(addSensor(spec, mjSENS_RANGEFINDER, mjOBJ_CAMERA, "cam"), 33, 0, 0);
  withInts(addSensor(spec, mjSENS_CONTACT, mjOBJ_UNKNOWN, ""), 1, 0, 1);
  mjsSensor* s = withInts(addSensor(spec, mjSENS_CONTACT, mjOBJ_SITE, "sa"), 127, 3, 3);
  withRef(s, mjOBJ_GEOM, "gb");
  s = addSensor(spec, mjSENS_USER, mjOBJ_UNKNOWN, "");
  s->dim = 4, s->datatype = mjDATATYPE_QUATERNION, s->needstage = mjSTAGE_NONE;
  mjModel* m = compileSpec(spec);
  CHECK_INTS(m->sensor_dim, m->nsensor, 1, 6, 13, 12, 1, 51, 4);
  CHECK_INTS(m->sensor_adr, m->nsensor, 0, 1, 7, 20, 32, 33, 84);
  CHECK_INTS(m->sensor_datatype, m->nsensor, 0, 0, 0, 0, 0, 0, 3);
  CHECK_INTS(m->sensor_needstage, m->nsensor, 1, 1, 1, 1, 3, 3, 0);
  mj_deleteModel(m);
}

static void history(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  SPEC_DATA(mjsActuator, spec_find(spec, mjOBJ_ACTUATOR, "o"))->nsample = 3;
  mjsSensor* s = addSensor(spec, mjSENS_CLOCK, mjOBJ_UNKNOWN, "");
  s->nsample = 3, s->interp = 1, s->delay = 0.1;
  s = addSensor(spec, mjSENS_GYRO, mjOBJ_SITE, "sa");
  s->nsample = 2, s->interval[0] = 0.1, s->interval[1] = -0.05;
  addSensor(spec, mjSENS_GYRO, mjOBJ_SITE, "sa");
  mjModel* m = compileSpec(spec);
  assert_int_equal(m->nhistory, 8 + 8 + 10);
  CHECK_INTS(m->actuator_historyadr, m->nactuator, -1, 0);
  CHECK_INTS(m->sensor_historyadr, m->nsensor, 8, 16, -1);
  CHECK_INTS(m->sensor_history, 2 * m->nsensor, 3, 1, 2, 0, 0, 0);
  mj_deleteModel(m);
}

static void refused(void** state) {
  (void)state;
  static const struct {
    mjtSensor type;
    mjtObj objtype;
    const char* object;
    mjtObj reftype;
    const char* reference;
    const char* message;
  } cases[] = {
      {mjSENS_GYRO, mjOBJ_SITE, "nowhere", 0, "", "no site named 'nowhere'"},
      {mjSENS_GYRO, mjOBJ_SITE, "", 0, "", "object: missing"},
      {mjSENS_GYRO, mjOBJ_BODY, "a", 0, "", "of a kind that this sensor cannot use"},
      {mjSENS_GYRO, (mjtObj)1000, "a", 0, "", "objtype: 1000 is no value of mjtObj"},
      {mjSENS_JOINTPOS, mjOBJ_JOINT, "jc", 0, "", "hinge or slide"},
      {mjSENS_JOINTPOS, mjOBJ_JOINT, "fa", 0, "", "hinge or slide"},
      {mjSENS_BALLQUAT, mjOBJ_JOINT, "ja", 0, "", "ball joint"},
      {mjSENS_JOINTLIMITPOS, mjOBJ_JOINT, "ja", 0, "", "no limit"},
      {mjSENS_TENDONLIMITPOS, mjOBJ_TENDON, "t", 0, "", "no limit"},
      {mjSENS_FRAMELINACC, mjOBJ_BODY, "a", mjOBJ_BODY, "b", "reference: 'b' is of a kind"},
      {mjSENS_INSIDESITE, mjOBJ_BODY, "a", 0, "", "reference: missing"},
      {mjSENS_GEOMDIST, mjOBJ_GEOM, "ga", mjOBJ_GEOM, "ga", "to itself"},
      {mjSENS_CONTACT, mjOBJ_GEOM, "ga", 0, "", "num: 0 contacts"},
      {mjSENS_RANGEFINDER, mjOBJ_SITE, "sa", 0, "", "data: no field"},
      {mjSENS_TACTILE, mjOBJ_MESH, "x", 0, "", "no mesh named 'x'"},
      {mjSENS_PLUGIN, mjOBJ_UNKNOWN, "", 0, "", "neither plugin nor instance is given"},
      {(mjtSensor)49, mjOBJ_UNKNOWN, "", 0, "", "type: 49 is no value of mjtSensor"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    spec_Spec* spec = scene();
    mjsSensor* s = addSensor(spec, cases[i].type, cases[i].objtype, cases[i].object);
    withRef(s, cases[i].reftype, cases[i].reference);
    expectError(spec, cases[i].message);
  }
}

static void refusedNumbers(void** state) {
  (void)state;
  static const struct {
    double cutoff, noise, delay, period, phase;
    int nsample, interp;
    const char* message;
  } cases[] = {
      {.cutoff = -1, .message = "cutoff: -1 is negative"},
      {.noise = -1, .message = "noise: -1 is negative"},
      {.cutoff = 1, .message = "not cut off"},
      {.delay = 1, .message = "set nsample too"},
      {.period = -1, .message = "period -1 is negative"},
      {.period = 1, .phase = 1, .message = "the phase 1 is not in"},
      {.period = 1, .phase = -1, .message = "the phase -1 is not in"},
      {.nsample = (1 << 24) + 1, .message = "at most 16777216"},
      {.interp = 3, .message = "interp: 3"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    spec_Spec* spec = scene();
    mjsSensor* s = addSensor(spec, mjSENS_FRAMEXAXIS, mjOBJ_BODY, "a");
    s->cutoff = cases[i].cutoff, s->noise = cases[i].noise, s->delay = cases[i].delay;
    s->interval[0] = cases[i].period, s->interval[1] = cases[i].phase;
    s->nsample = cases[i].nsample, s->interp = cases[i].interp;
    expectError(spec, cases[i].message);
  }
}

// numbers that would overflow an index are refused before anything is allocated
static void tooLarge(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  for (int i = 0; i < 3; i++) addSensor(spec, mjSENS_USER, mjOBJ_UNKNOWN, "")->dim = 1 << 30;
  expectError(spec, "the number of sensor values");
  spec = scene();
  withInts(addSensor(spec, mjSENS_CONTACT, mjOBJ_UNKNOWN, ""), 127, 0, 1 << 30);
  expectError(spec, "more than an int can count");
  spec = scene();
  mjsCamera* camera = SPEC_DATA(mjsCamera, spec_find(spec, mjOBJ_CAMERA, "cam"));
  camera->resolution[0] = camera->resolution[1] = 1 << 30;
  withInts(addSensor(spec, mjSENS_RANGEFINDER, mjOBJ_CAMERA, "cam"), 1, 0, 0);
  expectError(spec, "at most 16777216");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(objects), cmocka_unit_test(chosenFields),   cmocka_unit_test(history),
      cmocka_unit_test(refused), cmocka_unit_test(refusedNumbers), cmocka_unit_test(tooLarge),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
