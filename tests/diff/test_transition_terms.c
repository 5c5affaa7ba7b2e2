// Each term of the derivatives is left out in turn: models that it matters for must miss it. A test
// of derivatives that agrees without a term says nothing about the term.
#include "diff/derivatives.h"
#include "diff/transition.h"
#include "diff/transition_check.h"
#include "finite_support.h"
#include "transition_support.h"

#define MISSED 1e-3  // error without the term
#define WHOLE 5e-6   // and with all of them

// a term, and models that miss it with the bits of integrators: Euler, implicit, implicitfast
enum { EULER = 1, IMPLICIT = 2, FAST = 4, ALL = 7 };

typedef struct {
  unsigned term;
  const char *name, *sample;
  int integrators;
} Reaction;

static const Reaction reactions[] = {
    {SLOPE_WRAPPOINT, "wrap point", "wraps", ALL},
    {SLOPE_WRAPPOINT, "wrap point", "tendons", ALL},
    {SLOPE_REGULARISER, "regulariser", "contacts", ALL},
    {SLOPE_REGULARISER, "regulariser", "limits", ALL},
    {SLOPE_REGULARISER, "regulariser", "equalities", ALL},
    {SLOPE_IMPEDANCE, "impedance", "contacts", ALL},
    {SLOPE_IMPEDANCE, "impedance", "limits", ALL},
    {SLOPE_IMPEDANCE, "impedance", "equalities", ALL},
    {SLOPE_FRAME, "frame", "contacts", ALL},
    {SLOPE_FRAME, "frame", "surfaces", ALL},
    {SLOPE_POINT, "point", "contacts", ALL},
    {SLOPE_POINT, "point", "surfaces", ALL},
    {SLOPE_PRODUCT, "velocity product", "equalities", ALL},
    {SLOPE_RESIDUAL, "residual", "equalities", ALL},
    {SLOPE_BIAS, "bias", "joints", IMPLICIT},
    {SLOPE_RANK1, "rank 1", "actuators", IMPLICIT | FAST},
    {SLOPE_RANK1, "rank 1", "tendons", IMPLICIT | FAST},
    {SLOPE_FLUID, "fluid", "fluid", IMPLICIT | FAST},
    {SLOPE_INERTIA, "inertia", "joints", ALL},
    {SLOPE_INERTIA, "inertia", "tendon_armature", ALL},
    {SLOPE_INPARENT, "in parent", "actuators", ALL},
    {SLOPE_LENGTH, "length", "actuators", ALL},
    {SLOPE_WIND, "wind", "fluid", ALL},
    {SLOPE_ADHESION, "adhesion", "limits", ALL},
};

enum { NREACTION = sizeof reactions / sizeof *reactions };

static const Sample* sampleOf(const char* file) {
  for (int k = 0; k < NSAMPLE; k++) {
    if (!strcmp(samples[k].file, file)) return samples + k;
  }
  fail_msg("no sample %s", file);
  return NULL;
}

// worst error of A and B without some terms
static double errorWithout(const char* file, int integrator, unsigned without) {
  const Sample* sample = sampleOf(file);
  char name[100];
  snprintf(name, sizeof name, "tests/data/diff/%s", file);
  mjModel* m = loadFile(name);
  m->opt.integrator = integrators[integrator].integrator;
  mjData* d = mj_makeData(m);
  warm(m, d, &sample->warming);
  Matrices mat = matrices_make(m);
  const finite_Transition given = {.A = mat.of[0], .B = mat.of[1]};
  stepdiff_Steps steps;
  sn_DiffReport r;
  assert_true(stepdiff_open(&steps, m, d, "test"));
  assert_int_equal(diff_transition(&steps.model, steps.d, sn_DIFF_ANALYTIC, without, given.A,
                                   given.B, NULL, NULL),
                   sn_DIFF_ANALYTIC);
  assert_true(check_matrices(&steps, &given, "test", &r));
  stepdiff_close(&steps);
  matrices_free(&mat);
  mj_deleteData(d);
  mj_deleteModel(m);
  return r.error;
}

static void test_termsAreMissed(void** state) {
  (void)state;
  int unmissed = 0;
  for (int k = 0; k < NREACTION; k++) {
    const Reaction* r = reactions + k;
    for (int i = 0; i < NINTEGRATOR; i++) {
      if (!(r->integrators >> i & 1)) continue;
      const double error = errorWithout(r->sample, i, r->term);
      print_message("  without %s: %s, %s %.1e\n", r->name, r->sample, integrators[i].name, error);
      assert_true(errorWithout(r->sample, i, 0) < WHOLE);
      unmissed += error < MISSED;
    }
  }
  assert_int_equal(unmissed, 0);
}

// no term is without a model
static void test_allTerms(void** state) {
  (void)state;
  unsigned seen = 0;
  for (int k = 0; k < NREACTION; k++) seen |= reactions[k].term;
  assert_int_equal(seen, 2 * SLOPE_ADHESION - 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_termsAreMissed),
      cmocka_unit_test(test_allTerms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
