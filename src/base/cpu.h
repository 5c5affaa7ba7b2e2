// Run-time CPU dispatch: the SIMD lane widths (AVX2, AVX-512) that this machine can run.
#ifndef SINEW_BASE_CPU_H_
#define SINEW_BASE_CPU_H_

// X(width, suffix) for each variant of lane-generic code wider than one world in this build: 4 and
// 8 for AVX2 and AVX-512; 2 for the 128-bit registers of arm64 and WebAssembly, and of x86-64 if
// the build enables it (cmake/lanes.cmake)
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

// whether the variant of this width (1, 2, 4 for AVX2, 8 for AVX-512) runs on this CPU; one-world
// code for AVX2 runs where width 4 does. The environment variable SINEW_CPU=base|avx2, read once,
// limits the detected features, to test what other machines run.
int cpu_hasLanes(int width);

// returns the width to use: the largest that the CPU supports. The environment variable
// SINEW_LANES=1|2|4|8 sets an upper bound, to test a narrower variant; other values are ignored.
int cpu_lanes(void);

#endif
