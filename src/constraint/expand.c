// Expands blocks to the constraint Jacobian efc_J: dense row-major rows of nv values, zero at
// first, or sparse CSR. Edges of a friction pyramid are normal +- friction * tangent; other rows
// are their base rows.
//   blocks -> efc_J, efc_J_rownnz, _rowadr, _rowsuper, _colind
#include <string.h>

#include "constraint/rows.h"
#include "math/dense.h"

// scatters values to the columns; the row is zero before
static void scatterRow(mjtNum* row, const mjtNum* val, const int* col, int n) {
  for (int i = 0; i < n; i++) row[col[i]] = val[i];
}

// the two edges of a friction direction: rows of n values
static void compactEdges(mjtNum* restrict plus, mjtNum* restrict minus, const mjtNum* normal,
                         const mjtNum* tangent, mjtNum mu, int n) {
  int i = 0;
  for (; i + DENSE_WIDE <= n; i += DENSE_WIDE) {
    const dense_Wide t = mu * *(const dense_Wide*)(tangent + i);
    *(dense_Wide*)(plus + i) = *(const dense_Wide*)(normal + i) + t;
    *(dense_Wide*)(minus + i) = *(const dense_Wide*)(normal + i) - t;
  }
  for (; i < n; i++) {
    const mjtNum t = mu * tangent[i];
    plus[i] = normal[i] + t;
    minus[i] = normal[i] - t;
  }
}

static void scatterEdges(mjtNum* restrict plus, mjtNum* restrict minus, const mjtNum* normal,
                         const mjtNum* tangent, mjtNum mu, const int* col, int n) {
  for (int i = 0; i < n; i++) {
    const mjtNum t = mu * tangent[i];
    plus[col[i]] = normal[i] + t;
    minus[col[i]] = normal[i] - t;
  }
}

static void expandDense(int nv, mjtNum* J, const mjtNum* friction, const con_Block* block,
                        const int* col, const mjtNum* jac) {
  const int n = block->ncol;
  if (block->shape != CON_PYRAMID) {
    for (int i = 0; i < block->nefc; i++) scatterRow(J + (size_t)i * nv, jac + i * n, col, n);
    return;
  }
  const int first = n ? col[0] : 0;
  const bool run = n && col[n - 1] - first + 1 == n;
  for (int k = 1; k < block->nbase; k++, J += 2 * nv) {
    if (run) {
      compactEdges(J + first, J + nv + first, jac, jac + k * n, friction[k - 1], n);
    } else {
      scatterEdges(J, J + nv, jac, jac + k * n, friction[k - 1], col, n);
    }
  }
}

static void expandSparse(mjData* d, const mjtNum* friction, const con_Block* block, const int* col,
                         const mjtNum* jac, mjtSize adr) {
  const int n = block->ncol;
  mjtNum* J = d->efc_J + adr;
  if (block->shape != CON_PYRAMID) {
    if (J != jac) memcpy(J, jac, (size_t)(block->nefc * n) * sizeof *J);
  } else {
    ASSERT(J != jac);  // edges must not overwrite their base rows
    for (int k = 1; k < block->nbase; k++, J += 2 * n) {
      compactEdges(J, J + n, jac, jac + k * n, friction[k - 1], n);
    }
  }
  for (int i = block->efc; i < block->efc + block->nefc; i++, adr += n) {
    d->efc_J_rownnz[i] = n;
    d->efc_J_rowadr[i] = (int)adr;
    memcpy(d->efc_J_colind + adr, col, (size_t)n * sizeof *col);
  }
}

void expand_block(const mjModel* m, mjData* d, con_Block* block, const int* col, const mjtNum* jac,
                  bool sparse, mjtSize adr) {
  const mjtNum* friction = block->contact < 0 ? NULL : d->contact[block->contact].friction;
  const int nv = (int)m->nv;
  ASSERT_FULL(block->ncol <= nv);
  block->J = (int)adr;
  block->first = 0;
  block->stride = sparse ? block->ncol : nv;
  con_setRange(block, col, 0, nv, sparse);
  if (sparse) {
    expandSparse(d, friction, block, col, jac, adr);
  } else {
    expandDense(nv, d->efc_J + adr, friction, block, col, jac);
  }
}

static bool samePattern(const con_Rows* rows, const con_Block* a, const con_Block* b) {
  if (a->ncol != b->ncol) return false;
  return a->col == b->col ||
         !memcmp(rows->col + a->col, rows->col + b->col, (size_t)a->ncol * sizeof(int));
}

void expand_rowsuper(mjData* d, const con_Rows* rows) {
  int following = 0;
  for (int i = rows->nblock - 1; i >= 0; i--) {
    const con_Block* block = &rows->block[i];
    const bool goesOn = i + 1 < rows->nblock && samePattern(rows, block, block + 1);
    if (!goesOn) following = 0;
    for (int r = block->efc + block->nefc - 1; r >= block->efc; r--) {
      d->efc_J_rowsuper[r] = following++;
    }
  }
}
