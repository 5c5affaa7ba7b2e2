// Dense form of the Hessian: lower triangle by columns, over the numbers of dofs in the problem.
#include "solve/hessian.h"

#include "math/column_cholesky.h"

// runs of a block's columns: start is a place, pos the entry of a row of J
static int blockRuns(const solve_Problem* p, const solve_Block* b, hess_Run* run) {
  int n = 0;
  for (int k = 0; k < b->ncol; k++) {
    const int dof = b->col[k], place = hess_place(p, dof);
    if (k && dof == b->col[k - 1] + 1) {
      run[n - 1].len++;
    } else {
      run[n++] = (hess_Run){place, 1, dof - b->span.first};
    }
  }
  return n;
}

// dst += count rows of src, stride apart, times their numbers, one after another
static inline void addFew(mjtNum* dst, const mjtNum* src, int stride, const mjtNum* scl, int count,
                          int n) {
  const mjtNum* const rows[4] = {src, src + stride, src + 2 * stride, src + 3 * stride};
  dense_axpyFew(dst, rows, scl, count, n);
}

// H += J' D J of up to four rows; scratch: D J over places
static void addRows(const solve_Block* b, hess_Matrix* h, const int row[4], const mjtNum D[4],
                    int count, int nrun) {
  const int stride = h->xstride;
  const hess_Run *run = h->run, *end = run + nrun;
  const mjtNum* J[4];
  for (int e = 0; e < count; e++) {
    J[e] = b->span.J + (size_t)row[e] * (size_t)b->span.stride;
    for (const hess_Run* r = run; r < end; r++) {
      dense_scl(h->scratch + e * stride + r->start, J[e] + r->pos, D[e], r->len);
    }
  }
  for (; run < end; run++) {
    for (int k = 0; k < run->len; k++) {
      const int place = run->start + k;
      mjtNum *column = h->L + (size_t)place * (size_t)stride, scl[4];
      for (int e = 0; e < count; e++) scl[e] = J[e][run->pos + k];
      addFew(column + place, h->scratch + place, stride, scl, count, run->len - k);
      for (const hess_Run* r = run + 1; r < end; r++) {
        addFew(column + r->start, h->scratch + r->start, stride, scl, count, r->len);
      }
    }
  }
}

static void addBlock(const solve_Problem* p, hess_Matrix* h, const solve_Block* b) {
  int row[4], count, r = 0, nrun = -1;
  mjtNum D[4];
  while ((count = hess_activeRows(p, b, &r, row, D))) {
    if (b->ncol == 1) {
      mjtNum* diag = h->L + (size_t)hess_place(p, b->col[0]) * (size_t)(h->xstride + 1);
      for (int e = 0; e < count; e++) {
        const mjtNum J = hess_entry(b, row[e], 0);
        *diag += J * D[e] * J;
      }
      continue;
    }
    if (nrun < 0) nrun = blockRuns(p, b, h->run);
    addRows(b, h, row, D, count, nrun);
  }
}

static void addInertia(const solve_System* s, const solve_Problem* p, const hess_Matrix* h) {
  const mjModel* m = s->m;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int adr = m->M_rowadr[i], *col = m->M_colind + adr, place = hess_place(p, i);
      for (int k = 0; k < m->M_rownnz[i]; k++) {
        h->L[(size_t)hess_place(p, col[k]) * (size_t)h->xstride + (size_t)place] +=
            s->d->M[adr + k];
      }
    }
  }
}

void dense_hessian(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  dense_zero(h->L, h->size);
  for (int k = 0; k < p->nblock; k++) addBlock(p, h, p->block + k);
  addInertia(s, p, h);
  column_factor(h->L, p->nv, mjMINVAL, h->scratch);
}

bool dense_hessianUpdate(const solve_Problem* p, hess_Matrix* h, mjtNum* L, int last, int count,
                         bool plus) {
  (void)last;
  const int rank = column_update(L, h->x, count, p->nv, plus);
  dense_zero(h->x, count * h->xstride);
  return rank == p->nv;
}

void dense_hessianSolve(const solve_Problem* p, const hess_Matrix* h, const mjtNum* L,
                        mjtNum* vec) {
  if (p->nrange == 1) {
    column_solve(vec + p->range[0].adr, L, p->nv, h->scratch);
    return;
  }
  mjtNum* x = h->x;
  for (int r = 0, at = 0; r < p->nrange; at += p->range[r++].num) {
    dense_copy(x + at, vec + p->range[r].adr, p->range[r].num);
  }
  column_solve(x, L, p->nv, h->scratch);
  for (int r = 0, at = 0; r < p->nrange; at += p->range[r++].num) {
    dense_copy(vec + p->range[r].adr, x + at, p->range[r].num);
  }
  dense_zero(x, p->nv);
}
