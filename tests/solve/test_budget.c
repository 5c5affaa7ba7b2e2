// A solve ends, whatever iterations and tolerances the model asks for: beyond a bound on its work
// it is cut short with a warning. What a sensible model asks for is done in full.
#include <math.h>

#include "solve_support.h"

#include "collide/gjk.h"
#include "solve/budget.h"

enum { ABSURD = 1000000000 };

// boxes on a plane, one on another; nothing of it is at rest
static mjModel* stack(int nbox) {
  char xml[5000];
  size_t n =
      (size_t)snprintf(xml, sizeof xml, "<mujoco><worldbody><geom type='plane' size='9 9 1'/>");
  for (int i = 0; i < nbox; i++) {
    n += (size_t)snprintf(xml + n, sizeof xml - n,
                          "<body pos='%g 0 %g'><freejoint/><geom type='box' size='.2 .2 .1' "
                          "euler='%d 0 %d'/></body>",
                          0.01 * i, 0.09 + 0.19 * i, i, 3 * i);
  }
  snprintf(xml + n, sizeof xml - n, "</worldbody></mujoco>");
  return loadText(xml);
}

static void test_budget(void** state) {
  (void)state;
  int last = budget_make(0).iterations;
  assert_true(last < ABSURD);
  for (mjtSize work = 1; work < (mjtSize)1 << 40; work *= 2) {
    const solve_Budget b = budget_make(work);
    assert_true(b.iterations >= BUDGET_LEAST && b.iterations <= last);
    assert_true(b.evaluations >= 50 * (mjtSize)b.iterations);
    last = b.iterations;
  }
  assert_int_equal(last, BUDGET_LEAST);
  solve_Budget b = budget_make((mjtSize)1 << 40);
  for (int i = 0; i < BUDGET_LEAST; i++) assert_true(budget_next(&b));
  assert_false(b.isCut);
  assert_false(budget_next(&b));
  assert_true(b.isCut);
}

typedef struct {
  const char* name;
  int nbox, solver, cone, iterations, noslip, ls;
  mjtNum tolerance;
} Case;

static void apply(const Case* c, mjModel* m) {
  m->opt.solver = c->solver;
  m->opt.cone = c->cone;
  m->opt.iterations = c->iterations;
  m->opt.noslip_iterations = c->noslip;
  m->opt.ls_iterations = c->ls;
  m->opt.tolerance = m->opt.noslip_tolerance = c->tolerance;
}

// a solve that is cut short is that of a model that asks for as many iterations as it took
static void expectCut(const Case* c) {
  mjModel* m = stack(c->nbox);
  mjData *d = mj_makeData(m), *less = mj_makeData(m);
  apply(c, m);
  catch_begin();
  mj_forward(m, d);
  catch_end();
  const mjWarningStat* warning = d->warning + mjWARN_CNSTRFULL;
  print_message("%s: %d rows, %d iterations\n", c->name, d->nefc, d->solver_niter[0]);
  assert_int_equal(warning->number, 1);
  assert_int_equal(caught_count, 1);
  assert_non_null(strstr(caught.subject, "cut short"));
  const int before = c->noslip ? c->iterations : 0;
  assert_int_equal(warning->lastinfo + before, d->solver_niter[0]);
  if (c->noslip > BUDGET_LEAST) m->opt.noslip_iterations = warning->lastinfo;
  if (c->iterations > BUDGET_LEAST) m->opt.iterations = warning->lastinfo;
  m->opt.ls_iterations = c->ls < BUDGET_LEAST ? c->ls : BUDGET_LEAST;
  mj_forward(m, less);
  assert_int_equal(less->warning[mjWARN_CNSTRFULL].number, 0);
  assert_memory_equal(d->qacc, less->qacc, (size_t)m->nv * sizeof(mjtNum));
  assert_memory_equal(d->efc_force, less->efc_force, (size_t)d->nefc * sizeof(mjtNum));
  mj_deleteData(d);
  mj_deleteData(less);
  mj_deleteModel(m);
}

static void test_absurd(void** state) {
  (void)state;
  static const Case table[] = {
      {"PGS, NaN", 8, mjSOL_PGS, mjCONE_PYRAMIDAL, ABSURD, 0, 50, NAN},
      {"PGS, 0", 8, mjSOL_PGS, mjCONE_ELLIPTIC, ABSURD, 0, 50, 0},
      {"no-slip, NaN", 8, mjSOL_PGS, mjCONE_PYRAMIDAL, 1, ABSURD, 50, NAN},
      {"CG, NaN", 8, mjSOL_CG, mjCONE_PYRAMIDAL, ABSURD, 0, 5, NAN},
      {"line search, 0", 8, mjSOL_NEWTON, mjCONE_PYRAMIDAL, 100, 0, ABSURD, 0},
      {"line search, -1", 1, mjSOL_CG, mjCONE_ELLIPTIC, 100, 0, ABSURD, -1},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) expectCut(table + i);
}

// as many iterations as BUDGET_LEAST are always taken if nothing ends them
static void test_sensible(void** state) {
  (void)state;
  static const Case table[] = {
      {"PGS", 1, mjSOL_PGS, mjCONE_PYRAMIDAL, BUDGET_LEAST, 0, 50, -1},
      {"no-slip", 1, mjSOL_PGS, mjCONE_PYRAMIDAL, 1, BUDGET_LEAST - 1, 50, -1},
      {"CG", 8, mjSOL_CG, mjCONE_PYRAMIDAL, BUDGET_LEAST, 0, 50, -1},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    mjModel* m = stack(table[i].nbox);
    mjData* d = mj_makeData(m);
    apply(table + i, m);
    mj_forward(m, d);
    assert_int_equal(d->solver_niter[0], BUDGET_LEAST);
    for (int w = 0; w < mjNWARNING; w++) assert_int_equal(d->warning[w].number, 0);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// cylinders whose distance is sought in circles where no tolerance ends the search
static void test_pairs(void** state) {
  (void)state;
  int cut = 0;
  for (int i = 0; i < 60; i++) {
    char xml[500];
    snprintf(xml, sizeof xml,
             "<mujoco><worldbody><geom type='cylinder' size='1 2'/>"
             "<body pos='%g %g .7'><freejoint/>"
             "<geom type='cylinder' size='1 .7' euler='%d 20 %d'/></body></worldbody></mujoco>",
             0.5 + 0.1 * i, 0.03 * i, 13 * i, 7 * i);
    mjModel* m = loadText(xml);
    mjData* d = mj_makeData(m);
    const mjWarningStat* warning = d->warning + mjWARN_CONTACTFULL;
    m->opt.ccd_tolerance = NAN;
    m->opt.ccd_iterations = GJK_ITERATIONS;  // may be asked for
    mj_forward(m, d);
    const mjtNum dist = mj_geomDistance(m, d, 0, 1, 1e30, NULL);
    assert_int_equal(warning->number, 0);
    m->opt.ccd_iterations = ABSURD;
    catch_begin();
    assert_true(mj_geomDistance(m, d, 0, 1, 1e30, NULL) == dist);
    catch_end();
    assert_int_equal(caught_count, warning->number > 0);
    if (warning->number) assert_int_equal(warning->lastinfo, GJK_ITERATIONS);
    cut += warning->number > 0;
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  print_message("%d of 60 pairs cut short\n", cut);
  assert_true(cut > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_budget), cmocka_unit_test(test_absurd),
                                     cmocka_unit_test(test_sensible), cmocka_unit_test(test_pairs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
