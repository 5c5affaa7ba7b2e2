// base/text, base/path, base/file.
#include "support.h"

#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/text.h"

static void test_append(void** state) {
  (void)state;
  text_Text t = {0};
  assert_string_equal(text_get(&t), "");
  text_add(&t, "ab");
  text_format(&t, "%d-%s", 42, "x");
  text_num(&t, 0.5, 17);
  text_fill(&t, '.', 3);
  text_bytes(&t, "yz!", 2);
  assert_string_equal(text_get(&t), "ab42-x0.5...yz");
  assert_int_equal(t.size, strlen(t.data));
  text_free(&t);
  for (int i = 0; i < 5000; i++) text_format(&t, "%d,", i);
  assert_int_equal(t.size, strlen(t.data));
  text_free(&t);
}

#define E_ACUTE "\xc3\xa9"
#define EURO "\xe2\x82\xac"
#define FACE "\xf0\x9f\x98\x80"

// texts are cut between characters, by buffers and by precisions; other bytes stay
static void test_utf8(void** state) {
  (void)state;
  static const char text[] = "a" E_ACUTE "b" EURO "c" FACE "d";
  static const int ends[] = {0, 1, 1, 3, 4, 4, 4, 7, 8, 8, 8, 8, 12, 13};
  for (int n = 0; n < 14; n++) {
    char buf[20], want[20];
    snprintf(want, sizeof want, "%.*s", ends[n], text);
    assert_int_equal(text_print(buf, (size_t)n + 1, "%s", text), ends[n]);
    assert_string_equal(buf, want);
    text_copy(buf, text, (size_t)n + 1);
    assert_string_equal(buf, want);
    assert_int_equal(text_print(buf, sizeof buf, "<%.*s>", n, text), ends[n] + 2);
    text_Text t = {0};
    text_format(&t, "%%.5s%-2d%.*s", 7, n, text);
    assert_int_equal(t.size, 6 + ends[n]);
    assert_string_equal(t.data + 6, want);
    text_free(&t);
  }
  char buf[20];
  text_print(buf, sizeof buf, "%s-%d", "\xe9t\xe9", 5);  // Latin-1
  assert_string_equal(buf, "\xe9t\xe9-5");
}

static void test_failure(void** state) {
  (void)state;
  for (long at = 1; at <= 2; at++) {
    heap_watch(at);
    text_Text t = {0};
    text_add(&t, "first");
    text_fill(&t, '-', 1000);
    text_add(&t, "more");
    assert_true(t.failed);
    text_free(&t);
    assert_int_equal(heap_live, 0);
    heap_unwatch();
  }
}

static void test_compare(void** state) {
  (void)state;
  char buf[4];
  text_copy(buf, "abcdef", sizeof buf);
  assert_string_equal(buf, "abc");
  assert_true(text_equalNoCase("MeSH.Stl", "mesh.STL"));
  assert_false(text_equalNoCase("a", "ab"));
  assert_false(text_equalNoCase("ab", "a"));
}

static void expectPath(void (*fn)(text_Text*, const char*), const char* in, const char* want) {
  text_Text t = {0};
  fn(&t, in);
  assert_string_equal(text_get(&t), want);
  text_free(&t);
}

static void test_paths(void** state) {
  (void)state;
  static const char* const reduce[][2] = {{"a/./b//c", "a/b/c"},
                                          {"a/b/../c", "a/c"},
                                          {"../a", "../a"},
                                          {"a/../..", ".."},
                                          {"a/..", "."},
                                          {"", "."},
                                          {"/a/../../b", "/b"},
                                          {"a\\b\\..\\c", "a/c"},
                                          {"../../x/../y", "../../y"},
                                          {"c:/x/../y", "c:/y"},
                                          {"/", "/"},
                                          {"..a/b..", "..a/b.."}};
  for (size_t i = 0; i < sizeof reduce / sizeof *reduce; i++) {
    expectPath(path_reduce, reduce[i][0], reduce[i][1]);
  }
  assert_true(path_isAbsolute("/x") && path_isAbsolute("C:\\x") && !path_isAbsolute("x/y"));
  assert_string_equal(path_base("a/b.xml"), "b.xml");
  assert_string_equal(path_extension("a.b/c.tar.xml"), ".xml");
  assert_string_equal(path_extension("a.b/c"), "");
  assert_string_equal(path_extension("a/.hidden"), "");
  assert_int_equal(path_dirLength("a/b/c"), 4);
  text_Text t = {0};
  path_join(&t, "dir", "f");
  path_join(&t, "", "g");
  path_join(&t, "dir/", "/abs");
  path_join(&t, "e/", "h");
  assert_string_equal(text_get(&t), "dir/fg/abse/h");
  text_free(&t);
}

static void test_files(void** state) {
  (void)state;
  char name[] = "/tmp/sinew_test_XXXXXX";
  int fd = mkstemp(name);
  assert_true(fd >= 0);
  close(fd);
  size_t n = 300000, size;
  char *data = malloc(n), *back;
  for (size_t i = 0; i < n; i++) data[i] = (char)(i * 7);
  assert_true(file_write(name, data, n));
  assert_int_equal(file_read(name, n, &back, &size), FILE_OK);
  assert_int_equal(size, n);
  assert_memory_equal(back, data, n);
  assert_int_equal(back[n], 0);
  mem_free(back);
  assert_int_equal(file_read(name, n - 1, &back, &size), FILE_TOO_LARGE);
  heap_watch(1);
  assert_int_equal(file_read(name, n, &back, &size), FILE_NO_MEMORY);
  assert_int_equal(heap_live, 0);
  heap_unwatch();
  remove(name);
  assert_int_equal(file_read(name, n, &back, &size), FILE_MISSING);
  assert_int_equal(file_read("/tmp", n, &back, &size), FILE_UNREADABLE);
  assert_false(file_write("/nonexistent/folder/file", data, n));
  free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_append),  cmocka_unit_test(test_utf8),
                                     cmocka_unit_test(test_failure), cmocka_unit_test(test_compare),
                                     cmocka_unit_test(test_paths),   cmocka_unit_test(test_files)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
