// Finite differences of steps and of the inverse against the reference: tests/golden/finite.txt,
// made by tools/oracle/finite.mjs, whose random states are repeated here. What an engine rounds
// otherwise in the last bit shows divided by eps.
#include <math.h>

#include "support.h"

enum { STEPS = 5, MIN_LINES = 900, MOST = 7 };
#define EPS 1e-6
#define TOLERANCE 1e-8
#define LEAST 1e-3  // sums of magnitudes below it are rounding

typedef struct {
  FILE* file;
  char line[100000];
  const char* model;
  int lines, exact, wrong;
  double worst;
} Golden;

static bool nextLine(Golden* g) {
  while (fgets(g->line, sizeof g->line, g->file)) {
    if (g->line[0] != '#') return true;
  }
  return false;
}

// ---- states

static void fill(mjtNum* array, mjtSize n, double scale, double offset) {
  for (mjtSize i = 0; i < n; i++) array[i] = offset + scale * rng_uniform();
}

static void start(const mjModel* m, mjData* d) {
  rng_state = 88172645463325252ull;
  mj_resetData(m, d);
  mjtNum* dq = calloc((size_t)m->nv + 1, sizeof *dq);
  fill(dq, m->nv, 0.03, 0);
  mj_integratePos(m, d->qpos, dq, 1);
  free(dq);
  fill(d->qvel, m->nv, 0.3, 0);
  fill(d->act, m->na, 0.2, 0.3);
  for (int i = 0; i < m->nu; i++) {
    const mjtNum low = m->actuator_ctrlrange[2 * i], high = m->actuator_ctrlrange[2 * i + 1];
    const double x = rng_uniform();
    d->ctrl[i] = low < high ? (low + high) / 2 + 0.4 * (high - low) * x : 0.3 * x;
  }
  for (int k = 0; k < STEPS; k++) mj_step(m, d);
}

// ---- comparison

static void digest(const mjtNum* x, mjtSize n, double sum[3]) {
  sum[0] = sum[1] = sum[2] = 0;
  for (mjtSize i = 0; i < n; i++) {
    sum[0] += x[i] * (double)((i * 7919) % 101 - 50) / 50;
    sum[1] += x[i] * (double)((i * 104729) % 103 - 51) / 51;
    sum[2] += fabs(x[i]);
  }
}

static void compare(Golden* g, const char* tag, const char* field, const mjtNum* x, mjtSize n) {
  char name[100], key[100];
  long count;
  double ours[3], theirs[3], error = 0;
  snprintf(name, sizeof name, "%s.%s", tag, field);
  assert_true(nextLine(g));
  const int read =
      sscanf(g->line, "%99s %ld %lf %lf %lf", key, &count, theirs, theirs + 1, theirs + 2);
  assert_int_equal(read, 5);
  assert_string_equal(name, key);
  assert_int_equal(count, n);
  digest(x, n, ours);
  for (int k = 0; k < 3; k++) {
    const double e = fabs(ours[k] - theirs[k]) / (LEAST + theirs[2]);
    if (!(e <= error)) error = e == e ? e : INFINITY;
  }
  g->lines++;
  g->exact += error == 0;
  if (error <= TOLERANCE) {
    g->worst = fmax(g->worst, error);
    return;
  }
  g->wrong++;
  print_message("%s %s differs by %.2g: ours %.15g %.15g %.15g, reference %.15g %.15g %.15g\n",
                g->model, name, error, ours[0], ours[1], ours[2], theirs[0], theirs[1], theirs[2]);
}

// matrices of these sizes, filled with what no derivative is
static void make(mjtNum* mat[MOST], const mjtSize size[MOST]) {
  for (int k = 0; k < MOST; k++) {
    mat[k] = size[k] ? malloc((size_t)size[k] * sizeof(mjtNum)) : NULL;
    for (mjtSize i = 0; i < size[k]; i++) mat[k][i] = NAN;
  }
}

static void compareAll(Golden* g, const char* tag, const char* const* names, int n,
                       mjtNum* mat[MOST], const mjtSize size[MOST]) {
  for (int k = 0; k < n; k++) compare(g, tag, names[k], mat[k], size[k]);
  for (int k = 0; k < MOST; k++) free(mat[k]);
}

static void compareTransition(Golden* g, const mjModel* m, mjData* d, const char* tag,
                              bool centred) {
  static const char* const names[] = {"A", "B", "C", "D"};
  const mjtSize ndx = 2 * m->nv + m->na, ns = m->nsensordata;
  const mjtSize size[MOST] = {ndx * ndx, ndx * m->nu, ns * ndx, ns * m->nu};
  mjtNum* mat[MOST];
  make(mat, size);
  start(m, d);
  mjd_transitionFD(m, d, EPS, centred, mat[0], mat[1], mat[2], mat[3]);
  compareAll(g, tag, names, 4, mat, size);
}

static void compareInverse(Golden* g, const mjModel* m, mjData* d, const char* tag,
                           bool actuation) {
  static const char* const names[] = {"DfDq", "DfDv", "DfDa", "DsDq", "DsDv", "DsDa", "DmDq"};
  const mjtSize f = m->nv * m->nv, s = actuation ? 0 : m->nv * m->nsensordata;
  const mjtSize size[MOST] = {f, f, f, s, s, s, actuation ? 0 : m->nv * m->nC};
  mjtNum* mat[MOST];
  make(mat, size);
  start(m, d);
  fill(d->qacc, m->nv, 1, 0);
  mjd_inverseFD(m, d, EPS, actuation, mat[0], mat[1], mat[2], mat[3], mat[4], mat[5], mat[6]);
  compareAll(g, tag, names, actuation ? 3 : MOST, mat, size);
}

// ---- models

static void readRanges(Golden* g, mjModel* m) {
  assert_true(nextLine(g));
  assert_int_equal(strncmp(g->line, "lengthrange ", 12), 0);
  char* at = g->line + 12;
  assert_int_equal(strtol(at, &at, 10), 2 * m->nout);
  for (int i = 0; i < 2 * m->nout; i++) m->actuator_lengthrange[i] = strtod(at, &at);
}

static void compareModel(Golden* g, const char* name) {
  static const struct {
    int kind;
    const char *forward, *centred, *inverse, *actuated;
  } integrators[] = {
      {mjINT_EULER, "euler.forward", "euler.centred", "euler.inverse", "euler.actuated"},
      {mjINT_IMPLICIT, "implicit.forward", "implicit.centred", "implicit.inverse",
       "implicit.actuated"},
      {mjINT_IMPLICITFAST, "implicitfast.forward", "implicitfast.centred", "implicitfast.inverse",
       "implicitfast.actuated"},
  };
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/../%s", TEST_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjData* d = mj_makeData(m);
  m->opt.enableflags = 0;
  m->opt.noslip_iterations = 0;
  g->model = name;
  readRanges(g, m);
  for (int k = 0; k < 3; k++) {
    m->opt.integrator = integrators[k].kind;
    compareTransition(g, m, d, integrators[k].forward, false);
    compareTransition(g, m, d, integrators[k].centred, true);
    compareInverse(g, m, d, integrators[k].inverse, false);
    compareInverse(g, m, d, integrators[k].actuated, true);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_reference(void** state) {
  (void)state;
  static Golden g;
  g.file = fopen(TEST_DIR "/golden/finite.txt", "r");
  assert_non_null(g.file);
  char name[200];
  int n = 0;
  while (nextLine(&g)) {
    assert_int_equal(sscanf(g.line, "model %199s", name), 1);
    compareModel(&g, name);
    n++;
  }
  fclose(g.file);
  print_message("%d models, %d matrices, %d exact, %d differ; worst of what agrees %.2g (%g)\n", n,
                g.lines, g.exact, g.wrong, g.worst, TOLERANCE);
  assert_true(g.lines >= MIN_LINES);
  assert_int_equal(g.wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_reference)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
