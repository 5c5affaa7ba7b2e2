// CPU feature detection and choice of the SIMD lane width: 8 worlds on AVX-512, 4 on AVX2, 2 in
// 128-bit registers if the build has them. Vectors wider than the registers are slower than one
// world.
//   CPU, environment -> width
#include "base/cpu.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// doubles in a register: what the CPU has, limited by SINEW_CPU
static int widest = 2;
static pthread_once_t widestOnce = PTHREAD_ONCE_INIT;

// The compiler's runtime also checks whether the operating system saves the wide registers; it
// returns any non-zero value.
static void findWidest(void) {
#if defined(__x86_64__) && defined(__GNUC__)
  __builtin_cpu_init();  // for dispatch stubs, which are set before main (cmake/copies.sh)
  const char* bound = getenv("SINEW_CPU");
  if ((bound && !strcmp(bound, "base")) || !__builtin_cpu_supports("avx2")) return;
  widest = 4;
  if (bound && !strcmp(bound, "avx2")) return;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
    widest = 8;
  }
#endif
}

static const int widths[] = {8, 4, 2, 1};  // best first

enum { widthCount = sizeof widths / sizeof *widths };

int cpu_hasLanes(int width) {
#define SAME(w, suffix) || width == w
  if (!(width == 1 CPU_VARIANTS(SAME))) return 0;
#undef SAME
  pthread_once(&widestOnce, findWidest);
  return width <= widest;
}

// the upper bound from the environment; the largest width if it is not set
static int widthBound(void) {
  const char* text = getenv("SINEW_LANES");
  for (int i = 0; text && i < widthCount; i++) {
    if (text[0] == '0' + widths[i] && text[1] == '\0') return widths[i];
  }
  return widths[0];
}

int cpu_lanes(void) {
  const int bound = widthBound();
  for (int i = 0; i < widthCount; i++) {
    if (widths[i] <= bound && cpu_hasLanes(widths[i])) return widths[i];
  }
  return 1;
}
