// Pairs of balls that meet. Few balls are compared all with all; many are hashed into grids, one
// per power of 2 of the radius: a cell is as wide as the largest ball, so that a ball meets others
// in the neighbouring cells only. In its own grid a ball looks into half of these, since the others
// look at it; it also looks into all coarser grids.
#include <stdalign.h>
#include <string.h>

#include "collide/ball.h"
#include "model/stack.h"

enum { FEW_BALLS = 150, LEVELS = 64, CELL_BITS = 19 };

static const mjtNum WIDEN = 1 + 1e-10;  // against rounding of the borders of cells

typedef struct {
  const ball_Set* set;
  key_List* pairs;
} Search;

static void addPair(Search* b, int i, int j) {
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

typedef struct {
  uint64_t key;  // level and cell
  int next;      // in the same bucket, -1: none
} Entry;

typedef struct {
  Entry* entry;  // one per ball
  int* bucket;   // first entry, -1: none
  int shift;     // of a hashed key
  uint64_t levels;
  mjtNum unit;            // least radius: balls of level k have at most unit * 2^k
  mjtNum radius[LEVELS];  // largest ball of each level; a cell is twice as wide
} Grid;

// an integer below x; far away all cells are one
static inline int64_t floorOf(mjtNum x) {
  const mjtNum far = (mjtNum)((int64_t)1 << 50);
  if (!(x > -far)) return -((int64_t)1 << 50);
  if (x > far) return (int64_t)1 << 50;
  const int64_t whole = (int64_t)x;
  return whole - (x < (mjtNum)whole);
}

// level and cell, the level on top; cells far apart may share a key
static inline uint64_t cellKey(int level, int64_t x, int64_t y, int64_t z) {
  const uint64_t low = ((uint64_t)1 << CELL_BITS) - 1;
  return ((((uint64_t)level << CELL_BITS | ((uint64_t)x & low)) << CELL_BITS | ((uint64_t)y & low))
          << CELL_BITS) |
         ((uint64_t)z & low);
}

// key of the cell that lies some steps away
static inline uint64_t stepKey(uint64_t key, int x, int y, int z) {
  const uint64_t low = ((uint64_t)1 << CELL_BITS) - 1;
  const uint64_t top = key >> (3 * CELL_BITS);
  const uint64_t a = ((key >> (2 * CELL_BITS)) + (uint64_t)x) & low;
  const uint64_t c = ((key >> CELL_BITS) + (uint64_t)y) & low, e = (key + (uint64_t)z) & low;
  return ((top << CELL_BITS | a) << CELL_BITS | c) << CELL_BITS | e;
}

static inline uint32_t bucketOf(const Grid* grid, uint64_t key) {
  return (uint32_t)((key * 0x9E3779B97F4A7C15u) >> grid->shift);
}

// the least level whose radius covers a ball; LEVELS if it is unbounded
static inline int levelOf(const Grid* grid, mjtNum radius) {
  const mjtNum ratio = radius / grid->unit;
  if (!(ratio < (mjtNum)((uint64_t)1 << (LEVELS - 2)))) return LEVELS;
  if (ratio <= 1) return 0;
  uint64_t bits;
  memcpy(&bits, &ratio, sizeof bits);
  return (int)(bits >> 52) - 1023 + ((bits & 0xFFFFFFFFFFFFFu) != 0);
}

static inline int entryLevel(const Entry* entry) { return (int)(entry->key >> (3 * CELL_BITS)); }

static bool makeGrid(Grid* grid, const Search* b, mjData* d) {
  int bits = 6;
  while ((1 << bits) < 2 * b->set->n) bits++;
  grid->shift = 64 - bits;
  grid->levels = 0;
  grid->entry = stack_alloc(d, (size_t)b->set->n * sizeof *grid->entry, alignof(Entry));
  grid->bucket = stack_int(d, (size_t)1 << bits);
  if (!grid->entry || !grid->bucket) return false;
  memset(grid->bucket, 0xFF, sizeof(int) << bits);
  mjtNum least = __builtin_inf();
  for (int i = 0; i < b->set->n; i++)
    least = b->set->ball[i].radius < least ? b->set->ball[i].radius : least;
  grid->unit = least > mjMINVAL ? least : mjMINVAL;
  return true;
}

static inline uint64_t levelKey(int level) { return (uint64_t)level << (3 * CELL_BITS); }

static void chooseLevels(Grid* grid, const Search* b) {
  for (int i = 0; i < b->set->n; i++) {
    const mjtNum radius = b->set->ball[i].radius;
    const int level = levelOf(grid, radius);
    const uint64_t bit = level < LEVELS ? (uint64_t)1 << level : 0;
    grid->entry[i].key = levelKey(level < LEVELS ? level : LEVELS - 1);
    if (bit && (!(grid->levels & bit) || radius > grid->radius[level])) {
      grid->radius[level] = radius > grid->unit ? radius : grid->unit;
    }
    grid->levels |= bit;
  }
}

// unbounded balls stay in no bucket
static void fillGrid(Grid* grid, const Search* b) {
  for (int i = 0; i < b->set->n; i++) {
    const ball_Ball* ball = &b->set->ball[i];
    Entry* entry = &grid->entry[i];
    const int level = entryLevel(entry);
    if (level == LEVELS - 1) continue;
    const mjtNum inv = 0.5 / (grid->radius[level] * WIDEN);
    entry->key = cellKey(level, floorOf(ball->pos[0] * inv), floorOf(ball->pos[1] * inv),
                         floorOf(ball->pos[2] * inv));
    int* bucket = &grid->bucket[bucketOf(grid, entry->key)];
    entry->next = *bucket;
    *bucket = i;
  }
}

// balls from `j` on in a bucket that lie in one cell
static inline void pairCell(Search* b, const Grid* grid, int i, uint64_t key, int j) {
  for (; j >= 0; j = grid->entry[j].next) {
    if (grid->entry[j].key != key || !ball_meet(&b->set->ball[i], &b->set->ball[j])) continue;
    if (i < j) {
      addPair(b, i, j);
    } else {
      addPair(b, j, i);
    }
  }
}

// the rest of the own cell, then 13 of its 26 neighbours
static void pairOwnLevel(Search* b, const Grid* grid, int i) {
  const uint64_t own = grid->entry[i].key;
  pairCell(b, grid, i, own, grid->entry[i].next);
  for (int k = 14; k < 27; k++) {
    const uint64_t key = stepKey(own, k / 9 - 1, k / 3 % 3 - 1, k % 3 - 1);
    const int first = grid->bucket[bucketOf(grid, key)];
    if (first >= 0) pairCell(b, grid, i, key, first);
  }
}

static void pairCoarser(Search* b, const Grid* grid, int i, int level) {
  const ball_Ball* ball = &b->set->ball[i];
  const mjtNum radius = grid->radius[level], inv = 0.5 / (radius * WIDEN);
  const mjtNum reach = (ball->radius + radius) * WIDEN;
  int64_t low[3], high[3];
  for (int k = 0; k < 3; k++) {
    low[k] = floorOf((ball->pos[k] - reach) * inv);
    high[k] = floorOf((ball->pos[k] + reach) * inv);
  }
  for (int64_t x = low[0]; x <= high[0]; x++) {
    for (int64_t y = low[1]; y <= high[1]; y++) {
      for (int64_t z = low[2]; z <= high[2]; z++) {
        const uint64_t key = cellKey(level, x, y, z);
        pairCell(b, grid, i, key, grid->bucket[bucketOf(grid, key)]);
      }
    }
  }
}

static void pairUnbounded(Search* b, const Grid* grid, int i) {
  for (int j = 0; j < b->set->n; j++) {
    const bool both = entryLevel(&grid->entry[j]) == LEVELS - 1;
    if (j == i || (both && j > i)) continue;
    addPair(b, i < j ? i : j, i < j ? j : i);
  }
}

static void pairByGrid(Search* b, const Grid* grid) {
  for (int i = 0; i < b->set->n; i++) {
    const int level = entryLevel(&grid->entry[i]);
    if (level == LEVELS - 1) {
      pairUnbounded(b, grid, i);
      continue;
    }
    pairOwnLevel(b, grid, i);
    uint64_t coarser = grid->levels >> level >> 1 << level << 1;
    for (; coarser; coarser &= coarser - 1) pairCoarser(b, grid, i, __builtin_ctzll(coarser));
  }
}

// ---- order

// keys into ascending order: by buckets of the first ball, then by insertion
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
  key_List found;
  Search search = {set, &found};
  Grid grid;
  const bool few = set->n <= FEW_BALLS;
  if (!few && !makeGrid(&grid, &search, d)) return -1;
  key_begin(&found, d);
  if (few) {
    pairAll(&search);
    *pairs = reversed(key_lowest(&found), found.n);
    return found.full ? -1 : found.n;
  }
  chooseLevels(&grid, &search);
  fillGrid(&grid, &search);
  pairByGrid(&search, &grid);
  uint64_t* sorted = stack_alloc(d, (size_t)found.n * sizeof *sorted, alignof(uint64_t));
  *pairs = sorted;
  return !found.full && sorted && sortPairs(&search, d, sorted) ? found.n : -1;
}
