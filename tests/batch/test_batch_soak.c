// Batches in long use: worlds of all models are made, stepped with random controls, reset, poisoned
// and deleted, round after round; in a round each model has 300 calls, or a second. No state may be
// left that is not finite, a number that went bad must be told and stay in its world, and what is
// allocated must come to nothing.
//   SINEW_SOAK=1e9   world steps; 3e5 otherwise, 1e9 if SINEW_LONG is set
#include "support.h"

#include <dirent.h>
#include <math.h>
#include <sys/resource.h>
#include <time.h>

enum { WORLDS = 256, STEPS = 10, MOST_FILES = 64, PATH = 512, LONG_CALLS = 300, SHORT_CALLS = 2 };
static const double SECONDS = 1;  // of a model in a round, if there are more than two calls

static double wantedSteps(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return 2e4;
#else
  const char* asked = getenv("SINEW_SOAK");
  if (asked) return strtod(asked, NULL);
  return getenv("SINEW_LONG") ? 1e9 : 3e5;
#endif
}

// ---- models: ours, and those that stand beside the repository

static char files[MOST_FILES][PATH];
static int nfile;

static void addFolder(const char* folder) {
  char path[PATH];
  snprintf(path, sizeof path, "%s/%s", TEST_DIR, folder);
  DIR* dir = opendir(path);
  if (!dir) return;
  for (struct dirent* e; (e = readdir(dir)) && nfile < MOST_FILES;) {
    const char* end = strrchr(e->d_name, '.');
    if (!end || strcmp(end, ".xml")) continue;
    const int n = snprintf(files[nfile], PATH, "%s/%s", path, e->d_name);
    nfile += n > 0 && n < PATH;
  }
  closedir(dir);
}

// parts that are included have no bodies, and models that cannot be loaded are no matter here
static mjModel* loadFile(const char* path) {
  char error[1000];
  catch_begin();
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  catch_end();
  if (m && m->nv && m->nv < 60) return m;
  mj_deleteModel(m);
  return NULL;
}

// ---- a round

static void setControls(const mjModel* m, sn_Batch* b) {
  mjtNum* ctrl = sn_batchArray(b, "ctrl", NULL);
  for (int w = 0; w < WORLDS; w++) {
    for (int i = 0; i < m->nu; i++) {
      const mjtNum* r = m->actuator_ctrlrange + 2 * i;
      const mjtNum u = rng_uniform();
      ctrl[w * m->nu + i] =
          m->actuator_ctrllimited[i] ? 0.5 * (r[0] + r[1] + u * (r[1] - r[0])) : u;
    }
  }
}

static int countWarnings(const sn_Batch* b, int world) {
  int n = 0;
  for (int k = 0; k < mjNWARNING; k++) n += sn_batchWarnings(b)[world * mjNWARNING + k];
  return n;
}

static void assertFinite(sn_Batch* b, const char* path) {
  static const char* const names[] = {"qpos", "qvel", "act", "time"};
  for (int k = 0; k < 4; k++) {
    mjtSize n;
    const mjtNum* rows = sn_batchArray(b, names[k], &n);
    for (mjtSize i = 0; i < WORLDS * n; i++) {
      if (!isfinite(rows[i])) fail_msg("%s: %s of world %d", path, names[k], (int)(i / n));
    }
  }
}

// a velocity that is not a number: told in its world alone
static void poison(const mjModel* m, sn_Batch* b, const char* path) {
  const int world = (int)(rng_next() % WORLDS), other = (world + 1) % WORLDS;
  const int told = countWarnings(b, world), toldOther = countWarnings(b, other);
  ((mjtNum*)sn_batchArray(b, "qvel", NULL))[world * m->nv] = NAN;
  mjtBool mask[WORLDS] = {0};
  mask[world] = 1;
  sn_stepBatch(b, 1, &(sn_BatchInput){.mask = mask});
  if (countWarnings(b, world) <= told) fail_msg("%s: a NaN was not told", path);
  assert_int_equal(countWarnings(b, other), toldOther);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// returns world steps
static double playRound(const mjModel* m, const char* path, int calls) {
  sn_Batch* b = sn_makeBatch(m, WORLDS, &(sn_BatchOptions){.nthread = 2});
  assert_non_null(b);
  const sn_BatchReset reset = {
      .key = m->nkey ? 0 : -1, .qpos_noise = 0.01, .qvel_noise = 0.1, .seed = rng_next()};
  sn_resetBatch(b, NULL, &reset);
  const double end = now() + SECONDS;
  int done = 0;
  while (done < calls && (done < SHORT_CALLS || now() < end)) {
    setControls(m, b);
    sn_stepBatch(b, STEPS, NULL);
    assertFinite(b, path);
    if (++done == 1) poison(m, b, path);
  }
  sn_deleteBatch(b);
  return (double)done * STEPS * WORLDS;
}

static long residentKilobytes(void) {
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  return use.ru_maxrss;
}

static void test_long_use(void** state) {
  (void)state;
  const double wanted = wantedSteps();
  const int calls = wanted > 1e6 ? LONG_CALLS : SHORT_CALLS;
  double steps = 0;
  long peak = 0;
  for (int round = 0; steps < wanted; round++) {
    double played = 0;
    for (int i = 0; i < nfile && steps < wanted; i++) {
      heap_watch(0);
      mjModel* m = loadFile(files[i]);
      catch_begin();
      if (m) played += playRound(m, files[i], calls);
      catch_end();
      mj_deleteModel(m);
      mj_freeLastXML();
      if (heap_live) fail_msg("%s: %ld blocks are left", files[i], heap_live);
      heap_unwatch();
    }
    steps += played;
    if (played == 0) fail_msg("no model could be stepped");
    if (round == 1) peak = residentKilobytes();
    if (wanted > 1e6) print_message("%.3g world steps, %ld KB\n", steps, residentKilobytes());
  }
  print_message("%d files, %.3g world steps, at most %ld KB\n", nfile, steps, residentKilobytes());
  if (peak) assert_true(residentKilobytes() < peak + 20000);
}

int main(void) {
  addFolder("../models");
  if (wantedSteps() > 1e6) {
    addFolder("../../shared/models/gym");
    addFolder("../../shared/models/dmc");
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_long_use)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
