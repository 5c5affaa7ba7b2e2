// Cholesky factor of the Hessian for Newton's method: factorization from all rows, rank-1 updates
// for rows that changed, and updates for the cones of sliding contacts.
#include "solve/hessian.h"

#include "base/cpu.h"
#include "math/cholesky.h"
#include "math/dense.h"
#include "model/stack.h"

enum { MOST_DENSE = 40000 };  // most dofs: the square must fit an int

static const hess_Form* sparseForm(void) {
#ifdef SINEW_WIDE_AVX2
  if (cpu_hasLanes(4)) return &hess_sparse_wide_avx2;
#endif
  return &hess_sparse_wide_base;
}

// before the first update, sets the places that updates use to zero
static void clearVectors(const solve_Problem* p, hess_Matrix* h) {
  ASSERT_FULL(h->xstride >= p->nv);
  if (h->clear) return;
  h->clear = true;
  if (!h->sparse) {
    dense_zero(h->x, h->most * h->xstride);
    return;
  }
  for (int u = 0; u < h->most; u++) {
    mjtNum* x = h->x + u * h->xstride;
    if (h->pattern.tree) dense_zero(x, p->nv);
    for (int r = 0; r < p->nrange && !h->pattern.tree; r++) {
      dense_zero(x + p->range[r].adr, p->range[r].num);
    }
  }
}

static int mostColumns(const con_Rows* rows) {
  int most = 0;
  for (int k = 0; k < rows->nblock; k++) {
    if (rows->block[k].ncol > most) most = rows->block[k].ncol;
  }
  return most;
}

bool hess_make(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  const int maxcol = mostColumns(&p->rows);
  *h = (hess_Matrix){.sparse = s->d->efc_J_rownnz};
  if (h->sparse) {
    h->run = solve_take(s, (size_t)maxcol, sizeof *h->run);
    h->path = solve_take(s, (size_t)s->m->nv, sizeof *h->path);
    if (!h->run || !h->path || !hess_pattern(s, p, h)) return false;
    h->xstride = (int)s->m->nv;
    h->nnz = (p->rows.ncone ? 2 : 1) * h->size;
    h->form = sparseForm();
  } else {
    if (p->nv > MOST_DENSE) return false;
    h->xstride = column_stride(p->nv);
    h->size = h->end = p->nv * h->xstride;
    h->nnz = p->nv * p->nv;
    h->scratch = solve_take(s, HESS_SCRATCH * (size_t)h->xstride, sizeof *h->scratch);
    h->place = solve_take(s, 2 * (size_t)maxcol, sizeof *h->place);
    h->first = solve_take(s, (size_t)h->xstride / 4, sizeof *h->first);
    h->kernels = column_kernels();
    h->form = &hess_dense;
    if (s->kept) h->dof = solve_take(s, (size_t)p->nv, sizeof *h->dof);
    if (!h->scratch || !h->place || !h->first || (s->kept && !h->dof)) return false;
    hess_envelope(s, p, h);
  }
  h->L = solve_take(s, (size_t)h->end, sizeof *h->L);
  h->most = !h->sparse || p->rows.ncone ? HESS_UPDATES : 1;
  h->x = solve_take(s, (size_t)h->most * (size_t)h->xstride, sizeof *h->x);
  if (p->rows.ncone) h->cone = solve_take(s, (size_t)h->end, sizeof *h->cone);
  if (!h->L || !h->x || (p->rows.ncone && !h->cone)) return false;
  ASSERT_FULL(h->size <= h->end);
  return true;
}

// ---- rows

static bool isQuadratic(int state) { return state == mjCNSTRSTATE_QUADRATIC; }

int hess_activeRows(const solve_Problem* p, const con_Block* b, int* r, int row[4], mjtNum D[4]) {
  int n = 0;
  for (; *r < b->nefc && n < 4; ++*r) {
    if (!isQuadratic(p->state[b->efc + *r])) continue;
    row[n] = *r;
    D[n++] = p->rows.D[b->efc + *r];
  }
  return n;
}

static inline int placeOf(const solve_Problem* p, const hess_Matrix* h, int dof) {
  if (!h->sparse) return con_number(&p->rows, dof);
  return h->pattern.tree ? h->pattern.nnz[dof] - 1 : dof;
}

// x = linear combination of rows r .. r+n-1 of a block with factors scl
// order: ascending rows
static void combineRows(const solve_Problem* p, const hess_Matrix* h, const con_Block* b, mjtNum* x,
                        int r, const mjtNum* scl, int stride, int n) {
  const int* col = con_columns(&p->rows, b);
  const mjtNum* rows = con_row(&p->rows, b, r);
  for (int k = 0; k < b->ncol; k++) {
    const mjtNum* J = rows + (p->rows.sparse ? k : col[k] - b->first);
    mjtNum sum = *J * scl[0];
    for (int i = 1; i < n; i++) sum += *(J += b->stride) * scl[i * stride];
    ASSERT_FULL(x[placeOf(p, h, col[k])] == 0);  // updates leave zeros behind
    x[placeOf(p, h, col[k])] = sum;
  }
}

// ---- updates, applied together up to the capacity

// applies the pending updates; false: rank was lost
static bool flush(const solve_Problem* p, hess_Matrix* h, mjtNum* L, hess_Updates* u) {
  const bool full = !u->count || h->form->update(p, h, L, u);
  *u = (hess_Updates){0};
  return full;
}

// appends an update, a linear combination of rows r .. r+n-1 of a block; false: rank was lost.
// Sparse updates are applied together if they have the same last dof, because they then touch the
// same rows
static bool push(const solve_Problem* p, hess_Matrix* h, mjtNum* L, hess_Updates* u,
                 const con_Block* b, int r, const mjtNum* scl, int stride, int n, bool plus) {
  const int last = con_lastDof(&p->rows, b);
  const bool joins = u->count < h->most && (!h->sparse || last == u->last);
  if (!joins && !flush(p, h, L, u)) return false;
  clearVectors(p, h);
  combineRows(p, h, b, h->x + u->count * h->xstride, r, scl, stride, n);
  u->plus |= (unsigned)plus << u->count++;
  u->last = last;
  return true;
}

// ---- cones

static void copyFactor(const solve_Problem* p, hess_Matrix* h) {
  if (!h->sparse || !h->pattern.tree) {
    dense_copy(h->cone, h->L, h->size);
    return;
  }
  const hess_Pattern* t = &h->pattern;  // rows of M: those of the problem are parts of the arrays
  for (int r = 0; r < p->nrange; r++) {
    const int begin = p->range[r].adr, last = begin + p->range[r].num - 1, adr = t->adr[begin];
    dense_copy(h->cone + adr, h->L + adr, t->adr[last] + t->nnz[last] - adr);
  }
}

// L += J' H J with H = C C'
// order: one update for each column of C
static int addCone(const solve_Problem* p, hess_Matrix* h, hess_Updates* u, const con_Block* b) {
  const int dim = b->nefc;
  mjtNum C[36];
  ASSERT_FULL(b->shape == CON_ELLIPTIC && h->cone);
  dense_copy(C, cost_coneHessian(&p->rows, b, p->jar), dim * dim);
  chol_factor(C, dim, mjMINVAL);
  for (int r = 0; r < dim; r++) {
    push(p, h, h->cone, u, b, r, C + r * (dim + 1), dim, dim - r, true);
  }
  return dim;
}

static int addCones(const solve_Problem* p, hess_Matrix* h) {
  hess_Updates u = {0};
  int n = 0;
  h->middle = false;
  for (int k = p->rows.nblock - p->rows.ncone; k < p->rows.nblock; k++) {
    const con_Block* b = p->rows.block + k;
    if (p->state[b->efc] != mjCNSTRSTATE_CONE) continue;
    if (!h->middle) copyFactor(p, h);
    h->middle = true;
    n += addCone(p, h, &u, b);
  }
  flush(p, h, h->cone, &u);
  return n;
}

// ---- factor

int hess_factor(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  h->form->factor(s, p, h);
  return p->rows.nefc + addCones(p, h);
}

// updates L for rows that changed their state; returns the number of updates, -1 if rank was lost
// order: row after row
static int changeRows(const solve_Problem* p, hess_Matrix* h, const int* before) {
  hess_Updates u = {0};
  int n = 0;
  for (int k = 0; k < p->rows.nblock; k++) {
    const con_Block* b = p->rows.block + k;
    for (int r = 0; r < b->nefc; r++) {
      const int row = b->efc + r;
      const bool now = isQuadratic(p->state[row]);
      if (now == isQuadratic(before[row])) continue;
      const mjtNum scl = __builtin_sqrt(p->rows.D[row]);
      n++;
      if (!push(p, h, h->L, &u, b, r, &scl, 0, 1, now)) return -1;
    }
  }
  return flush(p, h, h->L, &u) ? n : -1;
}

int hess_update(const solve_System* s, const solve_Problem* p, hess_Matrix* h, const int* before) {
  const int n = changeRows(p, h, before);
  return n < 0 ? hess_factor(s, p, h) : n + addCones(p, h);
}

void hess_solve(const solve_Problem* p, const hess_Matrix* h, mjtNum* vec) {
  ASSERT_FULL(!h->middle || h->cone);
  h->form->solve(p, h, h->middle ? h->cone : h->L, vec);
}

void hess_solvePanel(const solve_Problem* p, const hess_Matrix* h, const panel_Panel* x) {
  h->form->solvePanel(p, h, h->middle ? h->cone : h->L, x);
}
