// Dynamic array of keys: growth, and sorting by insertion sort or, if the list is long, heapsort.
#include "collide/stack_vector.h"

#include <stdalign.h>
#include <stddef.h>

#include "base/assert.h"
#include "model/stack.h"

enum { CHUNK = 64, SHORT = 24 };

void key_begin(key_Vector* list, mjData* d) { *list = (key_Vector){.d = d}; }

bool key_grow(key_Vector* list) {
  if (list->full) return false;
  const int more = list->room < CHUNK ? CHUNK : list->room;
  uint64_t* low = stack_alloc(list->d, (size_t)more * sizeof *low, alignof(uint64_t));
  if (!low || (list->end && low + more != list->end - list->room)) {
    list->full = true;
    return false;
  }
  if (!list->end) list->end = low + more;
  list->room += more;
  ASSERT(list->end - list->room == low);  // grows in place
  return true;
}

static void sink(uint64_t* x, int i, int n) {
  const uint64_t key = x[i];
  for (int child; (child = 2 * i + 1) < n; i = child) {
    child += child + 1 < n && x[child + 1] > x[child];
    if (x[child] <= key) break;
    x[i] = x[child];
  }
  x[i] = key;
}

static void sortHeap(uint64_t* x, int n) {
  for (int i = n / 2 - 1; i >= 0; i--) sink(x, i, n);
  for (int last = n - 1; last > 0; last--) {
    const uint64_t largest = x[0];
    x[0] = x[last];
    x[last] = largest;
    sink(x, 0, last);
  }
}

void key_sort(key_Vector* list) {
  uint64_t* x = key_lowest(list);
  if (list->n > SHORT) {
    sortHeap(x, list->n);
    ASSERT_FULL(assert_ascendKeys(x, list->n));
    return;
  }
  for (int i = 1; i < list->n; i++) {
    const uint64_t key = x[i];
    int j = i;
    for (; j > 0 && x[j - 1] > key; j--) x[j] = x[j - 1];
    x[j] = key;
  }
  ASSERT_FULL(assert_ascendKeys(x, list->n));
}
