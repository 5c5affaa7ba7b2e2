// Skins: what the golden models (skin.xml, skin_file.xml) do not compare. Damaged SKN files and
// lists, skins made through the API, bones on bodies that would be fused, in attached models and in
// copies, saving, binary models, and memory that runs out.
#include "support.h"

#include <math.h>
#include <stdbool.h>

#include "io/validate.h"

#define BODIES                                                                                     \
  "<worldbody><body name='a'><joint/><geom size='.1'/><body name='b'><geom size='.1'/></body>"     \
  "</body></worldbody>"
#define SKIN(attributes, bones)                                                                    \
  "<mujoco><deformable>\n<skin name='s' " attributes ">" bones "</skin></deformable>" BODIES       \
  "</mujoco>"
#define SQUARE "vertex='0 0 0 1 0 0 1 1 0 0 1 0' face='0 1 2 0 2 3'"
#define BONE(body, id, weight)                                                                     \
  "<bone body='" body "' bindpos='0 0 0' bindquat='1 0 0 0' vertid='" id "' vertweight='" weight   \
  "'/>"

// ---- a file: four vertices, two faces, bones a (3 vertices) and b (2)

typedef struct {
  unsigned char data[1000];
  size_t size;
} File;

static void put(File* f, const void* bytes, size_t n) {
  assert_true(f->size + n <= sizeof f->data);
  memcpy(f->data + f->size, bytes, n);
  f->size += n;
}

static void putInts(File* f, int n, const int* x) { put(f, x, (size_t)n * sizeof *x); }
static void putFloats(File* f, int n, const float* x) { put(f, x, (size_t)n * sizeof *x); }

static void putBone(File* f, const char* body, int n, const int* id, const float* weight) {
  char name[40] = "";
  snprintf(name, sizeof name, "%s", body);
  put(f, name, sizeof name);
  putFloats(f, 7, (const float[]){1, 2, 3, 0, 0, 2, 0});
  putInts(f, 1, &n);
  putInts(f, n, id);
  putFloats(f, n, weight);
}

enum { AT_VERTEX = 16, AT_FACE = 16 + 48, AT_BONE = AT_FACE + 24, BONE_ID = AT_BONE + 72 };

static File goodFile(void) {
  File f = {.size = 0};
  putInts(&f, 4, (const int[]){4, 0, 2, 2});
  putFloats(&f, 12, (const float[]){0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0});
  putInts(&f, 6, (const int[]){0, 1, 2, 0, 2, 3});
  putBone(&f, "a", 3, (const int[]){0, 1, 2}, (const float[]){1, 1, 1});
  putBone(&f, "b", 2, (const int[]){2, 3}, (const float[]){3, 1});
  return f;
}

static mjModel* loadFile(const char* xml, const File* f, char* error, int size) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "m.xml", xml, (int)strlen(xml));
  mj_addBufferVFS(&vfs, "s.skn", f->data, (int)f->size);
  mjModel* m = mj_loadXML("m.xml", &vfs, error, size);
  mj_deleteVFS(&vfs);
  return m;
}

static const char fromFile[] =
    "<mujoco><deformable>\n<skin file='s.skn'/></deformable>" BODIES "</mujoco>";

// ---- messages

static void expect(mjModel* m, const char* error, const char* phrase) {
  if (m) fail_msg("accepted, but '%s' was expected", phrase);
  if (!strstr(error, phrase) || !strstr(error, "m.xml:2: <skin"))
    fail_msg("'%s' is not in: %s", phrase, error);
}

static void bad(const char* xml, const char* phrase) {
  char error[1000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "m.xml", xml, (int)strlen(xml));
  mjModel* m = mj_loadXML("m.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  expect(m, error, phrase);
}

static void test_lists(void** unused) {
  (void)unused;
  bad(SKIN("", BONE("a", "0", "1")), "no vertices");
  bad(SKIN("vertex='0 0 0'", BONE("a", "0", "1")), "no faces");
  bad(SKIN(SQUARE, ""), "no bones");
  bad(SKIN("vertex='0 0 0 1' face='0 0 0'", BONE("a", "0", "1")), "vertex: 4 numbers");
  bad(SKIN("vertex='0 0 0' face='0 0'", BONE("a", "0", "1")), "face: 2 numbers");
  bad(SKIN("vertex='0 0 nan' face='0 0 0'", BONE("a", "0", "1")), "vertex: number 3");
  bad(SKIN("vertex='0 0 0' face='0 1 0'", BONE("a", "0", "1")), "face: number 2 is 1");
  bad(SKIN("vertex='0 0 0' face='0 0 -1'", BONE("a", "0", "1")), "face: number 3 is -1");
  bad(SKIN(SQUARE " texcoord='0 0 1 1'", BONE("a", "0", "1")), "texcoord: 2 coordinates for 4");
  bad(SKIN(SQUARE " texcoord='0 0 1'", BONE("a", "0", "1")), "texcoord: 3 numbers");
  bad(SKIN(SQUARE, BONE("a", "0 1 2 4", "1 1 1 1")), "bone 0: vertid: number 4 is 4");
  bad(SKIN(SQUARE, BONE("a", "0 1 2 -1", "1 1 1 1")), "bone 0: vertid: number 4 is -1");
  bad(SKIN(SQUARE, BONE("a", "0 1 2", "1 1 1")), "weights of vertex 3");
  bad(SKIN(SQUARE, BONE("a", "0 1 2 3", "1 1 1 1") BONE("b", "1", "-1")), "weights of vertex 1");
  bad(SKIN(SQUARE, BONE("a", "0 1 2 3", "1 1 1 inf")), "bone 0: vertweight: number 4");
  bad(SKIN(SQUARE, BONE("a", "0 1 2 3", "1 1 1 3e38") BONE("b", "3", "3e38")), "sum inf");
  bad(SKIN(SQUARE, BONE("none", "0 1 2 3", "1 1 1 1")), "bone 0: body: there is no body named");
  bad(SKIN(SQUARE " material='m'", BONE("a", "0 1 2 3", "1 1 1 1")), "material: there is no");
  bad(SKIN(SQUARE " group='6'", BONE("a", "0 1 2 3", "1 1 1 1")), "group: 6");
  bad(SKIN(SQUARE, "<bone body='a' bindpos='0 0 0' bindquat='0 0 0 0' vertid='0' vertweight='1'/>"),
      "bone 0: bindquat: it is zero");
  bad(SKIN(SQUARE " file='s.skn'", ""), "give one of both");
  bad(SKIN("file='s.obj'", ""), "no .skn file");
  bad(SKIN("file='none.skn'", ""), "not found");
}

// ---- files

static void test_file(void** unused) {
  (void)unused;
  const File f = goodFile();
  char error[1000] = "";
  mjModel* m = loadFile(fromFile, &f, error, sizeof error);
  if (!m) fail_msg("%s", error);
  static const float weight[] = {1, 1, 0.25f, 0.75f, 1}, quat[] = {0, 0, 1, 0};
  assert_memory_equal(m->skin_bonevertweight, weight, sizeof weight);
  assert_memory_equal(m->skin_bonebindquat, quat, sizeof quat);
  assert_int_equal(m->skin_bonebodyid[1], 2);
  assert_int_equal(mj_name2id(m, mjOBJ_SKIN, "s"), 0);
  assert_string_equal(m->paths + m->skin_pathadr[0], "s.skn");
  mj_deleteModel(m);
}

// what stands at a place of a good file is replaced
static void damaged(size_t at, const void* bytes, size_t n, const char* phrase) {
  File f = goodFile();
  char error[1000] = "";
  memcpy(f.data + at, bytes, n);
  mjModel* m = loadFile(fromFile, &f, error, sizeof error);
  expect(m, error, phrase);
}

static void damagedInt(size_t at, int x, const char* phrase) { damaged(at, &x, sizeof x, phrase); }

static void test_damaged(void** unused) {
  (void)unused;
  const float nan_ = NAN, zero[4] = {0};
  for (int i = 0; i < 4; i++) {
    damagedInt(4 * (size_t)i, -1, "it must be 0 or more");
    damagedInt(4 * (size_t)i, INT32_MAX, "bytes, but only");
    damagedInt(4 * (size_t)i, INT32_MIN, "it must be 0 or more");
  }
  damagedInt(8, 1, "bone 0 says 0 vertices");
  damagedInt(12, 1, "bytes follow after its last bone");
  damagedInt(12, 3, "vertices, faces and bones");
  damagedInt(AT_FACE, 4, "face: number 1 is 4");
  damaged(AT_VERTEX + 4, &nan_, 4, "vertex: number 2");
  damaged(AT_BONE, "nobody", 7, "no body named 'nobody'");
  damaged(AT_BONE, "", 1, "bone 0: body: it needs");
  damaged(AT_BONE, "0123456789012345678901234567890123456789", 40,
          "'012345678901234567890123456789"
          "012345678'");
  damaged(AT_BONE + 40, &nan_, 4, "bone 0: bindpos: number 1");
  damaged(AT_BONE + 52, &nan_, 4, "bone 0: bindquat: number 1");
  damaged(AT_BONE + 52, zero, 16, "bone 0: bindquat: it is zero");
  damagedInt(AT_BONE + 68, 0, "bone 0 says 0 vertices");
  damagedInt(AT_BONE + 68, INT32_MIN, "bone 0 says -2147483648 vertices");
  damagedInt(AT_BONE + 68, INT32_MAX, "the vertices of bone 0");
  damagedInt(BONE_ID, 4, "bone 0: vertid: number 1 is 4");
  damagedInt(BONE_ID, INT32_MIN, "bone 0: vertid: number 1");
  damaged(BONE_ID + 12, &nan_, 4, "bone 0: vertweight: number 1");
}

static void test_cut(void** unused) {
  (void)unused;
  const File good = goodFile();
  for (size_t n = 0; n < good.size; n++) {
    File f = good;
    char error[1000] = "";
    f.size = n;
    mjModel* m = loadFile(fromFile, &f, error, sizeof error);
    assert_null(m);
    if (!strstr(error, "are left; it is cut off") && !strstr(error, "empty"))
      fail_msg("%zu: %s", n, error);
  }
}

// every byte gets some other values: refused, or a model that is in order
static void test_noise(void** unused) {
  (void)unused;
  const File good = goodFile();
  int refused = 0, accepted = 0;
  for (size_t at = 0; at < good.size; at++) {
    for (int k = 0; k < 4; k++) {
      File f = good;
      char error[1000] = "";
      f.data[at] = (unsigned char)rng_next();
      mjModel* m = loadFile(fromFile, &f, error, sizeof error);
      validate_Fault fault;
      if (m && !validate_model(m, &fault)) fail_msg("%s %lld", fault.field, (long long)fault.row);
      refused += !m;
      accepted += m != NULL;
      mj_deleteModel(m);
    }
  }
  print_message("%d refused, %d accepted\n", refused, accepted);
  assert_true(refused > 250 && accepted > 100);
}

// ---- the API, saving, attaching

static mjsSkin* addSkin(mjSpec* s) {
  static const float vert[] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, pos[] = {1, 0, 0}, quat[] = {0, 0, 2, 0},
                     weight[] = {2, 4, 8};
  static const int face[] = {0, 1, 2}, id[] = {2, 1, 0};
  mjsSkin* skin = mjs_addSkin(s);
  assert_non_null(skin);
  mjs_setName(skin->element, "k");
  mjs_setFloat(skin->vert, vert, 9);
  mjs_setInt(skin->face, face, 3);
  mjs_appendString(skin->bodyname, "a");
  mjs_setFloat(skin->bindpos, pos, 3);
  mjs_setFloat(skin->bindquat, quat, 4);
  mjs_appendIntVec(skin->vertid, id, 3);
  mjs_appendFloatVec(skin->vertweight, weight, 3);
  return skin;
}

static mjSpec* parse(const char* xml) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!s) fail_msg("%s", error);
  return s;
}

static mjModel* compile(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  return m;
}

static void test_api(void** unused) {
  (void)unused;
  mjSpec* s = parse("<mujoco>" BODIES "</mujoco>");
  mjsSkin* skin = addSkin(s);
  mjModel* m = compile(s);
  assert_int_equal(m->nskinbonevert, 3);
  assert_true(m->skin_rgba[0] == 0.5f && m->skin_rgba[3] == 1);
  assert_true(m->skin_bonebindquat[2] == 1);
  for (int i = 0; i < 3; i++) assert_true(m->skin_bonevertweight[i] == 1);
  mj_deleteModel(m);
  // lists that do not belong together
  mjs_appendString(skin->bodyname, "b");
  assert_null(mj_compile(s, NULL));
  assert_non_null(strstr(mjs_getError(s), "there are 2 bodies, but 3 numbers of bindpos"));
  mj_deleteSpec(s);
}

static void test_save(void** unused) {
  (void)unused;
  mjSpec* s = parse(SKIN(SQUARE " texcoord='0 0 .1 0 1 .3 0 1' inflate='.1' group='2'",
                         BONE("a", "0 1 2", ".1 .2 .3") BONE("b", "2 3", "1e-3 7")));
  mjModel* m = compile(s);
  char xml[4000] = "", error[1000] = "";
  assert_int_equal(mj_saveXMLString(s, xml, sizeof xml, error, sizeof error), 0);
  mjSpec* again = parse(xml);
  mjModel* n = compile(again);
  assert_int_equal(n->nskin, 1);
  assert_memory_equal(n->skin_vert, m->skin_vert, 12 * sizeof(float));
  assert_memory_equal(n->skin_texcoord, m->skin_texcoord, 8 * sizeof(float));
  assert_memory_equal(n->skin_bonevertweight, m->skin_bonevertweight, 5 * sizeof(float));
  assert_memory_equal(n->skin_bonevertid, m->skin_bonevertid, 5 * sizeof(int));
  assert_true(n->skin_inflate[0] == 0.1f && n->skin_group[0] == 2);
  mj_deleteModel(m);
  mj_deleteModel(n);
  mj_deleteSpec(s);
  mj_deleteSpec(again);
}

static void test_attach(void** unused) {
  (void)unused;
  mjSpec* child = parse("<mujoco>" BODIES "</mujoco>");
  mjSpec* parent = parse("<mujoco/>");
  addSkin(child);
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  assert_non_null(mjs_attach(frame->element, mjs_findBody(child, "a")->element, "left_", NULL));
  mjModel* m = compile(parent);
  assert_int_equal(m->nskin, 1);
  assert_int_equal(m->skin_bonebodyid[0], mj_name2id(m, mjOBJ_BODY, "left_a"));
  assert_int_equal(mj_name2id(m, mjOBJ_SKIN, "left_k"), 0);
  mj_deleteModel(m);
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}

// a bone keeps its body, whether the model or a file names it
static void test_fuse(void** unused) {
  (void)unused;
  const File f = goodFile();
  char error[1000] = "";
  mjModel* m = loadFile("<mujoco><compiler fusestatic='true'/><deformable>\n<skin file='s.skn'/>"
                        "</deformable>" BODIES "</mujoco>",
                        &f, error, sizeof error);
  if (!m) fail_msg("%s", error);
  assert_int_equal(m->nbody, 3);
  assert_int_equal(m->skin_bonebodyid[1], 2);
  mj_deleteModel(m);
}

// materials go, skins stay
static void test_discard(void** unused) {
  (void)unused;
  mjSpec* s = parse("<mujoco><compiler discardvisual='true'/><asset><material name='m'/></asset>"
                    "<deformable><skin name='s' material='m' " SQUARE
                    ">" BONE("a", "0 1 2 3", "1 1 1 1") "</skin></deformable>" BODIES "</mujoco>");
  mjModel* m = compile(s);
  assert_int_equal(m->nskin, 1);
  assert_int_equal(m->nmat, 0);
  assert_int_equal(m->skin_matid[0], -1);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// ---- what a binary model may claim

static void test_guard(void** unused) {
  (void)unused;
  const File f = goodFile();
  char error[1000] = "";
  mjModel* m = loadFile(fromFile, &f, error, sizeof error);
  validate_Fault fault;
  assert_non_null(m);
  assert_true(validate_model(m, &fault));
  int* const place[] = {m->skin_face + 5,        m->skin_bonevertid + 4, m->skin_bonebodyid,
                        m->skin_vertadr,         m->skin_vertnum,        m->skin_facenum,
                        m->skin_bonenum,         m->skin_boneadr,        m->skin_bonevertnum + 1,
                        m->skin_texcoordadr,     m->skin_matid,          m->skin_pathadr,
                        m->skin_bonevertadr + 1, m->skin_faceadr,        m->name_skinadr};
  static const int value[] = {1000, -2, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
    const int good = *place[i];
    for (int k = 0; k < 4; k++) {
      *place[i] = value[k];
      if (validate_model(m, &fault)) fail_msg("number %zu may be %d", i, value[k]);
    }
    *place[i] = good;
  }
  m->skin_texcoordadr[0] = 0;  // there are none
  assert_false(validate_model(m, &fault));
  assert_string_equal(fault.field, "skin_texcoordadr");
  mj_deleteModel(m);
}

// a file that did not fit into the virtual file system is said not to exist
static void loadSkin(void* file) {
  char error[1000] = "";
  mjModel* m = loadFile(fromFile, file, error, sizeof error);
  if (!m) assert_true(strstr(error, "memory") || strstr(error, "exist") || strstr(error, "found"));
  mj_deleteModel(m);
}

static void test_allocations(void** unused) {
  (void)unused;
  File f = goodFile();
  heap_failEach(loadSkin, &f, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lists),   cmocka_unit_test(test_file),
      cmocka_unit_test(test_damaged), cmocka_unit_test(test_cut),
      cmocka_unit_test(test_noise),   cmocka_unit_test(test_api),
      cmocka_unit_test(test_save),    cmocka_unit_test(test_attach),
      cmocka_unit_test(test_fuse),    cmocka_unit_test(test_discard),
      cmocka_unit_test(test_guard),   cmocka_unit_test(test_allocations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
