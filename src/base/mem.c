// Memory allocation by the hooks of the API, or by the C library with cache-line alignment. The
// hooks are read at every call, so a program sets them before its first object and keeps them.
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/api.h>

#include "base/size.h"

_Static_assert((MEM_ALIGN & (MEM_ALIGN - 1)) == 0, "alignments are powers of 2");

void* (*mju_user_malloc)(size_t) = NULL;
void (*mju_user_free)(void*) = NULL;

void* mem_alloc(size_t bytes) {
  size_t padded;
  if (!size_align(bytes ? bytes : 1, MEM_ALIGN, &padded) || padded > PTRDIFF_MAX) return NULL;
  return mju_user_malloc ? mju_user_malloc(padded) : aligned_alloc(MEM_ALIGN, padded);
}

void* mem_calloc(size_t count, size_t bytes) {
  size_t total;
  if (!size_mul(count, bytes, &total)) return NULL;
  void* ptr = mem_alloc(total);
  if (ptr) memset(ptr, 0, total);
  return ptr;
}

void* mem_grow(void* ptr, size_t old, size_t bytes) {
  void* grown = mem_alloc(bytes);
  if (!grown) return NULL;
  if (ptr) memcpy(grown, ptr, old < bytes ? old : bytes);
  mem_free(ptr);
  return grown;
}

void mem_free(void* ptr) {
  if (!ptr) return;
  if (mju_user_free) {
    mju_user_free(ptr);
  } else {
    free(ptr);
  }
}

void mem_freePlain(void* ptr) { free(ptr); }

void* mju_malloc(size_t size) {
  void* ptr = mem_alloc(size);
  if (!ptr) mju_error("mju_malloc: no memory for %zu bytes", size);
  return ptr;
}

void mju_free(void* ptr) { mem_free(ptr); }
