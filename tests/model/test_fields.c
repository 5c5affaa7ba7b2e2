// model/fields: the tables cover every pointer member of both structs once, in order (members that
// are no pointers: test_introspect.c).
#include "sample_model.h"

// consecutive pointers from `first` up to `last`, all of them rows of the table
static void expectCovered(field_Table table, size_t first, size_t last, const char* name) {
  size_t at = first;
  for (int i = 0; i < table.n; i++) {
    if (table.field[i].offset != at)
      fail_msg("%s: a member is missing before %s", name, table.field[i].name);
    at += sizeof(void*);
  }
  assert_int_equal(at, last);
  print_message("%s: %d arrays\n", name, table.n);
}

static void test_coverage(void** state) {
  (void)state;
  expectCovered(field_model(), offsetof(mjModel, qpos0), offsetof(mjModel, signature), "mjModel");
  expectCovered(field_data(), offsetof(mjData, qpos), offsetof(mjData, signature), "mjData");
  int n;
  const field_Field* size = field_modelSizes(&n);
  for (int i = 0; i < n; i++) assert_int_equal(size[i].offset, (size_t)i * sizeof(mjtSize));
  assert_int_equal((size_t)n * sizeof(mjtSize), offsetof(mjModel, flg_gravcomp));
}

static void test_parts(void** state) {
  (void)state;
  field_Table model = field_model(), data = field_data();
  bool arena = false;
  for (int i = 0; i < model.n; i++) assert_int_equal(model.field[i].part, FIELD_MODEL);
  for (int i = 0; i < data.n; i++) {
    assert_int_not_equal(data.field[i].part, FIELD_MODEL);
    if (!strcmp(data.field[i].name, "contact")) arena = true;
    assert_int_equal(data.field[i].part == FIELD_ARENA, arena);  // the arena's members come last
    // lanes hold numbers of a fixed count
    if (data.field[i].flags & sn_FIELD_LANE) assert_true(data.field[i].type == FIELD_NUM && !arena);
    // only the arena may depend on counters of the data
    if (!arena)
      assert_true(data.field[i].rows.kind != DIM_DATA && data.field[i].cols.kind != DIM_DATA);
  }
}

// arrays lie in the buffer, aligned, in order, without overlap
static void test_layout(void** state) {
  (void)state;
  mjModel* m = sample_model();
  assert_non_null(m);
  const char* end = m->buffer;
  field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    size_t bytes = (size_t)field_count(f, m, NULL) * field_typeSize(f->type);
    const char* at = field_get(f, m);
    if (!bytes) {
      assert_null(at);
      continue;
    }
    assert_true(at >= end);
    assert_int_equal((uintptr_t)at % 8, 0);
    if (bytes >= 64) assert_int_equal((uintptr_t)at % 64, 0);
    end = at + bytes;
  }
  assert_true(end <= (char*)m->buffer + m->nbuffer);
  assert_true((char*)m->buffer + m->nbuffer - end < 64);
  mj_deleteModel(m);
}

static void test_badSizes(void** state) {
  (void)state;
  mjModel s = sample_sizes();
  assert_null(model_badSize(&s));
  s.nbody = -1;
  assert_string_equal(model_badSize(&s), "nbody");
  assert_null(model_make(&s));
  s = sample_sizes();
  s.nv = (mjtSize)1 << 40;
  assert_string_equal(model_badSize(&s), "nv");
  assert_null(model_make(&s));
  s = sample_sizes();
  s.nkey = INT32_MAX, s.nq = INT32_MAX, s.nv = INT32_MAX;  // 2^62 numbers
  assert_null(model_badSize(&s));
  assert_null(model_make(&s));
  s = sample_sizes();
  s.ntexdata = INT64_MAX;
  assert_null(model_make(&s));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_coverage), cmocka_unit_test(test_parts),
                                     cmocka_unit_test(test_layout),
                                     cmocka_unit_test(test_badSizes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
