// Constraint rows of one world.
// Rows belong to blocks: a block is one constraint (an equality, a limit, a contact ...) whose rows
// have one pattern of columns. Its Jacobian is kept in base form, compact: a pyramidal contact has
// dim base rows (normal, tangents, spin, rolls) from which its 2(dim - 1) edges follow as
// normal +- friction * tangent; all others have their rows themselves. efc_J has the rows, dense or
// CSR: products are taken from it, in the order of sums of the reference; Hessians from the blocks.
#ifndef SINEW_CONSTRAINT_CONSTRAINT_H_
#define SINEW_CONSTRAINT_CONSTRAINT_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// cost and force of a block's rows
typedef enum {
  CON_EQUALITY,  // quadratic
  CON_FRICTION,  // quadratic, then linear: one row
  CON_ONESIDED,  // limits and frictionless contacts: one row
  CON_PYRAMID,   // contact, 2(dim - 1) one-sided rows over dim base rows
  CON_ELLIPTIC,  // contact, dim rows coupled by a cone
} con_Shape;

typedef struct {
  int shape;      // con_Shape
  int efc, nefc;  // rows efc .. efc + nefc - 1 of the efc_ arrays
  int nbase;      // rows of the base Jacobian
  int ncol, col;  // columns: ncol dofs in ascending order, from con_Rows.col + col
  int jac;        // base Jacobian (nbase x ncol), from con_Rows.jac + jac
  int type, id;   // efc_type and efc_id of its rows
  int contact;    // index in d->contact, -1
  int tree[2];    // trees that it couples, tree[0] >= 0; tree[1] = -1: no other, -2: more than two,
                  // see the columns
} con_Block;

typedef struct {
  int nblock;
  const con_Block* block;
  const int* col;
  const mjtNum* jac;
} con_Rows;

// the rows that con_make left in the arena
con_Rows con_rows(const mjData* d);

// ---- stages

// contacts, frames, tendons, qpos -> rows: efc_J, pos, margin, frictionloss, diagA, KBIP, R, D, ...
// Places efc_vel, aref, b, state and force too; state and force are 0.
// What does not fit is dropped as a whole with a warning: the step runs unconstrained.
void con_make(const mjModel* m, mjData* d);
// no rows; contacts stay
void con_forget(mjData* d);
// efc_Y, exact diagonal, efc_AR, as far as the options need them
void con_project(const mjModel* m, mjData* d);
// qvel -> efc_vel, efc_aref
void con_reference(const mjModel* m, mjData* d);

// ---- products; res and vec in the order of dofs and of efc rows

// res[nefc] = J vec[nv]
void con_mulJac(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// res[nv] = J' vec[nefc]
void con_mulJacT(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// qfrc += J' force, rows of one block
void con_addJacT(const mjModel* m, const mjData* d, const con_Rows* rows, const con_Block* block,
                 mjtNum* qfrc, const mjtNum* force);

// rows of one block in efc_J
typedef struct {
  const mjtNum* J;  // its first row, at column `first`; rows are stride apart
  int stride, first;
  int n;           // numbers to read: dense rows may have zeros among them
  const int* col;  // NULL: dense
  bool run;        // they belong to dofs first .. first + n - 1
} con_Span;

// dense rows are read in groups of four dofs from dof adr on, and up to dof adr + num
static inline con_Span con_span(const mjData* d, const con_Rows* rows, const con_Block* block,
                                int adr, int num, int nv) {
  const int *col = rows->col + block->col, n = block->ncol;
  if (!n) return (con_Span){0};
  const int first = col[0], end = col[n - 1] + 1;
  if (d->efc_J_rownnz) {
    return (con_Span){d->efc_J + d->efc_J_rowadr[block->efc], n, first, n, col, end - first == n};
  }
  const int start = adr + ((first - adr) & ~3);
  const int stop = end - adr > (num & ~3) ? adr + num : adr + ((end - adr + 3) & ~3);
  return (con_Span){
      d->efc_J + (size_t)block->efc * (size_t)nv + start, nv, start, stop - start, NULL, true};
}

// res[nefc] = J vec
void con_spanMul(const con_Span* span, mjtNum* res, const mjtNum* vec, int nefc);
// qfrc += J' force
void con_spanAddT(const con_Span* span, mjtNum* qfrc, const mjtNum* force, int nefc);

// pyramids: rows of the edges from base rows, res[2k-2], res[2k-1] = base[0] +- friction[k-1]
// base[k]
void con_expandBase(const mjData* d, const con_Block* block, mjtNum* res, const mjtNum* base);

// ---- cost: jar = J a - aref

// state, force, cost (all over the block's rows; cost is added to *cost unless NULL), and, for an
// elliptic contact in the middle zone and cone != NULL, its Hessian (dim x dim) in cone
void con_blockCost(const mjData* d, const con_Block* block, const mjtNum* jar, int* state,
                   mjtNum* force, mjtNum* cost, mjtNum* cone);
// Hessian (dim x dim) of the cost of an elliptic contact in the middle zone; D0: of its first row
void con_coneHessian(mjtNum* H, const mjContact* con, const mjtNum* jar, mjtNum D0);
// of all rows: efc_state, efc_force, qfrc_constraint, *cost unless NULL, contact.H if cones
void con_update(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum* cost, bool cones);

// ---- options

bool con_isPyramidal(const mjModel* m);
bool con_isSparse(const mjModel* m);
bool con_isDual(const mjModel* m);

#endif
