// Sanitizes scenes before rendering: removes items, lights and cameras with NaN, infinite or huge
// values, so that the rasterizer needs no checks.
#ifndef SINEW_RENDER_SANITIZE_H_
#define SINEW_RENDER_SANITIZE_H_

#include <sinew/visualize.h>

#include "render/paint.h"

// whether all n values are finite and at most `most` in magnitude
bool sanitize_numbers(const float* x, size_t n, float most);
// whether a view is valid and shows anything
bool sanitize_view(const paint_View* v);
bool sanitize_light(const mjvLight* l);
// removes the items from first to end that cannot be shown, clamps colors to 0 .. 1; the rest keeps
// its order; returns the new end
int sanitize_items(paint_Item* item, int first, int end, const paint_View* v);

#endif
