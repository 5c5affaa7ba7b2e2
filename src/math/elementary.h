// Elementary functions in lanes: sin, cos, tan, their inverses, exp, log, log10, pow, tanh.
// They exist so that results do not depend on the C library: one text for all widths, no table, no
// FMA, hence the same bits in every width, instruction set, compiler and optimisation level.
// Method: reduce the argument to hi + lo, a minimax polynomial (elementary_coef.h) on the reduced
// one, and a last addition that is the only rounding of full size. Errors stay below 1 ulp (pow and
// atan2 too; measured limits in tests/test_elementary.c); special values are those of C, Annex F.
// "hi + lo" is an unevaluated sum with |lo| <= ulp(hi)/2 or so: hi alone is the rounded value.
// The order of evaluation is part of the result.
#ifndef SINEW_MATH_ELEMENTARY_H_
#define SINEW_MATH_ELEMENTARY_H_

#include "base/lane.h"
#include "math/elementary_coef.h"
#include "math/trig_reduce.h"

#define ELE_INF __builtin_inf()
#define ELE_NAN __builtin_nan("")
#define ELE_MAX 0x1.fffffffffffffp1023     // largest double
#define ELE_MIN 0x1p-1022                  // smallest normal double
#define ELE_TINY 0x1p-27                   // below it sin x, tan x and tanh x round to x
#define ELE_BIG_ANGLE 0x1p20               // n pi/2 in four parts is exact enough below it
#define ELE_LOW_BITS ((int64_t)0x7ffffff)  // lower half of a fraction
#define ELE_LOW_40_BITS ((int64_t)0xffffffffff)
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

// Polynomials in two chains, even and odd powers: half the latency of one chain.
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
LANE_INLINE real ele_poly13(const double c[13], real z, real zz) {
  const real high = ((zz * c[12] + c[10]) * zz + c[8]) * zz + c[6];
  const real even = ((high * zz + c[4]) * zz + c[2]) * zz + c[0];
  return even + z * (((((zz * c[11] + c[9]) * zz + c[7]) * zz + c[5]) * zz + c[3]) * zz + c[1]);
}

// 2^n for integral n in -1022 .. 1023: the sum holds n + 1023 in its lowest bits
LANE_INLINE real ele_power2(real n) {
  return lane_frombits(lane_shl(lane_bits(n + (LANE_ROUNDER + ELE_EXPONENT_BIAS)), 52));
}

// ---- sin, cos, tan

// lanes of angles from ELE_BIG_ANGLE on (infinities, NaN): replaces r, lo and quadrant there
__attribute__((noinline, cold, unused)) static void ele_bigAngles(const real* x, real* r, real* lo,
                                                                  lint* quadrant) {
  const double* angle = (const double*)x;
  for (int i = 0; i < LANE_W; i++) {
    if (!(__builtin_fabs(angle[i]) < ELE_BIG_ANGLE)) {
      double rest[2];
      ((int64_t*)quadrant)[i] = trig_reduce(angle[i], rest);
      ((double*)r)[i] = rest[0];
      ((double*)lo)[i] = rest[1];
    }
  }
}

// x = n pi/2 + r + lo, |r| <= pi/4: returns r; quadrant = n in its two lowest bits
LANE_INLINE real ele_reduceAngle(real x, real* lo, lint* quadrant) {
  const real shifted = x * ELE_TWO_PI_INV + LANE_ROUNDER, n = shifted - LANE_ROUNDER;
  *quadrant = lane_bits(shifted);
  // n has 20 bits and the parts 33 at most: products are exact, and each difference either is exact
  // or has the larger term on the left
  const real a = x - n * ELE_PI_2_A, b = n * ELE_PI_2_B, c = n * ELE_PI_2_C;
  const real ab = a - b, abc = ab - c;
  const real rest = (((a - ab) - b) + ((ab - abc) - c)) - n * ELE_PI_2_D;
  real r = abc + rest;
  *lo = (abc - r) + rest;
  const mask big = lane_not(lane_abs(x) < ELE_BIG_ANGLE);
  if (lane_any(big)) ele_bigAngles(&x, &r, lo, quadrant);
  return r;
}

// sine and cosine
static inline void lane_sincos(real x, real* sine, real* cosine) {
  real lo;
  lint quadrant;
  const real r = ele_reduceAngle(x, &lo, &quadrant);
  const real z = r * r, zz = z * z;
  // r = top + low, top of 13 bits: its square, its cube and a sixth of that by 13 bits are exact,
  // so the terms of second and third order bring no error of their own
  const real top = lane_frombits(lane_bits(r) & ~ELE_LOW_40_BITS), low = r - top, sum = r + top;
  const real square = top * top, half = 0.5 * square, w = 1.0 - half;
  const real cube = square * top, sixth = cube * ELE_SIXTH_HI, v = r - sixth;
  const real cubic = cube * ELE_SIXTH_LO + low * (z + top * sum) * ELE_SIXTH;
  const real stail = (r * zz * ele_poly6(ELE_SIN_TAIL, z, zz) - cubic) + lo * w;
  const real ctail = (zz * ele_poly6(ELE_COS, z, zz) - 0.5 * (low * sum)) - r * lo;
  const real s = v + (((r - v) - sixth) + stail);
  const real c = w + (((1.0 - w) - half) + ctail);
  // quadrant 0 1 2 3: sine s c -s -c, cosine c -s -c s
  const mask odd = (quadrant & 1) != 0;
  const lint signs = lane_shl(quadrant & 2, 62), signc = lane_shl((quadrant + 1) & 2, 62);
  const real sn = lane_frombits(lane_bits(lane_select(odd, c, s)) ^ signs);
  *sine = lane_select(lane_abs(x) < ELE_TINY, x, sn);  // sin -0 = -0
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

// asin v = v + rest; returns v, which is |x| up to 1/2 and above it sqrt((1 - |x|)/2), whose asin
// is half of acos |x|
LANE_INLINE real ele_asin(real ax, mask small, real* rest) {
  const real half = 0.5 - 0.5 * ax;  // exact from 1/2 on
  const real z = lane_select(small, ax * ax, half);
  const real root = lane_sqrt(half);
  const real v = lane_select(small, ax, root);
  // lower part of the root; the last summand only guards 0/0
  const real square = root * root;
  const real vl = ((half - square) - ele_mulRest(root, root, square)) / (root + root + ELE_MIN);
  *rest = lane_select(small, lane_bc(0), vl) + v * (z * ele_poly13(ELE_ASIN, z, z * z));
  return v;
}

static inline real lane_asin(real x) {
  const real ax = lane_abs(x);
  const mask small = ax <= 0.5;
  real rest;
  const real v = ele_asin(ax, small, &rest);
  // pi/2 - 2v as hi + lo
  const real hi = ELE_PI_2_HI - 2.0 * v, lo = (ELE_PI_2_HI - hi) - 2.0 * v;
  const real outer = hi + ((lo + ELE_PI_2_LO) - 2.0 * rest);
  return lane_copysign(lane_select(small, v + rest, outer), x);
}

static inline real lane_acos(real x) {
  const real ax = lane_abs(x);
  const mask small = ax <= 0.5, negative = x < 0;
  real rest;
  const real v = ele_asin(ax, small, &rest);
  // offset + sign (v + rest): pi/2 -+ inside, 2v or pi - 2v outside
  const real sign = lane_select(small ^ negative, lane_bc(-1), lane_bc(1));
  const real twice = lane_select(small, lane_bc(1), lane_bc(2)) * sign;
  const real halves = lane_select(small, lane_bc(1), lane_select(negative, lane_bc(2), lane_bc(0)));
  const real offset = halves * ELE_PI_2_HI, term = twice * v;
  const real hi = offset + term, lo = (offset - hi) + term;
  return hi + ((lo + halves * ELE_PI_2_LO) + twice * rest);
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
  // the remainder of a tiny numerator underflows, but then nothing needs it
  const mask normal = lane_abs(num) > 0x1p-960;
  const real ql = lane_select(normal, ele_divRest(num, numl, den, denl, q), lane_bc(0));
  const real z = q * q;
  const real rest = (ql - ql * z) + q * (z * ele_poly11(ELE_ATAN, z, z * z));
  const real k = base + lane_select(steep, sign, lane_bc(0));
  const real offset = k * ELE_PI_4_HI, term = sign * q;
  const real hi = offset + term, lo = (offset - hi) + term;
  return hi + (lo + (k * ELE_PI_4_LO + sign * rest));
}

static inline real lane_atan(real x) {
  const real one = lane_bc(1), ax = lane_min(lane_abs(x), lane_bc(0x1p100));  // beyond: pi/2
  const mask swap = ax > 1.0;
  const real base = lane_select(swap, lane_bc(2), lane_bc(0));
  const real r = ele_atan(lane_min(ax, one), lane_max(ax, one), base, lane_select(swap, -one, one));
  return lane_select(x == x, lane_copysign(r, x), x);
}

static inline real lane_atan2(real y, real x) {
  const real ax = lane_abs(x), ay = lane_abs(y), zero = lane_bc(0), one = lane_bc(1);
  const mask swap = ay > ax, left = lane_bits(x) < 0;
  real a = lane_select(swap, ax, ay), b = lane_select(swap, ay, ax);
  if (!lane_all((b > 0x1p-800) & (b < 0x1p1000))) {
    // zeros and infinities get stand-ins of the same direction, others a common factor
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

// e^(x + tail) for |x| <= 800: the power of two in two steps, as it may be no double
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

// x = 2^k (1 + f), 1 + f in sqrt(1/2) .. sqrt(2), for x > 0; any number of that form otherwise
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

// sign and domain of a power of a negative base, y the power of its absolute value
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
  // powers that overflow or vanish: keep the reduction in range, drop a tail that may be NaN
  const mask fits = lane_abs(p) < 800.0;
  const real main = lane_select(fits, p, lane_copysign(lane_bc(800), p));
  real r = ele_exp(main, lane_select(fits, pl, zero));
  const mask edge = (ax == 0) | lane_not(ax < ELE_INF) | lane_not(lane_abs(y) < ELE_INF);
  if (lane_any(edge)) {
    const real end = lane_select((ax == 0) ^ (y < 0), zero, lane_bc(ELE_INF));
    r = lane_select((ax == 0) | (ax == ELE_INF), end, r);
    r = lane_select(ax == 1.0, one, r);  // even where y is infinite
    r = lane_select((x == x) & (y == y), r, x + y);
  }
  const mask negative = lane_bits(x) < 0;
  if (lane_any(negative)) r = lane_select(negative & (x == x), ele_powNegative(x, y, r), r);
  return lane_select((x == 1.0) | (y == 0), one, r);
}

#endif
