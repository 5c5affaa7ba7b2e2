// Choice of the lane variant: 8 worlds on AVX-512, 4 on AVX2, 1 elsewhere. Wider vectors than the
// instruction set has are slower than one world, so there is nothing between.
// CPU, environment -> width
#include "base/cpu.h"

#include <stdlib.h>

// the compiler's runtime also asks whether the operating system saves the wide registers; its
// answer is any non-zero number
#if defined(__x86_64__) && defined(__GNUC__)
static int hasAvx2(void) { return __builtin_cpu_supports("avx2") != 0; }
static int hasAvx512(void) {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512bw") != 0;
}
#else
static int hasAvx2(void) { return 0; }
static int hasAvx512(void) { return 0; }
#endif
static int hasAlways(void) { return 1; }

static const struct {
  int width;
  int (*present)(void);
} variants[] = {{8, hasAvx512}, {4, hasAvx2}, {1, hasAlways}};  // best first

enum { variantCount = sizeof variants / sizeof *variants };

int cpu_hasLanes(int width) {
  for (int i = 0; i < variantCount; i++) {
    if (variants[i].width == width) return variants[i].present();
  }
  return 0;
}

// the bound from the environment; the largest width without one
static int widthBound(void) {
  const char* text = getenv("SINEW_LANES");
  for (int i = 0; text && i < variantCount; i++) {
    if (text[0] == '0' + variants[i].width && text[1] == '\0') return variants[i].width;
  }
  return variants[0].width;
}

int cpu_lanes(void) {
  const int bound = widthBound();
  for (int i = 0; i < variantCount; i++) {
    if (variants[i].width <= bound && variants[i].present()) return variants[i].width;
  }
  return 1;
}
