// All errors of a file at once: collected over the document, the reader and the compiler, with
// suggestions for names, cut at a line to the caller's buffer, and at a bounded cost.
#include "support.h"

#include <time.h>

#include "base/text.h"
#include "xml/diag.h"

static char error[20000];

static void refuse(const char* xml) {
  error[0] = 0;
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (m) fail_msg("it loads: %s", xml);
}

// the parts come in the message in this order
static void expectParts(const char* message, const char* const* part, int n) {
  const char* at = message;
  for (int i = 0; i < n; i++) {
    const char* found = strstr(at, part[i]);
    if (!found) fail_msg("no '%s' in its place in:\n%s", part[i], message);
    at = found + 1;
  }
}
#define EXPECT(...)                                                                                \
  expectParts(error, (const char* const[]){__VA_ARGS__},                                           \
              (int)(sizeof((const char* const[]){__VA_ARGS__}) / sizeof(char*)))

static int lines(const char* text) {
  int n = *text != 0;
  for (; *text; text++) n += *text == '\n';
  return n;
}

// ---- what is collected

static void test_document(void** state) {
  (void)state;
  refuse("<mujoco>\n<compiler anlge='radian'/>\n<option timestep='0.002x'/>\n<worldbody>\n"
         "<body name='a' poss='1'>\n<joint name='knee' type='hing'/>\n"
         "<geom size='1 2 3 4' rgba='a b c d'/>\n<gem/>\n</body>\n"
         "<body><inertial mass='1'/></body></worldbody>\n"
         "<actuator><motor joint='knee' foo='1'/></actuator></mujoco>");
  EXPECT("XML string:2: <compiler>: unknown attribute 'anlge'; did you mean 'angle'?",
         "\nXML string:5: <body name='a'>: unknown attribute 'poss'",
         "\nXML string:8: <gem>: unknown element in <body>; did you mean 'geom'?",
         "\nXML string:10: <inertial>: attribute 'pos' is required and missing",
         "\nXML string:11: <motor>: unknown attribute 'foo'",
         "\nXML string:3: <option>: timestep: '0.002x' is not a number",
         "\nXML string:6: <joint name='knee'>: type: 'hing'",
         "\nXML string:7: <geom>: size: too many", "\nXML string:7: <geom>: rgba: 'a'");
  assert_int_equal(lines(error), 9);
}

static void test_reader(void** state) {
  (void)state;
  refuse("<mujoco>\n<option timestep='0.002x' gravity='1 2'/>\n"
         "<default><default class='leg'><geom size='x'/></default></default>\n<worldbody>\n"
         "<body name='a' childclass='lg' pos='1 2 y'>\n<joint type='hing'/>\n"
         "<body name='a'><geom size='q'/></body></body>\n"
         "<replicate count='two'><geom size='r'/></replicate>\n"
         "<attach model='none' prefix='p'/></worldbody></mujoco>");
  EXPECT("XML string:2: <option>: timestep", "\nXML string:2: <option>: gravity",
         "\nXML string:3: <geom>: size: 'x'",
         "\nXML string:5: <body name='a'>: childclass: there is no default class 'lg'; did you "
         "mean 'leg'?",
         "\nXML string:5: <body name='a'>: pos: 'y'", "\nXML string:6: <joint>: type",
         "\nXML string:7: <body name='a'>: name: another body is called 'a'",
         "\nXML string:7: <geom>: size: 'q'", "\nXML string:8: <replicate>: count: 'two'",
         "\nXML string:8: <geom>: size: 'r'");
  assert_int_equal(lines(error), 10);  // the attach is not tried any more
}

static const char compiled[] =
    "<mujoco>\n<asset><material name='red' texture='wood'/>\n"
    "<texture name='woods' type='2d' builtin='flat' width='2' height='2'/></asset>\n<worldbody>\n"
    "<body name='leg'>\n<joint name='left_knee_joint'/>\n<geom size='1' material='redd'/>\n"
    "<geom size='-1'/>\n<geom type='box' size='1 0 1'/>\n</body>\n"
    "<body name='c'><freejoint/><geom size='-2'/></body></worldbody>\n"
    "<contact><exclude body1='leg' body2='torso'/></contact>\n"
    "<tendon><fixed name='t'><joint joint='left_knee' coef='1'/></fixed></tendon>\n"
    "<actuator><motor tendon='leg'/><motor joint='Left_knee_joint'/></actuator>\n"
    "<sensor><jointpos joint='right'/></sensor></mujoco>";

static void test_compiler(void** state) {
  (void)state;
  refuse(compiled);
  EXPECT("XML string:8: <geom>: size", "\nXML string:9: <geom>: size",
         "\nXML string:11: <geom>: size",
         "\nXML string:7: <geom>: material: there is no material named 'redd'; did you mean 'red'?",
         "\nXML string:2: <material name='red'>: texture: there is no texture named 'wood'; did "
         "you mean 'woods'?",
         "\nXML string:12: <exclude>: body: there is no body named 'torso'; name one that exists",
         "\nXML string:13: <fixed name='t'>: joint: there is no joint named 'left_knee'; did you "
         "mean 'left_knee_joint'?",
         "\nXML string:14: <motor>: tendon: there is no tendon named 'leg'; there is a body of "
         "that name",
         "\nXML string:14: <motor>: joint: there is no joint named 'Left_knee_joint'; did you mean "
         "'left_knee_joint'?",
         "\nXML string:15: <jointpos>: joint: there is no joint named 'right'");
  assert_int_equal(lines(error), 10);
}

// the elements of one pass, each with its own fault; a name that is wrong twice is told twice there
static void test_passes(void** state) {
  (void)state;
#define WORLD                                                                                      \
  "<worldbody><body name='b'><joint name='j'/><geom name='g' size='1'/></body></worldbody>\n"
  refuse("<mujoco>" WORLD "<actuator><motor joint='x'/>\n<motor joint='x'/>\n"
         "<motor joint='j' ctrllimited='true'/>\n<motor/></actuator></mujoco>");
  EXPECT("XML string:2: <motor>: joint", "\nXML string:3: <motor>: joint",
         "\nXML string:4: <motor>: ctrlrange", "\nXML string:5: <motor>: it acts on nothing");
  refuse("<mujoco>" WORLD "<sensor><jointpos joint='x'/>\n<framepos objtype='body' objname='y'/>\n"
         "<clock cutoff='-1'/></sensor></mujoco>");
  EXPECT("XML string:2: <jointpos>", "\nXML string:3: <framepos>",
         "\nXML string:4: <clock>: cutoff");
  refuse("<mujoco>" WORLD "<contact><pair geom1='g' geom2='x'/>\n<pair geom1='y' geom2='g'/>\n"
         "<exclude body1='b' body2='z'/></contact></mujoco>");
  EXPECT("XML string:2: <pair>", "\nXML string:3: <pair>", "\nXML string:4: <exclude>");
  refuse("<mujoco>" WORLD "<equality><joint joint1='x'/>\n<weld body1='y'/></equality>\n"
         "<tendon><fixed><joint joint='j' coef='1'/></fixed>\n<spatial/></tendon></mujoco>");
  EXPECT("XML string:2: <joint>", "\nXML string:3: <weld>", "\nXML string:5: <spatial>: the path");
  refuse("<mujoco>" WORLD "<keyframe><key qpos='1 2'/>\n<key qvel='1 2' ctrl='3'/></keyframe>"
         "</mujoco>");
  EXPECT("XML string:2: <key>: qpos", "\nXML string:3: <key>: qvel", "\nXML string:3: <key>: ctrl");
  refuse("<mujoco><worldbody><body><joint/></body>\n<body><joint/></body></worldbody></mujoco>");
  EXPECT("XML string:1: <body>: it moves", "\nXML string:2: <body>: it moves");
}

static void test_files(void** state) {
  (void)state;
  static const char main_[] =
      "<mujoco>\n<include file='no1.xml'/>\n<worldbody>\n<include file='bad.xml'/>\n"
      "<include file='no2.xml'/></worldbody></mujoco>";
  static const char bad[] = "<x>\n<geom></x>";
  static const char outer[] =
      "<mujoco><asset>\n<model name='c' file='child.xml'/></asset></mujoco>";
  static const char child[] =
      "<mujoco>\n<worldbody><geom sze='1'/>\n<geom size='x'/></worldbody></mujoco>";
  static const char robot[] =
      "<robot name='r'><link name='a'/>\n<link name='a'/>\n"
      "<joint name='j' type='fixed'><parent link='a'/><child link='x'/></joint>\n"
      "<joint name='k' type='bent'><parent link='a'/><child link='y'/></joint></robot>";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "main.xml", main_, sizeof main_ - 1);
  mj_addBufferVFS(&vfs, "bad.xml", bad, sizeof bad - 1);
  mj_addBufferVFS(&vfs, "outer.xml", outer, sizeof outer - 1);
  mj_addBufferVFS(&vfs, "child.xml", child, sizeof child - 1);
  mj_addBufferVFS(&vfs, "robot.urdf", robot, sizeof robot - 1);
  assert_null(mj_loadXML("main.xml", &vfs, error, sizeof error));
  EXPECT("main.xml:2: <include file='no1.xml'>", "\nbad.xml:2: not well-formed",
         "\nmain.xml:5: <include file='no2.xml'>");
  assert_null(mj_loadXML("outer.xml", &vfs, error, sizeof error));
  EXPECT("outer.xml:2: <model name='c'>: file: child.xml:2: <geom>: unknown attribute 'sze'",
         "\nouter.xml:2: <model name='c'>: file: child.xml:3: <geom>: size: 'x'");
  assert_null(mj_loadXML("robot.urdf", &vfs, error, sizeof error));
  EXPECT("robot.urdf:2: <link name='a'>: name: another link");
  mj_deleteVFS(&vfs);
}

// files of assets that are not there, of several kinds
static void test_assets(void** state) {
  (void)state;
  refuse("<mujoco><asset>\n<texture name='t' type='2d' file='no.png'/>\n"
         "<mesh name='m' file='no.obj'/>\n<mesh name='n' file='no.stl'/>\n"
         "<hfield name='h' file='no.hf' size='1 1 1 1'/>\n<mesh name='o' vertex='1 2 3' "
         "scale='inf 1 1'/></asset></mujoco>");
  EXPECT("XML string:2: <texture name='t'>: ", "\nXML string:5: <hfield name='h'>: ",
         "\nXML string:6: <mesh name='o'>: scale");
  refuse("<mujoco><asset>\n<texture name='t' type='2d' file='no.png'/>\n"
         "<mesh name='m' file='no.obj'/>\n<mesh name='n' file='no.stl'/></asset></mujoco>");
  EXPECT("XML string:2: <texture name='t'>: ", "\nXML string:3: <mesh name='m'>: ",
         "\nXML string:4: <mesh name='n'>: ");
}

// a spec keeps all its errors until it is compiled again
static void test_spec(void** state) {
  (void)state;
  mjSpec* s = mj_parseXMLString(compiled, NULL, error, sizeof error);
  assert_non_null(s);
  assert_null(mj_compile(s, NULL));
  assert_int_equal(lines(mjs_getError(s)), 10);
  mj_deleteSpec(s);
  s = mj_parseXMLString("<mujoco><worldbody><body name='b'><joint name='j'/><geom size='1'/></body>"
                        "</worldbody><actuator><motor name='m' joint='x'/></actuator></mujoco>",
                        NULL, error, sizeof error);
  assert_non_null(s);
  assert_null(mj_compile(s, NULL));
  assert_int_equal(lines(mjs_getError(s)), 1);
  mjs_setString(mjs_asActuator(mjs_findElement(s, mjOBJ_ACTUATOR, "m"))->target, "j");
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  assert_string_equal(mjs_getError(s), "");
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// ---- the buffer

static void test_buffer(void** state) {
  (void)state;
  static char whole[20000];
  refuse(compiled);
  memcpy(whole, error, sizeof whole);
  const size_t first = strcspn(whole, "\n");
  const int total = lines(whole);
  for (size_t n = 1; n < strlen(whole) + 50; n += n < first + 60 ? 1 : 17) {
    char* buffer = malloc(n);  // the sanitizer sees what is written beyond it
    memset(buffer, 'x', n);
    assert_null(sn_loadXMLString(compiled, buffer, (int)n));
    assert_non_null(memchr(buffer, 0, n));
    const size_t begin = n - 1 < first ? n - 1 : first;
    assert_memory_equal(buffer, whole, begin);
    char* rest = strstr(buffer, "\n... and ");
    if (rest) {
      assert_int_equal(atoi(rest + strlen("\n... and ")), total - lines(buffer) + 1);
      assert_memory_equal(buffer, whole, (size_t)(rest - buffer));
      assert_int_equal(whole[rest - buffer], '\n');
    } else if (n > strlen(whole)) {
      assert_string_equal(buffer, whole);
    } else {
      assert_true(n <= first + 40);  // room for the first only
    }
    free(buffer);
  }
}

static void test_most(void** state) {
  (void)state;
  text_Text xml = {0};
  text_add(&xml, "<mujoco><worldbody>\n");
  for (int i = 0; i < 50; i++) text_add(&xml, "<geom size='x'/>\n");
  text_add(&xml, "</worldbody></mujoco>");
  refuse(text_get(&xml));
  assert_int_equal(lines(error), DIAG_MOST + 1);
  EXPECT("XML string:2: ", "\nXML string:21: ", "\n(loading stops at 20 errors)");
  assert_null(strstr(error, "XML string:22: "));
  text_free(&xml);
}

// ---- bounded work

static double seconds(const char* xml) {
  const clock_t start = clock();
  mj_deleteModel(sn_loadXMLString(xml, error, sizeof error));
  return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static void ignore(const mjLogMessage* msg) { (void)msg; }

// both an error and, inside a frame, warnings
static void test_manyAttributes(void** state) {
  (void)state;
  enum { N = 80000 };
  static const char* const around[][2] = {{"<geom size='1' ", "/>"},
                                          {"<frame><geom size='1' ", "/></frame>"}};
  for (int k = 0; k < 2; k++) {
    text_Text xml = {0};
    text_format(&xml, "<mujoco><worldbody>%s", around[k][0]);
    for (int i = 0; i < N; i++) text_format(&xml, "sise%d='1' ", i);
    text_format(&xml, "%s</worldbody></mujoco>", around[k][1]);
    const double time = seconds(text_get(&xml));
    print_message("%d unknown attributes: %.2f s\n", N, time);
    assert_true(time < 5);
    if (k) assert_non_null(strstr(error, "79980 more attributes are unknown (ignored here)"));
    text_free(&xml);
  }
}

// one on each of many elements
static void test_manyWarnings(void** state) {
  (void)state;
  enum { N = 80000 };
  text_Text xml = {0};
  text_add(&xml, "<mujoco><worldbody><frame>");
  for (int i = 0; i < N; i++) text_format(&xml, "<site size='1' sise%d='1'/>", i);
  text_add(&xml, "</frame></worldbody></mujoco>");
  mju_setLogHandler(ignore);
  char* all = malloc(1000000);
  const clock_t start = clock();
  mjModel* m = sn_loadXMLString(text_get(&xml), all, 1000000);
  const double time = (double)(clock() - start) / CLOCKS_PER_SEC;
  mju_setLogHandler(NULL);
  print_message("%d warnings: %.2f s\n", N, time);
  assert_non_null(m);
  assert_true(time < 8);
  assert_int_equal(lines(all), DIAG_MOST_WARNINGS + 1);
  assert_non_null(strstr(all, "\n... and 79000 more warnings"));
  free(all);
  mj_deleteModel(m);
  text_free(&xml);
}

static void test_manyNames(void** state) {
  (void)state;
  enum { N = 60000 };
  text_Text xml = {0};
  text_add(&xml, "<mujoco><worldbody>");
  for (int i = 0; i < N; i++)
    text_format(&xml, "<body name='a_rather_long_name_of_a_body_%d'/>", i);
  text_add(&xml, "</worldbody><contact>");
  for (int i = 0; i < N; i++)
    text_format(&xml, "<exclude body1='a_rather_long_name_of_b_body_%d' body2='world'/>", i);
  text_add(&xml, "</contact></mujoco>");
  const double time = seconds(text_get(&xml));
  print_message("%d unknown names among %d: %.2f s\n", N, N, time);
  assert_true(time < 5);
  assert_int_equal(lines(error), DIAG_MOST + 1);
  EXPECT("did you mean 'a_rather_long_name_of_a_body_0'?");
  text_free(&xml);
}

static void loadBroken(void* context) {
  mj_deleteModel(sn_loadXMLString(context, error, sizeof error));
}

static void test_memory(void** state) {
  (void)state;
  heap_failEach(loadBroken, (void*)compiled, 1);
  heap_failEach(loadBroken,
                "<mujoco><worldbody><geom sise='1'/><geom size='x'/></worldbody></mujoco>", 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_document),     cmocka_unit_test(test_reader),
      cmocka_unit_test(test_compiler),     cmocka_unit_test(test_passes),
      cmocka_unit_test(test_files),        cmocka_unit_test(test_assets),
      cmocka_unit_test(test_spec),         cmocka_unit_test(test_buffer),
      cmocka_unit_test(test_most),         cmocka_unit_test(test_manyAttributes),
      cmocka_unit_test(test_manyWarnings), cmocka_unit_test(test_manyNames),
      cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
