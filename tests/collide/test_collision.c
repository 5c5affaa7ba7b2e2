// collide/: contact lists against the reference's, contact records, overflow, callbacks, and what
// must not happen when a narrow-phase function misbehaves.
#include <math.h>

#include "collide/collide.h"
#include "simulate_support.h"

#ifndef GOLDEN
#define GOLDEN TEST_DIR "/golden/collision.txt"
#endif

static void detect(const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_collision(m, d);
}

// ---- the reference

enum { LINE = 1 << 16, FIGURES = 29 };  // numbers of a contact after ids, dim and exclude

static const double TOLERANCE = 1e-13;  // poses differ by sines and cosines

typedef struct {
  long contacts, states;
  double worst;
} Tally;

static void flatten(const mjContact* con, double x[FIGURES]) {
  int n = 0;
  x[n++] = con->dist;
  for (int i = 0; i < 3; i++) x[n++] = con->pos[i];
  for (int i = 0; i < 9; i++) x[n++] = con->frame[i];
  const double* shared = &con->includemargin;  // to adhesion they lie in a row
  for (int i = 0; i < 16; i++) x[n++] = shared[i];
}

static void compareContact(const mjContact* con, char* text, int scene, int index, Tally* tally) {
  const int ids[4] = {con->geom[0], con->geom[1], con->dim, con->exclude};
  for (int i = 0; i < 4; i++) {
    const long want = strtol(text, &text, 10);
    if (ids[i] != want)
      fail_msg("scene %d, contact %d: id %d: %d, %ld", scene, index, i, ids[i], want);
  }
  double x[FIGURES];
  flatten(con, x);
  for (int i = 0; i < FIGURES; i++) {
    const double difference = fabs(x[i] - strtod(text, &text));
    if (!(difference <= TOLERANCE)) {
      fail_msg("scene %d, contact %d of geoms %d %d: number %d differs by %g", scene, index, ids[0],
               ids[1], i, difference);
    }
    tally->worst = fmax(tally->worst, difference);
  }
  assert_int_equal(con->geom1, con->geom[0]);
  assert_int_equal(con->geom2, con->geom[1]);
  assert_int_equal(con->efc_address, -1);
  assert_true(con->mu == 0 && con->flex[0] == -1 && con->elem[1] == -1 && con->vert[0] == -1);
  for (int i = 0; i < 36; i++) assert_true(con->H[i] == 0);
}

// at the end of a state
static void expectCount(const mjData* d, int n, int scene) {
  if (d && d->ncon != n) fail_msg("scene %d: %d contacts instead of %d", scene, d->ncon, n);
}

static void test_golden(void** state) {
  (void)state;
  static char line[LINE];
  FILE* file = fopen(GOLDEN, "r");
  assert_non_null(file);
  mjModel* m = NULL;
  mjData* d = NULL;
  Tally tally = {0};
  int scene = -1, index = 0;
  while (fgets(line, sizeof line, file)) {
    if (!strncmp(line, "scene", 5)) {
      expectCount(d, index, scene);
      mj_deleteData(d);
      mj_deleteModel(m);
      assert_non_null(fgets(line, sizeof line, file));
      m = sim_compile(line);
      d = mj_makeData(m);
      scene++;
      index = 0;
    } else if (!strncmp(line, "state", 5)) {
      expectCount(d, index, scene);
      tally.states++;
      char* text = line + 5;
      for (int i = 0; i < m->nq; i++) d->qpos[i] = strtod(text, &text);
      detect(m, d);
      index = 0;
    } else if (line[0] == 'c') {
      if (index >= d->ncon) fail_msg("scene %d: only %d contacts", scene, d->ncon);
      compareContact(&d->contact[index], line + 1, scene, index, &tally);
      index++;
      tally.contacts++;
    }
  }
  fclose(file);
  expectCount(d, index, scene);
  mj_deleteData(d);
  mj_deleteModel(m);
  print_message("  %ld states, %ld contacts, largest difference %.1e\n", tally.states,
                tally.contacts, tally.worst);
  assert_true(tally.states >= 50 && tally.contacts >= 300);
}

// ---- order

static void expectPairs(const mjData* d, int n, const int (*geoms)[2]) {
  int k = 0;
  for (int i = 0; i < d->ncon; i++) {
    const int* geom = d->contact[i].geom;
    if (k && geom[0] == geoms[k - 1][0] && geom[1] == geoms[k - 1][1]) continue;
    assert_true(k < n);
    assert_int_equal(geom[0], geoms[k][0]);
    assert_int_equal(geom[1], geoms[k][1]);
    k++;
  }
  assert_int_equal(k, n);
}

// one body has box and sphere, the other sphere, box and capsule: flipped pairs are sorted with the
// mid-phase, and stay where they are without
static void test_order(void** state) {
  (void)state;
  mjModel* m = sim_compile(
      "<mujoco><worldbody><body><freejoint/><geom type='box' size='.3 .3 .3'/><geom size='.4'/>"
      "</body><body pos='.1 .02 .03'><freejoint/><geom size='.2'/><geom type='box' size='.3 .3 "
      ".3'/>"
      "<geom type='capsule' size='.2 .2'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  detect(m, d);
  const int sorted[][2] = {{0, 3}, {1, 2}, {1, 3}, {1, 4}, {2, 0}, {4, 0}};
  expectPairs(d, 6, sorted);
  m->opt.disableflags |= mjDSBL_MIDPHASE;
  detect(m, d);
  const int loops[][2] = {{2, 0}, {0, 3}, {4, 0}, {1, 2}, {1, 3}, {1, 4}};
  expectPairs(d, 6, loops);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- invariants

static const char twoBodies[] =
    "<mujoco><worldbody><body><freejoint/><geom type='box' size='.3 .2 .1'/></body>"
    "<body pos='.2 .1 .17'><freejoint/><geom type='capsule' size='.1 .2' euler='80 0 20'/>"
    "<geom type='ellipsoid' size='.1 .2 .15' pos='-.2 .05 -.05'/></body></worldbody></mujoco>";

static void checkFrame(const mjtNum f[9]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      assert_true(fabs(mju_dot3(f + 3 * i, f + 3 * j) - (i == j)) < 1e-14);
    }
  }
  mjtNum cross[3];
  mju_cross(cross, f, f + 3);
  assert_true(mju_dot3(cross, f + 6) > 0);
}

// a shift and a turn of both bodies does the same to their contacts
static void test_motion(void** state) {
  (void)state;
  mjModel* m = sim_compile(twoBodies);
  mjData* d = mj_makeData(m);
  detect(m, d);
  const int ncon = d->ncon;
  assert_true(ncon >= 2);
  mjContact* before = malloc((size_t)ncon * sizeof *before);
  memcpy(before, d->contact, (size_t)ncon * sizeof *before);
  const mjtNum shift[3] = {0.3, -2, 0.7};
  mjtNum turn[4] = {0.3, 0.5, -0.4, 0.6};
  mju_normalize4(turn);
  for (int b = 0; b < 2; b++) {
    mjtNum *q = d->qpos + 7 * b, pos[3], quat[4];
    mju_rotVecQuat(pos, q, turn);
    mju_add3(q, pos, shift);
    mju_mulQuat(quat, turn, q + 3);
    mju_copy4(q + 3, quat);
  }
  detect(m, d);
  assert_int_equal(d->ncon, ncon);
  for (int i = 0; i < ncon; i++) {
    mjtNum pos[3], normal[3];
    mju_rotVecQuat(pos, before[i].pos, turn);
    mju_addTo3(pos, shift);
    mju_rotVecQuat(normal, before[i].frame, turn);
    assert_true(fabs(before[i].dist - d->contact[i].dist) < 1e-5);  // of the convex iteration
    assert_true(mju_dist3(pos, d->contact[i].pos) < 1e-3);
    assert_true(mju_dist3(normal, d->contact[i].frame) < 1e-2);
    checkFrame(d->contact[i].frame);
  }
  free(before);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_frame(void** state) {
  (void)state;
  for (int k = 0; k < 1000; k++) {
    mjtNum normal[3], tangent[3] = {0}, frame[9];
    for (int i = 0; i < 3; i++) normal[i] = rng_uniform();
    if (mju_normalize3(normal) < 1e-3) continue;
    if (k % 2) {
      for (int i = 0; i < 3; i++) tangent[i] = 2 * rng_uniform();
    }
    collide_frame(frame, normal, tangent);
    checkFrame(frame);
    assert_true(mju_dist3(frame, normal) < 1e-15);
  }
}

// ---- memory

// many contacts in an arena of every size: what is listed is whole, and nothing else is touched
static void test_overflow(void** state) {
  (void)state;
  char xml[4000];
  int dropped = 0, largest = 0;
  for (int memory = 1; memory <= 64; memory += 3) {
    int n = snprintf(xml, sizeof xml, "<mujoco><size memory='%dK'/><worldbody>", memory);
    n += snprintf(xml + n, sizeof xml - (size_t)n, "<geom type='plane' size='1 1 1'/>");
    for (int i = 0; i < 12; i++) {
      n += snprintf(xml + n, sizeof xml - (size_t)n,
                    "<body pos='%g 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/></body>",
                    0.19 * i);
    }
    snprintf(xml + n, sizeof xml - (size_t)n, "</worldbody></mujoco>");
    mjModel* m = sim_compile(xml);
    mjData* d = mj_makeData(m);
    catch_begin();
    for (int step = 0; step < 2; step++) detect(m, d);
    catch_end();
    assert_true((size_t)d->ncon * sizeof(mjContact) <= (size_t)d->narena);
    assert_int_equal(d->pstack, 0);
    for (int i = 0; i < d->ncon; i++) checkFrame(d->contact[i].frame);
    dropped += d->warning[mjWARN_CONTACTFULL].number > 0;
    if (!d->warning[mjWARN_CONTACTFULL].number) assert_int_equal(d->ncon, 12 * 4 + 11 * 4);
    if (d->ncon > largest) largest = d->ncon;
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_true(dropped > 3);
  assert_int_equal(largest, 12 * 4 + 11 * 4);
}

// ---- callbacks and replaced functions

static int filterCalls;
static int rejectLast(const mjModel* m, mjData* d, int geom1, int geom2) {
  (void)d;
  filterCalls++;
  return geom1 == m->ngeom - 1 || geom2 == m->ngeom - 1;
}

static void test_filter(void** state) {
  (void)state;
  mjModel* m = sim_compile(twoBodies);
  mjData* d = mj_makeData(m);
  filterCalls = 0;
  mjcb_contactfilter = rejectLast;
  detect(m, d);
  mjcb_contactfilter = NULL;
  assert_int_equal(filterCalls, 2);
  assert_true(d->ncon > 0);
  for (int i = 0; i < d->ncon; i++)
    assert_int_equal(d->contact[i].geom[0] + d->contact[i].geom[1], 1);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static int answer;  // what the replaced function does
static int replaced(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2, mjtNum margin) {
  (void)m, (void)d, (void)margin;
  const int n = answer == 4 ? mjMAXCONPAIR : 2;
  for (int i = 0; i < n; i++) {
    con[i] = (mjPreContact){-0.01, {0, 0, 0.1 * i}, {g1, g2, 0}, {0}};
    mju_normalize3(con[i].normal);
  }
  if (answer == 1) con[0].dist = NAN;
  if (answer == 2) con[0].normal[0] = con[0].normal[1] = NAN;
  if (answer == 3) con[0].normal[0] = con[0].normal[1] = 0.1;
  return answer == 4 ? 1000 : answer == 5 ? -3 : n;
}

static void test_replaced(void** state) {
  (void)state;
  mjModel* m =
      sim_compile("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body><body "
                  "pos='.1 0 0'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  const mjfCollision own = mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE];
  mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE] = replaced;
  const int want[] = {2, 1, 1, 1, mjMAXCONPAIR, 0};
  for (answer = 0; answer < 6; answer++) {
    catch_begin();
    detect(m, d);
    catch_end();
    assert_int_equal(caught_count > 0, answer >= 1 && answer <= 4);
    assert_int_equal(d->ncon, want[answer]);
    for (int i = 0; i < d->ncon; i++) checkFrame(d->contact[i].frame);
  }
  mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE] = own;
  detect(m, d);
  assert_int_equal(d->ncon, 1);
  m->geom_condim[0] = 7;
  catch_begin();
  detect(m, d);
  catch_end();
  assert_int_equal(d->ncon, 0);
  assert_int_equal(caught.level, mjLOG_ERROR);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- sleep

// three balls in a row on a static one, a mocap ball at the side: who sleeps meets only who moves
static void test_sleep_filter(void** state) {
  (void)state;
  mjModel* m = sim_compile(
      "<mujoco><option><flag sleep='enable'/></option><worldbody><geom size='.1' pos='-.15 0 0'/>"
      "<body><freejoint/><geom size='.1'/></body><body pos='.15 0 0'><freejoint/><geom size='.1'/>"
      "</body><body pos='0 .15 0' mocap='true'><geom size='.1'/></body></worldbody>"
      "</mujoco>");
  mjData* d = mj_makeData(m);
  detect(m, d);
  const int all[][2] = {{0, 1}, {1, 2}, {1, 3}};
  expectPairs(d, 3, all);
  d->body_awake[1] = mjS_ASLEEP;
  d->nbody_awake--;
  mj_collision(m, d);
  const int first[][2] = {{1, 2}, {1, 3}};
  expectPairs(d, 2, first);
  d->body_awake[2] = mjS_ASLEEP;
  d->nbody_awake--;
  mj_collision(m, d);
  const int both[][2] = {{1, 3}};
  expectPairs(d, 1, both);
  m->opt.enableflags &= ~mjENBL_SLEEP;
  mj_collision(m, d);
  expectPairs(d, 3, all);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- the public functions

static void test_api(void** state) {
  (void)state;
  mjModel* m = sim_compile(twoBodies);
  mjData* d = mj_makeData(m);
  detect(m, d);
  const int ncon = d->ncon;
  mjContact extra = d->contact[0];
  extra.dist = -0.5;
  assert_int_equal(mj_addContact(m, d, &extra), 0);
  assert_int_equal(mj_addContact(m, d, &d->contact[0]), 0);
  assert_int_equal(d->ncon, ncon + 2);
  assert_true(d->contact[ncon].dist == -0.5);
  assert_memory_equal(&d->contact[ncon + 1], &d->contact[0], sizeof extra);
  catch_begin();
  int full = 0;
  for (int i = 0; i < 1 << 20 && !full; i++) full = mj_addContact(m, d, &extra);
  catch_end();
  assert_int_equal(full, 1);
  assert_int_equal(d->warning[mjWARN_CONTACTFULL].number, 1);
  detect(m, d);
  assert_int_equal(d->ncon, ncon);

  assert_int_equal(mj_maxContact(m, 0, 1, 0), 4);
  assert_int_equal(mj_maxContact(m, 1, 0, 0), 4);
  assert_int_equal(mj_maxContact(m, 0, 0, 0), 8);
  assert_int_equal(mj_maxContact(m, 0, 2, 1), 1);
  assert_int_equal(collide_most(m, mjGEOM_MESH, mjGEOM_BOX, true), 5);
  assert_int_equal(collide_most(m, mjGEOM_CYLINDER, mjGEOM_CAPSULE, false), 5);
  m->opt.disableflags |= mjDSBL_MULTICCD;
  assert_int_equal(collide_most(m, mjGEOM_MESH, mjGEOM_BOX, true), 1);
  assert_int_equal(collide_most(m, mjGEOM_PLANE, mjGEOM_PLANE, true), 0);
  m->opt.disableflags |= mjDSBL_CONTACT;
  detect(m, d);
  assert_int_equal(d->ncon, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// every function that returns points keeps within its row of the table
static void test_table(void** state) {
  (void)state;
  mjModel* m = sim_compile(twoBodies);
  for (int t1 = 0; t1 < mjNGEOMTYPES; t1++) {
    for (int t2 = 0; t2 < mjNGEOMTYPES; t2++) {
      const bool has = mjCOLLISIONFUNC[t1][t2] != NULL;
      assert_true(mjCOLLISIONFUNC[t1][t2] == collide_builtin(t1, t2));
      assert_true(!has || t1 <= t2);
      assert_int_equal(has, t1 <= t2 && collide_most(m, t1, t2, false) > 0);
    }
  }
  mj_deleteModel(m);
}

static void test_timers(void** state) {
  (void)state;
  mjModel* m = sim_compile(twoBodies);
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 3; i++) detect(m, d);
  assert_int_equal(d->timer[mjTIMER_POS_COLLISION].number, 3);
  assert_int_equal(d->timer[mjTIMER_COL_BROAD].number, 3);
  assert_int_equal(d->timer[mjTIMER_COL_NARROW].number, 3);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),   cmocka_unit_test(test_order),
      cmocka_unit_test(test_motion),   cmocka_unit_test(test_frame),
      cmocka_unit_test(test_overflow), cmocka_unit_test(test_filter),
      cmocka_unit_test(test_replaced), cmocka_unit_test(test_sleep_filter),
      cmocka_unit_test(test_api),      cmocka_unit_test(test_table),
      cmocka_unit_test(test_timers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
