// Cells of an interpolated flex: which of them hold nothing of it.
#ifndef SINEW_SPEC_FLEX_CELLS_H_
#define SINEW_SPEC_FLEX_CELLS_H_

#include <stdbool.h>

#include <sinew/spec.h>

#include "base/arena.h"

// elements between points in a box that is divided into cells
typedef struct {
  const double* x;  // points, 3 numbers each
  const int* elem;  // (nelem x (dim+1))
  int nelem, dim;
  double low[3], high[3];
  int count[3];
} flexcells_Grid;

// the box around n points
void flexcells_box(flexcells_Grid* grid, int n);
// (count) 1 for each cell that no element reaches; what a closed surface of triangles encloses
// counts as reached. Cell (i, j, k) is number (i*count[1] + j)*count[2] + k. NULL if memory is
// short
mjtByte* flexcells_empty(arena_Arena* arena, const flexcells_Grid* grid);

#endif
