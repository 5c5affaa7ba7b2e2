// Spatial hash of bounding spheres: hierarchical grids with one level per power of 2 of the radius.
// A cell is as wide as the largest sphere of its grid, so a sphere overlaps only spheres in
// neighboring cells.
#ifndef SINEW_COLLIDE_BALL_GRID_H_
#define SINEW_COLLIDE_BALL_GRID_H_

#include <stdint.h>

#include "base/assert.h"
#include "base/lane.h"
#include "collide/ball.h"

enum { GRID_LEVELS = PRIVATE_LEVELS, GRID_CELL_BITS = 19 };
_Static_assert(GRID_LEVELS <= 1 << (64 - 3 * GRID_CELL_BITS), "level and cell fit into a key");

static const mjtNum GRID_WIDEN = 1 + 1e-10;  // against rounding at cell borders

typedef private_Cell grid_Cell;  // of a sphere: its key, and the next sphere of its bucket
typedef private_Grid grid_Grid;

// sorts spheres into cells; the caller allocates cell (n) and bucket (private_buckets(n))
void grid_fill(grid_Grid* grid, const ball_Set* set, grid_Cell* cell, int* bucket);

// level and cell, the level in the highest bits; distant cells may share a key
static inline uint64_t grid_key(int level, int64_t x, int64_t y, int64_t z) {
  const uint64_t low = ((uint64_t)1 << GRID_CELL_BITS) - 1;
  ASSERT_FULL(level >= 0 && level < GRID_LEVELS);
  uint64_t key = (uint64_t)level << GRID_CELL_BITS | ((uint64_t)x & low);
  key = key << GRID_CELL_BITS | ((uint64_t)y & low);
  return key << GRID_CELL_BITS | ((uint64_t)z & low);
}

static inline int grid_level(const grid_Cell* cell) {
  return (int)(cell->key >> (3 * GRID_CELL_BITS));
}

// unbounded spheres are in no bucket
static inline bool grid_isUnbounded(const grid_Cell* cell) {
  return grid_level(cell) == GRID_LEVELS - 1;
}

static inline uint32_t grid_bucket(const grid_Grid* grid, uint64_t key) {
  return (uint32_t)((key * 0x9E3779B97F4A7C15u) >> grid->shift);
}

// floor of x as an integer; all cells beyond +-2^50 are one
static inline int64_t grid_floor(mjtNum x) {
  const mjtNum far = (mjtNum)((int64_t)1 << 50);
  if (!(x > -far)) return -((int64_t)1 << 50);
  if (x > far) return (int64_t)1 << 50;
  const int64_t whole = (int64_t)x;
  return whole - (x < (mjtNum)whole);
}

// cells of a level that a sphere can reach
typedef struct {
  int level;
  int64_t low[3], high[3];
} grid_Box;

static inline grid_Box grid_reach(const grid_Grid* grid, const ball_Ball* ball, int level) {
  grid_Box box = {.level = level};
  ASSERT_FULL(grid->levels >> level & 1);
  const mjtNum radius = grid->radius[level], inv = 0.5 / (radius * GRID_WIDEN);
  const mjtNum reach = (ball->radius + radius) * GRID_WIDEN;
  for (int k = 0; k < 3; k++) {
    box.low[k] = grid_floor((ball->pos[k] - reach) * inv);
    box.high[k] = grid_floor((ball->pos[k] + reach) * inv);
  }
  return box;
}

// calls meet() for every sphere j of the set that is in a cell of the box and overlaps the given
// one
LANE_INLINE void grid_visit(const grid_Grid* grid, const ball_Set* set, const ball_Ball* ball,
                            const grid_Box* box, void (*meet)(void* ctx, int j), void* ctx) {
  for (int64_t x = box->low[0]; x <= box->high[0]; x++) {
    for (int64_t y = box->low[1]; y <= box->high[1]; y++) {
      for (int64_t z = box->low[2]; z <= box->high[2]; z++) {
        const uint64_t key = grid_key(box->level, x, y, z);
        for (int j = grid->bucket[grid_bucket(grid, key)]; j >= 0; j = grid->cell[j].next) {
          if (grid->cell[j].key == key && ball_meet(ball, &set->ball[j])) meet(ctx, j);
        }
      }
    }
  }
}

#endif
