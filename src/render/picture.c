// Pictures by tiles: what is seen, its colours, reflections, sky and haze, things that are seen
// through.
#include "render/picture.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/clock.h"
#include "base/mem.h"
#include "render/sheet.h"

enum {
  MOST_PARTS = MOST_SAMPLES * TILE_AREA + 8,  // room for eight is left at the end
  FINE_FACES = 64,  // of meshes with so many faces those in one pixel are one part
};

// samples of a tile and their memory
typedef struct {
  float close[MOST_SAMPLES * TILE_AREA];
  int32_t seen[MOST_SAMPLES * TILE_AREA];
} Samples;

// parts of pixels and their memory
typedef struct {
  int n;
  int32_t pixel[MOST_PARTS], seen[MOST_PARTS], item[MOST_PARTS];
  float close[MOST_PARTS], dx[MOST_PARTS], dy[MOST_PARTS], weight[MOST_PARTS];
  float rgba[4][MOST_PARTS];
} Parts;

struct picture_Worker_ {
  Samples solid, other;
  Parts found, sorted, image, imageSorted;  // image: in the mirror
  float rgb[3 * TILE_AREA];                 // the tile
  float mirror[3 * TILE_AREA];              // and what is seen in the mirror
  float weight[TILE_AREA];                  // share of a pixel that something covers
  int* count;                               // (items) parts of each
  int mostCount;
};

// a tile in the making
typedef struct {
  picture_Picture* p;
  const picture_Plan* plan;
  const picture_Target* target;
  picture_Worker* w;
  int tile, x, y;     // first pixel
  int width, height;  // pixels of the picture in it
} Run;

// time since the last call goes to a lap
static void lap(const picture_Picture* p, picture_Lap which) {
  if (!p->laps) return;
  const double now = clock_cpuSeconds();
  p->laps->spent[which] += now - p->laps->since;
  p->laps->since = now;
}

// ---- memory

picture_Picture* picture_make(int nthread) {
  picture_Picture* p = mem_calloc(1, sizeof *p);
  if (!p) return NULL;
  p->raster = raster_kernels();
  p->shade = shade_kernels();
  p->sheet = sheet_kernels();
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
  sheet_free(&p->solid);
  sheet_free(&p->clear);
  sheet_free(&p->mirror);
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

static paint_Tile tileOf(Samples* s) { return (paint_Tile){s->close, s->seen}; }

static void clearSamples(Samples* s, int nsample, float close) {
  const int n = nsample * TILE_AREA;
  for (int i = 0; i < n; i++) s->close[i] = close;
  memset(s->seen, 0xff, (size_t)n * sizeof *s->seen);  // SEEN_NOTHING
}

// ---- parts

static bool isFine(const paint_Item* item) {
  return item->kind == DRAW_MESH && item->mesh->nface > FINE_FACES;
}

static void addPart(Parts* parts, int pixel, int32_t seen, int item, float close, float dx,
                    float dy, float weight) {
  const int n = parts->n++;
  parts->pixel[n] = pixel;
  parts->seen[n] = seen;
  parts->item[n] = item;
  parts->close[n] = close;
  parts->dx[n] = dx;
  parts->dy[n] = dy;
  parts->weight[n] = weight;
}

// the samples of a pixel that see the same thing
static void splitPixel(Parts* parts, const paint_Sheet* sheet, const Samples* s, int pixel) {
  const raster_Pattern* pattern = &raster_patterns[PATTERN_FOUR];
  const int32_t* all = s->seen + MOST_SAMPLES * pixel;
  int left = (1 << MOST_SAMPLES) - 1;
  for (int k = 0; k < MOST_SAMPLES; k++) {
    const int32_t seen = all[k];
    if (!(left >> k & 1) || seen == SEEN_NOTHING) continue;
    const int item = sheet_item(sheet, seen);
    const bool fine = isFine(&sheet->items->item[item]);
    float close = 0;
    int n = 0, dx = 0, dy = 0;
    for (int i = k; i < MOST_SAMPLES; i++) {
      const int32_t other = all[i];
      if (other != seen && !(fine && other != SEEN_NOTHING && sheet_item(sheet, other) == item))
        continue;
      left &= ~(1 << i);
      close += s->close[MOST_SAMPLES * pixel + i];
      dx += pattern->x[i];
      dy += pattern->y[i];
      n++;
    }
    const float share = 1.0f / (float)n;
    addPart(parts, pixel, seen, item, close * share, (float)dx * share * (1.0f / SUBPIXEL),
            (float)dy * share * (1.0f / SUBPIXEL), (float)n / MOST_SAMPLES);
  }
}

static void findParts(const Run* run, const paint_Sheet* sheet, const Samples* s, Parts* parts) {
  const int n = run->plan->nsample;
  parts->n = 0;
  for (int y = 0; y < run->height; y++) {
    for (int x = 0; x < run->width; x++) {
      const int pixel = y * TILE + x;
      const int32_t *all = s->seen + n * pixel, seen = all[0];
      if (n > 1 && (all[1] != seen || all[2] != seen || all[3] != seen)) {
        splitPixel(parts, sheet, s, pixel);
      } else if (seen != SEEN_NOTHING) {
        const float* c = s->close + n * pixel;
        const float close = n > 1 ? 0.25f * (c[0] + c[1] + c[2] + c[3]) : c[0];
        addPart(parts, pixel, seen, sheet_item(sheet, seen), close, 0, 0, 1);
      }
    }
  }
}

static bool areOfOneItem(const Parts* parts) {
  for (int i = 1; i < parts->n; i++) {
    if (parts->item[i] != parts->item[0]) return false;
  }
  return true;
}

// by items, in the order in which they are found; count is left zero
static void sortInto(const Parts* in, Parts* out, int* count) {
  int at = 0;
  for (int i = 0; i < in->n; i++) count[in->item[i]]++;
  // from counts to places, those that have one are below zero
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
    out->seen[to] = in->seen[i];
    out->item[to] = in->item[i];
    out->close[to] = in->close[i];
    out->dx[to] = in->dx[i];
    out->dy[to] = in->dy[i];
    out->weight[to] = in->weight[i];
  }
  for (int i = 0; i < in->n; i++) count[in->item[i]] = 0;
  out->n = in->n;
}

// what was found, by items: where it was found if that is so already, else in `spare`
static Parts* sortParts(Parts* found, Parts* spare, int* count) {
  if (areOfOneItem(found)) return found;
  sortInto(found, spare, count);
  return spare;
}

static float least(float a, float b) { return a < b ? a : b; }
static float most(float a, float b) { return a > b ? a : b; }

// ---- colours

static paint_Brush paintOf(const Run* run, const paint_Sheet* sheet) {
  const picture_Plan* plan = run->plan;
  paint_Brush paint = {.sheet = sheet,
                       .nlight = plan->nlight,
                       .light = plan->light,
                       .fog = plan->fog,
                       .fogStart = plan->fogStart,
                       .fogEnd = plan->fogEnd,
                       .highlights = true};
  memcpy(paint.fogRgb, plan->fogRgb, sizeof paint.fogRgb);
  return paint;
}

// colours of all parts
static void shadeParts(const Run* run, const paint_Brush* paint, Parts* parts) {
  const paint_Parts view = {
      parts->n,      parts->pixel,
      parts->seen,   parts->close,
      parts->dx,     parts->dy,
      parts->weight, {parts->rgba[0], parts->rgba[1], parts->rgba[2], parts->rgba[3]}};
  for (int i = 0, end; i < parts->n; i = end) {
    const int item = parts->item[i];
    for (end = i + 1; end < parts->n && parts->item[end] == item;) end++;
    run->p->shade->shade(paint, &paint->sheet->items->item[item], &view, i, end - i, run->x,
                         run->y);
  }
}

static void addColors(const Parts* parts, float* rgb, float* weight) {
  for (int i = 0; i < parts->n; i++) {
    const int pixel = parts->pixel[i];
    const float w = parts->weight[i];
    for (int k = 0; k < 3; k++) rgb[3 * pixel + k] += w * parts->rgba[k][i];
    if (weight) weight[pixel] += w;
  }
}

// ---- mirror

// lights that cast shadows give all of theirs
static void withoutShadows(paint_Light* to, const paint_Light* from, int n) {
  for (int i = 0; i < n; i++) {
    to[i] = from[i];
    to[i].shadow = NULL;
  }
}

// adds what the mirror shows to its own colours
static void reflect(const Run* run, Parts* parts) {
  picture_Worker* w = run->w;
  const int mirror = run->plan->mirror, nsample = run->plan->nsample;
  paint_Light light[MOST_LIGHTS];
  bool any = false;
  clearSamples(&w->other, nsample, FLT_MAX);
  const float far = view_close(&run->plan->view, run->plan->view.far);
  for (int i = 0; i < parts->n; i++) {
    if (parts->item[i] != mirror) continue;
    for (int k = 0; k < nsample; k++) w->other.close[nsample * parts->pixel[i] + k] = far;
    any = true;
  }
  if (!any) return;
  paint_Tile tile = tileOf(&w->other);
  raster_tile(run->p->raster, &run->p->mirror, run->tile, &tile);
  findParts(run, &run->p->mirror, &w->other, &w->image);
  Parts* image = sortParts(&w->image, &w->imageSorted, w->count);
  paint_Brush paint = paintOf(run, &run->p->mirror);
  withoutShadows(light, run->plan->light, run->plan->nlight);
  paint.light = light;
  paint.highlights = false;
  shadeParts(run, &paint, image);
  memset(w->mirror, 0, sizeof w->mirror);
  addColors(image, w->mirror, NULL);
  const float share = run->plan->items->item[mirror].reflectance;
  for (int i = 0; i < parts->n; i++) {
    if (parts->item[i] != mirror) continue;
    for (int k = 0; k < 3; k++) {
      float* c = &parts->rgba[k][i];
      *c = least(1, *c + share * w->mirror[3 * parts->pixel[i] + k]);
    }
  }
}

// ---- sky and haze

// whether something in a row may be farther than the walls of the sky
static bool isFarRow(const Run* run, int y, float close) {
  const Samples* s = &run->w->solid;
  const int n = run->plan->nsample, first = n * y * TILE;
  for (int i = first; i < first + n * run->width; i++) {
    if (s->close[i] < close && s->seen[i] != SEEN_NOTHING) return true;
  }
  return false;
}

// the walls of the sky hide what is behind them
static void hideBehindSky(const Run* run) {
  Samples* s = &run->w->solid;
  const int n = run->plan->nsample;
  float rgb[3 * TILE], wall[TILE];
  const float far = view_close(&run->plan->view, 0.5f * run->plan->skyRadius);
  for (int y = 0; y < run->height; y++) {
    if (!isFarRow(run, y, far)) continue;
    run->p->shade->sky(&run->plan->view, run->plan->sky, run->plan->skyRadius, run->x, run->y + y,
                       run->width, rgb, wall);
    for (int i = 0; i < n * run->width; i++) {
      const int at = n * y * TILE + i;
      if (s->close[at] < wall[i / n]) s->seen[at] = SEEN_NOTHING;
    }
  }
}

static void addSky(const Run* run) {
  picture_Worker* w = run->w;
  const int n = run->plan->nsample;
  float rgb[3 * TILE], close[TILE];
  for (int y = 0; y < run->height; y++) {
    bool any = false;
    for (int x = 0; x < run->width; x++) any = any || w->weight[y * TILE + x] < 1;
    if (!any) continue;
    run->p->shade->sky(&run->plan->view, run->plan->sky, run->plan->skyRadius, run->x, run->y + y,
                       run->width, rgb, close);
    for (int x = 0; x < run->width; x++) {
      const int pixel = y * TILE + x;
      const float rest = 1 - w->weight[pixel];
      if (rest <= 0) continue;
      for (int k = 0; k < 3; k++) w->rgb[3 * pixel + k] += rest * rgb[3 * x + k];
      if (w->solid.seen[n * pixel] == SEEN_NOTHING) w->solid.close[n * pixel] = close[x];
    }
  }
}

// where a ray from the eye meets the cone, as a share of the height from the plane to the eye;
// below 0: not at all. way is of length 1, s: the distance
static float meetHaze(const picture_Haze* h, const float way[3], float* s) {
  const float up = way[0] * h->axis[0] + way[1] * h->axis[1] + way[2] * h->axis[2];
  const float out = sqrtf(most(0, 1 - up * up));
  // at distance s: radius s out, height 1 + s up / height; the cone has radius (1 - slope (1 - z))
  // there
  const float rate = h->radius * h->slope * (up / h->height);
  const float speed = out - rate;
  if (!(speed > 1e-6f)) return -1;
  *s = h->radius / speed;
  return 1 + *s * up / h->height;
}

static void addHaze(const Run* run) {
  const picture_Haze* h = &run->plan->haze;
  const paint_View* v = &run->plan->view;
  picture_Worker* w = run->w;
  const int n = run->plan->nsample;
  // what is nearer than the haze comes anywhere
  const float nearest = view_close(v, 0.5f * h->radius * (1 - least(h->slope, 1)) + v->near);
  for (int y = 0; y < run->height; y++) {
    for (int x = 0; x < run->width; x++) {
      const int pixel = y * TILE + x;
      if (w->weight[pixel] >= 0.5f && w->solid.close[n * pixel] > nearest) continue;
      const float a = v->u0 + v->du * ((float)(run->x + x) + 0.5f);
      const float b = v->v0 + v->dv * ((float)(run->y + y) + 0.5f);
      float way[3], n2 = 0, s, d = 0;
      for (int k = 0; k < 3; k++) {
        way[k] = v->forward[k] + (v->ortho ? 0 : a * v->right[k] + b * v->up[k]);
        n2 += way[k] * way[k];
      }
      const float inv = 1 / sqrtf(n2);
      for (int k = 0; k < 3; k++) way[k] *= inv, d += way[k] * v->forward[k];
      const float z = meetHaze(h, way, &s);
      if (!(z > 0 && z < 1)) continue;
      const bool open = w->weight[pixel] < 0.5f;
      if (!open && view_close(v, s * d) < w->solid.close[n * pixel]) continue;
      const float alpha = z < h->rise ? z / h->rise : (1 - z) / (1 - h->rise);
      for (int k = 0; k < 3; k++) {
        float* c = &w->rgb[3 * pixel + k];
        *c += alpha * (h->rgb[k] - *c);
      }
    }
  }
}

// ---- things that are seen through

static void blend(const Parts* parts, int first, int n, float* rgb, bool additive) {
  for (int i = first; i < first + n; i++) {
    const float a = parts->rgba[3][i] * parts->weight[i];
    float* to = rgb + 3 * parts->pixel[i];
    for (int k = 0; k < 3; k++) {
      const float c = parts->rgba[k][i];
      to[k] = additive ? least(1, to[k] + a * c) : to[k] + a * (c - to[k]);
    }
  }
}

// one item of the tile in front of what is solid: its parts and their colours
static void shadeClear(const Run* run, const paint_Brush* paint, int first, int end) {
  picture_Worker* w = run->w;
  const int nsample = run->plan->nsample;
  const size_t n = (size_t)nsample * TILE_AREA;
  memcpy(w->other.close, w->solid.close, n * sizeof *w->other.close);
  memset(w->other.seen, 0xff, n * sizeof *w->other.seen);
  paint_Tile tile = tileOf(&w->other);
  run->p->raster->draw(&run->p->clear, run->tile, first, end, &tile);
  findParts(run, &run->p->clear, &w->other, &w->found);
  shadeParts(run, paint, &w->found);
}

// the item of an entry of the clear sheet
static int itemAt(const paint_Sheet* s, int entry) { return sheet_item(s, s->entry[entry]); }

// order: nearest first, then once more from the farthest
static void addClear(const Run* run) {
  const paint_Sheet* s = &run->p->clear;
  const int begin = s->first[run->tile], stop = s->first[run->tile + 1];
  paint_Light light[MOST_LIGHTS];
  paint_Brush paint = paintOf(run, s);
  withoutShadows(light, run->plan->light, run->plan->nlight);
  paint.light = light;
  for (int i = begin, end; i < stop; i = end) {
    for (end = i + 1; end < stop && itemAt(s, end) == itemAt(s, i);) end++;
    shadeClear(run, &paint, i, end);
    blend(&run->w->found, 0, run->w->found.n, run->w->rgb, run->plan->additive);
  }
  if (run->plan->additive) return;
  for (int end = stop, i; end > begin; end = i) {
    for (i = end - 1; i > begin && itemAt(s, i - 1) == itemAt(s, end - 1);) i--;
    shadeClear(run, &paint, i, end);
    blend(&run->w->found, 0, run->w->found.n, run->w->rgb, false);
  }
}

// ---- results

static uint8_t toByte(float x) { return (uint8_t)(least(1, most(0, x)) * 255 + 0.5f); }

static void writeTile(const Run* run) {
  const paint_View* v = &run->plan->view;
  const float scale = v->ortho ? 1 / (v->far - v->near) : v->near * v->far / (v->far - v->near);
  const float shift = v->ortho ? 0 : v->near / (v->far - v->near);
  const int n = run->plan->nsample;
  for (int y = 0; y < run->height; y++) {
    const size_t row = (size_t)(run->y + y) * (size_t)run->target->stride + (size_t)run->x;
    uint8_t* rgb = run->target->rgb + 3 * row;
    float* depth = run->target->depth + row;
    for (int x = 0; x < run->width; x++) {
      const int pixel = y * TILE + x;
      for (int k = 0; k < 3; k++) rgb[3 * x + k] = toByte(run->w->rgb[3 * pixel + k]);
      depth[x] = least(1, most(0, run->w->solid.close[n * pixel] * scale - shift));
    }
  }
}

// numbers of things in place of colours
static void paintNumbers(const Run* run) {
  picture_Worker* w = run->w;
  const int n = run->plan->nsample;
  for (int y = 0; y < run->height; y++) {
    for (int x = 0; x < run->width; x++) {
      const int pixel = y * TILE + x;
      const int32_t seen = w->solid.seen[n * pixel];
      const float* c = seen == SEEN_NOTHING
                           ? (const float[3]){0, 0, 0}
                           : run->plan->items->item[sheet_item(&run->p->solid, seen)].rgba;
      memcpy(w->rgb + 3 * pixel, c, 3 * sizeof *c);
    }
  }
}

static void paintTile(const Run* run) {
  picture_Worker* w = run->w;
  memset(w->rgb, 0, sizeof w->rgb);
  memset(w->weight, 0, sizeof w->weight);
  if (run->plan->sky) hideBehindSky(run);
  findParts(run, &run->p->solid, &w->solid, &w->found);
  Parts* parts = sortParts(&w->found, &w->sorted, w->count);
  lap(run->p, LAP_PARTS);
  const paint_Brush paint = paintOf(run, &run->p->solid);
  shadeParts(run, &paint, parts);
  lap(run->p, LAP_SHADE);
  if (run->plan->mirror >= 0) reflect(run, parts);
  lap(run->p, LAP_MIRROR);
  addColors(parts, w->rgb, w->weight);
  lap(run->p, LAP_SHADE);
  if (run->plan->sky) addSky(run);
  if (run->plan->haze.on) addHaze(run);
  lap(run->p, LAP_SKY);
  addClear(run);
  lap(run->p, LAP_THROUGH);
}

typedef struct {
  picture_Picture* p;
  const picture_Plan* plan;
  const picture_Target* target;
} Job;

static void drawTile(void* context, int tile, int worker) {
  const Job* job = context;
  const paint_Sheet* s = &job->p->solid;
  Run run = {.p = job->p,
             .plan = job->plan,
             .target = job->target,
             .w = &job->p->worker[worker],
             .tile = tile};
  run.x = tile % s->ncolumn * TILE;
  run.y = tile / s->ncolumn * TILE;
  run.width = s->view.width - run.x < TILE ? s->view.width - run.x : TILE;
  run.height = s->view.height - run.y < TILE ? s->view.height - run.y : TILE;
  clearSamples(&run.w->solid, job->plan->nsample, view_close(&s->view, s->view.far));
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

// ---- sheets

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

// the view from behind the mirror; what is behind its plane is not seen
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
  const sheet_Order order = {isReflected, patternOf(plan), plan->cull, false, false};
  if (!sheet_make(&p->mirror, p->sheet, &order, &v, plan->items)) return false;
  // closeness of the plane: n.(eye - at) + d n.(forward + u right + v up) = 0, 1/d is linear in u
  // and v
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
  return true;
}

bool picture_draw(picture_Picture* p, const picture_Plan* given, const picture_Target* target) {
  picture_Plan plan = *given;
  if (p->laps) p->laps->since = clock_cpuSeconds();
  const int most = plan.items->n > plan.clear->n ? plan.items->n : plan.clear->n;
  const sheet_Order solid = {isSolid, patternOf(&plan), plan.cull, false, false};
  const sheet_Order clear = {isClear, patternOf(&plan), plan.cull, false, false};
  if (!fitCounts(p, most + 1) || !sheet_make(&p->solid, p->sheet, &solid, &plan.view, plan.items) ||
      !sheet_make(&p->clear, p->sheet, &clear, &plan.view, plan.clear)) {
    return false;
  }
  if (plan.mirror >= 0 && !makeMirror(p, &plan)) return false;
  const shadow_Kernels kernels = {p->raster, p->sheet};
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
  pool_run(p->pool, drawTile, &job, sheet_tiles(&p->solid));
  return true;
}
