// Run-time dispatch of the panel kernels for multiple right-hand sides (AVX2 or baseline
// instruction set).
#include "math/panel.h"

#include "base/cpu.h"

extern const panel_Kernels panel_table_wide_base;
#ifdef SINEW_WIDE_AVX2
extern const panel_Kernels panel_table_wide_avx2;
#endif

const panel_Kernels* panel_baseKernels(void) { return &panel_table_wide_base; }

const panel_Kernels* panel_kernels(void) {
#ifdef SINEW_WIDE_AVX2
  if (cpu_hasLanes(4)) return &panel_table_wide_avx2;
#endif
  return panel_baseKernels();
}
