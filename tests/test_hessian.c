// The Hessian of the solver: H x by its factor against M x + J' G J x, for patterns with and
// without fill, contacts in spatial form and not; after rows changed their states, the updated
// factor against the same.
#include "solve_support.h"

#include "model/stack.h"
#include "solve/hessian.h"

typedef struct {
  double worst, updated;
  int fill, tree, inertia, spatial, updates, refused;
} Figures;

// res = (M + J' G J) x, by the states; no cones
static void multiply(const solve_System* s, const solve_Problem* p, mjtNum* res, const mjtNum* x) {
  mjtNum* rows = calloc((size_t)p->nefc + 1, sizeof *rows);
  mjtNum* more = calloc((size_t)s->m->nv, sizeof *more);
  prod_jac(s, p, rows, x);
  for (int i = 0; i < p->nefc; i++) {
    rows[i] *= p->state[i] == mjCNSTRSTATE_QUADRATIC ? p->D[i] : 0;
  }
  prod_jacT(s, p, more, rows);
  prod_inertia(s, p, res, x);
  for (int i = 0; i < s->m->nv; i++) res[i] += more[i];
  free(rows);
  free(more);
}

// relative error of H^-1 H x for a random x over the dofs of the problem
static double solveError(const solve_System* s, const solve_Problem* p, const hess_Matrix* h) {
  const size_t nv = (size_t)s->m->nv;
  mjtNum *x = calloc(nv, sizeof *x), *y = calloc(nv, sizeof *y);
  for (int r = 0; r < p->nrange; r++) {
    for (int i = 0; i < p->range[r].num; i++) x[p->range[r].adr + i] = rng_uniform();
  }
  multiply(s, p, y, x);
  hess_solve(s, p, h, y);
  const double error = distance(x, y, s->m->nv);
  free(x);
  free(y);
  return error;
}

static void changeStates(const solve_Problem* p, int* before) {
  for (int i = 0; i < p->nefc; i++) before[i] = p->state[i];
  for (int k = 0; k < 3; k++) {
    const int i = (int)(rng_next() % (uint64_t)p->nefc);
    if (i < p->ne) continue;
    p->state[i] = p->state[i] == mjCNSTRSTATE_QUADRATIC
                      ? i < p->ne + p->nf ? mjCNSTRSTATE_LINEARPOS : mjCNSTRSTATE_SATISFIED
                      : mjCNSTRSTATE_QUADRATIC;
  }
}

static void checkProblem(const solve_System* s, const solve_Problem* p, Figures* f) {
  hess_Matrix h;
  int* before = calloc((size_t)p->nefc + 1, sizeof *before);
  assert_true(hess_pattern(s, p, &h));
  hess_fill(s, p, &h);
  hess_factor(p, &h);
  f->worst = fmax(f->worst, solveError(s, p, &h));
  f->inertia += h.inertia;
  f->tree += h.tree && !h.inertia;
  f->fill += !h.tree;
  f->spatial += p->nspatial > 0;
  for (int k = 0; k < 4; k++) {
    changeStates(p, before);
    if (hess_update(p, &h, before)) {
      f->updates++;
      f->updated = fmax(f->updated, solveError(s, p, &h));
    } else {
      f->refused++;
      hess_fill(s, p, &h);
      hess_factor(p, &h);
    }
  }
  free(before);
}

static void test_factor(void** unused) {
  (void)unused;
  Figures f = {0};
  for (int k = 0; k < SOLVE_MODELS; k++) {
    mjModel* m = loadFile(solveModels[k]);
    mjData* d = mj_makeData(m);
    m->opt.cone = mjCONE_PYRAMIDAL;
    for (int s = 0; s < 20; s++) {
      solve_System system;
      stepRandomly(m, d, 12);
      mj_forward(m, d);
      if (!d->nefc) continue;
      mj_markStack(d);
      assert_true(solve_system(m, d, s % 2, &system));
      for (int i = 0; i < system.nproblem; i++) checkProblem(&system, system.problem + i, &f);
      mj_freeStack(d);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  print_message("factor to %.2g (inertia %d, tree %d, fill %d, spatial %d), updated to %.2g (%d, "
                "refused %d)\n",
                f.worst, f.inertia, f.tree, f.fill, f.spatial, f.updated, f.updates, f.refused);
  assert_true(f.worst < 1e-9);
  assert_true(f.updated < 1e-7);
  assert_true(f.inertia > 5 && f.tree > 5 && f.fill > 5 && f.spatial > 5 && f.updates > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_factor)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
