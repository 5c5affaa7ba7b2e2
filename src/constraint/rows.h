// How rows are made, for the files of this folder. First every constraint is planned: is it active,
// how many rows and columns will it have; a plan is a block that has no place yet. Then memory is
// taken once, and the blocks are filled in their order: rows_open gives a block its place at the
// ends of the arrays, the kind writes its columns, base Jacobian and scalars, rows_close finishes
// the block or drops it.
#ifndef SINEW_CONSTRAINT_ROWS_H_
#define SINEW_CONSTRAINT_ROWS_H_

#include "constraint/constraint.h"
#include "constraint/impedance.h"
#include "model/awake.h"

// stiffness, damping and impedance that follow from the parameters of a constraint
typedef struct {
  bool known;
  mjtNum source[2 * mjNREF + mjNIMP];  // solref, solimp and solreffriction, 0: none
  mjtNum K, B, friction;               // friction: damping of friction rows
  imp_Curve curve;
} rows_Law;

typedef struct {
  const mjModel* m;
  mjData* d;
  bool sparse, pyramidal;
  bool sleeping;  // some tree is asleep
  int pair[2];    // bodies of the contact before
  con_Block* block;
  int most;                      // constraints that the model and the contacts can have
  int nplan, nblock;             // planned, and filled: these come first
  mjtSize nefc, ncol, njac, nJ;  // what is planned, then what is filled
  int* col;
  mjtNum* jac;
  rows_Law law;  // of the block before
} rows_Build;

// ---- plans, one function per group

void rows_planEquality(rows_Build* b);
void rows_planFriction(rows_Build* b);
void rows_planLimit(rows_Build* b);
void rows_planContact(rows_Build* b);
// one more constraint
con_Block* rows_plan(rows_Build* b, con_Shape shape, int type, int id, int nefc, int nbase,
                     int ncol);

// ---- blocks: each has its place in all arrays; columns, trees and numbers are to be written

void rows_fillEquality(rows_Build* b, con_Block* block);
void rows_fillFriction(rows_Build* b, con_Block* block);
void rows_fillTendonFriction(rows_Build* b, con_Block* block);
void rows_fillJointLimit(rows_Build* b, con_Block* block);
void rows_fillTendonLimit(rows_Build* b, con_Block* block);
// of a contact first the columns and trees, in the order of blocks, then the numbers, in any order
void rows_placeContact(rows_Build* b, con_Block* block);
void rows_fillContact(rows_Build* b, con_Block* block);

// equalities of flexes, one equality or one block of it
void rows_planFlexEdges(rows_Build* b, int eq);
void rows_planFlexShapes(rows_Build* b, int eq);
void rows_planFlexStrain(rows_Build* b, int eq);
void rows_fillFlexEdge(rows_Build* b, con_Block* block);
void rows_fillFlexShape(rows_Build* b, con_Block* block);
void rows_fillFlexStrain(rows_Build* b, con_Block* block);
// how many blocks they can have, beyond one for each equality
int rows_mostFlexBlocks(const mjModel* m);

// the same scalars in all rows of a block; diag is the approximate diagonal of J M^-1 J'
void rows_setScalars(rows_Build* b, const con_Block* block, mjtNum pos, mjtNum margin,
                     mjtNum frictionloss, mjtNum diag);
// columns = dofs of a tendon, base Jacobian = scl times its moments, trees
void rows_tendonColumns(rows_Build* b, con_Block* block, int tendon, mjtNum scl);
// trees met in the columns
void rows_treesOfColumns(const rows_Build* b, con_Block* block);
// one base row: equal columns are joined, and if dense, columns of zero taken out
void rows_squeeze(const rows_Build* b, con_Block* block);
// the first writer of a tendon's row wins
void rows_markTendon(rows_Build* b, int tendon, int efc);
// both are asleep or cannot move
bool rows_bodiesRest(const rows_Build* b, int body1, int body2);
bool rows_tendonRests(const rows_Build* b, int tendon);

// ---- parts of the folder

// no room: all rows are dropped with a warning
void rows_full(mjData* d);
// efc_pos, efc_margin, efc_diagA (approximate or exact) of a block -> KBIP, R, D, diagA,
// contact.mu; law: of the block before
void imp_block(const mjModel* m, mjData* d, const con_Block* block, rows_Law* law);
// base Jacobian -> efc_J of a block, at entry adr of efc_J; where its rows are read
void expand_block(const mjModel* m, mjData* d, con_Block* block, const int* col, const mjtNum* jac,
                  bool sparse, mjtSize adr);
// efc_J_rowsuper
void expand_rowsuper(mjData* d, const con_Rows* rows);
// what the two sides of a connect, weld or distance are at
typedef struct {
  int body[2];
  mjtNum point[2][3];
  mjtNum quat[2][4];  // welds: q(b1) relpose and q(b2), or the sites' orientations
} rows_Sides;

rows_Sides rows_sidesOf(const mjModel* m, const mjData* d, int eq);
// efc_aref of connects and welds -= Jdot v
void ref_velocityProducts(const mjModel* m, mjData* d, const con_Rows* rows);

#endif
