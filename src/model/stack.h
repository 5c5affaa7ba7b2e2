// Arena and scratch stack of mjData (bump allocation from both ends): contacts and constraint rows
// grow from its start, scratch from its end. Scratch is allocated in frames (mj_markStack ..
// mj_freeStack).
#ifndef SINEW_MODEL_STACK_H_
#define SINEW_MODEL_STACK_H_

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <sinew/data.h>

#include "base/assert.h"

// updates the peak use of both ends
static inline void stack_trackPeaks(mjData* d) {
  const mjtSize stack = (mjtSize)d->pstack, total = stack + (mjtSize)d->parena;
  ASSERT_FULL(total <= d->narena);  // they do not overlap
  if (stack > d->maxuse_stack) d->maxuse_stack = stack;
  if (total > d->maxuse_arena) d->maxuse_arena = total;
}

// allocates scratch at an alignment (a power of 2); NULL, without a message, if out of memory. Code
// of the pipeline uses this, and stops what it was doing with a warning if it fails. Inline, since
// a step allocates scratch dozens of times.
static inline void* stack_alloc(mjData* d, size_t bytes, size_t alignment) {
  ASSERT_FULL(alignment && !(alignment & (alignment - 1)));
  const uintptr_t end = (uintptr_t)d->arena + (size_t)d->narena;
  const uintptr_t top = end - d->pstack, floor = (uintptr_t)d->arena + d->parena;
  if (bytes > top - floor) return NULL;
  const uintptr_t at = (top - bytes) & ~(uintptr_t)(alignment - 1);
  if (at < floor) return NULL;
  d->pstack = end - at;
  stack_trackPeaks(d);
  return (char*)d->arena + (at - (uintptr_t)d->arena);
}

static inline mjtNum* stack_num(mjData* d, size_t n) {
  if (n > SIZE_MAX / sizeof(mjtNum)) return NULL;
  return (mjtNum*)stack_alloc(d, n * sizeof(mjtNum), alignof(mjtNum));
}

static inline int* stack_int(mjData* d, size_t n) {
  return n > SIZE_MAX / sizeof(int) ? NULL : (int*)stack_alloc(d, n * sizeof(int), alignof(int));
}

// scratch of the dynamics without constraints: discards contacts and rows if necessary, with a
// warning, so that it fails only if the arena without them is too small
mjtNum* stack_makeWay(mjData* d, size_t n);
static inline mjtNum* stack_smooth(mjData* d, size_t n) {
  mjtNum* num = stack_num(d, n);
  return num ? num : stack_makeWay(d, n);
}

// A frame's record is stored in the scratch itself, at a multiple of STACK_STEP from its end, which
// is pbase; the low bits of pbase are free to count the frames that had no space for a record.
typedef struct {
  size_t pstack, pbase;  // restored when the frame is freed
} stack_Frame;
#define STACK_STEP ((size_t)64)
_Static_assert(sizeof(stack_Frame) <= STACK_STEP && (STACK_STEP & (STACK_STEP - 1)) == 0,
               "a record fits into its step, whose low bits are free");

// address of a frame's record, for pbase of a frame that has one
static inline char* stack_recordAt(const mjData* d, size_t pbase) {
  return (char*)d->arena + (size_t)d->narena - pbase;
}

// mj_markStack and mj_freeStack
void stack_markLost(mjData* d);  // no space for a record, or there was none for the enclosing frame
void stack_freeLost(mjData* d);  // the frame has no record, or there is no frame
static inline void stack_mark(mjData* d) {
  const stack_Frame frame = {d->pstack, d->pbase};
  const size_t top = (d->pstack + sizeof frame + STACK_STEP - 1) & ~(STACK_STEP - 1);
  if (d->pbase & (STACK_STEP - 1) || top > (size_t)d->narena - d->parena) {
    stack_markLost(d);
    return;
  }
  memcpy(stack_recordAt(d, top), &frame, sizeof frame);
  d->pstack = d->pbase = top;  // peaks are updated by allocations
}
static inline void stack_free(mjData* d) {
  if (!d->pbase || d->pbase & (STACK_STEP - 1)) {
    stack_freeLost(d);
    return;
  }
  stack_Frame frame;
  memcpy(&frame, stack_recordAt(d, d->pbase), sizeof frame);
  ASSERT_FULL(frame.pbase <= frame.pstack && frame.pstack < d->pbase);
  d->pstack = frame.pstack;
  d->pbase = frame.pbase;
}

// allocates bytes that are valid until the arena is cleared; NULL if they do not fit
void* stack_arena(mjData* d, size_t bytes, size_t alignment);
// removes contacts, rows and everything that depends on them: the arena is empty, its pointers NULL
void stack_clearArena(mjData* d);
// frees what was allocated in the innermost frame since d->pstack was `pstack`; its bytes keep
// their values until the next allocation
void stack_release(mjData* d, size_t pstack);
// frees all frames
void stack_clear(mjData* d);

#endif
