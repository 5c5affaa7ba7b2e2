// Broad phase for sleeping bodies: they do not move, so their bounding spheres are computed only
// when the set of sleepers, or an input of the radii, has changed. An awake sphere searches the
// cells of the spatial hash that it can reach, or all sleepers if these are fewer.
//   geom_xpos, xipos, ximat, rbound, margins -> the cached grid, pairs
#include "collide/sleeping_grid.h"

#include <string.h>

#include "base/assert.h"
#include "collide/ball_grid.h"
#include "collide/body_ball.h"
#include "model/awake.h"

// ---- the cached grid

static int flagsOf(const mjModel* m) {
  return (m->opt.disableflags & mjDSBL_MIDPHASE) | (m->opt.enableflags & mjENBL_OVERRIDE) << 16;
}

// inputs of the radii, for the geoms of a range: compares them with the cached values, or copies
// them
static bool sizesOf(const mjModel* m, private_Data* priv, const range_Range* range, bool take) {
  const mjtNum* const array[] = {m->geom_rbound, m->geom_margin, m->geom_gap};
  const int adr = range->geom[0], n = range->geom[1] - adr;
  for (int k = 0; k < 3 && n; k++) {
    mjtNum* kept = priv->restSize + k * m->ngeom + adr;
    const size_t bytes = (size_t)n * sizeof *kept;
    if (!take && memcmp(kept, array[k] + adr, bytes)) return false;
    if (take) memcpy(kept, array[k] + adr, bytes);
  }
  return true;
}

static bool isKept(const mjModel* m, private_Data* priv, const range_Resting* run, int n) {
  if (priv->nrest < 0 || priv->restFlags != flagsOf(m)) return false;
  if (priv->restMargin != m->opt.o_margin) return false;
  for (int k = 0; k < n; k++) {
    if (!sizesOf(m, priv, &run[k].range, false)) return false;
  }
  return true;
}

static void makeGrid(const mjModel* m, const mjData* d, private_Data* priv,
                     const range_Resting* run, int nrun) {
  int n = 0;
  for (int k = 0; k < nrun; k++) {
    sizesOf(m, priv, &run[k].range, true);
    for (int b = run[k].range.body[0]; b < run[k].range.body[1]; b++) {
      if (!ball_has(m, b)) continue;
      ball_ofBody(m, d, b, &priv->rest[n]);
      priv->rest[n++].body = b;
    }
  }
  ASSERT(n <= m->nbody);
  priv->nrest = n;
  priv->restFlags = flagsOf(m);
  priv->restMargin = m->opt.o_margin;
  const ball_Set set = {n, priv->rest};
  grid_fill(&priv->restGrid, &set, priv->restCell, priv->restBucket);
}

// ---- pairs

typedef struct {
  const private_Data* priv;
  ball_Set rest;
  key_Vector* keys;
  int i, body;  // the awake sphere that searches
} Look;

static void meet(void* ctx, int j) {
  const Look* look = ctx;
  const int other = look->rest.ball[j].body;
  ASSERT_FULL(j < look->rest.n && other != look->body);
  const int a = look->body < other ? look->body : other, b = look->body + other - a;
  key_push(look->keys,
           (uint64_t)filter_signature(a, b) << 32 | (uint64_t)look->i << 16 | (uint64_t)j);
}

static void lookAtAll(Look* look, const ball_Ball* ball) {
  for (int j = 0; j < look->rest.n; j++) {
    if (ball_meet(ball, &look->rest.ball[j])) meet(look, j);
  }
}

// number of cells in its boxes of all levels
static mjtNum countCells(const grid_Grid* grid, const ball_Ball* ball) {
  mjtNum n = 0;
  for (uint64_t levels = grid->levels; levels; levels &= levels - 1) {
    const grid_Box box = grid_reach(grid, ball, __builtin_ctzll(levels));
    mjtNum cells = 1;
    for (int k = 0; k < 3; k++) cells *= (mjtNum)(box.high[k] - box.low[k] + 1);
    n += cells;
  }
  return n;
}

static void lookAround(Look* look, const ball_Ball* ball) {
  const grid_Grid* grid = &look->priv->restGrid;
  if (grid->unbounded || !(countCells(grid, ball) < look->rest.n)) {
    lookAtAll(look, ball);
    return;
  }
  for (uint64_t levels = grid->levels; levels; levels &= levels - 1) {
    const grid_Box box = grid_reach(grid, ball, __builtin_ctzll(levels));
    grid_visit(grid, &look->rest, ball, &box, meet, look);
  }
}

bool sleepingGrid_update(const mjModel* m, mjData* d) {
  private_Data* priv = private_of(d);
  const range_Resting* run;
  const int n = awake_resting(d, &run);
  if (!n || isKept(m, priv, run, n)) return false;
  makeGrid(m, d, priv, run, n);
  return true;
}

void sleepingGrid_search(const mjModel* m, mjData* d, const ball_Set* set, const int* body,
                         key_Vector* keys) {
  const private_Data* priv = private_of(d);
  if (!awake_anyAsleep(m, d)) return;
  Look look = {priv, {priv->nrest, priv->rest}, keys, 0, 0};
  for (look.i = 0; look.i < set->n; look.i++) {
    look.body = body[look.i];
    if (d->body_awake[look.body] == mjS_AWAKE) lookAround(&look, &set->ball[look.i]);
  }
  key_sort(keys);
}
