// Elementary functions in SIMD lanes: sin, cos, tan, their inverses, exp, log, log10, pow, tanh.
// Results do not depend on the C library: one source for all widths, no table, no FMA, hence the
// same bits in every width, instruction set, compiler and optimization level.
// Method: range reduction of the argument to hi + lo, a minimax polynomial (elementary_coef.h), and
// a last addition that is the only rounding of full size. Errors stay below 1 ulp (pow and atan2
// too; measured limits in tests/math/test_elementary.c); special values follow C, Annex F. sin,
// cos, asin, acos, atan and lane_angle follow fdlibm operation by operation (K. C. Ng, 1993; its
// notice is in elementary_coef.h), as do the libraries of BSD, musl and WebAssembly: there the
// reference has the same bits. "hi + lo" is an unevaluated sum (double-double) with |lo| <=
// ulp(hi)/2 or so: hi alone is the rounded value. The order of evaluation is part of the result.
#ifndef SINEW_MATH_ELEMENTARY_H_
#define SINEW_MATH_ELEMENTARY_H_

#include "base/lane.h"
#include "math/elementary_coef.h"
#include "math/trig_reduce.h"

// x == x is false for NaN
// NOLINTBEGIN(misc-redundant-expression)

#define ELE_INF __builtin_inf()
#define ELE_NAN __builtin_nan("")
#define ELE_MAX 0x1.fffffffffffffp1023     // largest double
#define ELE_MIN 0x1p-1022                  // smallest normal double
#define ELE_TINY 0x1p-27                   // below it sin x, tan x and tanh x round to x
#define ELE_BIG_ANGLE 0x1p20               // n pi/2 in two parts is exact enough below it
#define ELE_CLEAR_ANGLE 0.78539            // reduced angles below it are not near an octant's end
#define ELE_DIRECT_ANGLE 0x1.921fcp-1      // angles below it are not reduced; just above pi/4
#define ELE_LOW_BITS ((int64_t)0x7ffffff)  // lower half of a fraction
#define ELE_LOW_WORD ((int64_t)0xffffffff)
#define ELE_FRACTION ((int64_t)0xfffffffffffff)
#define ELE_EXPONENT_BIAS 1023
#define ELE_SQRT_HALF 0x1.6a09e667f3bcdp-1
#define ELE_INTEGRAL 0x1p52  // every double from here on is an integer

// ---- parts

// a*b - p without rounding but the last, where p = a*b is the rounded product. The factors are
// split by masking: the usual 2^27 + 1 overflows for large ones.
LANE_INLINE real ele_mulRest(real a, real b, real p) {
  const real ah = lane_frombits(lane_bits(a) & ~ELE_LOW_BITS), al = a - ah;
  const real bh = lane_frombits(lane_bits(b) & ~ELE_LOW_BITS), bl = b - bh;
  return (((ah * bh - p) + ah * bl) + al * bh) + al * bl;
}

// lower part of num/den where q = num/den is the rounded quotient; both as hi + lo
LANE_INLINE real ele_divRest(real num, real numl, real den, real denl, real q) {
  const real p = q * den;
  return (((num - p) - ele_mulRest(q, den, p)) + (numl - q * denl)) / den;
}

// Polynomials by even and odd powers separately: half the latency of one Horner chain.
LANE_INLINE real ele_poly6(const double c[6], real z, real zz) {
  return ((zz * c[4] + c[2]) * zz + c[0]) + z * ((zz * c[5] + c[3]) * zz + c[1]);
}
LANE_INLINE real ele_poly7(const double c[7], real z, real zz) {
  const real even = ((zz * c[6] + c[4]) * zz + c[2]) * zz + c[0];
  return even + z * ((zz * c[5] + c[3]) * zz + c[1]);
}
LANE_INLINE real ele_poly8(const double c[8], real z, real zz) {
  const real even = ((zz * c[6] + c[4]) * zz + c[2]) * zz + c[0];
  return even + z * (((zz * c[7] + c[5]) * zz + c[3]) * zz + c[1]);
}
LANE_INLINE real ele_poly10(const double c[10], real z, real zz) {
  const real even = (((zz * c[8] + c[6]) * zz + c[4]) * zz + c[2]) * zz + c[0];
  return even + z * ((((zz * c[9] + c[7]) * zz + c[5]) * zz + c[3]) * zz + c[1]);
}
LANE_INLINE real ele_poly11(const double c[11], real z, real zz) {
  const real even = ((((zz * c[10] + c[8]) * zz + c[6]) * zz + c[4]) * zz + c[2]) * zz + c[0];
  return even + z * ((((zz * c[9] + c[7]) * zz + c[5]) * zz + c[3]) * zz + c[1]);
}

// 2^n for integral n in -1022 .. 1023: the sum holds n + 1023 in its lowest bits
LANE_INLINE real ele_power2(real n) {
  return lane_frombits(lane_shl(lane_bits(n + (LANE_ROUNDER + ELE_EXPONENT_BIAS)), 52));
}

// ---- sin, cos, tan

// range reduction lane by lane, for any angles: r, lo and quadrant
__attribute__((noinline, cold, unused)) static void ele_hardAngles(const real* x, real* r, real* lo,
                                                                   lint* quadrant) {
  for (int i = 0; i < LANE_W; i++) {
    double rest[2];
    ((int64_t*)quadrant)[i] = trig_reduce(((const double*)x)[i], rest);
    ((double*)r)[i] = rest[0];
    ((double*)lo)[i] = rest[1];
  }
}

// x = n pi/2 + r + lo, |r| <= pi/4 or just above: returns r; quadrant = n in its two lowest bits
LANE_INLINE real ele_reduceAngle(real x, real* lo, lint* quadrant) {
  const real shifted = x * ELE_TWO_PI_INV + LANE_ROUNDER, n = shifted - LANE_ROUNDER;
  *quadrant = lane_bits(shifted);
  // n has 20 bits and the first part 33: its product is exact
  const real a = x - n * ELE_PI_2_A, b = n * ELE_PI_2_A_REST;
  real r = a - b;
  *lo = (a - r) - b;
  // slow path: few bits left, the choice of n is close, or a large angle
  const real ax = lane_abs(x), ar = lane_abs(r);
  const mask hard = (ar < ax * 0x1p-14) | lane_not((ar < ELE_CLEAR_ANGLE) & (ax < ELE_BIG_ANGLE));
  if (lane_any(hard)) ele_hardAngles(&x, &r, lo, quadrant);
  return r;
}

// sine and cosine
// order: operation by operation that of fdlibm
static inline void lane_sincos(real x, real* sine, real* cosine) {
  const double *S = ELE_SIN, *C = ELE_COS;
  real lo;
  lint quadrant;
  const real r = ele_reduceAngle(x, &lo, &quadrant), ax = lane_abs(x);
  const real z = r * r, zz = z * z, cube = z * r, half = 0.5 * z, w = 1.0 - half;
  const real stail = S[1] + z * (S[2] + z * S[3]) + z * zz * (S[4] + z * S[5]);
  const real ctail = z * (C[0] + z * (C[1] + z * C[2])) + zz * zz * (C[3] + z * (C[4] + z * C[5]));
  const real reduced = r - ((z * (0.5 * lo - cube * stail) - lo) - cube * S[0]);
  const real s = lane_select(ax < ELE_DIRECT_ANGLE, r + cube * (S[0] + z * stail), reduced);
  const real c = w + (((1.0 - w) - half) + (z * ctail - r * lo));
  // quadrant 0 1 2 3: sine s c -s -c, cosine c -s -c s
  const mask odd = (quadrant & 1) != 0;
  const lint signs = lane_shl(quadrant & 2, 62), signc = lane_shl((quadrant + 1) & 2, 62);
  const real sn = lane_frombits(lane_bits(lane_select(odd, c, s)) ^ signs);
  *sine = lane_select(ax < ELE_TINY, x, sn);  // sin -0 = -0
  *cosine = lane_frombits(lane_bits(lane_select(odd, s, c)) ^ signc);
}

static inline real lane_sin(real x) {
  real s, c;
  lane_sincos(x, &s, &c);
  return s;
}

static inline real lane_cos(real x) {
  real s, c;
  lane_sincos(x, &s, &c);
  return c;
}

// sine and cosine of the reduced angle as hi + lo, then their quotient with its remainder
static inline real lane_tan(real x) {
  real lo;
  lint quadrant;
  const real r = ele_reduceAngle(x, &lo, &quadrant);
  const real z = r * r, zz = z * z, half = 0.5 * z, w = 1.0 - half;
  const real zl = ele_mulRest(r, r, z) + 2.0 * r * lo;
  const real cubic = r * z * ele_poly6(ELE_SIN, z, zz);
  const real s = r + cubic, sl = ((r - s) + cubic) + lo * w;
  const real quartic = (((1.0 - w) - half) - 0.5 * zl) + zz * ele_poly6(ELE_COS, z, zz);
  const real c = w + quartic, cl = (w - c) + quartic;
  const mask odd = (quadrant & 1) != 0;
  const real num = lane_select(odd, -c, s), numl = lane_select(odd, -cl, sl);
  const real den = lane_select(odd, s, c), denl = lane_select(odd, sl, cl);
  const real q = num / den;
  return lane_select(lane_abs(x) < ELE_TINY, x, q + ele_divRest(num, numl, den, denl, q));
}

// ---- asin, acos

// (asin x - x)/x of z = x^2, x up to 1/2
// order: that of fdlibm
LANE_INLINE real ele_asinTail(real z) {
  const double *P = ELE_ASIN_P, *Q = ELE_ASIN_Q;
  const real p = z * (P[0] + z * (P[1] + z * (P[2] + z * (P[3] + z * (P[4] + z * P[5])))));
  return p / (1.0 + z * (Q[0] + z * (Q[1] + z * (Q[2] + z * Q[3]))));
}

// upper half of root = sqrt z; the lower part in lo
LANE_INLINE real ele_splitRoot(real z, real root, real* lo) {
  const real hi = lane_frombits(lane_bits(root) & ~ELE_LOW_WORD);
  *lo = (z - hi * hi) / (root + hi + ELE_MIN);  // ELE_MIN only avoids 0/0
  return hi;
}

static inline real lane_asin(real x) {
  const real ax = lane_abs(x);
  const mask small = ax < 0.5;
  // above 1/2: pi/2 - 2 asin(root), root^2 = (1 - |x|)/2
  const real half = (1.0 - ax) * 0.5, z = lane_select(small, ax * ax, half);
  const real tail = ele_asinTail(z), root = lane_sqrt(half);
  real lo;
  const real hi = ele_splitRoot(half, root, &lo);
  const real end = ELE_PI_2_HI - (2.0 * (root + root * tail) - ELE_PI_2_LO);
  const real middle =
      ELE_PI_4_HI - (2.0 * root * tail - (ELE_PI_2_LO - 2.0 * lo) - (ELE_PI_4_HI - 2.0 * hi));
  const real outer = lane_select(ax < 0x1.f3333p-1, middle, end);
  return lane_copysign(lane_select(small, ax + ax * tail, outer), x);
}

static inline real lane_acos(real x) {
  const real ax = lane_abs(x);
  const mask small = ax < 0.5;
  const real half = (1.0 - ax) * 0.5, z = lane_select(small, ax * ax, half);
  const real tail = ele_asinTail(z), root = lane_sqrt(half);
  real lo;
  const real hi = ele_splitRoot(half, root, &lo);
  const real inner = ELE_PI_2_HI - (x - (ELE_PI_2_LO - x * tail));
  const real right = 2.0 * (hi + (tail * root + lo));
  const real left = 2.0 * (ELE_PI_2_HI - (root + (tail * root - ELE_PI_2_LO)));
  return lane_select(small, inner, lane_select(x < 0, left, right));
}

// ---- atan, atan2

// base*pi/4 + sign*atan(a/b) for 0 <= a <= b, base in 0 .. 4
LANE_INLINE real ele_atan(real a, real b, real base, real sign) {
  // above tan(pi/8): atan(a/b) = pi/4 + atan((a-b)/(a+b)), with the rounding errors of both sums
  const mask steep = a > b * ELE_TAN_PI_8;
  const real sub = lane_select(steep, b, lane_bc(0)), add = lane_select(steep, a, lane_bc(0));
  const real num = a - sub, numl = a - (num + sub);
  const real den = b + add, denl = add - (den - b);
  const real q = num / den;
  // the remainder of a tiny numerator underflows, but is not needed then
  const mask normal = lane_abs(num) > 0x1p-960;
  const real ql = lane_select(normal, ele_divRest(num, numl, den, denl, q), lane_bc(0));
  const real z = q * q;
  const real rest = (ql - ql * z) + q * (z * ele_poly11(ELE_ATAN, z, z * z));
  const real k = base + lane_select(steep, sign, lane_bc(0));
  const real offset = k * ELE_PI_4_HI, term = sign * q;
  const real hi = offset + term, lo = (offset - hi) + term;
  return hi + (lo + (k * ELE_PI_4_LO + sign * rest));
}

// x >= 0: atan x = atan c + atan((x - c)/(1 + c x)) for the nearest c of 0, 1/2, 1, 3/2, infinity
// order: that of fdlibm
LANE_INLINE real ele_atanPositive(real x) {
  static const struct {
    double end, c, hi, lo;  // upper limit of x; atan c
  } near[] = {{2.4375, 1.5, ELE_ATAN_3_2_HI, ELE_ATAN_3_2_LO},
              {1.1875, 1, ELE_PI_4_HI, ELE_PI_4_LO},
              {0.6875, 0.5, ELE_ATAN_1_2_HI, ELE_ATAN_1_2_LO},
              {0.4375, 0, 0, 0}};
  const double* A = ELE_ARC;
  real num = lane_bc(-1), den = x, hi = lane_bc(ELE_PI_2_HI), lo = lane_bc(ELE_PI_2_LO);
  for (int k = 0; k < 4; k++) {
    const mask here = x < near[k].end;
    num = lane_select(here, x - near[k].c, num);
    den = lane_select(here, 1.0 + near[k].c * x, den);
    hi = lane_select(here, lane_bc(near[k].hi), hi);
    lo = lane_select(here, lane_bc(near[k].lo), lo);
  }
  const real q = num / den, z = q * q, w = z * z;
  const real even = z * (A[0] + w * (A[2] + w * (A[4] + w * (A[6] + w * (A[8] + w * A[10])))));
  const real odd = w * (A[1] + w * (A[3] + w * (A[5] + w * (A[7] + w * A[9]))));
  return hi - (q * (even + odd) - lo - q);
}

static inline real lane_atan(real x) {
  return lane_select(x == x, lane_copysign(ele_atanPositive(lane_abs(x)), x), x);
}

// Angle of (x, y) by the arctangent of the rounded quotient: up to 1.4 ulp; atan2 uses the
// remainder of the quotient too. For angles of rotations, which the reference computes in this way
static inline real lane_angle(real y, real x) {
  const real ax = lane_abs(x), ay = lane_abs(y), zero = lane_bc(0);
  const mask left = lane_bits(x) < 0;
  const real arc = ele_atanPositive(ay / ax);
  real r = lane_select(left, ELE_PI_HI - (arc - ELE_PI_LO), arc);
  const mask level = (ay == 0) & (x == x), both = (ax == ELE_INF) & (ay == ELE_INF);
  r = lane_select(ay > ax * 0x1p64, lane_bc(ELE_PI_2_HI), r);
  r = lane_select(level, lane_select(left, lane_bc(ELE_PI_HI), zero), r);
  const real diagonal = lane_select(left, lane_bc(3 * ELE_PI_4_HI), lane_bc(ELE_PI_4_HI));
  return lane_copysign(lane_select(both, diagonal, r), y);
}

static inline real lane_atan2(real y, real x) {
  const real ax = lane_abs(x), ay = lane_abs(y), zero = lane_bc(0), one = lane_bc(1);
  const mask swap = ay > ax, left = lane_bits(x) < 0;
  real a = lane_select(swap, ax, ay), b = lane_select(swap, ay, ax);
  if (!lane_all((b > 0x1p-800) & (b < 0x1p1000))) {
    // zeros and infinities are replaced by values of the same direction, others get a common factor
    const mask inf = b == ELE_INF;
    a = lane_select(inf, lane_select(a == b, one, zero), a);
    b = lane_select(inf | (b == 0), one, b);
    const real small = lane_select(b < 0x1p-800, lane_bc(0x1p200), one);
    const real scale = lane_select(b > 0x1p1000, lane_bc(0x1p-100), small);
    a = a * scale;
    b = b * scale;
  }
  // angle of the octants: 0 + t, pi/2 - t, pi/2 + t, pi - t
  const real base = lane_select(swap, lane_bc(2), lane_select(left, lane_bc(4), zero));
  const real r = ele_atan(a, b, base, lane_select(swap ^ left, -one, one));
  return lane_select((x == x) & (y == y), lane_copysign(r, y), x + y);
}

// ---- exp, tanh

// x + tail = n ln 2 + r + lo, |r| <= ln(2)/2; returns r
LANE_INLINE real ele_reduceLn2(real x, real tail, real* n, real* lo) {
  *n = lane_rint(x * ELE_LOG2E);
  const real a = x - *n * ELE_LN2_HI, b = *n * ELE_LN2_LO - tail;
  const real r = a - b;
  *lo = (a - r) - b;
  return r;
}

// e^(x + tail) for |x| <= 800: multiplied by the power of two in two steps, as it may not be a
// double
LANE_INLINE real ele_exp(real x, real tail) {
  real n, lo;
  const real r = ele_reduceLn2(x, tail, &n, &lo), rr = r * r;
  // the square of the upper half of r is exact
  const real top = lane_frombits(lane_bits(r) & ~ELE_LOW_BITS), half = 0.5 * top * top;
  const real rest =
      (lo + lo * r) + 0.5 * (r - top) * (r + top) + r * rr * ele_poly10(ELE_EXP, r, rr);
  const real a = 1.0 + r, b = a + half;
  const real y = b + ((((1.0 - a) + r) + ((a - b) + half)) + rest);
  const real n1 = lane_rint(n * 0.5), n2 = n - n1;
  return y * ele_power2(n1) * ele_power2(n2);
}

static inline real lane_exp(real x) {
  const real y = ele_exp(lane_clip(x, lane_bc(-800), lane_bc(800)), lane_bc(0));
  return lane_select(x == x, y, x);
}

// e^x - 1 = hi + lo for 0 <= x < 50; returns hi. Near x = 0.35 the 1 cancels most of 2 e^r, so the
// square enters without rounding
LANE_INLINE real ele_expMinus1(real x, real* lo) {
  real n, rl;
  const real r = ele_reduceLn2(x, lane_bc(0), &n, &rl), rr = r * r;
  const real small =
      (0.5 * ele_mulRest(r, r, rr) + (rl + rl * r)) + r * rr * ele_poly10(ELE_EXP, r, rr);
  // (2^n - 1) + 2^n r + 2^n r^2/2, each term larger than the next, or zero
  const real scale = ele_power2(n), a = scale - 1.0, b = scale * r, c = scale * (0.5 * rr);
  const real ab = a + b, abc = ab + c;
  const real rest = (((a - ab) + b) + ((ab - abc) + c)) + scale * small;
  const real hi = abc + rest;
  *lo = (abc - hi) + rest;
  return hi;
}

// E/(E + 2) with the remainder of the quotient, E = e^(2|x|) - 1
static inline real lane_tanh(real x) {
  const real ax = lane_min(lane_abs(x), lane_bc(22));  // tanh 22 rounds to 1
  real el;
  const real e = ele_expMinus1(2.0 * ax, &el);
  const real den = e + 2.0, big = lane_max(e, lane_bc(2)), low = lane_min(e, lane_bc(2));
  const real denl = (low - (den - big)) + el;
  const real q = e / den;
  const real y = lane_copysign(q + ele_divRest(e, el, den, denl, q), x);
  return lane_select(lane_not(lane_abs(x) >= ELE_TINY), x, y);  // NaN as well
}

// ---- log, log10, pow

// x = 2^k (1 + f), 1 + f in sqrt(1/2) .. sqrt(2), for x > 0; arbitrary values of that form
// otherwise
LANE_INLINE real ele_splitLog(real x, real* k) {
  const mask tiny = x < ELE_MIN;
  const real scaled = lane_select(tiny, x * 0x1p54, lane_min(x, lane_bc(ELE_MAX)));
  const lint half = lane_bits(lane_bc(ELE_SQRT_HALF)), one = lane_bits(lane_bc(1));
  const lint i = lane_bits(scaled) + (one - half);
  // exponent field to double through the low bits of 2^52
  const lint field = lane_shr(i, 52) | lane_bits(lane_bc(ELE_INTEGRAL));
  *k = (lane_frombits(field) - (ELE_INTEGRAL + ELE_EXPONENT_BIAS)) -
       lane_select(tiny, lane_bc(54), lane_bc(0));
  return lane_frombits((i & ELE_FRACTION) + half) - 1.0;
}

// log(1 + f) = f - f^2/2 + s (f^2/2 + z P(z)), s = f/(2 + f), z = s^2: returns hi, the rest in lo
LANE_INLINE real ele_logHiLo(real f, real* lo) {
  const real half = 0.5 * f * f, s = f / (2.0 + f), z = s * s;
  const real tail = s * (half + z * ele_poly7(ELE_LOG, z, z * z));
  const real hi = f - half;
  *lo = ((f - hi) - half) + tail;
  return hi;
}

// replaces the result of a logarithm where x is not positive and finite
LANE_INLINE real ele_logSpecial(real x, real y) {
  const real other = lane_select(x == 0, lane_bc(-ELE_INF), lane_bc(ELE_NAN));
  return lane_select(x > 0, lane_select(x < ELE_INF, y, x), other);
}

static inline real lane_log(real x) {
  real k, lo;
  const real f = ele_splitLog(x, &k), hi = ele_logHiLo(f, &lo);
  const real whole = k * ELE_LN2_HI, sum = whole + hi;
  const real y = sum + (((whole - sum) + hi) + (lo + k * ELE_LN2_LO));
  return ele_logSpecial(x, y);
}

static inline real lane_log10(real x) {
  real k, lo;
  const real f = ele_splitLog(x, &k), hi = ele_logHiLo(f, &lo);
  // 26 bits of hi times 26 bits of 1/ln 10 are exact
  const real top = lane_frombits(lane_bits(hi) & ~ELE_LOW_BITS), low = (hi - top) + lo;
  const real main = top * ELE_INV_LN10_HI;
  const real rest = low * ELE_INV_LN10_HI + (top + low) * ELE_INV_LN10_LO;
  const real whole = k * ELE_LOG10_2_HI, sum = whole + main;
  const real y = sum + (((whole - sum) + main) + (rest + k * ELE_LOG10_2_LO));
  return ele_logSpecial(x, y);
}

// log x as hi + lo, good to 2^-66: log((1+s)/(1-s)) = s (2 + z (2/3 + z P(z))) in double-double
LANE_INLINE real ele_logLong(real x, real* lo) {
  real k;
  const real f = ele_splitLog(x, &k);
  const real den = 2.0 + f, denl = (2.0 - den) + f;
  const real s = f / den, sl = ele_divRest(f, lane_bc(0), den, denl, s);
  const real z = s * s, zl = ele_mulRest(s, s, z) + 2.0 * s * sl;
  const real tail = z * ele_poly8(ELE_POW, z, z * z);
  const real c = ELE_TWO_THIRDS_HI + tail;
  const real cl = ((ELE_TWO_THIRDS_HI - c) + tail) + ELE_TWO_THIRDS_LO;
  const real t = z * c, tl = ele_mulRest(z, c, t) + (z * cl + zl * c);
  const real u = 2.0 + t, ul = ((2.0 - u) + t) + tl;
  const real v = s * u, vl = ele_mulRest(s, u, v) + (s * ul + sl * u);
  const real whole = k * ELE_LN2_HI, sum = whole + v;
  *lo = ((whole - sum) + v) + (vl + k * ELE_LN2_LO);
  return sum;
}

// sign and domain error of a power with negative base; y is the power of its absolute value
LANE_INLINE real ele_powNegative(real x, real exponent, real y) {
  const real e = lane_abs(exponent), half = 0.5 * e;
  const mask integral = (e >= ELE_INTEGRAL) | ((e + ELE_INTEGRAL) - ELE_INTEGRAL == e);
  const mask even = (half >= ELE_INTEGRAL) | ((half + ELE_INTEGRAL) - ELE_INTEGRAL == half);
  const real r = lane_select(integral & lane_not(even), -y, y);
  return lane_select(lane_not(integral) & (x < 0) & (x > -ELE_INF), lane_bc(ELE_NAN), r);
}

static inline real lane_pow(real x, real y) {
  const real ax = lane_abs(x), zero = lane_bc(0), one = lane_bc(1);
  real lo;
  const real hi = ele_logLong(ax, &lo);
  const real p = y * hi, pl = ele_mulRest(y, hi, p) + y * lo;
  // overflow or underflow: keep the reduction in range, drop a tail that may be NaN
  const mask fits = lane_abs(p) < 800.0;
  const real main = lane_select(fits, p, lane_copysign(lane_bc(800), p));
  real r = ele_exp(main, lane_select(fits, pl, zero));
  const mask edge = (ax == 0) | lane_not(ax < ELE_INF) | lane_not(lane_abs(y) < ELE_INF);
  if (lane_any(edge)) {
    const real end = lane_select((ax == 0) ^ (y < 0), zero, lane_bc(ELE_INF));
    r = lane_select((ax == 0) | (ax == ELE_INF), end, r);
    r = lane_select(ax == 1.0, one, r);  // even if y is infinite
    r = lane_select((x == x) & (y == y), r, x + y);
  }
  const mask negative = lane_bits(x) < 0;
  if (lane_any(negative)) r = lane_select(negative & (x == x), ele_powNegative(x, y, r), r);
  return lane_select((x == 1.0) | (y == 0), one, r);
}

// NOLINTEND(misc-redundant-expression)

#endif
