// SIMD floats for pixels: vectors of 4 floats, 8 with AVX2, 16 with AVX-512. A file that includes
// this is compiled for any machine, for AVX2 and maybe for AVX-512 (*.wide.c). All variants give
// bitwise identical results: no fused multiply-add, no reciprocal estimates, no libm.
//
//   floats   WIDE floats         ints   WIDE 32-bit integers
//   ints is also the result of a comparison: all bits of a lane or none
//   picks    lanes to which something is stored
#ifndef SINEW_RENDER_WIDE_H_
#define SINEW_RENDER_WIDE_H_

#include <stdint.h>
#include <string.h>

#include "base/lane.h"

#if defined(__AVX512DQ__)
#define WIDE_BYTES 64
#elif defined(__AVX2__)
#define WIDE_BYTES 32
#else
#define WIDE_BYTES 16
#endif

typedef float floats __attribute__((vector_size(WIDE_BYTES), may_alias));
typedef int32_t ints __attribute__((vector_size(WIDE_BYTES), may_alias));
enum { WIDE = WIDE_BYTES / sizeof(float), WIDE_ALL = (1 << WIDE) - 1, MOST_WIDE = 16 };

LANE_INLINE floats floats_bc(float s) { return s - (floats){0}; }
LANE_INLINE ints ints_bc(int32_t s) { return s - (ints){0}; }
LANE_INLINE floats floats_load(const float* p) {
  floats x;
  memcpy(&x, p, sizeof x);
  return x;
}
LANE_INLINE void floats_store(float* p, floats x) { memcpy(p, &x, sizeof x); }
LANE_INLINE ints ints_load(const int32_t* p) {
  ints x;
  memcpy(&x, p, sizeof x);
  return x;
}
LANE_INLINE void ints_store(int32_t* p, ints x) { memcpy(p, &x, sizeof x); }

// 0, 1, 2 ...
LANE_INLINE ints ints_steps(void) {
  static const int32_t numbers[MOST_WIDE] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return ints_load(numbers);
}

#if defined(__AVX512DQ__)
LANE_INLINE int ints_bits(ints m) { return _mm512_movepi32_mask((__m512i)m); }
LANE_INLINE ints ints_select(ints m, ints a, ints b) {
  return (ints)_mm512_mask_blend_epi32(_mm512_movepi32_mask((__m512i)m), (__m512i)b, (__m512i)a);
}
LANE_INLINE floats floats_select(ints m, floats a, floats b) {
  return (floats)_mm512_mask_blend_ps(_mm512_movepi32_mask((__m512i)m), (__m512)b, (__m512)a);
}
LANE_INLINE floats floats_min(floats a, floats b) {
  return (floats)_mm512_min_ps((__m512)a, (__m512)b);
}
LANE_INLINE floats floats_max(floats a, floats b) {
  return (floats)_mm512_max_ps((__m512)a, (__m512)b);
}
LANE_INLINE floats floats_sqrt(floats x) { return (floats)_mm512_sqrt_ps((__m512)x); }
LANE_INLINE ints ints_min(ints a, ints b) { return (ints)_mm512_min_epi32((__m512i)a, (__m512i)b); }
LANE_INLINE ints ints_max(ints a, ints b) { return (ints)_mm512_max_epi32((__m512i)a, (__m512i)b); }
LANE_INLINE ints floats_trunc(floats x) { return (ints)_mm512_cvttps_epi32((__m512)x); }
LANE_INLINE floats ints_float(ints x) { return (floats)_mm512_cvtepi32_ps((__m512i)x); }
LANE_INLINE floats floats_floor(floats x) { return (floats)_mm512_floor_ps((__m512)x); }
#elif defined(__AVX2__)
LANE_INLINE ints ints_select(ints m, ints a, ints b) {
  return (ints)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)m);
}
LANE_INLINE floats floats_select(ints m, floats a, floats b) {
  return (floats)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m);
}
LANE_INLINE floats floats_min(floats a, floats b) {
  return (floats)_mm256_min_ps((__m256)a, (__m256)b);
}
LANE_INLINE floats floats_max(floats a, floats b) {
  return (floats)_mm256_max_ps((__m256)a, (__m256)b);
}
LANE_INLINE floats floats_sqrt(floats x) { return (floats)_mm256_sqrt_ps((__m256)x); }
LANE_INLINE int ints_bits(ints m) { return _mm256_movemask_ps((__m256)m); }
LANE_INLINE ints ints_min(ints a, ints b) { return (ints)_mm256_min_epi32((__m256i)a, (__m256i)b); }
LANE_INLINE ints ints_max(ints a, ints b) { return (ints)_mm256_max_epi32((__m256i)a, (__m256i)b); }
LANE_INLINE ints floats_trunc(floats x) { return (ints)_mm256_cvttps_epi32((__m256)x); }
LANE_INLINE floats ints_float(ints x) { return (floats)_mm256_cvtepi32_ps((__m256i)x); }
// largest integer not above x, |x| < 2^31
LANE_INLINE floats floats_floor(floats x) { return (floats)_mm256_floor_ps((__m256)x); }
#else
LANE_INLINE ints ints_select(ints m, ints a, ints b) { return (m & a) | (~m & b); }
LANE_INLINE floats floats_select(ints m, floats a, floats b) {
  return (floats)((m & (ints)a) | (~m & (ints)b));
}
LANE_INLINE ints ints_min(ints a, ints b) { return ints_select(a < b, a, b); }
LANE_INLINE ints ints_max(ints a, ints b) { return ints_select(a > b, a, b); }
LANE_INLINE floats floats_min(floats a, floats b) { return floats_select(a < b, a, b); }
LANE_INLINE floats floats_max(floats a, floats b) { return floats_select(a > b, a, b); }
#if defined(__x86_64__)
LANE_INLINE floats floats_sqrt(floats x) { return (floats)_mm_sqrt_ps((__m128)x); }
LANE_INLINE int ints_bits(ints m) { return _mm_movemask_ps((__m128)m); }
LANE_INLINE ints floats_trunc(floats x) { return (ints)_mm_cvttps_epi32((__m128)x); }
#else
LANE_INLINE floats floats_sqrt(floats x) {
  for (int i = 0; i < WIDE; i++) x[i] = __builtin_sqrtf(x[i]);
  return x;
}
LANE_INLINE int ints_bits(ints m) {
  int bits = 0;
  for (int i = 0; i < WIDE; i++) bits |= (m[i] < 0) << i;
  return bits;
}
LANE_INLINE ints floats_trunc(floats x) { return __builtin_convertvector(x, ints); }
#endif
LANE_INLINE floats ints_float(ints x) { return __builtin_convertvector(x, floats); }
LANE_INLINE floats floats_floor(floats x) {
  const floats r = ints_float(floats_trunc(x));
  return r - floats_select(r > x, floats_bc(1), floats_bc(0));
}
#endif

// gather: p[at] in each lane
LANE_INLINE ints ints_gather(const int32_t* p, ints at) {
#if defined(__AVX512DQ__)
  return (ints)_mm512_i32gather_epi32((__m512i)at, p, 4);
#elif defined(__AVX2__)
  return (ints)_mm256_i32gather_epi32(p, (__m256i)at, 4);
#else
  int32_t x[WIDE];
  for (int i = 0; i < WIDE; i++) x[i] = p[at[i]];
  return ints_load(x);
#endif
}

LANE_INLINE floats floats_gather(const float* p, ints at) {
  return (floats)ints_gather((const int32_t*)(const void*)p, at);
}

// table[at] in each lane, for a table of 16 values, which fit into registers
LANE_INLINE ints ints_pick(const int32_t table[16], ints at) {
#if defined(__AVX512DQ__)
  return (ints)_mm512_permutexvar_epi32((__m512i)at, (__m512i)ints_load(table));
#elif defined(__AVX2__)
  const __m256i low = _mm256_permutevar8x32_epi32((__m256i)ints_load(table), (__m256i)at);
  const __m256i high = _mm256_permutevar8x32_epi32((__m256i)ints_load(table + 8), (__m256i)at);
  return ints_select(at > 7, (ints)high, (ints)low);
#else
  return ints_gather(table, at);
#endif
}

// shuffle: lanes of two vectors
#if defined(__clang__) || __GNUC__ >= 12
#define INTS_SHUFFLE(x, y, ...) __builtin_shufflevector(x, y, __VA_ARGS__)
#else
#define INTS_SHUFFLE(x, y, ...) __builtin_shuffle(x, y, (ints){__VA_ARGS__})
#endif

// ---- rows of four values

// of each four lanes: a0 b0 a1 b1, a2 b2 a3 b3, a0 a1 b0 b1, a2 a3 b2 b3
#if defined(__AVX512DQ__)
#define INTS_PAIR_(f, a, b) ((ints)_mm512_##f((__m512i)(a), (__m512i)(b)))
#elif defined(__AVX2__)
#define INTS_PAIR_(f, a, b) ((ints)_mm256_##f((__m256i)(a), (__m256i)(b)))
#endif
#if defined(__AVX2__)
LANE_INLINE ints ints_low(ints a, ints b) { return INTS_PAIR_(unpacklo_epi32, a, b); }
LANE_INLINE ints ints_high(ints a, ints b) { return INTS_PAIR_(unpackhi_epi32, a, b); }
LANE_INLINE ints ints_lowTwo(ints a, ints b) { return INTS_PAIR_(unpacklo_epi64, a, b); }
LANE_INLINE ints ints_highTwo(ints a, ints b) { return INTS_PAIR_(unpackhi_epi64, a, b); }
#undef INTS_PAIR_
#else
LANE_INLINE ints ints_low(ints a, ints b) { return INTS_SHUFFLE(a, b, 0, 4, 1, 5); }
LANE_INLINE ints ints_high(ints a, ints b) { return INTS_SHUFFLE(a, b, 2, 6, 3, 7); }
LANE_INLINE ints ints_lowTwo(ints a, ints b) { return INTS_SHUFFLE(a, b, 0, 1, 4, 5); }
LANE_INLINE ints ints_highTwo(ints a, ints b) { return INTS_SHUFFLE(a, b, 2, 3, 6, 7); }
#endif

// transposes each 4 x 4 block
LANE_INLINE void ints_turn(ints v[4]) {
  const ints a = ints_low(v[0], v[1]), b = ints_high(v[0], v[1]);
  const ints c = ints_low(v[2], v[3]), d = ints_high(v[2], v[3]);
  v[0] = ints_lowTwo(a, c);
  v[1] = ints_highTwo(a, c);
  v[2] = ints_lowTwo(b, d);
  v[3] = ints_highTwo(b, d);
}

enum { FOUR_BYTES = 4 * sizeof(int32_t) };

// loads four consecutive values from an address per lane, and transposes them
LANE_INLINE void ints_loadFours(ints v[4], const int32_t* const at[WIDE]) {
  for (int k = 0; k < 4; k++) {
#if defined(__AVX512DQ__)
    __m512i x = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i*)at[k]));
    x = _mm512_inserti32x4(x, _mm_loadu_si128((const __m128i*)at[k + 4]), 1);
    x = _mm512_inserti32x4(x, _mm_loadu_si128((const __m128i*)at[k + 8]), 2);
    v[k] = (ints)_mm512_inserti32x4(x, _mm_loadu_si128((const __m128i*)at[k + 12]), 3);
#elif defined(__AVX2__)
    v[k] = (ints)_mm256_loadu2_m128i((const __m128i*)at[k + 4], (const __m128i*)at[k]);
#else
    v[k] = ints_load(at[k]);
#endif
  }
  ints_turn(v);
}

// gathers four values from p[at] on in each lane: far fewer loads than four gathers
LANE_INLINE void ints_gatherFour(ints v[4], const int32_t* p, ints at) {
  int32_t index[WIDE];
  const int32_t* from[WIDE];
  ints_store(index, at);
  // the indices are read from memory: gcc would move them out of a register one by one
  __asm__("" : "+m"(index));
  for (int i = 0; i < WIDE; i++) from[i] = p + index[i];
  ints_loadFours(v, from);
}
LANE_INLINE void floats_gatherFour(floats v[4], const float* p, ints at) {
  ints_gatherFour((ints*)v, (const int32_t*)(const void*)p, at);
}

// ---- masked stores

#if defined(__AVX512DQ__)
typedef __mmask16 picks;
LANE_INLINE picks picks_of(ints m) { return _mm512_movepi32_mask((__m512i)m); }
// mask of the lanes with x >= 0
LANE_INLINE picks picks_positive(ints x) { return (picks)~_mm512_movepi32_mask((__m512i)x); }
// of the lanes in the mask those with a <= b
LANE_INLINE picks picks_atMost(picks p, floats a, floats b) {
  return _mm512_mask_cmp_ps_mask(p, (__m512)a, (__m512)b, _CMP_LE_OQ);
}
LANE_INLINE void floats_put(float* to, picks p, floats x) {
  _mm512_mask_storeu_ps(to, p, (__m512)x);
}
LANE_INLINE void ints_put(int32_t* to, picks p, ints x) {
  _mm512_mask_storeu_epi32(to, p, (__m512i)x);
}
#else
typedef ints picks;
LANE_INLINE picks picks_of(ints m) { return m; }
LANE_INLINE picks picks_positive(ints x) { return x >= 0; }
LANE_INLINE picks picks_atMost(picks p, floats a, floats b) { return p & (a <= b); }
LANE_INLINE void floats_put(float* to, picks p, floats x) {
  floats_store(to, floats_select(p, x, floats_load(to)));
}
LANE_INLINE void ints_put(int32_t* to, picks p, ints x) {
  ints_store(to, ints_select(p, x, ints_load(to)));
}
#endif

// ---- for each width

LANE_INLINE int ints_any(ints m) { return ints_bits(m) != 0; }
LANE_INLINE int ints_all(ints m) { return ints_bits(m) == WIDE_ALL; }

LANE_INLINE floats floats_abs(floats x) { return (floats)((ints)x & INT32_MAX); }
// NaN becomes lo
LANE_INLINE floats floats_clip(floats x, float lo, float hi) {
  return floats_min(floats_max(x, floats_bc(lo)), floats_bc(hi));
}
LANE_INLINE floats floats_dot(const floats a[3], const floats b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
LANE_INLINE void floats_cross(floats res[3], const floats a[3], const floats b[3]) {
  const floats x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2];
  const floats z = a[0] * b[1] - a[1] * b[0];
  res[0] = x, res[1] = y, res[2] = z;
}
// unit vector; a vector of no length stays
LANE_INLINE void floats_normalize(floats v[3]) {
  const floats n2 = floats_dot(v, v), tiny = floats_bc(1e-30f);
  const floats inv = 1.0f / floats_sqrt(floats_select(n2 > tiny, n2, floats_bc(1)));
  for (int k = 0; k < 3; k++) v[k] = v[k] * inv;
}

// log2 of positive normal numbers, error below 1e-6: exponent, and a series of atanh of the
// mantissa in [sqrt .5, sqrt 2)
LANE_INLINE floats floats_log2(floats x) {
  const ints bits = (ints)x - 0x3f3504f3;
  const ints exponent = bits >> 23;
  const floats m = (floats)((bits & 0x7fffff) + 0x3f3504f3);
  const floats s = (m - 1.0f) / (m + 1.0f), q = s * s;
  const floats series =
      (2.885390082f + q * 0.961796694f) + q * q * (0.577078016f + q * 0.412198583f);
  return ints_float(exponent) + s * series;
}
// 2^x, relative error below 1e-6, x in [-126, 126] (clipped)
LANE_INLINE floats floats_exp2(floats x) {
  x = floats_clip(x, -126, 126);
  const floats n = floats_floor(x + 0.5f), f = x - n;
  const floats f2 = f * f;
  const floats low = (1.0f + f * 6.931472e-1f) + f2 * (2.402265e-1f + f * 5.550411e-2f);
  const floats high = (9.618129e-3f + f * 1.333356e-3f) + f2 * (1.540353e-4f + f * 1.525273e-5f);
  const floats p = low + f2 * f2 * high;
  return (floats)((ints)p + (floats_trunc(n) << 23));
}
// x^k for x in [0, 1] and k > 0; integers k below 256 by repeated squaring
LANE_INLINE floats floats_pow(floats x, float k) {
  if (k < 256 && (float)(int)k == k) {
    floats y = floats_bc(1);
    for (int n = (int)k; n; n >>= 1, x = x * x) {
      if (n & 1) y = y * x;
    }
    return y;
  }
  const floats least = floats_bc(1e-30f);
  const floats y = floats_exp2(k * floats_log2(floats_max(x, least)));
  return floats_select(x > least, y, floats_bc(0));
}

#endif
