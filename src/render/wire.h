// Wireframe rendering: the edges of all polygons of a scene, projected, lit and sorted by depth.
#ifndef SINEW_RENDER_WIRE_H_
#define SINEW_RENDER_WIRE_H_

#include <sinew/visualize.h>

#include "render/items.h"
#include "render/picture.h"

// a projected edge, in pixels of a view
typedef struct {
  float from[2], to[2];
  float close;  // larger is nearer
  float rgba[4];
  int number;
} wire_Edge;

typedef struct {
  int slices, stacks, quads;  // resolution of the tessellation of shapes
  int n, most;
  wire_Edge* edge;
} wire_Wire;

// Makes the edges of the polygons of all items of a scene, farthest first, lit at both ends by the
// lights of the plan; if it culls, back faces have none. False: out of memory.
bool wire_make(wire_Wire* w, const picture_Plan* plan, const mjvScene* scn,
               const items_Items* items, const assets_Assets* assets);
void wire_free(wire_Wire* w);

#endif
