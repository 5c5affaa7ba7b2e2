// Choice of the lane variant: 8 worlds on AVX-512, 4 on AVX2, 2 in registers of 128 bits where the
// build has that. Wider vectors than the instruction set has are slower than one world.
// CPU, environment -> width
#include "base/cpu.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// doubles in a register: what the CPU has and SINEW_CPU leaves of it
static int widest = 2;
static pthread_once_t widestOnce = PTHREAD_ONCE_INIT;

// the compiler's runtime also asks whether the operating system saves the wide registers; its
// answer is any non-zero number
static void findWidest(void) {
#if defined(__x86_64__) && defined(__GNUC__)
  __builtin_cpu_init();  // for the doors, which are set before main (cmake/copies.sh)
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

// the bound from the environment; the largest width without one
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
