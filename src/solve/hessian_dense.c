// Dense Cholesky factorization of the Hessian: lower triangle by columns (column-major), over the
// dof indices of the problem, with an envelope of leading zeros.
#include "solve/hessian.h"

#include "math/dense.h"

// places of a block's columns and the groups of four that contain them
typedef struct {
  int col;  // start of its column list, -1: none yet
  int ncol, nblock;
  int* place;
  int* four;
} Places;

// at: that of the previous block, which may have the same columns
static void findPlaces(const solve_Problem* p, const hess_Matrix* h, const con_Block* b,
                       Places* at) {
  if (b->col == at->col && b->ncol == at->ncol) return;
  *at = (Places){.col = b->col, .ncol = b->ncol, .place = h->place, .four = h->place + b->ncol};
  const int *col = con_columns(&p->rows, b), first = p->range[0].adr;
  int last = -1, n = 0;
  for (int k = 0; k < b->ncol; k++) {
    const int place = p->nrange == 1 ? col[k] - first : con_number(&p->rows, col[k]);
    ASSERT_FULL(place == con_number(&p->rows, col[k]) && place >= 0 && place < p->nv);
    at->place[k] = place;
    if (place >> 2 == last) continue;
    at->four[n++] = last = place >> 2;
  }
  at->nblock = n;
}

// J and D J of a row by places: if the problem has one range of dofs, they are contiguous in J
static const mjtNum* takeRow(const solve_Problem* p, const con_Block* b, int row, mjtNum D,
                             mjtNum* DJ) {
  const mjtNum* J = con_row(&p->rows, b, row);
  const int first = b->first - p->range[0].adr, n = b->n;
  ASSERT_FULL(first % 4 == 0 && first >= 0 && first + n <= p->nv);
  dense_scl(DJ + first, J, D, n);
  for (int i = n; i & 3; i++) DJ[first + i] = 0;
  return J - first;
}

// the same for a problem with several ranges of dofs: the entries are gathered
static const mjtNum* gatherRow(const solve_Problem* p, const con_Block* b, const Places* at,
                               int row, mjtNum D, mjtNum* J, mjtNum* DJ) {
  const int* col = con_columns(&p->rows, b);
  const mjtNum* from = con_row(&p->rows, b, row);
  for (int k = 0; k < at->nblock; k++) dense_zero(DJ + 4 * at->four[k], 4);
  for (int k = 0; k < b->ncol; k++) {
    J[at->place[k]] = from[col[k] - b->first];
    DJ[at->place[k]] = J[at->place[k]] * D;
  }
  return J;
}

// H += J' D J of up to four rows
static void addRows(const solve_Problem* p, const hess_Matrix* h, const con_Block* b,
                    const Places* at, const int row[4], const mjtNum D[4], int count) {
  mjtNum *DJ = h->scratch, *J = DJ + count * h->xstride;
  column_Rows rows = {count, {NULL}, DJ, at->place, at->four, at->ncol, at->nblock};
  for (int e = 0; e < count; e++, J += h->xstride, DJ += h->xstride) {
    rows.J[e] =
        p->nrange == 1 ? takeRow(p, b, row[e], D[e], DJ) : gatherRow(p, b, at, row[e], D[e], J, DJ);
  }
  h->kernels->addProduct(h->L, p->nv, &rows);
}

static void addBlock(const solve_Problem* p, hess_Matrix* h, const con_Block* b, Places* at) {
  int row[4], count, r = 0;
  mjtNum D[4];
  while ((count = hess_activeRows(p, b, &r, row, D))) {
    if (b->ncol == 1) {
      const int i = con_number(&p->rows, con_columns(&p->rows, b)[0]);
      mjtNum* diag = h->L + (size_t)i * (size_t)(h->xstride + 1);
      for (int e = 0; e < count; e++) {
        const mjtNum J = con_entry(&p->rows, b, row[e], 0);
        *diag += J * D[e] * J;  // order: left to right
      }
      continue;
    }
    findPlaces(p, h, b, at);
    addRows(p, h, b, at, row, D, count);
  }
}

// rows of M in a range have columns only there, and place indices are consecutive like dofs
static void addInertia(const solve_System* s, const solve_Problem* p, const hess_Matrix* h) {
  const mjModel* m = s->m;
  const ptrdiff_t stride = h->xstride;
  for (int r = 0; r < p->nrange; r++) {
    const int begin = p->range[r].adr, end = begin + p->range[r].num;
    const int shift = con_number(&p->rows, begin) - begin;
    for (int i = begin; i < end; i++) {
      const int adr = m->M_rowadr[i], nnz = m->M_rownnz[i], *col = m->M_colind + adr;
      const mjtNum* M = s->d->M + adr;
      mjtNum* L = h->L + (i + shift) + shift * stride;
      ASSERT_FULL(col[0] >= begin && con_number(&p->rows, i) == i + shift);
      for (int k = 0; k < nnz; k++) L[col[k] * stride] += M[k];
    }
  }
}

static void widen(const hess_Matrix* h, int row, int col) {
  ASSERT_FULL(col >= 0 && col <= row);
  if (col < h->first[row / 4]) h->first[row / 4] = col;
}

// returns true if every row of the factor begins with the first column
static bool isFull(const hess_Matrix* h) {
  for (int i = 0; i < h->xstride; i += 4) {
    if (h->first[i / 4]) return false;
  }
  return true;
}

void hess_envelope(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  const mjModel* m = s->m;
  for (int i = 0; i < h->xstride; i += 4) h->first[i / 4] = i;
  for (int r = 0; r < p->nrange; r++) {
    const int begin = p->range[r].adr, end = begin + p->range[r].num;
    const int shift = con_number(&p->rows, begin) - begin;
    for (int i = begin; i < end; i++) {
      widen(h, i + shift, m->M_colind[m->M_rowadr[i]] + shift);
    }
  }
  if (isFull(h)) return;
  int last = -1;
  for (int k = 0; k < p->rows.nblock; k++) {
    const con_Block* b = p->rows.block + k;
    if (b->ncol < 2 || b->col == last) continue;
    last = b->col;
    const int *col = con_columns(&p->rows, b), start = con_number(&p->rows, col[0]);
    for (int c = 1; c < b->ncol; c++) widen(h, con_number(&p->rows, col[c]), start);
  }
}

// order: row after row, M last
static void factor(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  Places at = {.col = -1};
  dense_zero(h->L, h->size);
  for (int k = 0; k < p->rows.nblock; k++) addBlock(p, h, p->rows.block + k, &at);
  addInertia(s, p, h);
  h->kernels->factor(h->L, p->nv, h->first, mjMINVAL);
}

static bool update(const solve_Problem* p, hess_Matrix* h, mjtNum* L, const hess_Updates* u) {
  const int rank = h->kernels->update(L, h->x, u->count, p->nv, h->first, u->plus);
  dense_zero(h->x, u->count * h->xstride);
  return rank == p->nv;
}

static void solve(const solve_Problem* p, const hess_Matrix* h, const mjtNum* L, mjtNum* vec) {
  if (p->nrange == 1) {
    h->kernels->solve(vec + p->range[0].adr, L, p->nv, h->first, h->scratch);
    return;
  }
  mjtNum* x = h->x;
  for (int r = 0, at = 0; r < p->nrange; at += p->range[r++].num) {
    dense_copy(x + at, vec + p->range[r].adr, p->range[r].num);
  }
  h->kernels->solve(x, L, p->nv, h->first, h->scratch);
  for (int r = 0, at = 0; r < p->nrange; at += p->range[r++].num) {
    dense_copy(vec + p->range[r].adr, x + at, p->range[r].num);
  }
  dense_zero(x, p->nv);
}

// ---- multiple right-hand sides

// lists the nonzero entries of row i of L before the diagonal, or of column i below it
static int listRow(const hess_Matrix* h, const mjtNum* L, int i, mjtNum* c, int* col) {
  int n = 0;
  for (int j = h->first[i / 4]; j < i; j++) {
    const mjtNum entry = L[(size_t)j * (size_t)h->xstride + (size_t)i];
    if (entry == 0) continue;
    c[n] = entry;
    col[n++] = h->dof[j];
  }
  return n;
}

static int listColumn(const hess_Matrix* h, const mjtNum* L, int i, int nv, mjtNum* c, int* col) {
  const mjtNum* column = L + (size_t)i * (size_t)h->xstride;
  int n = 0;
  for (int j = i + 1; j < nv; j++) {
    if (column[j] == 0) continue;
    c[n] = column[j];
    col[n++] = h->dof[j];
  }
  return n;
}

static void solvePanel(const solve_Problem* p, const hess_Matrix* h, const mjtNum* L,
                       const panel_Panel* x) {
  const panel_Kernels* kernels = panel_kernels();
  const size_t diag = (size_t)h->xstride + 1;
  mjtNum* c = h->scratch;
  int* col = (int*)(h->scratch + h->xstride);
  for (int r = 0, at = 0; r < p->nrange; at += p->range[r++].num) {
    for (int k = 0; k < p->range[r].num; k++) h->dof[at + k] = p->range[r].adr + k;
  }
  for (int i = 0; i < p->nv; i++) {
    kernels->gather(x, panel_row(x, h->dof[i]), c, col, listRow(h, L, i, c, col));
    kernels->scale(x, h->dof[i], 1 / L[diag * (size_t)i]);
  }
  for (int i = p->nv - 1; i >= 0; i--) {
    kernels->gather(x, panel_row(x, h->dof[i]), c, col, listColumn(h, L, i, p->nv, c, col));
    kernels->scale(x, h->dof[i], 1 / L[diag * (size_t)i]);
  }
}

const hess_Form hess_dense = {factor, update, solve, solvePanel};
