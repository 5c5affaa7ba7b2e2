// The public functions on editable models: adding, finding, walking, deleting, strings, copying a
// spec.
#include "support.h"

#include "spec/spec.h"

static const char* nameOf(const mjsElement* e) {
  return e ? mjs_getString(mjs_getName((mjsElement*)e)) : "";
}

static mjsBody* addBody(mjsBody* parent, const char* name) {
  mjsBody* body = mjs_addBody(parent, NULL);
  mjs_setName(body->element, name);
  return body;
}

static mjsGeom* addGeom(mjsBody* body, const char* name) {
  mjsGeom* geom = mjs_addGeom(body, NULL);
  geom->size[0] = 0.1;
  if (name) mjs_setName(geom->element, name);
  return geom;
}

static mjsJoint* addJoint(mjsBody* body, const char* name) {
  mjsJoint* joint = mjs_addJoint(body, NULL);
  mjs_setName(joint->element, name);
  return joint;
}

// world: g0, A (ja, g1, B (jb, g2, frame F with g3), g4), C (g5); motor m on jb, sensor sj on jb
static mjSpec* sample(void) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  addGeom(world, "g0");
  mjsBody* a = addBody(world, "A");
  addJoint(a, "ja");
  addGeom(a, "g1");
  mjsBody* b = addBody(a, "B");
  addJoint(b, "jb");
  addGeom(b, "g2");
  mjsFrame* f = mjs_addFrame(b, NULL);
  mjs_setName(f->element, "F");
  assert_int_equal(mjs_setFrame(addGeom(b, "g3")->element, f), 0);
  addGeom(a, "g4");
  addGeom(addBody(world, "C"), "g5");
  mjsActuator* m = mjs_addActuator(s, NULL);
  mjs_setName(m->element, "m");
  m->trntype = mjTRN_JOINT;
  mjs_setString(m->target, "jb");
  mjsSensor* sj = mjs_addSensor(s);
  mjs_setName(sj->element, "sj");
  sj->type = mjSENS_JOINTPOS;
  sj->objtype = mjOBJ_JOINT;
  mjs_setString(sj->objname, "jb");
  return s;
}

// names of all elements of a kind below a body, separated by blanks
static const char* children(const mjsBody* body, mjtObj type, int recurse) {
  static char text[200];
  text[0] = 0;
  for (mjsElement* e = mjs_firstChild(body, type, recurse); e;
       e = mjs_nextChild(body, e, recurse)) {
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? " " : "", nameOf(e));
  }
  return text;
}

static const char* all(const mjSpec* s, mjtObj type) {
  static char text[200];
  text[0] = 0;
  for (mjsElement* e = mjs_firstElement(s, type); e; e = mjs_nextElement(s, e)) {
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? " " : "", nameOf(e));
  }
  return text;
}

// orders as the reference gives them for the same model
static void test_walk(void** state) {
  (void)state;
  mjSpec* s = sample();
  mjsBody* world = mjs_findBody(s, "world");
  assert_string_equal(children(world, mjOBJ_GEOM, 1), "g0 g1 g4 g2 g3 g5");
  assert_string_equal(children(world, mjOBJ_GEOM, 0), "g0");
  assert_string_equal(children(world, mjOBJ_BODY, 1), "A B C");
  assert_string_equal(children(world, mjOBJ_XBODY, 1), "A B C");
  assert_string_equal(children(world, mjOBJ_BODY, 0), "A C");
  assert_string_equal(children(world, mjOBJ_FRAME, 1), "F");
  assert_string_equal(children(world, mjOBJ_ACTUATOR, 1), "");
  assert_string_equal(children(mjs_findBody(s, "A"), mjOBJ_GEOM, 1), "g1 g4 g2 g3");
  assert_string_equal(all(s, mjOBJ_BODY), "world A B C");
  assert_string_equal(all(s, mjOBJ_GEOM), "g0 g1 g4 g2 g3 g5");
  assert_string_equal(all(s, mjOBJ_JOINT), "ja jb");
  assert_string_equal(all(s, mjOBJ_FRAME), "F");
  assert_string_equal(all(s, mjOBJ_ACTUATOR), "m");
  assert_string_equal(all(s, mjOBJ_DEFAULT), "");
  assert_string_equal(all(s, mjOBJ_XBODY), "");
  // a walk below a body that does not contain the element ends
  assert_null(mjs_nextChild(mjs_findBody(s, "C"), mjs_findElement(s, mjOBJ_GEOM, "g4"), 0));
  mj_deleteSpec(s);
}

static void test_find(void** state) {
  (void)state;
  mjSpec* s = sample();
  mjsElement* g3 = mjs_findElement(s, mjOBJ_GEOM, "g3");
  assert_string_equal(nameOf(mjs_findElement(s, mjOBJ_XBODY, "A")), "A");
  assert_string_equal(nameOf(mjs_findElement(s, mjOBJ_FRAME, "F")), "F");
  assert_null(mjs_findElement(s, mjOBJ_DEFAULT, "main"));
  assert_null(mjs_findElement(s, mjOBJ_GEOM, "A"));
  assert_null(mjs_findElement(s, mjOBJ_GEOM, ""));
  assert_string_equal(nameOf(mjs_findChild(mjs_findBody(s, "A"), "B")->element), "B");
  assert_null(mjs_findChild(mjs_findBody(s, "C"), "B"));
  assert_string_equal(nameOf(mjs_getParent(g3)->element), "B");
  assert_string_equal(nameOf(mjs_getFrame(g3)->element), "F");
  assert_null(mjs_getParent(mjs_findElement(s, mjOBJ_ACTUATOR, "m")));
  assert_null(mjs_getParent(mjs_findBody(s, "world")->element));
  assert_ptr_equal(mjs_getSpec(g3), s);
  assert_ptr_equal(mjs_getOriginSpec(g3), s);
  assert_ptr_equal(mjs_getCompiler(g3), &s->compiler);
  assert_ptr_equal(mjs_getDefault(g3), mjs_getSpecDefault(s));
  assert_ptr_equal(mjs_findDefault(s, "main"), mjs_getSpecDefault(s));
  assert_null(mjs_findDefault(s, "none"));
  assert_int_equal(mjs_getId(mjs_findBody(s, "world")->element), 0);
  assert_int_equal(mjs_getId(g3), -1);
  assert_ptr_equal(mjs_asGeom(g3)->element, g3);
  assert_null(mjs_asBody(g3));
  assert_null(mjs_asGeom(NULL));
  assert_null(mjs_findSpec(s, "x"));
  mj_deleteSpec(s);
}

static void test_names(void** state) {
  (void)state;
  mjSpec* s = sample();
  mjsElement* g1 = mjs_findElement(s, mjOBJ_GEOM, "g1");
  assert_int_equal(mjs_setName(g1, "g2"), -1);
  assert_non_null(strstr(mjs_getError(s), "another geom is called 'g2'"));
  assert_string_equal(nameOf(g1), "g1");
  assert_int_equal(mjs_setName(g1, "B"), 0);  // names are unique per kind
  assert_string_equal(mjs_getError(s), "");
  assert_ptr_equal(mjs_findElement(s, mjOBJ_GEOM, "B"), g1);
  assert_null(mjs_findElement(s, mjOBJ_GEOM, "g1"));
  assert_int_equal(mjs_setName(mjs_findBody(s, "world")->element, "w"), -1);
  assert_int_equal(mjs_setName(s->element, "model"), 0);
  assert_string_equal(mjs_getString(s->modelname), "model");
  assert_int_equal(mjs_isWarning(s), 0);
  assert_int_equal(mjs_numWarnings(s), 0);
  assert_null(mjs_getWarning(s, 0));
  mj_deleteSpec(s);
}

static void test_classes(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjs_getSpecDefault(s)->geom->size[0] = 7;
  mjsDefault* q = mjs_addDefault(s, "q", NULL);
  assert_true(q->geom->size[0] == 7);
  q->geom->size[0] = 5;
  mjsDefault* r = mjs_addDefault(s, "r", q);
  assert_true(r->geom->size[0] == 5);
  assert_null(mjs_addDefault(s, "q", NULL));
  assert_null(mjs_addDefault(s, "", NULL));
  mjsBody* world = mjs_findBody(s, "world");
  mjsBody* a = mjs_addBody(world, q);
  assert_string_equal(mjs_getString(a->childclass), "q");
  mjsGeom* g = mjs_addGeom(a, NULL);
  assert_true(g->size[0] == 5);
  assert_true(mjs_addGeom(mjs_addBody(a, NULL), NULL)->size[0] == 5);
  assert_true(mjs_addGeom(world, NULL)->size[0] == 7);
  assert_true(mjs_addGeom(world, r)->size[0] == 5);
  assert_ptr_equal(mjs_getDefault(g->element), q);
  mjs_getSpecDefault(s)->joint->damping[0] = 3;
  assert_true(mjs_addJoint(world, NULL)->damping[0] == 3);
  mjsJoint* free = mjs_addFreeJoint(a);
  assert_true(free->type == mjJNT_FREE && free->damping[0] == 0);
  mjs_setDefault(g->element, r);
  assert_true(g->size[0] == 5);
  assert_ptr_equal(mjs_getDefault(g->element), r);

  // what belonged to a deleted class belongs to its parent
  mjs_setDefault(g->element, q);
  assert_int_equal(mjs_delete(s, q->element), 0);
  assert_null(mjs_findDefault(s, "q"));
  assert_ptr_equal(mjs_getDefault(g->element), mjs_getSpecDefault(s));
  assert_string_equal(mjs_getString(a->childclass), "");
  assert_int_equal(mjs_delete(s, mjs_getSpecDefault(s)->element), -1);
  mj_deleteSpec(s);
}

static void test_delete(void** state) {
  (void)state;
  mjSpec* s = sample();
  mjSpec* other = sample();
  assert_int_equal(mjs_delete(s, mjs_findBody(other, "A")->element), -1);
  mj_deleteSpec(other);
  assert_int_equal(mjs_delete(s, mjs_findBody(s, "world")->element), -1);
  assert_non_null(strstr(mjs_getError(s), "world"));
  mjsKey* key = mjs_addKey(s);
  const double qpos[2] = {1, 2};
  mjs_setDouble(key->qpos, qpos, 2);
  assert_int_equal(mjs_delete(s, mjs_findBody(s, "B")->element), 0);
  assert_string_equal(all(s, mjOBJ_BODY), "world A C");
  assert_string_equal(all(s, mjOBJ_GEOM), "g0 g1 g4 g5");
  assert_string_equal(all(s, mjOBJ_ACTUATOR), "");
  assert_string_equal(all(s, mjOBJ_SENSOR), "");
  assert_string_equal(all(s, mjOBJ_FRAME), "");
  assert_null(mjs_findElement(s, mjOBJ_GEOM, "g2"));
  assert_int_equal(mjs_delete(s, mjs_findElement(s, mjOBJ_GEOM, "g1")), 0);
  assert_string_equal(all(s, mjOBJ_GEOM), "g0 g4 g5");
  mj_deleteSpec(s);

  // a frame goes with what is in it, and with what refers to that
  s = sample();
  mjsFrame* outer = mjs_addFrame(mjs_findBody(s, "A"), NULL);
  assert_int_equal(mjs_setFrame(mjs_findBody(s, "B")->element, outer), 0);
  mjsFrame* inner = mjs_findFrame(s, "F");
  assert_int_equal(mjs_delete(s, inner->element), 0);
  assert_string_equal(all(s, mjOBJ_GEOM), "g0 g1 g4 g2 g5");
  assert_null(mjs_findFrame(s, "F"));
  mjsBody* b = mjs_findBody(s, "B");
  assert_int_equal(mjs_setFrame(mjs_findElement(s, mjOBJ_GEOM, "g2"), inner), -1);
  assert_null(mjs_addFrame(b, inner));
  assert_null(mjs_attach(inner->element, mjs_findBody(s, "C")->element, "x", ""));
  assert_int_equal(mjs_delete(s, outer->element), 0);
  assert_string_equal(all(s, mjOBJ_BODY), "world A C");
  assert_string_equal(all(s, mjOBJ_ACTUATOR), "");
  assert_null(mjs_attach(mjs_addFrame(mjs_findBody(s, "A"), NULL)->element, b->element, "x", ""));
  assert_null(mjs_bodyToFrame(&b));
  assert_int_equal(mjs_delete(s, outer->element), 0);  // again
  mj_deleteSpec(s);
}

static void test_frames(void** state) {
  (void)state;
  mjSpec* s = sample();
  mjsBody* b = mjs_findBody(s, "B");
  mjsFrame* f = mjs_findFrame(s, "F");
  mjsFrame* inner = mjs_addFrame(b, f);
  assert_ptr_equal(mjs_getFrame(inner->element), f);
  assert_null(mjs_addFrame(mjs_findBody(s, "A"), f));
  assert_int_equal(mjs_setFrame(f->element, f), -1);
  assert_int_equal(mjs_setFrame(f->element, inner), -1);
  assert_int_equal(mjs_setFrame(mjs_findElement(s, mjOBJ_GEOM, "g1"), f), -1);
  assert_int_equal(mjs_setFrame(mjs_findElement(s, mjOBJ_ACTUATOR, "m"), f), -1);
  assert_int_equal(mjs_setFrame(mjs_findElement(s, mjOBJ_GEOM, "g3"), NULL), -1);
  // B becomes a frame of A
  b->pos[0] = 3;
  mjsFrame* made = mjs_bodyToFrame(&b);
  assert_null(b);
  assert_true(made->pos[0] == 3);
  assert_string_equal(nameOf(made->element), "B");
  assert_null(mjs_findBody(s, "B"));
  assert_string_equal(children(mjs_findBody(s, "A"), mjOBJ_GEOM, 0), "g1 g4 g2 g3");
  assert_string_equal(children(mjs_findBody(s, "A"), mjOBJ_JOINT, 0), "ja jb");
  assert_ptr_equal(mjs_getFrame(mjs_findElement(s, mjOBJ_GEOM, "g2")), made);
  assert_ptr_equal(mjs_getFrame(f->element), made);
  mjsBody* world = mjs_findBody(s, "world");
  assert_null(mjs_bodyToFrame(&world));
  mj_deleteSpec(s);
}

static void test_tendon(void** state) {
  (void)state;
  mjSpec* s = sample();
  mjsSite* site = mjs_addSite(mjs_findBody(s, "A"), NULL);
  mjs_setName(site->element, "s");
  mjsTendon* t = mjs_addTendon(s, NULL);
  mjsWrap* w = mjs_wrapPulley(t, 2);
  mjsWrap* v = mjs_wrapSite(t, "s");
  mjsWrap* g = mjs_wrapGeom(t, "g1", "s");
  mjsWrap* j = mjs_wrapJoint(t, "ja", 3);
  assert_int_equal(mjs_getWrapNum(t), 4);
  assert_ptr_equal(mjs_getWrap(t, 1), v);
  assert_null(mjs_getWrap(t, 4));
  assert_null(mjs_getWrap(t, -1));
  assert_int_equal(w->type, mjWRAP_PULLEY);
  assert_true(mjs_getWrapDivisor(w) == 2 && mjs_getWrapDivisor(v) == 1);
  assert_true(mjs_getWrapCoef(j) == 3 && mjs_getWrapCoef(w) == 1);
  assert_null(mjs_getWrapTarget(w));
  assert_ptr_equal(mjs_getWrapTarget(v), site->element);
  assert_string_equal(nameOf(mjs_getWrapTarget(g)), "g1");
  assert_string_equal(nameOf(mjs_getWrapTarget(j)), "ja");
  assert_ptr_equal(mjs_getWrapSideSite(g), site);
  assert_null(mjs_getWrapSideSite(v));
  assert_int_equal(mjs_delete(s, t->element), 0);
  assert_int_equal(spec_spec(s)->list[SPEC_WRAP].n, 0);
  mj_deleteSpec(s);
}

static void test_vectors(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsNumeric* numeric = mjs_addNumeric(s);
  const double x[3] = {1, 2, 3};
  int n;
  mjs_setDouble(numeric->data, x, 3);
  assert_memory_equal(mjs_getDouble(numeric->data, &n), x, sizeof x);
  assert_int_equal(n, 3);
  mjs_setDouble(numeric->data, NULL, 0);
  assert_null(mjs_getDouble(numeric->data, &n));
  assert_int_equal(n, 0);
  mjsText* text = mjs_addText(s);
  mjs_setString(text->data, "hello");
  assert_string_equal(mjs_getString(text->data), "hello");
  mjsTuple* tuple = mjs_addTuple(s);
  mjs_setStringVec(tuple->objname, "  a\tbc d\n");
  const spec_Vec* names = tuple->objname;
  assert_int_equal(names->size, 3);
  assert_string_equal(vec_textAt(names, 1), "bc");
  mjs_appendString(tuple->objname, "e");
  assert_true(mjs_setInStringVec(tuple->objname, 0, "z"));
  assert_false(mjs_setInStringVec(tuple->objname, 4, "z"));
  assert_string_equal(vec_textAt(names, 0), "z");
  assert_string_equal(vec_textAt(names, 3), "e");
  const int type[2] = {mjOBJ_BODY, mjOBJ_GEOM};
  mjs_setInt(tuple->objtype, type, 2);
  assert_int_equal(((const spec_Vec*)tuple->objtype)->size, 2);
  mj_deleteSpec(s);
}

static void test_builtin(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsGeom geom;
  mjs_defaultGeom(&geom);
  assert_true(geom.density == 1000 && geom.condim == 3 && !geom.material && !geom.element);
  mjsActuator actuator;
  mjs_defaultActuator(&actuator);
  assert_true(actuator.gainprm[0] == 1 && actuator.actdim == -1);
  mjSpec other;
  mjs_defaultSpec(&other);
  assert_true(other.option.timestep == s->option.timestep && other.compiler.degree &&
              !other.modelname);
  mjsOrientation alt;
  mjs_defaultOrientation(&alt);
  assert_int_equal(alt.type, mjORIENTATION_QUAT);
  alt.type = mjORIENTATION_EULER;
  alt.euler[2] = 90;
  double quat[4] = {1, 0, 0, 0};
  assert_null(mjs_resolveOrientation(quat, 1, "xyz", &alt));
  const double half = 0.70710678118654752;
  printf("euler 90 deg: residual %.1e\n", quat[3] - half);
  assert_true(quat[0] - half < 1e-15 && half - quat[0] < 1e-15 && quat[3] - half < 1e-15 &&
              half - quat[3] < 1e-15);
  assert_non_null(mjs_resolveOrientation(quat, 1, "xy", &alt));
  assert_non_null(mjs_resolveOrientation(quat, 1, "xya", &alt));
  mj_deleteSpec(s);
}

// ---- copies of a whole spec

// a spec with all kinds of things in it
static mjSpec* rich(void) {
  mjSpec* s = sample();
  mjs_setString(s->modelname, "rich");
  mjs_setString(s->compiler.meshdir, "meshes");
  s->option.timestep = 0.01;
  mjsDefault* q = mjs_addDefault(s, "q", NULL);
  mjs_setString(q->geom->material, "mat");
  mjs_addDefault(s, "r", q);
  mjs_setName(mjs_addMaterial(s, NULL)->element, "mat");
  mjsBody* d = mjs_addBody(mjs_findBody(s, "C"), q);
  mjs_setName(d->element, "D");
  mjs_setName(mjs_addGeom(d, NULL)->element, "gd");
  mjsTendon* t = mjs_addTendon(s, NULL);
  mjs_setName(t->element, "t");
  mjs_wrapJoint(t, "ja", 2);
  mjs_wrapJoint(t, "jb", 3);
  mjsKey* key = mjs_addKey(s);
  const double qpos[2] = {1, 2};
  mjs_setDouble(key->qpos, qpos, 2);
  return s;
}

static void checkSame(const mjSpec* a, const mjSpec* b) {
  const spec_Spec *x = spec_spec(a), *y = spec_spec(b);
  for (int type = 0; type < SPEC_NTYPE; type++) {
    assert_int_equal(x->list[type].n, y->list[type].n);
    for (int i = 0; i < x->list[type].n; i++) {
      const spec_Element *p = x->list[type].item[i], *q = y->list[type].item[i];
      assert_ptr_not_equal(p, q);
      assert_ptr_equal(q->spec, y);
      assert_string_equal(spec_name(p), spec_name(q));
      assert_string_equal(p->body ? spec_name(p->body) : "", q->body ? spec_name(q->body) : "");
      assert_string_equal(p->frame ? spec_name(p->frame) : "", q->frame ? spec_name(q->frame) : "");
      assert_string_equal(p->def ? spec_name(p->def) : "", q->def ? spec_name(q->def) : "");
      assert_true(!q->body || q->body->spec == y);
      assert_true(!q->def || q->def->spec == y);
      assert_ptr_equal(q->compiler, &y->pub.compiler);
    }
  }
}

static void test_copy(void** state) {
  (void)state;
  mjSpec* s = rich();
  mjSpec* copy = mj_copySpec(s);
  assert_non_null(copy);
  checkSame(s, copy);
  mj_deleteSpec(s);
  assert_string_equal(mjs_getString(copy->modelname), "rich");
  assert_string_equal(mjs_getString(copy->compiler.meshdir), "meshes");
  assert_true(copy->option.timestep == 0.01);
  assert_string_equal(all(copy, mjOBJ_GEOM), "g0 g1 g4 g2 g3 g5 gd");
  assert_string_equal(mjs_getString(mjs_asGeom(mjs_findElement(copy, mjOBJ_GEOM, "gd"))->material),
                      "mat");
  assert_string_equal(mjs_getString(mjs_findDefault(copy, "r")->geom->material), "mat");
  mjsTendon* t = mjs_asTendon(mjs_findElement(copy, mjOBJ_TENDON, "t"));
  assert_int_equal(mjs_getWrapNum(t), 2);
  assert_string_equal(nameOf(mjs_getWrapTarget(mjs_getWrap(t, 1))), "jb");
  assert_true(mjs_getWrapCoef(mjs_getWrap(t, 1)) == 3);
  int n;
  assert_true(mjs_getDouble(mjs_asKey(mjs_firstElement(copy, mjOBJ_KEY))->qpos, &n)[1] == 2);
  mj_deleteSpec(copy);
  assert_null(mj_copySpec(NULL));
  mj_deleteSpec(NULL);
}

static void test_copyMemory(void** state) {
  (void)state;
  long fails = 0;
  for (long i = 1;; i++) {
    heap_watch(0);
    mjSpec* s = rich();
    const long live = heap_live;
    heap_calls = 0;
    heap_failAt = i;
    mjSpec* copy = mj_copySpec(s);
    const bool reached = heap_calls >= i;
    heap_failAt = 0;
    if (reached) {
      assert_null(copy);
      assert_int_equal(heap_live, live);
      fails++;
    }
    mj_deleteSpec(copy);
    mj_deleteSpec(s);
    assert_int_equal(heap_live, 0);
    heap_unwatch();
    if (!reached) break;
  }
  printf("copy: %ld allocations failed in turn\n", fails);
  assert_true(fails > 3);
}

// ---- messages

static int told;
static char lastTold[200];

static void hear(const char* text) {
  told++;
  snprintf(lastTold, sizeof lastTold, "%s", text);
}

static void test_warnings(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  const int count[3] = {2, 2, 1};
  assert_non_null(mjs_makeFlex(mjs_findBody(s, "world"), "loose", "grid", 2, NULL, count, NULL,
                               NULL, NULL, 0.01, 1, 0, 0, 0, 0, 0, NULL, NULL, NULL, NULL, NULL));
  mju_user_warning = hear;
  for (int i = 1; i <= 2; i++) {  // each compilation says it once
    mj_deleteModel(mj_compile(s, NULL));
    assert_int_equal(told, i);
    assert_int_equal(mjs_numWarnings(s), 1);
    assert_true(mjs_isWarning(s));
    assert_non_null(strstr(lastTold, "'loose'"));
  }
  mju_user_warning = NULL;
  mj_deleteSpec(s);
}

static void test_info(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsGeom* g = mjs_addGeom(mjs_findBody(s, "world"), NULL);
  mjs_setName(g->element, "g");
  mjs_setString(g->info, "made in the loop");
  assert_null(mj_compile(s, NULL));
  assert_non_null(strstr(mjs_getError(s), "<geom name='g'> (made in the loop): size"));
  mj_deleteSpec(s);
}

static void test_unnamed(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsMesh* mesh = mjs_addMesh(s, NULL);
  mjs_setString(mesh->file, "a/b/cube.obj");
  mjsTexture* texture = mjs_addTexture(s);
  mjs_setString(texture->file, "brick.png");
  mjs_setString(mjs_addHField(s)->file, "hill.png");
  assert_ptr_equal(mjs_findElement(s, mjOBJ_MESH, "cube"), mesh->element);
  assert_ptr_equal(mjs_findElement(s, mjOBJ_TEXTURE, "brick"), texture->element);
  assert_null(mjs_findElement(s, mjOBJ_MESH, "cube.obj"));
  assert_null(mjs_findElement(s, mjOBJ_MESH, ""));
  assert_null(mjs_findElement(s, mjOBJ_HFIELD, "hill"));
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_walk),       cmocka_unit_test(test_find),
      cmocka_unit_test(test_names),      cmocka_unit_test(test_classes),
      cmocka_unit_test(test_delete),     cmocka_unit_test(test_frames),
      cmocka_unit_test(test_tendon),     cmocka_unit_test(test_vectors),
      cmocka_unit_test(test_builtin),    cmocka_unit_test(test_copy),
      cmocka_unit_test(test_copyMemory), cmocka_unit_test(test_warnings),
      cmocka_unit_test(test_info),       cmocka_unit_test(test_unnamed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
