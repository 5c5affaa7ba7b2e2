// Deferred shading: samples of a tile that see the same primitive in a pixel become one part, parts
// are shaded, and their colors are resolved to pixels (multisample anti-aliasing).
#ifndef SINEW_RENDER_PARTS_H_
#define SINEW_RENDER_PARTS_H_

#include "render/paint.h"

enum { MOST_PARTS = MOST_SAMPLES * TILE_AREA + 16 };  // room for a vector is left at the end

// parts of pixels that see the same item, their mean place and reversed depth
typedef struct parts_Parts_ {
  int n;
  int32_t pixel[MOST_PARTS];  // number in the tile
  int32_t primitive[MOST_PARTS], item[MOST_PARTS];
  float close[MOST_PARTS];
  float dx[MOST_PARTS], dy[MOST_PARTS];  // place in the pixel, from its centre
  float weight[MOST_PARTS];              // share of the pixel
  float rgba[4][MOST_PARTS];
} parts_Parts;

// colours of a tile
typedef struct {
  float rgb[3][TILE_AREA];
  float weight[TILE_AREA];  // share of a pixel that something covers
} parts_Colors;

// the part of a tile that is in the picture
typedef struct {
  int x, y;           // first pixel
  int width, height;  // pixels
} parts_Area;

typedef struct {
  // parts of what the samples of the tile bins's tile see, by pixels
  void (*find)(const paint_Bins* bins, const parts_Area* area, const paint_Tile* tile,
               parts_Parts* parts);
  // adds colours to pixels, which are black before the first part
  void (*add)(const parts_Parts* parts, parts_Colors* to);
  // samples, a multiple of eight, that see nothing
  void (*clear)(float* close, int32_t* primitive, int n, float far);
  // whether a number of a row, which goes on to a multiple of eight, is below a limit
  bool (*hasBelow)(const float* row, int n, float limit);
  // whether samples of a row see something that is farther than a reversed depth
  bool (*seesFar)(const float* close, const int32_t* primitive, int n, float limit);
  // haze over pixels of row y; close: of the first sample of pixels, which are n apart
  void (*haze)(const paint_View* view, const paint_Haze* haze, const parts_Area* area, int y,
               const float* close, int n, parts_Colors* to);
  // bytes of pixels of a row, and what is scale c - shift of reversed depth c; n: as before
  void (*write)(const parts_Colors* from, int first, int count, uint8_t* rgb, const float* close,
                int n, float scale, float shift, float* depth);
} parts_Kernels;

// the fastest that this machine has with up to so many lanes (base/cpu.h)
const parts_Kernels* parts_kernels(int lanes);

#endif
