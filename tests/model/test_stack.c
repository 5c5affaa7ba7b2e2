// model/stack: frames, alignment, overflow, the arena below, and copies of a data that has
// contacts.
#include "sample_model.h"

#include "model/stack.h"

static void test_frames(void** state) {
  (void)state;
  mjModel* m = sample_model();
  mjData* d = mj_makeData(m);
  mj_markStack(d);
  mjtNum* a = mj_stackAllocNum(d, 10);
  int* b = mj_stackAllocInt(d, 7);
  mj_markStack(d);
  char* c = mj_stackAllocByte(d, 3, 64);
  assert_int_equal((uintptr_t)a % sizeof(mjtNum), 0);
  assert_int_equal((uintptr_t)c % 64, 0);
  assert_true((char*)(b + 7) <= (char*)a && c + 3 <= (char*)b);
  memset(c, 1, 3);
  for (int i = 0; i < 10; i++) a[i] = i;
  mj_freeStack(d);
  assert_ptr_equal(mj_stackAllocByte(d, 1, 1), (char*)b - 1);  // the inner frame is free again
  mj_freeStack(d);
  assert_int_equal(d->pstack, 0);
  assert_int_equal(d->pbase, 0);
  assert_true(d->maxuse_stack >= 10 * 8 + 7 * 4 + 3);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_overflow(void** state) {
  (void)state;
  mjModel* m = sample_model();
  mjData* d = mj_makeData(m);
  catch_begin();
  mj_markStack(d);
  assert_null(mj_stackAllocByte(d, (size_t)d->narena + 1, 8));
  assert_null(mj_stackAllocNum(d, SIZE_MAX / 4));
  assert_null(mj_stackAllocInt(d, SIZE_MAX / 2));
  assert_int_equal(caught_count, 3);
  assert_null(mj_stackAllocByte(d, 8, 3));
  assert_non_null(strstr(caught.subject, "power of 2"));
  assert_null(stack_alloc(d, (size_t)d->narena, 8));  // silent
  assert_int_equal(caught_count, 4);
  assert_non_null(stack_alloc(d, 100, 8));
  mj_freeStack(d);
  mj_freeStack(d);
  assert_non_null(strstr(caught.subject, "no frame"));
  catch_end();
  assert_int_equal(d->pstack, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// frames opened when nothing is left still pair up with their closings
static void test_fullFrames(void** state) {
  (void)state;
  mjModel* m = sample_model();
  mjData* d = mj_makeData(m);
  mj_markStack(d);
  size_t outer = d->pstack;
  assert_non_null(stack_arena(d, (size_t)d->narena - d->parena - d->pstack, 1));
  for (int i = 0; i < 20; i++) mj_markStack(d);
  assert_null(stack_alloc(d, 1, 1));
  for (int i = 0; i < 20; i++) mj_freeStack(d);
  assert_int_equal(d->pstack, outer);
  mj_freeStack(d);
  assert_int_equal(d->pstack, 0);
  assert_int_equal(d->pbase, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_arena(void** state) {
  (void)state;
  mjModel* m = sample_model();
  mjData* d = mj_makeData(m);
  d->contact = stack_arena(d, 2 * sizeof(mjContact), 64);
  assert_ptr_equal(d->contact, d->arena);
  d->ncon = 2;
  d->contact[1].dist = -0.5;
  d->nefc = 5;
  d->efc_force = stack_arena(d, 5 * sizeof(mjtNum), 64);
  for (int i = 0; i < 5; i++) d->efc_force[i] = i;
  size_t used = d->parena;
  assert_null(stack_arena(d, (size_t)d->narena - used + 1, 1));
  assert_int_equal(d->parena, used);
  mj_markStack(d);
  assert_null(stack_arena(d, (size_t)d->narena - used, 1));  // the frame's record is in the way

  mjData* copy = mj_copyData(NULL, m, d);
  assert_int_equal(copy->pstack, 0);
  assert_true(copy->contact[1].dist == -0.5 && copy->efc_force[4] == 4);
  assert_true((char*)copy->efc_force >= (char*)copy->arena &&
              (char*)copy->efc_force < (char*)copy->arena + copy->parena);
  assert_null(copy->efc_J);
  mj_freeStack(d);
  stack_clearArena(d);
  assert_int_equal(d->ncon + d->nefc, 0);
  assert_null(d->efc_force);
  assert_true(copy->efc_force[3] == 3);

  mjModel sizes = sample_sizes();
  sizes.nv++;
  mjModel* other = model_make(&sizes);
  mjData* wrong = mj_makeData(other);
  catch_begin();
  assert_null(mj_copyData(wrong, m, d));
  assert_int_equal(caught_count, 1);
  catch_end();
  mj_deleteData(wrong);
  mj_deleteModel(other);
  mj_deleteData(copy);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// the members from contact to the last before signature are the arrays of the arena, all of them
static void test_arenaPointers(void** state) {
  (void)state;
  const field_Table table = field_data();
  size_t bytes = 0;
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    if (f->part != FIELD_ARENA) continue;
    assert_in_range(f->offset, offsetof(mjData, contact), offsetof(mjData, signature) - 1);
    bytes += sizeof(void*);
  }
  assert_int_equal(bytes, offsetof(mjData, signature) - offsetof(mjData, contact));
  int n;
  const field_Field* size = field_dataSizes(&n);
  for (int k = 0; k < n; k++) {
    assert_in_range(size[k].offset, offsetof(mjData, ncon), offsetof(mjData, ntree_awake) - 1);
  }
  assert_int_equal(n * sizeof(int), offsetof(mjData, ntree_awake) - offsetof(mjData, ncon));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_arenaPointers),
                                     cmocka_unit_test(test_frames), cmocka_unit_test(test_overflow),
                                     cmocka_unit_test(test_fullFrames),
                                     cmocka_unit_test(test_arena)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
