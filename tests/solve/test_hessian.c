// The Hessian of the solver: H x by its factor against M x + J' G J x, dense and sparse, for
// patterns with and without fill, with cones; after rows changed their states, the updated factor
// against the same.
#include "solve_support.h"

#include "model/stack.h"
#include "solve/hessian.h"

typedef struct {
  double worst, updated;
  int dense, fill, tree, cones, updates, rebuilt;
} Figures;

// rows of contacts in the middle zone: res = Hessian of the cone * res
static void multiplyCones(const solve_Problem* p, mjtNum* rows) {
  for (int k = p->rows.nblock - p->rows.ncone; k < p->rows.nblock; k++) {
    const con_Block* b = p->rows.block + k;
    mjtNum res[6];
    if (p->state[b->efc] != mjCNSTRSTATE_CONE) continue;
    const mjtNum* H = cost_coneHessian(&p->rows, b, p->jar);
    mju_mulMatVec(res, H, rows + b->efc, b->nefc, b->nefc);
    mju_copy(rows + b->efc, res, b->nefc);
  }
}

// res = (M + J' G J) x, by the states
static void multiply(const solve_System* s, const solve_Problem* p, mjtNum* res, const mjtNum* x) {
  mjtNum* rows = calloc((size_t)p->rows.nefc + 1, sizeof *rows);
  mjtNum* more = calloc((size_t)s->m->nv, sizeof *more);
  con_mulJac(&p->rows, rows, x);
  for (int i = 0; i < p->rows.nefc; i++) {
    if (p->state[i] == mjCNSTRSTATE_CONE) continue;
    rows[i] *= p->state[i] == mjCNSTRSTATE_QUADRATIC ? p->rows.D[i] : 0;
  }
  multiplyCones(p, rows);
  prod_jacT(p, more, rows);
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
  hess_solve(p, h, y);
  const double error = distance(x, y, s->m->nv);
  free(x);
  free(y);
  return error;
}

// the form and the kernels for any machine give the bits of those that were chosen for this one
static void checkVariants(const solve_System* s, const solve_Problem* p, const hess_Matrix* h) {
  const size_t nv = (size_t)s->m->nv;
  mjtNum *x = calloc(nv, sizeof *x), *y = calloc(nv, sizeof *y);
  hess_Matrix base;
  assert_true(hess_make(s, p, &base));
  if (base.sparse) base.form = &hess_sparse_wide_base;
  base.kernels = base.sparse ? NULL : column_baseKernels();
  hess_factor(s, p, &base);
  for (size_t i = 0; i < nv; i++) x[i] = y[i] = rng_uniform();
  hess_solve(p, h, x);
  hess_solve(p, &base, y);
  assert_memory_equal(x, y, nv * sizeof *x);
  free(x);
  free(y);
}

// rows of a cone change together
static void changeStates(const solve_Problem* p, int* before) {
  const int cones =
      p->rows.ncone ? p->rows.block[p->rows.nblock - p->rows.ncone].efc : p->rows.nefc;
  for (int i = 0; i < p->rows.nefc; i++) before[i] = p->state[i];
  for (int k = 0; k < 3 && p->rows.ne < cones; k++) {
    const int i = p->rows.ne + (int)(rng_next() % (uint64_t)(cones - p->rows.ne));
    p->state[i] =
        p->state[i] == mjCNSTRSTATE_QUADRATIC
            ? i < p->rows.ne + p->rows.nf ? mjCNSTRSTATE_LINEARPOS : mjCNSTRSTATE_SATISFIED
            : mjCNSTRSTATE_QUADRATIC;
  }
  for (int k = p->rows.nblock - p->rows.ncone; k < p->rows.nblock; k++) {
    const con_Block* b = p->rows.block + k;
    if (rng_next() % 3) continue;
    const int next = b->shape != CON_ELLIPTIC || before[b->efc] == mjCNSTRSTATE_CONE
                         ? mjCNSTRSTATE_QUADRATIC
                         : mjCNSTRSTATE_CONE;
    for (int r = 0; r < b->nefc; r++) p->state[b->efc + r] = next;
  }
}

// a point in the middle zone of every cone, so that it has a Hessian there
static void enterCones(const solve_Problem* p) {
  for (int k = p->rows.nblock - p->rows.ncone; k < p->rows.nblock; k++) {
    const con_Block* b = p->rows.block + k;
    for (int r = 0; r < b->nefc; r++) p->jar[b->efc + r] = r ? 1 + fabs(rng_uniform()) : 0.01;
  }
}

static bool hasMiddle(const solve_Problem* p) {
  for (int i = 0; i < p->rows.nefc; i++) {
    if (p->state[i] == mjCNSTRSTATE_CONE) return true;
  }
  return false;
}

static void checkProblem(const solve_System* s, const solve_Problem* p, Figures* f) {
  hess_Matrix h;
  int* before = calloc((size_t)p->rows.nefc + 1, sizeof *before);
  enterCones(p);
  assert_true(hess_make(s, p, &h));
  hess_factor(s, p, &h);
  checkVariants(s, p, &h);
  f->worst = fmax(f->worst, solveError(s, p, &h));
  f->dense += !h.sparse;
  f->tree += h.sparse && h.pattern.tree;
  f->fill += h.sparse && !h.pattern.tree;
  for (int k = 0; k < 4; k++) {
    changeStates(p, before);
    const int n = hess_update(s, p, &h, before);
    f->updates += n > 0;
    f->rebuilt += n >= p->rows.nefc;
    f->cones += hasMiddle(p);
    assert_int_equal(h.middle, hasMiddle(p));
    f->updated = fmax(f->updated, solveError(s, p, &h));
  }
  free(before);
}

static void checkModel(const char* file, int cone, int jacobian, Figures* f) {
  mjModel* m = loadFile(file);
  mjData* d = mj_makeData(m);
  m->opt.cone = cone;
  m->opt.jacobian = jacobian;
  for (int s = 0; s < 20; s++) {
    solve_System system;
    stepRandomly(m, d, 12);
    mj_forward(m, d);
    if (!d->nefc) continue;
    mj_markStack(d);
    assert_true(solve_system(m, d, s % 2, false, &system));
    for (int i = 0; i < system.nproblem; i++) checkProblem(&system, system.problem + i, f);
    mj_freeStack(d);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_factor(void** unused) {
  (void)unused;
  Figures f = {0};
  for (int k = 0; k < SOLVE_MODELS; k++) {
    for (int i = 0; i < 4; i++) {
      checkModel(solveModels[k], i % 2 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL,
                 i / 2 ? mjJAC_SPARSE : mjJAC_DENSE, &f);
    }
  }
  print_message("factor to %.2g (dense %d, tree %d, fill %d), updated to %.2g (%d, with cones %d, "
                "rebuilt %d)\n",
                f.worst, f.dense, f.tree, f.fill, f.updated, f.updates, f.cones, f.rebuilt);
  assert_true(f.worst < 1e-11);
  assert_true(f.updated < 1e-10);
  assert_true(f.dense > 50 && f.tree > 5 && f.fill > 50 && f.updates > 200 && f.cones > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_factor)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
