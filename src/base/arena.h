// Arena: many small objects that die together (DOM nodes, strings, editable elements).
// Blocks are chained and freed at once; a failed allocation returns NULL and leaves the arena
// usable.
#ifndef SINEW_BASE_ARENA_H_
#define SINEW_BASE_ARENA_H_

#include <stddef.h>

typedef struct arena_Block arena_Block;

typedef struct {
  arena_Block* head;  // newest block; allocations come from its tail
  size_t limit;       // most bytes that may be taken in total, 0: no limit
  size_t total;       // bytes taken from the heap so far
} arena_Arena;

// an empty arena that refuses to grow beyond `limit` bytes (0: no limit); takes no memory yet
arena_Arena arena_make(size_t limit);
// zeroed bytes, aligned for any object; NULL when memory or the limit is exhausted
void* arena_alloc(arena_Arena* arena, size_t bytes);
// count * bytes, checked
void* arena_array(arena_Arena* arena, size_t count, size_t bytes);
// the same, not zeroed: for what is written before it is read
void* arena_raw(arena_Arena* arena, size_t count, size_t bytes);
// copy of the first n characters of text, with a NUL
char* arena_text(arena_Arena* arena, const char* text, size_t n);
// frees everything; the arena is empty again
void arena_free(arena_Arena* arena);
// the same for an arena that was filled while no hook was set (see mem_freePlain)
void arena_freePlain(arena_Arena* arena);

#endif
