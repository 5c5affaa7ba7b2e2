// sn_checkModel and sn_checkFile: what a program is told, with and without the spec; files that
// cannot be loaded; memory that is short at any place. What each rule finds is tested through the
// program (tests/checks/check_cli.py).
#include <sinew/extra.h>

#include "asset_folder.h"

#define DATA TEST_DIR "/data/check/"

enum { MOST = 20 };

typedef struct {
  int n;
  sn_Finding f[MOST];
  char text[MOST][400];
} Found;

static void keep(void* context, const sn_Finding* f) {
  Found* all = context;
  assert_true(all->n < MOST);
  assert_non_null(f->rule);
  all->f[all->n] = *f;
  snprintf(all->text[all->n], sizeof all->text[0], "%s|%s|%s|%s", f->file ? f->file : "-",
           f->element, f->message, f->remedy);
  all->n++;
}

static void expect(const Found* all, int i, int severity, const char* rule, int line,
                   const char* words) {
  if (i >= all->n) fail_msg("%s: only %d findings", words, all->n);
  const sn_Finding* f = &all->f[i];
  if (f->severity != severity || strcmp(f->rule, rule) || f->line != line ||
      !strstr(all->text[i], words)) {
    fail_msg("finding %d is %d %s:%d: %s", i, f->severity, f->rule, f->line, all->text[i]);
  }
}

static void testFile(void** state) {
  (void)state;
  Found all = {0};
  char error[100] = "x";
  assert_int_equal(sn_checkFile(DATA "stiff_spring.xml", NULL, NULL, error, 100, keep, &all), 1);
  expect(&all, 0, sn_FINDING_WARNING, "stiff-spring", 5, "turns 1.41 rad");
  expect(&all, 0, sn_FINDING_WARNING, "stiff-spring", 5, "stiff_spring.xml|<joint name='spring'>|");
  assert_int_equal(all.f[0].objtype, mjOBJ_JOINT);
  assert_int_equal(all.f[0].objid, 0);
  assert_string_equal(error, "");
}

static void testModel(void** state) {
  (void)state;
  Found with = {0}, without = {0};
  mjSpec* s = mj_parseXML(DATA "unused.xml", NULL, NULL, 0);
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  assert_int_equal(sn_checkModel(m, s, NULL, keep, &with), 4);
  expect(&with, 0, sn_FINDING_NOTE, "unused", 5, "material");
  assert_int_equal(sn_checkModel(m, NULL, NULL, keep, &without), 0);  // nothing is known of assets
  m->opt.timestep = 0;
  assert_int_equal(sn_checkModel(m, NULL, NULL, keep, &without), 1);
  expect(&without, 0, sn_FINDING_WARNING, "timestep", 0, "-||the timestep is 0 s");
  assert_int_equal(without.f[0].objid, -1);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// what a tuple names is used; the type counts
static void testTuple(void** state) {
  (void)state;
  Found all = {0};
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  const char text[] =
      "<mujoco><asset>\n"
      "<texture name='a' type='2d' builtin='flat' width='8' height='8'/>\n"
      "<material name='a'/>\n<material name='b'/>\n"
      "<hfield name='a' nrow='2' ncol='2' size='1 1 1 1'/>\n"
      "<mesh name='a' vertex='0 0 0  1 0 0  0 1 0  0 0 1'/>\n"
      "<mesh name='b' vertex='0 0 0  1 0 0  0 1 0  0 0 1'/>\n"
      "</asset><worldbody><geom name='a' size='.1'/></worldbody><custom>\n"
      "<tuple name='first'><element objtype='geom' objname='a'/>\n"
      "<element objtype='material' objname='a'/><element objtype='mesh' objname='b'/></tuple>\n"
      "<tuple name='second'><element objtype='texture' objname='a' prm='2'/>\n"
      "<element objtype='hfield' objname='a'/></tuple></custom></mujoco>";
  mj_addBufferVFS(&vfs, "tuple.xml", text, (int)strlen(text));
  assert_int_equal(sn_checkFile("tuple.xml", &vfs, NULL, NULL, 0, keep, &all), 2);
  expect(&all, 0, sn_FINDING_NOTE, "unused", 4, "<material name='b'>");
  expect(&all, 1, sn_FINDING_NOTE, "unused", 6, "<mesh name='a'>");
  mj_deleteVFS(&vfs);
}

static void testOptions(void** state) {
  (void)state;
  Found all = {0};
  sn_CheckOptions options;
  sn_defaultCheckOptions(&options);
  assert_int_equal(options.nstep, 200);
  assert_int_equal(sn_checkFile(DATA "trial.xml", NULL, &options, NULL, 0, keep, &all), 3);
  options.nstep = 0;
  all.n = 0;
  assert_int_equal(sn_checkFile(DATA "trial.xml", NULL, &options, NULL, 0, keep, &all), 1);
  options.nstep = -5;
  all.n = 0;
  assert_int_equal(sn_checkFile(DATA "trial.xml", NULL, &options, NULL, 0, keep, &all), 1);
}

static void testErrors(void** state) {
  (void)state;
  Found all = {0};
  char error[1000];
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  const char text[] =
      "<mujoco>\n<worldbody>\n<geom sise='1'/>\n<geom mass='x'/></worldbody></mujoco>";
  mj_addBufferVFS(&vfs, "bad.xml", text, (int)strlen(text));
  assert_int_equal(sn_checkFile("bad.xml", &vfs, NULL, error, 1000, keep, &all), 2);
  expect(&all, 0, sn_FINDING_ERROR, "loader", 3, "'sise'");
  expect(&all, 1, sn_FINDING_ERROR, "loader", 4, "bad.xml||");
  assert_non_null(strstr(error, "bad.xml:4: "));
  mj_deleteVFS(&vfs);
  all.n = 0;
  assert_int_equal(sn_checkFile("no/such.snb", NULL, NULL, error, 1000, keep, &all), 1);
  expect(&all, 0, sn_FINDING_ERROR, "loader", 0, "no/such.snb: does not exist");
  assert_string_equal(error, "no/such.snb: does not exist");
}

// folders that may be read hold for binary models too
static void testRoots(void** state) {
  (void)state;
  Found all = {0};
  const char* const roots[] = {TEST_DIR "/data"};
  sn_CheckOptions options;
  sn_defaultCheckOptions(&options);
  options.load.roots = roots;
  options.load.nroot = 1;
  mjModel* m = mj_loadXML(DATA "clean.xml", NULL, NULL, 0);
  char path[300];
  snprintf(path, sizeof path, "%s", folder_file("clean.snb"));
  mj_saveModel(m, path, NULL, 0);
  mj_deleteModel(m);
  assert_int_equal(sn_checkFile(DATA "clean.xml", NULL, &options, NULL, 0, keep, &all), 0);
  assert_int_equal(sn_checkFile(path, NULL, NULL, NULL, 0, keep, &all), 0);
  assert_int_equal(sn_checkFile(path, NULL, &options, NULL, 0, keep, &all), 1);
  expect(&all, 0, sn_FINDING_ERROR, "loader", 0, "outside the folders");
}

// nothing is printed and the mode of the thread stays
static void testSilence(void** state) {
  (void)state;
  Found all = {0};
  catch_begin();
  sn_checkFile(DATA "trial.xml", NULL, NULL, NULL, 0, keep, &all);
  sn_checkFile(DATA "loader.xml", NULL, NULL, NULL, 0, keep, &all);
  assert_int_equal(caught_count, 0);
  assert_null(sn_lastError());
  assert_null(sn_lastWarning());
  assert_int_equal(sn_checkFile(NULL, NULL, NULL, NULL, 0, keep, &all), -1);
  assert_int_equal(sn_checkModel(NULL, NULL, NULL, keep, &all), -1);
  assert_int_equal(sn_checkFile(DATA "clean.xml", NULL, NULL, NULL, 0, NULL, NULL), -1);
  assert_int_equal(caught_count, 3);
  assert_int_equal(sn_setErrorMode(sn_ERROR_REPORT), sn_ERROR_REPORT);
  catch_end();
}

static void run(void* context) {
  Found all = {0};
  const int n = sn_checkFile(context, NULL, NULL, NULL, 0, keep, &all);
  assert_true(n == all.n || (n < 0 && all.n == 0));
}

static void testMemory(void** state) {
  (void)state;
  catch_begin();
  heap_failEach(run, DATA "unused.xml", 7);
  heap_failEach(run, DATA "neighbours.xml", 7);
  heap_failEach(run, DATA "overlap_key.xml", 7);
  heap_failEach(run, DATA "flex_effect.xml", 97);
  catch_end();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testFile),    cmocka_unit_test(testModel),  cmocka_unit_test(testTuple),
      cmocka_unit_test(testOptions), cmocka_unit_test(testErrors), cmocka_unit_test(testRoots),
      cmocka_unit_test(testSilence), cmocka_unit_test(testMemory),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
