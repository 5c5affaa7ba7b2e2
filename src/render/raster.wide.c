// What the samples of a tile see: triangles by their edges, round items by solving for the distance
// at which a ray enters them.
//   sheet -> closeness and number of what is nearest at each sample
#include "render/eight.h"
#include "render/raster.h"

// ---- samples

typedef struct {
  const paint_Sheet* sheet;
  paint_Tile* tile;
  int x, y;  // first pixel of the tile
  int n;     // samples
  const int *dx, *dy;
} Run;

LANE_INLINE eight limitAt(const paint_Sheet* s, eight x, float y) {
  return s->limit[0] + s->limit[1] * x + s->limit[2] * y;
}

// keeps what is nearer than what was there; later ones win ties
LANE_INLINE void keep(paint_Tile* t, int sample, int at, ints hit, eight close, int32_t seen) {
  float* old = t->close[sample] + at;
  hit = hit & (close >= eight_load(old));
  if (!ints_any(hit)) return;
  eight_store(old, eight_select(hit, close, eight_load(old)));
  if (!t->seen[sample]) return;
  int32_t* ids = t->seen[sample] + at;
  ints_store(ids, ints_select(hit, ints_bc(seen), ints_load(ids)));
}

static const ints steps = {0, 1, 2, 3, 4, 5, 6, 7};

// ---- triangles

// an edge in the tile: a x + b y + c >= 0 inside, x and y in steps from the first pixel's centre
typedef struct {
  int32_t a, b, c;
} Edge;

typedef enum { EDGE_OUTSIDE, EDGE_CROSSES, EDGE_INSIDE } Side;

// and on which side of it the whole tile is
static Side makeEdge(Edge* e, const Run* run, const paint_Triangle* t, int k) {
  const int n = k == 2 ? 0 : k + 1;
  const int64_t ox = (int64_t)run->x * SUBPIXEL + SUBPIXEL / 2;
  const int64_t oy = (int64_t)run->y * SUBPIXEL + SUBPIXEL / 2;
  const int64_t a = t->y[k] - t->y[n], b = t->x[n] - t->x[k];
  int64_t c = -(a * (t->x[k] - ox) + b * (t->y[k] - oy));
  if (!(a > 0 || (a == 0 && b < 0))) c--;  // edges that two triangles share belong to one of them
  // samples lie between -SUBPIXEL/2 and TILE SUBPIXEL - SUBPIXEL/2
  const int64_t low = -SUBPIXEL / 2, high = TILE * SUBPIXEL;
  const int64_t least = (a > 0 ? a * low : a * high) + (b > 0 ? b * low : b * high);
  const int64_t most = (a > 0 ? a * high : a * low) + (b > 0 ? b * high : b * low);
  if (c + most < 0) return EDGE_OUTSIDE;
  if (c + least >= 0) return EDGE_INSIDE;
  *e = (Edge){(int32_t)a, (int32_t)b, (int32_t)c};
  return EDGE_CROSSES;
}

static int clampInt(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

// pixels of the tile that a triangle may touch: from, to (not included)
static void pixelRange(int range[2], const int32_t at[3], int first) {
  int low = at[0], high = at[0];
  for (int k = 1; k < 3; k++) {
    low = at[k] < low ? at[k] : low;
    high = at[k] > high ? at[k] : high;
  }
  range[0] = clampInt((low - SUBPIXEL) / SUBPIXEL - first, 0, TILE);
  range[1] = clampInt((high + SUBPIXEL) / SUBPIXEL + 1 - first, 0, TILE);
}

// lanes of a row whose samples are inside of the edges that cross the tile
LANE_INLINE ints insideAll(const Edge* e, int n, ints column, int y, int dx, int dy) {
  ints out = ints_bc(0);
  for (int k = 0; k < n; k++)
    out |= e[k].a * (column + dx) + (e[k].b * (y * SUBPIXEL + dy) + e[k].c);
  return out >= 0;
}

static void drawTriangle(const Run* run, int number) {
  const paint_Triangle* t = &run->sheet->triangle[number];
  Edge e[3];
  int px[2], py[2], n = 0;
  for (int k = 0; k < 3; k++) {
    const Side side = makeEdge(&e[n], run, t, k);
    if (side == EDGE_OUTSIDE) return;
    n += side == EDGE_CROSSES;
  }
  pixelRange(px, t->x, run->x);
  pixelRange(py, t->y, run->y);
  px[0] &= ~(EIGHT - 1);
  for (int y = py[0]; y < py[1]; y++) {
    const float fy = (float)(run->y + y) + 0.5f;
    for (int x = px[0]; x < px[1]; x += EIGHT) {
      const ints column = (x + steps) * SUBPIXEL;
      const eight fx = ints_float(run->x + x + steps) + 0.5f;
      const eight close = t->c0 + t->cx * fx + t->cy * fy;
      const eight limit = limitAt(run->sheet, fx, fy);
      for (int s = 0; s < run->n; s++) {
        const int dx = run->dx[s], dy = run->dy[s];
        const ints in = insideAll(e, n, column, y, dx, dy);
        if (!ints_any(in)) continue;
        const eight c = close + (t->cx * (float)dx + t->cy * (float)dy) * (1.0f / SUBPIXEL);
        keep(run->tile, s, y * TILE + x, in & (c <= limit), c, number);
      }
    }
  }
}

// ---- round items: rays in their frames

typedef struct {
  eight from[3], way[3];  // point at distance d: from + d way
} Ray;

// distance at which a ray enters a shape, in lanes that are hit
typedef ints (*Enter)(const paint_Item* item, const Ray* ray, eight* d);

// distance at which the ray comes nearest to the origin (in n axes), and square of the distance
// left
LANE_INLINE void nearest(const Ray* ray, int n, eight* at, eight* rest, eight* speed2) {
  eight speed = eight_bc(0), along = eight_bc(0), left = eight_bc(0);
  for (int k = 0; k < n; k++) {
    speed += ray->way[k] * ray->way[k];
    along += ray->from[k] * ray->way[k];
  }
  *speed2 = eight_max(speed, eight_bc(1e-20f));
  *at = -along / *speed2;
  for (int k = 0; k < n; k++) {
    const eight x = ray->from[k] + *at * ray->way[k];
    left += x * x;
  }
  *rest = left;
}

// a ball of radius r about the origin
LANE_INLINE ints enterBall(const Ray* ray, float r, eight* d) {
  eight at, rest, speed2;
  nearest(ray, 3, &at, &rest, &speed2);
  const eight room = r * r - rest;
  *d = at - eight_sqrt(eight_max(room, eight_bc(0)) / speed2);
  return room >= 0;
}

LANE_INLINE ints enterEllipsoid(const paint_Item* item, const Ray* ray, eight* d) {
  Ray unit;
  for (int k = 0; k < 3; k++) {
    const float inv = 1 / item->size[k];
    unit.from[k] = ray->from[k] * inv;
    unit.way[k] = ray->way[k] * inv;
  }
  return enterBall(&unit, 1, d);
}

// the side of an infinite cylinder, or the ball at the end where the ray comes in
LANE_INLINE ints enterCapsule(const paint_Item* item, const Ray* ray, eight* d) {
  const float r = 0.5f * (item->size[0] + item->size[1]), half = item->size[2];
  eight at, rest, speed2, cap;
  nearest(ray, 2, &at, &rest, &speed2);
  const eight room = r * r - rest;
  const eight side = at - eight_sqrt(eight_max(room, eight_bc(0)) / speed2);
  const eight z = ray->from[2] + side * ray->way[2];
  const ints beyond = eight_abs(z) > half;
  *d = side;
  if (!ints_any(beyond & (room >= 0))) return room >= 0;
  Ray moved = *ray;
  moved.from[2] = ray->from[2] - eight_select(z > 0, eight_bc(half), eight_bc(-half));
  const ints ball = enterBall(&moved, r, &cap);
  *d = eight_select(beyond, cap, side);
  return (room >= 0) & (ball | ~beyond);
}

// the side, or the disc where the ray comes in
LANE_INLINE ints enterCylinder(const paint_Item* item, const Ray* ray, eight* d) {
  const float half = item->size[2];
  Ray unit = *ray;
  for (int k = 0; k < 2; k++) {
    unit.from[k] = ray->from[k] * (1 / item->size[k]);
    unit.way[k] = ray->way[k] * (1 / item->size[k]);
  }
  eight at, rest, speed2;
  nearest(&unit, 2, &at, &rest, &speed2);
  const eight room = 1 - rest;
  const eight side = at - eight_sqrt(eight_max(room, eight_bc(0)) / speed2);
  const eight z = unit.from[2] + side * unit.way[2];
  const ints beyond = eight_abs(z) > half;
  const eight end = eight_select(z > 0, eight_bc(half), eight_bc(-half));
  const eight slope = eight_select(eight_abs(unit.way[2]) > 1e-20f, unit.way[2], eight_bc(1e-20f));
  const eight disc = (end - unit.from[2]) / slope;
  const eight x = unit.from[0] + disc * unit.way[0], y = unit.from[1] + disc * unit.way[1];
  *d = eight_select(beyond, disc, side);
  return (room >= 0) & (~beyond | ((x * x + y * y <= 1) & (disc > side)));
}

// ---- a round item in the tile

// vectors of the view in the frame of an item
typedef struct {
  float eye[3], right[3], up[3], forward[3];
} Local;

static void toLocal(float res[3], const float mat[9], const float v[3]) {
  for (int k = 0; k < 3; k++) res[k] = mat[k] * v[0] + mat[3 + k] * v[1] + mat[6 + k] * v[2];
}

static void makeLocal(Local* l, const paint_View* v, const paint_Item* item) {
  const float x[3] = {v->eye[0] - item->pos[0], v->eye[1] - item->pos[1], v->eye[2] - item->pos[2]};
  toLocal(l->eye, item->mat, x);
  toLocal(l->right, item->mat, v->right);
  toLocal(l->up, item->mat, v->up);
  toLocal(l->forward, item->mat, v->forward);
}

LANE_INLINE void makeRay(Ray* ray, const Local* l, bool ortho, eight u, eight v) {
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
LANE_INLINE int blocksOf(const Run* run, const paint_Item* wide, const Local* local, Enter enter,
                         int y) {
  const paint_View* view = &run->sheet->view;
  const eight x = ints_float(run->x + steps * BLOCK) + 0.5f * BLOCK;
  const float fy = (float)(run->y + y) + 0.5f * BLOCK;
  Ray ray;
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

LANE_INLINE void drawRow(const Run* run, int number, const paint_Item* item, const Local* local,
                         Enter enter, int x, int y) {
  const paint_View* view = &run->sheet->view;
  const eight near = eight_bc(view->near), far = eight_bc(view->far);
  const eight fx = ints_float(run->x + x + steps) + 0.5f;
  const float fy = (float)(run->y + y) + 0.5f;
  for (int s = 0; s < run->n; s++) {
    const eight sx = fx + (float)run->dx[s] * (1.0f / SUBPIXEL);
    const float sy = fy + (float)run->dy[s] * (1.0f / SUBPIXEL);
    Ray ray;
    eight d;
    makeRay(&ray, local, view->ortho, view->u0 + view->du * sx, eight_bc(view->v0 + view->dv * sy));
    const ints hit = enter(item, &ray, &d) & (d >= near) & (d <= far);
    if (!ints_any(hit)) continue;
    eight close = far - d;
    if (!view->ortho) close = 1.0f / eight_max(d, near);
    keep(run->tile, s, y * TILE + x, hit & (close <= limitAt(run->sheet, sx, sy)), close,
         number | SEEN_ROUND);
  }
}

LANE_INLINE void drawRound(const Run* run, int number, Enter enter) {
  const paint_View* view = &run->sheet->view;
  const paint_Item* item = &run->sheet->items->item[number];
  const paint_Item wide = widened(view, item);
  const int* box = run->sheet->box + 4 * number;
  const int x0 = clampInt(box[0] - run->x, 0, TILE) / BLOCK,
            y0 = clampInt(box[1] - run->y, 0, TILE);
  const int x1 = clampInt(box[2] - run->x, 0, TILE), y1 = clampInt(box[3] - run->y, 0, TILE);
  Local local;
  makeLocal(&local, view, item);
  for (int top = y0 / BLOCK * BLOCK; top < y1; top += BLOCK) {
    const int blocks = blocksOf(run, &wide, &local, enter, top);
    for (int x = x0; x * BLOCK < x1; x++) {
      if (!(blocks >> x & 1)) continue;
      for (int y = top; y < top + BLOCK; y++)
        drawRow(run, number, item, &local, enter, x * BLOCK, y);
    }
  }
}

static void drawItem(const Run* run, int number) {
  switch (run->sheet->items->item[number].kind) {
    case DRAW_ELLIPSOID:
      drawRound(run, number, enterEllipsoid);
      break;
    case DRAW_CAPSULE:
      drawRound(run, number, enterCapsule);
      break;
    default:
      drawRound(run, number, enterCylinder);
  }
}

// ---- tiles

static void drawEntries(const paint_Sheet* sheet, int tile, int first, int end, int nsample,
                        paint_Tile* out) {
  const int many = nsample > 1;
  const Run run = {sheet,
                   out,
                   tile % sheet->ncolumn * TILE,
                   tile / sheet->ncolumn * TILE,
                   many ? MOST_SAMPLES : 1,
                   raster_sampleX[many],
                   raster_sampleY[many]};
  for (int i = first; i < end; i++) {
    const int32_t entry = sheet->entry[i];
    if (entry < 0) {
      drawItem(&run, entry & ~SEEN_ROUND);
    } else {
      drawTriangle(&run, entry);
    }
  }
}

extern const raster_Kernels LANE(raster_kernels);
const raster_Kernels LANE(raster_kernels) = {drawEntries};
