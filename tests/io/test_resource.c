// Resource providers, mounts and resources: what is found where, who is called, what is refused.
#include "support.h"

#include <unistd.h>

// ---- a provider whose files are their own names

static char calls[1000];

static void note(const char* what, const char* name) {
  const size_t n = strlen(calls);
  snprintf(calls + n, sizeof calls - n, "%s(%s) ", what, name);
}

static int mount(mjResource* r) {
  note("mount", r->name);
  if (strstr(r->name, "refused")) return 0;
  r->data = strdup("mounted");
  return 1;
}
static int unmount(mjResource* r) {
  note("unmount", r->name);
  free(r->data);
  return 1;
}
static int openFile(mjResource* r) {
  note("open", r->name);
  assert_string_equal(r->data, "mounted");
  if (strstr(r->name, "absent")) return 0;
  r->data = strdup(strstr(r->name, ".xml") ? "<mujoco><worldbody><geom name='g' size='2'/>"
                                             "</worldbody></mujoco>"
                                           : r->name);
  snprintf(r->timestamp, sizeof r->timestamp, "7");
  return 1;
}
static int readFile(mjResource* r, const void** buffer) {
  *buffer = r->data;
  return strstr(r->name, "unread") ? -1 : (int)strlen(r->data);
}
static void closeFile(mjResource* r) {
  note("close", r->name);
  free(r->data);
}
static int modified(const mjResource* r, const char* timestamp) {
  return atoi(r->timestamp) - atoi(timestamp);
}
static char written[100];
static mjtSize writeFile(mjResource* r, const void* buffer, mjtSize n) {
  note("write", r->name);
  if (n >= (mjtSize)sizeof written) return -1;
  memcpy(written, buffer, (size_t)n);
  written[n] = 0;
  return n;
}

static mjpResourceProvider provider(const char* prefix) {
  return (mjpResourceProvider){.prefix = prefix,
                               .open = openFile,
                               .read = readFile,
                               .close = closeFile,
                               .mount = mount,
                               .unmount = unmount,
                               .modified = modified,
                               .write = writeFile};
}

// ---- registering

static void test_register(void** state) {
  (void)state;
  catch_begin();
  mjpResourceProvider p = provider("echo");
  const int slot = mjp_registerResourceProvider(&p);
  assert_int_equal(slot, mjp_resourceProviderCount());
  assert_int_equal(mjp_registerResourceProvider(&p), slot);
  p.prefix = "ECHO";
  assert_int_equal(mjp_registerResourceProvider(&p), slot);
  assert_int_equal(caught_count, 0);
  p.write = NULL;
  assert_int_equal(mjp_registerResourceProvider(&p), -1);
  assert_int_equal(caught.level, mjLOG_ERROR);
  static const char* const wrong[] = {NULL, "", "1a", "a b", "-a", "a:"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    p = provider(wrong[i]);
    assert_int_equal(mjp_registerResourceProvider(&p), -1);
    assert_int_equal(caught.level, mjLOG_WARNING);
  }
  p = provider("half");
  p.read = NULL;
  assert_int_equal(mjp_registerResourceProvider(&p), -1);
  assert_string_equal(mjp_getResourceProvider("Echo:x/y")->prefix, "echo");
  assert_ptr_equal(mjp_getResourceProviderAtSlot(slot), mjp_getResourceProvider("echo:"));
  assert_null(mjp_getResourceProvider("echo"));
  assert_null(mjp_getResourceProvider("echos:x"));
  assert_null(mjp_getResourceProviderAtSlot(0));
  assert_null(mjp_getResourceProviderAtSlot(slot + 1));
  catch_end();
}

// ---- opening

static void expectText(mjResource* r, const char* text) {
  const void* buffer;
  assert_non_null(r);
  assert_int_equal(mju_readResource(r, &buffer), (int)strlen(text));
  assert_memory_equal(buffer, text, strlen(text));
}

// without an mjVFS a provider is mounted for the resource alone
static void test_registered(void** state) {
  (void)state;
  char error[200];
  calls[0] = 0;
  mjResource* r = mju_openResource("echo:folder", "file", NULL, error, sizeof error);
  expectText(r, "echo:folder/file");
  assert_string_equal(error, "");
  assert_int_equal(mju_isModifiedResource(r, "7"), 0);
  assert_true(mju_isModifiedResource(r, "6") > 0 && mju_isModifiedResource(r, "9") < 0);
  const char* dir;
  int n;
  mju_getResourceDir(r, &dir, &n);
  assert_int_equal(n, (int)strlen("echo:folder/"));
  mju_closeResource(r);
  assert_string_equal(calls,
                      "mount(echo) open(echo:folder/file) close(echo:folder/file) unmount(echo) ");
  assert_null(mju_openResource(NULL, "echo:absent", NULL, error, sizeof error));
  assert_non_null(strstr(error, "cannot be opened"));
  r = mju_openResource(NULL, "echo:unread", NULL, NULL, 0);
  const void* buffer;
  assert_int_equal(mju_readResource(r, &buffer), -1);
  mju_closeResource(r);
  mju_closeResource(NULL);
}

// in an mjVFS it is mounted once; models load from it
static void test_loading(void** state) {
  (void)state;
  mjVFS vfs;
  char error[500] = "";
  mj_defaultVFS(&vfs);
  calls[0] = 0;
  mjModel* m = mj_loadXML("echo:a/model.xml", &vfs, error, sizeof error);
  if (!m) fail_msg("%s", error);
  assert_true(m->geom_size[0] == 2);
  mj_deleteModel(m);
  m = mj_loadXML("echo:b.xml", &vfs, error, sizeof error);
  assert_non_null(m);
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
  const char* first = strstr(calls, "mount(echo)");
  assert_non_null(first);
  assert_null(strstr(first + 1, " mount(echo)"));
  assert_non_null(strstr(calls, "unmount(echo)"));
  m = mj_loadXML("echo:c.xml", NULL, error, sizeof error);
  assert_non_null(m);
  mj_deleteModel(m);
}

static void test_mounts(void** state) {
  (void)state;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  const mjpResourceProvider p = provider(NULL);
  catch_begin();
  calls[0] = 0;
  assert_int_equal(mj_mountVFS(&vfs, "place", &p), 0);
  assert_int_equal(mj_mountVFS(&vfs, "place", &p), 2);
  assert_int_equal(mj_mountVFS(&vfs, "refused", &p), -1);
  assert_int_equal(mj_mountVFS(&vfs, "empty", &(mjpResourceProvider){0}), -1);
  mj_addBufferVFS(&vfs, "place/inner", "buffer", 6);
  mjResource* r = mju_openResource("place", "x", &vfs, NULL, 0);
  expectText(r, "place/x");
  mju_closeResource(r);
  r = mju_openResource("place", "inner", &vfs, NULL, 0);
  expectText(r, "buffer");
  mju_closeResource(r);
  char error[200];
  assert_int_equal(mju_writeResource("place/out", "abc", 3, &vfs, error, sizeof error), 3);
  assert_string_equal(written, "abc");
  assert_int_equal(mj_unmountVFS(&vfs, "nowhere"), -1);
  assert_int_equal(mj_unmountVFS(&vfs, "place/inner"), -1);
  assert_int_equal(mj_unmountVFS(&vfs, "place"), 0);
  assert_null(mju_openResource("place", "x", &vfs, error, sizeof error));
  mj_deleteVFS(&vfs);
  catch_end();
}

// timestamps of buffers follow their contents
static void test_stamps(void** state) {
  (void)state;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a", "same", 4);
  mj_addBufferVFS(&vfs, "b", "same", 4);
  mj_addBufferVFS(&vfs, "c", "other", 5);
  mjResource* r[3];
  for (int i = 0; i < 3; i++) {
    const char name[2] = {(char)('a' + i), 0};
    r[i] = mju_openResource("", name, &vfs, NULL, 0);
    assert_non_null(r[i]);
  }
  assert_int_equal(mju_isModifiedResource(r[0], r[1]->timestamp), 0);
  assert_true(mju_isModifiedResource(r[0], r[2]->timestamp) != 0);
  for (int i = 0; i < 3; i++) mju_closeResource(r[i]);
  mj_deleteVFS(&vfs);
}

static void test_disk(void** state) {
  (void)state;
  char name[] = "/tmp/test_resource_XXXXXX", error[200];
  close(mkstemp(name));
  assert_int_equal(mju_writeResource(name, "bytes", 5, NULL, error, sizeof error), 5);
  mjResource* r = mju_openResource(NULL, name, NULL, NULL, 0);
  expectText(r, "bytes");
  assert_int_equal(mju_isModifiedResource(r, r->timestamp), 0);
  mju_closeResource(r);
  unlink(name);
  assert_null(mju_openResource(NULL, name, NULL, error, sizeof error));
  assert_int_equal(mju_writeResource(NULL, "x", 1, NULL, error, sizeof error), -1);
  assert_int_equal(mju_writeResource("/absent/x", "x", 1, NULL, error, sizeof error), -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_register), cmocka_unit_test(test_registered),
      cmocka_unit_test(test_loading),  cmocka_unit_test(test_mounts),
      cmocka_unit_test(test_stamps),   cmocka_unit_test(test_disk),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
