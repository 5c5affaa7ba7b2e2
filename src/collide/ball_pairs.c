// Overlapping pairs of bounding spheres. A few spheres are compared all with all (brute force);
// many are hashed into grids (spatial hash, ball_grid.h). In its own grid a sphere searches half of
// the neighboring cells, because spheres in the other half search its cell. It also searches all
// coarser grids.
#include <stdalign.h>
#include <string.h>

#include "base/assert.h"
#include "collide/ball_grid.h"
#include "model/stack.h"

enum { FEW_BALLS = 150 };

typedef struct {
  const ball_Set* set;
  key_Vector* pairs;
} Search;

static void addPair(Search* b, int i, int j) {
  ASSERT_FULL(i < j && j < b->set->n);
  key_push(b->pairs, (uint64_t)i << 16 | (uint64_t)j);
}

static void pairAll(Search* b) {
  for (int i = 0; i < b->set->n; i++) {
    const ball_Ball ball = b->set->ball[i];
    for (int j = i + 1; j < b->set->n; j++) {
      if (ball_meet(&ball, &b->set->ball[j])) addPair(b, i, j);
    }
  }
}

// ---- grids

// key of the cell at an offset of some cells
static inline uint64_t stepKey(uint64_t key, int x, int y, int z) {
  const int bits = GRID_CELL_BITS;
  return grid_key((int)(key >> (3 * bits)), (int64_t)(key >> (2 * bits)) + x,
                  (int64_t)(key >> bits) + y, (int64_t)key + z);
}

static bool makeGrid(grid_Grid* grid, const ball_Set* set, mjData* d) {
  grid_Cell* cell = stack_alloc(d, (size_t)set->n * sizeof *cell, alignof(grid_Cell));
  int* bucket = stack_int(d, private_buckets((size_t)set->n));
  if (!cell || !bucket) return false;
  grid_fill(grid, set, cell, bucket);
  return true;
}

static inline void addUnordered(Search* b, int i, int j) {
  if (i < j) {
    addPair(b, i, j);
  } else {
    addPair(b, j, i);
  }
}

// spheres from `j` on in a bucket that lie in one cell
static inline void pairCell(Search* b, const grid_Grid* grid, int i, uint64_t key, int j) {
  for (; j >= 0; j = grid->cell[j].next) {
    if (grid->cell[j].key != key || !ball_meet(&b->set->ball[i], &b->set->ball[j])) continue;
    addUnordered(b, i, j);
  }
}

// the rest of its own cell, then 13 of the 26 neighbors
static void pairOwnLevel(Search* b, const grid_Grid* grid, int i) {
  const uint64_t own = grid->cell[i].key;
  pairCell(b, grid, i, own, grid->cell[i].next);
  for (int k = 14; k < 27; k++) {
    const uint64_t key = stepKey(own, k / 9 - 1, k / 3 % 3 - 1, k % 3 - 1);
    const int first = grid->bucket[grid_bucket(grid, key)];
    if (first >= 0) pairCell(b, grid, i, key, first);
  }
}

typedef struct {
  Search* search;
  int i;
} Visitor;

static inline void visit(void* ctx, int j) {
  const Visitor* v = ctx;
  addUnordered(v->search, v->i, j);
}

static void pairCoarser(Search* b, const grid_Grid* grid, int i, int level) {
  const ball_Ball* ball = &b->set->ball[i];
  const grid_Box box = grid_reach(grid, ball, level);
  Visitor visitor = {b, i};
  grid_visit(grid, b->set, ball, &box, visit, &visitor);
}

static void pairUnbounded(Search* b, const grid_Grid* grid, int i) {
  for (int j = 0; j < b->set->n; j++) {
    if (j == i || (grid_isUnbounded(&grid->cell[j]) && j > i)) continue;
    addUnordered(b, i, j);
  }
}

static void pairByGrid(Search* b, const grid_Grid* grid) {
  for (int i = 0; i < b->set->n; i++) {
    if (grid_isUnbounded(&grid->cell[i])) {
      pairUnbounded(b, grid, i);
      continue;
    }
    pairOwnLevel(b, grid, i);
    const int level = grid_level(&grid->cell[i]);
    uint64_t coarser = grid->levels >> level >> 1 << level << 1;
    for (; coarser; coarser &= coarser - 1) pairCoarser(b, grid, i, __builtin_ctzll(coarser));
  }
}

// ---- order

// sorts keys in ascending order: bucket sort by the first sphere, then insertion sort
static bool sortPairs(const Search* b, mjData* d, uint64_t* sorted) {
  const int n = b->pairs->n;
  const uint64_t* pair = key_lowest(b->pairs);
  int* at = stack_int(d, (size_t)b->set->n + 1);
  if (!at) return false;
  memset(at, 0, ((size_t)b->set->n + 1) * sizeof *at);
  for (int i = 0; i < n; i++) at[(pair[i] >> 16) + 1]++;
  for (int i = 0; i < b->set->n; i++) at[i + 1] += at[i];
  for (int i = 0; i < n; i++) sorted[at[pair[i] >> 16]++] = pair[i];
  for (int i = 1; i < n; i++) {
    const uint64_t key = sorted[i];
    int j = i;
    for (; j > 0 && sorted[j - 1] > key; j--) sorted[j] = sorted[j - 1];
    sorted[j] = key;
  }
  ASSERT_FULL(assert_ascendKeys(sorted, n));
  return true;
}

static const uint64_t* reversed(uint64_t* x, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    const uint64_t swap = x[i];
    x[i] = x[j];
    x[j] = swap;
  }
  return x;
}

int ball_pairs(const ball_Set* set, mjData* d, const uint64_t** pairs) {
  key_Vector found;
  Search search = {set, &found};
  grid_Grid grid;
  const bool few = set->n <= FEW_BALLS;
  if (!few && !makeGrid(&grid, set, d)) return -1;
  key_begin(&found, d);
  if (few) {
    pairAll(&search);
    *pairs = reversed(key_lowest(&found), found.n);
    ASSERT_FULL(assert_ascendKeys(*pairs, found.n));
    return found.full ? -1 : found.n;
  }
  pairByGrid(&search, &grid);
  uint64_t* sorted = stack_alloc(d, (size_t)found.n * sizeof *sorted, alignof(uint64_t));
  *pairs = sorted;
  return !found.full && sorted && sortPairs(&search, d, sorted) ? found.n : -1;
}
