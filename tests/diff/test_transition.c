// Derivatives of steps in all modes against differences of steps, on models that together have
// every term: integrators, cones, solvers; and how few columns have no derivative to compare.
#include <math.h>

#include "finite_support.h"
#include "transition_support.h"

#define SMOOTH 1e-6       // formulas, no rows of one side
#define ONE_SIDED 5e-6    // formulas, with contacts or limits
#define DIFFERENCES 5e-3  // centred differences of one eps
#define MOST_CHANGED 0.1  // part of the columns that may have no derivative

static double bound(const Sample* sample, int used) {
  if (used == sn_DIFF_FD) return DIFFERENCES;
  return sample->contacts ? ONE_SIDED : SMOOTH;
}

static mjModel* loadSample(const Sample* sample) {
  char name[100];
  snprintf(name, sizeof name, "tests/data/diff/%s", sample->file);
  return loadFile(name);
}

// one state in one mode; true if it is as it should be
static bool agrees(const mjModel* m, mjData* d, const Sample* sample, const char* name, int mode) {
  sn_DiffReport r;
  const int used = sn_transitionCheck(m, d, mode, &r);
  const bool good = used >= 0 && (used == mode || !hasFormulas()) &&
                    r.error <= bound(sample, used) && r.nchanged <= MOST_CHANGED * r.ncolumn;
  if (!good) printReport(name, &r, used);
  return good;
}

// formulas everywhere; what other modes add is the same for all, so they have fewer turns
static bool isTried(int mode, int integrator, int cone) {
  return mode == sn_DIFF_ANALYTIC ||
         (mode == sn_DIFF_HYBRID ? integrator % 2 == cone : !integrator);
}

static int countWrong(const Sample* sample, int integrator, int cone, int solver) {
  char name[200];
  int wrong = 0;
  mjModel* m = loadSample(sample);
  m->opt.integrator = integrators[integrator].integrator;
  m->opt.cone = cone;
  m->opt.solver = solver;
  mjData* d = mj_makeData(m);
  warm(m, d, &sample->warming);
  assert_int_equal(d->warning[mjWARN_BADQACC].number, 0);
  for (int mode = 0; mode < sn_NDIFFMODE; mode++) {
    if (!isTried(mode, integrator, cone)) continue;
    snprintf(name, sizeof name, "%s, %s, %s, %s", sample->file, integrators[integrator].name,
             coneNames[cone], modeNames[mode]);
    wrong += !agrees(m, d, sample, name, mode);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return wrong;
}

static void test_samples(void** state) {
  (void)state;
  int wrong = 0;
  for (int k = 0; k < NSAMPLE; k++) {
    for (int i = 0; i < NINTEGRATOR; i++) {
      for (int cone = 0; cone <= samples[k].contacts; cone++) {
        wrong += countWrong(samples + k, i, cone, mjSOL_NEWTON);
      }
    }
  }
  assert_int_equal(wrong, 0);
}

// all solvers end at one optimum, so they have one derivative
static void test_solvers(void** state) {
  (void)state;
  const Sample* const sample = samples + NSAMPLE - 1;
  int wrong = 0;
  assert_string_equal(sample->file, "sensors");
  for (int cone = 0; cone < 2; cone++) {
    wrong += countWrong(sample, 0, cone, mjSOL_CG);
    wrong += countWrong(sample, 0, cone, mjSOL_PGS);
  }
  assert_int_equal(wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_samples),
      cmocka_unit_test(test_solvers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
