// libFuzzer's entry point of one target; FUZZ_ENTRY is its function, FUZZ_MUTATE, if it is defined,
// what makes its inputs in place of libFuzzer's own mutations.
#include "fuzz.h"

__attribute__((visibility("default"))) int LLVMFuzzerInitialize(int* argc, char*** argv);
__attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerInitialize(int* argc, char*** argv) {
  (void)argc, (void)argv;
  fuzz_limitMemory();
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
