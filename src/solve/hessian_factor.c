// H = L' D L in the rows of H, from the last dof to the first, and solves. Eliminating dof k takes
// its row, scaled, from the rows of its columns; if such a row has no further columns the entries
// line up, otherwise runs of columns do. A dof and its neighbour below with the same columns are
// eliminated together, which passes over the target rows once.
#include "solve/hessian.h"

// dst -= a x + b y
static inline void subtractTwo(mjtNum* restrict dst, const mjtNum* restrict x, mjtNum a,
                               const mjtNum* restrict y, mjtNum b, int n) {
  const dense_Pair aa = {a, a}, bb = {b, b};
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    dense_Pair* to = (dense_Pair*)(dst + k);
    *to = *to - *(const dense_Pair*)(x + k) * aa - *(const dense_Pair*)(y + k) * bb;
  }
  if (k < n) dst[k] = dst[k] - x[k] * a - y[k] * b;
}

static inline void subtractOne(mjtNum* restrict dst, const mjtNum* restrict x, mjtNum a, int n) {
  const dense_Pair aa = {a, a};
  int k = 0;
  for (; k + 2 <= n; k += 2) {
    dense_Pair* to = (dense_Pair*)(dst + k);
    *to = *to - *(const dense_Pair*)(x + k) * aa;
  }
  if (k < n) dst[k] = dst[k] - x[k] * a;
}

// the row of dof i -= a x + b y, where x and y have the columns of row k up to i; y NULL: no y
static void subtractRuns(const hess_Matrix* h, int k, int i, const mjtNum* x, mjtNum a,
                         const mjtNum* y, mjtNum b) {
  const hess_Run *from = h->run + h->runadr[k], *to = h->run + h->runadr[i];
  const hess_Run* end = from + h->nrun[k];
  mjtNum* dst = h->val + h->adr[i];
  for (; from < end && from->start <= i; from++) {
    while (from->start >= to->start + to->len) to++;
    const int len = from->start + from->len <= i ? from->len : i + 1 - from->start;
    mjtNum* at = dst + to->pos + from->start - to->start;
    if (y) {
      subtractTwo(at, x + from->pos, a, y + from->pos, b, len);
    } else {
      subtractOne(at, x + from->pos, a, len);
    }
  }
}

// inverse of a pivot; a row whose pivot vanished couples to nothing
static inline mjtNum pivot(mjtNum* row, int last) {
  if (row[last] >= mjMINVAL) return 1 / row[last];
  dense_zero(row, last);
  row[last] = mjMINVAL;
  return 1 / mjMINVAL;
}

static void eliminate(hess_Matrix* h, int k) {
  const int last = h->nnz[k] - 1, *col = h->col + h->adr[k];
  mjtNum* row = h->val + h->adr[k];
  const mjtNum inv = pivot(row, last);
  h->diagInv[k] = inv;
  for (int p = last - 1; p >= 0; p--) {
    const int i = col[p];
    const mjtNum scl = row[p] * inv;
    if (h->nnz[i] == p + 1) {
      subtractOne(h->val + h->adr[i], row, scl, p + 1);
    } else {
      subtractRuns(h, k, i, row, scl, NULL, 0);
    }
    row[p] = scl;
  }
}

// k, then k-1
static void eliminateTwo(hess_Matrix* h, int k) {
  const int n = h->nnz[k] - 2, *col = h->col + h->adr[k];
  mjtNum *row = h->val + h->adr[k], *below = h->val + h->adr[k - 1];
  const mjtNum inv = pivot(row, n + 1), link = row[n] * inv;
  subtractOne(below, row, link, n + 1);
  row[n] = link;
  const mjtNum belowInv = pivot(below, n);
  h->diagInv[k] = inv;
  h->diagInv[k - 1] = belowInv;
  for (int p = n - 1; p >= 0; p--) {
    const int i = col[p];
    const mjtNum a = row[p] * inv, b = below[p] * belowInv;
    if (h->nnz[i] == p + 1) {
      subtractTwo(h->val + h->adr[i], row, a, below, b, p + 1);
    } else {
      subtractRuns(h, k, i, row, a, below, b);
    }
    row[p] = a;
    below[p] = b;
  }
}

void hess_factor(const solve_Problem* p, hess_Matrix* h) {
  for (int r = p->nrange - 1; r >= 0; r--) {
    const int begin = p->range[r].adr;
    for (int k = begin + p->range[r].num - 1; k >= begin; k--) {
      if (k > begin && h->nnz[k] > 1 && h->nnz[k - 1] == h->nnz[k] - 1 &&
          h->col[h->adr[k] + h->nnz[k] - 2] == k - 1) {
        eliminateTwo(h, k--);
      } else {
        eliminate(h, k);
      }
    }
  }
}

void hess_solve(const solve_System* s, const solve_Problem* p, const hess_Matrix* h, mjtNum* vec) {
  if (h->tree) {
    prod_chainSolve(s, p, h->adr, h->nnz, h->val, h->diagInv, vec);
    return;
  }
  for (int r = p->nrange - 1; r >= 0; r--) {
    const int begin = p->range[r].adr;
    for (int i = begin + p->range[r].num - 1; i >= begin; i--) {
      const mjtNum* row = h->val + h->adr[i];
      const hess_Run *run = h->run + h->runadr[i], *end = run + h->nrun[i];
      const mjtNum x = vec[i];
      for (; run < end; run++) dense_axpy(vec + run->start, row + run->pos, -x, run->len);
      vec[i] = x;  // the last run has the diagonal
    }
  }
  for (int r = 0; r < p->nrange; r++) {
    const int last = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < last; i++) {
      const mjtNum* row = h->val + h->adr[i];
      const hess_Run *run = h->run + h->runadr[i], *end = run + h->nrun[i] - 1;
      mjtNum x = vec[i] * h->diagInv[i];
      for (; run < end; run++) x -= dense_dot(row + run->pos, vec + run->start, run->len);
      vec[i] = x - dense_dot(row + run->pos, vec + run->start, run->len - 1);
    }
  }
}
