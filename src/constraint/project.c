// Dual problem of the constraints (Delassus matrix): Y = J M^-1/2 with M = L'DL, that is, rows
// D^-1/2 L^-T J_i', and AR = Y Y' + diag(R). L^-T causes fill-in at the ancestors of the dofs of a
// row, so the columns of Y are those of J with all their ancestors. Entries of AR are summed in
// ascending columns, one after another.
//   blocks, qLD, efc_R -> efc_Y, efc_AR; with mjENBL_DIAGEXACT efc_diagA, KBIP, R, D
#include <limits.h>
#include <string.h>

#include <sinew/api.h>

#include "constraint/rows.h"
#include "math/four.h"
#include "math/sparse.h"
#include "model/stack.h"

enum { GROUP = 4 * DENSE_WIDE };  // rows of Y that a row is multiplied by at once

typedef struct {
  const mjModel* m;
  mjData* d;
  con_Rows rows;
  bool sparse;
  int* col;       // (nv) columns of the current block and their ancestors
  int* mark;      // (nv) 0 between calls
  mjtNum* x;      // (nv) 0 between calls
  mjtNum* x4;     // the same for four interleaved rows (4 nv)
  mjtNum* scale;  // (nv) D^-1/2
  mjtNum* T;      // dense AR: columns of Y, each with the values of all rows so far; NULL: no AR
  mjtNum* line;   // (stride) a row of AR
  int stride;     // of T: number of rows, rounded up to whole groups
} Work;

// state of the scratch memory between its uses, for assertions
__attribute__((unused)) static bool isClear(const Work* w) {
  for (int i = 0; i < w->m->nv; i++) {
    if (w->mark[i] || w->x[i] != 0 || four_any(four_load(w->x4 + 4 * i) != 0)) return false;
  }
  return true;
}

static bool prepare(Work* w) {
  const size_t nv = (size_t)w->m->nv;
  w->col = stack_int(w->d, nv);
  w->mark = stack_int(w->d, nv);
  w->x = stack_num(w->d, nv);
  w->x4 = stack_num(w->d, 4 * nv);
  w->scale = stack_num(w->d, nv);
  if (!w->col || !w->mark || !w->x || !w->x4 || !w->scale) return false;
  memset(w->mark, 0, nv * sizeof *w->mark);
  memset(w->x, 0, nv * sizeof *w->x);
  memset(w->x4, 0, 4 * nv * sizeof *w->x4);
  for (size_t i = 0; i < nv; i++) {
    w->scale[i] = 1 / __builtin_sqrt(w->d->qLD[w->m->M_rowadr[i] + w->m->M_rownnz[i] - 1]);
  }
  return true;
}

// columns of a block and their ancestors, ascending, in w->col; returns their count
static int closure(Work* w, const con_Block* block) {
  const mjModel* m = w->m;
  if (!block->ncol) return 0;
  const int *col = w->rows.col + block->col, last = col[block->ncol - 1];
  int first = last, n = 0;
  for (int i = block->ncol - 1; i >= 0; i--) {
    const int adr = m->M_rowadr[col[i]], top = m->M_colind[adr];
    // from the dof up to the first ancestor that is already marked
    for (int k = adr + m->M_rownnz[col[i]] - 1; k >= adr && !w->mark[m->M_colind[k]]; k--) {
      w->mark[m->M_colind[k]] = 1;
    }
    if (top < first) first = top;
  }
  for (int i = first; i <= last; i++) {
    if (w->mark[i]) w->col[n++] = i;
    w->mark[i] = 0;
  }
  ASSERT(n >= block->ncol);
  ASSERT_FULL(isClear(w));
  return n;
}

// res[n] = D^-1/2 L^-T row, at the columns of the closure
static void transform(Work* w, mjtNum* res, const con_Block* block, const mjtNum* row, int n) {
  const mjModel* m = w->m;
  mjtNum* x = w->x;
  sparse_scatter(x, row, w->rows.col + block->col, block->ncol);
  for (int i = n - 1; i >= 0; i--) {
    const int k = w->col[i], adr = m->M_rowadr[k], last = m->M_rownnz[k] - 1;
    const mjtNum xk = x[k];
    x[k] = 0;
    res[i] = xk * w->scale[k];
    if (xk != 0) sparse_axpy(x, w->d->qLD + adr, m->M_colind + adr, last, -xk);
  }
}

// the same for up to four rows of a block, interleaved: res[4 k + e] is value k of row e
// order: that of transform in each of them, which leaves values unchanged where xk is 0
static void transformFour(Work* w, mjtNum* res, const con_Block* block, const mjtNum* const row[4],
                          int count, int n) {
  const mjModel* m = w->m;
  const int* from = w->rows.col + block->col;
  mjtNum* x = w->x4;
  for (int e = 0; e < count; e++) {
    for (int k = 0; k < block->ncol; k++) x[4 * from[k] + e] = row[e][k];
  }
  for (int i = n - 1; i >= 0; i--) {
    const int k = w->col[i], adr = m->M_rowadr[k], last = m->M_rownnz[k] - 1;
    const int* col = m->M_colind + adr;
    const mjtNum* L = w->d->qLD + adr;
    const four_Double xk = four_load(x + 4 * k), minus = -xk;
    const four_Mask moves = xk != 0;
    four_store(x + 4 * k, four_bc(0));
    four_store(res + 4 * i, xk * w->scale[k]);
    for (int c = 0; c < last; c++) {
      mjtNum* at = x + 4 * col[c];
      const four_Double old = four_load(at);
      four_store(at, four_select(moves, old + L[c] * minus, old));
    }
  }
}

// ---- Y

static bool placeY(Work* w) {
  mjData* d = w->d;
  mjtSize nY = (mjtSize)d->nefc * w->m->nv;
  if (w->sparse) {
    nY = 0;
    for (int i = 0; i < w->rows.nblock; i++) {
      const con_Block* block = &w->rows.block[i];
      nY += (mjtSize)block->nefc * closure(w, block);
    }
  }
  if (nY > INT_MAX) return false;
  d->nY = (int)nY;
  if (d->efc_Y) return true;  // computed by an earlier projection of the same rows
  d->efc_Y = stack_arena(d, (size_t)nY * sizeof *d->efc_Y, sizeof *d->efc_Y);
  if (!w->sparse) return d->efc_Y != NULL;
  d->efc_Y_rownnz = stack_arena(d, (size_t)d->nefc * sizeof(int), sizeof(int));
  d->efc_Y_rowadr = stack_arena(d, (size_t)d->nefc * sizeof(int), sizeof(int));
  d->efc_Y_colind = stack_arena(d, (size_t)nY * sizeof(int), sizeof(int));
  return d->efc_Y && d->efc_Y_rownnz && d->efc_Y_rowadr && d->efc_Y_colind;
}

// values of the row are stride apart
static void writeRow(Work* w, int efc, const mjtNum* row, int stride, int n, int* adr) {
  mjData* d = w->d;
  if (w->sparse) {
    d->efc_Y_rownnz[efc] = n;
    d->efc_Y_rowadr[efc] = *adr;
    for (int k = 0; k < n; k++) d->efc_Y[*adr + k] = row[k * stride];
    memcpy(d->efc_Y_colind + *adr, w->col, (size_t)n * sizeof *w->col);
    *adr += n;
  } else {
    mjtNum* dense = d->efc_Y + (size_t)efc * (size_t)w->m->nv;
    dense_zero(dense, (int)w->m->nv);
    for (int k = 0; k < n; k++) dense[w->col[k]] = row[k * stride];
  }
}

// row r of a block at its columns
static const mjtNum* rowOf(const Work* w, const con_Block* block, int r, mjtNum* row) {
  const int n = block->ncol;
  const mjtNum* jac = w->rows.jac + block->jac;
  if (block->shape != CON_PYRAMID) return jac + r * n;
  const mjtNum mu = w->d->contact[block->contact].friction[r / 2];
  dense_addScl(row, jac, jac + (r / 2 + 1) * n, r % 2 ? -mu : mu, n);
  return row;
}

// ---- dense AR

static bool placeDenseAR(Work* w) {
  mjData* d = w->d;
  const int n = d->nefc;
  if (n > INT_MAX / n) return false;
  d->nA = n * n;
  if (!d->efc_AR) d->efc_AR = stack_arena(d, (size_t)d->nA * sizeof(mjtNum), sizeof(mjtNum));
  w->stride = (n + GROUP - 1) / GROUP * GROUP;
  const size_t size = (size_t)w->stride * (size_t)w->m->nv;
  w->T = stack_num(d, size);
  w->line = stack_num(d, (size_t)w->stride);
  if (!d->efc_AR || !w->T || !w->line) return false;
  memset(w->T, 0, size * sizeof *w->T);
  return true;
}

// res[GROUP] = y . rows of T, from one row on; y has the n columns in w->col, step apart
// order: ascending columns, one after another
static inline void mulGroup(const Work* w, mjtNum* res, const mjtNum* y, int step, const mjtNum* T,
                            int n) {
  dense_Wide s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
  for (int k = 0; k < n; k++, y += step) {
    const dense_Wide* t = (const dense_Wide*)(T + (size_t)w->col[k] * (size_t)w->stride);
    s0 += *y * t[0];
    s1 += *y * t[1];
    s2 += *y * t[2];
    s3 += *y * t[3];
  }
  dense_Wide* to = (dense_Wide*)res;
  to[0] = s0;
  to[1] = s1;
  to[2] = s2;
  to[3] = s3;
}

// the same for half a group
static inline void mulHalf(const Work* w, mjtNum* res, const mjtNum* y, int step, const mjtNum* T,
                           int n) {
  dense_Wide s0 = {0}, s1 = {0};
  for (int k = 0; k < n; k++, y += step) {
    const dense_Wide* t = (const dense_Wide*)(T + (size_t)w->col[k] * (size_t)w->stride);
    s0 += *y * t[0];
    s1 += *y * t[1];
  }
  dense_Wide* to = (dense_Wide*)res;
  to[0] = s0;
  to[1] = s1;
}

// products of row y of Y with the rows before it, without R; it becomes row i of T
static void denseRow(Work* w, int i, const mjtNum* y, int step, int n) {
  mjData* d = w->d;
  mjtNum *row = d->efc_AR + (size_t)i * d->nefc, *column = d->efc_AR + i;
  for (int k = 0; k < n; k++) w->T[(size_t)w->col[k] * (size_t)w->stride + i] = y[k * step];
  int j = 0;
  for (; j + GROUP / 2 <= i; j += GROUP) mulGroup(w, w->line + j, y, step, w->T + j, n);
  if (j <= i) mulHalf(w, w->line + j, y, step, w->T + j, n);
  for (int k = 0; k <= i; k++) row[k] = column[(size_t)k * d->nefc] = w->line[k];
}

// order: that of dense_dot over its values as stored
static mjtNum squareOfRow(const Work* w, int efc) {
  const mjData* d = w->d;
  const int n = w->sparse ? d->efc_Y_rownnz[efc] : (int)w->m->nv;
  const mjtNum* row = d->efc_Y + (w->sparse ? (size_t)d->efc_Y_rowadr[efc] : (size_t)efc * n);
  return dense_dot(row, row, n);
}

// row of Y, its values stride apart
static void putRow(Work* w, int efc, const mjtNum* row, int stride, int n, int* adr, mjtNum* diag) {
  writeRow(w, efc, row, stride, n, adr);
  if (diag) diag[efc] = squareOfRow(w, efc);
  if (w->T) denseRow(w, efc, row, stride, n);
}

// row: scratch (8 nv)
static void makeY(Work* w, mjtNum* row, mjtNum* diag) {
  const size_t nv = (size_t)w->m->nv;
  mjtNum* res = row + 4 * nv;
  int adr = 0;
  for (int i = 0; i < w->rows.nblock; i++) {
    const con_Block* block = &w->rows.block[i];
    const int n = closure(w, block);
    for (int r = 0; r < block->nefc; r += 4) {
      const int count = block->nefc - r < 4 ? block->nefc - r : 4;
      const mjtNum* from[4] = {NULL};
      for (int e = 0; e < count; e++) from[e] = rowOf(w, block, r + e, row + (size_t)e * nv);
      if (count == 1) {
        transform(w, res, block, from[0], n);
        putRow(w, block->efc + r, res, 1, n, &adr, diag);
        continue;
      }
      transformFour(w, res, block, from, count, n);
      for (int e = 0; e < count; e++) putRow(w, block->efc + r + e, res + e, 4, n, &adr, diag);
    }
  }
  ASSERT(!w->sparse || adr == w->d->nY);
  ASSERT_FULL(isClear(w));
}

// ---- sparse AR

// patterns contain all ancestors: two of them intersect if they share a root dof
static bool meets(const Work* w, int efc) {
  const mjData* d = w->d;
  const int* col = d->efc_Y_colind + d->efc_Y_rowadr[efc];
  for (int k = 0; k < d->efc_Y_rownnz[efc]; k++) {
    if (w->mark[col[k]]) return true;
  }
  return false;
}

static void markTop(Work* w, int efc, int value) {
  const mjData* d = w->d;
  const int* col = d->efc_Y_colind + d->efc_Y_rowadr[efc];
  for (int k = 0; k < d->efc_Y_rownnz[efc]; k++) {
    if (w->m->M_rownnz[col[k]] == 1) w->mark[col[k]] = value;
  }
}

// sizes of the rows; returns the number of entries
static mjtSize countAR(Work* w, int* rownnz) {
  const con_Rows* rows = &w->rows;
  mjtSize total = 0;
  for (int i = 0; i < rows->nblock; i++) {
    const con_Block* a = &rows->block[i];
    int n = 0;
    markTop(w, a->efc, 1);
    for (int j = 0; j < rows->nblock; j++) {
      if (meets(w, rows->block[j].efc)) n += rows->block[j].nefc;
    }
    markTop(w, a->efc, 0);
    for (int r = a->efc; r < a->efc + a->nefc; r++) rownnz[r] = n;
    total += (mjtSize)n * a->nefc;
  }
  return total;
}

// res[k] = y . row k of Y, contiguous rows of n values
// order: one after another
static inline void dotRows(mjtNum* res, const mjtNum* y, const mjtNum* Y, int n, int rows) {
  int k = 0;
  for (; k + 2 <= rows; k += 2, Y += 2 * n) {
    mjtNum s0 = 0, s1 = 0;
    for (int c = 0; c < n; c++) {
      s0 += y[c] * Y[c];
      s1 += y[c] * Y[n + c];
    }
    res[k] = s0;
    res[k + 1] = s1;
  }
  for (; k < rows; k++, Y += n) {
    mjtNum s0 = 0;
    for (int c = 0; c < n; c++) s0 += y[c] * Y[c];
    res[k] = s0;
  }
}

// entries of row i with the rows of block b up to i, and their mirror images; rows fill from the
// left, since i and the blocks ascend. y is scratch.
static void fillAR(Work* w, int i, const con_Block* b, int* cursor, mjtNum* y) {
  mjData* d = w->d;
  const int adr = d->efc_Y_rowadr[b->efc], n = d->efc_Y_rownnz[b->efc];
  const int end = b->efc + b->nefc <= i + 1 ? b->efc + b->nefc : i + 1;
  mjtNum* res = d->efc_AR + cursor[i];
  ASSERT_FULL(end > b->efc && cursor[i] + end - b->efc <= d->nA);
  sparse_gather(y, w->x, d->efc_Y_colind + adr, n);
  dotRows(res, y, d->efc_Y + adr, n, end - b->efc);
  for (int j = b->efc; j < end; j++) {
    const mjtNum value = res[j - b->efc];
    d->efc_AR_colind[cursor[i]++] = j;
    if (i == j) {
      d->efc_AR[cursor[i] - 1] += d->efc_R[i];
      continue;
    }
    d->efc_AR_colind[cursor[j]] = i;
    d->efc_AR[cursor[j]++] = value;
  }
}

static bool placeAR(Work* w) {
  mjData* d = w->d;
  const size_t n = (size_t)d->nefc;
  const bool fresh = !d->efc_AR;
  if (fresh) {
    d->efc_AR_rownnz = stack_arena(d, n * sizeof(int), sizeof(int));
    d->efc_AR_rowadr = stack_arena(d, n * sizeof(int), sizeof(int));
  }
  if (!d->efc_AR_rownnz || !d->efc_AR_rowadr) return false;
  const mjtSize nA = countAR(w, d->efc_AR_rownnz);
  if (nA > INT_MAX) return false;
  d->nA = (int)nA;
  if (fresh) {
    d->efc_AR_colind = stack_arena(d, (size_t)nA * sizeof(int), sizeof(int));
    d->efc_AR = stack_arena(d, (size_t)nA * sizeof(mjtNum), sizeof(mjtNum));
  }
  return d->efc_AR_colind && d->efc_AR;
}

static bool makeSparseAR(Work* w) {
  mjData* d = w->d;
  const con_Rows* rows = &w->rows;
  int* cursor = stack_int(d, (size_t)d->nefc);
  mjtNum* y = stack_num(d, (size_t)w->m->nv);
  if (!cursor || !y || !placeAR(w)) return false;
  for (int i = 0, adr = 0; i < d->nefc; adr += d->efc_AR_rownnz[i++]) {
    cursor[i] = d->efc_AR_rowadr[i] = adr;
  }
  for (int k = 0; k < rows->nblock; k++) {
    const con_Block* a = &rows->block[k];
    markTop(w, a->efc, 1);
    for (int i = a->efc; i < a->efc + a->nefc; i++) {
      const int adr = d->efc_Y_rowadr[i], n = d->efc_Y_rownnz[i], *col = d->efc_Y_colind + adr;
      sparse_scatter(w->x, d->efc_Y + adr, col, n);
      for (int j = 0; j <= k; j++) {
        if (meets(w, rows->block[j].efc)) fillAR(w, i, &rows->block[j], cursor, y);
      }
      for (int c = 0; c < n; c++) w->x[col[c]] = 0;
    }
    markTop(w, a->efc, 0);
  }
  ASSERT(cursor[d->nefc - 1] == d->nA);  // the number of entries that were counted
  return true;
}

// ---- all

// efc_diagA has the exact diagonal: recomputes the parameters, and their copies in islands
static void repeatImpedance(const mjModel* m, mjData* d, const con_Rows* rows) {
  rows_Law law = {.known = false};
  for (int i = 0; i < rows->nblock; i++) imp_block(m, d, &rows->block[i], &law);
  for (int i = 0; d->nisland && i < d->nefc; i++) {
    const int efc = d->map_iefc2efc[i];
    d->iefc_D[i] = d->efc_D[efc];
    d->iefc_R[i] = d->efc_R[efc];
  }
}

static bool projectAll(Work* w, bool exact, bool dual) {
  mjData* d = w->d;
  mjtNum* row = stack_num(d, 8 * (size_t)w->m->nv);
  const bool dense = dual && !w->sparse;
  if (!row || !prepare(w) || !placeY(w) || (dense && !placeDenseAR(w))) return false;
  makeY(w, row, exact ? d->efc_diagA : NULL);
  if (exact) repeatImpedance(w->m, d, &w->rows);
  for (int i = 0; i < d->nefc && dense; i++) d->efc_AR[i * (d->nefc + 1)] += d->efc_R[i];
  return w->sparse && dual ? makeSparseAR(w) : true;
}

void con_project(const mjModel* m, mjData* d) {
  const bool exact = (m->opt.enableflags & mjENBL_DIAGEXACT) != 0, dual = con_isDual(m);
  if (!d->nefc || (!exact && !dual)) return;
  // dense or sparse as the rows are: the option may have changed since they were made
  Work w = {.m = m, .d = d, .rows = con_rows(d), .sparse = d->efc_J_rownnz != NULL};
  mj_markStack(d);
  const bool fits = projectAll(&w, exact, dual);
  mj_freeStack(d);
  if (!fits) rows_full(d);
}
