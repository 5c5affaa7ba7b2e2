// 2D drawing on a frame buffer (rectangles, anti-aliased lines, text), in pixels from its lower
// left corner; colors are from 0 to 1.
#ifndef SINEW_RENDER_CANVAS_H_
#define SINEW_RENDER_CANVAS_H_

#include "render/context.h"

// fills a rectangle, blended by alpha with what is there
void canvas_fill(context_Buffer* b, mjrRect r, const float rgba[4]);
// draws an anti-aliased line with flat or round caps, clipped to the rectangle
void canvas_line(context_Buffer* b, mjrRect clip, const float from[2], const float to[2],
                 float width, bool flat, const float rgba[4]);
// draws n characters of text, with the lower left corner of their box at (x, y), clipped to the
// rectangle; rim: with a dark outline
void canvas_text(context_Buffer* b, mjrRect clip, font_Font* f, int x, int y, const char* text,
                 int n, bool rim, const float rgb[3]);
// width of a text in pixels
int canvas_textWidth(const font_Font* f, const char* text, int n);

#endif
