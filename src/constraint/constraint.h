// Constraint rows of one world.
// Rows belong to blocks: a block is one constraint (an equality, a limit, a contact ...) whose rows
// have one pattern of columns. Its Jacobian is kept in base form, compact: a pyramidal contact has
// dim base rows (normal, tangents, spin, rolls) from which its 2(dim - 1) edges follow as
// normal +- friction * tangent; all others have their rows themselves. efc_J repeats them for
// users, dense or CSR; solvers read the blocks.
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
// efc_Y, exact diagonal, efc_AR, as far as the options need them
void con_project(const mjModel* m, mjData* d);
// qvel -> efc_vel, efc_aref
void con_reference(const mjModel* m, mjData* d);

// ---- products; res and vec in the order of dofs and of efc rows

// res[nefc] = J vec[nv]
void con_mulJac(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// res[nv] = J' vec[nefc]
void con_mulJacT(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// rows of one block: res[nefc of the block] = J vec; qfrc += J' force
void con_blockMul(const mjData* d, const con_Rows* rows, const con_Block* block, mjtNum* res,
                  const mjtNum* vec);
void con_blockAddT(const mjData* d, const con_Rows* rows, const con_Block* block, mjtNum* qfrc,
                   const mjtNum* force);

// values of base rows: res[nbase] = base Jacobian vec
void con_blockBase(const con_Rows* rows, const con_Block* block, mjtNum* res, const mjtNum* vec);
// pyramids: rows of the edges from base rows, res[2k-2], res[2k-1] = base[0] +- friction[k-1]
// base[k]
void con_expandBase(const mjData* d, const con_Block* block, mjtNum* res, const mjtNum* base);
// its transpose: base forces from forces on the edges
void con_collectBase(const mjData* d, const con_Block* block, mjtNum* base, const mjtNum* force);

// ---- cost: jar = J a - aref

// state, force, cost (all over the block's rows; cost is added to *cost unless NULL), and, for an
// elliptic contact in the middle zone and cone != NULL, its Hessian (dim x dim) in cone
void con_blockCost(const mjData* d, const con_Block* block, const mjtNum* jar, int* state,
                   mjtNum* force, mjtNum* cost, mjtNum* cone);
// of all rows: efc_state, efc_force, qfrc_constraint, *cost unless NULL, contact.H if cones
void con_update(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum* cost, bool cones);

// ---- options

bool con_isPyramidal(const mjModel* m);
bool con_isSparse(const mjModel* m);
bool con_isDual(const mjModel* m);

#endif
