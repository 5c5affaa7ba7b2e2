// Steps, inverse dynamics and velocity derivatives against the reference: tests/golden/step.txt
// (made by tools/oracle/step.mjs) has digests of arrays: count, two weighted sums and the sum of
// magnitudes. A sum a must satisfy |a - b| <= 1e-9 (1e-3 + sum of magnitudes).
#include "support.h"

#include <math.h>
#include <stdbool.h>

#include "step/forward.h"

#define TOLERANCE 1e-9
#define LEAST 1e-3
enum { STEPS = 4, MAX_LINE = 4000, MIN_LINES = 500 };

static const char* const integrator[] = {"euler", "rk4", "implicit", "implicitfast"};

// ---- inputs

static void fill(mjtNum* array, mjtSize from, mjtSize n, double scale, double offset) {
  for (mjtSize i = from; i < n; i++) array[i] = offset + scale * rng_uniform();
}

static void randomState(const mjModel* m, mjData* d) {
  mjtNum* dq = calloc((size_t)m->nv + 1, sizeof *dq);
  rng_state = 88172645463325252ull;
  mj_resetData(m, d);
  fill(dq, 0, m->nv, 0.3, 0);
  mj_integratePos(m, d->qpos, dq, 1);
  fill(d->qvel, 0, m->nv, 1, 0);
  fill(d->act, 0, m->na, 0.4, 0.5);
  fill(d->ctrl, 0, m->nu, 0.8, 0);
  fill(d->qfrc_applied, 0, m->nv, 0.1, 0);
  fill(d->xfrc_applied, 6, 6 * m->nbody, 0.1, 0);
  free(dq);
}

// ---- digests

typedef struct {
  FILE* file;
  char line[MAX_LINE];
  const char* model;
  double worst;
  int lines, wrong;
} Golden;

static bool nextLine(Golden* g) {
  do {
    if (!fgets(g->line, sizeof g->line, g->file)) return false;
  } while (g->line[0] == '#');
  g->line[strcspn(g->line, "\n")] = 0;
  return true;
}

static void digest(const mjtNum* x, mjtSize n, double sum[3]) {
  sum[0] = sum[1] = sum[2] = 0;
  for (mjtSize i = 0; i < n; i++) {
    sum[0] += x[i] * (double)((i * 7919) % 101 - 50) / 50;
    sum[1] += x[i] * (double)((i * 104729) % 103 - 51) / 51;
    sum[2] += fabs(x[i]);
  }
}

static void compare(Golden* g, int kind, const char* field, const mjtNum* x, mjtSize n) {
  char name[100], key[100];
  long count;
  double ours[3], theirs[3];
  snprintf(name, sizeof name, "%s.%s", integrator[kind], field);
  assert_true(nextLine(g));
  const int read =
      sscanf(g->line, "%99s %ld %lf %lf %lf", key, &count, theirs, theirs + 1, theirs + 2);
  assert_int_equal(read, 5);
  assert_string_equal(name, key);
  digest(x, n, ours);
  double error = count == n ? 0 : INFINITY;
  for (int k = 0; k < 3; k++) {
    const double e = fabs(ours[k] - theirs[k]) / (LEAST + theirs[2]);
    if (!(e <= error)) error = e == e ? e : INFINITY;
  }
  g->lines++;
  if (error <= TOLERANCE) {
    g->worst = fmax(g->worst, error);
    return;
  }
  g->wrong++;
  print_message("%s %s differs by %.2g: ours %.15g %.15g %.15g, reference %.15g %.15g %.15g\n",
                g->model, name, error, ours[0], ours[1], ours[2], theirs[0], theirs[1], theirs[2]);
}

// ---- models

static void compareInverse(Golden* g, mjModel* m, mjData* d, int kind, const char* field,
                           int flag) {
  fill(d->qacc, 0, m->nv, 1, 0);
  m->opt.enableflags |= flag;
  assert_true(step_inverse(m, d, mjSTAGE_NONE, 0));
  m->opt.enableflags &= ~flag;
  compare(g, kind, field, d->qfrc_inverse, m->nv);
}

static void compareIntegrator(Golden* g, mjModel* m, mjData* d, int kind) {
  m->opt.integrator = kind;
  randomState(m, d);
  step_forward(m, d, mjSTAGE_NONE, 0);
  compare(g, kind, "qacc", d->qacc, m->nv);
  compareInverse(g, m, d, kind, "inverse", 0);
  if (kind != mjINT_RK4) compareInverse(g, m, d, kind, "discrete", mjENBL_INVDISCRETE);
  randomState(m, d);
  mj_step(m, d);
  if (kind >= mjINT_IMPLICIT) compare(g, kind, "qDeriv", d->qDeriv, m->nD);
  if (kind == mjINT_IMPLICIT) compare(g, kind, "qLU", d->qLU, m->nD);
  for (int k = 1; k < STEPS; k++) mj_step(m, d);
  compare(g, kind, "qpos", d->qpos, m->nq);
  compare(g, kind, "qvel", d->qvel, m->nv);
  compare(g, kind, "act", d->act, m->na);
}

// a line "lengthrange n ...", if there is one
static void readRanges(Golden* g, mjModel* m) {
  const long before = ftell(g->file);
  assert_true(nextLine(g));
  if (strncmp(g->line, "lengthrange ", 12)) {
    fseek(g->file, before, SEEK_SET);
    return;
  }
  char* at = g->line + 12;
  assert_int_equal(strtol(at, &at, 10), 2 * m->nout);
  for (int i = 0; i < 2 * m->nout; i++) m->actuator_lengthrange[i] = strtod(at, &at);
}

static void compareModel(Golden* g, const char* name) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/../%s", TEST_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjData* d = mj_makeData(m);
  m->opt.disableflags |= mjDSBL_CONSTRAINT;
  m->opt.enableflags = 0;
  g->model = name;
  readRanges(g, m);
  for (int kind = 0; kind < 4; kind++) compareIntegrator(g, m, d, kind);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_reference(void** state) {
  (void)state;
  Golden g = {.file = fopen(TEST_DIR "/golden/step.txt", "r")};
  assert_non_null(g.file);
  char name[200];
  int n = 0;
  while (nextLine(&g)) {
    assert_int_equal(sscanf(g.line, "model %199s", name), 1);
    compareModel(&g, name);
    n++;
  }
  fclose(g.file);
  print_message(
      "%d models, %d arrays, %d differ; worst residual of what agrees %.2g (tolerance %g)\n", n,
      g.lines, g.wrong, g.worst, TOLERANCE);
  assert_true(g.lines >= MIN_LINES);
  assert_int_equal(g.wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_reference)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
