// Handle table: a linked list that a mutex guards. A handle is a counter times a hash constant.
#include "render/handle_table.h"

#include <pthread.h>
#include <stddef.h>

static struct {
  pthread_mutex_t lock;
  handle_Entry* first;
  unsigned int count;  // entries ever added
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

// a function without a context draws to the one that its thread used last, as in OpenGL
static _Thread_local unsigned int used;

// needs the mutex
static handle_Entry* search(unsigned int number) {
  handle_Entry* entry = table.first;
  while (entry && entry->number != number) entry = entry->next;
  return entry;
}

void handle_add(handle_Entry* entry) {
  pthread_mutex_lock(&table.lock);
  // spread over all values (multiplicative hashing), so that uninitialized bytes match none
  do entry->number = ++table.count * 2654435761u;
  while (!entry->number || search(entry->number));
  entry->next = table.first;
  table.first = entry;
  pthread_mutex_unlock(&table.lock);
}

handle_Entry* handle_find(unsigned int number) {
  pthread_mutex_lock(&table.lock);
  handle_Entry* entry = search(number);
  pthread_mutex_unlock(&table.lock);
  return entry;
}

void handle_remove(handle_Entry* entry) {
  pthread_mutex_lock(&table.lock);
  for (handle_Entry** at = &table.first; *at; at = &(*at)->next) {
    if (*at != entry) continue;
    *at = entry->next;
    break;
  }
  pthread_mutex_unlock(&table.lock);
}

unsigned int handle_used(void) { return used; }

void handle_use(unsigned int number) { used = number; }
