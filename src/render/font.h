// Text rendering with a built-in stroke font, at any height. Glyphs are rasterized on first use.
#ifndef SINEW_RENDER_FONT_H_
#define SINEW_RENDER_FONT_H_

#include <stdbool.h>
#include <stdint.h>

enum {
  FONT_FIRST = 32,  // the first character; others than these are not drawn
  FONT_LAST = 126,
  FONT_COUNT = FONT_LAST - FONT_FIRST + 1,
};

// a rasterized character: coverage of each pixel, rows upward from the bottom of the line
typedef struct {
  int left;             // pixels from the origin of the character
  int width, height;    // of the bitmap; 0: there is nothing to draw
  const uint8_t* mask;  // (height x width) 0 to 255
  const uint8_t* rim;   // the same for the outline: one pixel more to all sides of the strokes
} font_Glyph;

typedef struct {
  int height;             // of a line, in pixels
  int width[FONT_COUNT];  // advance width: from the origin of a character to that of the next
  font_Glyph glyph[FONT_COUNT];
  bool ready[FONT_COUNT];
} font_Font;

// sets the advance widths; glyphs are rasterized on first use
void font_make(font_Font* f, int height);
void font_free(font_Font* f);
// NULL: the font has no such character, or out of memory
const font_Glyph* font_glyph(font_Font* f, char c);
// advance width of a character, 0 if the font does not have it
int font_width(const font_Font* f, char c);

#endif
