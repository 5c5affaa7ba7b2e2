// base/arena, base/mem, base/size: chains of blocks, limits, overflow, failed allocations.
#include "support.h"

#include "base/arena.h"
#include "base/mem.h"
#include "base/size.h"

static void test_sizes(void** state) {
  (void)state;
  size_t n;
  assert_true(size_add(1, 2, &n) && n == 3);
  assert_false(size_add(SIZE_MAX, 1, &n));
  assert_true(size_mul(3, 4, &n) && n == 12);
  assert_false(size_mul(SIZE_MAX / 2, 3, &n));
  assert_true(size_align(65, 64, &n) && n == 128);
  assert_false(size_align(SIZE_MAX - 3, 64, &n));
}

static void test_mem(void** state) {
  (void)state;
  void* p = mem_alloc(1);
  assert_int_equal((uintptr_t)p % MEM_ALIGN, 0);
  mem_free(p);
  assert_null(mem_alloc(SIZE_MAX));
  assert_null(mem_calloc(SIZE_MAX / 2, 4));
  char* text = mem_alloc(4);
  memcpy(text, "abc", 4);
  text = mem_grow(text, 4, 1000);
  assert_string_equal(text, "abc");
  mem_free(text);
  mem_free(NULL);
}

static void test_objects(void** state) {
  (void)state;
  heap_watch(0);
  arena_Arena arena = arena_make(0);
  char* first = arena_text(&arena, "hello", 5);
  for (int i = 1; i < 3000; i++) {
    unsigned char* p = arena_alloc(&arena, (size_t)i);
    assert_non_null(p);
    assert_int_equal((uintptr_t)p % sizeof(double), 0);
    for (int j = 0; j < i; j++) assert_int_equal(p[j], 0);
    memset(p, 0xff, (size_t)i);
  }
  assert_string_equal(first, "hello");
  assert_non_null(arena_alloc(&arena, 5000000));
  assert_null(arena_array(&arena, SIZE_MAX / 4, 8));
  assert_null(arena_raw(&arena, SIZE_MAX / 4, 8));
  unsigned char* raw = arena_raw(&arena, 1000, 3);
  assert_non_null(raw);
  memset(raw, 1, 3000);
  const unsigned char* after = arena_alloc(&arena, 100);
  for (int j = 0; j < 100; j++) assert_int_equal(after[j], 0);
  assert_int_equal(raw[2999], 1);
  arena_free(&arena);
  assert_int_equal(heap_live, 0);
  heap_unwatch();
}

static void test_limit(void** state) {
  (void)state;
  arena_Arena arena = arena_make(10000);
  assert_null(arena_alloc(&arena, 20000));
  assert_non_null(arena_alloc(&arena, 100));  // still usable
  for (int i = 0; i < 1000; i++) arena_alloc(&arena, 100);
  assert_true(arena.total <= 10000);
  arena_free(&arena);
}

static void test_failure(void** state) {
  (void)state;
  heap_watch(2);
  arena_Arena arena = arena_make(0);
  assert_non_null(arena_alloc(&arena, 100));
  assert_null(arena_alloc(&arena, 100000));
  assert_non_null(arena_alloc(&arena, 100000));
  arena_free(&arena);
  assert_int_equal(heap_live, 0);
  heap_unwatch();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sizes), cmocka_unit_test(test_mem),
                                     cmocka_unit_test(test_objects), cmocka_unit_test(test_limit),
                                     cmocka_unit_test(test_failure)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
