// Constraint solvers against the reference: tests/golden/solve.txt, made by tools/oracle/solve.mjs,
// has states and, for many settings, the counts of rows, islands and iterations and digests of
// island maps, qacc and efc_force. All are equal. SOLVE_GOLDEN names another file.
#include "support.h"

#include <math.h>
#include <stdbool.h>

enum { MAX_LINE = 20000, MIN_CASES = 500 };

typedef struct {
  int solver, cone, jacobian, disableflags, noslip, iterations;
  int nefc, nisland, niter[3];
  double maps, qacc[3], force[3];
} Case;

// ---- digests

static void digest(const mjtNum* x, mjtSize n, double sum[3]) {
  sum[0] = sum[1] = sum[2] = 0;
  for (mjtSize i = 0; i < n; i++) {
    sum[0] += x[i] * (double)((i * 7919) % 101 - 50) / 50;
    sum[1] += x[i] * (double)((i * 104729) % 103 - 51) / 51;
    sum[2] += fabs(x[i]);
  }
}

static double sumInts(const int* x, mjtSize n, int weight) {
  double sum = 0;
  for (mjtSize i = 0; i < n; i++) sum += x[i] * (double)(1 + (i * 7919 + weight) % 101);
  return sum;
}

static double mapDigest(const mjModel* m, const mjData* d) {
  const int n = d->nisland;
  if (!n) return 0;
  return sumInts(d->dof_island, m->nv, 1) + sumInts(d->map_dof2idof, m->nv, 2) +
         sumInts(d->map_idof2dof, m->nv, 3) + sumInts(d->efc_island, d->nefc, 4) +
         sumInts(d->map_efc2iefc, d->nefc, 5) + sumInts(d->island_ne, n, 6) +
         sumInts(d->island_nf, n, 7) + sumInts(d->island_iefcadr, n, 8) +
         sumInts(d->island_dofadr, n, 9);
}

// largest difference of the sums; 0 if and only if they are equal
static double compareSums(const mjtNum* x, mjtSize n, const double theirs[3]) {
  double ours[3], error = 0;
  digest(x, n, ours);
  for (int k = 0; k < 3; k++) {
    const double e = fabs(ours[k] - theirs[k]);
    if (!(e <= error)) error = e == e ? e : INFINITY;
  }
  return error;
}

// ---- golden file

typedef struct {
  FILE* file;
  char line[MAX_LINE];
  mjModel* m;
  mjData* d;
  double state[1000];
  int cases, wrong, wrongIterations[3];  // of iterations: by solver
} Golden;

static void readModel(Golden* g, const char* file) {
  char path[1000], error[1000];
  mj_deleteData(g->d);
  mj_deleteModel(g->m);
  snprintf(path, sizeof path, file[0] == '/' ? "%s%s" : "%s/../%s", file[0] == '/' ? "" : TEST_DIR,
           file);
  g->m = mj_loadXML(path, NULL, error, sizeof error);
  if (!g->m) print_message("%s: %s\n", path, error);
  assert_non_null(g->m);
  g->d = mj_makeData(g->m);
}

static void readState(Golden* g, char* text) {
  const int n = (int)(g->m->nq + 2 * g->m->nv + g->m->nu);
  assert_true(n <= (int)(sizeof g->state / sizeof *g->state));
  for (int i = 0; i < n; i++) g->state[i] = strtod(text, &text);
}

static const double* copyTo(mjtNum* array, const double* from, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) array[i] = from[i];
  return from + n;
}

static void setState(const Golden* g) {
  const mjModel* m = g->m;
  const double* at = copyTo(g->d->qpos, g->state, m->nq);
  at = copyTo(g->d->qvel, at, m->nv);
  at = copyTo(g->d->qacc_warmstart, at, m->nv);
  copyTo(g->d->ctrl, at, m->nu);
}

static Case readCase(const char* text) {
  Case c;
  const int n = sscanf(text, "%d %d %d %d %d %d %d %d %d %d %d %lf %lf %lf %lf %lf %lf %lf",
                       &c.solver, &c.cone, &c.jacobian, &c.disableflags, &c.noslip, &c.iterations,
                       &c.nefc, &c.nisland, &c.niter[0], &c.niter[1], &c.niter[2], &c.maps,
                       &c.qacc[0], &c.qacc[1], &c.qacc[2], &c.force[0], &c.force[1], &c.force[2]);
  assert_int_equal(n, 18);
  return c;
}

// ---- cases

static void runCase(Golden* g, const Case* c) {
  mjOption* opt = &g->m->opt;
  opt->solver = c->solver;
  opt->cone = c->cone;
  opt->jacobian = c->jacobian;
  opt->disableflags = c->disableflags;
  opt->noslip_iterations = c->noslip;
  opt->iterations = c->iterations;
  setState(g);
  mj_forward(g->m, g->d);
}

static void checkCase(Golden* g, const Case* c) {
  const mjData* d = g->d;
  const bool rows = d->nefc == c->nefc && d->nisland == c->nisland;
  const bool maps = rows && mapDigest(g->m, d) == c->maps;
  const double qacc = compareSums(d->qacc, g->m->nv, c->qacc);
  const double force = rows ? compareSums(d->efc_force, d->nefc, c->force) : INFINITY;
  bool iterations = true;
  for (int i = 0; i < 3 && i < (d->nisland ? d->nisland : 1); i++) {
    iterations &= d->solver_niter[i] == c->niter[i];
  }
  g->cases++;
  g->wrongIterations[c->solver] += !iterations;
  if (maps && iterations && qacc == 0 && force == 0) return;
  g->wrong++;
  print_message("solver %d cone %d jacobian %d flags %d noslip %d iterations %d: nefc %d (%d), "
                "nisland %d (%d), maps %d, niter %d %d %d (%d %d %d), qacc %.2g, force %.2g\n",
                c->solver, c->cone, c->jacobian, c->disableflags, c->noslip, c->iterations, d->nefc,
                c->nefc, d->nisland, c->nisland, maps, d->solver_niter[0], d->solver_niter[1],
                d->solver_niter[2], c->niter[0], c->niter[1], c->niter[2], qacc, force);
}

static void test_golden(void** unused) {
  (void)unused;
  static Golden g;
  const char* other = getenv("SOLVE_GOLDEN");
  g.file = fopen(other ? other : TEST_DIR "/golden/solve.txt", "r");
  assert_non_null(g.file);
  while (fgets(g.line, sizeof g.line, g.file)) {
    g.line[strcspn(g.line, "\n")] = 0;
    if (!strncmp(g.line, "model ", 6)) {
      readModel(&g, g.line + 6);
    } else if (!strncmp(g.line, "state ", 6)) {
      readState(&g, g.line + 6);
    } else if (!strncmp(g.line, "case ", 5)) {
      const Case c = readCase(g.line + 5);
      runCase(&g, &c);
      checkCase(&g, &c);
    }
  }
  fclose(g.file);
  mj_deleteData(g.d);
  mj_deleteModel(g.m);
  print_message("%d cases, %d wrong; other counts of iterations: PGS %d, CG %d, Newton %d\n",
                g.cases, g.wrong, g.wrongIterations[0], g.wrongIterations[1], g.wrongIterations[2]);
  assert_int_equal(g.wrong, 0);
  assert_true(g.cases >= MIN_CASES);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
