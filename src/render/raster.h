// Tiles of a sheet: what each sample sees.
#ifndef SINEW_RENDER_RASTER_H_
#define SINEW_RENDER_RASTER_H_

#include "render/paint.h"

typedef struct {
  // draws entries of a tile, from first to end, over what is there; nsample 1 or MOST_SAMPLES
  void (*draw)(const paint_Sheet* sheet, int tile, int first, int end, int nsample,
               paint_Tile* out);
} raster_Kernels;

// all entries of a tile
static inline void raster_tile(const raster_Kernels* k, const paint_Sheet* sheet, int tile,
                               int nsample, paint_Tile* out) {
  k->draw(sheet, tile, sheet->first[tile], sheet->first[tile + 1], nsample, out);
}

// where samples are in a pixel, in steps from its centre; of one sample, of MOST_SAMPLES
extern const int raster_sampleX[2][MOST_SAMPLES], raster_sampleY[2][MOST_SAMPLES];

// the fastest that this machine has; those for any machine
const raster_Kernels* raster_kernels(void);
const raster_Kernels* raster_baseKernels(void);

#endif
