// Text rendering with a built-in stroke font, at any height.
#ifndef SINEW_RENDER_FONT_H_
#define SINEW_RENDER_FONT_H_

#include <stdbool.h>
#include <stdint.h>

enum {
  FONT_FIRST = 32,  // the first character; others than these are drawn as nothing
  FONT_LAST = 126,
  FONT_COUNT = FONT_LAST - FONT_FIRST + 1,
};

// how much of each pixel a character covers, rows upward from the bottom of the line
typedef struct {
  int left;             // pixels from where the character begins
  int width, height;    // of the picture; 0: there is nothing to draw
  const uint8_t* mask;  // (height x width) 0 to 255
  const uint8_t* rim;   // the same, one pixel more to all sides of the strokes
} font_Glyph;

typedef struct {
  int height;             // of a line
  int width[FONT_COUNT];  // from the beginning of a character to that of the next
  font_Glyph glyph[FONT_COUNT];
  bool ready[FONT_COUNT];
} font_Font;

// sets its widths; glyphs are made when they are asked for
void font_make(font_Font* f, int height);
void font_free(font_Font* f);
// NULL: it is no character of ours, or memory is short
const font_Glyph* font_glyph(font_Font* f, char c);
// of one character, 0 of those that are not ours
int font_width(const font_Font* f, char c);

#endif
