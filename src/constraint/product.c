// Products with the Jacobian, from the rows of efc_J. Each row is one dot product in the order of
// math/dense.h or math/sparse.h; the transpose adds row after row. Dense rows are read from the
// first to the last group of four that has columns of the block: what is left out is zero.
//   efc_J, blocks -> J vec, J' vec
#include "constraint/constraint.h"
#include "math/sparse.h"

void con_expandBase(const mjData* d, const con_Block* block, mjtNum* res, const mjtNum* base) {
  const mjtNum* friction = d->contact[block->contact].friction;
  for (int k = 1; k < block->nbase; k++) {
    const mjtNum t = friction[k - 1] * base[k];
    res[2 * k - 2] = base[0] + t;
    res[2 * k - 1] = base[0] - t;
  }
}

// ---- rows of efc_J

// res[i] = row i of J . x: the bits of dense_dot
static inline void dot3(mjtNum res[3], const mjtNum* J, int stride, const mjtNum* x, int n) {
  const mjtNum *j0 = J, *j1 = J + stride, *j2 = j1 + stride;
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

static void denseMul(const con_Span* span, mjtNum* res, const mjtNum* vec, int nefc) {
  const mjtNum* J = span->J;
  const int n = span->n, stride = span->stride;
  int i = 0;
  vec += span->first;
  for (; i + 4 <= nefc; i += 4, J += 4 * stride) dense_dot4(res + i, J, stride, vec, n);
  if (i + 3 <= nefc) {
    dot3(res + i, J, stride, vec, n);
    return;
  }
  for (; i < nefc; i++, J += stride) res[i] = dense_dot(J, vec, n);
}

static void sparseMul(const con_Span* span, mjtNum* res, const mjtNum* vec, int nefc) {
  enum { GATHER = 64 };
  const mjtNum *J = span->J, *x = vec + span->first;
  const int n = span->n, stride = span->stride;
  mjtNum store[GATHER];
  int i = 0;
  if (!span->run && n > GATHER) {
    for (; i < nefc; i++, J += stride) res[i] = sparse_dot(J, span->col, n, vec);
    return;
  }
  if (!span->run) {
    sparse_gather(store, vec, span->col, n);
    x = store;
  }
  for (; i + 4 <= nefc; i += 4, J += 4 * stride) sparse_runDot4(res + i, J, stride, x, n);
  for (; i < nefc; i++, J += stride) res[i] = sparse_runDot(J, x, n);
}

void con_spanMul(const con_Span* span, mjtNum* res, const mjtNum* vec, int nefc) {
  if (span->col) {
    sparseMul(span, res, vec, nefc);
  } else {
    denseMul(span, res, vec, nefc);
  }
}

void con_spanAddT(const con_Span* span, mjtNum* qfrc, const mjtNum* force, int nefc) {
  const mjtNum* J = span->J;
  for (int i = 0; i < nefc; i++, J += span->stride) {
    if (force[i] == 0) continue;
    if (span->run) {
      dense_axpy(qfrc + span->first, J, force[i], span->n);
    } else {
      sparse_axpy(qfrc, J, span->col, span->n, force[i]);
    }
  }
}

// ---- all rows

void con_mulJac(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  const con_Rows rows = con_rows(d);
  for (int i = 0; i < rows.nblock; i++) {
    const con_Block* block = &rows.block[i];
    if (block->ncol == 1 && block->nefc == 1) {
      res[block->efc] = rows.jac[block->jac] * vec[rows.col[block->col]];
      continue;
    }
    const con_Span span = con_span(d, &rows, block, 0, (int)m->nv, (int)m->nv);
    con_spanMul(&span, res + block->efc, vec, block->nefc);
  }
}

void con_addJacT(const mjModel* m, const mjData* d, const con_Rows* rows, const con_Block* block,
                 mjtNum* qfrc, const mjtNum* force) {
  if (block->ncol == 1 && block->nefc == 1) {
    qfrc[rows->col[block->col]] += rows->jac[block->jac] * force[0];
    return;
  }
  const con_Span span = con_span(d, rows, block, 0, (int)m->nv, (int)m->nv);
  con_spanAddT(&span, qfrc, force, block->nefc);
}

void con_mulJacT(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  const con_Rows rows = con_rows(d);
  dense_zero(res, (int)m->nv);
  for (int i = 0; i < rows.nblock; i++) {
    con_addJacT(m, d, &rows, &rows.block[i], res, vec + rows.block[i].efc);
  }
}
