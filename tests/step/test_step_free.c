// Steps against the shared golden trajectories of models that never meet a contact or a constraint
// row
// (../shared/conformance/sets/free.txt): the states after 1, 10 and 100 steps, and qfrc_inverse at
// two random states, with the inputs of the shared probe. An element agrees where |a-b| <= tol (|a|
// + s), s the median magnitude of its array, at least 0.01; tol 1e-7 after one step, 1e-5 after 10
// and for the inverse, 1e-3 after 100. Says so and passes where the shared folder is not beside the
// project.
#define _XOPEN_SOURCE 700
#include "support.h"

#include <math.h>
#include <stdbool.h>

#include "step/forward.h"

#define SHARED TEST_DIR "/../../shared"
enum { MAX_NAME = 200, MAX_PATH = 1000 };
static const double LEAST = 1e-2;

// ---- the random inputs of the probe

static uint64_t probe_state;
static double probe_rnd(void) {
  probe_state ^= probe_state << 13;
  probe_state ^= probe_state >> 7;
  probe_state ^= probe_state << 17;
  return (double)(probe_state >> 11) / 4503599627370496.0 - 1.0;
}

static void randomCtrl(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    double lo = -1, hi = 1;
    if (m->actuator_ctrlrange[2 * i] != m->actuator_ctrlrange[2 * i + 1]) {
      lo = m->actuator_ctrlrange[2 * i];
      hi = m->actuator_ctrlrange[2 * i + 1];
    }
    d->ctrl[i] = lo + (hi - lo) * (0.5 + 0.25 * probe_rnd());
  }
}

static void reset(const mjModel* m, mjData* d) {
  mj_resetData(m, d);
  if (m->nkey > 0) mj_resetDataKeyframe(m, d, 0);
}

static void randomState(const mjModel* m, mjData* d, int k) {
  mjtNum* dq = calloc((size_t)m->nv + 1, sizeof *dq);
  reset(m, d);
  for (int i = 0; i < m->nv; i++) dq[i] = 0.05 * k * probe_rnd();
  mj_integratePos(m, d->qpos, dq, 1);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.3 * k * probe_rnd();
  for (int i = 0; i < m->na; i++) d->act[i] = 0.5 + 0.4 * probe_rnd();
  randomCtrl(m, d);
  for (int i = 0; i < m->nv; i++) d->qfrc_applied[i] = 0.01 * probe_rnd();
  for (int i = 6; i < 6 * m->nbody; i++) d->xfrc_applied[i] = 0.01 * probe_rnd();
  free(dq);
}

// ---- golden values

static char* readAll(FILE* file) {
  size_t n = 0, size = 1 << 16;
  char* text = malloc(size);
  for (size_t got; (got = fread(text + n, 1, size - n - 1, file)) > 0;) {
    n += got;
    if (size - n < 2) text = realloc(text, size *= 2);
  }
  text[n] = 0;
  return text;
}

static char* readGolden(const char* name) {
  char command[MAX_PATH];
  snprintf(command, sizeof command, "gzip -dc '%s/conformance/golden/%s.out.gz'", SHARED, name);
  FILE* pipe = popen(command, "r");
  char* text = pipe ? readAll(pipe) : NULL;
  if (pipe) pclose(pipe);
  return text;
}

static int byMagnitude(const void* a, const void* b) {
  const double x = fabs(*(const double*)a), y = fabs(*(const double*)b);
  return (x > y) - (x < y);
}

// worst relative difference of n numbers from those of the line `key`; infinite if the line is
// missing
static double difference(const char* golden, const char* key, const mjtNum* ours, int n) {
  char start[MAX_NAME];
  const int length = snprintf(start, sizeof start, "\n%s %d", key, n);
  const char* at = strstr(golden, start);
  if (!at) return INFINITY;
  double *theirs = calloc((size_t)n + 1, sizeof *theirs),
         *sorted = calloc((size_t)n + 1, sizeof *sorted);
  char* next = (char*)(uintptr_t)(at + length);
  int nonzero = 0;
  for (int i = 0; i < n; i++) {
    theirs[i] = strtod(next, &next);
    if (theirs[i] != 0) sorted[nonzero++] = theirs[i];
  }
  qsort(sorted, (size_t)nonzero, sizeof *sorted, byMagnitude);
  const double scale = nonzero ? fmax(LEAST, fabs(sorted[nonzero / 2])) : LEAST;
  double worst = 0;
  for (int i = 0; i < n; i++) {
    const double e = fabs(ours[i] - theirs[i]) / (fabs(theirs[i]) + scale);
    if (!(e <= worst)) worst = e == e ? e : INFINITY;
  }
  free(theirs);
  free(sorted);
  return worst;
}

static bool compareState(const char* golden, const mjModel* m, const mjData* d, int steps,
                         double tol) {
  char key[MAX_NAME];
  snprintf(key, sizeof key, "t%d.qpos", steps);
  double worst = difference(golden, key, d->qpos, (int)m->nq);
  snprintf(key, sizeof key, "t%d.qvel", steps);
  worst = fmax(worst, difference(golden, key, d->qvel, (int)m->nv));
  snprintf(key, sizeof key, "t%d.act", steps);
  worst = fmax(worst, difference(golden, key, d->act, (int)m->na));
  print_message("  t%d %.1e%s", steps, worst, worst <= tol ? "" : " (differs)");
  return worst <= tol;
}

static bool runModel(const mjModel* m, mjData* d, const char* golden) {
  bool good = true;
  probe_state = 88172645463325252ull;
  for (int k = 1; k <= 2; k++) {
    char key[MAX_NAME];
    randomState(m, d, k);
    step_forward(m, d, mjSTAGE_NONE, 0);
    const bool whole = step_inverse(m, d, mjSTAGE_NONE, 0);
    snprintf(key, sizeof key, "i%d.qfrc_inverse", k);
    const double worst = difference(golden, key, d->qfrc_inverse, (int)m->nv);
    if (whole && worst > 1e-5) good = false;
    if (whole) print_message("  i%d %.1e", k, worst);
  }
  reset(m, d);
  for (int s = 1; s <= 100; s++) {
    if (s % 10 == 1) randomCtrl(m, d);
    mj_step(m, d);
    if (s == 1 && !compareState(golden, m, d, s, 1e-7)) good = false;
    if (s == 10 && !compareState(golden, m, d, s, 1e-5)) good = false;
    if (s == 100 && !compareState(golden, m, d, s, 1e-3)) good = false;
  }
  return good;
}

// "random__r1" -> conformance/random/r1.xml, "a__b__c" -> models/a/b/c.xml
static void pathOf(const char* name, char path[MAX_PATH]) {
  const bool generated = !strncmp(name, "random__", 8);
  int n = snprintf(path, MAX_PATH, "%s/%s/", SHARED, generated ? "conformance/random" : "models");
  for (const char* c = name + (generated ? 8 : 0); *c; c++) {
    const bool slash = c[0] == '_' && c[1] == '_';
    path[n++] = slash ? '/' : *c;
    c += slash;
  }
  snprintf(path + n, (size_t)(MAX_PATH - n), ".xml");
}

static bool checkModel(const char* name) {
  char path[MAX_PATH], error[1000] = "";
  pathOf(name, path);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) {
    print_message("%s: does not load: %s\n", name, error);
    return false;
  }
  mjData* d = mj_makeData(m);
  char* golden = readGolden(name);
  print_message("%s:", name);
  const bool good = d && golden && runModel(m, d, golden);
  print_message("\n");
  free(golden);
  mj_deleteData(d);
  mj_deleteModel(m);
  return good;
}

static void test_freeModels(void** state) {
  (void)state;
  FILE* list = fopen(SHARED "/conformance/sets/free.txt", "r");
  if (!list) {
    print_message("../shared is not here; nothing to compare with\n");
    return;
  }
  char name[MAX_NAME];
  int n = 0, good = 0;
  while (fscanf(list, "%199s", name) == 1) {
    n++;
    good += checkModel(name);
  }
  fclose(list);
  print_message("%d of %d models agree\n", good, n);
  assert_int_equal(good, n);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_freeModels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
