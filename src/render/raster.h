// Rasterizer: fills the depth buffer and the visibility buffer of a tile.
#ifndef SINEW_RENDER_RASTER_H_
#define SINEW_RENDER_RASTER_H_

#include "render/paint.h"

typedef struct {
  // draws entries of a tile, from first to end, over what is there
  void (*draw)(const paint_Bins* bins, int tile, int first, int end, const paint_Tile* out);
} raster_Kernels;

// all entries of a tile
static inline void raster_tile(const raster_Kernels* k, const paint_Bins* bins, int tile,
                               const paint_Tile* out) {
  k->draw(bins, tile, bins->first[tile], bins->first[tile + 1], out);
}

// samples of a pixel, in steps from its centre; there are some in rows and columns first + k pitch,
// in steps from a corner of the pixel
typedef struct {
  int n, x[MOST_SAMPLES], y[MOST_SAMPLES];
  int first, pitch;
} raster_Pattern;

extern const raster_Pattern raster_patterns[3];  // by paint_Pattern

// the fastest that this machine has with up to so many lanes (base/cpu.h)
const raster_Kernels* raster_kernels(int lanes);

#endif
