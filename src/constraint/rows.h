// Builder of the constraint Jacobian, internal to this folder. First every constraint is planned:
// is it active, and how many rows and columns will it have; a plan is a block without addresses.
// Then memory is allocated once, and the blocks are filled in order: openBlock (rows.c) appends a
// block at the ends of the arrays, the function of its kind writes columns, base Jacobian and
// scalars, finishBlock computes impedance and efc_J. Empty blocks are dropped.
#ifndef SINEW_CONSTRAINT_ROWS_H_
#define SINEW_CONSTRAINT_ROWS_H_

#include "constraint/constraint.h"
#include "constraint/impedance.h"
#include "model/awake.h"

// stiffness, damping and impedance curve, computed from the parameters of a constraint
typedef struct {
  bool known;
  mjtNum source[2 * mjNREF + mjNIMP];  // solref, solimp and solreffriction (zeros: none)
  mjtNum K, B, friction;               // friction: damping of friction rows
  imp_Curve curve;
} rows_Law;

typedef struct {
  const mjModel* m;
  mjData* d;
  bool sparse, pyramidal;
  bool sleeping;  // some tree is asleep
  int pair[2];    // bodies of the previous contact
  con_Block* block;
  int most;                      // upper bound of the constraints of the model and the contacts
  int nplan, nblock;             // planned, and filled: the filled ones come first
  mjtSize nefc, ncol, njac, nJ;  // totals of what is planned, later of what is filled
  int* col;
  mjtNum* jac;
  rows_Law law;  // of the previous block
} rows_Build;

// ---- plans, one function per group

void rows_planEquality(rows_Build* b);
void rows_planFriction(rows_Build* b);
void rows_planLimit(rows_Build* b);
void rows_planContact(rows_Build* b);
// appends a constraint to the plan
con_Block* rows_plan(rows_Build* b, con_Shape shape, int type, int id, int nefc, int nbase,
                     int ncol);

// ---- blocks: addresses are set; columns, trees and values are to be written

void rows_fillEquality(rows_Build* b, con_Block* block);
void rows_fillFriction(rows_Build* b, con_Block* block);
void rows_fillTendonFriction(rows_Build* b, con_Block* block);
void rows_fillJointLimit(rows_Build* b, con_Block* block);
void rows_fillTendonLimit(rows_Build* b, con_Block* block);
// for contacts first the columns and trees, in block order, then the values, in any order
void rows_placeContact(rows_Build* b, con_Block* block);
void rows_fillContact(rows_Build* b, con_Block* block);

// equality constraints of flexes: one equality, or one block of it
void rows_planFlexEdges(rows_Build* b, int eq);
void rows_planFlexShapes(rows_Build* b, int eq);
void rows_planFlexStrain(rows_Build* b, int eq);
void rows_fillFlexEdge(rows_Build* b, con_Block* block);
void rows_fillFlexShape(rows_Build* b, con_Block* block);
void rows_fillFlexStrain(rows_Build* b, con_Block* block);
// upper bound of their blocks, beyond one for each equality
int rows_mostFlexBlocks(const mjModel* m);

// sets the same scalars in all rows of a block; diag is the approximate diagonal of J M^-1 J'
void rows_setScalars(rows_Build* b, const con_Block* block, mjtNum pos, mjtNum margin,
                     mjtNum frictionloss, mjtNum diag);
// columns = dofs of a tendon, base Jacobian = scl times its moment arms; sets trees
void rows_tendonColumns(rows_Build* b, con_Block* block, int tendon, mjtNum scl);
// sets the trees that the columns belong to
void rows_treesOfColumns(const rows_Build* b, con_Block* block);
// for one base row: merges duplicate columns and, if dense, removes zero columns
void rows_squeeze(const rows_Build* b, con_Block* block);
// stores the row of a tendon; the first call wins
void rows_markTendon(rows_Build* b, int tendon, int efc);
// returns true if both are asleep or cannot move
bool rows_bodiesRest(const rows_Build* b, int body1, int body2);
bool rows_tendonRests(const rows_Build* b, int tendon);

// ---- shared by the files of this folder

// arena overflow: drops all rows with a warning
void rows_full(mjData* d);
// efc_pos, efc_margin, efc_diagA (approximate or exact) of a block -> KBIP, R, D, diagA,
// contact.mu; law: cache, that of the previous block
void imp_block(const mjModel* m, mjData* d, const con_Block* block, rows_Law* law);
// base Jacobian -> efc_J of a block, from entry adr; sets which part of its rows is read
void expand_block(const mjModel* m, mjData* d, con_Block* block, const int* col, const mjtNum* jac,
                  bool sparse, mjtSize adr);
// efc_J_rowsuper
void expand_rowsuper(mjData* d, const con_Rows* rows);
// the anchor points and orientations of the two sides of a connect, weld or distance
typedef struct {
  int body[2];
  mjtNum point[2][3];
  mjtNum quat[2][4];  // welds: q(b1) relpose and q(b2), or the orientations of the sites
} rows_Sides;

rows_Sides rows_sidesOf(const mjModel* m, const mjData* d, int eq);
// efc_aref of connects and welds -= Jdot v
void ref_velocityProducts(const mjModel* m, mjData* d, const con_Rows* rows);

#endif
