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

// the part of H below and at a column: += rows DJ times their numbers at the column
static void addColumn(mjtNum* column, int place, const mjtNum* const DJ[4], const mjtNum scl[4],
                      int count, const hess_Run* run, int nrun) {
  for (int r = 0; r < nrun; r++) {
    const int skip = place > run[r].start ? place - run[r].start : 0;
    if (skip >= run[r].len) continue;
    const mjtNum* from[4];
    for (int e = 0; e < count; e++) from[e] = DJ[e] + run[r].start + skip;
    dense_axpyFew(column + run[r].start + skip, from, scl, count, run[r].len - skip);
  }
}

// H += J' D J of up to four rows; scratch: D J over places
static void addRows(const solve_Block* b, hess_Matrix* h, int n, const int row[4],
                    const mjtNum D[4], int count, int nrun) {
  const mjtNum *J[4], *DJ[4];
  for (int e = 0; e < count; e++) {
    mjtNum* to = h->scratch + (size_t)e * (size_t)n;
    J[e] = b->span.J + (size_t)row[e] * (size_t)b->span.stride;
    DJ[e] = to;
    for (int r = 0; r < nrun; r++) {
      dense_scl(to + h->run[r].start, J[e] + h->run[r].pos, D[e], h->run[r].len);
    }
  }
  for (int r = 0; r < nrun; r++) {
    for (int k = 0; k < h->run[r].len; k++) {
      const int place = h->run[r].start + k;
      mjtNum scl[4];
      for (int e = 0; e < count; e++) scl[e] = J[e][h->run[r].pos + k];
      addColumn(h->L + (size_t)place * (size_t)n, place, DJ, scl, count, h->run + r, nrun - r);
    }
  }
}

static void addInertia(const solve_System* s, const solve_Problem* p, mjtNum* H) {
  const mjModel* m = s->m;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int adr = m->M_rowadr[i], *col = m->M_colind + adr, place = hess_place(p, i);
      for (int k = 0; k < m->M_rownnz[i]; k++) {
        H[(size_t)hess_place(p, col[k]) * (size_t)p->nv + (size_t)place] += s->d->M[adr + k];
      }
    }
  }
}

void dense_hessian(const solve_System* s, const solve_Problem* p, hess_Matrix* h) {
  dense_zero(h->L, h->size);
  for (int k = 0; k < p->nblock; k++) {
    const solve_Block* b = p->block + k;
    int row[4], count, r = 0, nrun = -1;
    mjtNum D[4];
    while ((count = hess_activeRows(p, b, &r, row, D))) {
      if (nrun < 0) nrun = blockRuns(p, b, h->run);
      addRows(b, h, p->nv, row, D, count, nrun);
    }
  }
  addInertia(s, p, h->L);
  column_factor(h->L, p->nv, mjMINVAL, h->scratch);
}

bool dense_hessianUpdate(const solve_Problem* p, hess_Matrix* h, mjtNum* L, int last, bool plus) {
  (void)last;
  const int rank = column_update(L, h->x, p->nv, plus);
  dense_zero(h->x, p->nv);
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
