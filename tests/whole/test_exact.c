// Whole steps against the reference, bit by bit: models run freely with every solver, cone, form of
// the Jacobian and integrator, with islands and without. One has slide joints only, the other takes
// sines and angles wherever there are any. Velocities and counts of iterations at some steps are in
// tests/golden/exact.txt, made by tools/oracle/exact.mjs.
#include "support.h"

#include <stdbool.h>

enum { MAX_LINE = 2000, MAX_NV = 30 };

typedef struct {
  mjModel* m;
  mjData* d;
  int step, iterations;
  int cases, samples, differ;
  char name[100];
} Run;

static void close(Run* r) {
  mj_deleteData(r->d);
  mj_deleteModel(r->m);
}

static void openModel(Run* r, const char* line) {
  char path[500], error[500] = "";
  close(r);
  snprintf(path, sizeof path, "%s/golden/%.*s.xml", TEST_DIR, (int)strcspn(line + 2, "\n"),
           line + 2);
  r->m = mj_loadXML(path, NULL, error, sizeof error);
  if (!r->m) fail_msg("%s", error);
  r->d = mj_makeData(r->m);
}

static void begin(Run* r, const char* line) {
  mjOption* opt = &r->m->opt;
  double value[7];
  assert_int_equal(golden_numbers(line, 'c', value, 7), 7);
  opt->solver = (int)value[0];
  opt->cone = (int)value[1];
  opt->jacobian = (int)value[2];
  opt->disableflags = (int)value[3];
  opt->noslip_iterations = (int)value[4];
  opt->impratio = value[5];
  opt->integrator = (int)value[6];
  mj_resetDataKeyframe(r->m, r->d, 0);
  snprintf(r->name, sizeof r->name, "%s, %.*s", r->m->names, (int)strcspn(line, "\n"), line);
  r->step = r->iterations = 0;
  r->cases++;
}

static void stepTo(Run* r, int step) {
  for (; r->step < step; r->step++) {
    mj_step(r->m, r->d);
    const int n = r->d->nisland > 1 ? r->d->nisland : 1;
    for (int k = 0; k < n; k++) r->iterations += r->d->solver_niter[k];
  }
}

static void compare(Run* r, const char* line) {
  double value[2 + MAX_NV];
  const int nv = (int)r->m->nv;
  int differ = 0;
  assert_int_equal(golden_numbers(line, 'v', value, 2 + MAX_NV), 2 + nv);
  stepTo(r, (int)value[0]);
  for (int i = 0; i < nv; i++) differ += r->d->qvel[i] != value[2 + i];
  r->samples++;
  if (!differ && r->iterations == (int)value[1]) return;
  r->differ++;
  print_message("%s, step %d: %d of %d velocities differ, iterations %d (%d)\n", r->name, r->step,
                differ, nv, r->iterations, (int)value[1]);
}

static void test_bits(void** state) {
  (void)state;
  static char line[MAX_LINE];
  Run r = {0};
  FILE* file = fopen(TEST_DIR "/golden/exact.txt", "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file)) {
    if (*line == 'm') openModel(&r, line);
    if (*line == 'c') begin(&r, line);
    if (*line == 'v') compare(&r, line);
  }
  fclose(file);
  close(&r);
  print_message("%d cases, %d samples, %d differ\n", r.cases, r.samples, r.differ);
  assert_true(r.cases >= 90 && r.samples >= 700);
  assert_int_equal(r.differ, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
