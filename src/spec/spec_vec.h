// Dynamic arrays behind mjString, mjDoubleVec and the other opaque members of mjs structs. Memory
// comes from the memory pool (arena) of the spec. Replaced contents are reused or freed with
// mj_deleteSpec.
#ifndef SINEW_SPEC_SPEC_VEC_H_
#define SINEW_SPEC_SPEC_VEC_H_

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct {
  arena_Arena arena;
  bool failed;  // an allocation failed: the spec is incomplete and can only be deleted
} spec_Pool;

typedef struct {
  spec_Pool* pool;
  void* data;  // char (with a NUL after the last), double, float, int, unsigned char, or spec_Vec
  int size, capacity;  // in elements
} spec_Vec;

// Doubles the capacity of a full array of n elements and copies its contents; NULL (and
// pool->failed) if out of memory.
void* vec_grow(spec_Pool* pool, const void* array, int n, int* capacity, size_t bytes);

// an empty vector in the pool; NULL if out of memory
spec_Vec* vec_make(spec_Pool* pool);
// replaces the contents by n elements of `bytes` each; false (and pool->failed) if out of memory
bool vec_set(spec_Vec* vec, const void* array, int n, size_t bytes);
// appends one element and returns its address (zeroed), or NULL
void* vec_push(spec_Vec* vec, size_t bytes);
void vec_pushFloat(spec_Vec* vec, float x);

// strings
bool vec_setText(spec_Vec* vec, const char* text);
bool vec_setTextN(spec_Vec* vec, const char* text, size_t n);
const char* vec_text(const void* mjstring);  // "" if empty or NULL
// vectors of strings
bool vec_appendText(spec_Vec* vec, const char* text);
const char* vec_textAt(const void* mjstringvec, int i);
// deep copy into dst's pool; elements of `bytes`, or strings/vectors if nested
bool vec_copy(spec_Vec* dst, const spec_Vec* src, size_t bytes, bool nested);

#endif
