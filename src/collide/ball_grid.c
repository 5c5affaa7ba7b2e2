// Fills the spatial hash grids with bounding spheres: the level of a sphere follows from its
// radius, its cell from its center.
#include "collide/ball_grid.h"

#include <string.h>

#include "base/assert.h"

// the lowest level whose radius covers a sphere; GRID_LEVELS if it is unbounded
static inline int levelOf(const grid_Grid* grid, mjtNum radius) {
  const mjtNum ratio = radius / grid->unit;
  if (!(ratio < (mjtNum)((uint64_t)1 << (GRID_LEVELS - 2)))) return GRID_LEVELS;
  if (ratio <= 1) return 0;
  uint64_t bits;
  memcpy(&bits, &ratio, sizeof bits);
  return (int)(bits >> 52) - 1023 + ((bits & 0xFFFFFFFFFFFFFu) != 0);
}

static void empty(grid_Grid* grid, const ball_Set* set) {
  const size_t buckets = private_buckets((size_t)set->n);
  mjtNum least = __builtin_inf();
  memset(grid->bucket, 0xFF, buckets * sizeof *grid->bucket);
  for (int i = 0; i < set->n; i++) {
    least = set->ball[i].radius < least ? set->ball[i].radius : least;
  }
  ASSERT((buckets & (buckets - 1)) == 0);
  grid->shift = 64 - __builtin_ctzll(buckets);
  grid->levels = 0;
  grid->unbounded = 0;
  grid->unit = least > mjMINVAL ? least : mjMINVAL;
}

static void chooseLevels(grid_Grid* grid, const ball_Set* set) {
  for (int i = 0; i < set->n; i++) {
    const mjtNum radius = set->ball[i].radius;
    const int level = levelOf(grid, radius);
    const uint64_t bit = level < GRID_LEVELS ? (uint64_t)1 << level : 0;
    grid->cell[i].key = grid_key(level < GRID_LEVELS ? level : GRID_LEVELS - 1, 0, 0, 0);
    if (bit && (!(grid->levels & bit) || radius > grid->radius[level])) {
      grid->radius[level] = radius > grid->unit ? radius : grid->unit;
    }
    ASSERT_FULL(level != GRID_LEVELS - 1 && (!bit || radius <= grid->radius[level]));
    grid->levels |= bit;
    grid->unbounded += !bit;
  }
}

void grid_fill(grid_Grid* grid, const ball_Set* set, grid_Cell* cell, int* bucket) {
  grid->cell = cell;
  grid->bucket = bucket;
  empty(grid, set);
  chooseLevels(grid, set);
  for (int i = 0; i < set->n; i++) {
    const mjtNum* pos = set->ball[i].pos;
    const int level = grid_level(&cell[i]);
    if (level == GRID_LEVELS - 1) continue;
    const mjtNum inv = 0.5 / (grid->radius[level] * GRID_WIDEN);
    cell[i].key = grid_key(level, grid_floor(pos[0] * inv), grid_floor(pos[1] * inv),
                           grid_floor(pos[2] * inv));
    int* first = &bucket[grid_bucket(grid, cell[i].key)];
    cell[i].next = *first;
    *first = i;
  }
}
