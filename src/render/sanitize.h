// Sanitizes scenes before rendering: removes items, lights and cameras with NaN, infinite or huge
// values, so that the rasterizer needs no checks.
#ifndef SINEW_RENDER_SANITIZE_H_
#define SINEW_RENDER_SANITIZE_H_

#include <sinew/visualize.h>

#include "render/paint.h"

// whether all of n numbers are finite and not larger than `most`
bool sanitize_numbers(const float* x, size_t n, float most);
// whether a view shows anything
bool sanitize_view(const paint_View* v);
bool sanitize_light(const mjvLight* l);
// the items from first to end that can be shown, in their order, with colours from 0 to 1; returns
// their new end
int sanitize_items(paint_Item* item, int first, int end, const paint_View* v);

#endif
