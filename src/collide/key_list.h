// A list of keys in the scratch of a data that grows without being moved: it is filled from its
// high end downwards, as scratch is taken, so nothing else may take scratch while it grows.
#ifndef SINEW_COLLIDE_KEY_LIST_H_
#define SINEW_COLLIDE_KEY_LIST_H_

#include <stdbool.h>
#include <stdint.h>

#include <sinew/data.h>

#include "base/assert.h"

typedef struct {
  mjData* d;
  uint64_t* end;  // one past the first key: key i is end[-1 - i]
  int n, room;
  bool full;  // keys were dropped
} key_List;

void key_begin(key_List* list, mjData* d);
// more room; false, and full is set, if there is none
bool key_grow(key_List* list);
// key_lowest(list)[0] becomes the least
void key_sort(key_List* list);

static inline void key_push(key_List* list, uint64_t key) {
  if (list->n == list->room && !key_grow(list)) return;
  ASSERT_FULL(list->n < list->room);
  list->end[-1 - list->n++] = key;
}
static inline uint64_t* key_lowest(const key_List* list) { return list->end - list->n; }

#endif
