// Sleeping bodies do not move: their balls are made when the set of sleepers has changed, or what
// radii depend on. An awake ball looks into the cells that it can reach, or at all sleepers if
// these are fewer.
//   geom_xpos, xipos, ximat, rbound, margins -> the kept grid, pairs
#include "collide/rest_balls.h"

#include <string.h>

#include "base/assert.h"
#include "collide/ball_grid.h"
#include "collide/body_ball.h"
#include "model/awake.h"

// ---- the kept grid

static int flagsOf(const mjModel* m) {
  return (m->opt.disableflags & mjDSBL_MIDPHASE) | (m->opt.enableflags & mjENBL_OVERRIDE) << 16;
}

// what radii depend on, of the geoms of a span: kept numbers are compared, or taken
static bool sizesOf(const mjModel* m, hidden_Data* hidden, const span_Span* span, bool take) {
  const mjtNum* const array[] = {m->geom_rbound, m->geom_margin, m->geom_gap};
  const int adr = span->geom[0], n = span->geom[1] - adr;
  for (int k = 0; k < 3 && n; k++) {
    mjtNum* kept = hidden->restSize + k * m->ngeom + adr;
    const size_t bytes = (size_t)n * sizeof *kept;
    if (!take && memcmp(kept, array[k] + adr, bytes)) return false;
    if (take) memcpy(kept, array[k] + adr, bytes);
  }
  return true;
}

static bool isKept(const mjModel* m, hidden_Data* hidden, const span_Resting* run, int n) {
  if (hidden->nrest < 0 || hidden->restFlags != flagsOf(m)) return false;
  if (hidden->restMargin != m->opt.o_margin) return false;
  for (int k = 0; k < n; k++) {
    if (!sizesOf(m, hidden, &run[k].span, false)) return false;
  }
  return true;
}

static void makeGrid(const mjModel* m, const mjData* d, hidden_Data* hidden,
                     const span_Resting* run, int nrun) {
  int n = 0;
  for (int k = 0; k < nrun; k++) {
    sizesOf(m, hidden, &run[k].span, true);
    for (int b = run[k].span.body[0]; b < run[k].span.body[1]; b++) {
      if (!ball_has(m, b)) continue;
      ball_ofBody(m, d, b, &hidden->rest[n]);
      hidden->rest[n++].body = b;
    }
  }
  ASSERT(n <= m->nbody);
  hidden->nrest = n;
  hidden->restFlags = flagsOf(m);
  hidden->restMargin = m->opt.o_margin;
  const ball_Set set = {n, hidden->rest};
  grid_fill(&hidden->restGrid, &set, hidden->restCell, hidden->restBucket);
}

// ---- pairs

typedef struct {
  const hidden_Data* hidden;
  ball_Set rest;
  key_List* keys;
  int i, body;  // that looks
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

// cells of the boxes of all levels
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
  const grid_Grid* grid = &look->hidden->restGrid;
  if (grid->unbounded || !(countCells(grid, ball) < look->rest.n)) {
    lookAtAll(look, ball);
    return;
  }
  for (uint64_t levels = grid->levels; levels; levels &= levels - 1) {
    const grid_Box box = grid_reach(grid, ball, __builtin_ctzll(levels));
    grid_visit(grid, &look->rest, ball, &box, meet, look);
  }
}

bool rest_update(const mjModel* m, mjData* d) {
  hidden_Data* hidden = hidden_of(d);
  const span_Resting* run;
  const int n = awake_resting(d, &run);
  if (!n || isKept(m, hidden, run, n)) return false;
  makeGrid(m, d, hidden, run, n);
  return true;
}

void rest_search(const mjModel* m, mjData* d, const ball_Set* set, const int* body,
                 key_List* keys) {
  const hidden_Data* hidden = hidden_of(d);
  if (!awake_anyAsleep(m, d)) return;
  Look look = {hidden, {hidden->nrest, hidden->rest}, keys, 0, 0};
  for (look.i = 0; look.i < set->n; look.i++) {
    look.body = body[look.i];
    if (d->body_awake[look.body] == mjS_AWAKE) lookAround(&look, &set->ball[look.i]);
  }
  key_sort(keys);
}
