// Pictures of hostile models and scenes (fuzz/fuzz_draw.c): mutants of the kept models, each with a
// dozen calls of drawing on scenes, figures, texts and contexts that were overwritten. None may
// crash, and none may leak; sanitizers watch in the asan preset. 150 models are drawn, with
// SINEW_LONG=1 in the environment 2000.
#include "support.h"

#include <dirent.h>

#include "../fuzz/fuzz.h"
#include "base/file.h"
#include "base/mem.h"

enum { MOST_FILES = 500, MOST_TEXT = 1 << 14, FEW = 150, MANY = 2000 };

static struct {
  char* text[MOST_FILES];
  size_t size[MOST_FILES];
  int n;
} base;

static int byName(const void* a, const void* b) {
  return strcmp(*(char* const*)a, *(char* const*)b);
}

static void readModels(void) {
  static char folder[1000], *names[MOST_FILES];
  char path[1300];
  int n = 0;
  snprintf(folder, sizeof folder, "%s/../fuzz/corpus/mjcf", TEST_DIR);
  DIR* dir = opendir(folder);
  assert_non_null(dir);
  for (struct dirent* e; (e = readdir(dir)) && n < MOST_FILES;) {
    if (e->d_name[0] != '.') names[n++] = strdup(e->d_name);
  }
  closedir(dir);
  qsort(names, (size_t)n, sizeof *names, byName);
  for (int i = 0; i < n; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    char** text = &base.text[base.n];
    assert_int_equal(file_read(path, (size_t)1 << 20, text, &base.size[base.n]), FILE_OK);
    if (base.size[base.n] <= MOST_TEXT) {
      base.n++;
    } else {
      mem_free(*text);
    }
    free(names[i]);
  }
  assert_true(base.n >= 50);
}

static void test_hostile(void** state) {
  (void)state;
  static uint8_t text[MOST_TEXT];
  const long want = getenv("SINEW_LONG") ? MANY : FEW;
  readModels();
  for (unsigned i = 0; fuzz_counts.models < want; i++) {
    assert_true(i < 40 * want);
    const int which = (int)(i % (unsigned)base.n);
    memcpy(text, base.text[which], base.size[which]);
    size_t n = base.size[which];
    for (unsigned k = 0; k <= i / (unsigned)base.n % 3; k++)
      n = fuzz_mutateMjcf(text, n, MOST_TEXT, i + 1000 * k);
    heap_watch(0);
    fuzz_draw(text, n);
    const long left = heap_live;
    heap_unwatch();
    if (left) print_message("mutant %u: %ld blocks left\n", i, left);
    assert_int_equal(left, 0);
  }
  print_message("%ld models of %ld texts, %ld calls\n", fuzz_counts.models, fuzz_counts.texts,
                fuzz_counts.calls);
  for (int i = 0; i < base.n; i++) mem_free(base.text[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_hostile)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
