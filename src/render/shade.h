// Shading: colors of parts of pixels.
#ifndef SINEW_RENDER_SHADE_H_
#define SINEW_RENDER_SHADE_H_

#include "render/paint.h"
#include "render/parts.h"

typedef struct {
  // colours and alphas of parts first .. first + n - 1, which all see the item; x, y: first pixel
  // of the tile. Colours of the fifteen that follow are lost.
  void (*shade)(const paint_Brush* paint, const paint_Item* item, parts_Parts* parts, int first,
                int n, int x, int y);
  // colours of a sky at n pixels of a row from (x, y) on, and the reversed depth of its walls;
  // arrays have room for a multiple of sixteen
  void (*sky)(const paint_View* view, const paint_Texture* texture, float radius, int x, int y,
              int n, float rgb[3][TILE], float* close);
} shade_Kernels;

// the fastest that this machine has with up to so many lanes (base/cpu.h)
const shade_Kernels* shade_kernels(int lanes);

#endif
