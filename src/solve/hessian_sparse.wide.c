// Sparse Cholesky factorization of the Hessian: lower rows, factored as L' L from the last dof to
// the first, with SIMD. The rows of later dofs are subtracted from a row, at its columns; if a row
// has only the leading columns of theirs, the entries line up, otherwise contiguous runs of columns
// do. Compiled once for each instruction set.
#include "solve/hessian.h"

#include "math/four.h"
#include "math/sparse.h"

// ---- entries

// position of a column in a row
static int position(const hess_Pattern* t, int row, int col) {
  if (t->tree) return t->nnz[col] - 1;
  const hess_Run* run = t->run + t->runadr[row];
  while (col >= run->start + run->len) run++;
  ASSERT_FULL(col >= run->start && run->pos + col - run->start < t->nnz[row]);
  return run->pos + col - run->start;
}

static int listRuns(const hess_Pattern* t, const int* col, int ncol, hess_Run* run) {
  int n = 0;
  if (!ncol || (t->tree && t->nnz[col[ncol - 1]] == ncol)) return 0;  // all rows line up
  for (int k = 0; k < ncol; k++) {
    if (k && col[k] == col[k - 1] + 1) {
      run[n - 1].len++;
    } else {
      run[n++] = (hess_Run){col[k], 1, k};
    }
  }
  return n;
}

// H += J' D J of count rows
LANE_INLINE void addRows(const solve_Problem* p, const hess_Matrix* h, const con_Block* b,
                         const int row[4], const mjtNum D[4], int nrun, const int count) {
  const hess_Pattern* t = &h->pattern;
  const int* col = con_columns(&p->rows, b);
  const mjtNum* J[4];
  for (int e = 0; e < count; e++) J[e] = con_row(&p->rows, b, row[e]);
  for (int k = 0; k < b->ncol; k++) {
    const int dof = col[k];
    mjtNum *dst = h->L + t->adr[dof], scl[4];
    for (int e = 0; e < count; e++) scl[e] = J[e][k] * D[e];
    if (t->nnz[dof] == k + 1) {
      four_axpy(dst, J, scl, count, k + 1);
      continue;
    }
    for (int r = 0; r < nrun && h->run[r].start <= dof; r++) {
      const hess_Run* run = h->run + r;
      const int len = run->start + run->len <= dof ? run->len : dof + 1 - run->start;
      const mjtNum* from[4];
      for (int e = 0; e < count; e++) from[e] = J[e] + run->pos;
      four_axpy(dst + position(t, dof, run->start), from, scl, count, len);
    }
  }
}

static void addBlock(const solve_Problem* p, hess_Matrix* h, const con_Block* b) {
  int row[4], count, r = 0, nrun = -1;
  mjtNum D[4];
  while ((count = hess_activeRows(p, b, &r, row, D))) {
    if (nrun < 0) nrun = listRuns(&h->pattern, con_columns(&p->rows, b), b->ncol, h->run);
    if (count == 1) addRows(p, h, b, row, D, nrun, 1);
    if (count == 2) addRows(p, h, b, row, D, nrun, 2);
    if (count == 3) addRows(p, h, b, row, D, nrun, 3);
    if (count == 4) addRows(p, h, b, row, D, nrun, 4);
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

// count rows k[] of a group have dof i at position pos: subtracts their contributions from the row
// of dof i
LANE_INLINE void reduceBy(const hess_Matrix* h, int i, const int* k, int pos, const int count) {
  const hess_Pattern* t = &h->pattern;
  mjtNum *dst = h->L + t->adr[i], scl[4];
  const mjtNum* x[4];
  for (int e = 0; e < count; e++) {
    ASSERT_FULL(k[e] > i && t->col[t->adr[k[e]] + pos] == i);
    x[e] = h->L + t->adr[k[e]];
    scl[e] = -x[e][pos];
  }
  if (pos + 1 == t->nnz[i]) {
    four_axpy(dst, x, scl, count, pos + 1);
    return;
  }
  const hess_Run *from = t->run + t->runadr[k[0]], *to = t->run + t->runadr[i];
  for (const hess_Run* end = from + t->nrun[k[0]]; from < end && from->pos <= pos; from++) {
    while (from->start >= to->start + to->len) to++;
    const int len = from->pos + from->len <= pos ? from->len : pos + 1 - from->pos;
    const mjtNum* part[4];
    for (int e = 0; e < count; e++) part[e] = x[e] + from->pos;
    four_axpy(dst + to->pos + from->start - to->start, part, scl, count, len);
  }
}

static void reduceRow(const hess_Matrix* h, int i, const int* k, int pos, int count) {
  if (count == 1) reduceBy(h, i, k, pos, 1);
  if (count == 2) reduceBy(h, i, k, pos, 2);
  if (count == 3) reduceBy(h, i, k, pos, 3);
  if (count == 4) reduceBy(h, i, k, pos, 4);
}

// in a tree without fill-in, these are the rows of the descendants, which follow the dof
static void reduceByTree(const hess_Matrix* h, int i, int end) {
  const int *nnz = h->pattern.nnz, pos = nnz[i] - 1;
  for (int k = i + 1; k < end && nnz[k] > nnz[i];) {
    int row[4], count = 0;
    while (count < 4 && k < end && nnz[k] > nnz[i]) row[count++] = k++;
    reduceRow(h, i, row, pos, count);
  }
}

static void reduceByUsers(const hess_Matrix* h, int i) {
  const hess_Pattern* t = &h->pattern;
  const int *user = t->user + t->useradr[i], *pos = t->userpos + t->useradr[i];
  const int* end = user + t->nuser[i];
  while (user < end) {
    const int group = t->group[*user];
    int count = 1;
    while (count < 4 && user + count < end && t->group[user[count]] == group) count++;
    reduceRow(h, i, user, *pos, count);
    user += count;
    pos += count;
  }
}

// row / sqrt(diagonal); a row with a vanishing pivot is decoupled: zero before the diagonal
// order: times the reciprocal of the root
static void scaleRow(mjtNum* row, int last) {
  if (row[last] < mjMINVAL) {
    dense_zero(row, last);
    row[last] = mjMINVAL;
  }
  row[last] = __builtin_sqrt(row[last]);
  dense_scl(row, row, 1 / row[last], last);
}

// order: row after row is added, M last, then later dofs are subtracted, in the order of users
static void factor(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  const hess_Pattern* t = &h->pattern;
  for (int r = 0; r < p->nrange; r++) {
    const int begin = p->range[r].adr, end = begin + p->range[r].num;
    dense_zero(h->L + t->adr[begin], t->adr[end - 1] + t->nnz[end - 1] - t->adr[begin]);
  }
  for (int k = 0; k < p->rows.nblock; k++) addBlock(p, h, p->rows.block + k);
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

typedef struct {
  mjtNum c, s, signed_s;  // signed_s: negative for a downdate
} Rotation;

// Givens rotation (plus) or hyperbolic rotation (minus) of a diagonal with x; false: rank is lost
static inline bool rotation(mjtNum* diag, mjtNum x, bool plus, Rotation* r) {
  const mjtNum square = *diag * *diag + (plus ? x * x : -(x * x));
  const bool full = square >= mjMINVAL;
  const mjtNum length = __builtin_sqrt(full ? square : mjMINVAL), s = x / length;
  *r = (Rotation){*diag / length, s, plus ? s : -s};
  *diag = length;
  return full;
}

static inline void rotate(mjtNum* row, mjtNum* x, Rotation r, int n) {
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const four_Double entry = four_load(row + i), xi = four_load(x + i);
    four_store(row + i, entry * r.c + xi * r.signed_s);
    four_store(x + i, xi * r.c - entry * r.s);
  }
  if (i + 2 <= n) {
    dense_Pair *to = (dense_Pair*)(row + i), *with = (dense_Pair*)(x + i);
    const dense_Pair entry = *to, xi = *with;
    *to = entry * r.c + xi * r.signed_s;
    *with = xi * r.c - entry * r.s;
    i += 2;
  }
  if (i < n) {
    const mjtNum entry = row[i], xi = x[i];
    row[i] = entry * r.c + xi * r.signed_s;
    x[i] = xi * r.c - entry * r.s;
  }
}

// updates the row of dof k; x is indexed by the form's places; false: rank is lost
static inline bool updateRow(const hess_Pattern* t, mjtNum* L, int k, mjtNum* x, bool plus) {
  const int last = t->nnz[k] - 1, place = t->tree ? last : k;
  mjtNum* row = L + t->adr[k];
  if (x[place] == 0) return true;
  Rotation r;
  const bool full = rotation(row + last, x[place], plus, &r);
  x[place] = 0;
  if (t->tree) {  // x is indexed by the depth of dofs, like the rows of a chain
    rotate(row, x, r, last);
    return full;
  }
  const hess_Run *run = t->run + t->runadr[k], *end = run + t->nrun[k] - 1;
  for (; run < end; run++) rotate(row + run->pos, x + run->start, r, run->len);
  rotate(row + run->pos, x + run->start, r, run->len - 1);
  return full;
}

// The path of an update goes from each dof to the largest column of its row, which has all the
// other columns (elimination tree). Several updates run as a pipeline, one row apart, which hides
// the latency of each.
static bool update(const solve_Problem* p, hess_Matrix* h, mjtNum* L, const hess_Updates* all) {
  (void)p;
  const hess_Pattern* t = &h->pattern;
  const int count = all->count;
  bool full = true;
  int n = 0;
  for (int k = all->last; k >= 0; n++) {
    ASSERT_FULL(!n || k < h->path[n - 1]);
    h->path[n] = k;
    k = t->nnz[k] > 1 ? t->col[t->adr[k] + t->nnz[k] - 2] : -1;
  }
  for (int step = 0; step < n + count - 1; step++) {
    for (int u = 0; u < count; u++) {
      if (step < u || step - u >= n) continue;
      full &= updateRow(t, L, h->path[step - u], h->x + u * h->xstride, all->plus >> u & 1);
    }
  }
  return full;
}

// ---- solve

// returns true if the columns of a row are contiguous
static inline bool isRun(const hess_Pattern* t, int i) {
  return i - t->col[t->adr[i]] + 1 == t->nnz[i];
}

// order: divided by the pivot; backward term by term, forward by dot products of rows
static void solve(const solve_Problem* p, const hess_Matrix* h, const mjtNum* L, mjtNum* vec) {
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

// the same for multiple right-hand sides
static void solvePanel(const solve_Problem* p, const hess_Matrix* h, const mjtNum* L,
                       const panel_Panel* x) {
  const hess_Pattern* t = &h->pattern;
  const panel_Kernels* kernels = panel_kernels();
  for (int r = p->nrange - 1; r >= 0; r--) {
    const int begin = p->range[r].adr;
    for (int i = begin + p->range[r].num - 1; i >= begin; i--) {
      const int last = t->nnz[i] - 1;
      const mjtNum* row = L + t->adr[i];
      kernels->scale(x, i, 1 / row[last]);
      kernels->spread(x, panel_row(x, i), row, t->col + t->adr[i], last);
    }
  }
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int last = t->nnz[i] - 1;
      const mjtNum* row = L + t->adr[i];
      kernels->gather(x, panel_row(x, i), row, t->col + t->adr[i], last);
      kernels->scale(x, i, 1 / row[last]);
    }
  }
}

const hess_Form LANE(hess_sparse) = {factor, update, solve, solvePanel};
