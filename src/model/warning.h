// Simulation warnings raised by several stages (arena overflow, solver cut short, NaN).
#ifndef SINEW_MODEL_WARNING_H_
#define SINEW_MODEL_WARNING_H_

#include <sinew/data.h>

// constraint rows, or the scratch to solve for them, do not fit into the arena; the warning's value
// is the size of the arena in bytes
void warning_rowsFull(mjData* d);
// a solve was stopped before the model's maximum of iterations, which would take too long. Counts
// as mjWARN_CNSTRFULL; the warning's value is the number of iterations it took
void warning_solveCut(mjData* d, int iterations);
// the same for the contact search of two geoms. Counts as mjWARN_CONTACTFULL
void warning_pairCut(mjData* d, int iterations);
// an activation is not finite. Counts as mjWARN_BADCTRL
void warning_badAct(mjData* d, int index);

#endif
