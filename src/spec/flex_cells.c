// Finds empty cells of a grid around a flex (voxelization): an element covers the cells that its
// axis-aligned bounding box (AABB) overlaps. For a triangle surface, cells that are reachable from
// outside without crossing it are empty (flood fill from the border of the grid).
#include "spec/flex_cells.h"

#include <string.h>

#include <sinew/model.h>

#include "base/assert.h"

void flexcells_box(flexcells_Grid* grid, int n) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) {
      const double x = grid->x[3 * (size_t)i + (size_t)k];
      if (!i || x < grid->low[k]) grid->low[k] = x;
      if (!i || x > grid->high[k]) grid->high[k] = x;
    }
  }
}

static size_t cellAt(const flexcells_Grid* g, int i, int j, int k) {
  return ((size_t)i * (size_t)g->count[1] + (size_t)j) * (size_t)g->count[2] + (size_t)k;
}

// cell index of a coordinate along an axis
static int cellOf(const flexcells_Grid* g, int axis, double x) {
  const double extent = g->high[axis] - g->low[axis], last = g->count[axis] - 1;
  if (!(extent > mjMINVAL)) return 0;
  const double at = (x - g->low[axis]) / extent * g->count[axis];
  return (int)(at > last ? last : at > 0 ? at : 0);
}

// marks the cells that the bounding box of an element overlaps
static void cover(const flexcells_Grid* g, const int* vert, mjtByte* covered) {
  int low[3], high[3];
  for (int axis = 0; axis < 3; axis++) {
    double least = g->x[3 * (size_t)vert[0] + (size_t)axis], most = least;
    for (int v = 1; v <= g->dim; v++) {
      const double x = g->x[3 * (size_t)vert[v] + (size_t)axis];
      least = x < least ? x : least;
      most = x > most ? x : most;
    }
    low[axis] = cellOf(g, axis, least);
    high[axis] = cellOf(g, axis, most);
  }
  for (int i = low[0]; i <= high[0]; i++) {
    for (int j = low[1]; j <= high[1]; j++) {
      memset(covered + cellAt(g, i, j, low[2]), 1, (size_t)(high[2] - low[2]) + 1);
    }
  }
}

typedef struct {
  const flexcells_Grid* grid;
  const mjtByte* covered;
  mjtByte* empty;
  int (*stack)[3];
  size_t n;
} Flood;

static void reach(Flood* f, int i, int j, int k) {
  const int* count = f->grid->count;
  if (i < 0 || j < 0 || k < 0 || i >= count[0] || j >= count[1] || k >= count[2]) return;
  const size_t cell = cellAt(f->grid, i, j, k);
  if (f->covered[cell] || f->empty[cell]) return;
  f->empty[cell] = 1;
  int* at = f->stack[f->n++];
  at[0] = i, at[1] = j, at[2] = k;
}

static void flood(Flood* f) {
  const int* count = f->grid->count;
  for (int i = 0; i < count[0]; i++) {
    for (int j = 0; j < count[1]; j++) {
      for (int k = 0; k < count[2]; k++) {
        const bool inside = i && j && k && i < count[0] - 1 && j < count[1] - 1 && k < count[2] - 1;
        if (!inside) reach(f, i, j, k);
      }
    }
  }
  while (f->n) {
    const int* at = f->stack[--f->n];
    const int i = at[0], j = at[1], k = at[2];
    reach(f, i - 1, j, k), reach(f, i + 1, j, k);
    reach(f, i, j - 1, k), reach(f, i, j + 1, k);
    reach(f, i, j, k - 1), reach(f, i, j, k + 1);
  }
}

mjtByte* flexcells_empty(arena_Arena* arena, const flexcells_Grid* grid) {
  const size_t n = (size_t)grid->count[0] * (size_t)grid->count[1] * (size_t)grid->count[2];
  ASSERT(grid->count[0] > 0 && grid->count[1] > 0 && grid->count[2] > 0);
  mjtByte *covered = arena_array(arena, n, 1), *empty = arena_array(arena, n, 1);
  if (!covered || !empty) return NULL;
  for (int e = 0; e < grid->nelem; e++)
    cover(grid, grid->elem + (size_t)e * ((size_t)grid->dim + 1), covered);
  if (grid->dim != 2) {
    for (size_t i = 0; i < n; i++) empty[i] = !covered[i];
    return empty;
  }
  Flood f = {grid, covered, empty, arena_array(arena, n, sizeof *f.stack), 0};
  if (!f.stack) return NULL;
  flood(&f);
  return empty;
}
