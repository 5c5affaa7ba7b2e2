// sn_transitionCheck: that it finds the entry that is wrong and says where it is, that it knows
// where there is no derivative and where differences do not converge, that it leaves the data as
// they are, and what it refuses.
#include <math.h>

#include "diff/transition_check.h"
#include "finite_support.h"

static const char armXml[] =
    "<mujoco><option timestep='.01'/><worldbody>"
    "<body name='base' pos='0 0 1'><joint name='hip' axis='0 1 0' damping='.1'/>"
    "<geom size='.05' pos='.2 0 0'/>"
    "<body name='shin' pos='.4 0 0'><joint type='ball' damping='.1'/><geom size='.05' pos='.2 0 "
    "0'/>"
    "<site name='foot' pos='.3 0 0'/></body></body></worldbody>"
    "<actuator><motor name='motor' joint='hip' ctrlrange='-1 1'/>"
    "<general joint='hip' dyntype='filter' dynprm='.1'/></actuator>"
    "<sensor><jointpos name='angle' joint='hip'/><gyro site='foot'/></sensor></mujoco>";

typedef struct {
  mjModel* m;
  mjData* d;
} Scene;

static Scene scene_make(void) {
  Scene s = {.m = loadText(armXml)};
  s.d = mj_makeData(s.m);
  for (int i = 0; i < s.m->nv; i++) s.d->qvel[i] = 0.5 - 0.3 * i;
  s.d->ctrl[0] = 0.3, s.d->ctrl[1] = -0.2, s.d->act[0] = 0.1;
  for (int k = 0; k < 5; k++) mj_step(s.m, s.d);
  return s;
}

static void scene_free(Scene* s) {
  mj_deleteData(s->d);
  mj_deleteModel(s->m);
}

// ---- what it finds

static void test_agrees(void** state) {
  (void)state;
  Scene s = scene_make();
  sn_DiffReport r;
  const int used = sn_transitionCheck(s.m, s.d, sn_DIFF_FD, &r);
  print_message("  error %.1e at %c[%d][%d], %s\n", r.error, r.matrix, r.row, r.col, r.what);
  assert_int_equal(used, sn_DIFF_FD);
  assert_int_equal(r.ncolumn, 2 * 4 + 1 + 2);
  assert_int_equal(r.nchanged, 0);
  assert_true(r.error < 1e-6 && r.matrix && r.converged);
  scene_free(&s);
}

// an entry that is wrong: which of A, B, C, D, where, and its words
static const struct {
  int matrix, row, col;
  const char* what;
} wrongs[] = {
    {0, 0, 4, "qpos of joint 'hip' by qvel of joint 'hip'"},
    {0, 5, 2, "qvel of joint 1 of body 'shin' [0] by qpos of joint 1 of body 'shin' [1]"},
    {0, 8, 8, "act of actuator 1 by act of actuator 1"},
    {1, 4, 0, "qvel of joint 'hip' by ctrl 'motor'"},
    {1, 8, 1, "act of actuator 1 by ctrl 1"},
    {2, 0, 0, "sensor 'angle' by qpos of joint 'hip'"},
    {2, 3, 7, "sensor 1 [2] by qvel of joint 1 of body 'shin' [2]"},
    {3, 2, 0, "sensor 1 [1] by ctrl 'motor'"},
};

static void test_findsEntry(void** state) {
  (void)state;
  Scene s = scene_make();
  Matrices mat = matrices_make(s.m);
  const finite_Transition given = {mat.of[0], mat.of[1], mat.of[2], mat.of[3]};
  const int ncol[4] = {9, 2, 9, 2};
  stepdiff_Steps steps;
  assert_true(stepdiff_open(&steps, s.m, s.d, "test"));
  sn_transition(&steps.model, steps.d, sn_DIFF_FD, given.A, given.B, given.C, given.D);
  for (size_t k = 0; k < sizeof wrongs / sizeof *wrongs; k++) {
    mjtNum* entry =
        mat.of[wrongs[k].matrix] + wrongs[k].row * ncol[wrongs[k].matrix] + wrongs[k].col;
    const mjtNum before = *entry;
    sn_DiffReport r;
    *entry += 0.01 + 0.1 * fabs(before);
    assert_true(check_matrices(&steps, &given, "test", &r));
    assert_string_equal(r.what, wrongs[k].what);
    assert_int_equal(r.matrix, "ABCD"[wrongs[k].matrix]);
    assert_int_equal(r.row, wrongs[k].row);
    assert_int_equal(r.col, wrongs[k].col);
    assert_true(r.value == *entry && fabs(r.difference - before) < 1e-6);
    // steps converge to a value that is not this one
    assert_true(r.error > 1e-3 && r.converged && r.ratio < 1e-3);
    *entry = before;
  }
  stepdiff_close(&steps);
  matrices_free(&mat);
  scene_free(&s);
}

static void test_notFinite(void** state) {
  (void)state;
  Scene s = scene_make();
  mjtNum A[81];
  const finite_Transition given = {.A = A};
  stepdiff_Steps steps;
  sn_DiffReport r;
  assert_true(stepdiff_open(&steps, s.m, s.d, "test"));
  sn_transition(&steps.model, steps.d, sn_DIFF_FD, A, NULL, NULL, NULL);
  A[30] = NAN;
  assert_true(check_matrices(&steps, &given, "test", &r));
  assert_int_equal(9 * r.row + r.col, 30);
  assert_int_equal(r.ncolumn, 9);
  assert_true(r.error == mjMAXVAL);
  stepdiff_close(&steps);
  scene_free(&s);
}

// ---- where there is nothing to compare

// a control on its bound, and one that pushes a ball that just touches the ground
static void test_countsChanged(void** state) {
  (void)state;
  Scene s = scene_make();
  sn_DiffReport r;
  s.d->ctrl[0] = 1;
  assert_int_equal(sn_transitionCheck(s.m, s.d, sn_DIFF_FD, &r), sn_DIFF_FD);
  assert_int_equal(r.nchanged, 1);
  s.d->ctrl[0] = 1.5;  // beyond it there is a derivative again, which is 0
  assert_int_equal(sn_transitionCheck(s.m, s.d, sn_DIFF_FD, &r), sn_DIFF_FD);
  assert_int_equal(r.nchanged, 0);
  assert_true(r.error < 1e-6);
  scene_free(&s);
  mjModel* m = loadText("<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .1'>"
                        "<joint type='slide' axis='0 0 1'/><joint type='slide' axis='1 0 0'/>"
                        "<geom size='.1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  sn_transitionCheck(m, d, sn_DIFF_FD, &r);
  print_message("  %d of %d columns change\n", r.nchanged, r.ncolumn);
  assert_int_equal(r.ncolumn, 4);
  assert_true(r.nchanged >= 1);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static mjtNum kink;

static void pushKinked(const mjModel* m, mjData* d) {
  (void)m;
  const mjtNum x = d->qpos[0] - kink;
  d->qfrc_passive[0] += x < 0 ? -sqrt(-x) : sqrt(x);
}

// a force whose slope is infinite here, unseen by any signature
static void test_notConverged(void** state) {
  (void)state;
  Scene s = scene_make();
  sn_DiffReport r;
  kink = s.d->qpos[0];
  mjcb_passive = pushKinked;
  sn_transitionCheck(s.m, s.d, sn_DIFF_FD, &r);
  mjcb_passive = NULL;
  print_message("  %s: error %.1e, ratio %.2g\n", r.what, r.error, r.ratio);
  assert_true(!r.converged && r.ratio > 0.1);
  assert_int_equal(r.col, 0);
  scene_free(&s);
}

// ---- what is left

static void test_leavesData(void** state) {
  (void)state;
  const char* const files[] = {"tests/scenes/sleep", "tests/scenes/gripper", "models/humanoid"};
  for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
    mjModel* m = loadFile(files[k]);
    mjData *d = mj_makeData(m), *other = mj_makeData(m);
    sn_DiffReport r;
    for (int i = 0; i < (k ? 20 : 400); i++) mj_step(m, d), mj_step(m, other);
    if (!k) assert_true(d->ntree_awake < m->ntree);
    void* before = malloc((size_t)d->nbuffer);
    memcpy(before, d->buffer, (size_t)d->nbuffer);
    const size_t parena = d->parena, pstack = d->pstack;
    assert_true(sn_transitionCheck(m, d, sn_DIFF_FD, &r) >= 0);
    assert_memory_equal(before, d->buffer, (size_t)d->nbuffer);
    assert_true(parena == d->parena && pstack == d->pstack);
    for (int i = 0; i < 20; i++) mj_step(m, d), mj_step(m, other);
    assert_memory_equal(d->qpos, other->qpos, sizeof(mjtNum) * (size_t)m->nq);
    free(before);
    mj_deleteData(d);
    mj_deleteData(other);
    mj_deleteModel(m);
  }
}

// ---- what it refuses

static void test_refuses(void** state) {
  (void)state;
  Scene s = scene_make();
  sn_DiffReport r;
  sn_setErrorMode(sn_ERROR_KEEP);
  assert_int_equal(sn_transitionCheck(s.m, s.d, sn_NDIFFMODE, &r), -1);
  assert_non_null(strstr(sn_lastError(), "sn_transitionCheck: mode 3"));
  assert_int_equal(sn_transitionCheck(s.m, s.d, -1, &r), -1);
  assert_int_equal(sn_transitionCheck(s.m, s.d, sn_DIFF_FD, NULL), -1);
  assert_non_null(strstr(sn_lastError(), "report"));
  s.d->qpos[0] = NAN;
  assert_int_equal(sn_transitionCheck(s.m, s.d, sn_DIFF_FD, &r), -1);
  assert_non_null(strstr(sn_lastError(), "qpos[0]"));
  sn_clearErrors();
  sn_setErrorMode(sn_ERROR_REPORT);
  scene_free(&s);
}

static void checkOnce(void* context) {
  Scene* s = context;
  sn_DiffReport r;
  sn_clearErrors();
  const int used = sn_transitionCheck(s->m, s->d, sn_DIFF_FD, &r);
  assert_true(used >= 0 ? r.ncolumn > 0 : sn_lastError() != NULL);
}

static void test_memory(void** state) {
  (void)state;
  Scene s = scene_make();
  sn_setErrorMode(sn_ERROR_KEEP);
  heap_failEach(checkOnce, &s, 1);
  sn_clearErrors();
  sn_setErrorMode(sn_ERROR_REPORT);
  scene_free(&s);
}

// no inputs at all
static void test_empty(void** state) {
  (void)state;
  mjModel* m = loadText("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  sn_DiffReport r;
  assert_true(sn_transitionCheck(m, d, sn_DIFF_FD, &r) >= 0);
  assert_true(!r.matrix && !r.ncolumn && r.error == 0 && !r.what[0]);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_agrees),       cmocka_unit_test(test_findsEntry),
      cmocka_unit_test(test_notFinite),    cmocka_unit_test(test_countsChanged),
      cmocka_unit_test(test_notConverged), cmocka_unit_test(test_leavesData),
      cmocka_unit_test(test_refuses),      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
