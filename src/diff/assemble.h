// All parts of the derivative of forces at a point, in their order.
#ifndef SINEW_DIFF_ASSEMBLE_H_
#define SINEW_DIFF_ASSEMBLE_H_

#include "diff/derivatives.h"
#include "diff/rows_derivative.h"

// results of a pass, rows at jar; w: qacc, acc, G, E, next, without -> G, E, next. Scratch of w and
// r is taken from the stack and stays. actuators: their forces count. False if scratch is short
bool assemble_slopes(const mjModel* m, mjData* d, diff_Work* w, rows_Slope* r, const mjtNum* jar,
                     bool actuators);
// res (rows are constraint rows, zero before) = total derivative of efc_force, from that of qacc
void assemble_forces(const rows_Slope* r, const diff_Matrix* qacc, const diff_Matrix* res);

#endif
