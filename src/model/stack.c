// Arena allocator and scratch stack of mjData. pstack is the number of bytes used from the end,
// pbase the address (counted from the end) of the innermost frame's record, parena the number of
// bytes used from the start. A frame's record, which links to the enclosing frame, is stored in the
// scratch itself.
#include "model/stack.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "model/private_data.h"
#include "model/warning.h"

#define LOST_MOST (STACK_STEP - 1)

void* stack_arena(mjData* d, size_t bytes, size_t alignment) {
  ASSERT_FULL(alignment && !(alignment & (alignment - 1)));
  uintptr_t base = (uintptr_t)d->arena;
  uintptr_t at = (base + d->parena + alignment - 1) & ~(uintptr_t)(alignment - 1);
  uintptr_t top = base + (size_t)d->narena - d->pstack;
  if (at > top || bytes > top - at) return NULL;
  d->parena = at - base + bytes;
  stack_trackPeaks(d);
  return (char*)d->arena + (at - base);
}

// the pointers into the arena are contiguous at the end of the struct, as are the counters of their
// sizes (a test checks this)
void stack_clearArena(mjData* d) {
  const size_t first = offsetof(mjData, contact), last = offsetof(mjData, signature);
  const size_t count = offsetof(mjData, ncon), end = offsetof(mjData, ntree_awake);
  // an empty arena has no arrays, or rows without elements
  if (d->parena || d->efc_J) memset((char*)d + first, 0, last - first);
  memset((char*)d + count, 0, end - count);
  d->parena = 0;
  d->contact = d->arena;
  private_forgetRows(d);
}

mjtNum* stack_makeWay(mjData* d, size_t n) {
  warning_rowsFull(d);
  if (!d->parena) return NULL;
  stack_clearArena(d);
  return stack_num(d, n);
}

void stack_clear(mjData* d) {
  d->pstack = 0;
  d->pbase = 0;
}

void stack_release(mjData* d, size_t pstack) {
  ASSERT_FULL(pstack <= d->pstack && pstack >= (d->pbase & ~LOST_MOST));
  d->pstack = pstack;
}

void stack_markLost(mjData* d) {
  if ((d->pbase & LOST_MOST) < LOST_MOST) {
    d->pbase++;  // allocations inside are kept until the enclosing frame is freed
  }
}

void stack_freeLost(mjData* d) {
  if (d->pbase & LOST_MOST) {
    d->pbase--;
  } else {
    mju_error("mj_freeStack: there is no frame to free; each call needs its mj_markStack");
  }
}

void mj_markStack(mjData* d) {
  ARGS_NEED(d);
  stack_mark(d);
}

void mj_freeStack(mjData* d) {
  ARGS_NEED(d);
  stack_free(d);
}

// the public allocators report errors
static void* orError(mjData* d, void* ptr, size_t count, const char* what) {
  if (!ptr) {
    mju_error("mj_stackAlloc: %zu %s do not fit in the arena: %lld bytes, %zu used by contacts and "
              "constraints, %zu by the stack. Give the model more: <size memory=\"...\"/>",
              count, what, (long long)d->narena, d->parena, d->pstack);
  }
  return ptr;
}

void* mj_stackAllocByte(mjData* d, size_t bytes, size_t alignment) {
  ARGS_NEED_OR(NULL, d);
  if (!alignment || (alignment & (alignment - 1))) {
    mju_error("mj_stackAllocByte: alignment %zu is not a power of 2", alignment);
    return NULL;
  }
  return orError(d, stack_alloc(d, bytes, alignment), bytes, "bytes");
}

mjtNum* mj_stackAllocNum(mjData* d, size_t size) {
  ARGS_NEED_OR(NULL, d);
  return orError(d, stack_num(d, size), size, "numbers");
}

int* mj_stackAllocInt(mjData* d, size_t size) {
  ARGS_NEED_OR(NULL, d);
  return orError(d, stack_int(d, size), size, "ints");
}
