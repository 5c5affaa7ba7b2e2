// Dynamic arrays and strings in the memory pool of a spec.
#include "spec/spec_vec.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "base/assert.h"
#include "base/size.h"

enum { FIRST_CAPACITY = 8 };

void* vec_grow(spec_Pool* pool, const void* array, int n, int* capacity, size_t bytes) {
  const int more = *capacity ? 2 * *capacity : FIRST_CAPACITY;
  ASSERT(n == *capacity);
  void* grown = arena_array(&pool->arena, (size_t)more, bytes);
  if (!grown) {
    pool->failed = true;
    return NULL;
  }
  if (n) memcpy(grown, array, (size_t)n * bytes);
  *capacity = more;
  return grown;
}

spec_Vec* vec_make(spec_Pool* pool) {
  spec_Vec* vec = arena_alloc(&pool->arena, sizeof *vec);
  if (!vec) {
    pool->failed = true;
    return NULL;
  }
  vec->pool = pool;
  return vec;
}

// reserves capacity for n elements and a NUL byte; contents are kept
static bool reserve(spec_Vec* vec, int n, size_t bytes) {
  ASSERT_FULL(n >= 0 && vec->size <= vec->capacity);
  if (n < vec->capacity) return true;
  size_t capacity = 2 * (size_t)n + 1, total;
  void* data = capacity <= INT_MAX && size_mul(capacity, bytes, &total)
                   ? arena_alloc(&vec->pool->arena, total)
                   : NULL;
  if (!data) {
    vec->pool->failed = true;
    return false;
  }
  if (vec->size) memcpy(data, vec->data, (size_t)vec->size * bytes);
  vec->data = data;
  vec->capacity = (int)capacity;
  return true;
}

bool vec_set(spec_Vec* vec, const void* array, int n, size_t bytes) {
  vec->size = 0;
  if (!reserve(vec, n, bytes)) return false;
  if (n) memmove(vec->data, array, (size_t)n * bytes);
  memset((char*)vec->data + (size_t)n * bytes, 0, bytes);
  vec->size = n;
  return true;
}

void* vec_push(spec_Vec* vec, size_t bytes) {
  if (!reserve(vec, vec->size + 1, bytes)) return NULL;
  return memset((char*)vec->data + (size_t)vec->size++ * bytes, 0, bytes);
}

void vec_pushFloat(spec_Vec* vec, float x) {
  float* to = vec_push(vec, sizeof *to);
  if (to) *to = x;
}

bool vec_setTextN(spec_Vec* vec, const char* text, size_t n) {
  if (n >= INT_MAX / 4) {
    vec->pool->failed = true;
    return false;
  }
  return vec_set(vec, text, (int)n, 1);
}

bool vec_setText(spec_Vec* vec, const char* text) { return vec_setTextN(vec, text, strlen(text)); }

const char* vec_text(const void* mjstring) {
  const spec_Vec* vec = mjstring;
  return vec && vec->size ? vec->data : "";
}

bool vec_appendText(spec_Vec* vec, const char* text) {
  spec_Vec* item = vec_push(vec, sizeof *item);
  if (!item) return false;
  item->pool = vec->pool;
  return vec_setText(item, text);
}

const char* vec_textAt(const void* mjstringvec, int i) {
  const spec_Vec* vec = mjstringvec;
  return i >= 0 && i < vec->size ? vec_text((const spec_Vec*)vec->data + i) : "";
}

bool vec_copy(spec_Vec* dst, const spec_Vec* src, size_t bytes, bool nested) {
  if (!nested) return vec_set(dst, src->data, src->size, bytes);
  dst->size = 0;
  for (int i = 0; i < src->size; i++) {
    spec_Vec* item = vec_push(dst, sizeof *item);
    if (!item) return false;
    const spec_Vec* from = (const spec_Vec*)src->data + i;
    item->pool = dst->pool;
    if (!vec_set(item, from->data, from->size, bytes)) return false;
  }
  return true;
}
