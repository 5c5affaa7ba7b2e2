// Instances of plugins in editable models: those that programs make, and what becomes of them when
// their users are attached or deleted.
#include "support.h"

static const char child[] =
    "<mujoco model='child'><extension><plugin plugin='mujoco.pid'>"
    "<instance name='a1'><config key='ki' value='4'/></instance></plugin>"
    "<plugin plugin='mujoco.elasticity.cable'><instance name='idle'/></plugin></extension>"
    "<worldbody><body name='empty'/><body name='body'><joint name='joint'/><geom size='.1'/></body>"
    "</worldbody><actuator>"
    "<plugin name='a1' plugin='mujoco.pid' instance='a1' joint='joint' actdim='1'/>"
    "</actuator></mujoco>";

static mjSpec* parsed(const char* xml) {
  char error[500] = "";
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!s) fail_msg("%s", error);
  return s;
}

static int count(mjSpec* s) {
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_PLUGIN); e; e = mjs_nextElement(s, e)) n++;
  return n;
}

static int compiledCount(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  const int n = m->nplugin;
  mj_deleteModel(m);
  return n;
}

// an instance without a name, of the plugin that its user names
static void test_implicit(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  assert_int_equal(mjs_activatePlugin(s, "mujoco.elasticity.cable"), 0);
  mjsBody* b = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjsPlugin* made = mjs_addPlugin(s);
  assert_false(made->active);
  mjs_setString(b->plugin.plugin_name, "mujoco.elasticity.cable");
  b->plugin.element = made->element;
  b->plugin.active = true;
  mjsGeom* g = mjs_addGeom(b, NULL);
  g->type = mjGEOM_BOX;
  g->size[0] = g->size[1] = g->size[2] = 1;
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  assert_int_equal(m->nplugin, 1);
  assert_int_equal(m->body_plugin[1], 0);
  mj_deleteModel(m);
  char xml[1000], error[100];
  assert_int_equal(mj_saveXMLString(s, xml, sizeof xml, error, sizeof error), 0);
  assert_non_null(strstr(strstr(xml, "<body>"), "<plugin plugin=\"mujoco.elasticity.cable\"/>"));
  mjSpec* again = parsed(xml);
  assert_int_equal(compiledCount(again), 1);
  mj_deleteSpec(again);
  mjSpec* copy = mj_copySpec(s);
  assert_int_equal(compiledCount(copy), 1);
  mj_deleteSpec(copy);

  // a user of an instance that is gone
  assert_int_equal(mjs_delete(s, made->element), 0);
  assert_int_equal(count(s), 0);
  assert_null(mj_compile(s, NULL));
  assert_non_null(strstr(mjs_getError(s), "plugin"));
  mj_deleteSpec(s);
}

static mjSpec* attached(const char* body) {
  mjSpec *p = mj_makeSpec(), *c = parsed(child);
  mjsFrame* frame = mjs_addFrame(mjs_findBody(p, "world"), NULL);
  const mjsElement* e = *body ? mjs_findBody(c, body)->element : c->element;
  if (!mjs_attach(frame->element, e, "x-", "")) fail_msg("%s", mjs_getError(p));
  mj_deleteSpec(c);
  return p;
}

// only instances come that are used by what comes
static void test_attach(void** state) {
  (void)state;
  mjSpec* p = attached("empty");
  assert_int_equal(count(p), 0);
  assert_int_equal(compiledCount(p), 0);
  mj_deleteSpec(p);
  p = attached("body");
  assert_int_equal(count(p), 1);
  assert_non_null(mjs_findElement(p, mjOBJ_PLUGIN, "x-a1"));
  assert_int_equal(compiledCount(p), 1);
  mj_deleteSpec(p);
  p = attached("");
  assert_int_equal(compiledCount(p), 1);

  // one that nothing uses is in nobody's way
  mjSpec* c = parsed(child);
  mjs_setName(mjs_addPlugin(p)->element, "idle");
  mjsFrame* frame = mjs_addFrame(mjs_findBody(p, "world"), NULL);
  assert_non_null(mjs_attach(frame->element, mjs_findBody(c, "empty")->element, "", ""));
  mj_deleteSpec(c);
  mj_deleteSpec(p);
}

// a body takes along what nothing else uses, and an element the instance that is its own
static void test_delete(void** state) {
  (void)state;
  mjSpec* p = attached("body");
  assert_int_equal(mjs_delete(p, mjs_findBody(p, "x-body")->element), 0);
  assert_int_equal(compiledCount(p), 0);
  mj_deleteSpec(p);
  p = parsed(child);
  assert_int_equal(count(p), 2);
  assert_int_equal(mjs_delete(p, mjs_findBody(p, "empty")->element), 0);
  assert_int_equal(count(p), 1);
  assert_int_equal(mjs_delete(p, mjs_findElement(p, mjOBJ_ACTUATOR, "a1")), 0);
  assert_int_equal(count(p), 1);  // it has a name
  mj_deleteSpec(p);
  p = parsed("<mujoco><extension><plugin plugin='mujoco.elasticity.cable'/></extension><worldbody>"
             "<body><plugin plugin='mujoco.elasticity.cable'/><geom size='1'/></body>"
             "<geom name='g' type='sdf' mesh='m'/></worldbody></mujoco>");
  mjsGeom* geom = mjs_asGeom(mjs_findElement(p, mjOBJ_GEOM, "g"));
  geom->plugin.element = mjs_addPlugin(p)->element;
  assert_int_equal(mjs_delete(p, geom->element), 0);
  assert_int_equal(count(p), 1);
  assert_int_equal(compiledCount(p), 1);
  mj_deleteSpec(p);
}

static void attachOnce(void* ctx) {
  (void)ctx;
  mjSpec *p = mj_makeSpec(), *c = p ? mj_parseXMLString(child, NULL, NULL, 0) : NULL;
  mjsFrame* frame = c ? mjs_addFrame(mjs_findBody(p, "world"), NULL) : NULL;
  if (frame && mjs_attach(frame->element, c->element, "x-", "")) {
    mjsBody* body = mjs_findBody(p, "x-body");
    if (body) mjs_delete(p, body->element);
  }
  mj_deleteSpec(c);
  mj_deleteSpec(p);
}

static void test_memory(void** state) {
  (void)state;
  heap_failEach(attachOnce, NULL, 7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_implicit),
      cmocka_unit_test(test_attach),
      cmocka_unit_test(test_delete),
      cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
