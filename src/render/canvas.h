// Flat drawing on a frame buffer, in pixels from its lower left corner.
#ifndef SINEW_RENDER_CANVAS_H_
#define SINEW_RENDER_CANVAS_H_

#include "render/context.h"

// a rectangle in a colour, of which alpha is the share
void canvas_fill(context_Buffer* b, mjrRect r, const float rgba[4]);

#endif
