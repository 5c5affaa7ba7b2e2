// Which lane variants this machine can run.
#ifndef SINEW_BASE_CPU_H_
#define SINEW_BASE_CPU_H_

// whether the variant of this width (1, 4 for AVX2, 8 for AVX-512) runs here; the code of one world
// for AVX2 does where width 4 does. SINEW_CPU=base|avx2 in the environment, read once, is as if the
// CPU had no more: to try what other machines run.
int cpu_hasLanes(int width);

// the width to run: the largest that the CPU has. The environment variable SINEW_LANES=1|4|8 sets
// an upper bound, so that a narrower variant can be tried; other values are ignored.
int cpu_lanes(void);

#endif
