// Rasterizer of one tile: triangles by edge functions, spheres, ellipsoids, capsules and cylinders
// by ray casting, several samples at a time (SIMD).
//   tile bins -> reversed depth and primitive id (visibility buffer) of the nearest surface at each
//   sample
#include "render/raster.h"

#include <math.h>

#include "render/rays.h"

// ---- samples

// A cell: samples that are adjacent in memory, of WIDE pixels of a row with one sample each, or of
// a quarter of them with four.
typedef struct {
  const paint_Bins* bins;
  const paint_Tile* tile;
  int x, y;          // first pixel of the tile
  int shift, width;  // pixels of a cell, 1 << shift
  ints dx, dy;       // positions of its samples, in steps from the corner of its first pixel
} Run;

// Depth test: keeps what is nearer than what was there; later ones win ties. It has no branch,
// which would be hard to predict.
LANE_INLINE void keep(paint_Tile t, int at, picks hit, floats close, ints primitive) {
  hit = picks_atMost(hit, floats_load(t.close + at), close);
  floats_put(t.close + at, hit, close);
  if (t.primitive) ints_put(t.primitive + at, hit, primitive);
}

// pixel coordinates of the samples of the cell from pixel (x, y) of the tile on
LANE_INLINE floats columnOf(const Run* run, int x) {
  return ints_float(run->dx + (run->x + x) * SUBPIXEL) * (1.0f / SUBPIXEL);
}
LANE_INLINE floats rowOf(const Run* run, int y) {
  return ints_float(run->dy + (run->y + y) * SUBPIXEL) * (1.0f / SUBPIXEL);
}

// mask of its samples that are not in front of the clip plane of the tile bins
LANE_INLINE picks behindLimit(const Run* run, int x, int y, picks hit, floats close) {
  const float* limit = run->bins->limit;
  return picks_atMost(hit, close,
                      limit[0] + limit[1] * columnOf(run, x) + limit[2] * rowOf(run, y));
}

// ---- triangles

// Triangles in the tile: bounding box in pixels from (x0, y0) to (x1, y1), inclusive; edge
// functions a x + b y + c, which are >= 0 inside; reversed depth close + cx x + cy y. x and y are
// in steps from the corner of pixel (x0, y0).
typedef struct {
  int32_t x0[WIDE], y0[WIDE], x1[WIDE], y1[WIDE];
  int32_t a[3][WIDE], b[3][WIDE], c[3][WIDE];
  float close[WIDE], cx[WIDE], cy[WIDE];
  int32_t number[WIDE];
} Batch;

enum { NEAR_STEPS = 1 << 14 };  // corners this near to the tile have edge functions of 32 bits

LANE_INLINE ints clampInts(ints x, int low, int high) {
  return ints_min(ints_max(x, ints_bc(low)), ints_bc(high));
}

// Bits of the triangles that may be in front of the clip plane of the tile bins, by the reversed
// depths of both at the corners of the bounding box; rounding errors are far below the required
// difference.
static int findLimited(const Run* run, const Batch* t) {
  const paint_View* v = &run->bins->view;
  const float *limit = run->bins->limit, share = 1e-4f;
  const float size =
      fabsf(limit[0]) + fabsf(limit[1]) * (float)v->width + fabsf(limit[2]) * (float)v->height;
  const ints x0 = ints_load(t->x0), y0 = ints_load(t->y0);
  const floats width = ints_float((ints_load(t->x1) + 1 - x0) * SUBPIXEL);
  const floats height = ints_float((ints_load(t->y1) + 1 - y0) * SUBPIXEL), zero = floats_bc(0);
  const floats close = floats_load(t->close);
  const floats first =
      limit[0] + limit[1] * ints_float(run->x + x0) + limit[2] * ints_float(run->y + y0) - close;
  const floats across = (limit[1] * (1.0f / SUBPIXEL) - floats_load(t->cx)) * width;
  const floats down = (limit[2] * (1.0f / SUBPIXEL) - floats_load(t->cy)) * height;
  const floats least = first + floats_min(across, zero) + floats_min(down, zero);
  return ~ints_bits(least > share * (size + floats_abs(close)));
}

// sets up the n triangles of entries; returns the bits of those that reach far, which are left to
// makeFar
static int makeBatch(Batch* t, const Run* run, const int32_t* entry, int n) {
  const paint_View* view = &run->bins->view;
  const int ox = run->x * SUBPIXEL, oy = run->y * SUBPIXEL;
  ints word[TRIANGLE_WORDS];
  if (n == WIDE) {
    memcpy(t->number, entry, sizeof t->number);
  } else {
    for (int i = 0; i < WIDE; i++) t->number[i] = entry[i < n ? i : n - 1];
  }
  for (int k = 0; k < TRIANGLE_WORDS; k += 4) {
    const int32_t* at[WIDE];
    for (int i = 0; i < WIDE; i++)
      at[i] = (const int32_t*)(const void*)&run->bins->triangle[t->number[i]] + k;
    ints_loadFours(word + k, at);
  }
  ints x[3], y[3];
  for (int k = 0; k < 3; k++) x[k] = word[k] - ox, y[k] = word[3 + k] - oy;
  const ints lowX = ints_min(x[0], ints_min(x[1], x[2])),
             highX = ints_max(x[0], ints_max(x[1], x[2]));
  const ints lowY = ints_min(y[0], ints_min(y[1], y[2])),
             highY = ints_max(y[0], ints_max(y[1], y[2]));
  const ints x0 = clampInts(lowX >> SUBPIXEL_BITS, 0, TILE);
  const ints y0 = clampInts(lowY >> SUBPIXEL_BITS, 0, TILE);
  ints_store(t->x0, x0);
  ints_store(t->y0, y0);
  ints_store(t->x1, clampInts(highX >> SUBPIXEL_BITS, -1, TILE - 1));
  ints_store(t->y1, clampInts(highY >> SUBPIXEL_BITS, -1, TILE - 1));
  // reversed depth is relative to the first corner, clamped to the image
  const floats atX = ints_float(x0 * SUBPIXEL - clampInts(x[0], -ox, view->width * SUBPIXEL - ox));
  const floats atY = ints_float(y0 * SUBPIXEL - clampInts(y[0], -oy, view->height * SUBPIXEL - oy));
  const floats cx = (floats)word[7], cy = (floats)word[8];
  floats_store(t->close, (floats)word[6] + cx * atX + cy * atY);
  floats_store(t->cx, cx);
  floats_store(t->cy, cy);
  const ints near =
      (lowX > -NEAR_STEPS) & (lowY > -NEAR_STEPS) & (highX < NEAR_STEPS) & (highY < NEAR_STEPS);
  for (int k = 0; k < 3; k++)
    x[k] = (x[k] - x0 * SUBPIXEL) & near, y[k] = (y[k] - y0 * SUBPIXEL) & near;
  for (int k = 0; k < 3; k++) {
    const int next = k == 2 ? 0 : k + 1;
    const ints a = y[k] - y[next], b = x[next] - x[k];
    // fill rule: an edge that two triangles share belongs to one of them
    const ints own = (a > 0) | ((a == 0) & (b < 0));
    ints_store(t->a[k], a);
    ints_store(t->b[k], b);
    ints_store(t->c[k], ~own - (a * x[k] + b * y[k]));
  }
  return ~ints_bits(near) & ((1 << n) - 1);
}

// Edge functions of a triangle that reaches far: an edge with the tile inside becomes 0 >= 0, one
// that crosses the tile has values of 32 bits; if the tile is outside of one there are no pixels.
static void makeFar(Batch* t, const Run* run, int i) {
  const paint_Triangle* from = &run->bins->triangle[t->number[i]];
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

// Every cell of the triangle's bounding box is drawn to, whether it has samples inside or not: most
// triangles have few cells, and mispredicted branches cost more. Sample positions are whole numbers
// of steps, so that reversed depth has the same bits for each SIMD width.
LANE_INLINE void drawTriangle(const Run* run, const Batch* t, int i, paint_Tile tile,
                              bool limited) {
  const int x0 = t->x0[i] & -run->width, y0 = t->y0[i];
  const int nrow = t->x1[i] < x0 ? 0 : t->y1[i] - y0 + 1;
  const int ncolumn = ((t->x1[i] - x0) >> run->shift) + 1, step = run->width * SUBPIXEL;
  const ints dx = run->dx + (x0 - t->x0[i]) * SUBPIXEL;
  const floats across = ints_float(dx);
  floats down = ints_float(run->dy);
  const floats start = floats_bc(t->close[i]), cx = floats_bc(t->cx[i]), cy = floats_bc(t->cy[i]);
  const ints number = ints_bc(t->number[i]);
  ints edge[3], right[3], up[3];
  for (int k = 0; k < 3; k++) {
    edge[k] = t->a[k][i] * dx + (t->b[k][i] * run->dy + t->c[k][i]);
    right[k] = ints_bc(t->a[k][i] * step);
    up[k] = ints_bc(t->b[k][i] * SUBPIXEL);
  }
  const int stride = (TILE >> run->shift) * WIDE;
  int at = ((y0 * TILE + x0) >> run->shift) * WIDE;
  for (int r = 0; r < nrow; r++, at += stride) {
    const floats first = start + cy * down;
    ints in[3] = {edge[0], edge[1], edge[2]};
    floats x = across;
    for (int c = 0;;) {
      const floats close = first + cx * x;
      picks hit = picks_positive(in[0] | in[1] | in[2]);
      if (limited) hit = behindLimit(run, x0 + c * run->width, y0 + r, hit, close);
      keep(tile, at + c * WIDE, hit, close, number);
      if (++c >= ncolumn) break;
      for (int k = 0; k < 3; k++) in[k] += right[k];
      x += (float)step;
    }
    for (int k = 0; k < 3; k++) edge[k] += up[k];
    down += (float)SUBPIXEL;
  }
}

// far, limited: bit sets of triangles
LANE_INLINE void drawEach(const Run* run, Batch* t, int n, int far, int limited, paint_Tile tile) {
  for (int i = 0; i < n; i++) {
    if (far >> i & 1) makeFar(t, run, i);
    if (limited >> i & 1) {
      drawTriangle(run, t, i, tile, true);
    } else {
      drawTriangle(run, t, i, tile, false);
    }
  }
}

static void drawBatch(const Run* run, const int32_t* entry, int n) {
  const paint_Tile tile = *run->tile;
  Batch t;
  const int far = makeBatch(&t, run, entry, n);
  const int limited = run->bins->limited ? findLimited(run, &t) : 0;
  // shadow maps, which have no primitive ids, have a loop of their own
  if (tile.primitive) {
    drawEach(run, &t, n, far, limited, tile);
  } else {
    drawEach(run, &t, n, far, limited, (paint_Tile){.close = tile.close});
  }
}

// ---- round items: ray casting

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

LANE_INLINE void makeRay(ray_Ray* ray, const Local* l, bool ortho, floats u, floats v) {
  for (int k = 0; k < 3; k++) {
    const floats across = u * l->right[k] + v * l->up[k];
    ray->from[k] = floats_bc(l->eye[k]);
    ray->way[k] = floats_bc(l->forward[k]);
    if (ortho) {
      ray->from[k] = ray->from[k] + across;
    } else {
      ray->way[k] = ray->way[k] + across;
    }
  }
}

enum { BLOCK = TILE / WIDE };  // side of a block in pixels: a row of the tile has WIDE blocks

// Bits of the blocks of a row that an item may touch: rays through the middles of blocks meet the
// widened item. The widening is more than the distance between rays of a block as far away as the
// item reaches.
LANE_INLINE int blocksOf(const Run* run, const paint_Item* wide, const Local* local,
                         ray_Enter enter, int y) {
  const paint_View* view = &run->bins->view;
  const floats x = ints_float(run->x + ints_steps() * BLOCK) + 0.5f * BLOCK;
  const float fy = (float)(run->y + y) + 0.5f * BLOCK;
  ray_Ray ray;
  floats d;
  makeRay(&ray, local, view->ortho, view->u0 + view->du * x, floats_bc(view->v0 + view->dv * fy));
  return ints_bits(enter(wide, &ray, &d));
}

// the item, enlarged by the distance between rays of a block where it is farthest
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

// draws the cell from pixel (x, y) of the tile on
LANE_INLINE void drawCell(const Run* run, int number, const paint_Item* item, const Local* local,
                          ray_Enter enter, int x, int y) {
  const paint_View* view = &run->bins->view;
  const floats near = floats_bc(view->near), far = floats_bc(view->far);
  const floats px = columnOf(run, x), py = rowOf(run, y);
  ray_Ray ray;
  floats d;
  makeRay(&ray, local, view->ortho, view->u0 + view->du * px, view->v0 + view->dv * py);
  ints hit = enter(item, &ray, &d) & (d >= near) & (d <= far);
  if (!ints_any(hit)) return;
  floats close = far - d;
  if (!view->ortho) close = 1.0f / floats_max(d, near);
  picks kept = picks_of(hit);
  if (run->bins->limited) kept = behindLimit(run, x, y, kept, close);
  keep(*run->tile, ((y * TILE + x) >> run->shift) * WIDE, kept, close,
       ints_bc(number | PRIMITIVE_ROUND));
}

LANE_INLINE void drawRound(const Run* run, int number, ray_Enter enter) {
  const paint_View* view = &run->bins->view;
  const paint_Item* item = &run->bins->items->item[number];
  const paint_Item wide = widened(view, item);
  const int* box = run->bins->box + 4 * number;
  const int x0 = clampInt(box[0] - run->x, 0, TILE) & -run->width;
  const int x1 = clampInt(box[2] - run->x, 0, TILE), y1 = clampInt(box[3] - run->y, 0, TILE);
  const int y0 = clampInt(box[1] - run->y, 0, TILE) & -BLOCK;
  // mask of the blocks that a cell touches
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
  switch (run->bins->items->item[number].kind) {
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

static void drawEntries(const paint_Bins* bins, int tile, int first, int end,
                        const paint_Tile* out) {
  const raster_Pattern* p = &raster_patterns[bins->pattern];
  Run run = {.bins = bins,
             .tile = out,
             .x = tile % bins->ncolumn * TILE,
             .y = tile / bins->ncolumn * TILE,
             .shift = __builtin_ctz((unsigned)(WIDE / p->n)),
             .width = WIDE / p->n};
  for (int i = 0; i < WIDE; i++) {
    run.dx[i] = i / p->n * SUBPIXEL + SUBPIXEL / 2 + p->x[i % p->n];
    run.dy[i] = SUBPIXEL / 2 + p->y[i % p->n];
  }
  const int32_t* entry = bins->entry;
  for (int i = first, n; i < end; i += n) {
    for (n = 0; i + n < end && n < WIDE && entry[i + n] >= 0;) n++;
    for (int k = i + n; k < end && k < i + 2 * WIDE; k++) {
      if (entry[k] >= 0) __builtin_prefetch(&bins->triangle[entry[k]]);
    }
    if (n) {
      drawBatch(&run, entry + i, n);
    } else {
      drawItem(&run, entry[i] & ~PRIMITIVE_ROUND);
      n = 1;
    }
  }
}

extern const raster_Kernels LANE(raster_kernels);
const raster_Kernels LANE(raster_kernels) = {drawEntries};
