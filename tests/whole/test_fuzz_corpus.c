// The kept inputs of the fuzz targets (fuzz/corpus) through the same entry functions: none may
// crash, and none may leak. Every build runs them, so the sanitizers of the asan preset watch too.
#include "support.h"

#include <dirent.h>
#include <sys/stat.h>

#include "../fuzz/fuzz.h"
#include "base/file.h"
#include "base/mem.h"

typedef int Entry(const uint8_t* data, size_t size);
// what is done with one file; the name is for messages
typedef void Run(const char* name, Entry* entry, const void* data, size_t size);

enum { MAX_FILES = 2000, MAX_PATH = 1200 };

static int byName(const void* a, const void* b) {
  return strcmp(*(char* const*)a, *(char* const*)b);
}

// names of the files in a folder in order; they are the caller's
static int list(const char* folder, char* names[MAX_FILES]) {
  DIR* const dir = opendir(folder);
  assert_non_null(dir);
  int n = 0;
  for (struct dirent* entry; (entry = readdir(dir));) {
    if (entry->d_name[0] == '.') continue;
    assert_true(n < MAX_FILES);
    names[n] = malloc(strlen(entry->d_name) + 1);
    assert_non_null(names[n]);
    strcpy(names[n++], entry->d_name);
  }
  closedir(dir);
  qsort(names, (size_t)n, sizeof *names, byName);
  return n;
}

static void runInput(const char* name, Entry* entry, const void* data, size_t size) {
  heap_watch(0);
  const int result = entry(data, size);
  const long left = heap_live;
  heap_unwatch();
  if (result || left) print_message("%s: %d, %ld blocks left\n", name, result, left);
  assert_int_equal(result, 0);
  assert_int_equal(left, 0);
}

static void runFolder(const char* target, Entry* entry, int least, Run* run) {
  static char* names[MAX_FILES];
  char folder[MAX_PATH], path[MAX_PATH + 300];
  snprintf(folder, sizeof folder, "%s/../fuzz/corpus/%s", TEST_DIR, target);
  const int n = list(folder, names);
  assert_true(n >= least);
  for (int i = 0; i < n; i++) {
    char* data;
    size_t size;
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    assert_int_equal(file_read(path, (size_t)1 << 20, &data, &size), FILE_OK);
    run(names[i], entry, data, size);
    mem_free(data);
    free(names[i]);
  }
}

// mutants of a model: the same seed makes the same one
static void runMutants(const char* name, Entry* entry, const void* data, size_t size) {
  enum { MOST = 1 << 14, NMUTANT = 4 };
  static uint8_t one[MOST], two[MOST];
  if (size > MOST) return;
  for (unsigned seed = 0; seed < NMUTANT; seed++) {
    memcpy(one, data, size);
    memcpy(two, data, size);
    const size_t n = fuzz_mutateMjcf(one, size, MOST, seed);
    assert_int_equal(fuzz_mutateMjcf(two, size, MOST, seed), n);
    assert_memory_equal(one, two, n);
    runInput(name, entry, one, n);
  }
}

static void mjcf(void** state) { (void)state, runFolder("mjcf", fuzz_mjcf, 50, runInput); }
static void mutants(void** state) {
  (void)state;
  const fuzz_Counts before = fuzz_counts;
  runFolder("mjcf", fuzz_model, 50, runMutants);
  // mutants that nothing but the loader sees would be a waste
  const long texts = fuzz_counts.texts - before.texts, models = fuzz_counts.models - before.models;
  print_message("%ld of %ld mutants load\n", models, texts);
  assert_true(texts >= 200 && 5 * models > texts);
}
static void urdf(void** state) { (void)state, runFolder("urdf", fuzz_urdf, 10, runInput); }
static void flex(void** state) { (void)state, runFolder("flex", fuzz_flex, 10, runInput); }
static void mesh(void** state) { (void)state, runFolder("mesh", fuzz_mesh, 20, runInput); }
static void png(void** state) { (void)state, runFolder("png", fuzz_png, 18, runInput); }
static void binary(void** state) { (void)state, runFolder("binary", fuzz_binary, 80, runInput); }
static void zip(void** state) { (void)state, runFolder("zip", fuzz_zip, 20, runInput); }
static void calls(void** state) { (void)state, runFolder("calls", fuzz_calls, 28, runInput); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mjcf),   cmocka_unit_test(mutants), cmocka_unit_test(urdf),
      cmocka_unit_test(flex),   cmocka_unit_test(mesh),    cmocka_unit_test(png),
      cmocka_unit_test(binary), cmocka_unit_test(zip),     cmocka_unit_test(calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
