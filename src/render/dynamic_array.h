// Dynamic arrays of the renderer: they grow when a frame needs more and keep their capacity for the
// next frame.
#ifndef SINEW_RENDER_DYNAMIC_ARRAY_H_
#define SINEW_RENDER_DYNAMIC_ARRAY_H_

#include <limits.h>
#include <stdbool.h>

#include "base/mem.h"

// makes space for n elements of a size, at least doubles the capacity if it grows; false: out of
// memory
static inline bool array_fit(void** at, int* most, int n, size_t size) {
  if (n <= *most) return true;
  if (n > INT_MAX / 2) return false;
  const int more = n > 2 * *most ? n : 2 * *most;
  void* bigger = mem_grow(*at, (size_t)*most * size, (size_t)more * size);
  if (!bigger) return false;
  *at = bigger;
  *most = more;
  return true;
}

#endif
