// Empty cells of the grid of an interpolated flex (voxelization of its elements).
#ifndef SINEW_SPEC_FLEX_CELLS_H_
#define SINEW_SPEC_FLEX_CELLS_H_

#include <stdbool.h>

#include <sinew/spec.h>

#include "base/arena.h"

// elements between points, in a bounding box that is divided into cells
typedef struct {
  const double* x;  // points, 3 values each
  const int* elem;  // (nelem x (dim+1))
  int nelem, dim;
  double low[3], high[3];
  int count[3];
} flexcells_Grid;

// computes the bounding box of n points
void flexcells_box(flexcells_Grid* grid, int n);
// (count) 1 for each cell that no element covers; the interior of a closed triangle surface counts
// as covered. Cell (i, j, k) has index (i*count[1] + j)*count[2] + k. NULL if out of memory
mjtByte* flexcells_empty(arena_Arena* arena, const flexcells_Grid* grid);

#endif
