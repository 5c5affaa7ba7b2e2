// Binning: the triangles and round items of a view, sorted into the tiles of the image (tile-based
// rendering).
#ifndef SINEW_RENDER_TILE_BINS_H_
#define SINEW_RENDER_TILE_BINS_H_

#include "render/paint.h"

// ---- construction

// what goes into the tile bins
typedef struct {
  bool (*takes)(const paint_Item* item);
  int pattern;  // paint_Pattern
  bool cull;    // back-face culling
  bool first;   // only the nearest surface matters: back faces of closed shells are culled
  bool boxes;   // only bounding boxes of items
} bins_Order;

// a projected vertex in fixed-point pixel coordinates, and its reversed depth; loaded as four words
typedef struct {
  int32_t x, y;
  float close;
  int32_t unused;
} bins_Corner;

// guard band: where corners may be on the image plane, so that edge functions fit into 32 bits
typedef struct {
  float low[2], high[2];
} bins_Bounds;

// clipping by the near plane and the guard band
typedef enum { CUT_NONE, CUT_SOME, CUT_ALL } bins_Cut;

typedef struct {
  // projects the vertices of the item's mesh; they are valid if none is clipped
  bins_Cut (*seeCorners)(const paint_View* view, const paint_Item* item, const bins_Bounds* bounds,
                         bins_Corner* corner);
  // adds all faces of an item whose vertices are projected, the first `ncull` with back-face
  // culling; there is space for them
  void (*addFaces)(paint_Bins* bins, int item, int ncull, const bins_Corner* corner);
} bins_Kernels;

// kernels for the widest SIMD instruction set of this CPU, with up to so many lanes (base/cpu.h)
const bins_Kernels* bins_kernels(int lanes);

// Bins the items that are taken, in their order. Memory grows and is kept for the next picture;
// false: out of memory.
bool bins_make(paint_Bins* bins, const bins_Kernels* kernels, const bins_Order* order,
               const paint_View* view, const paint_Items* items);
void bins_free(paint_Bins* bins);

// adds a triangle, for which there is space, if some of it is visible
void bins_addTriangle(paint_Bins* bins, int item, int face, bool cull, const int32_t x[3],
                      const int32_t y[3], const float close[3]);

// ---- reading

// reversed depth at distance d
static inline float view_reversedDepth(const paint_View* v, float d) {
  return v->ortho ? v->far - d : 1 / d;
}
// distance at a reversed depth
static inline float view_distance(const paint_View* v, float close) {
  return v->ortho ? v->far - close : 1 / close;
}
// index of the item of an entry, or of the primitive that a sample sees
static inline int bins_item(const paint_Bins* s, int32_t primitive) {
  return primitive < 0 ? primitive & ~PRIMITIVE_ROUND : s->triangle[primitive].item;
}
static inline int bins_tiles(const paint_Bins* s) { return s->ncolumn * s->nrow; }

#endif
