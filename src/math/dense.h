// Dense linear algebra of one world (BLAS-like): vectors and row-major matrices, the kernels of the
// solvers' inner loops. Dot products have four accumulators by index mod 4, added as
// (s0+s2)+(s1+s3); the one to three remaining terms are summed separately and added last. The four
// accumulators are one SIMD register with vectors of four doubles, whose low and high half are
// added first, or two: (s0,s1) and (s2,s3). Both are bitwise identical. All other sums run left to
// right, those over the rows of a matrix row after row.
#ifndef SINEW_MATH_DENSE_H_
#define SINEW_MATH_DENSE_H_

#include <stdint.h>
#include <string.h>

#include "base/assert.h"

// two doubles, aligned to 8 bytes only
typedef double dense_Pair __attribute__((vector_size(16), aligned(8), may_alias));
_Static_assert(sizeof(dense_Pair) == 2 * sizeof(double), "two accumulators of a dot");

// as many doubles as a register has, aligned to 8 bytes only, and the four accumulators of a dot
// product
#ifdef __AVX__
enum { DENSE_WIDE = 4 };
typedef double dense_Wide __attribute__((vector_size(32), aligned(8), may_alias));
typedef struct {
  dense_Wide s;
} dense_Sums;
#else
enum { DENSE_WIDE = 2 };
typedef dense_Pair dense_Wide;
typedef struct {
  dense_Pair s01, s23;
} dense_Sums;
#endif

// replaces element k by x
static inline dense_Pair dense_replacePair(dense_Pair vec, int k, double x) {
  typedef int64_t Bits __attribute__((vector_size(16), aligned(8), may_alias));
  static const int64_t window[3] = {0, -1, 0};
  const Bits own = *(const Bits*)(window + 1 - k);
  const dense_Pair all = {x, x};
  ASSERT_FULL(k == 0 || k == 1);
#ifdef __AVX__
  return (dense_Pair)__builtin_ia32_blendvpd(vec, all, (dense_Pair)own);
#else
  return (dense_Pair)((own & (Bits)all) | (~own & (Bits)vec));
#endif
}

static inline dense_Wide dense_replace(dense_Wide vec, int k, double x) {
#ifdef __AVX__
  typedef int64_t Bits __attribute__((vector_size(32), aligned(8), may_alias));
  static const int64_t window[7] = {[3] = -1};
  const dense_Wide all = x - (dense_Wide){0};  // subtraction keeps -0
  ASSERT_FULL(k >= 0 && k < DENSE_WIDE);
  return (dense_Wide)__builtin_ia32_blendvpd256(vec, all,
                                                (dense_Wide) * (const Bits*)(window + 3 - k));
#else
  return dense_replacePair(vec, k, x);
#endif
}

// gather: elements of an array by index
static inline dense_Wide dense_pick(const double* vec, const int* ind) {
#ifdef __AVX__
  return (dense_Wide){vec[ind[0]], vec[ind[1]], vec[ind[2]], vec[ind[3]]};
#else
  return (dense_Wide){vec[ind[0]], vec[ind[1]]};
#endif
}

// the terms a[0] b[0] .. a[3] b[3], one for each accumulator
static inline void dense_addFour(dense_Sums* sums, const double* a, const double* b) {
#ifdef __AVX__
  sums->s += *(const dense_Wide*)a * *(const dense_Wide*)b;
#else
  sums->s01 += *(const dense_Pair*)a * *(const dense_Pair*)b;
  sums->s23 += *(const dense_Pair*)(a + 2) * *(const dense_Pair*)(b + 2);
#endif
}

static inline double dense_sumPairs(dense_Pair s01, dense_Pair s23) {
  const dense_Pair s = s01 + s23;
  return s[0] + s[1];
}

// order: (s0+s2)+(s1+s3)
static inline double dense_total(const dense_Sums* sums) {
#ifdef __AVX__
  const dense_Pair low = {sums->s[0], sums->s[1]}, high = {sums->s[2], sums->s[3]};
  return dense_sumPairs(low, high);
#else
  return dense_sumPairs(sums->s01, sums->s23);
#endif
}

// ---- one pass over vectors

static inline void dense_zero(double* res, int n) {
  if (n > 0) memset(res, 0, (size_t)n * sizeof *res);
}

static inline void dense_copy(double* res, const double* vec, int n) {
  if (n > 0) memmove(res, vec, (size_t)n * sizeof *res);
}

// Loops over whole registers, since gcc does not vectorize loops with possible overlap at -O2.
// Values that one loop stores and the next loads have the same width and alignment in both: a load
// that recent stores cover only in pieces stalls until they have left the store buffer. Operands
// are the same array or do not overlap.

static inline void dense_scl(double* res, const double* vec, double scl, int n) {
  int i = 0;
  for (; i + DENSE_WIDE <= n; i += DENSE_WIDE) {
    *(dense_Wide*)(res + i) = *(const dense_Wide*)(vec + i) * scl;
  }
  for (; i < n; i++) res[i] = vec[i] * scl;
}

// res = a + b
static inline void dense_add(double* res, const double* a, const double* b, int n) {
  int i = 0;
  for (; i + DENSE_WIDE <= n; i += DENSE_WIDE) {
    *(dense_Wide*)(res + i) = *(const dense_Wide*)(a + i) + *(const dense_Wide*)(b + i);
  }
  for (; i < n; i++) res[i] = a[i] + b[i];
}

// res = a - b
static inline void dense_sub(double* res, const double* a, const double* b, int n) {
  int i = 0;
  for (; i + DENSE_WIDE <= n; i += DENSE_WIDE) {
    *(dense_Wide*)(res + i) = *(const dense_Wide*)(a + i) - *(const dense_Wide*)(b + i);
  }
  for (; i < n; i++) res[i] = a[i] - b[i];
}

// res = a + b*scl
static inline void dense_addScl(double* res, const double* a, const double* b, double scl, int n) {
  int i = 0;
  for (; i + DENSE_WIDE <= n; i += DENSE_WIDE) {
    *(dense_Wide*)(res + i) = *(const dense_Wide*)(a + i) + *(const dense_Wide*)(b + i) * scl;
  }
  for (; i < n; i++) res[i] = a[i] + b[i] * scl;
}

// res += vec*scl
static inline void dense_axpy(double* res, const double* vec, double scl, int n) {
  dense_addScl(res, res, vec, scl, n);
}

// res += vec[e]*scl[e], e = 0 .. 3: bitwise identical to four dense_axpy, with a quarter of the
// memory traffic
static inline void dense_axpy4(double* res, const double* const vec[4], const double scl[4],
                               int n) {
  const double *v0 = vec[0], *v1 = vec[1], *v2 = vec[2], *v3 = vec[3];
  const double s0 = scl[0], s1 = scl[1], s2 = scl[2], s3 = scl[3];
  int i = 0;
  for (; i + DENSE_WIDE <= n; i += DENSE_WIDE) {
    dense_Wide sum = *(dense_Wide*)(res + i) + *(const dense_Wide*)(v0 + i) * s0;
    sum += *(const dense_Wide*)(v1 + i) * s1;
    sum += *(const dense_Wide*)(v2 + i) * s2;
    sum += *(const dense_Wide*)(v3 + i) * s3;
    *(dense_Wide*)(res + i) = sum;
  }
  for (; i < n; i++) res[i] = res[i] + v0[i] * s0 + v1[i] * s1 + v2[i] * s2 + v3[i] * s3;
}

// last terms of a dot product: elements i .. n-1, fewer than four
static inline double dense_finishDot(const dense_Sums* sums, const double* a, const double* b,
                                     int i, int n) {
  const double sum = dense_total(sums);
  ASSERT_FULL(i % 4 == 0 && n - i < 4);
  if (i == n) return sum;
  double rest = a[i] * b[i];
  while (++i < n) rest += a[i] * b[i];
  return sum + rest;
}

// order: four accumulators by index mod 4, the remaining terms summed separately
static inline double dense_dot(const double* a, const double* b, int n) {
  dense_Sums sums = {0};
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    dense_addFour(&sums, a + i, b + i);
    dense_addFour(&sums, a + i + 4, b + i + 4);
  }
  if (i + 4 <= n) {
    dense_addFour(&sums, a + i, b + i);
    i += 4;
  }
  return dense_finishDot(&sums, a, b, i, n);
}

// Four dot products with one vector, for whole groups of four terms: res[k] = row k of mat (stride
// apart) . vec; vec is read once. Returns the number of terms included. Named accumulators: gcc
// keeps an array of them in memory.
static inline int dense_groups4(double res[4], const double* mat, int stride, const double* vec,
                                int n) {
  const double *m0 = mat, *m1 = m0 + stride, *m2 = m1 + stride, *m3 = m2 + stride;
  dense_Sums a = {0}, b = {0}, c = {0}, d = {0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    dense_addFour(&a, m0 + i, vec + i);
    dense_addFour(&b, m1 + i, vec + i);
    dense_addFour(&c, m2 + i, vec + i);
    dense_addFour(&d, m3 + i, vec + i);
  }
  res[0] = dense_total(&a);
  res[1] = dense_total(&b);
  res[2] = dense_total(&c);
  res[3] = dense_total(&d);
  return i;
}

// four dot products with one vector, bitwise identical to dense_dot
static inline void dense_dot4(double res[4], const double* mat, int stride, const double* vec,
                              int n) {
  const int whole = dense_groups4(res, mat, stride, vec, n);
  for (int k = 0; k < 4 && whole < n; k++, mat += stride) {
    double rest = mat[whole] * vec[whole];
    for (int i = whole + 1; i < n; i++) rest += mat[i] * vec[i];
    res[k] += rest;
  }
}

// order: left to right
static inline double dense_sum(const double* vec, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += vec[i];
  return sum;
}

// ---- matrices; res is never an operand

// res = mat vec, mat nr x nc
void dense_mulMatVec(double* res, const double* mat, const double* vec, int nr, int nc);
// res = mat' vec, mat nr x nc
void dense_mulMatTVec(double* res, const double* mat, const double* vec, int nr, int nc);
// res (r1 x c2) = a (r1 x c1) b (c1 x c2)
void dense_mulMatMat(double* res, const double* a, const double* b, int r1, int c1, int c2);
// res (r1 x r2) = a (r1 x c1) b' (b is r2 x c1)
void dense_mulMatMatT(double* res, const double* a, const double* b, int r1, int c1, int r2);
// res (c1 x c2) = a' (a is r1 x c1) b (r1 x c2)
void dense_mulMatTMat(double* res, const double* a, const double* b, int r1, int c1, int c2);
// res (nc x nc) = mat' diag(d) mat, mat nr x nc; diag NULL: mat' mat. The lower triangle is
// computed and mirrored to the upper.
void dense_sqrMatTD(double* res, const double* mat, const double* diag, int nr, int nc);
// res (nc x nr) = mat'
void dense_transpose(double* res, const double* mat, int nr, int nc);

#endif
