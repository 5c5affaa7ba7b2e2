// Shadows. Simple shapes are tested by shadow rays, with candidates binned into cells of the
// light's view. Other meshes go into a shadow map, a depth buffer as the light sees it, whose tiles
// are drawn on demand.
#ifndef SINEW_RENDER_SHADOW_H_
#define SINEW_RENDER_SHADOW_H_

#include "render/paint.h"
#include "render/raster.h"
#include "render/tile_bins.h"

// samples of a map by which the shapes in it may be off
#define SHADOW_SLACK 1.0f

typedef struct paint_Shadow_ {
  paint_View view;  // of the light
  int* plane;       // (nplane) items that are planes
  int nplane, mostPlane;
  paint_Bins cells;  // boxes of other simple shapes
  paint_Bins meshes;
  paint_Items casters;  // items as the map has them
  const raster_Kernels* kernels;
  float* map;   // (tiles x MOST_SAMPLES TILE_AREA) reversed depth; memory not touched costs nothing
  char* state;  // (tiles) whether a tile has been drawn
  int mostTile;   // of both
  double* spent;  // seconds that tiles take are added there; NULL: they are not asked for
} paint_Shadow;

typedef struct {
  const raster_Kernels* raster;
  const bins_Kernels* bins;
} shadow_Kernels;

// The view of a light with as many pixels as its map may have, and the items that cast shadows; the
// map is no finer than the eye can see. False: memory is short.
bool shadow_make(paint_Shadow* s, const shadow_Kernels* kernels, const paint_View* light,
                 const paint_View* eye, const paint_Items* items);
void shadow_free(paint_Shadow* s);
// Reversed depth of what the light sees in a tile of the map, PATTERN_GRID. Threads may ask at the
// same time: one of them draws the tile, the others wait for it.
const float* shadow_tile(paint_Shadow* s, int tile);

// whether rays meet the item by a rule
static inline bool shadow_isSimple(const paint_Item* item) {
  return item->kind != DRAW_MESH || item->mesh->solid != SOLID_NONE;
}

#endif
