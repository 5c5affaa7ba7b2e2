// Append-only registry with lock-free readers: an item is stored before the count is published
// (release, acquire memory order), so readers only see complete items.
#include "base/registry.h"

#include <stddef.h>

void registry_lock(registry_List* list) { pthread_mutex_lock(&list->lock); }

void registry_unlock(registry_List* list) { pthread_mutex_unlock(&list->lock); }

int registry_count(const registry_List* list) {
  return atomic_load_explicit(&list->n, memory_order_acquire);
}

const void* registry_at(const registry_List* list, int slot) {
  return slot >= 0 && slot < registry_count(list) ? list->item[slot] : NULL;
}

int registry_add(registry_List* list, const void* item) {
  const int n = registry_count(list);
  if (n == REGISTRY_MOST) return -1;
  list->item[n] = item;
  atomic_store_explicit(&list->n, n + 1, memory_order_release);
  return n;
}
