// What several tests need: cmocka with its prerequisites, a counting and failing allocator, a
// random generator, and a captured error message.
#ifndef SINEW_TESTS_SUPPORT_H_
#define SINEW_TESTS_SUPPORT_H_

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sinew/sinew.h>

// ---- random numbers: xorshift, the same everywhere

static uint64_t rng_state = 88172645463325252ull;

static inline uint64_t rng_next(void) {
  rng_state ^= rng_state << 13;
  rng_state ^= rng_state >> 7;
  rng_state ^= rng_state << 17;
  return rng_state;
}
// uniform in [-1, 1)
static inline double rng_uniform(void) { return (double)(rng_next() >> 11) * 0x1p-52 - 1; }

// ---- allocator that counts and fails on request

static long heap_live, heap_calls, heap_failAt;  // heap_failAt 0: never

static inline void* heap_alloc(size_t bytes) {
  if (++heap_calls == heap_failAt) return NULL;
  void* ptr = aligned_alloc(64, (bytes + 63) & ~(size_t)63);
  heap_live += ptr != NULL;
  return ptr;
}
static inline void heap_free(void* ptr) {
  heap_live -= ptr != NULL;
  free(ptr);
}
static inline void heap_watch(long failAt) {
  mj_freeLastXML();  // kept since the last load
  heap_live = heap_calls = 0;
  heap_failAt = failAt;
  mju_user_malloc = heap_alloc;
  mju_user_free = heap_free;
}
static inline void heap_unwatch(void) {
  mju_user_malloc = NULL;
  mju_user_free = NULL;
}

// runs something with allocation 1, 2, ... failing until none fails; all memory has to be returned.
// From the hundredth on only each stride-th fails.
static inline void heap_failEach(void (*run)(void*), void* ctx, int stride) {
  long i = 1;
  for (bool done = false; !done; i += i < 100 ? 1 : stride) {
    heap_watch(i);
    run(ctx);
    done = heap_calls < i;
    heap_failAt = 0;
    mj_freeLastXML();
    assert_int_equal(heap_live, 0);
    heap_unwatch();
  }
  print_message("allocations up to %ld failed in turn\n", i);
}

// ---- the last message

static mjLogMessage caught;
static int caught_count;

// times of compilations are passed over
static inline void catch_message(const mjLogMessage* msg) {
  if (msg->topic == mjTOPIC_TIME_CMP && msg->body) return;
  caught = *msg;
  caught_count++;
}
static inline void catch_begin(void) {
  caught_count = 0;
  caught.subject[0] = 0;
  mju_setLogHandler(catch_message);
}
static inline void catch_end(void) { mju_setLogHandler(NULL); }

// ---- golden files

// numbers of a line that begins with a tag, at most n; returns how many
static inline int golden_numbers(const char* line, char tag, double* res, int n) {
  assert_int_equal(line[0], tag);
  const char* at = line + 1;
  int k = 0;
  for (char* end; *at != '\n' && *at; at = end, k++) {
    assert_true(k < n);
    res[k] = strtod(at, &end);
    assert_ptr_not_equal(at, end);
  }
  return k;
}

#endif
