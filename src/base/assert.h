// Assertions: invariants that are checked at run time. They state facts about the library's own
// work (sizes, orders, offsets in the arena, results of an earlier stage), never about user input,
// which is validated and answered with an error.
//
//   ASSERT(c)       cheap: one comparison, not in an inner loop; in every build
//   ASSERT_FULL(c)  may loop or be in hot code; in debug, sanitizer and fuzz builds
//
// A failed assertion aborts a debug, sanitizer or fuzz build. A release build reports it as an
// error with file and line, and continues: a library does not terminate the program.
#ifndef SINEW_BASE_ASSERT_H_
#define SINEW_BASE_ASSERT_H_

#include <stdbool.h>
#include <stdint.h>

// reports that the condition of a file and line is false
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

// for ASSERT_FULL: whether n integers are strictly ascending
static inline bool assert_ascend(const int* x, int n) {
  for (int i = 1; i < n; i++) {
    if (x[i] <= x[i - 1]) return false;
  }
  return true;
}
// whether n keys are ascending; equal keys are allowed
static inline bool assert_ascendKeys(const uint64_t* x, int n) {
  for (int i = 1; i < n; i++) {
    if (x[i] < x[i - 1]) return false;
  }
  return true;
}

#endif
