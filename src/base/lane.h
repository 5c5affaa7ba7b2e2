// SIMD over worlds (lanes): one source for 1, 2, 4 and 8 worlds. A lane-generic file includes this
// header and computes with the vector type `real`, which has one double for each of LANE_W worlds.
// The build compiles the file once per (width, instruction set) with LANE_W and LANE_SUFFIX set; a
// file compiled without them gets the one-world version.
//
//   real   LANE_W doubles            lint   LANE_W 64-bit integers
//   mask   result of a comparison: combine with & | ^ and lane_not, consume with lane_select
//
// + - * / unary - and comparisons are operators of the language; scalars broadcast in them
// (`x*2.0`, `x < 0`). `real x = 0.5` does not compile in lanes: write lane_bc(0.5). Brace lists of
// scalars would fill the lanes of the first element and are never used. All functions are bitwise
// identical in every width.
#ifndef SINEW_BASE_LANE_H_
#define SINEW_BASE_LANE_H_

#include <stdint.h>
#include <string.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ == 1)
#error "lane code needs IEEE arithmetic: build without -ffast-math and -ffinite-math-only"
#endif

#ifndef LANE_W
#define LANE_W 1
#define LANE_SUFFIX w1
#endif
#if LANE_W != 1 && LANE_W != 2 && LANE_W != 4 && LANE_W != 8
#error "LANE_W must be 1, 2, 4 or 8"
#endif

// LANE(name): the external name of this variant, name_<suffix>
#define LANE_PASTE2(name, suffix) name##_##suffix
#define LANE_PASTE(name, suffix) LANE_PASTE2(name, suffix)
#define LANE(name) LANE_PASTE(name, LANE_SUFFIX)

#define LANE_INLINE static inline __attribute__((always_inline, unused))

#if LANE_W == 1

typedef double real;
typedef int64_t lint;
typedef int mask;

LANE_INLINE real lane_bc(double s) { return s; }
LANE_INLINE lint lane_bci(int64_t s) { return s; }
LANE_INLINE lint lane_bits(real x) {
  lint i;
  memcpy(&i, &x, sizeof i);
  return i;
}
LANE_INLINE real lane_frombits(lint i) {
  real x;
  memcpy(&x, &i, sizeof x);
  return x;
}
LANE_INLINE real lane_select(mask m, real a, real b) { return m ? a : b; }
LANE_INLINE lint lane_selecti(mask m, lint a, lint b) { return m ? a : b; }
// shifts by n in 0 .. 63 bits, zeros enter at both ends
LANE_INLINE lint lane_shl(lint i, int n) { return (lint)((uint64_t)i << n); }
LANE_INLINE lint lane_shr(lint i, int n) { return (lint)((uint64_t)i >> n); }
LANE_INLINE real lane_min(real a, real b) { return a < b ? a : b; }
LANE_INLINE real lane_max(real a, real b) { return a > b ? a : b; }
LANE_INLINE real lane_sqrt(real x) { return __builtin_sqrt(x); }
LANE_INLINE int lane_any(mask m) { return m != 0; }
LANE_INLINE int lane_all(mask m) { return m != 0; }
LANE_INLINE double lane_get(real x, int lane) {
  (void)lane;
  return x;
}
LANE_INLINE real lane_set(real x, int lane, double value) {
  (void)x;
  (void)lane;
  return value;
}

#else

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

typedef double real __attribute__((vector_size(8 * LANE_W), may_alias));
typedef int64_t lint __attribute__((vector_size(8 * LANE_W), may_alias));
typedef uint64_t luint __attribute__((vector_size(8 * LANE_W), may_alias));
typedef lint mask;

LANE_INLINE real lane_bc(double s) { return s - (real){0}; }  // subtraction keeps -0
LANE_INLINE lint lane_bci(int64_t s) { return s - (lint){0}; }
LANE_INLINE lint lane_bits(real x) { return (lint)x; }
LANE_INLINE real lane_frombits(lint i) { return (real)i; }
LANE_INLINE lint lane_selecti(mask m, lint a, lint b) { return (m & a) | (~m & b); }
LANE_INLINE lint lane_shl(lint i, int n) { return (lint)((luint)i << n); }
LANE_INLINE lint lane_shr(lint i, int n) { return (lint)((luint)i >> n); }

#if LANE_W == 2 && defined(__aarch64__)
LANE_INLINE real lane_select(mask m, real a, real b) {
  return (real)vbslq_f64((uint64x2_t)m, (float64x2_t)a, (float64x2_t)b);
}
#elif LANE_W == 2 && defined(__wasm_simd128__)
LANE_INLINE real lane_select(mask m, real a, real b) {
  return (real)wasm_v128_bitselect((v128_t)a, (v128_t)b, (v128_t)m);
}
#elif LANE_W == 4 && defined(__AVX2__)
LANE_INLINE real lane_select(mask m, real a, real b) {
  return (real)_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)m);
}
#else
LANE_INLINE real lane_select(mask m, real a, real b) {
  return (real)((m & (lint)a) | (~m & (lint)b));
}
#endif

#if LANE_W == 2 && defined(__x86_64__)
LANE_INLINE real lane_min(real a, real b) { return (real)_mm_min_pd((__m128d)a, (__m128d)b); }
LANE_INLINE real lane_max(real a, real b) { return (real)_mm_max_pd((__m128d)a, (__m128d)b); }
LANE_INLINE real lane_sqrt(real x) { return (real)_mm_sqrt_pd((__m128d)x); }
LANE_INLINE int lane_any(mask m) { return _mm_movemask_pd((__m128d)m) != 0; }
LANE_INLINE int lane_all(mask m) { return _mm_movemask_pd((__m128d)m) == 3; }
#elif LANE_W == 2 && defined(__aarch64__)
// the instructions for minimum and maximum treat NaN and signed zeros differently
LANE_INLINE real lane_min(real a, real b) { return lane_select(a < b, a, b); }
LANE_INLINE real lane_max(real a, real b) { return lane_select(a > b, a, b); }
LANE_INLINE real lane_sqrt(real x) { return (real)vsqrtq_f64((float64x2_t)x); }
LANE_INLINE int lane_any(mask m) { return vmaxvq_u32((uint32x4_t)m) != 0; }
LANE_INLINE int lane_all(mask m) { return vminvq_u32((uint32x4_t)m) != 0; }
#elif LANE_W == 2 && defined(__wasm_simd128__)
// pseudo-minimum: b < a ? b : a
LANE_INLINE real lane_min(real a, real b) { return (real)wasm_f64x2_pmin((v128_t)b, (v128_t)a); }
LANE_INLINE real lane_max(real a, real b) { return (real)wasm_f64x2_pmax((v128_t)b, (v128_t)a); }
LANE_INLINE real lane_sqrt(real x) { return (real)wasm_f64x2_sqrt((v128_t)x); }
LANE_INLINE int lane_any(mask m) { return wasm_v128_any_true((v128_t)m); }
LANE_INLINE int lane_all(mask m) { return wasm_i64x2_all_true((v128_t)m); }
#elif LANE_W == 4 && defined(__AVX2__)
LANE_INLINE real lane_min(real a, real b) { return (real)_mm256_min_pd((__m256d)a, (__m256d)b); }
LANE_INLINE real lane_max(real a, real b) { return (real)_mm256_max_pd((__m256d)a, (__m256d)b); }
LANE_INLINE real lane_sqrt(real x) { return (real)_mm256_sqrt_pd((__m256d)x); }
LANE_INLINE int lane_any(mask m) { return _mm256_movemask_pd((__m256d)m) != 0; }
LANE_INLINE int lane_all(mask m) { return _mm256_movemask_pd((__m256d)m) == 15; }
#elif LANE_W == 8 && defined(__AVX512F__)
LANE_INLINE real lane_min(real a, real b) { return (real)_mm512_min_pd((__m512d)a, (__m512d)b); }
LANE_INLINE real lane_max(real a, real b) { return (real)_mm512_max_pd((__m512d)a, (__m512d)b); }
LANE_INLINE real lane_sqrt(real x) { return (real)_mm512_sqrt_pd((__m512d)x); }
LANE_INLINE int lane_any(mask m) { return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) != 0; }
LANE_INLINE int lane_all(mask m) { return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) == 255; }
#else
LANE_INLINE real lane_min(real a, real b) { return lane_select(a < b, a, b); }
LANE_INLINE real lane_max(real a, real b) { return lane_select(a > b, a, b); }
LANE_INLINE real lane_sqrt(real x) {
#if defined(__x86_64__)
  __m128d half[LANE_W / 2];
  memcpy(half, &x, sizeof x);
  for (int i = 0; i < LANE_W / 2; i++) half[i] = _mm_sqrt_pd(half[i]);
  memcpy(&x, half, sizeof x);
#else
  for (int i = 0; i < LANE_W; i++) x[i] = __builtin_sqrt(x[i]);
#endif
  return x;
}
LANE_INLINE int lane_any(mask m) {
  int64_t bits = 0;
  for (int i = 0; i < LANE_W; i++) bits |= m[i];
  return bits != 0;
}
LANE_INLINE int lane_all(mask m) {
  int64_t bits = -1;
  for (int i = 0; i < LANE_W; i++) bits &= m[i];
  return bits != 0;
}
#endif

LANE_INLINE double lane_get(real x, int lane) { return x[lane]; }
LANE_INLINE real lane_set(real x, int lane, double value) {
  x[lane] = value;
  return x;
}

#endif

_Static_assert(sizeof(real) == 8 * LANE_W && sizeof(lint) == sizeof(real),
               "a real is one double of each world, without gaps");

// ---- the same source in all widths

#define LANE_SIGN INT64_MIN
#define LANE_ROUNDER 0x1.8p52  // x + LANE_ROUNDER rounds x to an integer, |x| < 2^51

LANE_INLINE mask lane_not(mask m) { return m == 0; }
LANE_INLINE real lane_abs(real x) { return lane_frombits(lane_bits(x) & ~LANE_SIGN); }
LANE_INLINE real lane_copysign(real x, real sign) {
  real r = lane_frombits((lane_bits(x) & ~LANE_SIGN) | (lane_bits(sign) & LANE_SIGN));
#if LANE_W == 8 && defined(__AVX512F__) && defined(__clang__)
  // clang 19 merges this logic with that of a select around it into one wrong masked instruction;
  // the empty asm statement keeps them apart and costs nothing else
  __asm__("" : "+v"(r));
#endif
  return r;
}
// nearest integer, ties to even; |x| < 2^51
LANE_INLINE real lane_rint(real x) { return (x + LANE_ROUNDER) - LANE_ROUNDER; }
// largest integer not above x; |x| < 2^51
LANE_INLINE real lane_floor(real x) {
  real r = lane_rint(x);
  return r - lane_select(r > x, lane_bc(1), lane_bc(0));
}
// integer value of an integral x, |x| < 2^51, and back
LANE_INLINE lint lane_toint(real x) {
  return lane_bits(x + LANE_ROUNDER) - lane_bits(lane_bc(LANE_ROUNDER));
}
LANE_INLINE real lane_fromint(lint i) {
  return lane_frombits(i + lane_bits(lane_bc(LANE_ROUNDER))) - LANE_ROUNDER;
}
// lo <= x <= hi; NaN becomes lo
LANE_INLINE real lane_clip(real x, real lo, real hi) { return lane_min(lane_max(x, lo), hi); }

#endif
