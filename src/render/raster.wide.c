// What the samples of a tile see: triangles by their edges, round items by solving for the distance
// at which a ray enters them.
//   sheet -> closeness and number of what is nearest at each sample
#include "render/raster.h"
#include "render/rays.h"

// ---- samples

// Eight samples that are neighbours in memory, a cell: eight pixels of a row with one sample each,
// or two with four.
typedef struct {
  const paint_Sheet* sheet;
  const paint_Tile* tile;
  int x, y;     // first pixel of the tile
  int width;    // pixels of a cell
  ints dx, dy;  // where its samples are, in steps from the corner of its first pixel
} Run;

static const ints steps = {0, 1, 2, 3, 4, 5, 6, 7};

// keeps what is nearer than what was there; later ones win ties
LANE_INLINE void keep(const paint_Tile* t, int at, ints hit, eight close, int32_t seen) {
  float* old = t->close + at;
  hit = hit & (close >= eight_load(old));
  if (!ints_any(hit)) return;
  eight_store(old, eight_select(hit, close, eight_load(old)));
  if (!t->seen) return;
  int32_t* ids = t->seen + at;
  ints_store(ids, ints_select(hit, ints_bc(seen), ints_load(ids)));
}

// pixel coordinates of the samples of the cell from pixel (x, y) of the tile on
LANE_INLINE eight columnOf(const Run* run, int x) {
  return ints_float(run->dx + (run->x + x) * SUBPIXEL) * (1.0f / SUBPIXEL);
}
LANE_INLINE eight rowOf(const Run* run, int y) {
  return ints_float(run->dy + (run->y + y) * SUBPIXEL) * (1.0f / SUBPIXEL);
}

// those of its samples that are not before the limit of the sheet
LANE_INLINE ints isBehindLimit(const Run* run, int x, int y, eight close) {
  const float* limit = run->sheet->limit;
  return close <= limit[0] + limit[1] * columnOf(run, x) + limit[2] * rowOf(run, y);
}

// ---- triangles

// edges in the tile: a x + b y + c >= 0 inside, x and y in steps from the corner of the tile
typedef struct {
  int32_t a[EIGHT], b[EIGHT], c[EIGHT];  // of three
} Edges;

enum { NEAR_STEPS = 1 << 14 };  // corners as near to the tile give edges of 32 bits

// all corners are near
LANE_INLINE void makeEdges(Edges* e, const Run* run, const paint_Triangle* t) {
  const ints v = ints_load(t->x);  // x0 x1 x2 y0 y1 y2
  const ints x = INTS_SHUFFLE(v, 0, 1, 2, 0, 0, 1, 2, 0) - run->x * SUBPIXEL;
  const ints y = INTS_SHUFFLE(v, 3, 4, 5, 3, 3, 4, 5, 3) - run->y * SUBPIXEL;
  const ints a = y - INTS_SHUFFLE(y, 1, 2, 0, 1, 1, 2, 0, 1);
  const ints b = INTS_SHUFFLE(x, 1, 2, 0, 1, 1, 2, 0, 1) - x;
  // edges that two triangles share belong to one of them
  const ints own = (a > 0) | ((a == 0) & (b < 0));
  ints_store(e->a, a);
  ints_store(e->b, b);
  ints_store(e->c, ~own - (a * x + b * y));
}

// false: the triangle is outside of the tile. An edge that the tile is inside of becomes 0 >= 0,
// one that crosses it has numbers of 32 bits.
static bool makeFarEdges(Edges* e, const Run* run, const paint_Triangle* t) {
  for (int k = 0; k < 3; k++) {
    const int n = k == 2 ? 0 : k + 1;
    const int64_t a = t->y[k] - t->y[n], b = t->x[n] - t->x[k];
    const int64_t x = t->x[k] - (int64_t)run->x * SUBPIXEL;
    const int64_t y = t->y[k] - (int64_t)run->y * SUBPIXEL;
    const int64_t c = -(a * x + b * y) - !(a > 0 || (a == 0 && b < 0)), high = TILE * SUBPIXEL;
    const int64_t least = (a < 0 ? a * high : 0) + (b < 0 ? b * high : 0);
    const int64_t most = (a > 0 ? a * high : 0) + (b > 0 ? b * high : 0);
    if (c + most < 0) return false;
    const bool crosses = c + least < 0;
    e->a[k] = crosses ? (int32_t)a : 0;
    e->b[k] = crosses ? (int32_t)b : 0;
    e->c[k] = crosses ? (int32_t)c : 0;
  }
  return true;
}

static int clampInt(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
static int least3(const int32_t x[3]) {
  const int m = x[0] < x[1] ? x[0] : x[1];
  return m < x[2] ? m : x[2];
}
static int most3(const int32_t x[3]) {
  const int m = x[0] > x[1] ? x[0] : x[1];
  return m > x[2] ? m : x[2];
}

static void drawTriangle(const Run* run, int number) {
  const paint_Triangle* t = &run->sheet->triangle[number];
  const paint_View* view = &run->sheet->view;
  const int ox = run->x * SUBPIXEL, oy = run->y * SUBPIXEL;
  const int low[2] = {least3(t->x) - ox, least3(t->y) - oy};
  const int high[2] = {most3(t->x) - ox, most3(t->y) - oy};
  Edges e;
  if (low[0] > -NEAR_STEPS && low[1] > -NEAR_STEPS && high[0] < NEAR_STEPS &&
      high[1] < NEAR_STEPS) {
    makeEdges(&e, run, t);
  } else if (!makeFarEdges(&e, run, t)) {
    return;
  }
  // pixels from, to (included)
  const int x0 = clampInt(low[0] >> SUBPIXEL_BITS, 0, TILE) & ~(run->width - 1);
  const int y0 = clampInt(low[1] >> SUBPIXEL_BITS, 0, TILE);
  const int x1 = clampInt(high[0] >> SUBPIXEL_BITS, -1, TILE - 1);
  const int y1 = clampInt(high[1] >> SUBPIXEL_BITS, -1, TILE - 1);
  const ints dx = run->dx + x0 * SUBPIXEL, dy = run->dy + y0 * SUBPIXEL;
  ints edge[3];
  for (int k = 0; k < 3; k++) edge[k] = e.a[k] * dx + (e.b[k] * dy + e.c[k]);
  // closeness is counted from a place in the picture
  const ints atX = dx + (ox - clampInt(t->x[0], 0, view->width * SUBPIXEL));
  const ints atY = dy + (oy - clampInt(t->y[0], 0, view->height * SUBPIXEL));
  const eight first = ints_float(atX);
  eight down = ints_float(atY);
  const int step = run->width * SUBPIXEL, stride = TILE / run->width * EIGHT;
  int row = y0 * stride + x0 / run->width * EIGHT;
  for (int y = y0; y <= y1; y++, row += stride) {
    ints in[3] = {edge[0], edge[1], edge[2]};
    const eight base = t->close + t->cy * down;
    eight along = first;
    int at = row;
    for (int x = x0; x <= x1; x += run->width, at += EIGHT) {
      const ints inside = (in[0] | in[1] | in[2]) >= 0;
      if (ints_any(inside)) {
        const eight close = base + t->cx * along;
        ints hit = inside;
        if (run->sheet->limited) hit &= isBehindLimit(run, x, y, close);
        keep(run->tile, at, hit, close, number);
      }
      along += (float)step;
      for (int k = 0; k < 3; k++) in[k] += e.a[k] * step;
    }
    down += (float)SUBPIXEL;
    for (int k = 0; k < 3; k++) edge[k] += e.b[k] * SUBPIXEL;
  }
}

// ---- a round item in the tile

// vectors of the view in the frame of an item
typedef struct {
  float eye[3], right[3], up[3], forward[3];
} Local;

static void makeLocal(Local* l, const paint_View* v, const paint_Item* item) {
  const float x[3] = {v->eye[0] - item->pos[0], v->eye[1] - item->pos[1], v->eye[2] - item->pos[2]};
  ray_toLocal(l->eye, item->mat, x);
  ray_toLocal(l->right, item->mat, v->right);
  ray_toLocal(l->up, item->mat, v->up);
  ray_toLocal(l->forward, item->mat, v->forward);
}

LANE_INLINE void makeRay(ray_Ray* ray, const Local* l, bool ortho, eight u, eight v) {
  for (int k = 0; k < 3; k++) {
    const eight across = u * l->right[k] + v * l->up[k];
    ray->from[k] = eight_bc(l->eye[k]);
    ray->way[k] = eight_bc(l->forward[k]);
    if (ortho) {
      ray->from[k] = ray->from[k] + across;
    } else {
      ray->way[k] = ray->way[k] + across;
    }
  }
}

enum { BLOCK = TILE / EIGHT };  // pixels of the side of a block: a row of the tile has eight

// Which blocks of a row of them an item may touch, as bits: a larger one is met by the rays through
// their middles. The rays of a block are apart by less than the widening as far away as the item
// goes.
LANE_INLINE int blocksOf(const Run* run, const paint_Item* wide, const Local* local,
                         ray_Enter enter, int y) {
  const paint_View* view = &run->sheet->view;
  const eight x = ints_float(run->x + steps * BLOCK) + 0.5f * BLOCK;
  const float fy = (float)(run->y + y) + 0.5f * BLOCK;
  ray_Ray ray;
  eight d;
  makeRay(&ray, local, view->ortho, view->u0 + view->du * x, eight_bc(view->v0 + view->dv * fy));
  return ints_bits(enter(wide, &ray, &d));
}

// the item, larger by what rays of a block are apart where it is farthest
static paint_Item widened(const paint_View* v, const paint_Item* item) {
  paint_Item wide = *item;
  const float* s = item->size;
  float d = 0;
  for (int k = 0; k < 3; k++) d += (item->pos[k] - v->eye[k]) * v->forward[k];
  const float reach = s[0] + s[1] + s[2], step = v->du > v->dv ? v->du : v->dv;
  const float more = BLOCK * step * (v->ortho ? 1 : d + reach > v->near ? d + reach : v->near);
  for (int k = 0; k < 3; k++) wide.size[k] += more;
  return wide;
}

// the cell from pixel (x, y) of the tile on
LANE_INLINE void drawCell(const Run* run, int number, const paint_Item* item, const Local* local,
                          ray_Enter enter, int x, int y) {
  const paint_View* view = &run->sheet->view;
  const eight near = eight_bc(view->near), far = eight_bc(view->far);
  const eight px = columnOf(run, x), py = rowOf(run, y);
  ray_Ray ray;
  eight d;
  makeRay(&ray, local, view->ortho, view->u0 + view->du * px, view->v0 + view->dv * py);
  ints hit = enter(item, &ray, &d) & (d >= near) & (d <= far);
  if (!ints_any(hit)) return;
  eight close = far - d;
  if (!view->ortho) close = 1.0f / eight_max(d, near);
  if (run->sheet->limited) hit &= isBehindLimit(run, x, y, close);
  keep(run->tile, (y * TILE + x) / run->width * EIGHT, hit, close, number | SEEN_ROUND);
}

LANE_INLINE void drawRound(const Run* run, int number, ray_Enter enter) {
  const paint_View* view = &run->sheet->view;
  const paint_Item* item = &run->sheet->items->item[number];
  const paint_Item wide = widened(view, item);
  const int* box = run->sheet->box + 4 * number;
  const int x0 = clampInt(box[0] - run->x, 0, TILE) & -run->width;
  const int x1 = clampInt(box[2] - run->x, 0, TILE), y1 = clampInt(box[3] - run->y, 0, TILE);
  const int y0 = clampInt(box[1] - run->y, 0, TILE) & -BLOCK;
  // blocks that a cell touches
  const int some = run->width > BLOCK ? (1 << run->width / BLOCK) - 1 : 1;
  Local local;
  makeLocal(&local, view, item);
  for (int top = y0; top < y1; top += BLOCK) {
    const int blocks = blocksOf(run, &wide, &local, enter, top);
    for (int x = x0; x < x1; x += run->width) {
      if (!(blocks >> x / BLOCK & some)) continue;
      for (int y = top; y < top + BLOCK; y++) drawCell(run, number, item, &local, enter, x, y);
    }
  }
}

static void drawItem(const Run* run, int number) {
  switch (run->sheet->items->item[number].kind) {
    case DRAW_ELLIPSOID:
      drawRound(run, number, ray_enterEllipsoid);
      break;
    case DRAW_CAPSULE:
      drawRound(run, number, ray_enterCapsule);
      break;
    default:
      drawRound(run, number, ray_enterCylinder);
  }
}

// ---- tiles

enum { AHEAD = 6 };  // triangles that are fetched before they are drawn

static void drawEntries(const paint_Sheet* sheet, int tile, int first, int end,
                        const paint_Tile* out) {
  const raster_Pattern* p = &raster_patterns[sheet->pattern];
  Run run = {.sheet = sheet,
             .tile = out,
             .x = tile % sheet->ncolumn * TILE,
             .y = tile / sheet->ncolumn * TILE,
             .width = EIGHT / p->n};
  for (int i = 0; i < EIGHT; i++) {
    run.dx[i] = i / p->n * SUBPIXEL + SUBPIXEL / 2 + p->x[i % p->n];
    run.dy[i] = SUBPIXEL / 2 + p->y[i % p->n];
  }
  for (int i = first; i < end; i++) {
    const int32_t entry = sheet->entry[i];
    if (entry < 0) {
      drawItem(&run, entry & ~SEEN_ROUND);
    } else {
      if (i + AHEAD < end && sheet->entry[i + AHEAD] >= 0)
        __builtin_prefetch(&sheet->triangle[sheet->entry[i + AHEAD]]);
      drawTriangle(&run, entry);
    }
  }
}

extern const raster_Kernels LANE(raster_kernels);
const raster_Kernels LANE(raster_kernels) = {drawEntries};
