// Which lane variants this machine can run.
#ifndef SINEW_BASE_CPU_H_
#define SINEW_BASE_CPU_H_

// X(width, suffix) for each variant of lane-generic code beyond one world that this build has: 4
// and 8 for AVX2 and AVX-512; 2 for the 128-bit registers of arm64 and WebAssembly, of x86-64 if
// the build asks for it (cmake/lanes.cmake)
#if defined(SINEW_PAIRS)
#define CPU_PAIRS(X) X(2, w2)
#else
#define CPU_PAIRS(X)
#endif
#if defined(__x86_64__)
#define CPU_VARIANTS(X) CPU_PAIRS(X) X(4, w4_avx2) X(8, w8_avx512)
#else
#define CPU_VARIANTS(X) CPU_PAIRS(X)
#endif

// whether the variant of this width (1, 2, 4 for AVX2, 8 for AVX-512) runs here; the code of one
// world for AVX2 does where width 4 does. SINEW_CPU=base|avx2 in the environment, read once, is as
// if the CPU had no more: to try what other machines run.
int cpu_hasLanes(int width);

// the width to run: the largest that the CPU has. The environment variable SINEW_LANES=1|2|4|8 sets
// an upper bound, so that a narrower variant can be tried; other values are ignored.
int cpu_lanes(void);

#endif
