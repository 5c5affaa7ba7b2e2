// Saving what only the model knows: inertias if the file asks for them, heights that a program has
// changed; the standard output in place of a file; folders of assets in a file that is saved
// elsewhere. What is saved must load again with the same numbers.
#include "support.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_NAME "test_save_last.tmp.xml"
#define FOLDER "test_save_last.tmp"

static char error[1000];

static mjModel* must(mjModel* m) {
  if (!m) fail_msg("%s", error);
  return m;
}

static mjModel* fromText(const char* xml) {
  return must(sn_loadXMLString(xml, error, sizeof error));
}

// the last model, saved and loaded again; *text: what was saved, to be freed
static mjModel* again(const mjModel* m, char** text) {
  if (!mj_saveLastXML(FILE_NAME, m, error, sizeof error)) fail_msg("%s", error);
  FILE* f = fopen(FILE_NAME, "r");
  assert_non_null(f);
  *text = calloc(1, 100000);
  assert_true(fread(*text, 1, 99999, f) > 0);
  fclose(f);
  mjModel* loaded = must(mj_loadXML(FILE_NAME, NULL, error, sizeof error));
  remove(FILE_NAME);
  return loaded;
}

static int count(const char* text, const char* part) {
  int n = 0;
  for (; (text = strstr(text, part)); text++) n++;
  return n;
}

static double worst(const mjtNum* a, const mjtNum* b, mjtSize n) {
  double most = 0;
  for (mjtSize i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
  return most;
}

// ---- inertias

#define TREE                                                                                       \
  "<worldbody><body name='a'><freejoint/><geom size='.1' mass='2'/>"                               \
  "<body name='b' pos='0 0 1'><joint/><geom size='.1 .2 .3' type='box' euler='10 20 30'/></body>"  \
  "<body name='c' pos='1 0 0'><geom size='.3'/></body></body>"                                     \
  "<body name='e'><joint/><inertial pos='0 0 .1' mass='1' diaginertia='1 1 1'/></body>"            \
  "<body name='m' mocap='true'/><body name='w' pos='0 2 0'><geom size='.1'/></body>"               \
  "<body name='al'><freejoint align='true'/><geom pos='.1 .2 .3' size='.1 .2 .3' type='box' "      \
  "euler='10 20 30'/></body></worldbody></mujoco>"

static void test_inertias(void** state) {
  (void)state;
  static const char* const setting[] = {"", " fusestatic='true'", " settotalmass='3'",
                                        " inertiafromgeom='true'", " boundmass='.5'"};
  double residual = 0;
  for (size_t i = 0; i < sizeof setting / sizeof *setting; i++) {
    char xml[2000], *text;
    snprintf(xml, sizeof xml, "<mujoco><compiler saveinertial='true'%s/>" TREE, setting[i]);
    mjModel* m = fromText(xml);
    mjModel* loaded = again(m, &text);
    assert_int_equal(count(text, "<inertial"), 7);  // one for each body
    assert_int_equal(m->nbody, loaded->nbody);
    residual = fmax(residual, worst(m->body_mass, loaded->body_mass, m->nbody));
    residual = fmax(residual, worst(m->body_inertia, loaded->body_inertia, 3 * m->nbody));
    residual = fmax(residual, worst(m->body_ipos, loaded->body_ipos, 3 * m->nbody));
    residual = fmax(residual, worst(m->body_iquat, loaded->body_iquat, 4 * m->nbody));
    residual = fmax(residual, worst(m->body_pos, loaded->body_pos, 3 * m->nbody));
    free(text);
    mj_deleteModel(m);
    mj_deleteModel(loaded);
  }
  print_message("inertias after saving: residual %.1e (tolerance 1e-14)\n", residual);
  assert_true(residual <= 1e-14);
  // without the setting only what the file has
  char* text;
  mjModel* m = fromText("<mujoco>" TREE);
  mjModel* loaded = again(m, &text);
  assert_int_equal(count(text, "<inertial"), 1);
  free(text);
  mj_deleteModel(m);
  mj_deleteModel(loaded);
}

// a spec that is saved by itself
static void test_specInertias(void** state) {
  (void)state;
  static char text[100000];
  mjSpec* s = mj_parseXMLString("<mujoco><compiler saveinertial='true'/>" TREE, NULL, error, 1000);
  assert_non_null(s);
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  assert_int_equal(mj_saveXMLString(s, text, sizeof text, error, sizeof error), 0);
  assert_int_equal(count(text, "<inertial"), 7);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// ---- heights

#define FIELD(rest)                                                                                \
  "<mujoco><asset><hfield name='h' size='1 1 1 1' " rest "/></asset><worldbody>"                   \
  "<geom type='hfield' hfield='h'/></worldbody></mujoco>"

// the file is read as the reference reads it: heights from 0 to 1
static void checkHeights(mjModel* m) {
  static const float now[] = {0.25f, 0, 1, 0.5f, 0.125f, 0.75f};
  assert_int_equal(m->nhfielddata, 6);
  memcpy(m->hfield_data, now, sizeof now);
  char* text;
  mjModel* loaded = again(m, &text);
  assert_int_equal(loaded->hfield_nrow[0], 2);
  assert_int_equal(loaded->hfield_ncol[0], 3);
  assert_memory_equal(loaded->hfield_data, now, sizeof now);
  assert_int_equal(count(text, "file="), 0);
  // heights beyond 0 .. 1 are what is written; reading scales them
  for (int i = 0; i < 6; i++) loaded->hfield_data[i] = 2 * now[i] + 1;
  free(text);
  mjModel* third = again(loaded, &text);
  assert_memory_equal(third->hfield_data, now, sizeof now);
  assert_non_null(strstr(text, "2 1.25 2.5"));  // the upper row comes first
  free(text);
  mj_deleteModel(m);
  mj_deleteModel(loaded);
  mj_deleteModel(third);
}

static void test_heights(void** state) {
  (void)state;
  checkHeights(fromText(FIELD("nrow='2' ncol='3' elevation='0 1 2 3 4 8'")));
  checkHeights(fromText(FIELD("nrow='2' ncol='3'")));
  const struct {
    int nrow, ncol;
    float data[6];
  } file = {2, 3, {0, 1, 2, 3, 4, 8}};
  static const char xml[] = FIELD("file='h.hf' content_type='image/vnd.mujoco.hfield'");
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "h.hf", &file, sizeof file);
  mj_addBufferVFS(&vfs, "m.xml", xml, sizeof xml - 1);
  mjModel* m = must(mj_loadXML("m.xml", &vfs, error, sizeof error));
  mj_deleteVFS(&vfs);
  checkHeights(m);
}

// ---- the standard output

static void test_output(void** state) {
  (void)state;
  static const char* const name[] = {NULL, ""};
  for (int i = 0; i < 2; i++) {
    mjModel* m =
        fromText("<mujoco model='printed'><worldbody><geom size='1'/></worldbody></mujoco>");
    fflush(stdout);
    const int before = dup(STDOUT_FILENO);
    FILE* f = fopen(FILE_NAME, "w+");
    assert_non_null(f);
    dup2(fileno(f), STDOUT_FILENO);
    const int result = mj_saveLastXML(name[i], m, error, sizeof error);
    dup2(before, STDOUT_FILENO);
    close(before);
    assert_int_equal(result, 1);
    assert_string_equal(error, "");
    mj_deleteModel(m);
    fclose(f);
    m = must(mj_loadXML(FILE_NAME, NULL, error, sizeof error));
    assert_int_equal(m->ngeom, 1);
    assert_string_equal(m->names, "printed");
    mj_deleteModel(m);
    remove(FILE_NAME);
  }
}

// ---- folders: the saved file finds what the original found

static const char mesh[] =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
static const char meshModel[] =
    "<mujoco><compiler meshdir='shapes'/><asset><mesh name='t' file='t.obj'/></asset>"
    "<worldbody><geom type='mesh' mesh='t'/></worldbody></mujoco>";

static void writeText(const char* path, const char* text) {
  FILE* f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static void saveTo(const char* path, const mjSpec* s, const char* expected) {
  static char text[10000];
  memset(text, 0, sizeof text);
  if (mj_saveXML(s, path, error, sizeof error)) fail_msg("%s", error);
  FILE* f = fopen(path, "r");
  assert_non_null(f);
  assert_true(fread(text, 1, sizeof text - 1, f) > 0);
  fclose(f);
  if (!strstr(text, expected)) fail_msg("%s: no %s in\n%s", path, expected, text);
}

static void test_folders(void** state) {
  (void)state;
  mkdir(FOLDER, 0777);
  mkdir(FOLDER "/shapes", 0777);
  writeText(FOLDER "/shapes/t.obj", mesh);
  writeText(FOLDER "/m.xml", meshModel);
  mjSpec* s = mj_parseXML(FOLDER "/m.xml", NULL, error, sizeof error);
  assert_non_null(s);
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  // beside the original: as it is; elsewhere: as seen from there
  saveTo(FOLDER "/n.xml", s, "meshdir=\"shapes\"");
  saveTo(FOLDER "/shapes/n.xml", s, "meshdir=\"../shapes\"");
  saveTo("test_save_last.moved.xml", s, "meshdir=\"" FOLDER "/shapes\"");
  static const char* const saved[] = {FOLDER "/n.xml", FOLDER "/shapes/n.xml",
                                      "test_save_last.moved.xml"};
  for (int i = 0; i < 3; i++) {
    mjModel* loaded = must(mj_loadXML(saved[i], NULL, error, sizeof error));
    assert_int_equal(loaded->nmeshvert, m->nmeshvert);
    mj_deleteModel(loaded);
    remove(saved[i]);
  }
  mj_deleteModel(m);
  mj_deleteSpec(s);
  remove(FOLDER "/shapes/t.obj");
  remove(FOLDER "/m.xml");
  rmdir(FOLDER "/shapes");
  rmdir(FOLDER);
}

// virtual files have no place on the disk: their folder stays as it is
static void test_virtual(void** state) {
  (void)state;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "models/shapes/t.obj", mesh, sizeof mesh - 1);
  mj_addBufferVFS(&vfs, "models/m.xml", meshModel, sizeof meshModel - 1);
  mjSpec* s = mj_parseXML("models/m.xml", &vfs, error, sizeof error);
  assert_non_null(s);
  mjModel* m = mj_compile(s, &vfs);
  assert_non_null(m);
  saveTo(FILE_NAME, s, "meshdir=\"shapes\"");
  remove(FILE_NAME);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_inertias), cmocka_unit_test(test_specInertias),
      cmocka_unit_test(test_heights),  cmocka_unit_test(test_output),
      cmocka_unit_test(test_folders),  cmocka_unit_test(test_virtual)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
