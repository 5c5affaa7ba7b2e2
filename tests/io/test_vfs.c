// io/vfs and the functions of the API for virtual files: names, lookup, return codes (those of
// adding buffers and the effects of deleting were tried with the reference), failing allocations.
#include "support.h"

#include <unistd.h>

#include "base/file.h"
#include "io/vfs.h"

static void add(mjVFS* vfs, const char* name, const char* text) {
  assert_int_equal(mj_addBufferVFS(vfs, name, text, (int)strlen(text)), 0);
}

// what a path opens must be this text; NULL: nothing
static void expect(const mjVFS* vfs, const char* path, const char* want) {
  vfs_Blob blob;
  file_Status status = vfs_open(vfs, path, &(file_Rules){.limit = 1000}, &blob);
  if (!want) {
    assert_int_equal(status, FILE_MISSING);
    return;
  }
  assert_int_equal(status, FILE_OK);
  assert_string_equal(blob.data, want);
  assert_int_equal(blob.size, strlen(want));
  vfs_close(&blob);
}

static void test_names(void** state) {
  (void)state;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  add(&vfs, "a.xml", "A");
  assert_int_equal(mj_addBufferVFS(&vfs, "a.xml", "x", 1), 2);
  assert_int_equal(mj_addBufferVFS(&vfs, "./a.xml", "x", 1), 2);
  assert_int_equal(mj_addBufferVFS(&vfs, "dir/../a.xml", "x", 1), 2);
  add(&vfs, "A.XML", "upper");
  add(&vfs, "dir/a.xml", "dir");
  add(&vfs, "empty", "");
  assert_int_equal(mj_addBufferVFS(&vfs, "negative", "x", -1), -1);
  assert_int_equal(mj_addBufferVFS(&vfs, "null", NULL, 1), -1);
  assert_int_equal(mj_addBufferVFS(&vfs, NULL, "x", 1), -1);
  assert_int_equal(mj_addBufferVFS(&vfs, "", "x", 1), -1);
  assert_int_equal(mj_addBufferVFS(NULL, "a", "x", 1), -1);
  assert_int_equal(mj_containsBufferVFS(&vfs, "a.xml"), 1);
  assert_int_equal(mj_containsBufferVFS(&vfs, "x/../dir//a.xml"), 1);
  assert_int_equal(mj_containsBufferVFS(&vfs, "a.XML"), 0);
  assert_int_equal(mj_containsBufferVFS(&vfs, "other/a.xml"), 0);
  assert_int_equal(mj_containsBufferVFS(NULL, "a.xml"), 0);
  assert_int_equal(mj_containsBufferVFS(&vfs, NULL), 0);
  mj_deleteVFS(&vfs);
  assert_int_equal(mj_containsBufferVFS(&vfs, "a.xml"), 0);
  mj_deleteVFS(&vfs);
  mj_deleteVFS(NULL);
}

static void test_lookup(void** state) {
  (void)state;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  expect(&vfs, "a.xml", NULL);
  expect(NULL, "a.xml", NULL);
  add(&vfs, "a.xml", "A");
  add(&vfs, "A.XML", "upper");
  add(&vfs, "dir/a.xml", "dir");
  add(&vfs, "sub\\b.xml", "b");
  add(&vfs, "/abs/c.xml", "c");
  // the whole name first
  expect(&vfs, "a.xml", "A");
  expect(&vfs, "A.XML", "upper");
  expect(&vfs, "dir/a.xml", "dir");
  expect(&vfs, "dir/../a.xml", "A");
  expect(&vfs, "sub/b.xml", "b");
  expect(&vfs, "/abs/c.xml", "c");
  // an entry answers for paths below it
  expect(&vfs, "a.xml/sub.xml", "A");
  // then the base name, the newest first
  expect(&vfs, "other/a.xml", "dir");
  expect(&vfs, "/other/A.xMl", "dir");
  expect(&vfs, "abs/C.XML", "c");
  expect(&vfs, "other/d.xml", NULL);
  expect(&vfs, "xa.xml", NULL);
  vfs_Blob blob;
  assert_int_equal(vfs_open(&vfs, "dir/a.xml", &(file_Rules){.limit = 2}, &blob), FILE_TOO_LARGE);
  mj_deleteVFS(&vfs);
}

static void test_delete(void** state) {
  (void)state;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  add(&vfs, "a.xml", "A");
  add(&vfs, "y/b.xml", "yb");
  add(&vfs, "Q.xml", "Q");
  assert_int_equal(mj_deleteFileVFS(&vfs, "missing"), -1);
  assert_int_equal(mj_deleteFileVFS(&vfs, "q/b.xml"),
                   -1);  // only whole names and a name without folder
  assert_int_equal(mj_deleteFileVFS(&vfs, "q.xml"), -1);
  assert_int_equal(mj_deleteFileVFS(&vfs, "DIR/A.xml"), 0);
  assert_int_equal(mj_containsBufferVFS(&vfs, "a.xml"), 0);
  assert_int_equal(mj_deleteFileVFS(&vfs, "a.xml"), -1);
  assert_int_equal(mj_deleteFileVFS(&vfs, "./y/b.xml"), 0);  // from the middle of the list
  expect(&vfs, "Q.xml", "Q");
  assert_int_equal(mj_deleteFileVFS(&vfs, "Q.xml"), 0);
  assert_int_equal(mj_deleteFileVFS(&vfs, "Q.xml"), -1);
  assert_int_equal(mj_deleteFileVFS(&vfs, NULL), -1);
  assert_int_equal(mj_deleteFileVFS(NULL, "a.xml"), -1);
  mj_deleteVFS(&vfs);
}

// a file on disk in a folder of its own
static void makeFile(char dir[], char path[], size_t n) {
  assert_non_null(mkdtemp(dir));
  snprintf(path, n, "%s/Model.XML", dir);
  assert_true(file_write(path, "disk", 4));
}

static void test_files(void** state) {
  (void)state;
  char dir[] = "/tmp/sinew_vfs_XXXXXX", path[60];
  makeFile(dir, path, sizeof path);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_containsFileVFS(&vfs, dir, "Model.XML"), 0);
  expect(&vfs, path, "disk");
  assert_int_equal(mj_addFileVFS(&vfs, dir, "missing.xml"), -1);
  assert_int_equal(mj_addFileVFS(&vfs, dir, NULL), -1);
  assert_int_equal(mj_addFileVFS(&vfs, dir, ""), -1);
  assert_int_equal(mj_addFileVFS(NULL, dir, "Model.XML"), -1);
  assert_int_equal(mj_addFileVFS(&vfs, dir, "Model.XML"), 0);
  assert_int_equal(mj_addFileVFS(&vfs, dir, "Model.XML"), 2);
  assert_int_equal(mj_addFileVFS(&vfs, NULL, path), 2);
  assert_int_equal(mj_containsFileVFS(&vfs, "elsewhere", "MODEL.xml"), 1);
  assert_int_equal(mj_containsBufferVFS(&vfs, "model.xml"), 1);
  assert_int_equal(mj_containsBufferVFS(&vfs, "Model.XML"), 0);
  unlink(path);
  expect(&vfs, path, "disk");  // the copy stays
  assert_int_equal(mj_deleteFileVFS(&vfs, "Model.XML"), 0);
  expect(&vfs, path, NULL);
  // an entry hides a file of the same base name
  assert_true(file_write(path, "disk", 4));
  add(&vfs, "x/model.xml", "memory");
  expect(&vfs, path, "memory");
  mj_deleteVFS(&vfs);
  unlink(path);
  rmdir(dir);
}

// -1 and no leak, whatever allocation fails
static void test_failures(void** state) {
  (void)state;
  char dir[] = "/tmp/sinew_vfs_XXXXXX", path[60];
  makeFile(dir, path, sizeof path);
  long last = 0;
  for (long at = 1;; at++) {
    mjVFS vfs;
    vfs_Blob blob;
    heap_watch(at);
    mj_defaultVFS(&vfs);
    int buffer = mj_addBufferVFS(&vfs, "a/b", "text", 4),
        file = mj_addFileVFS(&vfs, dir, "Model.XML");
    file_Status status = vfs_open(&vfs, "a/b", &(file_Rules){.limit = 1000}, &blob);
    if (status == FILE_OK) vfs_close(&blob);
    bool reached = heap_calls >= at;
    // one of the calls failed, and said so
    assert_true(reached == (buffer != 0 || file != 0 || status != FILE_OK));
    assert_true(buffer == 0 || buffer == -1);
    assert_true(file == 0 || file == -1);
    mj_deleteVFS(&vfs);
    assert_int_equal(heap_live, 0);
    heap_unwatch();
    last = at;
    if (!reached) break;
  }
  assert_true(last > 8);
  unlink(path);
  rmdir(dir);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_lookup),
                                     cmocka_unit_test(test_delete), cmocka_unit_test(test_files),
                                     cmocka_unit_test(test_failures)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
