// Decimal to binary floating point conversion and back (strtod, printf), correctly rounded.
// Parsing: up to 19 digits w and an exponent give w*10^e. If w and 10^|e| are exact doubles, one
// operation rounds correctly (Clinger 1990). If 5^|e| fits 64 bits, a 128-bit product or quotient
// with its remainder does. Otherwise w*10^e is compared as a ratio of big integers, bit by bit.
// Hexadecimal digits are bits already. A float is rounded from the double, unless that lies halfway
// between two floats: then the digits of the text beyond the double decide.
// Printing: the exact decimal expansion of m*2^e is produced nine digits at a time from a big
// integer (integer part by division, fraction by multiplication), then rounded half to even.
#include "base/number.h"

#include <string.h>

#include "base/assert.h"

enum {
  LIMBS = 200,  // 6400 bits: MAX_DIGITS digits times 10^324, or 2^1100 times 10^..., with a reserve
  MAX_DIGITS = 800,  // a double's midpoint has at most 767 significant digits; the rest is sticky
  MAX_EXP10 = 400,   // decimal exponents beyond this are infinite or zero
  EXACT_POW10 = 22,  // largest power of 10 that is an exact double
  EXACT_POW5 = 27,   // largest power of 5 below 2^64
  FAST_DIGITS = 19,  // decimal digits that always fit 64 bits
  MANTISSA = 53,
  FLOAT_MANTISSA = 24,
  FLOAT_MIN_EXP = -126,  // exponent of the smallest normal float
  EXP_BIAS = 1023,
  MIN_EXP2 = -1074,  // exponent of the smallest subnormal
  MAX_EXP2 = 971     // exponent of the last place of the largest double
};
_Static_assert(FAST_DIGITS - 1 <= EXACT_POW10,
               "few digits behind a point divide by an exact power");

// ---- arbitrary precision (big) natural numbers, least significant limb first

typedef struct {
  int n;
  uint32_t limb[LIMBS];
} Big;

static void big_set(Big* a, uint64_t x) {
  a->n = 0;
  for (; x; x >>= 32) a->limb[a->n++] = (uint32_t)x;
}

// a = a*mul + add
static void big_mulAdd(Big* a, uint32_t mul, uint32_t add) {
  uint64_t carry = add;
  for (int i = 0; i < a->n; i++) {
    carry += (uint64_t)a->limb[i] * mul;
    a->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
  ASSERT_FULL(a->n < LIMBS || !carry);
  if (carry) a->limb[a->n++] = (uint32_t)carry;
}

static void big_mulPow10(Big* a, int e) {
  for (; e >= 9; e -= 9) big_mulAdd(a, 1000000000u, 0);
  for (; e > 0; e--) big_mulAdd(a, 10, 0);
}

static void big_shift(Big* a, int bits) {
  int limbs = bits / 32, rest = bits % 32;
  if (!a->n) return;
  ASSERT(a->n + limbs <= LIMBS);
  if (limbs) {
    memmove(a->limb + limbs, a->limb, (size_t)a->n * sizeof *a->limb);
    memset(a->limb, 0, (size_t)limbs * sizeof *a->limb);
    a->n += limbs;
  }
  if (rest) big_mulAdd(a, 1u << rest, 0);
}

static int big_bits(const Big* a) {
  return a->n ? 32 * a->n - __builtin_clz(a->limb[a->n - 1]) : 0;
}

static int big_compare(const Big* a, const Big* b) {
  if (a->n != b->n) return a->n < b->n ? -1 : 1;
  for (int i = a->n - 1; i >= 0; i--) {
    if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
  }
  return 0;
}

// a -= b, a >= b
static void big_subtract(Big* a, const Big* b) {
  ASSERT_FULL(big_compare(a, b) >= 0);
  uint64_t borrow = 0;
  for (int i = 0; i < a->n; i++) {
    uint64_t sub = (i < b->n ? b->limb[i] : 0) + borrow;
    borrow = a->limb[i] < sub;
    a->limb[i] = (uint32_t)(a->limb[i] - sub);
  }
  while (a->n && !a->limb[a->n - 1]) a->n--;
}

// a = a / div, returns the remainder
static uint32_t big_divide(Big* a, uint32_t div) {
  uint64_t rem = 0;
  for (int i = a->n - 1; i >= 0; i--) {
    rem = rem << 32 | a->limb[i];
    a->limb[i] = (uint32_t)(rem / div);
    rem %= div;
  }
  while (a->n && !a->limb[a->n - 1]) a->n--;
  return (uint32_t)rem;
}

// ---- rounding

// m*2^e with the top bit of m set, or 0; sticky: nonzero bits follow below m
typedef struct {
  uint64_t m;
  int e;
  bool sticky;
} Binary;

static double fromBits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static uint64_t toBits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

// nearest double
static double roundBinary(uint64_t m, int e, bool sticky) {
  ASSERT_FULL(m >> 63);
  int drop = 64 - MANTISSA;
  if (e + drop < MIN_EXP2) drop = MIN_EXP2 - e;  // subnormal: fewer bits remain
  if (drop > 64) return 0;
  uint64_t kept = drop == 64 ? 0 : m >> drop;
  uint64_t half = (uint64_t)1 << (drop - 1);
  uint64_t tail = drop == 64 ? m : m & (2 * half - 1);
  if (tail > half || (tail == half && (sticky || (kept & 1)))) kept++;
  e += drop;
  if (kept == (uint64_t)1 << MANTISSA) kept >>= 1, e++;
  if (e > MAX_EXP2) return fromBits(0x7ffull << 52);
  uint64_t biased = kept >> (MANTISSA - 1) ? (uint64_t)(e - MIN_EXP2 + 1) : 0;
  return fromBits(biased << 52 | (kept & (((uint64_t)1 << (MANTISSA - 1)) - 1)));
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 Wide;

// w*10^e for |e| <= EXACT_POW5 by one 128-bit product or quotient
static double scaleWide(uint64_t w, int e) {
  uint64_t five = 1;
  ASSERT(w != 0);
  for (int i = 0; i < (e < 0 ? -e : e); i++) five *= 5;
  int lead = __builtin_clzll(w);
  Wide wide;
  int exp2;
  bool sticky = false;
  if (e >= 0) {
    wide = (Wide)(w << lead) * five;
    exp2 = e - lead;
  } else {  // numerator below 2^127, divisor with its top bit set: quotient in [2^62, 2^64)
    int lead5 = __builtin_clzll(five);
    Wide num = (Wide)(w << lead) << 63, den = (Wide)(five << lead5);
    wide = num / den;
    sticky = num % den != 0;
    exp2 = e - lead - 63 + lead5;
  }
  uint64_t high = (uint64_t)(wide >> 64);
  int shift = high ? 64 - __builtin_clzll(high) : -__builtin_clzll((uint64_t)wide);
  if (shift > 0) {
    sticky = sticky || (wide & (((Wide)1 << shift) - 1)) != 0;
    wide >>= shift;
  } else {
    wide <<= -shift;
  }
  return roundBinary((uint64_t)wide, exp2 + shift, sticky);
}
#endif

// ---- parsing

typedef struct {
  const char* digits;  // first significant digit; a decimal point may be among the digits
  int count;           // significant digits, trailing zeros of the fraction included
  int exp10;           // value = digits as an integer * 10^exp10
} Decimal;

// the ratio of big integers digits*10^exp10, 64 bits of it and a sticky bit
static Binary scaleBig(const Decimal* dec) {
  Big num, den;
  big_set(&num, 0);
  big_set(&den, 1);
  int used = 0, exp10 = dec->exp10;
  bool sticky = false;
  for (const char* p = dec->digits; used < dec->count; p++) {
    if (*p == '.') continue;
    if (used < MAX_DIGITS) {
      if (num.n) {
        big_mulAdd(&num, 10, (uint32_t)(*p - '0'));
      } else {
        big_set(&num, (uint64_t)(*p - '0'));
      }
    } else {
      sticky = sticky || *p != '0';
      exp10++;
    }
    used++;
  }
  if (exp10 >= 0) big_mulPow10(&num, exp10);
  if (exp10 < 0) big_mulPow10(&den, -exp10);
  // scale so that 1 <= num/den < 2, then take bits from the top
  int exp2 = big_bits(&num) - big_bits(&den);
  big_shift(exp2 > 0 ? &den : &num, exp2 > 0 ? exp2 : -exp2);
  if (big_compare(&num, &den) < 0) big_shift(&num, 1), exp2--;
  uint64_t m = 0;
  for (int i = 0; i < 64; i++) {
    bool one = big_compare(&num, &den) >= 0;
    if (one) big_subtract(&num, &den);
    m = m << 1 | one;
    big_shift(&num, 1);
  }
  return (Binary){m, exp2 - 63, sticky || num.n > 0};
}

static double roundBig(const Decimal* dec) {
  Binary bin = scaleBig(dec);
  return roundBinary(bin.m, bin.e, bin.sticky);
}

static const double tenTo[EXACT_POW10 + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                              1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                              1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static double decimalValue(const Decimal* dec) {
  if (!dec->count) return 0;
  int magnitude = dec->count + dec->exp10;
  if (magnitude > MAX_EXP10) return fromBits(0x7ffull << 52);
  if (magnitude < -MAX_EXP10) return 0;
  if (dec->count > FAST_DIGITS) return roundBig(dec);
  uint64_t w = 0;
  int used = 0, e = dec->exp10;
  for (const char* p = dec->digits; used < dec->count; p++) {
    if (*p != '.') w = 10 * w + (uint64_t)(*p - '0'), used++;
  }
  if (w <= (uint64_t)1 << MANTISSA && e >= -EXACT_POW10 && e <= EXACT_POW10) {
    return e < 0 ? (double)w / tenTo[-e] : (double)w * tenTo[e];
  }
#ifdef __SIZEOF_INT128__
  if (e >= -EXACT_POW5 && e <= EXACT_POW5) return scaleWide(w, e);
#endif
  return roundBig(dec);
}

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

// returns the end of `word` at text, ignoring case, or NULL
static const char* matchWord(const char* text, const char* word) {
  for (; *word; word++, text++) {
    if ((*text | 32) != *word) return NULL;
  }
  return text;
}

static const char* parseSpecial(const char* text, double* x) {
  static const struct {
    const char* word;
    uint64_t bits;
  } words[] = {{"infinity", 0x7ffull << 52}, {"inf", 0x7ffull << 52}, {"nan", 0x7ff8ull << 48}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const char* end = matchWord(text, words[i].word);
    if (!end) continue;
    *x = fromBits(words[i].bits);
    return end;
  }
  return NULL;
}

// parses letter (either case) [+-] digits at p: adds the exponent, saturated, and returns its end;
// without digits, p
static const char* parseExponent(const char* p, char letter, int* exp) {
  if ((*p | 32) != letter) return p;
  const char* q = p + 1;
  bool negative = *q == '-';
  if (*q == '-' || *q == '+') q++;
  if (!isDigit(*q)) return p;
  int e = 0;
  for (; isDigit(*q); q++) {
    if (e < 100000000) e = 10 * e + (*q - '0');
  }
  *exp += negative ? -e : e;
  return q;
}

// parses digits with an optional point at p; fills dec and returns the end, or NULL without a digit
static const char* parseDigits(const char* p, Decimal* dec) {
  const int most = 100000000;  // keeps counts within int for any input
  bool point = false, any = false;
  *dec = (Decimal){NULL, 0, 0};
  for (; isDigit(*p) || (*p == '.' && !point); p++) {
    if (*p == '.') {
      point = true;
      continue;
    }
    any = true;
    if (!dec->digits && *p != '0') dec->digits = p;
    if (dec->digits && dec->count < most) dec->count++;
    if (point && dec->exp10 > -most) dec->exp10--;
  }
  return any ? p : NULL;
}

static int hexDigit(char c) {
  if (isDigit(c)) return c - '0';
  return (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

// parses 0x digits [. digits] [p [+-] digits] at p; NULL without a digit
static const char* parseHex(const char* p, Binary* bin) {
  const int most = 100000000;  // keeps the exponent within int for any input
  if (p[0] != '0' || (p[1] | 32) != 'x') return NULL;
  bool point = false, any = false;
  *bin = (Binary){0, 0, false};
  for (p += 2; hexDigit(*p) >= 0 || (*p == '.' && !point); p++) {
    if (*p == '.') {
      point = true;
      continue;
    }
    any = true;
    bool full = bin->m >> 60;
    if (full) bin->sticky = bin->sticky || *p != '0';
    if (!full) bin->m = bin->m << 4 | (uint64_t)hexDigit(*p);
    if (full && !point && bin->e < most) bin->e += 4;
    if (!full && point && bin->e > -most) bin->e -= 4;
  }
  if (!any) return NULL;
  p = parseExponent(p, 'p', &bin->e);
  int lead = bin->m ? __builtin_clzll(bin->m) : 0;
  bin->m <<= lead;
  bin->e -= lead;
  return p;
}

// Fast path for most numbers in files: a few digits, perhaps with a point, and no exponent; NULL if
// the number is different.
static const char* parseShort(const char* p, double* x) {
  const char* const start = p;
  uint64_t w = 0;
  ptrdiff_t behind = 0, digits;
  for (; isDigit(*p); p++) w = 10 * w + (uint64_t)(*p - '0');
  digits = p - start;
  if (*p == '.') {
    const char* const point = ++p;
    for (; isDigit(*p); p++) w = 10 * w + (uint64_t)(*p - '0');
    behind = p - point;
    digits += behind;
  }
  if (!digits || digits >= FAST_DIGITS || w >> MANTISSA || (*p | 32) == 'e' || (*p | 32) == 'x')
    return NULL;
  *x = (double)w / tenTo[behind];
  return p;
}

const char* num_parse(const char* text, double* x) {
  bool negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  Binary bin;
  const char* end = parseShort(text, x);
  if (!end) end = parseSpecial(text, x);
  if (!end && (end = parseHex(text, &bin)) != NULL) {
    *x = bin.m ? roundBinary(bin.m, bin.e, bin.sticky) : 0;
  }
  if (!end) {
    Decimal dec;
    end = parseDigits(text, &dec);
    if (!end) return NULL;
    end = parseExponent(end, 'e', &dec.exp10);
    *x = decimalValue(&dec);
  }
  if (negative) *x = -*x;
  return end;
}

// Compares the magnitude of the number at text with the finite nonzero double that it was read as,
// given by its bits: below (-1), equal (0) or above (1).
static int exactSide(const char* text, uint64_t bits) {
  Binary bin;
  if (*text == '-' || *text == '+') text++;
  if (!parseHex(text, &bin)) {
    Decimal dec;
    const char* end = parseDigits(text, &dec);
    ASSERT(end);  // it was parsed before
    parseExponent(end, 'e', &dec.exp10);
    bin = scaleBig(&dec);
  }
  int exp = (int)(bits >> 52 & 0x7ff) - EXP_BIAS;
  if (bin.e + 63 != exp) return bin.e + 63 < exp ? -1 : 1;
  uint64_t m = (bits << 11) | (uint64_t)1 << 63;
  return bin.m < m ? -1 : bin.m > m || bin.sticky;
}

const char* num_parseFloat(const char* text, float* x) {
  double wide;
  const char* end = num_parse(text, &wide);
  if (!end) return NULL;
  uint64_t bits = toBits(wide), m = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
  int exp = (int)(bits >> 52 & 0x7ff) - EXP_BIAS;
  int tail = MANTISSA - FLOAT_MANTISSA + (exp < FLOAT_MIN_EXP ? FLOAT_MIN_EXP - exp : 0);
  bool halfway = exp <= EXP_BIAS && tail <= MANTISSA &&
                 (m & (((uint64_t)1 << tail) - 1)) == (uint64_t)1 << (tail - 1);
  if (halfway) wide = fromBits(bits + (uint64_t)(int64_t)exactSide(text, bits));
  *x = (float)wide;
  return end;
}

const char* num_parseInt(const char* text, int64_t* x) {
  bool negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  if (!isDigit(*text)) return NULL;
  int64_t value = 0;
  for (; isDigit(*text); text++) {
    int digit = *text - '0';
    if (__builtin_mul_overflow(value, (int64_t)10, &value) ||
        __builtin_add_overflow(value, (int64_t)(negative ? -digit : digit), &value)) {
      return NULL;
    }
  }
  *x = value;
  return text;
}

// ---- printing

typedef struct {
  char digit[NUM_ROUNDTRIP + 2];
  int count, want;
  int exp10;    // of the first digit
  bool sticky;  // nonzero digits follow those stored
} Digits;

// appends nine more digits of the expansion; leading zeros are skipped
static void pushNine(Digits* out, uint32_t nine) {
  char group[9];
  for (int i = 8; i >= 0; i--, nine /= 10) group[i] = (char)(nine % 10);
  for (int i = 0; i < 9; i++) {
    if (!out->count && !group[i]) {
      out->exp10--;
    } else if (out->count < out->want) {
      out->digit[out->count++] = group[i];
    } else {
      out->sticky = out->sticky || group[i];
    }
  }
}

// decimal expansion of m*2^e to `want` digits
static void expand(Digits* out, uint64_t m, int e) {
  uint32_t groups[40];  // a double's integer part has up to 309 digits
  int n = 0;
  Big whole, part;
  big_set(&whole, e >= 0 ? m : e > -64 ? m >> -e : 0);
  if (e > 0) big_shift(&whole, e);
  while (whole.n) groups[n++] = big_divide(&whole, 1000000000u);
  ASSERT(n <= (int)(sizeof groups / sizeof *groups));
  out->exp10 = 9 * n - 1;
  while (n) pushNine(out, groups[--n]);
  if (e >= 0) return;
  // the fraction as an integer over 2^bits, bits a multiple of 32: its top limb is the carry
  int bits = (-e + 31) / 32 * 32, limbs = bits / 32;
  big_set(&part, e > -64 ? m & (((uint64_t)1 << -e) - 1) : m);
  big_shift(&part, bits + e);
  while (part.n && out->count < out->want) {
    big_mulAdd(&part, 1000000000u, 0);
    uint32_t carry = part.n > limbs ? part.limb[limbs] : 0;
    if (part.n > limbs) part.n = limbs;
    while (part.n && !part.limb[part.n - 1]) part.n--;
    pushNine(out, carry);
  }
  out->sticky = out->sticky || part.n > 0;
}

// rounds to `digits` digits, half to even, and drops trailing zeros
static void roundDigits(Digits* out, int digits) {
  if (out->count > digits) {
    int next = out->digit[digits];
    bool odd = out->digit[digits - 1] & 1;
    bool up = next > 5 || (next == 5 && (out->sticky || odd));
    out->count = digits;
    int i = digits - 1;
    while (up && i >= 0 && out->digit[i] == 9) out->digit[i--] = 0;
    if (up && i >= 0) out->digit[i]++;
    if (up && i < 0) out->digit[0] = 1, out->exp10++;
  }
  while (out->count > 1 && !out->digit[out->count - 1]) out->count--;
}

// writes the digits in printf's %g layout
static char* layout(char* p, const Digits* d, int digits) {
  if (d->exp10 < -4 || d->exp10 >= digits) {
    *p++ = (char)('0' + d->digit[0]);
    if (d->count > 1) *p++ = '.';
    for (int i = 1; i < d->count; i++) *p++ = (char)('0' + d->digit[i]);
    int e = d->exp10 < 0 ? -d->exp10 : d->exp10;
    *p++ = 'e';
    *p++ = d->exp10 < 0 ? '-' : '+';
    if (e >= 100) *p++ = (char)('0' + e / 100);
    *p++ = (char)('0' + e / 10 % 10);
    *p++ = (char)('0' + e % 10);
    return p;
  }
  if (d->exp10 < 0) {
    *p++ = '0';
    *p++ = '.';
    for (int i = -1; i > d->exp10; i--) *p++ = '0';
  }
  int last = d->count - 1 > d->exp10 ? d->count - 1 : d->exp10;
  for (int i = 0; i <= last; i++) {
    if (i == d->exp10 + 1 && d->exp10 >= 0) *p++ = '.';
    *p++ = (char)('0' + (i < d->count ? d->digit[i] : 0));
  }
  return p;
}

static int printDigits(char buf[NUM_SIZE], uint64_t bits, int digits) {
  char* p = buf;
  uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
  int biased = (int)(bits >> 52 & 0x7ff);
  if (bits >> 63) *p++ = '-';
  if (!biased && !fraction) {
    *p++ = '0';
  } else {
    Digits d = {.want = digits + 1};
    uint64_t m = biased ? fraction | (uint64_t)1 << 52 : fraction;
    expand(&d, m, (biased ? biased : 1) + MIN_EXP2 - 1);
    roundDigits(&d, digits);
    p = layout(p, &d, digits);
  }
  *p = 0;
  ASSERT(p - buf < NUM_SIZE);
  return (int)(p - buf);
}

int num_print(char buf[NUM_SIZE], double x, int digits) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  if (x != x) return (int)(strcpy(buf, "nan"), 3);
  if ((bits << 1) == 0x7ffull << 53) {
    strcpy(buf, bits >> 63 ? "-inf" : "inf");
    return (int)strlen(buf);
  }
  if (digits > NUM_ROUNDTRIP) digits = NUM_ROUNDTRIP;
  if (digits > NUM_SHORTEST) return printDigits(buf, bits, digits);
  int n = 0;
  for (digits = 15; digits <= NUM_ROUNDTRIP; digits++) {
    double back;
    n = printDigits(buf, bits, digits);
    num_parse(buf, &back);
    if (back == x) break;
  }
  return n;
}
