// Assembles the analytic derivative (Jacobian) of the forces on dofs: runs all its parts at one
// state, in the order in which they depend on each other.
#ifndef SINEW_DIFF_ASSEMBLE_H_
#define SINEW_DIFF_ASSEMBLE_H_

#include "diff/derivatives.h"
#include "diff/rows_derivative.h"

// Needs the results of a pass, rows at jar, and in w: qacc, acc, G, E, next, without. Fills G, E,
// next. The scratch of w and r is allocated on the stack and kept. actuators: include actuator
// forces. False if scratch is short
bool assemble_slopes(const mjModel* m, mjData* d, diff_Work* w, rows_Slope* r, const mjtNum* jar,
                     bool actuators);
// res (one row per constraint row, zero before) = total derivative of efc_force, from that of qacc
void assemble_forces(const rows_Slope* r, const diff_Matrix* qacc, const diff_Matrix* res);

#endif
