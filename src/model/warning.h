// Warnings that several stages raise.
#ifndef SINEW_MODEL_WARNING_H_
#define SINEW_MODEL_WARNING_H_

#include <sinew/data.h>

// constraint rows, or the scratch to solve for them, do not fit into the arena; the number that
// comes with the warning is the size of the arena in bytes
void warning_rowsFull(mjData* d);
// a solve did less than the model's iterations ask for, because that would not end in useful time.
// Counts as mjWARN_CNSTRFULL; the number that comes with it is that of the iterations it took
void warning_solveCut(mjData* d, int iterations);
// the same of the search for the contact of two geoms. Counts as mjWARN_CONTACTFULL
void warning_pairCut(mjData* d, int iterations);
// an activation is not finite. Counts as mjWARN_BADCTRL
void warning_badAct(mjData* d, int index);

#endif
