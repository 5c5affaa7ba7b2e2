// Eight floats at once, for pixels. A file that includes this is compiled for any machine and for
// AVX2
// (*.wide.c); both give the same bits: no fused products, no estimates of reciprocals, no libm.
//
//   eight   8 floats             ints   8 32-bit integers
//   ints is also the result of a comparison: all bits of a lane or none
#ifndef SINEW_RENDER_EIGHT_H_
#define SINEW_RENDER_EIGHT_H_

#include <stdint.h>
#include <string.h>

#include "base/lane.h"

enum { EIGHT = 8 };

typedef float eight __attribute__((vector_size(32), may_alias));
typedef int32_t ints __attribute__((vector_size(32), may_alias));

LANE_INLINE eight eight_bc(float s) { return s - (eight){0}; }
LANE_INLINE ints ints_bc(int32_t s) { return s - (ints){0}; }
LANE_INLINE eight eight_load(const float* p) {
  eight x;
  memcpy(&x, p, sizeof x);
  return x;
}
LANE_INLINE void eight_store(float* p, eight x) { memcpy(p, &x, sizeof x); }
LANE_INLINE ints ints_load(const int32_t* p) {
  ints x;
  memcpy(&x, p, sizeof x);
  return x;
}
LANE_INLINE void ints_store(int32_t* p, ints x) { memcpy(p, &x, sizeof x); }

#if defined(__AVX2__)
LANE_INLINE ints ints_select(ints m, ints a, ints b) {
  return (ints)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)m);
}
LANE_INLINE eight eight_select(ints m, eight a, eight b) {
  return (eight)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m);
}
LANE_INLINE eight eight_min(eight a, eight b) { return (eight)_mm256_min_ps((__m256)a, (__m256)b); }
LANE_INLINE eight eight_max(eight a, eight b) { return (eight)_mm256_max_ps((__m256)a, (__m256)b); }
LANE_INLINE eight eight_sqrt(eight x) { return (eight)_mm256_sqrt_ps((__m256)x); }
LANE_INLINE int ints_bits(ints m) { return _mm256_movemask_ps((__m256)m); }
LANE_INLINE ints ints_min(ints a, ints b) { return (ints)_mm256_min_epi32((__m256i)a, (__m256i)b); }
LANE_INLINE ints ints_max(ints a, ints b) { return (ints)_mm256_max_epi32((__m256i)a, (__m256i)b); }
LANE_INLINE ints eight_trunc(eight x) { return (ints)_mm256_cvttps_epi32((__m256)x); }
LANE_INLINE eight ints_float(ints x) { return (eight)_mm256_cvtepi32_ps((__m256i)x); }
// largest integer not above x, |x| < 2^31
LANE_INLINE eight eight_floor(eight x) { return (eight)_mm256_floor_ps((__m256)x); }
#else
LANE_INLINE ints ints_select(ints m, ints a, ints b) { return (m & a) | (~m & b); }
LANE_INLINE eight eight_select(ints m, eight a, eight b) {
  return (eight)((m & (ints)a) | (~m & (ints)b));
}
LANE_INLINE ints ints_min(ints a, ints b) { return ints_select(a < b, a, b); }
LANE_INLINE ints ints_max(ints a, ints b) { return ints_select(a > b, a, b); }
LANE_INLINE eight eight_min(eight a, eight b) { return eight_select(a < b, a, b); }
LANE_INLINE eight eight_max(eight a, eight b) { return eight_select(a > b, a, b); }
#if defined(__x86_64__)
LANE_INLINE eight eight_sqrt(eight x) {
  __m128 half[2];
  memcpy(half, &x, sizeof x);
  for (int i = 0; i < 2; i++) half[i] = _mm_sqrt_ps(half[i]);
  memcpy(&x, half, sizeof x);
  return x;
}
LANE_INLINE int ints_bits(ints m) {
  __m128 half[2];
  memcpy(half, &m, sizeof m);
  return _mm_movemask_ps(half[0]) | _mm_movemask_ps(half[1]) << 4;
}
LANE_INLINE ints eight_trunc(eight x) {
  __m128 half[2];
  __m128i res[2];
  ints out;
  memcpy(half, &x, sizeof x);
  for (int i = 0; i < 2; i++) res[i] = _mm_cvttps_epi32(half[i]);
  memcpy(&out, res, sizeof out);
  return out;
}
#else
LANE_INLINE eight eight_sqrt(eight x) {
  for (int i = 0; i < EIGHT; i++) x[i] = __builtin_sqrtf(x[i]);
  return x;
}
LANE_INLINE int ints_bits(ints m) {
  int bits = 0;
  for (int i = 0; i < EIGHT; i++) bits |= (m[i] < 0) << i;
  return bits;
}
LANE_INLINE ints eight_trunc(eight x) { return __builtin_convertvector(x, ints); }
#endif
LANE_INLINE eight ints_float(ints x) { return __builtin_convertvector(x, eight); }
LANE_INLINE eight eight_floor(eight x) {
  const eight r = ints_float(eight_trunc(x));
  return r - eight_select(r > x, eight_bc(1), eight_bc(0));
}
#endif

// p[at] in each lane
LANE_INLINE ints ints_gather(const int32_t* p, ints at) {
#if defined(__AVX2__)
  return (ints)_mm256_i32gather_epi32(p, (__m256i)at, 4);
#else
  int32_t x[EIGHT];
  for (int i = 0; i < EIGHT; i++) x[i] = p[at[i]];
  return ints_load(x);
#endif
}

// lanes of two vectors
#if defined(__clang__) || __GNUC__ >= 12
#define INTS_SHUFFLE(x, y, ...) __builtin_shufflevector(x, y, __VA_ARGS__)
#else
#define INTS_SHUFFLE(x, y, ...) __builtin_shuffle(x, y, (ints){__VA_ARGS__})
#endif

// p[at] and p[at + 1] in each lane
LANE_INLINE void ints_pairs(const int32_t* p, ints at, ints* first, ints* second) {
  typedef int64_t longs __attribute__((vector_size(32), may_alias));
  int32_t index[EIGHT];
  int64_t x[EIGHT];
  ints_store(index, at);
  for (int i = 0; i < EIGHT; i++) memcpy(&x[i], p + index[i], sizeof x[i]);
  const ints a = (ints)(longs){x[0], x[1], x[4], x[5]}, b = (ints)(longs){x[2], x[3], x[6], x[7]};
  *first = INTS_SHUFFLE(a, b, 0, 2, 8, 10, 4, 6, 12, 14);
  *second = INTS_SHUFFLE(a, b, 1, 3, 9, 11, 5, 7, 13, 15);
}

// eight groups of four in memory order -> four vectors with one of each group
LANE_INLINE void ints_transpose4(ints v[4]) {
  const ints a = INTS_SHUFFLE(v[0], v[1], 0, 4, 8, 12, 1, 5, 9, 13);
  const ints b = INTS_SHUFFLE(v[0], v[1], 2, 6, 10, 14, 3, 7, 11, 15);
  const ints c = INTS_SHUFFLE(v[2], v[3], 0, 4, 8, 12, 1, 5, 9, 13);
  const ints d = INTS_SHUFFLE(v[2], v[3], 2, 6, 10, 14, 3, 7, 11, 15);
  v[0] = INTS_SHUFFLE(a, c, 0, 1, 2, 3, 8, 9, 10, 11);
  v[1] = INTS_SHUFFLE(a, c, 4, 5, 6, 7, 12, 13, 14, 15);
  v[2] = INTS_SHUFFLE(b, d, 0, 1, 2, 3, 8, 9, 10, 11);
  v[3] = INTS_SHUFFLE(b, d, 4, 5, 6, 7, 12, 13, 14, 15);
}

LANE_INLINE int ints_any(ints m) { return ints_bits(m) != 0; }
LANE_INLINE int ints_all(ints m) { return ints_bits(m) == 255; }

LANE_INLINE eight eight_abs(eight x) { return (eight)((ints)x & INT32_MAX); }
// NaN becomes lo
LANE_INLINE eight eight_clip(eight x, float lo, float hi) {
  return eight_min(eight_max(x, eight_bc(lo)), eight_bc(hi));
}
LANE_INLINE eight eight_dot(const eight a[3], const eight b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
LANE_INLINE void eight_cross(eight res[3], const eight a[3], const eight b[3]) {
  const eight x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2];
  const eight z = a[0] * b[1] - a[1] * b[0];
  res[0] = x, res[1] = y, res[2] = z;
}
// a vector of length 1; one of no length stays
LANE_INLINE void eight_normalize(eight v[3]) {
  const eight n2 = eight_dot(v, v), tiny = eight_bc(1e-30f);
  const eight inv = 1.0f / eight_sqrt(eight_select(n2 > tiny, n2, eight_bc(1)));
  for (int k = 0; k < 3; k++) v[k] = v[k] * inv;
}

// log2 of positive normal numbers, error below 1e-6: exponent, and a series of atanh of the
// mantissa in [sqrt .5, sqrt 2)
LANE_INLINE eight eight_log2(eight x) {
  const ints bits = (ints)x - 0x3f3504f3;
  const ints exponent = bits >> 23;
  const eight m = (eight)((bits & 0x7fffff) + 0x3f3504f3);
  const eight s = (m - 1.0f) / (m + 1.0f), q = s * s;
  const eight series =
      (2.885390082f + q * 0.961796694f) + q * q * (0.577078016f + q * 0.412198583f);
  return ints_float(exponent) + s * series;
}
// 2^x, relative error below 1e-6, x in [-126, 126] (clipped)
LANE_INLINE eight eight_exp2(eight x) {
  x = eight_clip(x, -126, 126);
  const eight n = eight_floor(x + 0.5f), f = x - n;
  const eight f2 = f * f;
  const eight low = (1.0f + f * 6.931472e-1f) + f2 * (2.402265e-1f + f * 5.550411e-2f);
  const eight high = (9.618129e-3f + f * 1.333356e-3f) + f2 * (1.540353e-4f + f * 1.525273e-5f);
  const eight p = low + f2 * f2 * high;
  return (eight)((ints)p + (eight_trunc(n) << 23));
}
// x^k for x in [0, 1] and k > 0; whole numbers k by squares
LANE_INLINE eight eight_pow(eight x, float k) {
  if (k < 256 && (float)(int)k == k) {
    eight y = eight_bc(1);
    for (int n = (int)k; n; n >>= 1, x = x * x) {
      if (n & 1) y = y * x;
    }
    return y;
  }
  const eight least = eight_bc(1e-30f);
  const eight y = eight_exp2(k * eight_log2(eight_max(x, least)));
  return eight_select(x > least, y, eight_bc(0));
}

#endif
