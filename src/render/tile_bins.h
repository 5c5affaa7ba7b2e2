// Binning: the triangles and round items of a view, sorted into the tiles of the image (tile-based
// rendering).
#ifndef SINEW_RENDER_TILE_BINS_H_
#define SINEW_RENDER_TILE_BINS_H_

#include "render/paint.h"

// ---- making

// what is to be in the tile bins
typedef struct {
  bool (*takes)(const paint_Item* item);
  int pattern;  // paint_Pattern
  bool cull;    // back faces are left out
  bool first;   // only what is seen first matters: back faces of closed shells are left out
  bool boxes;   // nothing but the boxes of items
} bins_Order;

// a corner in steps of pixels, and its reversed depth; four numbers are read at once
typedef struct {
  int32_t x, y;
  float close;
  int32_t unused;
} bins_Corner;

// where corners may be on the plane, so that edges fit into 32 bits
typedef struct {
  float low[2], high[2];
} bins_Bounds;

// by the near plane and those bounds
typedef enum { CUT_NONE, CUT_SOME, CUT_ALL } bins_Cut;

typedef struct {
  // vertices of the item's mesh, which are valid if none is cut off
  bins_Cut (*seeCorners)(const paint_View* view, const paint_Item* item, const bins_Bounds* bounds,
                         bins_Corner* corner);
  // all faces of an item whose corners are seen, the first `ncull` unless they are turned away;
  // there is room for them
  void (*addFaces)(paint_Bins* bins, int item, int ncull, const bins_Corner* corner);
} bins_Kernels;

// the fastest that this machine has with up to so many lanes (base/cpu.h)
const bins_Kernels* bins_kernels(int lanes);

// Items that are taken, as the view sees them, in their order. Memory grows and is kept for the
// next picture; false: it is short.
bool bins_make(paint_Bins* bins, const bins_Kernels* kernels, const bins_Order* order,
               const paint_View* view, const paint_Items* items);
void bins_free(paint_Bins* bins);

// a triangle, for which there is room, if something of it can be seen
void bins_addTriangle(paint_Bins* bins, int item, int face, bool cull, const int32_t x[3],
                      const int32_t y[3], const float close[3]);

// ---- reading

// reversed depth of what is at distance d
static inline float view_reversedDepth(const paint_View* v, float d) {
  return v->ortho ? v->far - d : 1 / d;
}
// distance of what has a reversed depth
static inline float view_distance(const paint_View* v, float close) {
  return v->ortho ? v->far - close : 1 / close;
}
// the item of an entry, or of what a sample sees
static inline int bins_item(const paint_Bins* s, int32_t primitive) {
  return primitive < 0 ? primitive & ~PRIMITIVE_ROUND : s->triangle[primitive].item;
}
static inline int bins_tiles(const paint_Bins* s) { return s->ncolumn * s->nrow; }

#endif
