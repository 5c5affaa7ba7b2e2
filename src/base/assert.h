// Assertions: what the code relies on, as conditions that are looked at. They state facts about our
// own work (sizes, orders, places in the arena, what an earlier stage left), never about what a
// user passes in: that is checked and answered with an error.
//
//   ASSERT(c)       cheap: one comparison, not in an inner loop; in every build
//   ASSERT_FULL(c)  may loop or stand in hot code; in debug, sanitizer and fuzz builds
//
// A condition that does not hold ends a debug, sanitizer or fuzz build at once. A release build
// reports it as an error, with its place, and goes on: a program is not ended by its library.
#ifndef SINEW_BASE_ASSERT_H_
#define SINEW_BASE_ASSERT_H_

#include <stdbool.h>
#include <stdint.h>

// the condition of a file and line does not hold
__attribute__((cold)) void assert_failed(const char* condition, const char* file, int line);

#define ASSERT(condition)                                                                          \
  do {                                                                                             \
    if (__builtin_expect(!(condition), 0)) assert_failed(#condition, __FILE__, __LINE__);          \
  } while (0)

#ifdef SINEW_ASSERT_FULL
#define ASSERT_FULL(condition) ASSERT(condition)
#else
#define ASSERT_FULL(condition) ((void)sizeof(condition))
#endif

// for ASSERT_FULL: n numbers ascend, each above the one before
static inline bool assert_ascend(const int* x, int n) {
  for (int i = 1; i < n; i++) {
    if (x[i] <= x[i - 1]) return false;
  }
  return true;
}
// the same of keys; equal ones may follow each other
static inline bool assert_ascendKeys(const uint64_t* x, int n) {
  for (int i = 1; i < n; i++) {
    if (x[i] < x[i - 1]) return false;
  }
  return true;
}

#endif
