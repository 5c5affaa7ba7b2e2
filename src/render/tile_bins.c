// Binning: projects items onto the image plane, clips triangles at the near plane and the guard
// band (Sutherland-Hodgman), and lists triangles and bounding boxes for each tile they touch.
#include "render/tile_bins.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "render/dynamic_array.h"

enum {
  LEAST_PIXEL = -8192,  // guard band: corners beyond are clipped; edges fit into 32 bits
  MOST_PIXEL = 16384,
  MOST_CORNERS = 9,   // of a triangle that five planes have clipped
  MORE_CORNERS = 16,  // padding: corners are written several at a time
};

// a corner in the frame of the view
typedef struct {
  float x, y, d;
} Corner;

typedef struct {
  paint_Bins* bins;
  const bins_Kernels* kernels;
  const bins_Order* order;
  const paint_View* view;
  bins_Bounds bounds;
  int item, face;
  int ncull;  // the first faces of the item, which are back-face culled
  bool full;  // out of memory
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

// projects a corner to pixel coordinates
static void project(float at[2], const paint_View* v, const Corner* c) {
  const float inv = v->ortho ? 1 : 1 / c->d;
  at[0] = (c->x * inv - v->u0) / v->du;
  at[1] = (c->y * inv - v->v0) / v->dv;
}

// ---- clipping

// signed distance of a corner from plane k of five, positive inside: near, and four sides
static float inside(const Build* b, const Corner* c, int k) {
  const float w = b->view->ortho ? 1 : c->d;
  switch (k) {
    case 0:
      return c->d - b->view->near;
    case 1:
      return c->x - b->bounds.low[0] * w;
    case 2:
      return b->bounds.high[0] * w - c->x;
    case 3:
      return c->y - b->bounds.low[1] * w;
    default:
      return b->bounds.high[1] * w - c->y;
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

// bits of the planes that clip a triangle; -1: it is outside of one of them
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

static int32_t clampStep(int32_t x, int32_t high) { return x < 0 ? 0 : x > high ? high : x; }

// reversed depth as a linear function on the image plane
static void setPlane(paint_Triangle* t, const paint_View* v, const float close[3]) {
  const double x1 = t->x[1] - t->x[0], y1 = t->y[1] - t->y[0];
  const double x2 = t->x[2] - t->x[0], y2 = t->y[2] - t->y[0];
  const double det = x1 * y2 - x2 * y1, c1 = close[1] - close[0], c2 = close[2] - close[0];
  const double cx = (c1 * y2 - c2 * y1) / det, cy = (x1 * c2 - x2 * c1) / det;
  const int32_t ax = clampStep(t->x[0], v->width * SUBPIXEL) - t->x[0];
  const int32_t ay = clampStep(t->y[0], v->height * SUBPIXEL) - t->y[0];
  t->cx = (float)cx;
  t->cy = (float)cy;
  t->close = (float)(close[0] + cx * ax + cy * ay);
}

// first and last tile in one direction; false: it is outside
static bool spanOf(uint16_t* from, uint16_t* to, const int32_t x[3], int pixels) {
  const int32_t low = x[0] < x[1] ? (x[0] < x[2] ? x[0] : x[2]) : (x[1] < x[2] ? x[1] : x[2]);
  const int32_t high = x[0] > x[1] ? (x[0] > x[2] ? x[0] : x[2]) : (x[1] > x[2] ? x[1] : x[2]);
  const int32_t last = pixels * SUBPIXEL - 1;
  if (high < 0 || low > last) return false;
  *from = (uint16_t)(clampStep(low, last) >> (SUBPIXEL_BITS + TILE_BITS));
  *to = (uint16_t)(clampStep(high, last) >> (SUBPIXEL_BITS + TILE_BITS));
  return true;
}

void bins_addTriangle(paint_Bins* s, int item, int face, bool cull, const int32_t x[3],
                      const int32_t y[3], const float close[3]) {
  paint_Triangle t = {.item = item, .face = face};
  float z[3] = {close[0], close[1], close[2]};
  paint_Span span;
  memcpy(t.x, x, sizeof t.x);
  memcpy(t.y, y, sizeof t.y);
  const int64_t area =
      (int64_t)(x[1] - x[0]) * (y[2] - y[0]) - (int64_t)(x[2] - x[0]) * (y[1] - y[0]);
  if (area == 0 || (cull && (area < 0) != s->view.mirrored)) return;
  if (!spanOf(&span.x0, &span.x1, x, s->view.width) ||
      !spanOf(&span.y0, &span.y1, y, s->view.height)) {
    return;
  }
  if (area < 0) {  // counter-clockwise
    t.x[1] = x[2], t.y[1] = y[2], z[1] = close[2];
    t.x[2] = x[1], t.y[2] = y[1], z[2] = close[1];
  }
  setPlane(&t, &s->view, z);
  s->span[s->ntriangle] = span;
  s->triangle[s->ntriangle++] = t;
}

// most triangles touch one tile
static inline bool isOneTile(paint_Span t) { return t.x0 == t.x1 && t.y0 == t.y1; }

// counts a triangle in the tiles that it touches; ncolumn: tiles in a row
static inline void countTiles(int* first, int ncolumn, paint_Span t) {
  if (isOneTile(t)) {
    first[t.y0 * ncolumn + t.x0 + 1]++;
    return;
  }
  for (int y = t.y0; y <= t.y1; y++) {
    for (int x = t.x0; x <= t.x1; x++) first[y * ncolumn + x + 1]++;
  }
}

// grows the arrays for n more triangles
static bool fitTriangles(Build* b, int n) {
  paint_Bins* s = b->bins;
  if (!array_fit((void**)&s->triangle, &s->mostTriangle, s->ntriangle + n, sizeof *s->triangle) ||
      !array_fit((void**)&s->span, &s->mostSpan, s->ntriangle + n, sizeof *s->span)) {
    b->full = true;
  }
  return !b->full;
}

static void addTriangle(Build* b, const Corner* c[3]) {
  int32_t x[3], y[3];
  float close[3];
  for (int k = 0; k < 3; k++) {
    float at[2];
    project(at, b->view, c[k]);
    x[k] = toSteps(at[0]);
    y[k] = toSteps(at[1]);
    close[k] = view_reversedDepth(b->view, c[k]->d);
  }
  if (fitTriangles(b, 1))
    bins_addTriangle(b->bins, b->item, b->face, b->face < b->ncull, x, y, close);
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

// a mesh with clipped corners: face by face
static void cutMesh(Build* b, const paint_Item* item) {
  const paint_Mesh* mesh = item->mesh;
  for (b->face = 0; b->face < mesh->nface && !b->full; b->face++) {
    Corner c[3];
    for (int k = 0; k < 3; k++) {
      float p[3];
      place(p, item, mesh->vert + 3 * mesh->face[3 * b->face + k]);
      see(&c[k], b->view, p);
    }
    addFace(b, c);
  }
}

static void countRanges(int* first, int ncolumn, const paint_Span* span, int n) {
  for (int i = 0; i < n; i++) countTiles(first, ncolumn, span[i]);
}

static void addMesh(Build* b, const paint_Item* item) {
  const paint_Mesh* mesh = item->mesh;
  paint_Bins* s = b->bins;
  const int first = s->ntriangle;
  b->ncull = b->order->cull && !item->bothSides ? mesh->nface : b->order->first ? mesh->nclosed : 0;
  if (!array_fit((void**)&s->corner, &s->mostCorner, mesh->nvert + MORE_CORNERS,
                 sizeof(bins_Corner))) {
    b->full = true;
    return;
  }
  const bins_Cut cut = b->kernels->seeCorners(b->view, item, &b->bounds, s->corner);
  if (cut == CUT_SOME) cutMesh(b, item);
  if (cut == CUT_NONE && fitTriangles(b, mesh->nface))
    b->kernels->addFaces(s, b->item, b->ncull, s->corner);
  countRanges(s->first, s->ncolumn, s->span + first, s->ntriangle - first);
}

// ---- bounding boxes of round items

static void emptyBox(float box[4]) {
  box[0] = box[1] = MOST_PIXEL;
  box[2] = box[3] = LEAST_PIXEL;
}

static void addPoint(float box[4], float x, float y) {
  box[0] = fminf(box[0], x), box[1] = fminf(box[1], y);
  box[2] = fmaxf(box[2], x), box[3] = fmaxf(box[3], y);
}

// adds the projected corners of a box around an item; false: some are behind the near plane
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

// bounding box of an item in pixels; false: it covers none
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

// tiles that pixels from x to end (exclusive) touch: first, end
static void tileRange(int res[2], int x, int end, int ntile) {
  res[0] = x < 0 ? 0 : x / TILE;
  res[1] = end <= 0 ? 0 : (end + TILE - 1) / TILE;
  if (res[1] > ntile) res[1] = ntile;
}

// tiles that a box of pixels touches; none if it is empty
static paint_Span spanOfBox(const paint_Bins* s, const int box[4]) {
  int x[2], y[2];
  tileRange(x, box[0], box[2], s->ncolumn);
  tileRange(y, box[1], box[3], s->nrow);
  if (x[0] >= x[1] || y[0] >= y[1]) return (paint_Span){1, 0, 1, 0};
  return (paint_Span){(uint16_t)x[0], (uint16_t)(x[1] - 1), (uint16_t)y[0], (uint16_t)(y[1] - 1)};
}

// writes an entry for each tile; first[t + 1] is where the next one of tile t goes
static inline void share(int32_t* to, int* first, int ncolumn, paint_Span t, int32_t entry) {
  if (isOneTile(t)) {
    to[first[t.y0 * ncolumn + t.x0 + 1]++] = entry;
    return;
  }
  for (int y = t.y0; y <= t.y1; y++) {
    for (int x = t.x0; x <= t.x1; x++) to[first[y * ncolumn + x + 1]++] = entry;
  }
}

static void shareRanges(int32_t* to, int* first, int ncolumn, const paint_Span* span, int begin,
                        int end) {
  for (int i = begin; i < end; i++) share(to, first, ncolumn, span[i], i);
}

// writes all entries in the order of the items; round items that are not visible have an empty box
static void shareAll(paint_Bins* s, const bins_Order* order) {
  int next = 0;
  for (int i = 0; i < s->items->n; i++) {
    const paint_Item* item = &s->items->item[i];
    if (!order->takes(item)) continue;
    if (item->kind != DRAW_MESH || order->boxes) {
      share(s->entry, s->first, s->ncolumn, spanOfBox(s, s->box + 4 * i), i | PRIMITIVE_ROUND);
      continue;
    }
    shareRanges(s->entry, s->first, s->ncolumn, s->span, next, s->box[4 * i]);
    next = s->box[4 * i];
  }
}

// Counting sort: first[t + 1] has the number of entries of tile t; it becomes their begin, and
// their end once they are written.
static bool sortTiles(paint_Bins* s, const bins_Order* order) {
  const int n = bins_tiles(s);
  int sum = 0;
  for (int t = 1; t <= n; t++) {
    const int count = s->first[t];
    s->first[t] = sum;
    sum += count;
  }
  if (!array_fit((void**)&s->entry, &s->mostEntry, sum + 1, sizeof *s->entry)) return false;
  shareAll(s, order);
  return true;
}

// ---- tile bins

bool bins_make(paint_Bins* s, const bins_Kernels* kernels, const bins_Order* order,
               const paint_View* view, const paint_Items* items) {
  Build b = {.bins = s, .kernels = kernels, .order = order, .view = &s->view};
  s->view = *view;
  s->items = items;
  s->pattern = order->pattern;
  s->ncolumn = (view->width + TILE - 1) / TILE;
  s->nrow = (view->height + TILE - 1) / TILE;
  s->ntriangle = 0;
  s->limited = false;
  for (int k = 0; k < 2; k++) {
    const float first = k ? view->v0 : view->u0, step = k ? view->dv : view->du;
    b.bounds.low[k] = first + step * LEAST_PIXEL;
    b.bounds.high[k] = first + step * MOST_PIXEL;
  }
  const int n = bins_tiles(s);
  if (!array_fit((void**)&s->box, &s->mostBox, 4 * items->n, sizeof *s->box) ||
      !array_fit((void**)&s->first, &s->mostTile, n + 1, sizeof *s->first)) {
    return false;
  }
  memset(s->first, 0, ((size_t)n + 1) * sizeof *s->first);
  for (int i = 0; i < items->n && !b.full; i++) {
    const paint_Item* item = &items->item[i];
    int* box = s->box + 4 * i;
    if (!order->takes(item)) continue;
    b.item = i;
    if (item->kind == DRAW_MESH && !order->boxes) {
      addMesh(&b, item);
      box[0] = s->ntriangle;
    } else {
      if (!boxOf(box, view, item)) box[0] = box[1] = box[2] = box[3] = 0;
      countTiles(s->first, s->ncolumn, spanOfBox(s, box));
    }
  }
  return !b.full && sortTiles(s, order);
}

void bins_free(paint_Bins* s) {
  mem_free(s->triangle);
  mem_free(s->span);
  mem_free(s->first);
  mem_free(s->entry);
  mem_free(s->box);
  mem_free(s->corner);
  memset(s, 0, sizeof *s);
}
