// Range reduction of angles modulo pi/2. x -> r[2], quadrant
// Up to 2^20 pi/2: n pi/2 is subtracted in as many parts as the remaining bits require
// (Cody-Waite); n of small angles is chosen by their top 32 bits. All as in fdlibm, to be bitwise
// identical.
// Above (Payne and Hanek, 1983): x = m 2^e is multiplied by the 192 binary digits of 2/pi that
// decide the quadrant and the fraction; digits above them give full turns, digits below them are
// too small to matter. Integer arithmetic only, so exact and portable. No double comes closer to a
// multiple of pi/2 than 2^-62, which leaves 75 good bits here.
#include "math/trig_reduce.h"

#include <stdint.h>
#include <string.h>

#include "base/assert.h"
#include "math/elementary_coef.h"

#define FRACTION_BITS 52
#define EXPONENT_BIAS 1023
#define EXPONENT_MASK 0x7ff
// index of the table's digit with weight 2^1 in m 2^e 2/pi when e is 0
#define TABLE_START 62
// exponent of the last digit of the largest double
#define LAST_EXPONENT 971
_Static_assert((TABLE_START + LAST_EXPONENT) / 64 + 3 < sizeof ELE_TWO_OVER_PI / sizeof(uint64_t),
               "the table has digits for every double");

// ---- small and medium angles

#define DIRECT 0x3fe921fb  // top 32 bits of pi/4; angles up to it are not reduced
#define LARGE 0x413921fb   // of 2^20 pi/2
#define ROUNDER 0x1.8p52
_Static_assert(DIRECT < LARGE, "small angles are not reduced, large ones apart");

// top 32 bits of |x|
static uint32_t topBits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (uint32_t)(bits >> 32) & 0x7fffffff;
}

// number of quarter turns of an angle up to 9 pi/4 whose top bits are not those of a multiple of
// pi/2; 0: none of these
static int fewQuarters(uint32_t top) {
  static const uint32_t end[] = {0x4002d97c, 0x400f6a7a, 0x4015fdbc, 0x401c463b};
  static const uint32_t multiple[] = {0x3ff921fb, 0x400921fb, 0x4012d97c, 0x401921fb};
  for (int n = 1; n <= 4; n++) {
    if (top == multiple[n - 1]) return 0;
    if (top <= end[n - 1]) return n;
  }
  return 0;
}

// bits lost by cancellation: by how many |y| is smaller than |x|
static int bitsLost(uint32_t top, double y) { return (int)(top >> 20) - (int)(topBits(y) >> 20); }

// subtracts one more part of n pi/2: part, and rest, the sum of the parts after it
static double takePart(double* x, double n, double part, double rest, double* tail) {
  const double before = *x, w = n * part;
  *x = before - w;
  *tail = n * rest - ((before - *x) - w);
  return *x - *tail;
}

// order: that of fdlibm
static int reduceMedium(double x, uint32_t top, double r[2]) {
  const int few = fewQuarters(top);
  double n = x * ELE_TWO_PI_INV + ROUNDER - ROUNDER;
  if (few) n = x < 0 ? -few : few;
  double head = x - n * ELE_PI_2_A, tail = n * ELE_PI_2_A_REST;
  r[0] = head - tail;
  if (!few && bitsLost(top, r[0]) > 16) {
    r[0] = takePart(&head, n, ELE_PI_2_B, ELE_PI_2_B_REST, &tail);
    if (bitsLost(top, r[0]) > 49) r[0] = takePart(&head, n, ELE_PI_2_C, ELE_PI_2_D, &tail);
  }
  r[1] = (head - r[0]) - tail;
  ASSERT_FULL(r[0] >= -1 && r[0] <= 1);
  return (int)n & 3;
}

// ---- large angles

// a*b as two words
static uint64_t mulWide(uint64_t a, uint64_t b, uint64_t* high) {
#ifdef __SIZEOF_INT128__
  const unsigned __int128 p = (unsigned __int128)a * b;
  *high = (uint64_t)(p >> 64);
  return (uint64_t)p;
#else
  const uint64_t low32 = 0xffffffff;
  const uint64_t p00 = (a & low32) * (b & low32), p01 = (a & low32) * (b >> 32);
  const uint64_t p10 = (a >> 32) * (b & low32), p11 = (a >> 32) * (b >> 32);
  const uint64_t middle = (p00 >> 32) + (p01 & low32) + (p10 & low32);
  *high = p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
  return (middle << 32) | (p00 & low32);
#endif
}

// fraction[3] (top word first) = m 2^e 2/pi / 4 modulo 1
static void turns(uint64_t m, int e, uint64_t fraction[3]) {
  const int start = TABLE_START + e, word = start / 64, shift = start % 64;
  uint64_t digits[3];
  ASSERT_FULL(start >= 0 && e <= LAST_EXPONENT);
  for (int i = 0; i < 3; i++) {
    const uint64_t* t = ELE_TWO_OVER_PI + word + i;
    digits[i] = shift == 0 ? t[0] : (t[0] << shift) | (t[1] >> (64 - shift));
  }
  uint64_t high2, high1;
  fraction[2] = mulWide(m, digits[2], &high2);
  fraction[1] = mulWide(m, digits[1], &high1) + high2;
  fraction[0] = m * digits[0] + high1 + (fraction[1] < high2);
}

static int leadingZeros(uint64_t x) {
  int n = 0;
  for (int step = 32; step > 0; step /= 2) {
    if (x >> (64 - step) == 0) {
      n += step;
      x <<= step;
    }
  }
  return n;
}

// 2^e for a normal result
static double power2(int e) {
  const uint64_t bits = (uint64_t)(e + EXPONENT_BIAS) << FRACTION_BITS;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// r[2] = pi/2 times the 190-bit fraction f / 2^190, f < 2^189
static void toRadians(uint64_t f[3], double r[2]) {
  int zeros = leadingZeros(f[0]);
  if (f[0] == 0) {
    f[0] = f[1];
    f[1] = f[2];
    f[2] = 0;
    zeros = 64 + leadingZeros(f[0]);
  }
  ASSERT_FULL(zeros >= 2 && zeros < 128);
  const int shift = zeros % 64;
  if (shift != 0) {
    f[0] = (f[0] << shift) | (f[1] >> (64 - shift));
    f[1] = (f[1] << shift) | (f[2] >> (64 - shift));
  }
  // two words of f times two words of pi/2, without the lowest product
  uint64_t high, middle1, middle2;
  uint64_t low = mulWide(f[0], ELE_HALF_PI_W1, &high);
  mulWide(f[0], ELE_HALF_PI_W0, &middle1);
  mulWide(f[1], ELE_HALF_PI_W1, &middle2);
  low += middle1;
  high += low < middle1;
  low += middle2;
  high += low < middle2;
  // words to doubles: the top 53 bits, then 53 of the rest, each conversion exact
  const uint64_t top = high >> 11, rest = ((high << 53) | (low >> 11)) >> 11;
  const double scale = power2(-zeros - 50), a = (double)top * scale;
  const double b = (double)rest * (scale * power2(-53));
  r[0] = a + b;
  r[1] = b - (r[0] - a);
}

static int reduceLarge(double x, double r[2]) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  const int exponent = (int)(bits >> FRACTION_BITS) & EXPONENT_MASK;
  r[1] = 0;
  if (exponent == EXPONENT_MASK) {
    r[0] = x - x;
    return 0;
  }
  const uint64_t one = (uint64_t)1 << FRACTION_BITS, m = (bits & (one - 1)) | one;
  uint64_t f[3];
  turns(m, exponent - EXPONENT_BIAS - FRACTION_BITS, f);

  // two bits of quadrant, then the fraction; a fraction above one half counts down from the next
  // quadrant
  int quadrant = (int)(f[0] >> 62);
  const int down = (int)(f[0] >> 61) & 1;
  f[0] &= ~(uint64_t)0 >> 2;
  if (down) {
    quadrant++;
    f[2] = ~f[2] + 1;
    f[1] = ~f[1] + (f[2] == 0);
    f[0] = (~f[0] + (f[2] == 0 && f[1] == 0)) & (~(uint64_t)0 >> 2);
  }
  toRadians(f, r);
  const int negative = (int)(bits >> 63);
  if (down != negative) {
    r[0] = -r[0];
    r[1] = -r[1];
  }
  return (negative ? -quadrant : quadrant) & 3;
}

int trig_reduce(double x, double r[2]) {
  const uint32_t top = topBits(x);
  if (top >= LARGE) return reduceLarge(x, r);
  if (top > DIRECT) return reduceMedium(x, top, r);
  r[0] = x;
  r[1] = 0;
  return 0;
}
