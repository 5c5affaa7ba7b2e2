// Runtime dispatch: the renderer's kernels for the widest SIMD instruction set of this CPU.
#include "base/cpu.h"
#include "render/parts.h"
#include "render/raster.h"
#include "render/shade.h"
#include "render/tile_bins.h"

const raster_Pattern raster_patterns[3] = {
    [PATTERN_ONE] = {.n = 1, .first = 8, .pitch = 16},
    [PATTERN_FOUR] = {4, {-2, 6, -6, 2}, {-6, -2, 2, 6}, .first = 2, .pitch = 4},
    [PATTERN_GRID] = {4, {-4, 4, -4, 4}, {-4, -4, 4, 4}, .first = 4, .pitch = 8},
};

#ifdef SINEW_WIDE_AVX2
#define HAS(width) (lanes >= (width) && cpu_hasLanes(width))
#define WIDEST(kind) HAS(8) ? &kind##_kernels_wide_avx512 : WIDER(kind)
#define WIDER(kind) HAS(4) ? &kind##_kernels_wide_avx2 : &kind##_kernels_wide_base
#else
#define WIDEST(kind) WIDER(kind)
#define WIDER(kind) ((void)lanes, &kind##_kernels_wide_base)
#endif

extern const raster_Kernels raster_kernels_wide_avx512;
extern const shade_Kernels shade_kernels_wide_avx512;
extern const bins_Kernels bins_kernels_wide_avx512;

#define KERNELS(kind, choice)                                                                      \
  extern const kind##_Kernels kind##_kernels_wide_base, kind##_kernels_wide_avx2;                  \
  const kind##_Kernels* kind##_kernels(int lanes) { return choice(kind); }

KERNELS(raster, WIDEST)
KERNELS(shade, WIDEST)
KERNELS(bins, WIDEST)
// runs of pixels that are alike are short: 8 lanes are enough
KERNELS(parts, WIDER)
