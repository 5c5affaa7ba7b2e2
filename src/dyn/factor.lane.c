// Sparse factorization of the mass matrix in its tree pattern, M = L' D L with L unit lower
// triangular, and solves (Featherstone, chapter 6.5). No fill-in: the ancestors of dof i are the
// first entries of the row of every descendant k, so row i and the start of row k line up and the
// inner loop needs no indices. D is on the diagonal (last in the row), L elsewhere. Rows of simple
// dofs have the diagonal only.
//   M -> qLD, qLDiagInv
#include "base/assert.h"
#include "dyn/dyn.h"
#include "dyn/row.h"
#include "math/vec.h"

// dst -= src scl; the rows do not overlap. In pairs: rows are short, and a wider loop would spend
// its time in the remainder
LANE_INLINE void subtractRow(real* restrict dst, const real* restrict src, real scl, int n) {
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    const real a = dst[k] - src[k] * scl, b = dst[k + 1] - src[k + 1] * scl;
    dst[k] = a;
    dst[k + 1] = b;
  }
  if (k < n) dst[k] = dst[k] - src[k] * scl;
}

// order: srcA, then srcB: the bits of two calls of subtractRow, with half the traffic
LANE_INLINE void subtractTwoRows(real* restrict dst, const real* restrict srcA, real a,
                                 const real* restrict srcB, real b, int n) {
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    const real x = dst[k] - srcA[k] * a, y = dst[k + 1] - srcA[k + 1] * a;
    const real z = x - srcB[k] * b, w = y - srcB[k + 1] * b;
    dst[k] = z;
    dst[k + 1] = w;
  }
  if (k < n) dst[k] = dst[k] - srcA[k] * a - srcB[k] * b;
}

// the same for three rows
LANE_INLINE void subtractThreeRows(real* restrict dst, const real* restrict srcA, real a,
                                   const real* restrict srcB, real b, const real* restrict srcC,
                                   real c, int n) {
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    const real x = dst[k] - srcA[k] * a, y = dst[k + 1] - srcA[k + 1] * a;
    const real z = x - srcB[k] * b, w = y - srcB[k + 1] * b;
    const real u = z - srcC[k] * c, v = w - srcC[k + 1] * c;
    dst[k] = u;
    dst[k + 1] = v;
  }
  if (k < n) dst[k] = dst[k] - srcA[k] * a - srcB[k] * b - srcC[k] * c;
}

// eliminates dof k: its row becomes that of L, and its share is subtracted from the rows of its
// ancestors
// order: times the reciprocal of the pivot, ancestors from the nearest up
LANE_INLINE void eliminate(const lane_Model* m, real* qLD, real* qLDiagInv, int k) {
  const int adr = m->M_rowadr[k], last = m->M_rownnz[k] - 1;
  const int* col = m->M_colind + adr;
  real* row = qLD + adr;
  ASSERT_FULL(col[last] == k);
  const real inv = 1.0 / row[last];
  qLDiagInv[k] = inv;
  for (int p = last - 1; p >= 0; p--) {
    const real scl = row[p] * inv;
    ASSERT_FULL(m->M_rownnz[col[p]] == p + 1);  // rows of ancestors line up with this one
    subtractRow(qLD + m->M_rowadr[col[p]], row, scl, p + 1);
    row[p] = scl;
  }
}

// eliminates dof k and then its parent k-1, in one pass over the rows of their common ancestors
LANE_INLINE void eliminateTwo(const lane_Model* m, real* qLD, real* qLDiagInv, int k) {
  const int n = m->M_rownnz[k] - 2;  // common ancestors
  const int* col = m->M_colind + m->M_rowadr[k];
  real *row = qLD + m->M_rowadr[k], *parent = qLD + m->M_rowadr[k - 1];
  ASSERT_FULL(n >= 0 && m->M_rownnz[k - 1] == n + 1);
  const real inv = 1.0 / row[n + 1], link = row[n] * inv;
  subtractRow(parent, row, link, n + 1);
  row[n] = link;
  const real parentInv = 1.0 / parent[n];
  qLDiagInv[k] = inv;
  qLDiagInv[k - 1] = parentInv;
  for (int p = n - 1; p >= 0; p--) {
    const real a = row[p] * inv, b = parent[p] * parentInv;
    subtractTwoRows(qLD + m->M_rowadr[col[p]], row, a, parent, b, p + 1);
    row[p] = a;
    parent[p] = b;
  }
}

// dof k, its parent k-1 and its parent k-2 in one pass
LANE_INLINE void eliminateThree(const lane_Model* m, real* qLD, real* qLDiagInv, int k) {
  const int n = m->M_rownnz[k] - 3;  // common ancestors
  const int* col = m->M_colind + m->M_rowadr[k];
  real* row = qLD + m->M_rowadr[k];
  real *next = qLD + m->M_rowadr[k - 1], *third = qLD + m->M_rowadr[k - 2];
  ASSERT_FULL(n >= 0 && m->M_rownnz[k - 1] == n + 2 && m->M_rownnz[k - 2] == n + 1);
  const real inv = 1.0 / row[n + 2], link = row[n + 1] * inv, far = row[n] * inv;
  subtractRow(next, row, link, n + 2);
  row[n + 1] = link;
  const real nextInv = 1.0 / next[n + 1], nextLink = next[n] * nextInv;
  subtractTwoRows(third, row, far, next, nextLink, n + 1);
  row[n] = far;
  next[n] = nextLink;
  const real thirdInv = 1.0 / third[n];
  qLDiagInv[k] = inv;
  qLDiagInv[k - 1] = nextInv;
  qLDiagInv[k - 2] = thirdInv;
  for (int p = n - 1; p >= 0; p--) {
    const real a = row[p] * inv, b = next[p] * nextInv, c = third[p] * thirdInv;
    subtractThreeRows(qLD + m->M_rowadr[col[p]], row, a, next, b, third, c, p + 1);
    row[p] = a;
    next[p] = b;
    third[p] = c;
  }
}

// whether the n dofs before k are its nearest ancestors
static bool followsOn(const lane_Model* m, int k, int n) {
  const int last = m->M_rownnz[k] - 1;
  const int* col = m->M_colind + m->M_rowadr[k] + last;
  for (int i = 1; i <= n; i++) {
    if (last < i || col[-i] != k - i) return false;
  }
  return true;
}

// factors the dofs of a range, which contains whole trees
LANE_INLINE void factorRange(const lane_Model* m, const range_Range* s, real* qLD,
                             real* qLDiagInv) {
  for (int k = s->dof[1] - 1; k >= s->dof[0]; k--) {
    const int last = m->M_rownnz[k] - 1;
    ASSERT_FULL(m->M_colind[m->M_rowadr[k]] >= s->dof[0]);  // no row leaves its range
    if (followsOn(m, k, 2)) {
      eliminateThree(m, qLD, qLDiagInv, k);
      k -= 2;
    } else if (last > 0 && m->M_colind[m->M_rowadr[k] + last - 1] == k - 1) {
      eliminateTwo(m, qLD, qLDiagInv, k--);
    } else {
      eliminate(m, qLD, qLDiagInv, k);
    }
  }
}

void LANE(dyn_factor)(const lane_Model* m, range_List ranges, real* qLD, real* qLDiagInv) {
  range_eachRange(ranges, s) factorRange(m, s, qLD, qLDiagInv);
}

void LANE(dyn_factorRanges)(const lane_Model* m, lane_Data* d, range_List ranges) {
  range_eachRange(ranges, s) {
    int adr, n = range_entries(s, m->M_rowadr, m->M_rownnz, &adr);
    vn_copy(d->qLD + adr, d->M + adr, n);
  }
  LANE(dyn_factor)(m, ranges, d->qLD, d->qLDiagInv);
}

void LANE(dyn_factorM)(const lane_Model* m, lane_Data* d) {
  LANE(dyn_factorRanges)(m, d, lane_ranges(d));
}

// x = L^-T x. Three dofs of a chain in one pass over their common ancestors, as in the factor
LANE_INLINE void solveTransposed(const lane_Model* m, const range_Range* s, real* x,
                                 const real* qLD) {
  for (int k = s->dof[1] - 1; k > s->dof[0]; k--) {
    const int adr = m->M_rowadr[k], last = m->M_rownnz[k] - 1;
    const int* col = m->M_colind + adr;
    const real* row = qLD + adr;
    const real xk = x[k];
    if (!followsOn(m, k, 2)) {
      for (int p = 0; p < last; p++) x[col[p]] = x[col[p]] - row[p] * xk;
      continue;
    }
    const int n = last - 2;
    const real *next = qLD + m->M_rowadr[k - 1], *third = qLD + m->M_rowadr[k - 2];
    const real xNext = x[k - 1] - row[n + 1] * xk;
    const real xThird = x[k - 2] - row[n] * xk - next[n] * xNext;
    x[k - 1] = xNext;
    x[k - 2] = xThird;
    for (int p = 0; p < n; p++) {
      x[col[p]] = x[col[p]] - row[p] * xk - next[p] * xNext - third[p] * xThird;
    }
    k -= 2;
  }
}

// x = L^-1 x
LANE_INLINE void solveForward(const lane_Model* m, const range_Range* s, real* x, const real* qLD) {
  for (int k = s->dof[0]; k < s->dof[1]; k++) {
    const int adr = m->M_rowadr[k], last = m->M_rownnz[k] - 1;
    if (last) x[k] = x[k] - row_dot(qLD + adr, m->M_colind + adr, last, x);
  }
}

void LANE(dyn_solveRanges)(const lane_Model* m, range_List ranges, real* x, const real* qLD,
                           const real* qLDiagInv) {
  range_eachRange(ranges, s) {
    solveTransposed(m, s, x, qLD);
    for (int k = s->dof[0]; k < s->dof[1]; k++) x[k] = x[k] * qLDiagInv[k];
    solveForward(m, s, x, qLD);
  }
}

void LANE(dyn_solve)(const lane_Model* m, real* x, const real* qLD, const real* qLDiagInv, int n) {
  const range_Range whole = range_whole(lane_one(m, 0));
  for (int i = 0; i < n; i++, x += m->nv) {
    LANE(dyn_solveRanges)(m, (range_List){&whole, 1}, x, qLD, qLDiagInv);
  }
}

void LANE(dyn_solve2)(const lane_Model* m, const lane_Data* d, real* x, const real* y,
                      const real* sqrtInvD, int n) {
  const int nv = (int)m->nv;
  const range_Range whole = range_whole(lane_one(m, 0));
  for (int i = 0; i < n; i++, x += nv, y += nv) {
    if (x != y) vn_copy(x, y, nv);
    solveTransposed(m, &whole, x, d->qLD);
    for (int k = 0; k < nv; k++) x[k] = x[k] * sqrtInvD[k];
  }
}
