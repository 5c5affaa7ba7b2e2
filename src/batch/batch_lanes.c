// The choice among the widths of lanes.
#include "batch/batch_lanes.h"

#include "base/cpu.h"

#if defined(__x86_64__)

extern const batch_Lanes batch_lanes_w4_avx2, batch_lanes_w8_avx512;

const batch_Lanes* batch_lanes(int most) {
  const int width = cpu_lanes() < most ? cpu_lanes() : most;
  if (width >= 8) return &batch_lanes_w8_avx512;
  return width >= 4 ? &batch_lanes_w4_avx2 : NULL;
}

#else

const batch_Lanes* batch_lanes(int most) {
  (void)most;
  return NULL;
}

#endif
