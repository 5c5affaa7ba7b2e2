// Wireframe rendering.
#ifndef SINEW_RENDER_WIRE_H_
#define SINEW_RENDER_WIRE_H_

#include <sinew/visualize.h>

#include "render/items.h"
#include "render/picture.h"

// an edge in pixels of a view
typedef struct {
  float from[2], to[2];
  float close;  // larger is nearer
  float rgba[4];
  int number;
} wire_Edge;

typedef struct {
  int slices, stacks, quads;  // pieces that shapes are made of
  int n, most;
  wire_Edge* edge;
} wire_Wire;

// Edges of the polygons of all items of a scene, farthest first, lit at both ends as the plan says;
// back faces have none if it culls. False: memory is short.
bool wire_make(wire_Wire* w, const picture_Plan* plan, const mjvScene* scn,
               const items_Items* items, const assets_Assets* assets);
void wire_free(wire_Wire* w);

#endif
