// Arena allocator: bump allocation in a linked list of blocks whose size doubles up to a bound.
#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/size.h"

#define FIRST_BLOCK 4096
#define LARGEST_BLOCK ((size_t)1 << 20)

struct arena_Block {
  arena_Block* next;
  size_t size, used;  // of the payload, which follows the block's header
};

#define HEADER ((sizeof(arena_Block) + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1))

_Static_assert(FIRST_BLOCK <= LARGEST_BLOCK, "blocks double from the one to the other");

static char* payload(arena_Block* block) { return (char*)block + HEADER; }

arena_Arena arena_make(size_t limit) { return (arena_Arena){NULL, limit, 0}; }

// allocates a new head block with space for `bytes`
static arena_Block* addBlock(arena_Arena* arena, size_t bytes) {
  size_t size = arena->head ? 2 * arena->head->size : FIRST_BLOCK;
  if (size > LARGEST_BLOCK) size = LARGEST_BLOCK;
  if (size < bytes) size = bytes;
  size_t block, total;
  if (!size_add(size, HEADER, &block) || !size_add(arena->total, block, &total)) return NULL;
  if (arena->limit && total > arena->limit) return NULL;
  arena_Block* b = mem_alloc(block);
  if (!b) return NULL;
  *b = (arena_Block){arena->head, size, 0};
  arena->head = b;
  arena->total = total;
  ASSERT(b->size >= bytes);
  return b;
}

static void* take(arena_Arena* arena, size_t bytes) {
  size_t need;
  if (!size_align(bytes, alignof(max_align_t), &need)) return NULL;
  arena_Block* b = arena->head;
  if (!b || b->size - b->used < need) b = addBlock(arena, need);
  if (!b) return NULL;
  void* ptr = payload(b) + b->used;
  b->used += need;
  ASSERT(b->used <= b->size);
  ASSERT_FULL((uintptr_t)ptr % alignof(max_align_t) == (uintptr_t)b % alignof(max_align_t));
  return ptr;
}

void* arena_alloc(arena_Arena* arena, size_t bytes) {
  void* ptr = take(arena, bytes);
  return ptr ? memset(ptr, 0, bytes) : NULL;
}

void* arena_array(arena_Arena* arena, size_t count, size_t bytes) {
  size_t total;
  return size_mul(count, bytes, &total) ? arena_alloc(arena, total) : NULL;
}

void* arena_raw(arena_Arena* arena, size_t count, size_t bytes) {
  size_t total;
  return size_mul(count, bytes, &total) ? take(arena, total) : NULL;
}

char* arena_text(arena_Arena* arena, const char* text, size_t n) {
  size_t bytes;
  char* copy = size_add(n, 1, &bytes) ? arena_alloc(arena, bytes) : NULL;
  if (copy && n) memcpy(copy, text, n);
  return copy;
}

static void freeBlocks(arena_Arena* arena, void (*release)(void* block)) {
  for (arena_Block *b = arena->head, *next; b; b = next) {
    next = b->next;
    release(b);
  }
  arena->head = NULL;
  arena->total = 0;
}

void arena_free(arena_Arena* arena) { freeBlocks(arena, mem_free); }

void arena_freePlain(arena_Arena* arena) { freeBlocks(arena, mem_freePlain); }
