// How often the solvers iterate, against the reference: 200 free-running steps of 22 models. Newton
// and PGS take the same number of iterations in every step; so does CG in all models but two, whose
// impedances take a power that the reference's C library rounds otherwise.
#include <math.h>

#include "support.h"

enum { STEPS = 200, SOLVERS = 3 };

typedef struct {
  int models, equal;  // equal: models without a step that differs
  int steps, differ;  // differ: steps with another count
  double sum, worst;  // mean difference of counts in a model: sum and largest
} Tally;

static mjModel* load(const char* name) {
  char path[500], error[500] = "";
  snprintf(path, sizeof path, "%s/../%s.xml", TEST_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static int iterations(const mjData* d) {
  const int n = d->nisland < 1 ? 1 : d->nisland > mjNISLAND ? mjNISLAND : d->nisland;
  int sum = 0;
  for (int k = 0; k < n; k++) sum += d->solver_niter[k];
  return sum;
}

static void compare(const char* name, int solver, char* counts, Tally* tally) {
  mjModel* m = load(name);
  m->opt.solver = solver;
  mjData* d = mj_makeData(m);
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  double sum = 0;
  int differ = 0;
  for (int i = 0; i < STEPS; i++) {
    mj_step(m, d);
    const int off = iterations(d) - (int)strtol(counts, &counts, 10);
    differ += off != 0;
    sum += abs(off);
  }
  const double mean = sum / STEPS;
  if (differ) {
    print_message("  %s, solver %d: %d steps differ, by %.3f on average\n", name, solver, differ,
                  mean);
  }
  tally->models++;
  tally->equal += !differ;
  tally->steps += STEPS;
  tally->differ += differ;
  tally->sum += mean;
  tally->worst = fmax(tally->worst, mean);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_iterations(void** state) {
  (void)state;
  static const char* const names[SOLVERS] = {"PGS", "CG", "Newton"};
  Tally tally[SOLVERS] = {{0}};
  static char line[10000];
  FILE* file = fopen(TEST_DIR "/golden/iterations.txt", "r");
  assert_non_null(file);
  catch_begin();
  while (fgets(line, sizeof line, file)) {
    char name[100], solver[20];
    int used;
    if (*line == '#' || sscanf(line, "%99s %19s%n", name, solver, &used) != 2) continue;
    for (int k = 0; k < SOLVERS; k++) {
      if (!strcmp(solver, names[k])) compare(name, k, line + used, &tally[k]);
    }
  }
  catch_end();
  fclose(file);
  for (int k = 0; k < SOLVERS; k++) {
    print_message(
        "  %s: %d of %d models equal, %d of %d steps differ, by %.3f on average, at most %.3f\n",
        names[k], tally[k].equal, tally[k].models, tally[k].differ, tally[k].steps,
        tally[k].sum / tally[k].models, tally[k].worst);
    assert_true(tally[k].models == 22);
  }
  assert_int_equal(tally[mjSOL_PGS].differ, 0);
  assert_int_equal(tally[mjSOL_NEWTON].differ, 0);
  assert_true(tally[mjSOL_CG].equal >= 20);
  assert_true(tally[mjSOL_CG].sum / tally[mjSOL_CG].models < 0.1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_iterations)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
