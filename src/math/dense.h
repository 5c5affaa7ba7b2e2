// Dense vectors and row-major matrices of one world: the kernels of the solvers' inner loops.
// Dots run in four accumulators by index mod 4, then (s0+s2)+(s1+s3); the one to three terms left
// over are summed and added last. Two 2-wide vectors hold the four: (s0,s1) and (s2,s3), whose sum
// has the two halves of the result. Any vector width that keeps them gives the same bits. All other
// sums run left to right, those over the rows of a matrix row after row.
#ifndef SINEW_MATH_DENSE_H_
#define SINEW_MATH_DENSE_H_

#include <string.h>

#include "base/assert.h"

// two doubles at any 8-byte boundary
typedef double dense_Pair __attribute__((vector_size(16), aligned(8), may_alias));
_Static_assert(sizeof(dense_Pair) == 2 * sizeof(double), "two accumulators of a dot");

static inline double dense_sumPairs(dense_Pair s01, dense_Pair s23) {
  const dense_Pair s = s01 + s23;
  return s[0] + s[1];
}

// ---- one pass over vectors

static inline void dense_zero(double* res, int n) {
  if (n > 0) memset(res, 0, (size_t)n * sizeof *res);
}

static inline void dense_copy(double* res, const double* vec, int n) {
  if (n > 0) memmove(res, vec, (size_t)n * sizeof *res);
}

static inline void dense_scl(double* res, const double* vec, double scl, int n) {
  for (int i = 0; i < n; i++) res[i] = vec[i] * scl;
}

// res = a + b
static inline void dense_add(double* res, const double* a, const double* b, int n) {
  for (int i = 0; i < n; i++) res[i] = a[i] + b[i];
}

// res = a - b
static inline void dense_sub(double* res, const double* a, const double* b, int n) {
  for (int i = 0; i < n; i++) res[i] = a[i] - b[i];
}

// res = a + b*scl
static inline void dense_addScl(double* res, const double* a, const double* b, double scl, int n) {
  for (int i = 0; i < n; i++) res[i] = a[i] + b[i] * scl;
}

// res += vec*scl; by pairs, since gcc does not vectorise loops with possible overlap at -O2
static inline void dense_axpy(double* res, const double* vec, double scl, int n) {
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    dense_Pair* const r = (dense_Pair*)(res + i);
    const dense_Pair* const v = (const dense_Pair*)(vec + i);
    const dense_Pair lo = r[0] + v[0] * scl, hi = r[1] + v[1] * scl;
    r[0] = lo;
    r[1] = hi;
  }
  for (; i < n; i++) res[i] += vec[i] * scl;
}

// last terms of a dot: elements i .. n-1, fewer than four
static inline double dense_finishDot(dense_Pair s01, dense_Pair s23, const double* a,
                                     const double* b, int i, int n) {
  const double sum = dense_sumPairs(s01, s23);
  ASSERT_FULL(i % 4 == 0 && n - i < 4);
  if (i == n) return sum;
  double rest = a[i] * b[i];
  while (++i < n) rest += a[i] * b[i];
  return sum + rest;
}

// order: four accumulators by index mod 4, the terms left over summed by themselves
static inline double dense_dot(const double* a, const double* b, int n) {
  dense_Pair s01 = {0, 0}, s23 = {0, 0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const dense_Pair* const pa = (const dense_Pair*)(a + i);
    const dense_Pair* const pb = (const dense_Pair*)(b + i);
    s01 += pa[0] * pb[0];
    s23 += pa[1] * pb[1];
  }
  return dense_finishDot(s01, s23, a, b, i, n);
}

// four dots with one vector, as far as whole groups of four terms go: res[k] = row k of mat (stride
// apart) . vec; vec is read once. Returns how many terms they have. Named accumulators: gcc keeps
// an array of them in memory.
static inline int dense_groups4(double res[4], const double* mat, int stride, const double* vec,
                                int n) {
  const double *m0 = mat, *m1 = m0 + stride, *m2 = m1 + stride, *m3 = m2 + stride;
  dense_Pair a01 = {0, 0}, a23 = {0, 0}, b01 = {0, 0}, b23 = {0, 0};
  dense_Pair c01 = {0, 0}, c23 = {0, 0}, d01 = {0, 0}, d23 = {0, 0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const dense_Pair v01 = *(const dense_Pair*)(vec + i);
    const dense_Pair v23 = *(const dense_Pair*)(vec + i + 2);
    a01 += *(const dense_Pair*)(m0 + i) * v01;
    a23 += *(const dense_Pair*)(m0 + i + 2) * v23;
    b01 += *(const dense_Pair*)(m1 + i) * v01;
    b23 += *(const dense_Pair*)(m1 + i + 2) * v23;
    c01 += *(const dense_Pair*)(m2 + i) * v01;
    c23 += *(const dense_Pair*)(m2 + i + 2) * v23;
    d01 += *(const dense_Pair*)(m3 + i) * v01;
    d23 += *(const dense_Pair*)(m3 + i + 2) * v23;
  }
  res[0] = dense_sumPairs(a01, a23);
  res[1] = dense_sumPairs(b01, b23);
  res[2] = dense_sumPairs(c01, c23);
  res[3] = dense_sumPairs(d01, d23);
  return i;
}

// four dots with one vector: the bits of dense_dot
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
// res (nc x nc) = mat' diag(d) mat, mat nr x nc; diag NULL: mat' mat. The lower triangle is summed,
// the upper is its mirror image.
void dense_sqrMatTD(double* res, const double* mat, const double* diag, int nr, int nc);
// res (nc x nr) = mat'
void dense_transpose(double* res, const double* mat, int nr, int nc);

#endif
