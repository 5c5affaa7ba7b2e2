// Triangle setup: mesh vertices are transformed and projected, faces become triangles in fixed-
// point pixel coordinates, several at a time (SIMD). Back faces, faces outside of the view and
// faces that cover no sample are culled here.
#include "render/raster.h"
#include "render/tile_bins.h"
#include "render/wide.h"

// ---- corners

// transform from the frame of an item to that of the view: x right, up and forward
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

// loads WIDE vertices, of which `count` exist; the first one replaces the others
LANE_INLINE void loadVertices(floats p[3], const float* vert, int count) {
  const int32_t* at[WIDE];
  float padded[3 * WIDE + 1];  // loads of four read one value behind the last one
  ints v[4];
  if (count <= WIDE) {
    for (int i = 0; i < 3 * WIDE; i++) padded[i] = vert[i < 3 * count ? i : i % 3];
    padded[3 * WIDE] = 0;
    vert = padded;
  }
  for (int i = 0; i < WIDE; i++) at[i] = (const int32_t*)(const void*)(vert + 3 * i);
  ints_loadFours(v, at);
  for (int k = 0; k < 3; k++) p[k] = (floats)v[k];
}

LANE_INLINE void storeCorners(bins_Corner* out, ints x, ints y, floats close) {
  ints v[4] = {x, y, (ints)close, ints_bc(0)};
  int32_t rows[4][WIDE];
  ints_turn(v);
  for (int k = 0; k < 4; k++) ints_store(rows[k], v[k]);
  for (int i = 0; i < WIDE; i++) memcpy(&out[i], rows[i & 3] + (i & ~3), sizeof *out);
}

static bins_Cut seeCorners(const paint_View* v, const paint_Item* item, const bins_Bounds* b,
                           bins_Corner* out) {
  const paint_Mesh* mesh = item->mesh;
  const float sx = SUBPIXEL / v->du, sy = SUBPIXEL / v->dv;
  const float ox = 0.5f - v->u0 * sx, oy = 0.5f - v->v0 * sy;
  Frame f;
  ints none[5], some = ints_bc(0);
  for (int k = 0; k < 5; k++) none[k] = ints_bc(-1);
  makeFrame(&f, v, item);
  for (int i = 0; i < mesh->nvert; i += WIDE) {
    floats p[3], c[3];
    loadVertices(p, mesh->vert + 3 * i, mesh->nvert - i);
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
    storeCorners(out + i, floats_trunc(floats_floor(c[0] * inv * sx + ox)),
                 floats_trunc(floats_floor(c[1] * inv * sy + oy)), close);
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

// loads WIDE faces, of which `count` exist; the first one replaces the others
LANE_INLINE void loadFaces(Faces* f, const int* face, int count, const bins_Corner* corner) {
  int padded[3 * WIDE];
  if (count < WIDE) {
    for (int i = 0; i < 3 * WIDE; i++) padded[i] = face[i < 3 * count ? i : i % 3];
    face = padded;
  }
  for (int k = 0; k < 3; k++) {
    const int32_t* at[WIDE];
    ints v[4];
    for (int i = 0; i < WIDE; i++) at[i] = &corner[face[3 * i + k]].x;
    ints_loadFours(v, at);
    f->x[k] = v[0], f->y[k] = v[1], f->close[k] = (floats)v[2];
  }
}

LANE_INLINE ints clampInts(ints x, int low, int high) {
  return ints_min(ints_max(x, ints_bc(low)), ints_bc(high));
}

// ---- culling of faces between samples

enum { SEARCHED_ROWS = 4 };  // rows of samples: narrow faces that are not higher are tested exactly

// positions of samples in four rows of them
typedef struct {
  int first, pitch, shift;    // of rows, 1 << shift is the pitch; those of columns are the same
  int column[SEARCHED_ROWS];  // where a row has a sample
  int period;                 // distance to the next one
} Search;

static Search searchOf(const raster_Pattern* p) {
  Search s = {.first = p->first, .pitch = p->pitch, .shift = __builtin_ctz((unsigned)p->pitch)};
  // a row has one sample of a pixel, or all that are in columns of the grid
  const int nrow = SUBPIXEL / p->pitch;
  for (int i = 0; i < p->n; i++) {
    const int row = (SUBPIXEL / 2 + p->y[i] - p->first) >> s.shift;
    for (int k = row; k < SEARCHED_ROWS; k += nrow) s.column[k] = SUBPIXEL / 2 + p->x[i];
  }
  s.period = SUBPIXEL * nrow / p->n;
  return s;
}

// whether there are rows or columns of samples from low to high
LANE_INLINE ints hasSamples(const Search* s, ints low, ints high) {
  return (high - s->first) >> s->shift > (low - s->first - 1) >> s->shift;
}

// column of the first sample of row j modulo four
LANE_INLINE ints columnOf(const Search* s, ints j) {
  const ints odd = (j & 1) != 0, upper = (j & 2) != 0;
  return ints_select(upper, ints_select(odd, ints_bc(s->column[3]), ints_bc(s->column[2])),
                     ints_select(odd, ints_bc(s->column[1]), ints_bc(s->column[0])));
}

// Mask of the counter-clockwise faces that may have a sample inside. In the bounding box of a face
// that is narrower than the distance of samples, a row has at most one; others are not tested.
LANE_INLINE ints mayHaveSamples(const Search* s, const ints word[TRIANGLE_WORDS], ints x0, ints xe,
                                ints y0, ints ye) {
  const ints top = (ye - s->first) >> s->shift;
  ints j = ((y0 - s->first - 1) >> s->shift) + 1;
  ints found = (xe - x0 >= s->period) | (top - j >= SEARCHED_ROWS);
  const ints looked = ~found;  // products of larger ones may overflow
  ints a[3], b[3], c[3];
  for (int k = 0; k < 3; k++) {
    const int next = k == 2 ? 0 : k + 1;
    a[k] = (word[3 + k] - word[3 + next]) & looked;
    b[k] = (word[next] - word[k]) & looked;
    const ints own = (a[k] > 0) | ((a[k] == 0) & (b[k] < 0));
    c[k] = ~own - (a[k] * (word[k] - x0) + b[k] * (word[3 + k] - y0));
  }
  for (int r = 0; r < SEARCHED_ROWS; r++, j += 1) {
    const ints left = ~found & (j <= top);
    if (!ints_any(left)) break;
    const ints y = j * s->pitch + (s->first - y0), first = columnOf(s, j) - x0;
    const ints x = first & (s->period - 1);  // the first sample not before x0
    const ints out =
        (a[0] * x + b[0] * y + c[0]) | (a[1] * x + b[1] * y + c[1]) | (a[2] * x + b[2] * y + c[2]);
    found |= (out >= 0) & left;
  }
  return found;
}

// ---- triangles

// row or column of tiles of a fixed-point coordinate
LANE_INLINE ints tileOf(ints x, int end) {
  return clampInts(x, 0, end - 1) >> (SUBPIXEL_BITS + TILE_BITS);
}

// members of paint_Triangle and paint_Span, which are copied by fours and twos
enum { FOURS = TRIANGLE_WORDS / 4 };
_Static_assert(TRIANGLE_WORDS == 12 && offsetof(paint_Triangle, face) == 10 * sizeof(int32_t),
               "words of triangles");
typedef struct {
  ints word[TRIANGLE_WORDS], span[2];
} Columns;
typedef struct {
  int32_t word[FOURS][4][WIDE], span[2][WIDE];
} Rows;

// sets words 6 to 8: reversed depth
LANE_INLINE void setPlanes(ints word[TRIANGLE_WORDS], const Faces* f, ints area,
                           const paint_View* v) {
  const floats x1 = ints_float(f->x[1] - f->x[0]), y1 = ints_float(f->y[1] - f->y[0]);
  const floats x2 = ints_float(f->x[2] - f->x[0]), y2 = ints_float(f->y[2] - f->y[0]);
  const floats c1 = f->close[1] - f->close[0], c2 = f->close[2] - f->close[0];
  const floats inv = 1.0f / ints_float(area);
  const floats cx = (c1 * y2 - c2 * y1) * inv, cy = (x1 * c2 - x2 * c1) * inv;
  const floats ax = ints_float(clampInts(f->x[0], 0, v->width * SUBPIXEL) - f->x[0]);
  const floats ay = ints_float(clampInts(f->y[0], 0, v->height * SUBPIXEL) - f->y[0]);
  word[6] = (ints)(f->close[0] + cx * ax + cy * ay);
  word[7] = (ints)cx;
  word[8] = (ints)cy;
}

// sets words 0 to 5: corners, counter-clockwise
LANE_INLINE void setCorners(ints word[TRIANGLE_WORDS], const Faces* f, ints area) {
  const ints back = area < 0;
  word[0] = f->x[0];
  word[1] = ints_select(back, f->x[2], f->x[1]);
  word[2] = ints_select(back, f->x[1], f->x[2]);
  word[3] = f->y[0];
  word[4] = ints_select(back, f->y[2], f->y[1]);
  word[5] = ints_select(back, f->y[1], f->y[2]);
}

LANE_INLINE void storeRows(Rows* to, Columns* c) {
  for (int k = 0; k < FOURS; k++) {
    ints_turn(c->word + 4 * k);
    for (int i = 0; i < 4; i++) ints_store(to->word[k][i], c->word[4 * k + i]);
  }
  ints_store(to->span[0], ints_low(c->span[0], c->span[1]));
  ints_store(to->span[1], ints_high(c->span[0], c->span[1]));
}

// appends triangle i of the rows
LANE_INLINE void putTriangle(paint_Bins* s, const Rows* rows, int i) {
  const int four = i & ~3, place = i & 3, n = s->ntriangle++;
  int32_t* to = (int32_t*)(void*)&s->triangle[n];
  for (int k = 0; k < FOURS; k++) memcpy(to + 4 * k, rows->word[k][place] + four, FOUR_BYTES);
  memcpy(&s->span[n], rows->span[place >> 1] + four + 2 * (place & 1), sizeof(paint_Span));
}

// ---- clusters of faces

// Origin of the view in the frame of a mesh: the eye, or in orthographic views a direction.
typedef struct {
  float at[3];
  bool ortho;
} Origin;

static Origin originOf(const paint_View* v, const paint_Item* item) {
  Origin o = {.ortho = v->ortho};
  for (int k = 0; k < 3; k++) {
    const float* m = item->mat + k;
    for (int i = 0; i < 3; i++)
      o.at[k] += m[3 * i] * (v->ortho ? v->forward[i] : v->eye[i] - item->pos[i]);
    o.at[k] /= item->size[k];
  }
  return o;
}

// Bits of the clusters from `first` on that may be visible (back-face culling by normal cones). A
// cluster is culled if its normals are less than a right angle from the direction to each point of
// its bounding sphere; what is close to that is kept.
LANE_INLINE int groupsBefore(const paint_Mesh* mesh, const Origin* o, int first) {
  const float *cone = mesh->cone + first, share = 1e-3f;
  const int stride = mesh->coneStride;
  const floats cosine = floats_load(cone + CONE_COSINE * stride);
  floats axis[3], way[3], radius = floats_bc(0);
  for (int k = 0; k < 3; k++) {
    axis[k] = floats_load(cone + (CONE_AXIS + k) * stride);
    way[k] = floats_bc(o->at[k]);
    if (!o->ortho) way[k] = floats_load(cone + (CONE_MIDDLE + k) * stride) - way[k];
  }
  if (!o->ortho) radius = floats_load(cone + CONE_RADIUS * stride);
  const floats along = floats_dot(axis, way), square = floats_dot(way, way);
  const floats off = floats_sqrt(floats_max(square - along * along, floats_bc(0)));
  const floats least = along * cosine - off * floats_load(cone + CONE_SINE * stride);
  const ints away = (cosine > 0) & (least > radius + share * (floats_sqrt(square) + radius));
  return ~ints_bits(away);
}

// adds faces from first to end (exclusive)
static void addSome(paint_Bins* s, const Search* search, int item, bool cull,
                    const bins_Corner* corner, int first, int end) {
  const paint_Mesh* mesh = s->items->item[item].mesh;
  const int width = s->view.width * SUBPIXEL, height = s->view.height * SUBPIXEL;
  const int wanted = s->view.mirrored ? -1 : 1;
  for (int i = first; i < end; i += WIDE) {
    const int count = end - i < WIDE ? end - i : WIDE;
    Faces f;
    Columns c;
    Rows rows;
    loadFaces(&f, mesh->face + 3 * i, count, corner);
    const ints x0 = ints_min(f.x[0], ints_min(f.x[1], f.x[2]));
    const ints y0 = ints_min(f.y[0], ints_min(f.y[1], f.y[2]));
    const ints xe = ints_max(f.x[0], ints_max(f.x[1], f.x[2]));
    const ints ye = ints_max(f.y[0], ints_max(f.y[1], f.y[2]));
    const ints large = (xe - x0 >= SMALL) | (ye - y0 >= SMALL);
    // areas of large ones, which overflow, are computed one by one
    const ints x1 = (f.x[1] - f.x[0]) & ~large, y1 = (f.y[1] - f.y[0]) & ~large;
    const ints x2 = (f.x[2] - f.x[0]) & ~large, y2 = (f.y[2] - f.y[0]) & ~large;
    const ints area = x1 * y2 - x2 * y1;
    ints kept = area != 0;
    if (cull) kept = area * wanted > 0;
    kept = (kept | large) & (xe >= 0) & (ye >= 0) & (x0 < width) & (y0 < height) &
           hasSamples(search, x0, xe) & hasSamples(search, y0, ye);
    const int there = (1 << count) - 1;
    if (!(ints_bits(kept) & there)) continue;
    const int apart = ints_bits(large);
    setCorners(c.word, &f, area);
    kept &= mayHaveSamples(search, c.word, x0, xe, y0, ye) | large;
    int bits = ints_bits(kept) & there;
    if (!bits) continue;
    setPlanes(c.word, &f, area, &s->view);
    c.word[9] = ints_bc(item);
    c.word[10] = i + ints_steps();
    c.word[11] = ints_bc(0);
    c.span[0] = tileOf(x0, width) | tileOf(xe, width) << 16;
    c.span[1] = tileOf(y0, height) | tileOf(ye, height) << 16;
    storeRows(&rows, &c);
    for (; bits; bits &= bits - 1) {
      const int k = __builtin_ctz((unsigned)bits);
      if (apart >> k & 1) {
        bins_addTriangle(s, item, i + k, cull, (const int32_t[3]){f.x[0][k], f.x[1][k], f.x[2][k]},
                         (const int32_t[3]){f.y[0][k], f.y[1][k], f.y[2][k]},
                         (const float[3]){f.close[0][k], f.close[1][k], f.close[2][k]});
      } else {
        putTriangle(s, &rows, k);
      }
    }
  }
}

// adds the visible ones of the first n clusters
static void addGroups(paint_Bins* s, const Search* search, int item, const bins_Corner* corner,
                      int n) {
  const paint_Mesh* mesh = s->items->item[item].mesh;
  const Origin o = originOf(&s->view, &s->items->item[item]);
  for (int g = 0; g < n; g += WIDE) {
    int bits = groupsBefore(mesh, &o, g) & (n - g < WIDE ? (1 << (n - g)) - 1 : WIDE_ALL);
    for (; bits; bits &= bits - 1) {
      const int face = (g + __builtin_ctz((unsigned)bits)) * FACE_GROUP;
      addSome(s, search, item, true, corner, face, face + FACE_GROUP);
    }
  }
}

static void addFaces(paint_Bins* s, int item, int ncull, const bins_Corner* corner) {
  const paint_Mesh* mesh = s->items->item[item].mesh;
  const int ngroup = mesh->ngroup ? ncull / FACE_GROUP : 0;  // the last cluster may not be complete
  const Search search = searchOf(&raster_patterns[s->pattern]);
  addGroups(s, &search, item, corner, ngroup);
  addSome(s, &search, item, true, corner, ngroup * FACE_GROUP, ncull);
  addSome(s, &search, item, false, corner, ncull, mesh->nface);
}

extern const bins_Kernels LANE(bins_kernels);
const bins_Kernels LANE(bins_kernels) = {seeCorners, addFaces};
