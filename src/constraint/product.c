// Products with the Jacobian through the blocks. Base rows are multiplied; the edges of a pyramid
// are normal +- friction * tangent of the results. Columns that follow each other are read as a
// plain vector, with the same bits.
//   blocks, contact.friction -> J vec, J' vec
#include "constraint/constraint.h"
#include "math/sparse.h"

enum { BASE_MOST = 6 };

static const mjtNum* frictionOf(const mjData* d, const con_Block* block) {
  return d->contact[block->contact].friction;
}

static bool isRun(const int* col, int n) { return col[n - 1] - col[0] == n - 1; }

static void baseMul(const con_Rows* rows, const con_Block* block, mjtNum* res, const mjtNum* vec) {
  const int n = block->ncol, *col = rows->col + block->col;
  const mjtNum* jac = rows->jac + block->jac;
  if (isRun(col, n)) {
    for (int k = 0; k < block->nbase; k++) res[k] = dense_dot(jac + k * n, vec + col[0], n);
  } else {
    for (int k = 0; k < block->nbase; k++) res[k] = sparse_dot(jac + k * n, col, n, vec);
  }
}

void con_expandBase(const mjData* d, const con_Block* block, mjtNum* res, const mjtNum* base) {
  const mjtNum* friction = frictionOf(d, block);
  for (int k = 1; k < block->nbase; k++) {
    const mjtNum t = friction[k - 1] * base[k];
    res[2 * k - 2] = base[0] + t;
    res[2 * k - 1] = base[0] - t;
  }
}

void con_collectBase(const mjData* d, const con_Block* block, mjtNum* base, const mjtNum* force) {
  const mjtNum* friction = frictionOf(d, block);
  mjtNum normal = 0;
  for (int k = 1; k < block->nbase; k++) {
    normal += force[2 * k - 2] + force[2 * k - 1];
    base[k] = friction[k - 1] * (force[2 * k - 2] - force[2 * k - 1]);
  }
  base[0] = normal;
}

void con_blockBase(const con_Rows* rows, const con_Block* block, mjtNum* res, const mjtNum* vec) {
  baseMul(rows, block, res, vec);
}

void con_blockMul(const mjData* d, const con_Rows* rows, const con_Block* block, mjtNum* res,
                  const mjtNum* vec) {
  if (block->shape != CON_PYRAMID) {
    baseMul(rows, block, res, vec);
    return;
  }
  mjtNum base[BASE_MOST];
  baseMul(rows, block, base, vec);
  con_expandBase(d, block, res, base);
}

static bool anyForce(const mjtNum* force, int n) {
  for (int i = 0; i < n; i++) {
    if (force[i] != 0) return true;
  }
  return false;
}

void con_blockAddT(const mjData* d, const con_Rows* rows, const con_Block* block, mjtNum* qfrc,
                   const mjtNum* force) {
  if (!anyForce(force, block->nefc)) return;
  const int n = block->ncol, *col = rows->col + block->col;
  const mjtNum* jac = rows->jac + block->jac;
  mjtNum base[BASE_MOST];
  if (block->shape == CON_PYRAMID) {
    con_collectBase(d, block, base, force);
    force = base;
  }
  if (isRun(col, n)) {
    for (int k = 0; k < block->nbase; k++) dense_axpy(qfrc + col[0], jac + k * n, force[k], n);
  } else {
    for (int k = 0; k < block->nbase; k++) sparse_axpy(qfrc, jac + k * n, col, n, force[k]);
  }
}

void con_mulJac(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  (void)m;
  const con_Rows rows = con_rows(d);
  for (int i = 0; i < rows.nblock; i++) {
    const con_Block* block = &rows.block[i];
    con_blockMul(d, &rows, block, res + block->efc, vec);
  }
}

void con_mulJacT(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  const con_Rows rows = con_rows(d);
  dense_zero(res, (int)m->nv);
  for (int i = 0; i < rows.nblock; i++) {
    const con_Block* block = &rows.block[i];
    con_blockAddT(d, &rows, block, res, vec + block->efc);
  }
}
