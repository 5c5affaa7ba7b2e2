// Vectors of four doubles for kernels of one world that are compiled for several instruction sets:
// one register with AVX2, two without. Sums of
// vectors keep the order of their terms, so every variant gives the same bits.
#ifndef SINEW_MATH_FOUR_H_
#define SINEW_MATH_FOUR_H_

#include "base/assert.h"
#include "base/lane.h"
#include "math/dense.h"

// at any 8-byte boundary
typedef double four_Double __attribute__((vector_size(32), aligned(8), may_alias));

_Static_assert(sizeof(four_Double) == 2 * sizeof(dense_Pair), "the four accumulators of a dot");

LANE_INLINE four_Double four_load(const double* x) { return *(const four_Double*)x; }
LANE_INLINE void four_store(double* x, four_Double v) { *(four_Double*)x = v; }

// res += vec[e]*scl[e] for e < count <= 4, one vector after another. For count known where this is
// inlined: arrays that are filled there with so many elements then live in registers
LANE_INLINE void four_axpy(double* res, const double* const vec[4], const double scl[4],
                           const int count, int n) {
  ASSERT_FULL(count >= 1 && count <= 4);
  const double *v0 = vec[0], *v1 = count > 1 ? vec[1] : v0, *v2 = count > 2 ? vec[2] : v0;
  const double* v3 = count > 3 ? vec[3] : v0;
  const double s0 = scl[0], s1 = count > 1 ? scl[1] : 0, s2 = count > 2 ? scl[2] : 0;
  const double s3 = count > 3 ? scl[3] : 0;
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    four_Double sum = four_load(res + i) + four_load(v0 + i) * s0;
    if (count > 1) sum += four_load(v1 + i) * s1;
    if (count > 2) sum += four_load(v2 + i) * s2;
    if (count > 3) sum += four_load(v3 + i) * s3;
    four_store(res + i, sum);
  }
  if (i + 2 <= n) {
    dense_Pair sum = *(dense_Pair*)(res + i) + *(const dense_Pair*)(v0 + i) * s0;
    if (count > 1) sum += *(const dense_Pair*)(v1 + i) * s1;
    if (count > 2) sum += *(const dense_Pair*)(v2 + i) * s2;
    if (count > 3) sum += *(const dense_Pair*)(v3 + i) * s3;
    *(dense_Pair*)(res + i) = sum;
    i += 2;
  }
  if (i < n) {
    double sum = res[i] + v0[i] * s0;
    if (count > 1) sum += v1[i] * s1;
    if (count > 2) sum += v2[i] * s2;
    if (count > 3) sum += v3[i] * s3;
    res[i] = sum;
  }
}

#endif
