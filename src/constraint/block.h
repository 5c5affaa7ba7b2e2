// Constraints as blocks of constraint Jacobian rows. A block is one constraint (an equality, a
// limit, a contact ...) whose rows share one sparsity pattern. Its Jacobian is stored compactly in
// base form: a pyramidal contact has dim base rows (normal, tangents, spin, rolls), from which the
// 2(dim - 1) edges of its friction pyramid follow as normal +- friction * tangent; all others store
// their rows. efc_J has the rows, dense or CSR: products use it, in the summation order of the
// reference; Hessians use the blocks. A block is structure only: type, sizes, and indices of its
// values. The values are in arrays over rows and entries, so a block serves one world or several
// SIMD lanes. con_Rows is a list of blocks with these arrays: the whole system, or one island as a
// solver sees it.
#ifndef SINEW_CONSTRAINT_BLOCK_H_
#define SINEW_CONSTRAINT_BLOCK_H_

#include <stdbool.h>
#include <stddef.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "base/assert.h"

// cost and force of a block's rows (constraint/law.h)
typedef enum {
  CON_EQUALITY,  // quadratic
  CON_FRICTION,  // quadratic, then linear: one row
  CON_ONESIDED,  // limits and frictionless contacts: one row
  CON_PYRAMID,   // contact, 2(dim - 1) one-sided rows over dim base rows
  CON_ELLIPTIC,  // contact, dim rows coupled by a cone
} con_Shape;

typedef struct {
  // what it is
  int shape;     // con_Shape
  int type, id;  // efc_type and efc_id of its rows
  int contact;   // index in d->contact, -1
  int upper;     // limits: 1 for the upper side; flexes: the edge or vertex
  int common;    // two bodies: dofs that move both, which come first in their chains
  int tree[2];   // kinematic trees that it couples, tree[0] >= 0; tree[1] = -1: no other, -2: more
                 // than two, see the columns
  // where its rows and values are
  int efc, nefc;  // rows efc .. efc + nefc - 1 in the order of its list
  int nbase;      // rows of the base Jacobian
  int ncol, col;  // columns: ncol dofs in ascending order, from con_Rows.col + col
  int jac;        // base Jacobian (nbase x ncol), from con_Rows.jac + jac
  // its rows in efc_J: the first begins at con_Rows.J + J with dof `first`, the row stride is
  // `stride`
  int J, stride, first;
  int n;           // values of a row to read: dense rows may have zeros among them
  bool run;        // they belong to the contiguous dofs first .. first + n - 1
  bool scattered;  // dense, and its dofs are not contiguous in the list
  bool apart;      // equalities: each row has its own impedance
} con_Block;

// J by columns (CSC): for each dof (nv) its rows, ascending, and their values
typedef struct {
  const int *adr, *num;  // NULL: not made
  const int* row;
  const mjtNum* val;
} con_Columns;

// Rows are grouped by kind: equalities, friction loss, one-sided rows, and, if cones are elliptic,
// contacts block by block.
typedef struct {
  int nblock, ncone;  // the last ncone are contacts if some are elliptic, those of dim 1 included
  const con_Block* block;  // ascending rows
  int nefc, ne, nf, none;  // rows: all, and leading equality, friction and one-sided ones
  const int* col;
  const mjtNum* jac;
  const mjtNum* J;  // efc_J
  bool sparse;      // J is CSR
  const mjtNum *D, *R, *frictionloss, *aref;
  mjContact* contact;
  int nv;             // dofs of the list
  const int* number;  // index of a dof in the list, before `first` is subtracted; NULL: dofs are
                      // not renumbered
  int first;
  con_Columns columns;
} con_Rows;

// row r of a block, counted from its first, in efc_J
static inline const mjtNum* con_row(const con_Rows* rows, const con_Block* b, int r) {
  return rows->J + (size_t)b->J + (size_t)r * (size_t)b->stride;
}
// entry k of that row: the one of the block's column k
static inline mjtNum con_entry(const con_Rows* rows, const con_Block* b, int r, int k) {
  const mjtNum* row = con_row(rows, b, r);
  return rows->sparse ? row[k] : row[rows->col[b->col + k] - b->first];
}
// columns of a block
static inline const int* con_columns(const con_Rows* rows, const con_Block* b) {
  return rows->col + b->col;
}
static inline int con_lastDof(const con_Rows* rows, const con_Block* b) {
  return b->ncol ? rows->col[b->col + b->ncol - 1] : -1;
}
// index of a dof in the list
static inline int con_number(const con_Rows* rows, int dof) {
  return rows->number ? rows->number[dof] - rows->first : dof;
}
// the contact of a block that has one, with mu, friction, H
static inline mjContact* con_contact(const con_Rows* rows, const con_Block* b) {
  ASSERT_FULL(b->contact >= 0);
  return rows->contact + b->contact;
}

// ---- invariants of all lists, for assertions

// rows of blocks are contiguous, from 0 to nefc
static inline bool con_isGapless(const con_Rows* rows) {
  int end = 0;
  for (int k = 0; k < rows->nblock; k++) {
    if (rows->block[k].efc != end) return false;
    end += rows->block[k].nefc;
  }
  return end == rows->nefc;
}

#endif
