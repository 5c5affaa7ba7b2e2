// Public elementary functions of one number (sin, exp, log, ...): the one-lane versions of
// math/elementary.h; floor, ceil and fmod by exact arithmetic on the floating-point representation.
//   x -> f(x)
#include <sinew/extra.h>

#include "base/args.h"
#include "base/assert.h"
#include "math/elementary.h"

double sn_sin(double x) { return lane_sin(x); }
double sn_cos(double x) { return lane_cos(x); }
double sn_tan(double x) { return lane_tan(x); }

void sn_sincos(double x, double* sine, double* cosine) {
  ARGS_NEED(sine, cosine);
  lane_sincos(x, sine, cosine);
}

double sn_asin(double x) { return lane_asin(x); }
double sn_acos(double x) { return lane_acos(x); }
double sn_atan(double x) { return lane_atan(x); }
double sn_atan2(double y, double x) { return lane_atan2(y, x); }
double sn_exp(double x) { return lane_exp(x); }
double sn_log(double x) { return lane_log(x); }
double sn_log10(double x) { return lane_log10(x); }
double sn_pow(double x, double y) { return lane_pow(x, y); }
double sn_tanh(double x) { return lane_tanh(x); }

// nearest integer with the sign of x, |x| < 2^52
static double nearest(double x) {
  ASSERT_FULL(lane_abs(x) < ELE_INTEGRAL);
  const double r = (lane_abs(x) + ELE_INTEGRAL) - ELE_INTEGRAL;
  return lane_copysign(r, x);
}

double sn_floor(double x) {
  if (!(lane_abs(x) < ELE_INTEGRAL)) return x;
  const double r = nearest(x);
  return r > x ? r - 1 : r;
}

double sn_ceil(double x) {
  if (!(lane_abs(x) < ELE_INTEGRAL)) return x;
  const double r = nearest(x);
  return lane_copysign(r < x ? r + 1 : r, x);
}

// ---- fmod

enum { fractionBits = 52, smallestExponent = -1074, spareBits = 11 };

// |x| = m 2^e with integers m < 2^53 and e, x finite and not 0; returns m
static uint64_t integerParts(double x, int* e) {
  const uint64_t one = (uint64_t)1 << fractionBits, bits = (uint64_t)lane_bits(lane_abs(x));
  const int field = (int)(bits >> fractionBits);
  *e = smallestExponent + (field > 0 ? field - 1 : 0);
  return (bits & (one - 1)) | (field > 0 ? one : 0);
}

// 2^e for e in -1074 .. 1023
static double power2(int e) {
  ASSERT_FULL(e >= smallestExponent && e <= ELE_EXPONENT_BIAS);
  if (e < -1022) return lane_frombits((int64_t)1 << (e - smallestExponent));
  return lane_frombits((int64_t)(e + ELE_EXPONENT_BIAS) << fractionBits);
}

// remainder of x/y with the quotient truncated towards zero: long division, several bits at a time
double sn_fmod(double x, double y) {
  const double ax = lane_abs(x), ay = lane_abs(y);
  if (!(ax < ELE_INF) || !(ay > 0)) return (x * y) / (x * y);  // NaN
  if (ax < ay) return x;
  int ex, ey;
  uint64_t rest = integerParts(x, &ex);
  const uint64_t divisor = integerParts(y, &ey);
  rest %= divisor;
  for (int shift = ex - ey; shift > 0; shift -= spareBits) {
    ASSERT_FULL(rest < divisor && !(rest >> (64 - spareBits)));
    rest = (rest << (shift < spareBits ? shift : spareBits)) % divisor;
  }
  return lane_copysign((double)rest * power2(ey), x);
}
