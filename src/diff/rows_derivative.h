// Derivatives of constraint forces at the solution (implicit differentiation through the constraint
// solver). With x = J qacc - aref, the law of the rows f(x, D) and its curvature (Hessian) Hs, the
// rows add to G at fixed qacc
//   (dJ)'f + J'( Hs (d aref - (dJ) qacc) + f dlnD )
// aref = -B vel - K d (pos - margin) changes with the velocity of the row, and with its residual
// through the impedance d too; D = d/((1 - d) A) with the impedance.
#ifndef SINEW_DIFF_ROWS_DERIVATIVE_H_
#define SINEW_DIFF_ROWS_DERIVATIVE_H_

#include "constraint/constraint.h"
#include "diff/contact_kinematics.h"
#include "diff/derivatives.h"

typedef struct {
  const mjModel* m;
  mjData* d;
  diff_Work* w;
  con_Rows rows;
  const mjtNum* jar;             // (nefc) x
  const ckin_Derivative* touch;  // (ncon)
  bool actuators;                // include contacts with adhesion
} rows_Slope;

// how a residual changes its row: d aref = -stiffness dpos (without the velocity), dlnD = relative
// dpos
typedef struct {
  mjtNum stiffness, relative, damping;
} rows_Rate;

// G, pull, tension += all rows; adhesion also adds to pull, drive. efc_state, efc_force are those
// of jar. False if scratch is short
bool rows_slope(rows_Slope* r);
// res (one row per constraint row) = change of efc_force at fixed qacc, by positions and velocities
void rows_forceSlope(const rows_Slope* r, const diff_Matrix* res);

// ---- types of rows; res: as above, NULL: G

void rows_contactSlope(const rows_Slope* r);
void rows_equalitySlope(const rows_Slope* r, const con_Block* block, const diff_Matrix* force);
void rows_jointSlope(const rows_Slope* r, const con_Block* block, const diff_Matrix* force);
void rows_contactForce(const rows_Slope* r, const con_Block* block, const diff_Matrix* force);

// for row k of a block
rows_Rate rows_rate(const rows_Slope* r, const con_Block* block, int k);
// curvature of a row: D where it is quadratic, 0 elsewhere
static inline mjtNum rows_curvature(const rows_Slope* r, int efc) {
  return r->d->efc_state[efc] == mjCNSTRSTATE_QUADRATIC ? r->d->efc_D[efc] : 0;
}

#endif
