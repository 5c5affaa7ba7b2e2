// The dual problem: Y = J M^-1/2 with M = L'DL, that is, rows D^-1/2 L^-T J_i', and AR = Y Y' +
// diag(R). L^-T fills the dofs above those of a row, so the columns of Y are those of J with all
// their ancestors. Base rows are transformed, edges of pyramids are combined from them.
//   blocks, qLD, efc_R -> efc_Y, efc_AR; with mjENBL_DIAGEXACT efc_diagA, KBIP, R, D
#include <limits.h>
#include <string.h>

#include <sinew/api.h>

#include "constraint/rows.h"
#include "math/sparse.h"
#include "model/stack.h"

enum { BASE_MOST = 6 };

typedef struct {
  const mjModel* m;
  mjData* d;
  con_Rows rows;
  bool sparse;
  int* col;       // (nv) columns of the block at hand
  int* mark;      // (nv) 0 between calls
  mjtNum* x;      // (nv) 0 between calls
  mjtNum* base;   // (BASE_MOST x nv) transformed base rows
  mjtNum* scale;  // (nv) D^-1/2
} Work;

static bool prepare(Work* w) {
  const size_t nv = (size_t)w->m->nv;
  w->col = stack_int(w->d, nv);
  w->mark = stack_int(w->d, nv);
  w->x = stack_num(w->d, nv);
  w->base = stack_num(w->d, BASE_MOST * nv);
  w->scale = stack_num(w->d, nv);
  if (!w->col || !w->mark || !w->x || !w->base || !w->scale) return false;
  memset(w->mark, 0, nv * sizeof *w->mark);
  memset(w->x, 0, nv * sizeof *w->x);
  for (size_t i = 0; i < nv; i++) w->scale[i] = __builtin_sqrt(w->d->qLDiagInv[i]);
  return true;
}

// columns of a block and their ancestors, ascending, in w->col; returns their number
static int closure(Work* w, const con_Block* block) {
  const mjModel* m = w->m;
  const int *col = w->rows.col + block->col, last = col[block->ncol - 1];
  int first = last, n = 0;
  for (int i = 0; i < block->ncol; i++) {
    const int adr = m->M_rowadr[col[i]], end = adr + m->M_rownnz[col[i]];
    for (int k = adr; k < end; k++) w->mark[m->M_colind[k]] = 1;
    if (m->M_colind[adr] < first) first = m->M_colind[adr];
  }
  for (int i = first; i <= last; i++) {
    if (w->mark[i]) w->col[n++] = i;
    w->mark[i] = 0;
  }
  return n;
}

// res[n] = D^-1/2 L^-T row at the columns of the closure
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
  if (d->efc_Y) return true;  // from an earlier projection of the same rows
  d->efc_Y = stack_arena(d, (size_t)nY * sizeof *d->efc_Y, sizeof *d->efc_Y);
  if (!w->sparse) return d->efc_Y != NULL;
  d->efc_Y_rownnz = stack_arena(d, (size_t)d->nefc * sizeof(int), sizeof(int));
  d->efc_Y_rowadr = stack_arena(d, (size_t)d->nefc * sizeof(int), sizeof(int));
  d->efc_Y_colind = stack_arena(d, (size_t)nY * sizeof(int), sizeof(int));
  return d->efc_Y && d->efc_Y_rownnz && d->efc_Y_rowadr && d->efc_Y_colind;
}

// row r of a block from its transformed base rows of n numbers
static void rowOfBase(mjtNum* res, const con_Block* block, const mjtNum* friction,
                      const mjtNum* base, int r, int n) {
  if (block->shape != CON_PYRAMID) {
    memcpy(res, base + (size_t)r * n, (size_t)n * sizeof *res);
    return;
  }
  const int k = r / 2;
  dense_addScl(res, base, base + (size_t)(k + 1) * n, r % 2 ? -friction[k] : friction[k], n);
}

static void writeRow(Work* w, int efc, const mjtNum* row, int n, int* adr) {
  mjData* d = w->d;
  if (w->sparse) {
    d->efc_Y_rownnz[efc] = n;
    d->efc_Y_rowadr[efc] = *adr;
    memcpy(d->efc_Y + *adr, row, (size_t)n * sizeof *row);
    memcpy(d->efc_Y_colind + *adr, w->col, (size_t)n * sizeof *w->col);
    *adr += n;
  } else {
    mjtNum* dense = d->efc_Y + (size_t)efc * (size_t)w->m->nv;
    dense_zero(dense, (int)w->m->nv);
    sparse_scatter(dense, row, w->col, n);
  }
}

static void makeY(Work* w, mjtNum* row, mjtNum* diag) {
  mjData* d = w->d;
  int adr = 0;
  for (int i = 0; i < w->rows.nblock; i++) {
    const con_Block* block = &w->rows.block[i];
    const mjtNum* friction = block->contact < 0 ? NULL : d->contact[block->contact].friction;
    const mjtNum* jac = w->rows.jac + block->jac;
    const int n = closure(w, block);
    for (int k = 0; k < block->nbase; k++) {
      transform(w, w->base + (size_t)k * n, block, jac + k * block->ncol, n);
    }
    for (int r = 0; r < block->nefc; r++) {
      rowOfBase(row, block, friction, w->base, r, n);
      writeRow(w, block->efc + r, row, n, &adr);
      if (diag) diag[block->efc + r] = dense_dot(row, row, n);
    }
  }
}

// ---- AR

static bool makeDenseAR(Work* w) {
  mjData* d = w->d;
  const int n = d->nefc, nv = (int)w->m->nv;
  if (n > INT_MAX / n) return false;
  d->nA = n * n;
  if (!d->efc_AR) d->efc_AR = stack_arena(d, (size_t)d->nA * sizeof(mjtNum), sizeof(mjtNum));
  if (!d->efc_AR) return false;
  for (int i = 0; i < n; i++) {
    const mjtNum* row = d->efc_Y + (size_t)i * nv;
    for (int j = 0; j <= i; j++) {
      const mjtNum value = dense_dot(row, d->efc_Y + (size_t)j * nv, nv);
      d->efc_AR[(size_t)i * n + j] = d->efc_AR[(size_t)j * n + i] = value;
    }
    d->efc_AR[(size_t)i * n + i] += d->efc_R[i];
  }
  return true;
}

// patterns contain all ancestors: two of them meet if they have a topmost dof in common
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

// entries of the rows; returns their number
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

// entries of row i with the rows of block b that are not behind it, and their mirror images; rows
// fill from the left since i and the blocks ascend
static void fillAR(Work* w, int i, const con_Block* b, int* cursor) {
  mjData* d = w->d;
  const int end = b->efc + b->nefc;
  for (int j = b->efc; j < end && j <= i; j++) {
    const int adr = d->efc_Y_rowadr[j];
    const mjtNum value =
        sparse_dot(d->efc_Y + adr, d->efc_Y_colind + adr, d->efc_Y_rownnz[j], w->x);
    d->efc_AR_colind[cursor[i]] = j;
    d->efc_AR[cursor[i]++] = value + (i == j ? d->efc_R[i] : 0);
    if (i == j) continue;
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
  if (!cursor || !placeAR(w)) return false;
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
        if (meets(w, rows->block[j].efc)) fillAR(w, i, &rows->block[j], cursor);
      }
      for (int c = 0; c < n; c++) w->x[col[c]] = 0;
    }
    markTop(w, a->efc, 0);
  }
  return true;
}

// ---- all

// the exact diagonal is in efc_diagA: parameters again, and their copies in islands
static void repeatImpedance(const mjModel* m, mjData* d, const con_Rows* rows) {
  for (int i = 0; i < rows->nblock; i++) imp_block(m, d, &rows->block[i]);
  for (int i = 0; d->nisland && i < d->nefc; i++) {
    const int efc = d->map_iefc2efc[i];
    d->iefc_D[i] = d->efc_D[efc];
    d->iefc_R[i] = d->efc_R[efc];
  }
}

static bool projectAll(Work* w, bool exact, bool dual) {
  mjData* d = w->d;
  mjtNum* row = stack_num(d, (size_t)w->m->nv);
  if (!row || !prepare(w) || !placeY(w)) return false;
  makeY(w, row, exact ? d->efc_diagA : NULL);
  if (exact) repeatImpedance(w->m, d, &w->rows);
  if (!dual) return true;
  return w->sparse ? makeSparseAR(w) : makeDenseAR(w);
}

void con_project(const mjModel* m, mjData* d) {
  const bool exact = (m->opt.enableflags & mjENBL_DIAGEXACT) != 0, dual = con_isDual(m);
  if (!d->nefc || (!exact && !dual)) return;
  Work w = {.m = m, .d = d, .rows = con_rows(d), .sparse = con_isSparse(m)};
  mj_markStack(d);
  const bool fits = projectAll(&w, exact, dual);
  mj_freeStack(d);
  if (!fits) rows_full(d);
}
