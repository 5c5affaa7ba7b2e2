// Deferred shading: groups the samples of a tile into parts of pixels, and resolves shaded parts to
// pixels; several pixels at a time where they are alike (SIMD).
#include "render/parts.h"

#include "render/raster.h"
#include "render/tile_bins.h"
#include "render/wide.h"

// ---- parts

enum { FINE_FACES = 64 };  // of meshes with more faces, those in one pixel are one part

static bool isFine(const paint_Item* item) {
  return item->kind == DRAW_MESH && item->mesh->nface > FINE_FACES;
}

static void addPart(parts_Parts* parts, int pixel, int32_t primitive, int item, float close,
                    float dx, float dy, float weight) {
  const int n = parts->n++;
  parts->pixel[n] = pixel;
  parts->primitive[n] = primitive;
  parts->item[n] = item;
  parts->close[n] = close;
  parts->dx[n] = dx;
  parts->dy[n] = dy;
  parts->weight[n] = weight;
}

// splits a pixel into parts: samples that see the same primitive, or the same fine mesh
static void splitPixel(parts_Parts* parts, const paint_Bins* bins, const paint_Tile* tile,
                       int pixel) {
  const raster_Pattern* pattern = &raster_patterns[PATTERN_FOUR];
  const int32_t* all = tile->primitive + MOST_SAMPLES * pixel;
  int left = (1 << MOST_SAMPLES) - 1;
  for (int k = 0; k < MOST_SAMPLES; k++) {
    const int32_t primitive = all[k];
    if (!(left >> k & 1) || primitive == PRIMITIVE_NONE) continue;
    const int item = bins_item(bins, primitive);
    const bool fine = isFine(&bins->items->item[item]);
    float close = 0;
    int n = 0, dx = 0, dy = 0;
    for (int i = k; i < MOST_SAMPLES; i++) {
      const int32_t other = all[i];
      if (other != primitive &&
          !(fine && other != PRIMITIVE_NONE && bins_item(bins, other) == item))
        continue;
      left &= ~(1 << i);
      close += tile->close[MOST_SAMPLES * pixel + i];
      dx += pattern->x[i];
      dy += pattern->y[i];
      n++;
    }
    const float share = 1.0f / (float)n;
    addPart(parts, pixel, primitive, item, close * share, (float)dx * share * (1.0f / SUBPIXEL),
            (float)dy * share * (1.0f / SUBPIXEL), (float)n / MOST_SAMPLES);
  }
}

// items of primitive ids; of PRIMITIVE_NONE any
LANE_INLINE ints itemsOf(const paint_Bins* bins, ints primitive) {
  const ints round = primitive < 0, own = primitive & ~PRIMITIVE_ROUND;
  if (ints_all(round)) return own;
  const int first = primitive[0];
  if (ints_all(primitive == first)) return ints_bc(bins->triangle[first].item);
  return ints_select(round, own,
                     ints_gather(&bins->triangle->item,
                                 ints_select(round, ints_bc(0), primitive) * TRIANGLE_WORDS));
}

// transpose: four vectors in memory order -> four vectors with one of each four values
LANE_INLINE void transpose(ints v[4]) {
#if defined(__AVX2__)
  const ints a = INTS_SHUFFLE(v[0], v[1], 0, 4, 8, 12, 1, 5, 9, 13);
  const ints b = INTS_SHUFFLE(v[0], v[1], 2, 6, 10, 14, 3, 7, 11, 15);
  const ints c = INTS_SHUFFLE(v[2], v[3], 0, 4, 8, 12, 1, 5, 9, 13);
  const ints d = INTS_SHUFFLE(v[2], v[3], 2, 6, 10, 14, 3, 7, 11, 15);
  v[0] = INTS_SHUFFLE(a, c, 0, 1, 2, 3, 8, 9, 10, 11);
  v[1] = INTS_SHUFFLE(a, c, 4, 5, 6, 7, 12, 13, 14, 15);
  v[2] = INTS_SHUFFLE(b, d, 0, 1, 2, 3, 8, 9, 10, 11);
  v[3] = INTS_SHUFFLE(b, d, 4, 5, 6, 7, 12, 13, 14, 15);
#else
  const ints a = INTS_SHUFFLE(v[0], v[1], 0, 4, 1, 5), b = INTS_SHUFFLE(v[0], v[1], 2, 6, 3, 7);
  const ints c = INTS_SHUFFLE(v[2], v[3], 0, 4, 1, 5), d = INTS_SHUFFLE(v[2], v[3], 2, 6, 3, 7);
  v[0] = INTS_SHUFFLE(a, c, 0, 1, 4, 5);
  v[1] = INTS_SHUFFLE(a, c, 2, 3, 6, 7);
  v[2] = INTS_SHUFFLE(b, d, 0, 1, 4, 5);
  v[3] = INTS_SHUFFLE(b, d, 2, 3, 6, 7);
#endif
}

// the first samples of pixels that have n samples each
LANE_INLINE floats firstSamples(const float* close, int n) {
  ints v[4];
  if (n == 1) return floats_load(close);
  for (int k = 0; k < 4; k++) v[k] = (ints)floats_load(close + WIDE * k);
  transpose(v);
  return (floats)v[0];
}

// WIDE pixels: what their first sample sees, their mean reversed depth, masks of those that are one
// part (whole) and that see something (some)
typedef struct {
  ints primitive, item, whole, some;
  floats close;
} Pixels;

LANE_INLINE void loadSingle(Pixels* p, const paint_Bins* bins, const paint_Tile* tile, int pixel) {
  p->primitive = ints_load(tile->primitive + pixel);
  p->close = floats_load(tile->close + pixel);
  p->some = p->primitive != PRIMITIVE_NONE;
  p->whole = ints_bc(-1);
  p->item = itemsOf(bins, p->primitive);
}

// a pixel of a fine mesh is whole if it sees nothing else
LANE_INLINE ints isWhole(const paint_Bins* bins, const ints primitive[4], ints item) {
  ints same = ints_bc(-1);
  int last = -1;
  bool fine = false;
  for (int k = 1; k < MOST_SAMPLES; k++) {
    same &= (primitive[k] != PRIMITIVE_NONE) & (itemsOf(bins, primitive[k]) == item);
    if (!ints_any(same)) return same;
  }
  for (int i = 0, bits = ints_bits(same); i < WIDE; i++) {
    if (!(bits >> i & 1)) continue;
    if (item[i] != last) last = item[i], fine = isFine(&bins->items->item[last]);
    if (!fine) same[i] = 0;
  }
  return same;
}

LANE_INLINE void loadFour(Pixels* p, const paint_Bins* bins, const paint_Tile* tile, int pixel) {
  ints primitive[4];
  floats close[4];
  for (int k = 0; k < 4; k++) {
    primitive[k] = ints_load(tile->primitive + 4 * pixel + WIDE * k);
    close[k] = floats_load(tile->close + 4 * pixel + WIDE * k);
  }
  transpose(primitive);
  transpose((ints*)close);
  p->primitive = primitive[0];
  p->close = 0.25f * (close[0] + close[1] + close[2] + close[3]);
  p->some = primitive[0] != PRIMITIVE_NONE;
  p->whole = (primitive[1] == primitive[0]) & (primitive[2] == primitive[0]) &
             (primitive[3] == primitive[0]);
  p->item = itemsOf(bins, primitive[0]);
  const ints rest = ~p->whole & p->some;
  if (ints_any(rest)) p->whole |= rest & isWhole(bins, primitive, p->item);
}

LANE_INLINE void addWhole(parts_Parts* parts, const Pixels* p, int pixel) {
  const int n = parts->n;
  const floats zero = floats_bc(0);
  ints_store(parts->pixel + n, pixel + ints_steps());
  ints_store(parts->primitive + n, p->primitive);
  ints_store(parts->item + n, p->item);
  floats_store(parts->close + n, p->close);
  floats_store(parts->dx + n, zero);
  floats_store(parts->dy + n, zero);
  floats_store(parts->weight + n, floats_bc(1));
  parts->n += WIDE;
}

static void find(const paint_Bins* bins, const parts_Area* area, const paint_Tile* tile,
                 parts_Parts* parts) {
  const bool four = bins->pattern == PATTERN_FOUR;
  parts->n = 0;
  for (int y = 0; y < area->height; y++) {
    for (int x = 0; x < area->width; x += WIDE) {
      const int pixel = y * TILE + x;
      Pixels p;
      if (four) {
        loadFour(&p, bins, tile, pixel);
      } else {
        loadSingle(&p, bins, tile, pixel);
      }
      const ints in = ints_steps() < area->width - x;
      const int some = ints_bits(p.some & in), whole = ints_bits(p.whole), there = ints_bits(in);
      if (!some && (whole & there) == there) continue;
      if ((some & whole) == WIDE_ALL) {
        addWhole(parts, &p, pixel);
        continue;
      }
      for (int i = 0; i < WIDE; i++) {
        if (!(there >> i & 1)) continue;
        if (!(whole >> i & 1)) {
          splitPixel(parts, bins, tile, pixel + i);
        } else if (some >> i & 1) {
          addPart(parts, pixel + i, p.primitive[i], p.item[i], p.close[i], 0, 0, 1);
        }
      }
    }
  }
}

// ---- colors

static void add(const parts_Parts* parts, parts_Colors* to) {
  for (int i = 0; i < parts->n;) {
    const int pixel = parts->pixel[i];
    // consecutive whole pixels have no other part
    if (i + WIDE <= parts->n && parts->pixel[i + WIDE - 1] == pixel + WIDE - 1 &&
        ints_all(floats_load(parts->weight + i) == 1)) {
      for (int k = 0; k < 3; k++) floats_store(to->rgb[k] + pixel, floats_load(parts->rgba[k] + i));
      floats_store(to->weight + pixel, floats_bc(1));
      i += WIDE;
      continue;
    }
    const float w = parts->weight[i];
    for (int k = 0; k < 3; k++) to->rgb[k][pixel] += w * parts->rgba[k][i];
    to->weight[pixel] += w;
    i++;
  }
}

static void clear(float* close, int32_t* primitive, int n, float far) {
  for (int i = 0; i < n; i += WIDE) {
    floats_store(close + i, floats_bc(far));
    ints_store(primitive + i, ints_bc(PRIMITIVE_NONE));
  }
}

static bool hasBelow(const float* row, int n, float limit) {
  ints below = ints_bc(0);
  for (int i = 0; i < n; i += WIDE) below |= floats_load(row + i) < limit;
  return ints_any(below);
}

static bool seesFar(const float* close, const int32_t* primitive, int n, float limit) {
  ints far = ints_bc(0);
  int i = 0;
  for (; i + WIDE <= n; i += WIDE)
    far |= (floats_load(close + i) < limit) & (ints_load(primitive + i) != PRIMITIVE_NONE);
  bool any = ints_any(far);
  for (; i < n; i++) any = any || (close[i] < limit && primitive[i] != PRIMITIVE_NONE);
  return any;
}

// ---- haze

// Alpha of the haze: where rays meet the cone, as a fraction z of the height from the plane to the
// eye. At distance s a ray of unit direction has come to radius s out and height 1 + s up / height,
// where the cone has radius (1 - slope (1 - z)).
LANE_INLINE floats hazeOf(const paint_Haze* h, const floats way[3], floats* s) {
  const floats up = way[0] * h->axis[0] + way[1] * h->axis[1] + way[2] * h->axis[2];
  const floats out = floats_sqrt(floats_max(1 - up * up, floats_bc(0)));
  const floats speed = out - h->radius * h->slope * (up * (1 / h->height));
  *s = h->radius / floats_max(speed, floats_bc(1e-6f));
  const floats z = 1 + *s * up * (1 / h->height);
  const floats low = z * (1 / h->rise), high = (1 - z) * (1 / (1 - h->rise));
  const ints in = (speed > 1e-6f) & (z > 0) & (z < 1);
  return floats_select(in, floats_select(z < h->rise, low, high), floats_bc(0));
}

static void haze(const paint_View* v, const paint_Haze* h, const parts_Area* area, int y,
                 const float* close, int n, parts_Colors* to) {
  const float b = v->v0 + v->dv * ((float)(area->y + y) + 0.5f);
  for (int x = 0; x < area->width; x += WIDE) {
    const int pixel = y * TILE + x;
    const floats a = v->u0 + v->du * (ints_float(area->x + x + ints_steps()) + 0.5f);
    floats way[3], s;
    for (int k = 0; k < 3; k++) {
      way[k] = floats_bc(v->forward[k]);
      if (!v->ortho) way[k] = v->forward[k] + a * v->right[k] + b * v->up[k];
    }
    floats_normalize(way);
    floats alpha = hazeOf(h, way, &s);
    const floats d = s * (way[0] * v->forward[0] + way[1] * v->forward[1] + way[2] * v->forward[2]);
    floats at = v->far - d;
    if (!v->ortho) at = 1.0f / floats_max(d, floats_bc(1e-20f));
    // solid surfaces in front of the haze hide it
    const floats solid = firstSamples(close + n * x, n);
    const ints open = (floats_load(to->weight + pixel) < 0.5f) | (at >= solid);
    alpha = floats_select(open & (ints_steps() < area->width - x), alpha, floats_bc(0));
    if (!ints_any(alpha > 0)) continue;
    for (int k = 0; k < 3; k++) {
      float* c = to->rgb[k] + pixel;
      floats_store(c, floats_load(c) + alpha * (h->rgb[k] - floats_load(c)));
    }
  }
}

// ---- bytes

// packs n pixels into three bytes each: four make twelve bytes
static void pack(uint8_t* to, const uint32_t* pixel, int n) {
  int i = 0;
  for (; i + 4 <= n; i += 4, to += 12) {
    const uint64_t low = pixel[i] | (uint64_t)pixel[i + 1] << 24 | (uint64_t)pixel[i + 2] << 48;
    const uint32_t high = pixel[i + 2] >> 16 | pixel[i + 3] << 8;
    memcpy(to, &low, sizeof low);
    memcpy(to + sizeof low, &high, sizeof high);
  }
  for (; i < n; i++, to += 3) memcpy(to, &pixel[i], 3);
}

static void write(const parts_Colors* from, int first, int count, uint8_t* rgb, const float* close,
                  int n, float scale, float shift, float* depth) {
  for (int x = 0; x < count; x += WIDE) {
    const int here = count - x < WIDE ? count - x : WIDE;
    ints c[3];
    for (int k = 0; k < 3; k++)
      c[k] = floats_trunc(floats_clip(floats_load(from->rgb[k] + first + x), 0, 1) * 255 + 0.5f);
    uint32_t packed[WIDE];
    ints_store((int32_t*)packed, c[0] | c[1] << 8 | c[2] << 16);
    pack(rgb + 3 * x, packed, here);
    float z[WIDE];
    floats_store(z, floats_clip(firstSamples(close + n * x, n) * scale - shift, 0, 1));
    if (here == WIDE) {
      memcpy(depth + x, z, sizeof z);
    } else {
      memcpy(depth + x, z, (size_t)here * sizeof *z);
    }
  }
}

extern const parts_Kernels LANE(parts_kernels);
const parts_Kernels LANE(parts_kernels) = {find, add, clear, hasBelow, seesFar, haze, write};
