// Memory of batches: a world takes at most 1.2 times the bytes of its state, inputs, results and
// warnings, before and after steps; 100,000 half_cheetahs (10,000 unless SINEW_LONG is set, in as
// small a part of it) fit in 4 GB.
#include "support.h"

#include <dirent.h>
#include <sys/resource.h>

enum { WORLDS = 200, MANY = 100000, FEW = 10000, STEPS = 3, PATH = 500 };
static const double MOST_RATIO = 1.2, MOST_BYTES = 4e9;

static const char* const results[] = {"sensordata", "qacc", "xpos", "actuator_force"};
enum { NRESULT = sizeof results / sizeof *results };

// ---- bytes that are allocated

enum { HEAD = 64 };  // in front of a block, for its size
static size_t live;

static void* allocate(size_t bytes) {
  char* block = aligned_alloc(HEAD, HEAD + (bytes + HEAD - 1) / HEAD * HEAD);
  if (!block) return NULL;
  memcpy(block, &bytes, sizeof bytes);
  live += bytes;
  return block + HEAD;
}

static void release(void* ptr) {
  size_t bytes;
  if (!ptr) return;
  memcpy(&bytes, (char*)ptr - HEAD, sizeof bytes);
  live -= bytes;
  free((char*)ptr - HEAD);
}

// ---- batches

static mjModel* load(const char* path) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static sn_Batch* makeStepped(const mjModel* m, int n) {
  sn_Batch* b = sn_makeBatch(m, n, &(sn_BatchOptions){.nthread = 1});
  assert_non_null(b);
  for (int i = 0; i < NRESULT; i++) assert_non_null(sn_batchArray(b, results[i], NULL));
  assert_int_equal(sn_stepBatch(b, STEPS, NULL), STEPS);
  return b;
}

static size_t bytesOf(const mjModel* m, int n) {
  mju_user_malloc = allocate;
  mju_user_free = release;
  const size_t before = live;
  sn_Batch* b = makeStepped(m, n);
  const size_t bytes = live - before;
  sn_deleteBatch(b);
  assert_int_equal(live, before);
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  return bytes;
}

// of a world: state and inputs, results, warnings
static size_t neededBytes(const mjModel* m) {
  size_t bytes = sizeof(int) * mjNWARNING;
  for (int i = 0; i < sn_fieldCount(sn_TYPE_DATA); i++) {
    sn_Field f;
    mjtSize rows, cols;
    sn_field(sn_TYPE_DATA, i, &f);
    bool wanted = f.stage == sn_STAGE_INPUT && strcmp(f.name, "tree_asleep");  // awake as made
    for (int k = 0; k < NRESULT; k++) wanted = wanted || !strcmp(f.name, results[k]);
    sn_fieldAddress(sn_TYPE_DATA, i, m, NULL, &rows, &cols);
    if (wanted) bytes += (size_t)(rows * cols) * f.size;
  }
  return bytes;
}

// what does not grow with the number of worlds belongs to the threads
static void checkModel(const char* path) {
  mjModel* m = load(path);
  if (m->opt.enableflags & mjENBL_SLEEP) {  // has an mjData for each world
    mj_deleteModel(m);
    return;
  }
  catch_begin();
  const double grown = (double)(bytesOf(m, 2 * WORLDS) - bytesOf(m, WORLDS)) / WORLDS;
  catch_end();
  const double needed = (double)neededBytes(m);
  print_message("%-50s %7.0f bytes, %.3f of what is needed\n", strrchr(path, '/') + 1, grown,
                grown / needed);
  if (grown > MOST_RATIO * needed) fail_msg("%s: a world takes too much", path);
  mj_deleteModel(m);
}

static void test_world(void** state) {
  (void)state;
  DIR* dir = opendir(TEST_DIR "/../models");
  assert_non_null(dir);
  int n = 0;
  for (struct dirent* e; (e = readdir(dir));) {
    char path[PATH];
    const char* end = strrchr(e->d_name, '.');
    if (!end || strcmp(end, ".xml")) continue;
    snprintf(path, sizeof path, TEST_DIR "/../models/%s", e->d_name);
    checkModel(path);
    n++;
  }
  closedir(dir);
  assert_true(n > 5);
}

static void test_many(void** state) {
  (void)state;
  const char* path = TEST_DIR "/../../shared/models/gym/half_cheetah.xml";
  FILE* file = fopen(path, "r");
  if (!file) path = TEST_DIR "/../models/hopper.xml";
  if (file) fclose(file);
  const int n = getenv("SINEW_LONG") ? MANY : FEW;
  mjModel* m = load(path);
  sn_Batch* b = makeStepped(m, n);
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  print_message("%d worlds of %s: at most %.1f MB resident\n", n, path,
                (double)use.ru_maxrss / 1e3);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  assert_true(1024.0 * (double)use.ru_maxrss < MOST_BYTES * n / MANY);
#endif
  sn_deleteBatch(b);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_world), cmocka_unit_test(test_many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
