// Run-time dispatch of the kernels for dense Cholesky factors (AVX2 or baseline instruction set).
#include "math/column_cholesky.h"

#include <stddef.h>

#include "base/assert.h"
#include "base/cpu.h"

extern const column_Kernels column_table_wide_base;
#ifdef SINEW_WIDE_AVX2
extern const column_Kernels column_table_wide_avx2;
#endif

const column_Kernels* column_baseKernels(void) { return &column_table_wide_base; }

const column_Kernels* column_avx2Kernels(void) {
#ifdef SINEW_WIDE_AVX2
  if (cpu_hasLanes(4)) return &column_table_wide_avx2;
#endif
  return NULL;
}

const column_Kernels* column_kernels(void) {
  const column_Kernels* wide = column_avx2Kernels();
  ASSERT_FULL(!wide || cpu_hasLanes(4));
  return wide ? wide : column_baseKernels();
}
