// Process-wide, append-only registry (of plugins, resource providers, ...): items are never moved
// or removed, so a slot stays valid. Writers hold the mutex while they check for duplicates and
// add; readers need no lock.
#ifndef SINEW_BASE_REGISTRY_H_
#define SINEW_BASE_REGISTRY_H_

#include <pthread.h>
#include <stdatomic.h>

enum { REGISTRY_MOST = 2048 };

typedef struct {
  pthread_mutex_t lock;
  atomic_int n;
  const void* item[REGISTRY_MOST];
} registry_List;

#define REGISTRY_EMPTY                                                                             \
  { .lock = PTHREAD_MUTEX_INITIALIZER }

void registry_lock(registry_List* list);
void registry_unlock(registry_List* list);
int registry_count(const registry_List* list);
// NULL: no such slot
const void* registry_at(const registry_List* list, int slot);
// with the mutex held: returns the slot of the item, -1 if the list is full
int registry_add(registry_List* list, const void* item);

#endif
