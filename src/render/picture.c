// Renders an image tile by tile, on a thread pool: visibility, shading, reflections, sky and fog,
// then transparent items.
#include "render/picture.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/clock.h"
#include "base/mem.h"
#include "render/dynamic_array.h"
#include "render/lod.h"
#include "render/tile_bins.h"

// depth and visibility buffer of a tile
typedef struct {
  float close[MOST_SAMPLES * TILE_AREA];
  int32_t primitive[MOST_SAMPLES * TILE_AREA];
} Samples;

struct picture_Worker_ {
  Samples solid, image, through;  // opaque surfaces, mirror image, transparent items
  parts_Parts found, sorted, other, otherSorted;
  parts_Colors colors, mirror;
  int* count;  // (items) number of parts of each
  int mostCount;
};

// a tile that is being rendered
typedef struct {
  picture_Picture* p;
  const picture_Plan* plan;
  const picture_Target* target;
  picture_Worker* w;
  int tile;
  parts_Area area;
} Run;

// adds the time since the last call to a lap of the profile
static void lap(const picture_Picture* p, picture_Lap which) {
  if (!p->laps) return;
  const double now = clock_cpuSeconds();
  p->laps->spent[which] += now - p->laps->since;
  p->laps->since = now;
}

// ---- memory

void picture_useLanes(picture_Picture* p, int lanes) {
  p->raster = raster_kernels(lanes);
  p->shade = shade_kernels(lanes);
  p->bins = bins_kernels(lanes);
  p->parts = parts_kernels(lanes);
}

picture_Picture* picture_make(int nthread) {
  picture_Picture* p = mem_calloc(1, sizeof *p);
  if (!p) return NULL;
  picture_useLanes(p, 8);
  const int want = nthread ? nthread : pool_processors();
  p->pool = want > 1 ? pool_make(want) : NULL;
  p->nworker = pool_size(p->pool);
  p->worker = mem_calloc((size_t)p->nworker, sizeof *p->worker);
  if (p->worker) return p;
  picture_free(p);
  return NULL;
}

void picture_free(picture_Picture* p) {
  if (!p) return;
  pool_free(p->pool);
  for (int i = 0; i < p->nworker && p->worker; i++) mem_free(p->worker[i].count);
  mem_free(p->worker);
  bins_free(&p->solid);
  bins_free(&p->clear);
  bins_free(&p->mirror);
  bins_free(&p->mirrorClear);
  mem_free(p->image.item);
  for (int i = 0; i < MOST_LIGHTS; i++) shadow_free(&p->shadow[i]);
  mem_free(p);
}

static bool fitCounts(picture_Picture* p, int n) {
  for (int i = 0; i < p->nworker; i++) {
    picture_Worker* w = &p->worker[i];
    if (n <= w->mostCount) continue;
    mem_free(w->count);
    w->count = mem_calloc((size_t)n, sizeof *w->count);
    w->mostCount = w->count ? n : 0;
    if (!w->count) return false;
  }
  return true;
}

// ---- samples

static paint_Tile tileOf(Samples* s) { return (paint_Tile){s->close, s->primitive}; }

static void clearSamples(const Run* run, Samples* s, float close) {
  run->p->parts->clear(s->close, s->primitive, run->plan->nsample * TILE_AREA, close);
}

// ---- parts

static void findParts(const Run* run, const paint_Bins* bins, Samples* s, parts_Parts* parts) {
  const paint_Tile tile = tileOf(s);
  run->p->parts->find(bins, &run->area, &tile, parts);
}

static bool areOfOneItem(const parts_Parts* parts) {
  int32_t apart = 0;
  for (int i = 1; i < parts->n; i++) apart |= parts->item[i] ^ parts->item[0];
  return !apart;
}

// sorts by item, in the order of first occurrence (counting sort); count is zero before and after
static void sortInto(const parts_Parts* in, parts_Parts* out, int* count) {
  int at = 0;
  for (int i = 0; i < in->n; i++) count[in->item[i]]++;
  // counts become positions; items that have one are below zero
  for (int i = 0; i < in->n; i++) {
    int* c = &count[in->item[i]];
    if (*c > 0) {
      const int n = *c;
      *c = -1 - at;
      at += n;
    }
    const int to = -1 - *c;
    --*c;
    out->pixel[to] = in->pixel[i];
    out->primitive[to] = in->primitive[i];
    out->item[to] = in->item[i];
    out->close[to] = in->close[i];
    out->dx[to] = in->dx[i];
    out->dy[to] = in->dy[i];
    out->weight[to] = in->weight[i];
  }
  for (int i = 0; i < in->n; i++) count[in->item[i]] = 0;
  out->n = in->n;
}

// the parts sorted by item: `found` if all are of one item, else `spare`
static parts_Parts* sortParts(parts_Parts* found, parts_Parts* spare, int* count) {
  if (areOfOneItem(found)) return found;
  sortInto(found, spare, count);
  return spare;
}

static float least(float a, float b) { return a < b ? a : b; }
static float most(float a, float b) { return a > b ? a : b; }

// ---- colors

static paint_Brush paintOf(const Run* run, const paint_Bins* bins, float dim) {
  const picture_Plan* plan = run->plan;
  paint_Brush paint = {.bins = bins,
                       .nlight = plan->nlight,
                       .light = plan->light,
                       .fog = plan->fog,
                       .fogStart = plan->fogStart,
                       .fogEnd = plan->fogEnd,
                       .dim = dim};
  memcpy(paint.fogRgb, plan->fogRgb, sizeof paint.fogRgb);
  return paint;
}

// shades all parts
static void shadeParts(const Run* run, const paint_Brush* paint, parts_Parts* parts) {
  for (int i = 0, end; i < parts->n; i = end) {
    const int item = parts->item[i];
    for (end = i + 1; end < parts->n && parts->item[end] == item;) end++;
    run->p->shade->shade(paint, &paint->bins->items->item[item], parts, i, end - i, run->area.x,
                         run->area.y);
  }
}

// lights without shadows: they reach everything
static void withoutShadows(paint_Light* to, const paint_Light* from, int n) {
  for (int i = 0; i < n; i++) {
    to[i] = from[i];
    to[i].shadow = NULL;
  }
}

// ---- transparent items

static void blend(const parts_Parts* parts, parts_Colors* colors, bool additive) {
  for (int i = 0; i < parts->n; i++) {
    const float a = parts->rgba[3][i] * parts->weight[i];
    for (int k = 0; k < 3; k++) {
      float* to = &colors->rgb[k][parts->pixel[i]];
      const float c = parts->rgba[k][i];
      *to = additive ? least(1, *to + a * c) : *to + a * (c - *to);
    }
  }
}

// rasterizes and shades one transparent item of the tile, in front of what is opaque
static void shadeClear(const Run* run, const paint_Brush* paint, const Samples* solid, int first,
                       int end) {
  picture_Worker* w = run->w;
  const size_t n = (size_t)run->plan->nsample * TILE_AREA;
  memcpy(w->through.close, solid->close, n * sizeof *w->through.close);
  memset(w->through.primitive, 0xff, n * sizeof *w->through.primitive);
  const paint_Tile tile = tileOf(&w->through);
  run->p->raster->draw(paint->bins, run->tile, first, end, &tile);
  findParts(run, paint->bins, &w->through, &w->other);
  shadeParts(run, paint, &w->other);
}

// index of the item of an entry
static int itemAt(const paint_Bins* s, int entry) { return bins_item(s, s->entry[entry]); }

// order: nearest first, then once more from the farthest
static void addClear(const Run* run, const paint_Bins* s, const Samples* solid, float dim,
                     parts_Colors* colors) {
  const int begin = s->first[run->tile], stop = s->first[run->tile + 1];
  paint_Light light[MOST_LIGHTS];
  paint_Brush paint = paintOf(run, s, dim);
  withoutShadows(light, run->plan->light, run->plan->nlight);
  paint.light = light;
  for (int i = begin, end; i < stop; i = end) {
    for (end = i + 1; end < stop && itemAt(s, end) == itemAt(s, i);) end++;
    shadeClear(run, &paint, solid, i, end);
    blend(&run->w->other, colors, run->plan->additive);
  }
  if (run->plan->additive) return;
  for (int end = stop, i; end > begin; end = i) {
    for (i = end - 1; i > begin && itemAt(s, i - 1) == itemAt(s, end - 1);) i--;
    shadeClear(run, &paint, solid, i, end);
    blend(&run->w->other, colors, false);
  }
}

// ---- mirror

static bool isEmpty(const paint_Bins* s, int tile) { return s->first[tile] == s->first[tile + 1]; }

// opens the depth buffer of the mirror image where the mirror is seen, and closes it elsewhere;
// false: no sample sees the mirror
static bool openMirror(const Run* run, const parts_Parts* parts) {
  picture_Worker* w = run->w;
  const int n = run->plan->nsample;
  const float far = view_reversedDepth(&run->plan->view, run->plan->view.far);
  bool any = false;
  if (isEmpty(&run->p->mirror, run->tile) && isEmpty(&run->p->mirrorClear, run->tile)) return false;
  for (int i = 0; i < parts->n; i++) {
    if (parts->item[i] != run->plan->mirror) continue;
    if (!any) clearSamples(run, &w->image, FLT_MAX);
    for (int k = 0; k < n; k++) w->image.close[n * parts->pixel[i] + k] = far;
    any = true;
  }
  return any;
}

// adds the mirror image to the mirror's own colors
static void reflect(const Run* run, parts_Parts* parts) {
  picture_Worker* w = run->w;
  const paint_Bins* bins = &run->p->mirror;
  const float share = run->plan->items->item[run->plan->mirror].reflectance;
  paint_Light light[MOST_LIGHTS];
  if (!openMirror(run, parts)) return;
  const paint_Tile tile = tileOf(&w->image);
  raster_tile(run->p->raster, bins, run->tile, &tile);
  findParts(run, bins, &w->image, &w->other);
  parts_Parts* image = sortParts(&w->other, &w->otherSorted, w->count);
  paint_Brush paint = paintOf(run, bins, share);
  withoutShadows(light, run->plan->light, run->plan->nlight);
  paint.light = light;
  shadeParts(run, &paint, image);
  memset(&w->mirror, 0, sizeof w->mirror);
  run->p->parts->add(image, &w->mirror);
  addClear(run, &run->p->mirrorClear, &w->image, share, &w->mirror);
  for (int i = 0; i < parts->n; i++) {
    if (parts->item[i] != run->plan->mirror) continue;
    for (int k = 0; k < 3; k++) {
      float* c = &parts->rgba[k][i];
      *c = least(1, *c + w->mirror.rgb[k][parts->pixel[i]]);
    }
  }
}

// ---- sky and haze

// the walls of the skybox hide what is behind them
static void hideBehindSky(const Run* run) {
  Samples* s = &run->w->solid;
  const int n = run->plan->nsample;
  float rgb[3][TILE], wall[TILE];
  const float far = view_reversedDepth(&run->plan->view, 0.5f * run->plan->skyRadius);
  for (int y = 0; y < run->area.height; y++) {
    const int first = n * y * TILE, count = n * run->area.width;
    if (!run->p->parts->seesFar(s->close + first, s->primitive + first, count, far)) continue;
    run->p->shade->sky(&run->plan->view, run->plan->sky, run->plan->skyRadius, run->area.x,
                       run->area.y + y, run->area.width, rgb, wall);
    for (int x = 0; x < run->area.width; x++) {
      for (int i = first + n * x; i < first + n * x + n; i++) {
        if (s->close[i] < wall[x]) s->primitive[i] = PRIMITIVE_NONE;
      }
    }
  }
}

// blends a color at a reversed depth with fog
static void addFog(const picture_Plan* plan, float close, float rgb[3]) {
  const float d = view_distance(&plan->view, close), span = plan->fogEnd - plan->fogStart;
  const float f = most(0, least(1, (plan->fogEnd - d) / most(span, 1e-10f)));
  for (int k = 0; k < 3; k++) rgb[k] = plan->fogRgb[k] + f * (rgb[k] - plan->fogRgb[k]);
}

static void addSky(const Run* run) {
  picture_Worker* w = run->w;
  const int n = run->plan->nsample;
  float rgb[3][TILE], close[TILE];
  for (int y = 0; y < run->area.height; y++) {
    const float* weight = w->colors.weight + y * TILE;
    if (!run->p->parts->hasBelow(weight, run->area.width, 1)) continue;
    run->p->shade->sky(&run->plan->view, run->plan->sky, run->plan->skyRadius, run->area.x,
                       run->area.y + y, run->area.width, rgb, close);
    for (int x = 0; x < run->area.width; x++) {
      const int pixel = y * TILE + x;
      const float rest = 1 - weight[x];
      if (rest <= 0) continue;
      float c[3] = {rgb[0][x], rgb[1][x], rgb[2][x]};
      if (run->plan->fog) addFog(run->plan, close[x], c);
      for (int k = 0; k < 3; k++) w->colors.rgb[k][pixel] += rest * c[k];
      if (w->solid.primitive[n * pixel] == PRIMITIVE_NONE) w->solid.close[n * pixel] = close[x];
    }
  }
}

// rows are skipped if all their surfaces are nearer than any haze
static void addHaze(const Run* run) {
  const paint_Haze* h = &run->plan->haze;
  const paint_View* v = &run->plan->view;
  picture_Worker* w = run->w;
  const int n = run->plan->nsample;
  const float nearest =
      view_reversedDepth(v, 0.5f * h->radius * (1 - least(h->slope, 1)) + v->near);
  const float limit = nearest + 1e-6f * fabsf(nearest);
  for (int y = 0; y < run->area.height; y++) {
    const float* close = w->solid.close + n * y * TILE;
    if (run->p->parts->hasBelow(w->colors.weight + y * TILE, run->area.width, 0.5f) ||
        run->p->parts->hasBelow(close, n * run->area.width, limit)) {
      run->p->parts->haze(v, h, &run->area, y, close, n, &w->colors);
    }
  }
}

// ---- output

static void writeTile(const Run* run) {
  const paint_View* v = &run->plan->view;
  const float scale = v->ortho ? 1 / (v->far - v->near) : v->near * v->far / (v->far - v->near);
  const float shift = v->ortho ? 0 : v->near / (v->far - v->near);
  const int n = run->plan->nsample;
  for (int y = 0; y < run->area.height; y++) {
    const size_t row =
        (size_t)(run->area.y + y) * (size_t)run->target->stride + (size_t)run->area.x;
    run->p->parts->write(&run->w->colors, y * TILE, run->area.width, run->target->rgb + 3 * row,
                         run->w->solid.close + n * y * TILE, n, scale, shift,
                         run->target->depth + row);
  }
}

// segmentation: colors of ids, without shading
static void paintNumbers(const Run* run) {
  picture_Worker* w = run->w;
  const int n = run->plan->nsample;
  for (int y = 0; y < run->area.height; y++) {
    for (int x = 0; x < run->area.width; x++) {
      const int pixel = y * TILE + x;
      const int32_t primitive = w->solid.primitive[n * pixel];
      const float* c = primitive == PRIMITIVE_NONE
                           ? (const float[3]){0, 0, 0}
                           : run->plan->items->item[bins_item(&run->p->solid, primitive)].rgba;
      for (int k = 0; k < 3; k++) w->colors.rgb[k][pixel] = c[k];
    }
  }
}

static void paintTile(const Run* run) {
  picture_Worker* w = run->w;
  memset(&w->colors, 0, sizeof w->colors);
  if (run->plan->sky) hideBehindSky(run);
  findParts(run, &run->p->solid, &w->solid, &w->found);
  parts_Parts* parts = sortParts(&w->found, &w->sorted, w->count);
  lap(run->p, LAP_PARTS);
  const paint_Brush paint = paintOf(run, &run->p->solid, 1);
  shadeParts(run, &paint, parts);
  lap(run->p, LAP_SHADE);
  if (run->plan->mirror >= 0) reflect(run, parts);
  lap(run->p, LAP_MIRROR);
  run->p->parts->add(parts, &w->colors);
  lap(run->p, LAP_SHADE);
  if (run->plan->sky) addSky(run);
  if (run->plan->haze.on) addHaze(run);
  lap(run->p, LAP_SKY);
  addClear(run, &run->p->clear, &w->solid, 1, &w->colors);
  lap(run->p, LAP_THROUGH);
}

typedef struct {
  picture_Picture* p;
  const picture_Plan* plan;
  const picture_Target* target;
} Job;

static void drawTile(void* context, int tile, int worker) {
  const Job* job = context;
  const paint_Bins* s = &job->p->solid;
  Run run = {.p = job->p,
             .plan = job->plan,
             .target = job->target,
             .w = &job->p->worker[worker],
             .tile = tile};
  run.area.x = tile % s->ncolumn * TILE;
  run.area.y = tile / s->ncolumn * TILE;
  run.area.width = s->view.width - run.area.x < TILE ? s->view.width - run.area.x : TILE;
  run.area.height = s->view.height - run.area.y < TILE ? s->view.height - run.area.y : TILE;
  clearSamples(&run, &run.w->solid, view_reversedDepth(&s->view, s->view.far));
  lap(job->p, LAP_CLEAR);
  paint_Tile out = tileOf(&run.w->solid);
  raster_tile(job->p->raster, s, tile, &out);
  lap(job->p, LAP_RASTER);
  if (job->plan->segment) {
    paintNumbers(&run);
  } else {
    paintTile(&run);
  }
  writeTile(&run);
  lap(job->p, LAP_WRITE);
}

// ---- tile bins

static bool isSolid(const paint_Item* item) { return !item->clear; }
static bool isClear(const paint_Item* item) { return item->clear; }
static bool isReflected(const paint_Item* item) { return !item->clear && !item->mirror; }

static int patternOf(const picture_Plan* plan) {
  return plan->nsample > 1 ? PATTERN_FOUR : PATTERN_ONE;
}

static void mirrorVector(float v[3], const float n[3]) {
  const float along = 2 * (v[0] * n[0] + v[1] * n[1] + v[2] * n[2]);
  for (int k = 0; k < 3; k++) v[k] -= along * n[k];
}

// largest geometric error of a mirror image, in pixels
static const float IMAGE_SLACK = 0.7f;

// the camera reflected by the mirror; what is behind the plane of the mirror is clipped
static bool makeMirror(picture_Picture* p, const picture_Plan* plan) {
  const float *n = plan->mirrorNormal, *at = plan->mirrorPoint;
  paint_View v = plan->view;
  for (int k = 0; k < 3; k++) v.eye[k] -= at[k];
  mirrorVector(v.eye, n);
  for (int k = 0; k < 3; k++) v.eye[k] += at[k];
  mirrorVector(v.right, n);
  mirrorVector(v.up, n);
  mirrorVector(v.forward, n);
  v.mirrored = true;
  const bins_Order solid = {isReflected, patternOf(plan), plan->cull, false, false};
  const bins_Order clear = {isClear, patternOf(plan), plan->cull, false, false};
  if (!lod_items(&p->image, plan->items, &v, IMAGE_SLACK) ||
      !bins_make(&p->mirror, p->bins, &solid, &v, &p->image) ||
      !bins_make(&p->mirrorClear, p->bins, &clear, &v, plan->clear)) {
    return false;
  }
  // reversed depth of the plane: n.(eye - at) + d n.(forward + u right + v up) = 0, 1/d is linear
  // in u and v
  float height = 0, a = 0, b = 0, c = 0;
  for (int k = 0; k < 3; k++) {
    height += n[k] * (v.eye[k] - at[k]);
    c += n[k] * v.forward[k];
    a += n[k] * v.right[k];
    b += n[k] * v.up[k];
  }
  float* limit = p->mirror.limit;
  p->mirror.limited = true;
  if (v.ortho) {  // d = -(height + u a + v b)/c
    const float inv = fabsf(c) > 1e-6f ? 1 / c : 0;
    limit[0] = v.far + (height + v.u0 * a + v.v0 * b) * inv;
    limit[1] = v.du * a * inv;
    limit[2] = v.dv * b * inv;
  } else {
    const float inv = -1 / least(height, -1e-6f);
    limit[0] = (c + v.u0 * a + v.v0 * b) * inv;
    limit[1] = v.du * a * inv;
    limit[2] = v.dv * b * inv;
  }
  p->mirrorClear.limited = true;
  memcpy(p->mirrorClear.limit, limit, sizeof p->mirrorClear.limit);
  return true;
}

bool picture_draw(picture_Picture* p, const picture_Plan* given, const picture_Target* target) {
  picture_Plan plan = *given;
  if (p->laps) p->laps->since = clock_cpuSeconds();
  const int most = plan.items->n > plan.clear->n ? plan.items->n : plan.clear->n;
  const bins_Order solid = {isSolid, patternOf(&plan), plan.cull, false, false};
  const bins_Order clear = {isClear, patternOf(&plan), plan.cull, false, false};
  if (!fitCounts(p, most + 1) || !bins_make(&p->solid, p->bins, &solid, &plan.view, plan.items) ||
      !bins_make(&p->clear, p->bins, &clear, &plan.view, plan.clear)) {
    return false;
  }
  if (plan.mirror >= 0 && !makeMirror(p, &plan)) return false;
  const shadow_Kernels kernels = {p->raster, p->bins};
  for (int i = 0; i < plan.nlight; i++) {
    plan.light[i].shadow = plan.casts[i] ? &p->shadow[i] : NULL;
    p->shadow[i].spent = p->laps ? &p->laps->shadow : NULL;
    if (plan.casts[i] &&
        !shadow_make(&p->shadow[i], &kernels, &plan.lightView[i], &plan.view, plan.items)) {
      return false;
    }
  }
  lap(p, LAP_SHEETS);
  Job job = {p, &plan, target};
  pool_run(p->pool, drawTile, &job, bins_tiles(&p->solid));
  return true;
}
