// Items -> triangles and boxes on the plane of a view, and lists of them for each tile.
#include "render/sheet.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "render/room.h"

enum {
  LEAST_PIXEL = -8192,  // corners beyond are cut off, so that edges fit into 32 bits
  MOST_PIXEL = 16384,
  MOST_CORNERS = 9,  // of a triangle that was cut by five planes
};

// a corner in the frame of the view
typedef struct {
  float x, y, d;
} Corner;

typedef struct {
  paint_Sheet* sheet;
  const paint_View* view;
  bool cull;
  float low[2], high[2];  // where corners may be, on the plane
  int item, face;
  bool full;  // memory is short
} Build;

// ---- corners

static void see(Corner* c, const paint_View* v, const float p[3]) {
  const float x[3] = {p[0] - v->eye[0], p[1] - v->eye[1], p[2] - v->eye[2]};
  c->x = x[0] * v->right[0] + x[1] * v->right[1] + x[2] * v->right[2];
  c->y = x[0] * v->up[0] + x[1] * v->up[1] + x[2] * v->up[2];
  c->d = x[0] * v->forward[0] + x[1] * v->forward[1] + x[2] * v->forward[2];
}

static void place(float p[3], const paint_Item* item, const float local[3]) {
  const float x = local[0] * item->size[0], y = local[1] * item->size[1],
              z = local[2] * item->size[2];
  for (int k = 0; k < 3; k++) {
    const float* m = item->mat + 3 * k;
    p[k] = item->pos[k] + m[0] * x + m[1] * y + m[2] * z;
  }
}

// pixel coordinates
static void project(float at[2], const paint_View* v, const Corner* c) {
  const float inv = v->ortho ? 1 : 1 / c->d;
  at[0] = (c->x * inv - v->u0) / v->du;
  at[1] = (c->y * inv - v->v0) / v->dv;
}

// ---- cutting

// how far inside of plane k of five a corner is: near, and four sides
static float inside(const Build* b, const Corner* c, int k) {
  const float w = b->view->ortho ? 1 : c->d;
  switch (k) {
    case 0:
      return c->d - b->view->near;
    case 1:
      return c->x - b->low[0] * w;
    case 2:
      return b->high[0] * w - c->x;
    case 3:
      return c->y - b->low[1] * w;
    default:
      return b->high[1] * w - c->y;
  }
}

static int cut(const Build* b, const Corner* in, int n, int plane, Corner* out) {
  int m = 0;
  for (int i = 0; i < n; i++) {
    const Corner *one = &in[i], *two = &in[i + 1 < n ? i + 1 : 0];
    const float a = inside(b, one, plane), c = inside(b, two, plane);
    if (a >= 0) out[m++] = *one;
    if ((a >= 0) == (c >= 0)) continue;
    const float s = a / (a - c);
    out[m++] = (Corner){one->x + s * (two->x - one->x), one->y + s * (two->y - one->y),
                        one->d + s * (two->d - one->d)};
  }
  ASSERT(m <= MOST_CORNERS);
  return m;
}

// planes that cut a triangle, as bits; -1: it is outside of one of them
static int planesOf(const Build* b, const Corner c[3]) {
  int bits = 0;
  for (int k = 0; k < 5; k++) {
    int out = 0;
    for (int i = 0; i < 3; i++) out += !(inside(b, &c[i], k) >= 0);
    if (out == 3) return -1;
    bits |= (out > 0) << k;
  }
  return bits;
}

// ---- triangles

static int32_t toSteps(float pixel) { return (int32_t)floorf(pixel * SUBPIXEL + 0.5f); }

// closeness as a function on the plane
static void setPlane(paint_Triangle* t, const float close[3]) {
  const double x1 = (t->x[1] - t->x[0]) / (double)SUBPIXEL,
               y1 = (t->y[1] - t->y[0]) / (double)SUBPIXEL;
  const double x2 = (t->x[2] - t->x[0]) / (double)SUBPIXEL,
               y2 = (t->y[2] - t->y[0]) / (double)SUBPIXEL;
  const double det = x1 * y2 - x2 * y1, c1 = close[1] - close[0], c2 = close[2] - close[0];
  const double cx = (c1 * y2 - c2 * y1) / det, cy = (x1 * c2 - x2 * c1) / det;
  t->cx = (float)cx;
  t->cy = (float)cy;
  t->c0 = (float)(close[0] - cx * t->x[0] / SUBPIXEL - cy * t->y[0] / SUBPIXEL);
}

// between two neighbouring samples, or outside of the picture
static bool isUnseen(const paint_View* v, const paint_Triangle* t) {
  const int32_t *x = t->x, *y = t->y;
  const int32_t x0 = x[0] < x[1] ? (x[0] < x[2] ? x[0] : x[2]) : (x[1] < x[2] ? x[1] : x[2]);
  const int32_t x1 = x[0] > x[1] ? (x[0] > x[2] ? x[0] : x[2]) : (x[1] > x[2] ? x[1] : x[2]);
  const int32_t y0 = y[0] < y[1] ? (y[0] < y[2] ? y[0] : y[2]) : (y[1] < y[2] ? y[1] : y[2]);
  const int32_t y1 = y[0] > y[1] ? (y[0] > y[2] ? y[0] : y[2]) : (y[1] > y[2] ? y[1] : y[2]);
  return x1 < 0 || y1 < 0 || x0 > v->width * SUBPIXEL || y0 > v->height * SUBPIXEL;
}

static void addTriangle(Build* b, const Corner* c[3]) {
  paint_Sheet* s = b->sheet;
  paint_Triangle t = {.item = b->item, .face = b->face};
  float close[3];
  for (int k = 0; k < 3; k++) {
    float at[2];
    project(at, b->view, c[k]);
    t.x[k] = toSteps(at[0]);
    t.y[k] = toSteps(at[1]);
    close[k] = view_close(b->view, c[k]->d);
  }
  const int64_t area = (int64_t)(t.x[1] - t.x[0]) * (t.y[2] - t.y[0]) -
                       (int64_t)(t.x[2] - t.x[0]) * (t.y[1] - t.y[0]);
  if (area == 0 || isUnseen(b->view, &t)) return;
  if ((area < 0) != b->view->mirrored && b->cull && !s->items->item[b->item].bothSides) return;
  if (area < 0) {  // counter-clockwise
    const int32_t x = t.x[1], y = t.y[1];
    const float z = close[1];
    t.x[1] = t.x[2], t.y[1] = t.y[2], close[1] = close[2];
    t.x[2] = x, t.y[2] = y, close[2] = z;
  }
  setPlane(&t, close);
  if (!room_fit((void**)&s->triangle, &s->mostTriangle, s->ntriangle + 1, sizeof t)) {
    b->full = true;
    return;
  }
  s->triangle[s->ntriangle++] = t;
}

static void addFace(Build* b, const Corner c[3]) {
  const int planes = planesOf(b, c);
  if (planes < 0) return;
  if (!planes) {
    addTriangle(b, (const Corner* [3]){&c[0], &c[1], &c[2]});
    return;
  }
  Corner one[MOST_CORNERS], two[MOST_CORNERS], *in = one, *out = two;
  int n = 3;
  memcpy(in, c, 3 * sizeof *in);
  for (int k = 0; k < 5; k++) {
    if (!(planes >> k & 1)) continue;
    n = cut(b, in, n, k, out);
    Corner* t = in;
    in = out, out = t;
  }
  for (int i = 2; i < n; i++) addTriangle(b, (const Corner* [3]){&in[0], &in[i - 1], &in[i]});
}

static void addMesh(Build* b, const paint_Item* item) {
  const paint_Mesh* mesh = item->mesh;
  paint_Sheet* s = b->sheet;
  if (!room_fit((void**)&s->corner, &s->mostCorner, mesh->nvert, sizeof(Corner))) {
    b->full = true;
    return;
  }
  Corner* corner = s->corner;
  for (int i = 0; i < mesh->nvert; i++) {
    float p[3];
    place(p, item, mesh->vert + 3 * i);
    see(&corner[i], b->view, p);
  }
  for (b->face = 0; b->face < mesh->nface && !b->full; b->face++) {
    const int* f = mesh->face + 3 * b->face;
    addFace(b, (const Corner[3]){corner[f[0]], corner[f[1]], corner[f[2]]});
  }
}

// ---- boxes of what is round

static void emptyBox(float box[4]) {
  box[0] = box[1] = MOST_PIXEL;
  box[2] = box[3] = LEAST_PIXEL;
}

static void addPoint(float box[4], float x, float y) {
  box[0] = fminf(box[0], x), box[1] = fminf(box[1], y);
  box[2] = fmaxf(box[2], x), box[3] = fmaxf(box[3], y);
}

// the corners of a box around an item; false: some are behind the eye
static bool addCorners(float box[4], const paint_View* v, const paint_Item* item,
                       const float half[3]) {
  for (int i = 0; i < 8; i++) {
    float p[3], at[2];
    Corner c;
    for (int k = 0; k < 3; k++) {
      const float* m = item->mat + 3 * k;
      p[k] = item->pos[k] + (i & 1 ? m[0] : -m[0]) * half[0] + (i & 2 ? m[1] : -m[1]) * half[1] +
             (i & 4 ? m[2] : -m[2]) * half[2];
    }
    see(&c, v, p);
    if (c.d < v->near) return false;
    project(at, v, &c);
    addPoint(box, at[0], at[1]);
  }
  return true;
}

// pixels that an item may cover; false: none
static bool boxOf(int res[4], const paint_View* v, const paint_Item* item) {
  const float r = 0.5f * (item->size[0] + item->size[1]);
  float half[3] = {item->size[0], item->size[1], item->size[2]}, box[4];
  if (item->kind == DRAW_CAPSULE) half[0] = half[1] = r, half[2] += r;
  Corner c;
  see(&c, v, item->pos);
  const float reach = sqrtf(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
  if (!(c.d + reach > v->near && c.d - reach < v->far)) return false;
  emptyBox(box);
  if (!addCorners(box, v, item, half)) box[0] = box[1] = LEAST_PIXEL, box[2] = box[3] = MOST_PIXEL;
  const int size[2] = {v->width, v->height};
  for (int k = 0; k < 2; k++) {
    res[k] = (int)fmaxf(0, floorf(box[k]) - 1);
    res[2 + k] = (int)fminf((float)size[k], ceilf(box[2 + k]) + 1);
    if (!(res[k] < res[2 + k])) return false;
  }
  return true;
}

// ---- tiles

// tiles that pixels from x to end (not included) touch: first, end
static void tileRange(int res[2], int x, int end, int ntile) {
  res[0] = x < 0 ? 0 : x / TILE;
  res[1] = end <= 0 ? 0 : (end + TILE - 1) / TILE;
  if (res[1] > ntile) res[1] = ntile;
}

static void boxOfTriangle(int box[4], const paint_Triangle* t) {
  for (int k = 0; k < 2; k++) {
    const int32_t* at = k ? t->y : t->x;
    int32_t low = at[0], high = at[0];
    for (int i = 1; i < 3; i++) {
      low = at[i] < low ? at[i] : low;
      high = at[i] > high ? at[i] : high;
    }
    box[k] = (low - SUBPIXEL) / SUBPIXEL;
    box[2 + k] = (high + SUBPIXEL) / SUBPIXEL + 1;
  }
}

// counts (entry NULL) or writes an entry for each tile that a box touches; last[t] is where the
// next one of tile t goes
static void share(paint_Sheet* s, const int box[4], int32_t entry, bool count) {
  int x[2], y[2];
  tileRange(x, box[0], box[2], s->ncolumn);
  tileRange(y, box[1], box[3], s->nrow);
  for (int j = y[0]; j < y[1]; j++) {
    for (int i = x[0]; i < x[1]; i++) {
      int* next = &s->first[j * s->ncolumn + i + 1];
      if (!count) s->entry[*next] = entry;
      ++*next;
    }
  }
}

// all entries in the order of the items; round ones that are not seen have an empty box
static void shareAll(paint_Sheet* s, sheet_Takes takes, bool count) {
  int next = 0;
  for (int i = 0; i < s->items->n; i++) {
    const paint_Item* item = &s->items->item[i];
    if (!takes(item)) continue;
    if (item->kind != DRAW_MESH) {
      share(s, s->box + 4 * i, i | SEEN_ROUND, count);
      continue;
    }
    for (; next < s->ntriangle && s->triangle[next].item == i; next++) {
      int box[4];
      boxOfTriangle(box, &s->triangle[next]);
      share(s, box, next, count);
    }
  }
}

// first[t + 1] counts the entries of tile t; afterwards it is where they begin, and end once they
// are written
static bool sortTiles(paint_Sheet* s, sheet_Takes takes) {
  const int n = sheet_tiles(s);
  int sum = 0;
  if (!room_fit((void**)&s->first, &s->mostTile, n + 1, sizeof *s->first)) return false;
  memset(s->first, 0, ((size_t)n + 1) * sizeof *s->first);
  shareAll(s, takes, true);
  for (int t = 1; t <= n; t++) {
    const int count = s->first[t];
    s->first[t] = sum;
    sum += count;
  }
  if (!room_fit((void**)&s->entry, &s->mostEntry, sum + 1, sizeof *s->entry)) return false;
  shareAll(s, takes, false);
  return true;
}

// ---- sheets

bool sheet_make(paint_Sheet* s, const paint_View* view, const paint_Items* items, sheet_Takes takes,
                bool cull) {
  Build b = {.sheet = s, .view = &s->view, .cull = cull};
  s->view = *view;
  s->items = items;
  s->ncolumn = (view->width + TILE - 1) / TILE;
  s->nrow = (view->height + TILE - 1) / TILE;
  s->ntriangle = 0;
  s->limit[0] = view->ortho ? view->far - view->near : 1 / view->near;
  s->limit[1] = s->limit[2] = 0;
  b.low[0] = view->u0 + view->du * LEAST_PIXEL, b.high[0] = view->u0 + view->du * MOST_PIXEL;
  b.low[1] = view->v0 + view->dv * LEAST_PIXEL, b.high[1] = view->v0 + view->dv * MOST_PIXEL;
  if (!room_fit((void**)&s->box, &s->mostBox, 4 * items->n, sizeof *s->box)) return false;
  for (int i = 0; i < items->n && !b.full; i++) {
    const paint_Item* item = &items->item[i];
    int* box = s->box + 4 * i;
    if (!takes(item)) continue;
    b.item = i;
    if (item->kind == DRAW_MESH) {
      addMesh(&b, item);
    } else if (!boxOf(box, view, item)) {
      box[0] = box[1] = box[2] = box[3] = 0;
    }
  }
  return !b.full && sortTiles(s, takes);
}

void sheet_free(paint_Sheet* s) {
  mem_free(s->triangle);
  mem_free(s->first);
  mem_free(s->entry);
  mem_free(s->box);
  mem_free(s->corner);
  memset(s, 0, sizeof *s);
}
