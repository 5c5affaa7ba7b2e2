// What solvers keep between solves (orders of PGS, patterns of the sparse Hessian) changes no bit:
// a data that keeps it beside one that forgets it before every step.
#include "solve_support.h"

#include "model/private_data.h"

typedef struct {
  int orders, patterns, found;  // steps that leave some, and that begin with the pattern they need
} Figures;

// room: ints for patterns, -1: as many as there are
static void checkModel(const char* file, int solver, int cone, int jacobian, int room, Figures* f) {
  mjModel* m = loadFile(file);
  m->opt.solver = solver;
  m->opt.cone = cone;
  m->opt.jacobian = jacobian;
  mjData *d = mj_makeData(m), *fresh = mj_makeData(m);
  private_Data* priv = private_of(d);
  if (room >= 0 && room < priv->patternMost) priv->patternMost = room;
  for (int step = 0; step < 150; step++) {
    const int before = priv->patternEnd;
    for (int i = 0; i < m->nu; i++) d->ctrl[i] = fresh->ctrl[i] = 0.5 * rng_uniform();
    private_clear(fresh);
    mj_step(m, d);
    mj_step(m, fresh);
    assert_memory_equal(d->qacc, fresh->qacc, (size_t)m->nv * sizeof(mjtNum));
    assert_memory_equal(d->qpos, fresh->qpos, (size_t)m->nq * sizeof(mjtNum));
    assert_int_equal(d->solver_niter[0], fresh->solver_niter[0]);
    f->orders += priv->nsweep > 1;
    f->patterns += priv->patternEnd > 0;
    f->found += before > 0 && priv->patternServed > 0 && priv->patternEnd == before;
  }
  mj_deleteData(d);
  mj_deleteData(fresh);
  mj_deleteModel(m);
}

static void test_symbolic_cache(void** unused) {
  (void)unused;
  Figures f = {0};
  for (int k = 0; k < SOLVE_MODELS; k++) {
    for (int i = 0; i < 8; i++) {
      checkModel(solveModels[k], i / 4 ? mjSOL_PGS : mjSOL_NEWTON,
                 i % 2 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL, i / 2 % 2 ? mjJAC_DENSE : mjJAC_SPARSE,
                 -1, &f);
    }
  }
  print_message("steps with orders %d, with patterns %d, which served again in %d\n", f.orders,
                f.patterns, f.found);
  assert_true(f.orders > 500 && f.patterns > 100 && f.found > 20 && f.found < f.patterns);
}

// entries that fill the room, or do not fit
static void test_littleRoom(void** unused) {
  (void)unused;
  static const int rooms[] = {0, 3, 200, 1000, 4000};
  Figures f = {0};
  for (int k = 0; k < SOLVE_MODELS; k++) {
    for (int i = 0; i < 5; i++) {
      checkModel(solveModels[k], mjSOL_NEWTON, mjCONE_PYRAMIDAL, mjJAC_SPARSE, rooms[i], &f);
    }
  }
  assert_true(f.patterns > 20);
}

// a solve with more sweeps than there is room for: the orders go on where the kept ones end
static void test_manySweeps(void** unused) {
  (void)unused;
  mjModel* m = loadFile(solveModels[0]);
  m->opt.solver = mjSOL_PGS;
  m->opt.disableflags |= mjDSBL_ISLAND;
  mjData *d = mj_makeData(m), *without = mj_makeData(m);
  private_Data* priv = private_of(d);
  stepRandomly(m, d, 100);
  mj_copyData(without, m, d);
  m->opt.tolerance = 0;
  priv->orderMost = 7 * d->nefc;
  private_of(without)->orderMost = 0;
  mj_step(m, d);
  mj_step(m, d);
  mj_step(m, without);
  mj_step(m, without);
  print_message("%d items, %d sweeps of %d kept\n", priv->orderItems, priv->nsweep,
                d->solver_niter[0]);
  assert_true(priv->nsweep > 1 && priv->nsweep < d->solver_niter[0]);
  assert_memory_equal(d->qacc, without->qacc, (size_t)m->nv * sizeof(mjtNum));
  mj_deleteData(d);
  mj_deleteData(without);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_symbolic_cache),
                                     cmocka_unit_test(test_littleRoom),
                                     cmocka_unit_test(test_manySweeps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
