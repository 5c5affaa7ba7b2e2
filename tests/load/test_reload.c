// What XML loads, a binary model gives back: every model of the tests and of the shared folder, if
// there is one, and models at the edges of what the loader accepts, array by array. And what is
// saved as XML loads again, also if a program gave no names; what was removed has no id.
#include <dirent.h>
#include <sys/stat.h>

#include "support.h"

#include "base/path.h"
#include "io/binary_model.h"
#include "model/fields.h"

static void quiet(const mjLogMessage* message) { (void)message; }

// ---- comparing

static void compareFields(const char* what, const mjModel* a, const mjModel* b) {
  int n;
  const field_Field* size = field_modelSizes(&n);
  for (int i = 0; i < n; i++) {
    if (memcmp((const char*)a + size[i].offset, (const char*)b + size[i].offset, sizeof(mjtSize)))
      fail_msg("%s: %s differs", what, size[i].name);
  }
  const field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    const size_t bytes = (size_t)field_count(f, a, NULL) * field_typeSize(f->type);
    if (bytes && memcmp(field_get(f, a), field_get(f, b), bytes))
      fail_msg("%s: %s differs", what, f->name);
  }
  assert_memory_equal(&a->opt, &b->opt, sizeof a->opt);
  assert_memory_equal(&a->vis, &b->vis, sizeof a->vis);
  assert_memory_equal(&a->stat, &b->stat, sizeof a->stat);
}

static void reload(const char* what, const mjModel* m) {
  const size_t size = (size_t)mj_sizeModel(m);
  unsigned char* data = malloc(size);
  assert_non_null(data);
  mj_saveModel(m, NULL, data, (int)size);
  char message[BINARY_MESSAGE] = "";
  mjModel* again = binary_read(data, size, message);
  if (!again) fail_msg("%s: %s", what, message);
  compareFields(what, m, again);
  mj_deleteModel(again);
  free(data);
}

// ---- files

typedef struct {
  int loaded, total;
} Tally;

static void reloadFile(const char* path, Tally* tally) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  tally->total++;
  if (!m) return;
  tally->loaded++;
  if (mj_sizeModel(m) <= INT32_MAX) reload(path, m);
  mj_deleteModel(m);
}

static void reloadFolder(const char* folder, Tally* tally) {
  DIR* dir = opendir(folder);
  if (!dir) return;  // the shared folder may be missing
  for (struct dirent* entry; (entry = readdir(dir));) {
    char path[1000];
    struct stat info;
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (!stat(path, &info) && S_ISDIR(info.st_mode)) {
      reloadFolder(path, tally);
    } else if (!strcmp(path_extension(path), ".xml")) {
      reloadFile(path, tally);
    }
  }
  closedir(dir);
}

static void test_files(void** state) {
  (void)state;
  static const char* const own[] = {"/data/mjcf", "/../models", "/golden", "/scenes"};
  Tally tally = {0}, shared = {0};
  mju_setLogHandler(quiet);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    char folder[1000];
    snprintf(folder, sizeof folder, "%s%s", TEST_DIR, own[i]);
    reloadFolder(folder, &tally);
  }
  reloadFolder(TEST_DIR "/../../shared/models", &shared);
  mju_setLogHandler(NULL);
  print_message("reloaded: %d of %d own files, %d of %d shared ones\n", tally.loaded, tally.total,
                shared.loaded, shared.total);
  assert_true(tally.loaded >= 140);
}

// ---- at the edges of what the loader accepts

static const char* const edgeTable[] = {
    "<option iterations='2000000000' ls_iterations='1000001' noslip_iterations='1000001'"
    " ccd_iterations='2000000000' sdf_iterations='2000000' sdf_initpoints='2000000'/>",
    "<option iterations='-1' ls_iterations='-5' ccd_iterations='0' noslip_iterations='-1'/>",
    // the first dof of a ball and of a free joint, one of them twice
    "<worldbody><body><joint name='b' type='ball'/><geom size='.1'/></body>"
    "<body pos='1 0 0'><freejoint name='f'/><geom size='.1'/></body></worldbody>"
    "<tendon><fixed name='t'><joint joint='b' coef='2'/><joint joint='f' coef='-1'/>"
    "<joint joint='b' coef='1'/></fixed></tendon>"
    "<actuator><motor tendon='t'/></actuator><sensor><tendonpos tendon='t'/></sensor>",
    "<worldbody><camera resolution='2000000000 2000000000'/><camera resolution='-3 0'/>"
    "</worldbody>",
    "<worldbody><camera name='c' resolution='3 2'/><body><geom size='.1'/></body></worldbody>"
    "<sensor><rangefinder camera='c' data='dist normal'/></sensor>",
    "<size nuserdata='10000000' nkey='3' memory='1M'/>",
    "<worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>"
    "<actuator><motor joint='j' nsample='1000' interp='cubic' delay='.1'/></actuator>"
    "<sensor><user dim='0'/><user dim='4' datatype='quaternion' needstage='pos'/>"
    "<jointpos joint='j' nsample='7' interp='linear' delay='.01'/></sensor>",
    "<custom><numeric name='' data='1'/><numeric name='' size='3'/><text name='' data='x'/>"
    "<tuple name=''><element objtype='body' objname='world'/></tuple></custom>",
};

static void test_edges(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof edgeTable / sizeof *edgeTable; i++) {
    char xml[2000], error[1000] = "";
    snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", edgeTable[i]);
    mjModel* m = sn_loadXMLString(xml, error, sizeof error);
    if (!m) fail_msg("%s: %s", edgeTable[i], error);
    reload(edgeTable[i], m);
    mj_deleteModel(m);
  }
}

// a program cannot make what a binary model cannot hold
static void test_userdata(void** state) {
  (void)state;
  mjSpec* spec = mj_makeSpec();
  spec->nuserdata = 10000001;
  assert_null(mj_compile(spec, NULL));
  assert_non_null(strstr(mjs_getError(spec), "10000000 or less"));
  mj_deleteSpec(spec);
}

// ---- names and ids

static void test_unnamed(void** state) {
  (void)state;
  char xml[4000], error[1000] = "";
  mjSpec* spec = mj_makeSpec();
  for (int i = 0; i < 2; i++) {
    mjsNumeric* numeric = mjs_addNumeric(spec);
    numeric->size = 2;
    mjs_setDouble(numeric->data, (double[]){i, 2}, 2);
    mjs_setString(mjs_addText(spec)->data, "some words");
    mjsTuple* tuple = mjs_addTuple(spec);
    mjs_setInt(tuple->objtype, (int[]){mjOBJ_BODY}, 1);
    mjs_setStringVec(tuple->objname, "world");
    mjs_setDouble(tuple->objprm, (double[]){3}, 1);
  }
  mjModel* m = mj_compile(spec, NULL);
  if (!m) fail_msg("%s", mjs_getError(spec));
  assert_int_equal(m->nnumeric, 2);
  assert_int_equal(mj_saveXMLString(spec, xml, sizeof xml, error, sizeof error), 0);
  mjModel* again = sn_loadXMLString(xml, error, sizeof error);
  if (!again) fail_msg("%s", error);
  compareFields("unnamed custom data", m, again);
  mj_deleteModel(m);
  mj_deleteModel(again);
  // others refer to a material by its name alone
  mjsMaterial* material = mjs_addMaterial(spec, NULL);
  assert_null(mj_compile(spec, NULL));
  assert_non_null(strstr(mjs_getError(spec), "no name"));
  mjs_setName(material->element, "red");
  m = mj_compile(spec, NULL);
  assert_non_null(m);
  assert_int_equal(mjs_getId(material->element), 0);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

static void expectIds(const mjSpec* spec, int type, const char* name, int id) {
  const mjsElement* e = mjs_findElement(spec, type, name);
  assert_non_null(e);
  if (mjs_getId(e) != id) fail_msg("%s: %d, expected %d", name, mjs_getId(e), id);
}

static void test_ids(void** state) {
  (void)state;
  static const char xml[] =
      "<mujoco><asset><texture name='t' type='2d' builtin='flat' width='4' height='4'/>"
      "<material name='a' texture='t'/><material name='b'/>"
      "<mesh name='m1' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"
      "<mesh name='m2' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>"
      "<worldbody><geom name='v' size='1' contype='0' conaffinity='0' material='b'/>"
      "<geom name='g' type='mesh' mesh='m2'/></worldbody></mujoco>";
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!spec) fail_msg("%s", error);
  mj_deleteModel(mj_compile(spec, NULL));
  expectIds(spec, mjOBJ_MATERIAL, "b", 1);
  spec->compiler.discardvisual = 1;
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  assert_int_equal(m->nmat + m->ntex, 0);
  expectIds(spec, mjOBJ_MATERIAL, "a", -1);
  expectIds(spec, mjOBJ_MATERIAL, "b", -1);
  expectIds(spec, mjOBJ_TEXTURE, "t", -1);
  expectIds(spec, mjOBJ_MESH, "m1", -1);
  expectIds(spec, mjOBJ_MESH, "m2", 0);
  expectIds(spec, mjOBJ_GEOM, "v", -1);
  expectIds(spec, mjOBJ_GEOM, "g", 0);
  mj_deleteModel(m);
  spec->compiler.discardvisual = 0;
  mj_deleteModel(mj_compile(spec, NULL));
  mjsElement* material = mjs_findElement(spec, mjOBJ_MATERIAL, "a");
  assert_int_equal(mjs_getId(material), 0);
  assert_int_equal(mjs_delete(spec, material), 0);
  assert_int_equal(mjs_getId(material), -1);
  mj_deleteSpec(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_files),   cmocka_unit_test(test_edges), cmocka_unit_test(test_userdata),
      cmocka_unit_test(test_unnamed), cmocka_unit_test(test_ids),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
