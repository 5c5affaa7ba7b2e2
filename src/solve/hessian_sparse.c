// Sparse form of the Hessian: lower rows, factored as L' L from the last dof to the first. A row
// takes away what the rows of later dofs have in its columns, in the order of these dofs; if a row
// has no more columns than their leading ones the entries line up, otherwise runs of columns do.
#include "solve/hessian.h"

// ---- entries

// position of a column in a row
static int position(const hess_Pattern* t, int row, int col) {
  if (t->tree) return t->nnz[col] - 1;
  const hess_Run* run = t->run + t->runadr[row];
  while (col >= run->start + run->len) run++;
  return run->pos + col - run->start;
}

static int blockRuns(const hess_Pattern* t, const solve_Block* b, hess_Run* run) {
  int n = 0;
  if (t->tree && t->nnz[b->col[b->ncol - 1]] == b->ncol) return 0;  // all rows line up
  for (int k = 0; k < b->ncol; k++) {
    if (k && b->col[k] == b->col[k - 1] + 1) {
      run[n - 1].len++;
    } else {
      run[n++] = (hess_Run){b->col[k], 1, k};
    }
  }
  return n;
}

// row of the block's column k += rows of J times their numbers in t
static inline void addColumn(const hess_Matrix* h, const solve_Block* b, int k,
                             const mjtNum* const J[4], const mjtNum scl[4], int count, int nrun) {
  const hess_Pattern* t = &h->pattern;
  const int row = b->col[k];
  mjtNum* dst = h->L + t->adr[row];
  if (t->nnz[row] == k + 1) {
    dense_axpyFew(dst, J, scl, count, k + 1);
    return;
  }
  for (int r = 0; r < nrun && h->run[r].start <= row; r++) {
    const hess_Run* run = h->run + r;
    const int len = run->start + run->len <= row ? run->len : row + 1 - run->start;
    const mjtNum* from[4];
    for (int e = 0; e < count; e++) from[e] = J[e] + run->pos;
    dense_axpyFew(dst + position(t, row, run->start), from, scl, count, len);
  }
}

static void addBlock(const solve_Problem* p, hess_Matrix* h, const solve_Block* b) {
  int row[4], count, r = 0, nrun = -1;
  mjtNum D[4];
  while ((count = hess_activeRows(p, b, &r, row, D))) {
    const mjtNum* J[4];
    if (nrun < 0) nrun = b->ncol ? blockRuns(&h->pattern, b, h->run) : 0;
    for (int e = 0; e < count; e++) J[e] = b->span.J + (size_t)row[e] * (size_t)b->span.stride;
    for (int k = 0; k < b->ncol; k++) {
      mjtNum scl[4];
      for (int e = 0; e < count; e++) scl[e] = J[e][k] * D[e];
      addColumn(h, b, k, J, scl, count, nrun);
    }
  }
}

static void addInertiaRow(const solve_System* s, hess_Matrix* h, int i) {
  const mjModel* m = s->m;
  const hess_Pattern* t = &h->pattern;
  const int adr = m->M_rowadr[i], nnz = m->M_rownnz[i], *mcol = m->M_colind + adr;
  const int* col = t->col + t->adr[i];
  mjtNum* row = h->L + t->adr[i];
  if (nnz == t->nnz[i]) {
    dense_add(row, row, s->d->M + adr, nnz);
    return;
  }
  for (int k = 0, at = 0; k < nnz; k++) {
    while (col[at] != mcol[k]) at++;
    row[at] += s->d->M[adr + k];
  }
}

// ---- factor

// the row of dof i += scl x, where x has the columns of row k up to i
static void addRuns(const hess_Matrix* h, int k, int i, const mjtNum* x, mjtNum scl) {
  const hess_Pattern* t = &h->pattern;
  const hess_Run *from = t->run + t->runadr[k], *to = t->run + t->runadr[i];
  const hess_Run* end = from + t->nrun[k];
  mjtNum* dst = h->L + t->adr[i];
  for (; from < end && from->start <= i; from++) {
    while (from->start >= to->start + to->len) to++;
    const int len = from->start + from->len <= i ? from->len : i + 1 - from->start;
    dense_axpy(dst + to->pos + from->start - to->start, x + from->pos, scl, len);
  }
}

// the row of dof i -= its share in rows k[], which have i at pos[]
static inline void reduceRow(const hess_Matrix* h, int i, const int k[4], const int pos[4],
                             int count) {
  const hess_Pattern* t = &h->pattern;
  const mjtNum* x[4];
  mjtNum scl[4];
  bool aligned = true;
  for (int e = 0; e < count; e++) {
    x[e] = h->L + t->adr[k[e]];
    scl[e] = -x[e][pos[e]];
    aligned &= pos[e] + 1 == t->nnz[i];
  }
  if (aligned) {
    dense_axpyFew(h->L + t->adr[i], x, scl, count, t->nnz[i]);
    return;
  }
  for (int e = 0; e < count; e++) addRuns(h, k[e], i, x[e], scl[e]);
}

// in a tree without fill these are the rows of the descendants, which follow the dof
static void reduceByTree(const hess_Matrix* h, int i, int end) {
  const int *nnz = h->pattern.nnz, last = nnz[i] - 1, pos[4] = {last, last, last, last};
  for (int k = i + 1; k < end && nnz[k] > nnz[i];) {
    int row[4], count = 0;
    while (count < 4 && k < end && nnz[k] > nnz[i]) row[count++] = k++;
    reduceRow(h, i, row, pos, count);
  }
}

static void reduceByUsers(const hess_Matrix* h, int i) {
  const hess_Pattern* t = &h->pattern;
  const int adr = t->useradr[i], n = t->nuser[i];
  for (int u = 0; u < n; u += 4) {
    reduceRow(h, i, t->user + adr + u, t->userpos + adr + u, n - u < 4 ? n - u : 4);
  }
}

// row / sqrt(diagonal); a row whose pivot vanished couples to nothing
static void scaleRow(mjtNum* row, int last) {
  if (row[last] < mjMINVAL) {
    dense_zero(row, last);
    row[last] = mjMINVAL;
  }
  row[last] = __builtin_sqrt(row[last]);
  dense_scl(row, row, 1 / row[last], last);
}

void sparse_hessian(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  const hess_Pattern* t = &h->pattern;
  for (int r = 0; r < p->nrange; r++) {
    const int begin = p->range[r].adr, end = begin + p->range[r].num;
    dense_zero(h->L + t->adr[begin], t->adr[end - 1] + t->nnz[end - 1] - t->adr[begin]);
  }
  for (int k = 0; k < p->nblock; k++) addBlock(p, h, p->block + k);
  for (int r = p->nrange - 1; r >= 0; r--) {
    const int begin = p->range[r].adr, end = begin + p->range[r].num;
    for (int i = end - 1; i >= begin; i--) {
      addInertiaRow(s, h, i);
      if (t->tree) {
        reduceByTree(h, i, end);
      } else {
        reduceByUsers(h, i);
      }
      scaleRow(h->L + t->adr[i], t->nnz[i] - 1);
    }
  }
}

// ---- update

// Givens rotation (plus) or hyperbolic one (minus) of the row of dof k with x; false if rank is
// lost
static inline bool rotateRow(const hess_Pattern* t, mjtNum* L, int k, mjtNum* x, bool plus) {
  const int last = t->nnz[k] - 1, *col = t->col + t->adr[k];
  mjtNum* row = L + t->adr[k];
  const mjtNum xk = x[k], diag = row[last];
  mjtNum square = diag * diag + (plus ? xk * xk : -(xk * xk));
  const bool full = square >= mjMINVAL;
  x[k] = 0;
  if (xk == 0) return true;
  if (!full) square = mjMINVAL;
  const mjtNum r = __builtin_sqrt(square), c = diag / r, s = xk / r, sign = plus ? s : -s;
  row[last] = r;
  for (int p = 0; p < last; p++) {
    const mjtNum entry = row[p], xp = x[col[p]];
    row[p] = entry * c + xp * sign;
    x[col[p]] = xp * c - entry * s;
  }
  return full;
}

// each dof hands on to the largest column of its row, which has all its other columns
bool sparse_hessianUpdate(const solve_Problem* p, hess_Matrix* h, mjtNum* L, int last, bool plus) {
  (void)p;
  const hess_Pattern* t = &h->pattern;
  bool full = true;
  for (int k = last; k >= 0;) {
    const int below = t->nnz[k] - 2;
    full &= rotateRow(t, L, k, h->x, plus);
    k = below >= 0 ? t->col[t->adr[k] + below] : -1;
  }
  return full;
}

// ---- solve

// whether the columns of a row are neighbours
static inline bool isRun(const hess_Pattern* t, int i) {
  return i - t->col[t->adr[i]] + 1 == t->nnz[i];
}

void sparse_hessianSolve(const solve_Problem* p, const hess_Matrix* h, const mjtNum* L,
                         mjtNum* vec) {
  const hess_Pattern* t = &h->pattern;
  for (int r = p->nrange - 1; r >= 0; r--) {
    const int begin = p->range[r].adr;
    for (int i = begin + p->range[r].num - 1; i >= begin; i--) {
      const int last = t->nnz[i] - 1, *col = t->col + t->adr[i];
      const mjtNum *row = L + t->adr[i], x = vec[i] / row[last];
      vec[i] = x;
      if (isRun(t, i)) {
        dense_axpy(vec + col[0], row, -x, last);
      } else {
        sparse_axpy(vec, row, col, last, -x);
      }
    }
  }
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int last = t->nnz[i] - 1, *col = t->col + t->adr[i];
      const mjtNum* row = L + t->adr[i];
      const mjtNum dot =
          isRun(t, i) ? sparse_runDot(row, vec + col[0], last) : sparse_dot(row, col, last, vec);
      vec[i] = (vec[i] - dot) / row[last];
    }
  }
}
