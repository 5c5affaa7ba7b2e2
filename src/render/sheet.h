// Sheets: items as a view sees them, sorted into tiles.
#ifndef SINEW_RENDER_SHEET_H_
#define SINEW_RENDER_SHEET_H_

#include "render/paint.h"

// ---- making

// what is to be in a sheet
typedef struct {
  bool (*takes)(const paint_Item* item);
  int pattern;  // paint_Pattern
  bool cull;    // back faces are left out
  bool first;   // only what is seen first matters: back faces of closed shells are left out
  bool boxes;   // nothing but the boxes of items
} sheet_Order;

// a corner in steps of pixels, and its closeness; four numbers are read at once
typedef struct {
  int32_t x, y;
  float close;
  int32_t unused;
} sheet_Corner;

// where corners may be on the plane, so that edges fit into 32 bits
typedef struct {
  float low[2], high[2];
} sheet_Bounds;

// by the near plane and those bounds
typedef enum { CUT_NONE, CUT_SOME, CUT_ALL } sheet_Cut;

typedef struct {
  // vertices of the item's mesh, which are valid if none is cut off
  sheet_Cut (*seeCorners)(const paint_View* view, const paint_Item* item,
                          const sheet_Bounds* bounds, sheet_Corner* corner);
  // all faces of an item whose corners are seen, the first `ncull` unless they are turned away;
  // there is room for them
  void (*addFaces)(paint_Sheet* sheet, int item, int ncull, const sheet_Corner* corner);
} sheet_Kernels;

// the fastest that this machine has with up to so many lanes (base/cpu.h)
const sheet_Kernels* sheet_kernels(int lanes);

// Items that are taken, as the view sees them, in their order. Memory grows and is kept for the
// next picture; false: it is short.
bool sheet_make(paint_Sheet* sheet, const sheet_Kernels* kernels, const sheet_Order* order,
                const paint_View* view, const paint_Items* items);
void sheet_free(paint_Sheet* sheet);

// a triangle, for which there is room, if something of it can be seen
void sheet_addTriangle(paint_Sheet* sheet, int item, int face, bool cull, const int32_t x[3],
                       const int32_t y[3], const float close[3]);

// ---- reading

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
