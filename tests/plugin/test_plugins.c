// Plugins of a program's own in models: which functions are called, in which order and with what;
// states; copies, resets, batches; models that are refused, with what is told.
#include "support.h"

#include <math.h>

#include <sinew/extra.h>

// ---- a plugin that writes down what is called

static char calls[4000];

static void note(const char* what, int instance) {
  const size_t n = strlen(calls);
  snprintf(calls + n, sizeof calls - n, "%s%d ", what, instance);
}

static int nstate(const mjModel* m, int i) {
  const char* size = mj_getPluginConfig(m, i, "size");
  return size && *size ? atoi(size) : 1;
}
static int nsensordata(const mjModel* m, int i, int sensor) {
  assert_int_equal(m->sensor_plugin[sensor], i);
  return 2;
}
static int init(const mjModel* m, mjData* d, int i) {
  note("init", i);
  assert_int_equal(d->plugin_data[i], 0);
  const char* fail = mj_getPluginConfig(m, i, "fail");
  if (fail && *fail) {
    mju_warning("told to fail: %s", fail);
    return -1;
  }
  d->plugin_data[i] = (uintptr_t)mju_malloc(sizeof(int));
  if (!d->plugin_data[i]) return -1;
  *(int*)d->plugin_data[i] = 0;
  return 0;
}
static void destroy(mjData* d, int i) {
  note("destroy", i);
  mju_free((void*)d->plugin_data[i]);
}
static void copy(mjData* dest, const mjModel* m, const mjData* src, int i) {
  (void)m;
  note("copy", i);
  assert_true(dest->plugin_data[i] != src->plugin_data[i]);
  *(int*)dest->plugin_data[i] = *(int*)src->plugin_data[i];
}
static void reset(const mjModel* m, mjtNum* state, void* data, int i) {
  note("reset", i);
  assert_non_null(data);
  for (int k = 0; k < m->plugin_statenum[i]; k++) state[k] = 0;
  *(int*)data = 0;
}
static void compute(const mjModel* m, mjData* d, int i, int capability) {
  note(capability == mjPLUGIN_ACTUATOR  ? "force"
       : capability == mjPLUGIN_SENSOR  ? "sense"
       : capability == mjPLUGIN_PASSIVE ? "passive"
                                        : "other",
       i);
  const mjtNum* state = d->plugin_state + m->plugin_stateadr[i];
  for (int k = 0; k < m->nactuator && capability == mjPLUGIN_ACTUATOR; k++)
    if (m->actuator_plugin[k] == i) d->actuator_force[k] = 3 + state[0];
  for (int k = 0; k < m->nsensor && capability == mjPLUGIN_SENSOR; k++) {
    if (m->sensor_plugin[k] != i) continue;
    d->sensordata[m->sensor_adr[k]] = state[0];
    d->sensordata[m->sensor_adr[k] + 1] = 100;
  }
  if (capability == mjPLUGIN_PASSIVE) d->qfrc_passive[0] += 7;
}
static void advance(const mjModel* m, mjData* d, int i) {
  note("advance", i);
  d->plugin_state[m->plugin_stateadr[i]] += 1;
  ++*(int*)d->plugin_data[i];
}
static void visualize(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn, int i) {
  (void)m, (void)d, (void)opt;
  note("visualize", i);
  assert_int_equal(scn->ngeom, 0);
}
static void actDot(const mjModel* m, mjData* d, int i) {
  note("dot", i);
  for (int k = 0; k < m->nactuator; k++) {
    const int num = m->actuator_actnum[k];
    if (m->actuator_plugin[k] == i && num > 1) d->act_dot[m->actuator_actadr[k]] = 5;
  }
}

static const char* const attributes[] = {"size", "fail"};

static mjpPlugin everything(void) {
  return (mjpPlugin){.name = "test.all",
                     .nattribute = 2,
                     .attributes = attributes,
                     .capabilityflags = mjPLUGIN_ACTUATOR | mjPLUGIN_SENSOR | mjPLUGIN_PASSIVE,
                     .needstage = mjSTAGE_VEL,
                     .nstate = nstate,
                     .nsensordata = nsensordata,
                     .init = init,
                     .destroy = destroy,
                     .copy = copy,
                     .reset = reset,
                     .compute = compute,
                     .advance = advance,
                     .visualize = visualize,
                     .actuator_act_dot = actDot};
}

// functions that are not there, although the flags promise them
static const mjpPlugin hollow = {.name = "test.hollow",
                                 .capabilityflags = mjPLUGIN_ACTUATOR | mjPLUGIN_SENSOR |
                                                    mjPLUGIN_PASSIVE | mjPLUGIN_SDF};
static const mjpPlugin idle = {.name = "test.idle"};

static int negative(const mjModel* m, int i) { return (void)m, (void)i, -3; }
static int negativeDim(const mjModel* m, int i, int s) { return (void)m, (void)i, (void)s, -1; }
static const mjpPlugin wrong = {.name = "test.wrong",
                                .capabilityflags = mjPLUGIN_SENSOR | mjPLUGIN_PASSIVE,
                                .nstate = negative,
                                .nsensordata = negativeDim,
                                .compute = compute};

static int registerAll(void** state) {
  (void)state;
  const mjpPlugin all = everything();
  return mjp_registerPlugin(&all) < 0 || mjp_registerPlugin(&hollow) < 0 ||
         mjp_registerPlugin(&idle) < 0 || mjp_registerPlugin(&wrong) < 0;
}

// ---- models

#define EXTENSION                                                                                  \
  "<extension><plugin plugin='test.all'><instance name='one'><config key='size' value='2'/>"       \
  "</instance></plugin></extension>"
#define TREE                                                                                       \
  "<worldbody><body name='b'><joint name='j' axis='0 1 0'/><geom size='.1' mass='1'/>"             \
  "<plugin instance='one'/></body></worldbody>"
#define USERS                                                                                      \
  "<actuator><plugin name='a' joint='j' plugin='test.all' dyntype='integrator' actdim='2'>"        \
  "<config key='size' value='3'/></plugin></actuator>"                                             \
  "<sensor><clock/><plugin name='s' instance='one' cutoff='10'/></sensor>"
static const char whole[] =
    "<mujoco><option timestep='.01' gravity='0 0 0'/>" EXTENSION TREE USERS "</mujoco>";

static mjModel* loadText(const char* xml) {
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

// ---- tests

static void test_arrays(void** state) {
  (void)state;
  mjModel* m = loadText(whole);
  assert_int_equal(m->nplugin, 2);
  assert_string_equal(mj_id2name(m, mjOBJ_PLUGIN, 0), "one");
  assert_int_equal(mj_name2id(m, mjOBJ_PLUGIN, "one"), 0);
  assert_int_equal(m->body_plugin[0], -1);
  assert_int_equal(m->body_plugin[1], 0);
  assert_int_equal(m->geom_plugin[0], -1);
  assert_int_equal(m->actuator_plugin[0], 1);
  assert_int_equal(m->sensor_plugin[0], -1);
  assert_int_equal(m->sensor_plugin[1], 0);
  assert_int_equal(m->npluginattr, 6);
  assert_memory_equal(m->plugin_attr, "2\0\0003\0\0", 6);
  assert_int_equal(m->plugin_attradr[1], 3);
  assert_int_equal(m->npluginstate, 5);
  assert_int_equal(m->plugin_stateadr[1], 2);
  assert_int_equal(m->plugin_statenum[1], 3);
  assert_int_equal(m->sensor_dim[1], 2);
  assert_int_equal(m->sensor_needstage[1], mjSTAGE_VEL);
  assert_int_equal(m->nsensordata, 3);
  assert_string_equal(mj_getPluginConfig(m, 0, "size"), "2");
  assert_string_equal(mj_getPluginConfig(m, 0, "fail"), "");
  assert_null(mj_getPluginConfig(m, 0, "absent"));
  assert_null(mj_getPluginConfig(m, 2, "size"));
  assert_null(mj_getPluginConfig(m, -1, "size"));
  mj_deleteModel(m);
}

static void test_calls(void** state) {
  (void)state;
  mjModel* m = loadText(whole);
  calls[0] = 0;
  mjData* d = mj_makeData(m);
  assert_string_equal(calls, "init0 init1 reset0 reset1 ");
  calls[0] = 0;
  d->ctrl[0] = 2;
  mj_step(m, d);
  assert_string_equal(calls,
                      "passive0 passive1 sense0 sense1 dot0 dot1 force0 force1 advance0 advance1 ");
  assert_true(d->qfrc_passive[0] == 14);   // both instances may make passive forces
  assert_true(d->actuator_force[0] == 3);  // no force of its own kind
  assert_true(d->act[0] == 5 * .01);       // the plugin's
  assert_true(d->act[1] == 2 * .01);       // the native one is the last
  assert_true(d->sensordata[2] == 10);     // cut off
  assert_true(d->plugin_state[0] == 1 && d->plugin_state[2] == 1);
  mj_step(m, d);
  assert_true(d->actuator_force[0] == 4 && d->sensordata[1] == 1);
  calls[0] = 0;
  mj_resetData(m, d);
  assert_string_equal(calls, "reset0 reset1 ");
  assert_true(d->plugin_state[0] == 0);
  calls[0] = 0;
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjv_defaultScene(&scn);
  mjv_defaultOption(&opt);
  mjv_defaultCamera(&cam);
  mjv_makeScene(m, &scn, 100);
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  assert_string_equal(calls, "visualize0 visualize1 ");
  mjv_freeScene(&scn);
  calls[0] = 0;
  mj_deleteData(d);
  assert_string_equal(calls, "destroy0 destroy1 ");
  mj_deleteModel(m);
}

// bodies that a flexcomp makes use the instance that it names, or share one that is named after it;
// where a point is pinned, so does the body that holds it
static void test_flexcomp(void** state) {
  (void)state;
  char error[1000];
  mjModel* m = mj_loadXML(TEST_DIR "/data/read/flex_plugin.xml", NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  const int shared = mj_name2id(m, mjOBJ_PLUGIN, "shared");
  const int own = mj_name2id(m, mjOBJ_PLUGIN, "flexcomp_web");
  assert_true(shared >= 0 && own >= 0 && m->nplugin == 2);
  assert_int_equal(m->body_plugin[0], own);
  for (int i = 0; i < 3; i++) {
    char name[20];
    snprintf(name, sizeof name, "net_%d", i);
    assert_int_equal(m->body_plugin[mj_name2id(m, mjOBJ_BODY, name)], shared);
    snprintf(name, sizeof name, "web_%d", i);
    const int body = mj_name2id(m, mjOBJ_BODY, name);
    assert_true(i ? m->body_plugin[body] == own : body < 0);
  }
  assert_string_equal(mj_getPluginConfig(m, own, "size"), "2");
  mj_deleteModel(m);
}

static void test_disabled(void** state) {
  (void)state;
  mjModel* m = loadText(whole);
  m->opt.disableflags = mjDSBL_SPRING | mjDSBL_DAMPER | mjDSBL_SENSOR | mjDSBL_ACTUATION;
  mjData* d = mj_makeData(m);
  calls[0] = 0;
  mj_step(m, d);
  assert_string_equal(calls, "advance0 advance1 ");
  mj_deleteData(d);
  mj_deleteModel(m);
}

// the same bits after a state was saved and restored into another data, and after a copy
static void test_states(void** state) {
  (void)state;
  mjModel* m = loadText(whole);
  mjData *d = mj_makeData(m), *e = mj_makeData(m);
  for (int i = 0; i < 5; i++) mj_step(m, d);
  const int n = mj_stateSize(m, mjSTATE_FULLPHYSICS);
  assert_int_equal(mj_stateSize(m, mjSTATE_PLUGIN), 5);
  mjtNum* x = malloc((size_t)n * sizeof *x);
  mj_getState(m, d, x, mjSTATE_FULLPHYSICS);
  mj_setState(m, e, x, mjSTATE_FULLPHYSICS);
  calls[0] = 0;
  mjData* f = mj_copyData(NULL, m, d);
  assert_string_equal(calls, "init0 init1 copy0 copy1 ");
  assert_int_equal(*(int*)f->plugin_data[0], 5);
  mj_step(m, d);
  mj_step(m, e);
  mj_step(m, f);
  assert_true(d->plugin_state[0] == 6);
  assert_memory_equal(d->plugin_state, e->plugin_state, 5 * sizeof(mjtNum));
  assert_memory_equal(d->plugin_state, f->plugin_state, 5 * sizeof(mjtNum));
  assert_memory_equal(d->qpos, e->qpos, sizeof(mjtNum));
  free(x);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteData(f);
  mj_deleteModel(m);
}

// each world has its own state and its own memory of the plugin
static void test_batch(void** state) {
  (void)state;
  mjModel* m = loadText(whole);
  sn_Batch* b = sn_makeBatch(m, 3, &(sn_BatchOptions){.nthread = 1});
  assert_non_null(b);
  const mjtBool mask[3] = {true, false, true};
  sn_BatchReset r;
  sn_defaultBatchReset(&r);
  sn_stepBatch(b, 4, NULL);
  sn_resetBatch(b, mask, &r);
  sn_stepBatch(b, 2, NULL);
  mjtSize count;
  const mjtNum* x = sn_batchArray(b, "plugin_state", &count);
  assert_int_equal(count, 5);
  assert_true(x[0] == 2 && x[5] == 6 && x[10] == 2);
  sn_deleteBatch(b);
  mj_deleteModel(m);
}

// derivatives are those of differences, and leave the state as it was
static void test_derivatives(void** state) {
  (void)state;
  mjModel* m = loadText(whole);
  mjData* d = mj_makeData(m);
  mj_step(m, d);
  mjtNum A[16], B[4], A2[16];
  mjd_transitionFD(m, d, 1e-6, true, A, B, NULL, NULL);
  sn_transition(m, d, sn_DIFF_ANALYTIC, A2, NULL, NULL, NULL);
  assert_true(d->plugin_state[0] == 1);
  for (int i = 0; i < 16; i++) assert_true(fabs(A[i] - A2[i]) < 1e-6);
  assert_true(fabs(B[3] - .01) < 1e-8);  // the integrator of the control
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- editing, saving

static void test_spec(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  assert_int_equal(mjs_activatePlugin(s, "test.absent"), -1);
  assert_int_equal(mjs_activatePlugin(s, "test.all"), 0);
  mjsPlugin* plugin = mjs_addPlugin(s);
  mjs_setString(plugin->name, "mine");
  mjs_setString(plugin->plugin_name, "test.all");
  mjsNumeric* holder = mjs_addNumeric(s);  // a vector to fill
  (void)holder;
  mjsSkin* skin = mjs_addSkin(s);
  mjs_appendString(skin->bodyname, "size");
  mjs_appendString(skin->bodyname, "4");
  mjs_setPluginAttributes(plugin, skin->bodyname);
  mjs_delete(s, skin->element);
  mjs_delete(s, holder->element);
  assert_ptr_equal(mjs_asPlugin(plugin->element), plugin);
  assert_int_equal(sn_vecSize(mjs_getPluginAttributes(plugin)), 2);
  mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjsJoint* joint = mjs_addJoint(body, NULL);
  joint->type = mjJNT_HINGE;
  mjsGeom* geom = mjs_addGeom(body, NULL);
  geom->size[0] = .1;
  body->plugin.active = true;
  mjs_setString(body->plugin.name, "mine");
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  assert_int_equal(m->npluginstate, 4);
  assert_int_equal(m->body_plugin[1], 0);
  mjSpec* copy = mj_copySpec(s);
  mjModel* m2 = mj_compile(copy, NULL);
  assert_non_null(m2);
  assert_int_equal(m2->npluginstate, 4);
  mj_deleteModel(m);
  mj_deleteModel(m2);
  mj_deleteSpec(s);
  mj_deleteSpec(copy);
}

// what is attached brings its instances, with names of their own
static void test_attach(void** state) {
  (void)state;
  char error[1000];
  mjSpec* child = mj_parseXMLString(whole, NULL, error, sizeof error);
  mjSpec* parent = mj_parseXMLString(whole, NULL, error, sizeof error);
  assert_non_null(child);
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  assert_non_null(mjs_attach(frame->element, mjs_findBody(child, "b")->element, "x_", ""));
  mjModel* m = mj_compile(parent, NULL);
  if (!m) fail_msg("%s", mjs_getError(parent));
  assert_int_equal(m->nplugin, 4);
  const int id = mj_name2id(m, mjOBJ_PLUGIN, "x_one");
  assert_true(id >= 0);
  assert_int_equal(m->body_plugin[mj_name2id(m, mjOBJ_BODY, "x_b")], id);
  const int actuator = mj_name2id(m, mjOBJ_ACTUATOR, "x_a");
  assert_true(m->actuator_plugin[actuator] != m->actuator_plugin[0]);
  assert_string_equal(mj_getPluginConfig(m, m->actuator_plugin[actuator], "size"), "3");
  mj_deleteModel(m);
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}

static void test_save(void** state) {
  (void)state;
  char error[1000], xml[4000];
  mjSpec* s = mj_parseXMLString(whole, NULL, error, sizeof error);
  mjModel* m = mj_compile(s, NULL);
  if (mj_saveXMLString(s, xml, sizeof xml, error, sizeof error)) fail_msg("%s", error);
  mjModel* again = loadText(xml);
  assert_int_equal(again->nplugin, m->nplugin);
  assert_int_equal(again->npluginstate, m->npluginstate);
  assert_memory_equal(again->plugin_attr, m->plugin_attr, (size_t)m->npluginattr);
  assert_int_equal(again->sensor_plugin[1], 0);
  assert_int_equal(again->actuator_plugin[0], 1);
  assert_non_null(strstr(xml, "<instance name=\"one\">"));
  mj_deleteModel(m);
  mj_deleteModel(again);
  mj_deleteSpec(s);
}

static void test_binary(void** state) {
  (void)state;
  mjModel* m = loadText(whole);
  const int n = (int)mj_sizeModel(m);
  char* bytes = malloc((size_t)n);
  mj_saveModel(m, NULL, bytes, n);
  mjModel* again = mj_loadModelBuffer(bytes, n);
  assert_non_null(again);
  assert_int_equal(again->plugin[0], m->plugin[0]);
  mj_deleteModel(again);
  // what a file says must be what the plugin says
  const struct {
    int* at;
    int value;
  } fault[] = {
      {&m->plugin[0], 1 << 20},    {&m->plugin[0], -1},         {&m->plugin_statenum[0], 1},
      {&m->plugin_stateadr[1], 0}, {&m->plugin_attradr[1], 4},  {&m->sensor_dim[1], 1},
      {&m->sensor_plugin[1], -1},  {&m->actuator_plugin[0], 2}, {&m->sensor_needstage[1], 3}};
  catch_begin();
  for (size_t i = 0; i < sizeof fault / sizeof *fault; i++) {
    const int old = *fault[i].at;
    *fault[i].at = fault[i].value;
    mj_saveModel(m, NULL, bytes, n);
    assert_null(mj_loadModelBuffer(bytes, n));
    *fault[i].at = old;
  }
  catch_end();
  free(bytes);
  mj_deleteModel(m);
}

// ---- models that are refused

#define ALL "<extension><plugin plugin='test.all'/></extension>"
#define BODY(inside)                                                                               \
  "<worldbody><body><joint name='j'/><geom size='.1'/>" inside "</body></worldbody>"
#define USE(name, inside) "<plugin plugin='" name "'>" inside "</plugin>"

static const struct {
  const char *xml, *message;
} broken[] = {
    {"<extension><plugin plugin='test.nope'/></extension>", "there is no plugin 'test.nope'"},
    {"<extension><plugin plugin='test.nope'/></extension>", "mujoco.elasticity.cable"},
    {"<extension><plugin plugin='mujoco.sdf.sdflib'/></extension>", "<geom type=\"sdf\">"},
    {"<extension><plugin plugin='mujoco.elasticity.solid'/></extension>", "<elasticity>"},
    {"<extension><plugin/></extension>", "'plugin' is required"},
    {"<extension><plugin plugin='test.all'><instance/></plugin></extension>", "'name'"},
    {"<extension><plugin plugin='test.all'><instance name='x'/><instance name='x'/></plugin>"
     "</extension>",
     "another plugin is called 'x'"},
    {"<extension><plugin plugin='test.all'><instance name='x'><config key='size' value='1'/>"
     "<config key='size' value='2'/></instance></plugin></extension>",
     "'size' is given twice"},
    {"<extension><plugin plugin='test.all'><instance name='x'><config value='1'/></instance>"
     "</plugin></extension>",
     "'key' is required"},
    {"<extension><plugin plugin='test.all'><instance name='x'><config key='sise' value='1'/>"
     "</instance></plugin></extension>",
     "has no attribute 'sise'; it has: size, fail"},
    {BODY(USE("test.all", "")), "is not activated in this model"},
    {ALL BODY("<plugin/>"), "neither plugin nor instance is given"},
    {ALL BODY("<plugin instance='x'/>"), "there is no plugin instance 'x'"},
    {ALL BODY(USE("test.idle", "")), "is not activated"},
    {"<extension><plugin plugin='test.idle'/></extension>" BODY(USE("test.idle", "")),
     "does not make passive forces"},
    {"<extension><plugin plugin='test.hollow'/></extension>" BODY(USE("test.hollow", "")),
     "has no function compute"},
    {"<extension><plugin plugin='test.hollow'/></extension>" BODY(
         "") "<actuator><plugin "
             "joint='j' plugin='test.hollow'/></actuator>",
     "has no function compute"},
    {"<extension><plugin plugin='test.hollow'/></extension><sensor><plugin "
     "plugin='test.hollow'/></sensor>",
     "has no function nsensordata"},
    {"<extension><plugin plugin='test.wrong'/></extension>" BODY(USE("test.wrong", "")),
     "asks for -3 state numbers"},
    {ALL BODY(USE("test.all", "<config key='fail' value='because'/>")), "told to fail: because"},
    {ALL "<sensor><plugin plugin='test.all' objtype='site'/></sensor>", "objtype, objname"},
    {ALL "<sensor><plugin plugin='test.all' objtype='site' objname='x'/></sensor>", "'x'"},
    {ALL BODY("") "<actuator><plugin joint='k' plugin='test.all'/></actuator>", "'k'"},
    {"<extension><plugin plugin='test.all'><instance name='x'/></plugin></extension>" BODY(
         "<plugin instance='x' plugin='mujoco.pid'/>"),
     "is an instance of test.all"},
    {ALL "<worldbody><composite curve='s' count='4' size='1' type='cable'><plugin "
         "plugin='test.all'/><geom type='capsule' size='.01'/></composite></worldbody>",
     "is not for cables"},
    {"<extension><plugin plugin='mujoco.pid'/></extension>" BODY(
         "") "<actuator><plugin joint='j' "
             "plugin='mujoco.pid'><config key='ki' value='1'/></plugin></actuator>",
     "actdim=\"1\""},
    {"<extension><plugin plugin='mujoco.pid'/></extension>" BODY(
         "") "<actuator><plugin joint='j' "
             "plugin='mujoco.pid'><config key='imax' value='-1'/></plugin></actuator>",
     "imax is negative"},
    {"<extension><plugin plugin='mujoco.elasticity.cable'/></extension>" BODY(
         USE("mujoco.elasticity.cable", "<config key='bend' value='soft'/>")),
     "should be numbers"},
    {"<extension><plugin plugin='mujoco.sensor.touch_grid'/></extension><worldbody><site "
     "name='s'/></worldbody><sensor><plugin plugin='mujoco.sensor.touch_grid' objtype='site' "
     "objname='s'><config key='size' value='0 3'/></plugin></sensor>",
     "size should be two positive"},
};

static void test_broken(void** state) {
  (void)state;
  catch_begin();
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    char xml[2000], error[1500] = "";
    snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", broken[i].xml);
    mjModel* m = sn_loadXMLString(xml, error, sizeof error);
    if (m || !strstr(error, broken[i].message))
      fail_msg("%s\nshould say '%s', says '%s'", xml, broken[i].message, error);
  }
  assert_int_equal(caught_count, 0);  // all is told in the error text
  catch_end();
}

// configuration beside an instance is left out, and told
static void test_warned(void** state) {
  (void)state;
  char error[1000] = "";
  catch_begin();
  mjModel* m =
      sn_loadXMLString("<mujoco>" EXTENSION BODY("<plugin instance='one'><config key='size' "
                                                 "value='9'/></plugin>") "</mujoco>",
                       error, sizeof error);
  catch_end();
  assert_non_null(m);
  assert_int_equal(m->npluginstate, 2);
  assert_non_null(strstr(error, "config: it has no effect here"));
  mj_deleteModel(m);
}

// a data that cannot be made is not made
static void test_init(void** state) {
  (void)state;
  mjModel* m = loadText(whole);
  m->plugin[1] = 1 << 20;
  catch_begin();
  calls[0] = 0;
  assert_null(mj_makeData(m));
  assert_string_equal(calls, "init0 destroy0 ");
  assert_non_null(strstr(caught.subject, "no plugin is registered in slot"));
  catch_end();
  mj_deleteModel(m);
}

static void loadOnce(void* context) {
  char error[500];
  mjModel* m = sn_loadXMLString(context, error, sizeof error);
  mjData* d = m ? mj_makeData(m) : NULL;
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_memory(void** state) {
  (void)state;
  catch_begin();
  heap_failEach(loadOnce, (void*)whole, 7);
  catch_end();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arrays),      cmocka_unit_test(test_calls),
      cmocka_unit_test(test_flexcomp),    cmocka_unit_test(test_disabled),
      cmocka_unit_test(test_states),      cmocka_unit_test(test_batch),
      cmocka_unit_test(test_derivatives), cmocka_unit_test(test_spec),
      cmocka_unit_test(test_attach),      cmocka_unit_test(test_save),
      cmocka_unit_test(test_binary),      cmocka_unit_test(test_broken),
      cmocka_unit_test(test_warned),      cmocka_unit_test(test_init),
      cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, registerAll, NULL);
}
