// Arena allocator (region): many small objects that are freed together, such as DOM nodes, strings
// and elements of a spec. Blocks form a linked list that is freed as a whole. A failed allocation
// returns NULL and leaves the arena usable.
#ifndef SINEW_BASE_ARENA_H_
#define SINEW_BASE_ARENA_H_

#include <stddef.h>

typedef struct arena_Block arena_Block;

typedef struct {
  arena_Block* head;  // newest block; allocations are taken from it
  size_t limit;       // maximum of bytes in total, 0: no limit
  size_t total;       // bytes allocated from the heap so far
} arena_Arena;

// returns an empty arena that refuses to grow beyond `limit` bytes (0: no limit); allocates nothing
// yet
arena_Arena arena_make(size_t limit);
// returns zeroed bytes, aligned for any type; NULL when memory or the limit is exhausted
void* arena_alloc(arena_Arena* arena, size_t bytes);
// the same for count * bytes, with an overflow check
void* arena_array(arena_Arena* arena, size_t count, size_t bytes);
// the same, not zeroed: for arrays that are written before they are read
void* arena_raw(arena_Arena* arena, size_t count, size_t bytes);
// returns a copy of the first n characters of text, with a NUL
char* arena_text(arena_Arena* arena, const char* text, size_t n);
// frees everything; the arena is empty again
void arena_free(arena_Arena* arena);
// the same for an arena that was filled while no hook was set (see mem_freePlain)
void arena_freePlain(arena_Arena* arena);

#endif
