// mj_encode and archives: which extension and content type give which format (as the reference
// takes them), archives that load again as the same model, from disk and from memory, damaged ones;
// mju_getXMLDependencies.
#include "asset_folder.h"

#include <unistd.h>

#include "base/mem.h"
#include "io/zip.h"
#include "spec/spec_vec.h"

typedef struct {
  mjSpec* s;
  mjModel* m;
} Loaded;

static Loaded load(const char* file) {
  char error[500] = "";
  Loaded l = {.s = mj_parse(file, NULL, NULL, error, sizeof error)};
  if (!l.s) fail_msg("%s", error);
  l.m = mj_compile(l.s, NULL);
  if (!l.m) fail_msg("%s", mjs_getError(l.s));
  return l;
}

static void unload(Loaded l) {
  mj_deleteModel(l.m);
  mj_deleteSpec(l.s);
}

// ---- formats

typedef enum { NONE, XML, BINARY, TEXT, ZIP } Format;

static Format formatOf(const char* file) {
  char* data = NULL;
  size_t size = 0;
  if (file_read(file, SIZE_MAX, &data, &size) != FILE_OK) return NONE;
  Format format = BINARY;
  if (!strncmp(data, "<mujoco", 7)) format = XML;
  if (!memcmp(data, "PK\3\4", 4)) format = ZIP;
  if (strstr(data, "opt.timestep")) format = TEXT;
  mem_free(data);
  return format;
}

static void test_formats(void** state) {
  (void)state;
  static const struct {
    const char *file, *type;
    Format both, spec, model;
  } table[] = {
      {"f.xml", NULL, XML, XML, NONE},
      {"f.XML", "", XML, XML, NONE},
      {"f.mjb", NULL, BINARY, NONE, BINARY},
      {"f.txt", NULL, TEXT, NONE, TEXT},
      {"f.zip", NULL, ZIP, ZIP, NONE},
      {"f.mjz", NULL, ZIP, ZIP, NONE},
      {"f.dat", "text/xml", XML, XML, NONE},
      {"f.dat", "text/plain", TEXT, NONE, TEXT},
      {"f.dat", "application/zip", ZIP, ZIP, NONE},
      {"f.mjz", "text/xml", XML, XML, NONE},
      {"f.xml", "application/zip", XML, XML, NONE},
      {"f.urdf", NULL, NONE, NONE, NONE},
      {"f", NULL, NONE, NONE, NONE},
      {"f.dat", "application/octet-stream", NONE, NONE, NONE},
      {"nowhere/f.xml", NULL, NONE, NONE, NONE},
      {"nowhere/f.zip", NULL, NONE, NONE, NONE},
  };
  mj_freeLastXML();  // a model alone is saved as XML if it was loaded last
  Loaded l = load(folder_file("model.xml"));
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const Format want[] = {table[i].both, table[i].spec, table[i].model};
    for (int k = 0; k < 3; k++) {
      char error[500] = "x";
      const char* file = folder_file(table[i].file);
      const mjtSize n = mj_encode(k == 2 ? NULL : l.s, k == 1 ? NULL : l.m, file, table[i].type,
                                  NULL, error, sizeof error);
      struct stat info = {0};
      const bool there = !stat(file, &info);
      assert_int_equal(n, want[k] == NONE ? -1 : info.st_size);
      assert_int_equal(formatOf(file), want[k]);
      assert_true(want[k] == NONE ? *error != 0 : *error == 0);
      if (there) unlink(file);
    }
  }
  char error[500];
  assert_int_equal(mj_encode(NULL, NULL, NULL, NULL, NULL, error, sizeof error), -1);
  assert_int_equal(mj_encode(NULL, NULL, "f.xml", NULL, NULL, NULL, 0), -1);
  mjModel* last = mj_loadXML(folder_file("model.xml"), NULL, error, sizeof error);
  assert_true(mj_encode(NULL, last, folder_file("last.xml"), NULL, NULL, error, 500) > 0);
  assert_int_equal(formatOf(folder_file("last.xml")), XML);
  mj_deleteModel(last);
  unload(l);
}

// ---- archives

static void test_archive(void** state) {
  (void)state;
  char error[500] = "";
  Loaded l = load(folder_file("model.xml"));
  assert_true(mj_encode(l.s, NULL, folder_file("robot.zip"), NULL, NULL, error, 500) > 0);
  Loaded again = load(folder_file("robot.zip"));
  folder_expectSame(l.m, again.m);
  mjModel* m = mj_loadXML(folder_file("robot.zip"), NULL, error, sizeof error);
  folder_expectSame(l.m, m);
  // saved elsewhere it finds the files in the archive
  assert_int_equal(mj_saveLastXML(folder_file("part_of.xml"), m, error, sizeof error), 1);
  mj_deleteModel(m);
  m = mj_loadXML(folder_file("part_of.xml"), NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  folder_expectSame(l.m, m);
  mj_deleteModel(m);
  // an archive of what came from an archive, and the same bytes each time
  assert_true(mj_encode(again.s, NULL, folder_file("second.mjz"), NULL, NULL, error, 500) > 0);
  Loaded second = load(folder_file("second.mjz"));
  folder_expectSame(l.m, second.m);
  unload(second);
  unload(again);
  char *one, *two;
  size_t none, ntwo;
  assert_int_equal(file_read(folder_file("robot.zip"), SIZE_MAX, &one, &none), FILE_OK);
  assert_true(mj_encode(l.s, NULL, folder_file("robot.zip"), NULL, NULL, error, 500) > 0);
  assert_int_equal(file_read(folder_file("robot.zip"), SIZE_MAX, &two, &ntwo), FILE_OK);
  assert_int_equal(none, ntwo);
  assert_memory_equal(one, two, none);
  mem_free(one);
  mem_free(two);
  unload(l);
}

static void test_memory(void** state) {
  (void)state;
  char error[500] = "";
  char* data;
  size_t size;
  assert_int_equal(file_read(folder_file("robot.zip"), SIZE_MAX, &data, &size), FILE_OK);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "robot.zip", data, (int)size), 0);
  mjModel* m = mj_loadXML("robot.zip", &vfs, error, sizeof error);
  if (!m) fail_msg("%s", error);
  Loaded l = load(folder_file("model.xml"));
  folder_expectSame(l.m, m);
  // assets that are in memory only go into an archive too
  mjVFS other;
  mj_defaultVFS(&other);
  const char* obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  assert_int_equal(mj_addBufferVFS(&other, "q.obj", obj, (int)strlen(obj)), 0);
  const char* xml = "<mujoco><asset><mesh file='q.obj'/></asset><worldbody>"
                    "<geom type='mesh' mesh='q'/></worldbody></mujoco>";
  mjSpec* s = mj_parseXMLString(xml, &other, error, sizeof error);
  mjModel* made = mj_compile(s, &other);
  assert_non_null(made);
  const char* to = folder_file("memory.zip");
  assert_int_equal(mj_encode(s, made, to, NULL, NULL, error, sizeof error), -1);
  assert_non_null(strstr(error, "q.obj"));
  assert_true(mj_encode(s, made, to, NULL, &other, error, sizeof error) > 0);
  mjModel* back = mj_loadXML(to, NULL, error, sizeof error);
  folder_expectSame(made, back);
  mj_deleteModel(back);
  mj_deleteModel(made);
  mj_deleteSpec(s);
  mj_deleteVFS(&other);
  unload(l);
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
  mem_free(data);
}

// every byte in turn is another one: a model, or an error with a text
static void test_damage(void** state) {
  (void)state;
  char* data;
  size_t size;
  assert_int_equal(file_read(folder_file("robot.zip"), SIZE_MAX, &data, &size), FILE_OK);
  int loaded = 0;
  for (size_t i = 0; i < size; i++) {
    char error[500] = "";
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    const char before = data[i];
    data[i] = (char)(before ^ (1 << (i % 8)));
    mj_addBufferVFS(&vfs, "robot.zip", data, (int)(i % 3 ? size : size - 1 - i % size));
    mjModel* m = mj_loadXML("robot.zip", &vfs, error, sizeof error);
    assert_true(m || *error);
    loaded += m != NULL;
    mj_deleteModel(m);
    mj_deleteVFS(&vfs);
    data[i] = before;
  }
  print_message("%d of %zu damaged archives load\n", loaded, size);
  assert_true(loaded < (int)size / 2);
  mem_free(data);
  char error[500] = "";
  folder_text("no.zip", "this is no archive");
  assert_null(mj_loadXML(folder_file("no.zip"), NULL, error, sizeof error));
  assert_non_null(strstr(error, "no.zip"));
  assert_null(mj_loadXML(folder_file("absent.zip"), NULL, error, sizeof error));
  assert_non_null(strstr(error, "does not exist"));
  zip_Writer zip = {0};
  zip_add(&zip, "other.xml", "<mujoco/>", 9);
  zip_finish(&zip);
  folder_write("empty.zip", zip.bytes.data, zip.bytes.size);
  zip_free(&zip);
  assert_null(mj_loadXML(folder_file("empty.zip"), NULL, error, sizeof error));
  assert_non_null(strstr(error, "empty.xml"));
}

static void encodeOnce(void* context) {
  char error[500];
  mj_encode(context, NULL, folder_file("failing.zip"), NULL, NULL, error, sizeof error);
  mj_deleteModel(mj_loadXML(folder_file("failing.zip"), NULL, error, sizeof error));
}

static void test_noMemory(void** state) {
  (void)state;
  catch_begin();
  Loaded l = load(folder_file("model.xml"));
  heap_failEach(encodeOnce, l.s, 7);
  unload(l);
  catch_end();
}

// ---- names inside

static const char boxes[] =
    "<mujoco><compiler meshdir='%s'/><asset><mesh name='k' file='%s'/></asset>"
    "<worldbody><body name='b'><geom type='mesh' mesh='k'/></body></worldbody></mujoco>";

static const char storedMesh[] =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 5\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
static const char storedModel[] =
    "<mujoco><asset><mesh name='k' file='t.obj'/></asset>"
    "<worldbody><body name='b'><geom type='mesh' mesh='k'/></body></worldbody></mujoco>";

static int openProvided(mjResource* resource) {
  return !strcmp(resource->name, "store:d/t.obj") || !strcmp(resource->name, "store:d/m.xml");
}

static int readProvided(mjResource* resource, const void** buffer) {
  *buffer = strstr(resource->name, ".xml") ? storedModel : storedMesh;
  return (int)strlen(*buffer);
}

static void closeProvided(mjResource* resource) { (void)resource; }

static mjSpec* parsed(const char* file) {
  char error[500] = "";
  mjSpec* s = mj_parseXML(file, NULL, error, sizeof error);
  if (!s) fail_msg("%s", error);
  return s;
}

static mjSpec* written(const char* file, const char* meshdir, const char* mesh) {
  char xml[1000];
  snprintf(xml, sizeof xml, boxes, meshdir, mesh);
  folder_text(file, xml);
  return parsed(folder_file(file));
}

// the spec, with another in it, becomes an archive that gives the same model; names of its meshes
static void expectNames(mjSpec* s, mjSpec* child, const char* folder, const char* first,
                        const char* second) {
  char error[500] = "";
  if (child) {
    const mjsFrame* frame = mjs_addFrame(mjs_findBody(s, "world"), NULL);
    assert_non_null(mjs_attach(frame->element, mjs_findBody(child, "b")->element, "c-", ""));
    mj_deleteSpec(child);
  }
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  if (mj_encode(s, NULL, folder_file("names.zip"), NULL, NULL, error, sizeof error) < 0)
    fail_msg("%s", error);
  Loaded again = load(folder_file("names.zip"));
  folder_expectSame(m, again.m);
  assert_string_equal(mjs_getString(again.s->compiler.meshdir), folder);
  mjsElement* e = mjs_firstElement(again.s, mjOBJ_MESH);
  assert_string_equal(mjs_getString(mjs_asMesh(e)->file), first);
  if (second)
    assert_string_equal(mjs_getString(mjs_asMesh(mjs_nextElement(again.s, e))->file), second);
  // the XML alone finds them too
  assert_int_equal(mj_saveXML(s, folder_file("one/names.xml"), error, sizeof error), 0);
  mjModel* saved = mj_loadXML(folder_file("one/names.xml"), NULL, error, sizeof error);
  if (!saved) fail_msg("%s", error);
  folder_expectSame(m, saved);
  mj_deleteModel(saved);
  unload(again);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

static void test_names(void** state) {
  (void)state;
  mkdir(folder_file("one"), 0700);
  mkdir(folder_file("one/two"), 0700);
  folder_mesh("one/t.obj", 3);
  folder_mesh("one/two/t.obj", 4);
  // specs that name different files alike; folders of the main one stay
  expectNames(written("p.xml", "one", "t.obj"), written("one/two/c.xml", "", "t.obj"), "one",
              "t.obj", "t_0.obj");
  expectNames(written("p.xml", "", "t.obj"), written("c.xml", "one", "t.obj"), "", "t.obj",
              "t_0.obj");
  expectNames(written("p.xml", "", "t.obj"), written("c.xml", "", "one/t.obj"), "", "t.obj",
              "one/t.obj");
  // names that lead out of the archive
  expectNames(written("one/two/p.xml", "..", "t.obj"), NULL, "", "t.obj", NULL);
  expectNames(written("one/p.xml", "two", "../t.obj"), NULL, "two", "t.obj", NULL);
  // those of a resource provider
  mjpResourceProvider provider;
  mjp_defaultResourceProvider(&provider);
  provider.prefix = "store";
  provider.open = openProvided;
  provider.read = readProvided;
  provider.close = closeProvided;
  assert_true(mjp_registerResourceProvider(&provider) > 0);
  expectNames(written("p.xml", "one", "store:d/t.obj"), NULL, "one", "store_d/t.obj", NULL);
  expectNames(written("p.xml", "store:d", "t.obj"), NULL, "", "t.obj", NULL);
  expectNames(parsed("store:d/m.xml"), written("c.xml", "", "t.obj"), "", "t.obj", "t_0.obj");
  expectNames(written("c.xml", "", "t.obj"), parsed("store:d/m.xml"), "", "t.obj", "t_0.obj");
}

// ---- dependencies

static int listed(const spec_Vec* list, const char* name) {
  int n = 0;
  for (int i = 0; i < list->size; i++) n += !strcmp(vec_textAt(list, i), folder_file(name));
  return n;
}

static void test_dependencies(void** state) {
  (void)state;
  folder_text("scene.xml",
              "<mujoco><include file='part/inner.xml'/><asset><model name='c' file='model.xml'/>"
              "<mesh file='t.obj'/><mesh name='again' file='t.obj'/></asset></mujoco>");
  mkdir(folder_file("part"), 0700);
  folder_text("part/inner.xml", "<mujoco><asset><mesh file='beside.obj'/></asset></mujoco>");
  folder_mesh("part/beside.obj", 1);
  // C has no way to make such a list but as part of an element
  mjSpec* s = mj_makeSpec();
  mjsMaterial* material = mjs_addMaterial(s, NULL);
  mjStringVec* list = material->textures;
  const char* main = folder_file("scene.xml");
  mju_getXMLDependencies(main, list);
  static const char* const want[] = {"scene.xml", "part/inner.xml", "part/beside.obj",
                                     "t.obj",     "model.xml",      "m/a/t.obj",
                                     "m/b/t.obj", "t/p.png",        "m/h.png"};
  const int n = (int)(sizeof want / sizeof *want);
  assert_int_equal(((spec_Vec*)list)->size, n);
  assert_string_equal(vec_textAt(list, 0), main);
  for (int i = 0; i < n; i++) assert_int_equal(listed((spec_Vec*)list, want[i]), 1);
  catch_begin();
  mju_getXMLDependencies(folder_file("absent.xml"), list);
  assert_int_equal(caught_count, 1);
  assert_int_equal(((spec_Vec*)list)->size, 0);
  mju_getXMLDependencies(NULL, list);
  mju_getXMLDependencies("a.xml", NULL);
  assert_int_equal(caught_count, 3);
  catch_end();
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formats),     cmocka_unit_test(test_archive),
      cmocka_unit_test(test_memory),      cmocka_unit_test(test_damage),
      cmocka_unit_test(test_noMemory),    cmocka_unit_test(test_names),
      cmocka_unit_test(test_dependencies)};
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
