// Rasterizer: fills the depth buffer and the visibility buffer of a tile.
#ifndef SINEW_RENDER_RASTER_H_
#define SINEW_RENDER_RASTER_H_

#include "render/paint.h"

typedef struct {
  // rasterizes entries first to end (exclusive) of a tile, with a depth test against what is there
  void (*draw)(const paint_Bins* bins, int tile, int first, int end, const paint_Tile* out);
} raster_Kernels;

// rasterizes all entries of a tile
static inline void raster_tile(const raster_Kernels* k, const paint_Bins* bins, int tile,
                               const paint_Tile* out) {
  k->draw(bins, tile, bins->first[tile], bins->first[tile + 1], out);
}

// sample positions of a pixel, in steps from its center; rows and columns of samples are at first +
// k pitch, in steps from a corner of the pixel
typedef struct {
  int n, x[MOST_SAMPLES], y[MOST_SAMPLES];
  int first, pitch;
} raster_Pattern;

extern const raster_Pattern raster_patterns[3];  // by paint_Pattern

// kernels for the widest SIMD instruction set of this CPU, with up to so many lanes (base/cpu.h)
const raster_Kernels* raster_kernels(int lanes);

#endif
