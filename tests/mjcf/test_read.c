// The MJCF reader: precedence of attributes, classes and built-in values, orientations, presence
// rules, actuator shortcuts, models inside models, and messages for the main kinds of mistakes.
#include "support.h"

#include <time.h>

#include "base/file.h"
#include "base/path.h"
#include "mjcf/read.h"
#include "spec/actuator_kinds.h"
#include "spec/authored.h"
#include "xml/xml_include.h"

// ---- helpers

static spec_Spec* readText(const char* text) {
  spec_Spec* spec = spec_make();
  xml_Doc* doc = xml_loadString(text, NULL, &spec->diag);
  if (doc) read_mjcf(spec, doc, NULL, NULL);
  xml_free(doc);
  return spec;
}

static spec_Spec* readFile(const char* path) {
  spec_Spec* spec = spec_make();
  vec_setTextN(spec->pub.modelfiledir, path, path_dirLength(path));
  xml_Doc* doc = xml_load(path, NULL, NULL, &spec->diag);
  if (doc) read_mjcf(spec, doc, NULL, NULL);
  xml_free(doc);
  return spec;
}

static spec_Spec* good(const char* text) {
  spec_Spec* spec = readText(text);
  if (spec->diag.failed) fail_msg("unexpected error: %s", diag_text(&spec->diag));
  return spec;
}

// the message must hold all parts, separated by |
static void mustSay(const spec_Spec* spec, const char* parts) {
  const char* message = diag_text(&spec->diag);
  assert_true(spec->diag.failed);
  for (const char* at = parts; *at;) {
    char part[100];
    const size_t n = strcspn(at, "|");
    snprintf(part, sizeof part, "%.*s", (int)n, at);
    if (!strstr(message, part)) fail_msg("'%s' is not in: %s", part, message);
    at += n + (at[n] == '|');
  }
}

static void bad(const char* text, const char* parts) {
  spec_Spec* spec = readText(text);
  if (!spec->diag.failed) fail_msg("accepted: %s", text);
  mustSay(spec, parts);
  spec_free(spec);
}

#define WORLD(content) "<mujoco><worldbody>" content "</worldbody></mujoco>"
#define GET(type, kind, spec, name) SPEC_DATA(type, spec_find(spec, kind, name))
static const mjsGeom* geomOf(const spec_Spec* spec, const char* name) {
  assert_non_null(spec_find(spec, mjOBJ_GEOM, name));
  return GET(mjsGeom, mjOBJ_GEOM, spec, name);
}
static const mjsActuator* actuatorOf(const spec_Spec* spec, const char* name) {
  assert_non_null(spec_find(spec, mjOBJ_ACTUATOR, name));
  return GET(mjsActuator, mjOBJ_ACTUATOR, spec, name);
}

static void same(const double* x, int n, const double* expected) {
  for (int i = 0; i < n; i++) {
    if (x[i] != expected[i]) fail_msg("entry %d is %.17g, not %.17g", i, x[i], expected[i]);
  }
}
#define SAME(x, ...)                                                                               \
  same(x, (int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double)), (double[]){__VA_ARGS__})

// ---- classes and precedence

static void test_precedence(void** state) {
  (void)state;
  spec_Spec* spec =
      good("<mujoco>"
           "<worldbody><geom name='plain'/><geom name='own' size='7' friction='8'/>"
           "<body name='b' childclass='a'><geom name='child'/><geom name='other' class='b'/>"
           "<frame childclass='b'><geom name='framed'/><body><geom name='deep'/></body></frame>"
           "<body childclass='main'><geom name='back'/></body></body></worldbody>"
           "<default><default class='a'><geom friction='3 4'/><default class='b'><geom "
           "size='5'/></default></default>"
           "<geom size='1 2 3' friction='2'/></default></mujoco>");
  SAME(geomOf(spec, "plain")->size, 1, 2, 3);
  SAME(geomOf(spec, "plain")->friction, 2, 0.005, 0.0001);
  SAME(geomOf(spec, "own")->size, 7, 2, 3);
  SAME(geomOf(spec, "own")->friction, 8, 0.005, 0.0001);
  SAME(geomOf(spec, "child")->friction, 3, 4, 0.0001);
  SAME(geomOf(spec, "child")->size, 1, 2, 3);
  SAME(geomOf(spec, "other")->size, 5, 2, 3);
  SAME(geomOf(spec, "other")->friction, 3, 4, 0.0001);
  SAME(geomOf(spec, "framed")->size, 5, 2, 3);
  SAME(geomOf(spec, "deep")->size, 5, 2, 3);
  SAME(geomOf(spec, "back")->friction, 2, 0.005, 0.0001);
  assert_ptr_equal(spec_find(spec, mjOBJ_GEOM, "deep")->def, spec_find(spec, SPEC_DEFAULT, "b"));
  assert_string_equal(vec_text(GET(mjsBody, mjOBJ_BODY, spec, "b")->childclass), "a");
  spec_free(spec);
}

// a second top-level section changes only main; classes copied it before
static void test_second_default_section(void** state) {
  (void)state;
  spec_Spec* spec =
      good("<mujoco><default><geom margin='1'/><default class='a'/></default><default><geom "
           "margin='2'/></default>"
           "<worldbody><geom name='m'/><geom name='a' class='a'/></worldbody></mujoco>");
  SAME(&geomOf(spec, "m")->margin, 2);
  SAME(&geomOf(spec, "a")->margin, 1);
  spec_free(spec);
}

static void test_repeated_sections(void** state) {
  (void)state;
  spec_Spec* spec = good("<mujoco><worldbody/><option timestep='1' iterations='7'><flag "
                         "contact='disable' energy='enable'/></option>"
                         "<compiler boundmass='1' angle='radian'/><compiler boundmass='2'/>"
                         "<option timestep='2' actuatorgroupdisable='0 3'><flag contact='enable' "
                         "gravity='disable'/></option>"
                         "<option actuatorgroupdisable='5'/><size memory='3k' nkey='4'/><compiler "
                         "meshdir='m' assetdir='a'/></mujoco>");
  const mjSpec* s = &spec->pub;
  assert_true(s->option.timestep == 2 && s->option.iterations == 7 && s->compiler.boundmass == 2);
  assert_false(s->compiler.degree);
  assert_int_equal(s->option.disableflags, mjDSBL_GRAVITY);
  assert_int_equal(s->option.enableflags, mjENBL_ENERGY);
  assert_int_equal(s->option.disableactuator, 1 | 8 | 32);
  assert_int_equal(s->memory, 3 * 1024);
  assert_string_equal(vec_text(s->compiler.meshdir), "m");
  assert_string_equal(vec_text(s->compiler.texturedir), "a");
  assert_true(authored_has(s, &s->option.timestep) && authored_has(s, &s->compiler.boundmass));
  assert_false(authored_has(s, &s->option.gravity) || authored_has(s, &s->compiler.alignfree));
  assert_int_equal(s->authored.disableflags, mjDSBL_CONTACT | mjDSBL_GRAVITY);
  assert_int_equal(s->authored.enableflags, mjENBL_ENERGY);
  assert_int_equal(s->authored.disableactuator, 1 | 8 | 32);
  spec_free(spec);
}

// ---- orientations

static void test_orientation(void** state) {
  (void)state;
  spec_Spec* spec = good(
      "<mujoco><default><default class='e'><geom euler='10 20 30'/></default></default><worldbody>"
      "<geom name='plain' axisangle='0 0 1 90'/><geom name='quat' class='e' quat='0 1 0 0'/>"
      "<geom name='zaxis' class='e' zaxis='1 0 0'/><geom name='xy' xyaxes='0 1 0 -1 0 0'/>"
      "<geom name='blank' quat=' ' euler=''/></worldbody></mujoco>");
  const mjsGeom* g = geomOf(spec, "plain");
  assert_int_equal(g->alt.type, mjORIENTATION_AXISANGLE);
  SAME(g->alt.axisangle, 0, 0, 1, 90);
  // the alternative of a class beats the quaternion of the element
  g = geomOf(spec, "quat");
  assert_int_equal(g->alt.type, mjORIENTATION_EULER);
  SAME(g->alt.euler, 10, 20, 30);
  SAME(g->quat, 0, 1, 0, 0);
  assert_int_equal(geomOf(spec, "zaxis")->alt.type, mjORIENTATION_ZAXIS);
  SAME(geomOf(spec, "xy")->alt.xyaxes, 0, 1, 0, -1, 0, 0);
  assert_int_equal(geomOf(spec, "blank")->alt.type, mjORIENTATION_QUAT);
  spec_free(spec);
  bad(WORLD("<geom quat='0 0 0 0'/>"), "<geom>|quat|zero");
  bad(WORLD("<geom quat='1 0 0 0' euler='0 0 0'/>"), "<geom>|quat|euler|one");
  bad(WORLD("<frame><geom name='g' zaxis='1 0 0' euler='0 0 0'/></frame>"),
      "<geom name='g'>|zaxis|euler");
}

// ---- the tree

static void test_tree(void** state) {
  (void)state;
  spec_Spec* spec = good("<mujoco>\n<worldbody>\n<frame name='f' pos='1 2 3'>\n<body name='b' "
                         "mocap='true' gravcomp='.5' sleep='never'\n"
                         " simple='false' user='1 2'>\n<inertial pos='0 0 1' mass='2' "
                         "fullinertia='1 2 3 0 0 0'/>\n<joint name='j' type='slide'"
                         " range='-1 1' damping='1 2'/><freejoint name='free' align='true' "
                         "group='3'/>\n<camera name='c' output='depth rgb'"
                         " resolution='3 4' target='b'/><light name='l' "
                         "directional='true'/>\n</body></frame></worldbody></mujoco>");
  const spec_Element* body = spec_find(spec, mjOBJ_BODY, "b");
  const mjsBody* b = SPEC_DATA(mjsBody, body);
  assert_ptr_equal(body->body, spec->world);
  assert_ptr_equal(body->frame, spec_find(spec, SPEC_FRAME, "f"));
  assert_ptr_equal(body->compiler, &spec->pub.compiler);
  assert_int_equal(body->where.line, 4);
  assert_true(b->mocap && b->explicitinertial && b->gravcomp == 0.5 && b->mass == 2 &&
              b->simple == 0);
  assert_int_equal(b->sleep, mjSLEEP_NEVER);
  SAME(b->fullinertia, 1, 2, 3);
  assert_int_equal(((const spec_Vec*)b->userdata)->size, 2);
  const mjsJoint* j = GET(mjsJoint, mjOBJ_JOINT, spec, "j");
  assert_int_equal(j->type, mjJNT_SLIDE);
  SAME(j->damping, 1, 2, 0);
  assert_null(spec_find(spec, mjOBJ_JOINT, "j")->frame);
  assert_int_equal(GET(mjsJoint, mjOBJ_JOINT, spec, "free")->type, mjJNT_FREE);
  assert_int_equal(GET(mjsJoint, mjOBJ_JOINT, spec, "free")->align, mjALIGNFREE_TRUE);
  const mjsCamera* c = GET(mjsCamera, mjOBJ_CAMERA, spec, "c");
  assert_int_equal(c->output, mjCAMOUT_RGB | mjCAMOUT_DEPTH);
  assert_int_equal(c->resolution[1], 4);
  assert_string_equal(vec_text(c->targetbody), "b");
  assert_int_equal(GET(mjsLight, mjOBJ_LIGHT, spec, "l")->type, mjLIGHT_DIRECTIONAL);
  spec_free(spec);
}

// springref does not follow ref; a freejoint takes nothing from classes, a joint of type free does
static void test_joint_facts(void** state) {
  (void)state;
  spec_Spec* spec = good("<mujoco><default><joint damping='3' "
                         "group='2'/></default><worldbody><body><joint name='r' ref='30'/></body>"
                         "<body><freejoint name='f'/></body><body><joint name='t' "
                         "type='free'/></body></worldbody></mujoco>");
  SAME(&GET(mjsJoint, mjOBJ_JOINT, spec, "r")->ref, 30);
  SAME(&GET(mjsJoint, mjOBJ_JOINT, spec, "r")->springref, 0);
  SAME(GET(mjsJoint, mjOBJ_JOINT, spec, "f")->damping, 0, 0, 0);
  assert_int_equal(GET(mjsJoint, mjOBJ_JOINT, spec, "f")->group, 0);
  SAME(GET(mjsJoint, mjOBJ_JOINT, spec, "t")->damping, 3, 0, 0);
  spec_free(spec);
}

// inside frames, wrong attributes are warnings; so are top-level bodies
static void test_lenient(void** state) {
  (void)state;
  spec_Spec* spec = good("<mujoco><body name='nothing'/><worldbody><frame foo='1'><body><inertial "
                         "pos='0 0 0' mass='1'/>"
                         "<inertial pos='0 0 0' mass='3'/><geom name='g' size='1' "
                         "sise='2'/></body></frame></worldbody></mujoco>");
  assert_int_equal(spec->diag.nwarning, 4);
  assert_non_null(strstr(diag_warningAt(&spec->diag, 3), "did you mean 'size'?"));
  assert_true(SPEC_DATA(mjsBody, spec_find(spec, mjOBJ_GEOM, "g")->body)->mass == 3);
  assert_null(spec_find(spec, mjOBJ_BODY, "nothing"));
  spec_free(spec);
  bad(WORLD("<frame><gem/></frame>"), "<gem>|did you mean 'geom'?|frame");
}

static void test_replicate_and_attach(void** state) {
  (void)state;
  spec_Spec* spec = good(
      "<mujoco><sensor><jointpos joint='j'/></sensor><worldbody><replicate count='3' offset='1 0 "
      "0' sep='_'>"
      "<body name='b'><joint name='j'/><geom size='1'/></body></replicate></worldbody></mujoco>");
  assert_int_equal(spec->list[mjOBJ_BODY].n, 4);
  assert_int_equal(spec->list[mjOBJ_SENSOR].n, 3);
  assert_non_null(spec_find(spec, mjOBJ_BODY, "b_2"));
  spec_free(spec);
  spec = readFile(TEST_DIR "/data/read/parent.xml");
  if (spec->diag.failed) fail_msg("%s", diag_text(&spec->diag));
  assert_int_equal(spec->list[SPEC_MODEL].n, 2);
  const spec_Element* arm = spec_find(spec, SPEC_MODEL, "arm");
  assert_non_null(arm);
  assert_non_null(spec_find(spec, SPEC_MODEL, "named"));
  const spec_Spec* child = arm->extra;
  assert_ptr_equal(child->parent, spec);
  assert_false(child->pub.compiler.degree);
  assert_non_null(spec_find(spec, mjOBJ_BODY, "x_link"));
  assert_false(spec_find(spec, mjOBJ_JOINT, "x_hinge")->compiler->degree);
  spec_free(spec);
}

// ---- what is outside the tree

static void test_relations(void** state) {
  (void)state;
  spec_Spec* spec =
      good("<mujoco><default><tendon springlength='3'/><equality "
           "solref='5'/></default><contact><pair name='p' geom1='a'"
           " geom2='b' friction='2 3'/><exclude name='x' body1='c' body2='world'/></contact>"
           "<equality><connect name='c' body1='a' anchor='1 2 3'/><weld name='w' body1='a'/><weld "
           "name='s' site1='s' site2='t'"
           " torquescale='4'/><joint name='j' joint1='a' polycoef='5'/><distance name='d' "
           "geom1='a' geom2='b' distance='.3'/>"
           "</equality><tendon><spatial name='t' range='0 1'><site site='s'/><geom geom='g' "
           "sidesite='t'/><pulley divisor='2'/>"
           "</spatial><fixed name='f' springlength='1 2'><joint joint='j' "
           "coef='-2'/></fixed></tendon></mujoco>");
  SAME(GET(mjsPair, mjOBJ_PAIR, spec, "p")->friction, 2, 3, 0.005, 0.0001, 0.0001);
  SAME(GET(mjsEquality, mjOBJ_EQUALITY, spec, "c")->data, 1, 2, 3, 0);
  SAME(GET(mjsEquality, mjOBJ_EQUALITY, spec, "c")->solref, 5, 1);
  SAME(GET(mjsEquality, mjOBJ_EQUALITY, spec, "w")->data, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
  SAME(GET(mjsEquality, mjOBJ_EQUALITY, spec, "s")->data, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4);
  assert_int_equal(GET(mjsEquality, mjOBJ_EQUALITY, spec, "s")->objtype, mjOBJ_SITE);
  SAME(GET(mjsEquality, mjOBJ_EQUALITY, spec, "j")->data, 5, 1, 0, 0, 0);
  SAME(GET(mjsEquality, mjOBJ_EQUALITY, spec, "d")->data, 0.3);
  assert_int_equal(GET(mjsEquality, mjOBJ_EQUALITY, spec, "d")->type, mjEQ_DISTANCE);
  SAME(GET(mjsTendon, mjOBJ_TENDON, spec, "t")->springlength, 3, 3);
  SAME(GET(mjsTendon, mjOBJ_TENDON, spec, "f")->springlength, 1, 2);
  const spec_List* path = &spec_tendon(spec_find(spec, mjOBJ_TENDON, "t"))->path;
  assert_int_equal(path->n, 3);
  assert_string_equal(vec_text(spec_wrap(path->item[1])->sidesite), "t");
  assert_true(spec_wrap(path->item[2])->prm == 2);
  path = &spec_tendon(spec_find(spec, mjOBJ_TENDON, "f"))->path;
  assert_int_equal(SPEC_DATA(mjsWrap, path->item[0])->type, mjWRAP_JOINT);
  assert_true(spec_wrap(path->item[0])->prm == -2);
  spec_free(spec);
}

static void test_sensors_and_custom(void** state) {
  (void)state;
  spec_Spec* spec = good(
      "<mujoco><sensor><touch name='t' site='s' cutoff='2' interval='.1'/><rangefinder name='r' "
      "camera='c'/>"
      "<rangefinder name='q' site='c' data='dist normal'/><framepos name='f' objtype='xbody' "
      "objname='b' reftype='site'"
      " refname='s'/><contact name='c' subtree1='b' geom2='g' data='force pos' reduce='netforce' "
      "num='4'/>"
      "<insidesite name='i' objtype='geom' objname='g' site='s'/><user name='u' dim='3' "
      "datatype='axis' needstage='vel'/>"
      "</sensor><custom><numeric name='n' size='4' data='1 2'/><text name='x' data='hello'/><tuple "
      "name='y'><element"
      " objtype='body' objname='b' prm='2'/><element objtype='geom' objname='g'/></tuple></custom>"
      "<keyframe><key name='k' time='2' qpos='1 2 3'/></keyframe></mujoco>");
  const mjsSensor* s = GET(mjsSensor, mjOBJ_SENSOR, spec, "t");
  assert_true(s->type == mjSENS_TOUCH && s->objtype == mjOBJ_SITE && s->cutoff == 2 &&
              s->interval[0] == 0.1);
  s = GET(mjsSensor, mjOBJ_SENSOR, spec, "r");
  assert_true(s->objtype == mjOBJ_CAMERA && s->intprm[0] == 1);
  s = GET(mjsSensor, mjOBJ_SENSOR, spec, "q");
  assert_int_equal(s->intprm[0], 1 << mjRAYDATA_DIST | 1 << mjRAYDATA_NORMAL);
  s = GET(mjsSensor, mjOBJ_SENSOR, spec, "f");
  assert_true(s->objtype == mjOBJ_XBODY && s->reftype == mjOBJ_SITE);
  assert_string_equal(vec_text(s->refname), "s");
  s = GET(mjsSensor, mjOBJ_SENSOR, spec, "c");
  assert_true(s->objtype == mjOBJ_XBODY && s->reftype == mjOBJ_GEOM);
  assert_true(s->intprm[0] == (1 << mjCONDATA_FORCE | 1 << mjCONDATA_POS) && s->intprm[1] == 3 &&
              s->intprm[2] == 4);
  s = GET(mjsSensor, mjOBJ_SENSOR, spec, "i");
  assert_true(s->objtype == mjOBJ_GEOM && s->reftype == mjOBJ_SITE);
  s = GET(mjsSensor, mjOBJ_SENSOR, spec, "u");
  assert_true(s->dim == 3 && s->datatype == mjDATATYPE_AXIS && s->needstage == mjSTAGE_VEL);
  assert_int_equal(GET(mjsNumeric, mjOBJ_NUMERIC, spec, "n")->size, 4);
  const mjsTuple* tuple = GET(mjsTuple, mjOBJ_TUPLE, spec, "y");
  assert_string_equal(vec_textAt(tuple->objname, 1), "g");
  assert_true(((double*)((spec_Vec*)tuple->objprm)->data)[0] == 2);
  assert_int_equal(((spec_Vec*)GET(mjsKey, mjOBJ_KEY, spec, "k")->qpos)->size, 3);
  spec_free(spec);
}

// ---- actuators; numbers are those of the reference

#define ACTUATOR(class, tag, attributes)                                                           \
  "<mujoco><default>" class "</default><actuator><" tag " name='a' joint='j' " attributes          \
                            "/></actuator></mujoco>"

typedef struct {
  const char* text;
  int dyn, gain, bias;
  double dynprm[5], gainprm[9], biasprm[6];
} ActCase;

static const ActCase actCase[] = {
    {ACTUATOR("<position kp='5'/><motor gear='3'/>", "motor", ""), 0, 0, 0, {1}, {1}, {0, -5}},
    {ACTUATOR("<general gainprm='7 8' biastype='affine' dyntype='filter' biasprm='1 2'/>", "motor",
              ""),
     0,
     0,
     0,
     {1},
     {1, 8},
     {1, 2}},
    {ACTUATOR("", "position", "kp='3' kv='2'"), 0, 0, 1, {1}, {3}, {0, -3, -2}},
    {ACTUATOR("<position kp='3' kv='4'/>", "position", "kp='2'"), 0, 0, 1, {1}, {2}, {0, -2, -4}},
    {ACTUATOR("", "position", "dampratio='1' timeconst='.5'"), 3, 0, 1, {0.5}, {1}, {0, -1, 1}},
    {ACTUATOR("<position timeconst='4'/>", "position", "timeconst='0'"),
     0,
     0,
     1,
     {0},
     {1},
     {0, -1}},
    {ACTUATOR("<general gainprm='7 8' biasprm='1 2 3 4'/>", "velocity", ""),
     0,
     0,
     1,
     {1},
     {7, 8},
     {0, 0, -7}},
    {ACTUATOR("<position kp='3' kv='4'/>", "intvelocity", ""), 1, 0, 1, {1}, {3}, {0, -3, -4}},
    {ACTUATOR("", "intvelocity", "kp='3' kv='-2'"), 1, 0, 0, {1}, {3}, {0, -3}},
    {ACTUATOR("<general gainprm='7 8 9'/>", "damper", "kv='2'"), 0, 1, 0, {1}, {0, 0, -2}, {0}},
    {ACTUATOR("<general biasprm='5 5 5 5'/>", "cylinder", "area='5' bias='1 2 3' timeconst='4'"),
     2,
     0,
     1,
     {4},
     {5},
     {1, 2, 3, 5}},
    {ACTUATOR("", "cylinder", "diameter='2' area='5'"), 2, 0, 1, {1}, {mjPI}, {0}},
    {ACTUATOR("<general gainprm='1 2 0 4'/>", "muscle", "force='5' timeconst='-1 3'"),
     4,
     2,
     2,
     {0.01, 3},
     {0.75, 2, 5, 4, 0.5, 1.6, 1.5, 1.3, 1.2},
     {0.75, 2, 5, 4, 0.5, 1.6}},
    {ACTUATOR("<position kp='3' kv='2'/>", "pid", "ki='1' imax='3'"),
     6,
     5,
     1,
     {3},
     {1},
     {0, -3, -2}},
    {ACTUATOR("<pid kp='3' ki='2' imax='7'/>", "pid", "ki='0'"), 0, 5, 1, {7}, {0}, {0, -3}},
    {ACTUATOR("<general dynprm='5 6 7'/>", "pid", "slewmax='2' kp='3'"),
     6,
     5,
     1,
     {5, 2, 7},
     {0},
     {0, -3}},
    {ACTUATOR("", "orientation", "kp='2' kv='3'"), 0, 4, 4, {1}, {2}, {0, -2, -3}},
    {ACTUATOR("<dcmotor motorconst='2' resistance='3' controller='4 5 6 7 8 9'/>", "dcmotor",
              "controller='1 2' input='pos'"),
     5,
     3,
     3,
     {0},
     {3, 2, 0, 0, 1, 2, 6, 9},
     {0}},
    {ACTUATOR(
         "", "dcmotor",
         "motorconst='2' resistance='4' thermal='0 2 3 4 5 6' lugre='1 2 3 4 5' inductance='3 4'"),
     5,
     3,
     3,
     {0.75, 0, 1.5, 2, 6},
     {4, 2, 4, 5},
     {0, 0, 0, 3, 4, 5}},
    {ACTUATOR("", "dcmotor", "nominal='12 3 100' damping='.01'"),
     5,
     3,
     3,
     {0},
     {0.31999999999999995, 0.07999999999999999},
     {0}},
    {ACTUATOR("", "dcmotor", "nominal='12 3 100' resistance='2' damping='.0001'"),
     5,
     3,
     3,
     {0},
     {2, (12 + 11.661903789690601) / 200},
     {0}},
};

static void test_actuator_shortcuts(void** state) {
  (void)state;
  double worst = 0;
  for (size_t i = 0; i < sizeof actCase / sizeof *actCase; i++) {
    const ActCase* c = &actCase[i];
    spec_Spec* spec = good(c->text);
    const mjsActuator* a = actuatorOf(spec, "a");
    if ((int)a->dyntype != c->dyn || (int)a->gaintype != c->gain || (int)a->biastype != c->bias) {
      fail_msg("types %d %d %d of %s", a->dyntype, a->gaintype, a->biastype, c->text);
    }
    const double* pairs[3][2] = {
        {a->dynprm, c->dynprm}, {a->gainprm, c->gainprm}, {a->biasprm, c->biasprm}};
    const int n[3] = {5, 9, 6};
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < n[k]; j++) {
        const double error = fabs(pairs[k][0][j] - pairs[k][1][j]);
        if (error > worst) worst = error;
        if (error > 1e-15)
          fail_msg("parameter %d %d is %.17g in %s", k, j, pairs[k][0][j], c->text);
      }
    }
    spec_free(spec);
  }
  printf("worst residual %.2g, tolerance 1e-15\n", worst);
}

static void test_actuator_rest(void** state) {
  (void)state;
  spec_Spec* spec =
      good("<mujoco><actuator><motor name='m' site='s' joint='j' refsite='r' gear='1 2'/>"
           "<adhesion name='a' body='b' gain='2' ctrlrange='0 1'/><general name='g' tendon='t' "
           "cranksite='c' slidersite='s'"
           " cranklength='2'/><pid name='p' joint='j' posrange='1 2' input='pos ff'/><dcmotor "
           "name='d' joint='j'"
           " motorconst='2' resistance='4' saturation='0 2' controller='1 2 3 4' thermal='1 2' "
           "input='none'/></actuator></mujoco>");
  const mjsActuator* a = actuatorOf(spec, "m");
  assert_int_equal(a->trntype, mjTRN_SITE);
  assert_string_equal(vec_text(a->target), "s");
  SAME(a->gear, 1, 2, 0, 0, 0, 0);
  a = actuatorOf(spec, "a");
  assert_true(a->trntype == mjTRN_BODY && a->ctrllimited == mjLIMITED_TRUE && a->gainprm[0] == 2);
  assert_int_equal(actuatorOf(spec, "g")->trntype, mjTRN_SLIDERCRANK);
  a = actuatorOf(spec, "p");
  SAME(a->ctrlrange, 1, 2);
  assert_int_equal(a->ctrlspec, mjINPUT_POS | mjINPUT_FF);
  a = actuatorOf(spec, "d");
  SAME(a->forcerange, -4, 4);
  assert_true(a->forcelimited == mjLIMITED_TRUE && a->actearly && a->actlimited == mjLIMITED_FALSE);
  assert_int_equal(a->actdim, 3);
  assert_int_equal(a->ctrlspec, mjINPUT_NONE);
  spec_free(spec);
  bad(ACTUATOR("", "position", "kv='1' dampratio='1'"), "<position name='a'>|kv|dampratio");
  bad(ACTUATOR("", "position", "timeconst='-1'"), "timeconst|negative|-1");
  bad(ACTUATOR("<position ctrlrange='0 1'/>", "position", "inheritrange='1'"),
      "ctrlrange|inheritrange");
  bad(ACTUATOR("", "intvelocity", "inheritrange='1' actrange='0 1'"), "actrange|inheritrange");
  bad(ACTUATOR("", "damper", "ctrlrange='-1 1'"), "ctrlrange|damper");
  bad(ACTUATOR("", "muscle", "tausmooth='-1'"), "tausmooth|negative");
  bad(ACTUATOR("", "pid", "slewmax='-1'"), "slewmax|negative");
  bad(ACTUATOR("", "dcmotor", ""), "motorconst|nominal");
  bad(ACTUATOR("", "dcmotor", "motorconst='1' resistance='2' thermal='0 0 3'"), "thermal");
  bad(ACTUATOR("", "dcmotor", "motorconst='1' resistance='2' input='pos none'"),
      "input|none|combined");
  bad(ACTUATOR("", "motor", "slidersite='s'"), "slidersite|cranksite");
  bad(ACTUATOR("", "motor", "refsite='s'"), "refsite|site");
}

// ---- mistakes

static void test_mistakes(void** state) {
  (void)state;
  bad("<model/>", "<model>|mujoco|robot");
  bad("<mujoco>\n<worldbody>\n<geom name='foot' sise='1'/></worldbody></mujoco>",
      ":3: <geom name='foot'>|sise|did you mean 'size'?|friction");
  bad("<mujoco><actuators/></mujoco>", "<actuators>|did you mean 'actuator'?");
  bad(WORLD("<body><worldbody/></body>"), "<worldbody>|body|mujoco");
  bad("<mujoco><geom/></mujoco>", "<geom>|belongs in <worldbody>");
  bad("<mujoco><worldbody pos='1 2 3'/></mujoco>", "<worldbody>|pos|no attributes");
  bad("<mujoco><default><geom name='x'/></default></mujoco>",
      "<geom name='x'>|unknown attribute 'name'");
  bad("<mujoco><default><tendon armature='1'/></default></mujoco>", "<tendon>|armature");
  bad("<mujoco><default class='x'/></mujoco>", "class|main|x");
  bad("<mujoco><default><default class='a'/><default class='a'/></default></mujoco>",
      "class|'a'|line 1");
  bad("<mujoco><default><default/></default></mujoco>", "<default>|class");
  bad(WORLD("<geom class='x'/>"), "class|'x'|default");
  bad(WORLD("<body childclass=''/>"), "childclass");
  bad(WORLD("<geom name='g' size='1'/>\n<geom name='g'/>"), ":2: <geom name='g'>|name|line 1");
  bad(WORLD("<body name='world'/>"), "world|built-in");
  bad(WORLD("<joint/>"), "<joint>|world");
  bad(WORLD("<inertial pos='0 0 0' mass='1'/>"), "<inertial>|world");
  bad(WORLD("<body><inertial pos='0 0 0'/></body>"), "<inertial>|mass|required");
  bad(WORLD("<body><inertial pos='0 0 0' mass='1'/><inertial pos='0 0 0' mass='1'/></body>"),
      "<inertial>|once");
  bad(WORLD("<replicate/>"), "<replicate>|count|required");
  bad(WORLD("<replicate count='-2'/>"), "count|-2|0 or more");
  bad(WORLD("<attach model='m'/>"), "<attach>|prefix|required");
  bad(WORLD("<camera fovy='1' sensorsize='1 1'/>"), "fovy|sensorsize");
  bad(WORLD("<composite/>"), "<composite>|type|required");
  bad("<mujoco><deformable>\n<flex name='f'/></deformable></mujoco>",
      ":2: <flex name='f'>|attribute 'body' is required");
  bad("<mujoco><deformable>\n<skin name='m'><bone body='b'/></skin></deformable></mujoco>",
      ":2: <bone>|bindpos|required");
  bad("<mujoco><deformable>\n<skin name='m' file='m.skn'>\n<bone body='b' bindpos='0 0 0' "
      "bindquat='1 0 0 0' vertid='0 1' vertweight='1'/></skin></deformable></mujoco>",
      ":3: <bone>|vertweight: 1 numbers|vertid has 2");
  bad("<mujoco><size njmax='-2'/></mujoco>", "njmax|-2|-1");
  bad("<mujoco><size memory='1.5M'/></mujoco>", "memory|1.5M|integer");
  bad("<mujoco><size memory='1M' njmax='1'/></mujoco>", "memory|njmax|combined");
  bad("<mujoco><statistic extent='0'/></mujoco>", "extent|greater than 0");
  bad("<mujoco><compiler coordinate='global'/></mujoco>", "coordinate|global|local");
  bad("<mujoco><compiler eulerseq='xy'/></mujoco>", "eulerseq|xy|3");
  bad("<mujoco><option actuatorgroupdisable='31'/></mujoco>", "31|30");
  bad("<mujoco><equality><connect body1='b'/></equality></mujoco>",
      "<connect>|site1, site2|body1, anchor");
  bad("<mujoco><equality><weld site1='b'/></equality></mujoco>", "<weld>|site1, site2");
  bad("<mujoco><sensor><framepos objtype='body' objname='b' reftype='site'/></sensor></mujoco>",
      "reftype, refname");
  bad("<mujoco><sensor><contact data='force found'/></sensor></mujoco>", "data|found|order");
  bad("<mujoco><custom><numeric name='n' size='1' data='1 2'/></custom></mujoco>",
      "<numeric name='n'>|data|2|1");
  bad("<mujoco><custom><numeric name='n'/></custom></mujoco>", "size|500");
  bad("<mujoco><tendon><fixed><joint joint='j'/></fixed></tendon></mujoco>",
      "<joint>|coef|required");
  bad("<mujoco><asset><texture builtin='flat'/></asset></mujoco>", "<texture>|name|required");
  bad("<mujoco><asset><material name='m' texture='t'><layer texture='t' "
      "role='rgb'/></material></asset></mujoco>",
      "texture|layers");
}

static void test_model_chain(void** state) {
  (void)state;
  spec_Spec* spec = readFile(TEST_DIR "/data/read/loop.xml");
  mustSay(spec, "loop.xml|loop_inner.xml|contain itself");
  spec_free(spec);
  bad("<mujoco><asset><model name='m' file='no/such/file.xml'/></asset></mujoco>",
      "<model name='m'>|no/such/file.xml");
  bad("<mujoco><asset><model name='m'/></asset></mujoco>", "<model name='m'>|file|required");
}

static void test_read_only_models(void** state) {
  (void)state;
  spec_Spec* spec = readFile(TEST_DIR "/data/read/assets.xml");
  if (spec->diag.failed) fail_msg("%s", diag_text(&spec->diag));
  assert_non_null(spec_find(spec, mjOBJ_TEXTURE, "wood"));
  const mjsMaterial* layered = GET(mjsMaterial, mjOBJ_MATERIAL, spec, "layered");
  assert_string_equal(vec_textAt(layered->textures, mjTEXROLE_RGB), "checker");
  assert_string_equal(vec_textAt(layered->textures, mjTEXROLE_NORMAL), "wood");
  const mjsMaterial* painted = GET(mjsMaterial, mjOBJ_MATERIAL, spec, "painted");
  assert_string_equal(vec_textAt(painted->textures, mjTEXROLE_RGB), "wood");
  assert_memory_equal(SPEC_DATA(mjsTexture, spec->list[mjOBJ_TEXTURE].item[2])->gridlayout,
                      ".U..LFRB.D..", 12);
  spec_free(spec);
}

// every allocation of a load fails in turn: an error, no leak, no crash
static void test_memory_runs_out(void** state) {
  (void)state;
  long n = 0;
  for (long failAt = 1;; failAt++) {
    heap_watch(failAt);
    spec_Spec* spec = spec_make();
    bool ok = false;
    if (spec) {
      xml_Doc* doc = xml_load(TEST_DIR "/data/read/parent.xml", NULL, NULL, &spec->diag);
      vec_setText(spec->pub.modelfiledir, TEST_DIR "/data/read/");
      ok = doc && read_mjcf(spec, doc, NULL, NULL);
      if (!ok) assert_true(spec->diag.failed && *diag_text(&spec->diag));
      xml_free(doc);
      spec_free(spec);
    }
    const bool reached = heap_calls >= failAt;
    assert_int_equal(heap_live, 0);
    heap_unwatch();
    if (!reached) {
      assert_true(ok);
      break;
    }
    n++;
  }
  printf("%ld allocations failed in turn\n", n);
  assert_true(n > 5);
}

// ---- speed

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void test_speed(void** state) {
  (void)state;
  const char* path = TEST_DIR "/../../shared/models/mujoco/humanoid/humanoid.xml";
  char* data;
  size_t size;
  if (file_read(path, 1 << 20, &data, &size) != FILE_OK) {
    print_message("no shared models here: speed is measured on a test model\n");
    path = TEST_DIR "/data/read/parent.xml";
  } else {
    mju_free(data);
  }
  double best = 1;
  for (int i = 0; i < 20; i++) {
    const double start = seconds();
    spec_Spec* spec = readFile(path);
    const double time = seconds() - start;
    if (spec->diag.failed) fail_msg("%s", diag_text(&spec->diag));
    spec_free(spec);
    if (time < best) best = time;
  }
  printf("%s in %.3f ms\n", path_base(path), 1e3 * best);
  assert_true(best < 0.02);  // ten times the goal: sanitizers and busy machines
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_precedence),
      cmocka_unit_test(test_second_default_section),
      cmocka_unit_test(test_repeated_sections),
      cmocka_unit_test(test_orientation),
      cmocka_unit_test(test_tree),
      cmocka_unit_test(test_joint_facts),
      cmocka_unit_test(test_lenient),
      cmocka_unit_test(test_replicate_and_attach),
      cmocka_unit_test(test_relations),
      cmocka_unit_test(test_sensors_and_custom),
      cmocka_unit_test(test_actuator_shortcuts),
      cmocka_unit_test(test_actuator_rest),
      cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_model_chain),
      cmocka_unit_test(test_read_only_models),
      cmocka_unit_test(test_memory_runs_out),
      cmocka_unit_test(test_speed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
