// Products with the constraint Jacobian, J vec and J' vec, from the rows of efc_J (dense or
// sparse). Each row is one dot product in the order of math/dense.h or math/sparse.h; the transpose
// adds row after row. Dense rows are read from the first to the last group of four with columns of
// the block: the rest is zero.
//   efc_J, blocks -> J vec, J' vec
#include "constraint/constraint.h"
#include "math/sparse.h"

void con_expandBase(const mjData* d, const con_Block* block, mjtNum* res, const mjtNum* base) {
  const mjtNum* friction = d->contact[block->contact].friction;
  ASSERT_FULL(block->shape == CON_PYRAMID && block->nefc == 2 * (block->nbase - 1));
  for (int k = 1; k < block->nbase; k++) {
    const mjtNum t = friction[k - 1] * base[k];
    res[2 * k - 2] = base[0] + t;
    res[2 * k - 1] = base[0] - t;
  }
}

// ---- rows of efc_J

// res[i] = row i of J . x
// order: that of dense_dot, three rows at once
static inline void dot3(mjtNum res[3], const mjtNum* J, int stride, const mjtNum* x, int n) {
  const mjtNum *j0 = J, *j1 = J + stride, *j2 = j1 + stride;
  dense_Sums a = {0}, b = {0}, c = {0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    dense_addFour(&a, j0 + i, x + i);
    dense_addFour(&b, j1 + i, x + i);
    dense_addFour(&c, j2 + i, x + i);
  }
  res[0] = dense_finishDot(&a, j0, x, i, n);
  res[1] = dense_finishDot(&b, j1, x, i, n);
  res[2] = dense_finishDot(&c, j2, x, i, n);
}

static void denseMul(const con_Rows* rows, const con_Block* b, mjtNum* res, const mjtNum* vec) {
  const mjtNum* J = con_row(rows, b, 0);
  const int n = b->n, stride = b->stride, nefc = b->nefc;
  int i = 0;
  vec += b->first;
  for (; i + 4 <= nefc; i += 4, J += 4 * stride) dense_dot4(res + i, J, stride, vec, n);
  if (i + 3 <= nefc) {
    dot3(res + i, J, stride, vec, n);
    return;
  }
  for (; i < nefc; i++, J += stride) res[i] = dense_dot(J, vec, n);
}

static void sparseMul(const con_Rows* rows, const con_Block* b, mjtNum* res, const mjtNum* vec) {
  enum { GATHER = 64 };
  const mjtNum *J = con_row(rows, b, 0), *x = vec + b->first;
  const int n = b->n, stride = b->stride, nefc = b->nefc, *col = con_columns(rows, b);
  mjtNum store[GATHER];
  int i = 0;
  if (!b->run && n > GATHER) {
    for (; i < nefc; i++, J += stride) res[i] = sparse_dot(J, col, n, vec);
    return;
  }
  if (!b->run) {
    sparse_gather(store, vec, col, n);
    x = store;
  }
  for (; i + 4 <= nefc; i += 4, J += 4 * stride) sparse_runDot4(res + i, J, stride, x, n);
  for (; i < nefc; i++, J += stride) res[i] = sparse_runDot(J, x, n);
}

// dense rows of a block whose dofs are scattered
// order: that of dense_dot over dof indices of the list, by index mod 4, and the rest of whole
// groups of four
static void scatteredMul(const con_Rows* rows, const con_Block* b, mjtNum* res, const mjtNum* vec) {
  const int *col = con_columns(rows, b), groups = rows->nv & ~3;
  ASSERT_FULL(rows->number && !rows->sparse);
  for (int i = 0; i < b->nefc; i++) {
    const mjtNum* J = con_row(rows, b, i) - b->first;
    mjtNum group[4] = {0, 0, 0, 0}, rest = 0;
    for (int k = 0; k < b->ncol; k++) {
      const int number = con_number(rows, col[k]);
      *(number < groups ? group + (number & 3) : &rest) += J[col[k]] * vec[col[k]];
    }
    res[i] = ((group[0] + group[2]) + (group[1] + group[3])) + rest;
  }
}

// rows with one value are the most frequent: limits and friction loss
static inline bool isSingle(const con_Block* b) { return b->ncol == 1 && b->nefc == 1; }

void con_mulJac(const con_Rows* rows, mjtNum* res, const mjtNum* vec) {
  for (int k = 0; k < rows->nblock; k++) {
    const con_Block* b = rows->block + k;
    ASSERT_FULL(b->efc >= 0 && b->ncol <= b->stride);
    if (isSingle(b)) {
      res[b->efc] = rows->jac[b->jac] * vec[rows->col[b->col]];
    } else if (rows->sparse) {
      if (b->nefc == 1 && !b->run) {  // edges of flexes
        res[b->efc] = sparse_dot(con_row(rows, b, 0), con_columns(rows, b), b->n, vec);
      } else {
        sparseMul(rows, b, res + b->efc, vec);
      }
    } else if (b->scattered) {
      scatteredMul(rows, b, res + b->efc, vec);
    } else {
      denseMul(rows, b, res + b->efc, vec);
    }
  }
}

// ---- transpose

// res += (rows of n values, stride apart)' force, four rows at once if all of them have a force
// order: row after row; rows without a force are skipped
static inline void addRowsT(mjtNum* res, const mjtNum* J, int stride, const mjtNum* force, int nefc,
                            int n) {
  for (int i = 0; i < nefc; i++, J += stride) {
    const mjtNum* f = force + i;
    if (i + 4 <= nefc && f[0] != 0 && f[1] != 0 && f[2] != 0 && f[3] != 0) {
      const mjtNum* const row[4] = {J, J + stride, J + 2 * stride, J + 3 * stride};
      dense_axpy4(res, row, f, n);
      i += 3;
      J += 3 * stride;
    } else if (*f != 0) {
      dense_axpy(res, J, *f, n);
    }
  }
}

static inline void addBlockT(const con_Rows* rows, const con_Block* b, mjtNum* res,
                             const mjtNum* force) {
  if (isSingle(b)) {
    res[rows->col[b->col]] += rows->jac[b->jac] * force[0];
    return;
  }
  const mjtNum* J = con_row(rows, b, 0);
  ASSERT_FULL(b->run || rows->sparse);
  if (b->run) {
    addRowsT(res + b->first, J, b->stride, force, b->nefc, b->n);
    return;
  }
  for (int i = 0; i < b->nefc; i++, J += b->stride) {
    if (force[i] != 0) sparse_axpy(res, J, con_columns(rows, b), b->n, force[i]);
  }
}

void con_addJacT(const con_Rows* rows, mjtNum* res, const mjtNum* vec) {
  for (int k = 0; k < rows->nblock; k++) {
    addBlockT(rows, rows->block + k, res, vec + rows->block[k].efc);
  }
}

// ---- ranges of rows that are read

// order: dense rows begin and end with whole groups of four, so that dense_dot has its accumulators
void con_setRange(con_Block* b, const int* col, int adr, int num, bool sparse) {
  const int n = b->ncol, first = n ? col[0] : adr, end = n ? col[n - 1] + 1 : adr;
  ASSERT_FULL(first >= adr && end <= adr + num);
  if (sparse) {
    b->first = first;
    b->n = n;
    b->run = end - first == n;
    return;
  }
  const int start = adr + ((first - adr) & ~3);
  const int stop = end - adr > (num & ~3) ? adr + num : adr + ((end - adr + 3) & ~3);
  b->J += start - b->first;
  b->first = start;
  b->n = n ? stop - start : 0;
  b->run = true;
}
