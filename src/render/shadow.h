// Shadows. Simple shapes are tested by shadow rays, with candidates binned into cells of the
// light's view. Other meshes go into a shadow map, a depth buffer as the light sees it, whose tiles
// are drawn on demand.
#ifndef SINEW_RENDER_SHADOW_H_
#define SINEW_RENDER_SHADOW_H_

#include "render/paint.h"
#include "render/raster.h"
#include "render/tile_bins.h"

// largest geometric error of the shapes in a shadow map, in samples
#define SHADOW_SLACK 1.0f

typedef struct paint_Shadow_ {
  paint_View view;  // of the light
  int* plane;       // (nplane) items that are planes
  int nplane, mostPlane;
  paint_Bins cells;  // bounding boxes of other simple shapes
  paint_Bins meshes;
  paint_Items casters;  // items of the map, with coarser meshes
  const raster_Kernels* kernels;
  float* map;     // (tiles x MOST_SAMPLES TILE_AREA) reversed depth; untouched memory costs nothing
  char* state;    // (tiles) whether a tile has been drawn
  int mostTile;   // capacity of both
  double* spent;  // seconds for drawing tiles are added there; NULL: not measured
} paint_Shadow;

typedef struct {
  const raster_Kernels* raster;
  const bins_Kernels* bins;
} shadow_Kernels;

// Sets up the shadows of a light, from its view with the largest resolution of the map and the
// items that cast shadows; the map is no finer than the eye can see. False: out of memory.
bool shadow_make(paint_Shadow* s, const shadow_Kernels* kernels, const paint_View* light,
                 const paint_View* eye, const paint_Items* items);
void shadow_free(paint_Shadow* s);
// Returns reversed depths of a tile of the map, PATTERN_GRID. Safe for concurrent calls: one thread
// draws the tile, the others wait for it.
const float* shadow_tile(paint_Shadow* s, int tile);

// whether rays intersect the item by a rule, without a shadow map
static inline bool shadow_isSimple(const paint_Item* item) {
  return item->kind != DRAW_MESH || item->mesh->solid != SOLID_NONE;
}

#endif
