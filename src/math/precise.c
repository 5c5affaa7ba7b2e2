// Sine and cosine by their series in double-double (a number as an unevaluated sum hi + lo, some
// 106 bits); the arctangent by one step of Newton's method on them. Dekker, A floating-point
// technique for extending the available precision, 1971.
#include "math/precise.h"

#include <math.h>
#include <stdbool.h>

#include <sinew/extra.h>

typedef struct {
  double hi, lo;
} Wide;

// ---- arithmetic

// a + b where |a| >= |b| or a = 0
static Wide sumOrdered(double a, double b) {
  const double s = a + b;
  return (Wide){s, b - (s - a)};
}

static Wide sum(double a, double b) {
  const double s = a + b, bb = s - a;
  return (Wide){s, (a - (s - bb)) + (b - bb)};
}

static Wide product(double a, double b) {
  const double split = 0x1p27 + 1, p = a * b;
  const double ca = split * a, ah = ca - (ca - a), al = a - ah;
  const double cb = split * b, bh = cb - (cb - b), bl = b - bh;
  return (Wide){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

static Wide add(Wide a, Wide b) {
  const Wide s = sum(a.hi, b.hi), t = sum(a.lo, b.lo);
  const Wide u = sumOrdered(s.hi, s.lo + t.hi);
  return sumOrdered(u.hi, u.lo + t.lo);
}

static Wide negate(Wide a) { return (Wide){-a.hi, -a.lo}; }

static Wide mul(Wide a, Wide b) {
  const Wide p = product(a.hi, b.hi);
  return sumOrdered(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static Wide scale(Wide a, double b) { return mul(a, (Wide){b, 0}); }

static Wide divide(Wide a, double b) {
  const double q = a.hi / b;
  const Wide rest = add(a, negate(product(q, b)));
  return sumOrdered(q, rest.hi / b);
}

// ---- sine and cosine

// first + first x^2 (-1) / ((k+1)(k+2)) + ..., each term made from the one before
static Wide series(Wide first, Wide square, int k) {
  enum { TERMS = 14 };  // (pi/4)^28 / 28! < 2^-106
  Wide res = first, term = first;
  for (int i = 0; i < TERMS; i++, k += 2) {
    term = divide(mul(term, negate(square)), (double)((k + 1) * (k + 2)));
    res = add(res, term);
  }
  return res;
}

// x < BIG
static void sincosWide(double x, Wide* sine, Wide* cosine) {
  static const double half[3] = {0x1.921fb54442d18p0, 0x1.1a62633145c07p-54,
                                 -0x1.f1976b7ed8fbcp-110};  // pi/2
  const double n = rint(x * 0x1.45f306dc9c883p-1);
  Wide r = {x, 0};
  for (int i = 0; i < 3; i++) r = add(r, negate(product(n, half[i])));
  const Wide square = mul(r, r);
  const Wide s = series(r, square, 1), c = series((Wide){1, 0}, square, 0);
  const int quadrant = (int)(long)n & 3;
  *sine = quadrant & 1 ? c : s;
  *cosine = quadrant & 1 ? s : c;
  if (quadrant & 2) *sine = negate(*sine);
  if (quadrant == 1 || quadrant == 2) *cosine = negate(*cosine);
}

#define BIG 0x1p30     // angles above it lose bits in the reduction
#define TINY 0x1p-300  // and products below its square underflow

static bool ordinary(double x) { return fabs(x) > TINY && fabs(x) < 1 / TINY; }

void precise_sincos(double x, double* sine, double* cosine) {
  if (!ordinary(x) || fabs(x) >= BIG) {
    sn_sincos(x, sine, cosine);
    return;
  }
  Wide s, c;
  sincosWide(x, &s, &c);
  *sine = s.hi + s.lo;
  *cosine = c.hi + c.lo;
}

// the angle from a guess to (x, y) is (y cos - x sin) / (x cos + y sin), being tiny
double precise_atan2(double y, double x) {
  const double guess = sn_atan2(y, x);
  if (!ordinary(x) || !ordinary(y) || !ordinary(guess)) return guess;
  Wide s, c;
  sincosWide(guess, &s, &c);
  const Wide across = add(scale(c, y), negate(scale(s, x)));
  return guess + across.hi / (x * c.hi + y * s.hi);
}
