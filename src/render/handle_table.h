// Handle table of rendering contexts: finds a context by its handle, a number. The handle of a
// freed context, or one that never was valid, finds nothing. Programs copy contexts, free copies of
// them, and pass some that were never initialized.
#ifndef SINEW_RENDER_HANDLE_TABLE_H_
#define SINEW_RENDER_HANDLE_TABLE_H_

// first member of the objects in the table
typedef struct handle_Entry_ {
  unsigned int number;  // never 0
  struct handle_Entry_* next;
} handle_Entry;

// assigns a handle to an entry and adds it
void handle_add(handle_Entry* entry);
// NULL: no entry has this handle
handle_Entry* handle_find(unsigned int number);
void handle_remove(handle_Entry* entry);

// the handle that this thread used last
unsigned int handle_used(void);
void handle_use(unsigned int number);

#endif
