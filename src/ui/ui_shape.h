// Rasterizer for shapes of the user interface: rounded boxes, triangles.
#ifndef SINEW_UI_UI_SHAPE_H_
#define SINEW_UI_UI_SHAPE_H_

#include "render/canvas.h"

enum { UI_BORDER = 2 };  // border width of a box in pixels

// in one color
void shape_fill(context_Buffer* b, mjrRect r, const float rgb[3]);
// a border in one color
void shape_frame(context_Buffer* b, mjrRect r, int width, const float rgb[3]);
// vertical color gradient from the upper to the lower edge; radii of upper and lower corners
void shape_box(context_Buffer* b, mjrRect r, int upper, int lower, const float top[3],
               const float bottom[3]);
// triangle in a square: filled and pointing down, or outlined and pointing left
void shape_arrow(context_Buffer* b, mjrRect r, bool down, const float rgb[3]);

#endif
