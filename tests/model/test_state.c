// model/state: every bit alone, all combinations' sizes, round trips, subsets, errors.
#include "sample_model.h"

static mjtNum* randomState(const mjModel* m, mjData* d) {
  int n = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* state = malloc((size_t)n * sizeof *state);
  for (int i = 0; i < n; i++) state[i] = rng_uniform();
  mj_setState(m, d, state, mjSTATE_INTEGRATION);
  mj_getState(m, d, state, mjSTATE_INTEGRATION);  // flags are 0 or 1 now
  return state;
}

static void test_sizes(void** state) {
  (void)state;
  mjModel* m = sample_model();
  const int want[mjNSTATE] = {1,
                              (int)m->nq,
                              (int)m->nv,
                              (int)m->na,
                              (int)m->nhistory,
                              (int)m->nv,
                              (int)m->nu,
                              (int)m->nv,
                              6 * (int)m->nbody,
                              (int)m->neq,
                              3 * (int)m->nmocap,
                              4 * (int)m->nmocap,
                              (int)m->nuserdata,
                              (int)m->npluginstate};
  for (int sig = 0; sig < 1 << mjNSTATE; sig++) {
    int n = 0;
    for (int i = 0; i < mjNSTATE; i++) n += sig >> i & 1 ? want[i] : 0;
    assert_int_equal(mj_stateSize(m, sig), n);
  }
  mj_deleteModel(m);
}

// each bit alone and random combinations, through get, set, extract and copy
static void test_roundTrip(void** state) {
  (void)state;
  mjModel* m = sample_model();
  mjData *a = mj_makeData(m), *b = mj_makeData(m);
  mjtNum* all = randomState(m, a);
  int total = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum *x = malloc((size_t)total * sizeof *x), *y = malloc((size_t)total * sizeof *y);
  for (int trial = 0; trial < mjNSTATE + 200; trial++) {
    int sig = trial < mjNSTATE ? 1 << trial : (int)(rng_next() % (1 << mjNSTATE));
    size_t bytes = (size_t)mj_stateSize(m, sig) * sizeof *x;
    mj_getState(m, a, x, sig);
    mj_extractState(m, all, mjSTATE_INTEGRATION, y, sig);
    assert_memory_equal(x, y, bytes);
    mj_resetData(m, b);
    mj_setState(m, b, x, sig);
    mj_getState(m, b, y, sig);
    assert_memory_equal(x, y, bytes);
    mj_resetData(m, b);
    mj_copyState(m, a, b, sig);
    mj_getState(m, b, y, sig);
    assert_memory_equal(x, y, bytes);
    // nothing else moved
    mjData* fresh = mj_makeData(m);
    int rest = mjSTATE_INTEGRATION & ~sig;
    mj_getState(m, b, x, rest);
    mj_getState(m, fresh, y, rest);
    assert_memory_equal(x, y, (size_t)mj_stateSize(m, rest) * sizeof *x);
    mj_deleteData(fresh);
  }
  free(x);
  free(y);
  free(all);
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteModel(m);
}

static void test_errors(void** state) {
  (void)state;
  mjModel* m = sample_model();
  mjData* d = mj_makeData(m);
  mjtNum x[1000] = {0};
  catch_begin();
  assert_int_equal(mj_stateSize(m, -1), -1);
  assert_int_equal(mj_stateSize(m, 1 << mjNSTATE), -1);
  mj_getState(m, d, x, -1);
  mj_setState(m, d, x, 1 << mjNSTATE);
  mj_copyState(m, d, d, -5);
  mj_extractState(m, x, mjSTATE_QPOS, x, mjSTATE_QPOS | mjSTATE_QVEL);
  assert_int_equal(caught_count, 6);
  assert_non_null(strstr(caught.subject, "lacks: 4"));
  catch_end();
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sizes), cmocka_unit_test(test_roundTrip),
                                     cmocka_unit_test(test_errors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
