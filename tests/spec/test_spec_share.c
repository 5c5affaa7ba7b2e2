// Specs that are attached by reference or as copies (mjs_setDeepCopy), their life, values of the
// program, timers of the compilation, and sizes of sensors.
#include "support.h"

// body b with a geom g, a hinge j, a motor a; NULL if memory is short
static mjSpec* makeChild(const char* name) {
  mjSpec* s = mj_makeSpec();
  mjsBody* b = s ? mjs_addBody(mjs_findBody(s, "world"), NULL) : NULL;
  mjsGeom* g = b ? mjs_addGeom(b, NULL) : NULL;
  mjsJoint* j = g ? mjs_addJoint(b, NULL) : NULL;
  mjsActuator* a = j ? mjs_addActuator(s, NULL) : NULL;
  if (!a) {
    mj_deleteSpec(s);
    return NULL;
  }
  mjs_setString(s->modelname, name);
  mjs_setName(b->element, "b");
  mjs_setName(g->element, "g");
  mjs_setName(j->element, "j");
  mjs_setName(a->element, "a");
  g->size[0] = 0.1;
  a->trntype = mjTRN_JOINT;
  mjs_setString(a->target, "j");
  return s;
}

static mjsElement* attach(mjSpec* parent, mjsElement* child, const char* prefix) {
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  return mjs_attach(frame->element, child, prefix, "");
}

static mjModel* compiled(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  return m;
}

static mjsGeom* geomOf(const mjSpec* s, const char* name) {
  return mjs_asGeom(mjs_findElement(s, mjOBJ_GEOM, name));
}

// ---- by reference

static void test_reference(void** state) {
  (void)state;
  mjSpec *p = mj_makeSpec(), *c = makeChild("kid");
  mjsBody* b = mjs_findBody(c, "b");
  mjsGeom* g = geomOf(c, "g");
  mjsActuator* a = mjs_asActuator(mjs_findElement(c, mjOBJ_ACTUATOR, "a"));
  mjsElement* e = attach(p, b->element, "x_");
  // the program's structs are those of the parent now
  assert_ptr_equal(e, b->element);
  assert_ptr_equal(mjs_getSpec(b->element), p);
  assert_string_equal(mjs_getString(mjs_getName(b->element)), "x_b");
  assert_ptr_equal(geomOf(p, "x_g"), g);
  assert_string_equal(mjs_getString(a->target), "x_j");
  g->size[0] = 0.7;
  mjsBody* later = mjs_addBody(b, NULL);
  mjs_addGeom(later, NULL)->size[0] = 0.2;
  mjModel* m = compiled(p);
  assert_int_equal(m->nbody, 3);
  assert_true(m->geom_size[0] == 0.7);
  assert_int_equal(m->nu, 1);
  mj_deleteModel(m);
  // the child goes on with its own
  assert_ptr_not_equal(mjs_findBody(c, "b"), b);
  assert_true(geomOf(c, "g")->size[0] == 0.1);
  m = compiled(c);
  assert_int_equal(m->nbody, 2);
  mj_deleteModel(m);
  // what is attached again is a copy
  mjsBody* own = mjs_findBody(c, "b");
  assert_non_null(attach(p, own->element, "y_"));
  assert_ptr_equal(mjs_findBody(c, "b"), own);
  assert_non_null(mjs_findElement(p, mjOBJ_ACTUATOR, "y_a"));
  mj_deleteSpec(c);
  m = compiled(p);
  assert_int_equal(m->nbody, 4);
  g->size[0] = 0.8;
  mj_deleteModel(m);
  mj_deleteSpec(p);
}

static void test_deepCopy(void** state) {
  (void)state;
  mjSpec *p = mj_makeSpec(), *c = makeChild("kid");
  assert_int_equal(mjs_setDeepCopy(p, 1), 0);
  mjsBody* b = mjs_findBody(c, "b");
  assert_ptr_not_equal(attach(p, b->element, "x_"), b->element);
  assert_ptr_equal(mjs_findBody(c, "b"), b);
  geomOf(c, "g")->size[0] = 0.7;
  assert_true(geomOf(p, "x_g")->size[0] == 0.1);
  mj_deleteSpec(p);
  mj_deleteSpec(c);
}

// ---- life

static void test_life(void** state) {
  (void)state;
  heap_watch(0);
  mjSpec *p = makeChild("P"), *s = makeChild("S"), *t = makeChild("T");
  assert_non_null(attach(s, mjs_findBody(t, "b")->element, "t_"));
  assert_non_null(attach(p, s->element, "s_"));
  assert_ptr_equal(mjs_findSpec(p, "S"), s);
  assert_null(mjs_findSpec(p, "T"));  // only what was attached to it
  assert_null(mjs_findSpec(p, "P"));
  assert_ptr_equal(mjs_getOriginSpec(mjs_findBody(p, "s_t_b")->element), t);
  // a circle: nothing holds what holds it
  assert_non_null(attach(t, mjs_findBody(p, "s_b")->element, "p_"));
  assert_null(mjs_findSpec(t, "P"));
  mjSpec* copy = mj_copySpec(p);
  assert_ptr_equal(mjs_findSpec(copy, "S"), s);
  mj_deleteSpec(t);
  mj_deleteSpec(s);
  mj_deleteSpec(p);
  mjModel* m = compiled(copy);
  assert_int_equal(m->nbody, 4);
  mj_deleteModel(m);
  mj_deleteSpec(copy);
  assert_int_equal(heap_live, 0);
  heap_unwatch();
}

// each of a row of specs holds the next two: as many ways through them as Fibonacci's numbers, none
// of which is walked twice, and a long row takes no stack when it goes
static void test_manyWays(void** state) {
  (void)state;
  enum { N = 60 };
  heap_watch(0);
  mjSpec* s[N];
  for (int i = 0; i < N; i++) s[i] = makeChild("row");
  for (int step = 2; step; step--) {
    for (int i = 0; i + step < N; i++) {
      mjsElement* body = mjs_findBody(s[i + step], "b")->element;
      assert_non_null(attach(s[i], body, step == 2 ? "two_" : "one_"));
    }
  }
  mjModel* m = compiled(s[0]);
  assert_int_equal(m->nbody, 4);
  mj_deleteModel(m);
  for (int i = N - 1; i >= 0; i--) mj_deleteSpec(s[i]);
  assert_int_equal(heap_live, 0);
  heap_unwatch();
}

// all of it, with one allocation failing
static void attachOnce(void* ctx) {
  (void)ctx;
  mjSpec *p = mj_makeSpec(), *c = p ? makeChild("kid") : NULL;
  if (c) {
    mjsBody* b = mjs_findBody(c, "b");
    mjsFrame* frame = mjs_addFrame(mjs_findBody(p, "world"), NULL);
    if (b && frame) mjs_setUserValue(b->element, "key", "value");
    if (b && frame) mjs_attach(frame->element, b->element, "x_", "");
    mjSpec* copy = mj_copySpec(p);
    mj_deleteModel(mj_compile(p, NULL));
    mj_deleteSpec(copy);
  }
  mj_deleteSpec(c);
  mj_deleteSpec(p);
}

static void test_memory(void** state) {
  (void)state;
  heap_failEach(attachOnce, NULL, 7);
}

// ---- values of the program

static char cleaned[100];

static void clean(const void* data) {
  strcat(cleaned, data);
  strcat(cleaned, " ");
}

static void test_userValues(void** state) {
  (void)state;
  cleaned[0] = 0;
  mjSpec *p = mj_makeSpec(), *c = makeChild("kid");
  mjsBody* b = mjs_findBody(c, "b");
  mjsElement* e = b->element;
  assert_null(mjs_getUserValue(e, "k"));
  mjs_setUserValue(e, "k", "one");
  mjs_setUserValueWithCleanup(e, "k", "two", clean);
  assert_string_equal(mjs_getUserValue(e, "k"), "two");
  mjs_setUserValueWithCleanup(e, "k", "three", clean);
  mjs_setUserValueWithCleanup(e, "other", "four", clean);
  assert_string_equal(cleaned, "two ");
  mjs_deleteUserValue(e, "k");
  mjs_deleteUserValue(e, "k");
  assert_null(mjs_getUserValue(e, "k"));
  assert_string_equal(cleaned, "two three ");
  // copies have none; a struct that is attached by reference takes them along
  mjSpec* copy = mj_copySpec(c);
  assert_null(mjs_getUserValue(mjs_findBody(copy, "b")->element, "other"));
  mj_deleteSpec(copy);
  attach(p, e, "x_");
  assert_string_equal(mjs_getUserValue(b->element, "other"), "four");
  mj_deleteSpec(c);
  assert_string_equal(cleaned, "two three ");
  // a deleted element keeps them as long as the spec is there
  mjs_delete(p, b->element);
  assert_string_equal(cleaned, "two three ");
  mjs_setUserValueWithCleanup(p->element, "spec", "five", clean);
  mj_deleteSpec(p);
  assert_true(strstr(cleaned, "four ") && strstr(cleaned, "five "));
}

// ---- timers

static void test_timers(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsMesh* mesh = mjs_addMesh(s, NULL);
  mjs_setName(mesh->element, "m");
  double params[1] = {4};
  assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_SPHERE, params, 1), 0);
  mjsTexture* texture = mjs_addTexture(s);
  mjs_setName(texture->element, "t");
  texture->type = mjTEXTURE_2D;
  texture->builtin = mjBUILTIN_CHECKER;
  texture->width = texture->height = 500;
  mjsGeom* geom = mjs_addGeom(mjs_findBody(s, "world"), NULL);
  geom->type = mjGEOM_MESH;
  mjs_setString(geom->meshname, "m");
  const double* timer = mjs_getTimer(s);
  for (int i = 0; i < mjNCTIMER; i++) assert_true(timer[i] == 0);
  mjModel* m = compiled(s);
  assert_int_equal(m->ntex, 1);
  assert_int_equal(m->ntexdata, 3 * 500 * 500);
  assert_true(timer[mjCTIMER_MESH_HULL] > 0 && timer[mjCTIMER_TEXTURE] > 0);
  assert_true(timer[mjCTIMER_ASSETS] >= timer[mjCTIMER_TEXTURE]);
  assert_true(timer[mjCTIMER_TOTAL] >= timer[mjCTIMER_ASSETS]);
  assert_null(mjs_getTimer(NULL));
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// ---- sensors

static void test_sensorDim(void** state) {
  (void)state;
  // values of the reference
  static const struct {
    mjtSensor type;
    int prm[3], dim, want;
  } table[] = {
      {mjSENS_TOUCH, {0}, 0, 1},
      {mjSENS_GYRO, {0}, 0, 3},
      {mjSENS_CAMPROJECTION, {0}, 0, 2},
      {mjSENS_FRAMEQUAT, {0}, 0, 4},
      {mjSENS_GEOMFROMTO, {0}, 0, 6},
      {mjSENS_RANGEFINDER, {0}, 0, 0},
      {mjSENS_RANGEFINDER, {5}, 0, 4},
      {mjSENS_CONTACT, {0}, 0, 0},
      {mjSENS_CONTACT, {63, 0, 3}, 0, 42},
      {mjSENS_CONTACT, {127, 2, 4}, 0, 68},
      {mjSENS_USER, {0}, 5, 5},
      {mjSENS_ACTUATORFRC, {0}, 0, 1},
      {mjSENS_PLUGIN, {0}, 0, 0},
      {(mjtSensor)(mjSENS_USER + 1), {0}, 0, -1},
  };
  mjSpec* s = makeChild("kid");
  mjsSensor* sensor = mjs_addSensor(s);
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    sensor->type = table[i].type;
    sensor->dim = table[i].dim;
    memcpy(sensor->intprm, table[i].prm, sizeof table[i].prm);
    assert_int_equal(mjs_sensorDim(sensor), table[i].want);
  }
  // one ray for each pixel of a camera, once there is one
  sensor->type = mjSENS_RANGEFINDER;
  sensor->objtype = mjOBJ_CAMERA;
  sensor->intprm[0] = 3;
  mjs_setString(sensor->objname, "cam");
  assert_int_equal(mjs_sensorDim(sensor), 0);
  mjsCamera* camera = mjs_addCamera(mjs_findBody(s, "world"), NULL);
  mjs_setName(camera->element, "cam");
  camera->resolution[0] = 4;
  camera->resolution[1] = 3;
  assert_int_equal(mjs_sensorDim(sensor), 48);
  // an orientation servo has three outputs
  double kv = 1;
  mjs_setToOrientation(mjs_asActuator(mjs_findElement(s, mjOBJ_ACTUATOR, "a")), 1, &kv, NULL, 0);
  sensor->type = mjSENS_ACTUATORPOS;
  sensor->objtype = mjOBJ_ACTUATOR;
  mjs_setString(sensor->objname, "a");
  assert_int_equal(mjs_sensorDim(sensor), 3);
  mjsSensor own;
  mjs_defaultSensor(&own);
  own.type = mjSENS_CONTACT;
  assert_int_equal(mjs_sensorDim(&own), 0);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reference), cmocka_unit_test(test_deepCopy),
      cmocka_unit_test(test_life),      cmocka_unit_test(test_manyWays),
      cmocka_unit_test(test_memory),    cmocka_unit_test(test_userValues),
      cmocka_unit_test(test_timers),    cmocka_unit_test(test_sensorDim),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
