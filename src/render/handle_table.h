// Handle table of rendering contexts: a number names a context; a number whose context was freed,
// or that never was one, finds nothing. Programs copy contexts, free copies of them, and pass some
// that were never initialized.
#ifndef SINEW_RENDER_HANDLE_TABLE_H_
#define SINEW_RENDER_HANDLE_TABLE_H_

// first member of what is held
typedef struct handle_Entry_ {
  unsigned int number;  // never 0
  struct handle_Entry_* next;
} handle_Entry;

// gives it a number
void handle_add(handle_Entry* entry);
// NULL: there is none
handle_Entry* handle_find(unsigned int number);
void handle_remove(handle_Entry* entry);

// the number that this thread used last
unsigned int handle_used(void);
void handle_use(unsigned int number);

#endif
