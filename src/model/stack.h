// The arena of mjData: contacts and constraint rows grow up from its start, scratch grows down from
// its end. Scratch is taken in frames (mj_markStack .. mj_freeStack).
#ifndef SINEW_MODEL_STACK_H_
#define SINEW_MODEL_STACK_H_

#include <stddef.h>

#include <sinew/data.h>

// scratch bytes at an alignment (a power of 2); NULL, without a message, if they do not fit.
// Code of the pipeline uses this and gives up what it was doing with a warning.
void* stack_alloc(mjData* d, size_t bytes, size_t alignment);
mjtNum* stack_num(mjData* d, size_t n);
int* stack_int(mjData* d, size_t n);
// scratch of the dynamics without constraints: contacts and rows make way for it, with a warning,
// so that it is short only where the arena without them is too small
mjtNum* stack_smooth(mjData* d, size_t n);
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
