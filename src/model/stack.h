// The arena of mjData: contacts and constraint rows grow up from its start, scratch grows down from
// its end. Scratch is taken in frames (mj_markStack .. mj_freeStack).
#ifndef SINEW_MODEL_STACK_H_
#define SINEW_MODEL_STACK_H_

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <sinew/data.h>

#include "base/assert.h"

// the largest that the two ends were
static inline void stack_trackPeaks(mjData* d) {
  const mjtSize stack = (mjtSize)d->pstack, total = stack + (mjtSize)d->parena;
  ASSERT_FULL(total <= d->narena);  // they do not cross
  if (stack > d->maxuse_stack) d->maxuse_stack = stack;
  if (total > d->maxuse_arena) d->maxuse_arena = total;
}

// scratch bytes at an alignment (a power of 2); NULL, without a message, if they do not fit.
// Code of the pipeline uses this and gives up what it was doing with a warning. A step takes
// scratch dozens of times: inline.
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

// scratch of the dynamics without constraints: contacts and rows make way for it, with a warning,
// so that it is short only where the arena without them is too small
mjtNum* stack_makeWay(mjData* d, size_t n);
static inline mjtNum* stack_smooth(mjData* d, size_t n) {
  mjtNum* num = stack_num(d, n);
  return num ? num : stack_makeWay(d, n);
}

// A frame's record lies in the scratch itself, at a multiple of STACK_STEP from its end, which is
// pbase; the low bits of pbase are free to count the frames that found no room for a record.
typedef struct {
  size_t pstack, pbase;  // to be restored when the frame is freed
} stack_Frame;
#define STACK_STEP ((size_t)64)
_Static_assert(sizeof(stack_Frame) <= STACK_STEP && (STACK_STEP & (STACK_STEP - 1)) == 0,
               "a record fits into its step, whose low bits are free");

// where the frame's record lies, for pbase of a frame that has one
static inline char* stack_recordAt(const mjData* d, size_t pbase) {
  return (char*)d->arena + (size_t)d->narena - pbase;
}

// mj_markStack and mj_freeStack
void stack_markLost(mjData* d);  // there is no room for a record, or was none for that around it
void stack_freeLost(mjData* d);  // the frame has no record, or there is none
static inline void stack_mark(mjData* d) {
  const stack_Frame frame = {d->pstack, d->pbase};
  const size_t top = (d->pstack + sizeof frame + STACK_STEP - 1) & ~(STACK_STEP - 1);
  if (d->pbase & (STACK_STEP - 1) || top > (size_t)d->narena - d->parena) {
    stack_markLost(d);
    return;
  }
  memcpy(stack_recordAt(d, top), &frame, sizeof frame);
  d->pstack = d->pbase = top;  // peaks are tracked when something is taken
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

// bytes that live until the arena is cleared; NULL if they do not fit
void* stack_arena(mjData* d, size_t bytes, size_t alignment);
// forgets contacts, rows and all that hangs on them: the arena is empty, its pointers NULL
void stack_clearArena(mjData* d);
// frees what was taken in the innermost frame since d->pstack was `pstack`; its bytes hold their
// values until scratch is taken again
void stack_release(mjData* d, size_t pstack);
// forgets all frames
void stack_clear(mjData* d);

#endif
