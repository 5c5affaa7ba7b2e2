// Shadows: finds what casts them, chooses the resolution of shadow maps, and draws their tiles on
// demand.
#include "render/shadow.h"

#include <math.h>
#include <sched.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "render/dynamic_array.h"
#include "render/lod.h"

enum {
  STATE_EMPTY,
  STATE_BUSY,
  STATE_DRAWN,
};
enum {
  CELLS = 64,           // cells of a side of the light's view
  MAP_TILE = 2 * TILE,  // samples of a side of a tile of the map
  LOOKS = 5,            // rays of a side of the image that sample planes
};
static const float SHARPNESS = 2;  // pixels of the map per pixel of the image

static bool isPlane(const paint_Item* item) {
  return item->kind == DRAW_MESH && item->mesh->solid == SOLID_PLANE;
}
static bool castsByRule(const paint_Item* item) {
  return item->casts && shadow_isSimple(item) && !isPlane(item);
}
static bool castsByMap(const paint_Item* item) { return item->casts && !shadow_isSimple(item); }

// ---- resolution of the map

// coordinates of a point in the frame of a view
static void see(float at[3], const paint_View* v, const float p[3]) {
  const float* axis[3] = {v->right, v->up, v->forward};
  for (int k = 0; k < 3; k++) {
    at[k] = 0;
    for (int i = 0; i < 3; i++) at[k] += axis[k][i] * (p[i] - v->eye[i]);
  }
}

// whether a sphere may be visible (frustum test)
static bool isSeen(const paint_View* v, const float at[3], float radius) {
  if (at[2] + radius < v->near || at[2] - radius > v->far) return false;
  const float w = v->ortho ? 1 : fmaxf(at[2] + radius, v->near);
  return at[0] + radius > v->u0 * w && at[1] + radius > v->v0 * w &&
         at[0] - radius < (v->u0 + v->du * (float)v->width) * w &&
         at[1] - radius < (v->v0 + v->dv * (float)v->height) * w;
}

// bounding box of an item, in its frame, and bounding sphere of the box
typedef struct {
  float middle[3], half[3], radius;
} Bulk;

static void makeBulk(Bulk* b, const paint_Item* item) {
  const float* s = item->size;
  float at[3] = {0};
  for (int k = 0; k < 3; k++) b->half[k] = s[k];
  if (item->kind == DRAW_CAPSULE) b->half[2] += 0.5f * (s[0] + s[1]);
  if (item->kind == DRAW_MESH) {
    for (int k = 0; k < 3; k++) {
      b->half[k] = s[k] * item->mesh->half[k];
      at[k] = s[k] * item->mesh->middle[k];
    }
  }
  for (int k = 0; k < 3; k++) {
    const float* m = item->mat + 3 * k;
    b->middle[k] = item->pos[k] + m[0] * at[0] + m[1] * at[1] + m[2] * at[2];
  }
  b->radius = sqrtf(b->half[0] * b->half[0] + b->half[1] * b->half[1] + b->half[2] * b->half[2]);
}

// how far the box extends from its middle along a direction
static float reachOf(const Bulk* b, const paint_Item* item, const float way[3]) {
  float sum = 0;
  for (int k = 0; k < 3; k++) {
    const float* m = item->mat + k;
    sum += b->half[k] * fabsf(m[0] * way[0] + m[3] * way[1] + m[6] * way[2]);
  }
  return sum;
}

// Pixels of the map per pixel of the image at a point, or if something extends from there along the
// views by so much, at its nearest to the eye and its farthest from the light; infinite if it is
// not seen.
static float finenessAt(const paint_View* light, const paint_View* eye, const float p[3],
                        float radius, float toEye, float fromLight) {
  float a[3], b[3];
  see(a, eye, p);
  see(b, light, p);
  if (!isSeen(eye, a, radius) || !isSeen(light, b, radius)) return INFINITY;
  const float pixel = fminf(eye->du, eye->dv) * (eye->ortho ? 1 : fmaxf(a[2] - toEye, eye->near));
  const float own = light->du * (light->ortho ? 1 : fminf(b[2] + fromLight, light->far));
  return pixel / fmaxf(own, 1e-20f);
}

static float finenessOfItem(const paint_View* light, const paint_View* eye,
                            const paint_Item* item) {
  Bulk b;
  makeBulk(&b, item);
  return finenessAt(light, eye, b.middle, b.radius, reachOf(&b, item, eye->forward),
                    reachOf(&b, item, light->forward));
}

// the same for a plane, at intersections with rays of the eye
static float finenessOfPlane(const paint_View* light, const paint_View* eye,
                             const paint_Item* item) {
  const float* m = item->mat;
  float height = 0, least = INFINITY;
  for (int k = 0; k < 3; k++) height += m[3 * k + 2] * (eye->eye[k] - item->pos[k]);
  for (int i = 0; i < LOOKS * LOOKS; i++) {
    const float u = eye->u0 + eye->du * (float)(eye->width * (i % LOOKS)) / (LOOKS - 1);
    const float v = eye->v0 + eye->dv * (float)(eye->height * (i / LOOKS)) / (LOOKS - 1);
    float way[3], from[3], speed = 0, level = height, x = 0, y = 0, p[3];
    for (int k = 0; k < 3; k++) {
      const float across = u * eye->right[k] + v * eye->up[k];
      from[k] = eye->eye[k] + (eye->ortho ? across : 0);
      way[k] = eye->forward[k] + (eye->ortho ? 0 : across);
      speed += m[3 * k + 2] * way[k];
      if (eye->ortho) level += m[3 * k + 2] * across;
    }
    const float d = -level / speed;
    if (!(d > eye->near && d < eye->far)) continue;
    for (int k = 0; k < 3; k++) {
      p[k] = from[k] + d * way[k];
      x += m[3 * k] * (p[k] - item->pos[k]);
      y += m[3 * k + 1] * (p[k] - item->pos[k]);
    }
    if (fabsf(x) <= item->size[0] && fabsf(y) <= item->size[1])
      least = fminf(least, finenessAt(light, eye, p, 0, 0, 0));
  }
  return least;
}

// the view of the map: half as many pixels each way, as they have four samples
static void mapView(paint_View* map, const paint_View* light, const paint_View* eye,
                    const paint_Items* items) {
  float least = INFINITY;
  for (int i = 0; i < items->n; i++) {
    const paint_Item* item = &items->item[i];
    if (item->clear || !item->lit) continue;
    least = fminf(least, isPlane(item) ? finenessOfPlane(light, eye, item)
                                       : finenessOfItem(light, eye, item));
  }
  const float wanted = SHARPNESS * (float)light->width / fmaxf(least, 1e-6f);
  const int size = wanted < (float)light->width ? (int)wanted + 1 : light->width;
  const int pixels = (size + MAP_TILE - 1) / MAP_TILE * TILE;
  *map = *light;
  map->du = light->du * (float)light->width / (float)pixels;
  map->dv = light->dv * (float)light->height / (float)pixels;
  map->width = map->height = pixels;
}

// ---- construction and destruction

static bool findPlanes(paint_Shadow* s, const paint_Items* items) {
  s->nplane = 0;
  for (int i = 0; i < items->n; i++) {
    if (!items->item[i].casts || !isPlane(&items->item[i])) continue;
    if (!array_fit((void**)&s->plane, &s->mostPlane, s->nplane + 1, sizeof *s->plane)) return false;
    s->plane[s->nplane++] = i;
  }
  return true;
}

static bool fitTiles(paint_Shadow* s, int n) {
  if (n <= s->mostTile) return true;
  mem_free(s->map);
  mem_free(s->state);
  s->map = mem_alloc((size_t)n * MOST_SAMPLES * TILE_AREA * sizeof *s->map);
  s->state = mem_alloc((size_t)n);
  s->mostTile = s->map && s->state ? n : 0;
  return s->mostTile > 0;
}

bool shadow_make(paint_Shadow* s, const shadow_Kernels* kernels, const paint_View* light,
                 const paint_View* eye, const paint_Items* items) {
  static const bins_Order rules = {.takes = castsByRule, .boxes = true};
  static const bins_Order others = {.takes = castsByMap, .pattern = PATTERN_GRID, .first = true};
  paint_View view = *light;
  s->view = *light;
  s->kernels = kernels->raster;
  view.width = view.height = CELLS * TILE;
  view.du = light->du * (float)light->width / (float)view.width;
  view.dv = light->dv * (float)light->height / (float)view.height;
  if (!findPlanes(s, items) || !bins_make(&s->cells, kernels->bins, &rules, &view, items))
    return false;
  bool any = false;
  for (int i = 0; i < items->n; i++) any = any || castsByMap(&items->item[i]);
  s->meshes.ntriangle = 0;
  if (!any) return true;
  mapView(&view, light, eye, items);
  if (!lod_items(&s->casters, items, &view, 0.5f * SHADOW_SLACK) ||
      !bins_make(&s->meshes, kernels->bins, &others, &view, &s->casters)) {
    return false;
  }
  const int n = bins_tiles(&s->meshes);
  if (!fitTiles(s, n)) return false;
  memset(s->state, STATE_EMPTY, (size_t)n);
  return true;
}

void shadow_free(paint_Shadow* s) {
  bins_free(&s->cells);
  bins_free(&s->meshes);
  mem_free(s->casters.item);
  mem_free(s->plane);
  mem_free(s->map);
  mem_free(s->state);
  memset(s, 0, sizeof *s);
}

// ---- tiles

static float* mapTile(const paint_Shadow* s, int tile) {
  return s->map + (size_t)tile * MOST_SAMPLES * TILE_AREA;
}

static void drawTile(paint_Shadow* s, int tile) {
  const double start = s->spent ? clock_cpuSeconds() : 0;
  float* map = mapTile(s, tile);
  const float far = view_reversedDepth(&s->view, s->view.far);
  for (int i = 0; i < MOST_SAMPLES * TILE_AREA; i++) map[i] = far;
  raster_tile(s->kernels, &s->meshes, tile, &(paint_Tile){.close = map});
  if (s->spent) *s->spent += clock_cpuSeconds() - start;
}

const float* shadow_tile(paint_Shadow* s, int tile) {
  char* state = &s->state[tile];
  char expected = STATE_EMPTY;
  if (__atomic_load_n(state, __ATOMIC_ACQUIRE) != STATE_DRAWN) {
    if (__atomic_compare_exchange_n(state, &expected, STATE_BUSY, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
      drawTile(s, tile);
      __atomic_store_n(state, STATE_DRAWN, __ATOMIC_RELEASE);
    } else {
      while (__atomic_load_n(state, __ATOMIC_ACQUIRE) != STATE_DRAWN) sched_yield();
    }
  }
  return mapTile(s, tile);
}
