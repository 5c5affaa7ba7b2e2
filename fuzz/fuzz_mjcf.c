// MJCF text -> model -> steps.
#include "fuzz.h"

int fuzz_mjcf(const uint8_t* data, size_t size) {
  fuzz_loadText(data, size, NULL);
  return 0;
}
