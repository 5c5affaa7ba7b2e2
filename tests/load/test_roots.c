// What a model file may make the loader read: only plain files, below the roots that a program
// gives (.., absolute names, links; includes, meshes, textures, height fields, skins, attached
// models, archives), KTX files that are some; and sums that are bounded: histories, attached
// models.
#include "asset_folder.h"

#include <unistd.h>

#include <sinew/extra.h>

// loads `file` of the folder with its folder "in" as the only root; the message in error
static mjModel* loadBelow(const char* file, char error[1000]) {
  const char* const roots[] = {folder_file("in")};
  sn_LoadOptions options;
  sn_defaultLoadOptions(&options);
  assert_null(options.roots);
  options.roots = roots;
  options.nroot = 1;
  error[0] = 0;
  return sn_loadXML(folder_file(file), NULL, &options, error, 1000);
}

static void expectRefused(const char* file, const char* why) {
  char error[1000];
  mjModel* m = loadBelow(file, error);
  if (m || !strstr(error, why)) fail_msg("%s: %s, want: %s", file, m ? "loaded" : error, why);
}

static void expectLoaded(const char* file) {
  char error[1000];
  mjModel* m = loadBelow(file, error);
  if (!m) fail_msg("%s: %s", file, error);
  mj_deleteModel(m);
}

// a model in the folder "in" with these elements in <mujoco>
static void writeModel(const char* name, const char* elements) {
  char text[2000];
  snprintf(text, sizeof text, "<mujoco>%s</mujoco>", elements);
  folder_text(name, text);
}

static int makeFolders(void** state) {
  if (folder_make(state)) return -1;
  mkdir(folder_file("in"), 0700);
  mkdir(folder_file("in2"), 0700);
  folder_mesh("in/t.obj", 1);
  folder_mesh("in2/t.obj", 1);
  folder_mesh("in2/u.obj", 1);
  folder_write("in/p.png", folder_png, sizeof folder_png);
  folder_write("in2/p.png", folder_png, sizeof folder_png);
  folder_text("in2/skin.skn", "no skin");
  folder_text("in2/part.xml", "<mujoco><worldbody><body name='b'/></worldbody></mujoco>");
  folder_text("in/part.xml", "<mujoco><worldbody><body name='b'/></worldbody></mujoco>");
  return symlink("../in2", folder_file("in/link")) || symlink(".", folder_file("in/here")) ||
         symlink("../in2/t.obj", folder_file("in/linked.obj"));
}

// ---- roots

static const char* const element[] = {
    "<include file='%s/part.xml'/>",
    "<asset><mesh file='%s/t.obj'/></asset>",
    "<asset><texture type='2d' file='%s/p.png'/></asset>",
    "<asset><texture name='c' type='cube' fileup='%s/p.png'/></asset>",
    "<asset><hfield file='%s/p.png' size='1 1 1 1'/></asset>",
    "<asset><skin file='%s/skin.skn'/></asset>",
    "<asset><model name='m' file='%s/part.xml'/></asset>"
    "<worldbody><attach model='m' body='b' prefix='x'/></worldbody>",
};

static void test_outside(void** state) {
  (void)state;
  char absolute[300];
  snprintf(absolute, sizeof absolute, "%s", folder_file("in2"));
  const char* const place[] = {"../in2", absolute, "link", "here/link", "here/../../in2"};
  for (size_t i = 0; i < sizeof element / sizeof *element; i++) {
    for (size_t k = 0; k < sizeof place / sizeof *place; k++) {
      char text[600];
      // the formats are those of the table above
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      snprintf(text, sizeof text, element[i], place[k]);
#pragma GCC diagnostic pop
      writeModel("in/model.xml", text);
      expectRefused("in/model.xml", "outside the folders");
    }
  }
  writeModel("in/model.xml", "<asset><mesh file='linked.obj'/></asset>");
  expectRefused("in/model.xml", "outside the folders");
  writeModel("in/model.xml", "<compiler meshdir='../in2'/><asset><mesh file='u.obj'/></asset>");
  expectRefused("in/model.xml", "outside the folders");
}

// whether a file exists elsewhere cannot be told from the message
static void test_missing(void** state) {
  (void)state;
  writeModel("in/model.xml", "<asset><mesh file='../in2/none.obj'/></asset>");
  expectRefused("in/model.xml", "outside the folders");
  writeModel("in/model.xml", "<asset><mesh file='none.obj'/></asset>");
  expectRefused("in/model.xml", "was not found");
  expectRefused("in2/part.xml", "outside the folders");
  assert_int_equal(symlink("../in2/none.obj", folder_file("in/nowhere.obj")), 0);
  writeModel("in/model.xml", "<asset><mesh file='nowhere.obj'/></asset>");
  expectRefused("in/model.xml", "outside the folders");
}

static void test_inside(void** state) {
  (void)state;
  writeModel(
      "in/model.xml",
      "<include file='here/part.xml'/>"
      "<asset><mesh file='../in/t.obj'/><texture type='2d' file='p.png'/>"
      "<hfield file='p.png' size='1 1 1 1'/><model name='m' file='here/../part.xml'/></asset>"
      "<worldbody><attach model='m' body='b' prefix='x'/></worldbody>");
  expectLoaded("in/model.xml");
  // a folder whose name only begins like a root is not below it; without roots all is allowed
  char error[1000] = "";
  mjModel* m = mj_loadXML(folder_file("in2/part.xml"), NULL, error, sizeof error);
  assert_non_null(m);
  mj_deleteModel(m);
}

// a place outside counts as one where nothing is: the folder of the included file is next
static void test_secondPlace(void** state) {
  (void)state;
  mkdir(folder_file("in/sub"), 0700);
  writeModel("in/sub/part.xml",
             "<include file='../more.xml'/><asset><mesh name='m' file='../t.obj'/></asset>");
  writeModel("in/more.xml", "<worldbody><geom size='1'/></worldbody>");
  writeModel("in/model.xml", "<include file='sub/part.xml'/>");
  expectLoaded("in/model.xml");
}

// the roots stay with a spec: when it is compiled later, copied, attached to one without
static void test_kept(void** state) {
  (void)state;
  const char* const roots[] = {folder_file("in")};
  const sn_LoadOptions options = {.roots = roots, .nroot = 1};
  char error[500] = "";
  writeModel("in/model.xml",
             "<asset><mesh name='m' file='../in2/t.obj'/></asset>"
             "<worldbody><body name='b'><geom type='mesh' mesh='m'/></body></worldbody>");
  mjSpec* s = sn_parseXML(folder_file("in/model.xml"), NULL, &options, error, sizeof error);
  assert_non_null(s);
  assert_null(mj_compile(s, NULL));
  assert_non_null(strstr(mjs_getError(s), "outside the folders"));
  mjSpec* copy = mj_copySpec(s);
  assert_null(mj_compile(copy, NULL));
  assert_non_null(strstr(mjs_getError(copy), "outside the folders"));
  mjSpec* free = mj_makeSpec();
  mjsFrame* frame = mjs_addFrame(mjs_findBody(free, "world"), NULL);
  assert_non_null(mjs_attach(frame->element, mjs_findBody(s, "b")->element, "x", ""));
  assert_null(mj_compile(free, NULL));
  assert_non_null(strstr(mjs_getError(free), "outside the folders"));
  mj_deleteSpec(free);
  mj_deleteSpec(copy);
  mj_deleteSpec(s);
}

static void test_archives(void** state) {
  (void)state;
  char error[1000] = "";
  writeModel("in/model.xml", "<asset><mesh file='t.obj'/></asset>");
  mjSpec* s = mj_parseXML(folder_file("in/model.xml"), NULL, error, sizeof error);
  assert_non_null(s);
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  const char* const archive[] = {folder_file("in/a.zip"), folder_file("in2/a.zip")};
  for (int i = 0; i < 2; i++) {
    if (mj_encode(s, NULL, archive[i], NULL, NULL, error, sizeof error) < 0) fail_msg("%s", error);
  }
  mj_deleteModel(m);
  mj_deleteSpec(s);
  expectLoaded("in/a.zip");
  expectRefused("in2/a.zip", "outside the folders");
  writeModel("in/model.xml", "<include file='../in2/a.zip/a.xml'/>");
  expectRefused("in/model.xml", "outside the folders");
  // in memory: the program's own
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addFileVFS(&vfs, NULL, folder_file("in2/a.zip")), 0);
  static const char* const none[] = {NULL};
  const sn_LoadOptions nothing = {.roots = none, .nroot = 0};
  m = sn_loadXML("a.zip", &vfs, &nothing, error, sizeof error);
  if (!m) fail_msg("%s", error);
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
  assert_null(sn_loadXML(folder_file("in/a.zip"), NULL, &nothing, error, sizeof error));
}

static void test_wrongRoots(void** state) {
  (void)state;
  const char* const roots[] = {folder_file("in"), folder_file("no such folder")};
  char error[500] = "";
  sn_LoadOptions options = {.roots = roots, .nroot = 2};
  assert_null(sn_loadXML(folder_file("in/part.xml"), NULL, &options, error, sizeof error));
  assert_non_null(strstr(error, "roots[1]"));
  options = (sn_LoadOptions){.nroot = 1};
  assert_null(sn_loadXML(folder_file("in/part.xml"), NULL, &options, error, sizeof error));
  assert_non_null(strstr(error, "roots is NULL"));
}

// ---- plain files

static void test_notPlain(void** state) {
  (void)state;
  assert_int_equal(mkfifo(folder_file("in/fifo.obj"), 0600), 0);
  assert_int_equal(symlink("/dev/zero", folder_file("in/zero.obj")), 0);
  assert_int_equal(symlink("fifo.obj", folder_file("in/fifo.png")), 0);
  assert_int_equal(symlink("fifo.obj", folder_file("in/fifo.skn")), 0);
  static const char* const model[] = {
      "<asset><mesh file='fifo.obj'/></asset>",
      "<asset><mesh name='z' file='zero.obj'/></asset>",
      "<asset><texture name='z' type='2d' file='/dev/zero' content_type='image/ktx'/></asset>",
      "<asset><hfield name='z' file='fifo.png' size='1 1 1 1'/></asset>",
      "<asset><skin name='z' file='fifo.skn'/></asset>",
      "<asset><model name='z' file='fifo.obj'/></asset>",
      "<include file='fifo.obj'/>",
  };
  for (size_t i = 0; i < sizeof model / sizeof *model; i++) {
    char error[500] = "";
    writeModel("in/model.xml", model[i]);
    assert_null(mj_loadXML(folder_file("in/model.xml"), NULL, error, sizeof error));
    if (!strstr(error, "must be a plain file")) fail_msg("%s: %s", model[i], error);
  }
}

static void test_ktx(void** state) {
  (void)state;
  static const struct {
    const char* bytes;
    bool good;
  } file[] = {{"\xabKTX 11\xbb\r\n\x1a\nx", true}, {"\xabKTX 20\xbb\r\n\x1a\nx", true},
              {"\xabKTX 20\xbb\r\n\x1a\n", false}, {"\xabKTX 30\xbb\r\n\x1a\nx", false},
              {"root:x:0:0:root:/root", false},    {"", false}};
  writeModel("in/model.xml", "<asset><texture type='2d' file='k.ktx'/></asset>");
  for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
    char error[500] = "";
    folder_text("in/k.ktx", file[i].bytes);
    mjModel* m = mj_loadXML(folder_file("in/model.xml"), NULL, error, sizeof error);
    if ((m != NULL) != file[i].good) fail_msg("file %zu: %s", i, error);
    if (!m) assert_non_null(strstr(error, "not a KTX file"));
    mj_deleteModel(m);
  }
}

// ---- sums

static void expectSum(const char* text, const char* element_, const char* sum) {
  char error[500] = "";
  assert_null(sn_loadXMLString(text, error, sizeof error));
  if (!strstr(error, element_) || !strstr(error, sum)) fail_msg("%s", error);
}

static void test_sums(void** state) {
  (void)state;
  char text[4000] =
      "<mujoco><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody><actuator>";
  for (int i = 0; i < 20; i++) {
    char motor[100];
    snprintf(motor, sizeof motor, "<motor name='m%d' joint='j' nsample='16000000'/>", i);
    strcat(text, motor);
  }
  strcat(text, "</actuator></mujoco>");
  expectSum(text, "'m4'", "histories of the model");
  expectSum("<mujoco><asset><hfield name='a' nrow='8192' ncol='8192' size='1 1 1 1'/>"
            "<hfield name='b' nrow='8192' ncol='8192' size='1 1 1 1'/>"
            "<hfield name='c' nrow='8192' ncol='8192' size='1 1 1 1'/>"
            "<hfield name='d' nrow='8192' ncol='8192' size='1 1 1 1'/>"
            "<hfield name='e' nrow='8192' ncol='8192' size='1 1 1 1'/></asset></mujoco>",
            "'e'", "all height fields");
  expectSum("<mujoco><asset><texture name='a' type='cube' builtin='flat' width='16384'/>"
            "</asset></mujoco>",
            "'a'", "all textures");
}

// each model reads the next one ten times: 111,111 models if nobody counts
static void test_manyModels(void** state) {
  (void)state;
  for (int i = 0; i <= 5; i++) {
    char name[20], text[1000] = "<asset>";
    snprintf(name, sizeof name, "in/n%d.xml", i);
    for (int k = 0; k < 10 && i < 5; k++) {
      char model[50];
      snprintf(model, sizeof model, "<model name='m%d' file='n%d.xml'/>", k, i + 1);
      strcat(text, model);
    }
    strcat(text, "</asset>");
    writeModel(name, text);
  }
  char error[2000] = "";
  assert_null(mj_loadXML(folder_file("in/n0.xml"), NULL, error, sizeof error));
  if (!strstr(error, "models inside models are more than")) fail_msg("%s", error);
}

// ten models of which each is within the limits of one, but not all together
static void test_bytes(void** state) {
  (void)state;
  char text[2000] = "<asset>";
  for (int i = 0; i < 10; i++) {
    char model[50];
    snprintf(model, sizeof model, "<model name='m%d' file='big.xml'/>", i);
    strcat(text, model);
  }
  strcat(text, "</asset>");
  writeModel("in/all.xml", text);
  writeModel("in/big.xml",
             "<worldbody><replicate count='60000' offset='0 0 1'><site/><site/><site/><site/>"
             "<site/><site/><site/><site/><site/><site/></replicate></worldbody>");
  char error[1000] = "";
  assert_null(mj_loadXML(folder_file("in/all.xml"), NULL, error, sizeof error));
  if (!strstr(error, "models inside it come to")) fail_msg("%s", error);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_outside),    cmocka_unit_test(test_missing),
      cmocka_unit_test(test_inside),     cmocka_unit_test(test_secondPlace),
      cmocka_unit_test(test_kept),       cmocka_unit_test(test_archives),
      cmocka_unit_test(test_wrongRoots), cmocka_unit_test(test_notPlain),
      cmocka_unit_test(test_ktx),        cmocka_unit_test(test_sums),
      cmocka_unit_test(test_manyModels), cmocka_unit_test(test_bytes)};
  return cmocka_run_group_tests(tests, makeFolders, folder_remove);
}
