// Memory of the targets. One allocation is limited: what asks for more sees it fail, as it would on
// a small machine, and the search is not slowed down by models of gigabytes. Under the memory
// sanitizer what the library takes is marked as not yet written (msan.c).
#include <stdlib.h>

#include "fuzz.h"

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/allocator_interface.h>
#include <sanitizer/msan_interface.h>
#define UNWRITTEN(at, bytes) __msan_poison(at, bytes)
#define WRITTEN(at) __msan_unpoison(at, __sanitizer_get_allocated_size(at))
const bool fuzz_seesUnwritten = true;
#endif
#endif
#ifndef UNWRITTEN
#define UNWRITTEN(at, bytes) (void)(bytes)
#define WRITTEN(at) (void)(at)
const bool fuzz_seesUnwritten = false;
#endif

static const size_t mostBytes = (size_t)64 << 20;  // of one allocation

static void* allocate(size_t bytes) {
  if (bytes > mostBytes) return NULL;
  void* at = aligned_alloc(64, (bytes + 63) & ~(size_t)63);
  if (at) UNWRITTEN(at, bytes);
  return at;
}

// the next who gets it may be one whose writes are not seen
static void release(void* at) {
  if (at) WRITTEN(at);
  free(at);
}

void fuzz_limitMemory(void) {
  mju_user_malloc = allocate;
  mju_user_free = release;
}
