// Products with the Jacobian and with the inertia matrix, of one problem. A block gathers its
// columns once and multiplies its base rows; edges of pyramids follow from these.
#include "solve/spatial_contact.h"

#include "math/sparse.h"

// ---- Jacobian

// res[i] = rows i of jac (3 x n) . x: the bits of dense_dot
static inline void dot3(mjtNum res[3], const mjtNum* jac, const mjtNum* x, int n) {
  const mjtNum *j0 = jac, *j1 = jac + n, *j2 = jac + 2 * n;
  dense_Pair a01 = {0, 0}, a23 = {0, 0}, b01 = {0, 0}, b23 = {0, 0}, c01 = {0, 0}, c23 = {0, 0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const dense_Pair v01 = *(const dense_Pair*)(x + i), v23 = *(const dense_Pair*)(x + i + 2);
    a01 += *(const dense_Pair*)(j0 + i) * v01;
    a23 += *(const dense_Pair*)(j0 + i + 2) * v23;
    b01 += *(const dense_Pair*)(j1 + i) * v01;
    b23 += *(const dense_Pair*)(j1 + i + 2) * v23;
    c01 += *(const dense_Pair*)(j2 + i) * v01;
    c23 += *(const dense_Pair*)(j2 + i + 2) * v23;
  }
  res[0] = dense_finishDot(a01, a23, j0, x, i, n);
  res[1] = dense_finishDot(b01, b23, j1, x, i, n);
  res[2] = dense_finishDot(c01, c23, j2, x, i, n);
}

// base rows times the gathered columns
static inline void mulBase(const solve_Block* b, mjtNum* res, const mjtNum* x) {
  const int n = b->ncol;
  int i = 0;
  for (; i + 3 <= b->nbase; i += 3) dot3(res + i, b->jac + i * n, x, n);
  for (; i < b->nbase; i++) res[i] = dense_dot(b->jac + i * n, x, n);
}

// rows of a block from the gathered columns, or from the motion of its last dof
static inline void mulBlock(const solve_Block* b, mjtNum* rows, const mjtNum* x,
                            const mjtNum* motion) {
  mjtNum store[6], *base = b->shape == CON_PYRAMID ? store : rows;
  if (b->X) {
    spat_mul(b, base, motion);
  } else {
    mulBase(b, base, x);
  }
  for (int k = 0; k + 1 < b->nbase && b->shape == CON_PYRAMID; k++) {
    const mjtNum t = b->friction[k] * base[k + 1];
    rows[2 * k] = base[0] + t;
    rows[2 * k + 1] = base[0] - t;
  }
}

void prod_jac(const solve_System* s, const solve_Problem* p, mjtNum* rows, const mjtNum* vec) {
  if (p->nspatial) spat_motion(s->m, s->d, p, p->motion, vec);
  for (int k = 0; k < p->nblock; k++) {
    const solve_Block* b = p->block + k;
    if (b->ncol == 1 && b->nefc == 1) {
      rows[b->row] = b->jac[0] * vec[b->col[0]];
      continue;
    }
    if (!b->X) sparse_gather(p->work, vec, b->col, b->ncol);
    mulBlock(b, rows + b->row, p->work, p->motion);
  }
}

void prod_jac2(const solve_System* s, const solve_Problem* p, mjtNum* rows1, const mjtNum* vec1,
               mjtNum* rows2, const mjtNum* vec2) {
  mjtNum* motion2 = p->nspatial ? p->motion + 6 * s->m->nv : NULL;
  if (p->nspatial) {
    spat_motion(s->m, s->d, p, p->motion, vec1);
    spat_motion(s->m, s->d, p, motion2, vec2);
  }
  for (int k = 0; k < p->nblock; k++) {
    const solve_Block* b = p->block + k;
    const int n = b->X ? 0 : b->ncol;
    for (int i = 0; i < n; i++) {
      p->work[i] = vec1[b->col[i]];
      p->work[n + i] = vec2[b->col[i]];
    }
    mulBlock(b, rows1 + b->row, p->work, p->motion);
    mulBlock(b, rows2 + b->row, p->work + n, motion2);
  }
}

// forces of the rows -> forces of the base rows; false if all are zero
static inline bool baseForce(const solve_Block* b, mjtNum* base, const mjtNum* rows) {
  bool any = false;
  if (b->shape != CON_PYRAMID) {
    for (int i = 0; i < b->nbase; i++) any |= rows[i] != 0;
    return any;
  }
  base[0] = 0;
  for (int k = 0; k + 1 < b->nbase; k++) {
    const mjtNum plus = rows[2 * k], minus = rows[2 * k + 1];
    any |= plus != 0 || minus != 0;
    base[0] += plus + minus;
    base[k + 1] = b->friction[k] * (plus - minus);
  }
  return any;
}

static inline void addBlockT(const solve_Block* b, mjtNum* vec, const mjtNum* rows,
                             mjtNum* wrench) {
  mjtNum store[6];
  if (!baseForce(b, store, rows)) return;
  const mjtNum* f = b->shape == CON_PYRAMID ? store : rows;
  if (b->X) {
    spat_addWrench(b, wrench, f);
    return;
  }
  const int n = b->ncol;
  int i = 0;
  for (; i + 3 <= b->nbase; i += 3) {
    const mjtNum *j0 = b->jac + i * n, *j1 = j0 + n, *j2 = j1 + n;
    const mjtNum f0 = f[i], f1 = f[i + 1], f2 = f[i + 2];
    for (int k = 0; k < n; k++) vec[b->col[k]] += j0[k] * f0 + j1[k] * f1 + j2[k] * f2;
  }
  for (; i < b->nbase; i++) sparse_axpy(vec, b->jac + i * n, b->col, n, f[i]);
}

void prod_jacT(const solve_System* s, const solve_Problem* p, mjtNum* vec, const mjtNum* rows) {
  for (int r = 0; r < p->nrange; r++) {
    const int adr = p->range[r].adr, num = p->range[r].num;
    dense_zero(vec + adr, num);
    if (p->nspatial) dense_zero(p->motion + 6 * adr, 6 * num);
  }
  for (int k = 0; k < p->nblock; k++) {
    addBlockT(p->block + k, vec, rows + p->block[k].row, p->motion);
  }
  if (p->nspatial) spat_force(s->m, s->d, p, vec, p->motion);
}

// ---- inertia

// Rows of dofs that are chains (all ancestors, in order) need no indices: dofs are numbered depth
// first, so the number at depth k of a buffer that every dof writes at its own depth is that of the
// ancestor at depth k.

// x[i] -= sum of row k [depth of i] x[k] over descendants k, from the last dof on
static void chainUp(const solve_Problem* p, const int* adr, const int* nnz, const mjtNum* val,
                    mjtNum* x, mjtNum* sum) {
  for (int r = p->nrange - 1; r >= 0; r--) {
    for (int i = p->range[r].adr + p->range[r].num - 1; i >= p->range[r].adr; i--) {
      const int depth = nnz[i] - 1;
      const mjtNum xi = x[i] - sum[depth];
      x[i] = xi;
      sum[depth] = 0;
      dense_axpy(sum, val + adr[i], xi, depth);
    }
  }
}

// x[i] = x[i] inv[i] - row i . x of ancestors, from the first dof on
static void chainDown(const solve_Problem* p, const int* adr, const int* nnz, const mjtNum* val,
                      const mjtNum* inv, mjtNum* x, mjtNum* path) {
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int depth = nnz[i] - 1;
      x[i] = path[depth] = x[i] * inv[i] - dense_dot(val + adr[i], path, depth);
    }
  }
}

void prod_chainSolve(const solve_System* s, const solve_Problem* p, const int* adr, const int* nnz,
                     const mjtNum* val, const mjtNum* inv, mjtNum* x) {
  dense_zero(s->path, s->depth);
  chainUp(p, adr, nnz, val, x, s->path);
  chainDown(p, adr, nnz, val, inv, x, s->path);
}

// rows of a range refer to its own columns: trees do not share entries. Both halves of a symmetric
// entry are used when it is read; two passes over chains are slower, since rows are short
void prod_inertia(const solve_System* s, const solve_Problem* p, mjtNum* res, const mjtNum* vec) {
  const mjModel* m = s->m;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1, *col = m->M_colind + adr;
      const mjtNum *row = s->d->M + adr, vi = vec[i];
      mjtNum s0 = row[last] * vi, s1 = 0;
      int k = 0;
      for (; k + 2 <= last; k += 2) {
        s0 += row[k] * vec[col[k]];
        s1 += row[k + 1] * vec[col[k + 1]];
        res[col[k]] += row[k] * vi;
        res[col[k + 1]] += row[k + 1] * vi;
      }
      if (k < last) {
        s0 += row[k] * vec[col[k]];
        res[col[k]] += row[k] * vi;
      }
      res[i] = s0 + s1;
    }
  }
}

void prod_inertiaSolve(const solve_System* s, const solve_Problem* p, mjtNum* vec) {
  const mjModel* m = s->m;
  const mjData* d = s->d;
  if (s->chains) {
    prod_chainSolve(s, p, m->M_rowadr, m->M_rownnz, d->qLD, d->qLDiagInv, vec);
    return;
  }
  for (int r = 0; r < p->nrange; r++) {
    const int begin = p->range[r].adr, end = begin + p->range[r].num;
    for (int i = end - 1; i >= begin; i--) {
      const int adr = m->M_rowadr[i];
      sparse_axpy(vec, d->qLD + adr, m->M_colind + adr, m->M_rownnz[i] - 1, -vec[i]);
    }
    for (int i = begin; i < end; i++) {
      const int adr = m->M_rowadr[i], last = m->M_rownnz[i] - 1;
      mjtNum x = vec[i] * d->qLDiagInv[i];
      if (last) x -= sparse_dot(d->qLD + adr, m->M_colind + adr, last, vec);
      vec[i] = x;
    }
  }
}

// ---- vectors over dofs

mjtNum prod_dot(const solve_Problem* p, const mjtNum* a, const mjtNum* b) {
  mjtNum sum = 0;
  for (int r = 0; r < p->nrange; r++) {
    const int adr = p->range[r].adr;
    sum += dense_dot(a + adr, b + adr, p->range[r].num);
  }
  return sum;
}

void prod_copy(const solve_Problem* p, mjtNum* res, const mjtNum* vec) {
  for (int r = 0; r < p->nrange; r++) {
    dense_copy(res + p->range[r].adr, vec + p->range[r].adr, p->range[r].num);
  }
}

void prod_axpy(const solve_Problem* p, mjtNum* res, const mjtNum* vec, mjtNum scl) {
  for (int r = 0; r < p->nrange; r++) {
    dense_axpy(res + p->range[r].adr, vec + p->range[r].adr, scl, p->range[r].num);
  }
}
