// Meshes -> triangles on the plane of a view, several at a time: corners first, then faces. Those
// that no sample can see (turned away, outside, between samples) are left out here.
#include "render/wide.h"
#include "render/raster.h"
#include "render/sheet.h"

// ---- corners

// from the frame of an item to that of the view: x right, up and forward
typedef struct {
  float m[9], t[3];
} Frame;

static void makeFrame(Frame* f, const paint_View* v, const paint_Item* item) {
  const float* axis[3] = {v->right, v->up, v->forward};
  for (int i = 0; i < 3; i++) {
    f->t[i] = 0;
    for (int k = 0; k < 3; k++) {
      f->t[i] += axis[i][k] * (item->pos[k] - v->eye[k]);
      f->m[3 * i + k] = (axis[i][0] * item->mat[k] + axis[i][1] * item->mat[3 + k] +
                         axis[i][2] * item->mat[6 + k]) *
                        item->size[k];
    }
  }
}

// WIDE vertices; the last one stands for those that are not there
LANE_INLINE void loadVertices(floats p[3], const paint_Mesh* mesh, int first) {
  float at[3][WIDE];
  const int last = mesh->nvert - 1;
  for (int i = 0; i < WIDE; i++) {
    const float* v = mesh->vert + 3 * (first + i < last ? first + i : last);
    for (int k = 0; k < 3; k++) at[k][i] = v[k];
  }
  for (int k = 0; k < 3; k++) p[k] = floats_load(at[k]);
}

static sheet_Cut seeCorners(const paint_View* v, const paint_Item* item, const sheet_Bounds* b,
                            sheet_Corner* out) {
  const paint_Mesh* mesh = item->mesh;
  const float sx = SUBPIXEL / v->du, sy = SUBPIXEL / v->dv;
  const float ox = 0.5f - v->u0 * sx, oy = 0.5f - v->v0 * sy;
  Frame f;
  ints none[5], some = ints_bc(0);
  for (int k = 0; k < 5; k++) none[k] = ints_bc(-1);
  makeFrame(&f, v, item);
  for (int i = 0; i < mesh->nvert; i += WIDE) {
    floats p[3], c[3];
    loadVertices(p, mesh, i);
    for (int k = 0; k < 3; k++) {
      c[k] = f.t[k] + f.m[3 * k] * p[0] + f.m[3 * k + 1] * p[1] + f.m[3 * k + 2] * p[2];
    }
    floats w = c[2], inv = floats_bc(1), close = v->far - c[2];
    if (v->ortho) w = floats_bc(1);
    const ints in[5] = {c[2] >= v->near, c[0] >= b->low[0] * w, c[0] <= b->high[0] * w,
                        c[1] >= b->low[1] * w, c[1] <= b->high[1] * w};
    for (int k = 0; k < 5; k++) {
      none[k] &= ~in[k];
      some |= ~in[k];
    }
    if (!v->ortho) inv = close = 1.0f / floats_max(c[2], floats_bc(v->near));
    int32_t x[WIDE], y[WIDE];
    float z[WIDE];
    ints_store(x, floats_trunc(floats_floor(c[0] * inv * sx + ox)));
    ints_store(y, floats_trunc(floats_floor(c[1] * inv * sy + oy)));
    floats_store(z, close);
    const int count = mesh->nvert - i < WIDE ? mesh->nvert - i : WIDE;
    for (int k = 0; k < count; k++) out[i + k] = (sheet_Corner){x[k], y[k], z[k]};
  }
  for (int k = 0; k < 5; k++) {
    if (ints_all(none[k])) return CUT_ALL;
  }
  return ints_any(some) ? CUT_SOME : CUT_NONE;
}

// ---- faces

enum { SMALL = 1 << 14 };  // steps: areas of triangles of that size fit into 32 bits

typedef struct {
  ints x[3], y[3];
  floats close[3];
} Faces;

LANE_INLINE void loadPlaces(Faces* f, const paint_Mesh* mesh, const sheet_Corner* corner,
                            int first) {
  const int last = mesh->nface - 1;
  const int* face[WIDE];
  for (int i = 0; i < WIDE; i++) face[i] = mesh->face + 3 * (first + i < last ? first + i : last);
  for (int k = 0; k < 3; k++) {
    const int32_t* at[WIDE];
    for (int i = 0; i < WIDE; i++) at[i] = &corner[face[i][k]].x;
    ints_pairsAt(at, &f->x[k], &f->y[k]);
  }
}

LANE_INLINE void loadClose(Faces* f, const paint_Mesh* mesh, const sheet_Corner* corner,
                           int first) {
  float close[3][WIDE];
  const int last = mesh->nface - 1;
  for (int i = 0; i < WIDE; i++) {
    const int* face = mesh->face + 3 * (first + i < last ? first + i : last);
    for (int k = 0; k < 3; k++) close[k][i] = corner[face[k]].close;
  }
  for (int k = 0; k < 3; k++) f->close[k] = floats_load(close[k]);
}

LANE_INLINE ints clampInts(ints x, int low, int high) {
  return ints_min(ints_max(x, ints_bc(low)), ints_bc(high));
}

// whether there are samples from low to high, in one direction
LANE_INLINE ints hasSamples(ints low, ints high, const raster_Pattern* p, int shift) {
  return (high - p->first) >> shift > (low - p->first - 1) >> shift;
}

// row or column of tiles that a step is in
LANE_INLINE ints tileOf(ints x, int end) {
  return clampInts(x, 0, end - 1) >> (SUBPIXEL_BITS + TILE_BITS);
}

// members of triangles, and the tiles that they touch
typedef struct {
  int32_t x[3][WIDE], y[3][WIDE];
  float close[WIDE], cx[WIDE], cy[WIDE];
  int32_t columns[WIDE], rows[WIDE];
} Columns;

LANE_INLINE void setPlanes(Columns* out, const Faces* f, ints area, const paint_View* v) {
  const floats x1 = ints_float(f->x[1] - f->x[0]), y1 = ints_float(f->y[1] - f->y[0]);
  const floats x2 = ints_float(f->x[2] - f->x[0]), y2 = ints_float(f->y[2] - f->y[0]);
  const floats c1 = f->close[1] - f->close[0], c2 = f->close[2] - f->close[0];
  const floats inv = 1.0f / ints_float(area);
  const floats cx = (c1 * y2 - c2 * y1) * inv, cy = (x1 * c2 - x2 * c1) * inv;
  const floats ax = ints_float(clampInts(f->x[0], 0, v->width * SUBPIXEL) - f->x[0]);
  const floats ay = ints_float(clampInts(f->y[0], 0, v->height * SUBPIXEL) - f->y[0]);
  floats_store(out->cx, cx);
  floats_store(out->cy, cy);
  floats_store(out->close, f->close[0] + cx * ax + cy * ay);
}

// counter-clockwise
LANE_INLINE void setCorners(Columns* out, const Faces* f, ints area) {
  const ints back = area < 0;
  ints_store(out->x[0], f->x[0]);
  ints_store(out->y[0], f->y[0]);
  ints_store(out->x[1], ints_select(back, f->x[2], f->x[1]));
  ints_store(out->y[1], ints_select(back, f->y[2], f->y[1]));
  ints_store(out->x[2], ints_select(back, f->x[1], f->x[2]));
  ints_store(out->y[2], ints_select(back, f->y[1], f->y[2]));
}

static void addFaces(paint_Sheet* s, int item, bool cull, const sheet_Corner* corner) {
  const paint_Mesh* mesh = s->items->item[item].mesh;
  const raster_Pattern* pattern = &raster_patterns[s->pattern];
  const int shift = __builtin_ctz((unsigned)pattern->pitch);
  const int width = s->view.width * SUBPIXEL, height = s->view.height * SUBPIXEL;
  const int wanted = s->view.mirrored ? -1 : 1;
  for (int i = 0; i < mesh->nface; i += WIDE) {
    const int count = mesh->nface - i < WIDE ? mesh->nface - i : WIDE;
    Faces f;
    Columns c;
    loadPlaces(&f, mesh, corner, i);
    const ints x0 = ints_min(f.x[0], ints_min(f.x[1], f.x[2]));
    const ints y0 = ints_min(f.y[0], ints_min(f.y[1], f.y[2]));
    const ints xe = ints_max(f.x[0], ints_max(f.x[1], f.x[2]));
    const ints ye = ints_max(f.y[0], ints_max(f.y[1], f.y[2]));
    const ints large = (xe - x0 >= SMALL) | (ye - y0 >= SMALL);
    // those of large ones, which do not fit, are reckoned apart
    const ints x1 = (f.x[1] - f.x[0]) & ~large, y1 = (f.y[1] - f.y[0]) & ~large;
    const ints x2 = (f.x[2] - f.x[0]) & ~large, y2 = (f.y[2] - f.y[0]) & ~large;
    const ints area = x1 * y2 - x2 * y1;
    ints kept = area != 0;
    if (cull) kept = area * wanted > 0;
    kept = (kept | large) & (xe >= 0) & (ye >= 0) & (x0 < width) & (y0 < height) &
           hasSamples(x0, xe, pattern, shift) & hasSamples(y0, ye, pattern, shift);
    int bits = ints_bits(kept) & ((1 << count) - 1);
    if (!bits) continue;
    const int apart = ints_bits(large);
    loadClose(&f, mesh, corner, i);
    setPlanes(&c, &f, area, &s->view);
    setCorners(&c, &f, area);
    ints_store(c.columns, tileOf(x0, width) | tileOf(xe, width) << 16);
    ints_store(c.rows, tileOf(y0, height) | tileOf(ye, height) << 16);
    for (; bits; bits &= bits - 1) {
      const int k = __builtin_ctz((unsigned)bits);
      if (apart >> k & 1) {
        sheet_addTriangle(s, item, i + k, cull, (const int32_t[3]){f.x[0][k], f.x[1][k], f.x[2][k]},
                          (const int32_t[3]){f.y[0][k], f.y[1][k], f.y[2][k]},
                          (const float[3]){f.close[0][k], f.close[1][k], f.close[2][k]});
        continue;
      }
      const paint_Span span = {(uint16_t)c.columns[k], (uint16_t)(c.columns[k] >> 16),
                               (uint16_t)c.rows[k], (uint16_t)(c.rows[k] >> 16)};
      sheet_count(s, span);
      s->span[s->ntriangle] = span;
      s->triangle[s->ntriangle++] = (paint_Triangle){{c.x[0][k], c.x[1][k], c.x[2][k]},
                                                     {c.y[0][k], c.y[1][k], c.y[2][k]},
                                                     c.close[k],
                                                     c.cx[k],
                                                     c.cy[k],
                                                     item,
                                                     i + k};
    }
  }
}

extern const sheet_Kernels LANE(sheet_kernels);
const sheet_Kernels LANE(sheet_kernels) = {seeCorners, addFaces};
