// The choice among the kernels of the renderer.
#include "base/cpu.h"
#include "render/raster.h"
#include "render/shade.h"

const int raster_sampleX[2][MOST_SAMPLES] = {{0}, {-2, 6, -6, 2}};
const int raster_sampleY[2][MOST_SAMPLES] = {{0}, {-6, -2, 2, 6}};

extern const raster_Kernels raster_kernels_wide_base;
extern const shade_Kernels shade_kernels_wide_base;

const raster_Kernels* raster_baseKernels(void) { return &raster_kernels_wide_base; }
const shade_Kernels* shade_baseKernels(void) { return &shade_kernels_wide_base; }

#ifdef SINEW_WIDE_AVX2

extern const raster_Kernels raster_kernels_wide_avx2;
extern const shade_Kernels shade_kernels_wide_avx2;

const raster_Kernels* raster_kernels(void) {
  return cpu_hasLanes(4) ? &raster_kernels_wide_avx2 : raster_baseKernels();
}
const shade_Kernels* shade_kernels(void) {
  return cpu_hasLanes(4) ? &shade_kernels_wide_avx2 : shade_baseKernels();
}

#else

const raster_Kernels* raster_kernels(void) { return raster_baseKernels(); }
const shade_Kernels* shade_kernels(void) { return shade_baseKernels(); }

#endif
