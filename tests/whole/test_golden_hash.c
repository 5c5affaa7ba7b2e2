// The bits of whole simulations: a hash over every state of the runs of tests/golden/hash.txt,
// which was taken before the engine was rebuilt and stays as it is. Runs whose model is in
// ../shared are left out, and the test says so, where that folder is not beside the project; a
// build that is slow, and SINEW_QUICK=1, take every third run and its first steps.
//   test_golden_hash              the test
//   test_golden_hash print        hash.txt as this build would write it
//   test_golden_hash pack FOLDER  our own models as .snb and the list of their runs
//   test_golden_hash batch        hashes of batches of our own models, for tools/builds.sh
#include "state_hash.h"
#include "support.h"

#define ROOT TEST_DIR "/.."
#define LIST TEST_DIR "/golden/hash.txt"
#define SHARED "../shared/"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
enum { IS_SLOW = 1 };
#else
enum { IS_SLOW = 0 };
#endif
enum { ALL_STEPS = 1 << 30 };

static bool is_shared(const hash_Run* run) { return !strncmp(run->model, SHARED, strlen(SHARED)); }

static bool is_there(const char* path) {
  FILE* file = fopen(path, "r");
  if (file) fclose(file);
  return file;
}

static mjModel* load(const hash_Run* run) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/%s", ROOT, run->model);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fprintf(stderr, "%s: %s\n", run->model, error);
  return m;
}

// warnings of scenes that diverge on purpose are no news
static void be_quiet(const mjLogMessage* msg) { (void)msg; }

static bool simulate(hash_Run* run, int most) {
  mjModel* m = load(run);
  if (!m) return false;
  mju_setLogHandler(be_quiet);
  const bool ok = hash_simulate(m, run, most);
  mju_setLogHandler(NULL);
  mj_deleteModel(m);
  return ok;
}

// ---- the test

typedef struct {
  int own, shared, absent, differ;
} Count;

static void compare(const hash_Run* golden, int most, Count* count) {
  hash_Run run = *golden;
  const bool ok = simulate(&run, most) && run.early == golden->early &&
                  (most < run.steps || run.all == golden->all);
  if (!ok) {
    print_error("differs (the golden line, then this build's):\n");
    hash_write(stderr, golden);
    hash_write(stderr, &run);
  }
  count->differ += !ok;
  count->own += !is_shared(golden);
  count->shared += is_shared(golden);
}

static void test_states(void** state) {
  (void)state;
  const bool quick = IS_SLOW || getenv("SINEW_QUICK");
  const int stride = quick ? 3 : 1, most = quick ? HASH_EARLY : ALL_STEPS;
  const bool shared = is_there(ROOT "/" SHARED "README.md");
  Count count = {0};
  FILE* list = fopen(LIST, "r");
  assert_non_null(list);
  char line[600];
  for (int n = 0; fgets(line, sizeof line, list);) {
    hash_Run run;
    if (!hash_read(line, &run)) continue;
    if (is_shared(&run) && !shared) {
      count.absent++;
    } else if (n++ % stride == 0) {
      compare(&run, most, &count);
    }
  }
  fclose(list);
  print_message("runs: %d of our own models, %d of shared ones\n", count.own, count.shared);
  if (!shared) print_message("../shared is not here: %d runs left out\n", count.absent);
  assert_true(count.own >= 20 / stride);
  assert_int_equal(count.differ, 0);
}

// a world has these bits in a batch of any width too, whatever its neighbours do
static void test_batches(void** state) {
  (void)state;
  enum { STRIDE = 2 };
  const int stride = IS_SLOW || getenv("SINEW_QUICK") ? 3 * STRIDE : STRIDE;
  int n = 0, inLanes[9] = {0};
  FILE* list = fopen(LIST, "r");
  assert_non_null(list);
  mju_setLogHandler(be_quiet);
  for (char line[600]; fgets(line, sizeof line, list);) {
    hash_Run golden;
    if (!hash_read(line, &golden) || is_shared(&golden) || n++ % stride) continue;
    mjModel* m = load(&golden);
    assert_non_null(m);
    for (int nlane = 1; nlane <= 8; nlane *= 2) {
      hash_Run run = golden;
      const int lanes = hash_simulateLanes(m, &run, HASH_EARLY, nlane);
      assert_true(lanes >= 1 && lanes <= nlane);
      inLanes[lanes]++;
      if (run.early == golden.early) continue;
      fail_msg("%s %s differs in a batch of %d lanes", golden.model, golden.settings, lanes);
    }
    mj_deleteModel(m);
  }
  mju_setLogHandler(NULL);
  fclose(list);
  print_message("batches in 2, 4 and 8 lanes: %d, %d, %d\n", inLanes[2], inLanes[4], inLanes[8]);
  assert_true(inLanes[2] > 0);
}

// ---- the list

static int print(void) {
  FILE* list = fopen(LIST, "r");
  if (!list) return 1;
  char line[600];
  int bad = 0;
  while (fgets(line, sizeof line, list)) {
    hash_Run run;
    if (!hash_read(line, &run)) {
      fputs(line, stdout);
    } else if (simulate(&run, ALL_STEPS)) {
      hash_write(stdout, &run);
      fflush(stdout);
    } else {
      bad = 1;
    }
  }
  fclose(list);
  return bad;
}

static int pack(const char* folder) {
  char path[1000], line[600];
  snprintf(path, sizeof path, "%s/list.txt", folder);
  FILE *list = fopen(LIST, "r"), *packed = fopen(path, "w");
  int bad = !list || !packed;
  for (int n = 0; !bad && fgets(line, sizeof line, list);) {
    hash_Run run;
    if (!hash_read(line, &run) || is_shared(&run)) continue;
    mjModel* m = load(&run);
    if (!m) {
      bad = 1;
      break;
    }
    snprintf(run.model, sizeof run.model, "%d.snb", n++);
    snprintf(path, sizeof path, "%s/%s", folder, run.model);
    mj_saveModel(m, path, NULL, 0);
    mj_deleteModel(m);
    hash_write(packed, &run);
  }
  if (list) fclose(list);
  if (packed) fclose(packed);
  return bad;
}

// ---- batches

enum { WORLDS = 10, CALLS = 20, CALL_STEPS = 50 };  // worlds: whole groups of lanes and a rest

static uint64_t hash_array(uint64_t h, sn_Batch* b, const char* name) {
  mjtSize n;
  const unsigned char* at = sn_batchArray(b, name, &n);
  const size_t size = sizeof(mjtNum) * (size_t)n * WORLDS;
  for (size_t i = 0; at && i < size; i++) h = (h ^ at[i]) * 0x100000001B3u;
  return h;
}

static bool run_batch(const mjModel* m, uint64_t* h) {
  const sn_BatchOptions options = {.nthread = 1};
  const sn_BatchReset reset = {.key = m->nkey ? 0 : -1, .qvel_noise = 0.1, .seed = 1};
  sn_Batch* b = sn_makeBatch(m, WORLDS, &options);
  bool ok = b && sn_resetBatch(b, NULL, &reset) >= 0;
  *h = 0xCBF29CE484222325u;
  for (int i = 0; ok && i < CALLS; i++) {
    ok = sn_stepBatch(b, CALL_STEPS, NULL) >= 0;
    *h = hash_array(hash_array(*h, b, "qpos"), b, "qvel");
  }
  sn_deleteBatch(b);
  return ok;
}

// the machine chooses the lanes, so that machines can be compared
static int print_batches(void) {
  FILE* list = fopen(LIST, "r");
  char line[600];
  bool ok = list != NULL;
  mju_setLogHandler(be_quiet);
  while (ok && fgets(line, sizeof line, list)) {
    hash_Run run;
    if (!hash_read(line, &run) || is_shared(&run) || strcmp(run.settings, "-")) continue;
    uint64_t h;
    mjModel* m = load(&run);
    ok = m && run_batch(m, &h);
    if (ok) printf("%s %016" PRIx64 "\n", run.model, h);
    mj_deleteModel(m);
  }
  if (list) fclose(list);
  return !ok;
}

int main(int argc, char** argv) {
  if (argc == 2 && !strcmp(argv[1], "print")) return print();
  if (argc == 2 && !strcmp(argv[1], "batch")) return print_batches();
  if (argc == 3 && !strcmp(argv[1], "pack")) return pack(argv[2]);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_states), cmocka_unit_test(test_batches)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
