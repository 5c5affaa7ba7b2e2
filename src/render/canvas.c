// 2D drawing of rectangles, lines and text with alpha blending. Lines are anti-aliased: the
// coverage of a pixel follows from its distance from the line.
#include "render/canvas.h"

#include <math.h>

#include <sinew/macros.h>

// blends a pixel with a color of bytes; share: coverage from 0 to 255
static void mix(uint8_t rgb[3], const int color[3], int share) {
  for (int k = 0; k < 3; k++)
    rgb[k] = (uint8_t)((rgb[k] * (255 - share) + color[k] * share + 127) / 255);
}

// 0 to 255; NaN becomes 0
static int toByte(float x) { return x > 0 ? (int)(mjMIN(x, 1) * 255 + 0.5f) : 0; }

static uint8_t* pixelAt(context_Buffer* b, int x, int y) {
  return b->rgb + 3 * ((size_t)y * (size_t)b->width + (size_t)x);
}

void canvas_fill(context_Buffer* b, mjrRect r, const float rgba[4]) {
  const mjrRect c = context_clip(b, r);
  const int color[3] = {toByte(rgba[0]), toByte(rgba[1]), toByte(rgba[2])};
  const int share = toByte(rgba[3]);
  for (int y = 0; y < c.height && share; y++) {
    uint8_t* row = pixelAt(b, c.left, c.bottom + y);
    for (int x = 0; x < c.width && share < 255; x++) mix(row + 3 * x, color, share);
    for (int x = 0; x < c.width && share == 255; x++) {
      for (int k = 0; k < 3; k++) row[3 * x + k] = (uint8_t)color[k];
    }
  }
}

// ---- lines

// clips a line from a to b to [low, high] along axis k (Liang-Barsky); part: its ends as fractions
// of the line
static bool cut(const float a[2], const float b[2], int k, float low, float high, float part[2]) {
  const float way = b[k] - a[k];
  if (way == 0) return a[k] >= low && a[k] <= high;
  const float t0 = (low - a[k]) / way, t1 = (high - a[k]) / way;
  part[0] = fmaxf(part[0], fminf(t0, t1));
  part[1] = fminf(part[1], fmaxf(t0, t1));
  return part[0] <= part[1];
}

// the columns of a row that are nearer to a line than reach: from, to (exclusive)
static void columnsOf(int range[2], const float a[2], const float b[2], float y, float reach) {
  float low = fminf(a[0], b[0]), high = fmaxf(a[0], b[0]);
  const float way = b[1] - a[1];
  if (fabsf(way) > reach) {
    const float x0 = a[0] + (y - reach - a[1]) / way * (b[0] - a[0]);
    const float x1 = a[0] + (y + reach - a[1]) / way * (b[0] - a[0]);
    low = fmaxf(low, fminf(x0, x1) - reach);
    high = fminf(high, fmaxf(x0, x1) + reach);
  }
  range[0] = mjMAX(range[0], (int)floorf(low - reach));
  range[1] = mjMIN(range[1], (int)ceilf(high + reach));
}

// a line from a in the direction `way`
typedef struct {
  float a[2], way[2], length, half;
  bool flat;
} Line;

static float clampShare(float x) { return fmaxf(0, fminf(1, x)); }

// coverage of a pixel by the line
static float shareAt(const Line* l, int x, int y) {
  const float p[2] = {(float)x + 0.5f - l->a[0], (float)y + 0.5f - l->a[1]};
  const float along = p[0] * l->way[0] + p[1] * l->way[1];
  if (l->flat) {
    const float across = fabsf(p[0] * l->way[1] - p[1] * l->way[0]);
    return clampShare(l->half + 0.5f - across) * clampShare(along + 0.5f) *
           clampShare(l->length - along + 0.5f);
  }
  const float t = fmaxf(0, fminf(l->length, along));
  const float dx = p[0] - t * l->way[0], dy = p[1] - t * l->way[1];
  return clampShare(l->half + 0.5f - sqrtf(dx * dx + dy * dy));
}

static void drawLine(context_Buffer* buffer, mjrRect c, const float a[2], const float b[2],
                     float half, bool flat, const int color[3], int alpha) {
  Line l = {{a[0], a[1]}, {b[0] - a[0], b[1] - a[1]}, 0, half, flat};
  l.length = sqrtf(l.way[0] * l.way[0] + l.way[1] * l.way[1]);
  for (int k = 0; k < 2; k++) l.way[k] = l.length > 0 ? l.way[k] / l.length : 0;
  const float reach = half + 1;
  const int y0 = mjMAX(c.bottom, (int)floorf(fminf(a[1], b[1]) - reach));
  const int y1 = mjMIN(c.bottom + c.height, (int)ceilf(fmaxf(a[1], b[1]) + reach));
  for (int y = y0; y < y1; y++) {
    int range[2] = {c.left, c.left + c.width};
    columnsOf(range, a, b, (float)y + 0.5f, reach);
    for (int x = range[0]; x < range[1]; x++) {
      const int s = (int)((float)alpha * shareAt(&l, x, y) + 0.5f);
      if (s > 0) mix(pixelAt(buffer, x, y), color, s);
    }
  }
}

void canvas_line(context_Buffer* b, mjrRect clip, const float from[2], const float to[2],
                 float width, bool flat, const float rgba[4]) {
  const mjrRect c = context_clip(b, clip);
  const float half = 0.5f * fmaxf(0, fminf(width, 1000)), edge = half + 1;
  const int color[3] = {toByte(rgba[0]), toByte(rgba[1]), toByte(rgba[2])};
  float part[2] = {0, 1}, a[2], d[2];
  if (c.width < 1 || c.height < 1 || !(half > 0)) return;
  for (int k = 0; k < 2; k++) {
    if (!isfinite(from[k]) || !isfinite(to[k]) || !isfinite(to[k] - from[k])) return;
  }
  // clipped before it is drawn, so that values stay small
  if (!cut(from, to, 0, (float)c.left - edge, (float)(c.left + c.width) + edge, part) ||
      !cut(from, to, 1, (float)c.bottom - edge, (float)(c.bottom + c.height) + edge, part))
    return;
  for (int k = 0; k < 2; k++) {
    a[k] = from[k] + part[0] * (to[k] - from[k]);
    d[k] = from[k] + part[1] * (to[k] - from[k]);
  }
  drawLine(b, c, a, d, half, flat, color, toByte(rgba[3]));
}

// ---- text

static void drawGlyph(context_Buffer* b, mjrRect clip, const font_Glyph* g, const uint8_t* mask,
                      int x, int y, const int color[3]) {
  const mjrRect c = context_common(clip, (mjrRect){x + g->left, y, g->width, g->height});
  for (int i = 0; i < c.height && c.width; i++) {
    const uint8_t* from =
        mask + (size_t)(c.bottom + i - y) * (size_t)g->width + (c.left - x - g->left);
    uint8_t* to = pixelAt(b, c.left, c.bottom + i);
    for (int k = 0; k < c.width; k++) {
      if (from[k]) mix(to + 3 * k, color, from[k]);
    }
  }
}

// outlines of all letters come first, as they reach into the next
void canvas_text(context_Buffer* b, mjrRect clip, font_Font* f, int x, int y, const char* text,
                 int n, bool rim, const float rgb[3]) {
  const int color[3] = {toByte(rgb[0]), toByte(rgb[1]), toByte(rgb[2])}, dark[3] = {0, 0, 0};
  const mjrRect c = context_clip(b, clip);
  for (int pass = rim ? 0 : 1; pass < 2; pass++) {
    int at = x;
    for (int i = 0; i < n && at < c.left + c.width + f->height; i++) {
      const font_Glyph* g = font_glyph(f, text[i]);
      if (g && g->mask) drawGlyph(b, c, g, pass ? g->mask : g->rim, at, y, pass ? color : dark);
      at += font_width(f, text[i]);
    }
  }
}

int canvas_textWidth(const font_Font* f, const char* text, int n) {
  int width = 0;
  for (int i = 0; i < n; i++) width += font_width(f, text[i]);
  return width;
}
