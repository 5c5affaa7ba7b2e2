// base/file: files that are replaced as a whole.
#include "support.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"

static char folder[64];

static const char* at(const char* name) {
  static char path[4][200];
  static int k;
  k = (k + 1) % 4;
  snprintf(path[k], sizeof path[k], "%s/%s", folder, name);
  return path[k];
}

static int enter(void** state) {
  (void)state;
  strcpy(folder, "/tmp/sinew_file_XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

// nothing but what the tests have made is left
static int leave(void** state) {
  (void)state;
  static const char* const name[] = {"a", "link", "dangling", "made", "pipe", "loop"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) unlink(at(name[i]));
  return rmdir(folder);
}

static void assert_holds(const char* name, const char* text) {
  char* data;
  size_t size;
  assert_int_equal(file_read(at(name), 1000, &data, &size), FILE_OK);
  assert_string_equal(data, text);
  mem_free(data);
}

static void test_replace(void** state) {
  (void)state;
  file_Writer w;
  assert_true(file_write(at("a"), "old", 3));
  chmod(at("a"), 0600);
  assert_int_equal(file_begin(&w, at("a")), 0);
  assert_true(w.part[0] && w.replaces);
  fputs("new text", w.stream);
  fflush(w.stream);
  assert_holds("a", "old");
  assert_int_equal(file_commit(&w), 0);
  assert_holds("a", "new text");
  struct stat info;
  assert_int_equal(stat(at("a"), &info), 0);
  assert_int_equal(info.st_mode & 0777, 0600);
  file_abandon(&w);  // nothing to do
  assert_holds("a", "new text");
}

static void test_abandon(void** state) {
  (void)state;
  file_Writer w, other;
  assert_true(file_write(at("a"), "old", 3));
  assert_int_equal(file_begin(&w, at("a")), 0);
  assert_int_equal(file_begin(&other, at("a")), 0);  // two at once have names of their own
  assert_string_not_equal(w.part, other.part);
  fputs("never", w.stream);
  file_abandon(&w);
  file_abandon(&other);
  assert_holds("a", "old");
  assert_int_equal(file_begin(&w, at("made")), 0);
  assert_false(w.replaces);
  file_abandon(&w);
  assert_int_equal(access(at("made"), F_OK), -1);
}

static void test_fullDisk(void** state) {
  (void)state;
  const struct rlimit small = {4096, RLIM_INFINITY};
  struct rlimit before;
  static char big[100000];
  assert_true(file_write(at("a"), "old", 3));
  getrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const bool ok = file_write(at("a"), big, sizeof big), fresh = file_write(at("made"), big, 5000);
  const int error = errno;
  setrlimit(RLIMIT_FSIZE, &before);
  assert_false(ok || fresh);
  assert_int_equal(error, EFBIG);
  assert_holds("a", "old");
  assert_int_equal(access(at("made"), F_OK), -1);
}

static void test_links(void** state) {
  (void)state;
  char target[FILE_PATH_SIZE];
  bool plain;
  assert_true(file_write(at("a"), "old", 3));
  assert_int_equal(symlink("a", at("link")), 0);
  assert_int_equal(symlink(at("made"), at("dangling")), 0);
  assert_int_equal(symlink("loop", at("loop")), 0);
  assert_true(file_write(at("link"), "through", 7));
  assert_true(file_write(at("dangling"), "made", 4));
  assert_holds("a", "through");
  assert_holds("made", "made");
  struct stat info;
  assert_true(!lstat(at("link"), &info) && S_ISLNK(info.st_mode));
  assert_int_equal(file_target(at("loop"), target, &plain), ELOOP);
  assert_int_equal(file_target(at("link"), target, &plain), 0);
  assert_true(plain);
  assert_string_equal(target, at("a"));
}

static void test_notPlain(void** state) {
  (void)state;
  file_Writer w;
  assert_int_equal(mkfifo(at("pipe"), 0600), 0);
  static const char* const path[] = {"/dev/null", "/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"};
  char target[FILE_PATH_SIZE];
  bool plain = true;
  assert_int_equal(file_target(at("pipe"), target, &plain), 0);
  assert_false(plain);
  for (int i = 0; i < 4; i++) {
    plain = true;
    assert_int_equal(file_target(path[i], target, &plain), 0);
    assert_false(plain);
  }
  assert_int_equal(file_begin(&w, "/dev/null"), 0);
  assert_true(!w.part[0] && fputs("gone", w.stream) >= 0);
  assert_int_equal(file_commit(&w), 0);
  assert_false(file_write("/dev/full", "text", 4));
  assert_int_equal(errno, ENOSPC);
}

static void test_wrongPaths(void** state) {
  (void)state;
  file_Writer w;
  static char longName[FILE_PATH_SIZE + 10];
  memset(longName, 'x', sizeof longName - 1);
  assert_int_equal(file_begin(&w, ""), ENOENT);
  assert_int_equal(file_begin(&w, folder), EISDIR);
  assert_int_equal(file_begin(&w, at("none/")), EISDIR);
  assert_int_equal(file_begin(&w, at("none/a")), ENOENT);
  assert_int_equal(file_begin(&w, longName), ENAMETOOLONG);
  char most[300];  // names of files may be so long: that of the part is shorter
  snprintf(most, sizeof most, "%s/", folder);
  memset(most + strlen(most), 'y', 255);
  most[strlen(folder) + 1 + 255] = 0;
  assert_true(file_write(most, "text", 4));
  unlink(most);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)
  const struct CMUnitTest tests[] = {TEST(test_replace),  TEST(test_abandon),
                                     TEST(test_fullDisk), TEST(test_links),
                                     TEST(test_notPlain), TEST(test_wrongPaths)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
