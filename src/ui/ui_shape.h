// Shapes of user interfaces: boxes with round corners, triangles.
#ifndef SINEW_UI_UI_SHAPE_H_
#define SINEW_UI_UI_SHAPE_H_

#include "render/canvas.h"

enum { UI_BORDER = 2 };  // pixels of the border of a box

// one colour
void shape_fill(context_Buffer* b, mjrRect r, const float rgb[3]);
// a border of one colour
void shape_frame(context_Buffer* b, mjrRect r, int width, const float rgb[3]);
// from the colour of the upper edge to that of the lower one; radii of upper and lower corners
void shape_box(context_Buffer* b, mjrRect r, int upper, int lower, const float top[3],
               const float bottom[3]);
// in a square: filled and pointing down, or its outline pointing left
void shape_arrow(context_Buffer* b, mjrRect r, bool down, const float rgb[3]);

#endif
