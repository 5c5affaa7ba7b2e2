// Renders an image: items, lights and a view -> color and depth.
#ifndef SINEW_RENDER_PICTURE_H_
#define SINEW_RENDER_PICTURE_H_

#include "base/pool.h"
#include "render/paint.h"
#include "render/parts.h"
#include "render/raster.h"
#include "render/shade.h"
#include "render/shadow.h"

// what to render: view, items, lights, fog, sky, haze, mirror
typedef struct {
  paint_View view;
  int nsample;               // 1 or MOST_SAMPLES
  const paint_Items* items;  // all
  const paint_Items* clear;  // copies of the transparent ones, nearest first
  int nlight;
  paint_Light light[MOST_LIGHTS];  // `shadow` is set by picture_draw
  paint_View lightView[MOST_LIGHTS];
  bool casts[MOST_LIGHTS];
  bool cull, additive, segment;
  bool fog;
  float fogStart, fogEnd, fogRgb[3];
  const paint_Texture* sky;  // NULL: none
  float skyRadius;
  paint_Haze haze;
  int mirror;  // index of the item that reflects, -1: none
  float mirrorPoint[3], mirrorNormal[3];
} picture_Plan;

typedef struct {
  uint8_t* rgb;  // (height x stride x 3) at the first pixel of the view, rows upward
  float* depth;  // (height x stride) 0 far, 1 near
  int stride;
} picture_Target;

typedef struct picture_Worker_ picture_Worker;

// profile of a picture that is rendered on one thread
typedef enum {
  LAP_SHEETS,   // triangle setup and binning of all views
  LAP_CLEAR,    // clearing of depth and visibility buffers
  LAP_RASTER,   // rasterization
  LAP_PARTS,    // finding the parts of pixels
  LAP_SHADE,    // shading, with the tiles of shadow maps that it needs
  LAP_MIRROR,   // the same for the mirror image
  LAP_SKY,      // sky and haze
  LAP_THROUGH,  // transparent items
  LAP_WRITE,
  LAP_COUNT
} picture_Lap;

typedef struct {
  double since, spent[LAP_COUNT], shadow;  // seconds; shadow: drawing tiles of shadow maps
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
  paint_Bins mirror, mirrorClear;  // the same for the mirror image
  paint_Items image;               // items of the mirror image, with coarser meshes
  paint_Shadow shadow[MOST_LIGHTS];
  picture_Laps* laps;  // NULL: no profile
} picture_Picture;

// a renderer with so many threads (0: all processors); NULL: out of memory
picture_Picture* picture_make(int nthread);
void picture_free(picture_Picture* p);
// uses kernels of up to so many lanes (base/cpu.h), by default the widest; images are bitwise
// identical
void picture_useLanes(picture_Picture* p, int lanes);
// false: out of memory
bool picture_draw(picture_Picture* p, const picture_Plan* plan, const picture_Target* target);

#endif
