// What programs may hand over and no picture can show: numbers that are none, or that are beyond
// what float can compute with. It is left out before anything is drawn, so that what draws need not
// ask.
#ifndef SINEW_RENDER_GUARD_H_
#define SINEW_RENDER_GUARD_H_

#include <sinew/visualize.h>

#include "render/paint.h"

// whether all of n numbers are finite and not larger than `most`
bool guard_numbers(const float* x, size_t n, float most);
// whether a view shows anything
bool guard_view(const paint_View* v);
bool guard_light(const mjvLight* l);
// the items from first to end that can be shown, in their order, with colours from 0 to 1; returns
// their new end
int guard_items(paint_Item* item, int first, int end, const paint_View* v);

#endif
