// Vectors and 3x3 matrices, lane-generic (SIMD over worlds): every `real` has one value of each of
// LANE_W worlds. v3_, v4_, v6_: fixed sizes; vn_: any length; m3_: 3x3 row-major matrices. Results
// may be the same array as an operand unless a comment says otherwise. Summation order: v3_ and v4_
// left to right; v6_ and vn_ as in math/dense.h, so that every width and the dense kernels are
// bitwise identical.
#ifndef SINEW_MATH_VEC_H_
#define SINEW_MATH_VEC_H_

#include <sinew/types.h>

#include "base/assert.h"
#include "base/lane.h"

// ---- 3-vectors

LANE_INLINE void v3_set(real res[3], real x, real y, real z) {
  res[0] = x;
  res[1] = y;
  res[2] = z;
}

LANE_INLINE void v3_zero(real res[3]) { v3_set(res, lane_bc(0), lane_bc(0), lane_bc(0)); }

// broadcast: the same three values in all lanes
LANE_INLINE void v3_bc(real res[3], const double vec[3]) {
  v3_set(res, lane_bc(vec[0]), lane_bc(vec[1]), lane_bc(vec[2]));
}

// named copies: compilers would split an array copy of reals into moves without store forwarding
LANE_INLINE void v3_copy(real res[3], const real vec[3]) {
  const real x = vec[0], y = vec[1], z = vec[2];
  v3_set(res, x, y, z);
}

LANE_INLINE void v3_scl(real res[3], const real vec[3], real scl) {
  v3_set(res, vec[0] * scl, vec[1] * scl, vec[2] * scl);
}

LANE_INLINE void v3_add(real res[3], const real a[3], const real b[3]) {
  v3_set(res, a[0] + b[0], a[1] + b[1], a[2] + b[2]);
}

LANE_INLINE void v3_sub(real res[3], const real a[3], const real b[3]) {
  v3_set(res, a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

LANE_INLINE void v3_addTo(real res[3], const real vec[3]) { v3_add(res, res, vec); }

LANE_INLINE void v3_subFrom(real res[3], const real vec[3]) { v3_sub(res, res, vec); }

// res = a + b*scl
LANE_INLINE void v3_addScl(real res[3], const real a[3], const real b[3], real scl) {
  v3_set(res, a[0] + b[0] * scl, a[1] + b[1] * scl, a[2] + b[2] * scl);
}

LANE_INLINE void v3_addToScl(real res[3], const real vec[3], real scl) {
  v3_addScl(res, res, vec, scl);
}

LANE_INLINE void v3_neg(real res[3], const real vec[3]) { v3_set(res, -vec[0], -vec[1], -vec[2]); }

LANE_INLINE void v3_select(real res[3], mask m, const real a[3], const real b[3]) {
  v3_set(res, lane_select(m, a[0], b[0]), lane_select(m, a[1], b[1]), lane_select(m, a[2], b[2]));
}

LANE_INLINE real v3_dot(const real a[3], const real b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

LANE_INLINE real v3_norm(const real vec[3]) { return lane_sqrt(v3_dot(vec, vec)); }

LANE_INLINE real v3_dist(const real a[3], const real b[3]) {
  real d[3];
  v3_sub(d, a, b);
  return v3_norm(d);
}

// vec / |vec|, or (1,0,0) if |vec| < mjMINVAL; returns |vec|
LANE_INLINE real v3_normalize(real vec[3]) {
  const real norm = v3_norm(vec);
  const mask tiny = norm < mjMINVAL;
  const real inv = 1.0 / lane_select(tiny, lane_bc(1), norm);
  v3_set(vec, lane_select(tiny, lane_bc(1), vec[0] * inv),
         lane_select(tiny, lane_bc(0), vec[1] * inv), lane_select(tiny, lane_bc(0), vec[2] * inv));
  return norm;
}

LANE_INLINE void v3_cross(real res[3], const real a[3], const real b[3]) {
  v3_set(res, a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}

// res += a x b
LANE_INLINE void v3_addCross(real res[3], const real a[3], const real b[3]) {
  real c[3];
  v3_cross(c, a, b);
  v3_add(res, res, c);
}

// ---- 4-vectors

LANE_INLINE void v4_set(real res[4], real w, real x, real y, real z) {
  res[0] = w;
  res[1] = x;
  res[2] = y;
  res[3] = z;
}

LANE_INLINE void v4_zero(real res[4]) {
  v4_set(res, lane_bc(0), lane_bc(0), lane_bc(0), lane_bc(0));
}

LANE_INLINE void v4_bc(real res[4], const double vec[4]) {
  v4_set(res, lane_bc(vec[0]), lane_bc(vec[1]), lane_bc(vec[2]), lane_bc(vec[3]));
}

LANE_INLINE void v4_copy(real res[4], const real vec[4]) {
  const real w = vec[0], x = vec[1], y = vec[2], z = vec[3];
  v4_set(res, w, x, y, z);
}

LANE_INLINE void v4_scl(real res[4], const real vec[4], real scl) {
  v4_set(res, vec[0] * scl, vec[1] * scl, vec[2] * scl, vec[3] * scl);
}

LANE_INLINE void v4_select(real res[4], mask m, const real a[4], const real b[4]) {
  v4_set(res, lane_select(m, a[0], b[0]), lane_select(m, a[1], b[1]), lane_select(m, a[2], b[2]),
         lane_select(m, a[3], b[3]));
}

LANE_INLINE real v4_dot(const real a[4], const real b[4]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

// ---- 6-vectors

LANE_INLINE void v6_zero(real res[6]) {
  v3_zero(res);
  v3_zero(res + 3);
}

LANE_INLINE void v6_copy(real res[6], const real vec[6]) {
  const real a = vec[0], b = vec[1], c = vec[2], d = vec[3], e = vec[4], f = vec[5];
  v3_set(res, a, b, c);
  v3_set(res + 3, d, e, f);
}

LANE_INLINE void v6_scl(real res[6], const real vec[6], real scl) {
  v3_scl(res, vec, scl);
  v3_scl(res + 3, vec + 3, scl);
}

LANE_INLINE void v6_add(real res[6], const real a[6], const real b[6]) {
  v3_add(res, a, b);
  v3_add(res + 3, a + 3, b + 3);
}

LANE_INLINE void v6_sub(real res[6], const real a[6], const real b[6]) {
  v3_sub(res, a, b);
  v3_sub(res + 3, a + 3, b + 3);
}

LANE_INLINE void v6_addTo(real res[6], const real vec[6]) { v6_add(res, res, vec); }

LANE_INLINE void v6_addToScl(real res[6], const real vec[6], real scl) {
  v3_addToScl(res, vec, scl);
  v3_addToScl(res + 3, vec + 3, scl);
}

// order: by index mod 4, then (s0+s2)+(s1+s3), then the two remaining: that of dense_dot
LANE_INLINE real v6_dot(const real a[6], const real b[6]) {
  const real even = a[0] * b[0] + a[2] * b[2], odd = a[1] * b[1] + a[3] * b[3];
  return (even + odd) + (a[4] * b[4] + a[5] * b[5]);
}

// Whole 6-vectors, from memory to memory, bitwise identical. One world uses a vector of four and
// one of two; where single elements are needed too, v6_ is better.
#if LANE_W == 1
typedef double v6_Four __attribute__((vector_size(32), aligned(8), may_alias));
typedef double v6_Two __attribute__((vector_size(16), aligned(8), may_alias));
typedef struct {
  v6_Four four;
  v6_Two two;
} v6_Whole;

LANE_INLINE v6_Whole v6_load(const real vec[6]) {
  return (v6_Whole){*(const v6_Four*)vec, *(const v6_Two*)(vec + 4)};
}
// (0, vec)
LANE_INLINE v6_Whole v6_second(const real vec[3]) {
  return (v6_Whole){{0, 0, 0, vec[0]}, {vec[1], vec[2]}};
}
LANE_INLINE void v6_store(real res[6], v6_Whole x) {
  *(v6_Four*)res = x.four;
  *(v6_Two*)(res + 4) = x.two;
}
LANE_INLINE v6_Whole v6_times(v6_Whole x, real scl) {
  return (v6_Whole){x.four * scl, x.two * scl};
}
LANE_INLINE v6_Whole v6_plus(v6_Whole x, v6_Whole y) {
  return (v6_Whole){x.four + y.four, x.two + y.two};
}
#else
typedef struct {
  real at[6];
} v6_Whole;

LANE_INLINE v6_Whole v6_load(const real vec[6]) {
  v6_Whole x;
  v6_copy(x.at, vec);
  return x;
}
LANE_INLINE v6_Whole v6_second(const real vec[3]) {
  v6_Whole x;
  v3_zero(x.at);
  v3_copy(x.at + 3, vec);
  return x;
}
LANE_INLINE void v6_store(real res[6], v6_Whole x) { v6_copy(res, x.at); }
LANE_INLINE v6_Whole v6_times(v6_Whole x, real scl) {
  v6_scl(x.at, x.at, scl);
  return x;
}
LANE_INLINE v6_Whole v6_plus(v6_Whole x, v6_Whole y) {
  v6_addTo(x.at, y.at);
  return x;
}
#endif

// sum of vec_k scl_k, n > 0 of them
// order: left to right
LANE_INLINE v6_Whole v6_sum(const real* vec, const real* scl, int n) {
  v6_Whole sum = v6_times(v6_load(vec), scl[0]);
  for (int k = 1; k < n; k++) sum = v6_plus(sum, v6_times(v6_load(vec + 6 * k), scl[k]));
  return sum;
}

// ---- any length

LANE_INLINE void vn_zero(real* res, int n) {
  for (int i = 0; i < n; i++) res[i] = lane_bc(0);
}

LANE_INLINE void vn_copy(real* res, const real* vec, int n) {
  for (int i = 0; i < n; i++) res[i] = vec[i];
}

LANE_INLINE void vn_scl(real* res, const real* vec, real scl, int n) {
  for (int i = 0; i < n; i++) res[i] = vec[i] * scl;
}

LANE_INLINE void vn_add(real* res, const real* a, const real* b, int n) {
  for (int i = 0; i < n; i++) res[i] = a[i] + b[i];
}

LANE_INLINE void vn_addTo(real* res, const real* vec, int n) { vn_add(res, res, vec, n); }

// res += vec*scl
LANE_INLINE void vn_addToScl(real* res, const real* vec, real scl, int n) {
  for (int i = 0; i < n; i++) res[i] = res[i] + vec[i] * scl;
}

// order: that of dense_dot
LANE_INLINE real vn_dot(const real* a, const real* b, int n) {
  real s0 = lane_bc(0), s1 = lane_bc(0), s2 = lane_bc(0), s3 = lane_bc(0);
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    s0 = s0 + a[i] * b[i];
    s1 = s1 + a[i + 1] * b[i + 1];
    s2 = s2 + a[i + 2] * b[i + 2];
    s3 = s3 + a[i + 3] * b[i + 3];
  }
  const real sum = (s0 + s2) + (s1 + s3);
  if (i == n) return sum;
  real rest = a[i] * b[i];
  while (++i < n) rest = rest + a[i] * b[i];
  return sum + rest;
}

// whether all are zero: tests all bits but the sign at once
LANE_INLINE mask vn_isZero(const real* vec, const int n) {
  lint bits = lane_bits(vec[0]);
  for (int i = 1; i < n; i++) bits = bits | lane_bits(vec[i]);
  return lane_shl(bits, 1) == 0;
}

// ---- 3x3 matrices, row-major

LANE_INLINE void m3_zero(real res[9]) { vn_zero(res, 9); }

LANE_INLINE void m3_copy(real res[9], const real mat[9]) {
  v3_copy(res, mat);
  v3_copy(res + 3, mat + 3);
  v3_copy(res + 6, mat + 6);
}

LANE_INLINE void m3_unit(real res[9]) {
  m3_zero(res);
  res[0] = res[4] = res[8] = lane_bc(1);
}

LANE_INLINE void m3_bc(real res[9], const double mat[9]) {
  v3_bc(res, mat);
  v3_bc(res + 3, mat + 3);
  v3_bc(res + 6, mat + 6);
}

// res = mat vec
LANE_INLINE void m3_mulVec(real res[3], const real mat[9], const real vec[3]) {
  v3_set(res, v3_dot(mat, vec), v3_dot(mat + 3, vec), v3_dot(mat + 6, vec));
}

// res = mat' vec
LANE_INLINE void m3_mulTVec(real res[3], const real mat[9], const real vec[3]) {
  v3_set(res, mat[0] * vec[0] + mat[3] * vec[1] + mat[6] * vec[2],
         mat[1] * vec[0] + mat[4] * vec[1] + mat[7] * vec[2],
         mat[2] * vec[0] + mat[5] * vec[1] + mat[8] * vec[2]);
}

LANE_INLINE void m3_transpose(real res[9], const real mat[9]) {
  const real m01 = mat[1], m02 = mat[2], m12 = mat[5], m10 = mat[3], m20 = mat[6], m21 = mat[7];
  v3_set(res, mat[0], m10, m20);
  v3_set(res + 3, m01, mat[4], m21);
  v3_set(res + 6, m02, m12, mat[8]);
}

// res = a b; res is neither a nor b
LANE_INLINE void m3_mul(real res[9], const real a[9], const real b[9]) {
  ASSERT_FULL(res != a && res != b);
  for (int i = 0; i < 3; i++) m3_mulTVec(res + 3 * i, b, a + 3 * i);
}

// res = a b'; res is neither a nor b
LANE_INLINE void m3_mulT(real res[9], const real a[9], const real b[9]) {
  ASSERT_FULL(res != a && res != b);
  for (int i = 0; i < 3; i++) m3_mulVec(res + 3 * i, b, a + 3 * i);
}

// res = a' b; res is neither a nor b
LANE_INLINE void m3_Tmul(real res[9], const real a[9], const real b[9]) {
  ASSERT_FULL(res != a && res != b);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      res[3 * i + j] = a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j];
    }
  }
}

// column k of mat
LANE_INLINE void m3_column(real res[3], const real mat[9], int k) {
  ASSERT_FULL(k >= 0 && k < 3);
  v3_set(res, mat[k], mat[3 + k], mat[6 + k]);
}

#endif
