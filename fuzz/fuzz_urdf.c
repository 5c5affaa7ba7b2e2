// URDF text -> model -> steps. The reader is chosen by the root element, so mutations reach MJCF
// too; seeds and dictionary are what make this a target of its own.
#include "fuzz.h"

int fuzz_urdf(const uint8_t* data, size_t size) {
  fuzz_loadText(data, size, NULL);
  return 0;
}
