// Size arithmetic with overflow checks. Sizes from files are computed here before they are used to
// allocate memory.
#ifndef SINEW_BASE_SIZE_H_
#define SINEW_BASE_SIZE_H_

#include <stdbool.h>
#include <stddef.h>

#include "base/assert.h"

// *res = a + b; false on overflow
static inline bool size_add(size_t a, size_t b, size_t* res) {
  return !__builtin_add_overflow(a, b, res);
}

// *res = a * b; false on overflow
static inline bool size_mul(size_t a, size_t b, size_t* res) {
  return !__builtin_mul_overflow(a, b, res);
}

// *res = a rounded up to a multiple of `align`, a power of 2; false on overflow
static inline bool size_align(size_t a, size_t align, size_t* res) {
  size_t up;
  ASSERT_FULL(align && !(align & (align - 1)));
  if (!size_add(a, align - 1, &up)) return false;
  *res = up & ~(align - 1);
  return true;
}

#endif
