// Dense Cholesky factorization of the Hessian H = M + J' D J in SIMD lanes: lower triangle by rows,
// element (i, j) at i (i + 1)/2 + j. Bitwise identical to math/column_cholesky.h; rows begin with
// the first group of four columns that may be nonzero.
//   active, D, J, M -> L; grad -> z = H^-1 grad
#include "solve/lane_newton.h"

#if LANE_W > 1

#include <sinew/types.h>

static int rowOf(int i) { return i * (i + 1) / 2; }

// ---- Hessian

// H += J' D J of up to four rows of a block
// order: row after row
LANE_INLINE void addRows(const newton_Lanes* p, real* H, const lane_Block* b, const int* row,
                         const int count) {
  const real *D = p->rows->D, *J = p->rows->J, zero = lane_bc(0);
  const mask* active = p->active;
  const int nv = p->nv, r0 = row[0], r1 = row[count > 1 ? 1 : 0];
  const int r2 = row[count > 2 ? 2 : 0], r3 = row[count > 3 ? 3 : 0];
  const real *j0 = J + r0 * nv, *j1 = J + r1 * nv, *j2 = J + r2 * nv, *j3 = J + r3 * nv;
  const real D0 = lane_select(active[r0], D[r0], zero), D1 = lane_select(active[r1], D[r1], zero);
  const real D2 = lane_select(active[r2], D[r2], zero), D3 = lane_select(active[r3], D[r3], zero);
  for (int k = 0; k < b->ncol; k++) {
    const int i = b->col[k];
    real* const line = H + rowOf(i);
    const real d0 = j0[i] * D0, d1 = j1[i] * D1, d2 = j2[i] * D2, d3 = j3[i] * D3;
    for (int c = 0; c <= k; c++) {
      const int j = b->col[c];
      real sum = line[j] + d0 * j0[j];
      if (count > 1) sum += d1 * j1[j];
      if (count > 2) sum += d2 * j2[j];
      if (count > 3) sum += d3 * j3[j];
      line[j] = sum;
    }
  }
}

static void addBlock(const newton_Lanes* p, real* H, const lane_Block* b) {
  const int end = b->efc + b->nefc;
  for (int r = b->efc; r < end;) {
    int row[4], n = 0;
    for (; r < end && n < 4; r++) {
      row[n] = r;
      n += lane_any(p->active[r]);
    }
    if (n == 4) addRows(p, H, b, row, 4);
    if (n == 3) addRows(p, H, b, row, 3);
    if (n == 2) addRows(p, H, b, row, 2);
    if (n == 1) addRows(p, H, b, row, 1);
  }
}

static void addInertia(const newton_Lanes* p, real* H) {
  const lane_Problem* of = p->of;
  for (int i = 0; i < p->nv; i++) {
    const int adr = of->M_rowadr[i], *col = of->M_colind + adr;
    for (int k = 0; k < of->M_rownnz[i]; k++) H[rowOf(i) + col[k]] += of->M[adr + k];
  }
}

// ---- solve, forward substitution

// order: that of dense_dot
LANE_INLINE real dotLower(const real* row, const real* x, int begin, int i) {
  real s0 = lane_bc(0), s1 = s0, s2 = s0, s3 = s0;
  int k = begin;
  for (; k + 4 <= i; k += 4) {
    s0 += row[k] * x[k];
    s1 += row[k + 1] * x[k + 1];
    s2 += row[k + 2] * x[k + 2];
    s3 += row[k + 3] * x[k + 3];
  }
  const real sum = (s0 + s2) + (s1 + s3);
  if (k >= i) return sum;
  real rest = row[k] * x[k];
  while (++k < i) rest += row[k] * x[k];
  return sum + rest;
}

// row i of L z = grad: computed as soon as that row of L is done, in parallel with the next one
LANE_INLINE void lowerRow(const newton_Lanes* p, const real* L, int i) {
  const real* row = L + rowOf(i);
  p->z[i] = (p->grad[i] - dotLower(row, p->z, p->first[i] & ~3, i)) / row[i];
}

// ---- factor

// element j of rows a and b, whose columns before j are done: subtracts the dot product with row j,
// divides by the root of the pivot
// order: that of dense_dot
LANE_INLINE void eliminate2(real* a, real* b, const real* row, int begin, int j, real inv) {
  const real zero = lane_bc(0);
  real a0 = zero, a1 = zero, a2 = zero, a3 = zero, b0 = zero, b1 = zero, b2 = zero, b3 = zero;
  int k = begin;
  for (; k + 4 <= j; k += 4) {
    const real r0 = row[k], r1 = row[k + 1], r2 = row[k + 2], r3 = row[k + 3];
    a0 += a[k] * r0;
    b0 += b[k] * r0;
    a1 += a[k + 1] * r1;
    b1 += b[k + 1] * r1;
    a2 += a[k + 2] * r2;
    b2 += b[k + 2] * r2;
    a3 += a[k + 3] * r3;
    b3 += b[k + 3] * r3;
  }
  real suma = (a0 + a2) + (a1 + a3), sumb = (b0 + b2) + (b1 + b3);
  if (k < j) {
    real resta = a[k] * row[k], restb = b[k] * row[k];
    while (++k < j) {
      resta += a[k] * row[k];
      restb += b[k] * row[k];
    }
    suma += resta;
    sumb += restb;
  }
  a[j] = (a[j] - suma) * inv;
  b[j] = (b[j] - sumb) * inv;
}

// a pivot that is too small clears its column
static void clearColumn(real* L, int j, int nv, mask low) {
  for (int i = j + 1; i < nv; i++) {
    real* const entry = L + rowOf(i) + j;
    *entry = lane_select(low, lane_bc(0), *entry);
  }
}

// rows in pairs; if both begin after column j, their elements there are zero
static void eliminateColumn(const newton_Lanes* p, real* L, int j, real inv) {
  const int nv = p->nv, *first = p->first, begin = first[j] & ~3;
  const real* row = L + rowOf(j);
  int i = j + 1;
  if ((nv - i) & 1) {
    real* const a = L + rowOf(i);
    a[j] = (a[j] - dotLower(a, row, begin, j)) * inv;
    i++;
  }
  for (; i < nv; i += 2) {
    const int from = first[i] < first[i + 1] ? first[i] : first[i + 1];
    if (from > j) continue;
    eliminate2(L + rowOf(i), L + rowOf(i + 1), row, from > begin ? from & ~3 : begin, j, inv);
  }
}

// solves: forward substitution along with the factorization
static void factor(const newton_Lanes* p, real* L, bool solves) {
  for (int j = 0; j < p->nv; j++) {
    real *const row = L + rowOf(j), *const at = row + j;
    const real pivot = *at - dotLower(row, row, p->first[j] & ~3, j);
    const mask low = pivot < mjMINVAL;
    const real root = lane_sqrt(lane_select(low, lane_bc(mjMINVAL), pivot));
    *at = root;
    eliminateColumn(p, L, j, 1 / root);
    if (lane_any(low)) clearColumn(L, j, p->nv, low);
    if (solves) lowerRow(p, L, j);
  }
}

// order: row after row, M last
static void factorHessian(const newton_Lanes* p, real* L, bool solves) {
  const lane_Rows* rows = p->rows;
  const int n = rowOf(p->nv);
  for (int i = 0; i < n; i++) L[i] = lane_bc(0);
  for (int k = 0; k < rows->nblock; k++) addBlock(p, L, rows->block + k);
  addInertia(p, L);
  factor(p, L, solves);
}

// ---- updates

// Column k of a rank-1 update: entry' = (entry + s x)/c, x' = c x - t entry'. Lanes whose x is zero
// there do not change: the root of a square is exact, c is 1. Returns the lanes whose squared
// diagonal element was too small and is clamped.
LANE_INLINE mask updateColumn(real* L, real* x, int k, int nv, real sign) {
  real* at = L + rowOf(k) + k;
  const real diag = *at, xk = x[k];
  const mask acts = xk != 0;
  if (!lane_any(acts)) return acts;
  const real square = diag * diag + sign * (xk * xk);
  const mask lost = acts & (square < mjMINVAL);
  const real r = lane_sqrt(lane_select(lost, lane_bc(mjMINVAL), square));
  const real c = r / diag, cinv = 1 / c, t = xk / diag, s = sign * t;
  *at = r;
  for (int i = k + 1; i < nv; i++) {
    at += i;
    const real with = x[i], entry = (*at + with * s) * cinv;
    *at = entry;
    x[i] = with * c - entry * t;
  }
  return lost;
}

// updates run as a pipeline, one column apart, followed by the forward substitution; returns the
// lanes that lost rank
static mask updateAll(const newton_Lanes* p, real* L, const real* sign, int count, bool solves) {
  const int nv = p->nv;
  mask lost = lane_bci(0);
  for (int step = 0; step < nv + count - 1; step++) {
    for (int u = 0; u < count; u++) {
      const int k = step - u;
      if (k >= 0 && k < nv) lost = lost | updateColumn(L, p->x + u * nv, k, nv, sign[u]);
    }
    if (solves && step >= count - 1) lowerRow(p, L, step - count + 1);
  }
  return lost;
}

// ---- rows that changed

// lists them for each lane; returns the length of the longest list
static int listChanged(const newton_Lanes* p, mask live, int count[LANE_W]) {
  const int nefc = p->rows->nefc;
  int most = 0;
  for (int k = 0; k < LANE_W; k++) count[k] = 0;
  for (int r = p->rows->ne; r < nefc; r++) {
    const mask changed = live & (p->active[r] ^ p->before[r]);
    if (!lane_any(changed)) continue;
    for (int k = 0; k < LANE_W; k++) {
      if (changed[k]) p->changed[k * nefc + count[k]++] = r;
      if (count[k] > most) most = count[k];
    }
  }
  return most;
}

// x = the u-th listed row of each lane times a factor per lane; rows of `from` have nv values
static void gather(const newton_Lanes* p, const real* from, const int count[LANE_W], int u,
                   real scl, real* x) {
  const int nv = p->nv;
  const double* row[LANE_W];
  for (int k = 0; k < LANE_W; k++) {
    const int r = u < count[k] ? p->changed[k * p->rows->nefc + u] : 0;
    row[k] = (const double*)(from + (size_t)r * (size_t)nv) + k;
  }
  for (int i = 0; i < nv; i++) {
    real J = lane_bc(0);
    for (int k = 0; k < LANE_W; k++) J[k] = row[k][i * LANE_W];
    x[i] = J * scl;
  }
}

// x = the u-th changed row of each lane times the root of its D, zero if it has none; and its sign
static void takeRow(const newton_Lanes* p, const int count[LANE_W], int u, real* x, real* sign) {
  real D = lane_bc(0);
  *sign = lane_bc(1);
  for (int k = 0; k < LANE_W; k++) {
    if (u >= count[k]) continue;
    const int r = p->changed[k * p->rows->nefc + u];
    D[k] = p->rows->D[r][k];
    (*sign)[k] = p->active[r][k] ? 1 : -1;
  }
  gather(p, p->rows->J, count, u, lane_sqrt(D), x);
}

// ---- sliding contacts

// computes their columns and lists them for each lane; returns the length of the longest list
static int listColumns(const newton_Lanes* p, mask live, int count[LANE_W]) {
  int n = 0, most = 0;
  for (int i = 0; i < LANE_W; i++) count[i] = 0;
  for (int k = 0; k < p->ncone; k++) {
    const mask slides = p->cone[k].middle & live;
    const int dim = newton_contact(p, k)->nefc;
    if (!lane_any(slides)) continue;
    LANE(newton_coneColumns)(p, k, p->column + (size_t)n * (size_t)p->nv);
    for (int i = 0; i < LANE_W; i++) {
      for (int r = 0; r < dim && slides[i]; r++) {
        p->changed[i * p->rows->nefc + count[i]++] = n + r;
      }
      if (count[i] > most) most = count[i];
    }
    n += dim;
  }
  return most;
}

// x = the u-th column of each lane, zero if it has none
static void takeColumn(const newton_Lanes* p, const int count[LANE_W], int u, real* x) {
  real has = lane_bc(0);
  for (int k = 0; k < LANE_W; k++) has[k] = u < count[k] ? 1 : 0;
  gather(p, p->column, count, u, has, x);
}

static void solveLower(const newton_Lanes* p, const real* L) {
  for (int i = 0; i < p->nv; i++) lowerRow(p, L, i);
}

// updates L after rows of some lanes changed; solves: with forward substitution
static void update(const newton_Lanes* p, mask live, bool solves) {
  int count[LANE_W];
  const int most = listChanged(p, live, count), nv = p->nv;
  mask lost = lane_bci(0);
  for (int u = 0; u < most; u += NEWTON_UPDATES) {
    real sign[NEWTON_UPDATES];
    const int n = most - u < NEWTON_UPDATES ? most - u : NEWTON_UPDATES;
    for (int k = 0; k < n; k++) takeRow(p, count, u + k, p->x + k * nv, sign + k);
    lost = lost | updateAll(p, p->L, sign, n, solves && u + n == most);
  }
  if (lane_any(lost)) {
    factorHessian(p, p->spare, false);
    for (int i = 0; i < rowOf(nv); i++) p->L[i] = lane_select(lost, p->spare[i], p->L[i]);
  }
  if (solves && (!most || lane_any(lost))) solveLower(p, p->L);
}

// factor with sliding contacts: L, or a copy of it with their updates; does the forward
// substitution
// order: contact after contact, one update for each column
static const real* addCones(const newton_Lanes* p, mask live) {
  int count[LANE_W];
  real sign[NEWTON_UPDATES];
  const int most = listColumns(p, live, count), nv = p->nv;
  if (!most) {
    solveLower(p, p->L);
    return p->L;
  }
  memcpy(p->spare, p->L, (size_t)rowOf(nv) * sizeof *p->L);
  for (int i = 0; i < NEWTON_UPDATES; i++) sign[i] = lane_bc(1);
  for (int u = 0; u < most; u += NEWTON_UPDATES) {
    const int n = most - u < NEWTON_UPDATES ? most - u : NEWTON_UPDATES;
    for (int k = 0; k < n; k++) takeColumn(p, count, u + k, p->x + k * nv);
    updateAll(p, p->spare, sign, n, u + n == most);
  }
  return p->spare;
}

// ---- solve, backward substitution

// order: terms below the diagonal one after another
static void solveUpper(const newton_Lanes* p, const real* L) {
  const int nv = p->nv;
  real* z = p->z;
  for (int i = nv - 1; i >= 0; i--) {
    const real* at = L + rowOf(i) + i;
    const real diag = *at;
    real zi = z[i];
    for (int j = i + 1; j < nv; j++) {
      at += j;
      zi -= *at * z[j];
    }
    z[i] = zi / diag;
  }
}

// rest of the solve: the backward substitution, and with cones all of it
static void finish(const newton_Lanes* p, mask live) {
  solveUpper(p, p->ncone ? addCones(p, live) : p->L);
}

void LANE(newton_firstDirection)(const newton_Lanes* p, mask live) {
  factorHessian(p, p->L, !p->ncone);
  finish(p, live);
}

void LANE(newton_nextDirection)(const newton_Lanes* p, mask live) {
  update(p, live, !p->ncone);
  finish(p, live);
}

#endif
