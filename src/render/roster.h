// The contexts that are there, by number: a number whose context is gone, or that never was one,
// finds nothing. Programs copy contexts, free copies of them, and hand over some that were never
// set.
#ifndef SINEW_RENDER_ROSTER_H_
#define SINEW_RENDER_ROSTER_H_

// first member of what is held
typedef struct roster_Entry_ {
  unsigned int number;  // never 0
  struct roster_Entry_* next;
} roster_Entry;

// gives it a number
void roster_add(roster_Entry* entry);
// NULL: there is none
roster_Entry* roster_find(unsigned int number);
void roster_remove(roster_Entry* entry);

// the number that this thread used last
unsigned int roster_used(void);
void roster_use(unsigned int number);

#endif
