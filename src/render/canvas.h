// 2D drawing on a frame buffer, in pixels from its lower left corner; colors are from 0 to 1.
#ifndef SINEW_RENDER_CANVAS_H_
#define SINEW_RENDER_CANVAS_H_

#include "render/context.h"

// a rectangle in a colour, of which alpha is the share
void canvas_fill(context_Buffer* b, mjrRect r, const float rgba[4]);
// a line with flat or round ends, as far as it is in the rectangle
void canvas_line(context_Buffer* b, mjrRect clip, const float from[2], const float to[2],
                 float width, bool flat, const float rgba[4]);
// n characters of text, their box from (x, y) upward, as far as it is in the rectangle; rim: with a
// dark one around it
void canvas_text(context_Buffer* b, mjrRect clip, font_Font* f, int x, int y, const char* text,
                 int n, bool rim, const float rgb[3]);
// pixels that a text takes across
int canvas_textWidth(const font_Font* f, const char* text, int n);

#endif
