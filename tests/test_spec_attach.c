// Attaching by program: conflicts of options, warnings, keyframes of specs that have grown, assets
// without names; deleting classes; bodies that become frames. What is expected is what
// MuJoCo 3.12.0 does with the same calls, unless a comment says otherwise.
#include <math.h>

#include "support.h"

static mjSpec* parse(const char* xml) {
  char error[500];
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!s) fail_msg("%s", error);
  return s;
}

static mjModel* compiled(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  return m;
}

static mjsElement* attachTo(mjsBody* body, const mjsElement* child, const char* prefix) {
  return mjs_attach(mjs_addFrame(body, NULL)->element, child, prefix, "");
}

static mjsElement* attach(mjSpec* parent, const mjsElement* child, const char* prefix) {
  return attachTo(mjs_findBody(parent, "world"), child, prefix);
}

static mjsElement* bodyOf(const mjSpec* s, const char* name) {
  return mjs_findBody(s, name)->element;
}

static void quiet(const mjLogMessage* message) { (void)message; }

// ---- conflicts of options that a program has set

typedef struct {
  double timestep, gravity;
  int iterations, disableflags, nuserdata;
} Options;

typedef enum { FINE, WARNS, FAILS } Outcome;

static void setOptions(mjSpec* s, const Options* o) {
  if (o->timestep) s->option.timestep = o->timestep;
  if (o->gravity) s->option.gravity[2] = o->gravity;
  if (o->iterations) s->option.iterations = o->iterations;
  s->option.disableflags = o->disableflags;
  s->nuserdata = o->nuserdata;
}

static void check(mjtConflict policy, Options parent, Options child, Outcome want, Options result) {
  const char xml[] = "<mujoco><worldbody><body name='b'/></worldbody></mujoco>";
  mjSpec *p = mj_makeSpec(), *c = parse(xml);
  p->compiler.conflict = policy;
  setOptions(p, &parent);
  setOptions(c, &child);
  assert_int_equal(attach(p, bodyOf(c, "b"), "x") != NULL, want != FAILS);
  assert_int_equal(*mjs_getError(p) != 0, want == FAILS);
  mjModel* m = compiled(p);
  // warnings of an attach are still there
  assert_int_equal(mjs_numWarnings(p), want == WARNS);
  assert_int_equal(mjs_isWarning(p), want == WARNS);
  assert_true(m->opt.timestep == (result.timestep ? result.timestep : 0.002));
  assert_true(m->opt.gravity[2] == (result.gravity ? result.gravity : -9.81));
  assert_int_equal(m->opt.iterations, result.iterations ? result.iterations : 100);
  assert_int_equal(m->opt.disableflags, result.disableflags);
  assert_int_equal(m->nuserdata, result.nuserdata);
  mj_deleteModel(m);
  mj_deleteSpec(c);
  mj_deleteSpec(p);
}

static void test_conflicts(void** state) {
  (void)state;
  const Options none = {0}, step = {.timestep = 0.01}, less = {.timestep = 0.005};
  const Options heavy = {.gravity = -2}, light = {.gravity = -1};
  const Options few = {.iterations = 5}, more = {.iterations = 7};
  const Options flag = {.disableflags = mjDSBL_CONTACT};
  const Options two = {.nuserdata = 2}, three = {.nuserdata = 3};
  mju_setLogHandler(quiet);
  check(mjCONFLICT_WARNING, none, step, WARNS, none);
  check(mjCONFLICT_WARNING, less, step, WARNS, less);
  check(mjCONFLICT_WARNING, less, none, FINE, less);
  check(mjCONFLICT_WARNING, none, flag, WARNS, none);
  check(mjCONFLICT_WARNING, flag, flag, FINE, flag);
  check(mjCONFLICT_WARNING, two, three, WARNS, two);
  check(mjCONFLICT_MERGE, none, step, WARNS, step);
  check(mjCONFLICT_MERGE, less, step, WARNS, less);
  check(mjCONFLICT_MERGE, step, less, WARNS, less);
  check(mjCONFLICT_MERGE, none, light, WARNS, light);
  check(mjCONFLICT_MERGE, heavy, light, FAILS, heavy);
  check(mjCONFLICT_MERGE, few, more, WARNS, more);
  check(mjCONFLICT_MERGE, none, flag, WARNS, flag);
  check(mjCONFLICT_MERGE, two, three, WARNS, three);
  check(mjCONFLICT_ERROR, none, step, WARNS, none);
  check(mjCONFLICT_ERROR, less, step, FAILS, less);
  check(mjCONFLICT_ERROR, less, none, FINE, less);
  check(mjCONFLICT_ERROR, none, light, WARNS, none);
  check(mjCONFLICT_ERROR, none, flag, FAILS, none);
  check(mjCONFLICT_ERROR, two, three, FAILS, two);
  mju_setLogHandler(NULL);
}

// the handlers hear of it once, the spec keeps it, a compilation replaces only its own warnings
static void test_warnings(void** state) {
  (void)state;
  mjSpec* p = parse("<mujoco><worldbody><body name='a'/></worldbody></mujoco>");
  mjSpec* c = parse("<mujoco><worldbody><body name='b'/></worldbody></mujoco>");
  c->option.timestep = 0.01;
  caught_count = 0;
  mju_setLogHandler(catch_message);
  attach(p, bodyOf(c, "b"), "x");
  assert_int_equal(caught_count, 1);
  for (int i = 0; i < 3; i++) {
    mj_deleteModel(compiled(p));
    assert_int_equal(mjs_numWarnings(p), 1);
    assert_non_null(strstr(mjs_getWarning(p, 0), "timestep"));
  }
  attach(p, bodyOf(c, "b"), "y");
  assert_int_equal(mjs_numWarnings(p), 2);
  mju_setLogHandler(NULL);
  mj_deleteSpec(c);
  mj_deleteSpec(p);
}

// ---- keyframes

// body n with hinge j, motor m, keyframe k, everything with the name of the model
static mjSpec* keyed(const char* n, double time, double qpos, double ctrl) {
  char xml[600];
  snprintf(xml, sizeof xml,
           "<mujoco model='%s'><worldbody><body name='%s'><joint name='j%s'/><geom size='.1'/>"
           "</body></worldbody><actuator><motor name='m%s' joint='j%s'/></actuator>"
           "<keyframe><key name='k%s' time='%g' qpos='%g' ctrl='%g'/></keyframe></mujoco>",
           n, n, n, n, n, n, time, qpos, ctrl);
  return parse(xml);
}

// "ka: 1 0 | 10 0; ..." with qpos and ctrl of each keyframe
static const char* keys(mjSpec* s) {
  static char text[500];
  mjModel* m = compiled(s);
  int n = 0;
  text[0] = 0;
  for (int i = 0; i < m->nkey; i++) {
    n += snprintf(text + n, sizeof text - (size_t)n, "%s%s:", i ? "; " : "",
                  mj_id2name(m, mjOBJ_KEY, i));
    for (int k = 0; k < m->nq; k++)
      n += snprintf(text + n, sizeof text - (size_t)n, " %g", m->key_qpos[i * m->nq + k]);
    n += snprintf(text + n, sizeof text - (size_t)n, " |");
    for (int k = 0; k < m->nu; k++)
      n += snprintf(text + n, sizeof text - (size_t)n, " %g", m->key_ctrl[i * m->nu + k]);
  }
  mj_deleteModel(m);
  return text;
}

// a child that has attached something itself, compiled in between or not
static void test_grownChild(void** state) {
  (void)state;
  for (int between = 0; between < 2; between++) {
    mjSpec *a = keyed("a", 1, 1, 10), *b = keyed("b", 2, 2, 20), *c = keyed("c", 3, 3, 30);
    assert_non_null(attachTo(mjs_findBody(b, "b"), bodyOf(c, "c"), "c_"));
    if (between) assert_string_equal(keys(b), "kb: 2 0 | 20 0; c_kc: 0 3 | 0 30");
    assert_non_null(attach(a, bodyOf(b, "b"), "b_"));
    // the reference forgets the prefix b_ of b_c_kc unless b was compiled before, and says so
    const char want[] = "ka: 1 0 0 | 10 0 0; b_kb: 0 2 0 | 0 20 0; b_c_kc: 0 0 3 | 0 0 30";
    assert_string_equal(keys(a), want);
    assert_string_equal(keys(a), want);
    mj_deleteSpec(a);
    mj_deleteSpec(b);
    mj_deleteSpec(c);
  }
}

// numbers of a key that has become too short are taken by index, also when it is copied
static void test_shortKeys(void** state) {
  (void)state;
  mjSpec* b = parse(
      "<mujoco><worldbody><body name='x'><geom size='.1'/><joint/></body><body name='b'><joint/>"
      "<geom size='.1'/></body></worldbody><keyframe><key name='kb' qpos='1 2'/></keyframe>"
      "</mujoco>");
  mjSpec *a = mj_makeSpec(), *c = keyed("c", 0, 3, 30);
  assert_non_null(attachTo(mjs_findBody(b, "x"), bodyOf(c, "c"), "c_"));
  assert_string_equal(keys(b), "kb: 1 2 0 | 0; c_kc: 0 3 0 | 30");
  assert_non_null(attach(a, b->element, "b_"));
  assert_string_equal(keys(a), "b_kb: 1 2 0 | 0; b_c_kc: 0 3 0 | 30");
  // a key that never fitted is an error
  mjSpec *d = keyed("d", 0, 1, 1), *e = mj_makeSpec();
  mjs_addJoint(mjs_findBody(d, "d"), NULL);
  assert_null(attach(e, bodyOf(d, "d"), "d_"));
  assert_non_null(strstr(mjs_getError(e), "qpos"));
  mj_deleteSpec(a);
  mj_deleteSpec(b);
  mj_deleteSpec(c);
  mj_deleteSpec(d);
  mj_deleteSpec(e);
}

static void test_selfKeys(void** state) {
  (void)state;
  mjSpec* s = parse("<mujoco><worldbody><body name='x'><geom size='.1'/><joint name='jx'/></body>"
                    "<body name='b'><joint name='jb'/><geom size='.1'/></body></worldbody>"
                    "<actuator><motor joint='jx'/><motor joint='jb'/></actuator>"
                    "<keyframe><key name='k' qpos='1 2' ctrl='10 20'/></keyframe></mujoco>");
  assert_non_null(attach(s, bodyOf(s, "b"), "s_"));
  // keys that have just come in are not copied before they are compiled
  assert_non_null(attach(s, bodyOf(s, "b"), "r_"));
  assert_string_equal(keys(s),
                      "k: 1 2 0 0 | 10 20 0 0; s_k: 1 0 2 0 | 10 0 20 0; r_k: 1 0 0 2 | 10 0 0 20");
  assert_non_null(attach(s, bodyOf(s, "s_b"), "u_"));
  mjModel* m = compiled(s);
  assert_int_equal(m->nkey, 6);
  const int id = mj_name2id(m, mjOBJ_KEY, "u_s_k");
  const mjtNum want[5] = {1, 0, 0, 0, 2};
  assert_memory_equal(m->key_qpos + id * m->nq, want, sizeof want);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// ---- assets without names

static void test_unnamedAssets(void** state) {
  (void)state;
  static const char cube[] =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "cube.obj", cube, (int)sizeof cube - 1);
  mjSpec *p = mj_makeSpec(), *c = mj_makeSpec();
  mjsMesh* mesh = mjs_addMesh(c, NULL);
  mjs_setString(mesh->file, "cube.obj");
  mjsBody* b = mjs_addBody(mjs_findBody(c, "world"), NULL);
  mjsGeom* geom = mjs_addGeom(b, NULL);
  geom->type = mjGEOM_MESH;
  mjs_setString(geom->meshname, "cube");
  mjsElement* e = b->element;
  assert_non_null(attach(p, e, "x_"));
  assert_non_null(attach(p, e, "y_"));  // e is the child's own body
  mjModel* m = mj_compile(p, &vfs);
  if (!m) fail_msg("%s", mjs_getError(p));
  assert_int_equal(m->nmesh, 2);
  assert_int_equal(m->geom_dataid[0], mj_name2id(m, mjOBJ_MESH, "x_cube"));
  assert_int_equal(m->geom_dataid[1], mj_name2id(m, mjOBJ_MESH, "y_cube"));
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
  mj_deleteSpec(p);
  mj_deleteSpec(c);
}

// a name that is taken is found before anything is copied
static void test_takenName(void** state) {
  (void)state;
  mjSpec *p = mj_makeSpec(), *c = keyed("b", 0, 1, 1);
  const mjsElement* b = bodyOf(c, "b");
  assert_non_null(attach(p, b, "x_"));
  assert_null(attach(p, b, "x_"));
  assert_non_null(strstr(mjs_getError(p), "x_b"));
  mjModel* m = compiled(p);
  assert_int_equal(m->nbody, 2);
  assert_int_equal(m->nu, 1);
  mj_deleteModel(m);
  mj_deleteSpec(p);
  mj_deleteSpec(c);
}

// ---- classes

static void test_deleteClass(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsDefault* a = mjs_addDefault(s, "a", NULL);
  mjsDefault* b = mjs_addDefault(s, "b", a);
  mjsDefault* c = mjs_addDefault(s, "c", b);
  mjs_addDefault(s, "d", a);
  c->geom->size[0] = 0.3;
  mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), c);
  mjsGeom* geom = mjs_addGeom(body, NULL);
  assert_int_equal(mjs_delete(s, b->element), 0);
  assert_non_null(mjs_findDefault(s, "a"));
  assert_null(mjs_findDefault(s, "b"));
  assert_null(mjs_findDefault(s, "c"));
  assert_non_null(mjs_findDefault(s, "d"));
  // what was made from them keeps its values and belongs to the class above
  assert_true(geom->size[0] == 0.3);
  assert_ptr_equal(mjs_getDefault(geom->element), a);
  assert_string_equal(mjs_getString(body->childclass), "a");
  mj_deleteModel(compiled(s));
  assert_non_null(mjs_addDefault(s, "c", NULL));
  assert_int_equal(mjs_delete(s, mjs_getSpecDefault(s)->element), -1);
  mj_deleteSpec(s);
}

// ---- a body that becomes a frame

// inertia of the whole as seen by its free joint
static void freeInertia(mjSpec* s, double M[36]) {
  mjModel* m = compiled(s);
  mjData* d = mj_makeData(m);
  assert_int_equal(m->nv, 6);
  mj_forward(m, d);
  mj_fullM(m, d, M);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_bodyToFrame(void** state) {
  (void)state;
  static const char* const own[] = {
      "<inertial pos='.1 0 0' mass='2' diaginertia='1 1.2 1.3'/><geom size='.1'/>",
      "<inertial pos='.1 0 0' mass='2' fullinertia='1 1.2 1.3 .01 .02 .03'/>",
      "<inertial pos='.1 0 0' mass='2' diaginertia='1 1.2 1.3' euler='0 30 0'/>",
      "<geom size='.1' pos='.3 0 0'/><geom type='box' size='.1 .2 .3'/>",
      "",
  };
  static const char* const added[] = {
      "<inertial pos='0 .2 0' mass='3' diaginertia='.5 .6 .7'/><geom size='.2'/>",
      "<inertial pos='0 .2 0' mass='3' fullinertia='.5 .6 .7 .01 .02 .03'/>",
      "<inertial pos='0 .2 0' mass='3' diaginertia='.5 .6 .7' euler='40 0 0'/>",
  };
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    for (size_t k = 0; k < sizeof added / sizeof *added; k++) {
      char xml[800];
      snprintf(xml, sizeof xml,
               "<mujoco><worldbody><body name='a'><freejoint/>%s<frame pos='1 0 0' euler='0 90 0'>"
               "<body name='b' pos='0 0 1' euler='0 0 90'>%s</body></frame></body></worldbody>"
               "</mujoco>",
               own[i], added[k]);
      mjSpec* s = parse(xml);
      double before[36], after[36];
      freeInertia(s, before);
      mjsBody* b = mjs_findBody(s, "b");
      assert_non_null(mjs_bodyToFrame(&b));
      assert_true(mjs_findBody(s, "a")->explicitinertial);
      freeInertia(s, after);
      for (int j = 0; j < 36; j++) {
        // principal axes of a full inertia are found to about 1e-6
        if (!(fabs(before[j] - after[j]) < 1e-5))
          fail_msg("%s + %s: %g is not %g by %g", own[i], added[k], after[j], before[j],
                   after[j] - before[j]);
      }
      mj_deleteSpec(s);
    }
  }
}

// the world has no mass; an inertia from geoms goes with the geoms
static void test_bodyToFramePlain(void** state) {
  (void)state;
  mjSpec* s =
      parse("<mujoco><worldbody><body name='b'><inertial pos='0 0 0' mass='3' diaginertia='1 1 1'/>"
            "</body><body name='a'><freejoint/><geom size='.1'/><body name='c' pos='0 0 1'>"
            "<geom size='.2'/></body></body></worldbody></mujoco>");
  mjsBody *b = mjs_findBody(s, "b"), *c = mjs_findBody(s, "c");
  double before[36], after[36];
  assert_non_null(mjs_bodyToFrame(&b));
  freeInertia(s, before);
  assert_non_null(mjs_bodyToFrame(&c));
  assert_false(mjs_findBody(s, "world")->explicitinertial);
  assert_false(mjs_findBody(s, "a")->explicitinertial);
  freeInertia(s, after);
  for (int j = 0; j < 36; j++) assert_true(fabs(before[j] - after[j]) < 1e-12);
  mj_deleteSpec(s);
}

// geoms that cannot be compiled yet: the given inertia counts, and a warning says what is lost
static void test_bodyToFrameIncomplete(void** state) {
  (void)state;
  mjSpec* s = parse(
      "<mujoco><worldbody><body name='a'><freejoint/><geom size='.1'/><body name='b' pos='0 0 1'>"
      "<inertial pos='0 0 0' mass='3' diaginertia='1 1 1'/></body></body></worldbody></mujoco>");
  mjsGeom* geom = mjs_asGeom(mjs_firstElement(s, mjOBJ_GEOM));
  geom->type = mjGEOM_MESH;  // of which mesh is not said yet
  mjsBody* b = mjs_findBody(s, "b");
  mju_setLogHandler(quiet);
  assert_non_null(mjs_bodyToFrame(&b));
  mju_setLogHandler(NULL);
  assert_int_equal(mjs_numWarnings(s), 1);
  assert_true(mjs_findBody(s, "a")->mass == 3);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_conflicts),
      cmocka_unit_test(test_warnings),
      cmocka_unit_test(test_grownChild),
      cmocka_unit_test(test_shortKeys),
      cmocka_unit_test(test_selfKeys),
      cmocka_unit_test(test_unnamedAssets),
      cmocka_unit_test(test_takenName),
      cmocka_unit_test(test_deleteClass),
      cmocka_unit_test(test_bodyToFrame),
      cmocka_unit_test(test_bodyToFramePlain),
      cmocka_unit_test(test_bodyToFrameIncomplete),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
