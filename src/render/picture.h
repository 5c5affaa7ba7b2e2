// Renders an image: items, lights and a view -> color and depth.
#ifndef SINEW_RENDER_PICTURE_H_
#define SINEW_RENDER_PICTURE_H_

#include "base/pool.h"
#include "render/paint.h"
#include "render/parts.h"
#include "render/raster.h"
#include "render/shade.h"
#include "render/shadow.h"

// what is to be drawn
typedef struct {
  paint_View view;
  int nsample;               // 1 or MOST_SAMPLES
  const paint_Items* items;  // all
  const paint_Items* clear;  // once more those that are seen through, nearest first
  int nlight;
  paint_Light light[MOST_LIGHTS];  // shadow is set where a light casts some
  paint_View lightView[MOST_LIGHTS];
  bool casts[MOST_LIGHTS];
  bool cull, additive, segment;
  bool fog;
  float fogStart, fogEnd, fogRgb[3];
  const paint_Texture* sky;  // NULL: none
  float skyRadius;
  paint_Haze haze;
  int mirror;  // item that reflects, -1: none
  float mirrorPoint[3], mirrorNormal[3];
} picture_Plan;

typedef struct {
  uint8_t* rgb;  // (height x stride x 3) of the first pixel of the view, rows upward
  float* depth;  // (height x stride) 0 far, 1 near
  int stride;
} picture_Target;

typedef struct picture_Worker_ picture_Worker;

// where the time of a picture on one thread goes
typedef enum {
  LAP_SHEETS,   // corners and triangles of all views, their tiles
  LAP_CLEAR,    // samples
  LAP_RASTER,   // what samples see
  LAP_PARTS,    // which parts pixels have
  LAP_SHADE,    // colours, with the tiles of shadow maps that are asked for
  LAP_MIRROR,   // the same for what the mirror shows
  LAP_SKY,      // sky and haze
  LAP_THROUGH,  // things that are seen through
  LAP_WRITE,
  LAP_COUNT
} picture_Lap;

typedef struct {
  double since, spent[LAP_COUNT], shadow;  // seconds; shadow: tiles of maps
} picture_Laps;

typedef struct {
  pool_Pool* pool;
  int nworker;
  picture_Worker* worker;
  const raster_Kernels* raster;
  const shade_Kernels* shade;
  const bins_Kernels* bins;
  const parts_Kernels* parts;
  paint_Bins solid, clear;
  paint_Bins mirror, mirrorClear;  // what the mirror shows of both
  paint_Items image;               // solid items as the mirror shows them
  paint_Shadow shadow[MOST_LIGHTS];
  picture_Laps* laps;  // NULL: not asked for
} picture_Picture;

// what pictures are drawn with, on so many threads (0: all processors); NULL: memory is short
picture_Picture* picture_make(int nthread);
void picture_free(picture_Picture* p);
// draws with kernels of up to so many lanes (base/cpu.h), by default with the widest; all draw the
// same bytes
void picture_useLanes(picture_Picture* p, int lanes);
// false: memory is short
bool picture_draw(picture_Picture* p, const picture_Plan* plan, const picture_Target* target);

#endif
