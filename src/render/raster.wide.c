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
  int x, y;          // first pixel of the tile
  int shift, width;  // pixels of a cell, 1 << shift
  ints dx, dy;       // where its samples are, in steps from the corner of its first pixel
} Run;

static const ints steps = {0, 1, 2, 3, 4, 5, 6, 7};

// keeps what is nearer than what was there; later ones win ties. There is no branch that would be
// taken now and then.
LANE_INLINE void keep(const paint_Tile* t, int at, ints hit, eight close, int32_t seen) {
  float* old = t->close + at;
  hit = hit & (close >= eight_load(old));
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

// Eight triangles in the tile: pixels from (x0, y0) to (x1, y1), which are included, edges
// a x + b y + c >= 0 inside and closeness + cx x + cy y, with x and y in steps from the corner of
// pixel (x0, y0).
typedef struct {
  int32_t x0[EIGHT], y0[EIGHT], x1[EIGHT], y1[EIGHT];
  int32_t a[3][EIGHT], b[3][EIGHT], c[3][EIGHT];
  float close[EIGHT], cx[EIGHT], cy[EIGHT];
  int32_t number[EIGHT];
} Batch;

enum { NEAR_STEPS = 1 << 14 };  // corners as near to the tile give edges of 32 bits

LANE_INLINE ints clampInts(ints x, int low, int high) {
  return ints_min(ints_max(x, ints_bc(low)), ints_bc(high));
}

// the n triangles of entries; the bits of those that reach far are left to makeFar
static int makeBatch(Batch* t, const Run* run, const int32_t* entry, int n) {
  const paint_View* view = &run->sheet->view;
  const int ox = run->x * SUBPIXEL, oy = run->y * SUBPIXEL;
  int32_t corner[6][EIGHT];
  float plane[3][EIGHT];
  for (int i = 0; i < EIGHT; i++) {
    const int number = t->number[i] = entry[i < n ? i : n - 1];
    const paint_Triangle* from = &run->sheet->triangle[number];
    for (int k = 0; k < 3; k++) corner[k][i] = from->x[k], corner[3 + k][i] = from->y[k];
    plane[0][i] = from->close, plane[1][i] = from->cx, plane[2][i] = from->cy;
  }
  ints x[3], y[3];
  for (int k = 0; k < 3; k++)
    x[k] = ints_load(corner[k]) - ox, y[k] = ints_load(corner[3 + k]) - oy;
  const ints lowX = ints_min(x[0], ints_min(x[1], x[2])),
             highX = ints_max(x[0], ints_max(x[1], x[2]));
  const ints lowY = ints_min(y[0], ints_min(y[1], y[2])),
             highY = ints_max(y[0], ints_max(y[1], y[2]));
  const ints x0 = clampInts(lowX >> SUBPIXEL_BITS, 0, TILE) & -run->width;
  const ints y0 = clampInts(lowY >> SUBPIXEL_BITS, 0, TILE);
  ints_store(t->x0, x0);
  ints_store(t->y0, y0);
  ints_store(t->x1, clampInts(highX >> SUBPIXEL_BITS, -1, TILE - 1));
  ints_store(t->y1, clampInts(highY >> SUBPIXEL_BITS, -1, TILE - 1));
  // closeness is counted from the first corner, moved into the picture
  const eight atX = ints_float(x0 * SUBPIXEL - clampInts(x[0], -ox, view->width * SUBPIXEL - ox));
  const eight atY = ints_float(y0 * SUBPIXEL - clampInts(y[0], -oy, view->height * SUBPIXEL - oy));
  const eight cx = eight_load(plane[1]), cy = eight_load(plane[2]);
  eight_store(t->close, eight_load(plane[0]) + cx * atX + cy * atY);
  eight_store(t->cx, cx);
  eight_store(t->cy, cy);
  const ints near =
      (lowX > -NEAR_STEPS) & (lowY > -NEAR_STEPS) & (highX < NEAR_STEPS) & (highY < NEAR_STEPS);
  for (int k = 0; k < 3; k++)
    x[k] = (x[k] - x0 * SUBPIXEL) & near, y[k] = (y[k] - y0 * SUBPIXEL) & near;
  for (int k = 0; k < 3; k++) {
    const int next = k == 2 ? 0 : k + 1;
    const ints a = y[k] - y[next], b = x[next] - x[k];
    // edges that two triangles share belong to one of them
    const ints own = (a > 0) | ((a == 0) & (b < 0));
    ints_store(t->a[k], a);
    ints_store(t->b[k], b);
    ints_store(t->c[k], ~own - (a * x[k] + b * y[k]));
  }
  return ~ints_bits(near) & ((1 << n) - 1);
}

// Edges of one that reaches far: one that the tile is inside of becomes 0 >= 0, one that crosses it
// has numbers of 32 bits; if the tile is outside of one there are no pixels.
static void makeFar(Batch* t, const Run* run, int i) {
  const paint_Triangle* from = &run->sheet->triangle[t->number[i]];
  const int64_t ox = ((int64_t)run->x + t->x0[i]) * SUBPIXEL;
  const int64_t oy = ((int64_t)run->y + t->y0[i]) * SUBPIXEL;
  for (int k = 0; k < 3; k++) {
    const int next = k == 2 ? 0 : k + 1;
    const int64_t a = from->y[k] - from->y[next], b = from->x[next] - from->x[k];
    const int64_t c =
        -(a * (from->x[k] - ox) + b * (from->y[k] - oy)) - !(a > 0 || (a == 0 && b < 0));
    const int64_t high = TILE * SUBPIXEL;
    const int64_t least = (a < 0 ? a * high : 0) + (b < 0 ? b * high : 0);
    const int64_t most = (a > 0 ? a * high : 0) + (b > 0 ? b * high : 0);
    const bool crosses = c + least < 0;
    if (c + most < 0) t->y1[i] = -1;
    t->a[k][i] = crosses && c + most >= 0 ? (int32_t)a : 0;
    t->b[k][i] = crosses && c + most >= 0 ? (int32_t)b : 0;
    t->c[k][i] = crosses && c + most >= 0 ? (int32_t)c : 0;
  }
}

enum { SIDE = 8 };

static void drawTriangle(const Run* run, const Batch* t, int i) {
  const ints lane = {1, 2, 4, 8, 16, 32, 64, 128};
  const int x0 = t->x0[i], y0 = t->y0[i], x1 = t->x1[i], y1 = t->y1[i];
  const int step = run->width * SUBPIXEL, stride = (TILE >> run->shift) * EIGHT;
  const eight cx = eight_bc(t->cx[i]), cy = eight_bc(t->cy[i]);
  const eight across = ints_float(run->dx), down = ints_float(run->dy);
  const eight row = t->close[i] + cy * down + cx * across;
  ints edge[3], right[3], up[3];
  for (int k = 0; k < 3; k++) {
    const ints a = ints_bc(t->a[k][i]), b = ints_bc(t->b[k][i]);
    edge[k] = a * run->dx + (b * run->dy + t->c[k][i]);
    right[k] = a * step;
    up[k] = b * SUBPIXEL;
  }
  const int begin = y0 * stride + (x0 >> run->shift) * EIGHT;
  // Which samples are inside comes first, in one go without branches; then only cells that have
  // some are visited. SIDE x SIDE cells at a time.
  for (int top = y0; top <= y1; top += SIDE) {
    for (int left = x0; left <= x1; left += SIDE * run->width) {
      const int rows = y1 - top + 1 < SIDE ? y1 - top + 1 : SIDE;
      const int last = ((x1 - left) >> run->shift) + 1, columns = last < SIDE ? last : SIDE;
      const int dx = (left - x0) >> run->shift, dy = top - y0;
      uint8_t inside[SIDE * SIDE];
      uint64_t some = 0;
      for (int r = 0; r < rows; r++) {
        ints in[3];
        for (int k = 0; k < 3; k++) in[k] = edge[k] + (up[k] * (dy + r) + right[k] * dx);
        for (int c = 0; c < columns; c++) {
          const unsigned bits = ~(unsigned)ints_bits(in[0] | in[1] | in[2]) & 255;
          inside[r * SIDE + c] = (uint8_t)bits;
          some |= (uint64_t)(bits != 0) << (r * SIDE + c);
          for (int k = 0; k < 3; k++) in[k] += right[k];
        }
      }
      for (; some; some &= some - 1) {
        const int cell = __builtin_ctzll(some), r = dy + cell / SIDE, c = dx + cell % SIDE;
        const eight close = row + (cx * (float)(c * step) + cy * (float)(r * SUBPIXEL));
        ints hit = (ints_bc(inside[cell]) & lane) != 0;
        if (run->sheet->limited) hit &= isBehindLimit(run, x0 + c * run->width, y0 + r, close);
        keep(run->tile, begin + r * stride + c * EIGHT, hit, close, t->number[i]);
      }
    }
  }
}

static void drawBatch(const Run* run, const int32_t* entry, int n) {
  Batch t;
  const int far = makeBatch(&t, run, entry, n);
  for (int i = 0; i < n; i++) {
    if (far >> i & 1) makeFar(&t, run, i);
    drawTriangle(run, &t, i);
  }
}

// ---- a round item in the tile

static int clampInt(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

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
  keep(run->tile, ((y * TILE + x) >> run->shift) * EIGHT, hit, close, number | SEEN_ROUND);
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

static void drawEntries(const paint_Sheet* sheet, int tile, int first, int end,
                        const paint_Tile* out) {
  const raster_Pattern* p = &raster_patterns[sheet->pattern];
  Run run = {.sheet = sheet,
             .tile = out,
             .x = tile % sheet->ncolumn * TILE,
             .y = tile / sheet->ncolumn * TILE,
             .shift = __builtin_ctz((unsigned)(EIGHT / p->n)),
             .width = EIGHT / p->n};
  for (int i = 0; i < EIGHT; i++) {
    run.dx[i] = i / p->n * SUBPIXEL + SUBPIXEL / 2 + p->x[i % p->n];
    run.dy[i] = SUBPIXEL / 2 + p->y[i % p->n];
  }
  const int32_t* entry = sheet->entry;
  for (int i = first, n; i < end; i += n) {
    for (n = 0; i + n < end && n < EIGHT && entry[i + n] >= 0;) n++;
    for (int k = i + n; k < end && k < i + 2 * EIGHT; k++) {
      if (entry[k] >= 0) __builtin_prefetch(&sheet->triangle[entry[k]]);
    }
    if (n) {
      drawBatch(&run, entry + i, n);
    } else {
      drawItem(&run, entry[i] & ~SEEN_ROUND);
      n = 1;
    }
  }
}

extern const raster_Kernels LANE(raster_kernels);
const raster_Kernels LANE(raster_kernels) = {drawEntries};
