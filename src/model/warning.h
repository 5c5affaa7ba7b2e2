// Warnings that several stages raise.
#ifndef SINEW_MODEL_WARNING_H_
#define SINEW_MODEL_WARNING_H_

#include <sinew/data.h>

// constraint rows, or the scratch to solve for them, do not fit into the arena; the number that
// comes with the warning is the size of the arena in bytes
void warning_rowsFull(mjData* d);

#endif
