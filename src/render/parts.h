// Deferred shading: samples of a tile that see the same primitive in a pixel become one part, parts
// are shaded, and their colors are resolved to pixels (multisample anti-aliasing).
#ifndef SINEW_RENDER_PARTS_H_
#define SINEW_RENDER_PARTS_H_

#include "render/paint.h"

enum { MOST_PARTS = MOST_SAMPLES * TILE_AREA + 16 };  // padded for vector stores at the end

// parts of pixels: samples that see the same item, their mean position and reversed depth
typedef struct parts_Parts_ {
  int n;
  int32_t pixel[MOST_PARTS];  // pixel index in the tile
  int32_t primitive[MOST_PARTS], item[MOST_PARTS];
  float close[MOST_PARTS];
  float dx[MOST_PARTS], dy[MOST_PARTS];  // mean position in the pixel, from its center
  float weight[MOST_PARTS];              // share of the pixel
  float rgba[4][MOST_PARTS];
} parts_Parts;

// colors of a tile
typedef struct {
  float rgb[3][TILE_AREA];
  float weight[TILE_AREA];  // coverage of a pixel
} parts_Colors;

// the part of a tile that is in the image
typedef struct {
  int x, y;           // first pixel
  int width, height;  // pixels
} parts_Area;

typedef struct {
  // finds the parts of what the samples of a tile see, by pixels
  void (*find)(const paint_Bins* bins, const parts_Area* area, const paint_Tile* tile,
               parts_Parts* parts);
  // resolve: adds colors of parts to pixels, which are black before the first part
  void (*add)(const parts_Parts* parts, parts_Colors* to);
  // clears samples, a multiple of eight
  void (*clear)(float* close, int32_t* primitive, int n, float far);
  // whether a value of a row, which is padded to a multiple of eight, is below a limit
  bool (*hasBelow)(const float* row, int n, float limit);
  // whether samples of a row see a surface farther than a reversed depth
  bool (*seesFar)(const float* close, const int32_t* primitive, int n, float limit);
  // blends haze over pixels of row y; close: of the first sample of pixels, which are n apart
  void (*haze)(const paint_View* view, const paint_Haze* haze, const parts_Area* area, int y,
               const float* close, int n, parts_Colors* to);
  // writes colors of pixels of a row as bytes, and depths scale c - shift for reversed depths c; n:
  // as before
  void (*write)(const parts_Colors* from, int first, int count, uint8_t* rgb, const float* close,
                int n, float scale, float shift, float* depth);
} parts_Kernels;

// kernels for the widest SIMD instruction set of this CPU, with up to so many lanes (base/cpu.h)
const parts_Kernels* parts_kernels(int lanes);

#endif
