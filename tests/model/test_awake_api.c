// A data whose fields were written one by one goes on as the one that they came from, with the
// trees asleep that slept; lists of sleeping trees that cannot be wake all.
#include "support.h"

static mjModel* dominoes(void) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(TEST_DIR "/../models/dominoes.xml", NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  m->opt.enableflags |= mjENBL_SLEEP;
  return m;
}

// fields that are arrays of numbers outside of the arena, and the time
static void copyFields(const mjModel* m, mjData* to, const mjData* from) {
  for (int i = 0; i < sn_fieldCount(sn_TYPE_DATA); i++) {
    sn_Field f;
    mjtSize rows, cols;
    sn_field(sn_TYPE_DATA, i, &f);
    if (!(f.flags & sn_FIELD_ARRAY) || f.flags & sn_FIELD_ARENA || f.type > sn_TYPE_BOOL) continue;
    const void* source = sn_fieldAddress(sn_TYPE_DATA, i, m, from, &rows, &cols);
    void* target = sn_fieldAddress(sn_TYPE_DATA, i, m, to, &rows, &cols);
    if (target) memcpy(target, source, (size_t)(rows * cols) * f.size);
  }
  to->time = from->time;
}

static void test_fields_written(void** state) {
  (void)state;
  mjModel* m = dominoes();
  mjData *d = mj_makeData(m), *other = mj_makeData(m);
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < 100; i++) mj_step(m, d);
    copyFields(m, other, d);
    assert_true(sn_updateSleep(m, other));
    assert_int_equal(other->ntree_awake, d->ntree_awake);
    assert_true(d->ntree_awake < m->ntree);
    for (int i = 0; i < 50; i++) {
      mj_step(m, d);
      mj_step(m, other);
    }
    assert_memory_equal(other->qpos, d->qpos, (size_t)m->nq * sizeof *d->qpos);
    assert_memory_equal(other->tree_asleep, d->tree_asleep, (size_t)m->ntree * sizeof(int));
  }
  mj_deleteData(other);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_islands_that_cannot_be(void** state) {
  (void)state;
  mjModel* m = dominoes();
  mjData* d = mj_makeData(m);
  // beyond the last tree; one that is awake; two with the same next one
  const int wrong[3][2] = {{(int)m->ntree, 0}, {2, 0}, {0, 0}};
  for (int k = 0; k < 3; k++) {
    mj_resetData(m, d);
    d->tree_asleep[0] = wrong[k][0];
    d->tree_asleep[1] = wrong[k][1];
    assert_false(sn_updateSleep(m, d));
    assert_int_equal(d->ntree_awake, m->ntree);
    mj_step(m, d);
  }
  d->tree_asleep[0] = 1;
  d->tree_asleep[1] = 0;
  assert_true(sn_updateSleep(m, d));
  assert_int_equal(d->ntree_awake, m->ntree - 2);
  for (int i = 0; i < 10; i++) mj_step(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fields_written),
                                     cmocka_unit_test(test_islands_that_cannot_be)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
