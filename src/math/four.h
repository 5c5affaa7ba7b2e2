// SIMD vectors of four doubles for one-world kernels that are compiled for several instruction sets
// (function multiversioning): one register with AVX2, two without. Sums of vectors keep the order
// of their terms, so all variants are bitwise identical.
#ifndef SINEW_MATH_FOUR_H_
#define SINEW_MATH_FOUR_H_

#include <stdbool.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "base/assert.h"
#include "base/lane.h"
#include "math/dense.h"

#ifdef __GNUC__  // everything is inlined: no vector is passed to a function
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

// aligned to 8 bytes only
typedef double four_Double __attribute__((vector_size(32), aligned(8), may_alias));

_Static_assert(sizeof(four_Double) == 2 * sizeof(dense_Pair), "the four accumulators of a dot");

LANE_INLINE four_Double four_load(const double* x) { return *(const four_Double*)x; }
LANE_INLINE void four_store(double* x, four_Double v) { *(four_Double*)x = v; }

// ---- elements

// result of a comparison: -1 or 0
typedef int64_t four_Mask __attribute__((vector_size(32), aligned(8), may_alias));

LANE_INLINE four_Double four_bc(double s) { return s - (four_Double){0}; }
LANE_INLINE four_Double four_select(four_Mask m, four_Double a, four_Double b) {
#if LANE_W == 4
  return lane_select(m, a, b);
#elif defined(__AVX__)
  return (four_Double)_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)m);
#else
  return (four_Double)((m & (four_Mask)a) | (~m & (four_Mask)b));
#endif
}

// a > b ? a : b, a < b ? a : b
LANE_INLINE four_Double four_max(four_Double a, four_Double b) {
#if LANE_W == 4
  return lane_max(a, b);
#elif defined(__AVX__)
  return (four_Double)_mm256_max_pd((__m256d)a, (__m256d)b);
#else
  return four_select(a > b, a, b);
#endif
}
LANE_INLINE four_Double four_min(four_Double a, four_Double b) {
#if LANE_W == 4
  return lane_min(a, b);
#elif defined(__AVX__)
  return (four_Double)_mm256_min_pd((__m256d)a, (__m256d)b);
#else
  return four_select(a < b, a, b);
#endif
}
LANE_INLINE four_Double four_sqrt(four_Double x) {
#if LANE_W == 4
  return lane_sqrt(x);
#elif defined(__AVX__)
  return (four_Double)_mm256_sqrt_pd((__m256d)x);
#else
  for (int i = 0; i < 4; i++) x[i] = __builtin_sqrt(x[i]);
  return x;
#endif
}
LANE_INLINE bool four_any(four_Mask m) {
#if LANE_W == 4
  return lane_any(m);
#elif defined(__AVX__)
  return _mm256_movemask_pd((__m256d)m) != 0;
#else
  return (m[0] | m[1] | m[2] | m[3]) != 0;
#endif
}
// bit mask: bit i is element i
LANE_INLINE unsigned four_bits(four_Mask m) {
#if defined(__AVX__)
  return (unsigned)_mm256_movemask_pd((__m256d)m);
#else
  return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

// permutations of the elements of one vector or two
#if defined(__has_builtin) && (!defined(__GNUC__) || defined(__clang__) || __GNUC__ >= 12)
#define FOUR_SHUFFLE(a, b, i0, i1, i2, i3) __builtin_shufflevector(a, b, i0, i1, i2, i3)
#else
#define FOUR_SHUFFLE(a, b, i0, i1, i2, i3) __builtin_shuffle(a, b, (four_Mask){i0, i1, i2, i3})
#endif
#define FOUR_PERMUTE(a, i0, i1, i2, i3) FOUR_SHUFFLE(a, a, i0, i1, i2, i3)
LANE_INLINE four_Double four_lows(four_Double a, four_Double b) {  // a0 a1 b0 b1
  return FOUR_SHUFFLE(a, b, 0, 1, 4, 5);
}
LANE_INLINE four_Double four_highs(four_Double a, four_Double b) {  // a2 a3 b2 b3
  return FOUR_SHUFFLE(a, b, 2, 3, 6, 7);
}
LANE_INLINE four_Double four_evens(four_Double a, four_Double b) {  // a0 b0 a2 b2
  return FOUR_SHUFFLE(a, b, 0, 4, 2, 6);
}
LANE_INLINE four_Double four_odds(four_Double a, four_Double b) {  // a1 b1 a3 b3
  return FOUR_SHUFFLE(a, b, 1, 5, 3, 7);
}

// four 3-vectors (structure of arrays), with functions like those of v3_
typedef struct {
  four_Double x, y, z;
} four_Vec;

LANE_INLINE four_Vec four_sub3(four_Vec a, four_Vec b) {
  return (four_Vec){a.x - b.x, a.y - b.y, a.z - b.z};
}
LANE_INLINE four_Vec four_scl3(four_Vec a, four_Double scl) {
  return (four_Vec){a.x * scl, a.y * scl, a.z * scl};
}
LANE_INLINE four_Vec four_cross3(four_Vec a, four_Vec b) {
  return (four_Vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
LANE_INLINE four_Double four_dot3(four_Vec a, four_Vec b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

// transposes a 4x4 matrix
LANE_INLINE void four_transpose(four_Double* a, four_Double* b, four_Double* c, four_Double* d) {
  const four_Double ab0 = four_evens(*a, *b), ab1 = four_odds(*a, *b);
  const four_Double cd0 = four_evens(*c, *d), cd1 = four_odds(*c, *d);
  *a = four_lows(ab0, cd0);
  *b = four_lows(ab1, cd1);
  *c = four_highs(ab0, cd0);
  *d = four_highs(ab1, cd1);
}

// element by element: a wide load would stall on recent narrow stores (store forwarding)
LANE_INLINE four_Vec four_load3(const double a[3], const double b[3], const double c[3],
                                const double d[3]) {
  return (four_Vec){{a[0], b[0], c[0], d[0]}, {a[1], b[1], c[1], d[1]}, {a[2], b[2], c[2], d[2]}};
}

// ---- vectors

// res += vec[e]*scl[e] for e < count <= 4, one vector after another. If count is a constant where
// this is inlined, small arrays that are filled there live in registers
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
