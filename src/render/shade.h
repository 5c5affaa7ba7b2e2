// Shading kernels: colors of the parts of pixels (deferred shading), and of the skybox.
#ifndef SINEW_RENDER_SHADE_H_
#define SINEW_RENDER_SHADE_H_

#include "render/paint.h"
#include "render/parts.h"

typedef struct {
  // computes colors and alphas of parts first .. first + n - 1, which all see the item; x, y: first
  // pixel of the tile. Colors of the fifteen parts behind them are overwritten.
  void (*shade)(const paint_Brush* paint, const paint_Item* item, parts_Parts* parts, int first,
                int n, int x, int y);
  // computes colors of a skybox at n pixels of a row from (x, y), and the reversed depth of its
  // walls; arrays are padded to a multiple of sixteen
  void (*sky)(const paint_View* view, const paint_Texture* texture, float radius, int x, int y,
              int n, float rgb[3][TILE], float* close);
} shade_Kernels;

// kernels for the widest SIMD instruction set of this CPU, with up to so many lanes (base/cpu.h)
const shade_Kernels* shade_kernels(int lanes);

#endif
