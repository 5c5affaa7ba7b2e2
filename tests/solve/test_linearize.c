// The problem at its solution: H X = B against products with M, J and the curvature of the rows;
// H^-1 against differences of forward dynamics by applied forces; the factor that is kept gives the
// bits of a new one; an arena that is too small.
#include "solve_support.h"

#include "model/stack.h"
#include "solve/linearize.h"

typedef struct {
  double residual, derivative;
  int systems, cones, islands, compared;
} Figures;

static mjtNum* randomVector(mjtSize n) {
  mjtNum* x = malloc((size_t)n * sizeof *x);
  for (mjtSize i = 0; i < n; i++) x[i] = rng_uniform();
  return x;
}

// rows = G rows by the states; contact.H has the cones
static int curvature(const mjData* d, mjtNum* rows) {
  int cones = 0;
  for (int i = 0; i < d->nefc; i++) {
    if (d->efc_state[i] != mjCNSTRSTATE_CONE) {
      rows[i] *= d->efc_state[i] == mjCNSTRSTATE_QUADRATIC ? d->efc_D[i] : 0;
      continue;
    }
    const mjContact* con = d->contact + d->efc_id[i];
    mjtNum res[6];
    mju_mulMatVec(res, con->H, rows + i, con->dim, con->dim);
    mju_copy(rows + i, res, con->dim);
    i += con->dim - 1;
    cones++;
  }
  return cones;
}

// |H x - b|
static double residual(const mjModel* m, mjData* d, const mjtNum* x, const mjtNum* b, int* cones) {
  mjtNum *res = calloc((size_t)m->nv, sizeof *res), *more = calloc((size_t)m->nv, sizeof *more);
  mjtNum* rows = calloc((size_t)d->nefc + 1, sizeof *rows);
  mj_mulM(m, d, res, x);
  if (d->nefc) {
    mj_mulJacVec(m, d, rows, x);
    *cones += curvature(d, rows);
    mj_mulJacTVec(m, d, more, rows);
  }
  mju_addTo(res, more, (int)m->nv);
  const double error = distance(res, b, m->nv);
  free(res), free(more), free(rows);
  return error;
}

// dqacc by a step along b, and whether all rows kept their states
static bool difference(const mjModel* m, mjData* d, const mjtNum* b, mjtNum h, mjtNum* res) {
  bool same = true;
  int* state = malloc(((size_t)d->nefc + 1) * sizeof *state);
  const int n = d->nefc;
  if (n) memcpy(state, d->efc_state, (size_t)n * sizeof *state);
  for (int side = -1; side <= 1; side += 2) {
    mju_scl(d->qfrc_applied, b, side * h, (int)m->nv);
    mj_forward(m, d);
    same &= d->nefc == n && (!n || !memcmp(state, d->efc_state, (size_t)n * sizeof *state));
    mju_addToScl(res, d->qacc, side / (2 * h), (int)m->nv);
  }
  mju_zero(d->qfrc_applied, (int)m->nv);
  mj_forward(m, d);
  free(state);
  return same;
}

static void checkKept(const mjModel* m, mjData* d, const mjtNum* b, const mjtNum* x) {
  const size_t bytes = (size_t)m->nv * sizeof *x;
  mjtNum* y = malloc(2 * bytes);
  memcpy(y, b, bytes);
  memcpy(y + m->nv, b, bytes);
  assert_true(solve_linearize(m, d, y, 2));  // with the factor that is there
  assert_memory_equal(y, x, bytes);
  assert_memory_equal(y + m->nv, x, bytes);
  const size_t used = d->parena;
  linear_forget(d);
  assert_true(!d->nefc || d->parena < used);
  mjData* copy = mj_copyData(NULL, m, d);
  memcpy(y, b, bytes);
  assert_true(solve_linearize(m, copy, y, 1));  // with one that is made anew
  assert_memory_equal(y, x, bytes);
  mj_deleteData(copy);
  free(y);
}

static void checkState(const mjModel* m, mjData* d, Figures* f) {
  const int nv = (int)m->nv;
  mjtNum *b = randomVector(nv), *x = malloc((size_t)nv * sizeof *x);
  mjtNum* slope = calloc((size_t)nv, sizeof *slope);
  mju_copy(x, b, nv);
  assert_true(solve_linearize(m, d, x, 1));
  f->residual = fmax(f->residual, residual(m, d, x, b, &f->cones));
  f->systems++;
  f->islands += d->nisland > 1;
  checkKept(m, d, b, x);
  if (m->opt.solver == mjSOL_NEWTON && difference(m, d, b, 1e-5, slope)) {
    f->derivative = fmax(f->derivative, distance(slope, x, nv));
    f->compared++;
  }
  free(b), free(x), free(slope);
}

static void checkModel(const char* file, int cone, int jacobian, int solver, bool islands,
                       Figures* f) {
  mjModel* m = loadFile(file);
  m->opt.cone = cone;
  m->opt.jacobian = jacobian;
  m->opt.solver = solver;
  m->opt.tolerance = 0;
  m->opt.iterations = 200;
  m->opt.noslip_iterations = 0;
  if (!islands) m->opt.disableflags |= mjDSBL_ISLAND;
  mjData* d = mj_makeData(m);
  for (int s = 0; s < 6; s++) {
    stepRandomly(m, d, 12);
    mj_forward(m, d);
    checkState(m, d, f);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_solution(void** unused) {
  (void)unused;
  static const int solvers[] = {mjSOL_NEWTON, mjSOL_NEWTON, mjSOL_CG, mjSOL_PGS};
  Figures f = {0};
  for (int k = 0; k < SOLVE_MODELS; k++) {
    for (int i = 0; i < 16; i++) {
      checkModel(solveModels[k], i % 2 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL,
                 i / 2 % 2 ? mjJAC_SPARSE : mjJAC_DENSE, solvers[i / 4], i / 4 != 1, &f);
    }
  }
  print_message("%d systems (%d with islands, %d sliding contacts) to %.2g; against differences of "
                "%d: %.2g\n",
                f.systems, f.islands, f.cones, f.residual, f.compared, f.derivative);
  assert_true(f.residual < 1e-10 && f.derivative < 1e-4);
  assert_true(f.cones > 50 && f.islands > 20 && f.compared > 50);
}

static void test_full(void** unused) {
  (void)unused;
  mjModel* m = loadFile("tests/golden/solve_pile.xml");
  mjData* d = mj_makeData(m);
  stepRandomly(m, d, 40);
  mj_forward(m, d);
  assert_true(d->nefc > 0);
  mjtNum *b = randomVector(m->nv), *x = malloc((size_t)m->nv * sizeof *x);
  mju_copy(x, b, (int)m->nv);
  mj_markStack(d);
  assert_non_null(stack_alloc(d, (size_t)d->narena - d->pstack - d->parena - 1000, 1));
  const size_t used = d->parena;
  assert_false(solve_linearize(m, d, x, 1));
  assert_memory_equal(x, b, (size_t)m->nv * sizeof *x);
  assert_int_equal(d->parena, used);
  mj_freeStack(d);
  assert_true(solve_linearize(m, d, x, 1));
  mj_step(m, d);
  assert_int_equal(d->warning[mjWARN_CNSTRFULL].number, 0);
  free(b), free(x);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_solution),
      cmocka_unit_test(test_full),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
