// libFuzzer's entry point of one target; FUZZ_ENTRY is its function, FUZZ_MUTATE, if it is defined,
// what makes its inputs in place of libFuzzer's own mutations. Memory is limited by the
// allocator: what asks for more sees an allocation fail, as it would on a small machine, and the
// search is not slowed down by models of gigabytes.
#include <stdlib.h>

#include "fuzz.h"

static const size_t mostBytes = (size_t)64 << 20;  // of one allocation

static void* allocate(size_t bytes) {
  return bytes > mostBytes ? NULL : aligned_alloc(64, (bytes + 63) & ~(size_t)63);
}

__attribute__((visibility("default"))) int LLVMFuzzerInitialize(int* argc, char*** argv);
__attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerInitialize(int* argc, char*** argv) {
  (void)argc, (void)argv;
  mju_user_malloc = allocate;
  mju_user_free = free;
  return 0;
}

#ifdef FUZZ_MUTATE
__attribute__((visibility("default"))) size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                                                      size_t most, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  return FUZZ_MUTATE(data, size, most, seed);
}
#endif

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { return FUZZ_ENTRY(data, size); }
