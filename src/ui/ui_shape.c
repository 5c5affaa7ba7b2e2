// Rasterizes anti-aliased shapes (rounded boxes, triangles): pixels on curved or slanted edges are
// supersampled at 4 x 4 points.
#include "ui/ui_shape.h"

#include <math.h>

#include <sinew/macros.h>

enum { SAMPLES = 4 };

void shape_fill(context_Buffer* b, mjrRect r, const float rgb[3]) {
  canvas_fill(b, r, (const float[4]){rgb[0], rgb[1], rgb[2], 1});
}

void shape_frame(context_Buffer* b, mjrRect r, int width, const float rgb[3]) {
  const int w = mjMIN(width, mjMIN(r.width, r.height) / 2);
  shape_fill(b, (mjrRect){r.left, r.bottom, r.width, w}, rgb);
  shape_fill(b, (mjrRect){r.left, r.bottom + r.height - w, r.width, w}, rgb);
  shape_fill(b, (mjrRect){r.left, r.bottom, w, r.height}, rgb);
  shape_fill(b, (mjrRect){r.left + r.width - w, r.bottom, w, r.height}, rgb);
}

// coverage: fraction of a pixel inside a shape; `inside` gets a point in pixels from the shape's
// corner
static float shareOf(bool (*inside)(const void* shape, float x, float y), const void* shape, int x,
                     int y) {
  int n = 0;
  for (int i = 0; i < SAMPLES * SAMPLES; i++) {
    const float dx = ((float)(i % SAMPLES) + 0.5f) / SAMPLES;
    const float dy = ((float)(i / SAMPLES) + 0.5f) / SAMPLES;
    n += inside(shape, (float)x + dx, (float)y + dy);
  }
  return (float)n / (SAMPLES * SAMPLES);
}

static void drawPixel(context_Buffer* b, int x, int y, const float rgb[3], float share) {
  if (share > 0)
    canvas_fill(b, (mjrRect){x, y, 1, 1}, (const float[4]){rgb[0], rgb[1], rgb[2], share});
}

// ---- boxes

// a quarter of a disk, from its center
static bool inDisk(const void* radius, float x, float y) {
  const float r = (float)*(const int*)radius;
  return x * x + y * y <= r * r;
}

// a row of a box, `depth` rows from the end with corners of the given radius
static void drawRow(context_Buffer* b, mjrRect r, int y, int radius, int depth,
                    const float rgb[3]) {
  const int corner = depth < radius ? radius : 0;
  shape_fill(b, (mjrRect){r.left + corner, y, r.width - 2 * corner, 1}, rgb);
  for (int i = 0; i < corner; i++) {
    const float share = shareOf(inDisk, &radius, i, radius - 1 - depth);
    drawPixel(b, r.left + corner - 1 - i, y, rgb, share);
    drawPixel(b, r.left + r.width - corner + i, y, rgb, share);
  }
}

void shape_box(context_Buffer* b, mjrRect r, int upper, int lower, const float top[3],
               const float bottom[3]) {
  const int most = mjMIN(r.width, upper && lower ? r.height : 2 * r.height) / 2;
  upper = mjMIN(upper, most);
  lower = mjMIN(lower, most);
  for (int i = 0; i < r.height; i++) {
    const int y = r.bottom + i;
    if (y < 0 || y >= b->height) continue;
    const float t = ((float)i + 0.5f) / (float)r.height;
    float rgb[3];
    for (int k = 0; k < 3; k++) rgb[k] = bottom[k] + t * (top[k] - bottom[k]);
    const int down = r.height - 1 - i;
    const bool high = down < upper;
    drawRow(b, r, y, high ? upper : lower, high ? down : i, rgb);
  }
}

// ---- arrows

typedef struct {
  float size;
  bool down;
} Arrow;

// distance to the nearest side of a triangle in a square, positive inside
static float depthIn(const Arrow* a, float x, float y) {
  const float across = a->down ? x : y, along = a->down ? y : x;
  const float half = a->size / 2, slope = 2 / sqrtf(5);
  // the tip is at along = 0, the base at along = size
  const float side = (along / 2 - fabsf(across - half)) * slope;
  return fminf(side, a->size - along);
}

static bool inArrow(const void* shape, float x, float y) {
  const Arrow* a = shape;
  const float depth = depthIn(a, x, y);
  return depth >= 0 && (a->down || depth < 0.17f * a->size);
}

void shape_arrow(context_Buffer* b, mjrRect r, bool down, const float rgb[3]) {
  const Arrow a = {(float)mjMIN(r.width, r.height), down};
  for (int y = 0; y < r.height; y++) {
    for (int x = 0; x < r.width; x++)
      drawPixel(b, r.left + x, r.bottom + y, rgb, shareOf(inArrow, &a, x, y));
  }
}
