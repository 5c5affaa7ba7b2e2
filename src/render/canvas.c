#include "render/canvas.h"

#include <sinew/macros.h>

// colour of a pixel, of which a share is covered by a colour of bytes
static void mix(uint8_t rgb[3], const int color[3], int share) {
  for (int k = 0; k < 3; k++)
    rgb[k] = (uint8_t)((rgb[k] * (255 - share) + color[k] * share + 127) / 255);
}

// 0 to 255; what is no number is 0
static int toByte(float x) { return x > 0 ? (int)(mjMIN(x, 1) * 255 + 0.5f) : 0; }

void canvas_fill(context_Buffer* b, mjrRect r, const float rgba[4]) {
  const mjrRect c = context_clip(b, r);
  const int color[3] = {toByte(rgba[0]), toByte(rgba[1]), toByte(rgba[2])};
  const int share = toByte(rgba[3]);
  for (int y = 0; y < c.height && share; y++) {
    uint8_t* row = b->rgb + 3 * ((size_t)(c.bottom + y) * (size_t)b->width + (size_t)c.left);
    for (int x = 0; x < c.width; x++) mix(row + 3 * x, color, share);
  }
}
