#include "render/roster.h"

#include <pthread.h>
#include <stddef.h>

static struct {
  pthread_mutex_t lock;
  roster_Entry* first;
  unsigned int count;  // of all that ever were
} roster = {.lock = PTHREAD_MUTEX_INITIALIZER};

// a function without a context draws to the one that its thread used last, as with OpenGL
static _Thread_local unsigned int used;

// with the lock
static roster_Entry* search(unsigned int number) {
  roster_Entry* entry = roster.first;
  while (entry && entry->number != number) entry = entry->next;
  return entry;
}

void roster_add(roster_Entry* entry) {
  pthread_mutex_lock(&roster.lock);
  // spread over all numbers, so that bytes which were never set hit none
  do entry->number = ++roster.count * 2654435761u;
  while (!entry->number || search(entry->number));
  entry->next = roster.first;
  roster.first = entry;
  pthread_mutex_unlock(&roster.lock);
}

roster_Entry* roster_find(unsigned int number) {
  pthread_mutex_lock(&roster.lock);
  roster_Entry* entry = search(number);
  pthread_mutex_unlock(&roster.lock);
  return entry;
}

void roster_remove(roster_Entry* entry) {
  pthread_mutex_lock(&roster.lock);
  for (roster_Entry** at = &roster.first; *at; at = &(*at)->next) {
    if (*at != entry) continue;
    *at = entry->next;
    break;
  }
  pthread_mutex_unlock(&roster.lock);
}

unsigned int roster_used(void) { return used; }

void roster_use(unsigned int number) { used = number; }
