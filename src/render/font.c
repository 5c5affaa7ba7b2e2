// Stroke font: characters are rasterized as strokes of one width with round caps, anti-aliased by
// the distance of pixels from them. A letter is a list of strokes on a grid in which capitals are
// CAP high, small letters SMALL, and descenders reach down to TAIL:
//   "0,0 11,28 22,0;4,9 18,9"      points "x,y", strokes separated by ";"
//   "0,0 ~10,0 10,10"              "~" marks the control point of a parabola; between two of them
//                                  there is a point half-way
// Edges of strokes at these heights, and at the left and right end of a letter, are aligned with
// edges of pixels (hinting), so that small text is sharp.
#include "render/font.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

enum {
  CAP = 28,
  SMALL = 20,
  TAIL = -8,
  PIECES = 8,  // line segments of a parabola
  MARGIN = 2,  // pixels around the letter in the bitmap of a glyph, for outlines
};

typedef struct {
  int width;  // from the first stroke to the last
  int space;  // to the next letter
  const char* strokes;
} Letter;

// clang-format off
static const Letter letters[FONT_COUNT] = {
    {0, 9, ""},
    {0, 8, "0,28 0,9;0,0 0,0"},                                                            // !
    {7, 7, "0,28 0,20;7,28 7,20"},                                                         // "
    {18, 6, "6,27 3,1;15,27 12,1;1,19 18,19;0,9 17,9"},                                    // #
    {18, 6, "17,21 ~15,26 9,26 ~1,26 1,20 ~1,15 9,14 ~18,13 18,8 ~18,2 9,2 ~2,2 0,7;"      // $
            "9,31 9,-3"},
    {24, 6, "5,28 ~0,28 0,22 ~0,16 5,16 ~10,16 10,22 ~10,28 5,28;20,28 4,0;"               // %
            "19,12 ~14,12 14,6 ~14,0 19,0 ~24,0 24,6 ~24,12 19,12"},
    {20, 5, "20,0 5,18 ~3,20 3,23 ~3,28 8,28 ~13,28 13,23 ~13,19 7,15 ~0,11 0,7 "          // &
            "~0,0 8,0 ~16,0 19,13"},
    {0, 7, "0,28 0,20"},                                                                   // '
    {6, 6, "6,32 ~0,24 0,13 ~0,2 6,-6"},                                                   // (
    {6, 6, "0,32 ~6,24 6,13 ~6,2 0,-6"},                                                   // )
    {12, 6, "6,28 6,16;1,25 11,19;11,25 1,19"},                                            // *
    {18, 6, "9,20 9,2;0,11 18,11"},                                                        // +
    {2, 7, "2,1 0,-5"},                                                                    // ,
    {9, 6, "0,10 9,10"},                                                                   // -
    {0, 8, "0,0 0,0"},                                                                     // .
    {11, 5, "0,-4 11,31"},                                                                 // /
    {16, 6, "8,28 ~0,28 0,14 ~0,0 8,0 ~16,0 16,14 ~16,28 8,28"},                           // 0
    {16, 6, "3,22 10,28 10,0"},                                                            // 1
    {16, 6, "1,21 ~1,28 8,28 ~15,28 15,21 ~15,16 9,10 0,0 16,0"},                          // 2
    {16, 6, "1,23 ~2,28 8,28 ~15,28 15,22 ~15,15 8,15 5,15;8,15 ~16,15 16,8 ~16,0 8,0 "    // 3
            "~1,0 0,6"},
    {16, 6, "12,0 12,28 0,8 16,8"},                                                        // 4
    {16, 6, "14,28 3,28 1,14 ~4,18 8,18 ~16,18 16,9 ~16,0 8,0 ~1,0 0,6"},                  // 5
    {16, 6, "14,25 ~13,28 9,28 ~0,28 0,11 ~0,0 8,0 ~16,0 16,9 ~16,17 8,17 ~0,17 0,10"},    // 6
    {16, 6, "0,28 16,28 6,0"},                                                             // 7
    {16, 6, "8,28 ~1,28 1,22 ~1,15 8,15 ~15,15 15,22 ~15,28 8,28;"                         // 8
            "8,15 ~0,15 0,8 ~0,0 8,0 ~16,0 16,8 ~16,15 8,15"},
    {16, 6, "2,3 ~3,0 7,0 ~16,0 16,17 ~16,28 8,28 ~0,28 0,19 ~0,11 8,11 ~16,11 16,18"},    // 9
    {0, 8, "0,0 0,0;0,17 0,17"},                                                           // :
    {2, 7, "2,1 0,-5;1,17 1,17"},                                                          // ;
    {16, 6, "16,20 0,11 16,2"},                                                            // <
    {18, 6, "0,16 18,16;0,7 18,7"},                                                        // =
    {16, 6, "0,20 16,11 0,2"},                                                             // >
    {14, 6, "0,22 ~1,28 7,28 ~14,28 14,22 ~14,18 10,15 ~7,12 7,8;7,0 7,0"},                // ?
    {29, 6, "20,18 20,9 ~20,5 24,5 ~29,5 29,14 ~29,28 15,28 ~0,28 0,11 ~0,-6 15,-6 "       // @
            "~20,-6 24,-4;20,12 ~20,18 14,18 ~8,18 8,11 ~8,5 14,5 ~20,5 20,12"},
    {22, 4, "0,0 11,28 22,0;4,9 18,9"},                                                    // A
    {18, 6, "0,15 0,28 9,28 ~17,28 17,22 ~17,15 9,15 0,15 0,0 9,0 ~18,0 18,8 ~18,15 9,15"}, // B
    {20, 5, "20,21 ~18,28 11,28 ~0,28 0,14 ~0,0 11,0 ~18,0 20,7"},                         // C
    {20, 6, "8,0 0,0 0,28 8,28 ~20,28 20,14 ~20,0 8,0"},                                   // D
    {16, 6, "16,28 0,28 0,0 16,0;0,15 14,15"},                                             // E
    {15, 6, "15,28 0,28 0,0;0,14 13,14"},                                                  // F
    {21, 5, "20,21 ~18,28 11,28 ~0,28 0,14 ~0,0 11,0 ~21,0 21,8 21,13 13,13"},             // G
    {20, 6, "0,0 0,28;20,0 20,28;0,15 20,15"},                                             // H
    {0, 8, "0,0 0,28"},                                                                    // I
    {13, 6, "13,28 13,8 ~13,0 6,0 ~1,0 0,6"},                                              // J
    {18, 5, "0,0 0,28;17,28 0,10;6,16 18,0"},                                              // K
    {15, 5, "0,28 0,0 15,0"},                                                              // L
    {24, 6, "0,0 0,28 12,8 24,28 24,0"},                                                   // M
    {20, 6, "0,0 0,28 20,0 20,28"},                                                        // N
    {22, 5, "11,28 ~0,28 0,14 ~0,0 11,0 ~22,0 22,14 ~22,28 11,28"},                        // O
    {18, 5, "0,0 0,28 9,28 ~18,28 18,20 ~18,12 9,12 0,12"},                                // P
    {22, 5, "11,28 ~0,28 0,14 ~0,0 11,0 ~22,0 22,14 ~22,28 11,28;14,7 22,-3"},             // Q
    {18, 6, "0,0 0,28 9,28 ~18,28 18,21 ~18,13 9,13 0,13;9,13 18,0"},                      // R
    {18, 5, "17,22 ~15,28 9,28 ~1,28 1,21 ~1,15 9,14 ~18,13 18,7 ~18,0 9,0 ~2,0 0,6"},     // S
    {20, 4, "0,28 20,28;10,28 10,0"},                                                      // T
    {20, 6, "0,28 0,9 ~0,0 10,0 ~20,0 20,9 20,28"},                                        // U
    {22, 4, "0,28 11,0 22,28"},                                                            // V
    {34, 4, "0,28 8,0 17,26 26,0 34,28"},                                                  // W
    {20, 5, "0,28 20,0;20,28 0,0"},                                                        // X
    {20, 4, "0,28 10,13 20,28;10,13 10,0"},                                                // Y
    {18, 6, "0,28 18,28 0,0 18,0"},                                                        // Z
    {6, 6, "6,32 0,32 0,-6 6,-6"},                                                         // [
    {11, 5, "0,31 11,-4"},                                                                 // backslash
    {6, 6, "0,32 6,32 6,-6 0,-6"},                                                         // ]
    {14, 6, "0,17 7,28 14,17"},                                                            // ^
    {18, 4, "0,-5 18,-5"},                                                                 // _
    {5, 7, "0,28 5,23"},                                                                   // `
    {15, 6, "1,16 ~2,20 8,20 ~15,20 15,13 15,0;15,12 8,12 ~0,12 0,6 ~0,0 6,0 ~13,0 15,6"}, // a
    {16, 5, "0,28 0,0;0,12 ~0,20 8,20 ~16,20 16,10 ~16,0 8,0 ~0,0 0,8"},                   // b
    {14, 5, "14,15 ~13,20 8,20 ~0,20 0,10 ~0,0 8,0 ~13,0 14,5"},                           // c
    {16, 6, "16,28 16,0;16,12 ~16,20 8,20 ~0,20 0,10 ~0,0 8,0 ~16,0 16,8"},                // d
    {16, 5, "0,10 16,10 ~16,20 8,20 ~0,20 0,10 ~0,0 8,0 ~13,0 15,5"},                      // e
    {11, 2, "11,28 9,28 ~4,28 4,22 4,0;0,20 10,20"},                                       // f
    {16, 6, "16,20 16,-1 ~16,-8 8,-8 ~3,-8 1,-5;16,12 ~16,20 8,20 ~0,20 0,10 ~0,0 8,0 "    // g
            "~16,0 16,8"},
    {16, 6, "0,28 0,0;0,11 ~0,20 8,20 ~16,20 16,12 16,0"},                                 // h
    {0, 8, "0,20 0,0;0,28 0,28"},                                                          // i
    {5, 5, "5,20 5,-3 ~5,-8 0,-8;5,28 5,28"},                                              // j
    {15, 5, "0,28 0,0;14,20 0,7;5,12 15,0"},                                               // k
    {4, 6, "0,28 0,4 ~0,0 4,0"},                                                           // l
    {26, 6, "0,20 0,0;0,11 ~0,20 7,20 ~13,20 13,12 13,0;13,11 ~13,20 20,20 ~26,20 26,12 26,0"}, // m
    {16, 6, "0,20 0,0;0,11 ~0,20 8,20 ~16,20 16,12 16,0"},                                 // n
    {16, 5, "8,20 ~0,20 0,10 ~0,0 8,0 ~16,0 16,10 ~16,20 8,20"},                           // o
    {16, 5, "0,20 0,-8;0,12 ~0,20 8,20 ~16,20 16,10 ~16,0 8,0 ~0,0 0,8"},                  // p
    {16, 6, "16,20 16,-8;16,12 ~16,20 8,20 ~0,20 0,10 ~0,0 8,0 ~16,0 16,8"},               // q
    {9, 3, "0,20 0,0;0,11 ~1,20 9,20"},                                                    // r
    {14, 5, "13,15 ~12,20 7,20 ~0,20 0,15 ~0,11 7,10 ~14,9 14,5 ~14,0 7,0 ~1,0 0,5"},      // s
    {10, 4, "4,26 4,6 ~4,0 10,0;0,20 10,20"},                                              // t
    {16, 6, "0,20 0,8 ~0,0 8,0 ~16,0 16,9;16,20 16,0"},                                    // u
    {16, 4, "0,20 8,0 16,20"},                                                             // v
    {26, 4, "0,20 6,0 13,19 20,0 26,20"},                                                  // w
    {15, 5, "0,20 15,0;15,20 0,0"},                                                        // x
    {16, 4, "0,20 8,0;16,20 8,0 ~5,-8 0,-8"},                                              // y
    {14, 6, "0,20 14,20 0,0 14,0"},                                                        // z
    {9, 6, "9,32 ~4,32 4,26 4,18 ~4,13 0,13 ~4,13 4,8 4,0 ~4,-6 9,-6"},                    // {
    {0, 8, "0,32 0,-6"},                                                                   // |
    {9, 6, "0,32 ~5,32 5,26 5,18 ~5,13 9,13 ~5,13 5,8 5,0 ~5,-6 0,-6"},                    // }
    {18, 6, "0,9 ~2,16 9,11 ~16,6 18,13"},                                                 // ~
};
// clang-format on

// ---- the grid in pixels

typedef struct {
  float stroke;    // width of strokes
  float unit;      // pixels per unit of the grid, across
  float level[4];  // y of the middles of strokes at TAIL, 0, SMALL and CAP
  int height;
} Grid;

static const float heights[4] = {TAIL, 0, SMALL, CAP};

static float whole(float x) { return floorf(x + 0.5f); }

static Grid gridOf(int height) {
  const float line = (float)height, cap = whole(line * 0.55f), base = whole(line * 0.235f);
  Grid g = {.height = height, .unit = cap / CAP};
  g.stroke = fmaxf(1, 0.14f * cap);
  const float tail = whole(-TAIL * g.unit), small = whole(SMALL * g.unit), half = 0.5f * g.stroke;
  g.level[0] = base - tail + half;
  g.level[1] = base + half;
  g.level[2] = base + small - half;
  g.level[3] = base + cap - half;
  return g;
}

// width of the strokes of a letter, in pixels
static float inkOf(const Grid* g, const Letter* l) {
  return l->width ? fmaxf(whole((float)l->width * g->unit + g->stroke), 2) : g->stroke;
}

static int widthOf(const Grid* g, const Letter* l) {
  return (int)whole(inkOf(g, l) + (float)l->space * g->unit);
}

static int leftOf(const Grid* g, const Letter* l) {
  return (int)whole(0.5f * (float)l->space * g->unit);
}

static float placeX(const Grid* g, const Letter* l, float x) {
  const float half = 0.5f * g->stroke;
  return half + (l->width ? x * (inkOf(g, l) - g->stroke) / (float)l->width : 0);
}

static float placeY(const Grid* g, float y) {
  const int k = y < 0 ? 0 : y < SMALL ? 1 : 2;
  const float t = (y - heights[k]) / (heights[k + 1] - heights[k]);
  return g->level[k] + t * (g->level[k + 1] - g->level[k]);
}

// ---- strokes

typedef struct {
  int width, height;
  uint8_t *mask, *rim;
  float stroke;
} Sheet;

static float clip(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static void cover(uint8_t* pixel, float share) {
  const int x = (int)(255 * clip(share) + 0.5f);
  if (x > *pixel) *pixel = (uint8_t)x;
}

// draws to pixels near the line from a to b
static void drawLine(Sheet* s, const float a[2], const float b[2]) {
  const float half = 0.5f * s->stroke, reach = half + 2;
  const int x0 = (int)fmaxf(0, fminf(a[0], b[0]) - reach);
  const int y0 = (int)fmaxf(0, fminf(a[1], b[1]) - reach);
  const int x1 = (int)fminf((float)s->width, fmaxf(a[0], b[0]) + reach + 1);
  const int y1 = (int)fminf((float)s->height, fmaxf(a[1], b[1]) + reach + 1);
  const float way[2] = {b[0] - a[0], b[1] - a[1]}, n = way[0] * way[0] + way[1] * way[1];
  for (int y = y0; y < y1; y++) {
    for (int x = x0; x < x1; x++) {
      const float p[2] = {(float)x + 0.5f - a[0], (float)y + 0.5f - a[1]};
      const float t = n > 0 ? clip((p[0] * way[0] + p[1] * way[1]) / n) : 0;
      const float dx = p[0] - t * way[0], dy = p[1] - t * way[1];
      const float inside = half + 0.5f - sqrtf(dx * dx + dy * dy);
      cover(&s->mask[y * s->width + x], inside);
      cover(&s->rim[y * s->width + x], inside + 1);
    }
  }
}

static void drawParabola(Sheet* s, const float a[2], const float b[2], const float c[2]) {
  float from[2] = {a[0], a[1]};
  for (int i = 1; i <= PIECES; i++) {
    const float t = (float)i / PIECES, r = 1 - t;
    float to[2];
    for (int k = 0; k < 2; k++) to[k] = r * r * a[k] + 2 * r * t * b[k] + t * t * c[k];
    drawLine(s, from, to);
    memcpy(from, to, sizeof from);
  }
}

static const char* readNumber(const char* at, float* res) {
  const int sign = *at == '-' ? at++, -1 : 1;
  int n = 0;
  for (; *at >= '0' && *at <= '9'; at++) n = 10 * n + *at - '0';
  *res = (float)(sign * n);
  return at;
}

// reads a point, in pixels; bent: it is the control point of a parabola
static const char* readPoint(const char* at, const Grid* g, const Letter* l, float p[2],
                             bool* bent) {
  float x, y;
  if (*at == ' ') at++;
  *bent = *at == '~';
  at = readNumber(at + *bent, &x);
  at = readNumber(at + 1, &y);
  p[0] = (float)(MARGIN + leftOf(g, l)) + placeX(g, l, x);
  p[1] = placeY(g, y);
  return at;
}

static void drawLetter(Sheet* s, const Grid* g, const Letter* l) {
  float last[2], middle[2], p[2];
  bool bent, waiting = false;
  for (const char* at = l->strokes; *at;) {
    at = readPoint(at, g, l, last, &bent);
    while (*at && *at != ';') {
      at = readPoint(at, g, l, p, &bent);
      if (!waiting && !bent) drawLine(s, last, p);
      if (waiting && bent) {
        const float half[2] = {0.5f * (middle[0] + p[0]), 0.5f * (middle[1] + p[1])};
        drawParabola(s, last, middle, half);
        memcpy(last, half, sizeof last);
      } else if (waiting) {
        drawParabola(s, last, middle, p);
      }
      memcpy(bent ? middle : last, p, sizeof p);
      waiting = bent;
    }
    if (*at) at++;
  }
}

// ---- fonts

void font_make(font_Font* f, int height) {
  const Grid g = gridOf(height);
  memset(f, 0, sizeof *f);
  f->height = height;
  for (int i = 0; i < FONT_COUNT; i++) f->width[i] = widthOf(&g, &letters[i]);
}

void font_free(font_Font* f) {
  for (int i = 0; i < FONT_COUNT; i++) mem_free((void*)(uintptr_t)f->glyph[i].mask);
  memset(f, 0, sizeof *f);
}

static bool isOurs(char c) { return c >= FONT_FIRST && c <= FONT_LAST; }

int font_width(const font_Font* f, char c) { return isOurs(c) ? f->width[c - FONT_FIRST] : 0; }

const font_Glyph* font_glyph(font_Font* f, char c) {
  if (!isOurs(c)) return NULL;
  const int i = c - FONT_FIRST;
  font_Glyph* glyph = &f->glyph[i];
  if (f->ready[i]) return glyph;
  if (*letters[i].strokes) {
    const Grid g = gridOf(f->height);
    const int width = f->width[i] + 2 * MARGIN, n = width * f->height;
    uint8_t* mask = mem_calloc(2, (size_t)n);
    if (!mask) return NULL;
    Sheet s = {width, f->height, mask, mask + n, g.stroke};
    drawLetter(&s, &g, &letters[i]);
    *glyph = (font_Glyph){-MARGIN, width, f->height, mask, mask + n};
  }
  f->ready[i] = true;
  return glyph;
}
