// One world of a batch as an mjData and back: both go on with the same bits, also where trees
// sleep; worlds and data that do not fit are refused.
#include "support.h"

static mjModel* load(const char* name) {
  char path[200], error[1000] = "";
  snprintf(path, sizeof path, "%s/../models/%s.xml", TEST_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static void assertSame(sn_Batch* b, int world, const mjModel* m, const mjData* d) {
  const mjtNum* qpos = sn_batchArray(b, "qpos", NULL);
  assert_memory_equal(qpos + world * m->nq, d->qpos, (size_t)m->nq * sizeof *qpos);
}

static void goOn(const char* name, bool sleep) {
  mjModel* m = load(name);
  if (sleep) m->opt.enableflags |= mjENBL_SLEEP;
  sn_Batch *b = sn_makeBatch(m, 3, NULL), *other = sn_makeBatch(m, 3, NULL);
  mjData* d = mj_makeData(m);
  sn_BatchReset noise = {.key = -1, .qvel_noise = 0.01, .seed = 1};
  sn_resetBatch(b, NULL, &noise);
  int asleep = 0;
  for (int k = 0; k < 4; k++) {
    sn_stepBatch(b, 80, NULL);
    assert_int_equal(sn_batchGetWorld(b, 1, d), 0);
    assertSame(b, 1, m, d);
    asleep += m->ntree - d->ntree_awake;
    assert_int_equal(sn_batchSetWorld(other, 2, d), 0);
    sn_stepBatch(b, 20, NULL);
    sn_stepBatch(other, 20, NULL);
    for (int i = 0; i < 20; i++) mj_step(m, d);
    assertSame(b, 1, m, d);
    assertSame(other, 2, m, d);
  }
  assert_int_equal(asleep > 0, sleep);
  mj_deleteData(d);
  sn_deleteBatch(other);
  sn_deleteBatch(b);
  mj_deleteModel(m);
}

static void test_goes_on(void** state) {
  (void)state;
  goOn("humanoid", false);
  goOn("dominoes", true);
}

static void test_refused(void** state) {
  (void)state;
  mjModel *m = load("arm"), *m2 = load("humanoid");
  sn_Batch* b = sn_makeBatch(m, 2, NULL);
  mjData *d = mj_makeData(m), *d2 = mj_makeData(m2);
  catch_begin();
  assert_int_equal(sn_batchGetWorld(b, 2, d), -1);
  assert_int_equal(sn_batchSetWorld(b, -1, d), -1);
  assert_int_equal(sn_batchGetWorld(b, 0, d2), -1);
  assert_int_equal(sn_batchSetWorld(b, 0, d2), -1);
  catch_end();
  mj_deleteData(d2);
  mj_deleteData(d);
  sn_deleteBatch(b);
  mj_deleteModel(m2);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_goes_on),
                                     cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
