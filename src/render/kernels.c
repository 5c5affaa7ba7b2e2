// The choice among the kernels of the renderer.
#include "base/cpu.h"
#include "render/parts.h"
#include "render/raster.h"
#include "render/shade.h"
#include "render/sheet.h"

const raster_Pattern raster_patterns[3] = {
    [PATTERN_ONE] = {.n = 1, .first = 8, .pitch = 16},
    [PATTERN_FOUR] = {4, {-2, 6, -6, 2}, {-6, -2, 2, 6}, .first = 2, .pitch = 4},
    [PATTERN_GRID] = {4, {-4, 4, -4, 4}, {-4, -4, 4, 4}, .first = 4, .pitch = 8},
};

extern const raster_Kernels raster_kernels_wide_base;
extern const shade_Kernels shade_kernels_wide_base;
extern const sheet_Kernels sheet_kernels_wide_base;
extern const parts_Kernels parts_kernels_wide_base;

const raster_Kernels* raster_baseKernels(void) { return &raster_kernels_wide_base; }
const shade_Kernels* shade_baseKernels(void) { return &shade_kernels_wide_base; }
const sheet_Kernels* sheet_baseKernels(void) { return &sheet_kernels_wide_base; }
const parts_Kernels* parts_baseKernels(void) { return &parts_kernels_wide_base; }

#ifdef SINEW_WIDE_AVX2

extern const raster_Kernels raster_kernels_wide_avx2;
extern const shade_Kernels shade_kernels_wide_avx2;
extern const sheet_Kernels sheet_kernels_wide_avx2;
extern const parts_Kernels parts_kernels_wide_avx2;

const raster_Kernels* raster_kernels(void) {
  return cpu_hasLanes(4) ? &raster_kernels_wide_avx2 : raster_baseKernels();
}
const shade_Kernels* shade_kernels(void) {
  return cpu_hasLanes(4) ? &shade_kernels_wide_avx2 : shade_baseKernels();
}

const sheet_Kernels* sheet_kernels(void) {
  return cpu_hasLanes(4) ? &sheet_kernels_wide_avx2 : sheet_baseKernels();
}
const parts_Kernels* parts_kernels(void) {
  return cpu_hasLanes(4) ? &parts_kernels_wide_avx2 : parts_baseKernels();
}

#else

const raster_Kernels* raster_kernels(void) { return raster_baseKernels(); }
const shade_Kernels* shade_kernels(void) { return shade_baseKernels(); }
const sheet_Kernels* sheet_kernels(void) { return sheet_baseKernels(); }
const parts_Kernels* parts_kernels(void) { return parts_baseKernels(); }

#endif
