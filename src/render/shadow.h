// Shadows: what a light sees first, in tiles that are drawn when something asks for them.
#ifndef SINEW_RENDER_SHADOW_H_
#define SINEW_RENDER_SHADOW_H_

#include "render/paint.h"
#include "render/raster.h"
#include "render/sheet.h"

typedef struct paint_Shadow_ {
  paint_Sheet sheet;
  const raster_Kernels* kernels;
  float* map;     // (tiles x TILE_AREA) closeness; memory that is not touched costs nothing
  char* state;    // (tiles) whether a tile has been drawn
  int* only;      // (tiles) item that is alone in a tile; -1: several, or none
  int mostTile;   // of all three
  double* spent;  // seconds that tiles take are added there; NULL: they are not asked for
} paint_Shadow;

// the view of a light, and the items that cast shadows; false: memory is short
bool shadow_make(paint_Shadow* s, const paint_View* view, const paint_Items* items,
                 const raster_Kernels* kernels, const sheet_Kernels* sheets);
void shadow_free(paint_Shadow* s);
// Closeness of what the light sees in a tile. Threads may ask at the same time: one of them draws
// the tile, the others wait for it.
const float* shadow_tile(paint_Shadow* s, int tile);

#endif
