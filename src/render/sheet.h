// Sheets: items as a view sees them, sorted into tiles.
#ifndef SINEW_RENDER_SHEET_H_
#define SINEW_RENDER_SHEET_H_

#include "render/paint.h"

// whether a sheet takes an item
typedef bool (*sheet_Takes)(const paint_Item* item);

// Items that are taken, as the view sees them, in their order; back faces are left out if `cull`.
// Memory grows and is kept for the next picture; false: it is short.
bool sheet_make(paint_Sheet* sheet, const paint_View* view, const paint_Items* items,
                sheet_Takes takes, bool cull);
void sheet_free(paint_Sheet* sheet);

// closeness of what is at distance d
static inline float view_close(const paint_View* v, float d) {
  return v->ortho ? v->far - d : 1 / d;
}
// distance of what has a closeness
static inline float view_distance(const paint_View* v, float close) {
  return v->ortho ? v->far - close : 1 / close;
}
// the item of an entry, or of what a sample sees
static inline int sheet_item(const paint_Sheet* s, int32_t seen) {
  return seen < 0 ? seen & ~SEEN_ROUND : s->triangle[seen].item;
}
static inline int sheet_tiles(const paint_Sheet* s) { return s->ncolumn * s->nrow; }

#endif
