// Decoders and encoders of a program: how they are found, what they read and write; meshes and
// archives as the library decodes them.
#include "support.h"

#include <unistd.h>

static int canDecode(const mjResource* r) { return !strstr(r->name, "not"); }

static mjSpec* decode(mjResource* r, const mjVFS* vfs) {
  (void)vfs;
  const void* buffer;
  const int n = r->provider ? mju_readResource(r, &buffer) : 0;
  mjSpec* s = mj_makeSpec();
  mjsGeom* geom = mjs_addGeom(mjs_findBody(s, "world"), NULL);
  geom->size[0] = n + 1;
  return s;
}

static mjtSize encode(const mjSpec* s, const mjModel* m, const mjVFS* vfs, mjResource* r) {
  (void)s, (void)vfs;
  if (!m) return -1;
  r->data = strdup("encoded");
  return 7;
}
static void freeData(mjResource* r) { free(r->data); }

static const mjpDecoder own = {"model/own", ".own|.other", canDecode, decode};
static const mjpEncoder ownEncoder = {"model/own", "own", encode, freeData};

static void test_find(void** state) {
  (void)state;
  catch_begin();
  mjp_registerDecoder(&own);
  mjp_registerDecoder(&own);
  mjp_registerEncoder(&ownEncoder);
  assert_int_equal(caught_count, 0);
  mjpDecoder d = own;
  d.decode = NULL;
  mjp_registerDecoder(&d);
  assert_int_equal(caught.level, mjLOG_WARNING);
  mjp_registerDecoder(&(mjpDecoder){.can_decode = canDecode, .decode = decode});
  assert_int_equal(caught.level, mjLOG_WARNING);
  mjp_registerDecoder(&(mjpDecoder){"model/else", ".OTHER", canDecode, NULL});
  const mjpDecoder another = {"model/x", ".x|.OTHER", canDecode,
                              (mjfDecode)(void (*)(void))freeData};
  mjp_registerDecoder(&another);
  assert_int_equal(caught.level, mjLOG_ERROR);
  catch_end();
  mjResource r = {.name = "a/b.OWN"};
  assert_ptr_equal(mjp_findDecoder(&r, NULL)->decode, decode);
  r.name = "file";
  assert_ptr_equal(mjp_findDecoder(&r, "MODEL/own")->decode, decode);
  assert_null(mjp_findDecoder(&r, NULL));
  r.name = "not.own";
  assert_null(mjp_findDecoder(&r, NULL));
  assert_ptr_equal(mjp_findEncoder("x.own", NULL)->encode, encode);
  assert_ptr_equal(mjp_findEncoder("x", "model/own")->encode, encode);
  assert_null(mjp_findEncoder("x.zzz", NULL));
  const mjpEncoder* zip = mjp_findEncoder("robot.mjz", NULL);
  mjSpec* s = mj_makeSpec();
  mj_deleteModel(mj_compile(s, NULL));
  r = (mjResource){.name = "robot.mjz"};
  const mjtSize n = zip->encode(s, NULL, NULL, &r);
  assert_true(n > 4);
  assert_memory_equal(r.data, "PK", 2);
  zip->close_resource(&r);
  mj_deleteSpec(s);
}

static void test_parse(void** state) {
  (void)state;
  mjVFS vfs;
  char error[500] = "";
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "three.own", "abc", 3);
  mjSpec* s = mj_parse("three.own", NULL, &vfs, error, sizeof error);
  if (!s) fail_msg("%s", error);
  mjModel* m = mj_compile(s, NULL);
  assert_true(m->geom_size[0] == 4);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  s = mj_parse("a name alone", "model/own", NULL, error, sizeof error);
  assert_non_null(s);
  mj_deleteSpec(s);
  catch_begin();
  assert_null(mj_parse("not.own", NULL, &vfs, error, sizeof error));
  assert_non_null(strstr(error, "not.own"));
  assert_null(mj_parse("x.xml", "model/unknown", &vfs, error, sizeof error));
  assert_non_null(strstr(error, "there is no reader for files of type 'model/unknown'"));
  catch_end();
  mj_deleteVFS(&vfs);
}

static void test_mesh(void** state) {
  (void)state;
  static const char obj[] =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  mjVFS vfs;
  char error[500] = "";
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "dir/tetra.obj", obj, (int)strlen(obj));
  mjSpec* s = mj_parse("dir/tetra.obj", NULL, &vfs, error, sizeof error);
  if (!s) fail_msg("%s", error);
  assert_non_null(mjs_findElement(s, mjOBJ_MESH, "tetra"));
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  assert_int_equal(m->nmeshvert, 4);
  assert_int_equal(m->nmeshface, 4);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_addBufferVFS(&vfs, "bad.stl", "nonsense", 8);
  catch_begin();
  assert_null(mj_parse("bad.stl", NULL, &vfs, error, sizeof error));
  catch_end();
  mj_deleteVFS(&vfs);
}

static void test_encode(void** state) {
  (void)state;
  char folder[] = "/tmp/test_codec_XXXXXX", name[100], error[500] = "";
  assert_non_null(mkdtemp(folder));
  snprintf(name, sizeof name, "%s/model.own", folder);
  mjSpec* s = mj_makeSpec();
  mjModel* m = mj_compile(s, NULL);
  assert_int_equal(mj_encode(s, m, name, NULL, NULL, error, sizeof error), 7);
  assert_int_equal(mj_encode(s, NULL, name, NULL, NULL, error, sizeof error), -1);
  assert_non_null(strstr(error, "encoder of this kind of file failed"));
  assert_int_equal(mj_encode(s, m, "/absent/x.own", NULL, NULL, error, sizeof error), -1);
  assert_int_equal(mj_encode(s, m, "x.zzz", NULL, NULL, error, sizeof error), -1);
  assert_non_null(strstr(error, "register an encoder"));
  unlink(name);
  rmdir(folder);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_find),
      cmocka_unit_test(test_parse),
      cmocka_unit_test(test_mesh),
      cmocka_unit_test(test_encode),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
