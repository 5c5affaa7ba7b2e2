// Sensors that need contacts, rays and distances, against the reference (golden/sensor_contact.txt,
// made by tools/oracle/sensor_contact.mjs). Twice for contacts: with its contacts and forces, which
// shows the sensors alone, and from the state on, through our collision detection and solver.
#include "support.h"

#include <math.h>

#include "model/stack.h"
#include "step/sensor.h"

#define TOLERANCE 1e-12      // relative, or absolute below 1
#define TOLERANCE_STEP 1e-7  // the same, after both solvers: the reference's stops at 1e-8

// ---- golden file

typedef struct {
  FILE* file;
  char* line;
  size_t room;
} Golden;

static bool nextLine(Golden* g) { return getline(&g->line, &g->room, g->file) > 0; }

// numbers of the line, at most n; returns how many
static int numbers(Golden* g, char tag, double* res, int n) {
  return golden_numbers(g->line, tag, res, n);
}

static void vectorLine(Golden* g, char tag, double* res, mjtSize n) {
  assert_true(nextLine(g));
  assert_int_equal(numbers(g, tag, res, (int)n), n);
}

static mjModel* openModel(const char* name) {
  char path[500], error[1000] = "";
  snprintf(path, sizeof path, "%s/golden/%s", TEST_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

typedef struct {
  double worst;
  int compared, nonzero;
} Residual;

static void compareSensors(Residual* r, const mjModel* m, const mjtNum* got, const double* want,
                           double tolerance) {
  for (int i = 0; i < m->nsensor; i++) {
    for (int k = 0; k < m->sensor_dim[i]; k++) {
      const double x = got[m->sensor_adr[i] + k], y = want[m->sensor_adr[i] + k];
      const double error = fabs(x - y) / (fabs(y) > 1 ? fabs(y) : 1);
      r->compared++;
      r->nonzero += y != 0;
      if (!(error <= r->worst)) r->worst = error;
      if (!(error <= tolerance))
        fail_msg("sensor %d (type %d), number %d: %.17g, not %.17g", i, m->sensor_type[i], k, x, y);
    }
  }
}

// ---- rays and distances

static void checkRange(Golden* g, int states) {
  mjModel* m = openModel("sensor_range.xml");
  mjData* d = mj_makeData(m);
  double* want = calloc((size_t)m->nsensordata, sizeof *want);
  Residual r = {0};
  for (int s = 0; s < states; s++) {
    vectorLine(g, 'q', d->qpos, m->nq);
    vectorLine(g, 's', want, m->nsensordata);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_camlight(m, d);
    mj_sensorPos(m, d);
    compareSensors(&r, m, d->sensordata, want, TOLERANCE);
  }
  print_message("range: %d numbers, %d not zero, worst %.1e\n", r.compared, r.nonzero, r.worst);
  assert_true(r.nonzero > r.compared / 2);
  free(want);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- contacts

enum { MOST_CONTACTS = 40, MOST_ROWS = 400 };

typedef struct {
  mjContact contact[MOST_CONTACTS];
  double force[MOST_ROWS];
  int type[MOST_ROWS];
  int ncon, nefc;
} Solved;

// a contact line: dist pos frame friction dim geoms row
static void readContact(Golden* g, Solved* solved) {
  double x[22];
  assert_int_equal(numbers(g, 'c', x, 22), 22);
  assert_true(solved->ncon < MOST_CONTACTS);
  mjContact* con = &solved->contact[solved->ncon++];
  memset(con, 0, sizeof *con);
  con->dist = x[0];
  memcpy(con->pos, x + 1, sizeof con->pos);
  memcpy(con->frame, x + 4, sizeof con->frame);
  memcpy(con->friction, x + 13, sizeof con->friction);
  con->dim = (int)x[18];
  con->geom[0] = con->geom1 = (int)x[19];
  con->geom[1] = con->geom2 = (int)x[20];
  con->efc_address = (int)x[21];
  con->flex[0] = con->flex[1] = con->elem[0] = con->elem[1] = con->vert[0] = con->vert[1] = -1;
}

static bool isOfContacts(int type) { return type == mjSENS_TOUCH || type == mjSENS_CONTACT; }

// sensors of contacts alone, from the reference's contacts
static void compareAlone(Residual* r, const mjModel* m, mjData* d, Solved* solved,
                         const double* want) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
  d->contact = solved->contact;
  d->efc_force = solved->force;
  d->efc_type = solved->type;
  for (int i = 0; i < solved->ncon; i++) {
    const mjContact* con = &solved->contact[i];
    const bool pyramid = m->opt.cone == mjCONE_PYRAMIDAL && con->dim > 1;
    if (con->efc_address >= 0) {
      solved->type[con->efc_address] =
          pyramid ? mjCNSTR_CONTACT_PYRAMIDAL : mjCNSTR_CONTACT_ELLIPTIC;
    }
  }
  d->ncon = solved->ncon;
  d->nefc = solved->nefc;
  memcpy(d->sensordata, want, (size_t)m->nsensordata * sizeof *want);
  for (int i = 0; i < m->nsensor; i++) {
    if (!isOfContacts(m->sensor_type[i])) continue;
    mjtNum* res = d->sensordata + m->sensor_adr[i];
    for (int k = 0; k < m->sensor_dim[i]; k++) res[k] = 7;
    assert_true(LANE(sensor_evaluate)(m, d, i, res));
  }
  compareSensors(r, m, d->sensordata, want, TOLERANCE);
}

static void checkContact(Golden* g, int cone, int states) {
  static Solved solved;
  mjModel* m = openModel("sensor_contact.xml");
  m->opt.cone = cone;
  mjData *d = mj_makeData(m), *alone = mj_makeData(m);
  double* want = calloc((size_t)m->nsensordata, sizeof *want);
  Residual r = {0}, all = {0};
  for (int s = 0; s < states; s++) {
    vectorLine(g, 'q', d->qpos, m->nq);
    vectorLine(g, 'v', d->qvel, m->nv);
    vectorLine(g, 'w', d->qacc_warmstart, m->nv);
    memcpy(alone->qpos, d->qpos, (size_t)m->nq * sizeof *d->qpos);
    assert_true(nextLine(g));
    solved.ncon = 0;
    solved.nefc = numbers(g, 'f', solved.force, MOST_ROWS);
    while (nextLine(g) && g->line[0] == 'c') readContact(g, &solved);
    assert_int_equal(numbers(g, 's', want, (int)m->nsensordata), m->nsensordata);
    compareAlone(&r, m, alone, &solved, want);
    mj_resetData(m, alone);
    mj_forward(m, d);
    assert_int_equal(d->ncon, solved.ncon);
    compareSensors(&all, m, d->sensordata, want, TOLERANCE_STEP);
  }
  print_message("cone %d: %d numbers, %d not zero, worst %.1e; with our solver %.1e\n", cone,
                r.compared, r.nonzero, r.worst, all.worst);
  assert_true(r.nonzero > r.compared / 3);
  free(want);
  mj_deleteData(d);
  mj_deleteData(alone);
  mj_deleteModel(m);
}

static void test_golden(void** unused) {
  (void)unused;
  Golden g = {.file = fopen(TEST_DIR "/golden/sensor_contact.txt", "r")};
  assert_non_null(g.file);
  int sections = 0, states, cone;
  while (nextLine(&g)) {
    if (g.line[0] == '#') continue;
    sections++;
    if (sscanf(g.line, "range %d", &states) == 1) {
      checkRange(&g, states);
    } else if (sscanf(g.line, "contact %d %d", &cone, &states) == 2) {
      checkContact(&g, cone, states);
    } else {
      fail_msg("line: %s", g.line);
    }
  }
  assert_int_equal(sections, 3);
  free(g.line);
  fclose(g.file);
}

// ---- without room for scratch a contact sensor reads 0

static void test_noScratch(void** unused) {
  (void)unused;
  static mjContact contact[1];
  mjModel* m = openModel("sensor_contact.xml");
  mjData* d = mj_makeData(m);
  contact->efc_address = -1;
  contact->geom[1] = 2;
  d->contact = contact;
  d->ncon = 1;
  int sensor = 0;
  while (m->sensor_type[sensor] != mjSENS_CONTACT) sensor++;
  mjtNum found = 7;
  assert_true(LANE(sensor_evaluate)(m, d, sensor, &found));
  assert_true(found == 1);
  mj_markStack(d);
  for (size_t n = 1 << 20; n > 0; n /= 2) {
    while (stack_alloc(d, n, 1)) {
    }
  }
  catch_begin();
  assert_true(LANE(sensor_evaluate)(m, d, sensor, &found));
  catch_end();
  mj_freeStack(d);
  assert_true(found == 0);
  assert_int_equal(d->warning[mjWARN_CONTACTFULL].number, 1);
  d->ncon = 0;
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- the net force of no contact: nothing found, in the axes of the world

static void test_noContact(void** unused) {
  (void)unused;
  char error[500] = "";
  mjModel* m = sn_loadXMLString(
      "<mujoco><worldbody><body name='b'><freejoint/><geom size='.1'/></body></worldbody><sensor>"
      "<contact body1='b' num='2' reduce='netforce' data='found force torque dist pos normal "
      "tangent'/><contact body1='b' reduce='mindist' data='found normal'/></sensor></mujoco>",
      error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  assert_int_equal(m->nsensordata, 2 * 17 + 4);
  for (int i = 0; i < m->nsensordata; i++) {
    assert_true(d->sensordata[i] == (i == 11 || i == 15));
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),
      cmocka_unit_test(test_noScratch),
      cmocka_unit_test(test_noContact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
