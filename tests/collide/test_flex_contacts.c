// Contacts of flexes, their rows and rays against the reference: tests/golden/flex.txt, made by
//   tools/oracle/flex.py tests/golden/flex.txt tests/golden/flex/*.xml
// and what must hold whatever the reference says: threads, arenas that are full, contacts that
// users add.
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <sinew/api.h>

enum { LINE = 1000 };
// of lengths below 1 and unit vectors; vertices that differ by rounding lead the search for a
// penetration, which ends within 1e-6, to another end
static const double CLOSE = 1e-9;

typedef struct {
  FILE* file;
  char line[LINE];
  mjModel* m;
  mjData* d;
  int ncon, nrow, nray;  // seen
  double worst;
} Golden;

static mjModel* load(const char* name) {
  char path[300], error[300] = "";
  snprintf(path, sizeof path, TEST_DIR "/golden/flex/%s", name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s: %s", path, error);
  return m;
}

// the state of the oracle's script
static mjData* pose(const mjModel* m) {
  mjData* d = mj_makeData(m);
  assert_non_null(d);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = sin(3 * i + 1);
  mj_integratePos(m, d->qpos, d->qvel, 0.01);
  mj_forward(m, d);
  return d;
}

static void compare(Golden* g, double expected, double found, double scale) {
  const double error = fabs(expected - found) / scale;
  if (!(error <= CLOSE)) {
    fail_msg("contact %d, row %d, ray %d: expected %.17g, found %.17g", g->ncon, g->nrow, g->nray,
             expected, found);
  }
  if (error > g->worst) g->worst = error;
}

// numbers of a line behind its first word
static int numbers(const char* line, double* res, int most) {
  int n = 0, used = 0;
  const char* at = strchr(line, ' ');
  while (at && n < most && sscanf(at, "%lf%n", &res[n], &used) == 1) {
    at += used;
    n++;
  }
  return n;
}

static void checkContact(Golden* g) {
  double x[17];
  assert_int_equal(numbers(g->line, x, 17), 17);
  assert_true(g->ncon < g->d->ncon);
  const mjContact* con = &g->d->contact[g->ncon];
  const int id[10] = {con->geom[0], con->geom[1], con->flex[0], con->flex[1], con->elem[0],
                      con->elem[1], con->vert[0], con->vert[1], con->dim,     con->exclude};
  for (int i = 0; i < 10; i++) {
    if ((int)x[i] != id[i]) fail_msg("contact %d: number %d is %d: %s", g->ncon, i, id[i], g->line);
  }
  compare(g, x[10], con->dist, 1);
  for (int k = 0; k < 3; k++) {
    compare(g, x[11 + k], con->pos[k], 1);
    compare(g, x[14 + k], con->frame[k], 1);
  }
  g->ncon++;
}

static void checkRow(Golden* g) {
  double x[2];
  const mjData* d = g->d;
  assert_int_equal(numbers(g->line, x, 2), 2);
  const int row = d->ne + d->nf + d->nl + g->nrow;
  assert_true(row < d->nefc);
  compare(g, x[0], d->efc_vel[row], 1);
  compare(g, x[1], d->efc_diagA[row], x[1]);
  g->nrow++;
}

static void checkRay(Golden* g) {
  const mjModel* m = g->m;
  double x[5];
  const int k = g->nray;
  assert_int_equal(numbers(g->line, x, 5), 5);
  const mjtNum* to = g->d->flexvert_xpos + 3 * ((5 * k) % m->flex_vertnum[0]);
  const mjtNum pnt[3] = {sin(k), cos(2 * k), 0.5 * sin(3 * k) + 0.3};
  const mjtNum vec[3] = {to[0] - pnt[0] + 0.002, to[1] - pnt[1] - 0.004, to[2] - pnt[2] + 0.006};
  mjtNum normal[3];
  int vert = 0;
  const mjtNum dist = mj_rayFlex(m, g->d, k % 2, (k & 1) != 0, (k & 2) != 0, (k & 4) != 0,
                                 k % 3 == 0, 0, pnt, vec, &vert, normal);
  assert_int_equal(vert, (int)x[0]);
  compare(g, x[1], dist, 1);
  for (int i = 0; i < 3; i++) compare(g, x[2 + i], normal[i], 1);
  g->nray++;
}

static void closeModel(Golden* g) {
  if (!g->m) return;
  assert_int_equal(g->ncon, g->d->ncon);
  assert_int_equal(g->nrow, g->d->nefc - g->d->ne - g->d->nf - g->d->nl);
  assert_int_equal(g->nray, 12);
  mj_deleteData(g->d);
  mj_deleteModel(g->m);
}

static void openModel(Golden* g) {
  char name[100];
  int ncon = 0, nisland = 0;
  closeModel(g);
  assert_int_equal(sscanf(g->line, "model %99s %d %d", name, &ncon, &nisland), 3);
  g->m = load(name);
  g->d = pose(g->m);
  g->ncon = g->nrow = g->nray = 0;
  print_message("%s: %d contacts\n", name, ncon);
  assert_int_equal(g->d->ncon, ncon);
  assert_int_equal(g->d->nisland, nisland);
}

static void agreesWithReference(void** state) {
  (void)state;
  Golden g = {.file = fopen(TEST_DIR "/golden/flex.txt", "r")};
  assert_non_null(g.file);
  while (fgets(g.line, LINE, g.file)) {
    if (!strncmp(g.line, "model ", 6)) openModel(&g);
    if (!strncmp(g.line, "con ", 4)) checkContact(&g);
    if (!strncmp(g.line, "row ", 4)) checkRow(&g);
    if (!strncmp(g.line, "ray ", 4)) checkRay(&g);
  }
  closeModel(&g);
  fclose(g.file);
  print_message("largest difference %g\n", g.worst);
}

// an arena of every size: contacts that do not fit are dropped with a warning, and steps go on
static void arenaMayBeFull(void** state) {
  (void)state;
  mjModel* m = load("many.xml");
  mjData* whole = pose(m);
  const mjtSize need = whole->maxuse_arena;
  mj_deleteData(whole);
  catch_begin();
  int dropped = 0;
  for (int k = 1; k <= 12; k++) {
    m->narena = need * k / 10;
    mjData* d = mj_makeData(m);
    if (!d) continue;
    mj_step(m, d);
    assert_true(d->ncon >= 0 && (mjtSize)d->parena <= m->narena);
    dropped += d->warning[mjWARN_CONTACTFULL].number > 0 || d->warning[mjWARN_CNSTRFULL].number > 0;
    mj_deleteData(d);
  }
  catch_end();
  assert_in_range(dropped, 1, 11);
  mj_deleteModel(m);
}

static void threadsHaveTheSameBits(void** state) {
  (void)state;
  mjModel* m = load("many.xml");
  mjData *one = pose(m), *many = mj_makeData(m);
  mju_threadpool(many, 3);
  for (int i = 0; i < m->nv; i++) many->qvel[i] = sin(3 * i + 1);
  mj_integratePos(m, many->qpos, many->qvel, 0.01);
  mj_forward(m, many);
  for (int i = 0; i < 5; i++) mj_step(m, one), mj_step(m, many);
  assert_int_equal(one->ncon, many->ncon);
  assert_memory_equal(one->qpos, many->qpos, (size_t)m->nq * sizeof(mjtNum));
  mj_deleteData(one);
  mj_deleteData(many);
  mj_deleteModel(m);
}

// a contact that names what the model does not have is refused
static void addedContactsAreChecked(void** state) {
  (void)state;
  mjModel* m = load("sheet.xml");
  mjData* d = pose(m);
  assert_true(d->ncon > 0);
  mjContact con = {.dim = 3, .geom = {0, -1}, .flex = {-1, 0}, .elem = {-1, 3}, .vert = {-1, -1}};
  con.frame[0] = con.frame[4] = con.frame[8] = 1;
  catch_begin();
  assert_int_equal(mj_addContact(m, d, &con), 0);
  mj_makeConstraint(m, d);
  con.elem[1] = m->flex_elemnum[0];
  assert_int_equal(mj_addContact(m, d, &con), 1);
  con.flex[1] = 1;
  con.elem[1] = 0;
  assert_int_equal(mj_addContact(m, d, &con), 1);
  catch_end();
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agreesWithReference),
      cmocka_unit_test(arenaMayBeFull),
      cmocka_unit_test(threadsHaveTheSameBits),
      cmocka_unit_test(addedContactsAreChecked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
