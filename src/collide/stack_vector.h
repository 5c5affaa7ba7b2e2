// Stack vector: a dynamic array of 64-bit keys on the scratch stack of mjData that grows without
// being moved. It is filled from its high end downward, as scratch is allocated, so nothing else
// may allocate scratch while it grows.
#ifndef SINEW_COLLIDE_STACK_VECTOR_H_
#define SINEW_COLLIDE_STACK_VECTOR_H_

#include <stdbool.h>
#include <stdint.h>

#include <sinew/data.h>

#include "base/assert.h"

typedef struct {
  mjData* d;
  uint64_t* end;  // one past the first key: key i is end[-1 - i]
  int n, room;
  bool full;  // keys were dropped (out of scratch)
} key_Vector;

void key_begin(key_Vector* list, mjData* d);
// increases the capacity; if scratch is exhausted, sets full and returns false
bool key_grow(key_Vector* list);
// sorts the keys in ascending order from key_lowest(list)
void key_sort(key_Vector* list);

static inline void key_push(key_Vector* list, uint64_t key) {
  if (list->n == list->room && !key_grow(list)) return;
  ASSERT_FULL(list->n < list->room);
  list->end[-1 - list->n++] = key;
}
static inline uint64_t* key_lowest(const key_Vector* list) { return list->end - list->n; }

#endif
