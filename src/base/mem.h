// Memory allocator: every heap allocation of the library goes through mem_alloc, so that the API's
// hooks (mju_user_malloc, mju_user_free) see all of it and tests can make any of it fail.
#ifndef SINEW_BASE_MEM_H_
#define SINEW_BASE_MEM_H_

#include <stddef.h>

#define MEM_ALIGN 64  // a cache line, and the widest SIMD vector

// returns a block aligned to MEM_ALIGN (with the user's hook: as the hook aligns), or NULL
void* mem_alloc(size_t bytes);
// the same for count * bytes, with an overflow check, filled with zeros
void* mem_calloc(size_t count, size_t bytes);
// reallocates: new block with the first min(old, bytes) bytes of ptr, which is freed; if the result
// is NULL, ptr stays valid
void* mem_grow(void* ptr, size_t old, size_t bytes);
// frees what the functions above returned; NULL is fine
void mem_free(void* ptr);
// frees a block that was allocated while no hook was set, whatever hooks are set now
void mem_freePlain(void* ptr);

#endif
